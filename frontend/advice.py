"""Advice for names that belong to other shading languages or other versions of GLSL: what GLSL ES 1.00 has instead."""

from __future__ import annotations

from gpucc.frontend.places import Place
from gpucc.frontend.shadertoy import INPUTS

NO_COMPARISON = "no target compares depths in the sampler: use a sampler2D, and compare what it gives"
ONE_COLOUR = "every target blends one colour: write the other in another pass"
MORE_COLOURS = "no target has more than four colour buffers: write the other colours in another pass"
FIRST_COLOUR = "GLSL ES 1.00 has the others with #extension GL_EXT_draw_buffers : enable"
FUNCTIONS = {
    "texture": "GLSL ES 1.00 calls it texture2D or textureCube; AGSL evaluates children: image.eval(p)",
    "textureLod": (
        "GLSL ES 1.00 has texture2DLod in vertex shaders, texture2DLodEXT with an extension in fragment shaders"
    ),
    "texelFetch": "sample at the middle of the texel: texture2D(s, (vec2(p) + 0.5) / size)",
    "textureSize": "pass the size as a uniform",
    "round": "write floor(x + 0.5)",
    "trunc": "write sign(x) * floor(abs(x))",
    "lerp": "it is called mix here",
    "frac": "it is called fract here",
    "rsqrt": "it is called inversesqrt here",
    "saturate": "write clamp(x, 0.0, 1.0)",
    "atan2": "it is called atan(y, x) here",
    "ddx": "it is called dFdx here",
    "ddy": "it is called dFdy here",
    "fmod": "it is called mod here",
    "mul": "write a * b",
    "tex2D": "it is called texture2D here",
    "texCUBE": "it is called textureCube here",
    "clip": "write if (x < 0.0) discard;",
    "tanh": "write 1.0 - 2.0 / (exp(2.0 * x) + 1.0)",
    "sinh": "write (exp(x) - exp(-x)) / 2.0",
    "cosh": "write (exp(x) + exp(-x)) / 2.0",
    "transpose": "build it from columns",
    "inverse": "GLSL ES 1.00 has no inverse: compute it outside and pass it as a uniform",
    "isnan": "compare with itself: x != x",
    "isinf": "compare with a large number: abs(x) > 3.0e38",
    **dict.fromkeys(
        (f"shadow{shape}{more}" for shape in ("1D", "2D") for more in ("", "Proj", "Lod", "ProjLod", "EXT", "ProjEXT")),
        NO_COMPARISON,
    ),
    "sample": "evaluate the child: image.eval(p)",
    **dict.fromkeys(
        (f"textureGather{more}" for more in ("", "Offset", "Offsets")),
        "no target reads four texels at once: read each by itself, with texelFetch or texture2D",
    ),
    "textureQueryLod": "no target tells the level that it reads: compute it from dFdx and dFdy of the coordinates",
    "textureQueryLevels": "no target tells how many levels a texture has: pass the number as a uniform",
    **dict.fromkeys(
        (f"interpolateAt{where}" for where in ("Centroid", "Sample", "Offset")),
        "no target evaluates a varying at another place: read the varying itself",
    ),
}
SHAPES = {"2": "vec2", "3": "vec3", "4": "vec4", "2x2": "mat2", "3x3": "mat3", "4x4": "mat4"}
PREFIXES = {"float": "", "half": "", "fixed": "", "double": "", "int": "i", "uint": "i", "bool": "b"}
TYPES = {
    **{
        f"{base}{size}": f"write {prefix}{name}"
        for base, prefix in PREFIXES.items()
        for size, name in SHAPES.items()
        if prefix == "" or len(size) == 1
    },
    **{f"{letter}vec{size}": f"write {'i' if letter == 'u' else ''}vec{size}" for letter in "ud" for size in "234"},
    **dict.fromkeys(("half", "fixed", "double", "real", "scalar"), "write float"),
    **dict.fromkeys(("uint", "short", "long", "unsigned"), "write int: there are no other integers"),
    **{f"mat{n}x{n}": f"write mat{n}" for n in "234"},
    "texture2D": "textures are of type sampler2D (in Slang Sampler2D): Vulkan's texture2D and sampler in one",
    "textureCube": "textures are of type samplerCube (in Slang SamplerCube): Vulkan's textureCube and sampler in one",
    "attribute": "in this version of GLSL, inputs of vertex shaders are `in`",
    "varying": "in this version of GLSL it is `out` in the vertex shader and `in` in the fragment shader",
    "sampler3D": "no target has three-dimensional textures: lay the slices out in a sampler2D",
    **dict.fromkeys(
        (f"sampler{shape}Shadow" for shape in ("1D", "2D", "Cube", "2DRect", "1DArray", "2DArray", "CubeArray")),
        NO_COMPARISON,
    ),
    **dict.fromkeys(
        ("sampler2DArray", "samplerCubeArray", "sampler1DArray"),
        "no target has arrays of textures: lay the layers out in a sampler2D",
    ),
    **dict.fromkeys(
        (
            f"{letter}sampler{shape}"
            for letter in "iu"
            for shape in ("1D", "2D", "3D", "Cube", "2DRect", "1DArray", "2DArray", "CubeArray", "Buffer")
        ),
        "no target has textures of integers: use a sampler2D, whose texels go from 0 to 1",
    ),
    **dict.fromkeys(("sampler1D", "sampler2DRect"), "use a sampler2D"),
    "samplerBuffer": "no target has buffer textures: use a sampler2D",
    "sampler": "write sampler2D or samplerCube",
}
# what the terminal Ghostty adds to Shadertoy's inputs
GHOSTTY = {
    **{f"i{which}Cursor{what}": "vec4" for which in ("Current", "Previous") for what in ("", "Color")},
    **{f"i{which}Cursor{what}": "int" for which in ("Current", "Previous") for what in ("Style", "Visible")},
    "iTimeCursorChange": "float",
}
LOVE = {"love_ScreenSize": "vec4"}
VARIABLES = {
    **{
        name: f"{host} gives it; here it is a uniform of yours: uniform {type} {name};"
        for host, inputs in (("Shadertoy", INPUTS), ("Ghostty", GHOSTTY), ("LÖVE", LOVE))
        for name, type in inputs.items()
    },
    "iGlobalTime": "Shadertoy calls it iTime: -D iGlobalTime=iTime; or declare it: uniform float iGlobalTime;",
    "gl_FragDepth": "GLSL ES 1.00 has gl_FragDepthEXT, with #extension GL_EXT_frag_depth : enable",
    "gl_FragDepthEXT": "GLSL ES 1.00 has it with #extension GL_EXT_frag_depth : enable, newer versions gl_FragDepth",
    **dict.fromkeys(("gl_SecondaryFragColorEXT", "gl_SecondaryFragDataEXT"), ONE_COLOUR),
    **dict.fromkeys(
        ("gl_FragColor", "gl_FragData"),
        "fragment shaders of GLSL ES 1.00 have it; from 3.00 on the colour is declared: out vec4 colour;",
    ),
    "gl_Position": "vertex shaders have it: --stage vertex, if this is one",
    "gl_VertexID": "pass it as an attribute",
    "gl_InstanceID": "pass it as an attribute",
    "gl_Vertex": "declare it: attribute vec4 position;",
    "gl_ModelViewProjectionMatrix": "declare it: uniform mat4 transform;",
    "gl_TexCoord": "declare it: varying vec2 uv;",
    **dict.fromkeys(
        ("gl_ClipDistance", "gl_CullDistance"),
        "no target clips at planes of the shader: pass the distance as a varying, and discard where it is negative",
    ),
    **dict.fromkeys(
        ("gl_SampleID", "gl_SamplePosition", "gl_SampleMask", "gl_SampleMaskIn", "gl_NumSamples"),
        "no target runs a fragment shader for each sample",
    ),
    **dict.fromkeys(("gl_Layer", "gl_ViewportIndex"), "no target draws into several layers or viewports"),
    "gl_PrimitiveID": "no target counts primitives: pass the number as a varying",
    "gl_HelperInvocation": "no target tells the pixels that only serve derivatives from others",
    **dict.fromkeys(("gl_BaseVertex", "gl_BaseInstance", "gl_DrawID"), "pass it as a uniform"),
}
# what newer versions of GLSL declare with a word of its own, and no target has
ABSENT = {
    "subroutine": "call the functions themselves, and choose between them by a uniform",
    "buffer": "use a uniform block",
    "shared": "only compute shaders share variables",
    "precise": "leave it out, and compile with --arithmetic strict: everything is computed as it is written",
    "image2D": "read a sampler2D, and write what the shader gives as its colour",
}
# reserved words that have a meaning in other versions of GLSL
WORDS = {
    "switch": "write if .. else if",
    "case": "write if .. else if",
    "default": "write if .. else if",
    "layout": "attributes and uniforms get their places from outside: write attribute, varying or uniform alone",
    "flat": "varyings are always interpolated",
    "smooth": "varyings are always interpolated",
    "centroid": "varyings are always interpolated",
    "noperspective": "varyings are always interpolated",
}
QUALIFIERS = {
    "in": "write attribute in a vertex shader, varying in a fragment shader",
    "out": "write varying in a vertex shader, gl_FragColor in a fragment shader",
}
SHADERTOY_MAIN = "Shadertoy calls mainImage; here add void main() { mainImage(gl_FragColor, gl_FragCoord.xy); }"


def defined_later(name: str, place: Place) -> str:
    return f"`{name}` is defined later, at {place.location}: write its prototype before, or move it up"
