"""Computes once what several branches compute: in the last block before all of them.

That saves instructions, not time: a way through the program that needs no such value computes it now, too. So where
fewer executed instructions are preferred, only values that every way computes are shared.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from gpucc.isa.neutral import LEAVES
from gpucc.lowering.flow.cfg import ControlFlow, analyse, successors
from gpucc.lowering.flow.numbering import Numbering
from gpucc.lowering.graph import BOOL, Block, Graph, Node, roots, topological
from gpucc.lowering.rewrite import EFFECTS, GraphRewriter, copy, homes

UNSHARED = LEAVES | EFFECTS
FREE = frozenset({"fneg", "bnot", "btof", "part"})
# A value that another block computes waits in a variable, often on the stack. It is worth that if at least so many
# operations compute it, and one more if opposites of it are shared, too.
WORTH = 4


def share(graph: Graph, size: bool) -> Graph:
    """Return the graph, or one with fewer operations. `size`: also if more of them are executed."""
    found = _Equals(analyse(graph))
    at = found.chosen(size)
    return _Sharer(found, at).run(graph) if at else graph


class _Equals:
    """The nodes with equal values, by their numbers, and the blocks of nodes."""

    def __init__(self, flow: ControlFlow) -> None:
        self.flow = flow
        self.numbering = Numbering()
        self.home: dict[Node, Block] = {}
        self.members: dict[int, list[Node]] = {}
        owner = homes(flow.graph)
        self.numbering.add(phi for block in flow.order for phi in block.phis)
        for block in flow.order:
            for node in topological(list(roots(block)), self.home):
                self.home[node] = owner.get(node, block)
                if node.op == "phi":
                    continue
                self.numbering.add((node,))
                if counts(node):
                    self.members.setdefault(self.numbering.of[node].number, []).append(node)

    def opposite(self, node: Node) -> bool:
        return self.numbering.of[node].opposite

    def chosen(self, size: bool) -> dict[int, Block]:
        """Return the values that are worth sharing, with the blocks that compute them."""
        found: dict[int, Block] = {}
        for number, nodes in self.members.items():
            if len(nodes) < 2:
                continue
            blocks = {self.home[node] for node in nodes}
            place = self._meet(blocks)
            worth = WORTH + (len({self.opposite(node) for node in nodes}) > 1) if blocks != {place} else 1
            if self._cost(nodes[0], place) >= worth and (size or self._certain(place, blocks)):
                found[number] = place
        return found

    def _meet(self, blocks: Iterable[Block]) -> Block:
        """Return the nearest block that dominates all."""
        index, dominator = self.flow.index, self.flow.dominator

        def both(a: Block, b: Block) -> Block:
            while a is not b:
                if index[a] > index[b]:
                    a = dominator[a]
                else:
                    b = dominator[b]
            return a

        return reduce(both, blocks)

    def _certain(self, place: Block, computing: Iterable[Block]) -> bool:
        """Return whether every way on from a block computes a value that these blocks compute."""
        index = self.flow.index
        certain = set(computing)
        for block in reversed(self.flow.order[index[place] :]):
            ways = [edge.target for edge in successors(block)]
            if ways and all(way in certain and index[way] > index[block] for way in ways):
                certain.add(block)
        return place in certain

    def _cost(self, node: Node, place: Block) -> int:
        """Count the operations that compute a node from values that the block or an earlier one computes anyway."""
        seen = {node}
        stack = [node]
        cost = 0
        while stack and cost <= WORTH:
            asked = stack.pop()
            cost += counts(asked)
            for arg in asked.args:
                if arg not in seen and not self.flow.dominates(self.home[arg], place):
                    seen.add(arg)
                    stack.append(arg)
        return cost


def counts(node: Node) -> bool:
    return node.op not in UNSHARED and node.op not in FREE


class _Sharer(GraphRewriter):
    """Makes the nodes of shared values in the blocks `at`. What they read follows them there, and stays also where it
    was if others read it."""

    def __init__(self, found: _Equals, at: dict[int, Block]) -> None:
        super().__init__()
        self.found = found
        self.at = at
        # the node of each shared value, and whether it is the opposite
        self.made: dict[int, tuple[Node, bool]] = {}
        self.early: dict[tuple[Node, Block], Node] = {}

    def node(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        place = self._place(node)
        if place is None:
            return copy(block, node, args)
        if self._number(node) not in self.made:
            self._build(node, place)
        return self._shared(node, block)

    def _number(self, node: Node) -> int:
        return self.found.numbering.of[node].number

    def _place(self, node: Node) -> Block | None:
        """Return the block that computes a node, if it is shared."""
        return self.at.get(self._number(node)) if counts(node) else None

    def _shared(self, node: Node, block: Block) -> Node:
        value, opposite = self.made[self._number(node)]
        if opposite == self.found.opposite(node):
            return value
        return block.make("bnot" if node.type == BOOL else "fneg", node.type, (value,), None, 0, node.location)

    def _known(self, node: Node, place: Block) -> Node | None:
        """Return what a node has become, if it is computed when a block begins or in it."""
        if self._place(node) is not None and self._number(node) in self.made:
            return self._shared(node, self.blocks[place])
        if node in self.new and self.found.flow.dominates(self.found.home[node], place):
            return self.new[node]
        return self.early.get((node, place))

    def _build(self, start: Node, place: Block) -> None:
        """Compute a node in a block, and what it needs there or in earlier ones."""
        stack = [(start, place)]
        while stack:
            node, block = stack[-1]
            if self._known(node, block) is not None:
                stack.pop()
                continue
            args = [self._known(arg, block) for arg in node.args]
            waiting = [arg for arg, known in zip(node.args, args, strict=True) if known is None]
            if waiting:
                stack += [(arg, self._place(arg) or block) for arg in waiting]
                continue
            stack.pop()
            ready = tuple([arg for arg in args if arg is not None])
            made = self.blocks[block].make(node.op, node.type, ready, node.attr, self._flags(node), node.location)
            self.early[node, block] = made
            if self._place(node) is not None:
                self.made[self._number(node)] = made, self.found.opposite(node)

    def _flags(self, node: Node) -> int:
        """Return the flags that all nodes with this value have: a flag may say what holds on one way only."""
        flags = node.flags
        for other in self.found.members.get(self._number(node), ()):
            flags &= other.flags
        return flags
