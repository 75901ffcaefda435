"""Gives selects to the blocks in which they will be computed.

A node belongs to the block that the optimiser left it in. If that block does not read it, it is computed further down,
and a branch in its place belongs there, too.
"""

from __future__ import annotations

from collections.abc import Callable

from gpucc.lowering.flow.cfg import analyse
from gpucc.lowering.graph import Block, Graph, Node, roots, topological
from gpucc.lowering.parts.place import place_nodes
from gpucc.lowering.rewrite import GraphRewriter, copy, homes


def sink_selects(graph: Graph, wish: Callable[[Node], bool]) -> Graph:
    """Return the graph, with all nodes in the blocks that will compute them if a select whose condition `wish` accepts
    is read in none but other blocks than its own."""
    home = homes(graph)
    own, others = set[Node](), set[Node]()
    for block in graph.blocks:
        for node in topological(list(roots(block))):
            if node.op == "select":
                (own if home.get(node, block) is block else others).add(node)
    if not any(wish(select.args[0]) for select in others - own):
        return graph
    return _Sinker(place_nodes(analyse(graph)).place).run(graph)


def selects_below(graph: Graph) -> dict[Block, list[Node]]:
    """The selects of each block that only later blocks read."""
    home = homes(graph)
    own, found = set[Node](), dict[Node, Block]()
    for block in graph.blocks:
        for node in topological(list(roots(block))):
            if node.op == "select" and node in home:
                if home[node] is block:
                    own.add(node)
                else:
                    found[node] = home[node]
    below: dict[Block, list[Node]] = {}
    for node, block in found.items():
        if node not in own:
            below.setdefault(block, []).append(node)
    return below


class _Sinker(GraphRewriter):
    def __init__(self, place: dict[Node, Block]) -> None:
        super().__init__()
        self.place = place

    def node(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        place = self.place.get(node)
        return copy(block if place is None else self.blocks[place], node, args)
