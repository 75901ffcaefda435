"""Skia as the judge of AGSL: its verdict on a source, and the exact pixels that it paints on the CPU."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from gpucc.frontend.compile import compile_source
from gpucc.interp.arrays import pack, unpack
from gpucc.interp.reference.jit import Reference
from gpucc.isa.model import Format
from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.source import load

SIDE = 16
X, Y = np.meshgrid(np.arange(SIDE) + 0.5, np.arange(SIDE) + 0.5)
POINTS = np.stack([X.ravel(), Y.ravel()], 1).astype(np.float32)


class Whole(Format):
    """float32 with 32-bit integers, as on the host."""

    __slots__ = ()

    @property
    def exact_integers(self) -> int:
        return 2**32


FORMAT = Whole("f32", 8, 23)


def skia() -> Any:
    try:
        import skia as found
    except ImportError as error:
        pytest.skip(f"Skia cannot be loaded: {error}; install skia-python and the libraries libEGL, libGL, libexpat")
    return found


def refusal(source: str) -> str | None:
    """Skia's first error, or None if it accepts the source as a shader, a color filter or a blender."""
    found = None
    for kind in ("MakeForShader", "MakeForColorFilter", "MakeForBlender"):
        try:
            getattr(skia().RuntimeEffect, kind)(source)
        except RuntimeError as error:
            found = found or str(error).split("\n")[0].removeprefix("error: ")
            if "'main' parameter" not in found:
                return found
        else:
            return None
    return found


def one_pixel(color: Any) -> Any:
    """A child shader of uniform colour; the colour has shape (1, 1, 4)."""
    s = skia()
    return s.Image.fromarray(color, colorType=s.kRGBA_F32_ColorType).makeShader(
        s.TileMode.kClamp, s.TileMode.kClamp, s.SamplingOptions()
    )


def paint(source: str, uniforms: bytes = b"", *children: Any) -> Any:
    """One row of four floats per pixel, in float32 without colour space or clamping. The children are shaders, in the
    order of their declaration."""
    s = skia()
    effect = s.RuntimeEffect.MakeForShader(source)
    data = s.Data.MakeWithCopy(uniforms)
    pointers = s.VectorRuntimeEffectChildPtr([s.RuntimeEffectChildPtr(child) for child in children])
    shader = effect.makeShader(data, s.SpanRuntimeEffectChildPtr(pointers))
    info = s.ImageInfo.Make(SIDE, SIDE, s.kRGBA_F32_ColorType, s.kPremul_AlphaType)
    surface = s.Surface.MakeRaster(info)
    surface.getCanvas().drawPaint(s.Paint(Shader=shader, BlendMode=s.BlendMode.kSrc))
    pixels = np.zeros((SIDE, SIDE, 4), np.float32)
    assert surface.makeImageSnapshot().readPixels(info, pixels, SIDE * 16, 0, 0)
    return pixels.reshape(-1, 4)


@dataclass(frozen=True)
class Painted:
    colors: Any
    unsure: Any


def run(source: str, math: str = "skia-cpu", **uniforms: Any) -> Painted:
    """The same picture by our front end and LLVM's JIT. Values of uniforms and children that nothing reads are left
    out."""
    module = compile_source(source, "test.agsl", "agsl", math=math)  # type: ignore[arg-type]
    shader = canonicalise(load(module, name="test"), entry=None, stage="fragment", bind=(), default_stage="fragment")
    arrays: dict[str, Any] = {slot.name: POINTS for slot in shader.interface.inputs}
    known = {slot.name for slot in (*shader.interface.uniforms, *shader.interface.samplers)}
    batch = pack(
        shader.interface, arrays | {name: value for name, value in uniforms.items() if name in known}, SIDE * SIDE
    )
    outcome = Reference(shader, FORMAT).run(batch)
    return Painted(unpack(shader.interface, outcome)["gl_FragColor"], outcome.unsure)
