"""Statements look written by hand, and still have the same meaning in Skia."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import skia_judge as judge
from agsl_loops import HALVING
from lane_values import same_floats

from gpucc import driver
from gpucc.errors import LimitExceeded

KERNELS = Path(__file__).parent.parent / "kernels"


def compiled(source: str, name: str = "k.agsl", **wishes: object) -> str:
    return driver.compile(source.encode(), "agsl", name=name, stage="fragment", **wishes).code.decode()  # type: ignore[arg-type]


def test_a_while_loop_works_on_its_own_variables() -> None:
    text = driver.compile(HALVING, "agsl", stage="fragment").code.decode()
    body = re.sub(r"\b(\d{3,})\b", "N", text)
    assert (
        body
        == """half4 main(float2 p) {
    float n = 0.0;
    float v = p.x;
    if (p.x > 1.0) {
        for (int n2 = 0; n2 < N; n2++) {
            v *= 0.5;
            n += 1.0;
            bool is = v > 1.0;
            if (!is) {
                break;
            }
        }
    }
    return half4(n, v, 0.0, 0.0);
}
"""
    )
    picture, x = judge.paint(text), judge.POINTS[:, 0]
    rounds = np.maximum(0, np.ceil(np.log2(x)))
    assert np.array_equal(picture[:, 0], rounds)
    assert np.array_equal(picture[:, 1], x / 2**rounds)


STOPPED = """half4 main(float2 p) {
    float best = 7.0;
    for (int i = 0; i < 30; i++) {
        float d = length(p - float(i) * 0.5) - 1.0;
        if (d < 0.25) { best = d * 3.0 + float(i); break; }
        p = p.yx * 1.01 + 0.1;
    }
    return half4(best, p, 1);
}"""


def test_what_the_end_of_a_loop_sets_is_set_before_it_and_exits_stand_inside() -> None:
    text = compiled(STOPPED)
    loop = text[text.index("for (") :]
    assert text.index("= 7.0;") < text.index("for (")
    assert "bool" not in text
    assert loop.index("* 3.0") < loop.index("break;") if "* 3.0" in loop else loop.index("3.0 *") < loop.index("break;")
    strict = compiled(STOPPED, math="skia-cpu")
    assert same_floats(judge.paint(STOPPED), judge.paint(strict)).all()


RETURNS = """half4 main(float2 p) {
    if (p.x > 12.0) { return half4(1, 0, 0, 1); }
    float3 c = p.xyx * 0.1;
    if (p.y > 9.0) { c = sqrt(c) * p.y; return half4(half3(c), 1); }
    for (int i = 0; i < 50; i++) { c = c * c + p.x; if (c.x > 100.0) break; }
    return half4(half3(c), 1);
}"""


def test_results_are_returned_where_they_are_known() -> None:
    text = compiled(RETURNS)
    assert text.count("return") == 3
    assert "else" not in text
    strict = compiled(RETURNS, math="skia-cpu")
    assert same_floats(judge.paint(RETURNS), judge.paint(strict)).all()


def test_returns_take_vectors_apart() -> None:
    text = driver.compile(KERNELS / "march.ll", "agsl", entry=None, stage="fragment").code.decode()
    assert "else" not in text
    assert text.count("return half4(") >= 6


UNORDERED = """
define <4 x float> @shade(<2 x float> %p) {
entry:
  %x = extractelement <2 x float> %p, i32 0
  %d = fsub float %x, 3.5
  %q = fdiv float %d, %d
  %c = fcmp uge float %q, 5.0
  br i1 %c, label %yes, label %no
yes:
  %s = call float @llvm.sin.f32(float %x)
  %t = fmul float %s, %s
  %e = call float @llvm.exp2.f32(float %t)
  %f = call float @llvm.cos.f32(float %e)
  br label %no
no:
  %r = phi float [ %f, %yes ], [ 9.0, %entry ]
  %a = insertelement <4 x float> zeroinitializer, float %r, i32 0
  ret <4 x float> %a
}
declare float @llvm.sin.f32(float)
declare float @llvm.cos.f32(float)
declare float @llvm.exp2.f32(float)
"""


def test_a_condition_is_inverted_as_a_variable() -> None:
    """Skia rewrites !(a < b) to a >= b. Only where x is 3.5 the quotient is NaN, and the condition holds."""
    picture = judge.paint(driver.compile(UNORDERED, "agsl", stage="fragment").code.decode())
    assert np.array_equal(picture[:, 0] == 9.0, judge.POINTS[:, 0] != 3.5)


SWITCHED = """uniform int mode;
half4 main(float2 p) {
    switch (mode) {
        case 1: return half4(sin(p), cos(p));
        case 2: return half4(exp(p), sqrt(p));
        case 3: return half4(tan(p), p);
        default: return half4(p, log(p));
    }
}"""


def test_conditions_are_asked_where_they_matter() -> None:
    text = compiled(SWITCHED)
    assert "bool" not in text
    assert text.count("count == ") == 3


COUNTED = """precision mediump float;
varying highp vec2 uv; uniform int n;
void main() {
    highp vec2 s = uv;
    for (int i = 0; i < 16; i++) { if (i >= n) break; s = sin(s.yx) * 0.5 + uv; }
    gl_FragColor = vec4(s, 0.0, 1.0);
}"""


def test_a_count_that_only_running_tells_keeps_its_loop_and_its_bound() -> None:
    told: list[str] = []
    program = driver.compile(
        COUNTED.encode(),
        "agsl",
        name="k.frag",
        observe=lambda what, value: told.append(str(value)) if what == "warning" else None,
    )
    text = program.code.decode()
    assert text.count("for (") == 1
    assert "< 16" in text
    assert not any("at most" in one for one in told)


def test_switches_beyond_the_depth_of_agsl_are_refused_at_once() -> None:
    for count in (45, 300):
        cases = "".join(f"case {k}: p.x += 1.{k}; break;" for k in range(count))
        with pytest.raises(LimitExceeded, match="nested deeper than AGSL takes"):
            compiled(f"half4 main(float2 p) {{ switch (int(p.x)) {{ {cases} }} return half4(p, p); }}")
