"""Merges clusters of blocks into one block each; flattening all branches, or only small ones, consists of this.

A cluster is an acyclic set of blocks that its leader dominates and that has one kind of exit: the terminator of one
block, or any number of edges to the same block outside.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf

from gpucc.lowering.flow.cfg import ControlFlow, successors
from gpucc.lowering.flow.frozen import FrozenRow, frozen_row
from gpucc.lowering.flow.gate import GatePlan, Gates, arrives, in_turn, resolve
from gpucc.lowering.graph import BOOL, Block, Branch, Edge, Graph, Jump, Node, Return, roots
from gpucc.lowering.logic import both, choose, known_truth
from gpucc.lowering.rewrite import GraphRewriter, copy, homes, pending


def merge_returns(graph: Graph) -> Graph:
    """Return a graph with at most one returning block; outputs missing in one of them are undefined there.

    The argument is not changed.
    """
    if sum(isinstance(block.terminator, Return) for block in graph.blocks) < 2:
        return graph
    fresh = GraphRewriter().run(graph)
    leaving = [(block, block.terminator.outputs) for block in fresh.blocks if isinstance(block.terminator, Return)]
    places: dict[tuple[int, int], Node] = {}
    for _, outputs in leaving:
        places |= {place: value for place, value in outputs.items() if place not in places}
    exit = Block(fresh.unused_name("exit"))
    exit.phis = [Node("phi", value.type, (), (exit.name, k)) for k, (_, value) in enumerate(sorted(places.items()))]
    for block, outputs in leaving:
        values = [outputs.get(place) or block.make("undef", places[place].type) for place in sorted(places)]
        block.terminator = Jump(Edge(exit, values))
    exit.terminator = Return(dict(zip(sorted(places), exit.phis, strict=True)))
    fresh.blocks.append(exit)
    return fresh


class Collapse:
    """Merges clusters. `leader` maps every reachable block to the first block of its cluster. `room` is the number of
    values that may wait for a choice at a time. With `freezes`, values that grow from round to round are frozen where a
    lane leaves its loop."""

    def __init__(
        self,
        flow: ControlFlow,
        leader: dict[Block, Block],
        post: dict[Block, Block],
        room: float = inf,
        freezes: bool = False,
    ) -> None:
        self.flow, self.room, self.freezes = flow, room, freezes
        self.leader = leader
        self.gates = Gates(flow, post, leader)
        self.home = homes(flow.graph)
        self.members: dict[Block, list[Block]] = {}
        for block in flow.order:
            self.members.setdefault(leader[block], []).append(block)
        self.blocks = {lead: Block(lead.name) for lead in self.members}
        self.new: dict[Node, Node] = {}
        # by their joins the rows whose values are frozen, and by the blocks of their exits
        self.frozen: dict[Block, FrozenRow] = {}
        self.exits: dict[Block, list[tuple[FrozenRow, int]]] = {}

    def run(self) -> Graph:
        for lead, here in self.blocks.items():
            here.phis = [copy(here, phi, ()) for phi in lead.phis]
            self.new.update(zip(lead.phis, here.phis, strict=True))
        if self.freezes:
            self._find_frozen()
        for block in self.flow.order:
            if self.leader[block] is not block:
                self._resolve_phis(block)
            self._fill(block)
            for row, number in self.exits.get(block, ()):
                row.leave(self.blocks[self.leader[block]], self.new, number, partial(self._is_behind, row))
        for lead in self.blocks:
            self._finish(lead)
        return Graph(self.flow.graph.name, list(self.blocks.values()))

    def _find_frozen(self) -> None:
        for block in self.flow.order:
            if block.phis and self.leader[block] is not block:
                plan = self._plan(block)
                found = frozen_row(plan.row(), block.phis)
                if found is not None:
                    self.frozen[block] = found
                    for number, (asked, _, _) in enumerate(found.row[0]):
                        self.exits.setdefault(asked, []).append((found, number))

    def _is_behind(self, row: FrozenRow, value: Node) -> bool:
        """Return whether a value is computed behind the first exit of a row. Then nothing behind the join reads it."""
        home = self.home.get(value)
        return home is not None and self.flow.index.get(home, -1) > self.flow.index[row.row[0][0][0]]

    def _plan(self, join: Block) -> GatePlan:
        """The paths to a block from the one that dominates it."""
        start = self.flow.dominator[join]
        return self.gates.plan(start, lambda edge: edge.target is join, self.flow.index[join])

    def _condition(self, block: Block) -> Node:
        assert isinstance(block.terminator, Branch)
        return self.new[block.terminator.condition]

    def _resolve_phis(self, block: Block) -> None:
        if block.phis:
            start = self.flow.dominator[block]
            values = self._gated(start, block.phis, lambda edge: edge.target is block, self.flow.index[block])
            self.new.update(zip(block.phis, values, strict=True))
            row = self.frozen.get(block)
            if row is not None:
                here = self.blocks[self.leader[start]]
                self.new.update((phi, row.joined(here, self.new, place)) for place, phi in row.phis.items())

    def _gated(self, start: Block, phis: list[Node], reaches: Callable[[Edge], bool], limit: int) -> list[Node]:
        here = self.blocks[self.leader[start]]
        plan = self.gates.plan(start, reaches, limit)
        # all of these would be alive at the end of a row of exits: their conditions, and the values at each
        row = plan.row() if len(plan.steps) * (1 + len(phis)) > self.room else None
        values = []
        for k, phi in enumerate(phis):
            arriving = {edge: self.new[edge.values[k]] for edge in plan.arriving()}
            if row is not None and phi.type != BOOL:
                values.append(in_turn(here, row, arriving.__getitem__, self._condition, phi))
                continue
            value = resolve(here, plan, arriving.__getitem__, self._condition, None, phi)
            values.append(here.make("undef", phi.type) if value is None else value)
        return values

    def _fill(self, block: Block) -> None:
        path = self._path(block) if block.effects else None
        for effect in block.effects:
            for node in pending((effect,), self.new):
                if node is effect:
                    self._effect(block, effect, path)
                else:
                    self._copy(block, node)
        for node in pending(roots(block), self.new):
            self._copy(block, node)

    def _copy(self, block: Block, node: Node) -> None:
        here = self.blocks[self.leader[self.home.get(node, block)]]
        self.new[node] = copy(here, node, tuple([self.new[arg] for arg in node.args]))

    def _path(self, block: Block) -> Node | None:
        """Return the condition under which a run of the cluster passes `block`; None if always."""
        lead = self.leader[block]
        if lead is block:
            return None
        plan = self.gates.plan(lead, lambda edge: edge.target is block, self.flow.index[block])
        path = arrives(self.blocks[lead], plan, self._condition)
        return None if known_truth(path) is True else path

    def _effect(self, block: Block, effect: Node, path: Node | None) -> None:
        here = self.blocks[self.leader[block]]
        args = tuple([self.new[arg] for arg in effect.args])
        if path is not None and effect.op == "discard":
            args = (both(here, path, args[0]),)
        elif path is not None and effect.op == "local_store":
            index, value = args
            old = Node("local_load", value.type, (index,), effect.attr, 0, effect.location)
            here.effects.append(old)
            args = (index, choose(here, path, value, old, effect.location))
        self.new[effect] = Node(effect.op, effect.type, args, effect.attr, effect.flags, effect.location)
        here.effects.append(self.new[effect])

    def _finish(self, lead: Block) -> None:
        leaving = [(b, e) for b in self.members[lead] for e in successors(b) if not self._within(e, lead)]
        ends = [block for block in self.members[lead] if isinstance(block.terminator, Return)]
        if not leaving:
            self.blocks[lead].terminator = self._terminator(ends[0]) if ends else None
        elif len(leaving) > 1 and all(edge.target is leaving[0][1].target for _, edge in leaving):
            target = leaving[0][1].target
            values = self._gated(lead, target.phis, lambda edge: not self._within(edge, lead), len(self.flow.order))
            self.blocks[lead].terminator = Jump(Edge(self.blocks[target], values))
        else:
            self.blocks[lead].terminator = self._terminator(leaving[0][0])

    def _within(self, edge: Edge, lead: Block) -> bool:
        """Return whether the edge stays in the cluster; one back to the leader leaves it."""
        return self.leader[edge.target] is lead and edge.target is not lead

    def _terminator(self, block: Block) -> Jump | Branch | Return | None:
        def moved(edge: Edge) -> Edge:
            return Edge(self.blocks[edge.target], [self.new[value] for value in edge.values])

        match block.terminator:
            case Jump(edge):
                return Jump(moved(edge))
            case Branch(condition, then, otherwise):
                return Branch(self.new[condition], moved(then), moved(otherwise))
            case Return(outputs):
                return Return({place: self.new[value] for place, value in outputs.items()})
        return None
