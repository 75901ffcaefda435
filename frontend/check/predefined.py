"""The variables that GLSL predefines, and its constants with the least values that each version allows (GLSL ES 1.00:
7.1 to 7.5; GLSL ES 3.00: 7.1 to 7.4)."""

from __future__ import annotations

from collections.abc import Container

from gpucc.frontend.check.fixed_function import TYPES
from gpucc.frontend.dialect import Dialect
from gpucc.frontend.extensions import ARM_FETCH, DEPTH, DRAW_BUFFERS, FETCH
from gpucc.frontend.places import Place, ShaderText
from gpucc.frontend.typed import Symbol
from gpucc.frontend.types import BOOL, FLOAT, INT, ShadingType, StructField, array_of, vec

LIMITS = {
    "gl_MaxVertexAttribs": 8,
    "gl_MaxVertexUniformVectors": 128,
    "gl_MaxVaryingVectors": 8,
    "gl_MaxVertexTextureImageUnits": 0,
    "gl_MaxCombinedTextureImageUnits": 8,
    "gl_MaxTextureImageUnits": 8,
    "gl_MaxFragmentUniformVectors": 16,
}
LIMITS_300 = {
    "gl_MaxVertexAttribs": 16,
    "gl_MaxVertexUniformVectors": 256,
    "gl_MaxVertexOutputVectors": 16,
    "gl_MaxFragmentInputVectors": 15,
    "gl_MaxVertexTextureImageUnits": 16,
    "gl_MaxCombinedTextureImageUnits": 32,
    "gl_MaxTextureImageUnits": 16,
    "gl_MaxFragmentUniformVectors": 224,
    "gl_MinProgramTexelOffset": -8,
    "gl_MaxProgramTexelOffset": 7,
}
DEPTH_RANGE = ShadingType(
    "gl_DepthRangeParameters",
    "struct",
    fields=(StructField("near", FLOAT), StructField("far", FLOAT), StructField("diff", FLOAT)),
    number=1_000_000,
)
VERTEX = (("gl_Position", vec(4), "highp"), ("gl_PointSize", FLOAT, "mediump"))
FRAGMENT_INPUTS = (
    ("gl_FragCoord", vec(4), "mediump"),
    ("gl_PointCoord", vec(2), "mediump"),
    ("gl_FrontFacing", BOOL, ""),
)
# an array with an element for each colour buffer; the most that a target has
COLORS, MOST_COLORS = "gl_FragData", 4

DEPTHS = ("gl_FragDepth", "gl_FragDepthEXT")

# what newer versions count for the vertex stage; the program gives the numbers as attributes
COUNTERS = ("gl_VertexID", "gl_InstanceID")


def predefined_types(dialect: Dialect) -> list[ShadingType]:
    """The predefined types whose names are not keywords of the language (7.5)."""
    found = [DEPTH_RANGE] if dialect.key == "glsl" else []
    return [*found, *TYPES.values()] if dialect.fixed_function else found


def extended(dialect: Dialect, extensions: Container[str]) -> list[Symbol]:
    """The variables of extensions that the source enables: what the frame buffer holds, and the depth."""
    nowhere = Place(ShaderText("<built in>", ""), 1, 1)
    found = []
    if FETCH in extensions and dialect.version == 100:
        found.append(("gl_LastFragData", array_of(vec(4), 1)))
    if ARM_FETCH in extensions:
        found.append(("gl_LastFragColorARM", vec(4)))
    depth = [Symbol("gl_FragDepthEXT", FLOAT, nowhere, "output", "highp")] if DEPTH in extensions else []
    return depth + [
        Symbol(name, type, nowhere, "fetched", "mediump", readonly="it is what the frame buffer holds")
        for name, type in found
    ]


def has_colors(dialect: Dialect, extensions: Container[str]) -> bool:
    """Whether gl_FragData has more than one element."""
    return not dialect.es or dialect.new_functions or DRAW_BUFFERS in extensions


def predefined(dialect: Dialect, stage: str, extensions: Container[str], colors: int) -> list[Symbol]:
    """The variables of a stage; `colors` is the number of elements that gl_FragData has if it may have several."""
    if dialect.key != "glsl":
        return []
    nowhere = Place(ShaderText("<built in>", ""), 1, 1)
    several = has_colors(dialect, extensions)
    limits = (LIMITS_300 if dialect.new_functions else LIMITS) | {"gl_MaxDrawBuffers": MOST_COLORS if several else 1}
    found = [
        Symbol(name, INT, nowhere, "const", "mediump", value=(value,), readonly="it is a constant")
        for name, value in limits.items()
    ]
    found.append(Symbol("gl_DepthRange", DEPTH_RANGE, nowhere, "uniform", "highp", readonly="it is a uniform"))
    if stage == "vertex" and dialect.new_functions:
        found += [Symbol(name, INT, nowhere, "input", "highp", readonly="it is an input") for name in COUNTERS]
    if stage in ("vertex", "geometry"):
        return found + [Symbol(name, type, nowhere, "output", precision) for name, type, precision in VERTEX]
    found += [
        Symbol(name, type, nowhere, "input", precision, readonly="it is an input")
        for name, type, precision in FRAGMENT_INPUTS
    ]
    if dialect.new_functions or not dialect.es:
        found.append(Symbol("gl_FragDepth", FLOAT, nowhere, "output", "highp"))
    if not dialect.old_functions:
        return found
    count = colors if several else 1
    found.append(Symbol("gl_FragColor", vec(4), nowhere, "output", "mediump"))
    data = Symbol(COLORS, array_of(vec(4), count), nowhere, "output", "mediump")
    if count > 1:
        data.color, data.location = True, 0
    return [*found, data]
