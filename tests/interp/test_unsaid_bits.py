"""What LLVM does not say: which NaN arithmetic returns, what undefined values are, what memory holds beside an integer
of five bits or an object."""

from __future__ import annotations

import pytest

from gpucc import driver
from gpucc.errors import Unsupported
from gpucc.interp.compare import Report

CANONICAL = """
define i1 @one() {
  %signalling = bitcast i32 2139095042 to float
  %quiet = call float @llvm.canonicalize.f32(float %signalling)
  %bits = bitcast float %quiet to i32
  %same = icmp eq i32 %bits, 2143289344
  ret i1 %same
}
declare float @llvm.canonicalize.f32(float)
"""


def test_which_nan_is_never_compared() -> None:
    ((_, report),) = driver.verify(CANONICAL, "agal", stage="vertex", name="k.ll", lanes=64)
    assert isinstance(report, Report), report
    assert report.passed
    assert not report.verified


def test_integers_of_odd_widths_are_not_in_memory() -> None:
    text = "define i8 @k(ptr %p) {\n  %x = load i5, ptr %p\n  %y = zext i5 %x to i8\n  ret i8 %y\n}\n"
    with pytest.raises(Unsupported, match="of type i5 is read"):
        driver.compile(text, "agal", stage="vertex", name="k.ll")


def test_a_shift_by_what_is_undefined_is_exact_by_chance() -> None:
    text = (
        "define <2 x i8> @k(i8 %x) {\n  %by = insertelement <2 x i8> undef, i8 %x, i32 1\n"
        "  %shifted = ashr exact <2 x i8> <i8 5, i8 2>, %by\n  ret <2 x i8> %shifted\n}\n"
    )
    ((_, report),) = driver.verify(text, "agal", stage="vertex", name="k.ll", lanes=64)
    assert isinstance(report, Report), report
    assert report.passed, report.describe()


MISSING = """
define void @k(ptr %out, ptr readonly dereferenceable(8) %a, ptr readonly dereferenceable(8) %b, i32 signext %n) {
  %first = load <2 x float>, ptr %a, align 1
  %second = load <2 x float>, ptr %b, align 1
  %at = trunc i32 %n to i8
  %all = shufflevector <2 x float> %first, <2 x float> %second,
    <8 x i32> <i32 0, i32 1, i32 undef, i32 undef, i32 2, i32 3, i32 undef, i32 undef>
  %one = extractelement <8 x float> %all, i8 %at
  %whole = insertelement <4 x float> zeroinitializer, float %one, i64 0
  store <4 x float> %whole, ptr %out, align 1
  ret void
}
"""
COMPARED = """
define <4 x float> @k(float %x) {
  %v = insertelement <4 x float> poison, float %x, i32 0
  %c = fcmp uge <4 x float> %v, <float 42.0, float -42.0, float 0.0, float 1.0>
  %r = uitofp <4 x i1> %c to <4 x float>
  ret <4 x float> %r
}
"""


@pytest.mark.parametrize("text", [MISSING, COMPARED], ids=["missing", "compared"])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_undefined_may_be_any_number(text: str, seed: int) -> None:
    """An element that a shuffle leaves out may be equal to another by chance; a comparison may hold for zero, one and
    NaN."""
    ((_, report),) = driver.verify(text, "agal", stage="vertex", name="k.ll", lanes=64, seed=seed)
    assert isinstance(report, Report), report
    assert report.passed, report.describe()


def test_classes_of_halves_are_those_of_halves() -> None:
    text = (
        "define i1 @k(half %x) {\n  %size = call half @llvm.fabs.f16(half %x)\n"
        "  %infinite = fcmp oeq half %size, 0xH7C00\n  %small = fcmp olt half %size, 0xH0400\n"
        "  %either = or i1 %small, %infinite\n  ret i1 %either\n}\ndeclare half @llvm.fabs.f16(half)\n"
    )
    ((_, report),) = driver.verify(text, "agal", stage="vertex", name="k.ll", lanes=256)
    assert isinstance(report, Report), report
    assert report.passed, report.describe()
    assert report.verified, report.describe()


def test_a_product_of_integers_leaves_the_range_on_the_way() -> None:
    text = (
        "define i32 @k(<4 x i32> %v) {\n  %r = call i32 @llvm.vector.reduce.mul.v4i32(<4 x i32> %v)\n  ret i32 %r\n}\n"
        "declare i32 @llvm.vector.reduce.mul.v4i32(<4 x i32>)\n"
    )
    ((_, report),) = driver.verify(text, "agal", stage="vertex", name="k.ll", lanes=256)
    assert isinstance(report, Report), report
    assert report.passed, report.describe()


NEIGHBOURS = """
define i32 @k(i1 %c, i32 %n) {
  %a = alloca { i32, i32 }, align 4
  %b = alloca { i32, i32 }, align 4
  %first = getelementptr inbounds { i32, i32 }, ptr %a, i32 0, i32 1
  %second = getelementptr inbounds { i32, i32 }, ptr %b, i32 0, i32 1
  store i32 1, ptr %first, align 4
  store i32 2, ptr %second, align 4
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  %which = phi ptr [ %a, %0 ], [ %b, %then ]
  %at = getelementptr inbounds { i32, i32 }, ptr %which, i32 %n, i32 1
  %r = load i32, ptr %at, align 4
  ret i32 %r
}
"""
POWERS = """
define <4 x float> @k(<4 x float> %x) {
  %r = call <4 x float> @llvm.powi.v4f32.i32(<4 x float> %x, i32 -13)
  ret <4 x float> %r
}
declare <4 x float> @llvm.powi.v4f32.i32(<4 x float>, i32)
"""
SATURATED = """
define i32 @k(half %x) {
  %r = call i32 @llvm.fptoui.sat.i32.f16(half %x)
  ret i32 %r
}
declare i32 @llvm.fptoui.sat.i32.f16(half)
"""
SUM = """
define i32 @k(<16 x i32> %v) {
  %turned = shufflevector <16 x i32> %v, <16 x i32> poison,
    <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14,
                i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %r = call i32 @llvm.vector.reduce.add.v16i32(<16 x i32> %turned)
  ret i32 %r
}
declare i32 @llvm.vector.reduce.add.v16i32(<16 x i32>)
"""


@pytest.mark.parametrize("text", [NEIGHBOURS, POWERS, SATURATED, SUM], ids=["neighbours", "powers", "saturated", "sum"])
@pytest.mark.parametrize("seed", range(3))
def test_where_the_source_has_no_answer(text: str, seed: int) -> None:
    """An address in another object; a power whose reciprocal overflows; more than a half holds; a sum that leaves the
    exact range in another order."""
    ((_, report),) = driver.verify(text, "agal", stage="vertex", name="k.ll", lanes=256, seed=seed)
    assert isinstance(report, Report), report
    assert report.passed, report.describe()
