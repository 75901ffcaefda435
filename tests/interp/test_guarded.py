"""A compiler that omits guards is caught under all fast-math flags; a correct one is never reported."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import gpucc.targets.agal as agal
import gpucc.targets.pica200_flow as pica200
from gpucc import driver
from gpucc.interp.data import Batch
from gpucc.interp.reference.jit import Reference
from gpucc.interp.report import Report
from gpucc.isa.model import Format
from gpucc.lowering.guards import guard, kinds

Patch = pytest.MonkeyPatch
TEXT = "attribute vec2 v; void main() { float x = v.x; float y = v.y; gl_Position = vec4(%s, 0.0, 0.0, 1.0); }"
QUOTIENT, LOGARITHM, POWER = "x == 0.0 ? 0.0 : y / x", "x > 0.0 ? log2(x) : -1.0", "x > 80.0 ? 0.0 : exp(x)"
# a choice of zero, which pica200 makes a factor; what it makes a branch needs no guard
FACTOR = "x > 0.0 ? log2(x) : 0.0"
ROOT, INVERSE, OTHER = "x >= 0.0 ? sqrt(x) : x", "y > 0.0 ? 1.0 : inversesqrt(x * x)", "x > 0.0 ? 1.0 / x : 5.0"


def nothing(patch: Patch) -> None:
    for target in (agal, pica200):
        patch.setattr(target, "guard", lambda graph, format, most=None: graph)


def divisors(patch: Patch) -> None:
    right = guard._Guard._operand
    patch.setattr(
        guard._Guard,
        "_operand",
        lambda self, case, node, x, same: x if node.op == "fdiv" else right(self, case, node, x, same),
    )


def positive(patch: Patch) -> None:
    patch.setattr(guard._Guard, "_positive", lambda self, case, x, same, signed=True: x)


def wrong_side(patch: Patch) -> None:
    factor, other = guard._Case.factor, guard._Case.other
    patch.setattr(guard._Case, "factor", other)
    patch.setattr(guard._Case, "other", factor)


def one_arm(patch: Patch) -> None:
    right = guard._Guard._spoilt
    patch.setattr(guard._Guard, "_spoilt", lambda self, arm: [] if arm.op == "fdiv" else right(self, arm))
    patch.setattr(guard._Guard, "_tamed", lambda self, block, arm, taken, shared: arm)


def limits(patch: Patch) -> None:
    right = kinds.Kinds.made
    patch.setattr(
        kinds.Kinds,
        "made",
        lambda self, node, known=kinds.NOTHING: 0 if node.op == "exp2" else right(self, node, known),
    )


def zeros(patch: Patch) -> None:
    """Make ranges that never contain zero."""
    patch.setattr(guard.Range, "has", lambda self, value: value != 0.0 and self.low <= value <= self.high)


MUTANTS: list[tuple[str, str, Callable[[Patch], None]]] = [
    ("agal", QUOTIENT, nothing),
    ("agal", POWER, nothing),
    ("pica200", FACTOR, nothing),
    ("agal", QUOTIENT, divisors),
    ("agal", OTHER, divisors),
    ("agal", LOGARITHM, positive),
    ("pica200", FACTOR, positive),
    ("agal", QUOTIENT, wrong_side),
    ("agal", ROOT, wrong_side),
    ("agal", INVERSE, one_arm),
    ("agal", POWER, limits),
    ("agal", OTHER, zeros),
]
OTHERS = {("agal", "abs(x) <= 1.0 ? acos(x) : -1.0"), ("pica200", LOGARITHM)}


def judged(text: str, isa: str) -> Report:
    switches = {"version": "1"} if isa == "agal" else {}
    ((_, report),) = driver.verify(TEXT % text, isa, stage="vertex", target=switches, name="g.vert", lanes=256)
    assert isinstance(report, Report)
    return report


@pytest.mark.parametrize(
    ("isa", "text", "mutant"), MUTANTS, ids=[f"{isa}-{mutant.__name__}-{text[:12]}" for isa, text, mutant in MUTANTS]
)
def test_a_missing_guard_is_caught(isa: str, text: str, mutant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    mutant(monkeypatch)
    report = judged(text, isa)
    assert report.verdict == "differs"
    assert report.difference is not None
    assert np.isfinite(report.difference.expected)
    assert mutant is wrong_side or not np.isfinite(report.difference.found)


@pytest.mark.parametrize(("isa", "text"), sorted({(isa, text) for isa, text, _ in MUTANTS} | OTHERS))
def test_a_guard_is_not_accused(isa: str, text: str) -> None:
    assert judged(text, isa).verdict == "verified"


def excused(shader, body: str, *columns: list[float]) -> list[list[bool]]:  # type: ignore[no-untyped-def]
    """For each lane: whether it is excused, and whether the result is the same if NaNs are replaced by ones."""
    inputs = np.zeros((len(columns[0]), len(columns), 4), np.float32)
    for i, column in enumerate(columns):
        inputs[:, i, 0] = column
    batch = Batch(inputs, np.zeros((1, 0, 4), np.float32))
    reference = Reference(
        shader(body, ", ".join(["float"] * len(columns))), Format("fp32", 8, 23, blend_select=True), excuses=True
    )
    first, nans, ones = (
        reference.run(batch),
        reference.run(batch, perturb=0, strength=1),
        reference.run(batch, perturb=0, strength=2),
    )
    same = (first.outputs == nans.outputs) & (first.outputs == ones.outputs)
    return [[bool(doubt), bool(found)] for doubt, found in zip(first.doubtful, same[:, 0, 0], strict=True)]  # type: ignore[arg-type]


def test_what_no_guard_helps_is_told_from_what_one_does(shader) -> None:  # type: ignore[no-untyped-def]
    choice = "  %d = {}\n  %c = fcmp ogt float %b, 0.0\n  %r = select i1 %c, float %d, float %b"
    quotient = choice.format("fdiv float 1.0, %a")
    # division by zero on the side not taken: a guard helps; on the side taken: the result depends on it; a reciprocal
    # that overflows: no guard helps
    assert excused(shader, quotient, [0.0, 0.0, 2.0**-140, 2.0], [-1.0, 1.0, -1.0, -1.0]) == [
        [False, True],
        [False, False],
        [True, True],
        [False, True],
    ]
    # a selected zero may lose its sign
    assert excused(shader, quotient, [1.0], [-0.0]) == [[True, True]]
    assert excused(shader, choice.format("fmul float %a, %a"), [2.0**100, 2.0], [-1.0, -1.0]) == [
        [True, True],
        [False, True],
    ]


ARMS = """precision highp float; uniform float k; varying vec2 v; uniform sampler2D s;
void main() {
  float d = min(v.x, 0.75) * 2.0;
  vec2 at = d > 0.0 ? vec2(v.x, (1.5 - floor(v.y / d)) * k) : v;
  gl_FragColor = texture2D(s, at);
}
"""


def test_an_overflow_in_a_side_that_is_not_taken_is_no_accusation() -> None:
    """The guard's divisor makes the unused side overflow for a vast k; the texture is then read at a NaN, and gives a
    number."""
    ((_, report),) = driver.verify(ARMS, "agal", target={"version": "1"}, name="a.frag", lanes=1024, seed=2)
    assert isinstance(report, Report)
    assert report.passed, report.describe()
