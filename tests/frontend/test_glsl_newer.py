"""The values of GLSL ES 3.00 and of desktop GLSL, run by LLVM's JIT."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from gpucc import driver
from gpucc.errors import GpuccError, LimitExceeded
from gpucc.frontend.compile import compile_pair, compile_source
from tests.frontend.conftest import run_source

A, B = [0.25, -1.5, 2.75, 1.5], [2.0, 0.75, -0.5, 3.0]

# statements that assign `r`, with the expected value; a and b are A and B
VALUES: dict[str, tuple[str, list[float]]] = {
    "remainders": ("ivec2 k = ivec2(7, -7) % 3; uint u = 7u % 4u; r = vec4(k, u, int(b.w) % 2);", [1, -1, 3, 1]),
    "a remainder by zero leaves the rest alone": (
        "int z = a.x > 0.0 ? 0 : 1; int k = 7 % z; r = vec4(z == 0, 5, 6, k - k);", [1, 5, 6, 0]),
    "shifts": ("int k = int(b.w); r = vec4(k << 2, -8 >> 1, 8u >> 3, 1 << uint(k));", [12, -4, 1, 8]),
    "bits": ("int k = int(b.w); r = vec4(k & 6, k | 4, k ^ 1, ~k);", [2, 7, 2, -4]),
    "bits of known numbers": ("r = vec4(12 & 10, 12 | 10, 12 ^ 10, ~12);", [8, 14, 6, -13]),
    "compound operators": ("int k = 7; k %= 4; k <<= 2; k |= 1; k ^= 5; k &= 14; k >>= 1; r = vec4(k);", [4] * 4),
    "unsigned wrap": ("uint z = uint(int(b.w) - 3); r = vec4(z - 1u > 5u, -1 > 5, uint(-1) > 5u, z);", [1, 0, 1, 0]),
    "unsigned division": ("uint k = uint(b.w); r = vec4(7u / k, 7u % k, float(k), min(k, 2u));", [2, 1, 3, 2]),
    "suffixes": ("r = vec4(1.0f, 2u, 0x10u, 1e1F);", [1, 2, 16, 10]),
    "rectangular matrices": (
        "mat2x3 m = mat2x3(1, 2, 3, 4, 5, 6); vec3 p = m * a.xy; vec2 q = b.xyz * m; r = vec4(p.xy, q);",
        [0.25 - 6, 0.5 - 7.5, 2 + 1.5 - 1.5, 8 + 3.75 - 3]),
    "products of matrices": (
        "mat3x2 m = mat3x2(1, 2, 3, 4, 5, 6); mat2 p = m * transpose(m) * a.x; r = vec4(p[0], p[1]);",
        [35 / 4, 44 / 4, 44 / 4, 56 / 4]),
    "conversions of matrices": (
        "mat3 m = mat3(mat2x3(a.x)); mat2x4 n = mat2x4(mat3(5.0)); r = vec4(m[0][0], m[2][2], n[1].y, n[1].w);",
        [0.25, 1, 5, 0]),
    "array constructors": ("float q[] = float[](a.x, 2.0, b.y); r = vec4(q[0], q[1], q[2], q.length());",
    [0.25, 2, 0.75, 3]),
    "arrays are values": (
        "vec2 p[2] = vec2[2](a.xy, b.xy); vec2 q[2] = p; q[1].x = 9.0; r = vec4(p == q, p[1].x, q[1].x, q != p);",
        [0, 2, 9, 1]),
    "constant tables": ("const float t[4] = float[](1.0, 2.0, 4.0, 8.0); r = vec4(t[int(b.w)], t[1], 0, 0);",
    [8, 2, 0, 0]),
    "switch": (
        "for (int k = 0; k < 4; k++) switch (k) { case 0: r.x += 1.0; case 1: r.y += 1.0; break;"
        " default: r.z += 1.0; break; case 3: r.w += 1.0; }", [1, 2, 1, 1]),
    "a variable that another case declares": (
        "for (int k = 0; k < 3; k++) switch (k) { case 0: r.x = 1.0; break; float t, u[2]; case 1: t = 5.0; u[k] = a.x;"
        " r.y = t + u[k]; break; vec2 v; default: v = b.xy; t = 3.0; r.zw = v + t; }", [1, 5.25, 5, 3.75]),
    "continue in a switch": (
        "for (int k = 0; k < 3; k++) { switch (k) { case 1: continue; } r.x += 1.0; } r.y = 1.0;", [2, 1, 0, 0]),
    "rounding": ("r = vec4(round(b.y), roundEven(2.5 + a.x - 0.25), trunc(a.y), round(-a.w));", [1, 2, -1, -1]),
    "hyperbolic": ("r = vec4(sinh(a.x), cosh(a.x), tanh(a.y), asinh(a.y));",
    list(np.array([np.sinh(0.25), np.cosh(0.25), np.tanh(-1.5), np.arcsinh(-1.5)]))),
    "inverse hyperbolic": ("r = vec4(acosh(b.x), atanh(a.x), tanh(99.0), tanh(-99.0));",
    list(np.array([np.arccosh(2.0), np.arctanh(0.25), 1, -1]))),
    "whole numbers": ("int k = int(a.y * 2.0); r = vec4(abs(k), sign(k), max(k, 1), clamp(k, -2, 2));", [3, -1, 1, -2]),
    "choice by components": (
        "r.xy = mix(a.xy, b.xy, bvec2(true, false)); r.zw = mix(a.zw, b.zw, lessThan(a.zw, b.zw));",
    [2, -1.5, 2.75, 3]),
    "not a number": ("float z = a.x - 0.25; r = vec4(isnan(z / z), isinf(1.0 / z), isnan(a.x), isinf(a.x));",
    [1, 1, 0, 0]),
    "modf": ("float i; r.x = modf(a.z, i); r.y = i; vec2 j; r.zw = modf(a.yw, j);", [0.75, 2, -0.5, 0.5]),
    "determinants": ("mat2 m = mat2(a); r = vec4(determinant(m), inverse(m)[0][0] * determinant(m), 0, 0);",
    [0.375 + 4.125, 1.5, 0, 0]),
    "outer product": ("mat2x3 m = outerProduct(b.xyz, a.xy); r = vec4(m[0].xy, m[1].yz);", [0.5, 0.1875, -1.125, 0.75]),
    "packing": ("uint u = packUnorm2x16(vec2(0.25, 1.0)); r = vec4(unpackUnorm2x16(u), unpackSnorm2x16("
                "packSnorm2x16(vec2(-0.5, a.x))));", [0.25, 1, -0.5, 0.25]),
    "the bits of floats": ("r = vec4(intBitsToFloat(floatBitsToInt(a.y)), uintBitsToFloat(0x3F800000u), 0, 0);",
    [-1.5, 1, 0, 0]),
}  # fmt: skip


# the same for GLSL ES 3.10
VALUES_310: dict[str, tuple[str, list[float]]] = {
    "counts of bits": ("int k = int(b.w); r = vec4(bitCount(k), bitCount(-1), bitCount(ivec2(k, 255)));",
    [2, 32, 2, 8]),
    "lowest bits": (
        "int k = int(b.x); r = vec4(findLSB(k), findLSB(k - 2), findLSB(-8), findLSB(1u << 31));",
    [1, -1, 3, 31]),
    "fields": (
        "int k = 0x5a; uint u = 0x5au; r = vec4(bitfieldExtract(k, 1, 4), bitfieldExtract(u, 1, 4),"
        " bitfieldExtract(k, 3, 2), bitfieldExtract(-6, 1, 31));", [-3, 13, -1, -3]),
    "empty and whole fields": (
        "int none = int(b.w) - 3, k = -7; r = vec4(bitfieldExtract(k, 4, none), bitfieldExtract(k, 0, 32 + none),"
        " bitfieldInsert(k, 9, 4, none), bitfieldInsert(k, 9, 0, 32 + none));", [0, -7, -7, 9]),
    "fields of vectors": ("ivec2 k = bitfieldInsert(ivec2(0, 255), ivec2(3, 0), 2, 3); r = vec4(k, 0, 0);",
    [12, 227, 0, 0]),
    "reversed bits": ("uvec2 k = bitfieldReverse(uvec2(1u, 6u)) >> 28u; r = vec4(k, bitfieldReverse(-1), 0);",
    [8, 6, -1, 0]),
    "powers of two": ("r = vec4(ldexp(a.x, 3), ldexp(a.yz, ivec2(1, -1)), ldexp(1.0, int(b.w)));", [2, -3, 1.375, 8]),
    "highest bits": ("int k = int(b.x); r = vec4(findMSB(k + 37), findMSB(k - 2), findMSB(-8), findMSB(1u << 31));",
    [5, -1, 2, 31]),
    "highest bits of vectors": ("ivec2 k = findMSB(ivec2(1000, -1)); r = vec4(k, findMSB(uvec2(7u, 0u)));",
    [9, -1, 2, -1]),
    "fractions and powers": ("int n; ivec2 m; r.x = frexp(a.z, n); r.y = float(n);"
    " r.zw = frexp(a.yx, m); r.zw += vec2(m);",
    [0.6875, 2, 0.25, -0.5]),
    "powers of zero": ("int n; vec4 parts[2]; r.x = frexp(0.0 * a.x, n); parts[n].x = r.x + 2.0; r.y = parts[0].x;",
    [0, 2, 0, 0]),
    "carries": ("uint c, d; uint s = uaddCarry(4294967295u, uint(b.w), c), t = uaddCarry(7u, 5u, d);"
    " r = vec4(s, c, t, d);",
    [2, 1, 12, 0]),
    "borrows": ("uvec2 c; uvec2 s = usubBorrow(uvec2(5u, 3u), uvec2(3u, 4u), c); r = vec4(s.x, s.y >> 31u, c);",
    [2, 1, 0, 1]),
    "wide products": ("uint high, low; umulExtended(4294967295u, 4294967295u - uint(b.w), high, low);"
    " int top, rest; imulExtended(-65536, 65537, top, rest); r = vec4(4294967295u - high, low, top, rest);",
    [4, 4, -2, -65536]),
    "wide products of vectors": ("ivec2 high, low; imulExtended(ivec2(-3, 1 << 30), ivec2(7, -8), high, low);"
    " r = vec4(high, low);", [-1, -2, -21, 0]),
    "packing four": ("uint u = packUnorm4x8(vec4(1.0, 0.2 * b.x, 0.0, 2.0));"
    " r = unpackUnorm4x8(u) + 10.0 * unpackSnorm4x8(packSnorm4x8(vec4(a.y, 0.5, -0.5, 0.0)));",
    [-9, 0.4 + 640 / 127, -640 / 127 + 10 / 127, 1]),
    "bits of constants": ("const int k = bitCount(7); float q[k + findLSB(8)]; r = vec4(k, q.length(), 0, 0);",
    [3, 6, 0, 0]),
}  # fmt: skip


def source(statements: str, head: str = "", version: str = "300 es") -> str:
    precision = "precision highp float; precision highp int;\n" if version.endswith("es") else ""
    return (
        f"#version {version}\n{precision}in vec4 a, b; out vec4 shown;\n{head}\n"
        f"void main() {{ vec4 r = vec4(a.x, b.x, 0.0, 0.0) * 0.0; {statements}\n shown = r; }}"
    )


def shown(text: str, **arrays: Any) -> Any:
    given = {"a": A, "b": B, **arrays}
    return run_source(text, **{name: np.array([row], np.float32) for name, row in given.items()})["gl_FragColor"][0]


@pytest.mark.parametrize("name", VALUES)
def test_statements_of_es_300(name: str) -> None:
    statements, wanted = VALUES[name]
    assert shown(source(statements)) == pytest.approx(wanted, abs=2e-5, rel=2e-5)


@pytest.mark.parametrize("version", ["310 es", "400"])
@pytest.mark.parametrize("name", VALUES_310)
def test_statements_of_es_310_and_desktop_400(name: str, version: str) -> None:
    statements, wanted = VALUES_310[name]
    np.testing.assert_allclose(shown(source(statements, version=version)), wanted, rtol=2e-6, atol=1e-6)


FIELDS = """#version 310 es
precision highp float;
in vec4 v;
out vec4 shown;
void main() {
  int n = int(v.x * 15.0) & 15;
  uint u = uint(v.y * 15.0) & 15u;
  vec4 bits = vec4(bitCount(n), findLSB(u), bitfieldExtract(n, 1, 2), ldexp(v.z, 3));
  shown = bits + float(bitfieldInsert(u, 5u, 4, 3));
}
"""


@pytest.mark.parametrize("isa", ["agal", "lima-pp", "agsl"])
def test_targets_compute_on_bits(isa: str) -> None:
    """What a mask keeps small is computed by a target whose integers are floats."""
    program = driver.compile(FIELDS, isa, name="k.frag", stage="fragment", verify=64)
    assert program.verified


def test_bits_of_any_number_take_more_room() -> None:
    text = FIELDS.replace(" & 15u", "")
    with pytest.raises(LimitExceeded, match="room for 200"):
        driver.compile(text, "agal", name="k.frag", stage="fragment")
    program = driver.compile(text, "agal", name="k.frag", stage="fragment", target={"version": "3"}, verify=64)
    assert program.verified


def test_desktop_glsl_widens_integers_and_needs_no_precision() -> None:
    text = source("float x = 1; r = vec4(x + 1, max(a.x, 2), 3 * a.x, 7);", version="330 core")
    assert shown(text) == pytest.approx([2, 2, 0.75, 7])


def test_old_desktop_glsl_has_varyings() -> None:
    color = "gl_FragColor = a * 2 + vec4(transpose(mat2(b)) * b.xy, 0, 0);"
    text = f"#version 120\nvarying vec4 a, b; void main() {{ {color} }}"
    assert shown(text) == pytest.approx([0.5 + 2 * 2 + 0.75 * 0.75, -3 + 2 * -0.5 + 0.75 * 3, 5.5, 3])


def test_when_depths_are_compared_is_the_drivers_choice() -> None:
    text = "#version 310 es\nprecision highp float;\nlayout(early_fragment_tests) in;\nin vec4 v;\nout vec4 c;\n"
    warnings: list[str] = []
    compile_source(text + "void main() { c = v; }", "f", "glsl", "fragment", warn=warnings.append)
    assert warnings == [
        "f:3:1: layout(early_fragment_tests) in; changes nothing: the driver decides when depths are compared"
    ]
    for wrong in ("layout(triangles) in;", "layout(early_fragment_tests) out;"):
        other = text.replace("layout(early_fragment_tests) in;", wrong)
        with pytest.raises(GpuccError, match="has no meaning in a fragment shader"):
            compile_source(other + "void main() { c = v; }", "f", "glsl", "fragment")


def test_first_values_of_globals_may_be_computed_in_their_order() -> None:
    head = "uniform float u; float x = u + 1.0; float y = x * 2.0; float z = 3.0; float f() { return y; }"
    body = "z += x; gl_FragColor = a + vec4(x, f(), z, 0.0);"
    text = f"precision highp float; varying vec4 a; {head} void main() {{ {body} }}"
    warnings: list[str] = []
    compile_source(text, "f", "glsl", warn=warnings.append)
    assert [one.partition(": ")[2] for one in warnings] == [
        f"the first value of the global `{name}` is not constant, as GLSL ES 1.00 asks for: it is set before main()"
        for name in "xy"
    ]
    found = run_source(text, a=np.zeros((1, 4), np.float32), u=np.array([0.5], np.float32))
    assert found["gl_FragColor"][0] == pytest.approx([1.5, 3.0, 4.5, 0.0])
    with pytest.raises(GpuccError, match="the first value of the global `x` is not constant"):
        compile_source(text, "f", "glsl", strict_es=True)


def test_what_only_an_unused_global_reads_is_no_input() -> None:
    text = "precision highp float; uniform float u; float x = u; void main() { gl_FragColor = vec4(1.0); }"
    assert "@u" not in compile_source(text, "f", "glsl")


def test_a_shader_without_a_vec4_as_output_writes_the_default_for_the_rest() -> None:
    text = "#version 300 es\nprecision highp float; in vec4 a; out vec2 c; void main() { c = a.xy; }"
    assert list(run_source(text, a=np.array([A], np.float32))["gl_FragColor"][0]) == [0.25, -1.5, 0.0, 1.0]


def test_structs_pass_between_stages() -> None:
    struct = "struct S { vec2 p; mat2 m; };"
    vertex = (
        f"#version 300 es\n{struct} in vec4 a; out S s; void main() {{ s.p = a.xy; s.m = mat2(a); gl_Position = a; }}"
    )
    fragment = (
        f"#version 300 es\nprecision highp float; {struct} in S s; out vec4 c;"
        " void main() { c = vec4(s.m * s.p, s.p); }"
    )
    compile_pair(("a.vert", vertex), ("a.frag", fragment))
    found = run_source(vertex, "vertex", a=np.array([A], np.float32))
    assert list(found["s.p"][0]) == [0.25, -1.5]
    given = {"s.p": found["s.p"], "s.m.0": np.array([[1.0, 2.0]]), "s.m.1": np.array([[3.0, 4.0]])}
    assert list(run_source(fragment, **given)["gl_FragColor"][0]) == [0.25 - 4.5, 0.5 - 6, 0.25, -1.5]


def test_attributes_stand_in_the_order_of_their_locations() -> None:
    inputs = "layout(location = 1) in vec4 n; layout(location = 0) in vec4 p;"
    text = f"#version 300 es\n{inputs} void main() {{ gl_Position = p + n; }}"
    module = compile_source(text, "f", "glsl", "vertex")
    assert module.index("@p ") < module.index("@n ")


def test_the_value_of_a_location_may_be_written_in_every_base() -> None:
    inputs = "layout(location = 0x1u) in vec4 n; layout(location = 00) in vec4 p;"
    text = f"#version 300 es\n{inputs} void main() {{ gl_Position = p + n; }}"
    module = compile_source(text, "f", "glsl", "vertex")
    assert module.index("@p ") < module.index("@n ")


@pytest.mark.parametrize(
    ("layout", "told"),
    [
        ("location = 1e3", "the value of `location` in a layout is a whole number of 0 or more, not `1e3`"),
        ("location = -1", "the value of `location` in a layout is a whole number of 0 or more, not `-`"),
        ("location = 08", "the value of `location` in a layout is a whole number of 0 or more, not `08`"),
        ("location", "layout(location) has no meaning here"),
        ("std140 = 2", "layout(std140=2) has no meaning here"),
    ],
)
def test_a_layout_without_a_sensible_value_is_refused(layout: str, told: str) -> None:
    text = f"#version 300 es\nprecision highp float; layout({layout}) out vec4 c; void main() {{ c = vec4(1.0); }}"
    with pytest.raises(GpuccError, match=re.escape(told)):
        compile_source(text, "f", "glsl")


def test_texels_are_fetched_at_their_middle_and_a_size_is_a_uniform() -> None:
    text = source("r = texelFetch(t, ivec2(b.xw), 0) + vec4(textureSize(t, 0), 0, 0);", "uniform sampler2D t;")
    module = compile_source(text, "f", "glsl")
    assert "@t.size" in module
    assert "@gpucc.texture.2d(" in module


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("uniform B { float a; };", "the block `B` has other members in the vertex shader"),
        ("layout(std140) uniform B { float a; vec2 b; };", "the block `B` has another layout in the vertex shader"),
    ],
)
def test_blocks_of_both_stages_agree(text: str, message: str) -> None:
    vertex = "#version 300 es\nuniform B { float a; vec2 b; }; void main() { gl_Position = vec4(a); }"
    fragment = f"#version 300 es\nprecision highp float; {text} out vec4 c; void main() {{ c = vec4(a); }}"
    with pytest.raises(GpuccError, match=message):
        compile_pair(("a.vert", vertex), ("a.frag", fragment))


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("float x = round(1.5);", "write floor(x + 0.5); GLSL ES 3.00 has it (#version 300 es)"),
        ("int x = 5 % 3;", "write #version 300 es in the first line"),
        ("float x = tanh(1.0);", "GLSL ES 3.00 has it"),
        ("int x = bitCount(7);", "GLSL ES 3.10 has it (#version 310 es)"),
    ],
)
def test_what_a_newer_version_has_is_said(text: str, advice: str) -> None:
    with pytest.raises(GpuccError) as caught:
        compile_source(f"void main() {{ {text} gl_Position = vec4(0.0); }}", "f", "glsl", "vertex", strict_es=True)
    assert any(advice in note for note in caught.value.notes)


def test_a_source_without_version_may_be_desktop_glsl() -> None:
    text = "in vec4 a; out vec4 c; void main() { c = a * 2 + dFdx(1.0f); }"
    warnings: list[str] = []
    compile_source(text, "f", "glsl", warn=warnings.append)
    assert "f:1:1: this is no GLSL ES 1.00 (a global variable cannot be `in`" in warnings[0]
    assert warnings[0].endswith("it is compiled as GLSL 3.30; say so with #version 330")
    with pytest.raises(GpuccError, match="a global variable cannot be `in`"):
        compile_source(text, "f", "glsl", strict_es=True)
    # neither: the errors are those of GLSL ES 1.00
    with pytest.raises(GpuccError, match="there is no function `frob`"):
        compile_source("precision highp float; void main() { gl_FragColor = vec4(frob(1.0)); }", "f", "glsl")
    # nor this, but its variables are those of newer versions
    with pytest.raises(GpuccError, match="there is no function `frob`"):
        compile_source("in vec4 a;\nout vec4 c;\nvoid main() { c = frob(a); }", "f", "glsl")


@pytest.mark.parametrize("builtin", ["gl_FragColor", "gl_FragData[0]"])
def test_an_own_colour_and_a_builtin_one_are_not_both_written(builtin: str) -> None:
    text = f"#version 130\nout vec4 own;\nvoid main() {{ own = vec4(1.0); {builtin} = vec4(0.5); }}"
    with pytest.raises(GpuccError, match=rf"`own` and {builtin.split('[')[0]} are written") as caught:
        compile_source(text, "f", "glsl", "fragment")
    assert (caught.value.location.line, caught.value.location.column) == (2, 10)  # type: ignore[union-attr]
    # one that is declared and not written does no harm
    found = run_source(text.replace("own = vec4(1.0);", ""))["gl_FragColor"][0]
    assert found == pytest.approx([0.5] * 4)


AGED = """varying float x;
#ifdef VERTEX
attribute vec4 p;
uniform PRECISION float size;
void main() { x = p.x * size; gl_Position = p; }
#else
#if __VERSION__ >= 130
out vec4 colour;
#else
#define colour gl_FragColor
#endif
uniform PRECISION float size;
void main() { gl_FragColor = vec4(fwidth(x) * size); colour.y = 1.0; }
#endif
"""


def test_a_source_without_version_may_be_old_desktop_glsl() -> None:
    warnings: list[str] = []
    text = "#define PRECISION\n" + AGED
    compile_source(text, "f", "glsl", "fragment", warn=warnings.append)
    assert warnings[0].endswith("it is compiled as GLSL 1.20; say so with #version 120")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        # GLSL 1.20, as gl_TexCoord tells
        ("void main() { gl_FragColor = gl_TexCoord[0] / vec2(2.0); }", "`/` cannot take vec4 and vec2"),
        # GLSL 3.30, as inputs and outputs tell
        ("layout(location = 0) in vec4 a; out vec4 c; void main() { c = a / b; }", "`b` is not declared"),
        ("in highp vec4 a, d; out vec4 c; void main() { c = a / b; }", "`b` is not declared"),
        ("flat in vec4 a[2]; out vec4 c; void main() { c = a[0] / b; }", "`b` is not declared"),
    ],
)
def test_errors_of_a_source_without_version_are_those_of_its_language(text: str, message: str) -> None:
    with pytest.raises(GpuccError) as caught:
        compile_source(text, "f", "glsl")
    assert caught.value.message == message
    assert not caught.value.also


def test_both_stages_without_version_are_of_one_family() -> None:
    # in GLSL ES 1.00, which the vertex stage alone would be, the uniform would have another precision here
    head = "#ifdef GL_ES\n#define PRECISION mediump\n#else\n#define PRECISION\n#endif\n"
    stages = ("v", "#define VERTEX\n" + head + AGED), ("f", head + AGED)
    for text in compile_pair(*stages):
        assert "size" in text
    with pytest.raises(GpuccError, match="the uniform `size` is"):
        compile_pair(("v", "#version 100\n" + stages[0][1]), stages[1])


def test_desktop_macros_join_tokens() -> None:
    head = (
        "#define PAIR(x, n) x ## n\n#define A1 nothing\n#define LIST(p) vec2(p ## 1, p ## 2)\nfloat q1 = 3.0, q2 = 4.0;"
    )
    statements = "float A1x = 2.0; r = vec4(PAIR(A1, x), PAIR(1.0e, 1), LIST(q));"
    found = shown(source(statements, f"{head}\n", "330"))
    assert found == pytest.approx([2, 10, 3, 4])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#version 300 es\n#define A(x) x ## 1", "macros of GLSL ES 3.00 have no ##"),
        ("#version 330\n#define A ## 1", "## joins two tokens: one stands before it and one after it"),
        ("#version 330\n#define A(x) x ## +\nfloat f = A(1);", "`1` and `+` make no token together"),
    ],
)
def test_wrong_joins(text: str, message: str) -> None:
    with pytest.raises(GpuccError) as caught:
        compile_source(f"{text}\nvoid main() {{ }}", "f", "glsl")
    assert caught.value.message == message


def test_a_shader_of_shadertoy_has_its_inputs_and_an_opaque_colour() -> None:
    text = (
        "void mainImage(out vec4 c, in vec2 p) {\n"
        "  vec2 q; q += p / iResolution.xy; c.rgb = vec3(q, iTime) * float(iFrame % 3); }"
    )
    arrays = {
        "gl_FragCoord": np.array([[8.0, 6.0, 0.0, 1.0]], np.float32),
        "iResolution": np.array([16.0, 24.0, 1.0], np.float32),
        "iTime": np.array([0.5], np.float32),
        "iFrame": np.array([5.0], np.float32),
    }
    assert list(run_source(text, **arrays)["gl_FragColor"][0]) == [1.0, 0.5, 1.0, 1.0]
    with pytest.raises(GpuccError) as caught:
        compile_source(text.replace("iTime", "iTim"), "image.frag", "glsl")
    assert caught.value.location is not None
    assert (caught.value.location.file, caught.value.location.line) == ("image.frag", 2)
    assert "did you mean `iTime`?" in caught.value.notes[0]


def test_a_shadertoy_may_begin_with_its_version() -> None:
    image = "void mainImage(out vec4 c, in vec2 p) { float x; c = vec4(p / iResolution.xy, x, 1); }"
    assert compile_source(f"#version 300 es\n{image}", "f", "glsl") == compile_source(f"\n{image}", "f", "glsl")
    with pytest.raises(GpuccError, match="#version must come first"):
        compile_source(f"{image}\n#version 300 es\n", "f", "glsl")


def test_a_main_beside_mainimage_is_no_shadertoy() -> None:
    text = "precision highp float; void mainImage(out vec4 c, in vec2 p) { c = vec4(p, p); }"
    with pytest.raises(GpuccError, match="`iTime` is not declared"):
        compile_source(f"{text} void main() {{ mainImage(gl_FragColor, vec2(iTime)); }}", "f", "glsl")


@pytest.mark.parametrize(
    ("declared", "body", "told"),
    [
        ("layout(vertices = 3) out;", "", "it belongs to tessellation, which no target has"),
        ("out ivec4 d;", "d = ivec4(1);", "no target has a colour buffer of integers"),
        (
            "uniform highp sampler2DShadow t;",
            "c.x = texture(t, vec3(0.5));",
            "no target compares depths in the sampler: use a sampler2D, and compare what it gives",
        ),
        (
            "uniform highp isampler2D t;",
            "c.x = float(texture(t, vec2(0.5)).x);",
            "no target has textures of integers: use a sampler2D, whose texels go from 0 to 1",
        ),
    ],
)
def test_what_no_target_has_is_refused_with_the_reason(declared: str, body: str, told: str) -> None:
    text = f"#version 300 es\nprecision highp float; out vec4 c; {declared} void main() {{ c = vec4(0.0); {body} }}"
    with pytest.raises(GpuccError) as caught:
        compile_source(text, "f", "glsl")
    assert any(told in line for line in (caught.value.message, *caught.value.notes))


def test_the_counts_of_a_vertex_shader_are_attributes() -> None:
    text = "#version 300 es\nvoid main() { gl_Position = vec4(gl_VertexID, gl_InstanceID, 0, 1); }"
    found = run_source(text, "vertex", gl_VertexID=np.array([3.0]), gl_InstanceID=np.array([2.0]))
    assert list(found["gl_Position"][0]) == [3.0, 2.0, 0.0, 1.0]


FOLDED = (
    "transpose(mat2x3(A, 2, 3, 4, 5, 6))[1]", "transpose(mat2x3(A, 2, 3, 4, 5, 6))[2]",
    "outerProduct(vec2(A, 2), vec3(1, 2, 3))[2]", "inverse(mat3(A, 2, 3, 0, 1, 4, 5, 6, 0))[1].xy",
    "inverse(mat3(A, 2, 3, 0, 1, 4, 5, 6, 0))[2].yz", "inverse(mat2(A, 2, 3, 5))[1]",
    "vec2(determinant(mat4(A, 2, 3, 4, 0, 1, 4, 1, 5, 6, 0, 2, 1, 1, 1, 3)))",
    "unpackSnorm2x16(packSnorm2x16(vec2(A, -0.5)))", "unpackUnorm2x16(packUnorm2x16(vec2(A, 0.25)))",
    "unpackHalf2x16(packHalf2x16(vec2(A, -0.3)))", "vec2(intBitsToFloat(floatBitsToInt(A)))",
    "vec2(uintBitsToFloat(floatBitsToUint(-A)))",
)  # fmt: skip


FOLDED_310 = (
    "vec2(bitCount(ivec2(int(A) * 90, -7)))", "vec2(findLSB(ivec2(int(A) * 40, 0)))",
    "vec2(bitfieldExtract(ivec2(int(A) * 90, -90), 1, 5))", "vec2(bitfieldExtract(uvec2(uint(A) * 90u, 31u), 1, 5))",
    "vec2(bitfieldExtract(int(A) * -7, 0, 32), bitfieldExtract(int(A) * 7, 3, 0))",
    "vec2(bitfieldInsert(ivec2(int(A) * -7, 8), ivec2(5, 2), 3, 2))", "vec2(bitfieldReverse(int(A) * -2), 0)",
    "vec2(findMSB(ivec2(int(A) * 40, -200)))", "vec2(findMSB(uvec2(uint(A) * 40u, 4294967295u)))",
    "vec2(bitfieldReverse(uvec2(uint(A) * 6u, 1u)) >> 20u)", "ldexp(vec2(A, 3.0), ivec2(-2, 4))",
)  # fmt: skip


@pytest.mark.parametrize(("version", "folded"), [("300 es", FOLDED), ("310 es", FOLDED_310)])
def test_functions_of_constants_are_constants(version: str, folded: tuple[str, ...]) -> None:
    """Each is a constant expression, with the value that it has when the shader runs."""
    constants = "".join(f"const vec2 k{n} = {one.replace('A', '1.0')};\n" for n, one in enumerate(folded))
    moved = [f"vec4(k{n}, {one.replace('A', 'a')})" for n, one in enumerate(folded)]
    head = f"#version {version}\nprecision highp float; in float a; uniform int which; out vec4 c;\n{constants}"
    cases = "".join(f"case {n}: c = {one}; break;\n" for n, one in enumerate(moved))
    text = f"{head}void main() {{ switch (which) {{ {cases} }} }}"
    for n, one in enumerate(folded):
        found = run_source(text, a=np.ones(1, np.float32), which=n)["gl_FragColor"][0]
        np.testing.assert_allclose(found[:2], found[2:], rtol=1e-5, atol=1e-6, err_msg=one)


def test_a_main_for_other_sites_hides_no_shader_of_shadertoy() -> None:
    other = "#ifdef GLSLSANDBOX\nvoid main() { vec4 c; mainImage(c, gl_FragCoord.xy); gl_FragColor = c; }\n#endif\n"
    text = other + "void mainImage(out vec4 c, in vec2 p) { c = vec4(p, round(0.6), 7u); }"
    assert run_source(text, gl_FragCoord=np.full((1, 4), 0.5, np.float32))["gl_FragColor"].tolist() == [
        [0.5, 0.5, 1, 7]
    ]


@pytest.mark.parametrize("version", ["330", "100", "310 es"])
def test_a_shader_of_shadertoy_has_the_version_of_the_site(version: str) -> None:
    body = "void mainImage(out vec4 c, in vec2 p) { c = vec4(p / iResolution.xy, 0.5, 1.0); }"
    with pytest.raises(GpuccError, match=r"is read as Shadertoy's GLSL ES 3\.00") as caught:
        compile_source(f"#version {version}\n{body}", "k.frag", "glsl")
    assert "leave #version out" in str(caught.value.notes)
    assert "@iResolution" in compile_source(f"#version 300 es\n{body}", "k.frag", "glsl")


OFFSETS = {
    "textureOffset(t, p, ivec2(1, 2))": (3, 5),
    "textureOffset(t, p, ivec2(-1, 0), 0.0)": (1, 3),
    "textureLodOffset(t, p, 0.0, ivec2(1, -1))": (3, 2),
    "textureProjOffset(t, vec3(p * 0.5, 0.5), ivec2(2, 1))": (4, 4),
    "textureProjOffset(t, vec4(p * 0.5, 0.0, 0.5), ivec2(0, 1))": (2, 4),
    "textureProjLodOffset(t, vec3(p * 2.0, 2.0), 0.0, ivec2(-2, 0))": (0, 3),
    "textureGradOffset(t, p, vec2(0.125, 0.0), vec2(0.0, 0.125), ivec2(1, 1))": (3, 4),
    "textureProjGradOffset(t, vec3(p * 2.0, 2.0), vec2(0.125, 0.0), vec2(0.0, 0.125), ivec2(1, 1))": (3, 4),
    "texelFetch(t, ivec2(p * 8.0), 0)": (2, 3),
    "texelFetchOffset(t, ivec2(p * 8.0), 0, ivec2(1, -3))": (3, 0),
}


@pytest.mark.parametrize("call", OFFSETS)
def test_offsets_count_texels(call: str) -> None:
    texels = np.zeros((8, 8, 4), np.float32)
    texels[..., 0], texels[..., 1] = np.meshgrid(np.arange(8), np.arange(8))
    head = "#version 300 es\nprecision highp float; uniform sampler2D t; in vec2 p; out vec4 c;"
    text = f"{head} void main() {{ c = {call}; }}"
    found = run_source(
        text, p=np.array([[2.5 / 8, 3.5 / 8]], np.float32), t=texels, **{"t.size": np.array([8, 8], np.float32)}
    )
    assert tuple(found["gl_FragColor"][0, :2].tolist()) == OFFSETS[call]


@pytest.mark.parametrize(
    ("version", "declared", "message", "advice"),
    [
        ("400", "subroutine vec4 T(vec2 p);", "no target has `subroutine`", "choose between them by a uniform"),
        ("430", "layout(std430) buffer B { vec4 a[]; };", "no target has `buffer`", "use a uniform block"),
        ("420", "layout(rgba8) uniform image2D i;", "no target has `image2D`", "read a sampler2D"),
        ("410", "precise float x = 0.5;", "no target has `precise`", "--arithmetic strict"),
        (
            "330",
            "sampler2DShadow s;",
            "`sampler2DShadow` is a type that no target has",
            "compare what it gives",
        ),
    ],
)
def test_what_no_target_has_is_refused_by_its_name(version: str, declared: str, message: str, advice: str) -> None:
    with pytest.raises(GpuccError) as caught:
        compile_source(f"#version {version}\n{declared}\nout vec4 c;\nvoid main() {{ c = vec4(1.0); }}", "f", "glsl")
    assert caught.value.message == message
    assert advice in caught.value.notes[0]


def test_a_name_may_be_a_word_that_a_later_version_reserves() -> None:
    body = "float subroutine = 1.0; S s; s.shared = 2.0; c = vec4(buffer, subroutine, s.shared);"
    text = f"uniform vec2 buffer; out vec4 c; struct S {{ float shared; }}; void main() {{ {body} }}"
    found = run_source(f"#version 330\n{text}", buffer=np.array([3.0, 4.0], np.float32))
    assert list(next(iter(found.values()))[0]) == [3.0, 4.0, 1.0, 2.0]


def test_an_undefined_name_in_a_condition_is_zero_where_drivers_take_it_so() -> None:
    text = "out vec4 c;\nvoid main() {\n#if FOO == 0\nc = vec4(0.5);\n#else\nc = vec4(1.0);\n#endif\n}"
    told: list[str] = []
    compile_source(f"#version 330\n{text}", "f.frag", "glsl", warn=told.append)
    assert told == ["f.frag:4:5: FOO is not defined, and taken for 0"]
    found = run_source(f"#version 330\n{text}")
    assert list(next(iter(found.values()))[0]) == [0.5] * 4
    old = "precision highp float;\nvoid main() {\n#if FOO == 0\ngl_FragColor = vec4(0.5);\n#endif\n}"
    for strict in (old, f"#version 300 es\nprecision highp float;\n{text}"):
        with pytest.raises(GpuccError, match="FOO is not defined in a condition"):
            compile_source(strict, "f.frag", "glsl")


def test_shadertoy_says_how_fast_the_hardware_is() -> None:
    text = "void mainImage(out vec4 c, in vec2 p) {\n#if HW_PERFORMANCE == 0\nc = p;\n#else\nc = vec4(0.25);\n#endif\n}"
    found = run_source(text, gl_FragCoord=np.array([[8.0, 6.0, 0.0, 1.0]], np.float32))
    assert list(found["gl_FragColor"][0]) == [0.25] * 4


def test_a_pair_is_of_one_version() -> None:
    """OpenGL ES links GLSL ES 1.00 with no other version."""
    vertex = "attribute vec4 p;\nvarying vec4 v;\nvoid main() { v = p; gl_Position = p; }"
    fragment = "#version 300 es\nprecision mediump float;\nin vec4 v;\nout vec4 c;\nvoid main() { c = v; }"
    warnings: list[str] = []
    compile_pair(("a.vert", vertex), ("a.frag", fragment), warn=warnings.append)
    assert any("links shaders of one version only" in one for one in warnings), warnings
    with pytest.raises(GpuccError, match=r"the vertex shader is GLSL ES 1\.00 and the fragment shader GLSL ES 3\.00"):
        compile_pair(("a.vert", vertex), ("a.frag", fragment), strict_es=True)
    warnings.clear()
    newer = "#version 310 es\nin vec4 p;\nout vec4 v;\nvoid main() { v = p; gl_Position = p; }"
    compile_pair(("a.vert", newer), ("a.frag", fragment), warn=warnings.append, strict_es=True)
    assert not any("version" in one for one in warnings), warnings


BLOCK = "#version {}\nuniform Light {{ vec4 hue; }} lights[2];\nuniform int k; out vec4 c; void main() {{ c = {}; }}"


@pytest.mark.parametrize(
    ("version", "value", "error"),
    [
        ("330", "lights[k].hue", "blocks are indexed by constants here"),
        ("400", "lights[k].hue", ""),
        ("330", "lights[1].hue", ""),
        ("330", "vec4(lights[0] == lights[1])", "`==` cannot take"),
    ],
)
def test_blocks_are_no_values(version: str, value: str, error: str) -> None:
    text = BLOCK.format(version, value)
    if not error:
        compile_source(text, "k.frag", "glsl", "fragment")
        return
    with pytest.raises(GpuccError, match=re.escape(error)) as caught:
        compile_source(text, "k.frag", "glsl", "fragment")
    assert caught.value.notes
