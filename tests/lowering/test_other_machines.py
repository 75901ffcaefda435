"""What IR says to other machines: tokens of lanes that run together, classes of floats, vectors of unknown length."""

from __future__ import annotations

import pytest

from gpucc import driver
from gpucc.errors import Unsupported

TOKENS = """
define float @k(float %a, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %t = call token @llvm.experimental.convergence.anchor()
  %x = call float @twice(float %a) [ "convergencectrl"(token %t) ]
  %next = add nsw i32 %i, 1
  %last = icmp eq i32 %next, 4
  br i1 %last, label %out, label %loop
out:
  ret float %x
}
define internal float @twice(float nofpclass(nan inf) %a) {
  %r = fadd float %a, %a
  ret float %r
}
declare token @llvm.experimental.convergence.anchor()
"""


def test_tokens_do_not_matter() -> None:
    program = driver.compile(TOKENS, "agal", stage="vertex", name="k.ll")
    assert program.verified is not None
    assert program.verified["verdict"] == "verified"
    assert program.stats["instructions"] <= 3


def test_a_promised_class_is_no_licence() -> None:
    text = (
        "define nofpclass(inf nan) float @k(i1 %c, float %x) {\n"
        "  %r = select i1 %c, float 0x7FF0000000000000, float %x\n  ret float %r\n}\n"
    )
    program = driver.compile(text, "lima-pp", stage="fragment", name="k.ll")
    assert program.verified is not None


def test_vectors_of_unknown_length_are_refused() -> None:
    text = (
        "define <vscale x 2 x i8> @k(i1 %c, <vscale x 2 x i8> %a, <vscale x 2 x i8> %b) {\n"
        "  %r = select i1 %c, <vscale x 2 x i8> %a, <vscale x 2 x i8> %b\n  ret <vscale x 2 x i8> %r\n}\n"
    )
    with pytest.raises(Unsupported, match="whose length only the machine knows"):
        driver.compile(text, "agal", stage="vertex", name="k.ll")
