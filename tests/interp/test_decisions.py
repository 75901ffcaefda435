"""Decisions that depend on inexact results: a lane is excused only if a decision explains the target's result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from lane_values import given

from gpucc import driver
from gpucc.interp import decisions
from gpucc.interp.compare import SAMPLES, Comparison, Freedom, compare
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.decisions import between, hangs_on_what_is_no_number, undecided, without_rare_overflows
from gpucc.interp.inputs import CORNER
from gpucc.interp.reference.irtext import TextBlock, TextFunction, TextLine
from gpucc.interp.reference.jit import Reference
from gpucc.interp.reference.sums import FreeSums
from gpucc.interp.report import Report
from gpucc.isa.model import FP32
from gpucc.program import Shader

# 1 where the square of a is above 1, which its rounding decides at a = 1; the 16 samples are left out here, so the
# judge has not seen both outcomes
STEP = """
  %s = fmul contract float %a, %a
  %c = fcmp ogt float %s, 1.0
  %r = select i1 %c, float 5.0, float 2.0"""


def beside(shader: Shader, reference: Reference, batch: Batch, found: list[float], moved: bool = False) -> Comparison:
    """Compare the reference with a target that gives these values; with `moved`, samples are perturbed as usual."""
    outputs = np.zeros((batch.lanes, 1, 4), np.float32)
    outputs[:, 0, 0] = found
    target = Outcome(outputs, np.zeros(batch.lanes, np.bool_), np.zeros(batch.lanes, np.bool_))
    samples = [reference.run(batch, perturb=seed if moved else None) for seed in range(SAMPLES if moved else 1)]
    return compare(
        reference.run(batch),
        target,
        interface=shader.interface,
        classes=np.full(batch.lanes, CORNER, np.int8),
        format=FP32,
        samples=samples,
        freedom=Freedom(values=True),
    )


def test_a_decision_explains_its_other_side_and_nothing_else(shader: Callable[..., Shader]) -> None:
    text = shader(STEP)
    reference = Reference(text, FP32)
    batch = given([1.0, 1.0, 1.0, 1.5, 0.5])
    found = beside(text, reference, batch, [2.0, 5.0, 5.001, 2.0, 5.0])
    assert found.wrong.tolist() == [False, True, True, True, True]
    assert undecided(reference, found, batch, 0)[:1].tolist() == [False]
    # each lane alone: a lane that stays wrong ends the search
    for lane, explained in ((1, True), (2, False), (3, False), (4, False)):
        one = given([float(batch.inputs[lane, 0, 0])])
        alone = beside(text, reference, one, [float(found.found[lane, 0, 0])])
        assert undecided(reference, alone, one, 0).tolist() == [explained], lane


def chains(count: int) -> str:
    """IR that computes a/a as a product with the reciprocal, p, and then d/d, where d is the sum of |p c - c| for
    several c: NaN if p is exactly 1 and none of these sums has an error, otherwise 1."""
    lines = [
        "%inverse = fdiv contract float 1.0, %a",
        "%p = fmul contract float %inverse, %a",
        "%d0 = fadd float 0.0, 0.0",
    ]
    for k in range(1, count + 1):
        lines += [f"%m{k} = fmul contract float %p, {2 * k + 1}.0", f"%s{k} = fsub contract float %m{k}, {2 * k + 1}.0"]
        lines += [f"%t{k} = call float @llvm.fabs.f32(float %s{k})", f"%d{k} = fadd float %d{k - 1}, %t{k}"]
    return "\n".join(f"  {line}" for line in [*lines, f"%r = fdiv float %d{count}, %d{count}"])


def test_a_singular_point_is_met_with_few_errors(
    shader: Callable[..., Shader], monkeypatch: pytest.MonkeyPatch
) -> None:
    """47 times the rounded 1/47 is no 1 in float32, but on a chip it may be. Where all results have errors, four sums
    are hardly ever exact together; a result that no run gives stays wrong."""
    text = shader(chains(4), head="declare float @llvm.fabs.f32(float)")
    reference = Reference(text, FP32)
    batch = given([47.0, 47.0])
    found = beside(text, reference, batch, [np.nan, 0.25], moved=True)
    assert found.wrong.tolist() == [True, True]
    assert [undecided(reference, _alone(found, k), batch, 0)[k] for k in range(2)] == [True, False]
    monkeypatch.setattr(decisions, "SPARSE", ())
    assert not undecided(reference, found, batch, 0).any()


def _alone(found: Comparison, lane: int) -> Comparison:
    """The comparison as if no other lane were wrong."""
    return replace(found, wrong=found.wrong & (np.arange(len(found.wrong)) == lane))


def test_a_small_error_is_no_decision(shader: Callable[..., Shader]) -> None:
    """A difference that grows with the perturbation is an error, not a jump."""
    text = shader("  %r = fmul contract float %a, %a")
    reference = Reference(text, FP32)
    batch = given([1.5])
    for off in (5.0, 6.5, 8.0, 30.0):
        found = beside(text, reference, batch, [2.25 * (1 + off * 2.0**-21)], moved=True)
        assert found.wrong.tolist() == [True]
        assert undecided(reference, found, batch, 0).tolist() == [False]


def test_an_infinity_excuses_only_what_hangs_on_it(shader: Callable[..., Shader]) -> None:
    text = shader("  %s = fmul float %a, %a\n  %r = call float @llvm.minnum.f32(float %s, float 4.0)",
                  head="declare float @llvm.minnum.f32(float, float)")  # fmt: skip
    reference = Reference(text, FP32)
    batch = given([float("inf"), 3.0])
    found = beside(text, reference, batch, [7.0, 7.0])
    assert hangs_on_what_is_no_number(reference, found, batch).tolist() == [True, False]
    other = shader("  %c = fcmp oeq float %a, %a\n  %r = select i1 %c, float 4.0, float 4.0")
    assert not hangs_on_what_is_no_number(
        Reference(other, FP32), beside(other, Reference(other, FP32), batch, [7.0, 7.0]), batch
    ).any()


@pytest.mark.parametrize("isa", ["lima-pp"])
def test_numbers_too_small_for_the_format_are_no_alarm(isa: str) -> None:
    text = (
        "define float @f(i32 %n) {\n  %s = uitofp i32 %n to float\n  %m = fmul float %s, 0x3DF0000000000000\n  ret"
        " float %m\n}\n"
    )
    ((_, report),) = driver.verify(text, isa, lanes=256, stage="fragment")
    assert isinstance(report, Report)
    assert report.passed, report.describe()


def test_results_beyond_whole_numbers_are_unsure(shader: Callable[..., Shader]) -> None:
    text = shader("  %r = and i32 %a, -2", "i32", "i32")
    assert Reference(text, FP32, exact=2048).run(given([-1.0, 5.0, 3000.0, 2047.0])).unsure.tolist() == [
        False,
        False,
        True,
        False,
    ]
    masked = shader("  %m = and i32 %a, 4095\n  %r = lshr i32 %m, 3", "i32", "i32")
    assert Reference(masked, FP32, exact=2048).run(given([-1.0, 5.0])).unsure.tolist() == [True, False]


def test_numbers_that_overflow_in_halves_are_told_apart() -> None:
    """300 * 300 exceeds halves: two NaNs do not count as agreement."""
    text = """precision highp float; varying vec2 v;
