"""Several modules as one input: what is linked, what is ignored, and what is refused by which name."""

from __future__ import annotations

from pathlib import Path

import llvmlite.binding as llvm
import pytest

from gpucc import driver
from gpucc.errors import InputError, Unsupported, UsageError
from gpucc.terminal.compiling import plan_jobs
from gpucc.terminal.wishes import Choices

SHADER = """declare <4 x float> @scaled(<4 x float>)
@table = external constant [3 x float]
define <4 x float> @vertex(<4 x float> %p) {
  %s = call <4 x float> @scaled(<4 x float> %p)
  %t = load float, ptr getelementptr (i8, ptr @table, i64 4)
  %r = insertelement <4 x float> %s, float %t, i32 3
  ret <4 x float> %r
}
"""
# the constructor, the recursion and the call of an unknown function concern nothing that the shader uses
HELPERS = """@table = constant [3 x float] [float 1.0, float 2.0, float 3.0]
@counter = global i32 0
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @start, ptr null }]
declare void @write(ptr)
define void @start() noinline sanitize_address {
  store i32 1, ptr @counter
  ret void
}
define void @report(ptr %x) noinline optnone {
  call void @write(ptr %x)
  call void @report(ptr %x)
  ret void
}
define <4 x float> @scaled(<4 x float> %p) noinline optnone strictfp {
  %r = fmul <4 x float> %p, splat (float 2.0)
  ret <4 x float> %r
}
"""


def bitcode(text: str) -> bytes:
    return bytes(llvm.parse_assembly(text).as_bitcode())


@pytest.mark.parametrize("helpers", [HELPERS, bitcode(HELPERS)], ids=["text", "bitcode"])
def test_functions_and_tables_of_another_module(helpers: str | bytes) -> None:
    program = driver.compile([SHADER, helpers], "agal", stage="vertex", verify=64)
    assert program.asm().count("\n") < 12
    assert "mul" in program.asm() or "add" in program.asm()


def test_a_chain_of_modules() -> None:
    first = SHADER.replace("scaled", "twice")
    second = (
        "declare <4 x float> @scaled(<4 x float>)\ndefine <4 x float> @twice(<4 x float> %p) {\n"
        "  %a = call <4 x float> @scaled(<4 x float> %p)\n  %b = call <4 x float> @scaled(<4 x float> %a)\n"
        "  ret <4 x float> %b\n}\n"
    )
    (report,) = [report for _, report in driver.verify([first, second, HELPERS], "agal", stage="vertex", lanes=64)]
    assert not isinstance(report, Exception), report
    assert report.passed


def test_a_name_that_two_modules_define(tmp_path: Path) -> None:
    for name, text in (("k.ll", SHADER), ("h.ll", HELPERS), ("again.ll", HELPERS)):
        (tmp_path / name).write_text(text)
    paths = [tmp_path / name for name in ("k.ll", "h.ll", "again.ll")]
    with pytest.raises(InputError, match=r"start is defined in .*h\.ll and again in .*again\.ll") as found:
        driver.compile(paths, "agal", stage="vertex", verify=None)
    assert found.value.file == str(tmp_path / "again.ll")


def test_a_module_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "k.ll").write_text(SHADER)
    (tmp_path / "h.ll").write_text(HELPERS.replace("fmul", "fmull"))
    with pytest.raises(InputError) as found:
        driver.compile([tmp_path / "k.ll", tmp_path / "h.ll"], "agal", stage="vertex", verify=None)
    assert found.value.file == str(tmp_path / "h.ll")
    assert found.value.line == 15


def test_modules_for_different_machines() -> None:
    other = 'target datalayout = "e-p:32:32"\ntarget triple = "wasm32"\n' + HELPERS
    with pytest.raises(InputError, match="for wasm32, lays out memory otherwise"):
        driver.compile([SHADER, other], "agal", stage="vertex", verify=None)
    with pytest.raises(UsageError, match="no input"):
        driver.compile([], "agal", stage="vertex", verify=None)


def test_modules_of_compilers_that_align_wide_integers_otherwise() -> None:
    """LLVM 18 changed the alignment of i128 on x86-64, which matters to modules that use i128 alone."""
    old = 'target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"\ntarget triple = "x86_64-pc-linux-gnu"\n'
    new = old.replace("i64:64-", "i64:64-i128:128-")
    program = driver.compile([old + SHADER, new + HELPERS], "agal", stage="vertex", verify=None)
    assert program.code == driver.compile([old + SHADER, old + HELPERS], "agal", stage="vertex", verify=None).code
    wide = "%wide = type { i32, i128 }\n@w = global %wide zeroinitializer\n"
    with pytest.raises(InputError, match="lays out memory otherwise"):
        driver.compile([old + SHADER, new + wide + HELPERS], "agal", stage="vertex", verify=None)


def test_a_constructor_of_what_the_shader_uses() -> None:
    shader = SHADER.replace("[3 x float]", "i32", 1).replace("constant i32", "global i32").replace("@table", "@counter")
    with pytest.raises(Unsupported, match="counter gets its value from code that runs before"):
        driver.compile([shader, HELPERS], "agal", stage="vertex", verify=None)


def test_which_inputs_are_modules(tmp_path: Path) -> None:
    """Two inputs are two stages, unless one calls what the other defines, or there are more than two."""
    alone = "define <4 x float> @fragment(<4 x float> %p) {\n  ret <4 x float> %p\n}\n"
    for name, text in (("k.ll", SHADER), ("h.ll", HELPERS), ("f.ll", alone), ("x.vert", "void main() {}\n")):
        (tmp_path / name).write_text(text)
    k, h, f = (str(tmp_path / name) for name in ("k.ll", "h.ll", "f.ll"))
    assert [job.stage for job in plan_jobs([k, f], Choices(), "agal")] == ["vertex", "fragment"]
    (job,) = plan_jobs([k, h], Choices(), "agal")
    assert job.source.whole == [Path(k), Path(h)]
    (job,) = plan_jobs([k, h], Choices(stage="vertex"), "agal")
    assert (job.stage, job.source.modules) == ("vertex", (Path(h),))
    assert len(plan_jobs([k, h, f], Choices(), "agal")[0].source.modules) == 2
    with pytest.raises(UsageError, match="3 inputs"):
        plan_jobs([k, h, str(tmp_path / "x.vert")], Choices(), "agal")


CPP = """@_ZN1XC1Ev = alias void (ptr), ptr @_ZN1XC2Ev
define void @_ZN1XC2Ev(ptr %x) {
  ret void
}
define internal void @init() {
  call void @_ZN1XC1Ev(ptr null)
  ret void
}
define <4 x float> @shade(<4 x float> %p) {
  ret <4 x float> %p
}
define weak_odr <4 x float> @template(<4 x float> %p) {
  ret <4 x float> %p
}
"""


def test_the_shader_among_constructors_and_templates() -> None:
    assert "mov op, va0" in driver.compile(CPP, "agal", stage="vertex", verify=None).asm()


def test_the_shader_behind_an_alias() -> None:
    """Zig exports a function as an alias of an internal one."""
    text = (
        "@k = alias float (float), ptr @file.k\ndefine internal float @file.k(float %p) {\n  ret float %p\n}\n"
        "define internal float @math.atan(float %p) {\n  ret float %p\n}\n"
    )
    assert "va0" in driver.compile(text, "agal", stage="vertex", verify=None).asm()
