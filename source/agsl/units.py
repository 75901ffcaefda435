"""Gathering of scalars into vectors, for targets whose source language has vector values.

A unit is one scalar node, or up to four nodes of the same operation that form the lanes of a vector. Units grow from
places that need a vector (outputs, coordinates, arguments of dot, variables set together) towards the leaves: next, the
operands of the lanes are gathered, position by position. The lanes of a unit must not depend on one another, neither
directly nor through other units. This is checked before a unit is made, so that units can be computed one after
another.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import field

from gpucc.isa.agsl import CALLED, COMPARED, COMPOUND, INFIX
from gpucc.lowering.graph import Node
from gpucc.lowering.rewrite import pending
from gpucc.records import dataclass

LEAVES = frozenset({"const", "undef", "input", "uniform", "kept"})
# what is there before anything is computed
UNORDERED = LEAVES | {"phi"}
# operations that apply to each lane separately
EACH = (
    frozenset({op for op in INFIX if op.startswith("f")} - set(COMPARED))
    | frozenset(CALLED)
    | frozenset(COMPOUND)
    | frozenset(COMPARED)
    | {"fneg", "btof", "select", "phi", "trunc", "quotient"}
)
COMMUTES = frozenset({"fadd", "fmul", "fmin", "fmax"})
MOST_SEARCHED = 4000
NATURE_DEPTH = 6
RANKED = 12

Lanes = tuple[Node, ...]


@dataclass(eq=False, slots=True)
class TextUnit:
    """Values that the text computes together. `lanes` is one node, or the lanes of a vector. `operands` holds the lanes
    of each operand, aligned with `lanes`."""

    op: str
    lanes: Lanes
    operands: tuple[Lanes, ...]
    width: int
    number: int


class Precedence:
    """An order in which values can be computed, the lanes of a unit one after another: operands come first, so what a
    value depends on stands before it."""

    def __init__(self) -> None:
        self.order: list[Node] = []
        self.number: dict[Node, int] = {}

    def of(self, node: Node) -> int:
        """The place of a node, after those of its operands."""
        if node not in self.number:
            for found in pending([node], self.number):
                if found.op not in UNORDERED and found not in self.number:
                    self.number[found] = len(self.order)
                    self.order.append(found)
        return self.number[node]

    def join(self, lanes: Sequence[Node], needed: Container[Node]) -> None:
        """Make the lanes neighbours. `needed` are all between the first and the last of them that one of them depends
        on."""
        places = sorted(self.number[lane] for lane in lanes)
        first, last = places[0], places[-1] + 1
        between = self.order[first:last]
        if len(between) == len(lanes):
            return
        others = [node for node in between if node not in lanes]
        before = [node for node in others if node in needed]
        after = [node for node in others if node not in needed]
        self.order[first:last] = [*before, *lanes, *after]
        self.number.update(zip(self.order[first:last], range(first, last), strict=True))


@dataclass(slots=True)
class Units:
    """The units (values computed together, as one vector) and the lane of every node; `home` gives the block of a
    node."""

    home: Mapping[Node, object]
    # the coordinates at which a texture is read
    coordinates: Callable[[Node], Lanes] = lambda node: node.args[:2]
    # the source's variable that a phi belongs to
    variable: Callable[[Node], str] = lambda node: ""
    # the lanes of vectors in the source
    mates: Mapping[Node, Lanes] = field(default_factory=dict)
    # the component of the colour that a node becomes
    component: Mapping[Node, int] = field(default_factory=dict)
    place: dict[Node, tuple[TextUnit, int]] = field(default_factory=dict)
    order: list[TextUnit] = field(default_factory=list)
    precedence: Precedence = field(default_factory=Precedence)

    def grow(self, wanted: Sequence[Lanes]) -> None:
        queue = deque(wanted)
        while queue:
            for unit in self._gather(queue.popleft()):
                queue.extend(unit.operands)

    def _gather(self, lanes: Lanes) -> list[TextUnit]:
        """Make units for those lanes that are in none yet."""
        made: list[TextUnit] = []
        fresh = [
            node for node in dict.fromkeys(map(carrier, lanes)) if node.op not in LEAVES and node not in self.place
        ]
        while fresh:
            first = fresh[0]
            alike = [node for node in fresh if self._alike(first, node)][:4]
            unit = self._vector(alike) if len(alike) > 1 else self._together(first)
            made.append(unit or self._single(first))
            fresh = [node for node in fresh if node not in self.place]
        return made

    def _together(self, node: Node) -> TextUnit | None:
        """Gather a node with the other lanes of its vector in the source, if they are free."""
        lanes = self._ordered(
            [one for one in self.mates.get(node, ()) if one not in self.place and self._alike(node, one)]
        )
        if len(lanes) < 2 or (
            node.op != "phi" and not any(not same(one) and self.natural(one, NATURE_DEPTH) for one in aligned(lanes))
        ):
            return None
        return self._vector(lanes)

    def _ordered(self, nodes: Sequence[Node]) -> list[Node]:
        """Order by the components of the colour that the nodes become, else by the lanes that they are computed
        from."""
        if all(one in self.component for one in nodes):
            return sorted(nodes, key=lambda one: self.component[one])
        return sorted(nodes, key=_rank)

    def _single(self, node: Node) -> TextUnit:
        if node.op in ("dot", "length", "normalize"):
            size = len(node.args) // (2 if node.op == "dot" else 1)
            operands = tuple(node.args[start : start + size] for start in range(0, len(node.args), size))
            width = size if node.op == "normalize" else 1
        elif node.op == "texture":
            operands, width = (self.coordinates(node),), 4
        else:
            operands, width = tuple((arg,) for arg in node.args), 1
        return self._add(TextUnit(node.op, (node,), operands, width, len(self.order)))

    def _vector(self, nodes: list[Node]) -> TextUnit | None:
        if self._depends(nodes):
            return None
        operands = aligned(nodes)
        if nodes[0].op != "phi" and not any(self.natural(one, NATURE_DEPTH) for one in operands):
            return None
        return self._add(TextUnit(nodes[0].op, tuple(nodes), operands, len(nodes), len(self.order)))

    def _add(self, unit: TextUnit) -> TextUnit:
        self.order.append(unit)
        for lane, node in enumerate(unit.lanes):
            self.place[node] = unit, lane
        return unit

    def _alike(self, a: Node, b: Node) -> bool:
        if a is b:
            return True
        if a.op != b.op or a.op not in EACH or a.type != b.type or self.home[a] is not self.home[b]:
            return False
        if a.type.kind != "f" and a.op not in COMPARED:
            return False
        if a.op == "phi":
            one, other = self.variable(a), self.variable(b)
            return not (one and other) or one == other
        if a.op == "select":
            return a.args[0] is b.args[0]
        if a.op == "btof":
            return a.args[0].op == b.args[0].op and a.args[0].op in COMPARED
        return True

    def natural(self, lanes: Lanes, depth: int) -> bool:
        """Return whether the lanes already form a vector, or are all one scalar, so that no constructor is needed."""
        first = lanes[0]
        if first.type.kind != "f":
            return (
                first.type.kind == "b"
                and depth > 0
                and all(one.op == first.op and one.op in COMPARED for one in lanes)
                and any(self.natural(one, depth - 1) for one in aligned(list(lanes)))
            )
        if all(one is first for one in lanes):
            return first.op != "const"
        sources = {self._source(one) for one in lanes}
        if len(sources) == 1 and None not in sources:
            return True
        if first.op == "phi" and list(lanes) == self._ordered(self.mates.get(first, ())):
            return all(one not in self.place for one in lanes)
        if (
            depth == 0
            or not all(self._alike(first, one) and one not in self.place for one in lanes)
            or first.op in ("const", "phi")
        ):
            return False
        return any(self.natural(one, depth - 1) for one in aligned(list(lanes)))

    def _source(self, node: Node) -> object:
        """The vector of which the node is a component."""
        if node.op in ("input", "uniform") and isinstance(node.attr, tuple):
            return node.op, node.attr[0], *node.attr[2:]
        if node.op == "part":
            return node.args[0]
        found = self.place.get(node)
        return found[0].number if found is not None and found[0].width > 1 else None

    def _depends(self, nodes: list[Node]) -> bool:
        """Return whether one lane depends on another, directly or through existing units. If not, the lanes become
        neighbours in the order of computation."""
        goal = set(nodes)
        # a phi has no place in the order: what it reads may be computed after it
        least = -1 if nodes[0].op == "phi" else min(self.precedence.of(node) for node in nodes)
        seen: set[Node] = set()
        stack = [arg for node in nodes for arg in node.args]
        while stack:
            node = stack.pop()
            if node in goal:
                return True
            if node in seen or node.op in UNORDERED or self.precedence.of(node) < least:
                continue
            seen.add(node)
            if len(seen) > MOST_SEARCHED:
                return True
            together = self.place[node][0].lanes if node in self.place else (node,)
            for one in together:
                if one in goal:
                    return True
                seen.add(one)
                stack.extend(one.args)
        if least >= 0:
            self.precedence.join(nodes, seen)
        return False


def _rank(node: Node) -> tuple[int, ...]:
    """The lanes of the vectors that a node is computed from, as a key for sorting."""
    found: list[int] = []
    waiting = deque([node])
    for _ in range(RANKED):
        if not waiting:
            break
        one = waiting.popleft()
        if one.op in ("input", "uniform") and isinstance(one.attr, tuple):
            found.append(one.attr[1])
        elif one.op == "part" and isinstance(one.attr, int):
            found.append(one.attr)
        waiting.extend(one.args)
    return tuple(found)


def find_mates(groups: Iterable[tuple[Hashable, int, Node]]) -> dict[Node, Lanes]:
    """Map each node to all nodes of the same key, if their number is the given width (0: two to four). The first key
    that fits counts."""
    members: dict[tuple[Hashable, int], list[Node]] = {}
    for key, width, node in groups:
        members.setdefault((key, width), []).append(node)
    found: dict[Node, Lanes] = {}
    for (_, width), lanes in members.items():
        if 1 < len(lanes) <= 4 and width in (0, len(lanes)):
            for node in lanes:
                found.setdefault(node, tuple(lanes))
    return found


def components(outputs: Lanes, given: Mapping[Node, Sequence[Node]]) -> dict[Node, int]:
    """Map variables and choices to the component of the colour that they become, if that is unique."""
    found: dict[Node, int] = {}
    several: set[Node] = set()
    waiting = [(node, lane) for lane, node in enumerate(outputs)]
    for node, lane in waiting:
        if node in found:
            if found[node] != lane:
                several.add(node)
            continue
        found[node] = lane
        following = given.get(node, ()) if node.op == "phi" else node.args[1:] if node.op == "select" else ()
        waiting += [(one, lane) for one in following]
    return {node: lane for node, lane in found.items() if node not in several}


def carrier(node: Node) -> Node:
    """The node that computes this one: components of a texture's result or of a normalized vector are computed
    together."""
    return node.args[0] if node.op == "part" else node


def same(lanes: Lanes) -> bool:
    """Return whether all lanes have the same value."""
    first = lanes[0]
    return all(one is first or (one.op == first.op == "const" and repr(one.attr) == repr(first.attr)) for one in lanes)


def aligned(nodes: list[Node]) -> tuple[Lanes, ...]:
    """The operands by position. Operands of commutative operations are swapped if that makes a position uniform."""
    rows = [node.args for node in nodes]
    if nodes[0].op in COMMUTES:
        first = rows[0]
        rows = [first, *(_turned(first, row) for row in rows[1:])]
    return tuple(zip(*rows, strict=True)) if rows[0] else ()


def _turned(first: Lanes, row: Lanes) -> Lanes:
    straight = _likeness(first[0], row[0]) + _likeness(first[1], row[1])
    turned = _likeness(first[0], row[1]) + _likeness(first[1], row[0])
    return (row[1], row[0]) if turned > straight else row


def _likeness(a: Node, b: Node) -> int:
    if a is b:
        return 6
    if a.op != b.op:
        return 0
    if a.op in ("input", "uniform") and isinstance(a.attr, tuple) and isinstance(b.attr, tuple):
        return 4 if a.attr[0] == b.attr[0] else 1
    if a.op == "part":
        return 4 if a.args[0] is b.args[0] else 1
    return 3 if a.op != "const" else 2
