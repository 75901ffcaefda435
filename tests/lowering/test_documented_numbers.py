"""Functions of C, OpenCL, CUDA and AMD's devices, against the numbers that their documents give.

The formula of such a function is both the program's and the reference's: nothing else finds a mistake in it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from called import called

from gpucc import driver
from gpucc.errors import GpuccError

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


LETTERS = {("i8", True): "c", ("i8", False): "h", ("i16", True): "s", ("i16", False): "t", ("i32", True): "i",
    ("i32", False): "j"}  # fmt: skip
# of numbers and the count of their bits; all results are taken modulo these bits, or held where the name says so
INTEGERS: dict[str, tuple[int, Callable[..., int]]] = {
    "mul_hi": (2, lambda bits, x, y: x * y >> bits),
    "mad_hi": (3, lambda bits, x, y, z: (x * y >> bits) + z),
    "mad_sat": (3, lambda bits, x, y, z: x * y + z),
    "bitselect": (3, lambda bits, x, y, z: x & ~z | y & z),
    "hadd": (2, lambda bits, x, y: x + y >> 1),
    "rhadd": (2, lambda bits, x, y: x + y + 1 >> 1),
    "abs_diff": (2, lambda bits, x, y: abs(x - y)),
    "sub_sat": (2, lambda bits, x, y: x - y),
    "rotate": (2, lambda bits, x, y: (x % (1 << bits)) * ((1 << bits) + 1) << (y % bits) >> bits),
}


@pytest.mark.parametrize("name", INTEGERS)
def test_integers_of_opencl(name: str) -> None:
    count, exact = INTEGERS[name]
    for (type, signed), letter in LETTERS.items():
        bits = int(type[1:])
        if name in ("mul_hi", "mad_hi") and bits > 16:
            continue
        low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
        rows = list(itertools.product((low, high, 0, 1, 3, high - 1, high // 3, low + 1), repeat=count))
        (found,) = called(f"_Z{len(name)}{name}{letter * count}", [type] * (count + 1), list(zip(*rows, strict=True)))
        for row, one in zip(rows, found, strict=True):
            wanted = exact(bits, *row)
            wanted = min(max(wanted, low), high) if name.endswith("_sat") else wanted
            assert one == wanted % (1 << bits), (type, row)


@pytest.mark.parametrize(
    ("name", "types", "columns", "wanted"),
    [
        ("_Z8upsampleij", ["i32", "i32", "i64"], [[1, -2], [5, -1]], [(1 << 32) + 5, (1 << 64) - (1 << 32) - 1]),
        ("_Z8upsampleht", ["i8", "i8", "i16"], [[1, 255], [5, 128]], [261, 0xFF80]),
        ("_Z21__spirv_ocl_s_mad_satccc", ["i8"] * 4, [[100, -100, 3], [2, 2, 4], [0, 0, 5]], [127, 128, 17]),
        ("_Z17__spirv_ocl_u_absj", ["i32", "i32"], [[-1, 3]], [(1 << 32) - 1, 3]),
        ("__nv_brev", ["i32", "i32"], [[1, -2]], [1 << 31, (1 << 31) - 1]),
        ("__nv_urhadd", ["i32"] * 3, [[-1, 4], [-2, 7]], [(1 << 32) - 1, 6]),
        ("_Z3maxll", ["i64"] * 3, [[-1, 4], [-2, 7]], [(1 << 64) - 1, 7]),
        ("_Z3maxmm", ["i64"] * 3, [[1, 4], [-2, 7]], [(1 << 64) - 2, 7]),
    ],
)
def test_other_names_and_widths(name: str, types: list[str], columns: list[list[int]], wanted: list[int]) -> None:
    assert called(name, types, columns) == [wanted]


SPIRV = """declare spir_func <2 x i8> @_Z13__spirv_IsNanDv2_f(<2 x float>)
declare spir_func i1 @_Z11__spirv_AnyDv2_c(<2 x i8>)
declare spir_func i1 @_Z11__spirv_AllDv2_c(<2 x i8>)
declare spir_func i1 @_Z15__spirv_Orderedff(float, float)
define <4 x float> @vertex(<2 x float> %v) {
  %x = extractelement <2 x float> %v, i32 0
  %y = extractelement <2 x float> %v, i32 1
  %n = call spir_func <2 x i8> @_Z13__spirv_IsNanDv2_f(<2 x float> %v)
  %a = call spir_func i1 @_Z11__spirv_AnyDv2_c(<2 x i8> %n)
  %b = call spir_func i1 @_Z11__spirv_AllDv2_c(<2 x i8> %n)
  %c = call spir_func i1 @_Z15__spirv_Orderedff(float %x, float %y)
  %p = uitofp i1 %a to float
  %q = uitofp i1 %b to float
  %r = uitofp i1 %c to float
  %s = insertelement <4 x float> zeroinitializer, float %p, i32 0
  %t = insertelement <4 x float> %s, float %q, i32 1
  %u = insertelement <4 x float> %t, float %r, i32 2
  ret <4 x float> %u
}
"""


def test_relations_of_spirv() -> None:
    nan = math.nan
    given = np.array([[1, 2], [nan, 2], [3, nan], [nan, nan]], np.float32)
    (found,) = driver.reference(SPIRV, "agal", {"v": given}, stage="vertex").values()
    assert found[:, :3].tolist() == [[0, 0, 1], [1, 0, 0], [1, 0, 0], [1, 1, 0]]


HALVES = """@halves = internal constant [4 x half] [half 1.0, half 2.0, half 3.0, half 4.0]
declare spir_func float @_Z29__spirv_ocl_vload_half_RfloatlPU3AS4Dh(i64, ptr)
declare spir_func <2 x float> @_Z31__spirv_ocl_vload_halfn_Rfloat2lPU3AS4Dh(i64, ptr)
define <4 x float> @vertex(<4 x float> %p) {
  %a = call spir_func float @_Z29__spirv_ocl_vload_half_RfloatlPU3AS4Dh(i64 1, ptr @halves)
  %b = call spir_func <2 x float> @_Z31__spirv_ocl_vload_halfn_Rfloat2lPU3AS4Dh(i64 1, ptr @halves)
  %c = extractelement <2 x float> %b, i32 1
  %r = insertelement <4 x float> %p, float %a, i32 0
  %s = insertelement <4 x float> %r, float %c, i32 1
  ret <4 x float> %s
}
"""


def test_spirv_loads_halves() -> None:
    (found,) = driver.reference(HALVES, "agal", {"p": np.zeros((1, 4), np.float32)}, stage="vertex").values()
    assert found.tolist() == [[2, 4, 0, 0]]


@pytest.mark.parametrize("name", ["_Z6mul_hiii", "__nv_umulhi"])
def test_the_upper_half_of_32_bits_is_refused(name: str) -> None:
    with pytest.raises(GpuccError) as found:
        called(name, ["i32", "i32", "i32"], [[1], [2]])
    assert any("the upper half of a product of 32 bits" in note for note in found.value.notes)
