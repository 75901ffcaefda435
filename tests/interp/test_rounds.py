"""Loops whose trip count depends on inexact values, and mistakes that such loops must not excuse."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from lane_values import given

from gpucc import compile, driver
from gpucc.interp.bench import Bench
from gpucc.interp.chance import Chance
from gpucc.interp.compare import most_rounds
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.judgement import MANY_STEPS, MOST_STEPS
from gpucc.interp.reference.jit import Reference
from gpucc.interp.report import Report
from gpucc.interp.verify import native_bounds, verify_program
from gpucc.isa.agal import AGAL
from gpucc.isa.model import FP32, Isa
from gpucc.program import Program, Shader

PLAIN = replace(AGAL, format=FP32, loops=True)

# t grows by a function of itself, and an exit tests it: its value at the exit depends on the rounding of every sine
# before
SUM = """
entry:
  br label %loop
loop:
  %t = phi float [ 0.0, %entry ], [ %n, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %m = fmul float %t, %a
  %s = call float @llvm.sin.f32(float %m)
  %g = call float @llvm.fabs.f32(float %s)
  %h = fmul float %g, 0x3FD0000000000000
  %k = fadd float %h, 0x3FB0000000000000
  %n = fadd float %t, %k
  %j = add i32 %i, 1
  %more = icmp ne i32 %j, ROUNDS
  %low = fcmp ole float %n, LIMIT
  %go = and i1 %more, %low
  br i1 %go, label %loop, label %end
end:
  %c = sitofp i32 %j to float
  %r = fadd float %n, %c"""
SINE = "declare float @llvm.sin.f32(float)\ndeclare float @llvm.fabs.f32(float)\n"


def summed(shader: Callable[..., Shader], rounds: int, limit: float) -> Shader:
    return shader(SUM.replace("ROUNDS", str(rounds)).replace("LIMIT", f"{limit:.1f}"), head=SINE)


def verdict(shader: Shader, other: Shader, lanes: int = 256) -> Report:
    """Verify a target that executes `other`."""

    def simulate(
        program: Program,
        isa: Isa,
        batch: Batch,
        *,
        precision: str,
        perturb: Chance | None = None,
        zero_wins: bool = False,
    ) -> Outcome:
        found = Reference(other, FP32, bounds=native_bounds(isa)).run(batch, perturb=None if perturb is None else 12345)
        return replace(found, unsure=np.zeros_like(found.unsure))

    return verify_program(shader, Program("agal", "vertex", b"", shader.interface), PLAIN, simulate, lanes=lanes)


def test_rounds_are_counted_lane_by_lane(shader: Callable[..., Shader]) -> None:
    outcome = Reference(summed(shader, 40, 1.0), FP32).run(given([0.0, 0.0, 30.0]))
    assert outcome.rounds is not None
    assert outcome.rounds[:2].tolist() == [17, 17]
    assert outcome.rounds[2] < 17


def test_an_exit_that_hangs_on_a_feedback_is_no_mistake(shader: Callable[..., Shader]) -> None:
    good = summed(shader, 60, 6.0)
    report = verdict(good, good)
    assert report.verdict == "verified", report.describe()


@pytest.mark.parametrize(
    ("rounds", "limit"),
    [(59, 6.0), (61, 6.0), (60, 5.0), (60, 7.0), (1, 6.0)],
    ids=["less", "more", "early", "late", "once"],
)
def test_wrong_rounds_are_found_beside_it(shader: Callable[..., Shader], rounds: int, limit: float) -> None:
    report = verdict(summed(shader, 60, 6.0), summed(shader, rounds, limit))
    assert report.verdict == "differs", report.describe()


# the loop ends when the counter reaches exactly 8; a flag makes the sum inexact
EXACTLY = """
entry:
  br label %loop
loop:
  %i = phi float [ 0.0, %entry ], [ %n, %loop ]
  %n = fadd reassoc float %i, STEP
  %go = fcmp one float %n, 8.0
  br i1 %go, label %loop, label %end
end:
  %r = fadd float %n, %a"""


def test_samples_that_miss_the_end_are_stopped(shader: Callable[..., Shader]) -> None:
    reference = Reference(shader(EXACTLY.replace("STEP", "1.0")), FP32)
    batch = given([1.0] * 64)
    outcome = reference.run(batch)
    assert outcome.rounds is not None
    assert (outcome.rounds == 8).all()
    limits = most_rounds(outcome, quads=False)
    assert limits is not None
    sample = reference.run(batch, perturb=1, limits=limits)
    assert sample.rounds is not None
    assert (limits == 96).all()
    assert sample.unsure.any()
    assert (sample.rounds == np.where(sample.unsure, 96, 8)).all()


def test_afn_says_nothing_of_sums(shader: Callable[..., Shader]) -> None:
    text = (
        "  %p = fmul afn float %a, %a\n  %s = fadd afn float %p, %a\n  %r = call afn float @llvm.fma.f32(float %s,"
        " float %a, float %p)"
    )
    assert not Reference(shader(text, head="declare float @llvm.fma.f32(float, float, float)"), FP32).freedom.values


def test_a_float_counter_may_end_where_it_is_equal() -> None:
    text = (
        "half4 main(float2 p) { float t = p.x; for (float i = 0.0; i != 2.0; i++) { t += p.y; } return"
        " half4(half(t)); }"
    )
    ((_, report),) = driver.verify(text, "agsl", lanes=64, name="s.agsl")
    assert isinstance(report, Report)
    assert report.verdict == "verified", report.describe()


def test_no_warnings_of_numpy() -> None:
    """All inputs are redrawn here, far beyond the range of halves and floats."""
    text = "half4 main(float2 p) { return half4(smoothstep(0.5, 0.5, p.x)); }"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile(text, isa="agsl", name="s.agsl")


def test_more_rounds_are_tried_only_if_a_lane_wanted_more(
    shader: Callable[..., Shader], monkeypatch: pytest.MonkeyPatch
) -> None:
    """More lanes are wanted than there are, so both programs stay unverified."""
    benches: list[int] = []

    class Counted(Bench):
        def __init__(self, *given: object) -> None:
            super().__init__(*given)  # type: ignore[arg-type]
            benches.append(self.options.steps.most)

    def verified(rounds: int) -> list[int]:
        benches.clear()
        text = summed(shader, rounds, 1e6)
        verdict(text, text, lanes=16)
        return list(benches)

    monkeypatch.setattr("gpucc.interp.verify.Bench", Counted)
    monkeypatch.setattr("gpucc.interp.verify.enough", lambda lanes: 10 * lanes)
    monkeypatch.setattr("gpucc.interp.verify._more", lambda *given: [])
    assert verified(40) == [MOST_STEPS]
    assert verified(2000) == [MOST_STEPS, MANY_STEPS]


def test_loops_without_a_single_sure_lane_are_not_simulated() -> None:
    """In halves, some lane of every quad overflows to a coordinate without a meaning: no lane of the quad may run,
    since a loop might never end on it. The counts of the loop reach 1e9, so that a simulation of them would end at the
    simulator's limit; the float32 run has lanes of its own and says what it compared."""
    source = """precision highp float;
varying vec2 v;
uniform float n;
uniform sampler2D t;
void main() {
  float size = v.x * v.x + 300.0;
  vec4 sum = texture2D(t, fract(vec2(size * size, v.y)));
  for (int i = 1; i <= int(n); i++) sum = 0.5 * sum + texture2D(t, v * float(i));
  gl_FragColor = sum;
}
"""
    report = compile(source, "lima-pp", verify=64, effort=0).verified
    assert report["verdict"] == "structure"
    assert report["compared"] == 0
    assert report["float32_only"] >= 64
