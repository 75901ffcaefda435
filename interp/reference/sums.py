"""Sums of which another order cancels a value, even if it is a NaN: b + (a - b) is a.

The order of a sum is free in this sense if its flags allow that. Both operands are followed through sums and choices;
values that are computed alike are one value.
"""

from __future__ import annotations

from collections.abc import Mapping

from gpucc.interp.reference.irtext import LOCAL, TextFunction, TextLine

SUMS = frozenset({"fadd", "fsub", "fneg"})
CHOICES = frozenset({"select", "phi", "shufflevector", "insertelement", "extractelement"})
TRUTHS = frozenset({"fcmp", "icmp", "and", "or", "xor"})
# instructions of which each gives a value of its own, though others look like it
UNLIKE = frozenset({"phi", "load", "alloca"})
# the most values through which an operand is followed
MOST_TERMS = 64


class FreeSums:
    """The values of a function by numbers, which are equal for those that are computed alike."""

    def __init__(self, function: TextFunction, definitions: Mapping[str, TextLine]) -> None:
        self.definitions = definitions
        self.numbers: dict[str, str] = {}
        known: dict[tuple[str, str], str] = {}
        for block in function.blocks:
            for line in block.lines:
                if line.result is None:
                    continue
                rest = LOCAL.sub(lambda name: self.numbers.get(name[0], name[0]), line.rest)
                unlike = line.op in UNLIKE and "addrspace(2) @" not in rest
                self.numbers[line.result] = line.result if unlike else known.setdefault((line.op, rest), line.result)

    def cancels(self, line: TextLine) -> bool:
        """Return whether both operands of a sum, whose order is free, are made of one value."""
        if line.op not in SUMS or not line.flags & {"reassoc", "contract"}:
            return False
        terms = [self._terms(name) for name in LOCAL.findall(line.rest)]
        return len(terms) == 2 and not terms[0].isdisjoint(terms[1])

    def _terms(self, name: str) -> set[str]:
        found: set[str] = set()
        stack = [name]
        while stack and len(found) < MOST_TERMS:
            line = self.definitions.get(stack.pop())
            number = None if line is None or line.result is None else self.numbers[line.result]
            if line is None or number is None or line.op in TRUTHS or number in found:
                continue
            found.add(number)
            if line.op in SUMS or line.op in CHOICES:
                stack += LOCAL.findall(line.rest)
        return found
