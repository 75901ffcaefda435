"""Estimates how many lanes will share an instruction, before vectors exist.

Nodes of the same shape apply the same operations to the same registers, perhaps to other components, and will become
lanes of one vector instruction. A node that is one of n such nodes costs one n-th of the instructions that they take.

Products of a vector with several rows of a matrix have one shape, too: whatever computes them, their results can be
components of one register. They share instructions only where the target multiplies by matrices.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Mapping, Sequence

from gpucc.isa.neutral import OPS
from gpucc.lowering.graph import Node
from gpucc.records import dataclass

REGISTERS = frozenset({"input", "uniform"})
ROWS = frozenset({"uniform", "uniform_at"})
# the terms of a product with a row, and its least factors
LONGEST, SHORTEST = 4, 3
Row = tuple[tuple[Node, ...], tuple[Node, ...]]


@dataclass(slots=True, eq=False)
class VectorShape:
    """A class of like nodes. `members` is their number; `weight` is the part of an instruction that each takes, and
    `share` is the part if one instruction multiplies by several rows of a matrix."""

    members: int = 0
    weight: float = 1.0
    share: float = 1.0


def find_shapes(
    nodes: Sequence[Node], lanes: int, known: Container[Node], depth: int | None = None, matrices: bool = False
) -> dict[Node, VectorShape]:
    """Return the shape of each node. `nodes` come operands first; a target without vectors has one lane; with
    `matrices`, it multiplies by several rows at once.

    With a depth, only so many operations below a node count. Components of one vector often differ further down, where
    the optimiser simplified one of them.
    """
    if lanes == 1:
        return {node: VectorShape(1) for node in nodes}
    numbers: dict[Hashable, int] = {}
    rows = {node: row for node in nodes if node.op == "fadd" and (row := _row(node, known)) is not None}
    shape_of = _whole(nodes, known, numbers, rows) if depth is None else _upper(nodes, known, numbers, depth, rows)
    shapes: dict[int, VectorShape] = {}
    for node in nodes:
        shapes.setdefault(shape_of[node], VectorShape()).members += 1
    for shape in shapes.values():
        shape.weight = shape.share = -(-shape.members // lanes) / shape.members
    for number in {shape_of[node] for node in rows}:
        shape = shapes[number]
        shape.weight, shape.share = 1.0, shape.share if matrices else 1.0
    return {node: shapes[shape_of[node]] for node in nodes}


def _row(node: Node, known: Container[Node]) -> Row | None:
    """Return the operands of a product of a vector with a row of uniforms: the index of the row, if it has one, and the
    factors of its components, which come from one register or are computed alike."""
    last = node.args[0] if node.args[1].op == "fadd" else node.args[1]
    if last.op not in ROWS and (last.op != "fmul" or (last.args[0].op not in ROWS and last.args[1].op not in ROWS)):
        return None
    if node in known:
        return None
    factors: list[Node] = []
    places: set[tuple[Hashable, tuple[Node, ...]]] = set()
    stack = list(node.args)
    while stack:
        term = stack.pop()
        if term.op == "fadd" and len(stack) + len(factors) < LONGEST:
            stack += term.args
            continue
        row, *others = term.args[::-1] if term.op == "fmul" else (term,)
        if others and row.op not in ROWS:
            row, others = others[0], [row]
        if row.op not in ROWS or not isinstance(row.attr, tuple):
            return None
        places.add((row.attr[0], row.args))
        factors += others
    vectors = {factor in known or _leaf(factor, known) or factor.op for factor in factors}
    if len(places) != 1 or len(factors) < SHORTEST or len(vectors) > 1:
        return None
    ((_, index),) = places
    return index, tuple(factors)


def _whole(
    nodes: Sequence[Node], known: Container[Node], numbers: dict[Hashable, int], rows: Mapping[Node, Row]
) -> dict[Node, int]:
    """The numbers of the nodes' shapes, where all that is below a node counts."""
    shape_of: dict[Node, int] = {}
    for node in nodes:
        key = _leaf(node, known) or _key(node, shape_of, rows)
        shape_of[node] = numbers.setdefault(key, len(numbers))
    return shape_of


def _upper(
    nodes: Sequence[Node], known: Container[Node], numbers: dict[Hashable, int], depth: int, rows: Mapping[Node, Row]
) -> dict[Node, int]:
    leaves = {node: _leaf(node, known) for node in nodes}
    fixed = {node: numbers.setdefault(key, len(numbers)) for node, key in leaves.items() if key is not None}
    shape_of = {node: fixed.get(node, -1) for node in nodes}
    for _ in range(depth):
        shape_of = {
            node: fixed[node] if node in fixed else numbers.setdefault(_key(node, shape_of, rows), len(numbers))
            for node in nodes
        }
    return shape_of


def _leaf(node: Node, known: Container[Node]) -> Hashable | None:
    """A key that is equal for nodes which can be components of one register or of one operand; None if the node is
    computed."""
    if node in known or node.op == "texture":
        return ("own", node)
    if node.op in REGISTERS and isinstance(node.attr, tuple):
        return (node.op, node.attr[0])
    if node.op == "uniform_at" and isinstance(node.attr, tuple):
        return (node.op, node.attr[0], node.args[0])
    return "const" if node.op == "const" else None


def _key(node: Node, shape_of: Mapping[Node, int], rows: Mapping[Node, Row]) -> Hashable:
    index, factors = rows.get(node, ((), node.args))
    below = [shape_of[factor] for factor in factors]
    return (node.op, index, tuple(sorted(below) if OPS[node.op].commutative else below))
