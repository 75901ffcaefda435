"""An operation without a result, where a select takes the other value: the lane is compared, and a mistake is found."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from planting import STAGES, built, judged

from gpucc.interp.data import Batch, Outcome
from gpucc.interp.reference.jit import Reference
from gpucc.interp.reference.marks import Tracer
from gpucc.isa.model import FP32
from gpucc.program import Stage

# by name: what computes %r and the condition %ok of the lanes in which it has a result
OPERATIONS = {
    "element": """  %n = fptoui float %x to i32
  %r = extractelement <4 x float> %v, i32 %n
  %ok = icmp ult i32 %n, 4""",
    "insertion": """  %n = fptoui float %x to i32
  %w = insertelement <4 x float> %v, float 0.5, i32 %n
  %r = extractelement <4 x float> %w, i32 1
  %ok = icmp ult i32 %n, 4""",
    "shift": """  %n = fptosi float %x to i32
  %s = shl i32 3, %n
  %r = sitofp i32 %s to float
  %ok = icmp ult i32 %n, 8""",
    "power": """  %r = call float @llvm.pow.f32(float %x, float 1.5)
  %ok = fcmp ogt float %x, 0.0""",
    "integer": """  %far = fmul float %x, 1048576.0
  %big = fmul float %far, 1048576.0
  %n = fptosi float %big to i32
  %r = sitofp i32 %n to float
  %ok = fcmp oeq float %x, 0.0""",
}
TEXT = """declare float @llvm.pow.f32(float, float)
define void @{stage}(ptr %out, <4 x float> %v) {{
  %x = extractelement <4 x float> %v, i32 0
{operation}
{choice}
  %result = insertelement <4 x float> <float 0.0, float 0.0, float 0.0, float 1.0>, float %one, i32 0
  store <4 x float> %result, ptr %out
  ret void
}}
"""
CHOICES = {
    "select": "  %one = select i1 %ok, float %r, float {other}",
    "branch": """  br i1 %ok, label %yes, label %end
yes:
  %twice = fmul float %r, 2.0
  br label %end
