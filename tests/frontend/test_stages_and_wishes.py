"""Two stages linked, half precision on request, AGSL's children and kinds of main, the rules of Android versions."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import PurePath
from typing import Any

import numpy as np
import pytest
from skia_judge import FORMAT, POINTS, SIDE, skia

import gpucc
from gpucc.errors import GpuccError, LimitExceeded, UsageError
from gpucc.frontend.compile import compile_pair, compile_source
from gpucc.interp.arrays import pack, unpack
from gpucc.interp.reference.jit import Reference
from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.source import load
from gpucc.program import Shader
from gpucc.reading import guessed_language

Run = Callable[..., Any]
P = "precision mediump float;\n"


def shader_of(module: str, stage: str = "fragment", bind: tuple[str, ...] = ()) -> Shader:
    return canonicalise(load(module, name="m"), entry=None, stage=stage, bind=bind, default_stage=stage)  # type: ignore[arg-type]


# linking --------------------------------------------------------------------------------------------------------------

VERTEX = """attribute vec4 p; uniform mat4 m; uniform mediump float k;
varying vec2 unread; varying vec3 a; varying float late; varying vec2 b[2];
void main() { gl_Position = m * p; unread = p.xy; a = p.xyz * k; b[0] = p.xy; b[1] = p.zw; unread += a.xy; }"""
FRAGMENT = (
    P + "varying vec2 b[2]; uniform float k; varying vec3 a; varying float idle; void main() { gl_FragColor = vec4(a,"
    " b[1].x) * k; }"
)


def test_linked_stages_agree_in_their_varyings() -> None:
    vertex, fragment = compile_pair(("a.vert", VERTEX), ("b.frag", FRAGMENT.replace("varying float idle; ", "")))
    outputs = [(slot.name, slot.words) for slot in shader_of(vertex, "vertex").interface.outputs]
    inputs = [(slot.name, slot.words) for slot in shader_of(fragment).interface.inputs]
    assert outputs == [("gl_Position", "ffff"), ("b.0", "ff"), ("b.1", "ff"), ("a", "fff")]
    assert inputs == outputs[1:]
    for module, stage in ((vertex, "vertex"), (fragment, "fragment")):
        assert gpucc.compile(module, isa="agal", stage=stage).verified  # type: ignore[arg-type]


def test_what_nobody_writes_is_an_output_all_the_same_when_it_is_read() -> None:
    warnings: list[str] = []
    fragment = P + "varying float late; void main() { gl_FragColor = vec4(late); }"
    vertex, _ = compile_pair(("a.vert", VERTEX), ("b.frag", fragment), warn=warnings.append)
    assert [slot.name for slot in shader_of(vertex, "vertex").interface.outputs] == ["gl_Position", "late"]
    assert warnings == ["b.frag:2:15: the varying `late` is read, but the vertex shader never writes it"]


@pytest.mark.parametrize(
    ("fragment", "message"),
    [
        (
            "varying vec2 a; void main() { gl_FragColor = a.xyxy; }",
            "the varying `a` is vec2 here and vec3 in the vertex shader",
        ),
        (
            "varying vec2 none; void main() { gl_FragColor = none.xyxy; }",
            "`none` is read, but the vertex shader has none",
        ),
        (
            "uniform vec2 k; void main() { gl_FragColor = k.xyxy; }",
            "the uniform `k` is vec2 here and float in the vertex shader",
        ),
        ("varying vec2 b[3]; void main() { gl_FragColor = b[1].xyxy; }", "vec2[3] here and vec2[2]"),
        (
            "uniform highp float k; void main() { gl_FragColor = vec4(k); }",
            "`k` is highp here and mediump in the vertex shader",
        ),
        (
            "invariant varying vec3 a; void main() { gl_FragColor = a.xyxy; }",
            "`a` is invariant here, but not in the vertex shader",
        ),
    ],
)
def test_stages_that_do_not_fit(fragment: str, message: str) -> None:
    with pytest.raises(GpuccError) as caught:
        compile_pair(("a.vert", VERTEX), ("b.frag", P + fragment))
    assert message in caught.value.message
    assert caught.value.location is not None
    assert (caught.value.location.file, caught.value.location.line) == ("b.frag", 2)


PLAIN = "void main() { gl_Position = vec4(0.0); }"


def pair(vertex: str, fragment: str) -> str:
    """The error from linking the two."""
    try:
        compile_pair(("a.vert", vertex), ("b.frag", P + fragment))
    except GpuccError as error:
        return error.message
    return ""


INNER = "struct T {{ float k; }}; struct S {{ T t; {}float k; }}; uniform S s;"
OTHER = "struct E { vec2 e; }; struct T { mediump float k; }; struct S { T t; float k; }; uniform S s;"


@pytest.mark.parametrize(
    ("vertex", "fragment", "message"),
    [
        ("struct S { mediump float k; }; uniform S s;", "struct S { float k; }; uniform S s;", ""),
        (
            "struct S { lowp float k; }; uniform S s;",
            "struct S { float k; }; uniform S s;",
            "`s.k` is mediump here and lowp",
        ),
        ("struct S { float k; }; uniform S s;", "struct S { highp float k; }; uniform S s;", ""),
        (INNER.format(""), INNER.format("highp "), "`s.t.k` is mediump here and highp"),
        (OTHER, INNER.format("highp "), ""),
        (
            "struct S { int k; }; uniform S s;",
            "struct S { float k; }; uniform S s;",
            "`s` is S here and S in the vertex shader",
        ),
    ],
)
def test_members_of_uniforms_have_one_precision_in_both_stages(vertex: str, fragment: str, message: str) -> None:
    end = "{0} void main() {{ {1} = vec4(s.k); }}"
    found = pair(end.format(vertex, "gl_Position"), end.format(fragment, "gl_FragColor"))
    assert message in found
    assert bool(found) == bool(message)


def test_the_precision_of_a_uniform_that_one_stage_does_not_read_is_its_own() -> None:
    one, reads = "uniform float k; uniform int n;", "void main() { gl_Position = vec4(k) * float(n); }"
    assert "`k` is mediump here and highp" in pair(f"{one} {reads}", f"{one} {reads.replace('Position', 'FragColor')}")
    assert "`n` is mediump here and highp" in pair(
        f"{one} {reads}", f"uniform highp float k; uniform int n; {reads.replace('Position', 'FragColor')}"
    )
    assert not pair(f"{one} {PLAIN}", f"{one} {reads.replace('Position', 'FragColor')}")
    assert not pair(f"{one} {reads}", f"{one} {PLAIN.replace('Position', 'FragColor')}")


@pytest.mark.parametrize(
    ("vertex", "fragment", "message"),
    [
        ("invariant varying vec4 v;", "varying vec4 v;", "`v` is invariant in the vertex shader, but not here"),
        ("varying vec4 v; invariant v;", "varying vec4 v; invariant v;", ""),
        ("#pragma STDGL invariant(all)\nvarying vec4 v;", "varying vec4 v;",
        "`v` is invariant in the vertex shader, but not here"),
        ("#pragma STDGL invariant(all)\nvarying vec4 v;",
        "invariant varying vec4 v; invariant gl_FragCoord, gl_PointCoord;", ""),
        ("varying vec4 v;", "#pragma STDGL invariant(all)\nvarying vec4 v;", ""),
        ("varying vec4 v;", "varying vec4 v; invariant gl_FragCoord;",
        "gl_FragCoord is invariant, but gl_Position is not"),
        ("varying vec4 v;", "varying vec4 v; invariant gl_PointCoord;",
        "gl_PointCoord is invariant, but gl_PointSize is not"),
        ("varying vec4 v; invariant gl_Position;", "varying vec4 v; invariant gl_FragCoord;", ""),
        ("varying vec4 v;", "varying vec4 v; invariant gl_FrontFacing;", "`gl_FrontFacing` is no output or varying"),
        ("attribute vec4 a; varying vec4 v; invariant a;", "varying vec4 v;", "`a` is no output or varying"),
    ],
)  # fmt: skip
def test_invariance_is_that_of_both_stages(vertex: str, fragment: str, message: str) -> None:
    found = pair(
        f"{vertex}\nvoid main() {{ gl_Position = v = vec4(0.0); }}", f"{fragment}\nvoid main() {{ gl_FragColor = v; }}"
    )
    assert message in found
    assert bool(found) == bool(message)


# precision ------------------------------------------------------------------------------------------------------------


def halved(text: str, dialect: str, **given: Any) -> Any:
    shader = shader_of(compile_source(text, "t", dialect, half=True))
    return unpack(shader.interface, Reference(shader, FORMAT, half="round").run(pack(shader.interface, given)))[
        "gl_FragColor"
    ]


def test_half_is_rounded_only_when_asked_for(run: Run) -> None:
    text = (
        "half4 main(float2 p) { half a = half(p.x); half b = a * half(p.y); float c = p.x * p.y; return half4(a, b, c,"
        " p.x); }"
    )
    p = np.array([[1.2345678, 2.3456789]], np.float32)
    a, b = np.float16(p[0, 0]), np.float16(p[0, 1])
    exact = p[0, 0] * p[0, 1]
    assert run(text, dialect="agsl", p=p)["gl_FragColor"][0].tolist() == [p[0, 0], exact, exact, p[0, 0]]
    assert halved(text, "agsl", p=p)[0].tolist() == [a, np.float16(np.float32(a) * np.float32(b)), np.float16(exact), a]


def test_mediump_is_rounded_where_it_is_stored_and_read() -> None:
    text = """precision highp float; varying mediump vec2 p; varying vec2 q; uniform lowp float u;
    void main() { mediump float a = q.x * q.y; a += q.x; highp float b = p.x; gl_FragColor = vec4(a, b, u, q.x); }"""
    p, q = np.array([[1.2345678, 0]], np.float32), np.array([[3.1415926, 2.7182818]], np.float32)
    a = np.float16(np.float32(np.float16(q[0, 0] * q[0, 1])) + q[0, 0])
    assert halved(text, "glsl", p=p, q=q, u=0.1)[0].tolist() == [a, *np.float16([p[0, 0], 0.1, q[0, 0]])]


# children -------------------------------------------------------------------------------------------------------------


CHILD = "uniform shader a; uniform float k; half4 main(float2 p) { return a.eval(p * k).bgra + a.eval(float2(1.5)).r; }"


def test_a_child_shader_is_a_texture_in_pixels() -> None:
    s = skia()
    source = CHILD
    texels = np.zeros((4, 4, 4), np.uint8)
    texels[..., 0], texels[..., 1], texels[..., 3] = (
        np.arange(16).reshape(4, 4) * 16,
        np.arange(16).reshape(4, 4).T * 10,
        255,
    )
    image = s.Image.fromarray(texels, colorType=s.kRGBA_8888_ColorType)
    child = image.makeShader(s.TileMode.kClamp, s.TileMode.kClamp, s.SamplingOptions())
    effect = s.RuntimeEffect.MakeForShader(source)
    info = s.ImageInfo.Make(SIDE, SIDE, s.kRGBA_F32_ColorType, s.kPremul_AlphaType)
    surface = s.Surface.MakeRaster(info)
    painted = effect.makeShader(s.Data.MakeWithCopy(struct.pack("<f", 0.25)), child, 1)
    surface.getCanvas().drawPaint(s.Paint(Shader=painted, BlendMode=s.BlendMode.kSrc))
    wanted = np.zeros((SIDE, SIDE, 4), np.float32)
    assert surface.makeImageSnapshot().readPixels(info, wanted, SIDE * 16, 0, 0)
    shader = shader_of(compile_source(source, "t", "agsl", math="skia-cpu"), bind=("a=sampler:0:nearest,clamp",))
    given = {"p": POINTS, "k": 0.25, "a.size": [4, 4], "a": texels.astype(np.float32) / 255}
    found = unpack(shader.interface, Reference(shader, FORMAT).run(pack(shader.interface, given)))["gl_FragColor"]
    assert np.abs(found - wanted.reshape(-1, 4)).max() < 1e-6


def test_filters_and_blenders_stand_for_what_skia_does_without_them(run: Run) -> None:
    text = "uniform colorFilter f; half4 main(half4 c) { return f.eval(c.bgra) * .5; }"
    assert run(text, dialect="agsl", c=np.array([[1, 2, 3, 4.0]]))["gl_FragColor"].tolist() == [[1.5, 1, 0.5, 2]]
    text = "uniform blender b; half4 main(half4 src, half4 dst) { return b.eval(src, dst); }"
    found = run(text, dialect="agsl", src=np.array([[0.1, 0.2, 0.3, 0.75]]), dst=np.array([[1, 2, 3, 1.0]]))[
        "gl_FragColor"
    ][0]
    assert found == pytest.approx([0.35, 0.7, 1.05, 1.0])


def test_all_uniforms_of_agsl_stay(run: Run) -> None:
    found = run("uniform float idle; uniform float2 used; half4 main(float2 p) { return used.xyxy; }", dialect="agsl",
                p=POINTS[:1], idle=1, used=[2, 3])  # fmt: skip
    assert [slot.name for slot in found["interface"].uniforms] == ["idle", "used"]


# wishes ---------------------------------------------------------------------------------------------------------------

LOOPS = "for (int i = 0; i < 300; i++) { for (int j = 0; j < 300; j++) { s += p.x; } }"
LARGE = f"half4 main(float2 p) {{ float s = 0; {LOOPS} return half4(s); }}"


def test_android_15_limits_the_size_of_programs() -> None:
    assert compile_source(LARGE, "t", "agsl")
    with pytest.raises(LimitExceeded, match=r"too large for Android 15: .* at most 100000"):
        compile_source(LARGE, "t", "agsl", android="15")
    assert compile_source(LARGE.replace("i < 300", "i < 30"), "t", "agsl", android="15")


def test_color_filters_come_with_android_16() -> None:
    text = "half4 main(half4 c) { return c; }"
    assert compile_source(text, "t", "agsl", android="16")
    with pytest.raises(GpuccError, match="Android 13 has no color filters"):
        compile_source(text, "t", "agsl", android="13")


def test_wishes_that_nobody_can_grant() -> None:
    for wish in ({"math": "fast"}, {"android": "12"}, {"dialect": "hlsl"}, {"stage": "geometry"}, {"stage": "vertex"}):
        given: dict[str, Any] = {"dialect": "agsl", **wish}
        with pytest.raises(UsageError):
            compile_source("half4 main(float2 p) { return half4(1); }", "t", **given)


def test_a_shadertoy_may_declare_its_inputs_itself() -> None:
    """Other programs that show such sources want the declarations; in a comment they declare nothing."""
    own = "uniform vec3 iResolution; // uniform float iTime;\n/* uniform int iFrame; */ uniform sampler2D iChannel0;\n"
    image = (
        "void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, p / iResolution.xy) * iTime + float(iFrame); }"
    )
    assert compile_source(own + image, "f", "glsl").count("iResolution =") == 1
    with pytest.raises(GpuccError, match="`iResolution` is declared twice"):
        compile_source(own + own.replace("sampler2D iChannel0", "float other") + image, "f", "glsl")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("vec4 mainImage(vec2 p) { return p.xyxy; } void main() { gl_FragColor = mainImage(v); }", "glsl"),
        ("// as half4 main(float2 p) in AGSL\nvoid main() { gl_FragColor = vec4(1.0); }", "glsl"),
        ("/* vec4 main( */ void mainImage(out vec4 c, in vec2 p) { c = p.xyxy; }", "glsl"),
        ("// void main() in GLSL\nhalf4 main(float2 p) { return half4(1); }", "agsl"),
        ("vec4 main(vec2 p) { return p.xyxy; }", "agsl"),
        ("float helper() { return 1.0; }", "glsl"),
    ],
)
def test_the_language_is_told_by_main_alone(text: str, language: str) -> None:
    assert guessed_language(text.encode(), PurePath("k.glsl")) == language
