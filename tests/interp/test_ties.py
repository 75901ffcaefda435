"""Comparisons of equal numbers: a program that takes < for <= is right in nearly all lanes of random numbers."""

from __future__ import annotations

import numpy as np
import pytest
from planting import built, judged

from gpucc.interp import verify
from gpucc.interp.inputs import make_batch
from gpucc.interp.ties import tied

FRAGMENT = """precision highp float;
varying vec4 v; varying vec2 uv; uniform vec4 k; uniform float cut; uniform sampler2D image;
void main() { vec4 e = v * 0.5 + k; if (TEST) e = e.yxzw * 0.25 + 0.125; gl_FragColor = e; }
"""
VERTEX = """attribute vec4 v; uniform vec4 k; uniform float cut; varying vec4 o;
void main() { gl_Position = v; o = VALUE; }
"""
FRAGMENTS = [
    ("v.x < 0.5", "v.x <= 0.5"),
    ("v.x + v.y > 1.0", "v.x + v.y >= 1.0"),
    ("max(v.x, v.y) > 0.75", "max(v.x, v.y) >= 0.75"),
    ("uv.x < 0.3", "uv.x <= 0.3"),
    ("texture2D(image, uv).a > 0.0", "texture2D(image, uv).a >= 0.0"),
    ("texture2D(image, uv).a < 0.5", "texture2D(image, uv).a <= 0.5"),
]
VERTICES = [
    ("v.x > 0.3 ? v : k", "v.x >= 0.3 ? v : k"),
    ("dot(v, k) < 1.0 ? v : k", "dot(v, k) <= 1.0 ? v : k"),
    ("vec4(step(0.5, v.x))", "vec4(v.x > 0.5 ? 1.0 : 0.0)"),
    ("floor(v)", "ceil(v) - 1.0"),
    ("mod(v, 2.0)", "v - 2.0 * (ceil(v * 0.5) - 1.0)"),
    ("all(lessThan(v.xy, k.xy)) ? v : k", "all(lessThanEqual(v.xy, k.xy)) ? v : k"),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("isa", ["agal", "agsl", "lima-pp"])
@pytest.mark.parametrize(("right", "wrong"), FRAGMENTS, ids=[right for right, _ in FRAGMENTS])
def test_a_fragment_shader_with_the_other_comparison_differs(isa: str, right: str, wrong: str) -> None:
    _differ(FRAGMENT.replace("TEST", right), FRAGMENT.replace("TEST", wrong), isa)


@pytest.mark.parametrize("isa", ["lima-vp", "pica200"])
@pytest.mark.parametrize(("right", "wrong"), VERTICES, ids=[right for right, _ in VERTICES])
def test_a_vertex_shader_with_the_other_comparison_differs(isa: str, right: str, wrong: str) -> None:
    _differ(VERTEX.replace("VALUE", right), VERTEX.replace("VALUE", wrong), isa)


def _differ(right: str, wrong: str, isa: str) -> None:
    source = built(right, isa)
    assert judged(source).verdict == "verified"
    assert judged(source, built(wrong, isa).program).verdict == "differs"


def test_without_these_lanes_it_is_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    source, other = (built(FRAGMENT.replace("TEST", test), "agal") for test in FRAGMENTS[1])
    monkeypatch.setattr(verify, "TIES", 4)
    assert judged(source, other.program).verdict == "verified"


def test_only_floats_change() -> None:
    """Indices, truth values, built-in inputs and sizes of textures stay; numbers within a quad vary in one plane."""
    text = """#version 300 es
    precision highp float; flat in int which; in vec2 uv; uniform bool on; uniform float cut; uniform sampler2D image;
    out vec4 c; void main() {
      ivec2 size = textureSize(image, 0);
      c = (on ? gl_FragCoord : vec4(uv, cut, float(which))) * (float(size.x) + texture(image, uv).x); }
    """
    interface = built(text, "agal").program.interface
    batch, _ = make_batch(interface, 64, 0, stage="fragment", wide=False)
    other = tied(interface, "fragment", batch, (0.3,), 0)
    for slots, ours, theirs in (
        (interface.inputs, batch.inputs, other.inputs),
        (interface.uniforms, batch.uniforms, other.uniforms),
    ):
        for slot in slots:
            before, after = (file[:, slot.register, : slot.components] for file in (ours, theirs))
            floats = slot.builtin is None and slot.words.startswith("f") and not slot.name.endswith(".size")
            assert np.array_equal(before, after) != floats, slot.name
            if floats:
                quads = after.reshape(16, 4, -1)
                assert np.allclose(quads[:, 0] + quads[:, 3], quads[:, 1] + quads[:, 2], atol=1e-6)
                assert all(value * 8 % 1 == 0 or abs((value - 0.3) * 8 % 1) < 1e-5 for value in quads[:, 0].flat)
    first, second = batch.textures[0].levels[0], other.textures[0].levels[0]
    assert np.isin(second[first != second], [0.0, 0.5, 1.0]).all()
    assert (first != second).any()
    assert (first == second).any()
