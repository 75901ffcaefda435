"""Rare results that depend on a hash: a program with a wrong constant there is never verified, and a correct one is."""

from __future__ import annotations

from math import inf, nan
from types import SimpleNamespace

import numpy as np
import pytest
from planting import built, judged

from gpucc.interp import verify
from gpucc.interp.compare import Comparison
from gpucc.interp.data import Outcome
from gpucc.interp.report import FOR_EACH_IN_FLOAT32, Evidence, Report
from gpucc.interp.verify import _heard
from gpucc.interp.witnesses import telling, weigh
from gpucc.isa.model import FP16, FP32
from gpucc.targets import registry

HEAD = """precision highp float; varying vec2 uv; uniform float time;
float hash(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }
"""
SNOW = HEAD + "void main() { gl_FragColor = vec4(step(0.99, hash(floor(uv * 20.0 + vec2(0.0, time))))); }"
RAIN = (
    HEAD
    + """void main() {
  vec2 p = vec2(uv.x * 50.0, uv.y * 3.0 + time * 4.0);
  float drop = step(0.985, hash(floor(p) + hash(vec2(floor(p.x), 1.0))));
  gl_FragColor = mix(vec4(0.3, 0.35, 0.4, 1.0), vec4(0.8), drop * fract(p.y));
}"""
)
SPARKLE = (
    HEAD
    + """void main() {
  float glint = pow(hash(floor(uv * 64.0) + floor(time)), 60.0);
  gl_FragColor = vec4(uv * 0.5 + 0.5, 0.3, 1.0) + glint;
}"""
)


def verdict(text: str, isa: str, right: str = "", wrong: str = "") -> str:
    """The verdict on a program whose text has `wrong` in place of `right`, compared with the original text."""
    return judged(built(text, isa), built(text.replace(right, wrong), isa).program).verdict


@pytest.mark.parametrize(
    ("text", "isa"), [(SNOW, "agal"), (RAIN, "agsl"), (SPARKLE, "agsl")], ids=["snow", "rain", "sparkle"]
)
def test_rare_results_are_verified(text: str, isa: str) -> None:
    """The last one was reported as different in the perturbed run, where functions of AGSL had random errors, unlike
    those of a chip."""
    assert verdict(text, isa) == "verified"


@pytest.mark.parametrize(
    ("text", "isa", "right", "wrong"),
    [
        (SNOW, "agal", "43758.5453", "31943.7"),
        (SNOW, "agsl", "12.9898", "13.8991"),
        (RAIN, "agal", "12.9898", "17.796"),
        (RAIN, "agal", "vec4(0.8)", "vec4(0.9)"),
        (RAIN, "agsl", "3.0 + ", "2.19 + "),
    ],
)
def test_wrong_constants_behind_rare_results_are_not_verified(text: str, isa: str, right: str, wrong: str) -> None:
    """All of these were verified when only the lanes with the common result counted."""
    assert verdict(text, isa, right, wrong) in ("unverified", "differs")


def test_a_lane_speaks_for_a_program_only_if_chance_does_not() -> None:
    """Eight lanes with the common result 0. Two perturbed runs of four give 1 in the last lane."""

    def outputs(values: list[float]) -> Outcome:
        array, no = np.zeros((8, 1, 4), np.float32), np.zeros(8, np.bool_)
        array[:, 0, 0] = values
        return Outcome(array, no, no)

    expected, target = outputs([0, 1, 1, 0, 0, 1, 0, 1]), outputs([0, 1, 0, 1, 1, 1, 0, 1])
    exact = outputs([0, 1, 1, 0, 1, 1, 0, 1])
    no, used = np.zeros(8, np.bool_), np.array([[[True, False, False, False]]])
    wrong = expected.outputs[:, 0, 0] != target.outputs[:, 0, 0]
    tolerance, lost = np.full((8, 1, 4), 0.01), np.arange(8) == 5
    found = Comparison(
        "native",
        expected.outputs,
        target.outputs,
        used,
        (~wrong)[:, None, None] & used,
        no,
        no,
        wrong,
        lost,
        no,
        no,
        tolerance,
        False,
        no,
    )
    common, other = outputs([0] * 8), outputs([0] * 7 + [1])
    # against: lane 3; lane 2 has the result of perturbed runs, lane 4 that of exact functions; lane 5 has no defined
    # result; lanes 0 and 6 prove nothing
    assert weigh(found, exact, [common, other, common, other], FP32) == Evidence(witnesses=3, against=1)


