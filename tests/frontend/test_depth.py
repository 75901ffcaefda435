"""The depth that a fragment shader writes: an output on lima-pp, dropped with a warning by targets without one."""

from __future__ import annotations

import numpy as np
import pytest

import gpucc
from gpucc.emit import mesa
from gpucc.emit.lima_pp_mbs import to_mbs
from gpucc.errors import Unsupported
from gpucc.frontend.compile import compile_source
from tests.frontend.conftest import run_source

BODY = "void main() { COLOUR = vec4(uv, 0.0, 1.0); DEPTH = uv.x > 0.5 ? uv.y : 0.25; }"
OLD = f"precision highp float; varying vec2 uv;\n{BODY.replace('COLOUR', 'gl_FragColor')}"
NEW = f"precision highp float; in vec2 uv; out vec4 c;\n{BODY.replace('COLOUR', 'c').replace('DEPTH', 'gl_FragDepth')}"
SOURCES = {
    "ES 1.00": f"#extension GL_EXT_frag_depth : enable\n{OLD.replace('DEPTH', 'gl_FragDepthEXT')}",
    "ES 3.00": f"#version 300 es\n{NEW}",
    "1.20": f"#version 120\n{OLD.replace('precision highp float;', '').replace('DEPTH', 'gl_FragDepth')}",
    "3.30": f"#version 330\n{NEW}",
}
ALONE = "#version 330\nin vec2 uv; void main() { gl_FragDepth = uv.y; }"


@pytest.mark.parametrize("name", SOURCES)
def test_every_version_writes_the_depth(name: str) -> None:
    uv = np.array([[0.75, 0.5], [0.25, 0.5]], np.float32)
    found = run_source(SOURCES[name], uv=uv)
    assert found["gl_FragDepth"].reshape(-1).tolist() == [0.5, 0.25]
    assert found["gl_FragColor"].tolist() == [[0.75, 0.5, 0, 1], [0.25, 0.5, 0, 1]]


def test_lima_pp_has_a_register_for_it() -> None:
    program = gpucc.compile(SOURCES["ES 3.00"], "lima-pp", name="k.frag")
    found = program.run({"uv": np.array([[0.75, 0.5]], np.float32)})
    assert found["gl_FragDepth"].reshape(-1).tolist() == [0.5]
    state = mesa.shader_of(program).state
    assert (state.frag_color0_reg, state.frag_depth_reg) == (0, 1)
    with pytest.raises(Unsupported, match="only one output"):
        to_mbs(program)


@pytest.mark.parametrize(("isa", "says"), [("agal", "keeps the depth of the triangle"), ("agsl", "no depth buffer")])
def test_other_targets_drop_it_with_a_warning(isa: str, says: str) -> None:
    told: list[str] = []

    def notice(kind: str, text: str) -> None:
        told.append(f"{kind}: {text}")

    program = gpucc.compile(SOURCES["1.20"], isa, name="k.frag", observe=notice)
    assert [slot.name for slot in program.interface.outputs] == ["gl_FragColor"]
    assert any(says in warning and "gl_FragDepth is dropped" in warning for warning in told)


def test_a_depth_pass_without_a_colour_is_black() -> None:
    warnings: list[str] = []
    text = compile_source(ALONE, "k.frag", "glsl", warn=warnings.append)
    assert "@gl_FragColor" in text
    assert "the shader writes no colour: it is 0, 0, 0, 1" in warnings[0]
    found = run_source(ALONE, uv=np.array([[0, 0.5]], np.float32))
    assert found["gl_FragColor"].tolist() == [[0, 0, 0, 1]]
