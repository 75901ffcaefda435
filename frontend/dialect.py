"""All differences between AGSL and the versions of GLSL for lexer, parser and checker, in one table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gpucc.frontend.types import (
    AGSL_TYPES,
    GLSL_TYPES,
    RECTANGLE_SAMPLER,
    RECTANGULAR_TYPES,
    UNSIGNED_TYPES,
    ShadingType,
)
from gpucc.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
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
    # versions of GLSL
    version: int = 100  # as __VERSION__ tells it
    version_remedy: str = "leave out --language, or change #version"  # where #version names another
    es: bool = True
    stage_variables: bool = False  # global variables that are `in` and `out`
    uniform_blocks: bool = False  # uniform Name { members } instance; and numbers in layout(..)
    located: bool = False  # numbers in layout(..) although there are no uniform blocks
    array_values: bool = False  # arrays have constructors, and are assigned, compared, returned and initialised
    nested_arrays: bool = False
    suffixes: bool = False  # 1.0f
    unsigned: bool = False  # uint, and operators on the bits of integers
    widens_integers: bool = False  # an int becomes a float where a float is needed
    late_depth: bool = False  # layout(depth_less) out float gl_FragDepth;
    attributes: bool = False  # [[unroll]] before a statement
    samples: bool = False  # `sample in vec2 uv;`
    widens_to_unsigned: bool = False  # an int becomes a uint where a uint is needed
    mixes_integers: bool = False  # mix() chooses between integers, and between truth values
    needs_precision: bool = True  # floats in fragment shaders have no precision by default
    old_functions: bool = True  # texture2D and the like
    new_functions: bool = False  # texture, round, transpose and the like
    bit_functions: bool = False  # bitCount, ldexp and the like
    fused: bool = False  # fma
    fine_derivatives: bool = False  # dFdxFine and the like
    free_order: bool = False  # qualifiers stand in any order
    invariant_inputs: bool = True  # a varying is invariant in both stages
    struct_varyings: bool = False  # with arrays and structs inside them
    varying_blocks: bool = False  # out Name { members } instance;
    fixed_function: bool = False  # gl_Vertex, gl_ModelViewProjectionMatrix and the like
    opaque_types: frozenset[str] = frozenset(("sampler2D", "samplerCube"))  # many of them no target has
    precise_types: frozenset[str] = frozenset()  # opaque types that have no precision by default
    constant_sequences: bool = True  # a sequence of constants is a constant
    constant_offsets: bool = False  # textureOffset and the like take an offset that is constant
    opaque_images: bool = False  # the colour that mainImage gives is 0, 0, 0, 1 where it is not written

    @property
    def directive(self) -> str:
        """The version as `#version` names it."""
        return f"{self.version} es" if self.es and self.version >= 300 else str(self.version)


COMMON = """asm class union enum typedef template this packed goto volatile public static extern external interface
 long double fixed unsigned superp input output hvec2 hvec3 hvec4 dvec2 dvec3 dvec4 fvec2 fvec3 fvec4 sampler1D
 sampler3D sampler1DShadow sampler2DShadow sampler2DRect sampler3DRect sampler2DRectShadow sizeof cast namespace
 using"""
GLSL_WORDS = (
    "attribute const uniform varying break continue do for while if else in out inout true false lowp mediump highp"
    " precision"
)
GLSL_WORDS += " invariant discard return struct"
# what GLSL ES 3.00 added (3.9): keywords, and words that it reserves
WORDS_300 = """switch case default centroid flat smooth layout coherent restrict readonly writeonly resource atomic_uint
 noperspective patch sample subroutine common partition active filter
 image1D image2D image3D imageCube iimage1D iimage2D
 iimage3D iimageCube uimage1D uimage2D uimage3D uimageCube image1DArray image2DArray iimage1DArray iimage2DArray
 uimage1DArray uimage2DArray imageBuffer iimageBuffer
 uimageBuffer sampler1DArray sampler1DArrayShadow isampler1D isampler1DArray usampler1D usampler1DArray isampler2DRect
 usampler2DRect samplerBuffer isamplerBuffer usamplerBuffer sampler2DMS isampler2DMS usampler2DMS sampler2DMSArray
 isampler2DMSArray usampler2DMSArray samplerCubeShadow sampler2DArray sampler2DArrayShadow isampler2D isampler3D
 isamplerCube isampler2DArray usampler2D usampler3D usamplerCube usampler2DArray inline noinline half short"""
NEITHER = frozenset(("packed",))
EXTERNAL = "samplerExternalOES"
# The opaque types of each version (4.1): a shader may give them a precision, and engines do so at the top of every
# shader, although no target has most of them.
OPAQUE_300 = f"""sampler2D sampler3D samplerCube sampler2DArray sampler2DShadow samplerCubeShadow sampler2DArrayShadow
 isampler2D isampler3D isamplerCube isampler2DArray usampler2D usampler3D usamplerCube usampler2DArray {EXTERNAL}"""
OPAQUE_310 = f"""{OPAQUE_300} sampler2DMS isampler2DMS usampler2DMS atomic_uint image2D image3D imageCube image2DArray
 iimage2D iimage3D iimageCube iimage2DArray uimage2D uimage3D uimageCube uimage2DArray"""
OPAQUE_320 = f"""{OPAQUE_310} samplerCubeArray isamplerCubeArray usamplerCubeArray samplerCubeArrayShadow samplerBuffer
 isamplerBuffer usamplerBuffer sampler2DMSArray isampler2DMSArray usampler2DMSArray imageCubeArray iimageCubeArray
 uimageCubeArray imageBuffer iimageBuffer uimageBuffer"""
HAVE_PRECISION = frozenset(("sampler2D", "samplerCube", EXTERNAL, "atomic_uint"))
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
# how a value is interpolated between vertices
INTERPOLATIONS = ("flat", "smooth", "centroid", "noperspective", "sample")
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
    opaque_types=frozenset(("sampler2D", "samplerCube", EXTERNAL)),
)
ES_300 = replace(
    GLSL,
    name="GLSL ES 3.00",
    version=300,
    types=GLSL_TYPES | RECTANGULAR_TYPES | UNSIGNED_TYPES,
    reserved=frozenset(f"{COMMON} {GLSL_WORDS} {WORDS_300}".split()) - NEITHER,
    qualifiers=GLSL.qualifiers - {"attribute", "varying"} | {"layout", *INTERPOLATIONS} - {"noperspective", "sample"},
    refused_operators=frozenset(),
    switch=True,
    stage_variables=True,
    uniform_blocks=True,
    array_values=True,
    sizes_behind_type=True,
    suffixes=True,
    unsigned=True,
    wraps_integers=True,
    old_functions=False,
    new_functions=True,
    invariant_inputs=False,
    constant_sequences=False,
    constant_offsets=True,
    opaque_types=frozenset(OPAQUE_300.split()),
    precise_types=frozenset(OPAQUE_300.split()) - HAVE_PRECISION,
)
ES_310 = replace(
    ES_300,
    name="GLSL ES 3.10",
    version=310,
    nested_arrays=True,
    free_order=True,
    bit_functions=True,
    mixes_integers=True,
    opaque_types=frozenset(OPAQUE_310.split()),
    precise_types=frozenset(OPAQUE_310.split()) - HAVE_PRECISION,
)
ES_320 = replace(
    ES_310,
    name="GLSL ES 3.20",
    version=320,
    varying_blocks=True,
    fused=True,
    samples=True,
    opaque_types=frozenset(OPAQUE_320.split()),
    precise_types=frozenset(OPAQUE_320.split()) - HAVE_PRECISION,
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
DESKTOP_OPAQUE = frozenset(
    (
        *(f"{kind}{base}{shape}" for kind in ("", "i", "u") for base in ("sampler", "image") for shape in SHAPES),
        *(f"sampler{shape}Shadow" for shape in SHAPES if shape not in ("3D", "Buffer", "2DMS", "2DMSArray")),
        "atomic_uint",
    )
)


def _desktop(version: int) -> Dialect:
    """A version of desktop GLSL. Words that a later version added are accepted in an earlier one where drivers accept
    them too."""
    new = version >= 130
    return replace(
        ES_310,
        name=f"GLSL {version // 100}.{version % 100:02}",
        version=version,
        es=False,
        types=GLSL_TYPES
        | {RECTANGLE_SAMPLER.name: RECTANGLE_SAMPLER}
        | (RECTANGULAR_TYPES if version >= 120 else {})
        | (UNSIGNED_TYPES if new else {}),
        reserved=frozenset(f"{COMMON} {GLSL_WORDS}{' switch case default' if new else ''}".split())
        - {RECTANGLE_SAMPLER.name},
        qualifiers=ES_310.qualifiers | {"attribute", "varying", "noperspective"},
        refused_operators=frozenset() if new else GLSL.refused_operators,
        switch=new,
        stage_variables=new,
        uniform_blocks=new,
        bit_functions=version >= 400,
        fused=version >= 400,
        fine_derivatives=version >= 450,
        array_values=version >= 120,
        nested_arrays=version >= 430,
        suffixes=version >= 120,
        unsigned=new,
        widens_integers=version >= 120,
        widens_to_unsigned=version >= 400,
        samples=version >= 400,
        late_depth=version >= 420,
        mixes_integers=version >= 450,
        needs_precision=False,
        invariant_inputs=True,
        constant_sequences=True,
        constant_offsets=False,
        struct_varyings=True,
        old_functions=True,
        new_functions=new,
        varying_blocks=version >= 150,
        fixed_function=version < 140,
        opaque_types=DESKTOP_OPAQUE,
        precise_types=frozenset(),
    )


VERSIONS_OF_GLSL = {
    dialect.directive: dialect
    for dialect in (
        GLSL,
        ES_300,
        ES_310,
        ES_320,
        *map(_desktop, (110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450, 460)),
    )
}
# `#version 330 compatibility`
COMPATIBLE = {
    directive: replace(dialect, fixed_function=True)
    for directive, dialect in VERSIONS_OF_GLSL.items()
    if not dialect.es and dialect.version >= 150
}
# A source without #version that is no GLSL ES 1.00 is tried as these, in this order: the first takes most, the other
# what asks for __VERSION__ and takes its old branch.
UNMARKED = (VERSIONS_OF_GLSL["330"], VERSIONS_OF_GLSL["120"])
