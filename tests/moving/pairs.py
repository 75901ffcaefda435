"""Pairs of shaders whose arithmetic on varyings may move to the vertex shader, and pairs in which nothing may."""

from __future__ import annotations

VERTEX = """
attribute vec4 position;
attribute vec2 uv;
attribute vec3 normal;
uniform mat4 mvp;
varying vec2 v_uv;
varying vec3 v_normal;
varying vec4 v_pos;
void main() {
  gl_Position = mvp * position;
  v_uv = uv;
  v_normal = normal;
  v_pos = position;
}
"""

FRAGMENT = """
precision highp float;
varying vec2 v_uv;
varying vec3 v_normal;
varying vec4 v_pos;
uniform sampler2D picture;
uniform vec2 scale, offset;
uniform mat4 shadow, mvp;
uniform vec3 light;
uniform float k[3];
void main() {
BODY
}
"""


def fragment(body: str) -> str:
    return FRAGMENT.replace("BODY", body)


# what moves, as components of each value, or as many as there are
MOVING: dict[str, tuple[str, list[int]]] = {
    "scale and offset": ("gl_FragColor = texture2D(picture, v_uv * scale + offset);", [2]),
    "a kernel in a loop": (
        "vec4 sum = vec4(0.0);\n"
        "for (int i = 0; i < 3; i++) sum += texture2D(picture, v_uv + offset * float(i + 1)) * k[i];\n"
        "gl_FragColor = sum;",
        [2, 2, 2],
    ),
    "the same twice": (
        "gl_FragColor = texture2D(picture, v_uv * scale).xyzw * texture2D(picture, v_uv * scale).wzyx;",
        [2],
    ),
    "two components of a product with a matrix": (
        "vec4 s = shadow * v_pos;\ngl_FragColor = vec4(s.z / s.w);",
        [2],
    ),
    "a direction": ("gl_FragColor = vec4(normalize(light - v_pos.xyz), length(light - v_pos.xyz));", [3]),
    "a mix by a uniform": ("gl_FragColor = sqrt(abs(mix(v_pos, v_normal.xyzx, k[0])));", [4]),
    "a uniform that the vertex shader has": ("gl_FragColor = inversesqrt(abs(mvp * v_pos));", [4]),
    "coefficients of functions of uniforms": (
        "gl_FragColor = vec4(exp2(dot(v_normal, normalize(light)) / k[1]));",
        [1],
    ),
    "behind a branch": ("gl_FragColor = v_pos;\nif (k[0] > 0.0) gl_FragColor = sqrt(abs(shadow * v_pos));", [4]),
}

STILL = {
    "fract": "gl_FragColor = vec4(fract(v_uv * scale + offset), 0.0, 1.0);",
    "a comparison": "gl_FragColor = v_uv.x * scale.x + offset.x > 0.5 ? v_pos : v_pos.wzyx;",
    "discard": "if (dot(v_pos, shadow[0]) < 0.0) discard;\ngl_FragColor = v_pos;",
    "a whole number": "gl_FragColor = vec4(k[int(v_uv.x * scale.x)]);",
    "a product of varyings": "gl_FragColor = v_pos * v_pos;",
    "a quotient by a varying": "gl_FragColor = vec4(scale.x / v_uv.x);",
    "gl_FragCoord": "gl_FragColor = sqrt(gl_FragCoord * scale.xyxy + offset.xyxy);",
    "a varying as it is": "gl_FragColor = sqrt(abs(v_pos));",
    "a hash": "gl_FragColor = vec4(fract(sin(dot(v_uv, vec2(12.9898, 78.233))) * 43758.5453));",
    "a texture's value": "gl_FragColor = texture2D(picture, v_uv) * scale.x + offset.x;",
}
