"""Addresses of local variables and globals as numbers: alignment, distances, loops over addresses."""

from __future__ import annotations

import pytest

from gpucc import driver

HEAD = """
declare float @llvm.floor.f32(float)
@table = private constant [4 x float] [float 1.0, float 2.0, float 4.0, float 8.0], align 4
define void @shader(ptr %x, ptr %out) {
entry:
  %a = alloca [8 x float], align 16
  %b = alloca [4 x float], align 4
  %v = load <4 x float>, ptr %x, align 16
  %high = getelementptr [8 x float], ptr %a, i64 0, i64 4
  store <4 x float> %v, ptr %a, align 16
  store <4 x float> %v, ptr %high, align 16
  store <4 x float> %v, ptr %b, align 4
  %f = extractelement <4 x float> %v, i64 0
  %positive = fcmp ogt float %f, 0.0
  %k = select i1 %positive, i64 1, i64 2
"""
# the elements before the next multiple of 16, then the others: what a compiler makes of a loop over vectors
PEELED = """
  %p = getelementptr inbounds float, ptr %a, i64 %k
  %n = ptrtoint ptr %p to i64
  %quarters = lshr exact i64 %n, 2
  %less = sub i64 0, %quarters
  %before = and i64 %less, 3
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %early = icmp ult i64 %i, %before
  %at = getelementptr inbounds float, ptr %p, i64 %i
  %one = load float, ptr %at, align 4
  %twice = fmul float %one, 2.0
  %term = select i1 %early, float %one, float %twice
  %more = fadd float %sum, %term
  %next = add i64 %i, 1
  %ends = icmp eq i64 %next, 4
  br i1 %ends, label %end, label %loop
end:
  %r = phi float [ %more, %loop ]
"""
# the distance of two addresses, one of which goes through the loop
DISTANCE = """
  br label %loop
loop:
  %p = phi ptr [ %b, %entry ], [ %q, %loop ]
  %one = load float, ptr %p, align 4
  %q = getelementptr inbounds nuw float, ptr %p, i64 1
  %e = ptrtoint ptr %q to i64
  %s = ptrtoint ptr %b to i64
  %d = sub i64 %e, %s
  %small = fcmp olt float %one, 1.0
  %last = icmp eq i64 %d, 16
  %ends = or i1 %small, %last
  br i1 %ends, label %end, label %loop
end:
  %w = trunc i64 %d to i32
  %r = sitofp i32 %w to float
"""
# one of several objects, and the distance from a table's beginning
CHOSEN = """
  %t = getelementptr inbounds [4 x float], ptr @table, i64 0, i64 %k
  %c = select i1 %positive, ptr %t, ptr %b
  %n = ptrtoint ptr %c to i64
  %m = ptrtoint ptr @table to i32
  %o = trunc i64 %n to i32
  %d = sub i32 %o, %m
  %one = load float, ptr %c, align 4
  %w = and i32 %d, 15
  %g = sitofp i32 %w to float
  %r = fadd float %g, %one
"""
TAIL = "  store float %r, ptr %out, align 4\n  ret void\n}\n"


@pytest.mark.parametrize("isa", ["lima-vp", "agal", "agsl"])
@pytest.mark.parametrize("body", [PEELED, DISTANCE, CHOSEN], ids=["peeled", "distance", "chosen"])
def test_addresses_of_objects(body: str, isa: str) -> None:
    stage = "fragment" if isa == "agsl" else "vertex"
    target = {"version": "3"} if isa == "agal" else {}
    program = driver.compile(HEAD + body + TAIL, isa, stage=stage, bind={"x": "input", "out": "output"}, target=target)
    assert program.verified is not None
    assert program.verified["verdict"] == "verified"
