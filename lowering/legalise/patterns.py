"""The bits of a float as an integer, for operations on them that have an equivalent in float arithmetic.

Compilers write |x|, -x, copysign and sign tests as masks of the sign bit, and classify floats by comparing their bits:
bits order non-negative floats as integers do, and NaN above infinity. The sign of a NaN is taken as plus.
"""

from __future__ import annotations

import math
import struct

from gpucc.errors import Unsupported
from gpucc.lowering.graph import NSZ, Node
from gpucc.lowering.legalise.functions_signs import sign_bit
from gpucc.lowering.legalise.integers import CarriedInteger, constant
from gpucc.lowering.legalise.patterns_parts import FIELD, exponent_field, power_of_two, unit
from gpucc.lowering.logic import truth
from gpucc.lowering.maker import Maker, called, value_of
from gpucc.records import dataclass

# bits of the floats whose exponents and mantissas can be had
WHOLE = 32
FORMATS = {16: ("<H", "<e", 10), 32: ("<I", "<f", 23)}
ADVICE = (
    "what works on the bits of a float: abs, negation, copysign, sign tests, comparisons of them with constants, the"
    " exponent (bits >> 23), a mantissa with another exponent (bits & 0x7fffff | 0x3f800000), and powers of two"
    " (n + 127 << 23)"
)
ROOT_ADVICE = (
    "for the fast inverse square root write 1.0f / sqrtf(x): these targets have that as an operation, or nearly so"
)


@dataclass(frozen=True, slots=True)
class Pattern:
    """Some bits of `node`: all, the size (all, with a sign bit of 0), the sign bit, the exponent, the mantissa, or the
    fraction (sign and mantissa); the others are 0.
    """

    node: Node
    part: str = "all"


def pattern_of(x: Node) -> Pattern:
    return Pattern(x, "size" if x.op == "fabs" else "all")


