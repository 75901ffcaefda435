"""Numbers the values of a graph: two nodes with one number have the same value, or opposite ones.

The opposite of a float is its negative; of a boolean, the other one. Signs move from operands to results (a product of
two opposites is the product), so that the distances from a to b and from b to a get one number. Flags do not matter,
except that `b - a` is the opposite of `a - b` only where the sign of zero does not matter.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import NamedTuple

from gpucc.isa.neutral import NSZ, OPS
from gpucc.lowering.graph import Node
from gpucc.lowering.rewrite import EFFECTS

# the comparisons whose opposite is another one, of swapped operands if that is ordered
OPPOSITE = {"fune": "foeq", "fueq": "fone", "funo": "ford", "ine": "ieq"}
SWAPPED = {"fule": "folt", "fult": "fole", "isle": "islt", "iule": "iult"}
UNIQUE = EFFECTS | {"phi"}


class Numbered(NamedTuple):
    """A value: its number, and whether it is the opposite of what has that number."""

    number: int
    opposite: bool = False

    def turned(self, turn: bool = True) -> Numbered:
        return Numbered(self.number, self.opposite != turn)


Key = tuple[Hashable, ...]


class Numbering:
    def __init__(self) -> None:
        self.of: dict[Node, Numbered] = {}
        self.numbers: dict[Key, int] = {}

    def add(self, nodes: Iterable[Node]) -> None:
        """Number nodes that come after their operands."""
        for node in nodes:
            self.of[node] = self._numbered(node)

    def _numbered(self, node: Node) -> Numbered:
        args = [self.of[arg] for arg in node.args]
        if node.op in ("fneg", "bnot"):
            return args[0].turned()
        key, opposite = _key(node, args)
        return Numbered(self.numbers.setdefault(key, len(self.numbers)), opposite)


def _key(node: Node, args: list[Numbered]) -> tuple[Key, bool]:
    """What nodes with equal values share, and whether this one is the opposite."""
    op, kind = node.op, node.type
    attr = repr(node.attr) if isinstance(node.attr, float) else node.attr
    if op in UNIQUE:
        return (node,), False
    match op:
        case "fadd" | "fsub" if node.flags & NSZ:
            first, second = sorted((args[0], args[1].turned(op == "fsub")))
            return ("fadd", kind, first.number, second.turned(first.opposite)), first.opposite
        case "fmul":
            return (op, kind, *sorted(arg.number for arg in args)), args[0].opposite != args[1].opposite
        case "fdiv":
            return (op, kind, *(arg.number for arg in args)), args[0].opposite != args[1].opposite
        case "fabs":
            return (op, kind, args[0].number), False
        case "band" | "bor":
            return ("band", *sorted(arg.turned(op == "bor") for arg in args)), op == "bor"
        case "bxor":
            return (op, *sorted(arg.number for arg in args)), args[0].opposite != args[1].opposite
        case "select":
            chosen = args[1:] if not args[0].opposite else args[:0:-1]
            turn = kind.kind in "fb" and chosen[0].opposite
            return (op, kind, args[0].number, *(arg.turned(turn) for arg in chosen)), turn
    if op in OPPOSITE:
        return (OPPOSITE[op], node.args[0].type, attr, *sorted(args)), True
    if op in SWAPPED:
        return (SWAPPED[op], node.args[0].type, attr, args[1], args[0]), True
    if op in OPS and OPS[op].commutative:
        args = sorted(args)
    return (op, node.args[0].type if kind.kind == "b" and args else kind, attr, *args), False
