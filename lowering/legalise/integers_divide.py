"""Exact quotients and remainders of integers in floats, although division is rounded and may have a larger error."""

from __future__ import annotations

from fractions import Fraction

from gpucc.isa.model import Format
from gpucc.lowering.graph import Node
from gpucc.lowering.legalise.integers import CarriedInteger, Integers, constant
from gpucc.records import dataclass

# the neutral operation of a target that has integers as well as floats
WHOLE_QUOTIENT = "quotient"


@dataclass(frozen=True, slots=True)
class Quotient:
    quotient: CarriedInteger
    remainder: CarriedInteger


def divide(i: Integers, a: CarriedInteger, b: CarriedInteger, bits: int, is_signed: bool) -> Quotient:
    """Return C's quotient, rounded to zero, and remainder, which has the sign of the dividend."""
    a, b = (i.signed(a, bits), i.signed(b, bits)) if is_signed else (i.unsigned(a, bits), i.unsigned(b, bits))
    a, b = i.held(a), i.held(b)
    if WHOLE_QUOTIENT in i.m.available and a.constant is None and b.constant not in (0, 1, -1):
        return _divided(i, a, b)
    if b.constant is not None:
        return _by_constant(i, a, b.constant, bits)
    size_a, size_b = _size(i, a), _size(i, b)
    found = _by_variable(i, size_a, size_b)
    if a.low >= 0 and b.low >= 0:
        return found
    negative_a, negative_b = i.less(a, constant(0), bits), i.less(b, constant(0), bits)
    quotient = _with_sign(i, found.quotient, i.m.differ(negative_a, negative_b))
    return Quotient(quotient, _with_sign(i, found.remainder, negative_a))


def _divided(i: Integers, a: CarriedInteger, b: CarriedInteger) -> Quotient:
    """Divide on a target that divides integers."""
    largest = max(abs(a.low), abs(a.high))
    least = max(1, min(abs(b.low), abs(b.high)) if b.low * b.high > 0 else 1)
    low, high = -largest // least, largest // least
    if a.low >= 0 and b.low >= 0:
        low = 0
    quotient = CarriedInteger(i.m.op(WHOLE_QUOTIENT, i.node(a), i.node(b)), low, high)
    rest = i.sub(a, i.mul(quotient, b, 64), 64)
    size = min(largest, max(abs(b.low), abs(b.high)))
    return Quotient(
        quotient, CarriedInteger(i.node(rest), 0 if a.low >= 0 else -size, 0 if a.high <= 0 else size, True)
    )


def _size(i: Integers, a: CarriedInteger) -> CarriedInteger:
    if a.low >= 0:
        return a
    return CarriedInteger(i.m.abs(i.node(a)), 0 if a.high >= 0 else -a.high, max(-a.low, a.high), zeros=a.zeros)


def _with_sign(i: Integers, a: CarriedInteger, negative: Node) -> CarriedInteger:
    if negative.op == "const":
        return i.sub(constant(0), a, 64) if negative.attr else a
    factor = i.m.shift(i.m.scale(i.m.number(negative), -2.0), 1.0)
    return CarriedInteger(i.m.mul(i.node(a), factor), -a.high, a.high, True)


