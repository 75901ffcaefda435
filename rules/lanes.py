"""Whether scalars look like the components of one vector: places of one register, or computed alike."""

from __future__ import annotations

from collections.abc import Sequence

from gpucc.rules.terms import GraphNode

# how far operands are compared: deeper, the same op usually means the same vector instruction
DEPTH = 3


def of_one_vector(nodes: Sequence[GraphNode], depth: int = DEPTH) -> bool:
    """Return whether the nodes are components of one register, or have the same op over operands of which that holds.

    Such scalars need no copies to stand in one register together.
    """
    first = nodes[0]
    if all(node is first for node in nodes):
        return True
    if any((node.op, len(node.args)) != (first.op, len(first.args)) for node in nodes):
        return False
    if first.op == "const":
        return True
    register = _register(first)
    if register is not None:
        return all(_register(node) == register for node in nodes)
    if not first.args or any(node.attr != first.attr for node in nodes):
        return False
    return depth == 0 or all(of_one_vector(lanes, depth - 1) for lanes in zip(*(n.args for n in nodes), strict=True))


def _register(node: GraphNode) -> tuple[object, ...] | None:
    """Return the register of which the node is a component, if it is one."""
    match node.op, node.attr:
        case "input" | "uniform", (register, _):
            return node.op, register
        case "uniform_at", (register, _, *_):
            return node.op, register, node.args[0]
        case "part", _:
            return node.op, node.args[0]
    return None
