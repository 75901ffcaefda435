"""Files of two stages and presets on the command line, and states of samplers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpucc.emit import png
from tests.frontend.test_retroarch import CRT

Run = Callable[..., Any]

TEXTURED = """#ifdef VERTEX
attribute vec4 VertexCoord, TexCoord;
varying vec2 uv;
void main() { gl_Position = VertexCoord; uv = TexCoord.xy; }
#endif
#ifdef FRAGMENT
precision highp float;
varying vec2 uv;
uniform sampler2D Texture, LUT;
uniform float GLOW;
void main() { gl_FragColor = texture2D(Texture, uv * 3.0) * texture2D(LUT, uv) * GLOW; }
#endif
"""
PRESET = """# two passes
shaders = "2"
shader0 = crt.glsl   // the first
shader1 = "more/textured.glsl"
filter_linear1 = true
wrap_mode1 = "repeat"
scale_type0 = source
scale0 = 2.0
scale_type_x1 = absolute
scale_x1 = 640
textures = "LUT;UNUSED"
LUT = lut.png
LUT_linear = "true"
LUT_mipmap = "true"
UNUSED = other.png
parameters = "GLOW;SHIFT"
GLOW = 0.75
SHIFT = "0.125"
"""
FILES = {"crt.glsl": CRT, "more/textured.glsl": TEXTURED, "k.glslp": PRESET}
SAMPLED = """precision highp float;
uniform sampler2D tex;
varying vec2 uv;
void main() { gl_FragColor = texture2D(tex, uv * 4.0 - 1.5); }
"""


def test_one_file_becomes_a_pair(gpucc: Run) -> None:
    end = gpucc("crt.glsl --isa lima --emit json -o out/", {"crt.glsl": CRT, "out/empty": ""})
    assert end.code == 0, end.err
    assert end.new == ("out/crt.fragment.json", "out/crt.vertex.json")
    for isa, count in (("agal", 2), ("lima-pp", 1), ("pica200", 1), ("agsl", 1)):
        end = gpucc(f"crt.glsl --isa {isa} --no-verify")
        assert end.err.count("shader, ") == count, end.err
    assert "lima-vp vertex shader" in gpucc("crt.glsl --isa lima --stage vertex --no-verify").err
    assert gpucc("- --isa lima --no-verify", stdin=CRT.encode()).code == 0


def test_a_missing_part_is_an_error(refused: Run) -> None:
    half = CRT.replace("#elif defined(FRAGMENT)", "#else")
    end = refused(1, "part for VERTEX, and none for FRAGMENT", "k.glsl --isa lima", {"k.glsl": half})
    assert "--stage vertex compiles it alone" in end.err
    refused(1, "holds a vertex shader and a fragment shader", "cost k.glsl --isa agal", {"k.glsl": CRT})
    broken = CRT.replace("varying vec4 TEX0;\n#ifdef", "varying vec3 TEX0;\n#ifdef").replace("TEX0 *", "TEX0.xyzz *")
    refused(1, r"k.glsl:12:14: error: the varying `TEX0` is vec3 here", "k.glsl --isa lima", {"k.glsl": broken})


def test_render_takes_defaults_and_run_too(gpucc: Run) -> None:
    end = gpucc("render crt.glsl --isa lima-pp --size 2x2 -o a.png", {"crt.glsl": CRT})
    assert end.code == 0, end.err
    # u, v, 0, 1, times 0.5, minus 0.25
    assert png.read(Path("a.png").read_bytes(), "a.png")[0, 1].tolist() == [32, 32, 0, 64]
    np.savez("in.npz", TEX0=np.ones((2, 4), np.float32))
    end = gpucc("run crt.glsl --isa lima-pp --stage fragment --inputs in.npz")
    assert "0.25 0.25 0.25 0.25" in end.text


def test_a_preset_becomes_a_folder(gpucc: Run) -> None:
    end = gpucc("k.glslp --isa agal --no-verify -o out", {**FILES, "out/empty": ""})
    assert end.code == 0, end.err
    programs = [f"out/{number}-{name}.{stage}.json" for number, name in enumerate(("crt", "textured"))
                for stage in ("fragment", "vertex")]  # fmt: skip
    assert end.new == (*programs, "out/preset.json")
    chain = json.loads(Path("out/preset.json").read_text())
    first, second = chain["passes"]
    assert first["programs"] == {"vertex": "0-crt.vertex.json", "fragment": "0-crt.fragment.json"}
    assert first["scale_x"] == first["scale_y"] == {"type": "source", "value": 2.0}
    assert (first["filter"], second["filter"]) == (None, "linear")
    assert (second["scale_x"], second["scale_y"]) == ({"type": "absolute", "value": 640.0}, None)
    assert chain["textures"][0] == {
        "name": "LUT", "file": "lut.png", "filter": "linear", "wrap": "clamp_to_border", "mipmap": True
    }  # fmt: skip
    assert chain["parameters"] == {"GLOW": 0.75, "SHIFT": 0.125}
    uniforms = json.loads(Path(programs[0]).read_text())["uniforms"]
    assert {one["name"]: one["default"] for one in uniforms} == {"GLOW": [0.75], "SHIFT": [0.125]}
    assert "does not say" not in end.err
    states = {one["name"]: one["sampler"] for one in json.loads(Path(programs[2]).read_text())["samplers"]}
    assert [states["Texture"][key] for key in ("filter", "wrap", "mip")] == ["linear", "repeat", "nomip"]
    assert [states["LUT"][key] for key in ("filter", "wrap", "mip")] == ["linear", "clamp", "miplinear"]


def test_a_preset_may_refer_to_another(gpucc: Run) -> None:
    files = {**FILES, "deep/r.glslp": '#reference "../k.glslp"\nGLOW = 0.5\n', "out/empty": ""}
    assert gpucc("deep/r.glslp --isa lima-pp --no-verify -o out", files).code == 0
    assert json.loads(Path("out/preset.json").read_text())["parameters"]["GLOW"] == 0.5


@pytest.mark.parametrize(
    ("change", "code", "says"),
    [
        (('"2"', "3"), 1, r"k.glslp: error: `shader2` is missing: there are 3 passes(.|\n)*pass 2 \(of 3\) of k.glslp"),
        (('"2"', "no"), 1, r"k.glslp:2: error: `shaders` is 'no'"),
        (("crt.glsl ", "crt.txt "), 1, r"k.glslp:3: error: 'crt.txt' is no .glsl file"),
        (("crt.glsl ", "lost.glsl "), 1, r"k.glslp:3: error: cannot read 'lost.glsl'"),
        (('"repeat"', "around"), 1, r"k.glslp:6: error: `wrap_mode1`: there is no wrap mode 'around'"),
        (("= 2.0", "= two"), 1, r"k.glslp:8: error: `scale0` is no number: 'two'"),
        (("absolute", "huge"), 1, r"k.glslp:9: error: `scale_type_x1`: there is no scale 'huge'"),
        (("LUT_linear =", "LUT_linear"), 1, r"k.glslp:13: error: this line is no `key = value`"),
    ],
)
def test_mistakes_in_presets(refused: Run, change: tuple[str, str], code: int, says: str) -> None:
    files = {**FILES, "k.glslp": PRESET.replace(*change), "out/empty": ""}
    refused(code, says, "k.glslp --isa lima-pp --no-verify -o out", files)


def test_errors_of_passes_name_the_pass(gpucc: Run, refused: Run) -> None:
    wrong = {**FILES, "more/textured.glsl": TEXTURED.replace("* GLOW", "* GLOWS"), "out/empty": ""}
    end = refused(1, "GLOWS", "k.glslp --isa lima --no-verify -o out", wrong)
    assert "note: pass 1 (of 2) of k.glslp" in end.err
    assert "more/textured.glsl:" in end.err
    assert gpucc("k.glslp --isa lima", FILES).code == 2
    assert gpucc("k.glslp --isa lima -o out --stage vertex").code == 2
    assert gpucc("k.glslp crt.glsl --isa lima -o out").code == 2
    assert gpucc("k.glslp --isa lima -o out --explain").code == 2


def test_a_preset_says_what_a_shader_says(gpucc: Run) -> None:
    """Which files need derived constants that no file beside them explains, and the statistics."""
    more = {name: text.replace("* GLOW", "* sin(GLOW * 3.0)") for name, text in FILES.items()}
    end = gpucc("k.glslp --isa agal --derive --emit agal --stats -o out", {**more, "out/empty": ""})
    assert end.code == 0, end.err
    assert "1-textured.fragment.agal does not say how its derived constants are computed" in end.err
    assert end.err.count("  slots: ") == 4


def test_states_of_samplers(gpucc: Run, refused: Run) -> None:
    texels = np.zeros((4, 4, 4), np.uint8)
    texels[..., 0], texels[..., 1], texels[..., 3] = np.arange(4) * 80, np.arange(4)[:, None] * 80, 255
    files = {"k.frag": SAMPLED, "p.png": png.write(texels)}
    drawn: dict[str, list[int]] = {}
    for words in ("repeat", "mirror", "clamp", "mirror,linear,mip"):
        render = f"render k.frag --isa lima-pp --sampler tex={words} --texture tex=p.png --size 32x4 -o a.png --diff"
        end = gpucc(render, files)
        assert "largest difference 0," in end.err
        gpucc(render.removesuffix(" --diff"))
        drawn[words] = png.read(Path("a.png").read_bytes(), "a.png")[2, 1::2, 0].tolist()
    # the texture's coordinate goes from -1.5 to 2.5, in steps of a quarter
    assert drawn["repeat"] == [160, 240, *[0, 80, 160, 240] * 3, 0, 80]
    assert drawn["mirror"] == [160, 240, 240, 160, 80, 0, 0, 80, 160, 240, 240, 160, 80, 0, 0, 80]
    assert drawn["clamp"] == [0] * 6 + [0, 80, 160] + [240] * 7
    assert "<2d,linear,miplinear,repeat>" in gpucc("k.frag --isa agal --sampler tex=repeat,linear,mip").text
    assert "bound with mirror, linear" in gpucc("k.frag --isa agsl --sampler tex=mirror,linear").text
    refused(1, "no mirrored textures", "k.frag --isa agal --sampler tex=mirror")
    refused(2, "--sampler te=mirror: the shader has no te", "k.frag --isa agal --sampler te=mirror")
    refused(2, "--sampler tex=mirro: 'mirro' is no sampler state", "k.frag --isa agal --sampler tex=mirro")
    refused(2, "NAME=WORD", "k.frag --isa agal --sampler tex")
    refused(2, "described twice", "k.frag --isa agal --sampler tex=clamp --sampler tex=repeat")
