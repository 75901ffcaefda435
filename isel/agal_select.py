"""Choosing on AGAL, which has no select: blends, and the forms that cost less.

With c = 0.0 or 1.0 the sum c*a + (1-c)*b is the chosen one, as long as both are finite; a chosen -0 becomes 0
(`assume` says so). Where the arms are those of the comparison, min and max do it, if NaN and zeros cannot tell.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpucc.isel.pattern import P, Pattern, Rule
from gpucc.lowering.graph import NNAN, NSZ

BLEND = frozenset({"blend"})


def _blend(name: str, pattern: Pattern, template: str, guard: str | None = None, **more: object) -> Rule:
    return Rule(name, pattern, template, guard=guard, assume=BLEND, **more)  # type: ignore[arg-type]


K, L = P.var("a", "constant"), P.var("b", "constant")
EXACT = (
    Rule("select one or zero", P.select("c", 1.0, 0.0), "c"),
    Rule("select zero or one", P.select("c", 0.0, 1.0), "c:not"),
    Rule("select a sign", P.select("c", P.fneg("x"), "x"), "mul(x, sub(1.0, add(c, c)))"),
    Rule("select a sign, otherwise", P.select("c", "x", P.fneg("x")), "mul(x, sub(add(c, c), 1.0))"),
    Rule("sign", P.select(P.folt("x", 0.0), -1.0, P.btof(P.folt(0.0, "x"))), "sub(slt(0.0, x), slt(x, 0.0))"),
    Rule("sign, positive first", P.select(P.folt(0.0, "x"), 1.0, P.select(P.folt("x", 0.0), -1.0, 0.0)), "sub(slt(0.0, x), slt(x, 0.0))"),
    Rule("sign, negative first", P.select(P.folt("x", 0.0), -1.0, P.select(P.folt(0.0, "x"), 1.0, 0.0)), "sub(slt(0.0, x), slt(x, 0.0))"),
    Rule("or, as a select", P.select("c", 1.0, "b", type="b"), "max(c, b)"),
    Rule("and, as a select", P.select("c", "a", 0.0, type="b"), "mul(c, a)"),
    Rule("or not, as a select", P.select("c", "a", 1.0, type="b"), "max(c:not, a)"),
    Rule("and not, as a select", P.select("c", 0.0, "b", type="b"), "mul(c:not, b)"),
    Rule("select of truths, opposite", P.select("c", "a", "b", type="b"), "add(mul(c, a:not), mul(c:not, b:not))", yields="not"),
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
    # literals: exact only where the difference is; checked with the literals at hand
    _blend("select literals one apart", P.select("c", K, L), "add(c, b)", "foeq(fadd(1.0, b), a)"),
    _blend("select literals one apart, falling", P.select("c", K, L), "sub(b, c)", "foeq(fsub(b, 1.0), a)"),
    _blend("select literals", P.select("c", K, L), "add(mul(c, {fsub(a, b)}), b)", "foeq(fadd(fsub(a, b), b), a)"),
    _blend("select literals, otherwise", P.select("c", K, L), "add(mul(c:not, {fsub(b, a)}), a)", "foeq(fadd(fsub(b, a), a), b)"),
    # x plus something or nothing
    _blend("select to add", P.select("c", P.fadd("x", "y"), "x"), "add(x, mul(c, y))"),
    _blend("select not to add", P.select("c", "x", P.fadd("x", "y")), "add(x, mul(c:not, y))"),
    _blend("select to subtract", P.select("c", P.fsub("x", "y"), "x"), "sub(x, mul(c, y))"),
    _blend("select not to subtract", P.select("c", "x", P.fsub("x", "y")), "sub(x, mul(c:not, y))"),
    # a NaN in x comes through the product with 0.0 that the comparison gives, so sge may stand for the opposite of slt
    _blend("keep from below", P.select(P.folt("x", P.var("k", "number")), 0.0, "x"), "add(mul(sge(x, k), x), 0.0)"),
    _blend("keep from above", P.select(P.folt(P.var("k", "number"), "x"), 0.0, "x"), "add(mul(sge(k, x), x), 0.0)"),
)


def _extremes() -> Iterator[Rule]:
    """select(a < b, a, b) and its relatives as min or max.

    They differ in two cases. If the operands are unordered, select takes one arm whatever it is, min the number:
    that arm must be known to be a number. If both are zeros, select takes one arm, min takes -0 and max 0.
    """
    for op in ("folt", "fole", "fult", "fule"):
        for swapped in (False, True):
            machine = "max" if swapped else "min"
            arms = ("b", "a") if swapped else ("a", "b")
            unordered = arms[0] if op.startswith("fu") else arms[1]
            equal = arms[0] if op.endswith("le") else arms[1]
            yield from _without_zeros(f"{machine} by {op}", op, arms, unordered, f"{machine}(a, b)")
            for literal in "ab":
                yield from _with_literal(f"{machine} by {op}", op, arms, unordered, literal, _zero_guard(machine, literal == equal))


def _zero_guard(machine: str, literal_wins: bool) -> str:
    """Literals for which the choice among equal zeros is that of min or max: not zero, or zero of the right sign."""
    sign = "-1.0" if (machine == "min") == literal_wins else "1.0"
    return f"bor(fune(k, 0.0), foeq(copysign(1.0, k), {sign}))"


def _without_zeros(name: str, op: str, arms: tuple[str, str], unordered: str, template: str) -> Iterator[Rule]:
    compare = getattr(P, op)
    number = {v: P.var(v, "number") if v == unordered else P.var(v) for v in "ab"}
    yield Rule(f"{name}, nnan nsz", P.select(compare("a", "b"), *arms, flags=NNAN | NSZ), template)
    yield Rule(f"{name}, compare nnan, nsz", P.select(compare("a", "b", flags=NNAN), *arms, flags=NSZ), template)
    yield Rule(f"{name}, number, nsz", P.select(compare(number["a"], number["b"]), *arms, flags=NSZ), template)


def _with_literal(name: str, op: str, arms: tuple[str, str], unordered: str, literal: str, guard: str) -> Iterator[Rule]:
    """`k` is the literal, `x` the other operand of the comparison."""
    compare = getattr(P, op)
    x = "b" if literal == "a" else "a"
    rename = {literal: "k", x: "x"}
    chosen = [rename[arm] for arm in arms]
    template = f"{name.split()[0]}(x, k)"
    title = f"{name}, literal {'first' if literal == 'a' else 'second'}"

    def operands(*where: str) -> list[Pattern]:
        pattern = {literal: P.var("k", "constant", "number"), x: P.var("x", *where)}
        return [pattern["a"], pattern["b"]]

    if unordered == literal:
        yield Rule(title, P.select(compare(*operands()), *chosen), template, guard=guard)
        return
    yield Rule(f"{title}, nnan", P.select(compare(*operands()), *chosen, flags=NNAN), template, guard=guard)
    yield Rule(f"{title}, compare nnan", P.select(compare(*operands(), flags=NNAN), *chosen), template, guard=guard)
    yield Rule(f"{title}, number", P.select(compare(*operands("number")), *chosen), template, guard=guard)


SELECTS = (*EXACT, *BLENDS, *_extremes())
