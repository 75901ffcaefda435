"""Rules of PICA200's vertex shader: vectors with free signs on operands, no select, no equality, no absolute value.

A truth value is 0.0 or 1.0, or held as its opposite (`not`). Selects are blends, `mad(c, a, mul(1 - c, b))`: the format
has no -0, and zero times infinity is zero, so a blend returns the chosen operand whatever the other is, unless that is
NaN. Sums are never fused: mad rounds its product, and dot products add from x to w.

Licences. All rules are exact in the target's format except those marked `approximate`: rsq for 1/sqrt, in one step.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gpucc.isa.model import Bound
from gpucc.isa.neutral import REASSOC
from gpucc.isa.pica200 import PICA200, PicaIsa
from gpucc.rules.compares import compares
from gpucc.rules.extremes import extremes
from gpucc.rules.pattern import ANY_KIND, APPROXIMATE, P, Pattern, Representation, Rule, Ruleset
from gpucc.rules.signs import signs
from gpucc.rules.sums import PRODUCTS, free_pairs, free_sum, in_order, sums
from gpucc.rules.truths import choices, truths

BLEND = frozenset({"blend"})


def for_selection(isa: PicaIsa) -> PicaIsa:
    """Return the record as selection sees it: without effects, and without ops whose components have different
    meanings.
    """
    return replace(isa, ops=tuple(op for op in isa.ops if op.result in ("each", "broadcast") and not op.effect))


# Errors of composed functions. rcp, rsq, ex2 and lg2 are accurate to 2^-15 (assumed); each step of the format adds
# 2^-17. A power multiplies the error of log2 by its exponent, which is below 2^6.
FUNCTION_BOUNDS = {
    "fdiv": Bound(relative=2.0**-13),
    "sqrt": Bound(relative=2.0**-13),
    "pow": Bound(relative=2.0**-8, absolute=2.0**-62),
    "exp": Bound(relative=2.0**-8, absolute=2.0**-62),
    "log": Bound(relative=2.0**-13),
    "log10": Bound(relative=2.0**-13),
    "sin": Bound(absolute=2.0**-13),
    "cos": Bound(absolute=2.0**-13),
    "tan": Bound(relative=2.0**-12, absolute=2.0**-12),
    "asin": Bound(relative=2.0**-12, absolute=2.0**-13),
    "acos": Bound(relative=2.0**-12, absolute=2.0**-13),
    "atan": Bound(relative=2.0**-12),
    "atan2": Bound(relative=2.0**-12),
    "sinh": Bound(relative=2.0**-8),
    "cosh": Bound(relative=2.0**-8),
    "tanh": Bound(relative=2.0**-8),
}
# a quotient is a product with the reciprocal, which must be finite
FUNCTION_DOMAINS = {
    "reciprocal": 2.0**62, "sin": 2.0**5, "cos": 2.0**5, "tan": 2.0**5, "frem": 2.0**14, "ldexp": 183.0,
}  # fmt: skip

REPRESENTATIONS = (Representation("not", value="btof(bnot(c))"),)

SIGNS = (
    Rule("sum with nothing", P.fadd("a", 0.0), "a"),
    Rule("negation", P.fneg("a"), "mov(-a)"),
    Rule("product less something", P.fsub(P.fmul("a", "b"), "c"), "mad(a, b, -c)"),
    Rule("something less a product", P.fsub("c", P.fmul("a", "b")), "mad(-a, b, c)"),
    Rule("product less something, constant last", P.fsub(P.fmul("a", "b"), "c"), "madi(a, b, -c)", cost=1.0625),
    Rule("something less a product, constant first", P.fsub("c", P.fmul("a", "b")), "madi(-a, b, c)", cost=1.0625),
    Rule("negated sum with a product", P.fneg(P.fadd(P.fmul("a", "b"), "c")), "mad(-a, b, -c)"),
    Rule(
        "negated sum with a product, constant last",
        P.fneg(P.fadd(P.fmul("a", "b"), "c")),
        "madi(a, -b, -c)",
        cost=1.0625,
    ),
    Rule("ceil", P.ceil("a"), "mov(-flr(-a))"),
    Rule("negated ceil", P.fneg(P.ceil("a")), "flr(-a)"),
)

FUNCTIONS = (Rule("reciprocal root", P.fdiv(1.0, P.sqrt("a")), "rsq(a)", assume=APPROXIMATE),)

# sums of products -----------------------------------------------------------------------------------------------------


X, Y, Z, W = PRODUCTS
LAST = P.var("b.w")
# sums without one term, whose factor is the literal 0: a second use of b.y takes its place; in free order, because a
# bit-exact proof takes minutes
NOTHING = "zero times b.y adds 0 to a sum that has b.y in it, which keeps an infinity or NaN, and no sum is -0"
START = "a sum that starts from 0, as a loop writes it, is the same number, because there is no -0"
ZERO_IN_DPH = "([a.x, a.y, 0.0], [b.x, b.y, b.y, b.w])"


def _sums() -> Iterator[Rule]:
    """Yield rules; the operand that reads uniforms comes first in dph and dp3, last in dphi."""
    for op in ("dph", "dphi"):
        yield Rule(f"{op}, free order", free_sum([X, Y, Z, LAST]), f"{op}(a, b)")
        yield Rule(f"{op} from the end", free_sum([LAST, X, Y, Z]), f"{op}(a, b)")
        yield Rule(f"{op} of pairs", free_pairs([X, Y, Z, LAST]), f"{op}(a, b)")
        yield Rule(f"{op} with a zero", free_sum([X, Y, LAST]), f"{op}{ZERO_IN_DPH}", why=NOTHING)
        yield Rule(f"{op} with a zero from the end", free_sum([LAST, X, Y]), f"{op}{ZERO_IN_DPH}", why=NOTHING)
    yield Rule("dp3 with a zero", free_sum([X, Y]), "dp3([a.x, a.y, 0.0], [b.x, b.y, b.y])", why=NOTHING)
    yield Rule("dp3 with a zero, turned", free_sum([X, Y]), "dp3([b.x, b.y, b.y], [a.x, a.y, 0.0])", 1.0, why=NOTHING)
    for op, products in (("dp3", [X, Y, Z]), ("dp4", [X, Y, Z, W])):
        total = in_order([P.fadd(X, 0.0), *products[1:]])
        yield Rule(f"{op} from zero", total, f"{op}(a, b)", why=START)
        yield Rule(f"{op} from zero, turned", total, f"{op}(b, a)", 1.0, why=START)


SUMS = tuple(_sums())

# selects --------------------------------------------------------------------------------------------------------------


def _blend(name: str, pattern: Pattern, template: str, guard: str | None = None) -> Rule:
    return Rule(name, pattern, template, guard=guard, assume=BLEND)


K, L = P.var("a", "constant"), P.var("b", "constant")
CHOICES = (
    Rule("select a sign", P.select("c", P.fneg("x"), "x"), "mul(x, add(1.0, -add(c, c)))"),
    Rule("select a sign, otherwise", P.select("c", "x", P.fneg("x")), "mul(x, add(add(c, c), -1.0))"),
    Rule("or, as a select", P.select("c", 1.0, "b", type="b"), "max(c, b)"),
    Rule("and, as a select", P.select("c", "a", 0.0, type="b"), "mul(c, a)"),
    Rule("or not, as a select", P.select("c", "a", 1.0, type="b"), "max(c:not, a)"),
    Rule("and not, as a select", P.select("c", 0.0, "b", type="b"), "mul(c:not, b)"),
    Rule(
        "select of truths, opposite",
        P.select("c", "a", "b", type="b"),
        "mad(c, a:not, mul(c:not, b:not))",
        yields="not",
    ),
    Rule("select of truths", P.select("c", "a", "b", type="b"), "mad(c, a, mul(c:not, b))"),
    _blend("select", P.select("c", "a", "b"), "mad(c, a, mul(c:not, b))"),
    _blend("select what was mixed", P.select("c", "a", "b", flags=REASSOC), "mad(c, add(a, -b), b)"),
    _blend("select or zero", P.select("c", "a", 0.0), "mul(c, a)"),
    _blend("select zero or", P.select("c", 0.0, "b"), "mul(c:not, b)"),
    _blend("select one or", P.select("c", 1.0, "b"), "mad(c:not, b, c)"),
    _blend("select or one", P.select("c", "a", 1.0), "mad(c, a, c:not)"),
    _blend("select minus one or", P.select("c", -1.0, "b"), "mad(c:not, b, -c)"),
    _blend("select or minus one", P.select("c", "a", -1.0), "mad(c, a, -c:not)"),
    # two literals: exact only if their difference is, which the guards check
    _blend("select literals one apart", P.select("c", K, L), "add(c, b)", "foeq(fadd(1.0, b), a)"),
    _blend("select literals one apart, falling", P.select("c", K, L), "add(b, -c)", "foeq(fsub(b, 1.0), a)"),
    _blend("select to add", P.select("c", P.fadd("x", "y"), "x"), "mad(c, y, x)"),
    _blend("select not to add", P.select("c", "x", P.fadd("x", "y")), "mad(c:not, y, x)"),
    _blend("select to subtract", P.select("c", P.fsub("x", "y"), "x"), "mad(-c, y, x)"),
    _blend("select not to subtract", P.select("c", "x", P.fsub("x", "y")), "mad(-c:not, y, x)"),
)

PICA200_RULES = Ruleset(
    rules=(
        *signs(PICA200),
        *SIGNS,
        *FUNCTIONS,
        *SUMS,
        *sums(PICA200),
        *compares(PICA200),
        *truths(PICA200),
        *choices(PICA200),
        *CHOICES,
        *extremes(PICA200),
    ),
    representations=REPRESENTATIONS,
    index={"vertex": ANY_KIND},
)
