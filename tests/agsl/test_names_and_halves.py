"""The source's names and halves reappear in the text, and the text stays legal."""

from __future__ import annotations

import re

import agsl_judges as judges
import pytest
import skia_judge as judge

from gpucc import driver
from gpucc.source.agsl.names import AFTER


def compiled(source: str, name: str = "k.agsl", **wishes: object) -> str:
    return driver.compile(source.encode(), "agsl", name=name, stage="fragment", **wishes).code.decode()  # type: ignore[arg-type]


def declared(text: str) -> dict[str, str]:
    return {name: type for type, name in re.findall(r"(?m)^ +((?:half|float|bool)[234]?) (\w+)(?: =|;)", text)}


AGSL = """uniform half4 tint;
uniform float time;
half3 shine(half3 light, half power) { half3 glow = light * power; return glow * glow + light; }
half4 main(float2 p) {
    float2 centre = p * time - 8.0;
    float distance2 = dot(centre, centre);
    half fade = half(1.0 / (1.0 + distance2));
    half3 color = shine(tint.rgb * fade, fade);
    float wide = float(color.r) * float(color.g);
    return half4(color * fade, wide * distance2 + wide);
}
"""


def test_locals_keep_names_and_precision() -> None:
    found = declared(compiled(AGSL))
    assert found["centre"] == "float2"
    assert found["distance2"] == "float"
    assert found["fade"] == "half"
    assert found["color"] == "half3"
    assert found["wide"] == "float"


def test_floats_are_not_computed_in_halves() -> None:
    """Two halves widened before they are multiplied are widened in the text as well."""
    assert re.search(r"float\(color\.x\) \* color\.y|float\(color\.y\) \* color\.x", compiled(AGSL))


GLSL = """precision mediump float;
varying highp vec2 uv;
uniform highp float time;
uniform vec4 tint;
uniform sampler2D image;
void main() {
    highp vec2 float2 = uv * 3.0 + time;
    vec2 shader = fract(float2);
    vec3 half3 = texture2D(image, shader).rgb * tint.rgb;
    float saturate = dot(half3, vec3(0.3, 0.6, 0.1));
    highp float main2 = saturate * time + float2.x;
    gl_FragColor = vec4(half3 * saturate + main2 * main2, shader.x + saturate);
}
"""


def test_names_that_agsl_reserves_are_changed() -> None:
    text = compiled(GLSL, "k.frag")
    found = declared(text)
    assert (found["shader_"], found["half3_"], found["saturate_"], found["main2"]) == (
        "half2",
        "half3",
        "half",
        "float",
    )
    assert "uniform half4 tint;" in text
    assert "uniform float time;" in text


CLASHES = ("p", "image", "sin", "float3", "half", "mix", "is", "x1", "t1", "s", "gl_x", "sk_y", "__a", "zero", "n", "i")


@pytest.mark.parametrize("name", CLASHES)
def test_names_of_ir_never_clash(name: str) -> None:
    ir = f"""
define <4 x float> @shade(<2 x float> %p, float %k) {{
  %x = extractelement <2 x float> %p, i32 0
  %y = extractelement <2 x float> %p, i32 1
  %{name}.0 = fmul float %x, %y
  %{name}.i = fadd float %{name}.0, %k
  %{name}.i.i = fdiv float %{name}.i, 3.0
  %c = fcmp olt float %{name}.i.i, %{name}.0
  %v = select i1 %c, float %{name}.i, float %x
  %m = fmul float %v, %{name}.i.i
  %a = insertelement <4 x float> zeroinitializer, float %m, i32 0
  %b = insertelement <4 x float> %a, float %{name}.i.i, i32 1
  %r = insertelement <4 x float> %b, float %{name}.0, i32 2
  ret <4 x float> %r
}}
"""
    text = driver.compile(ir, "agsl", stage="fragment").code.decode()
    assert judge.refusal(text) is None


