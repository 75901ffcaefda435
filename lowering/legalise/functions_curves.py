"""Circular and hyperbolic functions and their inverses, by polynomials.

The coefficients are minimax fits (weighted for relative error by Lawson's iteration) of the following, with z = x^2:
atan x = x P(z) on [0, 1]; asin x = x + x z P(z) on [0, 1/2]; tanh likewise on [0, 5/8], sinh on [0, 1], sin and cos on
[0, pi/4]. No step may lose a NaN: fmin and fmax prefer numbers, so comparisons are written such that NaN selects the
arm computed from x itself.
"""

from __future__ import annotations

import math

from gpucc.lowering.graph import NINF, Node
from gpucc.lowering.legalise.functions_signs import grown, nan_unless, odd_result, sign_bit, sign_factor
from gpucc.lowering.maker import Expansion, Maker

ATAN = (
    1.0,
    -0.3333239257335663,
    0.1997421383857727,
    -0.1404132843017578,
    0.09968473017215729,
    -0.060203127562999725,
    0.02473406307399273,
    -0.004822534043341875,
)
ASIN = (0.1666557788848877, 0.07540575414896011, 0.040031787008047104, 0.04995996132493019)
TANH = (-0.33332374691963196, 0.1330871433019638, -0.051971618086099625, 0.01522690337151289)
# the same for halves, to 2^-12
ATAN_SHORT = (0.9997878138543547, -0.3258076979318221, 0.15557627101570454, -0.0443246251399071)
ASIN_SHORT = (0.16505756170358704, 0.09429996722354785)
TANH_SHORT = (-0.330466524799022, 0.10836972341374675)
SINH_SHORT = (0.166582132731259, 0.008610622461493867)
SINH = (0.166667178273201, 0.008330211043357849, 0.0002037740487139672)
SIN = (-0.16666655242443085, 0.008332154713571072, -0.00019514084851834923)
COS = (0.04166664555668831, -0.0013887283857911825, 2.4429438781226054e-05)
# sin y = y P(y^2) on [-pi/2, pi/2], for the absolute error, which is 6e-7
SIN_WIDE = (0.9999966025352478, -0.16664822399616241, 0.008306272327899933, -0.00018362226546742022)

# pi/2 in three parts: products of the first two with integers below 2^13 are exact in float32
PI_2_HIGH, PI_2_MIDDLE, PI_2_LOW = 1.5703125, 4.8351287841796875e-4, 3.1385570764541626e-07
# 2 pi in two: the first one has 8 bits
TURN_HIGH, TURN_LOW = 6.28125, 0.0019353071795864769
LOG2_E = 1.4426950408889634


def _fitting(m: Maker, long: tuple[float, ...], short: tuple[float, ...]) -> tuple[float, ...]:
    return long if m.format.mantissa > 10 else short


def _plus_cube(m: Maker, x: Node, z: Node, coefficients: tuple[float, ...]) -> Node:
    """x + x z P(z)."""
    return m.add(x, m.mul(m.mul(x, z), m.polynomial(z, coefficients)))


# inverse functions ----------------------------------------------------------------------------------------------------


def _atan_of_size(m: Maker, size: Node) -> Node:
    """Return atan(size) for size >= 0; if size > 1, as pi/2 - atan(1/size)."""
    one = m.const(1.0)
    small = m.at_most(size, one)
    ratio = m.op("fdiv", m.op("fmin", size, one), m.pick(small, one, size))
    angle = m.mul(ratio, m.polynomial(m.mul(ratio, ratio), _fitting(m, ATAN, ATAN_SHORT)))
    return m.pick(small, angle, m.sub(m.const(math.pi / 2), angle))


def _atan(m: Maker, x: Node) -> Node:
    return odd_result(m, _atan_of_size(m, m.abs(x)), x)


def _atan2(m: Maker, y: Node, x: Node) -> Node:
    """C's rules: pi only for negative x (also -0), the sign of y (also of -0), infinities compare as equal."""
    up, across = m.abs(y), m.abs(x)
    low, high = m.op("fmin", up, across), m.op("fmax", up, across)
    both_infinite = m.number(m.equal(low, m.const(math.inf))) if m.lacks(NINF) else None
    if both_infinite is not None:
        # finite numbers stay; the ratio of infinities becomes 0 + 1
        low = m.op("fmin", low, m.const((2.0 - 2.0**-m.format.mantissa) * 2.0 ** (2 ** (m.format.exponent - 1) - 1)))
    ratio = m.op("fdiv", low, m.add(high, m.number(m.equal(high, m.const(0.0)))))
    if both_infinite is not None:
        ratio = m.add(ratio, both_infinite)
    angle = m.mul(ratio, m.polynomial(m.mul(ratio, ratio), _fitting(m, ATAN, ATAN_SHORT)))
    angle = m.pick(m.less(across, up), m.sub(m.const(math.pi / 2), angle), angle)
    angle = m.pick(sign_bit(m, x), m.sub(m.const(math.pi), angle), angle)
    result = m.mul(angle, sign_factor(m, y))
    return nan_unless(m, m.op("ford", y, x), result) if m.nan_matters else result


def _half_angle(m: Maker, size: Node) -> tuple[Node, Node]:
    """Return (size <= 1/2, r): asin(size) is r there, otherwise pi/2 - 2 r.

    min(size^2, (1 - size)/2) switches at 1/2 by itself, and its root is NaN outside of the domain.
    """
    z = m.op("fmin", m.mul(size, size), m.shift(m.scale(size, -0.5), 0.5))
    return m.at_most(size, m.const(0.5)), _plus_cube(m, m.op("sqrt", z), z, _fitting(m, ASIN, ASIN_SHORT))


