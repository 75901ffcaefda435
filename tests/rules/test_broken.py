"""Deliberately broken rules are refuted, with a counterexample."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gpucc.isa.agal import AGAL
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.lima_vp import LIMA_VP
from gpucc.isa.pica200 import PICA200
from gpucc.isel import P, Rule, lima_pp, lima_vp
from gpucc.isel.agal import AGAL_RULES
from gpucc.isel.pica200 import PICA200_RULES
from gpucc.lowering.graph import ARCP, NNAN, NSZ, REASSOC
from gpucc.testing.proofs.prover import Prover

PROVERS = {
    "agal": Prover(AGAL, AGAL_RULES.representations),
    "lima-vp": Prover(LIMA_VP, lima_vp.REPRESENTATIONS),
    "lima-pp": Prover(replace(LIMA_PP, ops=(*LIMA_PP.ops, lima_pp.DIFFER)), lima_pp.REPRESENTATIONS),
    "pica200": Prover(PICA200, PICA200_RULES.representations),
}
a, b, k = "a", "b", P.var("k", "constant")
BLEND = frozenset({"blend"})
AGAL_BROKEN = (
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
    Rule(
        "select literals unchecked",
        P.select("c", k, P.var("l", "constant")),
        "add(mul(c, {fsub(k, l)}), l)",
        assume=BLEND,
    ),
    Rule("sum in another order", P.fadd(a, P.fadd(b, "c")), "add(add(a, b), c)"),
    Rule("dot product without its last lane", P.fadd(P.fadd("x", P.fmul(a, 1.0)), b), "add(x, a)"),
    Rule("reciprocal for quotient", P.fdiv(a, b, flags=ARCP), "mul(b, rcp(a))"),
    Rule("sum with a term twice", P.fadd(P.fadd(a, b, flags=REASSOC), b, flags=REASSOC), "add(a, b)"),
    Rule("even power of an odd one", P.pow(a, b), "pow(abs(a), b)"),
    Rule("absolute value forgotten", P.fabs(P.fneg(a)), "neg(a)"),
    Rule("copysign without sign", P.copysign(a, k), "abs(a)"),
    Rule("fraction with the wrong sign", P.fsub(P.floor(a), a), "frc(a)"),
)


LIMA_VP_BROKEN = (
    Rule("negation from zero", P.fneg(a), "add(-a, 0.0)"),
    Rule("negated sum with signed zeros", P.fneg(P.fadd(a, b)), "add(-a, -b)"),
    Rule("negated minimum as one", P.fneg(P.fmin(a, b)), "min(-a, -b)"),
    Rule("absolute by one sign", P.fabs(a), "max(a, 0.0)"),
    Rule("product of one negation", P.fmul(P.fneg(a), b), "mul(a, b)"),
    Rule("equal by a difference of infinities", P.foeq(a, b), "add(a, -b)", yields="zero"),
    Rule("opposite of less for NaN", P.folt(a, b), "ge(a, b)", yields="not"),
    Rule("different by both", P.fone(a, b), "mul(lt(a, b), lt(b, a))"),
    Rule("conjunction of weights", P.band("p", "q"), "add(p:weight, q:weight)", yields="weight"),
    Rule("or that cancels", P.bor("p", "q"), "add(p:nonzero, q:nonzero)", yields="nonzero"),
    Rule("and by a product of numbers", P.band("p", "q"), "mul(p:nonzero, q:nonzero)", yields="nonzero"),
    Rule("exclusive or by a sum", P.bxor("p", "q"), "add(p, q)", yields="nonzero"),
    Rule("select the wrong way round", P.select("c", a, b), "select(a, c:nonzero, b)"),
    Rule("select by a product", P.select("c", a, 0.0), "mul(c, a)"),
    Rule("clamp with its bounds exchanged", P.fmin(P.fmax(a, k), P.var("l", "constant")), "clamp(a, l, k)"),
    Rule("reciprocal of the wrong one", P.fdiv(a, b), "mul(b, rcp(a))", assume=frozenset({"approximate"})),
)

LIMA_PP_BROKEN = (
    Rule("negated sum with signed zeros", P.fneg(P.fadd(a, b)), "add(-a, -b)"),
    Rule("negated minimum as one", P.fneg(P.fmin(a, b)), "min(-a, -b)"),
    Rule("limits the other way round", P.fmax(P.fmin(a, 1.0), 0.0), "mov(a):sat"),
    Rule("floor for the whole part", P.trunc(a), "floor(a)"),
    Rule("opposite of less for NaN", P.folt(a, b), "ge(a, b)", yields="not"),
    Rule("different by ne", P.fone(a, b), "ne(a, b)"),
    Rule("unequal in a branch", P.fune(a, b), "differ(a, b)", yields="asked"),
    Rule("and of sums", P.band("p", "q"), "add(|p:nonzero|, |q:nonzero|)", yields="nonzero"),
    Rule("or that cancels", P.bor("p", "q"), "add(p:nonzero, q:nonzero)", yields="nonzero"),
    Rule("and by a product of numbers", P.band("p", "q"), "mul(p:nonzero, q:nonzero)", yields="nonzero"),
    Rule("select the wrong way round", P.select("c", a, b), "sel(b, a, c:nonzero)"),
    Rule("select by a product", P.select("c", a, 0.0), "mul(c, a)"),
    Rule("sign by one comparison", P.select(P.folt(a, 0.0), -1.0, P.btof(P.folt(0.0, a))), "gt(a, 0.0)"),
    Rule("sum in another order", P.fadd(P.fadd("a.x", "a.y"), P.fadd("a.z", "a.w")), "sum4(a)"),
    Rule(
        "mixture the other way round",
        P.fadd(P.fmul(P.fsub(b, a), k), a),
        "add(mul(b, {fsub(1.0, k)}), mul(a, k))",
        flags=REASSOC,
    ),
)

PICA200_BROKEN = (
    Rule("difference exchanged", P.fsub(a, b), "add(-a, b)"),
    Rule("negated product of two negations", P.fneg(P.fmul(a, b)), "mul(-a, -b)"),
    Rule("product less something, added", P.fsub(P.fmul(a, b), "c"), "mad(a, b, c)"),
    Rule("floor of the negation", P.ceil(a), "mov(-flr(a))"),
    Rule("absolute by a minimum", P.fabs(a), "min(a, -a)"),
    Rule("copysign of any literal", P.copysign(a, k), "max(a, -a)"),
    Rule(
        "dot product in another order",
        P.fadd(P.fadd(P.fmul("a.x", "b.x"), P.fmul("a.z", "b.z")), P.fmul("a.y", "b.y")),
        "dp3(a, b)",
    ),
    Rule("equal by one comparison", P.foeq(a, b), "sge(a, b)"),
    Rule("unordered as ordered", P.fult(a, b), "slt(a, b)"),
    Rule("exclusive or without its square", P.bxor("p", "q"), "add(p, -q)"),
    Rule("select with the arms exchanged", P.select("c", a, b), "mad(c, b, mul(c:not, a))", assume=BLEND),
    Rule("select that lets NaN through", P.select("c", a, b), "mad(c, a, mul(c:not, b))"),
    Rule(
        "select literals one apart, falling",
        P.select("c", k, P.var("l", "constant")),
        "add(l, -c)",
        guard="foeq(fadd(1.0, l), k)",
        assume=BLEND,
    ),
    Rule("maximum that may be NaN", P.select(P.folt(1.0, a), a, 1.0), "max(a, 1.0)"),
    Rule("sign of a tiny difference", P.folt(a, b), "slt(add(a, -b), 0.0)"),
)

BROKEN = {"agal": AGAL_BROKEN, "lima-vp": LIMA_VP_BROKEN, "lima-pp": LIMA_PP_BROKEN, "pica200": PICA200_BROKEN}


@pytest.mark.parametrize(
    ("book", "rule"),
    [(book, rule) for book, rules in BROKEN.items() for rule in rules],
    ids=lambda x: x.name if isinstance(x, Rule) else x,
)
def test_broken_rules_are_refuted(book: str, rule: Rule) -> None:
    proof = PROVERS[book].prove(rule)
    assert proof.verdict == "refuted"
    assert proof.counterexample


def test_signs_of_zeros_are_reported() -> None:
    proofs = {
        name: PROVERS["agal"].prove(next(r for r in AGAL_RULES.rules if r.name == name))
        for name in ("negated difference", "floor", "select")
    }
    assert {name: p.zeros for name, p in proofs.items()} == {
        "negated difference": False,
        "floor": True,
        "select": False,
    }


def test_licensed_rules_are_proved_over_the_reals() -> None:
    rule = next(r for r in AGAL_RULES.rules if r.name == "normalise by division, arcp")
    assert PROVERS["agal"].prove(rule).over == "the reals"
