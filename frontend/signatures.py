"""The signatures of the built-in functions of all languages.

A letter stands for a type: G a float or float vector, F a float, V a vector of floats or integers, W a boolean vector,
B the boolean vector of the same size, K a bool, M a square matrix, I an integer or vector of integers, H a half3; 2 3 4
a float vector of that size; S a 2D sampler, C a cube sampler, E one of rectangles; 0 is void. G, V, W and M mean the
same size everywhere in a signature. Since GLSL ES 3.00: N an unsigned integer or vector of them, T a truth value or
vector of them, i u an integer, p an ivec2, R any matrix, X the transposed matrix, O the matrix of an outer product, L a
vector that may have another size; a parameter in brackets is `out`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from gpucc.frontend.dialect import AGSL, Dialect
from gpucc.frontend.types import BOOL, INT, OPAQUE, RECTANGLE_SAMPLER, UINT, VOID, ShadingType, numeric
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
texture2DGradEXT: 4(S,2,2,2)
texture2DProjGradEXT: 4(S,3,2,2) 4(S,4,2,2)
"""
GLSL_VERTEX = """
texture2DLod: 4(S,2,F)
texture2DProjLod: 4(S,3,F) 4(S,4,F)
textureCubeLod: 4(C,3,F)
"""
# what GLSL ES 3.00 has besides COMMON (8.1 to 8.9)
NEW = """
round roundEven trunc sinh cosh tanh asinh acosh atanh: G(G)
abs sign: I(I)
min max: I(I,I) I(I,i) N(N,N) N(N,u)
clamp: I(I,I,I) I(I,i,i) N(N,N,N) N(N,u,u)
mix: G(G,G,T)
isnan isinf: T(G)
modf: G(G,[G])
floatBitsToInt: I(G)
floatBitsToUint: N(G)
intBitsToFloat: G(I)
uintBitsToFloat: G(N)
packSnorm2x16 packUnorm2x16 packHalf2x16: u(2)
unpackSnorm2x16 unpackUnorm2x16 unpackHalf2x16: 2(u)
transpose: X(R)
determinant: F(M)
inverse: M(M)
outerProduct: O(G,L)
matrixCompMult: R(R,R)
texture: 4(S,2) 4(C,3)
textureProj: 4(S,3) 4(S,4)
textureLod: 4(S,2,F) 4(C,3,F)
textureProjLod: 4(S,3,F) 4(S,4,F)
texelFetch: 4(S,p,i)
textureSize: p(S,i) p(C,i)
textureOffset: 4(S,2,p)
textureLodOffset: 4(S,2,F,p)
textureGrad: 4(S,2,2,2)
textureProjGrad: 4(S,3,2,2) 4(S,4,2,2)
textureGradOffset: 4(S,2,2,2,p)
texelFetchOffset: 4(S,p,i,p)
textureProjOffset: 4(S,3,p) 4(S,4,p)
textureProjLodOffset: 4(S,3,F,p) 4(S,4,F,p)
textureProjGradOffset: 4(S,3,2,2,p) 4(S,4,2,2,p)
"""
# what GLSL ES 3.10 and GLSL 4.00 have besides (8.8 and 8.3)
BITS = """
packSnorm4x8 packUnorm4x8: u(4)
unpackSnorm4x8 unpackUnorm4x8: 4(u)
bitfieldExtract: I(I,i,i) N(N,i,i)
bitfieldInsert: I(I,I,i,i) N(N,N,i,i)
bitfieldReverse: I(I) N(N)
bitCount findLSB findMSB: I(I) I(N)
ldexp: G(G,I)
frexp: G(G,[I])
uaddCarry usubBorrow: N(N,N,[N])
umulExtended: 0(N,N,[N],[N])
imulExtended: 0(I,I,[I],[I])
"""
# what GLSL ES 3.20 and GLSL 4.00 have besides
FUSED = """
fma: G(G,G,G)
"""
NEW_FRAGMENT = """
texture: 4(S,2,F) 4(C,3,F)
textureProj: 4(S,3,F) 4(S,4,F)
textureOffset: 4(S,2,p,F)
textureProjOffset: 4(S,3,p,F) 4(S,4,p,F)
dFdx dFdy fwidth: G(G)
"""
# desktop GLSL has these in every stage (1.20: 8.7)
DESKTOP = """
texture2DLod: 4(S,2,F)
texture2DProjLod: 4(S,3,F) 4(S,4,F)
textureCubeLod: 4(C,3,F)
texture2DGradARB: 4(S,2,2,2)
texture2DProjGradARB: 4(S,3,2,2) 4(S,4,2,2)
transpose: X(R)
outerProduct: O(G,L)
matrixCompMult: R(R,R)
"""
# textures whose coordinates count texels: of GL_ARB_texture_rectangle, and of GLSL 1.40 and later
RECTANGLES = """
texture2DRect: 4(E,2)
texture2DRectProj: 4(E,3) 4(E,4)
"""
RECTANGLES_140 = """
texture: 4(E,2)
textureProj: 4(E,3) 4(E,4)
texelFetch: 4(E,p)
textureSize: p(E)
"""
DESKTOP_FRAGMENT = """
texture2D: 4(S,2,F)
texture2DProj: 4(S,3,F) 4(S,4,F)
textureCube: 4(C,3,F)
dFdx dFdy fwidth: G(G)
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
# GLSL ES 3.10 and GLSL 4.50 let mix() choose between all numbers
MIXED = """
mix: I(I,I,T) N(N,N,T) T(T,T,T)
"""
# functions that need the size of the texture
MEASURING = frozenset(
    (
        "texelFetch textureSize textureOffset textureLodOffset textureGrad textureProjGrad textureGradOffset"
        " texelFetchOffset textureProjOffset textureProjLodOffset textureProjGradOffset"
        " texture2DGradEXT texture2DProjGradEXT texture2DGradARB texture2DProjGradARB"
    ).split()
)


@dataclass(frozen=True, slots=True)
class Signature:
    name: str
    result: str
    parameters: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.name}({', '.join(NAMES[code.strip('[]')] for code in self.parameters)})"


NAMES = {
    "G": "float or vector", "F": "float", "V": "vector", "I": "int", "H": "half3", "W": "bvec", "B": "bvec",
    "K": "bool", "M": "matrix",
    "2": "vec2", "3": "vec3", "4": "vec4", "S": "sampler2D", "E": "sampler2DRect", "C": "samplerCube",
    "N": "uint", "T": "bool", "i": "int", "u": "uint", "p": "ivec2", "R": "matrix", "L": "vector",
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


# how many arguments a function writes: its last ones
OUTPUTS = {
    signature.name: sum(code.startswith("[") for code in signature.parameters)
    for signatures in read_table(NEW, BITS).values()
    for signature in signatures
    if signature.parameters[-1].startswith("[")
}


@cache
def tables(dialect: Dialect, stage: str) -> dict[str, list[Signature]]:
    """The built-in functions of a language in a stage."""
    if dialect.key == "agsl":
        return read_table(COMMON, AGSL_ONLY)
    fragment = stage == "fragment"
    parts = [COMMON]
    if dialect.new_functions:
        parts += [NEW, NEW_FRAGMENT if fragment else ""]
    parts += [BITS if dialect.bit_functions else "", FUSED if dialect.fused else ""]
    parts.append(MIXED if dialect.mixes_integers else "")
    if dialect.old_functions:
        parts.append(GLSL_ANY)
        if dialect.es:
            parts.append(GLSL_FRAGMENT if fragment else GLSL_VERTEX)
        else:
            parts += [DESKTOP, RECTANGLES, RECTANGLES_140 if dialect.version >= 140 else ""]
            parts.append(DESKTOP_FRAGMENT if fragment else "")
    return read_table(*parts)


HIDDEN = {"glsl": read_table(), "agsl": read_table(AGSL_HIDDEN)}


# names that a global, a constant or a struct cannot have from m112 (Android 14) on, because Skia has functions of these
# names
GLOBAL_NAMES = frozenset((*tables(AGSL, "fragment"), *HIDDEN["agsl"])) | frozenset(
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
        case "N":
            good = type.base == "uint"
        case "T":
            good = type.base == "bool"
        case "i" | "u":
            return size or -1 if type == (INT if code == "i" else UINT) else 0
        case "p":
            return size or -1 if type.base == "int" and type.rows == 2 else 0
        case "L":
            return size or -1 if type.is_float and type.is_vector else 0
        case "R":
            good = type.is_matrix
        case "E" | "S":
            rectangle = type == RECTANGLE_SAMPLER
            return size or -1 if type.base == "sampler2D" and rectangle == (code == "E") else 0
        case "M":
            good = type.is_matrix and type.rows == type.columns
        case "2" | "3" | "4" | "H":
            rows = 3 if code == "H" else int(code)
            return size or -1 if type.is_float and type.rows == rows and not type.is_matrix else 0
        case _:
            return size or -1 if code == "C" and type.base == "samplerCube" else 0
    if not good or (size > 0 and type.rows != size):
        return 0
    return type.rows


def match(signature: Signature, types: Sequence[ShadingType]) -> ShadingType | None:
    """The type of the result; None if the arguments do not fit."""
    if len(types) != len(signature.parameters):
        return None
    size = -1
    bases: set[str] = set()
    for code, type in zip(signature.parameters, types, strict=True):
        size = fits(code.strip("[]"), type, size)
        if not size:
            return None
        if code == "V":
            bases.add("uint" if type.base == "uint" else str(type.is_float))
        if code == "R" and type != types[0]:
            return None
    if len(bases) > 1 or (signature.result == "O" and types[0].is_scalar):
        return None
    precision = precision_of(types)
    match signature.result:
        case "X":
            return numeric(precision, types[0].columns, types[0].rows)
        case "O":
            return numeric(precision, types[0].rows, types[1].rows)
        case "R":
            return types[0]
    return result_of(signature.result, size, precision)


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
        case "N":
            return numeric("uint", size)
        case "T":
            return numeric("bool", size)
        case "i" | "u":
            return INT if code == "i" else UINT
        case "p":
            return numeric("int", 2)
        case "0":
            return VOID
        case "H":
            return numeric("half", 3)
    return numeric(base, int(code)) if code in "234" else OPAQUE["sampler2D"]
