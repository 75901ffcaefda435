"""The shaders of public collections, as programs would pass them to a driver. Their text is not in this repository.

Each function takes a checkout (glmark2's takes nothing, see glmark2_shaders.py) and yields stages with names.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import glmark2_shaders

from gpucc.program import Stage

STAGES: dict[str, Stage] = {".vert": "vertex", ".frag": "fragment"}
# the text that RetroArch puts before a stage; `#version` of the file itself has to stay first
RETROARCH: dict[Stage, str] = {"vertex": "#define VERTEX\n", "fragment": "#define FRAGMENT\n"}
# the text that the library gl-transitions puts around a transition
TRANSITION = """\
precision highp float;
varying vec2 _uv;
uniform sampler2D from, to;
uniform float progress, ratio, _fromR, _toR;
vec4 getFromColor(vec2 uv) { return texture2D(from, uv); }
vec4 getToColor(vec2 uv) { return texture2D(to, uv); }
"""
TRANSITION_MAIN = "\nvoid main() { gl_FragColor = transition(_uv); }\n"


@dataclass(frozen=True, slots=True)
class Shader:
    name: str
    stage: Stage
    text: str


def glmark2(folder: Path | None) -> Iterator[Shader]:
    for name, text in glmark2_shaders.shaders(folder).items():
        yield Shader(name, STAGES[Path(name).suffix], text)


def libretro(folder: Path | None) -> Iterator[Shader]:
    """Yield both stages of every file of libretro/glsl-shaders, except for files with a `#version` of their own."""
    for path in sorted(_checkout(folder).rglob("*.glsl")):
        text = path.read_text("utf-8", "replace")
        if "VERTEX" not in text or "#version" in text:
            continue
        for stage, head in RETROARCH.items():
            yield Shader(
                f"{path.relative_to(_checkout(folder))}:{stage}", stage, f"{head}#define PARAMETER_UNIFORM\n{text}"
            )


def transitions(folder: Path | None) -> Iterator[Shader]:
    for path in sorted((_checkout(folder) / "transitions").glob("*.glsl")):
        yield Shader(path.name, "fragment", TRANSITION + path.read_text("utf-8", "replace") + TRANSITION_MAIN)


def ogles(folder: Path | None) -> Iterator[Shader]:
    """Yield the shaders of KhronosGroup/WebGL's sdk/tests/conformance/ogles; the front end refuses those that must not
    compile."""
    root = _checkout(folder) / "sdk" / "tests" / "conformance" / "ogles" / "GL"
    for path in sorted((*root.rglob("*.vert"), *root.rglob("*.frag"))):
        yield Shader(str(path.relative_to(root)), STAGES[path.suffix], path.read_text("utf-8", "replace"))


CORPORA: dict[str, Callable[[Path | None], Iterator[Shader]]] = {
    "glmark2": glmark2,
    "libretro": libretro,
    "gl-transitions": transitions,
    "ogles": ogles,
}


def unique(shaders: Iterator[Shader]) -> list[Shader]:
    """Remove duplicate texts, since collections copy files."""
    found: dict[str, Shader] = {}
    for shader in shaders:
        found.setdefault(hashlib.sha256(shader.text.encode()).hexdigest() + shader.stage, shader)
    return list(found.values())


def _checkout(folder: Path | None) -> Path:
    if folder is None or not folder.is_dir():
        raise SystemExit("name the collection's checkout with --from DIR")
    return folder
