"""Rules of the lima fragment processor. Signs of operands and clamps of results are free; sums of three and four are
one op.

Where several units have the same op, rules name one of them (`REPEATED` are the others); scheduling finds units by
meaning. Dot products are products, then `sum3` or `sum4`. `sin` and `cos` count whole turns. Costs are slots of the
instruction.

Licences. All rules are exact except those marked `approximate`: quotients, roots and circular functions come from units
with bounded errors (FUNCTION_BOUNDS), and sums may be regrouped where flags allow it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from gpucc.isa.lima_pp import ANYWHERE, LIMA_PP
from gpucc.isa.model import LETTERS, Bound, Level, Op
from gpucc.isa.pipeline import PipeIsa
from gpucc.isel.lima_pp_shading import PSEUDO_OPS, SHADING, finish
from gpucc.isel.lima_pp_truths import ANY_NUMBER, COMPARES, LOGIC, OR3, OR4, REPRESENTATIONS
from gpucc.isel.machine import LOCAL_LOAD, LOCAL_STORE
from gpucc.lowering.graph import NNAN, NSZ, REASSOC
from gpucc.rules.arrays import ARRAYS
from gpucc.rules.extremes import extremes
from gpucc.rules.pattern import APPROXIMATE, P, Rule, Ruleset
from gpucc.rules.remainders import remainder
from gpucc.rules.semantics import machine_ops, parse
from gpucc.rules.signs import signs
from gpucc.rules.truths import choices

# The representation in which a branch needs its condition: a truth, or a comparison that only branches make. Other
# numbers cannot be used directly, because a branch treats NaN as zero and a truth does not
BRANCH_CONDITION = "asked"
# The largest errors of functions in halves, including those of their parts; docs/lima-pp.md derives them


def _bound(relative: float = 0.0, absolute: float = 0.0) -> Bound:
    return Bound(relative, absolute, total=True)


FUNCTION_BOUNDS = {
    "fdiv": _bound(relative=2.0**-9),
    "sin": _bound(absolute=2.0**-7),
    "cos": _bound(absolute=2.0**-7),
    "tan": _bound(relative=2.0**-9, absolute=2.0**-7),
    "exp": _bound(relative=2.0**-6),
    "log": _bound(relative=2.0**-9),
    "log10": _bound(relative=2.0**-9),
    "pow": _bound(relative=2.0**-5),
    "asin": _bound(relative=2.0**-8, absolute=2.0**-9),
    "acos": _bound(relative=2.0**-8, absolute=2.0**-9),
    "atan": _bound(relative=2.0**-8),
    "atan2": _bound(relative=2.0**-8),
    "sinh": _bound(relative=2.0**-6),
    "cosh": _bound(relative=2.0**-6),
    "tanh": _bound(relative=2.0**-7),
    "frem": _bound(relative=2.0**-8),
}
FUNCTION_DOMAINS = {"reciprocal": 65504.0, "sin": 8.0, "cos": 8.0, "tan": 8.0, "frem": 2.0**9, "ldexp": 39.0}
# ops with the same meaning as an earlier one
REPEATED = frozenset("scale add_ne add_gt add_ge add_eq scalar_max add_max add_mov combine_mov sel".split())
TURN = 0.15915494309189535

# the branch's test for unequal numbers is false for NaN, unlike that of the other units
DIFFER = Op("differ", 0, LIMA_PP.op("ne").operands, semantics=("btof(fone(a, b))",), stages=LIMA_PP.stages)
BRANCHES = (
    Rule("asked by a branch", P.var("c", type="b"), "c", yields="asked"),
    Rule("ordered and different, asked by a branch", P.fone("a", "b"), "differ(a, b)", yields="asked"),
    Rule("different, no NaN, asked by a branch", P.fune("a", "b", flags=NNAN), "differ(a, b)", yields="asked"),
    Rule("not equal, no NaN, asked by a branch", P.bnot(P.foeq("a", "b", flags=NNAN)), "differ(a, b)", yields="asked"),
    Rule(
        "different numbers, asked by a branch",
        P.fune(P.var("a", "number"), P.var("b", "number")),
        "differ(a, b)",
        yields="asked",
    ),
    # a sum of truths never is NaN
    *(
        Rule(f"or of {count}, asked by a branch", pattern, f"differ(sum{count}([{lanes}]), 0.0)", yields="asked")
        for count, pattern, lanes in ((3, OR3, "p, q, r"), (4, OR4, "p, q, r, s"))
    ),
)

LIMITS = (
    Rule("saturated copy", P.fmin(P.fmax("a", 0.0), 1.0), "mov(a):sat"),
    Rule("saturated, upper bound first", P.fmax(P.fmin("a", 1.0, flags=NNAN), 0.0), "a:sat"),
    Rule("saturated number, upper bound first", P.fmax(P.fmin(P.var("a", "number"), 1.0), 0.0), "a:sat"),
    Rule("saturated copy, upper bound first", P.fmax(P.fmin("a", 1.0, flags=NNAN), 0.0), "mov(a):sat"),
    Rule("saturated copy of a number, upper bound first", P.fmax(P.fmin(P.var("a", "number"), 1.0), 0.0), "mov(a):sat"),
    Rule("copy that is not negative", P.fmax("a", 0.0), "mov(a):pos"),
    Rule("whole part", P.trunc("a"), "mov(a):int"),
)

# lowering makes a quotient a product with the reciprocal
FUNCTIONS = (
    Rule("reciprocal root", P.fdiv(1.0, P.sqrt("a")), "rsqrt(a)", assume=APPROXIMATE),
    Rule("sine", P.sin("a"), f"sin(mul(a, {TURN}))", assume=APPROXIMATE),
    Rule("cosine", P.cos("a"), f"cos(mul(a, {TURN}))", assume=APPROXIMATE),
)

# the combine unit computes an arc tangent in two steps, which the scheduler expands; documented too poorly for most
# levels of `facts=`
ANGLES = (
    Op("arc_tangent", 0, LIMA_PP.op("atan_pt1").operands, effect="atan", stages=LIMA_PP.stages),
    Op("arc_tangent_of_two", 0, LIMA_PP.op("atan2_pt1").operands, effect="atan2", stages=LIMA_PP.stages),
)
ARC_TANGENTS = (
    Rule("arc tangent", P.atan("a"), "arc_tangent(a)", assume=APPROXIMATE),
    Rule("arc tangent of a quotient", P.atan2("y", "x"), "arc_tangent_of_two(y, x)", assume=APPROXIMATE),
)


def _of_products() -> Iterable[Rule]:
    """Yield rules for angles that already are products with a literal.

    If the literal is nearly 2 pi, no product is left. The product in the source is then not rounded, which may change a
    large angle considerably.
    """
    scaled = P.fmul("a", P.var("k", "constant"), flags=REASSOC)
    turns = f"fmul(k, {TURN})"
    near = f"fole(fabs(fsub({turns}, 1.0)), {2.0**-11})"
    for name, pattern in (("sin", P.sin(scaled)), ("cos", P.cos(scaled))):
        yield Rule(f"{name} of a product", pattern, f"{name}(mul(a, {{{turns}}}))", assume=APPROXIMATE)
        yield Rule(f"{name} of turns", pattern, f"{name}(a)", guard=near, assume=APPROXIMATE)


K, L = P.var("k", "constant"), P.var("l", "constant")
SELECTS = (
    Rule("select", P.select("c", "a", "b"), "sel(a, b, c:nonzero)"),
    Rule("select the other way round", P.select("c", "a", "b"), "sel(b, a, c:zero)"),
    # a select takes one condition for all components, a product one for each
    *(
        Rule(
            f"select a literal or zero{more}",
            P.select("c", *sides),
            f"mul({truth}, k)",
            guard="band(folt(0.0, k), fole(k, 65504.0))",
        )
        for more, sides, truth in (("", (K, 0.0), "c"), (", the other way round", (0.0, K), "c:not"))
    ),
    # x + (y - x) t is a select if t is a truth; the flags leave its value for infinities open
    *(
        Rule(
            name, P.fadd(P.fmul(other, P.var("t", "truth"), flags=NNAN | NSZ), a), template, guard=guard, flags=REASSOC
        )
        for name, other, a, template, guard in (
            ("mixture by a truth", P.fsub("b", "a"), P.var("a"), "sel(b, a, t)", None),
            ("mixture with a literal by a truth", P.fadd("b", L), K, "sel(b, k, t)", "foeq(fadd(k, l), 0.0)"),
        )
    ),
    Rule("or, as a select", P.select("c", 1.0, "b", type="b"), "max(c, b)"),
    Rule("and, as a select", P.select("c", "a", 0.0, type="b"), "mul(c, a)"),
)


X, Y, Z, W = (P.var(f"a.{lane}") for lane in LETTERS)
PX, PY, PZ, PW = (P.var(f"a.{lane}", "product") for lane in LETTERS)
SMALL = "fole(fabs(fmul(k, l)), 4.0)"
# products come before sums in an instruction, so sums that flags allow to be reordered this way fit in one
ORDER = tuple(
    Rule(name, pattern, template, cost, guard, REASSOC)
    for name, pattern, template, cost, guard in (
        (
            "mixture by a literal",
            P.fadd(P.fmul(P.fsub("b", "a"), K), "a"),
            "add(mul(a, {fsub(1.0, k)}), mul(b, k))",
            2.9,
            None,
        ),
        ("product of a sum", P.fmul(P.fadd("a", K), L), "add(mul(a, l), {fmul(k, l)})", 1.9, SMALL),
        ("product of a difference", P.fmul(P.fsub("a", K), L), "add(mul(a, l), {fneg(fmul(k, l))})", 1.9, SMALL),
        (
            "product of a difference from a literal",
            P.fmul(P.fsub(K, "a"), L),
            "add({fmul(k, l)}, -mul(a, l))",
            1.9,
            SMALL,
        ),
    )
)
SUMS = (
    Rule("sum of pairs", P.fadd(P.fadd(X, Y), P.fadd(Z, W)), "sum4(a)", flags=REASSOC),
    # sums for dot products only; other sums are more often needed in all lanes of a vector than in one
    Rule("negated sum of three", P.fneg(P.fadd(P.fadd(PX, PY), PZ), flags=NSZ), "sum3([-a.x, -a.y, -a.z])"),
    Rule(
        "negated sum of four",
        P.fneg(P.fadd(P.fadd(P.fadd(PX, PY), PZ), PW), flags=REASSOC),
        "sum4([-a.x, -a.y, -a.z, -a.w])",
    ),
    Rule("less three", P.fsub(P.fsub(P.fsub("b", PX), PY), PZ), "add(b, -sum3(a))", flags=REASSOC),
    Rule("less four", P.fsub(P.fsub(P.fsub(P.fsub("b", PX), PY), PZ), PW), "add(b, -sum4(a))", flags=REASSOC),
)

RULES = (
    *BRANCHES,
    *signs(LIMA_PP),
    *ORDER,
    *LIMITS,
    *FUNCTIONS,
    *_of_products(),
    *COMPARES,
    *LOGIC,
    *choices(LIMA_PP),
    *SELECTS,
    *extremes(LIMA_PP),
    *SUMS,
    remainder("fract"),
    *SHADING,
    *ARRAYS,
)
# facts that selection need not rely on, unless something else requires the ops that they allow
OPTIONAL = frozenset({"mul-shift", "logic", "mul-min-max", "add-compares", "combine-mov", "combine-vector"})


@cache
def isa_of(level: Level) -> PipeIsa:
    """Return the processor with the ops that selection may use under `level`."""
    return replace(LIMA_PP, ops=tuple(op for op in LIMA_PP.ops if not _avoided(op, level)))


def _avoided(op: Op, level: Level) -> bool:
    return op.fact is not None and op.fact.name in OPTIONAL and not op.fact.holds(level)


@cache
def rules_of(level: Level) -> Ruleset:
    """Return the rules that avoid facts less sure than `level`, where there is an alternative."""
    known = {op.name for op in isa_of(level).ops}
    angles = ARC_TANGENTS if LIMA_PP.fact("atan").holds(level) else ()
    rules = [_without_min(rule) if "min" not in known else rule for rule in (*RULES, *ANY_NUMBER, *angles)]
    return Ruleset(
        tuple(rule for rule in rules if set(machine_ops(parse(rule.template))) <= known | PSEUDO),
        REPEATED if "min" not in known else REPEATED | {"add_min"},
        representations=REPRESENTATIONS,
        index={"fragment": frozenset({"temporary", "input"})},
        check=finish,
        ops=OTHERS,
    )


# an access at a constant index has its address in the instruction
LOCAL = tuple(
    replace(op, operands=(replace(op.operands[0], accepts=ANYWHERE), *op.operands[1:]))
    for op in (LOCAL_LOAD, LOCAL_STORE)
)
OTHERS = (*PSEUDO_OPS, *ANGLES, DIFFER, *LOCAL)
PSEUDO = {op.name for op in OTHERS}


def _without_min(rule: Rule) -> Rule:
    """Return the rule with minima computed by the adders."""
    return replace(rule, template=re.sub(r"\bmin\(", "add_min(", rule.template))
