"""Selects for targets without such an op whose truths are the numbers 0.0 and 1.0: blends, and cheaper forms of special
cases.

With c = 0.0 or 1.0 the sum c*a + (1-c)*b is the chosen value if both are finite, except that -0 becomes 0 (`assume`
records this; `lowering/guards` keeps infinities and NaNs away). If the arms are the operands of the comparison, min and
max are used instead, provided that NaN and the signs of zeros cannot make a difference.
"""

from __future__ import annotations

from dataclasses import replace

from gpucc.isa.model import Isa
from gpucc.isa.neutral import NSZ, REASSOC
from gpucc.rules.compares import MachineOps
from gpucc.rules.extremes import extremes
from gpucc.rules.pattern import P, Pattern, Rule

BLEND = frozenset({"blend"})


def _blend(name: str, pattern: Pattern, template: str, guard: str | None = None, **more: object) -> Rule:
    return Rule(name, pattern, template, guard=guard, assume=BLEND, **more)  # type: ignore[arg-type]


K, L = P.var("a", "constant"), P.var("b", "constant")
EXACT = (
    Rule("select a sign", P.select("c", P.fneg("x"), "x"), "fmul(x, fsub(1.0, fadd(c, c)))"),
    Rule("select a sign, otherwise", P.select("c", "x", P.fneg("x")), "fmul(x, fsub(fadd(c, c), 1.0))"),
    Rule("or, as a select", P.select("c", 1.0, "b", type="b"), "fmax(c, b)"),
    Rule("and, as a select", P.select("c", "a", 0.0, type="b"), "fmul(c, a)"),
    Rule("or not, as a select", P.select("c", "a", 1.0, type="b"), "fmax(c:not, a)"),
    Rule("and not, as a select", P.select("c", 0.0, "b", type="b"), "fmul(c:not, b)"),
    Rule(
        "select of truths, opposite",
        P.select("c", "a", "b", type="b"),
        "fadd(fmul(c, a:not), fmul(c:not, b:not))",
        yields="not",
    ),
    Rule("select of truths", P.select("c", "a", "b", type="b"), "fadd(fmul(c, a), fmul(c:not, b))"),
)

BLENDS = (
    _blend("select", P.select("c", "a", "b"), "fadd(fmul(c, a), fmul(c:not, b))"),
    # the simplifier makes a choice of x + (y - x) c, which says by this flag that it may be a mixture again
    _blend("select what was mixed", P.select("c", "a", "b", flags=REASSOC), "fadd(b, fmul(c, fsub(a, b)))"),
    _blend("select or zero", P.select("c", "a", 0.0), "fadd(fmul(c, a), 0.0)"),
    _blend("select zero or", P.select("c", 0.0, "b"), "fadd(fmul(c:not, b), 0.0)"),
    _blend("select or any zero", P.select("c", "a", 0.0, flags=NSZ), "fmul(c, a)"),
    _blend("select any zero or", P.select("c", 0.0, "b", flags=NSZ), "fmul(c:not, b)"),
    _blend("select positive or zero", P.select("c", P.var("a", "positive"), 0.0), "fmul(c, a)"),
    _blend("select zero or positive", P.select("c", 0.0, P.var("b", "positive")), "fmul(c:not, b)"),
    _blend("select or -0", P.select("c", "a", -0.0), "fmul(c, a)"),
    _blend("select -0 or", P.select("c", -0.0, "b"), "fmul(c:not, b)"),
    _blend("select one or", P.select("c", 1.0, "b"), "fadd(c, fmul(c:not, b))"),
    _blend("select or one", P.select("c", "a", 1.0), "fadd(c:not, fmul(c, a))"),
    _blend("select minus one or", P.select("c", -1.0, "b"), "fsub(fmul(c:not, b), c)"),
    _blend("select or minus one", P.select("c", "a", -1.0), "fsub(fmul(c, a), c:not)"),
    # two literals: exact only if their difference is, which the guards check
    _blend("select literals one apart", P.select("c", K, L), "fadd(c, b)", "foeq(fadd(1.0, b), a)"),
    _blend("select literals one apart, falling", P.select("c", K, L), "fsub(b, c)", "foeq(fsub(b, 1.0), a)"),
    _blend("select literals", P.select("c", K, L), "fadd(fmul(c, {fsub(a, b)}), b)", "foeq(fadd(fsub(a, b), b), a)"),
    _blend(
        "select literals, otherwise",
        P.select("c", K, L),
        "fadd(fmul(c:not, {fsub(b, a)}), a)",
        "foeq(fadd(fsub(b, a), a), b)",
    ),
    # x plus a value or zero
    _blend("select to add", P.select("c", P.fadd("x", "y"), "x"), "fadd(x, fmul(c, y))"),
    _blend("select not to add", P.select("c", "x", P.fadd("x", "y")), "fadd(x, fmul(c:not, y))"),
    _blend("select to subtract", P.select("c", P.fsub("x", "y"), "x"), "fsub(x, fmul(c, y))"),
    _blend("select not to subtract", P.select("c", "x", P.fsub("x", "y")), "fsub(x, fmul(c:not, y))"),
)