def _asin(m: Maker, x: Node) -> Node:
    size = m.abs(x)
    small, r = _half_angle(m, size)
    v = m.pick(small, r, m.shift(m.scale(r, -2.0), math.pi / 2))
    return odd_result(m, v, grown(m, x, v))


def _acos(m: Maker, x: Node) -> Node:
    """pi/2 - r or 2r, for negative x pi/2 + r or pi - 2r."""
    small, r = _half_angle(m, m.abs(x))
    negative = m.less(x, m.const(0.0))
    large_angle = m.scale(r, 2.0)
    large = m.pick(negative, m.shift(m.neg(large_angle), math.pi), large_angle)
    turn = m.pick(negative, r, m.neg(r))
    return m.pick(small, m.shift(turn, math.pi / 2), large)


# hyperbolic functions -------------------------------------------------------------------------------------------------


def _half_exponential(m: Maker, size: Node) -> Node:
    """Return e^size / 2, which is finite as long as the hyperbolic functions are."""
    return m.op("exp2", m.shift(m.scale(size, LOG2_E), -1.0))


def _sinh(m: Maker, x: Node) -> Node:
    size = m.abs(x)
    half = _half_exponential(m, size)
    large = m.sub(half, m.op("fdiv", m.const(0.25), half))
    near = m.op("fmin", size, m.const(1.0))
    v = m.pick(m.less(size, m.const(1.0)), _plus_cube(m, near, m.mul(near, near), _fitting(m, SINH, SINH_SHORT)), large)
    return odd_result(m, v, grown(m, x, v))


def _cosh(m: Maker, x: Node) -> Node:
    half = _half_exponential(m, m.abs(x))
    return m.add(half, m.op("fdiv", m.const(0.25), half))


def _tanh(m: Maker, x: Node) -> Node:
    size = m.abs(x)
    power = m.op("exp2", m.scale(size, 2.0 * LOG2_E))
    large = m.sub(m.const(1.0), m.op("fdiv", m.const(2.0), m.shift(power, 1.0)))
    near = m.op("fmin", size, m.const(0.625))
    v = m.pick(
        m.less(size, m.const(0.625)), _plus_cube(m, near, m.mul(near, near), _fitting(m, TANH, TANH_SHORT)), large
    )
    return odd_result(m, v, x)


# sine and cosine ------------------------------------------------------------------------------------------------------


def _quadrant(m: Maker, x: Node) -> tuple[Node, Node, Node]:
    """Return (sine, cosine of x - k pi/2, k) for the nearest k."""
    k = m.floor(m.shift(m.scale(x, 2.0 / math.pi), 0.5))
    r = x
    for part in (PI_2_HIGH, PI_2_MIDDLE, PI_2_LOW):
        r = m.sub(r, m.scale(k, part))
    z = m.mul(r, r)
    cosine = m.shift(m.add(m.scale(z, -0.5), m.mul(m.mul(z, z), m.polynomial(z, COS))), 1.0)
    return m.mul(r, m.shift(m.mul(z, m.polynomial(z, SIN)), 1.0)), cosine, k


def _within_half_turn(m: Maker, x: Node) -> Node:
    """Return x minus the nearest multiple of 2 pi: from -pi to pi."""
    k = m.floor(m.shift(m.scale(x, 0.5 / math.pi), 0.5))
    return m.sub(m.sub(x, m.scale(k, TURN_HIGH)), m.scale(k, TURN_LOW))


def _sine_of_quarter(m: Maker, y: Node) -> Node:
    """Return the sine for y from -pi/2 to pi/2, as two short sums instead of Horner's scheme, for machines that do
    several operations at once.
    """
    z = m.mul(y, y)
    a, b, c, d = SIN_WIDE
    low, high = m.shift(m.scale(z, b), a), m.shift(m.scale(z, d), c)
    return m.mul(y, m.add(low, m.mul(m.mul(z, z), high)))


def _sin(m: Maker, x: Node) -> Node:
    """sin r = sin(pi - r) = sin(-pi - r): the one of the three between -pi/2 and pi/2 is their median."""
    r = _within_half_turn(m, x)
    above, below = m.sub(m.const(math.pi), r), m.sub(m.const(-math.pi), r)
    return _sine_of_quarter(m, m.op("fmax", m.op("fmin", r, above), below))


def _cos(m: Maker, x: Node) -> Node:
    return _sine_of_quarter(m, m.sub(m.const(math.pi / 2), m.abs(_within_half_turn(m, x))))


def _tan(m: Maker, x: Node) -> Node:
    """Return the tangent. Near its zeros and poles, sine and cosine need a small relative error."""
    if "sin" in m.available and "cos" in m.available:
        return m.op("fdiv", m.op("sin", x), m.op("cos", x))
    sine, cosine, k = _quadrant(m, x)
    half = m.scale(k, 0.5)
    even = m.equal(half, m.floor(half))
    return m.op("fdiv", m.pick(even, sine, m.neg(cosine)), m.pick(even, cosine, sine))


CURVES: dict[str, Expansion] = {
    "atan": _atan,
    "atan2": _atan2,
    "asin": _asin,
    "acos": _acos,
    "sinh": _sinh,
    "cosh": _cosh,
    "tanh": _tanh,
    "sin": _sin,
    "cos": _cos,
    "tan": _tan,
}
