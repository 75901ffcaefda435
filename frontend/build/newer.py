"""The built-in functions that GLSL ES 3.00 and later versions added, besides those that read textures."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir

from gpucc.frontend.build import shapes
from gpucc.frontend.build.bits import BITS, WIDTH
from gpucc.frontend.build.functions import Emit, Functions, Types, determinant
from gpucc.frontend.build.shapes import FLOAT, HALF, INT, Tree
from gpucc.frontend.types import ShadingType

# the largest float32 below one half
BELOW_HALF = 0.5 - 2.0**-25


def _plain(name: str) -> Emit:
    return lambda f, a, types: f.intrinsic(name, a[0])


def _round(f: Functions, a: Sequence[Any], types: Types) -> Any:
    """GLSL leaves open which way halves go. The sum with one half would be rounded itself: up to 1 just below one half,
    and to an even number from 2^23 on."""
    return f.whole("floor", f.fadd(a[0], f.number(BELOW_HALF, a[0])))


def _exponentials(f: Functions, x: Any) -> tuple[Any, Any]:
    return f.intrinsic("exp", x), f.intrinsic("exp", f.fneg(x))


def _sinh(f: Functions, a: Sequence[Any], types: Types) -> Any:
    up, down = _exponentials(f, a[0])
    return f.fmul(f.fsub(up, down), f.number(0.5, up))


def _cosh(f: Functions, a: Sequence[Any], types: Types) -> Any:
    up, down = _exponentials(f, a[0])
    return f.fmul(f.fadd(up, down), f.number(0.5, up))


def _tanh(f: Functions, a: Sequence[Any], types: Types) -> Any:
    """1 - 2 / (e^2x + 1), which is -1 and 1 where the exponential underflows and overflows."""
    one, two = f.number(1.0, a[0]), f.number(2.0, a[0])
    grown = f.intrinsic("exp", f.fmul(a[0], two))
    return f.fsub(one, f.fdiv(two, f.fadd(grown, one)))


def _asinh(f: Functions, a: Sequence[Any], types: Types) -> Any:
    size = f.intrinsic("fabs", a[0])
    root = f.intrinsic("sqrt", f.fadd(f.fmul(size, size), f.number(1.0, size)))
    found = f.intrinsic("log", f.fadd(size, root))
    return f.b.select(f.b.fcmp_ordered("<", a[0], f.number(0.0, size)), f.fneg(found), found)


def _acosh(f: Functions, a: Sequence[Any], types: Types) -> Any:
    root = f.intrinsic("sqrt", f.fsub(f.fmul(a[0], a[0]), f.number(1.0, a[0])))
    return f.intrinsic("log", f.fadd(a[0], root))


def _atanh(f: Functions, a: Sequence[Any], types: Types) -> Any:
    one = f.number(1.0, a[0])
    ratio = f.fdiv(f.fadd(one, a[0]), f.fsub(one, a[0]))
    return f.fmul(f.intrinsic("log", ratio), f.number(0.5, a[0]))


def _is_nan(f: Functions, a: Sequence[Any], types: Types) -> Any:
    return f.b.fcmp_unordered("uno", a[0], a[0])


def _is_infinite(f: Functions, a: Sequence[Any], types: Types) -> Any:
    size = f.intrinsic("fabs", a[0], flags=())
    return f.b.fcmp_ordered("==", size, f.number(math.inf, size))


def _compared(f: Functions, op: str, a: Any, b: Any, type: ShadingType) -> Any:
    return (f.b.icmp_unsigned if type.base == "uint" else f.b.icmp_signed)(op, a, b)


def _least(f: Functions, a: Any, b: Any, type: ShadingType) -> Any:
    return f.b.select(_compared(f, "<", a, b, type), a, b)


def _greatest(f: Functions, a: Any, b: Any, type: ShadingType) -> Any:
    return f.b.select(_compared(f, "<", a, b, type), b, a)


def _clamp(f: Functions, a: Sequence[Any], types: Types) -> Any:
    return _least(f, _greatest(f, a[0], a[1], types[0]), a[2], types[0])


def _absolute(f: Functions, a: Sequence[Any], types: Types) -> Any:
    zero = f.integer(0, a[0])
    return f.b.select(f.b.icmp_signed("<", a[0], zero), f.b.sub(zero, a[0]), a[0])


def _sign(f: Functions, a: Sequence[Any], types: Types) -> Any:
    zero, one, minus = (f.integer(value, a[0]) for value in (0, 1, -1))
    below = f.b.select(f.b.icmp_signed("<", a[0], zero), minus, zero)
    return f.b.select(f.b.icmp_signed(">", a[0], zero), one, below)


# the functions that also take integers
WHOLE_NUMBERS: dict[str, Emit] = {
    "abs": _absolute,
    "sign": _sign,
    "min": lambda f, a, types: _least(f, a[0], a[1], types[0]),
    "max": lambda f, a, types: _greatest(f, a[0], a[1], types[0]),
    "clamp": _clamp,
}


def _transpose(f: Functions, a: Sequence[Any], types: Types) -> Tree:
    return tuple(f.join([f.get(column, row) for column in a[0]]) for row in range(types[0].rows))


def _determinant(f: Functions, a: Sequence[Any], types: Types) -> Any:
    return determinant(f, [f.components(column) for column in a[0]])


def _outer(f: Functions, a: Sequence[Any], types: Types) -> Tree:
    return tuple(f.scaled(a[0], f.get(a[1], k)) for k in range(types[1].rows))


def _bits(f: Functions, a: Sequence[Any], types: Types) -> Any:
    other = FLOAT if types[0].is_integer else INT
    count = a[0].type.count if isinstance(a[0].type, ir.VectorType) else 1
    return f.b.bitcast(a[0], ir.VectorType(other, count) if count > 1 else other)


def _packed(scale: float, low: float, count: int = 2) -> Emit:
    """Numbers from `low` to 1 in the parts of a uint, the first in the lowest one."""
    bits = WIDTH // count

    def pack(f: Functions, a: Sequence[Any], types: Types) -> Any:
        x = f.clamped(a[0], f.number(low, a[0]), f.number(1.0, a[0]))
        x = _round(f, [f.fmul(x, f.number(scale, x))], types)
        whole = f.b.fptosi(x, shapes.LEAVES["int", count])
        mask = ir.Constant(INT, (1 << bits) - 1)
        found, *others = (f.b.and_(one, mask) for one in f.components(whole))
        for k, one in enumerate(others, 1):
            found = f.b.or_(found, f.b.shl(one, ir.Constant(INT, bits * k)))
        return found

    return pack


def _parts(f: Functions, x: Any, count: int, signed: bool) -> Any:
    """The parts of a uint, each shifted up so that it ends at the sign, and down again."""
    bits = WIDTH // count
    tops = [f.b.shl(x, ir.Constant(INT, WIDTH - bits * (k + 1))) for k in range(count - 1)]
    shift = f.b.ashr if signed else f.b.lshr
    return f.join([shift(one, ir.Constant(INT, WIDTH - bits)) for one in (*tops, x)])


def _unpacked(scale: float, low: float, count: int = 2) -> Emit:
    def unpack(f: Functions, a: Sequence[Any], types: Types) -> Any:
        signed, type = low < 0, shapes.LEAVES["float", count]
        convert = f.b.sitofp if signed else f.b.uitofp
        x = f.fdiv(
            convert(_parts(f, a[0], count, signed), type), ir.Constant(type, [ir.Constant(FLOAT, scale)] * count)
        )
        return f.clamped(x, f.number(low, x), f.number(1.0, x)) if signed else x

    return unpack


SHORT = ir.IntType(16)


def _pack_half(f: Functions, a: Sequence[Any], types: Types) -> Any:
    small = [f.b.bitcast(f.b.fptrunc(f.get(a[0], k), HALF), SHORT) for k in range(2)]
    lower, upper = (f.b.zext(one, INT) for one in small)
    return f.b.or_(lower, f.b.shl(upper, ir.Constant(INT, 16)))


def _unpack_half(f: Functions, a: Sequence[Any], types: Types) -> Any:
    parts = (a[0], f.b.lshr(a[0], ir.Constant(INT, 16)))
    return f.join([f.b.fpext(f.b.bitcast(f.b.trunc(one, SHORT), HALF), FLOAT) for one in parts])


NEWER: dict[str, Emit] = {
    **BITS,
    "round": _round,
    "roundEven": _plain("roundeven"),
    "trunc": _plain("trunc"),
    "sinh": _sinh,
    "cosh": _cosh,
    "tanh": _tanh,
    "asinh": _asinh,
    "acosh": _acosh,
    "atanh": _atanh,
    "isnan": _is_nan,
    "isinf": _is_infinite,
    "transpose": _transpose,
    "determinant": _determinant,
    "outerProduct": _outer,
    "floatBitsToInt": _bits,
    "floatBitsToUint": _bits,
    "intBitsToFloat": _bits,
    "uintBitsToFloat": _bits,
    "packUnorm2x16": _packed(65535.0, 0.0),
    "packSnorm2x16": _packed(32767.0, -1.0),
    "packUnorm4x8": _packed(255.0, 0.0, 4),
    "packSnorm4x8": _packed(127.0, -1.0, 4),
    "packHalf2x16": _pack_half,
    "unpackUnorm2x16": _unpacked(65535.0, 0.0),
    "unpackSnorm2x16": _unpacked(32767.0, -1.0),
    "unpackUnorm4x8": _unpacked(255.0, 0.0, 4),
    "unpackSnorm4x8": _unpacked(127.0, -1.0, 4),
    "unpackHalf2x16": _unpack_half,
}


def newer(f: Functions, name: str, arguments: Sequence[Any], types: Types) -> Tree | None:
    """The value of a function that this module defines for these types; None for others."""
    if name in WHOLE_NUMBERS and types[0].is_integer:
        return WHOLE_NUMBERS[name](f, arguments, types)
    if name == "mix" and types[2].base == "bool":
        return f.b.select(arguments[2], arguments[1], arguments[0])
    recipe: Callable[..., Tree] | None = NEWER.get(name)
    return recipe(f, arguments, types) if recipe is not None else None
