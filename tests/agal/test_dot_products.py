"""Dot products of which factors are one, rows of skinned matrices, narrow varyings, and orders that spare registers."""

from __future__ import annotations

import pytest

from gpucc import driver

FRAGMENT = """precision highp float;
varying vec2 v; varying vec3 a; varying vec3 b; varying vec3 c;
uniform sampler2D t;
void main() {{ vec4 p = texture2D(t, v); float s = {sum}; gl_FragColor = vec4(s); }}
"""


def instructions(text: str, stage: str = "fragment") -> list[str]:
    program = driver.compile(text, "agal", name=f"k.{stage[:4]}", stage=stage, verify=64)
    return [line for line in program.asm().splitlines() if not line.startswith("//")]


@pytest.mark.parametrize(
    ("total", "op"),
    [
        ("dot(p, vec4(1.0, 0.5, 0.25, 0.125))", "dp4"),
        ("dot(p, vec4(0.5, 0.25, 1.0, 0.125))", "dp4"),
        ("dot(p.rgb, vec3(1.0, 0.5, 0.25))", "dp3"),
        ("dot(p.rgb, vec3(0.25, 0.5, 1.0))", "dp3"),
        ("dot(p.rgb, vec3(1.0, 0.5, 1.0))", "dp3"),
        ("p.r + p.g + p.b", "dp3"),
        ("p.r + p.g + p.b + p.a", "dp4"),
        ("dot(p, vec4(1.0))", "dp4"),
    ],
)
def test_factors_of_one_belong_to_dot_products(total: str, op: str) -> None:
    read, summed = instructions(FRAGMENT.format(sum=total))
    assert read.startswith("tex")
    assert summed.startswith(op)


def test_sums_before_a_comparison_keep_their_order() -> None:
    """The sum decides; nothing about it may be regrouped, and a dot product adds in the same order."""
    text = FRAGMENT.format(sum="dot(p, vec4(1.0, 0.5, 0.25, 0.125)) < v.x ? 0.25 : 0.75")
    assert [line.split()[0] for line in instructions(text)][:2] == ["tex", "dp4"]


def test_terms_from_different_registers_are_not_copied_together() -> None:
    found = instructions(FRAGMENT.format(sum="a.x + b.y * 0.5 + c.z * 0.25"))
    assert not any(line.startswith(("dp", "mov")) for line in found)


SKIN = """attribute vec3 position; attribute vec3 normal; attribute vec4 weights; attribute vec4 joints;
uniform mat4 view; uniform vec4 bones[24];
varying float light; varying vec2 uv;
mat4 bone(float i) {
    int k = int(i) * 3;
    vec4 a = bones[k], b = bones[k + 1], c = bones[k + 2];
    return mat4(a.x, b.x, c.x, 0.0, a.y, b.y, c.y, 0.0, a.z, b.z, c.z, 0.0, a.w, b.w, c.w, 1.0);
}
void main() {
    mat4 m = bone(joints.x) * weights.x + bone(joints.y) * weights.y;
    vec4 p = m * vec4(position, 1.0);
    vec3 n = (m * vec4(normal, 0.0)).xyz;
    gl_Position = view * p;
    light = max(n.y, 0.0);
    uv = position.xy;
}
"""


def test_rows_of_skinned_matrices_are_blended_whole() -> None:
    found = instructions(SKIN, "vertex")
    # three rows of two bones are read at most once each, with all of their lanes
    assert sum("vc[" in line for line in found) <= 6
    assert len(found) <= 32


def test_components_that_a_varying_lacks_cost_nothing() -> None:
    text = """attribute vec4 p; attribute vec2 q; uniform vec4 k; varying float f; varying vec2 uv;
void main() { gl_Position = p; f = p.x + k.x; uv = q; }"""
    assert len(instructions(text, "vertex")) == 3


WAVES = """attribute vec2 grid; uniform mat4 mvp; uniform float time; uniform vec4 waves[4];
varying vec3 normal; varying vec3 place;
void main() {
    vec3 p = vec3(grid.x, 0.0, grid.y), t = vec3(1.0, 0.0, 0.0), b = vec3(0.0, 0.0, 1.0);
    for (int i = 0; i < 4; i++) {
        vec4 w = waves[i];
        vec2 d = normalize(w.xy);
        float k = 6.2831853 / w.w, f = k * (dot(d, grid) - sqrt(9.8 / k) * time), a = w.z / k, s = sin(f), q = cos(f);
        p += vec3(d.x * a * q, a * s, d.y * a * q);
        t += vec3(-d.x * d.x * w.z * s, d.x * w.z * q, -d.x * d.y * w.z * s);
        b += vec3(-d.x * d.y * w.z * s, d.y * w.z * q, -d.y * d.y * w.z * s);
    }
    normal = normalize(cross(b, t));
    place = p;
    gl_Position = mvp * vec4(p, 1.0);
}
"""


def test_another_order_is_tried_before_computations_are_taken_apart() -> None:
    """Four waves share vector instructions; most orders of these need more than the eight registers."""
    program = driver.compile(WAVES, "agal", name="k.vert", verify=None)
    assert program.stats["instructions"] <= 90
    assert program.stats["registers"] <= 8
