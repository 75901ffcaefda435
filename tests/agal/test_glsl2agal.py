"""JSON as glsl2agal writes it: the code, its registers and its constants, by which a loader runs it as gpucc does."""

from __future__ import annotations

import base64
import json

import pytest

from gpucc import driver
from gpucc.emit import files
from gpucc.emit.agal import decode
from gpucc.emit.agal_assembler import assemble
from gpucc.errors import LimitExceeded
from gpucc.program import Program

FRAGMENT = """
precision mediump float;
varying vec2 uv;
uniform sampler2D tex;
uniform vec4 tint;
uniform mat4 m;
void main() { gl_FragColor = m * texture2D(tex, uv) * tint + vec4(0.25, 0.0, 0.0, 3.0); }
"""
VERTEX = """
attribute vec4 place;
attribute vec2 corner;
uniform mat4 world;
varying vec2 uv;
void main() { uv = corner * 0.5; gl_Position = world * place; }
"""


def record(source: str, stage: str) -> tuple[Program, dict[str, dict[str, object]]]:
    program = driver.compile(source, "agal", name=f"k.{stage}", stage=stage, verify=64)
    return program, json.loads(files.GLSL2AGAL.make(program, "k"))  # type: ignore[misc]


@pytest.mark.parametrize(("source", "stage"), [(FRAGMENT, "fragment"), (VERTEX, "vertex")])
def test_both_forms_of_the_code_are_the_program(source: str, stage: str) -> None:
    program, found = record(source, stage)
    assert base64.b64decode(str(found["agalbin"])) == program.code
    assert assemble(str(found["agalasm"]), program.stage) == program.code


def test_names_lead_to_registers_types_and_storage() -> None:
    program, found = record(FRAGMENT, "fragment")
    names, types, storage = found["varnames"], found["types"], found["storage"]
    assert [names[one] for one in ("uv", "tex", "gl_FragColor")] == ["v0", "fs0", "oc"]
    matrix = program.interface.find("m")
    assert matrix is not None
    assert names["m"] == f"fc{matrix.register}"
    assert types[str(names["m"])] == "mat4"
    assert types["fs0"] == "sampler2D"
    assert [storage[str(names[one])] for one in ("uv", "tex", "tint", "gl_FragColor")] == [
        "in",
        "uniform",
        "uniform",
        "out",
    ]
    _, other = record(VERTEX, "vertex")
    assert {other["varnames"][one] for one in ("place", "corner", "uv", "gl_Position")} == {"va0", "va1", "v0", "op"}


def test_constants_are_those_that_the_code_reads() -> None:
    program, found = record(FRAGMENT, "fragment")
    wanted = {(f"fc{one.register}", one.component): one.value for one in program.constants}
    assert wanted
    for (register, component), value in wanted.items():
        assert found["consts"][register][component] == value  # type: ignore[index]
    read = {
        f"fc{s.number}" for token in decode(program.code).instructions for s in token.sources if s.file == "uniform"
    }
    uniforms = {f"fc{slot.register + k}" for slot in program.interface.uniforms for k in range(slot.registers)}
    assert read - uniforms == set(found["consts"])


def test_derived_constants_have_no_place() -> None:
    source = (
        "precision highp float; uniform float t; varying vec2 v;"
        " void main() { gl_FragColor = vec4(v * sin(t), 0.0, 1.0); }"
    )
    program = driver.compile(source, "agal", name="k.frag", stage="fragment", verify=64, derive=True)
    assert program.derived is not None
    with pytest.raises(LimitExceeded, match="derived constants"):
        files.GLSL2AGAL.make(program, "k")  # type: ignore[misc]
