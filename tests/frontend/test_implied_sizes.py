"""Arrays of GLSL for desktops whose size follows from their indices."""

from __future__ import annotations

import pytest

import gpucc
from gpucc.errors import InputError
from gpucc.frontend.compile import compile_source

SHADER = """#version 150
uniform sampler2D layer[]; uniform vec4 scale[], offset[2];
in vec2 at; out vec4 shown;
void main() { shown = texture(layer[1], at) * scale[0x2] + texture(layer[0], at) * scale[1u] + offset[0]; }
"""


def test_the_greatest_index_gives_the_size() -> None:
    program = gpucc.compile(SHADER, isa="lima-pp", stage="fragment")
    assert program.verified is not None
    assert [(slot.name, slot.registers) for slot in program.interface.uniforms] == [("scale", 3), ("offset", 2)]
    assert [slot.name for slot in program.interface.samplers] == ["layer.0", "layer.1"]


@pytest.mark.parametrize("index", ["n", "n + 1", "int(at.x)"])
def test_an_index_that_is_no_literal_gives_none(index: str) -> None:
    text = SHADER.replace("in vec2 at", "uniform int n; in vec2 at").replace("scale[1u]", f"scale[{index}]")
    with pytest.raises(InputError, match="the array needs a size") as caught:
        compile_source(text, "f.frag", "glsl", "fragment")
    assert "literals" in caught.value.notes[-1]


@pytest.mark.parametrize("version", ["100", "300 es"])
def test_gles_asks_for_sizes(version: str) -> None:
    text = f"#version {version}\nprecision highp float;\nuniform vec4 scale[];\nvoid main() {{ vec4 c = scale[1]; }}"
    with pytest.raises(InputError, match="the array needs a size") as caught:
        compile_source(text, "f.frag", "glsl", "fragment")
    assert not any("literals" in note for note in caught.value.notes)


def test_what_nothing_names_has_one_element() -> None:
    text = SHADER.replace("offset[2]", "offset[2], unused[]")
    assert "unused" not in gpucc.compile(text, isa="lima-pp", stage="fragment").asm()
    with pytest.raises(InputError, match="the array needs a size"):
        compile_source(text.replace("offset[0]", "float(unused.length())"), "f.frag", "glsl", "fragment")


LOCAL = """#version 120
varying vec4 v;
float first(float q[2]) { return q[0]; }
void main() { float few[]; few[2] = v.x; few[0] = few[1] = v.y; float q[2]; q[0] = few[2]; q[1] = few[1];
    gl_FragColor = vec4(3.0, first(q), few[0], q[1]); }
"""


def test_local_arrays_have_sizes_by_their_indices() -> None:
    program = gpucc.compile(LOCAL, isa="agal", stage="fragment")
    assert program.run({"v": [[0.5, 0.25, 0, 0]]})["gl_FragColor"].tolist() == [[3, 0.5, 0.25, 0.25]]


def test_other_local_arrays_need_a_size() -> None:
    other = LOCAL.replace("float q[2]) { return q[0]", "float few[2]) { return few[0]")
    whole = LOCAL.replace("vec4(3.0", "vec4(few.length()")
    member = LOCAL.replace("120", "150").replace("varying", "uniform Block { float n[]; } block; varying")
    for text in (other, whole, member.replace("few[0]", "block.n[1]")):
        with pytest.raises(InputError, match="the array needs a size"):
            compile_source(text, "f.frag", "glsl", "fragment")
