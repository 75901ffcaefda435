"""Selects on AGAL, which has no select op: blends, and cheaper forms of special cases.

With c = 0.0 or 1.0 the sum c*a + (1-c)*b is the chosen value if both are finite, except that -0 becomes 0 (`assume`
records this). If the arms are the operands of the comparison, min and max are used instead, provided that NaN and the
signs of zeros cannot make a difference.
"""

from __future__ import annotations

from gpucc.lowering.graph import NSZ
from gpucc.rules.extremes import extremes
from gpucc.rules.pattern import P, Pattern, Rule

BLEND = frozenset({"blend"})


def _blend(name: str, pattern: Pattern, template: str, guard: str | None = None, **more: object) -> Rule:
    return Rule(name, pattern, template, guard=guard, assume=BLEND, **more)  # type: ignore[arg-type]


K, L = P.var("a", "constant"), P.var("b", "constant")
EXACT = (
    Rule("select a sign", P.select("c", P.fneg("x"), "x"), "mul(x, sub(1.0, add(c, c)))"),
    Rule("select a sign, otherwise", P.select("c", "x", P.fneg("x")), "mul(x, sub(add(c, c), 1.0))"),
    Rule("or, as a select", P.select("c", 1.0, "b", type="b"), "max(c, b)"),
    Rule("and, as a select", P.select("c", "a", 0.0, type="b"), "mul(c, a)"),
    Rule("or not, as a select", P.select("c", "a", 1.0, type="b"), "max(c:not, a)"),
    Rule("and not, as a select", P.select("c", 0.0, "b", type="b"), "mul(c:not, b)"),
    Rule(
        "select of truths, opposite",
        P.select("c", "a", "b", type="b"),
        "add(mul(c, a:not), mul(c:not, b:not))",
        yields="not",
    ),
    Rule("select of truths", P.select("c", "a", "b", type="b"), "add(mul(c, a), mul(c:not, b))"),
)

BLENDS = (
    _blend("select", P.select("c", "a", "b"), "add(mul(c, a), mul(c:not, b))"),
    _blend("select or zero", P.select("c", "a", 0.0), "add(mul(c, a), 0.0)"),
    _blend("select zero or", P.select("c", 0.0, "b"), "add(mul(c:not, b), 0.0)"),
    _blend("select or any zero", P.select("c", "a", 0.0, flags=NSZ), "mul(c, a)"),
    _blend("select any zero or", P.select("c", 0.0, "b", flags=NSZ), "mul(c:not, b)"),
    _blend("select positive or zero", P.select("c", P.var("a", "positive"), 0.0), "mul(c, a)"),
    _blend("select zero or positive", P.select("c", 0.0, P.var("b", "positive")), "mul(c:not, b)"),
    _blend("select or -0", P.select("c", "a", -0.0), "mul(c, a)"),
    _blend("select -0 or", P.select("c", -0.0, "b"), "mul(c:not, b)"),
    _blend("select one or", P.select("c", 1.0, "b"), "add(c, mul(c:not, b))"),
    _blend("select or one", P.select("c", "a", 1.0), "add(c:not, mul(c, a))"),
    _blend("select minus one or", P.select("c", -1.0, "b"), "sub(mul(c:not, b), c)"),
    _blend("select or minus one", P.select("c", "a", -1.0), "sub(mul(c, a), c:not)"),
    # two literals: exact only if their difference is, which the guards check
    _blend("select literals one apart", P.select("c", K, L), "add(c, b)", "foeq(fadd(1.0, b), a)"),
    _blend("select literals one apart, falling", P.select("c", K, L), "sub(b, c)", "foeq(fsub(b, 1.0), a)"),
    _blend("select literals", P.select("c", K, L), "add(mul(c, {fsub(a, b)}), b)", "foeq(fadd(fsub(a, b), b), a)"),
    _blend(
        "select literals, otherwise",
        P.select("c", K, L),
        "add(mul(c:not, {fsub(b, a)}), a)",
        "foeq(fadd(fsub(b, a), a), b)",
    ),
    # x plus a value or zero
    _blend("select to add", P.select("c", P.fadd("x", "y"), "x"), "add(x, mul(c, y))"),
    _blend("select not to add", P.select("c", "x", P.fadd("x", "y")), "add(x, mul(c:not, y))"),
    _blend("select to subtract", P.select("c", P.fsub("x", "y"), "x"), "sub(x, mul(c, y))"),
    _blend("select not to subtract", P.select("c", "x", P.fsub("x", "y")), "sub(x, mul(c:not, y))"),
    # a NaN in x passes through the product with 0.0 from the comparison, so sge may replace the opposite of slt
    _blend("keep from below", P.select(P.folt("x", P.var("k", "number")), 0.0, "x"), "add(mul(sge(x, k), x), 0.0)"),
    _blend("keep from above", P.select(P.folt(P.var("k", "number"), "x"), 0.0, "x"), "add(mul(sge(k, x), x), 0.0)"),
)


SELECTS = (*EXACT, *BLENDS, *extremes())
