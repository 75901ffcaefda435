"""Wrong GLSL ES programs: the message, its place, and the advice."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

import gpucc
from gpucc.errors import GpuccError, LimitExceeded
from gpucc.frontend.compile import compile_source
from gpucc.lowering.source import load

P = "precision mediump float;\n"


def wrong(text: str, stage: str = "fragment") -> GpuccError:
    with pytest.raises(GpuccError) as caught:
        compile_source(text, "f", "glsl", stage, strict_es=True)  # type: ignore[arg-type]
    return caught.value


# the statement stands on line 2 after 14 characters
IN_MAIN = [
    ("float x = 1;", "2:25", "float is needed, but this is int", "write 1.0"),
    ("float x = 1.0 + 2;", "2:29", "`+` cannot take float and int", "write 2.0"),
    ("int i = 1; float x = 2.0 * i;", "2:40", "`*` cannot take float and int", "float(...)"),
    ("vec3 v = vec2(1.0);", "2:24", "vec3 is needed, but this is vec2", ""),
    ("vec2 v = vec3(1.0);", "2:24", "vec2 is needed, but this is vec3", ".xy"),
    ("vec3 v = 1.0;", "2:24", "vec3 is needed, but this is float", "vec3(...)"),
    ("foo = 1.0;", "2:15", "`foo` is not declared", ""),
    ("float x = gl_ClipDistance[0];", "2:25", "`gl_ClipDistance` is not declared", "no target clips at planes"),
    ("int x = gl_SampleID;", "2:23", "`gl_SampleID` is not declared", "no target runs a fragment shader for each"),
    ("int x = gl_PrimitiveID;", "2:23", "`gl_PrimitiveID` is not declared", "no target counts primitives"),
    ("int x = gl_Layer;", "2:23", "`gl_Layer` is not declared", "no target draws into several layers"),
    ("int x = gl_DrawID;", "2:23", "`gl_DrawID` is not declared", "pass it as a uniform"),
    ("float value = 1.0; valu = 2.0;", "2:34", "`valu` is not declared", "did you mean `value`?"),
    ("foo(1.0);", "2:15", "there is no function `foo`", ""),
    ("float x = texture(1.0);", "2:25", "there is no function `texture`", "texture2D"),
    ("float x = sin(1.0, 2.0);", "2:25", "no function sin(float, float)", "sin(float or vector)"),
    ("float x = max(gl_FragCoord.x, 0);", "2:25", "no function max(float, int)", "write 0.0"),
    ("float x = 1.0f;", "2:25", "`1.0f` is no number", "write 1.0"),
    ("int x = 1u;", "2:23", "`1u` is no number", "unsigned"),
    ("int x = 09;", "2:23", "`09` is no number", ""),
    ("float x = 1.0", "2:28", "`;` expected", ""),
    ("float x = (1.0;", "2:29", "`)` expected", "opens at f:2:25"),
    ("float x = ;", "2:25", "an expression is expected", ""),
    ("vec4 v; v.xg = vec2(1.0);", "2:25", "`xg` names no components", "cannot be mixed"),
    ("vec2 v; float z = v.z;", "2:35", "vec2 has no component `z`", ""),
    ("vec2 v; v.xx = vec2(1.0);", "2:28", "names a component twice", ""),
    ("float f; float z = f.x;", "2:36", "float has no member `x`", "no components"),
    ("vec4 v; float z = v[4];", "2:35", "the index 4 is outside vec4: it goes from 0 to 3", ""),
    ("vec4 v; float z = v[1.0];", "2:35", "an index must be an int, not float", "int(...)"),
    ("float f; float z = f[0];", "2:35", "float cannot be indexed", ""),
    ("int i = 7 % 2;", "2:25", "operator `%` is not allowed", "mod"),
    ("int i = 7 & 2;", "2:25", "operator `&` is not allowed", ""),
    ("if (1) {}", "2:19", "the condition of `if` must be one bool", ""),
    ("bool b = vec2(1.0) < vec2(2.0);", "2:34", "`<` cannot take vec2 and vec2", "lessThan"),
    ("bool b = !1.0;", "2:24", "`!` cannot take float", ""),
    ("bvec2 b = bvec2(true) && bvec2(true);", "2:37", "`&&` cannot take bvec2 and bvec2", "all()"),
    ("mat3 m = mat3(1.0); vec4 v = m * vec4(1.0);", "2:46", "`*` cannot take mat3 and vec4", "as long as"),
    ("vec4 v = vec4(1.0, 2.0);", "2:24", "vec4 has 4 components, but the arguments have 2", ""),
    ("vec2 v = vec2(1.0, 2.0, 3.0);", "2:24", "vec2 has 2 components, but the arguments have 3", ""),
    ("mat2 m = mat2(1.0, 2.0);", "2:24", "mat2 has 4 components", ""),
    ("gl_FragCoord.x = 1.0;", "2:30", "cannot assign to `gl_FragCoord`: it is an input", ""),
    ("1.0 = 2.0;", "2:19", "it is no variable", ""),
    ("const float c = gl_FragCoord.x;", "2:43", "the value of the constant `c` is not constant", ""),
    ("const float c = 1.0; c = 2.0;", "2:38", "cannot assign to `c`: it is a constant", ""),
    ("const float c;", "2:27", "the constant `c` has no value", ""),
    ("float a[2]; float b[2]; a = b;", "2:41", "cannot be assigned", ""),
    ("float a[2] = 1.0;", "2:21", "arrays cannot be initialised", ""),
    ("float a[gl_MaxDrawBuffers - 1];", "2:41", "an array cannot have 0 elements", ""),
    ("float a[2][2];", "2:21", "arrays of one dimension", ""),
    ("float[2] a[3];", "2:24", "arrays of one dimension", ""),
    ("float x = 1.0; float x = 2.0;", "2:36", "`x` is declared twice", "declared at f:2:21"),
    ("float vec2 = 1.0;", "2:21", "`vec2` is a type", ""),
    ("float half = 1.0;", "2:21", "`half` is a reserved word", ""),
    ("float gl_x = 1.0;", "2:21", "names that begin with `gl_` are reserved", ""),
    ("float x = {1.0};", "2:25", "a list in braces is no value", "constructor"),
    ("break;", "2:15", "`break` stands outside a loop", ""),
    ("return 1.0;", "2:22", "this function returns nothing", ""),
    ("switch (1) { }", "2:15", "GLSL ES 1.00 has no `switch`", "if .. else if"),
    ("float4 x;", "2:15", "there is no type `float4`", "write vec4"),
    ("uvec3 x;", "2:15", "there is no type `uvec3`", "write ivec3"),
    ("vec4 x = half4(1.0);", "2:24", "there is no function `half4`", "write vec4"),
    ("float x = later(1.0);", "2:25", "there is no function `later`", "is defined later, at f:3:7"),
    ("vec2 x = gl_FragCoord.xy / iResolution.xy;", "2:42", "`iResolution` is not declared",
    "uniform vec3 iResolution;"),
    ("float x = vec2(1.0).xy;", "2:34", "float is needed, but this is vec2", ""),
    ("void v;", "2:20", "a variable cannot be of type void", ""),
    ("sampler2D s;", "2:25", "a variable cannot be of type sampler2D", ""),
    ("float x = dFdx(1.0);", "2:25", "belongs to the extension GL_OES_standard_derivatives", "#extension"),
    ("vec4 c = texture2DLod(1.0);", "2:24", "there is no function `texture2DLod`", "vertex shaders only"),
    ("float x = \"a\";", "2:25", "an expression is expected", ""),
    ("float x = 1.0 @ 2.0;", "2:29", "`@` has no meaning", ""),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "place", "message", "note"), IN_MAIN, ids=[row[0] for row in IN_MAIN])
def test_a_wrong_statement(statement: str, place: str, message: str, note: str) -> None:
    error = wrong(f"{P}void main() {{ {statement} }}\nfloat later(float x) {{ return x; }}\n")
    assert error.location is not None
    assert (f"{error.location.line}:{error.location.column}", message in error.message) == (place, True), error.message
    assert note in " ".join(error.notes)
    assert error.source_line is not None
    assert statement in error.source_line


TOPS = [
    ("attribute highp float x;\nvoid main() {}", "fragment", "1:23", "only vertex shaders have attributes"),
    ("varying int x;\nvoid main() {}", "vertex", "1:13", "a varying cannot be of type int"),
    ("attribute ivec2 x;\nvoid main() {}", "vertex", "1:17", "an attribute cannot be of type ivec2"),
    ("uniform float x = 1.0;\nvoid main() {}", "vertex", "1:15", "a uniform has no initial value"),
    ("uniform float u; void main() { u = 1.0; }", "vertex", "1:34", "uniforms are read only"),
    ("varying vec2 v; void main() { v.x = 1.0; }", "fragment", "1:1", "floats have no default precision"),
    (P + "varying vec2 v; void main() { v.x = 1.0; }", "fragment", "2:35",
    "varyings are read only in a fragment shader"),
    ("float f; void f() {} void main() {}", "vertex", "1:15", "`f` is declared already"),
    ("int main() { return 1; }", "vertex", "1:5", "main takes no parameters and returns nothing"),
    ("float x;", "vertex", "1:1", "there is no function main"),
    ("void f(); void main() { f(); }", "vertex", "1:25", "`f` is declared but not defined"),
    ("void f() { f(); } void main() { }", "vertex", "1:12", "recursion is not allowed: f -> f"),
    ("void f() {} void f() {} void main() {}", "vertex", "1:18", "f() is defined twice"),
    ("float f(); int f() { return 1; } void main() {}", "vertex", "1:16", "f() returns float, not int"),
    ("float sin(float x) { return x; } void main() {}", "vertex", "1:7", "the built-in function sin"),
    ("void f(out float x) {} void main() { f(1.0); }", "vertex", "1:40", "it is no variable"),
    ("void f(const float x) { x = 1.0; } void main() {}", "vertex", "1:27", "it is a constant"),
    ("float f(float x, vec2 y) { return x; } void main() { f(1.0); }", "vertex", "1:54", "f takes 2 arguments, not 1"),
    ("struct S { float x; }; void main() { S s; s.y = 1.0; }", "vertex", "1:45", "S has no member `y`"),
    ("struct S { float x; }; void main() { S s = S(1); }", "vertex", "1:46", "the member `x` does not fit"),
    ("struct S { float x; float x; }; void main() { }", "vertex", "1:27", "`x` is declared twice"),
    ("struct S { }; void main() { }", "vertex", "1:1", "the struct S has no members"),
    ("float g = h; float h = 1.0; void main() {}", "vertex", "1:11", "`h` is not declared"),
    ("uniform float u; float g = u; void main() {}", "vertex", "1:28",
    "the first value of the global `g` is not constant"),
    ("in vec4 x; void main() {}", "vertex", "1:1", "a global variable cannot be `in`"),
    ("uniform attribute vec4 x; void main() {}", "vertex", "1:1", "cannot be both"),
    ("void main() { discard; }", "vertex", "1:15", "only fragment shaders can discard"),
    ("void main() { {", "vertex", "1:15", "this block has no end"),
    ("uniform sampler2D s; void main() { gl_FragColor = texture2D(s, 1.0); }", "fragment", "1:51",
    "texture2D(sampler2D, float)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "stage", "place", "message"), TOPS, ids=[row[0] for row in TOPS])
def test_a_wrong_declaration(text: str, stage: str, place: str, message: str) -> None:
    error = wrong(text, stage)
    assert error.location is not None
    assert (f"{error.location.line}:{error.location.column}", message in error.message) == (place, True), error.message


@pytest.mark.parametrize(
    ("text", "message", "note"),
    [
        ("layout(location = 0) in vec4 p; void main() {}", "GLSL ES 1.00 has no `layout`", "write attribute"),
        (
            "in vec4 p; void main() {}",
            "a global variable cannot be `in`",
            "attribute in a vertex shader, varying in a fragment shader",
        ),
        ("out vec4 c; void main() {}", "a global variable cannot be `out`", "gl_FragColor in a fragment shader"),
        ("flat varying vec4 p; void main() {}", "GLSL ES 1.00 has no `flat`", "always interpolated"),
        (
            "void mainImage(out vec4 c, in vec2 p) { c = p.xyxy; }",
            "there is no function main",
            "mainImage(gl_FragColor, gl_FragCoord.xy)",
        ),
        (
            "float f() { float x = 1.0; } void main() { gl_FragColor = vec4(f()); }",
            "`f` is of type float and has no `return`",
            "return a value, or make the function void",
        ),
        ("void mian() {}", "there is no function main", "is `mian` meant to be main?"),
        ("float f() { return 1.0; }", "there is no function main", "the shader is void main() { .. }"),
    ],
)
def test_advice_for_words_of_other_languages(text: str, message: str, note: str) -> None:
    error = wrong(P + text)
    assert message in error.message
    assert note in " ".join(error.notes)


def test_one_run_finds_several_errors_and_each_once() -> None:
    text = f"{P}float f(float x) {{ return y; }}\nvoid main() {{\n  float a = 1;\n  a + + ;"
    text += "\n  b = a;\n  f(vec2(1.0));\n  gl_FragColor = vec4(b);\n}\nfloat g() { return 1; }\n"
    error = wrong(text)
    lines = [one.location.line for one in (error, *error.also) if one.location is not None]
    assert lines == [2, 4, 5, 6, 7, 10]  # `b` is reported once


def test_a_struct_that_is_defined_where_an_array_of_it_is_declared_is_one_type() -> None:
    text = (
        f"{P}uniform struct Light {{ vec3 color; float power; }} lights[3], sun;\nstruct {{ vec2 a; }} local[2],"
        " other;\n"
    )
    text += (
        "void main() { Light one = lights[1]; other.a = vec2(1.0); gl_FragColor = vec4(one.color + sun.color,"
        " other.a.x); }"
    )
    compile_source(text, "f", "glsl", "fragment")


def test_words_that_fill_pages_are_shortened_in_messages() -> None:
    error = wrong(f"{P}void main() {{ {'long' * 1000} = 1.0; }}")
    assert error.message == f"`{'long' * 14}l...` is not declared"


def test_warnings_name_what_is_unused_and_what_precision_loses() -> None:
    warnings: list[str] = []
    text = f"{P}void main() {{ float used = 1.0; float idle = used; mediump float big = 100000.0;"
    text += " idle = big; gl_FragColor = vec4(1.0); }"
    compile_source(text, "f.frag", "glsl", "fragment", warn=warnings.append)
    assert warnings == [
        "f.frag:2:66: mediump is sure to hold numbers up to 16384 only; big is 100000",
        "f.frag:2:39: the variable `idle` is never used",
    ]


OUT, TWICE, HALF = (
    "gl_FragColor = vec4(s);",
    "float f(inout float x) { return x; }",
    "struct S { float a, b; }; float f(S s) { return s.a; }",
)
UNSET = [
    ("float s; if (u > 2.0) s = 1.0;", "", "`s` may be used"),
    ("float s;", "", "`s` is used"),
    ("float s; s += 1.0;", "", "`s` is used"),
    ("float s; s++;", "", "`s` is used"),
    ("float s; if (u > 2.0) s = 1.0; else if (u > 1.0) s = 2.0;", "", "`s` may be used"),
    ("float s; if (u < 0.0) { s = 0.0; } else { if (u < 1.0) s = 1.0; }", "", "`s` may be used"),
    ("vec4 s; s.xyz = c.xyz;", "", "`s.w` is used"),
    ("vec4 s; s.xy = c.xy; s = (s * c).xyzy;", "", "`s.z` is used"),
    ("mat2 m; m[0] = c.xy; vec4 s = vec4(m);", "", "`m` is used"),
    ("float s; for (int i = 0; i < 4; i++) { gl_FragColor = vec4(s); s = u; }", "", "`s` may be used"),
    ("float s; for (int i = 0; i < 4; i++) if (u > float(i)) { s = u; break; }", "", "`s` may be used"),
    ("float a; float s = u > 1.0 ? (a = 2.0) : 1.0; s += a;", "", "`a` may be used"),
    ("float t[3]; t[1] = u; float s = t[0];", "", "`t` is used"),
    ("float s; f(s);", TWICE, "`s` is used"),
    ("float s = u; f(s);", "void f(out float x) { x += 1.0; }", "`x` is used"),
    ("S m; float s = f(m);", HALF, "`m` is used"),
    ("S m; m.a = u; float s = m.b;", HALF, "`m` is used"),
    ("float s = g;", "float g;", "`g` is read, but nothing gives"),
    ("float s; if (u > 2.0) s = 1.0; else s = 2.0;", "", ""),
    ("float s; if (u > 1.0) discard; else s = 1.0;", "", ""),
    ("float s; if (u > 1.0) return; s = 1.0;", "", ""),
    ("float s; if (ON) s = 1.0;", "const bool ON = true;", ""),
    ("float s = 0.0, k; if (u > 2.0) k = 1.0; if (u > 2.0) s = k;", "", ""),
    ("float k, s = 0.0; bool hit = false; for (int i = 0; i < 3; i++) if (u > 1.0) { k = u; hit = true; break; } if "
     "(hit) s = k;", "", ""),
    ("vec4 s; s.xyz = c.xyz; s.a = 1.0;", "", ""),
    ("vec4 s; s.x = u; s.y = s.x; s.zw = s.xy;", "", ""),
    ("vec4 s; s.xy = c.xy; s = (s * c - s.wyxx).xyxy; s = s.yyyy;", "", "`s.w` is used"),
    ("vec4 s; s.xy = c.xy; s = (s.zxyw * c + s.wyxx).yzzy;", "", ""),
    ("vec4 s; for (int i = 0; i < 4; i++) s[i] = u;", "", ""),
    ("float s; for (int i = 0; i < 4; i++) { if (i > 0) gl_FragColor = vec4(s); s = u; }", "", ""),
    ("float s; for (;;) { s = u; break; }", "", ""),
    ("float s; do { s = u; } while (u > 2.0);", "", ""),
    ("float a; float s = u > 1.0 && (a = 2.0) > 1.0 ? a : 0.0;", "", ""),
    ("float t[3]; t[n] = 1.0; float s = t[0];", "", ""),
    ("float t[99]; for (int i = 0; i < 99; i++) t[i] = u; float s = t[3];", "", ""),
    ("mat2 m; m[0] = c.xy; m[1] = c.zw; vec4 s = vec4(m);", "", ""),
    ("float s; f(s);", "void f(out float x) { x = 1.0; }", ""),
    ("S m; m.b = u; float s = f(m);", HALF, ""),
    ("float s, a; a = s = u; s += a;", "", ""),
    ("g = u; float s = g;", "float g;", ""),
]  # fmt: skip


@pytest.mark.parametrize(("body", "head", "message"), UNSET, ids=[row[0] for row in UNSET])
def test_a_value_that_nobody_gave_is_warned_of(body: str, head: str, message: str) -> None:
    warnings: list[str] = []
    text = f"{P}uniform float u; uniform int n; varying vec4 c;\n{head}\nvoid main() {{ {body} {OUT} }}"
    compile_source(text, "f", "glsl", "fragment", warn=warnings.append)
    told = [one for one in warnings if "value" in one]
    assert len(told) == bool(message)
    assert all(message in one for one in told)


def test_sizes_behind_the_type_are_taken_with_a_warning() -> None:
    warnings: list[str] = []
    text = (
        f"{P}struct Ray {{ vec2 at; }}; float sum(float[2] a) {{ return a[0] + a[1]; }}\nuniform float k; void"
        " main() {"
    )
    text += (
        " float[2] a; Ray[2] rays; rays[1].at = vec2(k); a[0] = k; a[1] = rays[1].at.x; gl_FragColor = vec4(sum(a)); }"
    )
    module = compile_source(text, "f.frag", "glsl", "fragment", warn=warnings.append)
    assert ["writes the size after the name" in told for told in warnings] == [True] * 3
    assert warnings[1].startswith("f.frag:3:37: ")
    assert gpucc.compile(module, isa="agal", stage="fragment").verified


def test_a_shader_without_colour_has_its_own_outputs() -> None:
    """Those of GLSL 1.50 beside gl_FragColor, which it has, too."""
    text = "#version 150\nout vec4 shown, other;\nvoid main() { vec4 c = vec4(1.0); c *= 2.0; }"
    program = gpucc.compile(compile_source(text, "f.frag", "glsl", "fragment"), isa="lima-pp", stage="fragment")
    assert [slot.name for slot in program.interface.outputs] == ["gl_FragColor", "gl_FragData.1"]


@pytest.mark.parametrize("body", ["", "if (gl_FragCoord.x < 0.5) discard;"])
def test_a_shader_without_colour_has_the_default_one(body: str) -> None:
    warnings: list[str] = []
    module = compile_source(f"{P}void main() {{ {body} }}", "f.frag", "glsl", "fragment", warn=warnings.append)
    assert warnings == ["f.frag:2:6: the shader writes no colour: it is 0, 0, 0, 1"]
    assert [slot.name for slot in gpucc.compile(module, isa="lima-pp", stage="fragment").interface.outputs] == [
        "gl_FragColor"
    ]


@pytest.mark.parametrize("isa", ["agal", "lima-vp", "pica200"])
@pytest.mark.parametrize("body", ["", "v = u;"])
def test_a_shader_without_position_has_the_default_one(isa: str, body: str) -> None:
    """Its first varying was taken for the position by targets that have a register for it."""
    warnings: list[str] = []
    source = f"uniform float u;\nvarying float v;\nvoid main() {{ {body} }}"
    module = compile_source(source, "f.vert", "glsl", "vertex", warn=warnings.append)
    assert warnings == ["f.vert:3:6: the shader writes no gl_Position: it is 0, 0, 0, 1"]
    outputs = gpucc.compile(module, isa=isa, stage="vertex").interface.outputs
    assert [slot.name for slot in outputs] == (["gl_Position", "v"] if body else ["gl_Position"])


def test_a_later_error_names_the_line_of_the_source() -> None:
    text = (
        f"#extension GL_OES_standard_derivatives : enable\n{P}void main() {{\n  gl_FragColor ="
        " vec4(dFdx(gl_FragCoord.x));\n}"
    )
    module = compile_source(text, "edges.frag", "glsl", "fragment")
    with pytest.raises(GpuccError) as caught:
        gpucc.compile(module, isa="agal", stage="fragment")
    assert str(caught.value.location) == "edges.frag:4:23"


DEEP = {
    "parentheses": f"{P}void main() {{ float x = {'(' * 5000}1.0{')' * 5000}; }}",
    "signs": f"{P}void main() {{ float x = {'-' * 5000}1.0; }}",
    "blocks": f"{P}void main() {{ {'{' * 5000} }}",
    "calls": f"{P}void main() {{ float x = {'sin(' * 5000}1.0{')' * 5000}; }}",
    "choices": f"{P}void main() {{ float x = {'true ? 1.0 : ' * 5000}1.0; }}",
    "indices": f"{P}void main() {{ float x = gl_FragCoord{'[0]' * 5000}; }}",
    "assignments": f"{P}void main() {{ float x; {'x = ' * 5000}1.0; }}",
    "structs": "".join(f"struct S{i} {{ {f'S{i - 1}' if i else 'float'} x; }};" for i in range(20)) + "void main() {}",
    "arrays": f"{P}void main() {{ float x[1000000]; }}",
    "doubling calls": (
        "\n".join(f"float f{i}(float x) {{ return {f'f{i - 1}(x) + f{i - 1}(x)' if i else 'x'}; }}" for i in range(40))
        + "void main() { gl_Position = vec4(f39(1.0)); }"
    ),
    "arguments": "float f(float x[9999]) { return x[0]; } void main() { float y[9999]; f(y); }",
    "macros": "\n".join(f"#define M{i} M{i - 1} M{i - 1}" for i in range(60)) + f"\n{P}void main() {{ M59; }}",
}


def chain(links: int, falling: bool) -> str:
    """Functions that call one another in a chain; with prototypes, the callers stand before the callees."""
    heads = [f"float f{i}(float x)" for i in range(links)]
    bodies = [f"{head} {{ return {f'f{i - 1}(x)' if i else 'x'} + 1.0; }}\n" for i, head in enumerate(heads)]
    prototypes = "".join(f"{head};\n" for head in heads)
    code = prototypes + "".join(reversed(bodies)) if falling else "".join(bodies)
    return f"uniform float u;\n{code}void main() {{ gl_Position = vec4(f{links - 1}(u)); }}"


@pytest.mark.parametrize("falling", [False, True])
def test_calls_may_be_as_deep_as_they_like(falling: bool) -> None:
    assert "define void" in compile_source(chain(1000, falling), "f", "glsl", "vertex")


def test_a_deep_chain_of_calls_becomes_a_program() -> None:
    assert gpucc.compile(chain(300, True), isa="lima-vp", stage="vertex").verified


@pytest.mark.parametrize("name", DEEP)
def test_nesting_without_end_is_a_limit_and_no_crash(name: str) -> None:
    assert isinstance(wrong(DEEP[name], "vertex"), LimitExceeded)


def test_a_name_may_hold_anything() -> None:
    module = compile_source("void main() { gl_Position = vec4(1.0); }", 'é"\n\\.vert', "glsl", "vertex")
    assert load(module, name="m").text


def test_long_chains_are_no_nesting() -> None:
    chain = " + gl_FragCoord.x" * 2000
    ifs = "if (gl_FragCoord.x < 0.0) {} " + "else if (gl_FragCoord.x < 1.0) {} " * 500
    text = f"{P}void main() {{ float x = 1.0{chain}; {'x, ' * 2000} x; {ifs} gl_FragColor = vec4(x); }}"
    assert "define void" in compile_source(text, "f", "glsl", "fragment")


SEED = f"""#define A(x) (x + 1.0)
{P}struct S {{ vec2 p; float k[2]; }}; uniform S u[2]; varying vec3 v; const float C = 2.0;
float f(inout float x, vec2 y) {{ for (int i = 0; i < 3; i++) {{ if (x > y.x) break; else x += y[i / 2]; }} return x; }}
void main() {{ float z = A(v.x); vec4 c = vec4(f(z, u[1].p), v.xy * mat2(1.0), u[0].k[1]);
gl_FragColor = z < C ? c : c.wzyx; }}
"""


def test_damaged_sources_end_in_an_answer() -> None:
    chance = random.Random(5)
    words = SEED.replace("(", " ( ").replace(")", " ) ").replace(";", " ; ").replace(".", " . ").split(" ")
    for _ in range(400):
        damaged = list(words)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(damaged))
            match chance.randrange(4):
                case 0:
                    del damaged[at]
                case 1:
                    damaged.insert(
                        at, chance.choice([*words, "\x00", "é", "#", "/*", "[", "}", "0x", "const", "discard"])
                    )
                case 2:
                    damaged[at] = chance.choice(words)
                case 3:
                    damaged[at : at + 1] = list(damaged[at][::-1])
        with suppress(GpuccError):
            compile_source(" ".join(damaged), "f", "glsl", "fragment")


@pytest.mark.parametrize(
    "data",
    [b"", b"\0" * 99, bytes(range(256)) * 4, "void main() {}".encode("utf-16"), b"\xff\xfe" * 50, b"}" * 500, b"/*"],
)
def test_any_bytes_get_an_answer(data: bytes) -> None:
    with pytest.raises(GpuccError):
        compile_source(data, "f", "glsl", "fragment")


def test_an_unknown_word_before_a_type_is_the_only_error() -> None:
    text = "IN vec3 at;\nvoid main() { gl_Position = vec4(at, 1.0); }\n"
    with pytest.raises(GpuccError) as caught:
        compile_source(text, "f.vert", "glsl", "vertex")
    assert caught.value.message == "`IN` stands before a type, and is no qualifier"
    assert caught.value.also == ()
    assert str(caught.value.location) == "f.vert:1:1"


def test_a_name_that_openfl_declares_has_a_note() -> None:
    text = "#pragma header\nvoid main() { gl_FragColor = texture2D(bitmap, gl_FragCoord.xy); }"
    with pytest.raises(GpuccError, match="`bitmap` is not declared") as caught:
        compile_source(text, "k.frag", "glsl", "fragment")
    assert "in place of `#pragma header`" in caught.value.notes[-1]


def test_cases_that_are_not_constant_are_not_called_equal() -> None:
    cases = "".join(f"case n + {k}: break; " for k in range(8))
    text = f"#version 300 es\n{P}uniform int n; out vec4 c; void main() {{ c = vec4(n); switch (n) {{ {cases}}} }}"
    error = wrong(text)
    assert {one.message for one in (error, *error.also)} == {"a case must be a constant whole number"}
    assert len(error.also) == 7
