"""Endings of the names of shader files, and what they tell of language and stage.

Khronos' tools use .vert and .frag, others .vs and .fs (raylib), .vsh and .fsh (Apple, cocos2d-x), .vp and .fp
(Defold), .glslv and .glslf, Skia .sksl.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import NamedTuple

from gpucc.program import Stage


class OtherLanguage(NamedTuple):
    """A language that gpucc does not read: how its files end, a text that only it has, and what makes of it something
    that gpucc reads. `hosted` is one that is GLSL but for what a program puts around it: a text with a main is GLSL."""

    name: str
    endings: tuple[str, ...]
    text: re.Pattern[bytes]
    remedy: str
    hosted: bool = False


class ShaderEnding(NamedTuple):
    """The language of a file, or None if the text decides, and its stage, or None if the name does not tell it."""

    language: str | None
    stage: Stage | None


# a .vsh may be assembly for picasso, so its text decides
ENDINGS: Mapping[str, ShaderEnding] = {
    ".vert": ShaderEnding("glsl", "vertex"),
    ".frag": ShaderEnding("glsl", "fragment"),
    ".geom": ShaderEnding("glsl", "geometry"),
    ".vs": ShaderEnding("glsl", "vertex"),
    ".fs": ShaderEnding("glsl", "fragment"),
    ".vsh": ShaderEnding(None, "vertex"),
    ".fsh": ShaderEnding("glsl", "fragment"),
    ".vp": ShaderEnding("glsl", "vertex"),
    ".fp": ShaderEnding("glsl", "fragment"),
    ".glslv": ShaderEnding("glsl", "vertex"),
    ".glslf": ShaderEnding("glsl", "fragment"),
    ".glsl": ShaderEnding(None, None),
    ".shadertoy": ShaderEnding("glsl", "fragment"),
    ".agsl": ShaderEnding("agsl", "fragment"),
    ".sksl": ShaderEnding("agsl", "fragment"),
}
# of GLSL, unless the text shows another language
USUALLY_GLSL = ".glsl"
# the last word of a name before .glsl
LAST_WORD = re.compile(r"(?:^|[-_])(vs|vert|vertex|fs|frag|fragment|ps|pixel|gs|geom|geometry)$")
HINTS: Mapping[str, Stage] = {
    **dict.fromkeys(("vs", "vert", "vertex"), "vertex"),
    **dict.fromkeys(("fs", "frag", "fragment", "ps", "pixel"), "fragment"),
    **dict.fromkeys(("gs", "geom", "geometry"), "geometry"),
}

ENTRY = re.compile(rb"\bvoid\s+main\s*\(")
NOTHING = re.compile(rb"(?!)")
GLSL_ALONE = "no tool is known that writes GLSL from it: write the shader in GLSL"
# LÖVE's words, and the lines that it puts around a shader, as a source of GLSL ES 1.00 has them
LOVE_FRAGMENT = (
    "give the options -D extern=uniform -D Image=sampler2D -D number=float -D Texel=texture2D, write precision mediump"
    " float; in front, and varying vec4 VaryingColor; varying vec2 VaryingTexCoord; uniform sampler2D MainTex; void"
    " main() { gl_FragColor = effect(VaryingColor, MainTex, VaryingTexCoord, gl_FragCoord.xy); } behind it"
)
LOVE_VERTEX = (
    "give the options -D extern=uniform -D number=float, and write uniform mat4 TransformProjectionMatrix; attribute"
    " vec4 VertexPosition; void main() { gl_Position = position(TransformProjectionMatrix, VertexPosition); } behind it"
)
OTHER_LANGUAGES = (
    OtherLanguage(
        "LÖVE's dialect of GLSL",
        (),
        re.compile(rb"\bvec4\s+effect\s*\([^(),]*\bvec4\b[^(),]*,[^(),]*\b(?:\w*Image|sampler\w+)\b"),
        LOVE_FRAGMENT,
        hosted=True,
    ),
    OtherLanguage(
        "LÖVE's dialect of GLSL", (), re.compile(rb"\bvec4\s+position\s*\(\s*mat4\b"), LOVE_VERTEX, hosted=True
    ),
    OtherLanguage(
        "the user shaders of mpv",
        (".hook",),
        re.compile(rb"^\s*(?:vec4|void)\s+hook\s*\(\s*\)", re.M),
        "mpv writes functions such as HOOKED_tex, and a main for each pass: make each pass a shader with a main of its"
        " own",
        hosted=True,
    ),
    OtherLanguage(
        "picom's dialect of GLSL",
        (),
        re.compile(rb"\bvec4\s+window_shader\s*\(\s*\)"),
        "write vec4 default_post_processing(vec4 c) { return c; } after the declarations, and out vec4 shown; void"
        " main() { shown = window_shader(); } behind it",
        hosted=True,
    ),
    OtherLanguage("MilkDrop's presets", (".milk", ".milk2"), re.compile(rb"^\s*\[preset\d+\]", re.M), GLSL_ALONE),
    OtherLanguage(
        "the effects of OBS",
        (".effect",),
        re.compile(rb"^\s*(?:vertex|pixel)_shader\s*=\s*\w+\s*\(|\)\s*:\s*TARGET\b", re.M),
        "write the shader in GLSL, or as HLSL for dxc -spirv, from which spirv-cross writes GLSL",
    ),
    OtherLanguage(
        "ReShade FX",
        (),
        re.compile(rb'^\s*#\s*include\s+"ReShade\.fxh"|^\s*(?:Vertex|Pixel)Shader\s*=\s*\w+\s*;', re.M),
        "ReShade's compiler fxc writes GLSL from it, with --glsl",
    ),
    OtherLanguage(
        "WGSL", (".wgsl",), re.compile(rb"^\s*@(?:vertex|fragment|compute)\b", re.M), "naga writes GLSL from it"
    ),
    OtherLanguage(
        "HLSL",
        (".hlsl", ".hlsli", ".fx", ".fxh", ".cg", ".cginc"),
        re.compile(rb"\)?\s*:\s*SV_[A-Z]\w+|^\s*cbuffer\s+\w+", re.M | re.I),
        "dxc -spirv compiles it, and spirv-cross writes GLSL from that",
    ),
    OtherLanguage("Metal", (".metal",), re.compile(rb"\bmetal_stdlib\b|\[\[\s*stage_in\s*\]\]"), GLSL_ALONE),
    OtherLanguage("Unity's ShaderLab", (), re.compile(rb'\A\s*Shader\s+"'), "Unity shows the GLSL that it makes of it"),
    OtherLanguage(
        "Godot's shading language", (".gdshader",), re.compile(rb"^\s*shader_type\s+\w+\s*;", re.M), GLSL_ALONE
    ),
    OtherLanguage(
        "OpenCL C",
        (".cl",),
        re.compile(rb"\b(?:__)?kernel\s+void\b"),
        "clang -O1 -S -emit-llvm -Xclang -finclude-default-header writes LLVM IR",
    ),
    OtherLanguage(
        "CUDA",
        (".cu", ".cuh"),
        re.compile(rb"\b__global__\s+void\b"),
        "clang -O1 -S -emit-llvm --cuda-device-only writes LLVM IR",
    ),
    OtherLanguage("C", (".c",), NOTHING, "clang -O1 -S -emit-llvm writes LLVM IR"),
    OtherLanguage("C++", (".cc", ".cpp", ".cxx", ".c++"), NOTHING, "clang++ -O1 -S -emit-llvm writes LLVM IR"),
    OtherLanguage(
        "Rust", (".rs",), re.compile(rb"^\s*(?:pub\s+)?fn\s+\w+\s*\(", re.M), "rustc -O --emit=llvm-ir writes LLVM IR"
    ),
    OtherLanguage("Zig", (".zig",), NOTHING, "zig build-obj -femit-llvm-ir writes LLVM IR"),
    OtherLanguage(
        "Python", (".py",), NOTHING, "run it: str(module) of llvmlite and inspect_llvm() of Numba are LLVM IR"
    ),
    OtherLanguage(
        "MLIR",
        (".mlir",),
        re.compile(rb"^\s*(?:llvm|func)\.func\b", re.M),
        "mlir-translate --mlir-to-llvmir writes LLVM IR",
    ),
    OtherLanguage("PTX", (".ptx",), re.compile(rb"^\s*\.version\s+\d", re.M), "give the LLVM IR that it was made of"),
)


def other_language(name: str, text: bytes) -> OtherLanguage | None:
    """The language that gpucc does not read and that the text or the ending of the file's name shows."""
    ending = PurePath(name).suffix.lower()
    return shown_language(text) or next((one for one in OTHER_LANGUAGES if ending in one.endings), None)


