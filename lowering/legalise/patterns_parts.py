"""Exponents and significands of floats, taken apart and put together exactly, with comparisons and powers of two.

No target has instructions for them, and an approximate logarithm or power would be no equivalent of operations on bits.
"""

from __future__ import annotations

import math

from gpucc.lowering.graph import Node
from gpucc.lowering.maker import Maker
from gpucc.records import dataclass

# of float32
BIAS = 127
FIELD = 255


@dataclass(frozen=True, slots=True)
class FloatParts:
    """|x| = significand * 2^exponent, the former from 1 on and less than 2. Of zero and subnormal float32s the exponent
    is -126, and the significand less than 1; of infinity the latter is infinite."""

    significand: Node
    exponent: Node


def _steps(most: int, need: int) -> list[int]:
    """Exponents up to `most` whose sums, each taken if it is not more than what is left, are all numbers up to `need`
    (or more).
    """
    powers = [1 << k for k in range(most.bit_length() - 1, -1, -1)]
    count, rest = divmod(max(0, need - sum(powers)), most)
    return [*[most] * count, *([rest] if rest else []), *powers] if need else []


def taken_apart(m: Maker, size: Node) -> FloatParts:
    """The parts of a number that is not negative. They are those of a float32 in any format, since programs for a
    narrow format also run in float32 when they are verified.
    """
    top = 1 - m.format.least_exponent
    one, rest, exponent = m.const(1.0), size, m.const(0.0)
    for at in range(0, BIAS - 1, top):
        up = min(top, BIAS - 1 - at)
        low = m.less(rest, one)
        rest = m.mul(rest, m.pick(low, m.const(2.0**up), one))
        exponent = m.sub(exponent, m.scale(m.number(low), up))
    for step in _steps(min(top, -m.format.least_exponent), BIAS):
        high = m.at_most(m.const(2.0**step), rest)
        rest = m.mul(rest, m.pick(high, m.const(2.0**-step), one))
        exponent = m.add(exponent, m.scale(m.number(high), step))
    return FloatParts(rest, exponent)


def exponent_field(m: Maker, size: Node) -> Node:
    """The eight bits of the exponent in a float32: 0 for zero and subnormal numbers, 255 for infinity and NaN."""
    parts = taken_apart(m, size)
    field = m.sub(m.shift(parts.exponent, BIAS), m.number(m.less(parts.significand, m.const(1.0))))
    return m.pick(m.less(size, m.const(math.inf)), field, m.const(FIELD))


def unit(m: Maker, size: Node) -> Node:
    """The number from 1 on and less than 2 with the same mantissa; 1.5 for NaN."""
    part = taken_apart(m, size).significand
    found = m.add(m.op("fmin", part, m.const(2.0)), m.number(m.less(part, m.const(1.0))))
    other = m.pick(m.op("ford", size, size), m.const(1.0), m.const(1.5))
    return m.pick(m.less(size, m.const(math.inf)), found, other)


def power_of_two(m: Maker, field: Node, low: int, high: int) -> Node:
    """The float32 whose bits are this exponent, from `low` >= 0 to `high` <= 255, and zeros: 0, 2^(field - 127) or
    infinity.
    """
    one, least = m.const(1.0), m.format.least_exponent
    start = BIAS + least
    found = m.pick(m.less(m.const(0.0), field), m.const(2.0**least), m.const(0.0))
    rest = m.shift(field, -start)
    for step in _steps(-least, start - max(low, 1)) if low < start else ():
        is_less = m.at_most(rest, m.const(-step))
        found = m.mul(found, m.pick(is_less, m.const(2.0**-step), one))
        rest = m.add(rest, m.scale(m.number(is_less), step))
    for step in _steps(1 - least, high - start) if high > start else ():
        is_more = m.at_most(m.const(step), rest)
        found = m.mul(found, m.pick(is_more, m.const(2.0**step), one))
        rest = m.sub(rest, m.scale(m.number(is_more), step))
    return found
