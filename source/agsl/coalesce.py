"""Merging of a loop's variable with the variable that holds its value after the loop.

A phi after a loop is replaced by a phi of the loop's header if, on every exit, both hold the same value: the header's
phi does not change again before the loop is next entered, and by then nothing reads the other one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from gpucc.lowering.flow.structure import Assign, IfRegion, LoopRegion, Region, Seq, Straight, StructuredGraph
from gpucc.lowering.graph import Node
from gpucc.source.agsl.loops import AgslLoops, Pairs, uses_in


def coalesce(tree: StructuredGraph, counts: Mapping[int, int]) -> StructuredGraph:
    assigns = list(_assigns(tree.body))
    loops = loops_of(tree, counts)
    given = Counter(phi for one in assigns for phi, _ in one.pairs)
    same: dict[Node, Node] = {}
    for loop in _loops(tree.body):
        same |= _left_behind(loop, loops, given)
    return Replacer(same).run(tree) if same else tree


def loops_of(tree: StructuredGraph, counts: Mapping[int, int]) -> AgslLoops:
    return AgslLoops(tree.body, list(tree.outputs.values()), counts, list(_assigns(tree.body)))


def _loops(region: Region) -> Iterator[LoopRegion]:
    match region:
        case Seq(items):
            for item in items:
                yield from _loops(item)
        case IfRegion(_, then, otherwise):
            yield from _loops(then)
            yield from _loops(otherwise)
        case LoopRegion(_, body):
            yield region
            yield from _loops(body)


def _assigns(region: Region) -> Iterator[Assign]:
    match region:
        case Assign():
            yield region
        case Seq(items):
            for item in items:
                yield from _assigns(item)
        case IfRegion(_, then, otherwise):
            yield from _assigns(then)
            yield from _assigns(otherwise)
        case LoopRegion(_, body):
            yield from _assigns(body)


def _settings(region: Region, loops: AgslLoops) -> Iterator[Pairs]:
    """Yield the sets of simultaneous assignments. The test that ends a loop sets the variables of both of its sides."""
    match region:
        case Assign(pairs):
            yield pairs
        case Seq(items):
            for item in items:
                yield from _settings(item, loops)
        case IfRegion(_, then, otherwise):
            if loops.ends_loop(region):
                exits, stays = loops.arms(region)
                yield (*exits, *stays)
            else:
                yield from _settings(then, loops)
                yield from _settings(otherwise, loops)
        case LoopRegion(_, body):
            yield from _settings(body, loops)


def _left_behind(loop: LoopRegion, loops: AgslLoops, given: Counter[Node]) -> dict[Node, Node]:
    settings = list(_settings(loop.body, loops))
    headers = {phi for inner in _loops(loop) for phi in inner.header.phis}
    inside = uses_in(loop)
    values: dict[Node, list[tuple[Pairs, Node]]] = {}
    for pairs in settings:
        for phi, value in pairs:
            values.setdefault(phi, []).append((pairs, value))
    found: dict[Node, Node] = {}
    for phi, those in values.items():
        if phi in headers or inside[phi] or len(those) != given[phi]:
            continue
        for held in loop.header.phis:
            if held.type == phi.type and all(_holds(held, pairs, value) for pairs, value in those):
                found[phi] = held
                break
    return found


def _holds(held: Node, pairs: Pairs, value: Node) -> bool:
    """Return whether `held` has the given value after these assignments."""
    changed = [new for phi, new in pairs if phi is held]
    return changed[-1] is value if changed else value is held


class Replacer:
    """Replaces nodes by others everywhere in a tree."""

    def __init__(self, same: Mapping[Node, Node]) -> None:
        self.new: dict[Node, Node] = dict(same)

    def run(self, tree: StructuredGraph) -> StructuredGraph:
        body = self.seq(tree.body)
        return StructuredGraph(tree.name, body, {place: self.of(node) for place, node in tree.outputs.items()})

    def of(self, node: Node) -> Node:
        return self.new.get(node, node)

    def seq(self, seq: Seq) -> Seq:
        return Seq(tuple(self.region(item) for item in seq.items))

    def region(self, region: Region) -> Region:
        match region:
            case Straight(block, nodes):
                return Straight(block, tuple(self.node(node) for node in nodes))
            case Assign(pairs):
                return Assign(tuple((phi, self.of(value)) for phi, value in pairs if phi not in self.new))
            case Seq():
                return self.seq(region)
            case IfRegion(condition, then, otherwise):
                return IfRegion(self.of(condition), self.seq(then), self.seq(otherwise))
            case LoopRegion(header, body):
                return LoopRegion(header, self.seq(body))
        return region

    def node(self, node: Node) -> Node:
        if node in self.new:
            return self.new[node]
        args = tuple(self.of(arg) for arg in node.args)
        if args != node.args:
            self.new[node] = Node(node.op, node.type, args, node.attr, node.flags, node.location)
        return self.of(node)
