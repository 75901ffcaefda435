"""Trip counts are exactly the source's: in Skia the text paints the same picture as the source, bit for bit."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import numpy as np
import pytest
from lane_values import same_floats

import gpucc
from gpucc.errors import LimitExceeded

sys.path.append(str(Path(__file__).parents[1] / "frontend"))
import skia_judge

LOOPS = {
    "break at the end": (
        "for (int i = 0; i < 3000; i++) { t += 0.001 + abs(sin(t * k) * 0.001); if (t > 100.0) break; }"
    ),
    "break in front": "for (int i = 0; i < 2500; i++) { if (t > 2.0 + k) break; t += 0.001; }",
    "an index that is read": (
        "for (int i = 0; i < 500; i++) { t += fract(t * k) + float(i) * 0.001; if (t > 150.0) break; }"
    ),
    "down": "for (int i = 2999; i >= 0; i--) { t += k * 0.001; if (t * float(i) > 4000.0) break; }",
    "steps of three": "for (int i = 5; i < 4000; i += 3) { t += float(i) * k * 0.0001; if (t > 300.0) break; }",
    "tenths": "for (float x = 0.0; x < 1.0; x += 0.1) { t += x * k; if (t > 3.0) break; }",
    "steps that add up to less than their sum": (
        "for (float x = 0.0; x < 1.0; x += 0.001) { t += x * k * 0.01; if (t > 3.0) break; }"
    ),
    "continue": (
        "for (int i = 0; i < 700; i++) { if (fract(t * 10.0) < 0.5) { t += 0.013; continue; } t += 0.02; if (t > 8.0 +"
        " k) break; }"
    ),
    "nested": (
        """for (int i = 0; i < 20; i++) {
        for (int j = 0; j < 40; j++) { t += 0.001 + k * 0.0001; if (t > 0.5 + float(i) * 0.02) break; }
        if (t > 0.9) break; }"""
    ),
    "return": (
        "for (int i = 0; i < 2300; i++) { t += 0.001; if (t > 1.0 + k) return half4(t, float(i) / 3000.0, 0, 1); }"
    ),
    "two breaks": (
        """for (int i = 0; i < 400; i++) {
        t += 0.01; if (t > 3.0 + k) break; t *= 1.001; if (fract(t * 7.0) > 0.999) break; }"""
    ),
    "in a branch": "if (k > 0.0) { for (int i = 0; i < 1000; i++) { t += 0.001; if (t > 0.7) break; } }",
    "a half": "for (half h = 0; h < 1000; h += 2) { t += h * k * 0.0001; if (t > 20.0) break; }",
    "a count": "int n = 0; for (int i = 0; i < 5000; i++) { t += 0.001; if (t > 4.0 + k) break; n++; } t += float(n);",
}
SOURCE = "uniform float k;\nhalf4 main(float2 c) {{\n    float t = c.x * 0.001;\n    {}\n    return half4(t);\n}}\n"
# C's `while (n < 2500) { t += k; if (t > 9.0f) break; n++; }` as compiled by clang
WHILE = """
define <4 x float> @shader(<2 x float> %p, float %k) {
entry:
  %start = extractelement <2 x float> %p, i32 0
  br label %head
head:
  %n = phi i32 [ 0, %entry ], [ %after, %more ]
  %t = phi float [ %start, %entry ], [ %sum, %more ]
  %again = icmp slt i32 %n, 2500
  br i1 %again, label %body, label %done
body:
  %sum = fadd float %t, %k
  %far = fcmp ogt float %sum, 9.0
  br i1 %far, label %done, label %more
more:
  %after = add i32 %n, 1
  br label %head
done:
  %last = phi float [ %t, %head ], [ %sum, %body ]
  %rounds = sitofp i32 %n to float
  %a = insertelement <4 x float> zeroinitializer, float %last, i32 0
  %b = insertelement <4 x float> %a, float %rounds, i32 1
  ret <4 x float> %b
}
"""


def text_of(source: str, **more: str) -> str:
    return str(gpucc.compile(source, isa="agsl", name="rounds.agsl", math="skia-cpu", verify=None, target=more).asm())


@pytest.mark.parametrize("name", LOOPS)
def test_the_text_goes_round_as_often_as_the_source(name: str) -> None:
    source = SOURCE.format(LOOPS[name])
    text = text_of(source)
    assert "half " not in text, "a counter is no half"
    for k in (0.005, 3.0, -2.0):
        wanted, found = (skia_judge.paint(one, struct.pack("f", k)) for one in (source, text))
        assert np.all(same_floats(wanted, found)), (k, text)


def test_a_loop_of_other_languages_keeps_its_rounds() -> None:
    text = str(gpucc.compile(WHILE, isa="agsl", stage="fragment", verify=None).asm())
    for k in (0.001, 1.0, -3.0):
        t, n = np.float32(0.5), 0
        while n < 2500:
            t += np.float32(k)
            if t > 9:
                break
            n += 1
        assert tuple(skia_judge.paint(text, struct.pack("f", k))[0][:2]) == (t, n), text


BIG = (
    "for (int i = 0; i < 3000; i++) { t += sin(t) * cos(t * k) + exp2(t - k) * fract(t * 7.0) + sqrt(abs(t)); if (t >"
    " 100.0) break; }"
)


@pytest.mark.parametrize("android", ["13", "14", "15"])
def test_a_loop_that_is_too_long_for_an_android_is_refused_and_says_which(android: str) -> None:
    with pytest.raises(LimitExceeded, match=rf"too large for Android {android}: .* nodes") as caught:
        text_of(SOURCE.format(BIG.replace("3000", "9000")), android=android)
    assert "--target android=16" in " ".join(caught.value.notes)


def test_newer_androids_take_it_as_it_is() -> None:
    assert "n < 99999" in text_of(
        SOURCE.format("for (int i = 0; i < 99999; i++) { t += k; if (t > 100.0) break; }"), android="16"
    )
