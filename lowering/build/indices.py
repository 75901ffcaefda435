"""Splits indices into sums and constant factors, including factors hidden in masks and shifts.

LLVM turns indices into byte offsets: `a[i & 1]` becomes bytes + ((i << 4) & 16). The register or element that is
accessed can be determined only after the factor is found again.
"""

from __future__ import annotations

from gpucc.lowering.build.state import BuildState
from gpucc.lowering.graph import BOOL, DISJOINT, I32, Node

MOST_ZEROS = 16
DEPTH = 5

Terms = list[tuple[Node, int]]


def stripped(node: Node) -> Node:
    """Return an index without widening, which is valid because every index in bounds fits the narrow type."""
    while node.op in ("sext", "zext") and node.args[0].type.bits >= I32.bits:
        node = node.args[0]
    return node


def parts_of(state: BuildState, node: Node, by: int, unit: int) -> Terms | None:
    """Return (index, stride) terms that replace `node`, if it is a sum or has a constant factor.

    A hidden factor is used only if `unit` does not divide the stride.
    """
    if node.op == "iadd" or (node.op == "ior" and node.flags & DISJOINT):
        return [(arg, by) for arg in node.args]
    if node.op == "isub":
        return [(node.args[0], by), (node.args[1], -by)]
    if node.op in ("imul", "shl"):
        a, b = node.args
        if node.op == "shl":
            return [(a, by << b.attr)] if b.op == "const" and isinstance(b.attr, int) and 0 <= b.attr < 32 else None
        for value, other in ((a, b), (b, a)):
            if other.op == "const" and isinstance(other.attr, int):
                return [(value, by * other.attr)]
    if by % unit:
        zeros = min(trailing_zeros(state, node), MOST_ZEROS)
        if zeros:
            return [(_shifted_down(state, node, zeros), by << zeros)]
    return None


def trailing_zeros(state: BuildState, node: Node, depth: int = DEPTH) -> int:
    """Return the number of low bits that are certainly zero."""
    if node.op == "const" and isinstance(node.attr, int):
        return (node.attr & -node.attr).bit_length() - 1 if node.attr else MOST_ZEROS
    if node.op == "phi" and (multiple := state.multiples.get(node)) is not None:
        return (multiple & -multiple).bit_length() - 1 if multiple else MOST_ZEROS
    if not depth:
        return 0
    if node.op in ("sext", "zext", "itrunc"):
        return trailing_zeros(state, node.args[0], depth - 1)
    if node.op in ("ashr", "lshr"):
        # LLVM writes 4 * sext(x) as (x << 32) >> 30
        by = node.args[1].attr if node.args[1].op == "const" else None
        return max(trailing_zeros(state, node.args[0], depth - 1) - by, 0) if isinstance(by, int) else 0
    if node.op not in ("iand", "ior", "ixor", "iadd", "isub", "imul", "shl", "select"):
        return 0
    a, b = (trailing_zeros(state, arg, depth - 1) for arg in node.args[-2:])
    match node.op:
        case "iand":
            return max(a, b)
        case "imul":
            return a + b
        case "shl":
            by = node.args[1].attr
            return a + by if isinstance(by, int) and node.args[1].op == "const" else a
    return min(a, b)


def _shifted_down(state: BuildState, node: Node, zeros: int, depth: int = DEPTH) -> Node:
    """Return node / 2^zeros, for a node whose low bits are zero; bits beyond the width do not matter in an index."""
    if depth and trailing_zeros(state, node) >= zeros:
        below = depth - 1
        match node.op:
            case "shl" if isinstance(node.args[1].attr, int) and node.args[1].attr >= zeros:
                left = node.args[1].attr - zeros
                return (
                    state.make("shl", node.type, (node.args[0], state.constant(node.type, left)))
                    if left
                    else node.args[0]
                )
            case "iand" | "ior" | "ixor" | "iadd" | "isub":
                args = tuple(_shifted_down(state, arg, zeros, below) for arg in node.args)
                return state.make(node.op, node.type, args)
            case "select":
                arms = tuple(_shifted_down(state, arg, zeros, below) for arg in node.args[1:])
                return state.make("select", node.type, (node.args[0], *arms))
            case "ashr" if node.args[1].op == "const" and isinstance(by := node.args[1].attr, int):
                right = state.constant(node.type, min(by + zeros, node.type.bits - 1))
                return state.make("ashr", node.type, (node.args[0], right))
            case "sext" | "zext":
                return state.make(node.op, node.type, (_shifted_down(state, node.args[0], zeros, below),))
    return state.make("ashr", node.type, (node, state.constant(node.type, zeros)))


def index_sum(state: BuildState, terms: tuple[tuple[Node, int], ...], unit: int, start: int = 0) -> Node:
    """Return (sum of the terms) / unit + start, as a 32-bit integer."""
    total: Node | None = None
    for node, by in terms:
        value = as_index(state, node)
        if by // unit != 1:
            value = state.make("imul", I32, (value, state.constant(I32, by // unit)))
        total = value if total is None else state.make("iadd", I32, (total, value))
    if total is None:
        return state.constant(I32, start)
    return state.make("iadd", I32, (total, state.constant(I32, start))) if start else total


def as_index(state: BuildState, node: Node) -> Node:
    """Return an index as a signed 32-bit integer."""
    if node.type == I32:
        return node
    if node.op in ("btoi", "sext", "zext") and node.type.bits > I32.bits:
        return state.make(node.op, I32, node.args)
    if node.type == BOOL:
        return state.make("btoi", I32, (node,))
    return state.make("itrunc" if node.type.bits > I32.bits else "sext", I32, (node,))
