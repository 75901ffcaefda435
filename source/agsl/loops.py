"""Loops of the region tree as for loops: which of them have a trip count, their index, and the effect of their final
test."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from gpucc.lowering.flow.structure import Assign, Break, IfRegion, LoopRegion, Region, Seq, Straight
from gpucc.lowering.graph import AGAIN, Node
from gpucc.records import dataclass

Pairs = tuple[tuple[Node, Node], ...]
FLAGS = ("to", "leave")


@dataclass(eq=False, slots=True)
class LoopIndex:
    """A phi that counts the iterations of a loop and becomes the index of the for loop. Its name is chosen at the first
    use."""

    phi: Node
    first: float
    step: float
    name: str = ""


class AgslLoops:
    """All loops of a program. `counts` maps the number of each counted loop to its trip count; a test with that number
    ends its body."""

    def __init__(
        self, body: Seq, outputs: Sequence[Node], counts: Mapping[int, int], assigns: Sequence[Assign]
    ) -> None:
        self.counts = counts
        self.uses = uses_in(body) + Counter(outputs)
        self.numbers: dict[int, int] = {}
        self.ends: set[int] = set()
        self.depths: dict[int, int] = {}
        self.indices: dict[int, LoopIndex] = {}
        given: dict[Node, list[Node]] = {}
        for assign in assigns:
            for phi, value in assign.pairs:
                given.setdefault(phi, []).append(value)
        self.regions: list[LoopRegion] = []
        self._visit(body, given, 0)
        self.by_phi = {index.phi: index for index in self.indices.values()}
        self.phis = frozenset(self.by_phi)

    def names(self) -> frozenset[str]:
        return frozenset(index.name for index in self.indices.values() if index.name)

    def of(self, loop: LoopRegion) -> tuple[int | None, LoopIndex | None]:
        number = self.numbers.get(id(loop))
        return number, None if number is None else self.indices.get(number)

    def counted(self) -> Iterator[tuple[LoopIndex, int, Counter[Node], list[Node]]]:
        """Yield each loop with an index: the index, the trip count, the uses of nodes in the loop, and the nodes
        computed there."""
        for loop in self.regions:
            number, index = self.of(loop)
            if number is not None and index is not None:
                yield index, self.counts[number], uses_in(loop), list(nodes_in(loop))

    def weight(self, loop: LoopRegion) -> tuple[int, int]:
        """(operations in the body, nesting depth of loops without a trip count, including this one)"""
        return count_nodes(loop), self.depths[id(loop)]

    def bound(self, loop: LoopRegion, given: Mapping[Node, list[Node]]) -> int | None:
        """An upper bound on the trip count of a loop without a known one. It exists if the loop counts up by one and
        ends at the minimum of two numbers, one of them constant, and only there: a counter may also miss the
        minimum."""
        for condition in _endings(loop.body) if _count_breaks(loop.body) == 1 else ():
            for counted, last in (condition.args, condition.args[::-1]) if condition.op == "foeq" else ():
                phi = counted if counted.op == "phi" else next((one for one in counted.args if one.op == "phi"), None)
                if phi is None or phi not in loop.header.phis or len(given.get(phi, ())) != 2:
                    continue
                starts = [one.attr for one in given[phi] if one.op == "const"]
                steps = [_step(phi, one) for one in given[phi] if one.op != "const"]
                most = _most(last)
                if (
                    steps != [1.0]
                    or len(starts) != 1
                    or not isinstance(starts[0], float)
                    or most is None
                    or last.op == "const"
                ):
                    continue
                if counted is phi or _step(phi, counted) == 1.0:
                    return max(1, math.ceil(most - starts[0]) + (counted is phi))
        return None

    # the test at the end ----------------------------------------------------------------------------------------------

    def test(self, item: IfRegion) -> int | None:
        node = item.condition.args[0] if item.condition.op == "bnot" else item.condition
        return node.attr if node.op == AGAIN and isinstance(node.attr, int) and node.attr in self.counts else None

    def arms(self, item: IfRegion) -> tuple[Pairs, Pairs]:
        """The assignments on the exit and on the way back to the header."""
        arms = (pairs_of(item.then), pairs_of(item.otherwise))
        return arms if item.condition.op == "bnot" else (arms[1], arms[0])

    def ends_loop(self, item: IfRegion) -> bool:
        return id(item) in self.ends and self.merges(item)

    def merges(self, item: IfRegion) -> bool:
        """Return whether both arms only set variables. Then the assignments may run in every iteration, and the index
        ends the loop."""
        stays, leaves = (item.otherwise, item.then) if item.condition.op == "bnot" else (item.then, item.otherwise)
        plain = all(isinstance(one, Assign) for one in stays.items)
        out = (
            bool(leaves.items)
            and isinstance(leaves.items[-1], Break)
            and all(isinstance(one, Assign) for one in leaves.items[:-1])
        )
        flags = any(isinstance(phi.attr, tuple) and phi.attr[0] in FLAGS for phi, _ in pairs_of(leaves))
        return plain and out and not flags

    def settled(self, loop: LoopRegion) -> Pairs:
        """The variables that the exit sets to a constant and that nothing in the loop reads. They may be set before the
        loop too, because every other exit sets them anew."""
        end = self._end(loop.body)
        if end is None or not self.ends_loop(end):
            return ()
        inside = uses_in(loop)
        return tuple(
            (phi, value)
            for phi, value in self.arms(end)[0]
            if value.op == "const" and not inside[phi] and phi not in loop.header.phis
        )

    # indices ----------------------------------------------------------------------------------------------------------

    def _visit(self, region: Region, given: Mapping[Node, list[Node]], depth: int) -> None:
        match region:
            case Seq(items):
                for item in items:
                    self._visit(item, given, depth)
            case IfRegion(_, then, otherwise):
                self._visit(then, given, depth)
                self._visit(otherwise, given, depth)
            case LoopRegion(_, body):
                self.regions.append(region)
                end = self._end(body)
                number = None if end is None else self.test(end)
                if end is not None and number is not None:
                    self.numbers[id(region)] = number
                    self.ends.add(id(end))
                    index = self._index(region, end, given) if self.merges(end) else None
                    if index is not None:
                        self.indices[number] = index
                self.depths[id(region)] = depth + (number is None)
                self._visit(body, given, depth + (number is None))

    def _end(self, body: Region) -> IfRegion | None:
        """The test at the end of the body, also inside an if whose other side breaks."""
        while True:
            if isinstance(body, Seq) and body.items:
                body = body.items[-1]
            elif isinstance(body, IfRegion):
                if self.test(body) is not None:
                    return body
                if breaks(body.then):
                    body = body.otherwise
                elif breaks(body.otherwise):
                    body = body.then
                else:
                    return None
            else:
                return None

    def _index(self, loop: LoopRegion, end: IfRegion, given: Mapping[Node, list[Node]]) -> LoopIndex | None:
        inside = uses_in(loop)
        for phi, value in self.arms(end)[1]:
            starts = [one for one in given[phi] if one is not value]
            if len(given[phi]) != 2 or len(starts) != 1 or starts[0].op != "const" or isinstance(starts[0].attr, bool):
                continue
            step = _step(phi, value)
            first = starts[0].attr
            if step is None or not isinstance(first, float) or phi.type.kind != "f" or phi not in loop.header.phis:
                continue
            if inside[phi] > value.args.count(phi) and inside[phi] == self.uses[phi]:
                return LoopIndex(phi, first, step)
        return None


def _endings(region: Region) -> Iterator[Node]:
    """Yield the conditions that end a loop where they hold and that every round tests."""
    match region:
        case Seq(items):
            for item in items:
                yield from _endings(item)
        case IfRegion(condition, then, otherwise):
            if breaks(then):
                yield condition
                yield from _endings(otherwise)
            elif breaks(otherwise):
                if condition.op == "bnot":
                    yield condition.args[0]
                yield from _endings(then)


def _count_breaks(region: Region) -> int:
    match region:
        case Seq(items):
            return sum(map(_count_breaks, items))
        case IfRegion(_, then, otherwise):
            return _count_breaks(then) + _count_breaks(otherwise)
    return isinstance(region, Break)


def _most(node: Node) -> float | None:
    """An upper bound on a value, found by its minima and comparisons with constants."""
    if node.op == "const":
        return node.attr if isinstance(node.attr, float) else None
    if node.op == "fmin":
        return min((most for most in map(_most, node.args) if most is not None), default=None)
    if node.op == "select":
        condition, yes, no = node.args
        terms = condition.args if condition.op == "band" else (condition,)
        below = [_most(term.args[1]) for term in terms if term.op in ("folt", "fole") and term.args[0] is yes]
        first = min((most for most in (_most(yes), *below) if most is not None), default=None)
        second = _most(no)
        return max(first, second) if first is not None and second is not None else None
    return None


def _step(phi: Node, value: Node) -> float | None:
    if value.op != "fadd" or phi not in value.args:
        return None
    other = value.args[1] if value.args[0] is phi else value.args[0]
    return other.attr if other.op == "const" and isinstance(other.attr, float) and other.attr else None


def pairs_of(seq: Seq) -> Pairs:
    return tuple(pair for item in seq.items if isinstance(item, Assign) for pair in item.pairs)


def breaks(seq: Seq) -> bool:
    """Return whether the sequence ends with a break."""
    if not seq.items:
        return False
    last = seq.items[-1]
    return isinstance(last, Break) or (isinstance(last, Seq) and breaks(last))


def uses_in(region: Region) -> Counter[Node]:
    """Count how often each node is used as an operand or assigned value."""
    match region:
        case Straight(_, nodes):
            return Counter(arg for node in nodes for arg in node.args)
        case Seq(items):
            return sum((uses_in(item) for item in items), Counter())
        case IfRegion(condition, then, otherwise):
            return Counter([condition]) + uses_in(then) + uses_in(otherwise)
        case LoopRegion(_, body):
            return uses_in(body)
        case Assign(pairs):
            return Counter(value for _, value in pairs)
    return Counter()


def nodes_in(region: Region) -> Iterator[Node]:
    """Yield the nodes that are computed in a region."""
    match region:
        case Straight(_, nodes):
            yield from nodes
        case Seq(items):
            for item in items:
                yield from nodes_in(item)
        case IfRegion(_, then, otherwise):
            yield from nodes_in(then)
            yield from nodes_in(otherwise)
        case LoopRegion(_, body):
            yield from nodes_in(body)


def count_nodes(region: Region) -> int:
    match region:
        case Straight(_, nodes):
            return len(nodes)
        case Seq(items):
            return sum(count_nodes(item) for item in items)
        case IfRegion(_, then, otherwise):
            return 2 + count_nodes(then) + count_nodes(otherwise)
        case LoopRegion(_, body):
            return 2 + count_nodes(body)
        case Assign(pairs):
            return len(pairs)
    return 1


def last_of(first: float, step: float, count: int) -> float:
    """The limit that the loop compares its index with. If the step is inexact, the sum may miss its exact last value
    slightly, so the limit is placed halfway."""
    exact = (16 * first).is_integer() and (16 * step).is_integer() and abs(first) + abs(step * count) <= 2.0**20
    return first + step * (count if exact else count - 0.5)
