"""Estimates how many lanes will share an instruction, before vectors exist.

Nodes of the same shape apply the same operations to the same registers, perhaps to other components, and will become
lanes of one vector instruction. A node that is one of n such nodes costs one n-th of the instructions that they take.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Sequence

from gpucc.isa.neutral import OPS
from gpucc.lowering.graph import Node
from gpucc.records import dataclass

REGISTERS = frozenset({"input", "uniform"})


@dataclass(slots=True, eq=False)
class VectorShape:
    """A class of like nodes. `members` is their number; `weight` is the part of an instruction that each takes."""

    members: int = 0
    weight: float = 1.0


def find_shapes(nodes: Sequence[Node], lanes: int, known: Container[Node]) -> dict[Node, VectorShape]:
    """Return the shape of each node. `nodes` come operands first; a target without vectors has one lane."""
    if lanes == 1:
        return {node: VectorShape(1) for node in nodes}
    shape_of: dict[Node, int] = {}
    numbers: dict[Hashable, int] = {}
    shapes: list[VectorShape] = []
    for node in nodes:
        number = numbers.setdefault(_key(node, shape_of, known), len(numbers))
        shape_of[node] = number
        if number == len(shapes):
            shapes.append(VectorShape())
        shapes[number].members += 1
    for shape in shapes:
        shape.weight = -(-shape.members // lanes) / shape.members
    return {node: shapes[number] for node, number in shape_of.items()}


def _key(node: Node, shape_of: dict[Node, int], known: Container[Node]) -> Hashable:
    if node in known or node.op == "texture":
        return ("own", len(shape_of))
    if node.op in REGISTERS and isinstance(node.attr, tuple):
        return (node.op, node.attr[0])
    if node.op == "uniform_at" and isinstance(node.attr, tuple):
        return (node.op, node.attr[0], node.args[0])
    if node.op == "const":
        return "const"
    below = [shape_of[arg] for arg in node.args]
    return (node.op, tuple(sorted(below) if OPS[node.op].commutative else below))
