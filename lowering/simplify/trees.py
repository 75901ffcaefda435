"""The order of minima, maxima, conjunctions and disjunctions of many values: lanes of vectors meet first.

a.x | a.y | a.z | a.w is three operations one after the other. As (a.x | a.z) | (a.y | a.w) it is two on vectors, and on
scalars the longest path is shorter. These operations may be taken in any order: they round nothing, `fmin` and `fmax`
pass over NaN and order zeros. Values that have no fellow stay in a chain, which needs one register at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import TypeVar

from gpucc.lowering.graph import Graph, Node, roots
from gpucc.lowering.rewrite import pending
from gpucc.lowering.simplify.alike import Shapes
from gpucc.lowering.simplify.rules import Simplifier
from gpucc.lowering.simplify.sums import row_of
from gpucc.records import dataclass

T = TypeVar("T")
ORDERLESS = ("band", "bor", "fmin", "fmax")
LEAST_LEAVES = 4
MOST_LEAVES = 64


@dataclass(frozen=True, slots=True)
class Tree:
    """The values that one operation combines: `vectors` are places of lanes among the operands, the last of which
    belong to no vector."""

    operands: tuple[Node, ...]
    vectors: tuple[int, ...]
    flags: int

    def build(self, rewriter: Simplifier, origin: Node, operands: tuple[Node, ...]) -> Node:
        def made(a: Node, b: Node) -> Node:
            return rewriter.make(origin.op, origin.type, (a, b), None, self.flags, origin.location)

        return self.combined(made, operands)

    def combined(self, made: Callable[[T, T], T], operands: Sequence[T]) -> T:
        """Combine the operands by `made`: vectors lane by lane, then halves of what they give, then the others."""

        def met(first: Sequence[T], second: Sequence[T]) -> list[T]:
            shared = min(len(first), len(second))
            return [*map(made, first, second), *first[shared:], *second[shared:]]

        lanes: list[T] = []
        start = 0
        for size in self.vectors:
            lanes = met(lanes, operands[start : start + size])
            start += size
        while len(lanes) >= LEAST_LEAVES:
            half = (len(lanes) + 1) // 2
            lanes = met(lanes[:half], lanes[half:])
        return reduce(made, (*lanes, *operands[start:]))


def find_trees(graph: Graph) -> dict[Node, Tree]:
    """Return the operations worth taking in another order, by the node of their result."""
    order: dict[Node, int] = {}
    uses: dict[Node, int] = {}
    users: dict[Node, Node] = {}
    for block in graph.blocks:
        for node in pending(roots(block), order):
            order[node] = len(order)
            for arg in node.args:
                uses[arg] = uses.get(arg, 0) + 1
                users[arg] = node
        for root in roots(block):
            uses[root] = uses.get(root, 0) + 1
    shapes = Shapes.empty(lambda node: row_of(node, order))
    found = {}
    for node in order:
        if node.op not in ORDERLESS or _is_inner(node, uses, users):
            continue
        leaves, flags, steps = _leaves(node, uses)
        tree = _tree(leaves, flags, shapes) if LEAST_LEAVES <= len(leaves) <= MOST_LEAVES else None
        if tree is not None and tree.combined(lambda a, b: max(a, b) + 1, [0] * len(leaves)) < steps:
            found[node] = tree
    return found


def _is_inner(node: Node, uses: dict[Node, int], users: dict[Node, Node]) -> bool:
    user = users.get(node)
    return uses[node] == 1 and user is not None and user.op == node.op and user.type == node.type


def _leaves(root: Node, uses: dict[Node, int]) -> tuple[list[Node], int, int]:
    """Return what the operation combines, from left to right, the flags that all its steps share, and the most steps
    that a value takes."""
    leaves: list[Node] = []
    flags, deepest = root.flags, 0
    stack = [(root, 0)]
    while stack:
        node, depth = stack.pop()
        if node is root or (node.op == root.op and node.type == root.type and uses[node] == 1):
            flags &= node.flags
            stack += [(arg, depth + 1) for arg in reversed(node.args)]
        else:
            leaves.append(node)
            deepest = max(deepest, depth)
    return list(dict.fromkeys(leaves)), flags, deepest


def _tree(leaves: list[Node], flags: int, shapes: Shapes) -> Tree | None:
    """Return the order in which lanes of vectors meet first; None if there are too few."""
    groups: dict[int, list[Node]] = {}
    for leaf in leaves:
        groups.setdefault(shapes.of(leaf), []).append(leaf)
    vectors = [group for group in groups.values() if len(group) > 1]
    if sum(map(len, vectors)) < LEAST_LEAVES:
        return None
    rest = [leaf for group in groups.values() if len(group) == 1 for leaf in group]
    operands = (*(leaf for group in vectors for leaf in group), *rest)
    return Tree(operands, tuple(map(len, vectors)), flags)
