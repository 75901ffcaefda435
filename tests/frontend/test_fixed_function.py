"""Names of the fixed-function pipeline: GLSL up to 1.30, and the compatibility profile."""

from __future__ import annotations

import numpy as np
import pytest

import gpucc
from gpucc.errors import InputError
from gpucc.frontend.compile import compile_pair, compile_source
from tests.frontend.conftest import run_source

VERTEX = """#version 120
varying vec3 n;
void main() {
  gl_TexCoord[0] = gl_TextureMatrix[0] * gl_MultiTexCoord0;
  gl_TexCoord[1] = gl_MultiTexCoord1;
  n = gl_NormalMatrix * gl_Normal;
  gl_FrontColor = gl_Color * gl_LightSource[1].diffuse + gl_FrontMaterial.ambient;
  gl_BackColor = vec4(0.0);
  gl_FogFragCoord = gl_Vertex.z;
  gl_Position = ftransform();
}
"""
FRAGMENT = """#version 120
uniform sampler2D tex; varying vec3 n;
void main() { gl_FragColor = texture2D(tex, gl_TexCoord[0].st) * gl_Color * n.z; }
"""


def test_the_vertex_stage() -> None:
    identity = np.eye(4, dtype=np.float32)
    lights = np.zeros((8, 4), np.float32)
    lights[1] = 0.5
    given = {
        "gl_Vertex": np.array([[1, 2, 3, 1]], np.float32),
        "gl_Normal": np.array([[0, 0, 1]], np.float32),
        "gl_Color": np.array([[1, 0.5, 0.25, 1]], np.float32),
        "gl_MultiTexCoord0": np.array([[0.25, 0.5, 0, 1]], np.float32),
        "gl_MultiTexCoord1": np.array([[4, 5, 6, 7]], np.float32),
        "gl_ModelViewProjectionMatrix": 2 * identity,
        "gl_TextureMatrix": np.tile(3 * identity, (8, 1)),
        "gl_NormalMatrix": np.eye(3, dtype=np.float32),
        "gl_LightSource.diffuse": lights,
        "gl_FrontMaterial.ambient": np.array([0.125, 0, 0, 0], np.float32),
    }
    found = run_source(VERTEX, "vertex", **given)
    assert found["gl_Position"].tolist() == [[2, 4, 6, 2]]
    assert found["gl_FrontColor"].tolist() == [[0.625, 0.25, 0.125, 0.5]]
    assert found["gl_TexCoord.0"].tolist() == [[0.75, 1.5, 0, 3]]
    assert found["gl_TexCoord.1"].tolist() == [[4, 5, 6, 7]]
    assert found["gl_FogFragCoord"].reshape(-1).tolist() == [3]
    assert "gl_BackColor" not in found


def test_a_pair_keeps_what_the_fragment_shader_reads() -> None:
    vertex, fragment = compile_pair(("a.vert", VERTEX), ("a.frag", FRAGMENT))
    for text, space in ((vertex, 3), (fragment, 1)):
        assert f"@gl_FrontColor = external addrspace({space}) global <4 x float>" in text
        assert f"@gl_TexCoord = external addrspace({space}) global [2 x <4 x float>]" in text
    assert "@gl_FogFragCoord = internal" in vertex
    assert "gl_Color = external addrspace(1)" in vertex


@pytest.mark.parametrize("isa", ["lima-vp", "pica200", "agal"])
def test_targets_take_the_attributes(isa: str) -> None:
    program = gpucc.compile("#version 110\nvoid main() { gl_Position = ftransform(); }", isa, name="k.vert")
    assert [slot.name for slot in program.interface.inputs] == ["gl_Vertex"]
    assert program.interface.uniforms[0].name == "gl_ModelViewProjectionMatrix"


def test_the_size_of_the_coordinates() -> None:
    def size(text: str) -> str:
        whole = f"#version 120\nvarying float k; {text}"
        line = next(line for line in compile_source(whole, "k.frag", "glsl").split("\n") if "@gl_TexCoord" in line)
        return line.partition("global ")[2]

    assert size("void main() { gl_FragColor = gl_TexCoord[2]; }") == "[3 x <4 x float>]"
    assert size("void main() { gl_FragColor = gl_TexCoord[int(k)]; }") == "[8 x <4 x float>]"
    assert size("varying vec4 gl_TexCoord[4]; void main() { gl_FragColor = gl_TexCoord[2]; }") == "[4 x <4 x float>]"


@pytest.mark.parametrize("version", ["330 compatibility", "150 compatibility", "130"])
def test_versions_with_these_names(version: str) -> None:
    source = f"#version {version}\n#if defined(GL_core_profile)\n#error core\n#endif\n"
    text = compile_source(f"{source}void main() {{ gl_Position = ftransform(); }}", "k.vert", "glsl", "vertex")
    assert "gl_Vertex" in text


@pytest.mark.parametrize("version", ["100", "300 es", "330", "330 core", "150"])
def test_versions_without(version: str) -> None:
    with pytest.raises(InputError, match="`gl_Vertex` is not declared") as caught:
        compile_source(f"#version {version}\nvoid main() {{ gl_Position = gl_Vertex; }}", "k.vert", "glsl", "vertex")
    assert "declare it: attribute vec4 position;" in str(caught.value.notes)
