"""The built-in functions on the bits of integers that GLSL ES 3.10 and GLSL 4.00 added, and those that write
arguments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir

from gpucc.frontend.build.functions import Emit, Functions, Types
from gpucc.frontend.build.shapes import BOOL, FLOAT, INT

WIDTH, HALF_WIDTH, LOW_HALF = 32, 16, 0xFFFF


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
    sign = f.b.shl(f.integer(1, value), _in_range(f, top, value))
    return f.b.sub(f.b.xor(found, sign), sign)


def _insert(f: Functions, a: Sequence[Any], types: Types) -> Any:
    base, insert, offset, count = a
    place = _in_range(f, offset, base)
    low = _low_bits(f, count, base)
    kept = f.b.and_(base, f.b.not_(f.b.shl(low, place)))
    return f.b.or_(kept, f.b.shl(f.b.and_(insert, low), place))


def _lowest(f: Functions, a: Sequence[Any], types: Types) -> Any:
    """The number of the lowest bit that is set; -1 if none is. x ^ (x - 1) has this bit and all below it."""
    one, minus = f.integer(1, a[0]), f.integer(-1, a[0])
    up_to = f.b.xor(a[0], f.b.add(a[0], minus))
    empty = f.b.icmp_signed("==", a[0], f.integer(0, a[0]))
    return f.b.select(empty, minus, f.b.sub(_counted(f, [up_to], types), one))


def _highest(f: Functions, a: Sequence[Any], types: Types) -> Any:
    """The number of the highest bit that differs from the sign; -1 if none does."""
    value, last = a[0], f.integer(WIDTH - 1, a[0])
    if types[0].base == "int":
        value = f.b.xor(value, f.b.ashr(value, last))
    return f.b.sub(last, f.join([f.b.ctlz(one, ir.Constant(BOOL, 0)) for one in f.components(value)]))


def _counted(f: Functions, a: Sequence[Any], types: Types) -> Any:
    return f.join([f.b.ctpop(one) for one in f.components(a[0])])


def _reversed(f: Functions, a: Sequence[Any], types: Types) -> Any:
    return f.join([f.b.bitreverse(one) for one in f.components(a[0])])


def _scaled(f: Functions, a: Sequence[Any], types: Types) -> Any:
    function = f.declare("llvm.ldexp.f32.i32", FLOAT, [FLOAT, INT])
    pairs = zip(f.components(a[0]), f.components(a[1]), strict=True)
    return f.join([f.b.call(function, pair) for pair in pairs])


def _overflowing(f: Functions, name: str, a: Sequence[Any]) -> tuple[Any, Any]:
    """The results of one of LLVM's operations that tell of an overflow, component by component."""
    function = f.declare(f"llvm.{name}.with.overflow.i32", ir.LiteralStructType([INT, BOOL]), [INT, INT])
    pairs = [f.b.call(function, pair) for pair in zip(f.components(a[0]), f.components(a[1]), strict=True)]
    over = [f.b.zext(f.b.extract_value(one, 1), INT) for one in pairs]
    return f.join([f.b.extract_value(one, 0) for one in pairs]), f.join(over)


def _wide_product(f: Functions, a: Sequence[Any]) -> Any:
    """The upper 32 bits of the product of two unsigned numbers, from products of their halves."""
    half, mask = f.integer(HALF_WIDTH, a[0]), f.integer(LOW_HALF, a[0])
    (low, high), (other_low, other_high) = ((f.b.and_(one, mask), f.b.lshr(one, half)) for one in a)
    cross, other_cross = f.b.mul(high, other_low), f.b.mul(low, other_high)
    carried = f.b.add(
        f.b.lshr(f.b.mul(low, other_low), half), f.b.add(f.b.and_(cross, mask), f.b.and_(other_cross, mask))
    )
    upper = f.b.add(f.b.lshr(cross, half), f.b.add(f.b.lshr(other_cross, half), f.b.lshr(carried, half)))
    return f.b.add(f.b.mul(high, other_high), upper)


def _multiplied(f: Functions, a: Sequence[Any]) -> tuple[Any, ...]:
    return None, _wide_product(f, a), f.b.mul(a[0], a[1])


def _multiplied_signed(f: Functions, a: Sequence[Any]) -> tuple[Any, ...]:
    """The product of two numbers with signs: what a sign bit adds to the unsigned one is taken off its upper half."""
    zero, upper = f.integer(0, a[0]), _wide_product(f, a)
    for one, other in (a, a[::-1]):
        upper = f.b.sub(upper, f.b.select(f.b.icmp_signed("<", one, zero), other, zero))
    return None, upper, f.b.mul(a[0], a[1])


def _taken_apart(f: Functions, a: Sequence[Any]) -> tuple[Any, Any]:
    """A fraction from 0.5 to 1 and a power of two."""
    function = f.declare("llvm.frexp.f32.i32", ir.LiteralStructType([FLOAT, INT]), [FLOAT])
    parts = [f.b.call(function, [one]) for one in f.components(a[0])]
    fraction, power = ([f.b.extract_value(one, k) for one in parts] for k in range(2))
    return f.join(fraction), f.join(power)


def _split(f: Functions, a: Sequence[Any]) -> tuple[Any, Any]:
    whole = f.intrinsic("trunc", a[0])
    return f.fsub(a[0], whole), whole


# the functions that write arguments: how many they read, which come first, and their results: the function's own (None
# for void), then those of the arguments
WRITING: dict[str, tuple[int, Callable[[Functions, Sequence[Any]], tuple[Any, ...]]]] = {
    "modf": (1, _split),
    "frexp": (1, _taken_apart),
    "uaddCarry": (2, lambda f, a: _overflowing(f, "uadd", a)),
    "usubBorrow": (2, lambda f, a: _overflowing(f, "usub", a)),
    "umulExtended": (2, _multiplied),
    "imulExtended": (2, _multiplied_signed),
}
BITS: dict[str, Emit] = {
    "bitfieldExtract": _extract,
    "bitfieldInsert": _insert,
    "bitfieldReverse": _reversed,
    "bitCount": _counted,
    "findLSB": _lowest,
    "findMSB": _highest,
    "fma": lambda f, a, types: f.fadd(f.fmul(a[0], a[1]), a[2]),
    "ldexp": _scaled,
}
