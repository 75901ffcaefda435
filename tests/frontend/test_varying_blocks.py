"""Blocks of varyings, of GLSL ES 3.20 and of desktop GLSL from 1.50 on."""

from __future__ import annotations

import numpy as np
import pytest

from gpucc.errors import GpuccError
from gpucc.frontend.compile import compile_pair, compile_source
from tests.frontend.conftest import run_source

VERTEX = """#version 330
in vec4 position; in vec2 coordinate;
out gl_PerVertex { vec4 gl_Position; };
out Surface { vec3 normal; vec2 uv; } one;
out Light { float power; };
void main() {
  gl_Position = position;
  one.normal = position.zyx;
  one.uv = coordinate;
  power = 0.5;
}
"""
FRAGMENT = """#version 330
in Surface { vec3 normal; vec2 uv; } two;
in Light { float power; };
out vec4 c;
void main() { c = vec4(two.normal * power, two.uv.y); }
"""


def test_both_stages_know_a_block_by_its_name() -> None:
    vertex, fragment = compile_pair(("a.vert", VERTEX), ("a.frag", FRAGMENT))
    for name, type in (("Surface.normal", "<3 x float>"), ("Surface.uv", "<2 x float>"), ("power", "float")):
        assert f"@{name} = external addrspace(3) global {type}" in vertex
        assert f"@{name} = external addrspace(1) global {type}" in fragment


def test_the_values_of_members() -> None:
    given = {"position": np.array([[1, 2, 3, 4]], np.float32), "coordinate": np.array([[5, 6]], np.float32)}
    found = run_source(VERTEX, "vertex", **given)
    assert found["Surface.normal"].tolist() == [[3, 2, 1]]
    assert found["Surface.uv"].tolist() == [[5, 6]]
    read = {"Surface.normal": np.array([[2, 4, 6]], np.float32), "Surface.uv": np.array([[0, 7]], np.float32)}
    found = run_source(FRAGMENT, power=np.array([0.5], np.float32), **read)
    assert found["gl_FragColor"].tolist() == [[1, 2, 3, 7]]


@pytest.mark.parametrize(
    ("source", "stage", "says"),
    [
        ("#version 330\nin A { vec4 p; } a; void main() { gl_Position = a.p; }", "vertex", "`in` of a vertex shader"),
        ("#version 330\nout A { vec4 p; } a; void main() { a.p = vec4(0); }", "fragment", "`out` of a fragment shader"),
        ("#version 300 es\nout A { vec4 p; } a; void main() {}", "vertex", "a block can only be `uniform` here"),
        ("#version 330\nout A { uniform vec4 p; } a; void main() {}", "vertex", "cannot be `uniform`"),
        ("#version 330\nout A { sampler2D p; } a; void main() {}", "vertex", "a varying cannot be of type"),
        ("#version 330\nin A { vec4 p; } a; out vec4 c; void main() { a.p = c; }", "fragment", "read only"),
    ],
)
def test_what_a_block_cannot_be(source: str, stage: str, says: str) -> None:
    with pytest.raises(GpuccError) as caught:
        compile_source(source, "k", "glsl", stage)  # type: ignore[arg-type]
    assert says in str(caught.value.message) + str(caught.value.notes)


def test_members_that_differ() -> None:
    with pytest.raises(GpuccError, match="the varying `Surface` is"):
        compile_pair(("a.vert", VERTEX), ("a.frag", FRAGMENT.replace("vec2 uv", "vec3 uv")))
