"""RetroArch's files: two stages in one, parameters with defaults; and what the manifest says of uniforms."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import gpucc
from gpucc.errors import InputError
from gpucc.frontend.compile import compile_pair, compile_source
from gpucc.frontend.retroarch import parameters, parts_of
from gpucc.program import BlockPlace
from tests.frontend.conftest import run_source

CRT = """#pragma parameter GLOW "How much it glows" 0.5 0.0 1.0 0.05
#pragma parameter SHIFT "A negative one" -.25f -1.0 1.0
#if defined(VERTEX)
attribute vec4 VertexCoord;
attribute vec4 TexCoord;
varying vec4 TEX0;
void main() { gl_Position = VertexCoord; TEX0 = TexCoord; }
#elif defined(FRAGMENT)
#ifdef GL_ES
precision highp float;
#endif
varying vec4 TEX0;
#ifdef PARAMETER_UNIFORM
uniform float GLOW, SHIFT;
#else
#define GLOW 0.25
#define SHIFT 0.25
#endif
void main() { gl_FragColor = TEX0 * GLOW + SHIFT; }
#endif
"""
BLOCK = """#version 300 es
precision highp float;
layout(row_major) uniform;
struct S { vec3 a; float b; mat2 m; };
layout(std140, column_major) uniform Light { float x; vec3 dir; S s[2]; layout(row_major) mat3x2 k[2]; } light[2];
uniform Plain { vec2 o; mat3x4 t; float rest[3]; };
uniform float alone;
out vec4 c;
void main() {
    c = light[0].x * vec4(light[1].dir, light[0].s[1].b) + vec4(light[0].s[0].m[0], light[1].k[1][2]) + o.xyxy * alone;
    c += t[0] * rest[1] + light[0].s[1].a.xyzz;
}
"""


def test_each_stage_of_a_file_is_one_shader() -> None:
    assert parts_of(CRT) == ("vertex", "fragment")
    assert parts_of("#ifdef FRAGMENT\n#endif") == ("fragment",)
    assert parts_of("// #if defined(VERTEX)\nvoid main() {}") == ()
    vertex, fragment = compile_pair(("k.glsl", CRT), ("k.glsl", CRT))
    assert "VertexCoord" in vertex
    assert "VertexCoord" not in fragment
    assert "TEX0" in fragment


def test_parameters_are_uniforms_with_defaults() -> None:
    found = run_source(CRT, TEX0=np.ones((1, 4), np.float32))
    assert found["gl_FragColor"].tolist() == [[0.25] * 4]
    assert [(slot.name, slot.default) for slot in found["interface"].uniforms] == [
        ("GLOW", (0.5,)),
        ("SHIFT", (-0.25,)),
    ]
    found = run_source(CRT, TEX0=np.ones((1, 4), np.float32), GLOW=1.0)
    assert found["gl_FragColor"].tolist() == [[0.75] * 4]


def test_a_parameter_needs_a_number() -> None:
    assert parameters(['parameter A "text" 1 0 2 1', 'parameter B "no numbers"', "STDGL invariant ( all )"]) == {
        "A": 1.0
    }
    assert parameters(['parameter A "" - 1.5 0 2', 'parameter A "again" 3.0 0.0 4.0 1.0']) == {"A": 3.0}


def test_first_values_of_uniforms_are_defaults() -> None:
    text = (
        "#version 330\nuniform vec3 a = vec3(1, 2, 3); uniform int n = 4; out vec4 c; void main() { c = vec4(a, n); }"
    )
    assert run_source(text, lanes=1)["gl_FragColor"].tolist() == [[1, 2, 3, 4]]


def test_a_file_without_the_wanted_stage_is_an_error() -> None:
    with pytest.raises(InputError, match="holds a vertex shader and a fragment shader"):
        gpucc.compile(CRT, isa="agal", name="k.glsl")


def test_members_of_blocks_have_places_in_std140() -> None:
    program = gpucc.compile(BLOCK, isa="lima-pp", name="k.frag", verify=None)
    assert {slot.name: slot.place for slot in program.interface.uniforms} == {
        "Light.x": BlockPlace("Light", 0, (0,)),
        "Light.dir": BlockPlace("Light", 16, (0,)),
        "Light.s.a": BlockPlace("Light", 32, (0, 48)),
        "Light.s.b": BlockPlace("Light", 44, (0, 48)),
        "Light.s.m": BlockPlace("Light", 48, (0, 48), 16),
        "Light.k": BlockPlace("Light", 128, (0, 32), 16, True),
        "o": BlockPlace("Plain", 0),
        "t": BlockPlace("Plain", 16, (), 16, True),
        "rest": BlockPlace("Plain", 80, (16,)),
        "alone": None,
    }


def test_the_manifest_keeps_defaults_and_places(tmp_path: Path) -> None:
    for text, name in ((CRT, "k.frag"), (BLOCK, "b.frag")):
        program = gpucc.compile(text, isa="lima-pp", name=name, verify=None)
        program.save(tmp_path / "k.json")
        assert gpucc.load(tmp_path / "k.json").interface == program.interface


def test_a_file_may_define_its_stage_itself() -> None:
    """As a program does that hands the text to OpenGL with `#define FRAGMENT` before it."""
    for first in ("#define FRAGMENT\n", "#define FRAGMENT 1\n", "#define FRAGMENT yes\n#define PARAMETER_UNIFORM\n"):
        assert compile_source(first + CRT, "crt.glsl", "glsl", "fragment")
