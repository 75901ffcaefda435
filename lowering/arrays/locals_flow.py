"""Turns local arrays of a program with branches into values.

Every element gets a phi where paths meet; simplification removes the redundant ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from gpucc.errors import LimitExceeded
from gpucc.lowering.arrays.locals import LARGEST, Promoter, promote_locals
from gpucc.lowering.flow.cfg import analyse, successors
from gpucc.lowering.graph import Block, Graph, LocalArray, Node


def promote(graph: Graph, memory: bool, most: int) -> Graph:
    """Replace reads of local arrays by the values stored, as `promote_locals` does, but for any graph."""
    return promote_locals(graph, memory, most) if memory or len(graph.blocks) == 1 else promote_across(graph)


def promote_across(graph: Graph) -> Graph:
    """Remove local_load and local_store from a graph of any shape."""
    flow = analyse(graph)
    effects = [effect for block in flow.order for effect in block.effects]
    arrays = dict.fromkeys(effect.attr for effect in effects if isinstance(effect.attr, LocalArray))
    size = sum(array.length for array in arrays)
    if size > LARGEST and len(flow.order) > 1:
        where = next(effect.location for effect in effects if isinstance(effect.attr, LocalArray))
        raise LimitExceeded(
            f"local arrays of {size} elements in a program with branches; the target has no memory for them, and at"
            f" most {LARGEST} elements can become variables",
            where,
            ("use smaller arrays, or constant tables and uniforms",),
        )
    return _AcrossBlocks(tuple(arrays), flow.before).run(Graph(graph.name, flow.order))


class _AcrossBlocks(Promoter):
    """Replaces loads and stores in all blocks. `leaving` holds the elements at the end of each block, `meeting` the new
    phis of each block where paths meet, in order.
    """

    def __init__(self, arrays: Sequence[LocalArray], before: dict[Block, list[Block]]) -> None:
        super().__init__(frozenset())
        self.arrays = arrays
        self.before = before
        self.current: Block | None = None
        self.leaving: dict[Block, dict[LocalArray, dict[int, Node]]] = {}
        self.meeting: dict[Block, dict[tuple[LocalArray, int], Node]] = {}

    def enter(self, block: Block) -> None:
        self.leave()
        self.current = block
        before = self.before[block]
        if not before:
            self.elements = {}
        elif len(before) == 1 and before[0] in self.leaving:
            self.elements = {array: dict(found) for array, found in self.leaving[before[0]].items()}
        else:
            first = len(block.phis)
            places = [(array, k) for array in self.arrays for k in range(array.length)]
            phis = {place: Node("phi", place[0].type, (), (block.name, first + i)) for i, place in enumerate(places)}
            self.meeting[block] = phis
            self.elements = {array: {k: phis[array, k] for k in range(array.length)} for array in self.arrays}

    def leave(self) -> None:
        if self.current is not None:
            self.leaving[self.current] = self.elements

    def _finish(self, block: Block, blocks: dict[Block, Block]) -> None:
        self.leave()
        super()._finish(block, blocks)
        here = blocks[block]
        here.phis.extend(self.meeting.get(block, {}).values())
        for old, edge in zip(successors(block), successors(here), strict=True):
            for array, k in self.meeting.get(old.target, {}):
                value = self.leaving[block].get(array, {}).get(k)
                edge.values.append(here.make("undef", array.type) if value is None else value)