def _by_constant(i: Integers, a: CarriedInteger, by: int, bits: int) -> Quotient:
    if by < 0:
        found = _by_constant(i, a, -by, bits)
        return Quotient(i.sub(constant(0), found.quotient, bits), found.remainder)
    if by == 0:
        return Quotient(constant(0), constant(0))
    if by == 1 or (a.high < by and a.low > -by):
        return Quotient(a, constant(0)) if by == 1 else Quotient(constant(0), a)
    if a.constant is not None:
        whole = abs(a.constant) // by * (1 if a.constant > 0 else -1)
        return Quotient(constant(whole), constant(a.constant - by * whole))
    low, high = -(-a.low // by) if a.low < 0 else a.low // by, a.high // by if a.high >= 0 else -(-a.high // by)
    factor = _direct_factor(i.format, by, max(abs(a.low), abs(a.high)))
    if factor is not None:
        quotient = i.truncated(i.m.scale(i.node(a), factor), low, high, a.low < 0)
        rest = i.sub(a, i.mul(quotient, constant(by), 64), 64)
        return Quotient(quotient, _limited(rest, a, by))
    found = _corrected(i, _size(i, a), by)
    # of the number itself: as one of `bits` bits with a sign, a large unsigned one would be negative
    negative = i.less(a, constant(0), 64)
    return Quotient(_with_sign(i, found.quotient, negative), _limited(_with_sign(i, found.remainder, negative), a, by))


def _limited(rest: CarriedInteger, a: CarriedInteger, by: int) -> CarriedInteger:
    if rest.constant is not None:
        return rest
    low = 0 if a.low >= 0 else max(-by + 1, a.low)
    high = 0 if a.high <= 0 else min(by - 1, a.high)
    return CarriedInteger(rest.node, low, high, rest.minus_zero)


# by a constant: a multiplication --------------------------------------------------------------------------------------
#
# With c near 1/d and fl(x) the rounding of x, floor(fl(a c)) reaches k at the first integer a with fl(a c) >= k,
# that is a c >= k - u/2 where u is the distance from k down to its neighbour (u = 0 if the format truncates). The
# offset
# of that a from k d is the ceiling of k (1/c - d) - u/(2c), which is linear in k as long as u stays the same, so the
# two
# ends of every binade of k bound it for all k. Both ends are computed with the u below and the u inside of the binade.


def _offsets(format: Format, by: int, largest: int, factor: float) -> tuple[Fraction, Fraction]:
    """Return the least and the greatest of k (1/c - d) - u/(2c) for all quotients k of numbers up to `largest`."""
    c = Fraction(factor)
    slope, lows, highs = 1 / c - by, [], []
    k, last = 1, largest // by + 1
    while k <= last:
        end = min(2 * k, last)
        for at in (k, end):
            for exponent in (k.bit_length() - 2, k.bit_length() - 1):
                u = Fraction(2) ** (exponent - format.mantissa) if format.rounding == "even" else Fraction(0)
                lows.append(at * slope - u / (2 * c))
                highs.append(at * slope - u / (2 * c))
        k *= 2
    return min(lows), max(highs)


def _around(format: Format, by: int) -> tuple[float, ...]:
    """Return floats of the format near 1/d, from the least one above it downwards."""
    exact = Fraction(1, by)
    exponent = -((by - 1).bit_length())
    unit = Fraction(2) ** (exponent - format.mantissa)
    above = -(-exact // unit)
    return tuple(float((above - n) * unit) for n in range(4))


def _direct_factor(format: Format, by: int, largest: int) -> float | None:
    """Return c such that floor(fl(a c)) = floor(a/d) for all 0 <= a <= largest.

    The inequalities hold strictly, so that ties do not matter.
    """
    if by & (by - 1) == 0:
        return 1.0 / by
    factor = _around(format, by)[0]
    least, greatest = _offsets(format, by, largest, factor)
    return factor if least > -1 and greatest < 0 else None


def _corrected(i: Integers, a: CarriedInteger, by: int) -> Quotient:
    """Divide a non-negative a: q = floor(a c) is the quotient or one less, and the exact a - q d decides which."""
    m = i.m
    factor = next(
        c
        for c in _around(i.format, by)
        if (limits := _offsets(i.format, by, a.high, c))[0] > -1 and limits[1] <= by - 1
    )
    first = m.floor(m.scale(i.node(a), factor))
    rest = m.sub(i.node(a), m.scale(first, by))
    more = m.number(m.at_most(m.const(by), rest))
    quotient = CarriedInteger(m.add(first, more), a.low // by, a.high // by)
    return Quotient(quotient, CarriedInteger(m.sub(rest, m.scale(more, by)), 0, min(by - 1, a.high)))


def floor_remainder(i: Integers, a: CarriedInteger, by: int, bits: int) -> CarriedInteger:
    """Return a - by floor(a/by), which is never negative.

    The estimated quotient of a negative a may be one too large (the offsets above, mirrored), of another one too small.
    For a negative a near -E, `by` times the quotient would leave the exact range: there both a and the quotient are
    moved up by one period.
    """
    m, a = i.m, i.held(i.signed(a, bits))
    if a.constant is not None:
        return constant(a.constant % by)
    if a.low >= 0:
        return _by_constant(i, a, by, bits).remainder
    node = i.node(a)
    if by & (by - 1) == 0:
        return CarriedInteger(m.sub(node, m.scale(m.floor(m.scale(node, 1.0 / by)), by)), 0, by - 1, a.minus_zero)
    size = max(-a.low, a.high)
    factor = next(
        c for c in _around(i.format, by) if (found := _offsets(i.format, by, size, c))[0] > -1 and found[1] <= by - 1
    )
    whole = m.floor(m.scale(node, factor))
    if size + by > i.exact:
        negative = m.number(m.less(node, m.const(0.0)))
        node, whole = m.add(node, m.scale(negative, by)), m.add(whole, negative)
    rest = m.sub(node, m.scale(whole, by))
    rest = m.add(rest, m.scale(m.number(m.less(rest, m.const(0.0))), by))
    return CarriedInteger(m.sub(rest, m.scale(m.number(m.at_most(m.const(by), rest)), by)), 0, by - 1)


# by a variable --------------------------------------------------------------------------------------------------------


def _by_variable(i: Integers, a: CarriedInteger, b: CarriedInteger) -> Quotient:
    """Divide a >= 0 by b >= 1.

    With e = 2^(4 - mantissa), which exceeds the error of any target's division, fl(fl(a/b)(1 - e)) is at most a/b and
    at least (a/b)(1 - 2e). So its floor q never exceeds the quotient, and a - qb is exact and at most b + 2ea. As long
    as 2ea may reach 1, the same is repeated for the remainder; the result is the quotient or one too small.
    """
    m = i.m
    shrink = 1.0 - 2.0 ** (4 - i.format.mantissa)
    divisor = i.node(b)
    rest, quotient = i.node(a), None
    largest = Fraction(a.high)
    while True:
        step = m.floor(m.scale(m.op("fdiv", rest, divisor), shrink))
        quotient = step if quotient is None else m.add(quotient, step)
        rest = m.sub(rest, m.mul(step, divisor))
        error = largest * Fraction(2) ** (5 - i.format.mantissa)
        if error < 1:
            break
        largest = error + 1
    more = m.number(m.at_most(divisor, rest))
    least = max(1, b.low)
    remainder = CarriedInteger(m.sub(rest, m.mul(more, divisor)), 0, min(a.high, max(b.high - 1, 0)))
    return Quotient(CarriedInteger(m.add(quotient, more), 0, a.high // least), remainder)
