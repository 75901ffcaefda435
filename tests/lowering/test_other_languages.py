"""Shapes of IR that compilers of other languages write: each is compiled, and agrees with LLVM's JIT."""

from __future__ import annotations

import pytest

from gpucc import driver
from gpucc.errors import Unsupported
from gpucc.lowering.optimise.minima import apart_at_minima

# an exported table and variables that nothing reads, as C writes them, beside a loop
EXPORTED = """
@T = constant [3 x float] [float 1.0, float 2.5, float 7.0]
@unused = global float 3.0
@address = global ptr @unused
define float @k(float %x, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %m = urem i32 %i, 3
  %p = getelementptr float, ptr @T, i32 %m
  %t = load float, ptr %p
  %f = fmul float %s, %x
  %sum = fadd float %f, %t
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret float %sum
}
"""
# `i < n && i < 12` after LLVM has made one comparison of it, with a counter of 64 bits
SMALLER = """
define float @k(float %x, i32 %n) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %before, label %end
before:
  %last = add nsw i32 %n, -1
  %least = call i32 @llvm.umin.i32(i32 %last, i32 11)
  %wide = zext i32 %least to i64
  br label %loop
loop:
  %i = phi i64 [ 0, %before ], [ %next, %loop ]
  %s = phi float [ 0.0, %before ], [ %sum, %loop ]
  %f = fmul float %s, %x
  %sum = fadd float %f, 1.0
  %big = fcmp ogt float %sum, 100.0
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i, %wide
  %stop = select i1 %big, i1 true, i1 %done
  br i1 %stop, label %end, label %loop
end:
  %r = phi float [ 0.0, %entry ], [ %sum, %loop ]
  ret float %r
}
declare i32 @llvm.umin.i32(i32, i32)
"""
# Zig's @divFloor: a remainder and a divisor of different signs
FLOORED = """
define i32 @k(i32 %a, i32 %b) {
  %d = or i32 %b, 1
  %q = sdiv i32 %a, %d
  %m = mul i32 %q, %d
  %r = sub i32 %a, %m
  %s = and i32 %b, -2147483648
  %x = xor i32 %r, %s
  %t = icmp ugt i32 %x, -2147483648
  %u = sext i1 %t to i32
  %z = add nsw i32 %q, %u
  ret i32 %z
}
"""
SIGNS_DIFFER = """
define float @k(i32 %a, i32 %b, float %x) {
  %d = xor i32 %a, %b
  %t = icmp slt i32 %d, 0
  %e = or i32 %a, %b
  %u = icmp sgt i32 %e, -1
  %v = select i1 %t, float %x, float 2.0
  %w = select i1 %u, float %v, float 3.0
  ret float %w
}
"""
BYTES = """
define i32 @k(i32 %x) {
  %a = trunc i32 %x to i8
  %s = lshr i32 %x, 8
  %b = trunc i32 %s to i8
  %r = call i8 @llvm.fshl.i8(i8 %a, i8 %a, i8 1)
  %c = xor i8 %r, %b
  %z = zext i8 %c to i32
  ret i32 %z
}
declare i8 @llvm.fshl.i8(i8, i8, i8)
"""
COMPLEX = """
define float @k(<2 x float> %z) {
  %r = call float @cabsf(<2 x float> %z)
  ret float %r
}
declare float @cabsf(<2 x float>)
"""
D = """
define float @k(float %a, float %b) {
  %t = call float @_D3std4math12trigonometry__T7tanImplTfZQlFNaNbNiNffZf(float %a)
  %m = call float @_D3std4math9remainder4fmodFNbNiNfffZf(float %t, float %b)
  ret float %m
}
declare float @_D3std4math12trigonometry__T7tanImplTfZQlFNaNbNiNffZf(float)
declare float @_D3std4math9remainder4fmodFNbNiNfffZf(float, float)
"""
NUMBA = """
define float @k(float %a) {
  %r = call float @numba_ldexpf(float %a, i32 3)
  ret float %r
}
declare float @numba_ldexpf(float, i32)
"""
CUBE = """
define float @k(float %x, float %y, float %z) {
  %f = call float @llvm.amdgcn.cubeid(float %x, float %y, float %z)
  %m = call float @llvm.amdgcn.cubema(float %x, float %y, float %z)
  %s = call float @llvm.amdgcn.cubesc(float %x, float %y, float %z)
  %t = call float @llvm.amdgcn.cubetc(float %x, float %y, float %z)
  %a = fadd float %s, %f
  %b = fsub float %t, %m
  %r = fmul float %a, %b
  ret float %r
}
declare float @llvm.amdgcn.cubeid(float, float, float)
declare float @llvm.amdgcn.cubema(float, float, float)
declare float @llvm.amdgcn.cubesc(float, float, float)
declare float @llvm.amdgcn.cubetc(float, float, float)
"""
# cglm for NEON negates lanes by their bits, and stores them as integers
NEGATED = """
define void @k(<4 x float> %a, ptr %o) {
  %s = fmul <4 x float> %a, %a
  %i = bitcast <4 x float> %s to <4 x i32>
  %n = xor <4 x i32> %i, <i32 0, i32 -2147483648, i32 0, i32 -2147483648>
  store <4 x i32> %n, ptr %o, align 4
  ret void
}
"""
ROWS = [
    ("lanes negated by their bits", NEGATED, ("agal", "lima-vp")),
    ("exported variables and a loop", EXPORTED, ("lima-vp", "lima-pp")),
    ("the smaller of two limits", SMALLER, ("agal", "lima-vp")),
    ("a quotient rounded down", FLOORED, ("agal", "lima-pp")),
    ("signs that differ", SIGNS_DIFFER, ("agal", "lima-pp")),
    ("bit logic on computed bytes", BYTES, ("lima-vp", "lima-pp")),
    ("a complex number of x86-64", COMPLEX, ("agal",)),
    ("D's functions", D, ("agal", "lima-vp")),
    ("Numba's ldexp", NUMBA, ("agal",)),
    ("faces of cube maps", CUBE, ("agal", "lima-pp")),
]


