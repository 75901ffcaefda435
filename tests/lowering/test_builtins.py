"""Built-ins of OpenCL, AMD, NVIDIA, DirectX, NEON, SSE and C that formulas define, compared with numpy's doubles."""

from __future__ import annotations

import math
from collections.abc import Callable

import llvmlite.binding as llvm
import numpy as np
import pytest

from gpucc import driver
from gpucc.errors import Unsupported
from gpucc.lowering.apart import DEVICE_PREFIX, DEVICES
from gpucc.lowering.interface.builtins import FLOATS, SIGNED, UNSIGNED, formula_body
from gpucc.lowering.interface.devices import LIBRARY, VENDORS, device_name
from gpucc.lowering.interface.formulas import INTRINSICS, OPERATIONS, heads
from gpucc.lowering.interface.library import C_BINARY, C_UNARY

RANDOM = np.random.default_rng(5)
X = (np.exp2(RANDOM.uniform(-6, 6, 500)) * RANDOM.choice([-1, 1], 500)).astype(np.float32)
Y = (np.exp2(RANDOM.uniform(-6, 6, 500)) * RANDOM.choice([-1, 1], 500)).astype(np.float32)
Z = RANDOM.uniform(-3, 3, 500).astype(np.float32)
WHOLE = RANDOM.integers(-200, 200, 500).astype(np.int32)
FEW = RANDOM.integers(-5, 6, 500).astype(np.int32)
TYPES = {"f": "float", "i": "i32"}
Exact = Callable[..., np.ndarray]


def computed(name: str, shape: str, *columns: np.ndarray) -> np.ndarray:
    """The function for these columns; `shape` is ff->f, with v in front for vectors of four."""
    vector = shape.startswith("v")
    given, _, result = shape.removeprefix("v").partition("->")
    types = [f"<4 x {TYPES[one]}>" if vector else TYPES[one] for one in [*given, result]]
    named = ", ".join(f"{type} %x{i}" for i, type in enumerate(types[:-1]))
    out = types[-1]
    ending = (
        f"ret {out} %r"
        if vector
        else f"%v = insertelement <4 x {out}> zeroinitializer, {out} %r, i32 0\n  ret <4 x {out}> %v"
    )
    shader = out if vector else f"<4 x {out}>"
    source = (
        f"declare {out} @{name}({', '.join(types[:-1])})\n"
        f"define {shader} @vertex({named}) {{\n  %r = call {out} @{name}({named})\n  {ending}\n}}\n"
    )
    inputs = {f"x{i}": np.repeat(one[:, None], 4, 1) if vector else one for i, one in enumerate(columns)}
    (found,) = driver.reference(source, "agal", inputs, stage="vertex").values()
    return np.asarray(found)[:, 0].astype(np.float64)


def of_double(function: Callable[..., float]) -> Exact:
    return np.vectorize(lambda *given: function(*(float(one) for one in given)))


