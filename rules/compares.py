"""Rules for comparisons, derived from the ops that a target has: what NaN does to a comparison is thought through here,
once.

A target compares two numbers by ops whose meaning is `btof` of a neutral comparison; of these, "less" and "at least"
must be among them. They are false for NaN, so the comparisons that are true for NaN are the opposites of theirs: an op
that computes a truth serves its opposite in the representation `not`. Equality and difference, where there is no op,
are made of the two: in both directions at least, in one direction less.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpucc.errors import UsageError
from gpucc.isa.model import Isa, Op
from gpucc.isa.neutral import NNAN
from gpucc.rules.pattern import Operation, P, Rule

# the comparison that is true just where this one is not, of exchanged operands where the sign says so
OPPOSITE = {"foeq": "fune", "fune": "foeq", "fult": "-fole", "fule": "-folt"}


class MachineOps:
    """How a target computes what rules are made of, as text of templates."""

    def __init__(self, isa: Isa) -> None:
        self.isa = isa

    def op(self, meaning: str) -> Op | None:
        """The first op of this meaning that a program can have."""
        found = (op for op in self.isa.computed() if op.semantics == (meaning,) and op.versions and not op.effect)
        return next(found, None)

    def has_places(self, op: Op | None) -> bool:
        """True if its operands come from different places, so that their order matters."""
        return op is not None and len({operand.accepts for operand in op.operands}) > 1

    def compare(self, op: str, a: str, b: str) -> str:
        """The op that compares so, its operands in its own order; nothing if there is none."""
        if (machine := self.op(f"btof({op}(a, b))")) is not None:
            return f"{machine.name}({a}, {b})"
        if (machine := self.op(f"btof({op}(b, a))")) is not None:
            return f"{machine.name}({b}, {a})"
        return ""

    def less(self, a: str, b: str) -> str:
        return self._needed("folt", a, b)

    def at_least(self, a: str, b: str) -> str:
        return self._needed("fole", b, a)

    def _needed(self, op: str, a: str, b: str) -> str:
        if not (text := self.compare(op, a, b)):
            raise UsageError(
                f"{self.isa.name}: rules for comparisons are made of an op that computes {op}, and there is none"
            )
        return text

    def equal(self) -> str:
        """False for NaN, as all that is made of these."""
        return self.compare("foeq", "a", "b") or f"mul({self.at_least('a', 'b')}, {self.at_least('b', 'a')})"

    def less_or_more(self) -> str:
        op = self.less("a", "b").partition("(")[0]
        return f"add({op}(a, b), {op}(b, a))"

    def number(self, a: str) -> str:
        """A test that holds unless the value is NaN."""
        return self.compare("foeq", a, a) or self.at_least(a, a)

    def no_number(self, a: str) -> str:
        return self.compare("fune", a, a)

    def difference(self, a: str, b: str) -> str:
        sub = self.op("fsub(a, b)")
        return f"{sub.name}({a}, {b})" if sub else f"add({a}, -{b})"


def compares(isa: Isa) -> tuple[Rule, ...]:
    """Beyond the ops' own comparisons."""
    machine = MachineOps(isa)
    return (*_made_of_others(machine), *_ordered(machine), *without_nan(_of_numbers(machine)))


def _made_of_others(machine: MachineOps) -> Iterator[Rule]:
    if not machine.compare("foeq", "a", "b"):
        yield Rule("foeq", P.foeq("a", "b"), machine.equal())
        yield Rule("fune, opposite", P.fune("a", "b"), machine.equal(), yields="not")
    for op, opposite in OPPOSITE.items():
        a, b = ("b", "a") if opposite.startswith("-") else ("a", "b")
        if template := machine.compare(opposite.strip("-"), a, b):
            yield Rule(f"{op}, opposite", _compare(op), template, yields="not")
    yield Rule("fone", P.fone("a", "b"), machine.less_or_more())
    yield Rule("fueq, opposite", P.fueq("a", "b"), machine.less_or_more(), yields="not")


def _ordered(machine: MachineOps) -> Iterator[Rule]:
    """Tests that neither of two is NaN, and that one is: a number is at least itself, NaN is not."""
    both, one = machine.number("a"), machine.no_number("a")
    for op, plain, opposite in (("ford", "", "not"), ("funo", "not", "")):
        compare = getattr(P, op)
        forms = (
            ("", compare("a", "b"), f"mul({both}, {machine.number('b')})", f"max({one}, {machine.no_number('b')})"),
            (" with itself", compare("a", "a"), both, one),
            (" with a number", compare("a", P.var("b", "number")), both, one),
        )
        for name, pattern, of_numbers, of_others in forms:
            yield Rule(f"{op}{name}{', opposite' if plain else ''}", pattern, of_numbers, yields=plain)
            if one:
                yield Rule(f"{op}{name}{', opposite' if opposite else ''}", pattern, of_others, yields=opposite)


def _of_numbers(machine: MachineOps) -> Iterator[tuple[str, str, str]]:
    """Where there is no NaN, each comparison is its twin: op, what it yields, template."""
    less, at_least = machine.less, machine.at_least
    yield "fult", "", less("a", "b")
    yield "fule", "", at_least("b", "a")
    yield "folt", "not", at_least("a", "b")
    yield "fole", "not", less("b", "a")
    yield "fueq", "", machine.equal()
    yield "fone", "not", machine.equal()
    if differ := machine.compare("fune", "a", "b"):
        yield "fone", "", differ
        yield "fueq", "not", differ
    else:
        yield "fune", "", machine.less_or_more()
        yield "foeq", "not", machine.less_or_more()


def without_nan(compares: Iterator[tuple[str, str, str]]) -> Iterator[Rule]:
    """Comparisons that hold where flags or the operands say that there is no NaN."""
    for op, yields, template in compares:
        name = f"{op}{', opposite' if yields else ''}"
        yield Rule(f"{name}, no NaN", _compare(op, NNAN), template, yields=yields)
        yield Rule(
            f"{name} of numbers", getattr(P, op)(P.var("a", "number"), P.var("b", "number")), template, yields=yields
        )


def _compare(op: str, flags: int = 0) -> Operation:
    pattern = getattr(P, op)("a", "b", flags=flags)
    assert isinstance(pattern, Operation)
    return pattern
