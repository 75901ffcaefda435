"""Rebuilds a graph node by node: the iterative, linear walk that passes over whole graphs share."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable

from gpucc.errors import InternalError
from gpucc.lowering.graph import Block, Branch, Edge, Graph, Jump, Node, Return, roots

EFFECTS = frozenset({"discard", "emit", "local_load", "local_store"})

Visit = Callable[[Block, Node, tuple[Node, ...]], Node]


def copy(block: Block, node: Node, args: tuple[Node, ...]) -> Node:
    """Return the same operation on new operands."""
    if node.op in EFFECTS:
        return Node(node.op, node.type, args, node.attr, node.flags, node.location)
    return block.make(node.op, node.type, args, node.attr, node.flags, node.location)


def first_below(starts: Iterable[Node], wanted: Callable[[Node], bool]) -> list[Node]:
    """Return the wanted nodes among `starts` and those that they read through unwanted ones, the last start first."""
    found: list[Node] = []
    seen: set[Node] = set()
    stack = list(starts)
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if wanted(node):
            found.append(node)
        else:
            stack.extend(node.args)
    return found


def pending(starts: Iterable[Node], done: Container[Node]) -> list[Node]:
    """Return the nodes below `starts` that are not done yet, operands first."""
    order: list[Node] = []
    seen: set[Node] = set()
    for start in starts:
        if start in seen or start in done:
            continue
        seen.add(start)
        stack = [(start, 0)]
        while stack:
            node, i = stack.pop()
            args = node.args
            while i < len(args):
                child = args[i]
                i += 1
                if child not in seen and child not in done:
                    seen.add(child)
                    stack.append((node, i))
                    stack.append((child, 0))
                    break
            else:
                order.append(node)
    return order


def homes(graph: Graph) -> dict[Node, Block]:
    """Return the block of each node. A node that no block owns belongs to the block where it is found first."""
    home: dict[Node, Block] = {}
    for block in graph.blocks:
        for node in block.known.values():
            home[node] = block
        for node in (*block.phis, *block.effects):
            home[node] = block
    return home


class GraphRewriter:
    """The walk. Subclasses override the replacement of nodes, phis, values of phis, conditions and outputs.

    `run` visits the nodes of a block after their operands, and its effects in order; `new` maps old nodes to new ones.
    """

    def __init__(self) -> None:
        self.new: dict[Node, Node] = {}
        self.blocks: dict[Block, Block] = {}

    def node(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        return copy(block, node, args)

    def phi(self, block: Block, node: Node) -> Node:
        return Node(node.op, node.type, (), node.attr, node.flags, node.location)

    def enter(self, block: Block) -> None:
        """Called for every old block before its nodes are visited."""

    def passed(self, block: Block, phi: Node, value: Node) -> Node:
        return self.new[value]

    def condition(self, block: Block, value: Node) -> Node:
        return self.new[value]

    def output(self, block: Block, place: tuple[int, int], value: Node) -> Node:
        return self.new[value]

    def run(self, graph: Graph) -> Graph:
        blocks = self.blocks = {block: Block(block.name) for block in graph.blocks}
        home = homes(graph)
        for block in graph.blocks:
            for phi in block.phis:
                self.new[phi] = self.phi(blocks[block], phi)
                blocks[block].phis.append(self.new[phi])
        for block in graph.blocks:
            self._fill(block, blocks, home)
        for block in graph.blocks:
            self._finish(block, blocks)
        return Graph(graph.name, list(blocks.values()))

    def _fill(self, block: Block, blocks: dict[Block, Block], home: dict[Node, Block]) -> None:
        self.enter(block)
        new = self.new
        for node in pending(roots(block), new):
            if node.op == "phi":
                raise InternalError(f"{node!r} is used in block {block.name} but belongs to none", node.location)
            place = blocks[home.get(node, block)]
            new[node] = self.node(place, node, tuple([new[arg] for arg in node.args]))
        for effect in block.effects:
            if new[effect].op in EFFECTS:
                blocks[block].effects.append(new[effect])

    def _finish(self, block: Block, blocks: dict[Block, Block]) -> None:
        here = blocks[block]

        def moved(edge: Edge) -> Edge:
            values = [self.passed(here, phi, value) for phi, value in zip(edge.target.phis, edge.values, strict=True)]
            return Edge(blocks[edge.target], values)

        match block.terminator:
            case Jump(edge):
                here.terminator = Jump(moved(edge))
            case Branch(condition, then, otherwise):
                here.terminator = Branch(self.condition(here, condition), moved(then), moved(otherwise))
            case Return(outputs):
                here.terminator = Return({place: self.output(here, place, value) for place, value in outputs.items()})


def rewrite(graph: Graph, visit: Visit) -> Graph:
    """Return a new graph with every node except phis passed through `visit`."""

    class Visitor(GraphRewriter):
        def node(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
            return visit(block, node, args)

    return Visitor().run(graph)