@pytest.mark.parametrize(
    ("off", "samples", "against"),
    [
        (0.0, (3.0, 1.0), 0), (0.1, (3.0, 1.0), 0), (0.2, (3.0, 1.0), 1), (0.7, (3.0, 1.0), 1),
        (0.1, (nan, 1.0), 0), (0.1, (nan, nan), 0), (0.1, (inf, inf), 0), (0.2, (2.5, 1.0), 1),
        (nan, (1.0, inf), 1), (inf, (1.0, 3.0), 1),
    ],
)  # fmt: skip
def test_a_lane_near_the_reference_is_no_evidence_against_a_program(
    off: float, samples: tuple[float, float], against: int
) -> None:
    """Functions move the result by 1 in all perturbed runs, or make it no number; another order of operations moves it
    by less than 1 / 8. A result that is no number is near none."""

    def outputs(value: float) -> Outcome:
        array, no = np.zeros((4, 1, 4), np.float32), np.zeros(4, np.bool_)
        array[1, 0, 0] = value
        return Outcome(array, no, no)

    no, used = np.zeros(4, np.bool_), np.array([[[True, False, False, False]]])
    expected, target, wrong = outputs(2.0), outputs(2.0 + off), no.copy()
    wrong[1] = off != 0
    alike = (~wrong)[:, None, None] & used
    tolerance = np.full((4, 1, 4), 0.01)
    found = Comparison(
        "native", expected.outputs, target.outputs, used, alike, no, no, wrong, no, no, no, tolerance, False, no
    )
    assert weigh(found, outputs(3.5), [outputs(value) for value in samples] * 2, FP32).against == against


def test_few_lanes_against_a_program_are_no_doubt() -> None:
    assert not Evidence(0, 3).doubtful
    assert Evidence(0, 4).doubtful
    assert not Evidence(16, 4).doubtful
    assert (Evidence(1, 2) + Evidence(3, 4)) == Evidence(4, 6)


def test_lanes_nearly_right_are_a_doubt_if_most_are() -> None:
    assert not Evidence(4, nearly=4).doubtful
    assert Evidence(3, nearly=4).doubtful
    assert not Evidence(0, nearly=3).doubtful
    assert (Evidence(1, nearly=2) + Evidence(1, nearly=3)).nearly == 5


def test_in_float32_fewer_lanes_are_enough_against_a_program() -> None:
    assert not Evidence(64, 4, for_each=FOR_EACH_IN_FLOAT32).doubtful
    assert Evidence(63, 4, for_each=FOR_EACH_IN_FLOAT32).doubtful
    assert (Evidence(for_each=FOR_EACH_IN_FLOAT32) + Evidence(63, 4)).doubtful


AGAINST, FOR = Evidence(0, 6), Evidence(40, 0)


