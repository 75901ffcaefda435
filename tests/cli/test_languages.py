"""Sources in shading languages on the command line: the file extension selects the language."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from gpucc import driver

Run = Callable[..., Any]

VERTEX = """
attribute vec4 position;
attribute vec3 normal;
uniform mat4 transform;
varying vec3 unused;
varying float shade;
void main() {
    gl_Position = transform * position;
    unused = normal;
    shade = max(normal.z, 0.0);
}
"""
FRAGMENT = """
precision mediump float;
uniform vec4 colour;
varying float shade;
void main() { gl_FragColor = colour * shade; }
"""


def test_a_vertex_shader_runs_on_every_vertex_target(tmp_path: Path) -> None:
    path = tmp_path / "k.vert"
    path.write_text(VERTEX)
    positions = np.array([[1, 2, 3, 1], [0, -1, 0.5, 2]], np.float32)
    normals = np.array([[0, 0, 0.5], [0, 0, -1]], np.float32)
    matrix = np.arange(16, dtype=np.float32).reshape(4, 4)
    for isa in ("agal", "lima-vp"):
        program = driver.compile(path, isa=isa)
        assert program.verified is not None
        given = {"position": positions, "normal": normals, "transform": matrix}
        given |= {
            slot.name: np.ones((2, 4), np.float32)
            for slot in program.interface.uniforms
            if slot.name.startswith("gl_mali")
        }
        assert program.run(given)["shade"].ravel().tolist() == [0.5, 0.0]


def test_two_stages_meet_by_the_names_of_their_varyings(tmp_path: Path) -> None:
    (tmp_path / "a.vert").write_text(VERTEX)
    (tmp_path / "b.frag").write_text(FRAGMENT)
    vertex, fragment = driver.paired(tmp_path / "a.vert", tmp_path / "b.frag")
    programs = [
        driver.compile(text, isa="agal", stage=stage) for text, stage in ((vertex, "vertex"), (fragment, "fragment"))
    ]
    assert [slot.name for slot in programs[0].interface.outputs] == ["gl_Position", "shade"]
    driver.link(*programs)


def test_errors_come_with_place_and_advice(gpucc: Run) -> None:
    source = "void main() {\n    gl_Position = vec4(1.0) + 3;\n    float x = true;\n}\n"
    done = gpucc("bad.vert --isa lima-vp", {"bad.vert": source})
    assert done.code == 1
    assert "bad.vert:2:29: error:" in done.err
    assert "bad.vert:3:" in done.err
    assert len(done.errors) == 2


def test_ir_under_the_name_of_a_shader_is_still_ir(tmp_path: Path) -> None:
    path = tmp_path / "k.vert"
    path.write_text("define <4 x float> @f(<4 x float> %p) {\n  ret <4 x float> %p\n}\n")
    assert driver.compile(path, isa="lima-vp").stats["instructions"] == 1


def test_words_of_ir_in_a_comment_are_no_ir(tmp_path: Path) -> None:
    shader = "void main() { gl_FragColor = vec4(1.0); }"
    comments = ("define the colour", "declare nothing (yet)", "target triple: none", "@note\n\nx = y")
    for number, comment in enumerate(comments):
        source = tmp_path / f"{number}.frag"
        source.write_text(f"/* These lines\n{comment}\n*/\n{shader}")
        assert driver.compile(source, isa="agal").stats["instructions"] == 1
