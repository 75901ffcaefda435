"""Small effects as people write them, on AGAL: no more tokens than a patient programmer needs."""

from __future__ import annotations

import pytest

from gpucc import driver

HEAD = """precision mediump float;
varying vec2 uv; varying vec3 n; varying vec3 e; varying vec4 vc;
uniform sampler2D t; uniform sampler2D t2; uniform vec4 k; uniform vec4 q; uniform vec3 l; uniform float amt;
"""
COLOURS = "vec4 a = texture2D(t, uv), b = texture2D(t2, uv);"
EFFECTS = {
    # a length that is only compared
    "circle": ("gl_FragColor = length(uv - 0.5) < 0.5 ? k : q;", 8),
    "ring": ("float d = length(uv - 0.5); gl_FragColor = d > 0.3 && d < 0.4 ? k : q;", 10),
    "chroma key": (f"{COLOURS} if (distance(a.rgb, k.rgb) < 0.2) discard; gl_FragColor = a;", 6),
    "step": ("gl_FragColor = k * step(0.5, length(uv - 0.5));", 5),
    # a choice of a factor
    "scanlines": (f"{COLOURS} gl_FragColor = vec4(mod(gl_FragCoord.y, 2.0) < 1.0 ? a.rgb : a.rgb * 0.7, a.a);", 9),
    "dimmed": (f"{COLOURS} if (uv.x > amt) a *= 0.5; gl_FragColor = a;", 5),
    "tinted": (f"{COLOURS} if (uv.x > amt) a *= k; gl_FragColor = a;", 6),
    "alpha taken out": (f"{COLOURS} if (a.a > 0.0) a.rgb /= a.a; gl_FragColor = a;", 6),
    "alpha taken out where there is some": (f"{COLOURS} if (a.a != 0.0) a.rgb /= a.a; gl_FragColor = a;", 5),
    # a literal alpha
    "dodge": (f"{COLOURS} gl_FragColor = vec4(min(a.rgb / (1.0 - b.rgb), 1.0), 1.0);", 6),
    "burn": (f"{COLOURS} gl_FragColor = vec4(1.0 - min((1.0 - a.rgb) / b.rgb, 1.0), 1.0);", 7),
    "difference": (f"{COLOURS} gl_FragColor = vec4(abs(a.rgb - b.rgb), 1.0);", 5),
    "exposure": (f"{COLOURS} gl_FragColor = vec4(1.0 - exp(-a.rgb * k.x), 1.0);", 6),
    "brightest": (f"{COLOURS} gl_FragColor = vec4(vec3(max(a.r, max(a.g, a.b))), 1.0);", 4),
    "emboss": (f"{COLOURS} gl_FragColor = vec4(vec3(dot(a.rgb - b.rgb, vec3(0.333)) + 0.5), 1.0);", 6),
    # components of a texture that nothing reads make room for others
    "white": ("gl_FragColor = vec4(1.0, 1.0, 1.0, texture2D(t, uv).a);", 3),
    "alpha alone": ("gl_FragColor = vec4(vc.rgb, vc.a * texture2D(t, uv).a);", 3),
    "shifted colours": (
        "vec4 c = texture2D(t, uv); c.r = texture2D(t, uv + k.xy).r; c.b = texture2D(t, uv - k.xy).b;"
        " gl_FragColor = c;",
        8,
    ),
    "shifted colours, opaque": (
        "gl_FragColor = vec4(texture2D(t, uv + k.xy).r, texture2D(t, uv).g, texture2D(t, uv - k.xy).b, 1.0);",
        9,
    ),
    # a component passes beside its neighbours, so that the next operation is one instruction
    "depth in bytes": (
        "vec4 r = fract(vc.x * vec4(1.0, 255.0, 65025.0, 16581375.0));"
        " gl_FragColor = r - r.yzww * vec4(vec3(1.0 / 255.0), 0.0);",
        4,
    ),
    # powers
    "highlight": ("gl_FragColor = vec4(q.rgb * pow(max(dot(reflect(-e, n), l), 0.0), 16.0), 1.0);", 11),
    "Schlick": ("gl_FragColor = k * pow(1.0 - clamp(dot(n, e), 0.0, 1.0), 5.0);", 5),
    "any sign": ("gl_FragColor = k * pow(uv.x, 32.0);", 3),
}


@pytest.mark.parametrize("name", EFFECTS)
def test_an_effect_takes_as_many_tokens_as_by_hand(name: str) -> None:
    body, count = EFFECTS[name]
    text = f"{HEAD}void main() {{ {body} }}"
    program = driver.compile(text, "agal", stage="fragment", name="k.frag", verify=256, allow_unverified=True)
    assert program.stats["instructions"] == count
