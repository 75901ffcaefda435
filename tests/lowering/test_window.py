"""gl_FragCoord from the rasteriser's coordinates, derivatives along y, frame buffer reads: part of the canonical module
and its interface."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpucc import driver
from gpucc.errors import GpuccError
from gpucc.interp.arrays import pack
from gpucc.interp.reference.jit import Reference
from gpucc.isa.model import FP32
from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.interface.window import TRANSFORM, orient_window
from gpucc.lowering.source import load
from gpucc.program import Shader

COORDINATES = """
@gl_FragCoord = external addrspace(1) global <4 x float>
define <4 x float> @main() {
  %p = load <4 x float>, ptr addrspace(1) @gl_FragCoord
  ret <4 x float> %p
}
"""
SLOPES = """
declare <2 x float> @gpucc.dfdy.v2f32(<2 x float>)
declare float @gpucc.dfdy(float)
declare float @gpucc.dfdx(float)
define <4 x float> @main(<2 x float> %v, ptr %scale) {
  %x = extractelement <2 x float> %v, i32 0
  %both = call <2 x float> @gpucc.dfdy.v2f32(<2 x float> %v)
  %one = call float @gpucc.dfdy(float %x)
  %across = call float @gpucc.dfdx(float %x)
  %s = load float, ptr %scale
  %scaled = fmul float %one, %s
  %wide = shufflevector <2 x float> %both, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %a = insertelement <4 x float> %wide, float %scaled, i32 2
  %r = insertelement <4 x float> %a, float %across, i32 3
  ret <4 x float> %r
}
"""
FRAME = """
declare <4 x float> @gpucc.framebuffer.color()
declare float @gpucc.framebuffer.depth()
define <4 x float> @main(<4 x float> %c) {
  %d = call <4 x float> @gpucc.framebuffer.color()
  %z = call float @gpucc.framebuffer.depth()
  %i = insertelement <4 x float> %d, float %z, i32 3
  %r = fadd <4 x float> %i, %c
  ret <4 x float> %r
}
"""


def oriented(text: str) -> Shader:
    return orient_window(canonicalise(load(text), stage="fragment"))


def run(made: Shader, **arrays: object) -> Any:
    found = Reference(made, FP32).run(pack(made.interface, arrays))
    assert not found.unsure.any()
    return found.outputs[:, 0]


def test_coordinates_are_turned_and_w_is_inverted() -> None:
    made = oriented(COORDINATES)
    assert [slot.name for slot in made.interface.uniforms] == [TRANSFORM]
    raw = np.float32([[10.5, 20.5, 0.25, 4.0]] * 4)
    found = run(made, gl_FragCoord=raw, **{TRANSFORM: np.float32([1, 0, -1, 256])})
    assert found[0].tolist() == [10.5, 235.5, 0.25, 0.25]


def test_slopes_along_y_have_the_window_s_direction() -> None:
    made = oriented(SLOPES)
    assert [slot.register for slot in made.interface.uniforms] == [0, 1]
    v = np.float32([[0, 0], [1, 10], [2, 20], [4, 40]])
    for direction in (1.0, -1.0):
        found = run(made, v=v, scale=np.float32([3]), **{TRANSFORM: np.float32([direction, 0, 0, 0])})
        assert found[0].tolist() == [2 * direction, 20 * direction, 6 * direction, 1]


@pytest.mark.parametrize(
    "text", [SLOPES.replace("gpucc.dfdy", "gpucc.dfdx").replace("declare float @gpucc.dfdx(float)\n", "", 1), FRAME]
)
def test_what_needs_no_transform_gets_none(text: str) -> None:
    plain = canonicalise(load(text), stage="fragment")
    assert orient_window(plain) is plain


def test_the_transform_is_an_option() -> None:
    program = driver.compile(COORDINATES, "lima-pp", stage="fragment", target={"window": "raw"})
    assert program.interface.uniforms == ()
    assert program.stats["instructions"] == 1


def test_the_frame_buffer_is_an_input_that_no_varying_holds() -> None:
    program = driver.compile(FRAME, "lima-pp", stage="fragment")
    assert {slot.builtin for slot in program.interface.inputs} == {None, "gl_FBColor", "gl_FBDepth"}
    text = program.asm()
    assert "read_color.t" in text
    assert "read_depth.t" in text
    given = {
        "c": np.ones((4, 4), np.float32),
        "gl_FBColor": np.full((4, 4), 0.5, np.float32),
        "gl_FBDepth": np.full((4, 1), 0.25, np.float32),
    }
    assert program.run(given)["ret0"][0].tolist() == [1.5, 1.5, 1.5, 1.25]


def test_a_frame_read_of_another_shape_is_refused() -> None:
    text = FRAME.replace("declare float @gpucc.framebuffer.depth()", "declare i32 @gpucc.framebuffer.depth()")
    with pytest.raises(GpuccError):
        driver.compile(text.replace("call float @gpucc", "call i32 @gpucc"), "lima-pp", stage="fragment")
