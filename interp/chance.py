"""Errors of approximate functions, computed from the result: the same argument always gives the same error, as on a
chip."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class Chance:
    """One possible chip; each seed is a different one."""

    seed: int

    def of(self, values: NDArray[Any]) -> NDArray[np.float64]:
        """A number from -1 to 1 for each exact value: splitmix64 of its bits."""
        bits = np.ascontiguousarray(values, np.float64).view(np.uint64)
        with np.errstate(over="ignore"):
            mixed = bits + np.uint64((2 * self.seed + 1) * 0x9E3779B97F4A7C15 % (1 << 64))
            for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
                mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
            mixed = mixed ^ (mixed >> np.uint64(31))
        return np.asarray((mixed >> np.uint64(11)).astype(np.float64) * 2.0**-52 - 1.0, np.float64)
