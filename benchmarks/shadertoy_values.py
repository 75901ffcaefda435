"""Shadertoy's shaders drawn by Mesa and by gpucc's simulators: `python -P benchmarks/shadertoy_values.py --from DIR
[--count N] [--state FILE] [--write]`.

DIR is a checkout of wurishi/shadertoy. For each target the shaders are the first ones of docs/tables/shadertoy.txt that
Mesa and gpucc take and the target can hold; each other one is listed with the reason. Mesa draws in software through
EGL; gpucc's program for lima-pp runs in float32, that for agsl as its text says. Both read the same picture in all
samplers. `--state` keeps the answers of a stopped run.

A pixel is well-conditioned if Mesa's own value changes by at most 1 of 255 when coordinates, time, the numbers of the
source, arguments of sines and exponential functions, sines, roots, logarithms and the quotient in mod change a little:
in their last bits, and for lima-pp by half of a half's last bit, because the chip's constants are halves (those within
functions, too). Numbers change all alike, and in RANDOM pictures each by itself (if more than one of a hundred pixels
differs, in up to MORE further ones); quotients of two numbers, which compilers fold, are numbers. Where a texture is
read, coordinates change by a 256th of a texel, which is how exactly renderers know them. A hash of a sine is not
well-conditioned. A shader counts if a quarter of its pixels are, and for lima-pp if halves hold its numbers.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from math import copysign
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

import sections  # noqa: E402
from es3_mesa import Mesa  # noqa: E402
from shadertoy import LIST, bodies, complete  # noqa: E402

from gpucc.emit import png  # noqa: E402
from gpucc.frontend.shadertoy import AFTER  # noqa: E402

WIDTH, HEIGHT, FRAME = 48, 27, 137
ACROSS = 16
# how much numbers change: by this part of themselves
CHANGES = {"lima-pp": 2**-12, "agsl": 2**-21}
FAR, NEAR, SHARE, ENOUGH = 2, 1, 0.99, 0.25
NUMBER = r"(?<![\w.])(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])"
LITERAL = re.compile(rf"(?P<number>{NUMBER})(?:\s*/\s*(?P<divisor>{NUMBER}))?")
# the pictures in which each number changes by itself, and how many more there are if pixels differ
RANDOM, MORE = 16, 44
TEXTURE = """vec4 nudged(sampler2D s, vec2 p) {{ return texture(s, p + {0}); }}
vec4 nudged(sampler2D s, vec2 p, float b) {{ return texture(s, p + {0}, b); }}
#define texture nudged
"""
FUNCTIONS = (
    *(f"{name}(x) ({name}((x) * {{0}}) * {{0}})" for name in ("sin", "cos", "tan")),
    *(f"{name}(x) {name}((x) * {{0}})" for name in ("exp", "exp2")),
    *(f"{name}(x) ({name}(x) * {{0}})" for name in ("log", "log2", "sqrt", "inversesqrt")),
    "pow(x, y) pow((x), (y) * {0})",
    "mod(x, y) ((x) - (y) * floor((x) / (y) * {0}))",
)
# what the compiler says of numbers that the chip cannot hold
INFINITE = re.compile(r"warning: (.*infinite here.*)")
UNSET = re.compile(r"(\w+) \((?:bool|int|float)\)")
Picture = NDArray[np.int32]


def uniforms(time: float) -> dict[str, tuple[int, bool, list[float]]]:
    """What `gpucc render --frames 137` gives to a shader, as the number of components, whether they are integers, and
    the values."""
    return {
        "iResolution": (3, False, [WIDTH, HEIGHT, 1]),
        "iTime": (1, False, [time]),
        "iTimeDelta": (1, False, [1 / 60]),
        "iFrameRate": (1, False, [60]),
        "iFrame": (1, True, [FRAME]),
        "iChannelTime": (1, False, [time] * 4),
        "iChannelResolution": (3, False, [ACROSS, ACROSS, 1] * 4),
        "iMouse": (4, False, [0] * 4),
        "iDate": (4, False, [2000, 0, 1, time]),
        "iSampleRate": (1, False, [44100]),
        **{f"iChannel{n}": (1, True, [0]) for n in range(4)},
    }


def texels() -> NDArray[np.uint8]:
    """Rows from below."""
    return np.random.default_rng(1).integers(0, 256, (ACROSS, ACROSS, 4), np.uint8)


def sources(body: str, target: str) -> Iterator[tuple[str, float]]:
    """The source with small changes, and the factor of the time."""
    whole = complete(body)
    for factor in (1 + 2**-21, 1 - 2**-21):
        nudged = AFTER.replace("gl_FragCoord.xy", f"gl_FragCoord.xy * {factor:.9f}")
        yield whole.replace(AFTER, nudged), 1.0
        yield whole, factor
    if target == "lima-pp":
        yield complete(changed(body, lambda number: float(np.float16(number)))), 1.0
    for factor in (1 + CHANGES[target], 1 - CHANGES[target]):
        yield complete(changed(body, lambda number, factor=factor: number * factor)), 1.0
        moved = TEXTURE.format(f"vec2({copysign(1 / 256 / ACROSS, factor - 1):.9f})")
        yield whole.replace("#line 1\n", f"{moved}#line 1\n"), 1.0
        defined = "".join(f"#define {text.format(f'{factor:.9f}')}\n" for text in FUNCTIONS)
        yield whole.replace("#line 1\n", f"{defined}#line 1\n"), 1.0
    for number in range(RANDOM):
        yield one_by_one(body, target, number), 1.0


def one_by_one(body: str, target: str, picture: int) -> str:
    """The source with each number changed by itself."""
    draw = np.random.default_rng(picture)
    return complete(changed(body, lambda number: number * (1 + CHANGES[target] * draw.uniform(-1, 1))))


def changed(body: str, change: Callable[[float], float]) -> str:
    """The source with other numbers, but for those that halves hold exactly, and for divisors of 0."""

    def number(found: re.Match[str]) -> str:
        one, other = (float(found[part] or 1) for part in ("number", "divisor"))
        value = one / other if other else 0.0
        keeps = abs(value) > 65000 or float(np.float16(value)) == value
        return found[0] if keeps else f"{change(value):.9e}"

    return LITERAL.sub(number, body)


def by_mesa(mesa: Mesa, source: str, factor: float = 1.0) -> Picture | None:
    texture = [ACROSS, ACROSS, texels().tobytes().hex()]
    given = uniforms(FRAME / 60 * factor)
    found = mesa.asked(stage="fragment", source=source, size=[WIDTH, HEIGHT], uniforms=given, texture=texture)
    if found is None or not found["taken"]:
        return None
    flat = np.frombuffer(bytes.fromhex(found["drawn"]), np.uint8).astype(np.int32)
    return flat.reshape(HEIGHT, WIDTH, 4)[::-1, :, :3]


def limit(seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))


def by_gpucc(body: str, target: str, folder: Path, seconds: int) -> Picture | str:
    """The picture, or why there is none."""
    source, shown, noise = folder / "toy.shadertoy", folder / "toy.png", folder / "noise.png"
    source.write_text(body)
    noise.write_bytes(png.write(texels()[::-1]))
    shown.unlink(missing_ok=True)
    arguments = ["render", str(source), "--isa", target, "-o", str(shown)]
    arguments += ["--precision", "f32"] if target == "lima-pp" else []
    arguments += ["--size", f"{WIDTH}x{HEIGHT}", "--frames", str(FRAME)]
    for n in range(4):
        if re.search(rf"\biChannel{n}\b", body):
            arguments += ["--texture", f"iChannel{n}={noise}", "--sampler", f"iChannel{n}=repeat,nearest"]
    command = [sys.executable, "-P", "-m", "gpucc", *arguments]
    for _ in range(2):
        done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=partial(limit, seconds))
        # uniforms that the collection's own pages set are zero, as Mesa leaves them
        command += [f"--uniform={name}=0" for name in UNSET.findall(done.stderr)]
        if "no value for the uniform" not in done.stderr:
            break
    if target == "lima-pp" and (found := INFINITE.search(done.stderr)):
        return found[1]
    if done.returncode or not shown.exists():
        lines = [line for line in done.stderr.splitlines() if "error" in line]
        return lines[0].partition("error: ")[2][:150] if lines else f"not drawn in {seconds} s of CPU time"
    return np.asarray(png.read(shown.read_bytes()))[..., :3].astype(np.int32)


def compared(mesa: Mesa, body: str, target: str, seconds: int) -> dict[str, Any]:
    theirs = by_mesa(mesa, complete(body))
    if theirs is None:
        return {"why": "Mesa does not take it"}
    good = np.ones((HEIGHT, WIDTH), bool)
    for source, factor in sources(body, target):
        other = by_mesa(mesa, source, factor)
        if other is None:
            return {"why": "Mesa does not take it with small changes"}
        good &= (np.abs(other - theirs) <= NEAR).all(-1)
    if good.sum() < ENOUGH * good.size:
        return {"why": f"{good.sum()} of {good.size} pixels are well-conditioned"}
    with tempfile.TemporaryDirectory() as folder:
        ours = by_gpucc(body, target, Path(folder), seconds)
    if isinstance(ours, str):
        return {"why": ours}
    far = np.abs(ours - theirs).max(-1)
    for number in range(RANDOM, RANDOM + MORE):
        if (far[good] <= FAR).mean() >= SHARE:
            break
        other = by_mesa(mesa, one_by_one(body, target, number))
        good &= True if other is None else (np.abs(other - theirs) <= NEAR).all(-1)
    return {
        "good": int(good.sum()),
        "equal": int((far[good] <= FAR).sum()),
        "worst": int(far[good].max(initial=0)),
        "colours": len(np.unique(theirs.reshape(-1, 3), axis=0)),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="folder", type=Path, required=True)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--only", default="")
    parser.add_argument("--state", type=Path)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    known = bodies(given.folder)
    answers: dict[str, dict[str, Any]] = {}
    if given.state is not None and given.state.exists():
        answers = dict(json.loads(line) for line in given.state.read_text().splitlines())
    mesa = Mesa()
    for target, name in product(CHANGES, LIST.read_text().split()):
        key = f"{target} {name}"
        counted = sum("good" in found for known_key, found in answers.items() if known_key.startswith(target))
        if counted >= given.count or key in answers or given.only not in key:
            continue
        answers[key] = compared(mesa, known[name], target, given.seconds)
        print(key, answers[key], flush=True)
        if given.state is not None:
            with given.state.open("a") as file:
                file.write(json.dumps([key, answers[key]]) + "\n")
    lines = [f"{mesa.version}, {WIDTH}x{HEIGHT} pixels, frame {FRAME}", ""]
    lines += [
        "| target and shader | well-conditioned | equal | farthest | colours |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, found in answers.items():
        if "good" in found:
            lines.append(f"| {name} | {found['good']} | {found['equal']} | {found['worst']} | {found['colours']} |")
    lines += ["", "Not compared:", ""]
    lines += [f"- {name}: {found['why']}" for name, found in answers.items() if "why" in found]
    if given.write:
        sections.write_section("docs/glsl.md", "shadertoy", "\n".join(lines))
    print("\n".join(lines))
    wrong = [name for name, found in answers.items() if "good" in found and found["equal"] < SHARE * found["good"]]
    print(f"{len(wrong)} differ: {' '.join(wrong)}")
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main())
