"""Facts about a control-flow graph: order, predecessors, dominators, post-dominators, loops; all iterative."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import field
from typing import TypeVar

from gpucc.lowering.graph import Block, Edge, Graph
from gpucc.records import dataclass

# a block, or its name
AnyBlock = TypeVar("AnyBlock", bound=Hashable)


def successors(block: Block) -> tuple[Edge, ...]:
    return block.terminator.edges() if block.terminator is not None else ()


def reverse_postorder(graph: Graph) -> list[Block]:
    """Return the reachable blocks, each before its successors except along back edges."""
    seen = {graph.entry}
    postorder: list[Block] = []
    stack = [(graph.entry, iter(successors(graph.entry)))]
    while stack:
        block, edges = stack[-1]
        for edge in edges:
            if edge.target not in seen:
                seen.add(edge.target)
                stack.append((edge.target, iter(successors(edge.target))))
                break
        else:
            postorder.append(block)
            stack.pop()
    return postorder[::-1]


def immediate_dominators(order: list[AnyBlock], before: dict[AnyBlock, list[AnyBlock]]) -> dict[AnyBlock, AnyBlock]:
    """Compute dominators by the iteration of Cooper, Harvey and Kennedy; the first of `order` dominates itself."""
    index = {block: i for i, block in enumerate(order)}
    above = [-1] * len(order)
    above[0] = 0
    changed = True
    while changed:
        changed = False
        for i in range(1, len(order)):
            nearest = -1
            for pred in before[order[i]]:
                p = index[pred]
                if above[p] < 0:
                    continue
                if nearest < 0:
                    nearest = p
                while p != nearest:
                    if p > nearest:
                        p = above[p]
                    else:
                        nearest = above[nearest]
            if nearest != above[i]:
                above[i] = nearest
                changed = True
    return {block: order[above[i]] for i, block in enumerate(order)}


@dataclass(slots=True, eq=False)
class ControlFlow:
    """Analysed control flow. `order` is reverse postorder, `index` a block's position in it; `loops` maps a loop's
    header to its blocks.
    """

    graph: Graph
    order: list[Block]
    index: dict[Block, int]
    before: dict[Block, list[Block]]
    dominator: dict[Block, Block]
    loops: dict[Block, set[Block]] = field(default_factory=dict)
    irreducible: list[Block] = field(default_factory=list)

    def dominates(self, a: Block, b: Block) -> bool:
        while self.index[b] > self.index[a]:
            b = self.dominator[b]
        return a is b

    def post_dominators(self) -> dict[Block, Block]:
        """Return the post-dominators of an acyclic graph; a block whose paths share only the end is left out."""
        end = Block("end")
        backward = [end, *reversed(self.order)]
        after: dict[Block, list[Block]] = {end: []}
        for block in self.order:
            after[block] = [edge.target for edge in successors(block)] or [end]
        above = immediate_dominators(backward, after)
        return {block: post for block, post in above.items() if post is not end and block is not end}


def analyse(graph: Graph) -> ControlFlow:
    order = reverse_postorder(graph)
    index = {block: i for i, block in enumerate(order)}
    before: dict[Block, list[Block]] = {block: [] for block in order}
    for block in order:
        for edge in successors(block):
            before[edge.target].append(block)
    flow = ControlFlow(graph, order, index, before, immediate_dominators(order, before))
    for block in order:
        for edge in successors(block):
            if index[edge.target] <= index[block]:
                _add_back_edge(flow, block, edge.target)
    return flow


def _add_back_edge(flow: ControlFlow, latch: Block, header: Block) -> None:
    if not flow.dominates(header, latch):
        flow.irreducible.append(header)
        return
    body = flow.loops.setdefault(header, {header})
    stack = [latch]
    while stack:
        block = stack.pop()
        if block not in body:
            body.add(block)
            stack.extend(flow.before[block])
