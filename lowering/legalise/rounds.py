"""Loops that count further than a target's integers are exact: they would never end there."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from gpucc.errors import Location, Unsupported
from gpucc.lowering.graph import BOOL, Node
from gpucc.lowering.legalise.carriers import COMPARES

# where integers are exact no further than that, a loop may well count beyond
FEW = 1 << 12
DEPTH = 4


def counts(condition: Node, counters: Container[Node]) -> Iterator[tuple[Node, Node]]:
    """(comparison, limit) of a counter of a loop in a condition."""
    stack = [condition]
    for node in stack:
        if node.op in COMPARES:
            for value, limit in (node.args, node.args[::-1]):
                if _counts(value, counters) and not _counts(limit, counters):
                    yield node, limit
        elif node.type == BOOL:
            stack += node.args


def _counts(value: Node, counters: Container[Node], depth: int = DEPTH) -> bool:
    """Whether a value is a counter, or one a step further."""
    return value in counters or (
        depth > 0 and value.op in ("iadd", "isub") and any(_counts(arg, counters, depth - 1) for arg in value.args)
    )


def place_of(comparison: Node, around: Iterable[Node]) -> Location | None:
    """Where the loop stands. A comparison that LLVM made of others has no line; something of the loop has."""
    return next(
        (node.location for node in (comparison, *comparison.args, *around) if node.location and node.location.line),
        None,
    )


def refuse_rounds(limit: int, exact: int, place: Location | None) -> Unsupported:
    return Unsupported(
        f"this loop counts to {limit}, and the target has exact integers up to {exact}: it would never end",
        place,
        (f"nest two loops of fewer rounds each, or count in fewer steps: up to {exact}",),
    )
