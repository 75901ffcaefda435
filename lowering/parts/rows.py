"""Finds what products of vectors with rows of uniforms share over several parts.

The corners of a square, each multiplied by a matrix, have products in common. A target that multiplies a vector with a
row in one instruction gains nothing by keeping these products in variables: each part computes its sums whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gpucc.lowering.graph import REASSOC, AtCount, Node

# the terms of a product with a row, and the readers up to which computing them again is no loss: of n readers that a
# product has in each of two directions, the whole sums are n n, and the sums of vectors n n / 2 beside 2 n products
TERMS = 4
READERS = 4


def shared_terms(order: Sequence[Node], roots: Iterable[Node]) -> frozenset[Node]:
    """Return the products and partial sums that only products with rows read, two readers or more. `order` are all
    nodes, operands first."""
    readers: dict[Node, list[Node]] = {}
    for node in order:
        for arg in set(node.args):
            readers.setdefault(arg, []).append(node)
    kept = set(roots)
    rows = {node for node in order if _is_row(node)}
    return frozenset(
        node
        for node in order
        if node.op in ("fmul", "fadd")
        and node not in kept
        and 1 < len(readers.get(node, ())) <= READERS
        and rows.issuperset(readers[node])
    )


def _is_row(node: Node) -> bool:
    """Return whether a node is a sum of products with components of one uniform, which may itself be the last term."""
    if node.op != "fadd" or not node.flags & REASSOC:
        return False
    terms = [*node.args]
    registers = set()
    count = 0
    while terms:
        term = terms.pop()
        if term.op == "fadd" and term.flags & REASSOC and len(terms) + count < TERMS - 1:
            terms += term.args
            continue
        count += 1
        factors = term.args if term.op == "fmul" else (term,)
        found = {factor.attr[0] for factor in factors if _is_fixed(factor) and isinstance(factor.attr, tuple)}
        if len(found) != 1:
            return False
        registers |= found
    return len(registers) == 1


def _is_fixed(node: Node) -> bool:
    return node.op == "uniform" and isinstance(node.attr, tuple) and not isinstance(node.attr, AtCount)
