"""`--demote-doubles`: values, literals, memory, functions and long doubles as floats, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from gpucc import driver
from gpucc.errors import Unsupported
from gpucc.lowering.demote import demoted
from gpucc.lowering.source import load


def computed(body: str, x: np.ndarray, head: str = "") -> np.ndarray:
    """The function `k` of a float, whose doubles are demoted."""
    source = f"{head}\ndefine float @k(float %x) {{\n{body}\n}}\n"
    (found,) = driver.reference(source, "agal", {"x": x}, stage="vertex", demote_doubles=True).values()
    return np.asarray(found).reshape(-1)


X = np.random.default_rng(2).uniform(-8, 8, 200).astype(np.float32)
F = np.float32


def test_literals_are_the_nearest_floats() -> None:
    body = """  %d = fpext float %x to double
  %m = fmul double %d, 1.000000e-01
  %a = fadd double %m, 0x3FD5555555555555
  %r = fptrunc double %a to float
  ret float %r"""
    assert np.array_equal(computed(body, X), X * F(0.1) + F(1 / 3))


@pytest.mark.parametrize(
    ("type", "tenth"), [("x86_fp80", "0xK3FFBCCCCCCCCCCCCCCCD"), ("fp128", "0xL999999999999999A3FFB999999999999")]
)
def test_long_doubles(type: str, tenth: str) -> None:
    body = f"""  %d = fpext float %x to {type}
  %m = fmul {type} %d, {tenth}
  %r = fptrunc {type} %m to float
  ret float %r"""
    assert np.array_equal(computed(body, X), X * F(0.1))


@pytest.mark.parametrize("name", ["sin", "sinl", "llvm.sin.f64", "_Z3sind", "__nv_sin", "__ocml_sin_f64"])
def test_functions_of_double_become_those_of_float(name: str) -> None:
    body = f"""  %d = fpext float %x to double
  %s = call double @{name}(double %d)
  %r = fptrunc double %s to float
  ret float %r"""
    found = computed(body, X, f"declare double @{name}(double)")
    assert np.array_equal(found, np.sin(X.astype(np.float64)).astype(np.float32))


def test_tables_structs_and_locals_keep_their_offsets() -> None:
    head = """@table = internal constant [3 x double] [double 1.000000e-01, double 2.500000e+00, double 1.000000e+300]
@pairs = internal constant [1 x <2 x double>] [<2 x double> <double 3.000000e+00, double 7.000000e-01>]
%P = type { double, float }"""
    body = """  %p = alloca [2 x %P]
  %d = fpext float %x to double
  %f = getelementptr i8, ptr %p, i64 16
  store double %d, ptr %f
  %g = getelementptr [2 x %P], ptr %p, i64 0, i64 1, i32 1
  store float %x, ptr %g
  %a = load double, ptr getelementptr inbounds ([3 x double], ptr @table, i64 0, i64 1)
  %c = load <2 x double>, ptr @pairs
  %e = extractelement <2 x double> %c, i64 1
  %h = getelementptr %P, ptr %p, i64 1
  %b = load double, ptr %h
  %i = load float, ptr %g
  %w = fpext float %i to double
  %m = fmul double %a, %b
  %n = fadd double %m, %e
  %o = fadd double %n, %w
  %r = fptrunc double %o to float
  ret float %r"""
    assert np.array_equal(computed(body, X, head), (X * F(2.5) + F(0.7)) + X)


@pytest.mark.parametrize(
    ("type", "first", "second", "whole"),
    [
        ("double", 0, 8, "{ double, double }"),
        ("double", 0, 8, "[2 x double]"),
        ("double", 0, 8, "<{ double, double }>"),
        ("double", 0, 8, "<2 x double>"),
        ("x86_fp80", 0, 16, "{ x86_fp80, x86_fp80 }"),
        ("fp128", 0, 16, "[2 x fp128]"),
    ],
)
def test_what_is_loaded_whole_lies_where_it_was_stored(type: str, first: int, second: int, whole: str) -> None:
    take = "extractelement <2 x double> %v, i32" if whole[:2] == "<2" else f"extractvalue {whole} %v,"
    body = f"""  %p = alloca {whole}, align 16
  %q = alloca {whole}, align 16
  %d = fpext float %x to {type}
  %e = fmul {type} %d, %d
  %a = getelementptr i8, ptr %p, i64 {first}
  %b = getelementptr i8, ptr %p, i64 {second}
  store {type} %d, ptr %a, align 8
  store {type} %e, ptr %b, align 8
  %u = load {whole}, ptr %p
  store {whole} %u, ptr %q
  %v = load {whole}, ptr %q
  %s = {take} 0
  %t = {take} 1
  %m = fsub {type} %s, %t
  %r = fptrunc {type} %m to float
  ret float %r"""
    assert np.array_equal(computed(body, X), X - X * X)


def test_rows_of_rows_and_vectors_of_three_keep_their_offsets() -> None:
    head = """%P = type { i32, double, <3 x double> }
