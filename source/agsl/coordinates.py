"""Coordinates of children in pixels, as AGSL expects them; the graph has coordinates from 0 to 1.

The front end divides by the child's size. If the quotient is used again, LLVM multiplies with the reciprocal and moves
it through products and sums. Where the order of operations is free, this module finds and removes the reciprocal.
"""

from __future__ import annotations

from gpucc.lowering.graph import ARCP, F32, REASSOC, Block, Node

DEEPEST = 16


def divided_by_size(
    block: Block, texture: Node, coordinates: tuple[Node, ...], register: int
) -> tuple[Node, ...] | None:
    """Rewrite the coordinates as pixels divided by the size in that register; None if they contain no such division."""
    found = []
    for lane, one in enumerate(coordinates[:2]):
        pixels = _times_size(block, one, (register, lane), DEEPEST)
        if pixels is None:
            return None
        size = block.make("uniform", F32, (), (register, lane))
        found.append(block.make("fdiv", F32, (pixels, size), None, ARCP | REASSOC, texture.location))
    return (*found, *coordinates[2:])


def _times_size(block: Block, node: Node, size: tuple[int, int], depth: int) -> Node | None:
    if node.op == "fdiv" and _is_size(node.args[1], size):
        return node.args[0]
    if not depth or not node.flags & REASSOC:
        return None

    def again(*args: Node) -> Node:
        return block.make(node.op, node.type, args, node.attr, node.flags, node.location)

    match node.op, node.args:
        case "fmul", (a, b):
            for one, other in ((a, b), (b, a)):
                inner = _times_size(block, one, size, depth - 1)
                if inner is not None:
                    return other if _is_one(inner) else again(inner, other) if one is a else again(other, inner)
        case "fdiv", (a, Node(op="fmul", args=(b, c))) if _is_size(b, size) or _is_size(c, size):
            return again(a, c if _is_size(b, size) else b)
        case "fdiv", (a, b):
            inner = _times_size(block, a, size, depth - 1)
            return None if inner is None else again(inner, b)
        case "fadd" | "fsub", (a, b):
            left = _times_size(block, a, size, depth - 1)
            right = None if left is None else _times_size(block, b, size, depth - 1)
            return None if left is None or right is None else again(left, right)
        case "fneg", (a,):
            inner = _times_size(block, a, size, depth - 1)
            return None if inner is None else again(inner)
    return None


def _is_size(node: Node, size: tuple[int, int]) -> bool:
    return node.op == "uniform" and node.attr == size


def _is_one(node: Node) -> bool:
    return node.op == "const" and node.attr == 1.0
