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
