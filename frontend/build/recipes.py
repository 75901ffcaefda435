"""Built-in functions as Skia's CPU backend computes them, step by step in float32 (`--math skia-cpu`).

The recipes and their numbers were measured on Skia m144 (docs/sources/agsl.md). Nothing is contracted or reassociated:
this profile sets no fast-math flags. For inversesqrt and inverse Skia starts from an estimate of the hardware, so these
differ by a few units in the last place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from llvmlite import ir

from gpucc.frontend.build.functions import Emit, Functions, Types
from gpucc.frontend.build.shapes import FLOAT, INT

Values = Sequence[Any]


def _integers_like(x: Any) -> Any:
    return ir.VectorType(INT, x.type.count) if isinstance(x.type, ir.VectorType) else INT


def minimum(f: Functions, a: Any, b: Any) -> Any:
    return f.b.select(f.b.fcmp_ordered("<", a, b), a, b)


def maximum(f: Functions, a: Any, b: Any) -> Any:
    return f.b.select(f.b.fcmp_ordered(">", a, b), a, b)


def clamp(f: Functions, x: Any, low: Any, high: Any) -> Any:
    return minimum(f, maximum(f, x, low), high)


def to_integer(f: Functions, x: Any) -> Any:
    """Convert to integer; floats that do not fit saturate instead of becoming poison."""
    return f.saturated(x, _integers_like(x))


def truncated(f: Functions, x: Any) -> Any:
    """Truncate as SSE2's cvttps2dq does: floats that do not fit in an integer become -2^31."""
    inside = f.b.and_(
        f.b.fcmp_ordered("<", x, f.number(2.0**31, x)), f.b.fcmp_ordered(">=", x, f.number(-(2.0**31), x))
    )
    return f.b.select(inside, f.b.sitofp(to_integer(f, x), x.type), f.number(-(2.0**31), x))


def floor(f: Functions, x: Any) -> Any:
    whole = truncated(f, x)
    above = f.b.fcmp_ordered(">", whole, x)
    return f.fsub(whole, f.b.select(above, f.number(1.0, x), f.number(0.0, x)))


def ceil(f: Functions, x: Any) -> Any:
    whole = truncated(f, x)
    below = f.b.fcmp_ordered("<", whole, x)
    return f.fadd(whole, f.b.select(below, f.number(1.0, x), f.number(0.0, x)))


def fract(f: Functions, x: Any) -> Any:
    return f.fsub(x, floor(f, x))


def horner(f: Functions, x: Any, *coefficients: float) -> Any:
    """Evaluate a polynomial by Horner's rule. The first coefficient belongs to the highest power."""
    found = f.number(coefficients[0], x)
    for one in coefficients[1:]:
        found = f.fadd(f.fmul(found, x), f.number(one, x))
    return found


def size_and_sign(f: Functions, x: Any) -> tuple[Any, Any]:
    """|x| and the sign bit of x."""
    bits = f.b.bitcast(x, _integers_like(x))
    sign = f.b.and_(bits, f.integer(-(2**31), bits))
    return f.b.bitcast(f.b.xor(bits, sign), x.type), sign


def with_sign(f: Functions, x: Any, sign: Any) -> Any:
    bits = f.b.bitcast(x, sign.type)
    return f.b.bitcast(f.b.xor(bits, sign), x.type)


def below_zero(f: Functions, x: Any, found: Any) -> Any:
    """Negate `found` where x < 0, which leaves it unchanged for -0."""
    return f.b.select(f.b.fcmp_ordered("<", x, f.number(0.0, x)), f.fneg(found), found)


def wave(f: Functions, t: Any) -> Any:
    """Cosine of a phase in turns: fold to one period, then evaluate an odd polynomial of degree 5."""
    folded = f.fsub(t, floor(f, f.fadd(t, f.number(0.5, t))))
    t = f.fsub(f.number(0.25, t), f.intrinsic("fabs", folded))
    square = f.fmul(t, t)
    inner = f.fadd(f.fmul(square, f.number(74.4388885, t)), f.number(-41.1693687, t))
    return f.fmul(t, f.fadd(f.fmul(inner, square), f.number(6.28230858, t)))


def sin(f: Functions, a: Values, types: Types) -> Any:
    x = a[0]
    return wave(f, f.fadd(f.fmul(x, f.number(-1 / (2 * math.pi), x)), f.number(0.25, x)))


def cos(f: Functions, a: Values, types: Types) -> Any:
    return wave(f, f.fmul(a[0], f.number(1 / (2 * math.pi), a[0])))


