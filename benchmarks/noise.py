"""Pictures of the noise in examples/noise, painted by the source and by compiled programs: `python -P
benchmarks/noise.py [--write] [names]`.

The corners of a cell are hashed separately by pixels of the four cells around. Hashes are discontinuous: where two
cells compute a corner in different orders, the picture is torn along their border. So the largest difference of
neighbouring pixels is compared between the source's picture and the program's. agal and lima-pp (in float32) are
simulated and compared with LLVM's JIT; agsl's text and the source are painted by Skia. The values themselves are not
compared: a sine that is accurate enough for angles still changes the hashes.

Each program is also verified, at 64, 256 and 1,024 lanes (or as --lanes says). On lima-pp the verdict "structure" is
accepted: halves overflow in hashes with values beyond 65504, and their programs are compared with the source in
float32.

--write puts the table into docs/verification.md. The exit code is 1 if a picture has jumps that the source's has not,
or if a program is not verified.
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

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

import sections  # noqa: E402

from gpucc import driver  # noqa: E402
from gpucc.errors import LimitExceeded  # noqa: E402
from gpucc.interp.report import Report  # noqa: E402
from gpucc.program import Program  # noqa: E402
from gpucc.reading import Reading  # noqa: E402
from gpucc.sched.core.allowance import USUAL, Allowance  # noqa: E402
from gpucc.targets import registry  # noqa: E402

DOCUMENT = "docs/verification.md"
FOLDER = ROOT / "examples" / "noise"
TARGETS = ("agal", "lima-pp", "agsl")
LANES = (64, 256, 1024)
VERSIONS: dict[str, tuple[dict[str, str], ...]] = {"agal": ({}, {"version": "2"}, {"version": "3"})}
# the picture's origin, and the number of pixels per cell
ORIGIN = (37.0, 91.0)
FINE = 16
TIME = 0.7
# other hashes have other slopes; a torn picture jumps by several times as much
STEEPER, FLAT = 1.5, 0.02
WRAPPED = re.compile(r"precision highp float;|varying vec2 v;|void main\(\) \{.*\}", re.DOTALL)
SKIAS_MAIN = "half4 main(float2 v) { return half4(vec4(vec3(picture(v)), 1.0)); }\n"

Picture = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Jumps:
    """The largest differences of neighbouring pixels in the source's picture and in the target's."""

    source: float
    target: float

    @property
    def torn(self) -> bool:
        return not self.target <= STEEPER * self.source + FLAT


def names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.frag"))


def steepest(picture: Picture) -> float:
    return float(max(np.abs(np.diff(picture, axis=axis)).max() for axis in (0, 1)))


def jumps(name: str, isa: str, side: int, arithmetic: str = "default", effort: int = USUAL) -> Jumps:
    path = FOLDER / f"{name}.frag"
    return painted_jumps(path, compiled(path, isa, arithmetic, effort).program, side)


def painted_jumps(path: Path, program: Program, side: int) -> Jumps:
    if program.isa == "agsl":
        return Jumps(
            *(steepest(painted(text, side)) for text in (skias_source(path.read_text()), driver.disassemble(program)))
        )
    lines = (np.arange(side) + 0.5) / FINE
    x, y = np.meshgrid(ORIGIN[0] + lines, ORIGIN[1] + lines)
    given: dict[str, Any] = {"v": np.stack([x.ravel(), y.ravel()], 1).astype(np.float32)}
    if "uniform float time" in path.read_text():
        given["time"] = np.array([TIME], np.float32)
    # agal computes in float32, as the source's picture does
    outputs = (driver.reference(path, "agal", given, stage="fragment"), driver.run(program, given, precision="f32"))
    return Jumps(*(steepest(found["gl_FragColor"][:, 0].reshape(side, side)) for found in outputs))


def compiled(path: Path, isa: str, arithmetic: str = "default", effort: int = USUAL) -> driver.Built:
    """Compile for the smallest version of the target that has room for the program."""
    problem: LimitExceeded | None = None
    for switches in VERSIONS.get(isa, ({},)):
        try:
            reading = Reading(arithmetic=arithmetic)
            return driver._build(
                path, registry.find(isa), None, "fragment", 2, None, switches, None, driver.silent, reading,
                allowance=Allowance(effort),
            )  # fmt: skip
        except LimitExceeded as error:
            problem = error
    assert problem is not None
    raise problem


def acceptable(report: Report) -> bool:
    """Return whether a report is acceptable. Verdict "structure" is accepted only for fp16, whose numbers overflow."""
    return report.verdict == "verified" or (report.verdict == "structure" and report.format == "fp16")


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
    parser.add_argument(
        "--lanes", type=int, action="append", help=f"lanes to verify, 0 for none; default {', '.join(map(str, LANES))}"
    )
    parser.add_argument("--arithmetic", default="default", help="strict, default or fast")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("names", nargs="*")
    wishes = parser.parse_args()
    lanes = [count for count in wishes.lanes or LANES if count]
    torn = doubtful = 0
    rows = [f"| noise | target | steepest, source | program | {' | '.join(f'{count} lanes' for count in lanes)} |"]
    rows.append("| --- | --- | --- | --- |" + " --- |" * len(lanes))
    print("\n".join(rows))
    for name in wishes.names or names():
        for isa in TARGETS:
            path = FOLDER / f"{name}.frag"
            built = compiled(path, isa, wishes.arithmetic)
            found = painted_jumps(path, built.program, wishes.side)
            reports = [driver._judge(built, count, 0) for count in lanes]
            torn += found.torn
            doubtful += not all(map(acceptable, reports))
            verdicts = [f"{report.verdict}, {report.lanes_told}" for report in reports]
            row = (
                f"| {name} | {isa} | {found.source:.3f} | {found.target:.3f}{' TORN' if found.torn else ''} |"
                f" {' | '.join(verdicts)} |"
            )
            rows.append(row)
            print(row, flush=True)
    how = f"{wishes.side} x {wishes.side} pixels, --arithmetic {wishes.arithmetic}"
    summary = f"{how}: {torn} pictures are torn, {doubtful} programs are not verified"
    print(summary)
    if wishes.write:
        sections.write_section(DOCUMENT, "noise", "\n".join([*rows, "", summary]))
    return int(torn > 0 or doubtful > 0)


if __name__ == "__main__":
    sys.exit(main())
