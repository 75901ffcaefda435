"""NaNs on a target that blends: those of a blend are distinguished from those of a wrong program, in every class of
lanes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from planting import built, judged

from gpucc import driver
from gpucc.interp.blends import spoilt
from gpucc.interp.compare import compare
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.inputs import CORNER, ORDINARY, WIDE
from gpucc.interp.report import Evidence, Report, Unseen
from gpucc.isa.model import FP32
from gpucc.program import Interface, Slot
from gpucc.targets import registry
from gpucc.targets.agal import simulate

AGAL = registry.find("agal").isa

# the fourth power of p.y is infinite in some wide lanes, where infinity - infinity is NaN; elsewhere the sum changes
# nothing
CHOICE = """  %c = fcmp ogt float %y, %z
  %s = select i1 %c, float %x, float %z
"""
SPOILED = """  %y2 = fmul float %y, %y
  %y4 = fmul float %y2, %y2
  %zero = fsub float %y4, %y4
  %wrong = fadd float %right, %zero
"""


def text(body: str, value: str) -> str:
    return f"""define <4 x float> @vertex(<4 x float> %p) {{
  %x = extractelement <4 x float> %p, i32 0
  %y = extractelement <4 x float> %p, i32 1
  %z = extractelement <4 x float> %p, i32 2
  %one = fadd float %x, 1.000000e+00
  %right = fmul float %one, %one
{body}  %o0 = insertelement <4 x float> splat (float 1.000000e+00), float {value}, i32 0
  %o1 = insertelement <4 x float> %o0, float %s, i32 1
  ret <4 x float> %o1
}}
"""


def compared(source: str, runs: str, lanes: int = 256) -> Report:
    """The report on a program compiled from `runs` instead of `source`."""
    return judged(built(source, "agal", "vertex"), built(runs, "agal", "vertex").program, lanes=lanes)


def test_a_nan_in_wide_lanes_is_caught_beside_a_select() -> None:
    source = text(CHOICE, "%right")
    assert compared(source, source).passed
    report = compared(source, text(CHOICE + SPOILED, "%wrong"))
    assert report.differing > 0
    assert report.difference is not None
    assert report.difference.kind in ("wide", "corner")
    assert np.isnan(report.difference.found)
    assert not np.isnan(report.difference.expected)


def test_a_nan_that_passes_through_a_blend_is_caught() -> None:
    chosen = CHOICE.replace("float %x, float %z", "float {}, float %z")
    source = text(chosen.format("%right"), "%x")
    report = compared(source, text(SPOILED + chosen.format("%wrong"), "%x"))
    assert report.differing > 0


def test_a_factor_of_zero_is_caught_where_its_product_is_wanted() -> None:
    """Zero times infinity is not excused as a blend if the zero itself is wrong: with the rule that zero wins, the
    result is still wrong."""
    source = text(CHOICE + "  %t = fadd float %right, %y\n", "%t")
    wrong = "  %small = fmul float %right, 0x36A0000000000000\n  %tiny = fmul float %small, 0x36A0000000000000\n"
    more = "  %huge = fmul float %right, 0x47D0000000000000\n  %vast = fmul float %huge, 0x47D0000000000000\n"
    runs = text(CHOICE + wrong + more + "  %t = fmul float %vast, %tiny\n", "%t")
    assert compared(source, runs).differing > 0


INTERFACE = Interface(outputs=(Slot("o", "output", 0, "ff"),))


def outcome(rows: list[list[float]]) -> Outcome:
    values = np.zeros((len(rows), 1, 4), np.float32)
    values[:, 0, : len(rows[0])] = rows
    return Outcome(values, np.zeros(len(rows), np.bool_), np.zeros(len(rows), np.bool_))


@pytest.mark.parametrize(
    ("expected", "found", "mended", "kind", "excused"),
    [
        ([1, 2], [np.nan, 2], [1, 2], CORNER, True),
        ([1, 2], [np.nan, 2], [1, 2], WIDE, True),
        ([1, 2], [np.nan, 2], [1, 2], ORDINARY, False),
        ([1, 2], [np.nan, 2], [np.nan, 2], WIDE, False),
        ([1, 2], [np.nan, 2], [1.5, 2], WIDE, False),
        ([1, 2], [np.nan, 3], [1, 3], WIDE, False),
        ([1, 2], [1, 3], [1, 3], WIDE, False),
        # a texture read at a NaN or a comparison with one gives a number, which is wrong
        ([1, 2], [np.nan, 3], [1, 2], WIDE, True),
        ([1, 2], [1, 3], [1, 2], ORDINARY, False),
        ([np.inf, 2], [np.nan, 2], [np.inf, 2], CORNER, True),
        ([1, 2], [np.nan, np.nan], [1, np.nan], CORNER, False),
        # correct values stay correct, even if the rule that zero wins changes them
        ([1, np.nan], [np.nan, np.nan], [1, 0], CORNER, True),
    ],
)
def test_only_what_the_second_run_mends_is_excused(expected, found, mended, kind, excused) -> None:  # type: ignore[no-untyped-def]
    report = compare(
        outcome([expected]),
        outcome([found]),
        interface=INTERFACE,
        classes=np.array([kind], np.int8),
        format=FP32,
        repaired=outcome([mended]),
    )
    assert (report.excused.sum(), report.wrong.sum()) == (int(excused), int(not excused))


def test_what_spoils_ordinary_lanes_is_told() -> None:
    """A blend does where a product in which zero wins mends the lane; else it is another order of operations."""
    expected, found = outcome([[1, 2]] * 3), outcome([[np.nan, 2], [np.inf, 2], [1, 2]])
    expected = replace(expected, unsure=~expected.discarded, reordered=~expected.discarded)
    run = compare(expected, found, interface=INTERFACE, classes=np.zeros(3, np.int8), format=FP32)
    run = replace(run, blended=np.array([True, False, False]))
    assert spoilt(run, np.array([ORDINARY] * 3, np.int8)) == (2, 1)
    assert spoilt(run, np.array([WIDE] * 3, np.int8)) == (0, 0)
    for blended, cause, remedy in ((60, "blends them", "clamp what"), (20, "another order", "--arithmetic strict")):
        report = Report(256, 100, ordinary=128, ordinary_compared=64, needed=64, spoilt=64, blended=blended)
        assert report.verdict == "unverified"
        assert cause in (report.doubt or "")
        assert report.remedy.startswith(remedy)


@pytest.mark.parametrize(
    ("report", "advice"),
    [
        (Report(256, 30, ordinary=128, ordinary_compared=20, needed=64), "--verify 2048 compares more lanes"),
        (Report(1000, 70, ordinary=500, ordinary_compared=60, needed=64), "--verify 2048 compares more lanes"),
        (Report(64, 0, ordinary=32, needed=32), "--verify 256 shows whether any lane can be compared"),
        (Report(96, 0, unsure=90, ordinary=48, needed=48), "--verify 512 shows whether any lane can be compared"),
        # no kind of input gives any lane a result
        (Report(96, 0, unsure=96, ordinary=48, needed=48), "more lanes hardly help"),
        (Report(16, 0, unsure=16, ordinary=8, needed=8), "--verify 64 shows whether any lane can be compared"),
        (Report(256, 0, ordinary=128, needed=64), "more lanes hardly help"),
        # the most that the command takes
        (Report(1 << 23, 30, ordinary=1 << 22, ordinary_compared=20, needed=64), "--verify 16777216 compares"),
        (Report(1 << 24, 30, ordinary=1 << 23, ordinary_compared=20, needed=64), "more lanes hardly help"),
        (Report(500, 93, ordinary=300, ordinary_compared=80, needed=64, unseen=(Unseen("k:1:2", 128),)), "more lanes"),
        (Report(64, 40, ordinary=32, ordinary_compared=32, needed=32, unseen=(Unseen("k:1:2", 8),)), "--verify 256 "),
        (Report(256, 200, ordinary=128, ordinary_compared=99, needed=64, evidence=Evidence(0, 9)), "more lanes hardly"),
    ],
)
def test_more_lanes_are_advised_where_they_may_help(report: Report, advice: str) -> None:
    assert report.verdict == "unverified"
    assert report.remedy.startswith(advice)


def test_no_nan_is_excused_where_a_guard_would_have_helped() -> None:
    given = {
        "interface": INTERFACE,
        "classes": np.array([WIDE], np.int8),
        "format": FP32,
        "repaired": outcome([[1, 2]]),
    }
    for beyond in (True, False):
        report = compare(outcome([[1, 2]]), outcome([[np.nan, 2]]), beyond=np.array([beyond]), **given)  # type: ignore[arg-type]
        assert bool(report.wrong[0]) is not beyond


def test_a_wrong_discard_is_never_excused() -> None:
    right = outcome([[1, 2]])
    wrong = Outcome(right.outputs, ~right.discarded, right.unsure)
    report = compare(right, wrong, interface=INTERFACE, classes=np.array([CORNER], np.int8), format=FP32)
    assert (report.excused.sum(), report.wrong.sum()) == (0, 1)


def test_zeros_win_over_infinities_and_nans_in_products_alone() -> None:
    code = "mul vt0, va0, va1\nadd vt1, va0, va1\ndp4 vt2.x, va0, va1\nmov op, vt0\nmov v0, vt1\nmov v1, vt2.x\n"
    program = driver.assemble(code, "agal", stage="vertex")
    a, b = np.array([[0, 2, np.nan, -0.0]], np.float32), np.array([[np.inf, np.nan, 0, np.inf]], np.float32)
    batch = Batch(np.stack([a, b], axis=1), np.zeros((1, 0, 4), np.float32))
    plain, mended = (simulate(program, AGAL, batch, zero_wins=wins).outputs[0] for wins in (False, True))
    assert np.isnan(plain[0]).all()
    assert np.array_equal(mended[0], np.array([0, np.nan, 0, 0], np.float32), equal_nan=True)
    assert np.signbit(mended[0]).tolist()[3]
    assert np.array_equal(mended[1], plain[1], equal_nan=True)
    assert np.isnan(mended[2]).all()


def test_regressions_that_need_the_excuse_have_it() -> None:
    """Merged selects: the blends meet infinities that no select of the source meets."""
    path = Path(__file__).parents[1] / "regressions" / "infinity_beside_infinity.ll"
    reports = [driver.verify(path, "agal", stage="vertex", lanes=64, seed=seed)[0][1] for seed in range(8)]
    assert all(isinstance(report, Report) and report.passed for report in reports)
    assert any(isinstance(report, Report) and report.excused for report in reports)


TABLE = """@table = private constant [6 x float] [float 3.0, float 1.5, float 0.25, float 8.0, float 6.0, float 2.0]
define float @main(i32 %n) {
  %c = icmp ult i32 %n, 6
  br i1 %c, label %inside, label %join
inside:
  %i = zext i32 %n to i64
  %p = getelementptr float, ptr @table, i64 %i
  %v = load float, ptr %p
  br label %join
join:
  %r = phi float [ %v, %inside ], [ 10.0, %0 ]
  ret float %r
}
"""
GUARDED = """precision highp float; attribute vec4 p; attribute float k; uniform vec4 u[6];
void main() {
  int i = int(k);
  gl_Position = p;
  if (i >= 0 && i < 6) gl_Position += u[i] * 2.0; else gl_Position.x = p.y - 10.0;
}
"""


@pytest.mark.parametrize("source", [TABLE, GUARDED], ids=["a table of constants", "uniforms"])
@pytest.mark.parametrize("isa", ["agal", "pica200", "lima-vp"])
def test_an_index_outside_on_the_side_that_is_not_taken_excuses_nothing(source: str, isa: str) -> None:
    """All lanes outside the array were excused on AGAL, whose blends read it there, whatever their result was."""
    right = built(source, isa, "vertex")
    assert judged(right).verdict == "verified"
    wrong = built(source.replace("10.0", "11.0"), isa, "vertex")
    assert judged(right, wrong.program).verdict == "differs"
