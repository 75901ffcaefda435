"""Arithmetic in IEEE binary16, kept in float32 arrays.

Sums, products, quotients and roots of halves are computed in float32 and rounded once more: float32 has twice the bits
plus two, so the two roundings equal one (Figueroa 1995). numpy rounds to halves as IEEE requires, ties to even, even if
the host lacks F16C.
"""

from __future__ import annotations

import numpy as np

from gpucc.interp.numerics_fp24 import FUNCTIONS, Operation, Values
from gpucc.isa.model import FP16, Bound, Format

# unit roundoff: the largest relative error of one rounding
ROUNDOFF = 2.0**-11


def supported(format: Format) -> bool:
    """Return whether the format is binary16, special values included; its name does not matter."""
    same = (format.exponent, format.mantissa, format.rounding) == (FP16.exponent, FP16.mantissa, FP16.rounding)
    plain = format.subnormals and format.negative_zero and not format.zero_times_inf_is_zero
    return same and plain and format.minmax == "ieee"


def rounded(values: Values) -> Values:
    """Round float32 or float64 values to halves, kept in float32."""
    with np.errstate(all="ignore"):
        found: Values = values.astype(np.float16).astype(np.float32)
    return found


def _rounding(function: Operation) -> Operation:
    return lambda *operands: rounded(function(*operands))


def _late(function: Operation) -> Operation:
    return lambda *operands: rounded(function(*(operand.astype(np.float64) for operand in operands)))


ARITHMETIC: dict[str, Operation] = {
    "fadd": np.add,
    "fsub": np.subtract,
    "fmul": np.multiply,
    "fdiv": np.divide,
    "frem": np.fmod,
    "sqrt": np.sqrt,
}
OPERATIONS = {name: _rounding(function) for name, function in ARITHMETIC.items()} | {
    name: _late(function) for name, function in FUNCTIONS.items()
}


def perturbed(exact: Values, bound: Bound, chance: Values) -> Values:
    """Move each float64 value by a random part of its bound, less the rounding, and round it."""
    relative = max(bound.relative - ROUNDOFF, 0.0)
    # rounding moves a result of size s by up to s * ROUNDOFF, which is subtracted from an absolute bound
    absolute = np.maximum(bound.absolute - np.abs(exact) * ROUNDOFF, 0.0)
    moved = exact + chance * (np.abs(exact) * relative + absolute)
    # a value that is not moved keeps the sign of its zero
    return rounded(np.where(np.isfinite(exact) & (moved != exact), moved, exact))
