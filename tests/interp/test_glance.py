"""Mistakes in one ordinary lane of a hundred or fewer: the lanes that are compared first may miss them all."""

from __future__ import annotations

import pytest
from planting import built, judged

from gpucc.interp import verify

HEAD = (
    "precision highp float;\nvarying vec4 v; varying vec2 uv; uniform vec4 k; uniform float cut; uniform vec4 c[4];\n"
)
DISCARDS = HEAD + (
    "void main() { float s = 0.0; vec4 o = vec4(0.0);\n"
    "for (int i = 0; i < 4; i++) {\n"
    "  s += fract(uv.x * float(i + 1)) * 0.5; if (s > cut + 1.5) discard; o += c[i] * s; }\n"
    "gl_FragColor = o * vec4(0.5, 1.0, uv.y, 0.25); }\n"
)
LIMIT = HEAD + (
    "void main() { vec4 e = v * k - k.wzyx; if (e.x + e.y > 0.4) e = e.yxzw * 0.5 + 0.125; gl_FragColor = e; }\n"
)
SPECK = HEAD + (
    "void main() { gl_FragColor = vec4(v.xyz, 1.0);\n"
    "if (distance(uv, vec2(0.5)) < 0.07) gl_FragColor = vec4(k.x + uv.x, 0.25, 0.5, 1.0); }\n"
)
TABLE = """attribute vec4 a; attribute float which; varying vec4 c;
void main() { float t[16]; ELEMENTS
  gl_Position = a; c = vec4(t[int(clamp(abs(which) * 0.2, 0.0, 0.999) * 16.0)], a.x, 0.5, 1.0); }
""".replace("ELEMENTS", " ".join(f"t[{i}] = {(i * 7 % 16) * 0.37 + 0.125};" for i in range(16)))


@pytest.mark.parametrize(
    ("text", "isa", "right", "wrong"),
    [
        (DISCARDS, "agal", "1.5", "1.665"),
        (DISCARDS, "lima-pp", "1.5", "1.5625"),
        (LIMIT, "agal", "0.4", "0.385"),
        (LIMIT, "agsl", "0.4", "0.385"),
        (SPECK, "agal", "0.07", "0.09"),
        (SPECK, "agsl", "0.07", "0.09"),
        (TABLE, "lima-vp", "t[15] = 3.455", "t[15] = 3.2"),
        (TABLE, "pica200", "t[14] = 0.865", "t[14] = 0.5"),
    ],
    ids=lambda value: str(value)[-12:].strip(),
)
def test_a_rare_mistake_differs(text: str, isa: str, right: str, wrong: str) -> None:
    assert right in text
    source = built(text, isa)
    assert judged(source).verdict == "verified"
    assert judged(source, built(text.replace(right, wrong), isa).program).verdict == "differs"


def test_a_glance_adds_no_lanes_to_a_right_program(monkeypatch: pytest.MonkeyPatch) -> None:
    source = built(LIMIT, "lima-pp")
    with_glance = judged(source)
    monkeypatch.setattr(verify, "_glanced", lambda bench: [])
    assert judged(source).describe() == with_glance.describe()
