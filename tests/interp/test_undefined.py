"""Which components of which lanes hang on undefined values."""

from __future__ import annotations

import numpy as np
import pytest

from gpucc import driver
from gpucc.interp.compare import Report
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.reference.jit import Reference
from gpucc.interp.reference.undefined import undefined_outputs
from gpucc.isa.model import FP32

LANES = (1.0, -1.0, 2.0, 3.0)
CASES = [
    # body, which of the lanes are open in x, y
    ("  %r = insertelement <2 x float> undef, float %a, i32 0", ("....", "oooo")),
    ("  %r = insertelement <2 x float> <float 1.0, float poison>, float %a, i32 0", ("....", "oooo")),
    ("  %v = insertelement <2 x float> poison, float %a, i32 0\n  %r = insertelement <2 x float> %v, float %a, i32 1", ("....", "....")),
    (
        "  %c = fcmp olt float %a, 0.0\n  %s = select i1 %c, float undef, float %a\n"
        "  %r = insertelement <2 x float> zeroinitializer, float %s, i32 1",
        ("....", ".o.."),
    ),
    (
        "  %c = fcmp ogt float %a, 0.0\n  %s = select i1 %c, float poison, float %a\n"
        "  %r = insertelement <2 x float> zeroinitializer, float %s, i32 0",
        ("oooo", "...."),
    ),
]


@pytest.mark.parametrize(("body", "expected"), CASES, ids=range(len(CASES)))
def test_open_components(shader, body: str, expected: tuple[str, str]) -> None:  # type: ignore[no-untyped-def]
    inputs = np.zeros((len(LANES), 1, 4), np.float32)
    inputs[:, 0, 0] = LANES
    batch = Batch(inputs, np.zeros((1, 0, 4), np.float32))
    source = shader(body, "float", "<2 x float>")
    found = undefined_outputs(Reference(source, FP32).run(batch), Reference(source, FP32, fill="ones").run(batch))
    assert tuple("".join("o" if lane else "." for lane in found[:, 0, c]) for c in range(2)) == expected


def test_lanes_without_a_meaning_say_nothing_of_undefined_values() -> None:
    """Most lanes being unsure once made every output of a program with loops count as undefined."""
    zeros = Outcome(np.zeros((4, 1, 4), np.float32), np.zeros(4, np.bool_), np.array([False, True, True, True]))
    ones = Outcome(zeros.outputs + zeros.unsure[:, None, None], zeros.discarded, np.zeros(4, np.bool_))
    assert not undefined_outputs(zeros, ones).any()
    differing = Outcome(zeros.outputs + 1, zeros.discarded, zeros.unsure)
    assert undefined_outputs(zeros, differing).all()


NEVER_STORED = """define float @vertex(float %x, i32 %n) {
entry:
  %a = alloca [8 x float], align 16
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k2, %loop ]
  %number = sitofp i32 %k to float
  %value = fadd float %number, %x
  %i = and i32 %k, 3
  %place = getelementptr [8 x float], ptr %a, i32 0, i32 %i
  store float %value, ptr %place, align 4
  %k2 = add i32 %k, 1
  %more = icmp slt i32 %k2, %n
  br i1 %more, label %loop, label %done
done:
  %never = getelementptr [8 x float], ptr %a, i32 0, i32 6
  %v = load float, ptr %never, align 4
  %w = load float, ptr %a, align 4
  %s = fadd float %v, %w
  %large = fcmp ogt float %s, %x
  %r = select i1 %large, float %w, float %s
  ret float %r
}
"""


@pytest.mark.parametrize("opt", [0, 2])
@pytest.mark.parametrize(("isa", "stage"), [("lima-vp", "vertex"), ("lima-pp", "fragment"), ("pica200", "vertex"), ("agsl", "fragment")])
def test_an_element_that_was_never_stored_is_any_number(isa: str, stage: str, opt: int) -> None:
    """It is no reason for an alarm, nor for a simulator to stop."""
    ((_, report),) = driver.verify(NEVER_STORED.replace("@vertex", f"@{stage}"), isa, lanes=64, opt=opt)
    assert isinstance(report, Report), report
    assert report.passed, report.describe()
