"""Endings of the names of shader files, and what they tell of language and stage.

Khronos' tools use .vert and .frag, others .vs and .fs (raylib), .vsh and .fsh (Apple, cocos2d-x), .glslv and .glslf.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import NamedTuple

from gpucc.program import Stage


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
    ".glslv": ShaderEnding("glsl", "vertex"),
    ".glslf": ShaderEnding("glsl", "fragment"),
    ".glsl": ShaderEnding(None, None),
    ".shadertoy": ShaderEnding("glsl", "fragment"),
    ".agsl": ShaderEnding("agsl", "fragment"),
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
