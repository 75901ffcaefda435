"""gl_FragCoord, which GLSL 1.50 and later declare again."""

from __future__ import annotations

import pytest

import gpucc
from gpucc.errors import InputError

SHADER = """#version 150
in vec4 gl_FragCoord;
out vec4 shown;
void main() { shown = vec4(gl_FragCoord.xy, 0.0, 1.0); }
"""


def test_a_declaration_like_the_built_in_one_changes_nothing() -> None:
    with_it = gpucc.compile(SHADER, isa="lima-pp", stage="fragment")
    without = gpucc.compile(SHADER.replace("in vec4 gl_FragCoord;", ""), isa="lima-pp", stage="fragment")
    assert with_it.code == without.code


@pytest.mark.parametrize(
    ("layout", "remedy"), [("origin_upper_left", "minus gl_FragCoord.y"), ("pixel_center_integer", "- 0.5")]
)
def test_layouts_that_change_its_values_are_refused(layout: str, remedy: str) -> None:
    with pytest.raises(InputError, match=layout) as caught:
        gpucc.compile(SHADER.replace("in vec4", f"layout({layout}) in vec4"), isa="lima-pp", stage="fragment")
    assert remedy in caught.value.notes[-1]


@pytest.mark.parametrize("version", ["#version 140", "#version 300 es\nprecision highp float;"])
def test_older_versions_and_gles_declare_it_once(version: str) -> None:
    with pytest.raises(InputError, match="gl_"):
        gpucc.compile(SHADER.replace("#version 150", version), isa="lima-pp", stage="fragment")
