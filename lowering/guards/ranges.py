"""Ranges of values, in general and where a condition is known to hold or not to hold.

NaNs are ignored: a range limits the value if it is a number. Inputs may be any number.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from gpucc.isa.model import Format
from gpucc.lowering.graph import Node
from gpucc.lowering.rewrite import pending

DEPTH = 6
MOST_FACTS = 32


class Range(NamedTuple):
    low: float = -math.inf
    high: float = math.inf
    nonzero: bool = False

    def has(self, value: float) -> bool:
        return self.low <= value <= self.high and not (value == 0.0 and self.nonzero)

    def within(self, other: Range) -> Range:
        return Range(max(self.low, other.low), min(self.high, other.high), self.nonzero or other.nonzero)

    def negated(self) -> Range:
        return Range(-self.high, -self.low, self.nonzero)

    def size(self) -> Range:
        least = 0.0 if self.low <= 0.0 <= self.high else min(abs(self.low), abs(self.high))
        return Range(least, max(abs(self.low), abs(self.high)), self.nonzero)

    @property
    def positive(self) -> bool:
        return self.low >= 0.0 and not self.has(0.0)


ANY = Range()


class KnownRanges(dict[Node, Range]):
    """Ranges of values where a condition holds. `marks` are those of the values, by which `GuardRanges` sees that
    nothing is known of the operands of another value."""

    marks: int = 0


NOTHING = KnownRanges()
# values share so many marks
MARKS = 1024


class ConditionFacts(NamedTuple):
    """Facts that follow from a condition: ranges, and values that are not NaN."""

    known: KnownRanges
    numbers: frozenset[Node]


# a < b, a <= b, a == b, a != b, and the relations if these do not hold; NaNs are ignored
_RELATIONS = {
    "folt": "<",
    "fult": "<",
    "fole": "<=",
    "fule": "<=",
    "foeq": "==",
    "fueq": "==",
    "fone": "!=",
    "fune": "!=",
}
_OTHERWISE = {"<": ">=", "<=": ">", "==": "!=", "!=": "=="}
_SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


class GuardRanges:
    def __init__(self, format: Format) -> None:
        self.least = format.least
        self.found: dict[Node, Range] = {}
        # the marks of each value alone, and with those of its operands to a depth of one, two and so on
        self.marks: dict[Node, list[int]] = {}

    def of(self, node: Node, known: KnownRanges = NOTHING, depth: int = DEPTH) -> Range:
        """Return the range of a value where the `known` facts hold."""
        if node not in self.found:
            for other in pending([node], self.found):
                self.found[other] = self._of_operation(other, lambda arg: self.found[arg])
        found = self.found[node]
        if not known or not self.marked(node)[depth] & known.marks:
            return found
        if node in known:
            found = found.within(known[node])
        if depth and node.args:
            found = found.within(self._of_operation(node, lambda arg: self.of(arg, known, depth - 1)))
        return found

    def marked(self, node: Node) -> list[int]:
        """Return the marks of a value, and with those of its operands to each depth."""
        marks = self.marks
        if node not in marks:
            for other in pending([node], marks):
                own = 1 << len(marks) % MARKS
                found = marks[other] = [own] * (DEPTH + 1)
                for arg in other.args:
                    for depth, inner in enumerate(marks[arg][:DEPTH], 1):
                        found[depth] |= inner
        return marks[node]

    def facts(self, condition: Node, holds: bool) -> ConditionFacts:
        """Return the facts that follow from a condition that holds, or does not."""
        known = KnownRanges()
        numbers: set[Node] = set()
        stack = [(condition, holds)]
        for _ in range(MOST_FACTS):
            if not stack:
                break
            node, truth = stack.pop()
            if node.op == "bnot":
                stack.append((node.args[0], not truth))
            elif node.op == ("band" if truth else "bor"):
                stack += [(arg, truth) for arg in node.args]
            elif node.op in _RELATIONS:
                relation = _RELATIONS[node.op] if truth else _OTHERWISE[_RELATIONS[node.op]]
                a, b = node.args
                self._learn(known, a, relation, b)
                self._learn(known, b, _SWAPPED[relation], a)
                if (node.op[1] == "o") == truth:
                    numbers |= {a, b}
        for node in known:
            known.marks |= self.marked(node)[0]
        return ConditionFacts(known, frozenset(numbers))

    def _learn(self, known: dict[Node, Range], node: Node, relation: str, other: Node) -> None:
        there = self.of(other)
        match relation:
            case "<":
                found = Range(
                    high=math.nextafter(there.high, -math.inf) if there.high == there.low else there.high,
                    nonzero=there.high <= 0.0,
                )
            case "<=":
                found = Range(high=there.high)
            case ">":
                found = Range(
                    low=math.nextafter(there.low, math.inf) if there.high == there.low else there.low,
                    nonzero=there.low >= 0.0,
                )
            case ">=":
                found = Range(low=there.low)
            case "==":
                found = there
            case _:
                found = Range(nonzero=there.low == there.high == 0.0)
        if node.op != "const":
            self._note(known, node, found)

    def _note(self, known: dict[Node, Range], node: Node, found: Range) -> None:
        """Record a fact about a value, and the facts about its operands that follow."""
        while True:
            known[node] = known.get(node, ANY).within(found)
            match node.op:
                case "fneg":
                    found = found.negated()
                case "fabs":
                    found = Range(-found.high, found.high, found.nonzero or found.low > 0.0)
                case "sqrt":
                    found = Range(nonzero=found.nonzero or found.low > 0.0)
                case _:
                    return
            node = node.args[0]

    # operations -------------------------------------------------------------------------------------------------------

    def _of_operation(self, node: Node, of: Callable[[Node], Range]) -> Range:
        """Return the range of an operation's result, from the ranges of its operands."""
        args = node.args
        match node.op:
            case "const" if isinstance(node.attr, float) and node.attr == node.attr:
                return Range(node.attr, node.attr, node.attr != 0.0)
            case "btof":
                return Range(0.0, 1.0)
            case "sin" | "cos":
                return Range(-1.0, 1.0)
            case "exp2":
                return Range(self._power(of(args[0]).low), self._power(of(args[0]).high))
            case "fneg":
                return of(args[0]).negated()
            case "fabs":
                return of(args[0]).size()
            case "sqrt":
                inner = of(args[0])
                return Range(math.sqrt(max(inner.low, 0.0)), math.sqrt(max(inner.high, 0.0)), inner.nonzero)
            case "floor":
                return Range(_floor(of(args[0]).low), of(args[0]).high)
            case "ceil" | "trunc" | "round" | "rint":
                inner = of(args[0])
                return Range(
                    _floor(inner.low) if inner.low < 0 else 0.0, -_floor(-inner.high) if inner.high > 0 else 0.0
                )
            case "fadd":
                return self._sum(of(args[0]), of(args[1]))
            case "fsub":
                return self._sum(of(args[0]), of(args[1]).negated())
            case "fmul" if args[0] is args[1]:
                size = of(args[0]).size()
                return Range(
                    self._normal(size.low * size.low), math.inf if size.high == math.inf else size.high * size.high
                )
            case "fmul":
                return self._product(of(args[0]), of(args[1]))
            case "fdiv":
                a, b = of(args[0]), of(args[1])
                return Range(0.0) if a.low >= 0.0 and b.low >= 0.0 else ANY
            case "fmin":
                a, b = of(args[0]), of(args[1])
                return Range(
                    min(a.low, b.low), self._either(min(a.high, b.high), a.high, b.high, args), a.nonzero and b.nonzero
                )
            case "fmax":
                a, b = of(args[0]), of(args[1])
                low = -self._either(-max(a.low, b.low), -a.low, -b.low, args)
                return Range(low, max(a.high, b.high), (a.nonzero and b.nonzero) or low > 0.0)
            case "select":
                a, b = of(args[1]), of(args[2])
                return Range(min(a.low, b.low), max(a.high, b.high), a.nonzero and b.nonzero)
        return ANY

    def _either(self, best: float, a: float, b: float, args: tuple[Node, ...]) -> float:
        """Return the limit of a minimum or maximum. If one operand may be NaN, the limit of the other one counts,
        unless the best limit is a literal's."""
        literals = [limit for limit, arg in zip((a, b), args, strict=True) if arg.op == "const"]
        return best if best in literals else max(a, b)

    def _normal(self, limit: float) -> float:
        """Return the limit with products that may underflow as zero."""
        return 0.0 if abs(limit) < self.least else limit

    def _power(self, exponent: float) -> float:
        if exponent >= 1024.0:
            return math.inf
        return self._normal(2.0 ** max(exponent, -1100.0))

    def _sum(self, a: Range, b: Range) -> Range:
        low = -math.inf if -math.inf in (a.low, b.low) else a.low + b.low
        high = math.inf if math.inf in (a.high, b.high) else a.high + b.high
        both = (a.low >= 0.0 and b.low >= 0.0) or (a.high <= 0.0 and b.high <= 0.0)
        return Range(low, high, (both and (a.nonzero or b.nonzero)) or low > 0.0 or high < 0.0)

    def _product(self, a: Range, b: Range) -> Range:
        if a.low >= 0.0 and b.low >= 0.0:
            finite = math.isfinite(a.high) and math.isfinite(b.high)
            return Range(
                self._normal(a.low * b.low) if math.inf not in (a.low, b.low) else 0.0,
                a.high * b.high if finite else math.inf,
            )
        limits = (a.low, a.high, b.low, b.high)
        if all(map(math.isfinite, limits)):
            corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            return Range(min(corners), max(corners))
        if a.high <= 0.0 and b.high <= 0.0:
            return Range(0.0)
        return Range(high=0.0) if (a.low >= 0.0 and b.high <= 0.0) or (a.high <= 0.0 and b.low >= 0.0) else ANY


def _floor(limit: float) -> float:
    return float(math.floor(limit)) if math.isfinite(limit) else limit
