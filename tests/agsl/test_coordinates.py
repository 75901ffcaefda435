"""What a varying of GLSL becomes in AGSL: never silently a coordinate in pixels, or a colour."""

from __future__ import annotations

from dataclasses import replace

import pytest

import gpucc
from gpucc import driver
from gpucc.errors import Unsupported
from gpucc.targets import registry

UV = "precision highp float; varying vec2 uv; void main() { gl_FragColor = vec4(uv, uv * 0.5); }"
WINDOW = "precision highp float; void main() { gl_FragColor = vec4(gl_FragCoord.xy, 0.0, 1.0); }"
COLOUR = "precision highp float; varying vec4 tint; void main() { gl_FragColor = tint.yxyx + 1.0; }"
SIZE = "uniform float2 resolution;  // of the picture, in pixels\n"
BOTTOM = "uniform float bottom;  // y of the picture's lower edge, in pixels: its height\n"
FLIPPED = "float2(coord.x, bottom - coord.y)"


def compiled(source: str, **target: str) -> tuple[str, list[str]]:
    warnings: list[str] = []

    def observe(stage: str, value: object) -> None:
        if stage == "warning":
            warnings.append(str(value))

    program = gpucc.compile(source, isa="agsl", name="k.frag", target=target, observe=observe)
    assert program.verified is not None
    assert program.verified["verdict"] == "verified"
    return program.asm(), warnings


@pytest.mark.parametrize(
    ("coord", "head", "note", "start"),
    [
        ("pixels", "", "// uv is the coordinate in pixels, with y downwards", "float2 uv) {"),
        ("uv", SIZE, "// uv goes from 0 to 1, with v downwards",
         "float2 coord) {\n    float2 uv = coord / resolution;"),
        ("flip", BOTTOM + SIZE, "// uv goes from 0 to 1, with v upwards",
         f"float2 coord) {{\n    float2 uv = {FLIPPED} / resolution;"),
    ],
)  # fmt: skip
def test_a_varying_is_the_coordinate_as_asked(coord: str, head: str, note: str, start: str) -> None:
    text, warnings = compiled(UV, coord=coord)
    assert text.startswith(f"{head}\n{note}\nhalf4 main({start}\n".lstrip("\n"))
    assert warnings == []


def test_a_varying_is_not_silently_in_pixels() -> None:
    text, warnings = compiled(UV)
    assert "// uv is the coordinate in pixels, with y downwards\nhalf4 main(float2 uv) {" in text
    assert len(warnings) == 1
    assert "--coord uv or flip" in warnings[0]


def test_a_varying_is_not_silently_a_colour() -> None:
    text, warnings = compiled(COLOUR)
    assert "// tint is a colour: this is a color filter\nhalf4 main(float4 tint) {" in text
    assert "the varying 'tint' becomes a colour in AGSL: --coord" in warnings[0]
    text, warnings = compiled(COLOUR, coord="uv")
    assert "float2 tint = coord / resolution;" in text
    assert warnings == []
    text, warnings = compiled(COLOUR.replace("yxyx", "yxzx"), coord="pixels")
    assert "uniform float tint_z;  // tint.z" in text
    assert warnings == ["AGSL has two coordinates: tint.z becomes the uniform tint_z"]


def test_the_window_turns_as_asked() -> None:
    text, _ = compiled(WINDOW, coord="flip")
    assert text.startswith(f"{BOTTOM}\n// gl_FragCoord is in pixels, with y upwards\n")
    assert f"float2 frag_coord = {FLIPPED};" in text
    for target in ({}, {"coord": "uv"}, {"coord": "pixels"}):
        text, warnings = compiled(WINDOW, **target)
        assert text.startswith("// gl_FragCoord is in pixels, with y downwards\nhalf4 main(float2 coord) {")
        assert warnings == []


def test_names_of_the_source_stay() -> None:
    text, _ = compiled(
        UV.replace("varying", "uniform vec2 resolution; varying").replace("0.5", "resolution.x"), coord="uv"
    )
    assert "uniform float2 resolution2;  // of the picture, in pixels" in text


def test_agsl_is_in_pixels_already() -> None:
    source = "half4 main(float2 p) { return half4(half2(p), 0.0, 1.0); }"
    assert gpucc.compile(source, isa="agsl", name="k.agsl", target={"coord": "pixels"}).asm().startswith("half4 main")
    with pytest.raises(Unsupported, match="in pixels already"):
        gpucc.compile(source, isa="agsl", name="k.agsl", target={"coord": "uv"})


@pytest.mark.parametrize(
    ("source", "coord", "right", "wrong"),
    [
        (UV, "uv", "coord / resolution", "coord"),
        (UV, "uv", "coord / resolution", "coord / resolution.yx"),
        (UV, "uv", "coord / resolution", "coord / resolution.x"),
        (UV, "flip", "bottom - coord.y", "resolution.y * 0.0 - coord.y"),
        (UV, "flip", ") / resolution", ")"),
        (WINDOW, "flip", "bottom - coord.y", "-coord.y"),
    ],
)
def test_a_coordinate_in_a_picture_of_another_size_differs(source: str, coord: str, right: str, wrong: str) -> None:
    """The picture was one pixel large, with its lower edge at zero, where all of these are the same."""
    made = driver._build(
        source, registry.find("agsl"), None, "fragment", 2, None, {"coord": coord}, "k.frag", driver.silent
    )
    text = made.program.code.decode()
    assert right in text
    assert driver._judge(made, 64, 0).verdict == "verified"
    other = replace(made, program=replace(made.program, code=text.replace(right, wrong).encode()))
    assert driver._judge(other, 64, 0).verdict == "differs"
