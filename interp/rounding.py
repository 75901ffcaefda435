"""Rounding to a target's number format: values computed in float64, rounded once, kept in float32."""

from __future__ import annotations

import struct

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gpucc.interp.data import F32Array
from gpucc.isa.model import Format


def is_binary32(format: Format) -> bool:
    """Return whether the host's float arithmetic is that of the format, rounding and special values included."""
    shape = (format.exponent, format.mantissa, format.rounding) == (8, 23, "even")
    return shape and format.subnormals and format.negative_zero and not format.zero_times_inf_is_zero


def round_to(format: Format, values: ArrayLike) -> F32Array:
    """Round each value to the format.

    A result below the smallest normal number becomes +0 if the format has no subnormals (decided after rounding).
    Rounding towards zero stops at the largest finite number; rounding to nearest overflows to infinity.
    """
    with np.errstate(all="ignore"):
        given = np.asarray(values, np.float64)
        exponent = np.frexp(given)[1] - 1
        quantum = np.maximum(exponent, format.least_exponent) - format.mantissa
        scaled = np.ldexp(given, -quantum)
        whole = np.rint(scaled) if format.rounding == "even" else np.trunc(scaled)
        result = np.where(np.isfinite(given), np.ldexp(whole, quantum), given)
        limit = format.greatest
        beyond = np.inf if format.rounding == "even" else limit
        result = np.where(np.isfinite(given) & (np.abs(result) > limit), np.copysign(beyond, given), result)
        if not format.subnormals:
            result = np.where(np.abs(result) < 2.0**format.least_exponent, np.copysign(0.0, given), result)
        if not format.negative_zero:
            result = np.where(result == 0.0, 0.0, result)
        return np.asarray(result, np.float32)


def ulp(format: Format, values: ArrayLike) -> NDArray[np.float64]:
    """The distance between neighbouring numbers of the format at each value (1 at infinity and NaN)."""
    given = np.abs(np.asarray(values, np.float64))
    sized = np.where(given == 0, 2.0**format.least_exponent, np.where(np.isfinite(given), given, 1.0))
    exponent = np.maximum(np.frexp(sized)[1] - 1, format.least_exponent)
    return np.asarray(np.ldexp(1.0, exponent - format.mantissa), np.float64)


def literal(value: float) -> str:
    """A float constant in LLVM's notation, exact."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


def literal_value(text: str) -> float:
    """The value of a float constant in LLVM's text: decimal, 0x (the bits of a double) or 0xH (of a half)."""
    if text.startswith("0xH"):
        return float(struct.unpack("<e", struct.pack("<H", int(text[3:], 16)))[0])
    if text.startswith("0x"):
        return float(struct.unpack("<d", struct.pack("<Q", int(text[2:], 16)))[0])
    return float(text)
