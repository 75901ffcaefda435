"""What drivers of desktop GLSL take beside the old rules: lists in braces, the other forms of GLSL 4.20, and first
values of globals that call functions."""

from __future__ import annotations

import re

import numpy as np
import pytest

from gpucc.errors import InputError, LimitExceeded
from gpucc.frontend.compile import compile_pair, compile_source
from tests.frontend.conftest import run_source

HEAD = "#version 420\nin vec4 a; uniform float u; out vec4 c;\nstruct S { vec2 p; float q[2]; };\n"
A = [0.25, -1.5, 2.75, 1.5]

# statements that assign `c`, with the expected value; a is A and u is 3
VALUES: dict[str, tuple[str, list[float]]] = {
    "a vector": ("vec4 v = {1, 2u, a.x, u}; c = v;", [1, 2, 0.25, 3]),
    "whole numbers": ("ivec2 v = {1, -2}; bvec2 w = {true, a.x > 1.0}; c = vec4(v, w);", [1, -2, 1, 0]),
    "a matrix of lists and columns": ("mat2 m = {{1, a.y}, a.zw}; c = vec4(m[0], m[1]);", [1, -1.5, 2.75, 1.5]),
    "a matrix that is not square": ("mat2x3 m = {{1, 2, 3}, {4, 5, u}}; c = vec4(m[1], m[0].z);", [4, 5, 3, 3]),
    "an array": ("float v[3] = {a.x, 2, a.y,}; c = vec4(v[0], v[1], v[2], v.length());", [0.25, 2, -1.5, 3]),
    "an array whose size is counted": ("float v[] = {1, 2, u}; c = vec4(v[2], v.length(), 0, 0);", [3, 3, 0, 0]),
    "a constant table": ("const vec2 t[2] = {{1, 2}, {3, 4}}; c = vec4(t[int(u) - 2], t[0]);", [3, 4, 1, 2]),
    "a struct": ("S s = {{1, a.x}, {3, 4}}; c = vec4(s.p, s.q[0], s.q[1]);", [1, 0.25, 3, 4]),
    "structs in an array": (
        "S s[] = {{{1, 2}, {3, 4}}, S(a.xy, float[2](u, 7.0))}; c = vec4(s[1].p, s[1].q[0], s[0].q[1]);",
        [0.25, -1.5, 3, 4]),
    "components of a float": ("c = u.xxxx + a.x.rrrr; float v; v.x = 1.0; c.w += v.s;", [3.25, 3.25, 3.25, 4.25]),
    "lengths": ("mat3x2 m = mat3x2(u); const int n = m.length(); c = vec4(n, a.length(), m[0].length(), 0);",
    [3, 4, 2, 0]),
    "constants that are computed": ("const float k = u * 2.0; const vec2 v = a.xy * k; c = vec4(k, v, 0);",
    [6, 1.5, -9, 0]),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_forms_of_420(name: str) -> None:
    statements, expected = VALUES[name]
    given = {"a": np.array([A], np.float32), "u": 3.0}
    given = {one: value for one, value in given.items() if re.search(rf"\b{one}\b", statements)}
    for head in (HEAD, HEAD.replace("420", "330\n#extension GL_ARB_shading_language_420pack : require")):
        found = run_source(f"{head}void main() {{ {statements} }}", **given)
        np.testing.assert_allclose(found["gl_FragColor"][0], expected, err_msg=name)


def test_lists_of_globals() -> None:
    globals_ = "float v[2] = {u, 2}; const int t[2][2] = {{1, 2}, {3, 4}}; uniform vec2 w = {5, 6};\n"
    text = f"{HEAD.replace('420', '430')}{globals_}void main() {{ c = vec4(v[0], v[1], t[1][int(u) - 2], w.y); }}"
    assert run_source(text, u=3.0, w=[7.0, 8.0])["gl_FragColor"][0].tolist() == [3, 2, 4, 8]


REFUSED = {
    "float v = {1.0};": "float cannot be made of a list",
    "vec4 v = {1, 2, 3};": "vec4 has 4 components, but the list has 3",
    "vec4 v = {vec2(1), vec2(2)};": "vec4 has 4 components, but the list has 2",
    "mat2 m = {1, 2, 3, 4};": "mat2 has 2 columns, but the list has 4",
    "S s = {{1, 2}};": "S has 2 members, but the list has 1",
    "float v[3] = {1, 2};": r"float\[3\] has 3 elements, but the list has 2",
    "int v[2] = {1, 2.5};": "int is needed, but this is float",
    "float v[] = {};": "an expression is expected",
    "float v[2]; v = {1, 2};": "a list in braces is no value",
    "float v = u.y;": "float has no component `y`",
    "const float k = u; k = 1.0;": "it is a constant",
}


@pytest.mark.parametrize("statements", REFUSED)
def test_what_420_refuses(statements: str) -> None:
    with pytest.raises(InputError, match=REFUSED[statements]):
        compile_source(f"{HEAD}void main() {{ {statements} c = a; }}", "k.frag", "glsl")


@pytest.mark.parametrize("version", ["110", "120", "130", "330"])
def test_older_versions_take_lists_with_a_warning(version: str) -> None:
    text = f"#version {version}\nuniform float u;\nvoid main() {{ int v[2][2] = {{ {{1, 2}}, {{3, 4}} }};\n"
    text += " gl_FragColor = vec4(v[0][1] + v[1][0]) * u; }"
    if version == "110":
        text = text.replace("vec4(v[0][1] + v[1][0])", "vec4(float(v[0][1] + v[1][0]))")
    said: list[str] = []
    compile_source(text, "k.frag", "glsl", warn=said.append)
    assert any("lists in braces" in one and "420" in one for one in said)
    assert any("one dimension" in one and "430" in one for one in said)
    assert run_source(text, u=2.0)["gl_FragColor"][0].tolist() == [10] * 4
    with pytest.raises(InputError, match=r"u has no|no member|float has"):
        compile_source(f"#version {version}\nuniform float u; void main() {{ gl_FragColor = u.xxxx; }}", "k", "glsl")


def test_es_refuses_lists() -> None:
    for version in ("100", "300 es", "310 es"):
        text = f"#version {version}\nprecision highp float;\nvoid main() {{ vec2 v = {{1.0, 2.0}}; }}"
        with pytest.raises(InputError, match="a list in braces is no value"):
            compile_source(text, "k.frag", "glsl")


CALLS = """uniform float u;
float seed = 1.0;
float next() { seed = seed * 2.0 + u; return seed; }
float unread = next();
vec2 both(float t) { return vec2(t, next()); }
vec2 pair = both(seed);
float alone() { return 0.5; }
float half_ = alone();
"""


@pytest.mark.parametrize("version", ["100", "300 es", "120", "330"])
def test_first_values_of_globals_call_functions(version: str) -> None:
    """They are computed in their order before main, also where nothing reads them but a call changes another global."""
    new = version in ("300 es", "330")
    head = f"#version {version}\nprecision highp float;\n" + ("out vec4 c;\n" if new else "#define c gl_FragColor\n")
    head = head if "es" in version or version == "100" else head.replace("precision highp float;\n", "")
    text = f"{head}{CALLS}void main() {{ c = vec4(pair, seed, half_); }}"
    assert run_source(text, u=1.0)["gl_FragColor"][0].tolist() == [3, 7, 7, 0.5]
    said: list[str] = []
    compile_source(text, "k.frag", "glsl", warn=said.append)
    assert sum("not constant" in one for one in said) == (3 if "es" in version or version == "100" else 0)
    if version == "100":
        with pytest.raises(InputError, match="the first value of the global `unread` is not constant"):
            compile_source(text, "k.frag", "glsl", strict_es=True)


def test_calls_in_first_values_are_checked() -> None:
    head = "#version 330\nuniform float u; out vec4 c;\n"
    with pytest.raises(InputError, match="`f` is declared but not defined"):
        compile_source(f"{head}float f(); float g = f(); void main() {{ c = vec4(g); }}", "k.frag", "glsl")
    with pytest.raises(InputError, match="the value of the constant `g` is not constant"):
        compile_source(f"{head}float f() {{ return 1.0; }} const float g = f(); void main() {{ }}", "k.frag", "glsl")
    with pytest.raises(InputError, match="must be a constant whole number"):
        compile_source(f"{head}int f() {{ return 1; }} float g[f()]; void main() {{ }}", "k.frag", "glsl")
    twice = "".join(f"float f{n + 1}() {{ return f{n}() + f{n}(); }}\n" for n in range(24))
    with pytest.raises(LimitExceeded, match="calls written out"):
        compile_source(f"{head}float f0() {{ return u; }}\n{twice}float g = f24(); void main() {{ c = vec4(g); }}",
                       "k.frag", "glsl")  # fmt: skip


PAIR = """#if defined(VERTEX)
attribute vec4 VertexCoord;
uniform mediump float u;
void main() { gl_Position = VertexCoord * u; }
#elif defined(FRAGMENT)
precision highp float;
uniform float u;
void main() { gl_FragColor = vec4(u); }
#endif
"""


def test_precisions_of_uniforms_are_of_es() -> None:
    """RetroArch compiles its files as desktop GLSL, too, which gives precisions no meaning."""
    said: list[str] = []
    compile_pair(("k.glsl", PAIR), ("k.glsl", PAIR), warn=said.append)
    assert any("`u` is highp here and mediump" in one and "desktop" in one for one in said)
    one = "#version 130\nuniform mediump float u; void main() { gl_Position = vec4(u); }"
    other = "#version 130\nuniform highp float u; void main() { gl_FragColor = vec4(u); }"
    compile_pair(("k.vert", one), ("k.frag", other))
    for strict, text in ((True, PAIR), (False, f"#version 100\n{PAIR}")):
        with pytest.raises(InputError, match="`u` is highp here and mediump"):
            compile_pair(("k.glsl", text), ("k.glsl", text), strict_es=strict)


# extension, and statements that assign gl_FragColor, with the value where u is 3 and v is 0.5, -1.5
BROUGHT: dict[str, tuple[str, str, list[float]]] = {
    "bits": (
        "GL_EXT_gpu_shader4", "int k = int(u); k |= 4; gl_FragColor = vec4(k & 6, k % 4, k << 1, ~k);",
        [6, 3, 14, -8]),
    "unsigned numbers": (
        "GL_EXT_gpu_shader4", "unsigned int k = 3u; uvec2 w = uvec2(k, 5u); gl_FragColor = vec4(k >> 1, w, 0u);",
        [1, 3, 5, 0]),
    "functions": (
        "GL_EXT_gpu_shader4", "gl_FragColor = vec4(round(v.x + 0.25), truncate(v.y), max(int(u), 4), abs(-2));",
        [1, -1, 4, 2]),
    "a function of that name": (
        "GL_EXT_gpu_shader4", "gl_FragColor = vec4(truncate(int(u)));", [7] * 4),
    "bits from 4.00": (
        "GL_ARB_gpu_shader5",
        "gl_FragColor = vec4(bitCount(7), fma(u, v.x, 1.0), findMSB(9), bitfieldExtract(12, 2, 2));",
        [3, 2.5, 3, -1]),
    "derivatives": ("GL_ARB_derivative_control", "gl_FragColor = vec4(u + dFdxFine(u) + fwidthCoarse(u));", [3] * 4),
    "blocks": ("GL_ARB_uniform_buffer_object", "gl_FragColor = tint * u;", [3, 6, 9, 12]),
}  # fmt: skip


@pytest.mark.parametrize("version", ["120", "130", "150 compatibility"])
@pytest.mark.parametrize("name", BROUGHT)
def test_extensions_bring_what_later_versions_have(name: str, version: str) -> None:
    extension, statements, expected = BROUGHT[name]
    if extension == "GL_ARB_gpu_shader5" and version == "120":
        pytest.skip("it needs integers of 32 bits")
    head = "layout(std140) uniform Light { vec4 tint; };\n" if name == "blocks" else ""
    head += "int truncate(int k) { return k + 4; }\n" if name.startswith("a function") else ""
    body = f"uniform float u; uniform vec2 v;\n{head}void main() {{ {statements} }}"
    given = {"u": 3.0, "v": [0.5, -1.5], "tint": [1.0, 2.0, 3.0, 4.0]}
    given = {one: value for one, value in given.items() if re.search(rf"\b{one}\b", statements)}
    text = f"#version {version}\n#extension {extension} : enable\n{body}"
    np.testing.assert_allclose(run_source(text, lanes=4, **given)["gl_FragColor"][0], expected)
    if version == "120" and "a function" not in name:
        with pytest.raises(InputError):
            compile_source(text.replace("enable", "disable"), "k.frag", "glsl")


def test_gpu_shader4_is_not_offered_to_those_who_ask() -> None:
    """Bits cost much on targets: the way without them is the better one."""
    asks = "#ifdef GL_EXT_gpu_shader4\n#error yes\n#endif\n#ifndef GL_ARB_uniform_buffer_object\n#error no\n#endif\n"
    compile_source(f"#version 120\n{asks}void main() {{ gl_FragColor = vec4(1.0); }}", "k.frag", "glsl")
    vertex = "#version 120\n#extension GL_EXT_gpu_shader4 : require\nflat varying float k;\n"
    text = f"{vertex}void main() {{ k = float(gl_VertexID % 2); gl_Position = vec4(k); }}"
    assert run_source(text, "vertex", gl_VertexID=[5])["gl_Position"][0].tolist() == [1] * 4


# GLSL 4.00, 4.1.10: an int becomes a uint where a uint is needed; statements that assign `c`, a is A and u is 3
UNSIGNED: dict[str, tuple[str, list[float]]] = {
    "a first value": ("uint k = 3; uvec2 v = ivec2(4, 5); c = vec4(k, v, u);", [3, 4, 5, 3]),
    "an assignment": ("int i = int(u); uint k; k = i; k += i; k &= 6; c = vec4(k, 0, 0, 0);", [6, 0, 0, 0]),
    "operands": ("uint k = uint(u); c = vec4(k + 1, 7 * k, k % 2, k & 1);", [4, 21, 1, 1]),
    "vectors": ("uvec2 v = uvec2(u); v = v | ivec2(4, 8); c = vec4(v ^ 1, v >> 1);", [6, 10, 3, 5]),
    "comparisons": ("uint k = uint(u); c = vec4(k == 3, k < 4, k != int(u), 2 > k);", [1, 1, 0, 0]),
    "a negative number": ("uint k = uint(u); c = vec4(k > -1, k + -1, 0, 0);", [0, 2, 0, 0]),
    "a choice": ("uint k = uint(u); k = a.x > 0.0 ? k : 9; c = vec4(k, 0, 0, 0);", [3, 0, 0, 0]),
    "functions": ("uint k = uint(u); c = vec4(max(k, 5), min(4, k), clamp(k, 0, 2), f(int(u)));", [5, 3, 2, 6]),
    "relations": ("c = vec4(lessThan(uvec2(u), ivec2(3, 4)), lessThan(ivec2(u), vec2(3.5, 2)));", [0, 1, 1, 0]),
}


def given(text: str) -> dict[str, np.ndarray]:
    """The inputs that statements read."""
    values = {"a": [A], "u": [3.0]}
    return {name: np.array(one, np.float32) for name, one in values.items() if re.search(rf"\b{name}\b", text)}


@pytest.mark.parametrize("name", UNSIGNED)
def test_an_int_becomes_a_uint(name: str) -> None:
    statements, wanted = UNSIGNED[name]
    text = HEAD.replace("420", "400") + f"uint f(uint k) {{ return k * 2; }} void main() {{ {statements} }}"
    assert next(iter(run_source(text, **given(statements)).values()))[0].tolist() == wanted
    if name != "relations":
        with pytest.raises(InputError):
            compile_source(text.replace("400", "330"), "f", "glsl")


def test_a_uint_becomes_no_int() -> None:
    for statement in ("int i = 3u;", "int i = 1; i += 2u;", "ivec2 v = uvec2(1u);"):
        with pytest.raises(InputError):
            compile_source(f"#version 450\nout vec4 c; void main() {{ {statement} c = vec4(1); }}", "f", "glsl")


MIXES = {
    "integers": ("ivec2 v = mix(ivec2(u), ivec2(-4, 5), bvec2(a.x > 0.0, a.x < 0.0)); c = vec4(v, 0, 0);", [-4, 3]),
    "one of them": ("c = vec4(mix(int(u), 7, a.x > 0.0), mix(uint(u), 7u, a.x < 0.0), 0, 0);", [7, 3]),
    "truth values": ("c = vec4(mix(bvec2(a.x > 0.0), bvec2(u > 4.0), bvec2(true, false)), 0, 0);", [0, 1]),
    "known ones": ("const int k = mix(2, 3, true); c = vec4(k, mix(uvec2(6), uvec2(8), bvec2(false, true)).y, 0, 0);",
                   [3, 8]),
}  # fmt: skip


@pytest.mark.parametrize("version", ["310 es", "450"])
@pytest.mark.parametrize("name", MIXES)
def test_mix_chooses_between_integers(name: str, version: str) -> None:
    head = f"#version {version}\nprecision highp float; in vec4 a; uniform float u; out vec4 c;"
    text = f"{head} void main() {{ {MIXES[name][0]} }}"
    found = run_source(text, **given(MIXES[name][0]))
    assert next(iter(found.values()))[0].tolist() == [*MIXES[name][1], 0, 0]
    with pytest.raises(InputError, match="no function mix"):
        compile_source(text.replace(version, "300 es"), "f", "glsl")


@pytest.mark.parametrize("version", ["320 es", "400"])
def test_a_varying_may_be_interpolated_for_each_sample(version: str) -> None:
    head = f"#version {version}\nprecision highp float; smooth sample in vec2 a; sample in highp vec2 b; out vec4 c;"
    text = head + "void main() { c = vec4(a, b); }"
    values = np.array([A], np.float32)
    assert next(iter(run_source(text, a=values[:, :2], b=values[:, 2:]).values()))[0].tolist() == A
    named = "#version 400\nin vec4 a; out vec4 c; void main() { vec4 sample = a; sample *= 2.0; c = sample; }"
    assert compile_source(named, "f", "glsl")
    with pytest.raises(InputError):
        compile_source(text.replace(version, "310 es"), "f", "glsl")
    with pytest.raises(InputError, match="`sample` stands before varyings only"):
        compile_source(text.replace("out vec4", "sample out vec4"), "f", "glsl")
