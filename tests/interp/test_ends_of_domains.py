"""Arcs at the ends of their domain, where a clamp leaves half of all lanes, are compared."""

from __future__ import annotations

import pytest
from planting import built, judged

ARC = """precision highp float; varying vec2 p;
void main() { gl_FragColor = vec4(ARC(clamp(p.x, -1.0, LIMIT)), p, 1.0); }"""
ANGLE = """precision highp float; varying vec3 a; varying vec3 b;
void main() { gl_FragColor = vec4(acos(dot(normalize(a), normalize(b)))); }"""


def arc(name: str, limit: str) -> str:
    return ARC.replace("ARC", name).replace("LIMIT", limit)


@pytest.mark.parametrize("name", ["asin", "acos"])
@pytest.mark.parametrize("isa", ["agal", "agsl", "lima-pp"])
def test_lanes_at_the_ends_are_compared(isa: str, name: str) -> None:
    """An operand that another order of operations moved beyond 1 has no arc: half of the lanes were unstable."""
    report = judged(built(arc(name, "1.0"), isa))
    assert report.verdict == "verified"
    assert report.compared > 220


@pytest.mark.parametrize("name", ["asin", "acos"])
@pytest.mark.parametrize("isa", ["agal", "agsl"])
def test_a_clamp_at_the_wrong_limit_is_noticed(isa: str, name: str) -> None:
    for limit in ("0.999", "1.02"):
        report = judged(built(arc(name, "1.0"), isa), built(arc(name, limit), isa).program)
        assert report.verdict == "differs", limit


@pytest.mark.parametrize("isa", ["agal", "agsl", "lima-pp"])
def test_an_angle_between_two_vectors_is_no_false_alarm(isa: str) -> None:
    """The dot product of equal vectors may be above 1."""
    report = judged(built(ANGLE, isa), lanes=2048)
    assert report.verdict == "verified", report.describe()


ACOSH = """declare float @acoshf(float)
declare float @llvm.maxnum.f32(float, float)
define <4 x float> @fragment(<4 x float> %v) {
  %x = extractelement <4 x float> %v, i32 0
  %m = call fast float @llvm.maxnum.f32(float %x, float LIMIT)
  %y = call fast float @acoshf(float %m)
  %r = insertelement <4 x float> %v, float %y, i32 0
  ret <4 x float> %r
}
"""


def test_the_least_operand_of_acosh_is_compared() -> None:
    right, wrong = (built(ACOSH.replace("LIMIT", limit), "agal") for limit in ("1.0", "0.98"))
    report = judged(right)
    assert report.verdict == "verified"
    assert report.compared > 200
    assert judged(right, wrong.program).verdict == "differs"
