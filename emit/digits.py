"""Text for 32-bit floats."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable

from gpucc.program import Constant


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


def rows_of(constants: Iterable[Constant]) -> list[tuple[int, str]]:
    """Return each register of constants with its components, which are `_` where there is none."""
    registers: dict[int, list[str]] = {}
    for constant in constants:
        registers.setdefault(constant.register, ["_"] * 4)[constant.component] = shortest(constant.value)
    return [(number, ", ".join(lanes)) for number, lanes in sorted(registers.items())]
