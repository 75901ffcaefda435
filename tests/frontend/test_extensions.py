"""`#extension`: what each behaviour does, and what the extensions of GLSL become on the targets."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gpucc
from gpucc.emit import mbs_program
from gpucc.errors import GpuccError, InputError, Unsupported
from gpucc.frontend.compile import compile_source
from gpucc.interp.data import Texture
from tests.frontend.conftest import run_source

LOD = "GL_EXT_shader_texture_lod"
FETCH = "GL_EXT_shader_framebuffer_fetch"
USE = "void main() { gl_FragColor = texture2DLodEXT(tex, uv, 1.0); }"
HEAD = "precision highp float; uniform sampler2D tex; varying vec2 uv;\n"
DRAW = "void main() { gl_FragColor = texture2D(tex, uv); }"
EXTERNAL = "precision highp float; uniform samplerExternalOES tex; varying vec2 uv;\n"


def outcome(text: str, **more: Any) -> tuple[str, list[str]]:
    """The first error, or nothing, and the warnings."""
    warnings: list[str] = []
    try:
        compile_source(text, "k.frag", "glsl", warn=warnings.append, **more)
    except InputError as error:
        return f"{error.location}: {error.message}; {'; '.join(error.notes)}", warnings
    return "", warnings


@pytest.mark.parametrize(
    ("behaviour", "error", "warning"),
    [
        (f"{LOD} : enable", "", ""),
        (f"{LOD} : require", "", ""),
        (f"{LOD} : warn", "", "k.frag:3:30: texture2DLodEXT is used, of the extension GL_EXT_shader_texture_lod"),
        (f"{LOD} : disable", "texture2DLodEXT belongs to the extension", ""),
        ("all : warn", "", "texture2DLodEXT is used"),
        ("all : disable", "texture2DLodEXT belongs to the extension", ""),
        ("all : enable", "k.frag:1:18: `all` cannot be set to enable", ""),
        ("all : require", "k.frag:1:18: `all` cannot be set to require", ""),
        (f"{LOD} : allow", "k.frag:1:2: this #extension cannot be read", ""),
        (f"{LOD}", "k.frag:1:2: this #extension cannot be read", ""),
    ],
)
def test_behaviours(behaviour: str, error: str, warning: str) -> None:
    found, warnings = outcome(f"#extension {behaviour}\n{HEAD}{USE}")
    assert error in found
    assert bool(found) == bool(error)
    assert (warning in warnings[0]) if warning else not warnings


def test_it_may_stand_behind_code_in_the_first_version() -> None:
    """Hosts put declarations before the text of a shader, and drivers of WebGL take that."""
    behind = f"uniform sampler2D other;\n#extension {LOD} : enable\n{HEAD}{USE}"
    found, warnings = outcome(behind)
    assert found == ""
    assert warnings == ["k.frag:2:2: #extension should stand before all code, and some drivers refuse it here"]
    refused = "k.frag:2:2: #extension must stand before all code; move it to the top, after #version"
    assert outcome(behind, strict_es=True)[0] == refused
    newer = (
        "#version 300 es\nprecision highp float;\n#extension GL_EXT_shader_framebuffer_fetch : enable\nvoid main() {}"
    )
    assert "k.frag:3:2: #extension must stand before all code" in outcome(newer)[0]


ADVICE = {
    "GL_EXT_conservative_depth": "it promises which way the depth changes: leave the redeclaration of gl_FragDepth out",
    "GL_EXT_blend_func_extended": "every target blends one colour",
    "GL_EXT_shadow_samplers": "no target compares depths in the sampler: compare texture2D(map, p.xy).r yourself",
}


@pytest.mark.parametrize("name", [*ADVICE, "GL_X_y"])
def test_extensions_that_no_target_has(name: str) -> None:
    advice = ADVICE.get(name, "extensions: GL_ARM_shader_framebuffer_fetch, ")
    body = f"{HEAD}void main() {{ gl_FragColor = texture2D(tex, uv); }}"
    found, _ = outcome(f"#extension {name} : require\n{body}")
    assert f"the extension {name} is not supported; {advice}" in found
    for behaviour in ("enable", "warn", "disable"):
        found, warnings = outcome(f"#extension {name} : {behaviour}\n{body}")
        assert found == ""
        assert f"the extension {name} is not supported; {advice}" in warnings[0]
    # a shader that asks first gets the other way
    asking = f"#ifdef {name}\n#error taken\n#endif\n{body}"
    assert outcome(asking) == ("", [])


def test_the_last_behaviour_counts() -> None:
    twice = f"#extension {LOD} : warn\n#extension {LOD} : enable\n{HEAD}{USE}"
    assert outcome(twice) == ("", [])
    assert "belongs to the extension" in outcome(twice.replace(": enable", ": disable"))[0]


def test_external_images_are_textures() -> None:
    text = f"#extension GL_OES_EGL_image_external : require\n{EXTERNAL}{DRAW}"
    program = gpucc.compile(text, isa="lima-pp", name="k.frag")
    assert program.interface.samplers[0].type == "samplerExternalOES"
    symbol = next(one for one in mbs_program.from_program(program).uniforms if one.name == "tex")
    assert symbol.type == 9
    for isa in ("agal", "agsl"):
        assert gpucc.compile(text, isa=isa, name="k.frag").interface.samplers[0].name == "tex"
    found, _ = outcome(text.replace("require", "disable"))
    assert "`samplerExternalOES` belongs to the extension GL_OES_EGL_image_external" in found
    newer = f"#version 300 es\n#extension GL_OES_EGL_image_external_essl3 : enable\n{EXTERNAL}".replace("varying", "in")
    found, _ = outcome(newer.replace("_essl3 : enable", " : require"))
    assert "in GLSL ES 3.00 it is called GL_OES_EGL_image_external_essl3" in found
    assert outcome(f"{newer}out vec4 c; void main() {{ c = texture(tex, uv); }}") == ("", [])


@pytest.mark.parametrize(
    "text",
    [
        f"#extension {FETCH} : require\nprecision highp float; varying vec4 v; "
        "void main() { gl_FragColor = gl_LastFragData[0] * 0.5 + v; }",
        "#extension GL_ARM_shader_framebuffer_fetch : enable\nprecision highp float; varying vec4 v; "
        "void main() { gl_FragColor = gl_LastFragColorARM * 0.5 + v; }",
        f"#version 300 es\n#extension {FETCH} : enable\nprecision highp float; in vec4 v; inout vec4 c; "
        "void main() { c = c * 0.5; c += v; }",
    ],
)
def test_the_frame_buffer_is_read(text: str) -> None:
    program = gpucc.compile(text, isa="lima-pp", name="k.frag")
    given = {"v": np.full((4, 4), 0.25, np.float32), "gl_FBColor": np.full((4, 4), 0.5, np.float32)}
    assert program.run(given)["gl_FragColor"].tolist() == [[0.5] * 4] * 4
    for isa in ("agal", "agsl"):
        with pytest.raises(GpuccError, match=r"cannot read the frame buffer"):
            gpucc.compile(text, isa=isa, name="k.frag")
    assert outcome(text.replace(": require", ": disable").replace(": enable", ": disable"))[0]


def picture(size: int = 4) -> Texture:
    """Level k holds k."""
    sizes = [size >> k for k in range(size.bit_length())]
    return Texture(tuple(np.full((one, one, 4), k, np.float32) for k, one in enumerate(sizes)))


GRADIENTS = {
    "textureGrad(tex, uv, d, e)": 1.0,
    "textureProjGrad(tex, vec3(uv, 1.0), d, e)": 1.0,
    "textureProjGrad(tex, vec4(uv, 0.0, 1.0), d * 2.0, e)": 2.0,
    "textureGradOffset(tex, uv, d, e * 4.0, ivec2(1, 0))": 2.0,
}


def test_gradients_become_levels() -> None:
    head = "#version 300 es\nprecision highp float; uniform sampler2D tex; in vec2 uv, d, e; out vec4 c;\n"
    given = {"uv": np.full((4, 2), 0.5, np.float32), "tex": picture(), "tex.size": np.array([4, 4], np.float32)}
    given |= {"d": np.array([[0.5, 0]] * 4, np.float32), "e": np.array([[0, 0.25]] * 4, np.float32)}
    for call, level in GRADIENTS.items():
        text = f"{head}void main() {{ c = {call}; }}"
        module = gpucc.compile(text, isa="lima-pp", name="k.frag", sampler=("tex=mip",))
        assert module.run(given)["gl_FragColor"][:, 0].tolist() == [level] * 4, call
    old = f"#extension {LOD} : enable\nprecision highp float; uniform sampler2D tex; varying vec2 uv, d, e;\n"
    text = f"{old}void main() {{ gl_FragColor = texture2DGradEXT(tex, uv, d, e); }}"
    assert gpucc.compile(text, isa="lima-pp", name="k.frag", sampler=("tex=mip",)).run(given)["gl_FragColor"][0, 0] == 1
    with pytest.raises(Unsupported):
        gpucc.compile(text, isa="agal", name="k.frag")


def test_functions_may_ask_for_the_size_of_their_sampler() -> None:
    text = """#version 300 es
