"""Functions of C, OpenCL, CUDA and AMD's devices, against the numbers that their documents give.

The formula of such a function is both the program's and the reference's: nothing else finds a mistake in it.
"""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from called import called

NUMBERS = (0.0, -0.0, 0.5, -0.5, 1.0, -1.5, 2.5, 3.0, -7.25, 300.0, 4e8, 3e38)
DIVISORS = (1.0, -1.0, 2.0, 0.75, 3.0, -2.5, 1e30)
PAIRS = list(itertools.product(NUMBERS, DIVISORS))
LARGEST = float(np.finfo(np.float32).max)


def same(found: float, wanted: float, bound: float = 0.0) -> bool:
    wanted = float(np.float32(wanted))
    if math.isnan(wanted):
        return math.isnan(found)
    if math.isinf(wanted) or wanted == 0.0:
        return found == wanted and math.copysign(1, found) == math.copysign(1, wanted)
    return abs(found - wanted) <= bound * abs(wanted)


def rounded(value: float) -> float:
    return float(np.float32(value))


@pytest.mark.parametrize("name", ["_Z9remainderff", "remainderf", "__nv_remainderf", "__ocml_remainder_f32"])
def test_the_remainder_of_a_tie_belongs_to_the_even_quotient(name: str) -> None:
    (found,) = called(name, ["float", "float", "float"], list(zip(*PAIRS, strict=True)))
    for (x, y), one in zip(PAIRS, found, strict=True):
        assert same(one, math.remainder(rounded(x), rounded(y))), (x, y)


def test_remquo_gives_the_last_seven_bits_of_the_quotient() -> None:
    rests, quotients = called("_Z6remquoffPi", ["float", "float", "*i32", "float"], list(zip(*PAIRS, strict=True)))
    for (x, y), rest, quotient in zip(PAIRS, rests, quotients, strict=True):
        exact = round(Fraction(rounded(x)) / Fraction(rounded(y)))
        assert same(rest, math.remainder(rounded(x), rounded(y))), (x, y)
        assert quotient == (abs(exact) % 128 * (1 if exact > 0 else -1)) & 0xFFFFFFFF, (x, y)


def test_neighbours_of_infinities_are_the_largest_numbers() -> None:
    pairs = [
        (math.inf, 0.0),
        (-math.inf, 3.0),
        (math.inf, math.inf),
        (LARGEST, math.inf),
        (-LARGEST, -math.inf),
        (1.0, 2.0),
    ]
    (found,) = called("nextafterf", ["float", "float", "float"], list(zip(*pairs, strict=True)))
    assert found == [LARGEST, -LARGEST, math.inf, math.inf, -math.inf, 1 + 2.0**-23]


def test_gamma_of_infinities_and_of_large_negative_numbers() -> None:
    points = [math.inf, 1.0, 0.5, -1.5, 3.0, -200.0]
    (logarithms,) = called("lgammaf", ["float", "float"], [points])
    wanted = [math.inf, 0.0, math.lgamma(0.5), math.lgamma(-1.5), math.log(2), math.inf]
    assert logarithms == pytest.approx(wanted, rel=1e-5, abs=1e-6)
    (numbers,) = called("tgammaf", ["float", "float"], [[-100.75, -43.5, 0.5, -1.5, 40.0, math.inf]])
    assert numbers == pytest.approx([0.0, 0.0, math.gamma(0.5), math.gamma(-1.5), math.inf, math.inf], rel=1e-5)


WHOLE = (0, 1, -1, 5, -7, 0x7FFFFF, 0x800000, -0x800001, 0x1000001, 0x12345678)


@pytest.mark.parametrize(
    ("name", "signed"),
    [
        ("__nv_mul24", True),
        ("llvm.nvvm.mul24.i", True),
        ("llvm.amdgcn.mul.i24.i32", True),
        ("__ockl_mul24_i32", True),
        ("__nv_umul24", False),
        ("llvm.nvvm.mul24.ui", False),
        ("llvm.amdgcn.mul.u24.i32", False),
        ("__ockl_mul24_u32", False),
    ],
)
def test_devices_multiply_the_low_24_bits(name: str, signed: bool) -> None:
    pairs = list(itertools.product(WHOLE, WHOLE))
    (found,) = called(name, ["i32", "i32", "i32"], list(zip(*pairs, strict=True)))

    def low(value: int) -> int:
        return ((value & 0xFFFFFF) ^ 0x800000) - 0x800000 if signed else value & 0xFFFFFF

    assert found == [low(a) * low(b) & 0xFFFFFFFF for a, b in pairs]


def test_the_clamped_root_of_zero_is_the_largest_number() -> None:
    (found,) = called("llvm.amdgcn.rsq.clamp.f32", ["float", "float"], [[0.0, -0.0, 4.0]])
    assert found == [LARGEST, -LARGEST, 0.5]
