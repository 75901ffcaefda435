"""The values of newer functions of GLSL that the shape of their result decides: matrices, and bits of numbers."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Mapping, Sequence

from gpucc.frontend.types import ShadingType

Numbers = Sequence[float]


def _transpose(result: ShadingType, m: Numbers) -> list[float]:
    """The values of the matrix go column by column, and its columns are the rows of the result."""
    return [m[row * result.columns + column] for column in range(result.columns) for row in range(result.rows)]


def _outer(result: ShadingType, column: Numbers, row: Numbers) -> list[float]:
    return [one * other for other in row for one in column]


def _minor(m: Numbers, size: int, column: int, row: int) -> list[float]:
    return [m[c * size + r] for c in range(size) if c != column for r in range(size) if r != row]


def _determinant_of(m: Numbers, size: int) -> float:
    if size == 1:
        return m[0]
    parts = ((-1.0) ** c * m[c * size] * _determinant_of(_minor(m, size, c, 0), size - 1) for c in range(size))
    return sum(parts)


def _determinant(result: ShadingType, m: Numbers) -> list[float]:
    return [_determinant_of(m, round(len(m) ** 0.5))]


def _inverse(result: ShadingType, m: Numbers) -> list[float]:
    size = result.rows
    whole = _determinant_of(m, size)
    return [
        (-1.0) ** (c + r) * _determinant_of(_minor(m, size, r, c), size - 1) / whole
        for c in range(size)
        for r in range(size)
    ]


def _same_bits(given: str, wanted: str) -> Callable[..., list[float]]:
    return lambda result, values: [struct.unpack(wanted, struct.pack(given, value))[0] for value in values]


def _packed(scale: float, least: float, bits: int = 16) -> Callable[..., list[float]]:
    def pack(result: ShadingType, values: Numbers) -> list[float]:
        mask = (1 << bits) - 1
        parts = [math.floor(min(max(value, least), 1.0) * scale + 0.5) & mask for value in values]
        return [sum(part << bits * k for k, part in enumerate(parts))]

    return pack


def _unpacked(scale: float, layout: str) -> Callable[..., list[float]]:
    def unpack(result: ShadingType, values: Sequence[int]) -> list[float]:
        parts = struct.unpack(layout, struct.pack("<I", values[0]))
        return [max(part / scale, -1.0) for part in parts]

    return unpack


EVERY = 0xFFFFFFFF


def _held(result: ShadingType, values: Sequence[int]) -> list[float]:
    """The values as integers of 32 bits, with a sign if the type has one."""
    top = 1 << 31
    return [value & EVERY if result.base == "uint" else ((value & EVERY) ^ top) - top for value in values]


def _extract(result: ShadingType, values: Sequence[int], offset: Sequence[int], count: Sequence[int]) -> list[float]:
    mask, top = (1 << count[0]) - 1, 1 << count[0] >> 1
    fields = [value >> offset[0] & mask for value in values]
    return _held(result, fields if result.base == "uint" else [(field ^ top) - top for field in fields])


def _insert(
    result: ShadingType, base: Sequence[int], insert: Sequence[int], offset: Sequence[int], count: Sequence[int]
) -> list[float]:
    mask = (1 << count[0]) - 1 << offset[0]
    return _held(result, [a & ~mask | b << offset[0] & mask for a, b in zip(base, insert, strict=True)])


BITS: Mapping[str, Callable[..., list[float]]] = {
    "bitCount": lambda result, values: [(value & EVERY).bit_count() for value in values],
    "findLSB": lambda result, values: [(value & -value).bit_length() - 1 for value in values],
    "findMSB": lambda result, values: [(~value if value < 0 else value).bit_length() - 1 for value in values],
    "fma": lambda result, a, b, c: [x * y + z for x, y, z in zip(a, b, c, strict=True)],
    "bitfieldExtract": _extract,
    "bitfieldInsert": _insert,
    "bitfieldReverse": lambda result, values: _held(
        result, [int(f"{value & EVERY:032b}"[::-1], 2) for value in values]
    ),
    "ldexp": lambda result, values, powers: [math.ldexp(a, n) for a, n in zip(values, powers, strict=True)],
}

SHAPED: Mapping[str, Callable[..., list[float]]] = {
    "transpose": _transpose,
    "outerProduct": _outer,
    "determinant": _determinant,
    "inverse": _inverse,
    "floatBitsToInt": _same_bits("<f", "<i"),
    "floatBitsToUint": _same_bits("<f", "<I"),
    "intBitsToFloat": _same_bits("<i", "<f"),
    "uintBitsToFloat": _same_bits("<I", "<f"),
    "packSnorm2x16": _packed(32767.0, -1.0),
    "packUnorm2x16": _packed(65535.0, 0.0),
    "packHalf2x16": lambda result, values: [struct.unpack("<I", struct.pack("<2e", *values))[0]],
    "packSnorm4x8": _packed(127.0, -1.0, 8),
    "packUnorm4x8": _packed(255.0, 0.0, 8),
    "unpackSnorm2x16": _unpacked(32767.0, "<2h"),
    "unpackUnorm2x16": _unpacked(65535.0, "<2H"),
    "unpackSnorm4x8": _unpacked(127.0, "<4b"),
    "unpackUnorm4x8": _unpacked(255.0, "<4B"),
    **BITS,
    "unpackHalf2x16": lambda result, values: list(struct.unpack("<2e", struct.pack("<I", values[0]))),
}
