"""Known divisors of indices, including phis and loops."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gpucc import driver
from gpucc.lowering.interface.indices import divisor, largest
from gpucc.lowering.llvm import IntType, Local
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import trace_flow


def facts(body: str) -> tuple[int, int | None]:
    """(divisor, largest value) of %x."""
    text = f"define void @f(i64 %n, i1 %c) {{\nentry:\n{body}\n  ret void\n}}\n"
    flow = trace_flow(read(text, "test").functions["f"])
    value = Local("x", IntType(64))
    return divisor(flow, value), largest(flow, value)


LOOP = """  br label %loop
loop:
  %x = phi i64 [ {start}, %entry ], [ %y, %loop ]
  {step}
  br i1 %c, label %loop, label %done
done:"""
JOIN = "  br i1 %c, label %a, label %b\na:\n  br label %b\nb:\n  %x = phi i64 [ {0}, %a ], [ {1}, %entry ]"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("  %x = select i1 %c, i64 48, i64 80", (16, 80)),
        (JOIN.format(36, 24), (12, 36)),
        (JOIN.format(0, 48), (48, 48)),
        (JOIN.format(0, 0), (0, 0)),
        (JOIN.format("%n", 16), (1, None)),
        (LOOP.format(start=0, step="%y = add nuw i64 %x, 12"), (12, None)),
        (LOOP.format(start=8, step="%y = add nuw i64 %x, 12"), (4, None)),
        (LOOP.format(start=0, step="%y = add i64 %x, 12"), (4, None)),
        (LOOP.format(start=16, step="%y = mul nuw i64 %x, 3"), (16, None)),
        (LOOP.format(start=16, step="%y = add nuw i64 %x, %n"), (1, None)),
        (LOOP.format(start=0, step="%z = add nuw i64 %x, 16\n  %y = and i64 %z, 48"), (16, 48)),
        (LOOP.format(start=0, step="%y = sub nsw i64 %x, 32"), (32, None)),
        ("  %s = shl i64 %n, 32\n  %x = ashr exact i64 %s, 30", (4, None)),
        ("  %s = shl i64 %n, 32\n  %x = lshr exact i64 %s, 28", (16, None)),
        ("  %s = shl i64 %n, 4\n  %x = ashr i64 %s, 6", (1, None)),
        ("  %x = ashr i64 0, %n", (0, None)),
    ],
)
def test_divisor_and_bound(body: str, expected: tuple[int, int | None]) -> None:
    assert facts(body) == expected


def test_sums_of_sums_take_no_exponential_time(steps: Callable[[Callable[[], object]], int]) -> None:
    lines = ["  %v0 = mul nuw i64 %n, 6"] + [f"  %v{k + 1} = add nuw i64 %v{k}, %v{k}" for k in range(200)]
    body = "\n".join([*lines, "  %x = add nuw i64 %v200, 9"])
    assert facts(body) == (3, None)
    assert steps(lambda: facts(body)) < 500_000


TWO_SHIFTS = """
define <4 x float> @vertex(<4 x float> %p, ptr readonly %u, i64 %n) {
  %up = shl i64 %n, 32
  %offset = ashr exact i64 %up, 28
  %at = getelementptr inbounds i8, ptr %u, i64 %offset
  %v = load <4 x float>, ptr %at, align 16
  %w = fadd <4 x float> %v, %p
  ret <4 x float> %w
}
"""


def test_an_offset_in_bytes_of_two_shifts_is_an_index() -> None:
    """LLVM writes sext(n) * 16 so; it was refused as no multiple of a component."""
    program = driver.compile(TWO_SHIFTS, "pica200", stage="vertex")
    assert program.verified
    assert program.stats["instructions"] <= 3
