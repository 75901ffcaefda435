"""LLVM types, in registers and in memory, and LLVM constants for the types of the shading languages.

In registers a scalar or vector is one LLVM value; a matrix is a tuple of its columns, an array or struct a tuple of its
elements. In uniform memory each leaf takes 16 bytes: `{T, [0 x <4 x float>]}` is T with the alignment of a vec4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from llvmlite import ir

from gpucc.frontend.numbers import i32
from gpucc.frontend.typed import Scalar
from gpucc.frontend.types import ShadingType, column_of, numeric, row_of

FLOAT = ir.FloatType()
HALF = ir.HalfType()
INT = ir.IntType(32)
BOOL = ir.IntType(1)
VEC4 = ir.VectorType(FLOAT, 4)
SCALARS: dict[str, Any] = {"float": FLOAT, "half": FLOAT, "int": INT, "uint": INT, "short": INT, "bool": BOOL}
LEAVES: dict[tuple[str, int], Any] = {
    (base, rows): scalar if rows == 1 else ir.VectorType(scalar, rows)
    for base, scalar in SCALARS.items()
    for rows in range(1, 5)
}
# a boolean vector in uniform memory is stored as integers, because components of a vector of bits have no addresses
STORED_BOOLS = {rows: ir.VectorType(INT, rows) for rows in range(2, 5)}
Tree = Any  # ir.Value, or a tuple of trees


def leaf(type: ShadingType) -> Any:
    """The LLVM type of a scalar, vector or column."""
    return LEAVES[type.base, type.rows]


def memory(type: ShadingType) -> Any:
    """The type of a local variable or varying in memory. Samplers take no room."""
    if type.is_opaque:
        return ir.LiteralStructType([])
    if type.element is not None:
        return ir.ArrayType(memory(type.element), type.length)
    if type.base == "struct":
        return ir.LiteralStructType([memory(one.type) for one in type.fields])
    return ir.ArrayType(leaf(type), type.columns) if type.is_matrix else leaf(type)


def extent(type: ShadingType) -> tuple[int, int]:
    """Size in bytes and alignment of a variable in memory, by LLVM's default layout."""
    if type.is_opaque:
        return 0, 1
    if type.base == "struct":
        size, most = 0, 1
        for one in type.fields:
            inner, align = extent(one.type)
            size, most = -(-size // align) * align + inner, max(most, align)
        return -(-size // most) * most, most
    if type.element is not None:
        inner, align = extent(type.element)
        return inner * type.length, align
    bits = 1 if type.base == "bool" else 32
    size = -(-bits * type.rows // 8)
    align = 1 << (size - 1).bit_length()
    return -(-size // align) * align * type.columns, align


def is_full(type: ShadingType) -> bool:
    """Return whether a leaf fills its 16 bytes without padding members, as vectors of 3 and 4 components do."""
    return type.rows > 2


def uniform(type: ShadingType, by_rows: bool = False) -> Any:
    """The type of a uniform, which is a numeric type or an array of them. Matrices are stored by columns or rows."""
    if type.element is not None:
        return ir.ArrayType(uniform(type.element, by_rows), type.length)
    if type.is_matrix:
        part, count = (row_of(type), type.rows) if by_rows else (column_of(type), type.columns)
        return ir.ArrayType(uniform(part), count)
    stored = STORED_BOOLS[type.rows] if type.base == "bool" and type.rows > 1 else leaf(type)
    return stored if is_full(type) else ir.LiteralStructType([stored, ir.ArrayType(VEC4, 0)])


def constant(type: ShadingType, values: Sequence[Scalar]) -> Tree:
    """The tree for known numbers, which are given column by column."""
    return _take(type, iter(values))


def _take(type: ShadingType, values: Iterator[Scalar]) -> Tree:
    if type.element is not None:
        return tuple(_take(type.element, values) for _ in range(type.length))
    if type.base == "struct":
        return tuple(_take(one.type, values) for one in type.fields)
    if type.is_matrix:
        column = column_of(type)
        return tuple(_take(column, values) for _ in range(type.columns))
    scalar = SCALARS[type.base]
    convert = float if type.is_float else _signed if type.base == "uint" else int
    found = [convert(next(values)) for _ in range(type.rows)]
    return (
        ir.Constant(scalar, found[0])
        if type.rows == 1
        else ir.Constant(leaf(type), [ir.Constant(scalar, one) for one in found])
    )


def turned(type: ShadingType, values: Sequence[float]) -> list[float]:
    """Numbers of matrices, given column by column, row by row."""
    found = []
    for at in range(0, len(values), type.columns * type.rows):
        matrix = values[at : at + type.columns * type.rows]
        found += [value for row in range(type.rows) for value in matrix[row :: type.rows]]
    return found


def _signed(value: Scalar) -> int:
    return i32(int(value))


def initializer(type: ShadingType, tree: Tree) -> ir.Constant:
    """Turn a tree of constants into one constant of the memory type."""
    if not isinstance(tree, tuple):
        return tree
    inner = [
        initializer(one, part) if one is not None else part for one, part in zip(parts_of(type), tree, strict=True)
    ]
    return ir.Constant(memory(type), inner)


def parts_of(type: ShadingType) -> list[ShadingType]:
    """The types of the parts of a tree."""
    if type.element is not None:
        return [type.element] * type.length
    if type.base == "struct":
        return [one.type for one in type.fields]
    return [column_of(type)] * type.columns if type.is_matrix else []


def leaves(type: ShadingType) -> list[ShadingType]:
    """The scalars and vectors that a value consists of, in order."""
    parts = parts_of(type)
    return [one for part in parts for one in leaves(part)] if parts else [type]


def flatten(tree: Tree) -> list[Any]:
    return [one for part in tree for one in flatten(part)] if isinstance(tree, tuple) else [tree]


def unflatten(type: ShadingType, values: Iterator[Any]) -> Tree:
    parts = parts_of(type)
    return tuple(unflatten(part, values) for part in parts) if parts else next(values)


def zeros(type: ShadingType) -> Tree:
    return constant(type, [0] * type.size)


def vector(base: str, rows: int) -> ShadingType:
    return numeric(base, rows)
