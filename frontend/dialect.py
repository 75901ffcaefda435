"""All differences between AGSL and GLSL ES 1.00 for lexer, parser and checker, in one table."""

from __future__ import annotations

from collections.abc import Mapping

from gpucc.frontend.types import AGSL_TYPES, GLSL_TYPES, ShadingType
from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class Dialect:
    """The properties of a language. `swizzles` are its alphabets for swizzles, with one letter per component; 0 and 1
    are added by `constant_components`."""

    name: str
    key: str
    types: Mapping[str, ShadingType]
    reserved: frozenset[str]
    qualifiers: frozenset[str]
    prefixes: tuple[str, ...]
    swizzles: tuple[str, ...]
    preprocessor: bool
    deepest: int
    counts_links: bool  # operators of a sum and postfix operators count as nested, as in Skia's parser
    refused_operators: frozenset[str]
    constant_components: bool  # v.rgb1, and swizzles of scalars
    literal_is_float: bool  # an integer literal also stands for a float
    mixes_precision: bool  # half and float, short and int convert to each other
    truncating_constructors: bool  # vec2(vec3)
    local_structs: bool
    sizes_behind_type: bool  # half[10] x
    switch: bool
    any_loop: bool
    checks_paths: bool  # every path returns, `out` parameters are written
    constant_index: bool
    zero_locals: bool
    wraps_integers: bool
    keeps_uniforms: bool
    simplifies: bool  # rules of legality apply to the program after Skia's simplifications


COMMON = """asm class union enum typedef template this packed goto volatile public static extern external interface
 long double fixed unsigned superp input output hvec2 hvec3 hvec4 dvec2 dvec3 dvec4 fvec2 fvec3 fvec4 sampler1D
 sampler3D sampler1DShadow sampler2DShadow sampler2DRect sampler3DRect sampler2DRectShadow sizeof cast namespace
 using"""
GLSL_WORDS = (
    "attribute const uniform varying break continue do for while if else in out inout true false lowp mediump highp"
    " precision"
)
GLSL_WORDS += " invariant discard return struct"
AGSL_WORDS = (
    "attribute const uniform varying break continue do for while if else in out inout true false lowp mediump highp"
    " precision"
)
AGSL_WORDS += " invariant discard return struct switch case default inline layout"
AGSL_TYPE_WORDS = """sampler2D samplerCube atomic atomic_uint atomicUint buffer readonly writeonly readonlyTexture2D
 writeonlyTexture2D flat noperspective pixel_local sampler samplerExternalOES subpassInput subpassInputMS texture2D
 uint uint2 uint3 uint4 uvec2 uvec3 uvec4 ushort ushort2 ushort3 ushort4 workgroup"""
SHAPES = ("1D", "2D", "3D", "Cube", "2DRect", "1DArray", "2DArray", "CubeArray", "Buffer", "2DMS", "2DMSArray")
AGSL_TYPES_REFUSED = frozenset(
    (
        *(
            f"{kind}{base}{shape}"
            for kind in ("", "i", "u")
            for base in ("sampler", "image", "texture")
            for shape in SHAPES
        ),
        *(f"sampler{shape}Shadow" for shape in ("Cube", "1DArray", "2DArray", "CubeArray")),
        *(f"{base}{n}x{m}" for base in ("float", "half", "mat", "dmat") for n in (2, 3, 4) for m in (2, 3, 4)),
        *(f"dmat{n}" for n in (2, 3, 4)),
        *(f"{kind}subpassInput{more}" for kind in "iu" for more in ("", "MS")),
    )
) - {"texture2DRect"}
PRECISIONS = ("lowp", "mediump", "highp")

GLSL = Dialect(
    name="GLSL ES 1.00",
    key="glsl",
    types=GLSL_TYPES,
    reserved=frozenset(f"{COMMON} {GLSL_WORDS} switch default inline noinline flat short half".split()),
    qualifiers=frozenset(("const", "attribute", "uniform", "varying", "invariant", "in", "out", "inout", *PRECISIONS)),
    prefixes=("gl_",),
    swizzles=("xyzw", "rgba", "stpq"),
    preprocessor=True,
    deepest=90,
    counts_links=False,
    refused_operators=frozenset("% %= << >> <<= >>= & | ^ ~ &= |= ^=".split()),
    constant_components=False,
    literal_is_float=False,
    mixes_precision=False,
    truncating_constructors=True,
    local_structs=True,
    sizes_behind_type=False,
    switch=False,
    any_loop=True,
    checks_paths=False,
    constant_index=False,
    zero_locals=False,
    wraps_integers=False,
    keeps_uniforms=False,
    simplifies=False,
)
AGSL = Dialect(
    name="AGSL",
    key="agsl",
    types=AGSL_TYPES,
    reserved=frozenset(f"{COMMON} {AGSL_WORDS} noinline {AGSL_TYPE_WORDS}".split())
    | AGSL_TYPES_REFUSED - AGSL_TYPES.keys(),
    qualifiers=frozenset(("const", "uniform", "in", "out", "inout", "inline", "noinline", "layout", *PRECISIONS)),
    prefixes=("gl_", "$"),
    swizzles=("xyzw", "rgba", "stpq", "LTRB"),
    preprocessor=False,
    deepest=50,
    counts_links=True,
    refused_operators=frozenset("% %= << >> <<= >>= & | ^ ~ &= |= ^=".split()),
    constant_components=True,
    literal_is_float=True,
    mixes_precision=True,
    truncating_constructors=False,
    local_structs=False,
    sizes_behind_type=True,
    switch=True,
    any_loop=False,
    checks_paths=True,
    constant_index=True,
    zero_locals=True,
    wraps_integers=True,
    keeps_uniforms=True,
    simplifies=True,
)
DIALECTS = {dialect.key: dialect for dialect in (GLSL, AGSL)}
