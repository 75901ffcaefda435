"""The order of products that may be reassociated: factors that several products share are multiplied first.

a s t, b s t and c s t take four multiplications as a (s t), b (s t), c (s t), but six as they are often written: colour
times light times shadow.

A format with few exponents loses digits where the factors that are multiplied first have a product too small for it,
and another factor makes it large again. In halves the products of numbers that shaders work with are that small: all
keep their order. In formats between halves and singles those with a quotient do: (x / y) y is x, but x y may be too
small.
"""

from __future__ import annotations

from collections import Counter
from functools import reduce
from itertools import combinations

from gpucc.isa.model import FP32, Format
from gpucc.lowering.graph import REASSOC, Graph, Node, roots
from gpucc.lowering.rewrite import pending
from gpucc.lowering.simplify.rules import Simplifier
from gpucc.records import dataclass

MOST_FACTORS = 6
NORMALISED = 3  # components
# from numbers of this size on, products of two should be normal
SMALL = 2.0**-31


@dataclass(frozen=True, slots=True)
class Product:
    """A product; `operands` are multiplied from left to right."""

    operands: tuple[Node, ...]
    flags: int

    def build(self, rewriter: Simplifier, origin: Node, operands: tuple[Node, ...]) -> Node:
        return reduce(
            lambda a, b: rewriter.make("fmul", origin.type, (a, b), None, self.flags, origin.location), operands
        )


def find_products(graph: Graph, normalises: bool = False, format: Format = FP32) -> dict[Node, Product]:
    """Return the products worth rebuilding for a number format, by the node of their result.

    If an instruction normalises vectors, the components of a normalised vector are factors themselves.
    """
    if format.least > SMALL:
        return {}
    order: dict[Node, int] = {}
    uses: Counter[Node] = Counter()
    for block in graph.blocks:
        for node in pending(roots(block), order):
            order[node] = len(order)
            uses.update(node.args)
        uses.update(roots(block))
    free = {node for node in order if is_free_product(node) and not (normalises and _is_normalised(node))}
    inner = {arg for node in free for arg in node.args if arg in free and uses[arg] == 1 and arg.type == node.type}
    chains = {
        node: found
        for node in order
        if node in free and node not in inner and (found := _factors(node, inner)) is not None
    }
    shared = Counter(pair for factors, _ in chains.values() for pair in _pairs(factors, order))
    narrow = format.least > FP32.least
    result = {}
    for node, (factors, flags) in chains.items():
        if narrow and any(factor.op == "fdiv" for factor in factors):
            continue
        first, second = max(_pairs(factors, order), key=lambda pair: shared[pair])
        made = {_pair(one.args[0], one.args[1], order) for one in _steps(node, inner)}
        if shared[first, second] > 1 and not any(shared[pair] == shared[first, second] for pair in made):
            rest = list(factors)
            rest.remove(first)
            rest.remove(second)
            result[node] = Product((first, second, *rest), flags)
    return result


def is_free_product(node: Node) -> bool:
    """Return whether the node is a product that may be reassociated."""
    return node.op == "fmul" and bool(node.flags & REASSOC)


def _is_normalised(node: Node) -> bool:
    """Return whether the node is x * (1 / sqrt(x x + y y + z z)), with the terms in any order."""
    return any(
        root.op == "fdiv" and root.args[1].op == "sqrt" and lane in _squared(root.args[1].args[0])
        for lane, root in (node.args, node.args[::-1])
    )


def _squared(total: Node) -> list[Node]:
    """Return the three values whose squares are added, if the node is such a sum."""
    found: list[Node] = []
    stack = [total]
    while stack and len(found) <= NORMALISED:
        term = stack.pop()
        if term.op == "fadd":
            stack += term.args
        elif term.op == "fmul" and term.args[0] is term.args[1]:
            found.append(term.args[0])
        else:
            return []
    return found if len(found) == NORMALISED else []


def _steps(node: Node, inner: set[Node]) -> list[Node]:
    """Return the multiplications of a product."""
    return [node, *(step for arg in node.args if arg in inner for step in _steps(arg, inner))]


def _factors(node: Node, inner: set[Node]) -> tuple[tuple[Node, ...], int] | None:
    """Return three factors or more, and the flags of all steps."""
    found: list[Node] = []
    flags = node.flags
    stack = [node]
    while stack:
        one = stack.pop()
        if one is node or one in inner:
            flags &= one.flags
            stack += reversed(one.args)
        else:
            found.append(one)
        if len(found) > MOST_FACTORS:
            return None
    return (tuple(found), flags) if len(found) > 2 else None


def _pair(a: Node, b: Node, order: dict[Node, int]) -> tuple[Node, Node]:
    return (a, b) if order[a] <= order[b] else (b, a)


def _pairs(factors: tuple[Node, ...], order: dict[Node, int]) -> list[tuple[Node, Node]]:
    return list(dict.fromkeys(_pair(a, b, order) for a, b in combinations(factors, 2)))
