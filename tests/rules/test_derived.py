"""Rules derived from a target's ops: they are complete, and require the flags of the operations that they use."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gpucc.errors import UsageError
from gpucc.isa.agal import AGAL
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.lima_vp import LIMA_VP
from gpucc.isa.model import Isa
from gpucc.isa.pica200 import PICA200
from gpucc.isel.pica200 import for_selection
from gpucc.isel.rules import base_rules
from gpucc.rules.compares import MachineOps, compares
from gpucc.rules.pattern import Match, Operation, Rule, pattern
from gpucc.rules.sums import sums

COMPARISONS = {"foeq", "fone", "folt", "fole", "fueq", "fune", "fult", "fule", "ford", "funo"}


def _unconditional(rule: Rule) -> str:
    """The comparison that a rule makes of any two numbers; "" if the rule is conditional."""
    root = pattern(rule.pattern) if not isinstance(rule.pattern, tuple) else None
    if not isinstance(root, Operation) or root.flags or rule.guard:
        return ""
    names = [arg.name for arg in root.args if isinstance(arg, Match) and not arg.where]
    return root.op if len(set(names)) == 2 else ""


@pytest.mark.parametrize("isa", [AGAL, LIMA_VP, LIMA_PP, PICA200], ids=lambda isa: isa.name)
def test_every_comparison_can_be_had(isa: Isa) -> None:
    base = for_selection(isa) if isa is PICA200 else isa
    assert {_unconditional(rule) for rule in [*base_rules(base), *compares(isa)]} >= COMPARISONS


@pytest.mark.parametrize("isa", [AGAL, LIMA_VP, LIMA_PP, PICA200], ids=lambda isa: isa.name)
def test_no_rule_repeats_what_an_op_does(isa: Isa) -> None:
    base = for_selection(isa) if isa is PICA200 else isa
    direct = {_unconditional(rule) for rule in base_rules(base)}
    plain = {_unconditional(rule) for rule in compares(isa) if not rule.yields}
    assert not direct & plain - {""}


def test_a_target_must_compare() -> None:
    without = replace(AGAL, ops=tuple(op for op in AGAL.ops if op.name != "slt"))
    with pytest.raises(UsageError, match="agal: rules for comparisons are made of an op that computes folt"):
        compares(without)


def test_operands_stand_in_the_order_of_the_op() -> None:
    """lima-pp's comparison tests whether the first operand is greater."""
    assert MachineOps(LIMA_PP).less("x", "y") == "gt(y, x)"
    assert MachineOps(AGAL).less("x", "y") == "slt(x, y)"


def test_factors_are_turned_where_their_places_differ() -> None:
    assert [rule.name for rule in sums(AGAL) if "turned" in rule.name] == []
    turned = [rule for rule in sums(PICA200) if "turned" in rule.name]
    assert {rule.template for rule in turned if "ones" not in rule.name} == {
        "dp3(b, a)", "dp4(b, a)", "add(t, dp3(b, a))", "add(t, dp4(b, a))", "dp3([k, k, k], a)", "dp4([k, k, k, k], a)",
        "dp3(b, [-a.x, -a.y, -a.z])", "dp4(b, [-a.x, -a.y, -a.z, -a.w])",
    }  # fmt: skip
    assert all(rule.template.endswith("], a)") for rule in turned if "ones" in rule.name)


def test_terms_without_a_factor_have_the_factor_one() -> None:
    templates = {rule.template for rule in sums(AGAL) if "ones" in rule.name}
    assert {text for text in templates if text.startswith("dp3")} == {
        "dp3(a, [1.0, b.y, b.z])", "dp3(a, [b.x, b.y, 1.0])", "dp3(a, [1.0, b.y, 1.0])", "dp3(a, [1.0, 1.0, b.z])",
        "dp3(a, [1.0, 1.0, 1.0])",
    }  # fmt: skip
    assert len(templates) == 5 + 4
