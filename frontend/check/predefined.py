"""The variables that GLSL ES 1.00 predefines (7.1 to 7.5), and its constants with their minimum values (7.4)."""

from __future__ import annotations

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
    "gl_MaxDrawBuffers": 1,
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
FRAGMENT_OUTPUTS = (("gl_FragColor", vec(4), "mediump"), ("gl_FragData", array_of(vec(4), 1), "mediump"))


def predefined_types(dialect: str) -> list[ShadingType]:
    """The predefined types whose names are not keywords of the language (7.5)."""
    return [DEPTH_RANGE] if dialect == "glsl" else []


def predefined(dialect: str, stage: str) -> list[Symbol]:
    if dialect != "glsl":
        return []
    nowhere = Place(ShaderText("<built in>", ""), 1, 1)
    found = [
        Symbol(name, INT, nowhere, "const", "mediump", value=(value,), readonly="it is a constant")
        for name, value in LIMITS.items()
    ]
    found.append(Symbol("gl_DepthRange", DEPTH_RANGE, nowhere, "uniform", "highp", readonly="it is a uniform"))
    if stage == "vertex":
        return found + [Symbol(name, type, nowhere, "output", precision) for name, type, precision in VERTEX]
    found += [
        Symbol(name, type, nowhere, "input", precision, readonly="it is an input")
        for name, type, precision in FRAGMENT_INPUTS
    ]
    return found + [Symbol(name, type, nowhere, "output", precision) for name, type, precision in FRAGMENT_OUTPUTS]
