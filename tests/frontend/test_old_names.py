"""What is said of names that older versions of GLSL have, and of macros that an engine would define."""

from __future__ import annotations

import pytest

from gpucc.errors import GpuccError
from gpucc.frontend.compile import compile_source

TEXT = "#version 300 es\nprecision mediump float; uniform sampler2D s; uniform samplerCube c; in vec3 p; out vec4 o;\n"


@pytest.mark.parametrize(
    ("call", "old", "new"),
    [
        ("texture2D(s, p.xy)", "texture2D", "texture"),
        ("textureCube(c, p)", "textureCube", "texture"),
        ("texture2DProj(s, p)", "texture2DProj", "textureProj"),
        ("texture2DLodEXT(s, p.xy, 1.0)", "texture2DLodEXT", "textureLod"),
    ],
)
def test_functions_of_textures_have_other_names_from_3_00_on(call: str, old: str, new: str) -> None:
    text = f"{TEXT}void main() {{ o = {call}; }}"
    with pytest.raises(GpuccError) as caught:
        compile_source(text, "f", "glsl")
    assert f"it is called {new} here, and -D {old}={new} reads it so" in caught.value.notes[0]
    compile_source(text, "f", "glsl", define=[f"{old}={new}"])


def test_a_macro_without_a_value_may_be_given_one() -> None:
    text = "#if SHADOWS\n#error there are shadows\n#endif\nvoid main() { gl_FragColor = vec4(1.0); }"
    with pytest.raises(GpuccError) as caught:
        compile_source(text, "f", "glsl")
    assert "-D SHADOWS=0" in caught.value.notes[0]
    compile_source(text, "f", "glsl", define=["SHADOWS=0"])
