"""Varyings with locations: they decide which belong together."""

from __future__ import annotations

import pytest

import gpucc
from gpucc import driver
from gpucc.errors import InputError
from gpucc.frontend.compile import compile_source

VERTEX = """#version 310 es
layout(location = 0) in vec4 position;
layout(location = 3) out vec2 a;
layout(location = 1) out vec2 b;
void main() { gl_Position = position; a = position.xy; b = position.zw; }
"""
FRAGMENT = """#version 310 es
precision mediump float;
layout(location = 3) in vec2 ONE;
layout(location = 1) in vec2 TWO;
uniform vec4 THREE;
layout(location = 0) out vec4 colour;
void main() { colour = vec4(ONE, TWO) * THREE; }
"""


@pytest.mark.parametrize(
    ("names", "found"),
    [
        # the order of declaration is not that of the locations
        (("a", "b", "scale"), ["a", "b"]),
        # locations decide, not names
        (("b", "a", "scale"), ["a", "b"]),
        (("coordinate", "other", "scale"), ["a", "b"]),
        # a uniform has the name of the varying
        (("coordinate", "other", "a"), ["a_", "b"]),
    ],
)
def test_varyings_with_locations_meet_by_them(names: tuple[str, str, str], found: list[str]) -> None:
    text = FRAGMENT
    for word, name in zip(("ONE", "TWO", "THREE"), names, strict=True):
        text = text.replace(word, name)
    stages = ("vertex", "fragment")
    sources = driver.paired(VERTEX.encode(), text.encode(), reading=driver.Reading(language="glsl"))
    one, two = (gpucc.compile(given, isa="agal", stage=stage) for given, stage in zip(sources, stages, strict=True))
    driver.link(one, two)
    # in the order of their registers
    assert [slot.name for slot in one.interface.outputs[1:]] == found
    assert [slot.name for slot in two.interface.inputs] == found


@pytest.mark.parametrize(
    ("first", "second", "shared"),
    [
        ("layout(location = 1) in vec4 a[1]", "layout(location = 1) in vec2 b", "location 1"),
        ("layout(location = 0) in mat3 a", "layout(location = 2) in vec4 b", "location 2"),
        ("layout(location = 0) in vec2 a[3]", "layout(location = 3) in vec4 b", ""),
        ("layout(location = 0) in mat3 a", "layout(location = 3) in vec4 b", ""),
    ],
)
def test_no_two_varyings_lie_at_one_location(first: str, second: str, shared: str) -> None:
    text = f"#version 440\n{first};\n{second};\nout vec4 c; void main() {{ c = vec4(a[0].x, b.xyx); }}"
    if not shared:
        compile_source(text, "k.frag", "glsl", "fragment")
        return
    with pytest.raises(InputError, match=f"the varyings `a` and `b` share {shared}") as caught:
        compile_source(text, "k.frag", "glsl", "fragment")
    assert str(caught.value.location).startswith("k.frag:3:")
