"""Lanes with zeros, infinities and NaNs among their inputs excuse no more than these explain."""

from __future__ import annotations

import pytest
from planting import built, judged

HEAD = "precision highp float; varying vec4 p; varying vec4 q;\nvoid main() {{ {} }}\n"
# right sources, and a comparison in them that is wrong at a limit alone, which ordinary lanes hardly ever hold
BOUNDARIES = {
    "an infinity": (
        "float e = q.x <= 0.0 ? p.w * 0.5 : log2(q.x) + 1.0; gl_FragColor = vec4(e, p.yzw);",
        "q.x <= 0.0",
        "q.x < 0.0",
    ),
    "an infinity elsewhere in the lane": (
        "float c; if (p.x > 0.5) c = sqrt(p.x - 0.5) * q.y; else c = q.z * 0.75 + p.w; gl_FragColor = vec4(c, p.yzw);",
        "p.x > 0.5",
        "p.x >= 0.5",
    ),
}


@pytest.mark.parametrize("isa", ["agal", "agsl", "lima-pp"])
@pytest.mark.parametrize("name", BOUNDARIES)
def test_a_wrong_limit_is_found(name: str, isa: str) -> None:
    body, right, wrong = BOUNDARIES[name]
    version = "3" if isa == "agal" else ""
    source = built(HEAD.format(body), isa, version=version)
    assert judged(source).verdict == "verified"
    planted = built(HEAD.format(body.replace(right, wrong)), isa, version=version)
    assert judged(source, planted.program).verdict == "differs"


SIGN = """declare float @llvm.floor.f32(float)
declare float @llvm.minnum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.copysign.f32(float, float)
define <4 x float> @f(<4 x float> %v, <4 x float> %w) {{
  %x = extractelement <4 x float> %v, i32 0
  %y = extractelement <4 x float> %v, i32 1
  %b = extractelement <4 x float> %w, i32 0
  %f = call float @llvm.floor.f32(float %x)
  %n = fneg float %f
  %c = fcmp ogt float %y, 0.0
  %s = select i1 %c, float %n, float %b
{}
  %o = insertelement <4 x float> %v, float %r, i32 0
  ret <4 x float> %o
}}
"""


@pytest.mark.parametrize(
    "body",
    [
        "  %q = fdiv float 1.0, %s\n  %g = fcmp ogt float %q, 0.0\n  %r = select i1 %g, float 3.0, float 4.0",
        "  %q = fdiv float 1.0, %s\n  %m = call float @llvm.minnum.f32(float %q, float 5.0)\n"
        "  %k = call float @llvm.maxnum.f32(float %m, float -5.0)\n  %r = fadd float %k, 0.0",
        "  %i = bitcast float %s to i32\n  %g = icmp slt i32 %i, 0\n  %r = select i1 %g, float 3.0, float 4.0",
        "  %g = call float @llvm.copysign.f32(float 2.0, float %s)\n  %r = fadd float %g, 1.0",
    ],
    ids=["reciprocal", "limits", "bits", "copysign"],
)
def test_a_chosen_zero_may_lose_its_sign(body: str) -> None:
    """A blend without jumps makes +0 of -0, on which any finite number may depend."""
    report = judged(built(SIGN.format(body), "agal", version="1"))
    assert report.verdict == "verified", report.describe()


def test_one_of_several_roots_is_repeated() -> None:
    head = "attribute vec4 p; attribute vec4 q; varying vec2 u;\n"
    source = f"{head}void main() {{ vec2 s = sqrt(p.xy); u = q.xy / s.xx; gl_Position = p; }}\n"
    assert judged(built(source, "pica200")).verdict == "verified"
