"""Sources that gpucc cannot take: each gives one clear error and exit code 1, and leaves nothing behind."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import pytest

Run = Callable[..., Any]
HEAD = "declare float @llvm.sin.f32(float)\n"
PASS = "define <4 x float> @main(<4 x float> %a) {\n  ret <4 x float> %a\n}\n"


def body(code: str, parameters: str = "<4 x float> %a", result: str = "<4 x float>", more: str = "") -> str:
    return f"{more}\ndefine {result} @main({parameters}) {{\n{code}\n}}\n"


EARLY = body("  %b = fadd <4 x float> %c, %a\n  %c = fadd <4 x float> %a, %a\n  ret <4 x float> %b")
NOT_IR = {
    "empty": (b"", "empty"),
    "blank": (b" \n\t\n", "empty"),
    "prose": (b"Dear compiler,\nplease make it fast.\n", "expected top-level entity|LLVM IR"),
    "C": (b"float f(float a) { return a; }\n", "LLVM|expected"),
    "a NUL byte": (PASS.replace("%a", "%\0").encode(), "NUL"),
    "only NUL bytes": (bytes(100), "NUL|LLVM IR"),
    "bytes that are no text": (bytes(range(128, 256)) * 4, "UTF-8|LLVM IR"),
    "UTF-16": (PASS.encode("utf-16"), "UTF-8|NUL|LLVM IR"),
    "an object file": (b"\x7fELF\x02\x01\x01" + bytes(64), "ELF"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(32), "picture"),
    "an archive": (b"PK\x03\x04" + bytes(32), "zip"),
    "a syntax error": (PASS.replace("ret", "rte").encode(), "expected instruction opcode"),
    "an undefined value": (PASS.replace("ret <4 x float> %a", "ret <4 x float> %b").encode(), "undefined value"),
    "a wrong type": (PASS.replace("ret <4 x float> %a", "ret float %a").encode(), "type"),
    "a value before its definition": (EARLY.encode(), "dominate"),
    "no block": (b"define void @main() {\n}\n", "basic block"),
    "deep nesting": (b"@a = global " + b"[1 x " * 30_000 + b"float" + b"]" * 30_000 + b" zeroinitializer\n",
    "nested|deep"),
}  # fmt: skip


@pytest.mark.parametrize("name", NOT_IR)
def test_what_is_no_ir(refused: Run, name: str) -> None:
    content, says = NOT_IR[name]
    end = refused(1, says, "k.ll --isa agal --stage vertex", {"k.ll": content})
    assert end.errors[0].startswith("k.ll")


@pytest.mark.parametrize("name", ["prose", "a syntax error", "empty"])
def test_the_same_from_standard_input(refused: Run, name: str) -> None:
    content, says = NOT_IR[name]
    end = refused(1, says, "- --isa agal --stage vertex", stdin=content)
    assert end.errors[0].startswith("<stdin>")


OTHER_LANGUAGES = {
    "WGSL": ("k.wgsl", "@fragment\nfn main() -> @location(0) vec4f { return vec4f(1.0); }\n", "naga"),
    "HLSL": ("k.hlsl", "float4 main(float2 uv : TEXCOORD0) : SV_Target { return float4(uv, 0, 1); }\n", "spirv-cross"),
    "Metal": ("k.metal", "#include <metal_stdlib>\nfragment float4 f() { return 1; }\n", "in GLSL"),
    "Unity's ShaderLab": ("k.shader", 'Shader "X" { SubShader { Pass { CGPROGRAM ENDCG } } }\n', "Unity"),
    "Godot's shading language": ("k.gdshader", "shader_type canvas_item;\nvoid fragment() {}\n", "GLSL"),
    "the effects of OBS": ("k.effect", "float4 shade(float2 uv : TEXCOORD0) : TARGET { return 1; }\n", "in GLSL"),
    "ReShade FX": ("k.fx", "technique T { pass { PixelShader = shade;\n PixelShader = shade; } }\n", "--glsl"),
    "MilkDrop's presets": ("k.milk", "[preset00]\nfRating=3\n", "in GLSL"),
    "the user shaders of mpv": ("k.hook", "//!HOOK LUMA\nvec4 hook() { return vec4(1); }\n", "a main of its own"),
    "OpenCL C": ("k.cl", "__kernel void k(__global float *a) { a[0] = 1; }\n", "clang"),
    "CUDA": ("k.cu", "__global__ void k(float *a) { a[0] = 1; }\n", "clang"),
    "C": ("k.c", "float f(float a) { return a; }\n", "clang"),
    "C++": ("k.cpp", "auto f(float a) { return a; }\n", "clang"),
    "Rust": ("k.rs", "pub fn f(a: f32) -> f32 { a }\n", "rustc"),
    "Zig": ("k.zig", "export fn f(a: f32) f32 { return a; }\n", "zig"),
    "Python": ("k.py", "def f(a): return a\n", "llvmlite"),
    "MLIR": ("k.mlir", "func.func @f(%a: f32) -> f32 { return %a : f32 }\n", "mlir-translate"),
    "PTX": ("k.ptx", ".version 8.0\n.target sm_50\n", "LLVM IR"),
}  # fmt: skip


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_a_language_that_is_not_read_is_named(refused: Run, language: str) -> None:
    name, text, remedy = OTHER_LANGUAGES[language]
    end = refused(1, f"gpucc does not read {re.escape(language)}\n", f"{name} --isa agal", {name: text})
    assert end.errors[0].startswith(f"{name}: error:")
    assert remedy in end.err


@pytest.mark.parametrize("language", ["WGSL", "HLSL", "Metal", "OpenCL C", "CUDA"])
def test_such_a_text_is_known_without_its_name(refused: Run, language: str) -> None:
    refused(1, f"gpucc does not read {language}", "- --isa agal", stdin=OTHER_LANGUAGES[language][1].encode())


LOVE = "vec4 effect(vec4 color, Image picture, vec2 uv, vec2 pixel) { return Texel(picture, uv) * color * power; }\n"
LOVE_VERTEX = "vec4 position(mat4 transform, vec4 corner) { return transform * corner; }\n"
PICOM = "#version 330\nin vec2 texcoord;\nvec4 window_shader() { return vec4(texcoord, 0, 1); }\n"
NAMED_AS_GLSL = {
    "LÖVE's dialect of GLSL": ("k.frag", f"extern number power;\n{LOVE}", 2),
    "picom's dialect of GLSL": ("k.glsl", PICOM, 1),
    "Godot's shading language": ("k.frag", "// a rim\nshader_type spatial;\nvoid fragment() {}\n", 2),
    "the user shaders of mpv": ("k.glsl", "//!HOOK MAIN\nvec4 hook() { return HOOKED_tex(HOOKED_pos); }\n", 2),
    "HLSL": ("k.frag", "float4 main(float2 uv : TEXCOORD0) : SV_Target { return float4(uv, 0, 1); }\n", 1),
}  # fmt: skip


@pytest.mark.parametrize("language", NAMED_AS_GLSL)
def test_one_error_names_a_language_in_a_file_that_is_named_as_glsl(refused: Run, language: str) -> None:
    name, text, line = NAMED_AS_GLSL[language]
    end = refused(1, f"gpucc does not read {re.escape(language)}\n", f"{name} --isa agal", {name: text})
    assert end.errors[0].startswith(f"{name}:{line}:")
    assert len(end.errors) == 1


def test_the_vertex_shader_of_such_a_program_is_named_too(refused: Run) -> None:
    refused(1, "gpucc does not read LÖVE's dialect of GLSL", "k.vert --isa agal", {"k.vert": LOVE_VERTEX})


def test_so_is_one_of_a_pair(refused: Run) -> None:
    vertex = "attribute vec4 corner; void main() { gl_Position = corner; }"
    files = {"k.vert": vertex, "k.frag": f"extern number power;\n{LOVE}"}
    refused(1, "gpucc does not read LÖVE's dialect of GLSL", "k.vert k.frag --isa agal", files)


@pytest.mark.parametrize(
    ("name", "text"),
    [("k.frag", f"extern number power;\n{LOVE}"), ("k.vert", LOVE_VERTEX), ("k.frag", PICOM)],
)
def test_the_remedy_makes_a_shader_of_it(gpucc: Run, name: str, text: str) -> None:
    """The options and lines are taken from the note, as they stand there."""
    told = gpucc(f"{name} --isa agal", {name: text}).err
    note = " ".join(line for line in told.split("\n") if line.startswith("note: "))
    options = " ".join(re.findall(r"-D \w+=\w+", note))
    front = "".join(re.findall(r"precision mediump float;", note))
    helper = "".join(re.findall(r"vec4 default_post_processing.*?\}", note))
    behind = re.findall(r"(?:write|and) ((?:uniform|varying|out) [^{]*\{[^}]*\})", note)[-1]
    made = text.replace("vec4 window", f"{helper}\nvec4 window") if helper else f"{front}\n{text}"
    made = f"{made}{behind}\n"
    end = gpucc(f"{name} --isa agal {options}", {name: made})
    assert end.code == 0, end.err
    # and so it is without a name
    stage = "vertex" if name == "k.vert" else "fragment"
    piped = gpucc(f"- --isa agal {options} --stage {stage}", stdin=made.encode())
    assert piped.code == 0, piped.err


def test_an_error_in_a_shader_with_a_main_is_its_own(refused: Run) -> None:
    text = "precision mediump float;\nvec4 effect(vec4 c, sampler2D s) { return c * missing; }\nvoid main() { }\n"
    refused(1, "`missing` is not declared", "k.frag --isa agal", {"k.frag": text})


def test_words_of_other_languages_in_glsl_are_no_refusal(gpucc: Run) -> None:
    """In comments, in a file that the name calls GLSL, and where the user says so."""
    shader = "precision mediump float; varying vec2 uv; void main() { gl_FragColor = vec4(uv, 0, 1); }\n"
    mixed = f"#ifdef HLSL\ncbuffer a {{}};\n#else\n{shader}#endif\n"
    for name, text, option in (
        ("k.frag", mixed, ""),
        ("k.glsl", mixed, ""),
        ("k", f"// float4 f() : SV_Target\n{shader}", ""),
        ("k.fx", mixed, "--language glsl"),
    ):
        end = gpucc(f"{name} --isa agal --no-verify {option}", {name: text})
        assert end.code == 0, end.err


PICASSO = b".fvec proj[4]\n.out outpos position\n.proc main\n  mov outpos, v0\n  end\n.end\n"


def test_assembly_is_sent_to_the_assembler(refused: Run) -> None:
    end = refused(1, "expected top-level entity", "k.vsh --isa pica200", {"k.vsh": PICASSO})
    assert "gpucc asm FILE --isa X" in end.err
    end = refused(1, "expected instruction opcode", "k.ll --isa agal", {"k.ll": NOT_IR["a syntax error"][0]})
    assert "gpucc asm" not in end.err


SHADERTOY = b"#version 330\nvoid mainImage(out vec4 c, in vec2 p) { c = vec4(p, 0.0, 1.0); }\n"


@pytest.mark.parametrize(
    ("content", "options", "says"),
    [
        (SHADERTOY, "", "leave #version out"),
        (SHADERTOY, "--language shadertoy", "leave #version out"),
        (b"#version 330\nvoid main() {}\n", "--language glsl100", "leave out --language"),
    ],
)
def test_another_version_than_the_one_that_is_read(refused: Run, content: bytes, options: str, says: str) -> None:
    end = refused(
        1, "#version says GLSL 3.30, but the source is read as", f"k.frag --isa lima-pp {options}", {"k.frag": content}
    )
    assert says in end.err


def test_a_syntax_error_shows_its_place(refused: Run) -> None:
    end = refused(1, "k.ll:2:3: error: ", "k.ll --isa agal --stage vertex", {"k.ll": NOT_IR["a syntax error"][0]})
    assert "  rte <4 x float> %a\n" in end.err
    assert "\n    ^" in end.err


BITCODE = llvm.parse_assembly(PASS).as_bitcode()
LENGTHS = sorted(
    {0, 1, 3, 4, 5, 8, 12, 16, 20, *range(24, len(BITCODE) - 1, len(BITCODE) // 12), len(BITCODE) - 4, len(BITCODE) - 1}
)


@pytest.mark.parametrize("length", LENGTHS)
def test_truncated_bitcode(refused: Run, length: int) -> None:
    refused(1, "k.bc", "k.bc --isa agal --stage vertex", {"k.bc": BITCODE[:length]})


BAD = sorted((Path(__file__).parent / "bad").glob("*.ll"))


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_what_agal_cannot_do(refused: Run, path: Path) -> None:
    """The second line of each file has the options, the third the expected error."""
    _, options, says, *_ = path.read_text().splitlines()
    refused(
        1,
        says.removeprefix("; error: "),
        f"k.ll {options.removeprefix('; gpucc ')} -o k.agal",
        {"k.ll": path.read_text()},
    )


def many(count: int, make: str) -> str:
    return "\n".join(make.replace("#", str(i)) for i in range(count))


TEMPS = body(
    many(24, "  %s# = call float @llvm.sin.f32(float %x#)")
    + "\n  %a0 = fadd float %s0, %s23\n"
    + "\n".join(f"  %a{i} = fmul float %a{i - 1}, %s{i}" for i in range(1, 24))
    + "\n"
    + "\n".join(f"  %b{i} = fadd float %{'a23' if i == 0 else f'b{i - 1}'}, %s{(i * 7) % 24}" for i in range(24))
    + "\n  ret float %b23",
    ", ".join(f"float %x{i}" for i in range(24)),
    "float",
    HEAD,
)
TOKENS = body(
    "\n".join(f"  %s{i} = call float @llvm.sin.f32(float %{'x' if i == 0 else f's{i - 1}'})" for i in range(300))
    + "\n  ret float %s299",
    "float %x",
    "float",
    HEAD,
)
FAR = body("  %p = getelementptr i8, ptr %u, i64 448\n  %r = load <4 x float>, ptr %p\n  ret <4 x float> %r", "ptr %u")
LIMITS = {
    "attributes": (body("  ret <4 x float> %a8", many(9, "<4 x float> %a#,").rstrip(",")), "--stage vertex",
    r"9.*8|8.*9"),
    "tokens": (TOKENS, "--stage vertex", "200"),
    "scalar attributes": (TEMPS, "--stage vertex", r"24.*8|8.*24"),
    "uniforms": (FAR, "--stage fragment", r"29.*28|28.*29"),
    "varyings": (
        body(many(10, "  store <4 x float> %a, ptr %o#") + "\n  ret void",
        "<4 x float> %a, " + many(10, "ptr %o#,").rstrip(","), "void"),
        "--stage vertex",
        r"9.*8|8.*9",
    ),
    "samplers": (
        body(
            many(9, "  %t# = call <4 x float> @gpucc.texture.2d(i32 #, <2 x float> %u)")
            + "\n  %s0 = fadd <4 x float> %t0, %t1\n"
            + "\n".join(f"  %s{i} = fadd <4 x float> %s{i - 1}, %t{i + 1}" for i in range(1, 8))
            + "\n  ret <4 x float> %s7",
            "<2 x float> %u",
            "<4 x float>",
            "declare <4 x float> @gpucc.texture.2d(i32, <2 x float>)",
        ),
        "--stage fragment",
        r"9.*8|8.*9",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LIMITS)
def test_limits_are_told_with_both_numbers(refused: Run, name: str) -> None:
    text, options, says = LIMITS[name]
    refused(1, says, f"k.ll --isa agal {options} -o k.agal", {"k.ll": text})


def test_too_many_temporaries(refused: Run) -> None:
    """Forty values are live at once, but eight registers hold only thirty-two, and none is cheap to compute again."""
    inputs = ", ".join(f"<4 x float> %v{i}" for i in range(8))
    lines = [f"  %p{i} = extractelement <4 x float> %v{i % 8}, i32 {i // 8 % 4}" for i in range(32)]
    for i in range(64):
        names = [f"%p{i % 32}", *(f"%s{i}.{step}" for step in range(4)), f"%s{i}"]
        function = "sin" if i < 32 else "cos"
        lines += [f"  {name} = call float @llvm.{function}.f32(float {of})" for of, name in pairwise(names)]
    lines.append("  %m0 = fadd float %s0, %s63")
    order = [*range(1, 64), *(i * 37 % 64 for i in range(64, 104))]
    lines += [f"  %m{k} = call float @llvm.pow.f32(float %m{k - 1}, float %s{i})" for k, i in enumerate(order, 1)]
    declared = HEAD + "declare float @llvm.cos.f32(float)\ndeclare float @llvm.pow.f32(float, float)"
    text = body("\n".join([*lines, f"  ret float %m{len(order)}"]), inputs, "float", declared)
    refused(1, "temporar|register", "k.ll --isa agal --stage vertex", {"k.ll": text})


def test_no_stage_is_told(refused: Run) -> None:
    refused(2, "--stage", "k.ll --isa agal", {"k.ll": PASS})


def test_a_pair_that_does_not_fit(refused: Run) -> None:
    two = body("  %r = fadd <4 x float> %a, %b\n  ret <4 x float> %r", "<4 x float> %a, <4 x float> %b")
    refused(1, "varying|v0|fit", "v.ll f.ll --isa agal -o both.agal", {"v.ll": PASS, "f.ll": two})


DEBUG = """define float @main(float %a, float %b) !dbg !3 {
  %c = fpext float %a to double, !dbg !6
  %d = fdiv double %c, 3.1, !dbg !6
  %e = fpext float %b to double, !dbg !6
  %f = fadd double %d, %e, !dbg !6
  %g = fptrunc double %f to float, !dbg !6
  ret float %g, !dbg !6
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "k.c", directory: ".")
!3 = distinct !DISubprogram(name: "main", file: !2, line: 1, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 2, column: 14, scope: !3)
"""


def test_debug_information_names_the_line_of_the_source(refused: Run) -> None:
    source = "float main(float a, float b) {\n    return a / 3.1 + b;\n}\n"
    end = refused(1, r"k\.c:2:14: error: .*double", "k.ll --isa agal --stage vertex", {"k.ll": DEBUG, "k.c": source})
    assert "    return a / 3.1 + b;\n               ^\n" in end.err


# files that are not shaders, in spite of their names ------------------------------------------------------------------

JUNK = bytes((i * 73 + i * i // 7) % 256 for i in range(3000))
FRAG = "precision mediump float;\nvoid main() { gl_FragColor = vec4(1.0); }\n"


@pytest.mark.parametrize("name", ["k.frag", "k.vert", "k.agsl"])
@pytest.mark.parametrize(
    ("content", "says"),
    [(JUNK, "no text"), (FRAG.encode("utf-16"), "UTF-16"), (b"", "AGSL"), (FRAG.encode() + b"\0", "no text")],
)
def test_what_is_no_shader_has_one_thing_wrong(refused: Run, name: str, content: bytes, says: str) -> None:
    refused(1, says, f"{name} --isa {'lima-vp' if name == 'k.vert' else 'agal'}", {name: content})


def test_a_pair_of_which_one_is_no_text(refused: Run) -> None:
    refused(
        1,
        "k.frag.*no text",
        "k.vert k.frag --isa agal",
        {"k.vert": "void main() { gl_Position = vec4(1.0); }", "k.frag": JUNK},
    )


@pytest.mark.parametrize(("files", "says"), [
    ({"k.frag": '#include "k.frag"\n'}, "the files include each other"),
    ({"k.frag": '#include "0.h"\n', **{f"{i}.h": f'#include "{i + 1}.h"\n' for i in range(40)}}, "32 deep; at most 31"),
    ({"k.frag": '#include "a.h"\n' * 5001, "a.h": ""}, "more than 5000 files"),
    ({"k.frag": '#include "a.h"\n' + FRAG, "a.h": b"\0"}, "it is no text"),
])  # fmt: skip
def test_includes_that_do_not_end_say_why(refused: Run, files: dict[str, str | bytes], says: str) -> None:
    refused(1, says, "k.frag --isa agal", files)


# types that take more time or memory than there is --------------------------------------------------------------------

NESTED = "%s0 = type { float }\n" + "".join(f"%s{i + 1} = type {{ %s{i}, %s{i} }}\n" for i in range(60))
WIDE = "i8388607"


@pytest.mark.parametrize(("text", "says"), [
    (NESTED + "define float @main(%s60 %a) {\n  ret float 1.0\n}\n", "the struct s60 has 1152921504606846976 members"),
    (NESTED + "define float @main(ptr %p) {\n  %a = load %s30, ptr %p\n  ret float 1.0\n}\n",
    "the struct s[0-9]+ has [0-9]+ members"),
    (f"define {WIDE} @main({WIDE} %a) {{\n  %b = mul {WIDE} %a, %a\n  ret {WIDE} %b\n}}\n",
    "an integer of 8388607 bits"),
    (f"define i8 @main(i8 %a) {{\n  %b = zext i8 %a to {WIDE}\n  %c = trunc {WIDE} %b to i8\n  ret i8 %c\n}}\n",
    "an integer of"),
])  # fmt: skip
def test_types_beyond_all_measure(refused: Run, text: str, says: str) -> None:
    refused(1, says, "k.ll --isa agal --stage vertex", {"k.ll": text})


def test_large_numbers_that_are_no_widths(gpucc: Run) -> None:
    text = PASS.replace("%a", "%i99999999").replace("@main", '@"say i99999999 twice"')
    assert gpucc("k.ll --isa agal --stage vertex", {"k.ll": text}).code == 0


@pytest.mark.parametrize(
    "code", ["  %x = sdiv i32 1, 0\n  %y = sitofp i32 %x to float\n  ret float %y", "  ret float poison"]
)
def test_an_output_that_is_always_undefined(refused: Run, code: str) -> None:
    refused(
        1,
        "has no output(.|\n)*always undefined",
        "k.ll --isa agal --stage vertex",
        {"k.ll": body(code, "float %a", "float")},
    )


def test_a_way_that_is_always_undefined(refused: Run) -> None:
    code = "  %x = load float, ptr null\n  ret float %x"
    refused(
        1,
        "never returns(.|\n)*null pointer",
        "k.ll --isa agal --stage vertex",
        {"k.ll": body(code, "float %a", "float")},
    )
