"""AGSL to LLVM IR and back: Skia accepts the text and paints the same picture, and no program computes more than
before."""

from __future__ import annotations

from statistics import mean
from typing import Any

import agsl_judges as judges
import agsl_operations as operations
import numpy as np
import pytest
import skia_judge as judge
import test_agsl_values as values
from lane_values import same_floats

from gpucc import driver

# integers that need more bits than a float's 24 are refused
REFUSED = {name for name in judges.SOURCES if "2147483647" in name}
NAMES = [name for name in judges.SOURCES if name not in REFUSED]
# the identity on a surface without color space, so one of sRGB is painted; Skia's powers are off by some 1e-4
SRGB = ("toLinearSrgb", "fromLinearSrgb")


def compiled(source: str, math: str = "glsl", **wishes: object) -> str:
    return driver.compile(source.encode(), "agsl", name="trip.agsl", math=math, **wishes).code.decode()  # type: ignore[arg-type]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", NAMES)
def test_skia_paints_the_same_bits(name: str) -> None:
    source = judges.SOURCES[name]
    uniforms = values.packed(values.UNIFORMS.get(name, {}))
    text = compiled(source, "skia-cpu", verify=64)
    if any(part in name for part in SRGB):
        assert np.allclose(paint_srgb(source), paint_srgb(text), rtol=3e-4, atol=1e-6)
        return
    wanted, found = judge.paint(source, uniforms), judge.paint(text, uniforms)
    assert same_floats(wanted, found).all()


def paint_srgb(source: str) -> Any:
    s = judge.skia()
    shader = s.RuntimeEffect.MakeForShader(source).makeShader(s.Data.MakeWithCopy(b""))
    info = s.ImageInfo.Make(judge.SIDE, judge.SIDE, s.kRGBA_F32_ColorType, s.kPremul_AlphaType, s.ColorSpace.MakeSRGB())
    surface = s.Surface.MakeRaster(info)
    surface.getCanvas().drawPaint(s.Paint(Shader=shader, BlendMode=s.BlendMode.kSrc))
    pixels = np.zeros((judge.SIDE, judge.SIDE, 4), np.float32)
    assert surface.makeImageSnapshot().readPixels(info, pixels, judge.SIDE * 16, 0, 0)
    return pixels


# a vector with a constant component, whose square is part of the sum: each lane, including 1 and an unread component
NORMALIZED = (
    "normalize(float3(p - 7.7, 2.5))", "normalize(float3(p.x - 7.7, -0.3, p.y))", "normalize(float3(3, p * .1))",
    "normalize(float3(p, 1))", "normalize(float2(p.x, -4))", "normalize(float3(p - 8.2, 1)).xzx",
    "normalize(float3(p - 8.2, -7)).yxy * .3",
    "normalize(float4(p - 3.3, p.x * .2, -1)).xyw", "normalize(float4(p - 3.3, -1, p.x * .2)).xyw",
    "float3(p, 2) * normalize(float3(p, 2)).z",
)  # fmt: skip


@pytest.mark.parametrize("text", NORMALIZED)
def test_vectors_with_constants_are_normalized_as_before(text: str) -> None:
    width = 2 if "float2(p.x" in text else 3
    source = f"half4 main(float2 p) {{ return half4({text}, {'1' if width == 3 else '0, 1'}); }}"
    found = compiled(source, "skia-cpu", verify=64)
    assert same_floats(judge.paint(source), judge.paint(found)).all(), found


@pytest.fixture(scope="module")
def counts() -> dict[str, tuple[int, int]]:
    return {name: (operations.count(source), operations.count(compiled(source, verify=None)))
            for name, source in judges.SOURCES.items() if name not in REFUSED}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_never_more_operations(name: str, counts: dict[str, tuple[int, int]]) -> None:
    before, after = counts[name]
    assert after <= 1.1 * before, f"{before} operations became {after}"


def test_fewer_operations_on_average(counts: dict[str, tuple[int, int]]) -> None:
    assert mean(after / max(1, before) for before, after in counts.values()) < 0.95
    assert sum(after for _, after in counts.values()) < 0.9 * sum(before for before, _ in counts.values())


@pytest.mark.parametrize("name", NAMES[::9])
def test_the_text_of_the_text_is_no_worse(name: str) -> None:
    once = compiled(judges.SOURCES[name], verify=None)
    twice = compiled(once, verify=None)
    assert operations.count(twice) <= 1.05 * operations.count(once) + 1
