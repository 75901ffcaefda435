"""`gpucc render`: pictures match the shader and LLVM's JIT, and no failure leaves a file."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpucc.emit import png
from gpucc.isa.model import SamplerState
from gpucc.program import Slot
from gpucc.terminal import render

Run = Callable[..., Any]

TEXTURED = """precision mediump float;
uniform sampler2D tex;
uniform vec4 tint;
varying vec2 uv;
void main() {
    if (uv.x > 0.75) discard;
    gl_FragColor = texture2D(tex, uv) * tint;
}
"""
SLOPES = """#extension GL_OES_standard_derivatives : enable
precision mediump float;
varying vec2 uv;
void main() { gl_FragColor = vec4(dFdx(uv.x) * 4.0, dFdy(uv.y) * 2.0, -dFdy(uv.y), 1.0); }
"""
PLACES = """precision mediump float;
void main() { gl_FragColor = vec4(gl_FragCoord.xy / 8.0, gl_FragCoord.z, 1.0); }
"""
PIXELS = "half4 main(float2 p) { return half4(half2(p / 8.0), 0.0, 1.0); }\n"
LL = """define <4 x float> @main(<2 x float> %uv) {
  %r = shufflevector <2 x float> %uv, <2 x float> <float 0.0, float 1.0>, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  ret <4 x float> %r
}
"""
BOARD = np.array([[[255, 0, 0, 255], [0, 255, 0, 128]], [[0, 0, 255, 0], [255, 255, 255, 255]]], np.uint8)


def picture(name: str = "out.png") -> np.ndarray:
    return png.read(Path(name).read_bytes())


def test_glsl_with_a_texture_and_what_is_discarded(gpucc: Run) -> None:
    files = {"t.frag": TEXTURED, "board.png": png.write(BOARD)}
    end = gpucc(
        "render t.frag --isa agal --size 8x8 -o out.png --texture tex=board.png --uniform tint=1,1,0.5,1", files
    )
    assert end.code == 0, end.err
    image = picture()
    assert (image[:, 6:] == 0).all()
    wanted = np.repeat(np.repeat(BOARD, 4, axis=0), 4, axis=1)[:, :6].astype(float) * (1, 1, 0.5, 1)
    assert np.abs(image[:, :6] - wanted).max() <= 0.51


def test_shadertoys_first_frame(gpucc: Run) -> None:
    text = "void mainImage(out vec4 c, in vec2 p) { c.rgb = vec3(p / iResolution.xy, iTime); }"
    end = gpucc("render t.shadertoy --isa agal --size 4x2 -o out.png --uniform iTime=1", {"t.shadertoy": text})
    assert end.code == 0, end.err
    wanted = [[[x / 4, y / 2, 1, 1] for x in (0.5, 1.5, 2.5, 3.5)] for y in (1.5, 0.5)]
    assert np.abs(picture() - 255 * np.array(wanted)).max() <= 0.51
    end = gpucc("render t.shadertoy --isa agal --size 4x2 -o out.png", {"t.shadertoy": text})
    assert end.code == 0, end.err
    assert (picture()[:, :, 2] == 0).all()


def test_derivatives_go_over_quads(gpucc: Run) -> None:
    end = gpucc("render d.frag --isa agal --target version=3 --size 8x4 -o out.png", {"d.frag": SLOPES})
    assert end.code == 0, end.err
    assert set(map(tuple, picture().reshape(-1, 4).tolist())) == {(128, 128, 0, 255)}


@pytest.mark.parametrize("isa", ["agal", "lima-pp"])
def test_a_shader_without_inputs_paints_every_pixel(gpucc: Run, isa: str) -> None:
    text = "uniform mediump vec4 u;\nvoid main() {\n  if (u.w < 0.5) discard;\n  gl_FragColor = u;\n}\n"
    for uniform, colour in (("1,0.5,0,1", (255, 128, 0, 255)), ("1,1,1,0", (0, 0, 0, 0))):
        assert (
            gpucc(f"render u.frag --isa {isa} --size 5x3 -o out.png --uniform u={uniform}", {"u.frag": text}).code == 0
        )
        assert picture().shape == (3, 5, 4)
        assert set(map(tuple, picture().reshape(-1, 4).tolist())) == {colour}
    end = gpucc(f"render u.frag --isa {isa} --size 5x3 -o out.png --uniform u=1,0.5,0,1 --diff")
    assert (end.code, "0 of 15 pixels differ" in end.err) == (0, True), end.err
    assert set(map(tuple, picture().reshape(-1, 4).tolist())) == {(0, 0, 0, 255)}


def test_sizes_that_are_odd(gpucc: Run) -> None:
    assert gpucc("render p.frag --isa agal --size 5x3 -o out.png", {"p.frag": PLACES}).code == 0
    image = picture()
    assert image.shape == (3, 5, 4)
    assert image[2, 0].tolist() == [16, 16, 0, 255]
    assert image[0, 4].tolist() == [143, 80, 0, 255]


def test_agsl_counts_pixels_from_the_upper_left(gpucc: Run) -> None:
    end = gpucc("render p.agsl --isa agal --size 8x8 -o out.png", {"p.agsl": PIXELS})
    assert end.code == 0, end.err
    assert picture()[0, 0].tolist() == [16, 16, 0, 255]
    assert picture()[7, 1].tolist() == [48, 239, 0, 255]


@pytest.mark.parametrize("name", ["t.frag", "d.frag", "k.ll", "p.agsl"])
def test_the_difference_from_the_jit_is_black(gpucc: Run, name: str) -> None:
    files = {"t.frag": TEXTURED, "d.frag": SLOPES, "k.ll": LL, "p.agsl": PIXELS, "board.png": png.write(BOARD)}
    words = f"render {name} --isa agal --size 6x6 -o out.png --diff --target version=3"
    if name == "t.frag":
        words += " --texture tex=board.png --uniform tint=1,1,0.5,1"
    end = gpucc(words, files)
    assert end.code == 0, end.err
    assert (picture() == (0, 0, 0, 255)).all()
    assert "largest difference" in end.err


def test_levels_of_a_texture() -> None:
    levels = render._levels(np.arange(5 * 3 * 4, dtype=np.float32).reshape(5, 3, 4))
    assert [level.shape for level in levels] == [(5, 3, 4), (2, 1, 4), (1, 1, 4)]
    assert levels[1][0, 0].tolist() == [8, 9, 10, 11]
    assert levels[2][0, 0].tolist() == [20, 21, 22, 23]


def test_faces_of_a_cube_come_from_a_strip() -> None:
    """From the left, or from the top, where rows are given from the lowest up; another picture is on each."""
    slot = Slot("sky", "sampler", 0, "", sampler=SamplerState("cube"))
    strip = np.repeat(np.arange(6, dtype=np.float32), 4).reshape(1, 6, 4)
    for texels in (strip, strip.reshape(6, 1, 4)[::-1]):
        (faces,) = render.texture(slot, texels)
        assert faces.shape == (6, 1, 1, 4)
        assert faces[:, 0, 0, 0].tolist() == [0, 1, 2, 3, 4, 5]
    assert render.texture(slot, strip[:, :2])[0][:, 0, :, 0].tolist() == [[0, 1]] * 6


# failures leave no file -----------------------------------------------------------------------------------------------


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def broken(width: int, height: int, rows: bytes) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return png.SIGNATURE + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


GOOD = png.write(BOARD)
PICTURES = {
    "empty": b"",
    "cut": GOOD[:-13],
    "changed": GOOD[:45] + b"?" + GOOD[46:],
    "no stream": broken(2, 2, b"nothing"),
    "a filter that is none": broken(1, 1, zlib.compress(bytes([9, 0, 0, 0, 0]))),
    "too few rows": broken(4, 4, zlib.compress(bytes(17))),
    "too large": broken(1 << 31 - 1, 1, zlib.compress(b"")),
}


@pytest.mark.parametrize("kind", PICTURES)
def test_hostile_pictures(refused: Run, kind: str) -> None:
    files = {"t.frag": TEXTURED, "t.png": PICTURES[kind]}
    refused(
        1,
        r"t\.png: error: ",
        "render t.frag --isa agal --size 4x4 -o out.png --texture tex=t.png --uniform tint=1,1,1,1",
        files,
    )


def test_what_is_missing_is_named(refused: Run) -> None:
    files = {"t.frag": TEXTURED, "t.png": GOOD}
    refused(2, "no value for the uniform tint", "render t.frag --isa agal -o out.png --texture tex=t.png", files)
    refused(2, "no picture for the sampler tex", "render t.frag --isa agal -o out.png --uniform tint=1,1,1,1", files)
    refused(
        2, "cannot read", "render t.frag --isa agal -o out.png --uniform tint=1,1,1,1 --texture tex=none.png", files
    )
    refused(2, "no directory|no folder|does not exist|No such", "render t.frag --isa agal -o no/where/out.png", files)
    refused(1, "t.frag:1", "render t.frag --isa agal -o out.png", {"t.frag": "void main() { gl_FragColor = wrong; }"})


def test_an_old_picture_survives_a_failure(gpucc: Run) -> None:
    files = {"t.frag": TEXTURED, "t.png": GOOD[:-5], "out.png": GOOD}
    assert gpucc("render t.frag --isa agal -o out.png --texture tex=t.png --uniform tint=1,1,1,1", files).code == 1
    assert Path("out.png").read_bytes() == GOOD


# a picture whose texels hold their position; integral coordinates read the texel below, as in Skia's CPU backend
CHILDREN = {
    "p": lambda x: x,
    "floor(p)": lambda x: np.maximum(np.floor(x) - 1, 0),
    "ceil(p)": np.floor,
    "floor(p / 4.0) * 4.0": lambda x: np.maximum(np.floor(x / 4) * 4 - 1, 0),
    "p * 0.5": lambda x: x / 2,
    "p + float2(2.25)": lambda x: x + 2.25,
}


@pytest.mark.parametrize("isa", ["agal", "agsl"])
@pytest.mark.parametrize("place", CHILDREN)
def test_children_are_read_in_pixels_and_stand_upright(gpucc: Run, tmp_path: Path, place: str, isa: str) -> None:
    width, height = 13, 7
    picture = np.zeros((height, width, 4), np.uint8)
    picture[..., 0], picture[..., 1], picture[..., 3] = np.arange(width) * 10, np.arange(height)[:, None] * 20, 255
    source = f"uniform shader c; uniform shader unread; half4 main(float2 p) {{ return c.eval({place}); }}"
    files = {"child.agsl": source, "picture.png": png.write(picture)}
    gpucc(f"render child.agsl --isa {isa} --texture c=picture.png --size 16x16 -o out.png", files)
    found = png.read((tmp_path / "out.png").read_bytes(), "out.png")
    texel = np.floor(CHILDREN[place](np.arange(16) + 0.5)).astype(int)
    assert np.array_equal(found[..., 0], np.broadcast_to(np.clip(texel, 0, width - 1) * 10, (16, 16)))
    assert np.array_equal(found[..., 1], np.broadcast_to((np.clip(texel, 0, height - 1) * 20)[:, None], (16, 16)))


def test_quads_begin_at_the_lower_edge(gpucc: Run) -> None:
    """As in OpenGL: with an odd height, the row that has no partner is the uppermost one."""
    text = (
        "#extension GL_OES_standard_derivatives : enable\nprecision highp float;\n"
        "void main() { float k = floor(gl_FragCoord.y * 0.5); gl_FragColor = vec4(abs(dFdy(k)), k * 0.25, 0.0, 1.0); }"
    )
    end = gpucc("render t.frag --isa lima-pp --precision f32 --size 4x5 -o out.png", {"t.frag": text})
    assert end.code == 0, end.err
    found = picture()
    # within a quad, rows 0 and 1 or 2 and 3 from below, the number of the pair is the same
    assert (found[:, :, 0] == 0).all()
    assert found[:, 0, 1].tolist() == [128, 64, 64, 0, 0]


def test_what_the_compiler_warns_of_is_told(gpucc: Run) -> None:
    """Halves make an infinity of the number, and the picture is black for no other reason."""
    text = "precision highp float; void main() { gl_FragColor = vec4(mod(480599.0 + gl_FragCoord.x, 2.0)); }\n"
    end = gpucc("render t.frag --isa lima-pp --size 2x2 -o out.png", {"t.frag": text})
    assert end.code == 0, end.err
    assert "warning: 480599: infinite here, for the largest number is 65504" in end.err


@pytest.mark.parametrize(
    ("name", "habits", "first", "last"),
    [
        # from the lower left, but for the point's own coordinates, and what the rasteriser of a raw window counts
        ("gl_FragCoord", render.Habits(), (0.5, 0.5), (2.5, 3.5)),
        ("gl_FragCoord", render.Habits(raw=True), (0.5, 3.5), (2.5, 0.5)),
        ("gl_PointCoord", render.Habits(), (1 / 6, 0.875), (5 / 6, 0.125)),
        ("uv", render.Habits(), (1 / 6, 0.125), (5 / 6, 0.875)),
        ("at", render.Habits(in_pixels=True), (0.5, 3.5), (2.5, 0.5)),
    ],
)
def test_where_coordinates_begin(
    name: str, habits: render.Habits, first: tuple[float, float], last: tuple[float, float]
) -> None:
    """The lower left and the upper right pixel of a picture of 3 by 4."""
    builtin = name if name.startswith("gl_") else None
    grid = render.grid(3, 4)
    slot = Slot(name, "input", 0, "ffff" if name == "gl_FragCoord" else "ff", builtin=builtin)
    picture = grid.laid_out(render.varyings((slot,), grid, {}, habits)[name])
    assert np.allclose(picture[3, 0, :2], first)
    assert np.allclose(picture[0, 2, :2], last)
