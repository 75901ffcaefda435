"""Rules for comparisons, booleans and selects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from gpucc.lowering import fold
from gpucc.lowering.graph import BOOL, NNAN, NSZ, Node
from gpucc.lowering.logic import INVERSE
from gpucc.lowering.simplify.facts import is_zero, number
from gpucc.lowering.simplify.integer import UNDEFINED
from gpucc.lowering.simplify.rules import Simplifier
from gpucc.rules.engine import LiteralTest
from gpucc.rules.rewrite import Procedure, Rewrite

# the result of comparing a value with itself: a literal, or whether the value is a number
OF_SAME = {
    "foeq": "ford(x, x)",
    "fole": "ford(x, x)",
    "fueq": "true",
    "fule": "true",
    "fone": "false",
    "folt": "false",
    "fune": "funo(x, x)",
    "fult": "funo(x, x)",
    "ieq": "true",
    "isle": "true",
    "iule": "true",
    "ine": "false",
    "islt": "false",
    "iult": "false",
}
# the ordered form of an unordered comparison without NaN operands, and the preferred form of fone
WITHOUT_NAN = {"fueq": "foeq", "fult": "folt", "fule": "fole", "fone": "fune"}
# opposites except those that are unordered
OPPOSITE = {op: other for op, other in INVERSE.items() if op != "fone"}
EQUAL = ("foeq", "fone", "fueq", "fune")
LESS = ("folt", "fole", "fult", "fule")
TRUTH = {"o": "false", "u": "true"}


# rules that no pattern can express -----------------------------------------------------------------------------------


def compare_choice(s: Simplifier, node: Node) -> Node | None:
    """Simplify (c ? K : L) < M to true, false, c or not c."""
    for k, value in enumerate(node.args):
        other = node.args[1 - k]
        arms = _two_values(value)
        if arms is None or other.op != "const":
            continue
        condition, *numbers = arms
        compare = fold.COMPARES[node.op]
        known = other.attr
        assert isinstance(known, int | float)
        results = [compare(known, number) if k else compare(number, known) for number in numbers]
        if results[0] == results[1]:
            return s.constant(BOOL, results[0])
        return condition if results[0] else s.test(node, "bnot", condition, flags=0)
    return None


def _two_values(node: Node) -> tuple[Node, int | float, int | float] | None:
    """Return a condition and the constants that a value has where it holds and where it does not."""
    if node.op in ("btof", "btoi"):
        yes: int | float = 1.0 if node.op == "btof" else 1 if node.type.bits > 1 else -1
        return node.args[0], yes, 0
    if node.op == "select" and node.type != BOOL:
        condition, a, b = node.args
        if a.op == "const" and b.op == "const":
            assert isinstance(a.attr, int | float)
            assert isinstance(b.attr, int | float)
            return condition, a.attr, b.attr
    return None


# a < b ? a : b is min(a, b) if NaNs and zeros give the same result: fmin returns the number beside a NaN, and -0 for
# two zeros. If the operands are unordered, the select takes `odd`, which is right if it never is NaN. If they are
# equal, it takes `tie`, which is right unless they are zeros of different sign.


def wide_integer(_: Simplifier, node: Node) -> bool:
    return node.type.kind == "i" and node.type.bits > 1


def settled(least: bool) -> Callable[[Simplifier, Node, Node], bool]:
    """Return a test whether zeros of different sign cannot meet, or do no harm.

    One of the two is a literal other than zero, or a zero whose sign makes it, or the other, the right result.
    """
    wins = -1.0 if least else 1.0
    return lambda _, tie, rest: (
        any((number(x) or 0) != 0 for x in (tie, rest)) or is_zero(tie, wins) or is_zero(rest, -wins)
    )


CHOICE_TESTS = {
    test.name: test
    for test in (
        LiteralTest("wide_integer", wide_integer),
        *(
            LiteralTest(
                f"settled_{op}",
                settled(op == "fmin"),
                f"bor(bor(fune({{0}}, 0.0), fune({{1}}, 0.0)), bor(same({{0}}, {wins}), same({{1}}, {loses})))",
            )
            for op, wins, loses in (("fmin", "-0.0", "0.0"), ("fmax", "0.0", "-0.0"))
        ),
    )
}


def extremes() -> Iterator[Rewrite]:
    for compare, (op, arms) in product(LESS, (("fmin", ("x", "y")), ("fmax", ("y", "x")))):
        odd = arms[0] if compare in ("fult", "fule") else arms[1]
        tie, rest = arms if compare in ("fole", "fule") else arms[::-1]
        known = ", ".join(f"{x}@number" if x == odd else x for x in "xy")
        chosen = ", ".join(arms)
        ways = [("nnan", f"{compare}(x, y)", NNAN), ("of numbers", f"{compare}({known})", 0)]
        # unordered comparisons with the flag have become ordered ones
        ways += [("nnan below", f"{compare}(x, y){{nnan}}", 0)] if compare[1] == "o" else []
        for how, condition, flags in ways:
            left, right = f"select({condition}, {chosen})", f"{op}({chosen})"
            yield Rewrite(f"{op} by {compare}, {how}, nsz", left, right, flags=flags | NSZ)
            yield Rewrite(f"{op} by {compare}, {how}", left, right, f"settled_{op}({tie}, {rest})", flags=flags)


# comparisons ----------------------------------------------------------------------------------------------------------
OF_ONE = tuple(Rewrite(f"{op} of one", f"{op}(x, x)", right) for op, right in OF_SAME.items())
OF_NUMBERS = tuple(
    rule
    for op, other in WITHOUT_NAN.items()
    for rule in (
        Rewrite(f"{op}, nnan", f"{op}(x, y)", f"{other}(x, y)", flags=NNAN),
        Rewrite(f"{op} of numbers", f"{op}(x@number, y@number)", f"{other}(x, y)"),
    )
)
WITH_NAN = (
    *(Rewrite(f"{op} with NaN", f"{op}(x, K@nan)", TRUTH[op[1]]) for op in (*EQUAL, *LESS, "ford", "funo")),
    *(Rewrite(f"NaN {op}", f"{op}(K@nan, x)", TRUTH[op[1]]) for op in LESS),
)
NEGATED = (
    *(Rewrite(f"{op} of negations", f"{op}(fneg(x), fneg(y))", f"{op}(x, y)") for op in EQUAL),
    *(Rewrite(f"{op} of negations", f"{op}(fneg(x), fneg(y))", f"{op}(y, x)") for op in LESS),
    *(Rewrite(f"{op} of a negation", f"{op}(fneg(x), K)", f"{op}(x, {{fneg(K)}})") for op in EQUAL),
    *(Rewrite(f"{op} of a negation", f"{op}(fneg(x), K)", f"{op}({{fneg(K)}}, x)") for op in LESS),
    *(Rewrite(f"{op} with a negation", f"{op}(K, fneg(x))", f"{op}(x, {{fneg(K)}})") for op in LESS),
)
MAGNITUDES = (
    Rewrite("magnitude is 0", "foeq(fabs(x), Z@zero)", "foeq(x, Z)"),
    Rewrite("magnitude is not 0", "fune(fabs(x), Z@zero)", "fune(x, Z)"),
    Rewrite("magnitude is at most 0", "fole(fabs(x), Z@zero)", "foeq(x, Z)"),
    Rewrite("magnitude is below 0", "folt(fabs(x), Z@zero)", "false"),
)
# a value that never is NaN needs no test, and its sign does not matter for it
ORDERED = tuple(
    rule
    for op, yes in (("ford", "true"), ("funo", "false"))
    for rule in (
        Rewrite(f"{op}, nnan", f"{op}(x, y)", yes, flags=NNAN),
        Rewrite(f"{op} of numbers", f"{op}(x@number, y@number)", yes),
        Rewrite(f"{op} of a negation", f"m={op}(fneg(x), y)", f"{op}~m(x, y)"),
        Rewrite(f"{op} of a magnitude", f"m={op}(fabs(x), y)", f"{op}~m(x, y)"),
        Rewrite(f"{op} with a number", f"{op}(x, y@number)", f"{op}(x, x)"),
    )
)
SUMS = tuple(
    rule
    for op in ("ieq", "ine")
    for rule in (
        Rewrite(f"{op} of a sum", f"{op}(iadd(x, K), L)", f"{op}(x, {{isub(L, K)}})"),
        Rewrite(f"{op} of a difference and 0", f"{op}(isub(x, y), 0)", f"{op}(x, y)"),
    )
)
# band, bor ------------------------------------------------------------------------------------------------------------
LOGIC = tuple(
    rule
    for op, other, neutral, ruling in (("band", "bor", "true", "false"), ("bor", "band", "false", "true"))
    for rule in (
        Rewrite(f"{op} with {neutral}", f"{op}(c, {neutral})", "c"),
        Rewrite(f"{op} with {ruling}", f"{op}(c, {ruling})", ruling),
        Rewrite(f"{op} of one", f"{op}(c, c)", "c"),
        Rewrite(f"{op} of opposites", f"{op}(c, bnot(c))", ruling),
        Rewrite(f"{op} again", f"{op}(c, m={op}(c, d))", "m"),
        Rewrite(f"{op} absorbs", f"{op}(c, {other}(c, d))", "c"),
        Rewrite(f"{op} of inversions", f"{op}(bnot(c), bnot(d))", f"bnot({other}(c, d))"),
    )
)
# bxor, bnot -----------------------------------------------------------------------------------------------------------
DIFFER = (
    Rewrite("differ from true", "bxor(c, true)", "bnot(c)"),
    Rewrite("differ from false", "bxor(c, false)", "c"),
    Rewrite("differ from itself", "bxor(c, c)", "false"),
    Rewrite("differ from its opposite", "bxor(c, bnot(c))", "true"),
    Rewrite("differ, one inverted", "bxor(bnot(c), d)", "bnot(bxor(c, d))"),
)
INVERT = (
    Rewrite("invert again", "bnot(bnot(c))", "c"),
    *(
        Rewrite(f"invert {op}", f"bnot(m={op}(x, y))", f"{other}~m({'y, x' if swap else 'x, y'})")
        for op, (other, swap) in OPPOSITE.items()
    ),
    Rewrite("invert folt, nnan", "bnot(m=folt(x, y){nnan})", "fole~m(y, x)"),
    Rewrite("invert fole, nnan", "bnot(m=fole(x, y){nnan})", "folt~m(y, x)"),
)
# select ---------------------------------------------------------------------------------------------------------------
SELECT: tuple[Rewrite | Procedure, ...] = (
    Rewrite("choose by true", "select(true, x, y)", "x"),
    Rewrite("choose by false", "select(false, x, y)", "y"),
    Rewrite("choose among one", "select(c, x, x)", "x"),
    Rewrite("choose, else undefined", "select(c, x, undef())", "x", licence=UNDEFINED),
    Rewrite("choose undefined, or else", "select(c, undef(), x)", "x", licence=UNDEFINED),
    Rewrite("choose by an inversion", "select(bnot(c), x, y)", "select(c, y, x)"),
    Rewrite("choose itself or", "select(c, c, d)", "bor~0(c, d)"),
    Rewrite("choose true or", "select(c, true, d:b)", "bor~0(c, d)"),
    Rewrite("choose else itself", "select(c, d, c)", "band~0(c, d)"),
    Rewrite("choose else false", "select(c, d:b, false)", "band~0(c, d)"),
    Rewrite("choose false or", "select(c, false, d:b)", "band~0(bnot~0(c), d)"),
    Rewrite("choose else true", "select(c, d:b, true)", "bor~0(bnot~0(c), d)"),
    Rewrite("choose 1 or 0", "select(c, I@one, Z@zero@positive)", "btof~0(c)"),
    Rewrite("choose 0 or 1", "select(c, Z@zero@positive, I@one)", "btof~0(bnot~0(c))"),
    Rewrite("choose the integers 1 or 0", "r=select(c, 1, 0)", "btoi~0(c)", "wide_integer(r)"),
    Rewrite("choose the integers 0 or 1", "r=select(c, 0, 1)", "btoi~0(bnot~0(c))", "wide_integer(r)"),
    # the divisor that gpucc's front ends write instead of zero; LLVM makes the unsigned maximum of x and 1 of it
    Rewrite("choose 1 for 0", "select(c=ieq(x, 0), 1, x)", "iadd~0(x, btoi~0(c))", "wide_integer(x)"),
    Rewrite(
        "choose 1 for 0, compared", "select(iult(x, 1), 1, x)", "iadd~0(x, btoi~0(ieq~0(x, 0)))", "wide_integer(x)"
    ),
    Rewrite("choose, chosen before", "select(c, select(c, x, y), z)", "select(c, x, z)"),
    Rewrite("choose, refused before", "select(c, x, select(c, y, z))", "select(c, x, z)"),
    Rewrite("choose by both", "select(c, m=select(d, x, y), y)", "select~&m(band~0(c, d), x, y)"),
    Rewrite("choose by either", "select(c, x, m=select(d, x, y))", "select~&m(bor~0(c, d), x, y)"),
    Rewrite("choose among negations", "select(c, fneg(x), fneg(y))", "fneg(select(c, x, y))"),
    # NaN may have any sign
    *(
        rule
        for op in LESS
        for rule in (
            Rewrite(f"magnitude by {op}", f"select({op}(x, Z@zero), fneg(x), x)", "fabs(x)", flags=NSZ),
            Rewrite(f"no magnitude by {op}", f"select({op}(x, Z@zero), x, fneg(x))", "fneg(fabs(x))", flags=NSZ),
            Rewrite(f"magnitude by 0 {op}", f"select({op}(Z@zero, x), x, fneg(x))", "fabs(x)", flags=NSZ),
            Rewrite(f"no magnitude by 0 {op}", f"select({op}(Z@zero, x), fneg(x), x)", "fneg(fabs(x))", flags=NSZ),
        )
    ),
    *extremes(),
)
COMPARES: tuple[Rewrite | Procedure, ...] = (
    *OF_ONE,
    *OF_NUMBERS,
    *WITH_NAN,
    *NEGATED,
    *MAGNITUDES,
    *ORDERED,
    Procedure("compare choice", (*EQUAL, *LESS, "islt", "isle", "iult", "iule", "ieq", "ine"), compare_choice),
    *SUMS,
)
CHOICE_RULES = (*COMPARES, *LOGIC, *DIFFER, *INVERT, *SELECT)
