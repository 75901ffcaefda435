"""Scalar operations that the statements of a program compute, counted by source line.

A vector operation counts once per component, a function as much as its definition in GLSL. Constructors, conversions,
swizzles and moves are free.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from gpucc.errors import Location
from gpucc.lowering.graph import AGAIN, Node
from gpucc.records import dataclass
from gpucc.source.agsl.units import TextUnit

FREE = frozenset({"phi", "copy", "btof", "trunc", "part"})
EACH = {"fract": 2, "mod": 4, "clamp": 2, "mix": 3, "smoothstep": 9, "sign": 2, "inversesqrt": 2, "texture": 4}
ELSEWHERE = ""


@dataclass(frozen=True, slots=True)
class Costs:
    """The total of operations, and the count of each known line (file:line)."""

    total: int
    lines: dict[str, int]


def count_operations(units: Iterable[TextUnit], branches: Iterable[Node]) -> Costs:
    """Count the operations. `branches` are the conditions of statements."""
    found: Counter[str] = Counter()
    for unit in units:
        for location, size in _operations(unit):
            found[_place(location)] += size
    for condition in branches:
        if condition.op != AGAIN:
            found[_place(condition.location)] += 1
    total = found.total()
    found.pop(ELSEWHERE, None)
    return Costs(total, dict(sorted(found.items())))


def _operations(unit: TextUnit) -> Iterator[tuple[Location | None, int]]:
    if unit.op in FREE:
        return
    first = unit.lanes[0]
    size = len(unit.operands[0]) if unit.operands else 1
    match unit.op:
        case "dot":
            yield first.location, 2 * size - 1
        case "length":
            yield first.location, 2 * size
        case "normalize":
            yield first.location, 3 * size + 1
        case "texture" | "select":
            # one condition for all lanes, one texture read for all channels
            yield first.location, EACH.get(unit.op, 1)
        case _:
            for node in unit.lanes:
                yield node.location, EACH.get(unit.op, 1)


def _place(location: Location | None) -> str:
    return f"{location.file}:{location.line}" if location and location.line else ELSEWHERE
