"""Integer phis that only hold the bits of floats are phis of floats, also where they get them from each other."""

from __future__ import annotations

import pytest

import gpucc
from gpucc import driver
from gpucc.targets import registry

# Fibonacci's numbers by their bits: %a gets a constant and the phi %b, %b a select between %b and the sum
LOOP = """define <4 x float> @shader(<4 x float> %p) {
entry:
  %x = extractelement <4 x float> %p, i32 0
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  %a = phi i32 [ 0, %entry ], [ %b, %loop ]
  %b = phi i32 [ 1065353216, %entry ], [ %next, %loop ]
  %f = bitcast i32 %a to float
  %g = bitcast i32 %b to float
  %sum = fadd float %f, %g
  %bits = bitcast float %sum to i32
  %grows = fcmp olt float %g, %x
  %next = select i1 %grows, i32 %bits, i32 %b
  %more = add i32 %i, 1
  %again = icmp slt i32 %more, 7
  br i1 %again, label %loop, label %done
done:
  %h = bitcast i32 %a to float
  %k = bitcast i32 %b to float
  %r = insertelement <4 x float> %p, float %h, i32 1
  %s = insertelement <4 x float> %r, float %k, i32 2
  ret <4 x float> %s
}
"""


@pytest.mark.parametrize("isa", registry.names())
@pytest.mark.parametrize("opt", [0, 2])
def test_phis_that_get_bits_from_each_other_are_floats(isa: str, opt: int) -> None:
    assert gpucc.compile(LOOP, isa=isa, opt=opt, stage=driver.stages_of(isa)[0]).verified
