"""Counts of bits, on integers in floats: leading and trailing zeros, and ones.

The powers of two that a number reaches are known from its logarithm, those that divide it from its fractions, and its
ones are what its halves lack: a number is the sum of its halves, rounded down, and of its ones.
"""

from __future__ import annotations

from functools import reduce

from gpucc.lowering.graph import Node
from gpucc.lowering.legalise.integers import CarriedInteger, Integers, constant
from gpucc.lowering.legalise.integers_bits import power_of_two

# so many comparisons are cheaper than a logarithm
FEW = 8
# between a logarithm and the next whole number below it, more than any target's approximation is off
MARGIN = 0.25


def leading_zeros(i: Integers, a: CarriedInteger, bits: int) -> CarriedInteger:
    """Return llvm.ctlz, of zero too where LLVM leaves that open.

    Among wide numbers, the negative ones are the large ones.
    """
    if a.constant is not None:
        return constant(bits - i.unsigned(a, bits).low.bit_length())
    negative = i.less(a, constant(0), bits) if a.low < 0 and not i.narrow(bits) else None
    value = i.unsigned(a, bits)
    length = constant(value.low.bit_length()) if value.constant is not None else _length(i, value)
    found = i.sub(constant(bits), length, bits)
    return found if negative is None else i.choose(negative, constant(0), found)


def _length(i: Integers, a: CarriedInteger) -> CarriedInteger:
    """Return how many bits a number needs that is not negative: 0 for 0."""
    m, x, most = i.m, i.node(a), a.high.bit_length()
    least = max(a.low, 0).bit_length()
    if most - least <= FEW or not {"log2", "exp2"} <= m.available:
        reached = [m.number(m.at_most(m.const(1 << k), x)) for k in range(least, most)]
        count = reduce(m.add, reached)
        return CarriedInteger(m.shift(count, least) if least else count, least, most)
    # one less than the length, or two less just above a power of two; the margin covers the logarithm's error
    positive = m.op("fmax", x, m.const(1.0))
    power = m.floor(m.shift(m.op("log2", positive), 1.0 - MARGIN))
    above = m.number(m.at_most(power_of_two(i, power, most, "ctlz"), positive))
    length = m.add(power, above)
    if a.low <= 0:
        length = m.mul(length, m.number(m.at_most(m.const(1.0), x)))
    return CarriedInteger(length, least, most)


def trailing_zeros(i: Integers, a: CarriedInteger, bits: int) -> CarriedInteger:
    """Return llvm.cttz: how many powers of two divide the number, whatever its sign."""
    m = i.m
    if a.constant is not None:
        low = i.unsigned(a, bits).low
        return constant((low & -low).bit_length() - 1 if low else bits)
    value, x = a, i.node(a)
    most = min(max(value.high, -value.low).bit_length() - 1, bits - 1)
    dividing = [_is_whole(i, m.scale(x, 2.0**-k)) for k in range(a.zeros + 1, most + 1)]
    count = reduce(m.add, dividing, m.const(float(a.zeros)))
    found = CarriedInteger(count, min(a.zeros, most), most)
    if not value.may_be_zero():
        return found
    return i.choose(i.equal(value, constant(0), bits), constant(bits), found)


def _is_whole(i: Integers, x: Node) -> Node:
    return i.m.number(i.m.equal(x, i.m.floor(x)))


def ones(i: Integers, a: CarriedInteger, bits: int) -> CarriedInteger:
    """Return llvm.ctpop. A negative number has the ones that its complement lacks."""
    if a.constant is not None:
        return constant(i.unsigned(a, bits).low.bit_count())
    if i.narrow(bits) or a.low >= 0:
        value = i.unsigned(a, bits)
        return _ones_of(i, value)
    below = i.less(a, constant(0), bits)
    found = _ones_of(i, i.choose(below, i.sub(constant(-1), a, bits), a))
    return i.choose(below, i.sub(constant(bits), found, bits), found)


def _ones_of(i: Integers, a: CarriedInteger) -> CarriedInteger:
    m, x = i.m, i.node(a)
    high = max(a.high, -a.low)
    halves = [m.floor(m.scale(x, 2.0**-k)) for k in range(a.zeros + 1, high.bit_length())]
    first = m.scale(x, 2.0**-a.zeros)
    total = reduce(m.sub, halves, first)
    return CarriedInteger(total, 0, high.bit_length())
