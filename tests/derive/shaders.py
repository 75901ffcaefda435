"""Shaders that compute with uniforms alone: (target, declarations, body)."""

from __future__ import annotations

from gpucc.program import Stage

VERTEX = "attribute vec4 p; attribute vec2 t; varying vec4 v; varying vec2 w;\n"
FRAGMENT = "precision mediump float; varying vec4 v; varying vec2 w;\n"

SHADERS = (
    ("lima-vp", "uniform mat4 model, view, projection;", "gl_Position = projection * view * model * p; v = p; w = t;"),
    ("lima-vp", "uniform mat4 m; uniform vec3 light; uniform vec4 tint; uniform float gain, time;",
     "gl_Position = m * p; w = t; v = vec4(normalize(light), 1.0) * (tint * sqrt(gain) + time);"),
    ("lima-vp", "uniform vec2 size; uniform float turn;",
     "float c = cos(turn), s = sin(turn); gl_Position = p; w = mat2(c, s, -s, c) * t / size; v = p.yxwz;"),
    ("agal", "uniform vec4 a[3]; uniform float k;",
     "gl_Position = p * (a[0] + a[1] * k - a[2]); v = mix(a[0], a[2], k); w = t;"),
    ("agal", "uniform vec3 eye, at;",
     "vec3 d = normalize(at - eye); gl_Position = p; v = vec4(cross(d, vec3(0, 1, 0)), length(at - eye)); w = t;"),
    ("agal", "uniform float x, y;",
     "gl_Position = p; w = t * vec2(pow(abs(x), .4), exp(y)); v = vec4(log(abs(x)), exp2(y), log2(y), tan(x)) * p;"),
    ("pica200", "uniform mat4 m, n;", "gl_Position = m * n * p; v = p; w = t;"),
    ("pica200", "uniform vec3 a, b; uniform float k;",
     "gl_Position = p; v = p * vec4(reflect(a, normalize(b)), dot(a, b)); w = t * smoothstep(0.25, 0.75, k);"),
    ("pica200", "uniform float k; uniform vec2 o;",
     "gl_Position = p; v = p * vec4(floor(k), fract(k), ceil(k), sign(k)); w = t + mod(o, vec2(3.0));"),
    ("lima-pp", "uniform vec4 a, b; uniform float k;", "gl_FragColor = v * mix(a, b, smoothstep(0.0, 1.0, k));"),
    ("lima-pp", "uniform sampler2D s; uniform vec2 size; uniform float d;",
     "gl_FragColor = texture2D(s, w + vec2(1.0, 0.0) / size * d) + texture2D(s, w - vec2(0.0, 1.0) / size * d);"),
    ("lima-pp", "uniform float turn; uniform vec3 a;",
     "gl_FragColor = vec4(sin(turn), cos(turn), atan(a.x, a.y), acos(clamp(a.z, -1.0, 1.0))) * v;"),
    ("lima-pp", "uniform int mode; uniform bool on; uniform float k;",
     "vec4 r = v; if (mode + 1 == 3 || (on && k > 0.5)) r = r.bgra * (1.0 - k * k); gl_FragColor = r;"),
    ("agal fragment", "uniform vec4 a, b;", "gl_FragColor = v * min(a, b.wzyx) + max(a * 0.5, b);"),
    ("agal fragment", "uniform float k; uniform vec3 c;",
     "gl_FragColor = vec4(v.rgb * pow(abs(c), vec3(2.2)), step(0.5, k) * v.a + faceforward(c, c.zxy, c.yzx).x);"),
    ("agal fragment", "struct L { vec3 at; vec4 tint; float far; }; uniform L light; uniform vec3 eye;",
     "float d = distance(light.at, eye); gl_FragColor = v * light.tint * clamp(1.0 - d / light.far, 0.0, 1.0);"),
    ("agsl", "uniform float k; uniform vec2 o;", "gl_FragColor = vec4(w * sqrt(abs(k)) + exp2(o), sin(k), 1.0);"),
    ("agsl", "uniform int n; uniform float k;", "gl_FragColor = vec4(w, float(n * 3 - 2) * k, k > 2.0 ? 1.0 : k * k);"),
    ("agsl", "uniform mat3 m; uniform vec3 c;", "gl_FragColor = vec4(m * m * c + w.xyx, 1.0);"),
    ("lima-vp", "uniform vec4 plane; uniform int n;",
     "gl_Position = p; w = t; v = p * (plane / length(plane.xyz)) + float(n - int(plane.w));"),
)  # fmt: skip


def source(shader: tuple[str, str, str]) -> tuple[str, Stage, str]:
    """(target, stage, text)"""
    target, declarations, body = shader
    stage: Stage = "fragment" if target.endswith("fragment") or target in ("lima-pp", "agsl") else "vertex"
    head = FRAGMENT if stage == "fragment" else VERTEX
    if target == "agsl":
        head = head.replace("varying vec4 v; ", "")
    return target.split()[0], stage, f"{head}{declarations}\nvoid main() {{ {body} }}\n"
