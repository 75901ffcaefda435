"""Estimates how many lanes will share an instruction, before vectors exist.

Nodes of the same shape apply the same operations to the same registers, perhaps to other components, and will become
lanes of one vector instruction. A node that is one of n such nodes costs one n-th of the instructions that they take.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Mapping, Sequence

from gpucc.isa.neutral import OPS
from gpucc.lowering.graph import Node
from gpucc.records import dataclass

REGISTERS = frozenset({"input", "uniform"})


@dataclass(slots=True, eq=False)
class VectorShape:
    """A class of like nodes. `members` is their number; `weight` is the part of an instruction that each takes."""

    members: int = 0
    weight: float = 1.0


def find_shapes(
    nodes: Sequence[Node], lanes: int, known: Container[Node], depth: int | None = None
) -> dict[Node, VectorShape]:
    """Return the shape of each node. `nodes` come operands first; a target without vectors has one lane.

    With a depth, only so many operations below a node count. Components of one vector often differ further down, where
    the optimiser simplified one of them.
    """
    if lanes == 1:
        return {node: VectorShape(1) for node in nodes}
    numbers: dict[Hashable, int] = {}
    shape_of = _whole(nodes, known, numbers) if depth is None else _upper(nodes, known, numbers, depth)
    shapes: dict[int, VectorShape] = {}
    for node in nodes:
        shapes.setdefault(shape_of[node], VectorShape()).members += 1
    for shape in shapes.values():
        shape.weight = -(-shape.members // lanes) / shape.members
    return {node: shapes[shape_of[node]] for node in nodes}


def _whole(nodes: Sequence[Node], known: Container[Node], numbers: dict[Hashable, int]) -> dict[Node, int]:
    """The numbers of the nodes' shapes, where all that is below a node counts."""
    shape_of: dict[Node, int] = {}
    for node in nodes:
        key = _leaf(node, known)
        shape_of[node] = numbers.setdefault(_key(node, shape_of) if key is None else key, len(numbers))
    return shape_of


def _upper(nodes: Sequence[Node], known: Container[Node], numbers: dict[Hashable, int], depth: int) -> dict[Node, int]:
    leaves = {node: _leaf(node, known) for node in nodes}
    fixed = {node: numbers.setdefault(key, len(numbers)) for node, key in leaves.items() if key is not None}
    shape_of = {node: fixed.get(node, -1) for node in nodes}
    for _ in range(depth):
        shape_of = {
            node: fixed[node] if node in fixed else numbers.setdefault(_key(node, shape_of), len(numbers))
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


def _key(node: Node, shape_of: Mapping[Node, int]) -> Hashable:
    below = [shape_of[arg] for arg in node.args]
    return (node.op, tuple(sorted(below) if OPS[node.op].commutative else below))