def tan(f: Functions, a: Values, types: Types) -> Any:
    x = a[0]
    turn = f.fadd(f.fmul(x, f.number(1 / math.pi, x)), f.number(0.5, x))
    x = f.fadd(f.fmul(fract(f, turn), f.number(math.pi, x)), f.number(-math.pi / 2, x))
    x, sign = size_and_sign(f, x)
    quarter = f.b.fcmp_ordered(">", x, f.number(math.pi / 8, x))
    x = f.fsub(x, f.b.select(quarter, f.number(math.pi / 4, x), f.number(0.0, x)))
    odd = f.fmul(horner(f, f.fmul(x, x), 62 / 2835, 17 / 315, 2 / 15, 1 / 3, 1.0), x)
    one = f.number(1.0, x)
    shifted = f.fdiv(f.fadd(one, odd), f.fsub(one, odd))
    return with_sign(f, f.b.select(quarter, shifted, odd), sign)


def arc(f: Functions, x: Any) -> Any:
    """atan on [0, 1]."""
    return horner(
        f,
        x,
        0.14130025741326729,
        -0.34312835980675116,
        -0.016172900528248768,
        1.0037696976200385,
        -0.00014758242182738969,
    )


def atan(f: Functions, a: Values, types: Types) -> Any:
    if len(a) > 1:
        return atan2(f, *a)
    x = f.intrinsic("fabs", a[0])
    large = f.b.fcmp_ordered(">", x, f.number(1.0, x))
    p = arc(f, f.b.select(large, f.fdiv(f.number(1.0, x), x), x))
    return below_zero(f, a[0], f.b.select(large, f.fsub(f.number(math.pi / 2, x), p), p))


def atan2(f: Functions, y: Any, x: Any) -> Any:
    zero, pi = f.number(0.0, x), f.number(math.pi, x)
    swap = f.b.fcmp_ordered(">", f.intrinsic("fabs", y), f.intrinsic("fabs", x))
    quotient = f.fdiv(f.b.select(swap, x, y), f.b.select(swap, y, x))
    p = arc(f, f.intrinsic("fabs", quotient))
    p = below_zero(f, quotient, f.b.select(swap, f.fsub(f.number(math.pi / 2, x), p), p))
    upper = f.b.and_(f.b.fcmp_ordered(">=", y, zero), f.b.fcmp_ordered("<", x, zero))
    lower = f.b.and_(f.b.fcmp_ordered("<", y, zero), f.b.fcmp_ordered("<=", x, zero))
    return f.fadd(p, f.b.select(upper, pi, f.b.select(lower, f.fneg(pi), zero)))


def asin(f: Functions, a: Values, types: Types) -> Any:
    x = f.intrinsic("fabs", a[0])
    p = horner(f, x, -0.0187293, 0.0742610, -0.2121144, 1.5707288)
    root = f.intrinsic("sqrt", f.fsub(f.number(1.0, x), x))
    return below_zero(f, a[0], f.fsub(f.number(math.pi / 2, x), f.fmul(root, p)))


def acos(f: Functions, a: Values, types: Types) -> Any:
    return f.fsub(f.number(math.pi / 2, a[0]), asin(f, a, types))


def log2(f: Functions, x: Any) -> Any:
    bits = f.b.bitcast(x, _integers_like(x))
    # x86 returns a negative NaN for 0 / 0, LLVM's constant folding a positive one; here the bits matter
    bits = f.b.select(f.b.fcmp_unordered("uno", x, x), f.integer(-0x00400000, bits), bits)
    e = f.fmul(f.b.sitofp(bits, x.type), f.number(2.0**-23, x))
    half = f.b.or_(f.b.and_(bits, f.integer(0x007FFFFF, bits)), f.integer(0x3F000000, bits))
    m = f.b.bitcast(half, x.type)
    found = f.fsub(f.fsub(e, f.number(124.225514990, x)), f.fmul(m, f.number(1.498030302, x)))
    return f.fsub(found, f.fdiv(f.number(1.725879990, x), f.fadd(m, f.number(0.3520887068, x))))


def exp2(f: Functions, x: Any) -> Any:
    part = fract(f, x)
    found = f.fsub(f.fadd(x, f.number(121.274057500, x)), f.fmul(part, f.number(1.490129070, x)))
    found = f.fadd(found, f.fdiv(f.number(27.728023300, x), f.fsub(f.number(4.84252568, x), part)))
    scaled = f.fmul(found, f.number(2.0**23, x))
    scaled = minimum(f, maximum(f, scaled, f.number(0.0, x)), f.number(float(0x7F800000), x))
    return f.b.bitcast(to_integer(f, f.intrinsic("rint", scaled)), x.type)