@t = internal constant [2 x [2 x double]] [[2 x double] zeroinitializer, [2 x double] [double 3.0, double 4.0]]"""
    body = """  %p = alloca [2 x [2 x double]]
  %w = load [2 x [2 x double]], ptr @t
  store [2 x [2 x double]] %w, ptr %p
  %q = getelementptr i8, ptr %p, i64 24
  %four = load double, ptr %q
  %s = alloca %P, align 32
  %e = fpext float %x to double
  %lane = getelementptr %P, ptr %s, i32 0, i32 2, i32 1
  store double %e, ptr %lane
  %place = getelementptr i8, ptr %s, i64 40
  %same = load double, ptr %place
  %d = fmul double %four, %same
  %r = fptrunc double %d to float
  ret float %r"""
    assert np.array_equal(computed(body, X, head), X * F(4))


def test_vectors_of_the_interface_are_as_wide_as_their_floats() -> None:
    source = """@p = external addrspace(1) global <4 x double>
@s = external addrspace(2) global <4 x double>
@gl_Position = external addrspace(3) global <4 x double>
define void @main() {
  %a = load <4 x double>, ptr addrspace(1) @p
  %last = getelementptr i8, ptr addrspace(2) @s, i64 24
  %w = load double, ptr addrspace(2) %last
  %b = load <4 x double>, ptr addrspace(2) @s
  %c = fmul <4 x double> %a, %b
  %d = insertelement <4 x double> %c, double %w, i32 1
  store <4 x double> %d, ptr addrspace(3) @gl_Position
  ret void
}
"""
    program = driver.compile(source, "agal", stage="vertex", demote_doubles=True)
    given = {"p": np.array([[1, 2, 3, 4]], F), "s": np.array([5, 6, 7, 8], F)}
    assert driver.run(program, given)["gl_Position"].tolist() == [[5, 8, 21, 32]]


def test_access_under_a_mask_is_refused() -> None:
    source = """declare <2 x double> @llvm.masked.load.v2f64.p0(ptr, i32, <2 x i1>, <2 x double>)
@t = internal constant [2 x double] [double 1.0, double 2.0]
define float @k(float %x) {
  %v = call <2 x double> @llvm.masked.load.v2f64.p0(ptr @t, i32 8, <2 x i1> splat (i1 true), <2 x double> poison)
  %a = extractelement <2 x double> %v, i32 1
  %r = fptrunc double %a to float
  ret float %r
}
"""
    with pytest.raises(Unsupported, match="under a mask"):
        demoted(load(source))


def test_the_shader_agrees_on_a_target() -> None:
    source = """define double @k(double %x, ptr %u) {
  %p = getelementptr inbounds double, ptr %u, i64 1
  %v = load double, ptr %p
  %w = load double, ptr %u
  %t = fcmp ogt double %x, 1.000000e-01
  %s = select i1 %t, double %v, double %w
  %r = fmul double %x, %s
  ret double %r
}
"""
    with pytest.raises(Unsupported) as refused:
        driver.compile(source, "agal", stage="vertex", verify=None)
    assert any("--demote-doubles" in note for note in refused.value.notes) or "double" in refused.value.message
    (report,) = [found for _, found in driver.verify(source, "agal", stage="vertex", lanes=64, demote_doubles=True)]
    assert not isinstance(report, Exception), report
    assert report.passed


def test_the_bits_of_a_double_are_refused() -> None:
    body = """  %d = fpext float %x to double
  %m = fmul double %d, 1.000000e-01
  %b = bitcast double %m to i64
  %s = lshr i64 %b, 52
  %t = trunc i64 %s to i32
  %r = sitofp i32 %t to float
  ret float %r"""
    with pytest.raises(Unsupported, match="double"):
        driver.compile(
            f"define float @k(float %x) {{\n{body}\n}}\n", "agal", stage="vertex", verify=None, demote_doubles=True
        )


def test_a_use_without_a_float_is_refused_with_its_line() -> None:
    text = (
        "%P = type { double, double }\ndefine double @k(double %x) {\n  %p = insertvalue %P poison, double %x, 0\n"
        "  %r = extractvalue %P %p, 0\n  ret double %r\n}\n"
    )
    with pytest.raises(Unsupported, match="this use of a double has no equivalent with floats"):
        demoted(load(text))


def test_a_module_without_doubles_is_as_it_was() -> None:
    source = load("define float @k(float %x) {\n  ret float %x\n}\n")
    assert demoted(source) is source
