"""Expanded functions: C's compared with double precision, and the names that other tool chains give them."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from gpucc import driver
from gpucc.errors import InternalError, Unsupported
from gpucc.interp.compare import Report
from gpucc.interp.reference.irtext import parse_line


def computed(name: str, *columns: np.ndarray, convention: str = "") -> np.ndarray:
    named = ", ".join(f"float %x{i}" for i in range(len(columns)))
    source = (
        f"declare {convention} float @{name}({', '.join(['float'] * len(columns))})\n"
        f"define <4 x float> @vertex({named}) {{\n  %r = call {convention} float @{name}({named})\n"
        "  %v = insertelement <4 x float> zeroinitializer, float %r, i32 0\n  ret <4 x float> %v\n}\n"
    )
    inputs = {f"x{i}": column.astype(np.float32) for i, column in enumerate(columns)}
    (found,) = driver.reference(source, "agal", inputs, stage="vertex").values()
    return np.asarray(found)[:, 0].astype(np.float64)


def spread(low: float, high: float) -> np.ndarray:
    random = np.random.default_rng(3)
    return np.concatenate([np.exp2(random.uniform(low, high, 2000)), -np.exp2(random.uniform(low, high, 2000))]).astype(
        np.float32
    )


erf, erfc = np.vectorize(math.erf), np.vectorize(math.erfc)


@pytest.mark.parametrize(
    ("name", "exact", "x", "bound"),
    [
        ("expm1f", np.expm1, spread(-120, 6), 2.0**-21),
        ("log1pf", np.log1p, np.abs(spread(-120, 126)), 2.0**-21),
        ("log1pf", np.log1p, -np.abs(spread(-120, -0.01)), 2.0**-21),
        ("asinhf", np.arcsinh, spread(-120, 127), 2.0**-21),
        ("acoshf", np.arccosh, 1 + np.abs(spread(-20, 126)), 2.0**-20),
        ("atanhf", np.arctanh, spread(-120, -0.01), 2.0**-20),
        ("erff", erf, spread(-100, 3), 2.0**-21),
        ("rsqrtf", lambda x: 1 / np.sqrt(x), np.abs(spread(-100, 100)), 2.0**-22),
    ],
)
def test_accuracy(name: str, exact: Callable[[np.ndarray], np.ndarray], x: np.ndarray, bound: float) -> None:
    wanted = exact(x.astype(np.float64))
    assert np.abs(computed(name, x) / wanted - 1).max() < bound


def test_erfc_and_remainder() -> None:
    x = spread(-20, 2)
    assert np.abs(computed("erfcf", x) - erfc(x.astype(np.float64))).max() < 2.0**-20
    y = np.roll(np.abs(x), 7) + np.float32(0.5)
    wanted = [math.remainder(a, b) for a, b in zip(x.tolist(), y.tolist(), strict=True)]
    assert np.array_equal(computed("remainderf", x, y), wanted)


SPECIAL = np.array([0.0, -0.0, np.inf, -np.inf, np.nan], np.float32)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("expm1f", [0.0, -0.0, np.inf, -1.0, np.nan]),
        ("log1pf", [0.0, -0.0, np.inf, np.nan, np.nan]),
        ("asinhf", [0.0, -0.0, np.inf, -np.inf, np.nan]),
        ("acoshf", [np.nan, np.nan, np.inf, np.nan, np.nan]),
        ("atanhf", [0.0, -0.0, np.nan, np.nan, np.nan]),
        ("erff", [0.0, -0.0, 1.0, -1.0, np.nan]),
    ],
)
def test_special_values(name: str, wanted: list[float]) -> None:
    found = computed(name, SPECIAL)
    assert np.array_equal(found, wanted, equal_nan=True)
    signs = ~np.isnan(wanted)
    assert np.array_equal(np.signbit(found)[signs], np.signbit(wanted)[signs])


@pytest.mark.parametrize(
    ("name", "convention"),
    [("_Z11native_sqrtf", "spir_func"), ("_Z16__spirv_ocl_sqrtf", "spir_func"), ("__ocml_sqrt_f32", ""),
    ("__nv_sqrtf", "ptx_device"),
     ("__sqrtf_finite", ""), ("sqrtf", "arm_aapcs_vfpcc"), ("sqrtf", "fastcc")],
)  # fmt: skip
def test_names_of_one_function(name: str, convention: str) -> None:
    x = np.abs(spread(-20, 20))
    assert np.array_equal(computed(name, x, convention=convention), np.sqrt(x).astype(np.float64))


def test_a_kernel_of_opencl() -> None:
    source = """target triple = "spir64-unknown-unknown"
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func <4 x float> @_Z5clampDv4_fff(<4 x float>, float, float)
declare spir_func float @_Z3dotDv4_fS_(<4 x float>, <4 x float>)
declare spir_func <3 x float> @_Z5crossDv3_fS_(<3 x float>, <3 x float>)
declare spir_func <4 x float> @_Z10smoothstepffDv4_f(float, float, <4 x float>)
declare spir_func i32 @_Z3maxii(i32, i32)
define spir_kernel void @shade(ptr addrspace(1) readonly %in, ptr addrspace(1) writeonly %out, float %k, i32 %n) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr inbounds <4 x float>, ptr addrspace(1) %in, i64 %id
  %v = load <4 x float>, ptr addrspace(1) %p
  %c = call spir_func <4 x float> @_Z5clampDv4_fff(<4 x float> %v, float 0.0, float 1.0)
  %d = call spir_func float @_Z3dotDv4_fS_(<4 x float> %c, <4 x float> %v)
  %m = call spir_func <4 x float> @_Z10smoothstepffDv4_f(float 0.0, float 1.0, <4 x float> %c)
  %a = shufflevector <4 x float> %m, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %b = call spir_func <3 x float> @_Z5crossDv3_fS_(<3 x float> %a, <3 x float> <float 1.0, float 2.0, float 3.0>)
  %x = call spir_func i32 @_Z3maxii(i32 %n, i32 2)
  %f = sitofp i32 %x to float
  %g = fadd float %f, %d
  %w = shufflevector <3 x float> %b, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 2>
  %r = insertelement <4 x float> %w, float %g, i32 3
  %q = getelementptr inbounds <4 x float>, ptr addrspace(1) %out, i64 %id
  store <4 x float> %r, ptr addrspace(1) %q
  ret void
}
"""
    for _, report in driver.verify(source, "agal", stage="vertex", lanes=256):
        assert isinstance(report, Report), report
        assert report.passed, report.describe()


def test_a_function_nobody_knows() -> None:
    with pytest.raises(Unsupported, match="j0f is not defined"):
        computed("j0f", SPECIAL)


@pytest.mark.parametrize(
    ("name", "result"), [("_Z3minDv4_hS_", "i32"), ("_Z3maxDv2_sS_", "i32"), ("_Z5clampDv4_fff", "i128")]
)
def test_a_vector_that_is_passed_as_one_integer_is_refused(name: str, result: str) -> None:
    """The minimum of two integers is not that of the bytes in them; the judge computed the same."""
    parameters = [result, *(["float"] * 2 if "clamp" in name else [result])]
    given = ", ".join(f"{kind} %x{i}" for i, kind in enumerate(parameters))
    source = f"""declare {result} @{name}({", ".join(parameters)})
define {result} @vertex({given}) {{
  %m = call {result} @{name}({given})
  ret {result} %m
}}
"""
    with pytest.raises(Unsupported, match=name) as caught:
        driver.compile(source, "agal", stage="vertex")
    assert any("spir64" in note for note in caught.value.notes)


def test_the_judge_refuses_rounding_modes_by_itself() -> None:
    line = '%r = call float @llvm.experimental.constrained.rint.f32(float %a, metadata !"round.{}", metadata !"x")'
    assert parse_line(line.format("tonearest")).rest.startswith("float @llvm.rint.f32(float %a)")
    with pytest.raises(InternalError, match="rounds to nearest"):
        parse_line(line.format("downward"))
