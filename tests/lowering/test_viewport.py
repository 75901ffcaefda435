"""gl_Position in window coordinates, gl_PointSize within limits: part of the canonical module, reported in the
interface."""

from __future__ import annotations

import numpy as np
import pytest

from gpucc import driver
from gpucc.interp.arrays import pack
from gpucc.interp.reference.jit import Reference
from gpucc.isa.model import FP32
from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.interface.viewport import Viewport, fix_outputs
from gpucc.lowering.source import load
from gpucc.program import Shader

VIEWPORT = Viewport(100.0, "viewport", (1.0, 64.0))
POSITION = """
@gl_Position = external addrspace(3) global <4 x float>
@gl_PointSize = external addrspace(3) global float
@other = external addrspace(3) global <2 x float>
@pos = external addrspace(1) constant <4 x float>
@k = external addrspace(2) constant float
define void @main() {
  %p = load <4 x float>, ptr addrspace(1) @pos
  %k = load float, ptr addrspace(2) @k
  store <4 x float> %p, ptr addrspace(3) @gl_Position
  store float %k, ptr addrspace(3) @gl_PointSize
  %o = shufflevector <4 x float> %p, <4 x float> poison, <2 x i32> <i32 1, i32 0>
  store <2 x float> %o, ptr addrspace(3) @other
  ret void
}
"""
PLAIN = """
define <4 x float> @main(<4 x float> %p, ptr %u) {
  %v = load <4 x float>, ptr %u
  %r = fadd <4 x float> %p, %v
  ret <4 x float> %r
}
"""


def shader(text: str, bind: tuple[str, ...] = ()) -> Shader:
    return canonicalise(load(text), stage="vertex", bind=bind)


def run(made: Shader, **arrays: object) -> dict[str, np.ndarray]:
    return {slot.name: outcome for slot, outcome in _outputs(made, arrays)}


def _outputs(made: Shader, arrays: dict[str, object]) -> list[tuple[object, np.ndarray]]:
    found = Reference(made, FP32).run(pack(made.interface, arrays))
    assert not found.unsure.any()
    return [(slot, found.outputs[:, slot.register, : slot.components]) for slot in made.interface.outputs]


def test_position_and_point_size() -> None:
    made = fix_outputs(shader(POSITION), VIEWPORT)
    scale, offset = np.float32([2, 3, 4]), np.float32([10, 20, 30])
    pos = np.float32([[1, 2, 3, 2], [1, 2, 3, -0.001], [4, 5, 6, 0]])
    found = run(made, pos=pos, k=np.float32(1000), viewport=np.stack([np.r_[scale, 9], np.r_[offset, 9]]))
    w = np.clip(np.float32(1) / pos[:, 3], -100, 100)
    assert np.array_equal(found["gl_Position"][:, :3], pos[:, :3] * scale * w[:, None] + offset)
    assert np.array_equal(found["gl_Position"][:, 3], w)
    assert np.array_equal(found["gl_PointSize"][:, 0], np.float32([64, 64, 64]))
    assert np.array_equal(found["other"], pos[:, [1, 0]])


def test_the_uniforms_lie_behind_those_of_the_shader() -> None:
    before, made = shader(POSITION), fix_outputs(shader(POSITION), VIEWPORT)
    assert [slot.name for slot in made.interface.uniforms] == ["k", "viewport"]
    assert [slot.register for slot in made.interface.uniforms] == [0, 1]
    assert made.pointers == (*before.pointers, 1)
    assert made.text.count("define ") == 1


def test_plain_outputs_stay_as_they_are() -> None:
    plain = shader(PLAIN)
    assert fix_outputs(plain, VIEWPORT) is plain


def test_a_plain_output_may_be_bound_to_the_position() -> None:
    made = fix_outputs(shader(PLAIN, ("ret0=output:gl_Position",)), VIEWPORT)
    ones = np.float32([1, 1, 1, 1])
    found = run(made, p=ones[None], u=ones, viewport=np.stack([ones, 0 * ones]))
    assert np.array_equal(found["ret0"], np.float32([[1, 1, 1, 0.5]]))


def test_a_position_of_three_components_gets_a_fourth() -> None:
    text = "define <3 x float> @main(<3 x float> %p) {\n  ret <3 x float> %p\n}\n"
    made = fix_outputs(shader(text, ("ret0=output:gl_Position",)), VIEWPORT)
    assert made.interface.outputs[0].words == "ffff"
    found = run(made, p=np.float32([[1, 2, 3]]), viewport=np.ones((2, 4), np.float32))
    assert np.array_equal(found["ret0"], np.float32([[2, 3, 4, 1]]))


@pytest.mark.parametrize(("bound", "found"), [("1e10", 1e6), ("32768", 32768.0)])
def test_bounds_by_option(bound: str, found: float) -> None:
    program = driver.compile(POSITION, "lima-vp", target={"viewport": bound})
    arrays = {
        "pos": np.float32([[0, 0, 0, 1e-6]]),
        "k": np.float32(0),
        "gl_mali_ViewportTransform": np.float32([[1, 1, 1, 0], [0, 0, 0, 0]]),
        **({"gl_mali_PointSizeParameters": np.float32([1, 100, 1, 0])} if bound == "1e10" else {}),
    }
    result = program.run(arrays)
    assert result["gl_Position"][0, 3] == pytest.approx(found)
    assert result["gl_PointSize"][0] == 1.0
    assert driver.reference(POSITION, "lima-vp", arrays, target={"viewport": bound})["gl_Position"][
        0, 3
    ] == pytest.approx(found)