def power(f: Functions, a: Values, types: Types) -> Any:
    x, y = a
    plain = f.b.or_(f.b.fcmp_ordered("==", x, f.number(0.0, x)), f.b.fcmp_ordered("==", x, f.number(1.0, x)))
    return f.b.select(plain, x, exp2(f, f.fmul(log2(f, x), y)))


def sign(f: Functions, a: Values, types: Types) -> Any:
    x = a[0]
    return clamp(f, f.fmul(x, f.number(3.4028234663852886e38, x)), f.number(-1.0, x), f.number(1.0, x))


def step(f: Functions, a: Values, types: Types) -> Any:
    edge, x = a
    return f.b.select(f.b.fcmp_ordered("<=", edge, x), f.number(1.0, x), f.number(0.0, x))


def smoothstep(f: Functions, a: Values, types: Types) -> Any:
    low, high, x = a
    # the order of operands makes 0 / 0 become 1
    t = minimum(f, maximum(f, f.number(0.0, x), f.fdiv(f.fsub(x, low), f.fsub(high, low))), f.number(1.0, x))
    return f.fmul(f.fsub(f.number(3.0, x), f.fmul(t, f.number(2.0, x))), f.fmul(t, t))


def length(f: Functions, v: Any) -> Any:
    return f.intrinsic("sqrt", f.dot(v, v)) if isinstance(v.type, ir.VectorType) else f.intrinsic("fabs", v)


def normalize(f: Functions, a: Values, types: Types) -> Any:
    v = a[0]
    size = length(f, v)
    return f.fdiv(v, f.splat(size, v.type.count) if isinstance(v.type, ir.VectorType) else size)


def reflect(f: Functions, a: Values, types: Types) -> Any:
    i, n = a
    twice = f.dot(i, n)
    return f.fsub(i, f.scaled(n, f.fmul(twice, f.number(2.0, twice))))


def faceforward(f: Functions, a: Values, types: Types) -> Any:
    """faceforward; if the dot product is NaN, N is returned unchanged."""
    n, i, reference = a
    return f.b.select(f.b.fcmp_ordered("<=", ir.Constant(FLOAT, 0.0), f.dot(reference, i)), f.fneg(n), n)


def unpremul(f: Functions, a: Values, types: Types) -> Any:
    alpha = f.get(a[0], 3)
    below = maximum(f, alpha, f.number(0.0001, alpha))
    return f.put(f.fdiv(a[0], f.splat(below, 4)), alpha, 3)


def mod(f: Functions, a: Values, types: Types) -> Any:
    x, y = a
    return f.fsub(x, f.fmul(y, floor(f, f.fdiv(x, y))))


RECIPES: dict[str, Emit] = {
    "sin": sin,
    "cos": cos,
    "tan": tan,
    "atan": atan,
    "asin": asin,
    "acos": acos,
    "log2": lambda f, a, t: log2(f, a[0]),
    "log": lambda f, a, t: f.fmul(log2(f, a[0]), f.number(0.69314718, a[0])),
    "exp2": lambda f, a, t: exp2(f, a[0]),
    "exp": lambda f, a, t: exp2(f, f.fmul(a[0], f.number(1.4426950408889634, a[0]))),
    "pow": power,
    "floor": lambda f, a, t: floor(f, a[0]),
    "ceil": lambda f, a, t: ceil(f, a[0]),
    "fract": lambda f, a, t: fract(f, a[0]),
    "mod": mod,
    "sign": sign,
    "min": lambda f, a, t: minimum(f, *a),
    "max": lambda f, a, t: maximum(f, *a),
    "clamp": lambda f, a, t: clamp(f, *a),
    "saturate": lambda f, a, t: clamp(f, a[0], f.number(0.0, a[0]), f.number(1.0, a[0])),
    "step": step,
    "smoothstep": smoothstep,
    "length": lambda f, a, t: length(f, a[0]),
    "distance": lambda f, a, t: length(f, f.fsub(*a)),
    "normalize": normalize,
    "faceforward": faceforward,
    "reflect": reflect,
    "unpremul": unpremul,
    # for a surface without a colour space, the only kind whose pixels can be read back exactly
    "toLinearSrgb": lambda f, a, t: a[0],
    "fromLinearSrgb": lambda f, a, t: a[0],
}