def selects(isa: Isa) -> tuple[Rule, ...]:
    """Return the rules for a target that has no op to select, those of `extremes` included.

    The target needs ops for sums, differences, products, minima, maxima and comparisons, the representation `not`
    (see `truths`), and a number format with `blend_select=True`.
    """
    machine = MachineOps(isa)
    found = (*EXACT, *BLENDS, *_kept(machine), *_replaced(machine))
    return (*(replace(rule, template=machine.spell(rule.template)) for rule in found), *extremes(isa))


def _kept(machine: MachineOps) -> tuple[Rule, ...]:
    """Return rules for a value that is kept on one side of a limit. A NaN in x passes through the product with 0.0 from
    the comparison, so "at least" may replace the opposite of "less"."""
    k = P.var("k", "number")
    below, above = (f"fadd(fmul({machine.at_least(*pair)}, x), 0.0)" for pair in ("xk", "kx"))
    return (
        _blend("keep from below", P.select(P.folt("x", k), 0.0, "x"), below),
        _blend("keep from above", P.select(P.folt(k, "x"), 0.0, "x"), above),
    )


def _replaced(machine: MachineOps) -> tuple[Rule, ...]:
    """Return rules for a literal in place of a zero, or of all that is not above a limit: it is added to zero, and is
    the greater one there. Elsewhere it is 0.0."""
    k, b = P.var("k", "constant"), P.var("b", "constant")
    below = machine.difference("1.0", machine.less("k", "x"))
    zero = machine.compare("foeq", "x", "0.0")
    number, limits = "band(foeq(fsub(b, b), 0.0), fune(b, 0.0))", "band(fole(0.0, k), fole(k, 1.0))"
    greater = "band(fole(0.0, k), band(fole(k, b), folt(0.0, b)))"
    return (
        _blend("replace by one what is not above", P.select(P.folt(k, "x"), "x", 1.0), f"fmax(x, {below})", limits),
        _blend("replace what is not above", P.select(P.folt(k, "x"), "x", b), f"fmax(x, fmul({below}, b))", greater),
        *(
            rule
            for name, pattern, arms in (("", P.foeq("x", 0.0), "bx"), (", otherwise", P.fune("x", 0.0), "xb"))
            for rule in (
                _blend(f"replace zero by one{name}", _chosen(pattern, arms, 1.0), f"fadd(x, {zero})"),
                _blend(f"replace zero{name}", _chosen(pattern, arms, b), f"fadd(x, fmul({zero}, b))", number),
            )
            if zero
        ),
    )


def _chosen(condition: Pattern, arms: str, literal: Pattern | float) -> Pattern:
    """Return the choice among x and a literal, which stands at the place of the letter b."""
    return P.select(condition, *("x" if arm == "x" else literal for arm in arms))
