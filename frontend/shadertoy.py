"""Shaders as Shadertoy writes them: a function `mainImage`, and inputs that the site declares.

The site puts declarations before the source and a `main` behind it; so does gpucc, with texts of their own, so that
places in messages are those of the source. The language is GLSL ES 3.00 as browsers run it: variables without a first
value are zero.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from gpucc.frontend.dialect import ES_300, VERSIONS_OF_GLSL, Dialect
from gpucc.frontend.parse.lexer import Token
from gpucc.frontend.places import ShaderText


def _around(version: Dialect, name: str) -> Dialect:
    return replace(
        version,
        name=name,
        version_remedy="leave #version out, which Shadertoy writes itself, or write main() instead of mainImage()",
        zero_locals=True,
        opaque_images=True,
    )


SHADERTOY = _around(ES_300, "Shadertoy's GLSL ES 3.00")
# terminals and players that show such sources compile them as desktop GLSL: Ghostty as 4.30, others as 3.30 to 4.60
ON_DESKTOPS = _around(VERSIONS_OF_GLSL["430"], "desktop GLSL 4.30")
# the uniforms that the site declares
INPUTS = {
    "iResolution": "vec3",
    "iTime": "float",
    "iTimeDelta": "float",
    "iFrameRate": "float",
    "iFrame": "int",
    "iChannelTime": "float[4]",
    "iChannelResolution": "vec3[4]",
    "iMouse": "vec4",
    "iDate": "vec4",
    "iSampleRate": "float",
    **{f"iChannel{n}": "sampler2D" for n in range(4)},
}
# HW_PERFORMANCE is 0 on small devices there
BEFORE = "#define HW_PERFORMANCE 1\nprecision highp float; precision highp int; out vec4 gpucc_shown;\n"
AFTER = "void main() { vec4 color; mainImage(color, gl_FragCoord.xy); gpucc_shown = color; }"
# the name of the site's own texts in messages
SITE = "<Shadertoy>"
IMAGE = re.compile(r"\bvoid\s+mainImage\s*\(")
MAIN = re.compile(r"\bvoid\s+main\s*\(")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
UNIFORM = re.compile(r"\buniform\b[^;{}]*")
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b", re.MULTILINE)


def has_image(text: str) -> bool:
    return IMAGE.search(text) is not None


def is_shadertoy(text: str) -> bool:
    """Return whether the text is Shadertoy's, if no file that it includes has a `main`."""
    return has_image(text) and MAIN.search(text) is None


def includes_files(text: str) -> bool:
    return INCLUDE.search(text) is not None


def defines_main(tokens: Sequence[Token]) -> bool:
    words = [token.text for token in tokens if token.kind != "line"]
    return any(words[k : k + 3] == ["void", "main", "("] for k in range(len(words)))


def before(text: str) -> str:
    """The site's declarations for a source. Inputs that it declares itself, for other programs that show such sources,
    are left to it."""
    own = set(re.findall(r"\w+", " ".join(UNIFORM.findall(COMMENT.sub(" ", text)))))
    return BEFORE + "".join(f"uniform {type} {name};\n" for name, type in INPUTS.items() if name not in own)


def surrounded(source: ShaderText) -> tuple[ShaderText, ...]:
    return ShaderText(SITE, before(source.text)), source, ShaderText(SITE, AFTER)
