"""What compilers write that write GLSL: Slang, SPIRV-Cross, Naga."""

from __future__ import annotations

import numpy as np
import pytest

from gpucc.errors import InputError
from gpucc.frontend.compile import compile_source
from gpucc.program import BlockPlace
from tests.frontend.conftest import run_source

ATTRIBUTES = "#extension GL_EXT_control_flow_attributes : require\n"
HEAD = "precision highp float;\nlayout(location = 0) in vec4 x;\nlayout(location = 0) out vec4 color;\n"


def verdict(text: str) -> tuple[list[str], list[str]]:
    """The errors, with their notes, and the warnings."""
    warnings: list[str] = []
    try:
        compile_source(text, "k.frag", "glsl", "fragment", warn=warnings.append)
    except InputError as error:
        return [f"{one.location}: {one.message}; {'; '.join(one.notes)}" for one in (error, *error.also)], warnings
    return [], warnings


@pytest.mark.parametrize("version", ["310 es", "140", "450"])
@pytest.mark.parametrize("attribute", ["unroll", "dont_unroll", "dependency_length(2), unroll", "partial_count(1 + 1)"])
def test_attributes_change_nothing(version: str, attribute: str) -> None:
    head = "precision highp float;\nin vec4 x;\nout vec4 color;\n"
    body = "float s = 0.0; {0} for (int i = 0; i < 3; i++) {{ [[flatten]] if (x.y > 0.5) {{ s += x.x; }} }}"
    body += " [[branch]] switch (int(x.z)) {{ case 1: s += 1.0; default: break; }} color = vec4(s);"
    more = "#extension GL_EXT_control_flow_attributes2 : enable\n" if "count" in attribute else ""
    plain = body.format("").replace("[[flatten]]", "").replace("[[branch]]", "")
    one = f"#version {version}\n{ATTRIBUTES}{more}{head}void main() {{ {body.format(f'[[{attribute}]]')} }}"
    other = f"#version {version}\n{ATTRIBUTES}{more}{head}void main() {{ {plain} }}"
    assert verdict(one) == ([], [])
    x = np.array([[0.25, 0.75, 1.0, 0.0], [0.5, 0.25, 2.0, 0.0]], np.float32)
    colours = [run_source(text, x=x)["gl_FragColor"].tolist() for text in (one, other)]
    assert colours == [[[1.75] * 4, [0.0] * 4]] * 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[unroll]] color = x;", "attributes stand before `if`, `switch` and loops only"),
        ("[[]] if (x.x > 0.0) color = x;", "an attribute is expected, not `]`; such as [[unroll]]"),
        ("[[unroll] for (;;) { break; }", "`]` expected after the attribute, not `for`"),
    ],
)
def test_attributes_in_the_wrong_place(text: str, says: str) -> None:
    errors, _ = verdict(f"#version 450\n{ATTRIBUTES}{HEAD}void main() {{ {text} }}")
    assert errors[0].partition(": ")[2].startswith(says)


def test_attributes_need_their_extension() -> None:
    errors, _ = verdict(f"#version 450\n{HEAD}void main() {{ [[unroll]] for (;;) {{ break; }} }}")
    assert errors
    errors, _ = verdict(f"#version 300 es\n{ATTRIBUTES}{HEAD}void main() {{ color = x; }}")
    assert "its attributes are wishes: leave them out" in errors[0]


@pytest.mark.parametrize(("version", "taken"), [("310 es", True), ("450", True), ("300 es", False), ("330", False)])
def test_a_layout_for_buffers_declares_none(version: str, taken: bool) -> None:
    errors, _ = verdict(f"#version {version}\nlayout(column_major) buffer;\n{HEAD}void main() {{ color = x; }}")
    assert bool(errors) != taken


@pytest.mark.parametrize(
    ("before", "on_the_block", "rows"),
    [
        ("", "layout(binding = 0) layout(std140)", False),
        ("", "layout(row_major) layout(std140)", True),
        ("", "layout(row_major) layout(column_major)", False),
        ("layout(row_major) uniform;", "layout(std140) layout(binding = 1)", True),
        ("layout(row_major) uniform;", "layout(column_major)", False),
        ("layout(row_major) uniform; layout(column_major) uniform;", "layout(std140)", False),
    ],
)
def test_of_several_layouts_the_last_counts(before: str, on_the_block: str, rows: bool) -> None:
    text = f"#version 450\n{before}\n{on_the_block} uniform B {{ mat4 m; }};\n{HEAD}void main() {{ color = m * x; }}"
    assert verdict(text) == ([], [])
    given = {"x": np.ones((1, 4), np.float32), "m": np.eye(4, dtype=np.float32)}
    (slot,) = run_source(text, **given)["interface"].uniforms
    assert slot.place == BlockPlace("B", 0, (), 16, rows)


@pytest.mark.parametrize(
    "body",
    [
        "float w; float f = modf(x.x, w); color = vec4(w, f, 0.0, 1.0);",
        "int e; float f = frexp(x.x, e); color = vec4(float(e), f, 0.0, 1.0);",
        "uint c; uint s = uaddCarry(1u, uint(x.x), c); color = vec4(float(s), float(c), 0.0, 1.0);",
        "vec2 w; w.y = 1.0; modf(x.x, w.x); color = vec4(w, 0.0, 1.0);",
        "float w; for (int i = 0; i < 2; i++) { if (i > 0) { color = vec4(w); } modf(x.x, w); }",
    ],
)
def test_functions_of_the_language_give_values_to_arguments(body: str) -> None:
    assert verdict(f"#version 310 es\n{HEAD}void main() {{ {body} }}") == ([], [])


def test_what_they_leave_without_a_value() -> None:
    text = "vec2 w; modf(x.x, w.x); color = vec4(w, 0.0, 1.0);"
    _, (warning,) = verdict(f"#version 310 es\n{HEAD}void main() {{ {text} }}")
    assert warning.endswith("`w.y` is used before it has a value")


@pytest.mark.parametrize(
    ("version", "text", "says"),
    [
        ("100", "switch (1) { case 1: break; }", "GLSL ES 1.00 has no `switch`; write if .. else if"),
        ("120", "switch (1) { case 1: break; }", "GLSL 1.20 has no `switch`; write if .. else if"),
        ("100", "S s = S[](S(1.0))[0];", "GLSL ES 1.00 has no array constructors; assign the elements one by one"),
        ("100", "S s = S[1](S(1.0))[0];", "GLSL ES 1.00 has no array constructors; assign the elements one by one"),
    ],
)
def test_what_old_versions_lack_is_named(version: str, text: str, says: str) -> None:
    head = "precision mediump float;\n" if version == "100" else ""
    errors, _ = verdict(f"#version {version}\n{head}struct S {{ float f; }};\nvoid main() {{ {text} }}")
    assert errors[0].endswith(says)


@pytest.mark.parametrize(("type", "made"), [("texture2D", "sampler2D"), ("textureCube", "samplerCube")])
def test_textures_apart_from_samplers(type: str, made: str) -> None:
    errors, _ = verdict(f"#version 450\nuniform {type} t;\n{HEAD}void main() {{ color = x; }}")
    assert f"there is no type `{type}`" in errors[0]
    assert made in errors[0]
