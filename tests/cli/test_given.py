"""`gpucc run`: numbers and pictures on the command line, alone and beside arrays of a file."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gpucc.emit import png

Run = Callable[..., Any]

SCALED = """attribute vec2 place;
attribute float shade;
uniform vec2 scale;
varying float passed;
void main() { gl_Position = vec4(place * scale, 0.0, 1.0); passed = shade; }
"""
SEEN = """precision mediump float;
uniform sampler2D t;
varying vec2 uv;
void main() { gl_FragColor = texture2D(t, uv); }
"""
SEEN_IN_PIXELS = "uniform shader t; half4 main(float2 coord) { return t.eval(coord); }"
FILES = {"k.vert": SCALED}
RUN = "run k.vert --isa agal "


def rows(text: str) -> list[list[str]]:
    """The words of a table's rows, without the number of the lane."""
    return [line.split()[1:] for line in text.splitlines()[1:]]


def archive(**arrays: np.ndarray) -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


def test_lanes_of_an_input_stand_one_after_the_other(gpucc: Run) -> None:
    end = gpucc(f"{RUN} --input place=1,2,3,4 --input shade=7 --uniform scale=2,1/4", FILES)
    assert (end.code, rows(end.text)) == (0, [["2", "0.5", "0", "1", "7"], ["6", "1", "0", "1", "7"]]), end.err


def test_expressions_and_special_numbers(gpucc: Run) -> None:
    end = gpucc(f"{RUN} --input place=-inf,nan --input shade=-0 --uniform scale=1,sqrt(4)", FILES)
    assert (end.code, rows(end.text)) == (0, [["-inf", "nan", "0", "1", "-0"]]), end.err


def test_numbers_come_before_those_of_a_file(gpucc: Run) -> None:
    arrays = {"in.npz": archive(place=np.ones((3, 2)), scale=np.array([5.0, 5.0]))}
    end = gpucc(f"{RUN} --inputs in.npz --input shade=1,2,3 --uniform scale=2,3", FILES | arrays)
    assert (end.code, rows(end.text)) == (0, [["2", "3", "0", "1", lane] for lane in "123"]), end.err
    end = gpucc(f"{RUN} --inputs in.npz --input shade=1", FILES | arrays)
    assert (end.code, rows(end.text)) == (0, [["5", "5", "0", "1", "1"]] * 3), end.err


@pytest.mark.parametrize(("name", "source", "low"), [("k.frag", SEEN, 1), ("k.agsl", SEEN_IN_PIXELS, 0)])
def test_a_picture_stands_as_render_draws_it(name: str, source: str, low: int, gpucc: Run) -> None:
    """The row of the picture with the lower coordinate is its last one, or its first one in AGSL."""
    texels = np.array([[[255, 0, 0, 255], [0, 255, 0, 255]], [[0, 0, 255, 255], [255, 255, 255, 0]]], np.uint8)
    files = {name: source, "p.png": png.write(texels)}
    steps = "0.5,0.5,1.5,0.5,0.5,1.5,1.5,1.5" if low == 0 else "0.25,0.25,0.75,0.25,0.25,0.75,0.75,0.75"
    place = "coord" if low == 0 else "uv"
    end = gpucc(f"run {name} --isa lima-pp --input {place}={steps} --texture t=p.png", files)
    shown = [" ".join(f"{value / 255:g}" for value in texel) for row in texels for texel in row]
    expected = [shown[2 * low], shown[2 * low + 1], shown[2 - 2 * low], shown[3 - 2 * low]]
    assert (end.code, [" ".join(row) for row in rows(end.text)]) == (0, expected), end.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", "--texture t=FILE.png gives the picture"),
        ("--texture q=p.png", "--texture q: the shader has none of that name"),
        ("--texture t", "--texture takes NAME="),
        ("--texture t=none.png", "No such file"),
        ("--texture t=k.frag", "not a PNG"),
        ("--texture t=p.npz -o p.npz", "it is the input"),
    ],
)
def test_mistakes_with_pictures(words: str, told: str, gpucc: Run) -> None:
    files = {"k.frag": SEEN, "p.png": png.write(np.zeros((1, 1, 4), np.uint8)), "p.npz": b""}
    end = gpucc(f"run k.frag --isa agal --input uv=0,0 {words}", files)
    assert end.code in (1, 2)
    assert told in end.err
    assert end.new == ()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", "no value for place, shade, scale"),
        ("", "for example --input place=0,0 --input shade=0 --uniform scale=0,0"),
        ("--input place=1,2,3", "--input place has 3 numbers, but the shader's vec2 takes 2 for each lane"),
        ("--input place=1,2,3,4,5,6 --input shade=1,2", "--input shade has 2 lanes, but the inputs"),
        ("--uniform scale=1", "--uniform scale has 1 number, and the shader's vec2 takes 2"),
        ("--input scale=1,1", "--input scale: give it with --uniform"),
        ("--uniform shade=1", "--uniform shade: give it with --input"),
        ("--input plaice=1,1", "--input plaice: the shader has none of that name"),
        ("--input place=1,y", "the expression '1,y' has 'y'"),
        ("--input in.npz", "--inputs IN.npz reads arrays from a file"),
        ("--input place=1,1 --input place=2,2", "--input gives 'place' twice"),
    ],
)
def test_mistakes(words: str, told: str, gpucc: Run) -> None:
    end = gpucc(f"{RUN} {words}", FILES)
    assert end.code == 2
    assert told in end.err
