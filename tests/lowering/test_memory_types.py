"""The element types of local arrays: constants have bits, but do not determine the type. Copies have a limit."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

import gpucc
from gpucc import driver
from gpucc.errors import GpuccError

ZEROED = """
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define <4 x float> @zeroed(<4 x float> %a) {{
  %bins = alloca [4 x {type}], align 16
  call void @llvm.memset.p0.i64(ptr align 16 %bins, i8 0, i64 16, i1 false)
  %x = extractelement <4 x float> %a, i64 0
  %i = fptosi float %x to i32
  %k = sext i32 %i to i64
  %at = getelementptr inbounds {type}, ptr %bins, i64 %k
  %old = load {type}, ptr %at, align 4
  %new = {add} {type} %old, {one}
  store {type} %new, ptr %at, align 4
  %p = getelementptr inbounds {type}, ptr %bins, i64 2
  %second = load {type}, ptr %p, align 4
  %f = {convert}
  %r = insertelement <4 x float> zeroinitializer, float %f, i64 0
  ret <4 x float> %r
}}
"""


@pytest.mark.parametrize(
    "words",
    [
        {"type": "float", "add": "fadd", "one": "0.25", "convert": "fadd float %second, 0.0"},
        {"type": "i32", "add": "add", "one": "3", "convert": "sitofp i32 %second to float"},
    ],
)
def test_an_array_cleared_by_memset_has_the_type_of_its_elements(words: dict[str, str]) -> None:
    program = gpucc.compile(ZEROED.format(**words), isa="agal", stage="vertex")
    lanes = np.array([[0, 0, 0, 0], [2, 0, 0, 0], [3, 0, 0, 0]], np.float32)
    found = program.run({"a": lanes})["ret0"][:, 0]
    assert found.tolist() == [0, float(words["one"]), 0]


def test_a_copy_of_many_bytes_is_refused_at_once() -> None:
    """Its components are counted up to the limit only: all of them take gigabytes and half a minute."""
    text = (
        "define void @k(ptr %d, ptr %s) {\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %d, ptr align 4 %s, i64 17179869184, i1 false)\n  ret void\n}\n"
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
    )
    tracemalloc.start()
    with pytest.raises(GpuccError, match="beyond 65536 bytes"):
        driver.compile(text, "agal", stage="vertex", name="k.ll")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 1 << 28


PADDED = """
%out = type {{ <4 x float>, <2 x float>, [8 x i8] }}
define void @vertex(ptr writeonly sret(%out) align 16 %o, <4 x float> %p, <2 x float> %t) {{
  store <4 x float> %p, ptr %o
  %q = getelementptr inbounds %out, ptr %o, i64 0, i32 1
  store <2 x float> %t, ptr %q
  {more}
  ret void
}}
"""
BYTE = "%b = getelementptr inbounds i8, ptr %o, i64 27\n  store i8 1, ptr %b"


@pytest.mark.parametrize(("more", "outputs"), [("", 2), (BYTE, 3)])
def test_padding_of_a_struct_is_no_output(more: str, outputs: int) -> None:
    """clang pads structs by bytes for x86; only those that the program writes are outputs."""
    program = driver.compile(PADDED.format(more=more), "lima-vp")
    assert program.verified
    assert len(program.interface.outputs) == outputs
