"""Adds loop-invariant terms of sums before the loop, where the order of a sum is free.

LLVM reassociates before it moves code out of loops, which leaves z = (c + x x - 1.8) - y y with c and 1.8 apart.
"""

from __future__ import annotations

from collections import Counter

from gpucc.lowering.flow.cfg import ControlFlow, analyse
from gpucc.lowering.graph import F32, REASSOC, Block, Graph, Node, roots, topological
from gpucc.lowering.rewrite import GraphRewriter, copy, homes
from gpucc.lowering.simplify.sums import ADDITIVE

Terms = list[tuple[bool, Node]]


def hoist_sums(graph: Graph) -> Graph:
    """Move sums that do not change in a loop out of it, from the innermost loops outwards: each time by one level of
    nesting, and at most four times."""
    flow = analyse(graph)
    if flow.irreducible:
        return graph
    for _ in range(min(len(flow.loops), 4)):
        graph = _Hoister(graph).run(graph)
    return graph


class _Hoister(GraphRewriter):
    def __init__(self, graph: Graph) -> None:
        super().__init__()
        self.flow: ControlFlow = analyse(graph)
        self.home = homes(graph)
        self.uses: Counter[Node] = Counter()
        self.users: dict[Node, Node] = {}
        starts = [root for block in graph.blocks for root in roots(block)]
        self.uses.update(starts)
        for node in topological(starts):
            self.uses.update(node.args)
            for arg in node.args:
                self.users[arg] = node
        self.blocks: dict[Block, Block] = {}

    def _fill(self, block: Block, blocks: dict[Block, Block], home: dict[Node, Block]) -> None:
        self.blocks = blocks
        super()._fill(block, blocks, home)

    def node(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        loop = self._loop(node)
        if loop is None or not self._free(node) or self._inside(node):
            return copy(block, node, args)
        terms = self._terms(node)
        fixed = [term for term in terms if self._is_fixed(term[1], loop)]
        if len(fixed) < 2 or len(fixed) == len(terms) or all(term.op == "const" for _, term in fixed):
            return copy(block, node, args)
        before = self.blocks[self.flow.dominator[loop]]
        fixed.sort(key=lambda term: not term[0])
        return self._sum(
            block, node, self._sum(before, node, None, fixed), [term for term in terms if term not in fixed]
        )

    def _loop(self, node: Node) -> Block | None:
        """Return the header of the innermost loop around a node."""
        home = self.home.get(node)
        found = [header for header, body in self.flow.loops.items() if home in body]
        return min(found, key=lambda header: (len(self.flow.loops[header]), self.flow.index[header])) if found else None

    def _free(self, node: Node) -> bool:
        return node.op in ADDITIVE and bool(node.flags & REASSOC) and node.type == F32

    def _inside(self, node: Node) -> bool:
        """Return whether the node is a part of a larger sum."""
        user = self.users.get(node)
        return (
            self.uses[node] == 1
            and user is not None
            and self._free(user)
            and self.home.get(user) is self.home.get(node)
        )

    def _terms(self, node: Node) -> Terms:
        """Return pairs of a term and whether it is added; if not, it is subtracted."""
        found: Terms = []
        stack = [(True, node)]
        while stack:
            added, one = stack.pop()
            if one is node or (self._free(one) and self._inside(one)):
                left, right = one.args
                stack += [(added == (one.op == "fadd"), right), (added, left)]
            else:
                found.append((added, one))
        return found

    def _is_fixed(self, node: Node, loop: Block) -> bool:
        if node.op in ("const", "uniform", "input"):
            return True
        return node in self.home and self.home[node] not in self.flow.loops[loop]

    def _sum(self, block: Block, node: Node, start: Node | None, terms: Terms) -> Node:
        total = start
        for added, term in terms:
            value = self.new[term]
            if value.op in ("const", "uniform", "input"):
                value = block.make(value.op, value.type, (), value.attr)
            if total is None:
                total = value if added else block.make("fneg", F32, (value,), None, node.flags, node.location)
            else:
                total = block.make("fadd" if added else "fsub", F32, (total, value), None, node.flags, node.location)
        assert total is not None
        return total
