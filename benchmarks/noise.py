"""Pictures of the noise in examples/noise, as the source and as programs paint them: `python -P benchmarks/noise.py [--side 256] [names]`.

The corners of a cell are hashed by whoever stands in one of the four cells around. A hash jumps: where two cells compute a corner in
different orders, the picture is torn along their border. So neighbouring pixels are compared: by how much do they differ at most, in
the source's picture and in the program's? agal and lima-pp (in float32) are simulated beside LLVM's JIT, agsl's text and the source are
painted by Skia. The values themselves are another matter: a sine that is good enough for angles makes other hashes.

The exit code is 1 if a picture has jumps that the source's has not.
"""

from __future__ import annotations

import argparse
import re
import struct
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpucc import driver
from gpucc.errors import GpuccError, LimitExceeded

FOLDER = Path(__file__).resolve().parent.parent / "examples" / "noise"
TARGETS = ("agal", "lima-pp", "agsl")
VERSIONS: dict[str, tuple[dict[str, str], ...]] = {"agal": ({}, {"version": "2"}, {"version": "3"})}
# where the picture begins, and how many pixels a cell has
ORIGIN = (37.0, 91.0)
FINE = 16
TIME = 0.7
# other hashes make other slopes; what is torn jumps by several times as much
STEEPER, FLAT = 1.5, 0.02
WRAPPED = re.compile(r"precision highp float;|varying vec2 v;|void main\(\) \{.*\}", re.DOTALL)
SKIAS_MAIN = "half4 main(float2 v) { return half4(vec4(vec3(picture(v)), 1.0)); }\n"

Picture = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Jumps:
    """The largest difference of neighbouring pixels."""

    source: float
    target: float

    @property
    def torn(self) -> bool:
        return not self.target <= STEEPER * self.source + FLAT


def names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.frag"))


def steepest(picture: Picture) -> float:
    return float(max(np.abs(np.diff(picture, axis=axis)).max() for axis in (0, 1)))


def jumps(name: str, isa: str, side: int, arithmetic: str = "default") -> Jumps:
    path = FOLDER / f"{name}.frag"
    program = compiled(path, isa, arithmetic)
    if isa == "agsl":
        return Jumps(*(steepest(painted(text, side)) for text in (skias_source(path.read_text()), program.asm())))
    lines = (np.arange(side) + 0.5) / FINE
    x, y = np.meshgrid(ORIGIN[0] + lines, ORIGIN[1] + lines)
    given: dict[str, Any] = {"v": np.stack([x.ravel(), y.ravel()], 1).astype(np.float32)}
    if "uniform float time" in path.read_text():
        given["time"] = np.array([TIME], np.float32)
    # agal computes in float32, which is what the source's picture is
    outputs = (driver.reference(path, "agal", given, stage="fragment"), driver.run(program, given, precision="f32"))
    return Jumps(*(steepest(found["gl_FragColor"][:, 0].reshape(side, side)) for found in outputs))


def compiled(path: Path, isa: str, arithmetic: str) -> driver.Program:
    """For the oldest version of the target that holds it, without the verdict."""
    problem: GpuccError | None = None
    for switches in VERSIONS.get(isa, ({},)):
        try:
            return driver.compile(path, isa, stage="fragment", target=switches, verify=None, arithmetic=arithmetic)
        except LimitExceeded as error:
            problem = error
    assert problem is not None
    raise problem


def skias_source(text: str) -> str:
    return WRAPPED.sub("", text) + SKIAS_MAIN


def painted(text: str, side: int) -> Picture:
    import skia

    effect = skia.RuntimeEffect.MakeForShader(text)
    data = skia.Data.MakeWithCopy(struct.pack("<f", TIME) if "uniform float time" in text else b"")
    info = skia.ImageInfo.Make(side, side, skia.kRGBA_F32_ColorType, skia.kPremul_AlphaType)
    surface = skia.Surface.MakeRaster(info)
    canvas = surface.getCanvas()
    canvas.scale(FINE, FINE)
    canvas.translate(-ORIGIN[0], -ORIGIN[1])
    canvas.drawPaint(skia.Paint(Shader=effect.makeShader(data), BlendMode=skia.BlendMode.kSrc))
    pixels = np.zeros((side, side, 4), np.float32)
    assert surface.makeImageSnapshot().readPixels(info, pixels, side * 16, 0, 0)
    return pixels[:, :, 0]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--side", type=int, default=256, help="pixels of a side")
    parser.add_argument("--arithmetic", default="default", help="strict, default or fast")
    parser.add_argument("names", nargs="*")
    wishes = parser.parse_args()
    torn = 0
    for name in wishes.names or names():
        cells = []
        for isa in TARGETS:
            found = jumps(name, isa, wishes.side, wishes.arithmetic)
            torn += found.torn
            cells.append(f"{isa} {found.source:.3f} {found.target:.3f}{' TORN' if found.torn else ''}")
        print(f"{name}: {'; '.join(cells)}", flush=True)
    print(f"{wishes.side} x {wishes.side} pixels, --arithmetic {wishes.arithmetic}: {torn} pictures are torn")
    return int(torn > 0)


if __name__ == "__main__":
    sys.exit(main())
