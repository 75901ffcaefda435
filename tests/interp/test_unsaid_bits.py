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