def median(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    return np.median(np.stack([a, b, c]), axis=0)


def turn(function: Exact) -> Exact:
    return lambda x: function((x.astype(np.float64) - np.rint(x)) * 2 * np.pi)


CASES: list[tuple[str, str, Exact, tuple[np.ndarray, ...], float]] = [
    # OpenCL
    ("_Z5sinpif", "f->f", of_double(lambda x: math.sin(math.pi * math.remainder(x, 2))), (X,), 1e-5),
    ("_Z5cospif", "f->f", of_double(lambda x: math.cos(math.pi * math.remainder(x, 2))), (X,), 1e-5),
    ("_Z7atan2piDv4_fS_", "vff->f", lambda y, x: np.arctan2(y, x) / np.pi, (X, Y), 1e-6),
    ("_Z4logbf", "f->f", lambda x: np.floor(np.log2(np.abs(x))), (X,), 0),
    ("_Z5ilogbf", "f->i", lambda x: np.floor(np.log2(np.abs(x))), (X,), 0),
    ("_Z9nextafterff", "ff->f", lambda x, y: np.nextafter(x, y), (X, Y), 0),
    ("_Z4pownDv4_fDv4_i", "vfi->f", lambda x, n: np.power(x.astype(np.float64), n), (X, FEW), 1e-5),
    ("_Z6maxmagff", "ff->f", lambda x, y: np.where(np.abs(x) > np.abs(y), x, y), (X, Y), 0),
    ("_Z6selectffi", "ffi->f", lambda a, b, c: np.where(c != 0, b, a), (X, Y, FEW), 0),
    ("_Z6selectDv4_fS_Dv4_i", "vffi->f", lambda a, b, c: np.where(c < 0, b, a), (X, Y, FEW), 0),
    ("_Z9isgreaterff", "ff->i", lambda a, b: a > b, (X, Y), 0),
    ("_Z9isgreaterDv4_fS_", "vff->i", lambda a, b: -(a > b).astype(int), (X, Y), 0),
    ("_Z5clampiii", "iii->i", lambda x, a, b: np.clip(x, np.minimum(a, b), b), (WHOLE, FEW - 20, FEW + 20), 0),
    ("_Z5mul24ii", "ii->i", lambda x, y: x * y, (WHOLE, FEW), 0),
    ("_Z8abs_diffii", "ii->i", lambda x, y: np.abs(x - y), (WHOLE, FEW), 0),
    ("_Z12convert_int4Dv4_f", "vf->i", np.trunc, (X,), 0),
    ("_Z16convert_int4_rteDv4_f", "vf->i", np.rint, (X,), 0),
    ("_Z16convert_int4_rtnDv4_f", "vf->i", np.floor, (X,), 0),
    ("_Z14convert_float4Dv4_i", "vi->f", lambda x: x, (WHOLE,), 0),
    # AMD
    ("llvm.amdgcn.rcp.f32", "f->f", lambda x: 1 / x, (X,), 1e-6),
    ("llvm.amdgcn.rsq.f32", "f->f", lambda x: 1 / np.sqrt(x), (np.abs(X),), 1e-6),
    ("llvm.amdgcn.fract.f32", "f->f", lambda x: x - np.floor(x), (X,), 1e-6),
    ("llvm.amdgcn.fmed3.f32", "fff->f", median, (X, Y, Z), 0),
    ("llvm.amdgcn.sin.f32", "f->f", turn(np.sin), (X,), 1e-5),
    ("llvm.amdgcn.cos.f32", "f->f", turn(np.cos), (X,), 1e-5),
    ("llvm.amdgcn.frexp.mant.f32", "f->f", lambda x: np.frexp(x)[0], (X,), 0),
    ("llvm.amdgcn.frexp.exp.i32.f32", "f->i", lambda x: np.frexp(x)[1], (X,), 0),
    ("__ocml_sinpi_f32", "f->f", of_double(lambda x: math.sin(math.pi * math.remainder(x, 2))), (X,), 1e-5),
    ("__ocml_tgamma_f32", "f->f", of_double(math.gamma), (np.abs(X[np.abs(X) < 30]) + 0.01,), 2e-5),
    # NVIDIA
    ("llvm.nvvm.ex2.approx.ftz.f", "f->f", np.exp2, (Z,), 1e-6),
    ("llvm.nvvm.rcp.approx.ftz.f", "f->f", lambda x: 1 / x, (X,), 1e-6),
    ("llvm.nvvm.saturate.f", "f->f", lambda x: np.clip(x, 0, 1), (X,), 0),
    ("llvm.nvvm.f2i.rn", "f->i", np.rint, (X,), 0),
    ("llvm.nvvm.i2f.rn", "i->f", lambda x: x, (WHOLE,), 0),
    ("llvm.nvvm.fmax.f", "ff->f", np.maximum, (X, Y), 0),
    ("__nv_frcp_rn", "f->f", lambda x: 1 / x, (X,), 1e-6),
    ("__nv_float2int_rd", "f->i", np.floor, (X,), 0),
    ("__nv_normcdff", "f->f", of_double(lambda x: 0.5 * math.erfc(-x / math.sqrt(2))), (Z,), 1e-4),
    # DirectX and SPIR-V
    ("llvm.dx.frac.v4f32", "vf->f", lambda x: x - np.floor(x), (X,), 1e-6),
    ("llvm.dx.rsqrt.v4f32", "vf->f", lambda x: 1 / np.sqrt(x), (np.abs(X),), 1e-6),
    ("llvm.dx.lerp.v4f32", "vfff->f", lambda a, b, t: a + (b - a) * t, (X, Y, Z), 1e-4),
    ("llvm.dx.clamp.v4f32", "vfff->f", lambda x, a, b: np.clip(x, a, b), (X, Z, Z + 1), 0),
    ("llvm.spv.step.v4f32", "vff->f", lambda e, x: x >= e, (X, Y), 0),
    # NEON and SSE
    ("llvm.aarch64.neon.fabd.v4f32", "vff->f", lambda a, b: np.abs(a - b), (X, Y), 1e-6),
    ("llvm.aarch64.neon.frecps.v4f32", "vff->f", lambda a, b: 2 - a * b, (X, Y), 1e-5),
    ("llvm.aarch64.neon.faddp.v4f32", "vff->f", lambda a, b: a + a, (X, Y), 0),
    ("llvm.x86.sse.min.ps", "vff->f", lambda a, b: np.where(a < b, a, b), (X, Y), 0),
    ("llvm.x86.sse2.cvtps2dq", "vf->i", np.rint, (X,), 0),
    # C
    ("logbf", "f->f", lambda x: np.floor(np.log2(np.abs(x))), (X,), 0),
    ("nextafterf", "ff->f", lambda x, y: np.nextafter(x, y), (X, Y), 0),
    ("tgammaf", "f->f", of_double(math.gamma), (X[(np.abs(X) < 8)],), 2e-5),
    ("lgammaf", "f->f", of_double(math.lgamma), (np.abs(X) + 3,), 2e-5),
]  # fmt: skip


@pytest.mark.parametrize(("name", "shape", "exact", "columns", "bound"), CASES, ids=[one[0] for one in CASES])
def test_values(name: str, shape: str, exact: Exact, columns: tuple[np.ndarray, ...], bound: float) -> None:
    found, wanted = computed(name, shape, *columns), np.asarray(exact(*columns)).astype(np.float64)
    assert np.all(np.abs(found - wanted) <= bound * np.maximum(1, np.abs(wanted)))


def test_powers_of_two_have_their_own_exponent() -> None:
    """The logarithm of a power of two may be a little too small or too large."""
    x = np.exp2(np.arange(-100, 120)).astype(np.float32)
    assert np.array_equal(computed("logbf", "f->f", x), np.arange(-100, 120))
    below = np.nextafter(x, np.float32(0))
    assert np.array_equal(computed("logbf", "f->f", below), np.arange(-101, 119))
    assert np.array_equal(computed("nextafterf", "ff->f", x, np.zeros_like(x)), below)


COMPLEX = """declare {{ float, float }} @{name}(float, float, float, float)
define <4 x float> @vertex(<4 x float> %x) {{
  %a = extractelement <4 x float> %x, i32 0
  %b = extractelement <4 x float> %x, i32 1
  %c = extractelement <4 x float> %x, i32 2
  %d = extractelement <4 x float> %x, i32 3
  %z = call {{ float, float }} @{name}(float %a, float %b, float %c, float %d)
  %p = extractvalue {{ float, float }} %z, 0
  %q = extractvalue {{ float, float }} %z, 1
  %v = insertelement <4 x float> zeroinitializer, float %p, i32 0
  %w = insertelement <4 x float> %v, float %q, i32 1
  ret <4 x float> %w
}}
"""


@pytest.mark.parametrize(("name", "exact"), [("__mulsc3", np.multiply), ("__divsc3", np.divide)])
def test_complex_numbers(name: str, exact: Exact) -> None:
    given = np.stack([X, Y, Z, np.roll(X, 3)], axis=1)
    (found,) = driver.reference(COMPLEX.format(name=name), "agal", {"x": given}, stage="vertex").values()
    left, right = given[:, 0] + 1j * given[:, 1].astype(np.float64), given[:, 2] + 1j * given[:, 3].astype(np.float64)
    wanted = exact(left, right)
    assert np.all(
        np.abs(found[:, 0] + 1j * found[:, 1] - wanted) <= 1e-5 * np.abs(left) * np.maximum(1, np.abs(right)) * 4
    )


def test_results_through_pointers() -> None:
    source = """declare float @frexpf(float, ptr)
declare spir_func float @_Z4modffPf(float, ptr)
declare void @sincosf(float, ptr, ptr)
define <4 x float> @vertex(float %x) {
  %e = alloca i32
  %w = alloca float
  %s = alloca float
  %c = alloca float
  %m = call float @frexpf(float %x, ptr %e)
  %f = call spir_func float @_Z4modffPf(float %x, ptr %w)
  call void @sincosf(float %x, ptr %s, ptr %c)
  %n = load i32, ptr %e
  %g = sitofp i32 %n to float
  %p = fmul float %m, %g
  %t = load float, ptr %w
  %u = load float, ptr %s
  %h = load float, ptr %c
  %q = fadd float %t, %f
  %r = insertelement <4 x float> poison, float %p, i32 0
  %a = insertelement <4 x float> %r, float %q, i32 1
  %b = insertelement <4 x float> %a, float %u, i32 2
  %d = insertelement <4 x float> %b, float %h, i32 3
  ret <4 x float> %d
}
"""
    (found,) = driver.reference(source, "agal", {"x": X}, stage="vertex").values()
    mantissa, exponent = np.frexp(X)
    assert np.array_equal(found[:, 0], (mantissa * exponent).astype(np.float32))
    assert np.array_equal(found[:, 1], X)
    assert np.allclose(
        found[:, 2:], np.stack([np.sin(X.astype(np.float64)), np.cos(X.astype(np.float64))], 1), atol=1e-6
    )


# tables ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("vendor", VENDORS)
def test_every_name_of_a_device_has_a_formula(vendor: str) -> None:
    known = {name for table in (FLOATS, SIGNED, UNSIGNED) for name, _ in heads(table)}
    known |= INTRINSICS | OPERATIONS.keys() | C_UNARY.keys() | C_BINARY.keys()
    for name, formula in VENDORS[vendor].items():
        assert formula in known, name
        assert device_name(f"{DEVICE_PREFIX}{vendor}.{name}.v4f32") is not None
    assert {f"llvm.{one}." for one in VENDORS} == set(DEVICES)
    assert known >= set(LIBRARY.values())


@pytest.mark.parametrize("table", [FLOATS, SIGNED, UNSIGNED], ids=["floats", "signed", "unsigned"])
def test_llvm_accepts_every_formula(table: dict[str, str]) -> None:
    """Each formula for scalars or vectors: a type that it has must give valid IR."""
    made = 0
    element = "float" if table is FLOATS else "i32"
    for (name, count), (names, _) in heads(table).items():
        for type in (element, f"<4 x {element}>"):
            given = ["ptr" if one in ("p", "q") else type for one in names]
            for result in (type, element, "i32", "<4 x i32>", "i1", "<4 x i1>", "<2 x float>"):
                body = formula_body(name, table is UNSIGNED, result, given)
                if body is not None:
                    text = f"define {result} @f({', '.join(given)}) {{\n" + "\n".join(body) + "\n}\n"
                    assert accepted(text) or "@llvm." in text, f"{name}/{count}: {text}"
                    made += 1
                    break
    assert made >= len(heads(table))


def accepted(text: str) -> bool:
    try:
        llvm.parse_assembly(text).verify()
    except RuntimeError:
        return False
    return True


THREADS = """declare i32 @llvm.nvvm.read.ptx.sreg.tid.{axis}()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
define ptx_kernel void @shade(ptr %in, ptr %out) {{
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.{axis}()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %m = mul i32 %g, %n
  %i = add i32 %m, %t
  %k = zext i32 %i to i64
  %p = getelementptr <4 x float>, ptr %in, i64 %k
  %v = load <4 x float>, ptr %p
  %w = fadd <4 x float> %v, %v
  %q = getelementptr <4 x float>, ptr %out, i64 %k
  store <4 x float> %w, ptr %q
  ret void
}}
"""


def test_thread_ids_name_the_invocation() -> None:
    (report,) = [report for _, report in driver.verify(THREADS.format(axis="x"), "agal", stage="vertex", lanes=64)]
    assert not isinstance(report, Exception), report
    assert report.passed


def test_other_axes_of_threads_are_refused_with_the_reason() -> None:
    with pytest.raises(Unsupported, match=r"llvm\.nvvm\.read\.ptx\.sreg\.tid\.y") as found:
        driver.compile(THREADS.format(axis="y"), "agal", stage="vertex", verify=None)
    assert any("one list" in note for note in found.value.notes)


def test_outdated_declarations_of_devices_are_read() -> None:
    """LLVM 19 gave dot4 two vectors, today's has eight numbers: its verifier refuses the old declaration."""
    source = """declare float @llvm.dx.dot4.v4f32(<4 x float>, <4 x float>)
define <4 x float> @vertex(<4 x float> %a) {
  %d = call float @llvm.dx.dot4.v4f32(<4 x float> %a, <4 x float> %a)
  %r = insertelement <4 x float> %a, float %d, i32 0
  ret <4 x float> %r
}
"""
    assert "dp4" in driver.compile(source, "agal", stage="vertex", verify=64).asm()


def test_devices_of_which_operands_are_immediate_are_read() -> None:
    """Only LLVM's own names may have the attribute `immarg`, and devices' functions get other names."""
    source = """declare float @llvm.amdgcn.fract.f32(float)
declare float @llvm.amdgcn.update.dpp.f32(float, float, i32 immarg, i32 immarg, i32 immarg, i1 immarg)
define float @vertex(float %a) {
  %r = call float @llvm.amdgcn.fract.f32(float %a)
  ret float %r
}
"""
    assert "frc" in driver.compile(source, "agal", stage="vertex", verify=64).asm()


@pytest.mark.parametrize("name", ["_Z3sumff", "_Z5powerff", "_Z5storeff", "_Z3addff"])
def test_functions_of_cpp_are_not_taken_for_built_ins(name: str) -> None:
    with pytest.raises(Unsupported, match=f"{name} is not defined"):
        computed(name, "ff->f", X, Y)