precision highp float; uniform sampler2D one, pair[2]; uniform int which; out vec4 c;
vec4 middle(sampler2D s) { ivec2 size = textureSize(s, 0); return texelFetch(s, size / 2, 0); }
vec4 twice(sampler2D s, sampler2D t) { return middle(s) * 10.0 + middle(t); }
void main() { c = twice(one, pair[1]) + 100.0 * middle(pair[which]); }"""
    textures = {
        name: np.zeros((size, size, 4), np.float32) for name, size in (("one", 4), ("pair.0", 2), ("pair.1", 8))
    }
    for number, texels in enumerate(textures.values(), 1):
        texels[len(texels) // 2, len(texels) // 2] = number
    sizes = {f"{name}.size": np.array(texels.shape[:2], np.float32) for name, texels in textures.items()}
    for which, expected in ((0, 213), (1, 313)):
        found = run_source(text, lanes=1, which=which, **textures, **sizes)
        assert found["gl_FragColor"].tolist() == [[expected] * 4]


@pytest.mark.parametrize(
    ("text", "says", "helps"),
    [
        ("void main() { gl_FragDepthEXT = 0.5; }", "gl_FragDepthEXT", "#extension GL_EXT_frag_depth : enable"),
        ("#version 100\nvoid main() { gl_FragDepth = 0.5; }", "gl_FragDepth", "gl_FragDepthEXT, with #extension"),
        ("#version 100\nvoid main() { gl_FragData[1] = vec4(1); }", "index 1", "#extension GL_EXT_draw_buffers : "),
        (
            "#extension GL_EXT_draw_buffers : enable\nvoid main() { gl_FragData[4] = vec4(1); }",
            "index 4",
            "no target has more than four colour buffers",
        ),
        (
            "#version 300 es\nuniform lowp sampler2DShadow s;\nvoid main() { texture(s, vec3(0)); }",
            "type that no target has",
            "compare what it gives",
        ),
        (
            "#version 120\nuniform sampler2DShadow s; void main() { shadow2D(s, vec3(0)); }",
            "`s` is read",
            "compare what",
        ),
        ("#version 120\nuniform sampler2D s; void main() { shadow2D(s, vec3(0)); }", "shadow2D", "compare what it"),
        ("#version 120\n#extension GL_ARB_explicit_uniform_location : require\n", "GL_ARB_explicit", "#version 330"),
    ],
)
def test_what_they_add_is_refused_by_name_with_what_helps(text: str, says: str, helps: str) -> None:
    found, _ = outcome(text)
    assert says in found
    assert helps in found


RECTANGLES = """uniform sampler2DRect one; uniform sampler2D other; varying vec2 uv;
vec4 get(sampler2DRect t, vec2 p) { return texture2DRect(t, p); }
void main() {
  gl_FragColor = texture2DRect(one, uv) + 10.0 * get(one, uv + 1.0) + 100.0 * texture2DRectProj(one, vec3(uv, 0.5));
  gl_FragColor += 1000.0 * texture2D(other, uv);
}
"""
NEWER_RECTANGLES = """#version 330
uniform sampler2DRect one; in vec2 uv; out vec4 c;
void main() {
  c = texture(one, uv) + 10.0 * texelFetch(one, ivec2(uv) + 1) + 100.0 * textureProj(one, vec4(uv, 0.0, 0.5));
  c += vec4(textureSize(one), 0, 0) * 1000.0;
}
"""


def test_rectangles_count_texels() -> None:
    texels = np.zeros((8, 8, 4), np.float32)
    texels[1, 1], texels[2, 2], texels[3, 3] = 1, 2, 3
    given = {"one": texels, "one.size": np.array([8, 8], np.float32), "uv": np.array([[1.5, 1.5]], np.float32)}
    old = run_source(f"#version 120\n#extension GL_ARB_texture_rectangle : enable\n{RECTANGLES}", other=texels, **given)
    assert old["gl_FragColor"].tolist() == [[321, 321, 321, 321]]
    new = run_source(NEWER_RECTANGLES, **given)
    assert new["gl_FragColor"].tolist() == [[8321, 8321, 321, 321]]


@pytest.mark.parametrize(
    ("call", "says"), [("texture2D(one, uv)", "no function texture2D"), ("texture2DRect(two, uv)", "texture2DRect")]
)
def test_rectangles_and_other_textures_have_functions_of_their_own(call: str, says: str) -> None:
    head = "#version 120\nuniform sampler2DRect one; uniform sampler2D two; varying vec2 uv;\n"
    found, _ = outcome(f"{head}void main() {{ gl_FragColor = {call}; }}")
    assert says in found


@pytest.mark.parametrize("version", ["130", "150", "330"])
def test_extensions_that_became_part_of_the_language_are_taken(version: str) -> None:
    text = f"""#version {version}
