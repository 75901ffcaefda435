"""A mistake in writing a rule is one error, which names the rule, the reason and the remedy, and never a verdict."""

from __future__ import annotations

import re

import pytest

from gpucc.errors import UsageError
from gpucc.isa.agal import AGAL
from gpucc.isel import P, Rule
from gpucc.isel.agal import AGAL_RULES
from gpucc.rules.pattern import Match, Operation
from gpucc.testing.proofs.prover import Prover

k = P.var("k", "constant")
MISTAKES: dict[str, tuple[Rule, str, str]] = {
    "an unknown op": (
        Rule("r", P.fmul("a", 2.0), "addd(a, a)"),
        "agal has no op 'addd'",
        "did you mean 'add'.*gpucc isas agal lists",
    ),
    "an unknown op inside": (Rule("r", P.fmul("a", 2.0), "add(a, mvo(a))"), "agal has no op 'mvo'", "'mov'"),
    "a variable that the pattern lacks": (
        Rule("r", P.fmul("a", 2.0), "add(a, b)"),
        "the template uses 'b', which the pattern does not have",
        "the pattern has a",
    ),
    "a lane that the pattern lacks": (
        Rule("r", P.fmul("a.x", "a.y"), "mul(a.x, a.z)"),
        "the template uses 'a.z'",
        "the pattern has a.x, a.y",
    ),
    "too few operands": (
        Rule("r", P.fmul("a", 2.0), "add(a)"),
        "add has 2 operands, and the template gives 1",
        r"write add\(a, b\)",
    ),
    "an unknown predicate": (
        Rule("r", P.fmul(P.var("a", "nmber"), 2.0), "add(a, a)"),
        "no predicate is called 'nmber'",
        "did you mean 'number'",
    ),
    "an unknown neutral op": (
        Rule("r", Operation("fmull", (Match("a"), Match("b"))), "mul(a, b)"),
        "no neutral op is called 'fmull'",
        "'fmul'",
    ),
    "an unknown representation": (
        Rule("r", P.bnot(P.folt("a", "b")), "a:nott"),
        "no representation or modifier is called 'nott'",
        "'not'",
    ),
    "an unknown representation of the result": (
        Rule("r", P.folt("a", "b"), "sge(a, b)", yields="nott"),
        "no representation is called 'nott'",
        "'not'",
    ),
    "an unknown op of the guard": (
        Rule("r", P.fmul("a", k), "add(a, a)", guard="foeqq(k, 2.0)"),
        "no neutral op is called 'foeqq'",
        "'foeq'",
    ),
    "a variable of the guard": (
        Rule("r", P.fmul("a", k), "add(a, a)", guard="foeq(l, 2.0)"),
        "the guard uses 'l'",
        "the pattern has a, k",
    ),
    "an unknown op over constants": (
        Rule("r", P.fmul("a", k), "mul(a, {fad(k, 2.0)})"),
        "no neutral op is called 'fad'",
        "'fadd'",
    ),
    "a bracket too few": (Rule("r", P.fmul("a", 2.0), "add(a, a"), "unexpected 'end'", "grammar"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_told_and_not_judged(name: str) -> None:
    rule, says, remedy = MISTAKES[name]
    with pytest.raises(UsageError) as found:
        Prover(AGAL, AGAL_RULES).prove(rule)
    assert found.value.message.startswith("rule 'r': ")
    assert says in found.value.message
    assert re.search(remedy, "\n".join(found.value.notes), re.DOTALL)


def test_a_group_of_lanes_is_no_mistake() -> None:
    rule = Rule("r", P.fadd(P.fadd(P.fmul("a.x", "b.x"), P.fmul("a.y", "b.y")), P.fmul("a.z", "b.z")), "dp3(a, b)")
    assert Prover(AGAL, AGAL_RULES).prove(rule).verdict == "proved"
