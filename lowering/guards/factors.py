"""Choices among a product and its first factor, where choices are blends.

`hit ? c * k : c` becomes `c * (hit ? k : 1.0)`: one choice of k in place of one for each component of c, and k alone
needs a guard. 1.0 changes no number. A quotient by 1.0 is as exact as quotients are, so that takes a flag.
"""

from __future__ import annotations

from collections import Counter

from gpucc.isa.model import Format
from gpucc.isa.neutral import ARCP
from gpucc.lowering.graph import F32, Block, Graph, Node, roots, topological
from gpucc.lowering.rewrite import GraphRewriter, copy


def factor_choices(graph: Graph, format: Format) -> Graph:
    """Return the graph with choices of factors in place of choices of products; the same graph if there are none, or if
    the target does not blend."""
    if not format.blend_select:
        return graph
    starts = [root for block in graph.blocks for root in roots(block)]
    nodes = topological(starts)
    uses = Counter(starts)
    for node in nodes:
        uses.update(node.args)
    found = {node: place for node in nodes if (place := _product(node, uses))}
    return _Factors(found).run(graph) if found else graph


def _product(node: Node, uses: Counter[Node]) -> int:
    """Return which arm of a choice is a product with the other arm, or a quotient of it, and nothing else; or 0."""
    if node.op != "select" or node.type != F32:
        return 0
    for place, arm, other in ((1, node.args[1], node.args[2]), (2, node.args[2], node.args[1])):
        scaled = arm.op == "fmul" and other in arm.args
        divided = arm.op == "fdiv" and arm.args[0] is other and arm.flags & ARCP
        if (scaled or divided) and uses[arm] == 1 and other.op != "const":
            return place
    return 0


class _Factors(GraphRewriter):
    def __init__(self, found: dict[Node, int]) -> None:
        super().__init__()
        self.found = found

    def node(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        place = self.found.get(node)
        if place is None:
            return copy(block, node, args)
        arm, other = node.args[place], node.args[3 - place]
        factor = arm.args[1] if arm.args[0] is other else arm.args[0]
        flags = node.flags & arm.flags
        arms = [self.new[factor], block.make("const", F32, (), 1.0)]
        choice = block.make("select", F32, (args[0], *arms[:: 3 - 2 * place]), None, flags, node.location)
        return block.make(arm.op, F32, (args[3 - place], choice), None, flags, arm.location)
