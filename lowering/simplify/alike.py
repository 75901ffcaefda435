"""Sums that are lanes of one vector: p.x + q.x, p.y + q.y. A vector unit adds all of them at once.

A sum of such sums, (p.x + q.x) + (p.y + q.y), is not opened into one chain of scalars: the vectors are added first, and
their lanes last. Opened, each term costs an addition, and all vectors are alive until the last one is read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

from gpucc.lowering.graph import Node
from gpucc.records import dataclass

MOST_STEPS = 512
MOST_OTHERS = 16
# a vector of three has room for one lane more, and one scalar alone saves nothing beside another
LEAST_BESIDE = 2

Place = tuple[str, int, int]
PlaceOf = Callable[[Node], Place | None]


@dataclass(frozen=True, slots=True)
class Shapes:
    """Numbers for expressions: two have the same number if they differ in the components of registers only."""

    place_of: PlaceOf
    numbers: dict[object, int]
    known: dict[Node, int]

    @classmethod
    def empty(cls, place_of: PlaceOf) -> Shapes:
        return cls(place_of, {}, {})

    def of(self, root: Node) -> int:
        stack = [root]
        while stack:
            node = stack[-1]
            if node in self.known:
                stack.pop()
                continue
            place = self.place_of(node)
            waiting = [arg for arg in node.args if arg not in self.known] if place is None else []
            if waiting:
                stack += waiting
                continue
            key: object = node
            if place is not None:
                key = place[:2]
            elif node.args:
                key = (node.op, node.attr, tuple(self.known[arg] for arg in node.args))
            self.known[node] = self.numbers.setdefault(key, len(self.numbers))
            stack.pop()
        return self.known[root]


def lanes_of_one_vector(sums: list[Node], shapes: Shapes) -> set[Node]:
    """Return those of the sums that have the shape of another one and read other components of the same registers."""
    groups: dict[int, list[Node]] = {}
    for node in dict.fromkeys(sums):
        groups.setdefault(shapes.of(node), []).append(node)
    found: set[Node] = set()
    for first, *others in groups.values():
        lanes = [node for node in others if _in_step(first, node, shapes)]
        if lanes:
            found.update((first, *lanes))
    return found


def is_lane_beside(node: Node, others: Sequence[Node], shapes: Shapes) -> bool:
    """Return whether a sum is a lane of one vector with at least two of the others, which have its shape."""
    beside = (other for other in others[:MOST_OTHERS] if _in_step(node, other, shapes))
    return len(list(islice(beside, LEAST_BESIDE))) == LEAST_BESIDE


def _in_step(first: Node, second: Node, shapes: Shapes) -> bool:
    """Return whether each sum reads one component of each register in which they differ, and of two registers or more.

    a.x b.x + a.y b.y and a.z b.z + a.w b.w do not: they are halves of a dot product.
    """
    lanes: dict[tuple[str, int], tuple[int, int]] = {}
    met: set[tuple[Node, Node]] = set()
    stack = [(first, second)]
    while stack:
        pair = stack.pop()
        a, b = pair
        if a is b or pair in met:
            continue
        met.add(pair)
        here, there = shapes.place_of(a), shapes.place_of(b)
        if len(met) > MOST_STEPS:
            return False
        if here is None or there is None:
            stack += zip(a.args, b.args, strict=True)
        elif lanes.setdefault(here[:2], (here[2], there[2])) != (here[2], there[2]):
            return False
    return len(lanes) > 1