DEBUGGED = """
define <4 x float> @shade(<2 x float> %p) !dbg !4 {
  %x = extractelement <2 x float> %p, i32 0, !dbg !9
  %y = extractelement <2 x float> %p, i32 1, !dbg !9
  %1 = fdiv float %x, %y, !dbg !9
    #dbg_value(float %1, !7, !DIExpression(), !9)
  %2 = fadd float %1, 1.0, !dbg !9
    #dbg_value(float %2, !8, !DIExpression(), !9)
  %3 = fdiv float %1, %2, !dbg !9
  %4 = insertelement <4 x float> zeroinitializer, float %3, i32 0, !dbg !9
  %5 = insertelement <4 x float> %4, float %2, i32 1, !dbg !9
  %6 = insertelement <4 x float> %5, float %1, i32 2, !dbg !9
  ret <4 x float> %6, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "")
!2 = !DISubroutineType(types: !{null})
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "shade", file: !1, line: 1, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!7 = !DILocalVariable(name: "squared", scope: !4, file: !1, line: 2, type: !5)
!8 = !DILocalVariable(name: "raised", scope: !4, file: !1, line: 3, type: !5)
!9 = !DILocation(line: 2, scope: !4)
"""


def test_debug_records_name_values() -> None:
    text = driver.compile(DEBUGGED, "agsl", stage="fragment").code.decode()
    assert {"squared", "raised"} <= declared(text).keys()


HALVES = """
define <4 x float> @shade(<2 x float> %p) {
  %x = extractelement <2 x float> %p, i32 0
  %y = extractelement <2 x float> %p, i32 1
  %near = fptrunc float %x to half
  %far = fptrunc float %y to half
  %blend = fmul half %near, %far
  %sum = fadd half %blend, %far
  %long = fadd float %x, %y
  %longer = fmul float %long, %long
  %s = fpext half %sum to float
  %b = fpext half %blend to float
  %square = fmul float %s, %b
  %t = fmul float %square, %longer
  %1 = insertelement <4 x float> zeroinitializer, float %s, i32 0
  %2 = insertelement <4 x float> %1, float %b, i32 1
  %3 = insertelement <4 x float> %2, float %longer, i32 2
  %4 = insertelement <4 x float> %3, float %t, i32 3
  ret <4 x float> %4
}
"""


def test_halves_of_ir_are_halves() -> None:
    found = declared(driver.compile(HALVES, "agsl", stage="fragment").code.decode())
    assert (found["blend"], found["sum"], found["longer"]) == ("half", "half", "float")


UNIFORMS = """uniform half3x3 turn; layout(color) uniform half4 tint; uniform float2 points[3]; uniform half4 one[1];
uniform half unused; uniform float4x4 wide[2];
half4 main(float2 p) { return tint * half4(turn * half3(half2(p), 1), 1) + half4(points[2], points[0]) * one[0]
+ half4(wide[1] * tint); }
"""


def test_uniforms_are_declared_as_before() -> None:
    text = compiled(UNIFORMS)
    for line in (
        "uniform half3x3 turn;",
        "layout(color) uniform half4 tint;",
        "uniform float2 points[3];",
        "uniform half4 one[1];",
    ):
        assert line in text
    assert "uniform half unused;" in text
    assert "uniform float4x4 wide[2];" in text
    assert judge.refusal(text) is None


def test_places_of_glsl_are_not_declared() -> None:
    """AGSL has layout(color) alone."""
    source = "#version 430\nlayout(location = 2) uniform vec3 gain; layout(location = 0, index = 0) out vec4 c;\n"
    source += "layout(binding = 1) uniform sampler2D s; in vec2 uv;\nvoid main() { c = texture(s, uv) * gain.xyzz; }"
    text = driver.compile(source, "agsl", name="k.frag").code.decode()
    assert "uniform float3 gain;" in text
    assert "layout" not in text


def test_a_source_that_is_no_es_at_many_places_has_no_hints() -> None:
    """It is desktop GLSL, whose errors as GLSL ES 1.00 are more than are counted."""
    body = "".join(f"uniform vec3 u{n}; int k{n} = {n} & 3;\n" for n in range(30))
    source = f"{body}void main() {{ gl_FragColor = vec4(u3, float(k7 % 2)); }}"
    assert "float3 u3;" in driver.compile(source, "agsl", name="k.frag").code.decode()


@pytest.mark.parametrize("name", ["lights_in_a_struct", "blend_modes", "voronoi_cells", "burning_ship", "tone_mapping"])
def test_the_names_of_the_text_are_names_of_the_text_again(name: str) -> None:
    once = compiled(judges.SOURCES[name], verify=None)
    twice = compiled(once, verify=None)
    stems = [one.rstrip("0123456789_") for one in declared(twice)]
    # names made from the function that computes a value are chosen again wherever such a value is read twice
    given = [one for one in stems if one not in AFTER.values()]
    kept = [one for one in given if one in {other.rstrip("0123456789_") for other in declared(once)}]
    assert len(kept) >= len(given) - 1
