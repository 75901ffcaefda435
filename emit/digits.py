"""Text for 32-bit floats."""

from __future__ import annotations

import math
import struct


def shortest(value: float) -> str:
    """Return the fewest digits that read back as the same float32."""
    single = _single(value)
    candidates = (f"{single:.{digits}g}" for digits in range(1, 10))
    return next((text for text in candidates if _single(float(text)) == single), repr(single))


def _single(value: float) -> float:
    """Return the nearest float32, infinite beyond its range."""
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)
