"""Bits that LLVM does not say: which NaN arithmetic returns, and what memory holds beside an integer of five bits."""

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


def test_a_missing_element_differs_from_all_others() -> None:
    """An element that a shuffle leaves undefined may be equal to another by chance."""
    text = (
        "define float @k(<2 x float> %a, <2 x float> %b, i32 %n) {\n"
        "  %v = shufflevector <2 x float> %a, <2 x float> %b, <4 x i32> <i32 0, i32 undef, i32 2, i32 3>\n"
        "  %r = extractelement <4 x float> %v, i32 %n\n  ret float %r\n}\n"
    )
    for seed in range(4):
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
