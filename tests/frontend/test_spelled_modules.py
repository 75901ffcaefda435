"""The text that a front end writes is canonical: the shader is the same with and without printing by LLVM."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpucc.frontend.compile import compile_source
from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.reader.read import read
from gpucc.lowering.source import load
from gpucc.program import Stage

QUALITY = Path(__file__).parents[1] / "quality" / "glsl"
STRUCTS = """precision mediump float;
struct Lamp { vec3 at; float power; };
uniform Lamp lamps[2];
uniform sampler2D define;
varying vec2 uv;
float lit(Lamp lamp, vec3 p) { return lamp.power / dot(lamp.at - p, lamp.at - p); }
void main() {
    float sum = 0.0;
    for (int i = 0; i < 2; i++) sum += lit(lamps[i], vec3(uv, 0.0));
    gl_FragColor = texture2D(define, uv) * fract(sum) + vec4(dFdx(uv), 0.0, 1.0);
}
"""
EXTENSION = "#extension GL_OES_standard_derivatives : enable\n"


def sources() -> list[tuple[str, str, Stage]]:
    stages: dict[str, Stage] = {".vert": "vertex", ".frag": "fragment"}
    found = [
        (path.name, path.read_text(), stages[path.suffix])
        for path in sorted(QUALITY.glob("*.*"))
        if path.suffix in stages
    ]
    return [*found, ("structs.frag", EXTENSION + STRUCTS, "fragment")]


@pytest.mark.parametrize(("name", "text", "stage"), sources(), ids=lambda value: value if len(value) < 16 else "")
def test_shaders_are_the_same_without_llvms_printer(name: str, text: str, stage: Stage) -> None:
    written = compile_source(text, name, "glsl", stage)
    printed, own = load(written, name=name), load(written, name=name, own=True)
    assert printed.text != own.text == written
    assert canonicalise(own, stage=stage) == canonicalise(printed, stage=stage)


def test_the_reader_reads_it() -> None:
    written = compile_source(EXTENSION + STRUCTS, "structs.frag", "glsl")
    mine, theirs = read(written), read(load(written).text)
    assert list(mine.globals.values()) == list(theirs.globals.values())
    assert {name: len(one.blocks) for name, one in mine.functions.items()} == {
        name: len(one.blocks) for name, one in theirs.functions.items()
    }
    assert [one.op for block in mine.functions["main"].blocks for one in block.instructions] == [
        one.op for block in theirs.functions["main"].blocks for one in block.instructions
    ]
