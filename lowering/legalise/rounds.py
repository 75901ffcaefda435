"""Finds loops that count beyond the exact integers of a target, or in steps that its numbers cannot hold."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from gpucc.errors import Location, Unsupported
from gpucc.isa.model import Format
from gpucc.lowering.flow.bounded import FOLLOWED, miscounted
from gpucc.lowering.graph import BOOL, Graph, Node
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


def check_rounds(graph: Graph, format: Format) -> Iterator[str]:
    """Refuse a loop that never ends because its counter, a float, is rounded; yield warnings of loops that go round
    another number of times. Formats with more exact integers than the rounds that are followed are not checked."""
    for loop in miscounted(graph, format) if format.exact_integers <= FOLLOWED else ():
        place = place_of(loop.test, loop.header.known.values())
        if loop.rounds is None:
            raise Unsupported(
                f"the counter of this loop stays at {loop.stands:g}, because {format.name} has no number for the next"
                " step: its test would never end the loop",
                place,
                ("count in larger steps, or count the rounds with an int and compute the float from it",),
            )
        where = f"{place}: " if place else ""
        yield (
            f"{where}this loop goes round {loop.rounds} times at most, and in float32 {loop.wanted} times, because"
            f" {format.name} rounds its counter"
        )
