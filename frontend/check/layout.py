"""The places of a uniform block's members in its buffer, in the layout std140 (OpenGL ES 3.0: 2.12.6.4)."""

from __future__ import annotations

import math
from collections.abc import Iterable

from gpucc.frontend.types import ShadingType
from gpucc.program import BlockPlace
from gpucc.records import dataclass

WORD, VECTOR = 4, 16


@dataclass(frozen=True, slots=True)
class BlockMember:
    """A member of a block. `offset` is what the source asks for; -1 leaves it to the layout."""

    name: str
    type: ShadingType
    row_major: bool = False
    offset: int = -1


def std140(block: str, prefix: str, members: Iterable[BlockMember], buffers: int = 0) -> dict[str, BlockPlace]:
    """The places of all leaves, by the names of their uniforms. `prefix` stands before the members' names. A block that
    is an array has as many `buffers`."""
    found: dict[str, BlockPlace] = {}
    around = (0,) if buffers else ()
    at = 0
    for one in members:
        at = max(at, one.offset) if one.offset >= 0 else _up(at, _align(one.type, one.row_major))
        _place(f"{prefix}{one.name}", one.type, at, around, one.row_major, block, found)
        at += _size(one.type, one.row_major)
    return found


def _place(
    name: str,
    type: ShadingType,
    at: int,
    strides: tuple[int, ...],
    rows: bool,
    block: str,
    found: dict[str, BlockPlace],
) -> None:
    if type.element is not None:
        _place(name, type.element, at, (*strides, _stride(type.element, rows)), rows, block, found)
    elif type.base == "struct":
        for one in type.fields:
            at = _up(at, _align(one.type, rows))
            _place(f"{name}.{one.name}", one.type, at, strides, rows, block, found)
            at += _size(one.type, rows)
    else:
        found[name] = BlockPlace(block, at, strides, VECTOR if type.is_matrix else 0, rows and type.is_matrix)


def _align(type: ShadingType, rows: bool) -> int:
    if type.element is not None or type.is_matrix:
        return VECTOR if type.element is None else max(VECTOR, _align(type.element, rows))
    if type.base == "struct":
        return max((VECTOR, *(_align(one.type, rows) for one in type.fields)))
    return WORD * (4 if type.rows == 3 else type.rows)


def _size(type: ShadingType, rows: bool) -> int:
    if type.element is not None:
        return _stride(type.element, rows) * type.length
    if type.is_matrix:
        return VECTOR * (type.rows if rows else type.columns)
    if type.base != "struct":
        return WORD * type.rows
    at = 0
    for one in type.fields:
        at = _up(at, _align(one.type, rows)) + _size(one.type, rows)
    return _up(at, _align(type, rows))


def _stride(element: ShadingType, rows: bool) -> int:
    return _up(_size(element, rows), math.lcm(VECTOR, _align(element, rows)))


def _up(at: int, align: int) -> int:
    return -(-at // align) * align
