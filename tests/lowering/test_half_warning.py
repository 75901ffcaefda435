"""LLVM IR that rounds to half is computed in float without `--half`, which a warning says."""

from __future__ import annotations

import pytest

from gpucc import driver

ROUNDED = """define <4 x float> @vertex(<4 x float> %a) {
  %h = fptrunc <4 x float> %a to <4 x half>
  %f = fpext <4 x half> %h to <4 x float>
  ret <4 x float> %f
}
"""
GIVEN = """define <4 x float> @vertex(<4 x half> %a) {
  %b = fneg <4 x half> %a
  %f = fpext <4 x half> %b to <4 x float>
  ret <4 x float> %f
}
"""
MEDIUM = """precision mediump float; varying lowp vec4 v; uniform mediump float k;
void main() { gl_FragColor = v * k + 0.1; }
"""


@pytest.mark.parametrize(
    ("text", "isa", "half", "warned"),
    [
        (ROUNDED, "agal", False, True),
        (ROUNDED, "agal", True, False),
        (ROUNDED, "pica200", False, True),
        (GIVEN, "agal", False, False),
        (MEDIUM, "agal", False, False),
        (ROUNDED.replace("@vertex", "@fragment"), "lima-pp", False, False),
    ],
)
def test_only_what_llvm_rounds_is_told(text: str, isa: str, half: bool, warned: bool) -> None:
    told: list[str] = []
    stage: driver.Stage = "vertex" if "@vertex" in text else "fragment"
    driver.compile(
        text, isa, stage=stage, half=half, verify=64,
        observe=lambda step, value: told.append(str(value)) if step == "warning" else None,
    )  # fmt: skip
    assert any("--half rounds" in warning for warning in told) is warned
