"""Rules for comparisons, derived from the ops of a target. This is the only place that deals with comparisons and NaN.

A target compares two numbers by ops whose meaning is `btof` of a neutral comparison. "Less" and "at least" must be
among them; both are false for NaN. A comparison that is true for NaN is therefore the opposite of one that is false for
it, and an op that computes a truth also serves its opposite in the representation `not`. A target without an op for
equality or difference composes them: "at least" in both directions, "less" in one of the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gpucc.errors import UsageError
from gpucc.isa.model import Isa, Op
from gpucc.isa.neutral import NNAN, OPS
from gpucc.rules.pattern import Operation, P, Rule

# comparison -> the comparison that is false exactly where it is true; a minus sign exchanges the operands
OPPOSITE = {"foeq": "fune", "fune": "foeq", "fult": "-fole", "fule": "-folt"}


LITERAL = re.compile(r"-?\d+\.\d+")
# calls in a template, and what it computes at selection, in braces
CALL = re.compile(r"\{[^{}]*\}|\b([a-z]\w*)(?=\()")

# what a target does that lacks an op of the shared rules
WITHOUT = "`signs` and `sums` suit every machine; leave out the functions of shared rules that need this op"


class MachineOps:
    """Template texts of the operations that rules are composed of, as a target computes them."""

    def __init__(self, isa: Isa) -> None:
        self.isa = isa

    def op(self, meaning: str) -> Op | None:
        """Return the first op with this meaning that a program may contain."""
        return next(self.ops(meaning), None)

    def ops(self, meaning: str) -> Iterator[Op]:
        """Yield the ops with this meaning that a program may contain, in the order of the ISA."""
        return (op for op in self.isa.computed() if op.semantics == (meaning,) and op.versions and not op.effect)

    def spell(self, template: str) -> str:
        """Return the template of machine ops for one whose calls may name neutral operations: the target's op that
        computes an operation takes its place. What is computed at selection, in braces, remains as it is.
        """
        return CALL.sub(lambda found: self._called(found[1]) if found[1] else found[0], template)

    def _called(self, name: str) -> str:
        if name not in OPS or any(op.name == name for op in self.isa.computed()):
            return name
        machine = self.op(f"{name}({', '.join('abc'[: OPS[name].arity])})")
        if machine is None:
            raise UsageError(
                f"{self.isa.name}: shared rules need an op that computes {name}, and there is none", notes=(WITHOUT,)
            )
        return machine.name

    def has_places(self, op: Op | None) -> bool:
        """Return whether the operands come from different places, so that their order matters."""
        return op is not None and len({operand.accepts for operand in op.operands}) > 1

    def compare(self, op: str, a: str, b: str) -> str:
        """Return a call of the op that computes this comparison, operands in the op's own order, or "" if there is
        none. Of several ops the first is taken that reads literals where they stand, if there is one.
        """
        for meaning, operands in ((f"btof({op}(a, b))", (a, b)), (f"btof({op}(b, a))", (b, a))):
            found = sorted(self.ops(meaning), key=lambda one: not _reads_literals(one, operands))
            if found:
                return f"{found[0].name}({', '.join(operands)})"
        return ""

    def less(self, a: str, b: str) -> str:
        """Return a test for a < b that is false for NaN."""
        return self._needed("folt", a, b)

    def at_least(self, a: str, b: str) -> str:
        """Return a test for a >= b that is false for NaN."""
        return self._needed("fole", b, a)

    def _needed(self, op: str, a: str, b: str) -> str:
        if not (text := self.compare(op, a, b)):
            raise UsageError(
                f"{self.isa.name}: rules for comparisons are made of an op that computes {op}, and there is none",
                notes=(WITHOUT,),
            )
        return text

    def equal(self) -> str:
        """Return a test for equality that is false for NaN."""
        both = f"fmul({self.at_least('a', 'b')}, {self.at_least('b', 'a')})"
        return self.compare("foeq", "a", "b") or self.spell(both)

    def less_or_more(self) -> str:
        """Return a test for a < b or b < a, which is false for NaN."""
        op = self.less("a", "b").partition("(")[0]
        return self.spell(f"fadd({op}(a, b), {op}(b, a))")

    def number(self, a: str) -> str:
        """Return a test that is true unless `a` is NaN."""
        return self.compare("foeq", a, a) or self.at_least(a, a)

    def no_number(self, a: str) -> str:
        """Return a test that is true only if `a` is NaN; "" if no op compares so."""
        return self.compare("fune", a, a)

    def difference(self, a: str, b: str) -> str:
        """Return a - b: by the op for differences if there is one, otherwise as a sum."""
        sub = self.op("fsub(a, b)")
        return f"{sub.name}({a}, {b})" if sub else self.spell(f"fadd({a}, -{b})")


def _reads_literals(op: Op, operands: Sequence[str]) -> bool:
    return all(
        operand.accepts & {"uniform", "constant"}
        for operand, text in zip(op.operands, operands, strict=True)
        if LITERAL.fullmatch(text)
    )


def compares(isa: Isa) -> tuple[Rule, ...]:
    """Return the rules for comparisons that no single op computes.

    The target needs an op whose meaning is `btof(folt(a, b))` and one for `btof(fole(a, b))`, in any order of operands.
    """
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
    """Yield rules for "neither is NaN" and "one is NaN": a number is at least itself, NaN is not."""
    both, one = machine.number("a"), machine.no_number("a")
    for op, plain, opposite in (("ford", "", "not"), ("funo", "not", "")):
        compare = getattr(P, op)
        forms = (
            ("", compare("a", "b"), f"fmul({both}, {machine.number('b')})", f"fmax({one}, {machine.no_number('b')})"),
            (" with itself", compare("a", "a"), both, one),
            (" with a number", compare("a", P.var("b", "number")), both, one),
        )
        for name, pattern, of_numbers, of_others in forms:
            yield Rule(f"{op}{name}{', opposite' if plain else ''}", pattern, machine.spell(of_numbers), yields=plain)
            if one:
                title = f"{op}{name}{', opposite' if opposite else ''}"
                yield Rule(title, pattern, machine.spell(of_others), yields=opposite)


def _of_numbers(machine: MachineOps) -> Iterator[tuple[str, str, str]]:
    """Yield (op, yields, template) for comparisons without NaN, where ordered and unordered forms are the same."""
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
    """Yield rules that require the absence of NaN, once by a flag and once by what is known of the operands."""
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