end:
  %one = phi float [ {other}, %0 ], [ %twice, %yes ]""",
}


def program(isa: str, name: str, choice: str, other: str):  # type: ignore[no-untyped-def]
    return built(
        TEXT.format(stage=STAGES[isa], operation=OPERATIONS[name], choice=CHOICES[choice].format(other=other)), isa
    )


@pytest.mark.sampled(2)
@pytest.mark.parametrize("isa", STAGES)
@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("name", OPERATIONS)
def test_the_other_value_is_compared(isa: str, name: str, choice: str) -> None:
    right = program(isa, name, choice, "10.0")
    report = judged(right)
    assert report.verdict == "verified", report.describe()
    assert judged(right, program(isa, name, choice, "11.0").program).verdict == "differs"


QUOTIENT = """
define float @f(i32 %k, i32 %j, float %a) {
entry:
  %n = and i32 %k, 3
  %m = and i32 %j, 63
  %c = icmp eq i32 %n, 0
  br i1 %c, label %z, label %d
d:
  %q = udiv i32 %m, %n
  %qf = uitofp i32 %q to float
  br label %e
z:
  %h = fmul float %a, 0.5
  br label %e
e:
  %r = phi float [ %qf, %d ], [ %h, %z ]
  ret float %r
}
"""
FLAGS = (Path(__file__).parent.parent / "regressions" / "difference_either_way.ll").read_text()


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("isa", "stage"), [*STAGES.items(), ("agal", "vertex")])
@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        (QUOTIENT, "0.5", "0.75"),
        (QUOTIENT, "63", "31"),
        (FLAGS, "i32 %m, -8", "i32 %m, -9"),
        (FLAGS, "i32 8, %m", "i32 9, %m"),
        (FLAGS, "i8 -1, i8 %v", "i8 -2, i8 %v"),
        (FLAGS, "i32 128, %l", "i32 64, %l"),
        (FLAGS, "i1 %f, i1 false", "i1 %f, i1 true"),
    ],
)
def test_a_mistake_is_found_where_the_other_side_has_no_result(
    text: str, right: str, wrong: str, isa: str, stage: Stage
) -> None:
    """The other side divides by zero, or its flags do not hold."""
    assert right in text
    source = built(text, isa, stage)
    assert judged(source).verdict == "verified"
    assert judged(source, built(text.replace(right, wrong), isa, stage).program).verdict == "differs"


def run(shader, body: str, values: list[float], traced: bool = False) -> tuple[Reference, Outcome]:  # type: ignore[no-untyped-def]
    inputs = np.zeros((len(values), 1, 4), np.float32)
    inputs[:, 0, 0] = values
    reference = Reference(shader(body), FP32, tracer=Tracer if traced else None)
    return reference, reference.run(Batch(inputs, np.zeros((1, 0, 4), np.float32)))


INDEX = "  %n = fptosi float %a to i32\n  %e = extractelement <2 x float> <float 1.0, float 2.0>, i32 %n\n"
OK = "  %ok = icmp ult i32 %n, 2\n"


# by name: a program, and whether the lanes 0, 1, 2 and 9 are unsure
READS: dict[str, tuple[str, list[int]]] = {
    "taken": (INDEX + "  %ok = icmp ugt i32 %n, 5\n  %r = select i1 %ok, float %e, float 3.0", [0, 0, 0, 1]),
    "read": (INDEX + OK + "  %s = select i1 %ok, float %e, float 3.0\n  %r = fadd float %s, %e", [0, 0, 1, 1]),
    "through operations": (
        INDEX + OK + "  %d = fmul float %e, 2.0\n  %s = fadd float %d, 1.0\n  %r = select i1 %ok, float %s, float 3.0",
        [0, 0, 0, 0],
    ),
    "a condition": (
        INDEX + OK + "  %c = fcmp ogt float %e, 1.5\n  %r = select i1 %c, float 4.0, float 3.0",
        [0, 0, 1, 1],
    ),
    "a condition that another one guards": (
        INDEX + OK + "  %c = fcmp ogt float %e, 1.5\n  %both = select i1 %ok, i1 %c, i1 false\n"
        "  %r = select i1 %both, float 4.0, float 3.0",
        [0, 0, 0, 0],
    ),
    "a condition and its value": (
        INDEX + OK + "  %c = fcmp ogt float %e, 1.5\n  %both = and i1 %ok, %c\n"
        "  %r = select i1 %both, float 4.0, float 3.0",
        [0, 0, 1, 1],
    ),
    "components": (
        INDEX + OK + "  %v = insertelement <2 x float> <float 1.0, float 1.0>, float %e, i32 0\n"
        "  %c = insertelement <2 x i1> <i1 true, i1 true>, i1 %ok, i32 0\n"
        "  %w = select <2 x i1> %c, <2 x float> %v, <2 x float> zeroinitializer\n"
        "  %r = extractelement <2 x float> %w, i32 0",
        # the lane's vector counts as one value, one component of which is taken
        [0, 0, 1, 1],
    ),
    "a vector": (
        INDEX + OK + "  %v = insertelement <2 x float> <float 1.0, float 1.0>, float %e, i32 0\n"
        "  %w = select i1 %ok, <2 x float> %v, <2 x float> zeroinitializer\n"
        "  %r = extractelement <2 x float> %w, i32 0",
        [0, 0, 0, 0],
    ),
    "a branch": (
        INDEX + OK + "  %s = select i1 %ok, float %e, float 3.0\n  %c = fcmp ogt float %e, 1.5\n"
        "  br i1 %c, label %yes, label %no\nyes:\n  br label %no\nno:\n"
        "  %r = phi float [ %s, %0 ], [ 7.0, %yes ]",
        [0, 0, 1, 1],
    ),
}


READS["a block that does not run"] = (
    INDEX
    + OK
    + "  %d = fmul float %e, 2.0\n  br i1 %ok, label %yes, label %no\nyes:\n  %s = fadd float %d, 1.0\n  br label %no\n"
    + "no:\n  %r = phi float [ 3.0, %0 ], [ %s, %yes ]",
    [0, 0, 0, 0],
)
READS["a block that runs"] = (
    INDEX
    + "  %ok = icmp ult i32 %n, 5\n  br i1 %ok, label %yes, label %no\n"
    + "yes:\n  %s = fadd float %e, 1.0\n  br label %no\n"
    + "no:\n  %r = phi float [ 3.0, %0 ], [ %s, %yes ]",
    [0, 0, 1, 0],
)
READS["a block further up"] = (
    "  br label %make\nuse:\n  %r = select i1 %ok, float %e, float 3.0\n  br label %end\n"
    + f"make:\n{INDEX}{OK}  br label %use\nend:",
    # written before what it reads, so the check is made at once
    [0, 0, 1, 1],
)
READS["a loop"] = (
    INDEX
    + OK
    + "  br label %loop\nloop:\n  %i = phi float [ %e, %0 ], [ %j, %loop ]\n  %j = fadd float %i, 1.0\n"
    + "  %more = fcmp olt float %j, 3.0\n  br i1 %more, label %loop, label %end\nend:\n  %r = fadd float %j, 0.0",
    [0, 0, 1, 1],
)
READS["a phi"] = (
    INDEX
    + OK
    + "  br i1 %ok, label %yes, label %no\nyes:\n  br label %no\nno:\n  %r = phi float [ 3.0, %0 ], [ %e, %yes ]",
    [0, 0, 0, 0],
)


@pytest.mark.parametrize("name", READS)
def test_lanes_are_unsure_that_read_poison(shader, name: str) -> None:  # type: ignore[no-untyped-def]
    body, unsure = READS[name]
    assert run(shader, body, [0.0, 1.0, 2.0, 9.0])[1].unsure.tolist() == [bool(bit) for bit in unsure]


def test_the_place_of_what_was_read_is_told(shader) -> None:  # type: ignore[no-untyped-def]
    """Of two such values, one of which is not taken, the other one."""
    body = (
        INDEX
        + OK
        + "  %f = extractelement <2 x float> <float 5.0, float 6.0>, i32 %n\n"
        + "  %s = select i1 %ok, float %e, float 3.0\n  %far = icmp ugt i32 %n, 5\n"
        + "  %r = select i1 %far, float %f, float %s"
    )
    reference, outcome = run(shader, body, [0.0, 2.0, 9.0], traced=True)
    assert outcome.unsure.tolist() == [False, False, True]
    assert isinstance(reference.tracer, Tracer)
    assert outcome.firsts is not None
    assert reference.tracer.meaningless(outcome.firsts).tolist() == [False, False, True]
    (loss,) = reference.tracer.losses(outcome.firsts[2:], np.zeros(1, np.bool_))
    assert loss.reason == "an index outside its vector"
    assert loss.place.startswith("`%f = extractelement")