#extension GL_ARB_explicit_attrib_location : require
#extension GL_ARB_uniform_buffer_object : require
#extension GL_ARB_separate_shader_objects : enable
#extension GL_ARB_shader_bit_encoding : require
layout(std140) uniform Tint {{ vec4 tint; }};
layout(location = 0) out vec4 c;
void main() {{ c = tint * intBitsToFloat(0x3f800000); }}
"""
    assert outcome(text) == ("", [])


def test_includes_and_lines_of_named_files_have_extensions() -> None:
    head = "#version 450\n#extension GL_GOOGLE_include_directive : require\nout vec4 c;\n"
    assert outcome(f"{head}void main() {{ c = vec4(1.0); }}") == ("", [])
    named = head.replace("include_directive", "cpp_style_line_directive")
    found, _ = outcome(f'{named}#line 7 "lib/part.glsl"\nvoid main() {{ c = d; }}')
    assert found.startswith("lib/part.glsl:7:")
    assert "needs a number" in outcome(f'{head}#line 7 "part"\nvoid main() {{ c = vec4(1.0); }}')[0]


@pytest.mark.parametrize(
    "head",
    [
        "#version 420\n",
        "#version 330\n#extension GL_ARB_conservative_depth : require\n",
        "#version 300 es\n#extension GL_EXT_conservative_depth : require\nprecision highp float;\n",
    ],
)
@pytest.mark.parametrize("how", ["layout(depth_greater) out", "layout(depth_any) out highp", "out"])
def test_the_depth_may_be_declared_again(head: str, how: str) -> None:
    main = "out vec4 c; void main() { c = vec4(1.0); gl_FragDepth = 0.25; }"
    assert outcome(f"{head}{how} float gl_FragDepth;\n{main}") == outcome(head + main) == ("", [])
    assert outcome(f"{head}{how} vec2 gl_FragDepth;\n{main}")[0]


@pytest.mark.parametrize("word", ["readonly", "coherent restrict", "writeonly"])
@pytest.mark.parametrize("version", ["310 es", "430"])
def test_what_stands_before_a_buffer_is_refused_with_it(version: str, word: str) -> None:
    text = f"#version {version}\n{word} buffer B {{ vec4 a; }};\nvoid main() {{}}"
    assert f"no target has `{word.split()[0]}`; no target of gpucc writes memory" in outcome(text)[0]


LOCATED = """#extension GL_ARB_explicit_attrib_location : require
#extension GL_ARB_separate_shader_objects : require
layout(location = 1) attribute vec4 p;
layout(location = 2) varying vec4 q;
void main() { gl_Position = p; q = p; }"""
COMPATIBLE = """#extension GL_ARB_compatibility : enable
in vec4 p;
void main() { gl_Position = gl_ModelViewProjectionMatrix * p; gl_FrontColor = gl_Color; }"""


@pytest.mark.parametrize(
    ("versions", "text"), [((110, 120), LOCATED), ((140, 150, 330), COMPATIBLE)], ids=["locations", "compatibility"]
)
def test_extensions_of_old_desktops(versions: tuple[int, ...], text: str) -> None:
    for version in versions:
        compile_source(f"#version {version}\n{text}", "k.vert", "glsl", "vertex")
        with pytest.raises(InputError):
            compile_source(f"#version {version}\n" + text.replace("#extension", "//"), "k.vert", "glsl", "vertex")


@pytest.mark.parametrize(("version", "defined"), [("120", False), ("130", True), ("330", True), ("100", True)])
def test_high_precision_in_fragments_is_promised(version: str, defined: bool) -> None:
    text = f"#version {version}\n#ifdef GL_FRAGMENT_PRECISION_HIGH\n#error yes\n#endif\nvoid main() {{}}"
    assert outcome(text)[0].startswith("k.frag:3:2: #error yes") == defined