@pytest.mark.parametrize(
    ("sharp", "doubtful"),
    [([FOR], True), ([FOR, FOR], False), ([FOR, AGAINST, AGAINST], True), ([AGAINST, AGAINST], True), ([], True)],
)
def test_lanes_against_a_program_in_its_small_format_are_asked_in_float32(
    sharp: list[Evidence], doubtful: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Marches of rays multiply a half's rounding by thousands, so that right programs had only such lanes against them:
    in float32 the same programs agree on all lanes."""
    native, in_float32 = iter([AGAINST, AGAINST]), iter(sharp)
    monkeypatch.setattr(verify, "evidence", lambda *given: next(native, None))
    monkeypatch.setattr(verify, "sharp", lambda *given: next(in_float32, Evidence()))
    program = built(SNOW, "lima-pp").program
    bench = SimpleNamespace(
        turning={"native"},
        seed=0,
        program=program,
        shader=SimpleNamespace(stage="fragment"),
        isa=registry.find("lima-pp").isa,
        lanes=SimpleNamespace(batches=()),
    )
    report = Report(64, 64, ordinary=64, ordinary_compared=64, needed=32)
    assert _heard(bench, report).doubtful is doubtful  # type: ignore[arg-type]


CHAOS = "precision highp float; varying vec2 uv; uniform float time;\n"
LOGISTIC = (
    CHAOS
    + """void main() {
  float x = 0.5 + 0.4 * sin(uv.x + time);
  for (int i = 0; i < 7; i++) x = 3.9 * x * (1.0 - x);
  gl_FragColor = vec4(step(0.96, x) * x);
}"""
)
TUNNEL = (
    CHAOS
    + """float map(vec3 p) {
  p.xy += 0.4 * vec2(sin(p.z * 0.7), cos(p.z * 0.5));
  return 1.0 - length(p.xy) + 0.15 * sin(4.0 * p.x + 3.0 * p.z);
}
void main() {
  vec3 d = normalize(vec3(uv, 1.0)), o = vec3(0.0, 0.0, time);
  float t = 0.0, h = 0.0;
  for (int i = 0; i < 5; i++) {
    h = map(o + d * t);
    if (abs(h) < 0.002 * (0.25 * t + 1.0) || t > 30.0) break;
    t += 0.8 * h;
  }
  gl_FragColor = vec4(0.0, 0.0, 0.0, 1.0);
  if (t < 30.0) gl_FragColor = vec4((0.5 + 0.5 * sin(o + d * t)) / (1.0 + t * t * 0.1), 1.0);
}"""
)
SPREAD = (
    CHAOS
    + """void main() {
  vec3 p = vec3(uv, time);
  for (int i = 0; i < 4; i++) p = 31415.9 / (0.5 + fract(p * 13.3 + p.yzx)) * 0.0001 + p;
  gl_FragColor = vec4(fract(p * 97.0), 1.0);
}"""
)


@pytest.mark.parametrize("text", [LOGISTIC, TUNNEL, SPREAD], ids=["logistic", "tunnel", "spread"])
def test_chaos_is_verified(text: str) -> None:
    """Of the last one, halves leave hardly a lane to compare: its structure is verified, in float32."""
    assert verdict(text, "lima-pp") in ("verified", "structure")


@pytest.mark.parametrize(
    ("text", "right", "wrong"), [(LOGISTIC, "3.9", "3.7"), (TUNNEL, "4.0", "3.5"), (SPREAD, "13.3", "13.4")]
)
def test_wrong_constants_behind_chaos_are_not_verified(text: str, right: str, wrong: str) -> None:
    """The first two were verified: halves leave the results open that a wrong constant changes."""
    assert verdict(text, "lima-pp", right, wrong) in ("unverified", "differs")


def test_the_most_common_result_is_no_evidence_in_float32() -> None:
    """Six lanes: the common result twice, then right, far off, off by the rounding of a constant, and not compared."""
    expected = np.zeros((6, 1, 4), np.float32)
    expected[:, 0, 0] = [0, 0, 1, 2, 3, 4]
    target = expected.copy()
    target[3, 0, 0], target[4, 0, 0], target[5, 0, 0] = 2.5, 3.001, 9
    no, used = np.zeros(6, np.bool_), np.array([[[True, False, False, False]]])
    wrong, lost = np.array([False, False, False, True, True, False]), np.arange(6) == 5
    found = Comparison(
        "f32", expected, target, used, (~wrong)[:, None, None] & used, no, no, wrong, lost, no, no,
        np.full((6, 1, 4), 1e-6), False, no,
    )  # fmt: skip
    assert telling(found, FP16) == Evidence(witnesses=1, against=1)
