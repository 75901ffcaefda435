"""Truth values on the lima vertex processor: compares, logic, and the numbers that represent a truth.

`ge` and `lt` are false for NaN; all other tests are composed of them. x - y is not zero exactly when x and y differ, if
one of them is finite: subnormal differences are kept.
"""

from __future__ import annotations

from gpucc.isa.lima_vp import LIMA_VP
from gpucc.lowering.graph import NINF
from gpucc.rules.pattern import P, Representation, Rule
from gpucc.rules.truths import truths

REPRESENTATIONS = (
    Representation("not", value="btof(bnot(c))"),
    Representation("weight", holds="bor(band(c, fole(1.0, v)), band(bnot(c), foeq(v, 0.0)))"),
    Representation("nonzero", holds="bnot(bxor(c, fune(v, 0.0)))"),
    Representation("zero", holds="bxor(c, fune(v, 0.0))"),
)


def differences() -> list[Rule]:
    rules = []
    for op, yields in (("fune", "nonzero"), ("foeq", "zero")):
        build = getattr(P, op)
        rules += [
            Rule(
                f"{op} by the difference from something finite",
                build("a", P.var("b", "finite")),
                "add(a, -b)",
                yields=yields,
            ),
            Rule(f"{op} by the difference, ninf", build("a", "b", flags=NINF), "add(a, -b)", yields=yields),
            Rule(f"{op} with zero", build("a", 0.0), "a", yields=yields),
            Rule(f"{op} with -0", build("a", -0.0), "a", yields=yields),
        ]
    return rules


LOGIC = (
    *truths(LIMA_VP),
    Rule("not, not zero", P.bnot("c"), "c:zero", yields="nonzero"),
    Rule("not, zero", P.bnot("c"), "c:nonzero", yields="zero"),
    Rule("and, zero", P.band("p", "q"), "add(p:not, q:not)", yields="zero"),
    Rule("or, weight", P.bor("p", "q"), "add(p:weight, q:weight)", yields="weight"),
    # the first operand decides, and its own value represents the result
    Rule("and, not zero", P.band("p", "q"), "select(p:nonzero, p:nonzero, q:nonzero)", yields="nonzero"),
    Rule("and, zero by choice", P.band("p", "q"), "select(q:zero, p:zero, p:zero)", yields="zero"),
    Rule("or, not zero", P.bor("p", "q"), "select(q:nonzero, p:nonzero, p:nonzero)", yields="nonzero"),
    Rule("or, zero", P.bor("p", "q"), "select(p:zero, p:zero, q:zero)", yields="zero"),
    Rule("exclusive or, not zero", P.bxor("p", "q"), "add(p, -q)", yields="nonzero"),
    Rule("exclusive or, zero", P.bxor("p", "q"), "add(p, -q:not)", yields="zero"),
    # from one representation to another
    Rule("truth as a weight", P.var("c", type="b"), "c", yields="weight"),
    Rule("weight that is not zero", P.var("c", type="b"), "c:weight", yields="nonzero"),
    Rule("opposite that is not zero", P.var("c", type="b"), "c:not", yields="zero"),
    Rule("truth of what is not zero", P.var("c", type="b"), "select(0.0, c:nonzero, 1.0)"),
    Rule("truth of a zero", P.var("c", type="b"), "select(1.0, c:zero, 0.0)"),
    Rule("opposite of what is not zero", P.var("c", type="b"), "select(1.0, c:nonzero, 0.0)", yields="not"),
)
