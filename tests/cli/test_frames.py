"""Several frames, buffers and common code of `gpucc render`, as Shadertoy has them."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpucc.emit import png

Run = Callable[..., Any]

# red is the frame, green the time, in shares that bytes hold
CLOCK = "void mainImage(out vec4 c, in vec2 p) { c = vec4(float(iFrame) / 5.0, iTime * 12.0, iTimeDelta * 30.0, 1); }"
# the buffer counts frames in its own picture; the image reads it, and half of the pixels' size
COUNT = "void mainImage(out vec4 c, in vec2 p) { c = texelFetch(iChannel0, ivec2(p), 0) + STEP; }"
SHOW = "void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel1, p / iResolution.xy) * vec4(1, 0, 0, 1); }"
FILES = {"clock.frag": CLOCK, "a.frag": COUNT, "image.frag": SHOW, "common.glsl": "#define STEP vec4(0.2)\n"}


def first(path: str) -> list[int]:
    return [int(one) for one in png.read(Path(path).read_bytes(), path)[0, 0]]


def chunks(data: bytes) -> list[bytes]:
    found, at = [], len(png.SIGNATURE)
    while at < len(data):
        (size,) = struct.unpack_from(">I", data, at)
        found.append(data[at + 4 : at + 8])
        at += size + 12
    return found


def test_each_frame_is_a_file(gpucc: Run) -> None:
    end = gpucc("render clock.frag --isa agal --target version=2 --size 2x2 --frames 2:4 -o f%02d.png", FILES)
    assert end.code == 0, end.err
    assert end.new[-3:] == ("f02.png", "f03.png", "f04.png")
    assert [first(name) for name in end.new[-3:]] == [
        [102, 102, 128, 255], [153, 153, 128, 255], [204, 204, 128, 255]]  # fmt: skip
    assert "3 frames of 2 x 2 pixels" in end.err


def test_frames_in_one_file_are_an_animation(gpucc: Run) -> None:
    gpucc("render clock.frag --isa lima-pp --size 2x2 --frames 1:3 -o all.png", FILES)
    data = Path("all.png").read_bytes()
    assert chunks(data) == [
        b"IHDR", b"acTL", b"fcTL", b"IDAT", b"fcTL", b"fdAT", b"fcTL", b"fdAT", b"IEND"]  # fmt: skip
    assert first("all.png")[0] == 51
    gpucc("render clock.frag --isa lima-pp --size 2x2 --frames 3 -o one.png")
    assert b"acTL" not in chunks(Path("one.png").read_bytes())


def test_buffers_keep_their_picture(gpucc: Run) -> None:
    words = (
        "render image.frag --isa lima-pp --size 4x2 --buffer A=a.frag --common common.glsl --texture iChannel1=A"
        " --texture A.iChannel0=A"
    )
    for frame, red in ((0, 51), (3, 204)):
        end = gpucc(f"{words} --frames {frame}:{frame} -o k.png", FILES)
        assert end.code == 0, end.err
        assert abs(first("k.png")[0] - red) <= 1
        assert first("k.png")[1:3] == [0, 0]


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ("--frames 4:2", 2, "--frames 4:2"),
        ("--frames x", 2, "--frames takes FIRST:LAST, not 'x'"),
        ("--buffer E=a.frag", 2, "there is no buffer 'E'"),
        ("--common lost.glsl", 2, "cannot read 'lost.glsl'"),
        ("--common ../away.glsl", 2, "cannot read|outside of the folder"),
        ("--common broken.glsl", 1, r"broken.glsl:2:9: error: .* `vec5`"),
    ],
)
def test_mistakes(refused: Run, words: str, code: int, says: str) -> None:
    files = {**FILES, "broken.glsl": "// a comment\nuniform vec5 k;\n"}
    refused(code, says, f"render clock.frag --isa lima-pp --size 2x2 -o k.png {words}", files)


def test_retroarch_and_sizes_are_known(gpucc: Run) -> None:
    text = """#ifdef VERTEX
void main() { gl_Position = vec4(1.0); }
#endif
#ifdef FRAGMENT
precision highp float;
uniform vec2 OutputSize, TextureSize, InputSize;
uniform int FrameCount;
uniform sampler2D Texture;
void main() { gl_FragColor = vec4(OutputSize.x, TextureSize.y, InputSize.x, float(FrameCount)) / 255.0; }
#endif
"""
    texels = png.write(np.full((3, 5, 4), 255, np.uint8))
    files = {"k.glsl": text.replace("/ 255.0", "/ 255.0 * texture2D(Texture, vec2(0.5))"), "p.png": texels}
    end = gpucc("render k.glsl --isa agal --size 2x2 --texture Texture=p.png --frames 7 -o k.png", files)
    assert end.code == 0, end.err
    assert first("k.png") == [2, 3, 5, 7]
