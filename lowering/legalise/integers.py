"""Integers in float registers: their representation, and arithmetic, comparisons and conversions with C's results.

An integer of N bits is carried as a float that holds *some* integer congruent to it modulo 2^N, within an interval that
is known at compile time. That suffices for additions, multiplications and low bits. An operation that depends on the
signedness first needs the signed or unsigned value, and wraps the carrier only if the interval is not already inside
its range. E is the largest magnitude up to which the format holds all integers.

- Narrow types (2^N <= E) wrap exactly: every intermediate result stays within E.
- Wide types are carried as their signed value and clamped to E in every interval: a program in which one leaves E is
  outside of the contract (the reference marks such lanes), and so is an unsigned operation on a negative number. Yet
  comparisons are exact for those too, and so are the low bits of shifts and masks.
- A carrier may be -0 as the result of a product or truncation; it becomes +0 when it is converted to a float.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from gpucc.errors import Unsupported
from gpucc.isa.model import Format
from gpucc.lowering.graph import F32, IN_RANGE, NSZ, Node
from gpucc.lowering.legalise.bounds import WHOLE, FloatBounds
from gpucc.lowering.logic import truth
from gpucc.lowering.maker import Maker
from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class CarriedInteger:
    """A carrier: `node` is None for a constant, which is created only where it is needed.

    `zeros` low bits are always 0. `minus_zero`: the node may be -0.
    """

    node: Node | None
    low: int
    high: int
    minus_zero: bool = False
    zeros: int = 0

    @property
    def constant(self) -> int | None:
        return self.low if self.low == self.high else None

    @property
    def span(self) -> tuple[int, int]:
        return self.low, self.high

    def may_be_zero(self) -> bool:
        return self.low <= 0 <= self.high


@dataclass(frozen=True, slots=True)
class RefusedInteger:
    """An integer that no float can carry. It is an error only where the value is needed."""

    error: Unsupported


HASH = "hashes and random numbers that need all 32 bits cannot be computed on this target"
FORMULA = (
    "a compiler replaced a loop by a formula that divides by multiplying: compile the source without optimisation, and"
    " leave that to gpucc"
)
# the odd factors of the small factorials, which such formulas divide by
DIVISORS = (3, 15, 45, 315)


def _is_inverse(value: int) -> bool:
    """Return whether a number of 32 bits times a small odd one is a small power of two."""
    return any(value * divisor % (1 << 32) in (1, 2, 4, 8) for divisor in DIVISORS)


def constant(value: int) -> CarriedInteger:
    zeros = (value & -value).bit_length() - 1 if value else 64
    return CarriedInteger(None, value, value, False, zeros)


def integer_of(node: Node) -> int:
    """Return the value of a literal."""
    assert isinstance(node.attr, int)
    return node.attr


def hull(spans: Iterable[tuple[int, int]]) -> tuple[int, int]:
    lows, highs = zip(*spans, strict=True)
    return min(lows), max(highs)


class Integers:
    """The operations. Each takes the width of the type and returns a carrier."""

    def __init__(self, maker: Maker, format: Format) -> None:
        self.m = maker
        self.exact = format.exact_integers
        self.format = format
        self.bounds = FloatBounds(format)

    # carriers ---------------------------------------------------------------------------------------------------------

    def narrow(self, bits: int) -> bool:
        return (1 << bits) <= self.exact

    def window(self, bits: int) -> tuple[int, int]:
        """Return the range of signed values in which a type is carried."""
        return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if self.narrow(bits) else (-self.exact, self.exact)

    def of(self, node: Node, bits: int) -> CarriedInteger:
        """Return the carrier of a leaf: an input, a uniform, a phi."""
        return CarriedInteger(node, *self.window(bits))

    def node(self, value: CarriedInteger) -> Node:
        """Return the carrier as a node; a constant must be exact in the format."""
        if value.node is not None:
            return value.node
        size = abs(value.low)
        if size > self.exact and size & (size - 1):
            raise self.beyond(value.low)
        return self.m.const(float(value.low))

    def beyond(self, value: int) -> Unsupported:
        return Unsupported(
            f"the integer {value} is too large: floats carry integers here, which are exact up to {self.exact}",
            self.m.location,
            (FORMULA if _is_inverse(value) else HASH,),
        )

    def within(self, value: CarriedInteger, low: int, high: int) -> bool:
        return low <= value.low and value.high <= high

    def settle(
        self, node: Node, low: int, high: int, bits: int, minus_zero: bool = False, zeros: int = 0
    ) -> CarriedInteger:
        """Return a result with the interval computed by interval arithmetic."""
        if low == high and abs(low) <= self.exact:
            return constant(low)
        if not self.narrow(bits):
            low, high = (max(-self.exact, min(limit, self.exact)) for limit in (low, high))
            if low == high:
                # always beyond the exact range, and no constant
                low, high = (low - 1, high) if low > 0 else (low, high + 1)
        return CarriedInteger(node, low, high, minus_zero and low <= 0 <= high, zeros)

    def signed(self, value: CarriedInteger, bits: int) -> CarriedInteger:
        low, high = self.window(bits)
        if self.within(value, low, high) or not self.narrow(bits):
            return value
        size, half = 1 << bits, 1 << (bits - 1)
        if value.constant is not None:
            return constant((value.low + half) % size - half)
        m = self.m
        if self.within(value, -self.exact + half, self.exact - half):
            turns = m.floor(m.shift(m.scale(self.node(value), 1 / size), 0.5))
            return CarriedInteger(
                m.sub(self.node(value), m.scale(turns, size)), low, high, value.minus_zero, min(value.zeros, bits)
            )
        rest = self.unsigned(value, bits)
        above = m.number(m.at_most(m.const(half), self.node(rest)))
        return CarriedInteger(m.sub(self.node(rest), m.scale(above, size)), low, high, rest.minus_zero, rest.zeros)

    def unsigned(self, value: CarriedInteger, bits: int) -> CarriedInteger:
        """Return the unsigned value; for a wide type, the value unless it is negative."""
        size, m = 1 << bits, self.m
        if value.constant is not None:
            return constant(value.low % size)
        if not self.narrow(bits):
            return (
                value
                if value.low >= 0
                else CarriedInteger(value.node, 0, max(value.high, 0), value.minus_zero, value.zeros)
            )
        if self.within(value, 0, size - 1):
            return value
        node = self.node(value)
        if self.within(value, -size, size - 1):
            lifted = m.add(node, m.scale(m.number(m.less(node, m.const(0.0))), size))
            return CarriedInteger(lifted, 0, size - 1, False, min(value.zeros, bits))
        turns = m.floor(m.scale(node, 1 / size))
        return CarriedInteger(m.sub(node, m.scale(turns, size)), 0, size - 1, value.minus_zero, min(value.zeros, bits))

    def held(self, value: CarriedInteger) -> CarriedInteger:
        """Return a multiple of a power of two that may be beyond the exact range, for an operation that is exact only
        within it."""
        if value.node is None or self.within(value, -self.exact, self.exact):
            return value
        return self.settle(value.node, *value.span, WIDE, value.minus_zero, value.zeros)

    def plus_zero(self, value: CarriedInteger) -> Node:
        """Return the carrier without -0."""
        node = self.node(value)
        return self.m.block.make("fadd", F32, (node, self.m.const(0.0))) if value.minus_zero else node

    # arithmetic -------------------------------------------------------------------------------------------------------

    def _fitting(self, a: CarriedInteger, b: CarriedInteger, bits: int) -> tuple[CarriedInteger, CarriedInteger]:
        return self.signed(a, bits), self.signed(b, bits)

    def add(self, a: CarriedInteger, b: CarriedInteger, bits: int) -> CarriedInteger:
        if a.constant is not None:
            a, b = b, a
        if b.constant == 0:
            return a
        if a.constant is not None and b.constant is not None:
            return self.signed(constant(a.constant + b.constant), bits)
        low, high = a.low + b.low, a.high + b.high
        if self._too_large(bits, low, high):
            return self.add(self.signed(a, bits), self.signed(b, bits), bits)
        if b.constant is not None and b.constant < 0:
            node = self.m.sub(self.node(a), self.node(constant(-b.low)))
        else:
            node = self.m.add(self.node(a), self.node(b))
        return self.settle(node, low, high, bits, a.minus_zero and b.minus_zero, min(a.zeros, b.zeros))

    def sub(self, a: CarriedInteger, b: CarriedInteger, bits: int) -> CarriedInteger:
        if b.constant is not None:
            return self.add(a, constant(-b.constant), bits)
        low, high = a.low - b.high, a.high - b.low
        if self._too_large(bits, low, high):
            return self.sub(self.signed(a, bits), self.signed(b, bits), bits)
        node = self.m.sub(self.node(a), self.node(b))
        return self.settle(node, low, high, bits, a.minus_zero and b.may_be_zero(), min(a.zeros, b.zeros))

    def mul(self, a: CarriedInteger, b: CarriedInteger, bits: int) -> CarriedInteger:
        if a.constant is not None:
            a, b = b, a
        if a.constant is not None and b.constant is not None:
            return self.signed(constant(a.constant * b.constant), bits)
        if b.constant in (0, 1, -1):
            return constant(0) if b.constant == 0 else a if b.constant == 1 else self.sub(constant(0), a, bits)
        products = [p * q for p in a.span for q in b.span]
        low, high = min(products), max(products)
        if self._too_large(bits, low, high) and (fitting := self._fitting(a, b, bits)) != (a, b):
            return self.mul(*fitting, bits)
        top = 2.0 ** (1 - self.m.format.least_exponent)
        factor = 0 if b.constant is None or abs(b.constant) & (abs(b.constant) - 1) else b.constant
        if factor > 0 or factor < -top:
            # a factor beyond the format would be infinite, and zero times it NaN; any other product is too large anyway
            node = self.m.scale(self.node(a), max(-top, min(float(factor), top)))
        else:
            node = self.m.mul(self.node(a), self.node(b))
        mixed = (a.may_be_zero() and b.low < 0) or (b.may_be_zero() and a.low < 0)
        limit = self.exact
        value = self.settle(node, low, high, bits, mixed or a.minus_zero or b.minus_zero, a.zeros + b.zeros)
        # the reference marks a product of narrow numbers beyond E although it wraps
        return (
            value
            if self.within(value, -limit, limit)
            else CarriedInteger(node, max(low, -limit), min(high, limit), value.minus_zero)
        )

    def low_product(self, a: CarriedInteger, b: CarriedInteger, read: int, bits: int) -> CarriedInteger | None:
        """Return a number with the same `read` low bits as the product, computed from factors that are cut to these
        bits. Return None if the product cannot leave the exact range, or if the cut factors' product may, too."""
        if read >= bits or self.narrow(bits) or not self.narrow(read) or self._fits(a, b):
            return None
        cut_a, cut_b = self._cut(a, read), self._cut(b, read)
        for one, other in ((a, cut_b), (cut_a, b), (cut_a, cut_b)):
            if self._fits(one, other):
                return self.mul(one, other, bits)
        return None

    def _cut(self, value: CarriedInteger, read: int) -> CarriedInteger:
        """Return the number nearest zero that has the same `read` low bits."""
        m, size = self.m, 1 << read
        if value.constant is not None:
            return constant((value.constant + size // 2) % size - size // 2)
        turns = m.floor(m.shift(m.scale(self.node(value), 1 / size), 0.5))
        node = m.sub(self.node(value), m.scale(turns, size))
        return CarriedInteger(node, -size // 2, size // 2 - 1, value.minus_zero, min(value.zeros, read))

    def _fits(self, a: CarriedInteger, b: CarriedInteger) -> bool:
        return all(abs(p * q) <= self.exact for p in a.span for q in b.span)

    def _too_large(self, bits: int, low: int, high: int) -> bool:
        return self.narrow(bits) and (low < -self.exact or high > self.exact)

    def truncated(self, x: Node, low: int, high: int, negative: bool) -> CarriedInteger:
        """Return the integer part of a float that may be `negative`; never -0 unless the target truncates by itself.

        A target without a select has to compose a truncation, and may as well compose one that has no -0. A truncation
        by the target itself says that the number is in the range of an integer, unlike one of the source.
        """
        m = self.m
        if not negative:
            return CarriedInteger(m.floor(x), low, high)
        if "trunc" in m.available and not self.format.blend_select:
            return CarriedInteger(m.op("trunc", x, attr=IN_RANGE, flags=NSZ), low, high, True)
        whole = m.floor(x)
        up = m.both(m.less(x, m.const(0.0)), m.less(whole, x))
        return CarriedInteger(m.add(whole, m.number(up)), low, high)

    def choose(self, condition: Node, a: CarriedInteger, b: CarriedInteger, extreme: bool = False) -> CarriedInteger:
        """Return a select. `extreme`: it is a minimum or maximum of a and b."""
        if condition.op == "const" or a == b:
            return a if condition.attr or a == b else b
        low, high = hull((a.span, b.span))
        zeros = min(a.zeros, b.zeros)
        if (a.constant, b.constant) in ((1, 0), (0, 1)):
            return CarriedInteger(self.m.number(condition if a.constant else self.m.invert(condition)), 0, 1)
        # a blend with a zero arm may become a product, which is -0 where the other arm is negative and not taken
        product = (a.constant == 0 and b.low < 0) or (b.constant == 0 and a.low < 0)
        node = self.m.op("select", condition, self.node(a), self.node(b), flags=0 if product and not extreme else NSZ)
        return CarriedInteger(node, low, high, a.minus_zero or b.minus_zero, zeros)

    # comparisons ------------------------------------------------------------------------------------------------------

    def equal(self, a: CarriedInteger, b: CarriedInteger, bits: int) -> Node:
        """Return whether a and b are equal as N-bit numbers; two carriers less than 2^N apart need no wrapping."""
        size = 1 << bits
        if a.constant is not None:
            a, b = b, a
        if self.narrow(bits):
            if b.constant is not None and a.high - a.low < size:
                b = constant(a.low + (b.constant - a.low) % size)
            low, high = hull((a.span, b.span))
            if high - low >= size and (b.constant is None or a.high - a.low >= size):
                a, b = self._fitting(a, b, bits)
        if a.high < b.low or b.high < a.low:
            return truth(self.m.block, False)
        if a.constant is not None and a.constant == b.constant:
            return truth(self.m.block, True)
        return self.m.equal(self.node(a), self.node(b))

    def less(self, a: CarriedInteger, b: CarriedInteger, bits: int) -> Node:
        return self._less(self.signed(a, bits), self.signed(b, bits))

    def _less(self, a: CarriedInteger, b: CarriedInteger) -> Node:
        if a.high < b.low or a.low >= b.high:
            return truth(self.m.block, a.high < b.low)
        return self.m.less(self.node(a), self.node(b))

    def below(self, a: CarriedInteger, b: CarriedInteger, bits: int) -> Node:
        """Return unsigned less-than. Among wide numbers, the negative ones are the large ones."""
        if self.narrow(bits):
            return self._less(self.unsigned(a, bits), self.unsigned(b, bits))
        m, zero = self.m, constant(0)
        negative_a, negative_b = self._less(a, zero), self._less(b, zero)
        if b.low >= 0:
            return m.both(m.invert(negative_a), self._less(a, b)) if a.low < 0 else self._less(a, b)
        if a.low >= 0:
            return m.either(negative_b, self._less(a, b))
        return m.differ(m.differ(self._less(a, b), negative_a), negative_b)

    # conversions ------------------------------------------------------------------------------------------------------

    def from_float(self, x: Node, before: Node, bits: int, is_signed: bool) -> CarriedInteger:
        """Return the truncation of x. `before`, the node that x replaces, may have a narrower range."""
        m = self.m
        low, high = self.window(bits) if is_signed else (0, min((1 << bits) - 1, self.exact))
        found = self.bounds.of(before)
        least, most = found.whole()
        low, high = max(low, least), min(high, most)
        low, high = min(low, high), max(low, high)
        if before.op in WHOLE:
            return CarriedInteger(x, low, high, found.minus_zero and low <= 0 <= high)
        if low >= 0 and least < 0:
            # an unsigned conversion: numbers above -1 become 0
            x = m.block.make("fmax", F32, (x, m.const(0.0)))
            return self.truncated(x, low, high, False)
        made = self.truncated(x, low, high, low < 0)
        return replace(made, minus_zero=True) if found.minus_zero and low == 0 else made

    def from_any_float(self, x: Node) -> CarriedInteger:
        """Return the truncation of x, 0 for NaN: one of the two maxima is 0, and for NaN both are."""
        m, zero = self.m, self.m.const(0.0)
        sides = [m.floor(m.block.make("fmax", F32, (side, zero))) for side in (x, m.neg(x))]
        return CarriedInteger(m.sub(*sides), -self.exact, self.exact)

    def to_float(self, value: CarriedInteger, bits: int, is_signed: bool) -> Node:
        return self.plus_zero(self.signed(value, bits) if is_signed else self.unsigned(value, bits))

    def odd(self, value: CarriedInteger) -> Node:
        """Return the lowest bit as a boolean."""
        if value.zeros:
            return truth(self.m.block, False)
        if self.within(value, 0, 1):
            return self.m.op("fune", self.node(value), self.m.const(0.0))
        half = self.m.scale(self.node(value), 0.5)
        return self.m.op("fune", half, self.m.floor(half))


# bits of a type that no format holds
WIDE = 64
