"""Lanes of one operand: assigns the factors of products to vectors and reorders lanes that may change places.

A dot product consists of commutative products, so a.x * b.x may also be written b.x * a.x. A machine operand can only
be read from one register, so factors are assigned to the two operands such that each has one origin in all lanes.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from gpucc.lowering.graph import Node

Origin = Hashable
Pair = tuple[Node, Node]
LEAVES = ("input", "uniform")


def origin(node: Node) -> Origin:
    """Return a key that is equal for nodes that are, or are likely to be, components of one register."""
    match node.op:
        case "input" | "uniform":
            return (node.op, _register(node))
        case "uniform_at":
            return (node.op, _register(node), node.args[0])
        case "const" | "undef":
            return "const"
        case "part":
            return ("part", node.args[0])
    return (node.op, frozenset(_hint(arg) for arg in node.args))


def _hint(node: Node) -> Hashable:
    return (node.op, _register(node)) if node.op in LEAVES else node.op


def _register(node: Node) -> Hashable:
    return node.attr[0] if isinstance(node.attr, tuple) and node.attr else node.attr


def _component(node: Node) -> int:
    return node.attr[1] if isinstance(node.attr, tuple) and len(node.attr) > 1 and isinstance(node.attr[1], int) else -1


def orient(pairs: Sequence[Pair], symmetric: int, more: tuple[Sequence[Node], Sequence[Node]] = ((), ())) -> list[Pair]:
    """Return the pairs with factors exchanged so that each side has one origin, if possible.

    Lanes that may be permuted are put in the order of a register's components. `more` are further lanes of either side.
    """
    origins = [(origin(a), origin(b)) for a, b in pairs]
    left, right = [origin(node) for node in more[0]], [origin(node) for node in more[1]]
    choices = []
    for x, y in (origins[0], origins[0][::-1]):
        strangers, arranged = _arrange(pairs, origins, x, y)
        choices.append((strangers + sum(o != x for o in left) + sum(o != y for o in right), arranged))
    straight, turned = choices
    best = straight if straight[0] <= turned[0] else turned
    return _ordered(best[1], symmetric)


def _arrange(
    pairs: Sequence[Pair], origins: Sequence[tuple[Origin, Origin]], left: Origin, right: Origin
) -> tuple[int, list[Pair]]:
    """Return the number of factors that do not fit their side's origin, and the arrangement."""
    strangers = 0
    result: list[Pair] = []
    for (a, b), (x, y) in zip(pairs, origins, strict=True):
        kept = (x != left) + (y != right)
        swapped = (y != left) + (x != right)
        result.append((b, a) if swapped < kept else (a, b))
        strangers += min(kept, swapped)
    return strangers, result


def _ordered(pairs: list[Pair], symmetric: int) -> list[Pair]:
    """Sort the lanes by the components of uniforms, or else of inputs: rows of a matrix must be read in component
    order.
    """
    for op in ("uniform", "uniform_at", "input"):
        for side in (1, 0):
            if all(pair[side].op == op for pair in pairs):
                head = sorted(pairs[:symmetric], key=lambda pair, side=side: _component(pair[side]))  # type: ignore[misc]
                return head + pairs[symmetric:]
    return pairs
