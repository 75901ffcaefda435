"""PICA200's 24-bit float words: one sign bit, seven of exponent (bias 63), sixteen of mantissa."""

from __future__ import annotations

import math
from fractions import Fraction

from gpucc.isa.model import FP24, Format

BIAS = 63
INFINITY = 0x7F0000
NAN = 0x7F8000
SIGN = 1 << 23


def to_bits(value: float, format: Format = FP24) -> int:
    """Return the word of the nearest number (halves to even, or towards zero, by the format's rounding). Numbers that
    are too small, and -0, are 0.
    """
    if math.isnan(value):
        return NAN
    sign = SIGN if value < 0 else 0
    if math.isinf(value):
        return sign | INFINITY
    if value == 0:
        return 0
    size = abs(value)
    exponent = max(math.frexp(size)[1] - 1, 1 - BIAS)
    steps = Fraction(size) / Fraction(2) ** (exponent - 16)
    whole = round(steps) if format.rounding == "even" else int(steps)
    if whole < 1 << 16:
        return 0
    if whole == 1 << 17:
        whole, exponent = whole >> 1, exponent + 1
    if exponent > BIAS:
        return sign | (INFINITY if format.rounding == "even" else INFINITY - 1)
    return sign | (exponent + BIAS) << 16 | (whole & 0xFFFF)


def from_bits(bits: int) -> float:
    """Return the number of a word; subnormal words are read as in IEEE 754."""
    sign = -1.0 if bits & SIGN else 1.0
    exponent, mantissa = bits >> 16 & 0x7F, bits & 0xFFFF
    if exponent == 127:
        return math.nan if mantissa else sign * math.inf
    if exponent == 0:
        return sign * math.ldexp(mantissa, 1 - BIAS - 16)
    return sign * math.ldexp((1 << 16) + mantissa, exponent - BIAS - 16)
