"""Components that are taken as they are pass through the operation of their neighbours, on targets with vec4 registers:
the counts of hand-written programs."""

from __future__ import annotations

import pytest

from gpucc import driver

HEAD = "attribute vec4 a;\nattribute vec2 uv;\nattribute float s;\nuniform vec4 k;\nvarying vec2 v;\nvarying vec4 w;\n"
TAPS = "precision mediump float;\nvarying vec2 uv;\nuniform sampler2D t;\n"


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("gl_Position = vec4(a.xy, a.z * 0.5, a.w);", 1),
        ("gl_Position = vec4(a.x, a.y + 0.5, a.zw);", 1),
        ("gl_Position = vec4(a.x - 0.5, a.yzw);", 1),
        ("gl_Position = vec4(a.x, -a.y, a.zw);", 1),
        ("gl_Position = vec4(a.x * 2.0, -a.y, a.zw);", 1),
        ("gl_Position = vec4(a.x, -a.y, 0.0, 1.0);", 2),
        ("v = vec2(uv.x + 0.5, uv.y); w = vec4(a.rgb * 0.5, a.a); gl_Position = a;", 3),
        ("float b = a.x > 0.0 ? 1.0 : 0.0; gl_Position = vec4(b, b + 1.0, 0.0, 1.0);", 3),
        ("vec4 c = a * k; gl_Position = vec4(c.rgb * 0.5, c.a);", 2),
        # nothing takes part in a sum with a uniform, whose other components may be any number
        ("gl_Position = vec4(a.x + k.x, a.yzw);", 2),
        # a component of another register
        ("gl_Position = vec4(a.x * 0.5, uv.y, a.zw);", 2),
    ],
)
@pytest.mark.parametrize("isa", ["agal", "pica200"])
def test_a_vertex_takes_as_many_instructions_as_by_hand(isa: str, body: str, count: int) -> None:
    program = driver.compile(f"{HEAD}void main() {{ {body} }}", isa, stage="vertex", name="k.vert", verify=256)
    assert program.stats["instructions"] == count + (isa == "pica200")
    assert program.stats["lower_bound"] <= program.stats["instructions"]


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("texture2D(t, vec2(uv.x + 0.01, uv.y))", 2),
        ("texture2D(t, vec2(uv.x, -uv.y))", 2),
        ("texture2D(t, uv + vec2(0.01, 0.0)) + texture2D(t, uv - vec2(0.01, 0.0))", 4),
        ("texture2D(t, uv + vec2(0.01, 0.0)) * texture2D(t, uv + vec2(0.0, 0.02))", 4),
    ],
)
def test_coordinates_take_as_many_instructions_as_by_hand(body: str, count: int) -> None:
    text = f"{TAPS}void main() {{ gl_FragColor = {body}; }}"
    program = driver.compile(text, "agal", stage="fragment", name="k.frag", verify=256)
    assert program.stats["instructions"] == count
