"""Samplers in structs, arrays and arguments, also chosen by an index: GLSL ES 1.00, 4.1.7, 6.1 and appendix A.5."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gpucc
from gpucc import driver
from gpucc.errors import GpuccError, LimitExceeded
from gpucc.frontend.compile import compile_source
from tests.frontend.conftest import run_source

Run = Callable[..., Any]
HEAD = "precision highp float; varying vec2 p; "


def colour(number: float) -> Any:
    """A texture of one texel whose red is the number."""
    return np.array([[[number, 0, 0, 0]]], np.float32)


def red(run: Run, text: str, samplers: dict[str, float], uniforms: dict[str, Any]) -> float:
    given: dict[str, Any] = {name: colour(number) for name, number in samplers.items()}
    found = run(HEAD + text, p=np.zeros((1, 2), np.float32), **given, **uniforms)
    return float(found["gl_FragColor"][0, 0])


# text, textures by name, red
VALUES: dict[str, tuple[str, dict[str, float], float]] = {
    "a loop's index": (
        "uniform sampler2D s[3]; void main() { vec4 c = vec4(0.0);"
        " for (int i = 1; i < 4; ++i) { if (c.x > 255.0) break; c += float(i) * texture2D(s[i - 1], p); } "
        "gl_FragColor = c; }",
        {"s.0": 1, "s.1": 10, "s.2": 100},
        321,
    ),
    "an index that only running tells": (
        "uniform sampler2D s[3]; uniform int k; void main() { gl_FragColor = texture2D(s[k], p) + texture2D(s[2 - k * "
        "2], p); }",
        {"s.0": 1, "s.1": 10, "s.2": 100},
        11,
    ),
    "a struct as an argument": (
        "struct S { sampler2D t; float f; }; uniform S u; float f(S a) { a.f += 1.0; return a.f * texture2D(a.t, "
        "p).x; }"
        " void main() { gl_FragColor = vec4(f(u)); }",
        {"u.t": 3},
        9,
    ),
    "a struct of an array as an argument": (
        "struct S { float w[2]; sampler2D t[2]; }; uniform S u; float f(S a) { float r = 0.0;"
        " for (int i = 0; i < 2; i++) r += a.w[i] * texture2D(a.t[i], p).x; return r; } void main() { gl_FragColor = "
        "vec4(f(u)); }",
        {"u.t.0": 1, "u.t.1": 2},
        2100,
    ),
    "an array as an argument": (
        "uniform sampler2D s[2]; float one(sampler2D t) { return texture2D(t, p).x; }"
        " float two(sampler2D t[2]) { float r = 0.0; for (int i = 0; i < 2; i++) r = r * 10.0 + one(t[i]); return r; }"
        " void main() { gl_FragColor = vec4(two(s)); }",
        {"s.0": 3, "s.1": 4},
        34,
    ),
    "an array of structs": (
        "struct S { sampler2D t; sampler2D more[2]; }; uniform S s[2]; uniform int k; float one(sampler2D t) { return "
        "texture2D(t, p).x; }"
        " float all(S a) { return one(a.t) + one(a.more[0]) + one(a.more[1]); }"
        " void main() { gl_FragColor = vec4(all(s[k]) + 1000.0 * one(s[1 - k].more[k])); }",
        {"s.t.0": 1, "s.t.1": 2, "s.more.0.0": 3, "s.more.0.1": 4, "s.more.1.0": 50, "s.more.1.1": 600},
        4652,
    ),
    "a function's own index": (
        "uniform sampler2D s[3]; float f(int i) { return texture2D(s[i], p).x; } void main() { gl_FragColor = "
        "vec4(f(2) + f(0)); }",
        {"s.0": 1, "s.2": 100},
        101,
    ),
    "loops in loops": (
        "uniform sampler2D s[2]; void main() { float r = 0.0; for (int i = 0; i < 2; i++) for (int j = 1; j >= 0; j--)"
        " r = 2.0 * r + texture2D(s[i], p).x * texture2D(s[j], p).x; gl_FragColor = vec4(r); }",
        {"s.0": 3, "s.1": 5},
        15 * 8 + 9 * 4 + 25 * 2 + 15,
    ),
    "a struct in a struct": (
        "struct T { sampler2D t; }; struct S { T a; float b; }; uniform S u; float f(T x) { return texture2D(x.t, "
        "p).x; }"
        " void main() { gl_FragColor = vec4(f(u.a)); }",
        {"u.a.t": 7},
        7,
    ),
}  # fmt: skip


UNIFORMS: dict[str, dict[str, Any]] = {
    "an index that only running tells": {"k": np.array([1], np.int32)},
    "an array of structs": {"k": np.array([1], np.int32)},
    "a struct as an argument": {"u.f": np.array([2], np.float32)},
    "a struct of an array as an argument": {"u.w": np.array([100.0, 1000.0], np.float32)},
}


@pytest.mark.parametrize("name", VALUES)
def test_the_sampler_that_is_meant_is_read(name: str, run: Run) -> None:
    text, samplers, value = VALUES[name]
    assert red(run, text, samplers, UNIFORMS.get(name, {})) == value


@pytest.mark.parametrize("isa", ["agal", "lima-pp", "agsl"])
def test_a_loop_over_samplers_reads_each_once(isa: str) -> None:
    text = (
        HEAD
        + """uniform sampler2D s[3]; uniform vec4 w[3];
    void main() { vec4 c = vec4(0.0); for (int i = 0; i < 3; i++) c += w[i] * texture2D(s[i], p); gl_FragColor = c; }"""
    )
    program = gpucc.compile(compile_source(text, "f", "glsl"), isa, stage="fragment")
    assert [slot.name for slot in program.interface.samplers] == ["s.0", "s.1", "s.2"]
    assert program.asm().count({"agal": "tex f", "lima-pp": "texld_2d", "agsl": ".eval("}[isa]) == 3


def warnings(text: str) -> list[str]:
    told: list[str] = []
    compile_source(HEAD + text, "f", "glsl", "fragment", warn=told.append)
    return told


def test_an_index_that_only_running_tells_is_warned_of() -> None:
    head = "uniform sampler2D s[3]; uniform int k; void main() { gl_FragColor = vec4(0.0);"
    assert warnings(head + " for (int i = 0; i < 3; i += 2) gl_FragColor += texture2D(s[i / 2 + 1 - 1], p); }") == []
    (told,) = warnings(head + "\ngl_FragColor = texture2D(s[k], p); }")
    assert told.startswith("f:2:28: this index is neither a constant nor a loop's index: all 3 samplers")
    (told,) = warnings(head + "\nint n = 0; while (n < 2) { gl_FragColor += texture2D(s[n], p); n++; } }")
    assert told.startswith("f:2:56: ")


def test_too_many_samplers_to_choose_among_are_refused_with_the_place() -> None:
    with pytest.raises(LimitExceeded, match="this index chooses among 33 samplers") as caught:
        compile_source(
            HEAD + "uniform sampler2D s[33]; uniform int k;\nvoid main() { gl_FragColor = texture2D(s[k], p); }",
            "f",
            "glsl",
        )
    assert str(caught.value.location) == "f:2:42"


@pytest.mark.parametrize(
    "text",
    [
        "struct S { sampler2D t; }; S u;",
        "struct S { sampler2D t; }; uniform S u; void f() { S local; }",
        "struct S { sampler2D t; }; uniform S u; void f() { S local = u; }",
        "struct S { sampler2D t; }; void f(out S s) {}",
        "struct S { sampler2D t; }; void f(inout S s[2]) {}",
        "struct S { sampler2D t; }; uniform S u; S f() { return u; }",
        "struct S { sampler2D t; }; uniform S u, v; bool f() { return u == v; }",
        "struct S { sampler2D t; }; uniform S u, v; void f(S a) { a = v; }",
        "struct S { sampler2D t; }; uniform S u, v; void f(S a) { a.t = v.t; }",
        "struct S { sampler2D t; }; uniform sampler2D s; S f() { return S(s); }",
        "struct S { sampler2D t; }; uniform S u, v; uniform bool b; vec4 f() { return texture2D((b ? u : v).t, p); }",
        "uniform sampler2D s[2]; uniform bool b; vec4 f() { return texture2D(b ? s[0] : s[1], p); }",
        "uniform sampler2D s[2]; void f(sampler2D a[3]) {} void g() { f(s); }",
        "uniform sampler2D s[2]; void f(sampler2D a) {} void g() { f(s); }",
        "uniform sampler2D s[2]; void f() { sampler2D t = s[0]; }",
        "uniform sampler2D s[2]; vec4 f() { return texture2D(s[2], p); }",
        "uniform sampler2D s[2]; vec4 f() { return texture2D(s[1.0], p); }",
    ],
)
def test_samplers_are_no_values(text: str) -> None:
    with pytest.raises(GpuccError):
        compile_source(HEAD + text + " void main() { gl_FragColor = vec4(0.0); }", "f", "glsl")


@pytest.mark.parametrize(
    ("loop", "unrolled"),
    [
        ("int i = 0; i < 32; i++", True),
        ("int i = 33; i >= 2; i -= 1", True),
        ("int i = 0; i < 33; i++", False),
        ("int i = 0; i != 4; i += 3", False),
        ("int i = 0; i < k; i++", False),
        ("int j = 0; j < 4; j++", False),
    ],
)
def test_a_short_loop_whose_index_chooses_samplers_is_unrolled(loop: str, unrolled: bool) -> None:
    text = (
        f"uniform sampler2D s[2]; uniform int k; void main() {{ int i = 0; for ({loop}) gl_FragColor += texture2D(s[i /"
        " 20], p); }"
    )
    assert ("llvm.loop.unroll.enable" in compile_source(HEAD + text, "f", "glsl")) == unrolled


EVERY = ("", "i", "u")
WITHOUT_EXTENSIONS = {
    "300 es": (
        *(f"{kind}sampler{shape}" for kind in EVERY for shape in ("3D", "2DArray")),
        *(f"{kind}sampler{shape}" for kind in "iu" for shape in ("2D", "Cube")),
        *(f"sampler{shape}Shadow" for shape in ("2D", "Cube", "2DArray")),
    ),
    "310 es": (*(f"{kind}sampler2DMS" for kind in EVERY), *(f"{kind}image3D" for kind in EVERY), "atomic_uint"),
    "320 es": ("samplerCubeArrayShadow", *(f"{kind}samplerBuffer" for kind in EVERY), "imageBuffer"),
    "130": ("sampler1D", "isampler2DRect", "sampler1DArrayShadow"),
}


@pytest.mark.parametrize(("version", "names"), WITHOUT_EXTENSIONS.items())
def test_a_type_that_no_target_has_may_get_a_precision(version: str, names: tuple[str, ...]) -> None:
    """Engines write such lines at the top of every shader."""
    head = "".join(f"precision highp {name};\n" for name in ("float", "int", *names))
    assert compile_source(f"#version {version}\n{head}out vec4 c; void main() {{ c = vec4(1.0); }}", "f", "glsl")
    with pytest.raises(GpuccError, match="has no default precision"):
        compile_source(f"#version 100\nprecision lowp {names[-1]};\nvoid main() {{}}", "f", "glsl")
    for name in names:
        declared = f"uniform highp {name} s;\nout highp vec4 c;\nvoid main() {{ c = vec4(1.0); s; }}"
        with pytest.raises(GpuccError, match=f"`{name}` is a type that no target has|no target has `{name}`"):
            compile_source(f"#version {version}\n{declared}", "f", "glsl")


ABSENT = """#version 300 es
precision highp float;
uniform highp sampler3D volume; uniform highp sampler2DShadow shadows[2];
uniform highp isampler2D numbers, unread;
float uncalled(highp sampler3D s) { return texture(s, vec3(0.5)).x; }
float lit(int i, vec3 p) { return texture(shadows[i], p) + float(texture(numbers, p.xy).x); }
float dim(highp sampler3D s, vec3 p) { return texture(s, p).y; }
in vec2 v; out vec4 c;
void main() { c = vec4(v, 0.0, 1.0); %s }
"""


def test_what_no_target_has_may_stand_where_nothing_reads_it() -> None:
    """Engines declare the inputs of all materials, and functions that a material does not call."""
    found = run_source(ABSENT % "", v=np.array([[0.25, 0.5]], np.float32))
    assert list(next(iter(found.values()))[0]) == [0.25, 0.5, 0.0, 1.0]
    program = driver.compile(ABSENT % "", "lima-pp", name="f.frag")
    assert program.interface.samplers == program.interface.uniforms == ()


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("c.x = lit(1, c.xyz);", ["`sampler2DShadow` is .*`shadows` is read", "`isampler2D` is .*`numbers` is read"]),
        ("c.x = dim(volume, c.xyz);", ["`sampler3D` is a type that no target has, and `volume` is read here"]),
        ("volume;", ["`sampler3D` is .*`volume` is read here"]),
    ],
)
def test_what_no_target_has_is_refused_where_it_is_read(body: str, told: list[str]) -> None:
    with pytest.raises(GpuccError) as caught:
        compile_source(ABSENT % body, "f", "glsl")
    found = [caught.value, *caught.value.also]
    assert [bool(re.search(words, one.message)) for words, one in zip(told, found, strict=True)] == [True] * len(told)
    assert {one.location.line for one in found if one.location} <= {6, 9}


@pytest.mark.parametrize("declared", ["uniform sampler2D s;", "float f(samplerCube s) { return 1.0; }"])
def test_agsl_refuses_such_a_type_even_unread(declared: str) -> None:
    with pytest.raises(GpuccError, match=r"`sampler(2D|Cube)` is no type of AGSL"):
        compile_source(f"{declared} half4 main(float2 p) {{ return half4(1); }}", "f.agsl", "agsl")


@pytest.mark.parametrize(
    "text",
    [
        "void f() { highp sampler3D s; }",
        "struct S { highp sampler3D s; };",
        "highp sampler3D f() { return 1; }",
        "uniform B { highp sampler3D s; };",
        "in highp sampler3D s;",
    ],
)
def test_elsewhere_such_a_type_is_refused(text: str) -> None:
    with pytest.raises(GpuccError, match="`sampler3D` is a type that no target has"):
        compile_source(f"#version 300 es\n{text}\nvoid main() {{}}", "f", "glsl")


def test_the_precision_of_an_image_of_the_system_needs_its_extension() -> None:
    lines = "precision mediump samplerExternalOES;\nvoid main() { gl_FragColor = vec4(1.0); }"
    text = f"#extension GL_OES_EGL_image_external : enable\nprecision mediump float;\n{lines}"
    assert compile_source(text, "f", "glsl")
    with pytest.raises(GpuccError, match="`samplerExternalOES` belongs to the extension GL_OES_EGL_image_external"):
        compile_source(f"precision mediump float;\n{lines}", "f", "glsl")
