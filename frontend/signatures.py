"""The signatures of the built-in functions of both languages.

A letter stands for a type: G a float or float vector, F a float, V a vector of floats or integers, W a boolean vector,
B the boolean vector of the same size, K a bool, M a square matrix, I an integer or vector of integers, H a half3; 2 3 4
a float vector of that size; S a 2D sampler, C a cube sampler; 0 is void. G, V, W and M mean the same size everywhere in
a signature.
"""

from __future__ import annotations

from collections.abc import Sequence

from gpucc.frontend.types import BOOL, OPAQUE, ShadingType, numeric
from gpucc.records import dataclass

COMMON = """
radians degrees sin cos tan asin acos exp log exp2 log2 sqrt inversesqrt abs sign floor ceil fract normalize: G(G)
atan: G(G,G) G(G)
pow reflect: G(G,G)
mod min max: G(G,G) G(G,F)
clamp: G(G,G,G) G(G,F,F)
mix: G(G,G,G) G(G,G,F)
step: G(G,G) G(F,G)
smoothstep: G(G,G,G) G(F,F,G)
length: F(G)
distance dot: F(G,G)
cross: 3(3,3)
faceforward: G(G,G,G)
refract: G(G,G,F)
matrixCompMult: M(M,M)
lessThan lessThanEqual greaterThan greaterThanEqual: B(V,V)
equal notEqual: B(V,V) W(W,W)
any all: K(W)
not: W(W)
"""
GLSL_ANY = """
texture2D: 4(S,2)
texture2DProj: 4(S,3) 4(S,4)
textureCube: 4(C,3)
"""
GLSL_FRAGMENT = """
texture2D: 4(S,2,F)
texture2DProj: 4(S,3,F) 4(S,4,F)
textureCube: 4(C,3,F)
dFdx dFdy fwidth: G(G)
texture2DLodEXT: 4(S,2,F)
texture2DProjLodEXT: 4(S,3,F) 4(S,4,F)
textureCubeLodEXT: 4(C,3,F)
"""
GLSL_VERTEX = """
texture2DLod: 4(S,2,F)
texture2DProjLod: 4(S,3,F) 4(S,4,F)
textureCubeLod: 4(C,3,F)
"""
AGSL_ONLY = """
saturate: G(G)
inverse: M(M)
unpremul: 4(4)
toLinearSrgb fromLinearSrgb: H(H)
"""
# functions that Skia knows but does not offer to Android; a source may not define them either
AGSL_HIDDEN = """
round roundEven trunc sinh cosh tanh asinh acosh atanh dFdx dFdy fwidth: G(G)
isnan isinf: B(G)
abs sign: I(I)
min max: I(I,I) I(I,F)
clamp: I(I,I,I)
mix: G(G,G,W)
transpose: M(M)
determinant: F(M)
outerProduct: M(G,G)
floatBitsToInt intBitsToFloat: G(G) I(I)
modf: G(G,G)
"""
EXTENSIONS = {
    "GL_OES_standard_derivatives": ("dFdx", "dFdy", "fwidth"),
    "GL_EXT_shader_texture_lod": ("texture2DLodEXT", "texture2DProjLodEXT", "textureCubeLodEXT"),
}
NEEDS = {name: extension for extension, names in EXTENSIONS.items() for name in names}


@dataclass(frozen=True, slots=True)
class Signature:
    name: str
    result: str
    parameters: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.name}({', '.join(NAMES[code] for code in self.parameters)})"


NAMES = {
    "G": "float or vector", "F": "float", "V": "vector", "I": "int", "H": "half3", "W": "bvec", "B": "bvec",
    "K": "bool", "M": "matrix",
    "2": "vec2", "3": "vec3", "4": "vec4", "S": "sampler2D", "C": "samplerCube",
}  # fmt: skip


def read_table(*texts: str) -> dict[str, list[Signature]]:
    found: dict[str, list[Signature]] = {}
    for line in "\n".join(texts).split("\n"):
        names, _, shapes = line.partition(":")
        for name in names.split():
            for shape in shapes.split():
                result, _, inner = shape.partition("(")
                found.setdefault(name, []).append(Signature(name, result, tuple(inner.rstrip(")").split(","))))
    return found


TABLES = {
    ("glsl", "vertex"): read_table(COMMON, GLSL_ANY, GLSL_VERTEX),
    ("glsl", "fragment"): read_table(COMMON, GLSL_ANY, GLSL_FRAGMENT),
    ("agsl", "fragment"): read_table(COMMON, AGSL_ONLY),
}
HIDDEN = {"glsl": read_table(), "agsl": read_table(AGSL_HIDDEN)}


# names that a global, a constant or a struct cannot have from m112 (Android 14) on, because Skia has functions of these
# names
GLOBAL_NAMES = frozenset((*TABLES["agsl", "fragment"], *HIDDEN["agsl"])) | frozenset(
    ("floatBitsToUint", "uintBitsToFloat", "packUnorm2x16", "unpackUnorm2x16")
)
# Skia's own global variables
SKIAS = frozenset(("sk_Caps", "sk_RTAdjust"))


def fits(code: str, type: ShadingType, size: int) -> int:
    """The size that the signature is bound to by this argument; 0 if the type does not fit."""
    match code:
        case "G":
            good = type.is_float and not type.is_matrix
        case "F":
            return size or -1 if type.is_float and type.is_scalar else 0
        case "V":
            good = type.is_vector and type.base != "bool"
        case "W":
            good = type.is_vector and type.base == "bool"
        case "I":
            good = type.base == "int"
        case "M":
            good = type.is_matrix
        case "2" | "3" | "4" | "H":
            rows = 3 if code == "H" else int(code)
            return size or -1 if type.is_float and type.rows == rows and not type.is_matrix else 0
        case _:
            return size or -1 if type.base == {"S": "sampler2D", "C": "samplerCube"}.get(code) else 0
    if not good or (size > 0 and type.rows != size):
        return 0
    return type.rows


def match(signature: Signature, types: Sequence[ShadingType]) -> ShadingType | None:
    """The type of the result; None if the arguments do not fit."""
    if len(types) != len(signature.parameters):
        return None
    size = -1
    bases = set()
    for code, type in zip(signature.parameters, types, strict=True):
        size = fits(code, type, size)
        if not size:
            return None
        if code == "V":
            bases.add(type.is_float)
    if len(bases) > 1:
        return None
    return result_of(signature.result, size, precision_of(types))


def precision_of(types: Sequence[ShadingType]) -> str:
    """half if all operands except literals are half, else float."""
    floats = [type for type in types if type.is_float]
    firm = [type for type in floats if type.number >= 0]
    return "half" if firm and all(type.base == "half" for type in firm) else "float"


def result_of(code: str, size: int, base: str) -> ShadingType:
    match code:
        case "G":
            return numeric(base, size)
        case "F":
            return numeric(base)
        case "B" | "W":
            return numeric("bool", size)
        case "K":
            return BOOL
        case "M":
            return numeric(base, size, size)
        case "I":
            return numeric("int", size)
        case "H":
            return numeric("half", 3)
    return numeric(base, int(code)) if code in "234" else OPAQUE["sampler2D"]
