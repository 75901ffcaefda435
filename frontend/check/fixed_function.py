"""What the fixed-function pipeline gave to shaders of desktop GLSL up to 1.30, and gives to those of the compatibility
profile: attributes and varyings with names of their own, matrices, lights, materials and fog (GLSL 1.20: 7.3 to 7.6).

The program sets the attributes and uniforms, which go by these names. A colour travels as `gl_FrontColor`, whatever its
fragment shader calls it: all triangles are taken to show their front.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gpucc.frontend.parse.lexer import Token
from gpucc.frontend.places import Place, ShaderText
from gpucc.frontend.syntax import BinaryExpr, NameExpr
from gpucc.frontend.typed import Symbol
from gpucc.frontend.types import FLOAT, INT, ShadingType, StructField, array_of, numeric, vec

COORDINATES, MOST_COORDINATES = "gl_TexCoord", 8
LIGHTS, PLANES = 8, 6
# the varyings that a fragment shader reads by another name than the vertex shader's
FROM = {"gl_Color": "gl_FrontColor", "gl_SecondaryColor": "gl_FrontSecondaryColor"}
VARYINGS = (*FROM.values(), COORDINATES, "gl_FogFragCoord")
LIMITS = {
    "gl_MaxLights": LIGHTS, "gl_MaxClipPlanes": PLANES, "gl_MaxTextureUnits": 2,
    "gl_MaxTextureCoords": MOST_COORDINATES, "gl_MaxVaryingFloats": 32, "gl_MaxVertexUniformComponents": 512,
    "gl_MaxFragmentUniformComponents": 64,
}  # fmt: skip
WIDTHS = {"float": FLOAT, "vec3": vec(3), "vec4": vec(4)}
STRUCTS = {
    "gl_PointParameters": "float size sizeMin sizeMax fadeThresholdSize distanceConstantAttenuation"
    " distanceLinearAttenuation distanceQuadraticAttenuation",
    "gl_MaterialParameters": "vec4 emission ambient diffuse specular float shininess",
    "gl_LightSourceParameters": "vec4 ambient diffuse specular position halfVector vec3 spotDirection"
    " float spotExponent spotCutoff spotCosCutoff constantAttenuation linearAttenuation quadraticAttenuation",
    "gl_LightModelParameters": "vec4 ambient",
    "gl_LightModelProducts": "vec4 sceneColor",
    "gl_LightProducts": "vec4 ambient diffuse specular",
    "gl_FogParameters": "vec4 color float density start end scale",
}


def _struct(name: str, text: str, number: int) -> ShadingType:
    fields, kind = [], FLOAT
    for word in text.split():
        if word in WIDTHS:
            kind = WIDTHS[word]
        else:
            fields.append(StructField(word, kind))
    return ShadingType(name, "struct", fields=tuple(fields), number=number)


TYPES = {name: _struct(name, text, 1_000_001 + k) for k, (name, text) in enumerate(STRUCTS.items())}
UNIFORMS: dict[str, ShadingType] = {
    **{
        f"gl_{which}Matrix{form}": numeric("float", 4, 4)
        for which in ("ModelView", "Projection", "ModelViewProjection")
        for form in ("", "Inverse", "Transpose", "InverseTranspose")
    },
    **{
        f"gl_TextureMatrix{form}": array_of(numeric("float", 4, 4), MOST_COORDINATES)
        for form in ("", "Inverse", "Transpose", "InverseTranspose")
    },
    "gl_NormalMatrix": numeric("float", 3, 3),
    "gl_NormalScale": FLOAT,
    "gl_ClipPlane": array_of(vec(4), PLANES),
    "gl_Point": TYPES["gl_PointParameters"],
    "gl_FrontMaterial": TYPES["gl_MaterialParameters"],
    "gl_BackMaterial": TYPES["gl_MaterialParameters"],
    "gl_LightSource": array_of(TYPES["gl_LightSourceParameters"], LIGHTS),
    "gl_LightModel": TYPES["gl_LightModelParameters"],
    "gl_FrontLightModelProduct": TYPES["gl_LightModelProducts"],
    "gl_BackLightModelProduct": TYPES["gl_LightModelProducts"],
    "gl_FrontLightProduct": array_of(TYPES["gl_LightProducts"], LIGHTS),
    "gl_BackLightProduct": array_of(TYPES["gl_LightProducts"], LIGHTS),
    "gl_TextureEnvColor": array_of(vec(4), MOST_COORDINATES),
    **{
        f"gl_{which}Plane{axis}": array_of(vec(4), MOST_COORDINATES)
        for which in ("Eye", "Object") for axis in "STRQ"
    },
    "gl_Fog": TYPES["gl_FogParameters"],
}  # fmt: skip
ATTRIBUTES = {
    "gl_Vertex": vec(4), "gl_Normal": vec(3), "gl_Color": vec(4), "gl_SecondaryColor": vec(4), "gl_FogCoord": FLOAT,
    **{f"gl_MultiTexCoord{k}": vec(4) for k in range(MOST_COORDINATES)},
}  # fmt: skip
# what a vertex shader may write and no target uses
UNUSED = {"gl_BackColor": vec(4), "gl_BackSecondaryColor": vec(4), "gl_ClipVertex": vec(4)}


def uses_fixed_function(text: str) -> bool:
    """Whether a source names what the fixed-function pipeline gave: then it is no GLSL ES, and no GLSL from 1.40 on."""
    known = {"ftransform", *UNIFORMS, *ATTRIBUTES, *VARYINGS, *UNUSED}
    return not known.isdisjoint(re.findall(r"\b(?:gl_\w+|ftransform)\b", text))


def fixed_function(stage: str, count: int) -> list[Symbol]:
    """The variables of a stage; `count` is the number of elements of gl_TexCoord."""
    nowhere = Place(ShaderText("<built in>", ""), 1, 1)
    found = [
        Symbol(name, INT, nowhere, "const", value=(value,), readonly="it is a constant")
        for name, value in LIMITS.items()
    ]
    found += [
        Symbol(name, type, nowhere, "uniform", "highp", readonly="it is a uniform") for name, type in UNIFORMS.items()
    ]
    varyings = {name: vec(4) for name in FROM} if stage == "fragment" else {name: vec(4) for name in FROM.values()}
    varyings |= {COORDINATES: array_of(vec(4), count), "gl_FogFragCoord": FLOAT}
    if stage == "fragment":
        return found + [
            Symbol(name, type, nowhere, "input", "highp", readonly="it is an input") for name, type in varyings.items()
        ]
    found += [
        Symbol(name, type, nowhere, "input", "highp", readonly="it is an input") for name, type in ATTRIBUTES.items()
    ]
    found += [Symbol(name, type, nowhere, "output", "highp") for name, type in varyings.items()]
    return found + [Symbol(name, type, nowhere, "global", "highp") for name, type in UNUSED.items()]


def elements_of(name: str, most: int, tokens: Sequence[Token]) -> int:
    """The number of elements of a predefined array that a source uses: one more than its greatest index, or all of them
    where an index is no literal."""
    found = 1
    for at, token in enumerate(tokens):
        if token.text == name:
            index, end = (tokens[min(at + k, len(tokens) - 1)] for k in (2, 3))
            if not index.text.isdigit() or end.text != "]":
                return most
            found = max(found, int(index.text) + 1)
    return min(found, most)


def transformed(place: Place) -> BinaryExpr:
    """What ftransform() stands for."""
    matrix, vertex = (NameExpr(place, name) for name in ("gl_ModelViewProjectionMatrix", "gl_Vertex"))
    return BinaryExpr(place, "*", matrix, vertex)
