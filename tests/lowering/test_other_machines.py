"""What IR says to other machines: tokens of lanes that run together, vectors of unknown length, memory of a heap."""

from __future__ import annotations

import pytest

from gpucc import driver
from gpucc.errors import GpuccError, Unsupported

TOKENS = """
define i32 @k(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %token = call token @llvm.experimental.convergence.anchor()
  %next = add nsw i32 %i, 1
  %last = icmp eq i32 %next, %n
  br i1 %last, label %out, label %loop
out:
  call void @elsewhere() [ "convergencectrl"(token %token) ]
  ret i32 0
}
declare token @llvm.experimental.convergence.anchor()
declare void @elsewhere() convergent
"""


def test_tokens_do_not_end_the_process() -> None:
    """With its token, LLVM cannot delete the loop, and ends the process where it tries."""
    with pytest.raises(GpuccError, match="the function elsewhere is not defined"):
        driver.compile(TOKENS, "agal", stage="vertex", name="k.ll")


def test_vectors_of_unknown_length_are_refused() -> None:
    text = (
        "define <vscale x 2 x i8> @k(i1 %c, <vscale x 2 x i8> %a, <vscale x 2 x i8> %b) {\n"
        "  %r = select i1 %c, <vscale x 2 x i8> %a, <vscale x 2 x i8> %b\n  ret <vscale x 2 x i8> %r\n}\n"
    )
    with pytest.raises(Unsupported, match="whose length only the machine knows"):
        driver.compile(text, "agal", stage="vertex", name="k.ll")


@pytest.mark.parametrize(
    ("name", "heap"),
    [("malloc", True), ("_Znam", True), ("_d_newarrayT", True), ("GC_malloc", True), ("__crystal_malloc64", True),
     ("_RNvCs1_7___rustc12___rust_alloc", True), ("free_view", False), ("_Znormal", False)],
)  # fmt: skip
def test_a_heap_is_refused_by_name(name: str, heap: bool) -> None:
    text = f"""
declare ptr @{name}(i64)
define float @k(float %x, i64 %n) {{
  %p = call ptr @{name}(i64 %n)
  store float %x, ptr %p
  %q = getelementptr float, ptr %p, i64 %n
  %r = load float, ptr %q
  ret float %r
}}
"""
    with pytest.raises(GpuccError, match=f"the function {name} is not defined") as caught:
        driver.compile(text, "agal", stage="vertex", name="k.ll")
    assert any("a shader has no heap" in note for note in caught.value.notes) == heap