class Patterns:
    """Operations on bit patterns of one width; None or Unsupported where there is no equivalent float operation."""

    def __init__(self, maker: Maker, bits: int) -> None:
        self.m = maker
        self.bits = bits
        self.sign = 1 << (bits - 1)
        mantissa = FORMATS[bits][2]
        self.infinity = (self.sign >> mantissa) - 1 << mantissa
        self.least_normal = 1 << mantissa

    def refuse(self, op: str) -> Unsupported:
        notes = (ADVICE, ROOT_ADVICE) if op in ("lshr", "ashr", "isub") else (ADVICE,)
        return Unsupported(
            f"'{called(op)}' on the bits of a float has no equivalent in float arithmetic", self.m.location, notes
        )

    def float_of(self, pattern: int) -> Node:
        integer, real, _ = FORMATS[self.bits]
        value = struct.unpack(real, struct.pack(integer, pattern % (2 * self.sign)))[0]
        return self.m.const(math.nan if value != value else value)

    def pattern_of_constant(self, value: float) -> int:
        """Return the pattern as a signed integer; a quiet NaN for NaN."""
        integer, real, _ = FORMATS[self.bits]
        pattern = int(struct.unpack(integer, struct.pack(real, value))[0])
        return pattern - 2 * self.sign if pattern & self.sign else pattern

    def of(self, value: Pattern | CarriedInteger) -> Pattern | None:
        """Return the pattern of a pattern or a constant."""
        if isinstance(value, Pattern):
            return value
        if value.constant is None:
            return None
        return Pattern(self.float_of(value.constant), "all" if value.constant % (2 * self.sign) & self.sign else "size")

    def to_float(self, a: Pattern) -> Node:
        if a.part == "sign":
            return self.m.op("copysign", self.m.const(0.0), a.node)
        if a.part in ("exponent", "mantissa", "fraction"):
            raise self.refuse("iand")
        return a.node

    def negative(self, x: Node) -> Node:
        """Return whether the sign bit is set."""
        self.m.flags = x.flags & NSZ
        return sign_bit(self.m, x)

    # logic ------------------------------------------------------------------------------------------------------------

    def logic(self, op: str, a: Pattern | CarriedInteger, b: Pattern | CarriedInteger) -> Pattern | CarriedInteger:
        if not isinstance(a, Pattern):
            a, b = b, a
        assert isinstance(a, Pattern)
        result: Pattern | CarriedInteger | None = None
        if isinstance(b, Pattern):
            result = self._of_two(op, a, b) or self._of_two(op, b, a)
        elif b.constant is not None:
            result = self._with_mask(op, a, b.constant % (2 * self.sign))
        if result is None:
            raise self.refuse(op)
        return result

    def _with_mask(self, op: str, a: Pattern, mask: int) -> Pattern | CarriedInteger | None:
        m = self.m
        if op == "iand":
            parts = {self.sign - 1: "size", self.sign: "sign", self.infinity: "exponent"}
            if self.bits == WHOLE:
                parts |= {self.least_normal - 1: "mantissa", self.sign | self.least_normal - 1: "fraction"}
            if mask == 0 or (a.part == "sign" and not mask & self.sign):
                return constant(0)
            if mask == 2 * self.sign - 1 or a.part == parts.get(mask) or (a.part == "sign" and mask & self.sign):
                return a
            if a.part == "size" and mask == self.sign:
                return constant(0)
            if a.part in ("all", "size") and mask in parts:
                return Pattern(m.abs(a.node) if mask == self.sign - 1 else a.node, parts[mask])
            return None
        if mask == 0:
            return a
        if op in ("ixor", "iadd") and mask == self.sign and a.part in ("all", "size", "sign"):
            return Pattern(m.neg(a.node), "sign" if a.part == "sign" else "all")
        if op == "ior" and mask == self.sign and a.part in ("all", "size"):
            return Pattern(m.neg(m.abs(a.node)))
        if a.part == "sign" and mask < self.sign:
            return Pattern(m.op("copysign", self.float_of(mask), a.node))
        if a.part in ("mantissa", "fraction") and 0 < mask < self.infinity and not mask % self.least_normal:
            scaled = m.mul(unit(m, m.abs(a.node)), self.float_of(mask))
            return Pattern(scaled, "size") if a.part == "mantissa" else Pattern(m.op("copysign", scaled, a.node))
        return None

    def _of_two(self, op: str, a: Pattern, b: Pattern) -> Pattern | None:
        m, one = self.m, self.m.const(1.0)
        if b.part != "sign":
            return None
        if op in ("ior", "ixor", "iadd") and a.part == "size":
            return Pattern(m.op("copysign", a.node, b.node))
        if op in ("ixor", "iadd") and a.part == "all":
            return Pattern(m.mul(a.node, m.op("copysign", one, b.node)))
        if op == "ixor" and a.part == "sign":
            return Pattern(m.mul(m.op("copysign", one, a.node), m.op("copysign", one, b.node)), "sign")
        return None

    def shifted(self, op: str, a: Pattern, by: CarriedInteger) -> CarriedInteger:
        """Return the sign bit alone, as 1 (lshr) or -1 (ashr), or the exponent with the sign above it."""
        m = self.m
        if op not in ("lshr", "ashr"):
            raise self.refuse(op)
        if by.constant == self.bits - 1:
            set_ = m.number(self.negative(a.node))
            return CarriedInteger(set_, 0, 1) if op == "lshr" else CarriedInteger(m.sub(m.const(0.0), set_), -1, 0)
        if self.bits != WHOLE or by.constant != FORMATS[WHOLE][2]:
            raise self.refuse(op)
        if a.part not in ("all", "size", "exponent"):
            raise self.refuse(op)
        field = exponent_field(m, m.abs(a.node))
        if a.part != "all":
            return CarriedInteger(field, 0, FIELD)
        above = FIELD + 1 if op == "lshr" else -FIELD - 1
        field = m.add(field, m.scale(m.number(self.negative(a.node)), above))
        return CarriedInteger(field, min(0, above), FIELD + max(0, above))

    def power(self, field: CarriedInteger) -> Pattern:
        """Return the float with this sign and exponent, of nine bits, and no mantissa."""
        m = self.m
        assert field.node is not None
        if field.low >= 0 and field.high <= FIELD:
            return Pattern(power_of_two(m, field.node, field.low, field.high), "size")
        negative = m.at_most(m.const(FIELD + 1), field.node)
        size = power_of_two(m, m.sub(field.node, m.scale(m.number(negative), FIELD + 1)), 0, FIELD)
        return Pattern(m.mul(size, m.pick(negative, m.const(-1.0), m.const(1.0))))

    def signed(self, negative: Node) -> Pattern:
        """Return the sign bit alone, set where the condition holds."""
        return Pattern(self.m.pick(negative, self.m.const(-1.0), self.m.const(1.0)), "sign")

    def choose(self, condition: Node, a: Pattern, b: Pattern) -> Pattern:
        part = a.part if a.part == b.part else "all"
        if part == "all":
            return Pattern(self.m.op("select", condition, self.to_float(a), self.to_float(b)))
        return Pattern(self.m.op("select", condition, a.node, b.node), part)

    # comparisons ------------------------------------------------------------------------------------------------------

    def compare(self, op: str, a: Pattern | CarriedInteger, b: Pattern | CarriedInteger) -> Node:
        """Compare by ieq, ine, islt, isle, iult or iule with a constant on one side."""
        m, result = self.m, None
        left = isinstance(a, Pattern)
        pattern, other = (a, b) if left else (b, a)
        if isinstance(pattern, Pattern) and isinstance(other, CarriedInteger) and other.constant is not None:
            is_signed = op[1] == "s"
            value = other.constant if is_signed else other.constant % (2 * self.sign)
            if op in ("ieq", "ine"):
                result = self._equal(pattern, value)
            elif left:
                result = self._less(pattern, value + (op[-1] == "e"), is_signed)
            else:
                result = self._greater(pattern, value - (op[-1] == "e"), is_signed)
        if result is None:
            raise self.refuse(op)
        return m.invert(result) if op == "ine" else result

    def _equal(self, a: Pattern, value: int) -> Node | None:
        m, x, zero = self.m, a.node, self.m.const(0.0)
        if a.part in ("mantissa", "fraction"):
            return m.equal(unit(m, m.abs(x)), m.const(1.0)) if a.part == "mantissa" and value == 0 else None
        if a.part == "exponent":
            if value == 0:
                # what is less than a normal number is zero in a format that holds no such small numbers
                least = self.m.format.rounded(value_of(self.float_of(self.least_normal)))
                return m.less(m.abs(x), m.const(least)) if least else m.equal(x, zero)
            return m.invert(m.less(m.abs(x), m.const(math.inf))) if value == self.infinity else None
        if a.part == "sign":
            if value not in (0, self.sign):
                return truth(m.block, False)
            return self.negative(x) if value else m.invert(self.negative(x))
        if value & ~self.sign > self.infinity:
            return None
        if a.part == "size":
            return self._same(x, value) if value < self.sign else truth(m.block, False)
        if value & ~self.sign == 0:
            negative = self.negative(x)
            return m.both(m.equal(x, zero), negative if value else m.invert(negative))
        return self._same(x, value)

    def _same(self, x: Node, value: int) -> Node:
        """Return whether x has exactly these bits, which no number of a narrower format has unless it holds them."""
        given = value_of(self.float_of(value))
        if math.isfinite(given) and self.m.format.rounded(given) != given:
            return truth(self.m.block, False)
        return self.m.equal(x, self.m.const(given))

    def _limit(self, value: int, above: bool) -> Node:
        """Return the float with these bits, or the next one that the format holds: its numbers lie on the same side."""
        given = value_of(self.float_of(value))
        if given == 0 or not math.isfinite(given):
            return self.m.const(given)
        return self.m.const((self.m.format.at_least if above else self.m.format.at_most)(given))

    def _less(self, a: Pattern, value: int, is_signed: bool) -> Node | None:
        """Return bits < value."""
        m, x = self.m, a.node
        if a.part == "exponent" and value == self.infinity:
            return m.less(m.abs(x), m.const(math.inf))
        if a.part not in ("all", "size"):
            return self.negative(x) if a.part == "sign" and is_signed and value == 0 else None
        if a.part == "size":
            if value <= 0 or value >= self.sign:
                return truth(m.block, value > 0)
        elif value == 0:
            return self.negative(x) if is_signed else truth(m.block, False)
        elif not is_signed and value == self.sign:
            return m.invert(self.negative(x))
        if not 0 < value <= self.infinity + 1:
            return None
        below = m.op("ford", x, x) if value > self.infinity else m.less(x, self._limit(value, True))
        return below if is_signed or a.part == "size" else m.both(below, m.invert(self.negative(x)))

    def _greater(self, a: Pattern, value: int, is_signed: bool) -> Node | None:
        """Return bits > value."""
        m, x = self.m, a.node
        if a.part not in ("all", "size"):
            return m.invert(self.negative(x)) if a.part == "sign" and is_signed and value == -1 else None
        if a.part == "size":
            if value < 0 or value >= self.sign - 1:
                return truth(m.block, value < 0)
        elif is_signed and value == -1:
            return m.invert(self.negative(x))
        elif not is_signed and value == self.sign - 1:
            return self.negative(x)
        if not 0 <= value <= self.infinity:
            return None
        above = m.op("funo", x, x) if value == self.infinity else m.invert(m.at_most(x, self._limit(value, False)))
        return above if is_signed or a.part == "size" else m.either(above, self.negative(x))
