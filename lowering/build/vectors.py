"""Intrinsics on whole vectors: reductions, rearrangements, matrices."""

from __future__ import annotations

from collections.abc import Callable

from gpucc.errors import Unsupported
from gpucc.lowering.build.math import MATHS
from gpucc.lowering.build.operands import operand
from gpucc.lowering.build.state import BuildState, Leaves, node, nodes
from gpucc.lowering.build.values import float_op, integer_op
from gpucc.lowering.graph import Node
from gpucc.lowering.llvm import LlvmInstruction

Lowering = Callable[[BuildState, LlvmInstruction], Leaves]
INTEGERS = {"add": "iadd", "mul": "imul", "and": "iand", "or": "ior", "xor": "ixor"}
EXTREMES = {"fmin": "minnum", "fmax": "maxnum", "fminimum": "minimum", "fmaximum": "maximum"}


def _sum(op: str) -> Lowering:
    """llvm.vector.reduce.fadd, .fmul: from the start value on, left to right."""

    def lowering(state: BuildState, i: LlvmInstruction) -> Leaves:
        result = node(operand(state, i.operands[0])[0])
        flags = state.flags(i.flags)
        for value in nodes(operand(state, i.operands[1])):
            result = float_op(state, op, (result, value), flags)
        return (result,)

    return lowering


def _reduction(combine: Callable[[BuildState, Node, Node, LlvmInstruction], Node]) -> Lowering:
    def lowering(state: BuildState, i: LlvmInstruction) -> Leaves:
        result, *rest = nodes(operand(state, i.operands[0]))
        for value in rest:
            result = combine(state, result, value, i)
        return (result,)

    return lowering


def _integer(op: str) -> Lowering:
    return _reduction(lambda state, a, b, i: integer_op(state, op, a, b))


def _extreme(name: str) -> Lowering:
    return _reduction(lambda state, a, b, i: MATHS[name](state, (a, b), i))


def _position(state: BuildState, i: LlvmInstruction, k: int) -> int:
    where = node(operand(state, i.operands[k])[0])
    if not isinstance(where.attr, int):
        raise Unsupported("a position in a vector that is not constant")
    return where.attr


def _insert(state: BuildState, i: LlvmInstruction) -> Leaves:
    whole, part = (operand(state, value) for value in i.operands[:2])
    at = _position(state, i, 2)
    return whole[:at] + part + whole[at + len(part) :]


def _extract(state: BuildState, i: LlvmInstruction) -> Leaves:
    at = _position(state, i, 1)
    return operand(state, i.operands[0])[at : at + len(state.layout.parts(i.type))]


def _reverse(state: BuildState, i: LlvmInstruction) -> Leaves:
    return operand(state, i.operands[0])[::-1]


def _splice(state: BuildState, i: LlvmInstruction) -> Leaves:
    a, b = (operand(state, value) for value in i.operands[:2])
    at = _position(state, i, 2)
    return (a + b)[at % len(a) if at < 0 else at :][: len(a)]


def _splice_right(state: BuildState, i: LlvmInstruction) -> Leaves:
    a, b = (operand(state, value) for value in i.operands[:2])
    return (a + b)[len(a) - _position(state, i, 2) :][: len(a)]


def _interleave(state: BuildState, i: LlvmInstruction) -> Leaves:
    columns = [operand(state, value) for value in i.operands]
    return tuple(leaf for row in zip(*columns, strict=True) for leaf in row)


def _deinterleave(state: BuildState, i: LlvmInstruction) -> Leaves:
    whole = operand(state, i.operands[0])
    return whole[::2] + whole[1::2]


def _transpose(state: BuildState, i: LlvmInstruction) -> Leaves:
    """Transpose a matrix, stored column by column."""
    whole = operand(state, i.operands[0])
    rows, columns = (_position(state, i, k) for k in (1, 2))
    return tuple(whole[column * rows + row] for row in range(rows) for column in range(columns))


def _multiply(state: BuildState, i: LlvmInstruction) -> Leaves:
    a, b = (nodes(operand(state, value)) for value in i.operands[:2])
    rows, inner, columns = (_position(state, i, k) for k in (2, 3, 4))
    flags = state.flags(i.flags)

    def entry(row: int, column: int) -> Node:
        products = [float_op(state, "fmul", (a[k * rows + row], b[column * inner + k]), flags) for k in range(inner)]
        total = products[0]
        for product in products[1:]:
            total = float_op(state, "fadd", (total, product), flags)
        return total

    return tuple(entry(row, column) for column in range(columns) for row in range(rows))


VECTORS: dict[str, Lowering] = {
    **{f"vector.reduce.{name}": _sum(name) for name in ("fadd", "fmul")},
    **{f"vector.reduce.{name}": _integer(op) for name, op in INTEGERS.items()},
    **{f"vector.reduce.{name}": _extreme(maths) for name, maths in EXTREMES.items()},
    **{f"vector.reduce.{name}": _extreme(name) for name in ("smin", "smax", "umin", "umax")},
    "vector.insert": _insert,
    "vector.extract": _extract,
    "vector.reverse": _reverse,
    "vector.splice": _splice,
    "vector.splice.right": _splice_right,
    "vector.interleave2": _interleave,
    "vector.deinterleave2": _deinterleave,
    "matrix.transpose": _transpose,
    "matrix.multiply": _multiply,
}
