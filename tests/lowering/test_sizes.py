"""What is too large for a shader is refused before LLVM's passes take forever on it, or its code generator ends."""

from __future__ import annotations

import pytest

from gpucc import driver
from gpucc.errors import Unsupported

VALUE = """define float @main(float %x) {
  %p = alloca [1000000 x float]
  store [1000000 x float] zeroinitializer, ptr %p
  %v = load [1000000 x float], ptr %p
  %r = extractvalue [1000000 x float] %v, 7
  ret float %r
}
"""
TABLE = """@table = global [1536 x [1536 x float]] zeroinitializer
@unused = global [1536 x [1536 x float]] zeroinitializer
define float @main(float %x) {
  %p = getelementptr [1536 x [1536 x float]], ptr @table, i64 0, i64 3, i64 1
  store float %x, ptr %p
  %r = load float, ptr @table
  ret float %r
}
"""


@pytest.mark.parametrize(
    ("text", "told"), [(VALUE, "a value of 1000000 numbers"), (TABLE, "the global @table of 2359296 numbers")]
)
def test_what_is_too_large_is_refused(text: str, told: str) -> None:
    with pytest.raises(Unsupported, match=f"{told} is too large for a shader"):
        driver.compile(text, "agal", stage="vertex", name="k.ll", verify=64)


def test_a_global_that_the_entry_does_not_reach_may_be_large() -> None:
    small = TABLE.replace("1536", "4")
    text = small.replace("@unused = global [4 x [4 x float]]", "@unused = global [1536 x [1536 x float]]")
    program = driver.compile(text, "agal", stage="vertex", name="k.ll", verify=64)
    assert program.verified