void main() { vec2 p = fract(v) + 300.0; gl_FragColor = vec4((p * p + p.yx) / 1024.0, v); }"""
    ((_, report),) = driver.verify(text, "lima-pp", lanes=256, name="s.frag")
    assert isinstance(report, Report)
    assert report.verdict == "structure", report.describe()
    assert report.singles >= 64
    assert report.doubt is not None
    assert "more in float32 only, where fp16 overflows or is too coarse" in report.doubt


def run(name: str, found: list[float]) -> Comparison:
    """A run whose reference is 1.0 in every lane, with a tolerance of one in ten."""
    one = np.ones((len(found), 1, 1), np.float32)
    values, no = np.array(found, np.float32).reshape(-1, 1, 1), np.zeros(len(found), np.bool_)
    wrong = ~(np.abs(values - one) <= 0.1).reshape(-1)
    tolerance = np.full(one.shape, 0.1)
    return Comparison(
        name, one, values, np.ones((1, 1, 1), np.bool_), ~wrong, no, no, wrong, no, no, no, tolerance, False, no
    )


def test_an_overflow_counts_only_if_nothing_else_is_wrong() -> None:
    """The same program, with functions perturbed within their bounds and in float32, must be right where a lane
    overflows."""
    inf, nan = np.inf, np.nan
    native, moved = run("native", [nan, inf, nan, nan, 2.0, 1.0]), run("perturbed", [1.0, 1.0, nan, 1.0, 1.0, nan])
    judged = without_rare_overflows([native, moved], run("f32", [1.0, 1.0, 1.0, 2.0, 1.0, 1.0]))
    assert judged[0].wrong.tolist() == [False, False, True, True, True, False]
    assert judged[1].wrong.tolist() == [False, False, True, False, False, False]
    assert judged[0].compared.tolist() == [False, False, True, True, True, True]


def test_a_result_is_between_those_of_the_reference_or_it_is_not(shader: Callable[..., Shader]) -> None:
    """Above, below, and no number are not between the source's result and that of a perturbed run."""
    source = shader("  %r = fmul contract float %a, %a")
    batch = given([2.0] * 6)
    found = beside(source, Reference(source, FP32), batch, [4.0, 4.5, 5.0, 5.5, 3.5, np.nan])
    outputs = np.full((6, 1, 4), 5.0, np.float32)
    other = Outcome(outputs, np.zeros(6, np.bool_), np.zeros(6, np.bool_))
    assert between([other], found).tolist() == [True, True, True, False, False, False]
    assert between([], found).tolist() == [True, False, False, False, False, False]


@pytest.mark.parametrize(
    ("other", "flags", "cancels"),
    [("%b", "contract", True), ("%c", "contract", True), ("%b", "nsz", False), ("%x", "contract", False)],
)
def test_only_a_value_that_meets_itself_in_a_free_sum_cancels(other: str, flags: str, cancels: bool) -> None:
    """%b and %c are computed alike, %x is another value."""

    def line(result: str, op: str, rest: str, *flags: str) -> TextLine:
        return TextLine(result, op, frozenset(flags), rest, "")

    lines = [
        line("%x", "fmul", "float %p, 3.0"),
        line("%b", "fmul", "float %p, 2.0"),
        line("%c", "fmul", "float %p, 2.0"),
        line("%d", "fsub", "float %a, %b"),
        line("%e", "select", "i1 %t, float %d, float 0.0"),
        line("%s", "fadd", f"float %e, {other}", flags),
    ]
    sums = FreeSums(TextFunction("f", "float", (), [TextBlock("0", lines)]), {str(one.result): one for one in lines})
    assert sums.cancels(lines[-1]) is cancels
