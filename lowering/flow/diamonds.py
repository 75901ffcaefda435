"""Turns selects into branches: the selects of one condition become a branch with an empty block on each side.

A later pass places code that only one side needs in that side's block. A block is split where a select is; code that
does not depend on the select stays before it, so branches follow each other and are not nested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gpucc.lowering.flow.forks import Fork, find_forks
from gpucc.lowering.flow.sink import selects_below, sink_selects
from gpucc.lowering.graph import Block, Branch, Edge, Graph, Jump, Node, roots, topological
from gpucc.lowering.rewrite import GraphRewriter, copy, homes, pending

ANY_DEPTH = 1 << 20


def branch_on_selects(graph: Graph, wish: Callable[[Node], bool], least: int = 1) -> Graph:
    """Return the graph with branches for the conditions that `wish` accepts and that have at least `least` selects."""
    graph = sink_selects(graph, wish)
    home, below = homes(graph), selects_below(graph)
    forks: dict[Block, list[Fork]] = {}
    for block in graph.blocks:
        starts = [*roots(block), *below.get(block, ())]
        forks_here = find_forks(starts, least, ANY_DEPTH) if _cuttable(block) else []
        found = [fork for fork in forks_here if wish(fork.condition)]
        own = [
            Fork(fork.condition, [select for select in fork.selects if home.get(select, block) is block])
            for fork in found
        ]
        kept = [fork for fork in own if len(fork.selects) >= least]
        if kept:
            forks[block] = _ordered(kept)
    return _Cutter(forks).run(graph) if forks else graph


def _cuttable(block: Block) -> bool:
    """Return whether the block may be cut. All that it does besides computing must be done at its end, as emitting a
    vertex may be."""
    return all(effect.op == "emit" for effect in block.effects)


def _ordered(forks: Sequence[Fork]) -> list[Fork]:
    """Return the forks, each after those that it needs."""
    fork_of = {select: fork for fork in forks for select in fork.selects}
    order: dict[Fork, None] = {}
    # the nodes that forks in `order` need; every fork among them is in `order`, too
    walked: set[Node] = set()

    def needed(fork: Fork) -> tuple[Fork, list[Node], Iterator[Fork]]:
        below = topological([fork.condition, *(arg for select in fork.selects for arg in select.args)], walked)
        others = dict.fromkeys(fork_of[node] for node in below if node in fork_of)
        return fork, below, iter([other for other in others if other is not fork])

    for start in forks:
        stack = [needed(start)] if start not in order else []
        while stack:
            fork, below, others = stack[-1]
            other = next((o for o in others if o not in order), None)
            if other is None:
                order[fork] = None
                walked.update(below)
                stack.pop()
            else:
                stack.append(needed(other))
    return list(order)


class _Cutter(GraphRewriter):
    """Splits blocks. `pieces` are the blocks that replaced each new block, in order; `piece_of` gives a node's new
    block and its piece.
    """

    def __init__(self, forks: dict[Block, list[Fork]]) -> None:
        super().__init__()
        self.forks = forks
        self.pieces: dict[Block, list[Block]] = {}
        self.sides: dict[Block, list[Block]] = {}
        self.piece_of: dict[Node, tuple[Block, int]] = {}
        self.names: set[str] = set()

    def run(self, graph: Graph) -> Graph:
        self.names = {block.name for block in graph.blocks}
        fresh = super().run(graph)
        blocks = [piece for block in fresh.blocks for piece in (block, *self.sides.get(block, ()))]
        return Graph(fresh.name, blocks)

    def node(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        pieces = self.pieces.get(block)
        if pieces is None:
            return copy(block, node, args)
        places = (self.piece_of[arg] for arg in args if arg in self.piece_of)
        number = max((number for home, number in places if home is block), default=0)
        made = copy(pieces[number], node, args)
        self.piece_of[made] = block, number
        return made

    def _fill(self, block: Block, blocks: dict[Block, Block], home: dict[Node, Block]) -> None:
        if block in self.forks:
            self.pieces[blocks[block]] = [blocks[block]]
            self.sides[blocks[block]] = []
            for fork in self.forks[block]:
                for node in pending(
                    [fork.condition, *(arg for select in fork.selects for arg in select.args)], self.new
                ):
                    self.new[node] = self.node(
                        blocks[home.get(node, block)], node, tuple([self.new[arg] for arg in node.args])
                    )
                self.cut(blocks[block], fork)
        super()._fill(block, blocks, home)

    def cut(self, block: Block, fork: Fork) -> None:
        pieces = self.pieces[block]
        then, otherwise, join = (Block(self.unused(f"{block.name}.{name}")) for name in ("yes", "no", "on"))
        for k, select in enumerate(fork.selects):
            phi = Node("phi", select.type, (), (join.name, k), select.flags, select.location)
            join.phis.append(phi)
            self.new[select] = phi
            self.piece_of[phi] = block, len(pieces)
        for side, position in ((then, 1), (otherwise, 2)):
            side.terminator = Jump(Edge(join, [self.new[select.args[position]] for select in fork.selects]))
        pieces[-1].terminator = Branch(self.new[fork.condition], Edge(then), Edge(otherwise))
        pieces.append(join)
        self.sides[block] += [then, otherwise, join]

    def unused(self, name: str) -> str:
        while name in self.names:
            name += "."
        self.names.add(name)
        return name

    def _finish(self, block: Block, blocks: dict[Block, Block]) -> None:
        here = blocks[block]
        first = here.terminator
        super()._finish(block, blocks)
        pieces = self.pieces.get(here, [here])
        if len(pieces) > 1:
            pieces[-1].terminator, here.terminator = here.terminator, first
            pieces[-1].effects, here.effects = here.effects, pieces[-1].effects