def shown_language(text: bytes, whole: bytes | None = None) -> OtherLanguage | None:
    """The language that gpucc does not read and that a text shows, which may be a part of a `whole`."""
    found = (one for one in OTHER_LANGUAGES if one.text.search(text))
    return next((one for one in found if not (one.hosted and ENTRY.search(whole or text))), None)


def _known(name: str) -> Iterator[ShaderEnding]:
    return (ENDINGS[ending] for one in PurePath(name).suffixes if (ending := one.lower()) in ENDINGS)


def named_language(name: str) -> str | None:
    """The language that the last ending of a file's name tells."""
    found = ENDINGS.get(PurePath(name).suffix.lower())
    return None if found is None else found.language


def named_stage(name: str) -> Stage | None:
    """The stage in a file name like k.vert, k.frag.glsl or k.vert.ll, or None."""
    return next((one.stage for one in _known(name) if one.stage is not None), None)


def hinted_stage(name: str) -> Stage | None:
    """The stage that the last word of a name such as blur_fs.glsl or blur-vert.glsl hints at, or None."""
    path = PurePath(name)
    found = LAST_WORD.search(path.stem.lower()) if path.suffix.lower() == USUALLY_GLSL else None
    return None if found is None else HINTS[found[1]]


def may_be_glsl(name: str) -> bool:
    """Return whether a file's name is one of GLSL; the text may show another language."""
    return named_language(name) == "glsl" or PurePath(name).suffix.lower() == USUALLY_GLSL
