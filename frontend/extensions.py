"""The extensions of GLSL that gpucc has, and advice about those that no target can have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from gpucc.frontend.advice import NO_COMPARISON, ONE_COLOUR
from gpucc.frontend.dialect import EXTERNAL, Dialect
from gpucc.frontend.types import UNSIGNED_TYPES
from gpucc.records import dataclass

DEPTH = "GL_EXT_frag_depth"
# files in #include, and the names of files in #line
INCLUDING, INCLUDING_ARB = "GL_GOOGLE_include_directive", "GL_ARB_shading_language_include"
NAMED_LINES = "GL_GOOGLE_cpp_style_line_directive"
# a promise which way the depth of a fragment changes, for tests of the depth that come early
LATE_DEPTH, LATE_DEPTH_ARB = "GL_EXT_conservative_depth", "GL_ARB_conservative_depth"
DRAW_BUFFERS = "GL_EXT_draw_buffers"
# wishes about loops and choices, in double brackets before them
ATTRIBUTES, MORE_ATTRIBUTES = "GL_EXT_control_flow_attributes", "GL_EXT_control_flow_attributes2"
# the forms of GLSL 4.20: lists in braces, length() of vectors, components of floats, constants that are computed
PACK = "GL_ARB_shading_language_420pack"
NESTED = "GL_ARB_arrays_of_arrays"
BLOCKS = "GL_ARB_uniform_buffer_object"
# what GLSL 1.30, 4.00 and 4.50 made part of the language
GPU_4, GPU_5, DERIVATIVES = "GL_EXT_gpu_shader4", "GL_ARB_gpu_shader5", "GL_ARB_derivative_control"
FETCH, ARM_FETCH = "GL_EXT_shader_framebuffer_fetch", "GL_ARM_shader_framebuffer_fetch"


@dataclass(frozen=True, slots=True)
class Extension:
    """An extension of a language. `has` tells whether a version knows it, `stages` where it is offered. `functions` and
    `types` need it; a version that has these functions anyway accepts its name without effect."""

    name: str
    has: Callable[[Dialect], bool]
    stages: tuple[str, ...] = ("vertex", "fragment")
    functions: tuple[str, ...] = ()
    types: tuple[str, ...] = ()


def _es_100(dialect: Dialect) -> bool:
    return dialect.es and dialect.version == 100


def _es_300(dialect: Dialect) -> bool:
    return dialect.es and dialect.version >= 300


def _es_310(dialect: Dialect) -> bool:
    return dialect.es and dialect.version >= 310


def _any_es(dialect: Dialect) -> bool:
    return dialect.es


def _new(dialect: Dialect) -> bool:
    return _es_310(dialect) or (_desktop(dialect) and dialect.version >= 140)


def _any(dialect: Dialect) -> bool:
    return dialect.key == "glsl"


def _desktop(dialect: Dialect) -> bool:
    return not dialect.es and dialect.key == "glsl"


def _desktop_140(dialect: Dialect) -> bool:
    return _desktop(dialect) and dialect.version >= 140


def _desktop_130(dialect: Dialect) -> bool:
    return _desktop(dialect) and dialect.version >= 130


# what gpucc takes from 1.30 on anyway: layouts, the bits of floats
CORE = ("GL_ARB_explicit_uniform_location", "GL_ARB_shader_bit_encoding")
# the same in all versions
LOCATIONS = ("GL_ARB_explicit_attrib_location", "GL_ARB_separate_shader_objects")
COMPATIBILITY = "GL_ARB_compatibility"
EXTENSIONS = (
    Extension("GL_OES_standard_derivatives", _es_100, ("fragment",), ("dFdx", "dFdy", "fwidth")),
    Extension(
        "GL_EXT_shader_texture_lod",
        _es_100,
        ("fragment",),
        ("texture2DLodEXT", "texture2DProjLodEXT", "textureCubeLodEXT", "texture2DGradEXT", "texture2DProjGradEXT"),
    ),
    Extension(DEPTH, _es_100, ("fragment",)),
    Extension(DRAW_BUFFERS, _es_100, ("fragment",)),
    Extension("GL_OES_EGL_image_external", _es_100, types=(EXTERNAL,)),
    Extension("GL_OES_EGL_image_external_essl3", _es_300, types=(EXTERNAL,)),
    Extension(FETCH, _any_es, ("fragment",)),
    Extension(ARM_FETCH, _any_es, ("fragment",)),
    Extension("GL_ARB_draw_buffers", _desktop, ("fragment",)),
    Extension("GL_ARB_shader_texture_lod", _desktop),
    Extension("GL_ARB_texture_rectangle", _desktop),
    Extension(PACK, _desktop_130),
    Extension(NESTED, _desktop),
    Extension(BLOCKS, _desktop),
    Extension(GPU_4, _desktop),
    Extension(GPU_5, _desktop_130),
    Extension(DERIVATIVES, _desktop, ("fragment",)),
    *(Extension(name, _desktop_130) for name in CORE),
    *(Extension(name, _desktop) for name in LOCATIONS),
    Extension(COMPATIBILITY, _desktop_140),
    *(Extension(name, _any) for name in (INCLUDING, NAMED_LINES)),
    Extension(INCLUDING_ARB, _desktop),
    Extension(LATE_DEPTH, _es_300, ("fragment",)),
    Extension(LATE_DEPTH_ARB, _desktop_130, ("fragment",)),
    *(Extension(name, _new, ("vertex", "fragment", "geometry")) for name in (ATTRIBUTES, MORE_ATTRIBUTES)),
    Extension("GL_EXT_geometry_shader", _es_310, ("geometry",)),
    Extension("GL_OES_geometry_shader", _es_310, ("geometry",)),
)
# functions that GLSL 1.30 named anew
NAMES_OF_GPU_4 = {
    "truncate": "trunc",
    "texelFetch2D": "texelFetch",
    "textureSize2D": "textureSize",
    "texture2DGrad": "textureGrad",
    "texture2DOffset": "textureOffset",
    "texture2DLodOffset": "textureLodOffset",
    "texture2DProjOffset": "textureProjOffset",
}
# targets have one way to derive
WAYS_TO_DERIVE = {f"{name}{way}": name for name in ("dFdx", "dFdy", "fwidth") for way in ("Fine", "Coarse")}
# few targets have several colour buffers, and bits cost much: a shader that asks by `#ifdef` shall go the way without
UNSAID = frozenset({DRAW_BUFFERS, "GL_ARB_draw_buffers", GPU_4, GPU_5, COMPATIBILITY})
# the extension that a function or a type of GLSL ES 1.00 needs
NEEDS = {name: one.name for one in EXTENSIONS for name in one.functions}
# why no target has an extension, and what helps
WITHOUT = {
    "GL_EXT_blend_func_extended": ONE_COLOUR,
    "GL_ARB_blend_func_extended": ONE_COLOUR,
    "GL_ARB_shadow": NO_COMPARISON,
    **dict.fromkeys(
        (LATE_DEPTH, LATE_DEPTH_ARB),
        "it promises which way the depth changes: leave the redeclaration of gl_FragDepth out",
    ),
    **dict.fromkeys((ATTRIBUTES, MORE_ATTRIBUTES), "its attributes are wishes: leave them out"),
    **dict.fromkeys(CORE, "what it adds is part of #version 330"),
    PACK: "its forms are part of #version 420",
    "GL_OES_texture_3D": "no target has three-dimensional textures: lay the slices out in a sampler2D",
    "GL_EXT_texture_array": "no target has arrays of textures: lay the layers out in a sampler2D",
    "GL_EXT_shadow_samplers": "no target compares depths in the sampler: compare texture2D(map, p.xy).r yourself",
    "GL_EXT_texture_buffer": "no target has buffer textures: use a sampler2D",
    GPU_4: "its functions are part of #version 130",
    BLOCKS: "what it adds is part of #version 330",
    "GL_EXT_geometry_shader": "it is for geometry shaders (.geom, from #version 310 es on), which pica200 runs",
    "GL_EXT_tessellation_shader": "no target has tessellation",
    "GL_OVR_multiview": "no target draws several views at once: draw them one after the other",
    "GL_OVR_multiview2": "no target draws several views at once: draw them one after the other",
    "GL_KHR_blend_equation_advanced": "blending belongs to the pipeline: read the frame buffer with "
    "GL_EXT_shader_framebuffer_fetch (lima-pp)",
    GPU_5: "its functions are part of #version 400",
    DERIVATIVES: "its functions are part of #version 450",
}


def offered(dialect: Dialect, stage: str) -> frozenset[str]:
    """The extensions of a version in a stage."""
    return frozenset(one.name for one in EXTENSIONS if one.has(dialect) and stage in one.stages)


@cache
def grown(dialect: Dialect, extensions: frozenset[str]) -> Dialect:
    """A version with what the extensions that a source enables add to its grammar and its functions."""
    changes: dict[str, Any] = {}
    if LATE_DEPTH in extensions or LATE_DEPTH_ARB in extensions:
        changes |= {"late_depth": True}
    if ATTRIBUTES in extensions or MORE_ATTRIBUTES in extensions:
        changes |= {"attributes": True}
    if dialect.es:
        return replace(dialect, **changes) if changes else dialect
    if BLOCKS in extensions:
        changes |= {"uniform_blocks": True}
    if not extensions.isdisjoint(LOCATIONS):
        changes |= {"located": True}
    if COMPATIBILITY in extensions:
        changes |= {"fixed_function": True}
    if GPU_4 in extensions:
        types = {**dialect.types, **UNSIGNED_TYPES}
        changes |= {"refused_operators": frozenset(), "unsigned": True, "new_functions": True, "types": types}
    if GPU_5 in extensions:
        changes |= {"bit_functions": True, "fused": True, "widens_to_unsigned": dialect.unsigned}
    if DERIVATIVES in extensions:
        changes |= {"fine_derivatives": True}
    return replace(dialect, **changes) if changes else dialect


def known_as(name: str, here: frozenset[str], dialect: Dialect) -> str:
    """Advice about an extension that is not there: why, or what there is."""
    if name in WITHOUT:
        return WITHOUT[name]
    alike = next((one.name for one in EXTENSIONS if one.types and one.name in here), None)
    if alike is not None and any(one.name == name and one.types for one in EXTENSIONS):
        return f"in {dialect.name} it is called {alike}"
    return f"extensions: {', '.join(sorted(here))}" if here else "this version has no extensions here"
