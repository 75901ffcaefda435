"""The built-in functions on the bits of integers that GLSL ES 3.10 and GLSL 4.00 added, and ldexp."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir

from gpucc.frontend.build.functions import Emit, Functions
from gpucc.frontend.build.shapes import FLOAT, INT
from gpucc.frontend.types import ShadingType

Types = Sequence[ShadingType]
WIDTH = 32


def whole_number(value: int, like: Any) -> Any:
    """An integer constant of the shape of `like`."""
    one = ir.Constant(INT, value)
    return ir.Constant(like.type, [one] * like.type.count) if isinstance(like.type, ir.VectorType) else one


def _spread(f: Functions, x: Any, like: Any) -> Any:
    """An integer as a vector of the shape of `like`, or as it is."""
    return f.join([x] * like.type.count) if isinstance(like.type, ir.VectorType) else x


def _in_range(f: Functions, amount: Any, like: Any) -> Any:
    """A shift amount. 32 becomes 0: the results of such shifts are replaced or have no meaning."""
    return _spread(f, f.b.and_(amount, ir.Constant(INT, WIDTH - 1)), like)


def _low_bits(f: Functions, count: Any, like: Any) -> Any:
    """A number whose `count` lowest bits are set."""
    one = ir.Constant(INT, 1)
    some = f.b.sub(f.b.shl(one, f.b.and_(count, ir.Constant(INT, WIDTH - 1))), one)
    every = f.b.icmp_signed("==", count, ir.Constant(INT, WIDTH))
    return _spread(f, f.b.select(every, ir.Constant(INT, -1), some), like)


def _extract(f: Functions, a: Sequence[Any], types: Types) -> Any:
    value, offset, count = a
    shift = f.b.lshr if types[0].base == "uint" else f.b.ashr
    found = f.b.and_(shift(value, _in_range(f, offset, value)), _low_bits(f, count, value))
    if types[0].base == "uint":
        return found
    # the field's highest bit is its sign; for no bits at all this is bit 31, which is clear
    top = f.b.sub(count, ir.Constant(INT, 1))
    sign = f.b.shl(whole_number(1, value), _in_range(f, top, value))
    return f.b.sub(f.b.xor(found, sign), sign)


def _insert(f: Functions, a: Sequence[Any], types: Types) -> Any:
    base, insert, offset, count = a
    place = _in_range(f, offset, base)
    low = _low_bits(f, count, base)
    kept = f.b.and_(base, f.b.not_(f.b.shl(low, place)))
    return f.b.or_(kept, f.b.shl(f.b.and_(insert, low), place))


def _lowest(f: Functions, a: Sequence[Any], types: Types) -> Any:
    """The number of the lowest bit that is set; -1 if none is. x ^ (x - 1) has this bit and all below it."""
    one, minus = whole_number(1, a[0]), whole_number(-1, a[0])
    up_to = f.b.xor(a[0], f.b.add(a[0], minus))
    empty = f.b.icmp_signed("==", a[0], whole_number(0, a[0]))
    return f.b.select(empty, minus, f.b.sub(_counted(f, [up_to], types), one))


def _counted(f: Functions, a: Sequence[Any], types: Types) -> Any:
    return f.join([f.b.ctpop(one) for one in f.components(a[0])])


def _reversed(f: Functions, a: Sequence[Any], types: Types) -> Any:
    return f.join([f.b.bitreverse(one) for one in f.components(a[0])])


def _scaled(f: Functions, a: Sequence[Any], types: Types) -> Any:
    function = f.declare("llvm.ldexp.f32.i32", FLOAT, [FLOAT, INT])
    pairs = zip(f.components(a[0]), f.components(a[1]), strict=True)
    return f.join([f.b.call(function, pair) for pair in pairs])


BITS: dict[str, Emit] = {
    "bitfieldExtract": _extract,
    "bitfieldInsert": _insert,
    "bitfieldReverse": _reversed,
    "bitCount": _counted,
    "findLSB": _lowest,
    "ldexp": _scaled,
}
