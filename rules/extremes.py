"""Rules that turn select(a < b, a, b) and its variants into min or max, for targets whose `min` and `max` prefer
numbers to NaN and order zeros.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gpucc.isa.model import Isa
from gpucc.isa.neutral import NNAN, NSZ
from gpucc.rules.compares import MachineOps
from gpucc.rules.pattern import P, Pattern, Rule

EXTREME = frozenset({"extreme"})


def extremes(isa: Isa) -> Iterator[Rule]:
    """Yield the rules that make a minimum or maximum of a comparison and a select between its operands.

    There is one for every comparison, order of the arms, and set of assumptions. `selects` includes them.

    Select and min differ in two cases. If the operands are unordered, select takes a fixed arm and min takes the
    number, so that arm must be known to be a number. If both are zeros, select takes a fixed arm; min takes -0 and max
    0.
    """
    spell = MachineOps(isa).spell
    for rule in _extremes():
        yield replace(rule, template=spell(rule.template))


def _extremes() -> Iterator[Rule]:
    for op in ("folt", "fole", "fult", "fule"):
        for swapped in (False, True):
            machine = "max" if swapped else "min"
            arms = ("b", "a") if swapped else ("a", "b")
            unordered = arms[0] if op.startswith("fu") else arms[1]
            equal = arms[0] if op.endswith("le") else arms[1]
            yield from _without_zeros(f"{machine} by {op}", op, arms, unordered, f"f{machine}(a, b)")
            for literal in "ab":
                yield from _with_literal(
                    f"{machine} by {op}", op, arms, unordered, literal, _zero_guard(machine, literal == equal)
                )


def _zero_guard(machine: str, literal_wins: bool) -> str:
    """Return a guard for the literal of a comparison and choice that becomes the machine's minimum or maximum. The two
    differ only where both operands are zeros of opposite signs, so the literal must not be zero, or have the sign with
    which both forms choose the same zero.
    """
    sign = "-1.0" if (machine == "min") == literal_wins else "1.0"
    return f"bor(fune(k, 0.0), foeq(copysign(1.0, k), {sign}))"


def _without_zeros(name: str, op: str, arms: tuple[str, str], unordered: str, template: str) -> Iterator[Rule]:
    compare = getattr(P, op)
    number = {v: P.var(v, "number") if v == unordered else P.var(v) for v in "ab"}
    yield Rule(f"{name}, nnan nsz", P.select(compare("a", "b"), *arms, flags=NNAN | NSZ), template)
    yield Rule(f"{name}, compare nnan, nsz", P.select(compare("a", "b", flags=NNAN), *arms, flags=NSZ), template)
    yield Rule(
        f"{name}, number, nsz", P.select(compare(number["a"], number["b"]), *arms, flags=NSZ), template, assume=EXTREME
    )


def _with_literal(
    name: str, op: str, arms: tuple[str, str], unordered: str, literal: str, guard: str
) -> Iterator[Rule]:
    """Yield rules in which `k` is the literal and `x` the other operand of the comparison."""
    compare = getattr(P, op)
    x = "b" if literal == "a" else "a"
    rename = {literal: "k", x: "x"}
    chosen = [rename[arm] for arm in arms]
    template = f"f{name.split()[0]}(x, k)"
    title = f"{name}, literal {'first' if literal == 'a' else 'second'}"

    def operands(*where: str) -> list[Pattern]:
        pattern = {literal: P.var("k", "constant", "number"), x: P.var("x", *where)}
        return [pattern["a"], pattern["b"]]

    if unordered == literal:
        yield Rule(title, P.select(compare(*operands()), *chosen), template, guard=guard, assume=EXTREME)
        return
    yield Rule(f"{title}, nnan", P.select(compare(*operands()), *chosen, flags=NNAN), template, guard=guard)
    yield Rule(f"{title}, compare nnan", P.select(compare(*operands(), flags=NNAN), *chosen), template, guard=guard)
    yield Rule(f"{title}, number", P.select(compare(*operands("number")), *chosen), template, guard=guard)
