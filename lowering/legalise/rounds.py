"""Finds loops that count beyond the exact integers of a target, where they would never end."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from gpucc.errors import Location, Unsupported
from gpucc.lowering.graph import BOOL, Node
from gpucc.lowering.legalise.carriers import COMPARES

# targets with fewer exact integers than this may count beyond them in correct loops
FEW = 1 << 12
DEPTH = 4


def counts(condition: Node, counters: Container[Node]) -> Iterator[tuple[Node, Node]]:
    """Yield (comparison, limit) of a counter of a loop in a condition."""
    stack = [condition]
    for node in stack:
        if node.op in COMPARES:
            for value, limit in (node.args, node.args[::-1]):
                if _counts(value, counters) and not _counts(limit, counters):
                    yield node, limit
        elif node.type == BOOL:
            stack += node.args


def _counts(value: Node, counters: Container[Node], depth: int = DEPTH) -> bool:
    """Return whether a value is a counter, or a counter plus a step."""
    return value in counters or (
        depth > 0 and value.op in ("iadd", "isub") and any(_counts(arg, counters, depth - 1) for arg in value.args)
    )


def place_of(comparison: Node, around: Iterable[Node]) -> Location | None:
    """Return the place of the loop. A comparison that LLVM composed has no line, but something in the loop has one."""
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
