"""Rules of the lima vertex processor. It is scalar, each unit has its own ops, and only signs are free.

Accumulators can negate their operands, multipliers their result; selects, the complex and the pass unit have no signs.
A copy of a value, perhaps with the other sign, is written `add(a, -0)`, which is exact: -0 is the negated identity of
the accumulators. Scheduling copies in whichever unit is idle. Costs are slots of the instruction word.

A truth value is 0.0 or 1.0. Selects and branches test whether a number is not zero, so a truth may also be held as any
number that is not zero when it holds (`nonzero`) or when it does not (`zero`), as its opposite (`not`), or as a sum of
truths, at least 1 when one of them holds (`weight`).

Licences. All rules are exact except those marked `approximate`: the processor has no division and no square root, so
both are made of reciprocals, whose error is bounded and assumed (isa.lima_vp.FUNCTION_BOUNDS).
"""

from __future__ import annotations

from gpucc.isa.lima_vp import LIMA_VP
from gpucc.isa.model import Bound, Level
from gpucc.isel.lima_vp_balance import balance
from gpucc.isel.lima_vp_latency import hasten
from gpucc.isel.lima_vp_truths import LOGIC, REPRESENTATIONS, differences
from gpucc.isel.machine import LOCAL_LOAD, LOCAL_STORE, Selected
from gpucc.lowering.graph import NSZ
from gpucc.rules.arrays import ARRAYS
from gpucc.rules.compares import compares
from gpucc.rules.extremes import extremes
from gpucc.rules.pattern import ANY_KIND, APPROXIMATE, P, Rule, Ruleset
from gpucc.rules.signs import signs
from gpucc.rules.truths import choices

# the representation in which a branch needs its condition
BRANCH_CONDITION = "nonzero"
# errors of composed functions, in addition to those of their parts: a power multiplies the error of log2 by its
# exponent, which is below 2^7
FUNCTION_BOUNDS = {
    "sqrt": Bound(relative=2.0**-22),
    "pow": Bound(relative=2.0**-13, absolute=2.0**-148),
    "tan": Bound(relative=2.0**-21, absolute=2.0**-22),
}
# a quotient is a product with the reciprocal, which must be finite: for a divisor below 2^-128 it is not
FUNCTION_DOMAINS = {"reciprocal": (2.0 - 2.0**-23) * 2.0**127, "tan": 2.0**13}

SIGNS = (Rule("negation", P.fneg("a"), "add(-a, -0.0)"),)

MAGNITUDE = "floor(max(a, -a))"
WHOLE = (
    Rule("trunc", P.trunc("a"), f"max(-{MAGNITUDE}, min({MAGNITUDE}, a))", cost=4.0),
    # a multiplier is idle more often than an accumulator
    Rule("trunc, nsz", P.trunc("a", flags=NSZ), f"mul(sign(a), {MAGNITUDE})", cost=3.9),
)

# lowering composes all quotients and roots of these two
FUNCTIONS = (Rule("reciprocal root", P.fdiv(1.0, P.sqrt("a")), "rsqrt(a)", assume=APPROXIMATE),)

SELECTS = (
    Rule("select", P.select("c", "a", "b"), "select(b, c:nonzero, a)"),
    Rule("select the other way round", P.select("c", "a", "b"), "select(a, c:zero, b)"),
    *extremes(LIMA_VP),
)

RULES = (
    *signs(LIMA_VP),
    *SIGNS,
    *WHOLE,
    *FUNCTIONS,
    *compares(LIMA_VP),
    *differences(),
    *LOGIC,
    *choices(LIMA_VP),
    *SELECTS,
    *ARRAYS,
)

# the bounds must be x and y of one load; literals are placed accordingly
LOW, HIGH = P.var("low", "constant"), P.var("high", "constant")
CLAMP = Rule("clamp", P.fmin(P.fmax("a", LOW), HIGH), "clamp(a, low, high)")


def tune(selected: Selected) -> None:
    hasten(selected)
    balance(selected)


def _rules(*more: Rule) -> Ruleset:
    return Ruleset(
        (*RULES, *more),
        frozenset({"select", "clamp"}),
        representations=REPRESENTATIONS,
        index={"vertex": ANY_KIND},
        check=tune,
        ops=(LOCAL_LOAD, LOCAL_STORE),
    )


AGREED = _rules()
DOCUMENTED = _rules(CLAMP)


def rules_of(level: Level) -> Ruleset:
    """Return the rules that rely only on facts at least as sure as `level`."""
    return DOCUMENTED if level == "documented" else AGREED
