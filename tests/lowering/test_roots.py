"""A root is compared with a literal through its operand, for every operand around the limit."""

from __future__ import annotations

import numpy as np
import pytest

from gpucc.lowering.simplify.roots import greatest_of, least_of

LIMITS = [
    *(np.float32(value) for value in (0.5, 1.0, 0.3, 0.1, 1e-3, 3.0, 255.0, 1e-30, 1e-19, 1e18, 1.8446743e19, 3e38)),
    *np.random.default_rng(3).uniform(1e-4, 1e4, 200).astype(np.float32),
]


@pytest.mark.parametrize("limit", LIMITS, ids=str)
def test_an_operand_is_on_the_side_of_its_root(limit: np.float32) -> None:
    least, greatest = np.float32(least_of(float(limit))), np.float32(greatest_of(float(limit)))
    bits = np.array([least, greatest]).view(np.int32)
    around = np.arange(max(0, bits.min() - 8), min(0x7F800001, bits.max() + 9), dtype=np.int32).view(np.float32)
    roots = np.sqrt(around)
    assert ((roots < limit) == (around < least)).all()
    assert ((roots <= limit) == (around <= greatest)).all()
    assert roots.dtype == np.float32
