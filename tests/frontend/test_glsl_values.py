"""The semantics of GLSL ES 1.00: expressions and statements executed by the JIT and compared with independently
computed values."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

Glsl = Callable[..., Any]
A = (0.25, -1.5, 2.75, 0.5)
B = (1.25, 0.75, -0.5, 3.0)


def both(function: Callable[[float, float], float]) -> list[float]:
    return [function(a, b) for a, b in zip(A, B, strict=True)]


def clamp(x: float, low: float, high: float) -> float:
    return min(max(x, low), high)


def smooth(low: float, high: float, x: float) -> float:
    t = clamp((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


FUNCTIONS: dict[str, list[float]] = {
    "radians(a)": [math.radians(x) for x in A],
    "degrees(a)": [math.degrees(x) for x in A],
    "sin(a)": [math.sin(x) for x in A],
    "cos(a)": [math.cos(x) for x in A],
    "tan(a)": [math.tan(x) for x in A],
    "asin(a * 0.3)": [math.asin(x * 0.3) for x in A],
    "acos(a * 0.3)": [math.acos(x * 0.3) for x in A],
    "atan(a)": [math.atan(x) for x in A],
    "atan(a, b)": both(math.atan2),
    "pow(abs(a), b)": both(lambda x, y: abs(x) ** y),
    "exp(a)": [math.exp(x) for x in A],
    "log(abs(a))": [math.log(abs(x)) for x in A],
    "exp2(a)": [2**x for x in A],
    "log2(abs(a))": [math.log2(abs(x)) for x in A],
    "sqrt(abs(a))": [math.sqrt(abs(x)) for x in A],
    "inversesqrt(abs(a))": [1 / math.sqrt(abs(x)) for x in A],
    "abs(a)": [abs(x) for x in A],
    "sign(a)": [math.copysign(1, x) for x in A],
    "floor(a)": [math.floor(x) for x in A],
    "ceil(a)": [math.ceil(x) for x in A],
    "fract(a)": [x - math.floor(x) for x in A],
    "mod(a, b)": both(lambda x, y: x - y * math.floor(x / y)),
    "mod(a, 0.7)": [x - 0.7 * math.floor(x / 0.7) for x in A],
    "min(a, b)": both(min),
    "max(a, b)": both(max),
    "min(a, 0.3)": [min(x, 0.3) for x in A],
    "max(a, 0.3)": [max(x, 0.3) for x in A],
    "clamp(a, 0.0, 1.0)": [clamp(x, 0, 1) for x in A],
    "clamp(a, -b * b, b * b)": both(lambda x, y: clamp(x, -y * y, y * y)),
    "mix(a, b, 0.25)": both(lambda x, y: x * 0.75 + y * 0.25),
    "mix(a, b, b)": both(lambda x, y: x * (1 - y) + y * y),
    "step(0.4, a)": [float(x >= 0.4) for x in A],
    "step(a, b)": both(lambda x, y: float(y >= x)),
    "smoothstep(-1.0, 2.0, a)": [smooth(-1, 2, x) for x in A],
    "smoothstep(a, a + 4.0, b)": both(lambda x, y: smooth(x, x + 4, y)),
    "vec4(length(a))": [math.hypot(*A)] * 4,
    "vec4(distance(a, b))": [math.dist(A, B)] * 4,
    "vec4(dot(a, b))": [sum(both(lambda x, y: x * y))] * 4,
    "vec4(cross(a.xyz, b.xyz), 1.0)": [*np.cross(A[:3], B[:3]), 1.0],
    "normalize(a)": [x / math.hypot(*A) for x in A],
    "faceforward(a, a, b)": [-x if sum(both(lambda x, y: x * y)) >= 0 else x for x in A],
    "reflect(a, b)": both(lambda x, y: x - 2 * sum(both(lambda p, q: p * q)) * y),
    "vec4(lessThan(a, b))": both(lambda x, y: float(x < y)),
    "vec4(lessThanEqual(a, a))": [1.0] * 4,
    "vec4(greaterThan(a, b))": both(lambda x, y: float(x > y)),
    "vec4(greaterThanEqual(a, b))": both(lambda x, y: float(x >= y)),
    "vec4(equal(a, a.xxzw))": [1.0, 0.0, 1.0, 1.0],
    "vec4(notEqual(ivec4(a), ivec4(0, -1, 0, 0)))": [0.0, 0.0, 1.0, 0.0],
    "vec4(not(lessThan(a, b)))": both(lambda x, y: float(not x < y)),
    "vec4(any(lessThan(a, b)), all(lessThan(a, b)), any(lessThan(b, b)), all(equal(b, b)))": [1.0, 0.0, 0.0, 1.0],
}


@pytest.mark.parametrize("expression", FUNCTIONS)
def test_a_built_in_function_is_what_its_definition_says(glsl: Glsl, expression: str) -> None:
    found = glsl(f"r = {expression};", a=A, b=B)
    assert found == pytest.approx(FUNCTIONS[expression], rel=3e-6, abs=1e-6)


def test_refraction_bends_and_reflects_totally(glsl: Glsl) -> None:
    i, n, eta = np.array([0.6, -0.8, 0.0]), np.array([0.0, 1.0, 0.0]), 0.75
    d = n @ i
    k = 1 - eta * eta * (1 - d * d)
    wanted = eta * i - (eta * d + math.sqrt(k)) * n
    assert glsl("r.xyz = refract(i, n, 0.75);", i=i, n=n)[:3] == pytest.approx(wanted, abs=1e-6)
    assert glsl("r.xyz = refract(i, n, 2.5);", i=i, n=n)[:3] == pytest.approx([0, 0, 0])


STATEMENTS: dict[str, tuple[str, list[float]]] = {
    "swizzles read and write": ("r = a.wzyx; r.xz = b.yy; r.rg = r.gr;", [2.75, 0.75, 0.75, 0.25]),
    "components by index": ("r = a; r[1] = b[2]; int k = int(b.w); r[k] = 9.0;", [0.25, -0.5, 2.75, 9.0]),
    "increments": ("float x = a.x; float y = x++ + ++x; r = vec4(x, y, x--, x);", [2.25, 2.5, 2.25, 1.25]),
    "vector increment": ("r = a; r++; --r.x;", [0.25, -0.5, 3.75, 1.5]),
    "compound": ("r = a; r += b; r *= 2.0; r.x -= 1.0; r.yz /= 4.0;", [2.0, -0.375, 1.125, 7.0]),
    "integers": ("int i = 7; int j = -7; r = vec4(i / 2, j / 2, i * j, i - j);", [3, -3, -49, 14]),
    "division by zero leaves the rest alone": (
        "int n = int(b.w), none = a.x > 0.0 ? 0 : n; int q = n / none; ivec2 p = ivec2(n) / ivec2(0, 2);"
        " q += n / 0; r = vec4(a.x > 0.0 ? 5.0 : float(q), p.y, none == 0, 1);", [5, 1, 1, 1]),
    "conversions": ("r = vec4(int(a.y), int(a.z), float(true), bool(a.x));", [-1, 2, 1, 1]),
    "constructors truncate": ("vec2 q = vec2(a); ivec3 k = ivec3(a); r = vec4(q, k.z, ivec2(k).x);",
    [0.25, -1.5, 2, 0]),
    "and, or, xor": ("bool t = a.x > 0.0, f = a.y > 0.0; r = vec4(t && f, t || f, t ^^ f, !t);", [0, 1, 1, 0]),
    "the right side only if needed": ("float n = 0.0; bool z = a.x < 0.0 && (n += 1.0) > 0.0;"
                                      " bool y = a.x > 0.0 || (n += 2.0) > 0.0; r = vec4(n, z, y, 0);",
                                      [0, 0, 1, 0]),
    "one side of a choice": ("float n = 0.0; float x = a.x > 0.0 ? (n += 1.0) : (n += 5.0); r = vec4(n, x, 0.0, 0.0);",
    [1, 1, 0, 0]),
    "comma": ("float x; r.x = (x = 3.0, x + 1.0); for (int i = 0, j = 5; i < j; i++, j--) r.y += 1.0;", [4, 3, 0, 0]),
    "for": ("for (int i = 0; i < 5; i++) { if (i == 1) continue; if (i == 4) break; r.x += float(i); r.y++; }",
    [5, 3, 0, 0]),
    "for with floats": ("for (float f = 0.0; f < 1.0; f += 0.25) r.x += f;", [1.5, 0, 0, 0]),
    "while": ("int i = 0; while (i < int(b.w)) { r.x += 2.0; i++; }", [6, 0, 0, 0]),
    "while with a declaration": ("int i = 3; while (bool go = i > 0) { i--; r.x += go ? 1.0 : 10.0; }", [3, 0, 0, 0]),
    "do": ("int i = 9; do { r.x += 1.0; i++; } while (i < 10); do { r.y++; if (r.y > 3.0) continue; } while (r.y < "
           "3.0);", [1, 3, 0, 0]),
    "else if": ("if (a.x > 1.0) r.x = 1.0; else if (a.y > 1.0) r.x = 2.0; else if (a.z > 1.0) r.x = 3.0; else r.x = "
                "4.0;", [3, 0, 0, 0]),
    "scopes": ("float x = 1.0; { float x = x + 1.0; r.x = x; } r.y = x; for (int x = 0; x < 1; x++) r.z = float(x);",
    [2, 1, 0, 0]),
    "arrays": ("float q[3]; for (int i = 0; i < 3; i++) q[i] = float(i) * 2.0; int k = int(b.w) - 1; r = vec4(q[0], "
               "q[1], q[k], q[k - 1]);",
               [0, 2, 4, 2]),
    "array of vectors": ("vec2 q[2]; q[0] = a.xy; q[1] = b.xy; q[1].x = 5.0; q[0][1] += 1.0; r = vec4(q[0], q[1]);",
    [0.25, -0.5, 5, 0.75]),
    "matrix columns": ("mat2 m = mat2(1.0, 2.0, 3.0, 4.0); m[0] = m[1]; m[1][0] = 9.0; r = vec4(m[0], m[1]);",
    [3, 4, 9, 4]),
    "matrix by index": ("mat3 m = mat3(2.0); int k = int(b.w) - 1; m[k][1] = 7.0; r = vec4(m[k], m[k - 1].y);",
    [0, 7, 2, 2]),
    "matrix products": ("mat2 m = mat2(1.0, 2.0, 3.0, 4.0); mat2 n = mat2(a.x, a.y, a.z, a.w); mat2 p = m * n; r = "
                        "vec4(p[0], p[1]);",
                        [0.25 - 4.5, 0.5 - 6, 2.75 + 1.5, 5.5 + 2]),
    "vector and matrix": ("mat2 m = mat2(1.0, 2.0, 3.0, 4.0); r = vec4(m * a.xy, a.xy * m);",
    [0.25 - 4.5, 0.5 - 6, 0.25 - 3, 0.75 - 6]),
    "matrix arithmetic": ("mat2 m = mat2(2.0); mat2 n = mat2(1.0, 2.0, 3.0, 4.0); m = m + n - 1.0; m /= 2.0;"
                          " m = matrixCompMult(m, n); m = -m; r = vec4(m[0], m[1]);",
                          [-1, -1, -3, -10]),
    "matrix of a matrix": ("mat3 m = mat3(mat2(1.0, 2.0, 3.0, 4.0)); mat2 n = mat2(mat4(5.0));"
                           " r = vec4(m[1].xyz, m[2].z + n[1].y);", [3, 4, 0, 6]),
    "equality": ("mat2 m = mat2(1.0); r = vec4(a == a, a != b, m == mat2(1.0), ivec2(1) == ivec2(1, 2));",
    [1, 1, 1, 0]),
}  # fmt: skip


@pytest.mark.parametrize("name", STATEMENTS)
def test_statements_do_what_they_say(glsl: Glsl, name: str) -> None:
    statements, wanted = STATEMENTS[name]
    assert glsl(statements, a=A, b=B) == pytest.approx(wanted, abs=1e-6)


FUNCTION_TESTS: dict[str, tuple[str, str, list[float]]] = {
    "overloads": (
        (
            "float f(float x) { return x; } float f(vec2 x) { return x.x + x.y; } float f(int x) { return float(x) *"
            " 10.0; }"
        ),
        "r = vec4(f(a.x), f(a.xy), f(3), 0.0);",
        [0.25, -1.25, 30, 0],
    ),
    "out parameters are copied back in order": (
        "void f(out float x, inout float y) { x = 1.0; y += 5.0; }",
        "vec2 q = vec2(3.0, 4.0); f(q.x, q.x); vec2 p = vec2(3.0, 4.0); f(p.x, p.y); r = vec4(q, p);",
        [8, 4, 1, 9],
    ),
    "a global is seen through its copy": (
        "float g = 1.0; float f(inout float x) { x = 10.0; return g; }",
        "r.x = f(g); r.y = g;",
        [1, 10, 0, 0],
    ),
    "early return": (
        "float f(float x) { for (int i = 0; i < 10; i++) { if (float(i) > x) return float(i); } return -1.0; }",
        "r = vec4(f(2.5), f(b.w), f(50.0), f(-1.0));",
        [3, 4, -1, 0],
    ),
    "structs": (
        (
            "struct S { vec2 p; float k[2]; mat2 m; }; struct T { vec2 p; int n; };\n"
            "T f(T t) { t.n += 1; t.p *= 2.0; return t; } void g(inout S s) { s.k[1] = s.p.x; s.m[1] = s.p; }"
        ),
        (
            "T t = T(a.xy, 3); T u = f(t); S s; s.p = b.xy; s.k[0] = 1.0; s.m = mat2(0.0); g(s);"
            " r = vec4(u.p.x, u.n, s.k[1] + s.m[1].y, t == u);"
        ),
        [0.5, 4, 2.0, 0],
    ),
    "prototypes and samplers of values": (
        "float late(float x); float early(float x) { return late(x) + 1.0; } float late(float x) { return x * 2.0; }",
        "r.x = early(a.x);",
        [1.5, 0, 0, 0],
    ),
    "array parameters": (
        (
            "float sum(float q[3]) { q[0] += 1.0; return q[0] + q[1] + q[2]; }"
            " void fill(out float q[3]) { for (int i = 0; i < 3; i++) q[i] = 2.0; }"
        ),
        "float q[3]; fill(q); r.x = sum(q); r.y = q[0];",
        [7, 2, 0, 0],
    ),
    "constants": (
        "const int N = 2 + 1; const vec3 L = normalize(vec3(0.0, 3.0, 4.0)); const float K = sqrt(16.0) + float(N);",
        "float q[N]; q[N - 1] = K; r = vec4(L, q[2]);",
        [0, 0.6, 0.8, 7],
    ),
    "globals": (
        "vec2 g = vec2(1.0, 2.0); float n; void f() { g += 1.0; n = g.x; }",
        "n = 0.0; f(); f(); r = vec4(g, n, 0.0);",
        [3, 4, 3, 0],
    ),
}


@pytest.mark.parametrize("name", FUNCTION_TESTS)
def test_functions_do_what_they_say(glsl: Glsl, name: str) -> None:
    head, statements, wanted = FUNCTION_TESTS[name]
    assert glsl(statements, head, a=A, b=B) == pytest.approx(wanted, abs=1e-6)


def test_uniforms_start_a_vec4_each(run: Callable[..., Any]) -> None:
    text = """
    precision highp float;
    struct Light { vec3 pos; float power; vec2 k[2]; };
    uniform Light lights[2];
    uniform float w[3];
    uniform mat2 m;
    uniform bvec2 flags;
    uniform bool on;
    uniform int n;
    varying float i;
    void main() {
        int k = int(i);
        gl_FragColor = vec4(lights[k].pos.y + lights[1].k[k].y, w[k], (m * vec2(1.0, 2.0)).y,
        flags.y && on ? float(n) : -1.0);
    }"""
    positions, k = np.array([[1, 2, 3], [4, 5, 6]]), np.arange(8).reshape(2, 2, 2)
    given = {
        "lights.pos": positions,
        "lights.k": k,
        "w": [10, 20, 30],
        "m": [1, 2, 3, 4],
        "flags": [0, 1],
        "on": 1,
        "n": 6,
    }
    found = run(text, i=np.array([0.0, 1.0]), **given)
    words = {slot.name: (slot.register, slot.words, slot.type) for slot in found["interface"].uniforms}
    assert words["w"][1] == "f...f...f..."
    assert words["m"][1] == "ff..ff.."
    assert words["lights.k"][1] == "ff.." * 4
    assert found["gl_FragColor"].tolist() == [[2 + 5, 10, 2 + 8, 6], [5 + 7, 20, 10, 6]]


def test_a_vertex_shader_has_attributes_varyings_and_a_position(run: Callable[..., Any]) -> None:
    text = """
    uniform mat4 mvp; attribute vec3 p; attribute mat2 m; varying vec2 uv; varying float list[2];
    invariant varying vec3 left;
    void set(int i, float x) { list[i] = x; }
    void main() {
        gl_Position = mvp * vec4(p, 1.0); uv = m[1]; uv *= 2.0; uv.x += uv.y;
        for (int i = 0; i < 2; i++) set(i, p[i]); gl_PointSize = p.z; left.y = 7.0; if (p.x > 0.0) return;
        gl_PointSize = 1.0; }"""
    m = np.arange(16, dtype=np.float32)
    given = {
        "mvp": m,
        "p": np.array([[1, 2, 3.0], [-1, 2, 3]]),
        "m.0": np.zeros((2, 2)),
        "m.1": np.array([[5, 6.0], [7, 8]]),
    }
    found = run(text, "vertex", **given)
    p = np.array([[1, 2, 3, 1], [-1, 2, 3, 1]])
    assert found["gl_Position"].tolist() == (p @ m.reshape(4, 4)).tolist()
    assert found["uv"].tolist() == [[22, 12], [30, 16]]
    assert found["list"].tolist() == [[1, 2], [-1, 2]]
    assert found["gl_PointSize"].tolist() == [3, 1]
    assert found["left"].tolist() == [[0, 7, 0]] * 2


def test_discard_in_functions_and_loops(run: Callable[..., Any]) -> None:
    text = """
    precision highp float; varying float x;
    float f(float y) { if (y > 2.0) { discard; } else if (y < 0.0) { discard; return 3.0; } return y; }
    void main() {
        float s = 0.0; for (int i = 0; i < 3; i++) { if (x == 1.5) { s += 1.0; discard; } s += f(x);
        } gl_FragColor = vec4(s); }"""
    found = run(text, x=np.array([1.0, 1.5, 3.0, -1.0, 2.0]))
    assert found["discarded"].tolist() == [False, True, True, True, False]
    assert found["gl_FragColor"][[0, 4], 0].tolist() == [3, 6]


def test_textures_in_all_spellings(run: Callable[..., Any]) -> None:
    text = """
    #extension GL_EXT_shader_texture_lod : enable
    precision highp float; uniform sampler2D s[2]; uniform samplerCube env; varying vec4 p;
    vec4 get(sampler2D t, vec2 at) { return texture2D(t, at); }
    void main() { gl_FragColor = vec4(get(s[0], p.xy).x, texture2DProj(s[1], p.xyw).y,
        texture2DProj(s[1], p, 0.0).z, textureCubeLodEXT(env, p.xyz, 0.0).w); }"""
    first, second = np.zeros((2, 2, 4), np.float32), np.zeros((2, 2, 4), np.float32)
    first[:, :, 0] = [[1, 2], [3, 4]]
    second[:, :, 1], second[:, :, 2] = [[5, 6], [7, 8]], [[9, 10], [11, 12]]
    env = np.zeros((6, 1, 1, 4), np.float32)
    env[:, 0, 0, 3] = range(6)
    given = {"s.0": first, "s.1": second, "env": env}
    found = run(text, p=np.array([[0.75, 0.25, 0.1, 1.0], [0.5, 1.5, -9.0, 2.0]]), **given)
    assert found["gl_FragColor"].tolist()[0] == [2, 6, 10, 0]
    assert found["gl_FragColor"].tolist()[1][1:] == [7, 11, 5]
