"""Every rule of AGAL is proved; rules broken on purpose are refuted, with the numbers that show it."""

from __future__ import annotations

import pytest
import z3

from gpucc.isa.agal import AGAL
from gpucc.isel import P, Rule
from gpucc.isel.agal import AGAL_RULES
from gpucc.isel.rules import base_rules
from gpucc.lowering.graph import ARCP, NNAN, NSZ, REASSOC
from gpucc.rules.proof import Prover, solve
from gpucc.rules.smt import lemmas

TEXTURES = {rule.name for rule in AGAL_RULES.rules if "texture" in rule.name}
PROVER = Prover(AGAL, AGAL_RULES.representations)
GROUPS = 6


@pytest.mark.parametrize("group", range(GROUPS))
def test_all_rules_are_proved(group: int) -> None:
    proofs = [PROVER.prove(rule) for rule in AGAL_RULES.rules[group::GROUPS]]
    assert [p for p in proofs if p.verdict != ("not arithmetic" if p.rule in TEXTURES else "proved")] == []


def test_base_rules_are_proved() -> None:
    assert {PROVER.prove(rule).verdict for rule in base_rules(AGAL)} == {"proved"}


@pytest.mark.parametrize("name", lemmas())
def test_what_the_proofs_rely_on(name: str) -> None:
    assert solve([z3.Not(lemmas()[name])])[0] == z3.unsat


a, b, k = "a", "b", P.var("k", "constant")
BLEND = frozenset({"blend"})
BROKEN = (
    Rule("zero minus", P.fsub(0.0, a), "neg(a)"),
    Rule("difference exchanged", P.fneg(P.fsub(a, b)), "sub(b, a)"),
    Rule("operands exchanged", P.fsub(a, b), "sub(b, a)"),
    Rule("floor that forgets infinities", P.floor(a), "sub(a, frc(a))"),
    Rule("ceil as floor", P.ceil(P.var("a", "finite")), "sub(a, frc(a))"),
    Rule("trunc as floor", P.trunc(a), "min(sub(a, frc(a)), a)"),
    Rule("min by less", P.select(P.folt(a, b), a, b), "min(a, b)"),
    Rule("min by less, zeros only", P.select(P.folt(a, b), a, b, flags=NSZ), "min(a, b)"),
    Rule("min by less, numbers only", P.select(P.folt(a, b), a, b, flags=NNAN), "min(a, b)"),
    Rule("max for min", P.select(P.folt(a, b), a, b, flags=NNAN | NSZ), "max(a, b)"),
    Rule("max with literal zero", P.select(P.folt(a, 0.0), 0.0, a, flags=NNAN), "max(a, 0.0)"),
    Rule("opposite by the opposite compare", P.folt(a, b), "sge(a, b)", yields="not"),
    Rule("unordered as ordered", P.fult(a, b), "slt(a, b)"),
    Rule("different as not equal", P.fone(a, b), "sne(a, b)"),
    Rule("and as or", P.band(a, b), "max(a, b)"),
    Rule("not forgotten", P.band(a, P.bnot(b)), "mul(a, b)"),
    Rule("sign of at most", P.fole(a, b), "sub(a, b)", yields="sign"),
    Rule("sign of and", P.band(a, b), "max(a:sign, b:sign)", yields="sign"),
    Rule("clamp the other way round", P.fmax(P.fmin(a, 1.0), 0.0), "sat(a)"),
    Rule("select by difference", P.select("c", a, b), "add(mul(c, sub(a, b)), b)", assume=BLEND),
    Rule("select with the arms exchanged", P.select("c", a, b), "add(mul(c, b), mul(c:not, a))", assume=BLEND),
    Rule("select or zero by a product", P.select("c", a, 0.0), "mul(c, a)", assume=BLEND),
    Rule("select without its assumption", P.select("c", a, b), "add(mul(c, a), mul(c:not, b))"),
    Rule("select literals unchecked", P.select("c", k, P.var("l", "constant")), "add(mul(c, {fsub(k, l)}), l)", assume=BLEND),
    Rule("sum in another order", P.fadd(a, P.fadd(b, "c")), "add(add(a, b), c)"),
    Rule("dot product without its last lane", P.fadd(P.fadd("x", P.fmul(a, 1.0)), b), "add(x, a)"),
    Rule("reciprocal for quotient", P.fdiv(a, b, flags=ARCP), "mul(b, rcp(a))"),
    Rule("sum with a term twice", P.fadd(P.fadd(a, b, flags=REASSOC), b, flags=REASSOC), "add(a, b)"),
    Rule("even power of an odd one", P.pow(a, b), "pow(abs(a), b)"),
    Rule("absolute value forgotten", P.fabs(P.fneg(a)), "neg(a)"),
    Rule("copysign without sign", P.copysign(a, k), "abs(a)"),
    Rule("fraction with the wrong sign", P.fsub(P.floor(a), a), "frc(a)"),
)


@pytest.mark.parametrize("rule", BROKEN, ids=lambda rule: rule.name)
def test_broken_rules_are_refuted(rule: Rule) -> None:
    proof = PROVER.prove(rule)
    assert proof.verdict == "refuted"
    assert proof.counterexample


def test_signs_of_zeros_are_reported() -> None:
    proofs = {name: PROVER.prove(next(r for r in AGAL_RULES.rules if r.name == name)) for name in ("negated difference", "floor", "select")}
    assert {name: p.zeros for name, p in proofs.items()} == {"negated difference": False, "floor": True, "select": False}


def test_licensed_rules_are_proved_over_the_reals() -> None:
    rule = next(r for r in AGAL_RULES.rules if r.name == "normalise by division, arcp")
    assert PROVER.prove(rule).over == "the reals"
