"""Turns differences of products into sums where an instruction adds three products.

LLVM subtracts a product instead of adding that of a negation: n.x * l.x + n.y * l.y - depth * l.z is a dot product with
(n.x, n.y, -depth). Negating a factor costs one instruction, subtracting two or three. That pays where the factors of
one side are computed, since computed values can stand in one register; others would be copied.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gpucc.isa.model import Isa
from gpucc.lowering.graph import Block, Graph, Node, roots, topological
from gpucc.lowering.rewrite import copy, rewrite
from gpucc.rules.lanes import of_one_vector

GIVEN = ("input", "uniform", "uniform_at", "const", "part", "undef")


def add_negated_products(graph: Graph, isa: Isa) -> Graph:
    """Return a graph in which the third product of a sum is added after a factor was negated, which is exact."""
    if not isa.adds_products():
        return graph
    starts = [root for block in graph.blocks for root in roots(block)]
    nodes = topological(starts)
    readers = Counter(starts)
    for node in nodes:
        readers.update(node.args)
    factors = {node: found for node in nodes if (found := _negatable(node, readers)) is not None}
    if not factors:
        return graph
    new: dict[Node, Node] = {}

    def visit(block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        if node in factors:
            negated, kept = (new[factor] for factor in factors[node])
            product = node.args[1]
            opposite = block.make("fneg", node.type, (negated,), flags=product.flags, location=product.location)
            term = block.make("fmul", node.type, (opposite, kept), flags=product.flags, location=product.location)
            new[node] = block.make("fadd", node.type, (args[0], term), flags=node.flags, location=node.location)
        else:
            new[node] = copy(block, node, args)
        return new[node]

    return rewrite(graph, visit)


def _negatable(node: Node, readers: Counter[Node]) -> tuple[Node, Node] | None:
    """Return the factors of the product that a sum of two others is lessened by, if it pays to negate the first."""
    if node.op != "fsub" or node.args[1].op != "fmul" or readers[node.args[1]] > 1:
        return None
    total, product = node.args
    if total.op != "fadd" or readers[total] > 1 or any(term.op != "fmul" or readers[term] > 1 for term in total.args):
        return None
    terms = [*(tuple(term.args) for term in total.args), tuple(product.args)]
    for left, right in _sides(terms):
        if not any(factor.op in GIVEN for factor in left) and of_one_vector(right):
            return left[-1], right[-1]
    return None


def _sides(terms: list[tuple[Node, ...]]) -> Iterator[tuple[list[Node], list[Node]]]:
    """Yield every way to take one factor of each product for one vector, and the other ones for another."""
    for choice in range(2 ** len(terms)):
        left = [term[choice >> i & 1] for i, term in enumerate(terms)]
        yield left, [term[~choice >> i & 1] for i, term in enumerate(terms)]