@pytest.mark.parametrize(
    ("isa", "text"), [pytest.param(isa, text, id=f"{isa} {name}") for name, text, isas in ROWS for isa in isas]
)
def test_agrees(isa: str, text: str) -> None:
    stage: driver.Stage = "fragment" if isa == "lima-pp" else "vertex"
    program = driver.compile(text, isa, stage=stage, verify=128)
    assert program.verified is not None
    assert program.verified["compared"] >= 32


def test_faces() -> None:
    program = driver.compile(
        CUBE.replace("  %r = fmul float %a, %b\n  ret float %r", "  ret float %f"), "agal", stage="vertex"
    )
    directions = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
    given = dict(zip(("x", "y", "z"), map(list, zip(*directions, strict=True)), strict=True))
    (found,) = driver.run(program, given, lanes=6).values()
    assert [float(face) for face in found] == [0, 1, 2, 3, 4, 5]


def test_only_counters_are_taken_apart() -> None:
    assert apart_at_minima(SMALLER) != SMALLER
    by_two = SMALLER.replace("%i, 1\n", "%i, 2\n")
    assert apart_at_minima(by_two) == by_two


JOINED = "%stop = select i1 %big, i1 true, i1 %done"


@pytest.mark.parametrize(
    "other",
    [
        # the counter goes on from the minimum, or may do so
        "%w = select i1 %done, float 1.0, float 2.0\n  %stop = fcmp ogt float %w, %sum",
        "%stop = and i1 %big, %done",
        "%stop = select i1 %big, i1 %done, i1 false",
        "%stop = select i1 %big, i1 true, i1 %done\n  %also = select i1 %done, i1 %big, i1 true",
        "%stop = xor i1 %big, %done",
    ],
)
def test_only_ends_of_loops_are_taken_apart(other: str) -> None:
    text = SMALLER.replace(JOINED, other)
    assert JOINED in SMALLER
    assert apart_at_minima(text) == text


@pytest.mark.parametrize("joined", ["%stop = or i1 %done, %big", "%stop = select i1 %done, i1 true, i1 %big"])
def test_ends_of_loops_may_be_joined(joined: str) -> None:
    text = SMALLER.replace(JOINED, joined)
    assert apart_at_minima(text) != text


def test_long_doubles_name_the_option() -> None:
    text = """
    define float @k(float %a) {
      %w = fpext float %a to fp128
      %c = call fp128 @_D3std4math9algebraic4cbrtFNbNiNeeZe(fp128 %w)
      %r = fptrunc fp128 %c to float
      ret float %r
    }
    declare fp128 @_D3std4math9algebraic4cbrtFNbNiNeeZe(fp128)"""
    with pytest.raises(Unsupported, match="computes in fp128") as caught:
        driver.compile(text, "agal", stage="vertex")
    assert "--demote-doubles" in caught.value.notes[0]
    program = driver.compile(text, "agal", stage="vertex", demote_doubles=True)
    assert program.verified is not None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # a counter from below zero meets large unsigned numbers first
        ("[ 0, %before ], [ %next", "[ -5, %before ], [ %next"),
        # one from above it, or one that is compared after its step, never meets a small limit
        ("[ 0, %before ], [ %next", "[ 3, %before ], [ %next"),
        ("icmp eq i64 %i, %wide", "icmp eq i64 %next, %wide"),
        # the larger limit wraps round
        ("%wide = zext i32 %least to i64", "%wider = zext i32 %least to i64\n  %wide = add i64 %wider, 5"),
        ("%wide = zext i32 %least to i64", "%more = add i32 %least, 5\n  %wide = zext i32 %more to i64"),
        ("%wide = zext i32 %least to i64", "%more = add i32 %least, -1\n  %wide = zext i32 %more to i64"),
        # signed numbers in the order of unsigned ones
        ("umin", "smin"),
        ("zext", "sext"),
    ],
)
def test_limits_that_may_be_met_before_the_minimum_stay_together(old: str, new: str) -> None:
    text = SMALLER.replace(old, new)
    assert text != SMALLER
    assert apart_at_minima(text) == text


def test_the_only_end_of_a_loop_is_taken_apart_wherever_its_counter_begins() -> None:
    """It would go round 2^31 times at least, if the minimum were below."""
    alone = (
        SMALLER.replace(f"  {JOINED}\n", "")
        .replace("i1 %stop", "i1 %done")
        .replace("[ 0, %before ], [ %next", "[ 3, %before ], [ %next")
    )
    assert apart_at_minima(alone) != alone
    narrow = alone.replace("%wide = zext i32 %least to i64", "%wide = trunc i32 %least to i8").replace("i64", "i8")
    assert apart_at_minima(narrow) == narrow


def test_a_limit_that_changes_stays_as_it_is_where_the_loop_has_other_ends() -> None:
    made = "  %least = call i32 @llvm.umin.i32(i32 %last, i32 11)\n  %wide = zext i32 %least to i64\n"
    same = SMALLER.replace(made, "").replace("  %f = ", f"{made}  %f = ")
    assert apart_at_minima(same) != same
    changing = same.replace("(i32 %last, i32 11)", "(i32 %now, i32 11)").replace(
        "  %least", "  %now = fptosi float %s to i32\n  %least"
    )
    assert apart_at_minima(changing) == changing
