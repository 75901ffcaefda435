"""Algebra on the graph: constants, identities, transformations that flags allow, and the order of sums.

The rules are in tables by operation (`float`, `choice`, `integer`). A node is simplified as soon as its operands are,
so one walk in operand order is enough; only if a branch has become decided, or a phi single-valued, another walk
follows. A rule without a flag is exact; flags permit the others. Nothing is distributed or contracted here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from gpucc.isa.model import FP32, Format
from gpucc.lowering.graph import F32, Block, Branch, Edge, Graph, Jump, Node, Return, roots, topological
from gpucc.lowering.rewrite import EFFECTS
from gpucc.lowering.simplify.bit_tests import BIT_RULES, BIT_TESTS
from gpucc.lowering.simplify.choice import CHOICE_RULES, CHOICE_TESTS
from gpucc.lowering.simplify.facts import PREDICATES
from gpucc.lowering.simplify.fields import FIELD_RULES
from gpucc.lowering.simplify.float import FLOAT_RULES, FLOAT_TESTS
from gpucc.lowering.simplify.flow import FlowShape, tidy
from gpucc.lowering.simplify.integer import INTEGER_RULES, INTEGER_TESTS
from gpucc.lowering.simplify.products import Product, find_products
from gpucc.lowering.simplify.roots import ROOT_RULES
from gpucc.lowering.simplify.rules import RuleKit, Simplifier
from gpucc.lowering.simplify.sums import Sum, find_sums
from gpucc.lowering.simplify.trees import Tree, find_trees
from gpucc.rules.engine import Book

TESTS = {**FLOAT_TESTS, **BIT_TESTS, **CHOICE_TESTS, **INTEGER_TESTS}
RULES = Book(
    "simplify", (*FLOAT_RULES, *ROOT_RULES, *BIT_RULES, *CHOICE_RULES, *FIELD_RULES, *INTEGER_RULES), PREDICATES, TESTS
)
MOST_ROUNDS = 8
Sums = dict[Node, Sum | Product | Tree]


def simplify(
    graph: Graph,
    available: frozenset[str] | None = None,
    format: Format = FP32,
    disabled: frozenset[str] = frozenset(),
    applied: Counter[str] | None = None,
    normalises: bool = False,
    limits: bool = False,
    scalar: bool = False,
) -> Graph:
    """Return a new graph that computes the same with less. `normalises`: an instruction normalises vectors; `limits`:
    one can keep its result from being negative; `scalar`: none computes several components.

    Rules create only operations in `available`, if that is given, and combine constants only into those that `format`
    has. Those that are `disabled` by name are left out; `applied` counts the uses of the others.
    """
    counted = Counter[str]() if applied is None else applied
    kit = RuleKit(RULES.chosen(available, disabled), available, format, counted, limits)
    shape = tidy(graph)
    for _ in range(MOST_ROUNDS):
        graph = _Rebuilder(shape, {}, kit).run(graph.name)
        shape = tidy(graph)
        if not shape.changed:
            break
    sums: Sums = {**find_sums(graph, scalar), **find_products(graph, normalises, format), **find_trees(graph)}
    return _Rebuilder(shape, sums, kit).run(graph.name) if sums or shape.changed else graph


def count_readers(blocks: Iterable[Block]) -> Counter[Node]:
    """Return how many operands and results each value is."""
    starts = [root for block in blocks for root in roots(block)]
    readers = Counter(starts)
    for node in topological(starts):
        readers.update(node.args)
    return readers


class _Rebuilder:
    def __init__(self, shape: FlowShape, sums: Sums, kit: RuleKit) -> None:
        self.shape = shape
        self.sums = sums
        self.blocks = {block: Block(block.name) for block in shape.blocks}
        entry = self.blocks[shape.blocks[0]]
        self.rewriter = Simplifier(kit, entry, entry)
        self.new: dict[Node, Node] = {}

    def run(self, name: str) -> Graph:
        for old, block in self.blocks.items():
            for phi in old.phis:
                self._make_phi(phi, block)
        readers = count_readers(self.blocks)
        for old, block in self.blocks.items():
            self._fill(old, block, readers)
        for old, block in self.blocks.items():
            self.rewriter.block = block
            block.terminator = self._terminator(old.terminator)
        return Graph(name, list(self.blocks.values()))

    def _make_phi(self, phi: Node, block: Block) -> None:
        floats = phi in self.shape.floats
        node = Node("phi", F32 if floats else phi.type, (), (block.name, len(block.phis)), phi.flags, phi.location)
        block.phis.append(node)
        self.rewriter.block = block
        self.new[phi] = self.rewriter.make("bits", phi.type, (node,)) if floats else node

    def _operands(self, node: Node) -> tuple[Node, ...]:
        """Return the nodes that must exist before `node`: the replacement of a phi, the terms of a sum, or its
        operands.
        """
        other = self.shape.instead.get(node)
        if other is not None:
            return (other,)
        found = self.sums.get(node)
        return found.operands if found is not None else node.args

    def _fill(self, old: Block, block: Block, readers: Counter[Node]) -> None:
        for node in self._pending(old):
            self.rewriter.block = self.blocks[self.shape.home.get(node, old)]
            self.new[node] = self._made(node)
            self.rewriter.uses[self.new[node]] += readers[node]
            if node.op in EFFECTS and self.new[node].op in EFFECTS:
                block.effects.append(self.new[node])

    def _made(self, node: Node) -> Node:
        args = tuple([self.new[arg] for arg in self._operands(node)])
        if node in self.shape.instead:
            return args[0]
        if node in self.sums:
            return self.sums[node].build(self.rewriter, node, args)
        if node.op == "discard" and args[0].op == "const" and not args[0].attr:
            return args[0]
        if node.op in EFFECTS:
            return Node(node.op, node.type, args, node.attr, node.flags, node.location)
        return self.rewriter.make(node.op, node.type, args, node.attr, node.flags, node.location)

    def _pending(self, old: Block) -> list[Node]:
        """Return the nodes of a block that are not made yet, operands first, effects in order."""
        order: list[Node] = []
        seen: set[Node] = set()
        new = self.new
        for start in roots(old):
            if start in seen or start in new:
                continue
            seen.add(start)
            stack = [(start, self._operands(start), 0)]
            while stack:
                node, operands, i = stack.pop()
                while i < len(operands):
                    child = operands[i]
                    i += 1
                    if child not in seen and child not in new:
                        seen.add(child)
                        stack.append((node, operands, i))
                        stack.append((child, self._operands(child), 0))
                        break
                else:
                    order.append(node)
        return order

    def _terminator(self, terminator: Jump | Branch | Return | None) -> Jump | Branch | Return | None:
        match terminator:
            case Jump(edge):
                return Jump(self._edge(edge))
            case Branch(condition, then, otherwise):
                return Branch(self.new[condition], self._edge(then), self._edge(otherwise))
            case Return(outputs):
                return Return({place: self.new[value] for place, value in outputs.items()})
        return None

    def _edge(self, edge: Edge) -> Edge:
        values = [self.new[value] for value in edge.values]
        for k, phi in enumerate(edge.target.phis):
            if phi in self.shape.floats:
                values[k] = self.rewriter.make("bits", F32, (values[k],))
        return Edge(self.blocks[edge.target], values)
