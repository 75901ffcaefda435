"""Results of 64 bits that no shader can return: the note says why, and what to return in their place."""

from __future__ import annotations

import re

import pytest

from gpucc import driver
from gpucc.errors import Unsupported

PACKED = """  %x = zext i32 %a to i64
  %y = zext i32 %b to i64
  %s = shl i64 %y, 32
  %r = or i64 %x, %s
  ret i64 %r"""


@pytest.mark.parametrize(
    ("body", "note"),
    [
        # two floats, 2.0 and 2.0, or one integer
        ("  ret i64 4611686019492741120", "this constant is larger than 2.24, .* return <2 x float>"),
        ("  ret i64 -16777217", "this constant is larger than 2.24"),
        (PACKED, "it is built from two integers: return <2 x i32>"),
    ],
)
def test_the_note_is_true(body: str, note: str) -> None:
    with pytest.raises(Unsupported, match="returns a value of type i64") as caught:
        driver.compile(f"define i64 @f(i32 %a, i32 %b) {{\n{body}\n}}\n", "agal", stage="vertex")
    (told,) = caught.value.notes
    assert re.search(note, told)


@pytest.mark.parametrize("value", [7, -(1 << 24), 1 << 24])
def test_smaller_constants_are_integers(value: int) -> None:
    assert driver.compile(f"define i64 @f() {{\n  ret i64 {value}\n}}\n", "agal", stage="vertex").verified
