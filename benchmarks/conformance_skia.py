"""Skia's own shaders (resources/sksl of a checkout) as a suite for benchmarks/conformance.py: verdicts and self-checking programs.

A verdict is that of skia-python: whether it takes the file as a shader, a color filter or a blender of AGSL. A program checks itself
if it names colorGreen, and Skia paints it green with the values that Skia's test (tests/SkSLTest.cpp) gives its
uniforms: then it must come out green from LLVM's JIT in both kinds of mathematics, from every target with fragment programs, and
as agsl's text from Skia. Without the runner: python -P benchmarks/conformance_skia.py CHECKOUT
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "frontend"))

import skia_judge
from conformance_outcome import Outcome

import gpucc
from gpucc.errors import GpuccError, LimitExceeded, Unsupported
from gpucc.frontend import compile_source

TITLE = "Skia, resources/sksl"
ENDINGS = (".sksl", ".rts", ".rtb", ".rtcf", ".privrts")
VERSION_300 = "`#version 300` lifts the rules of GLSL ES 1.00; gpucc takes AGSL with those rules alone"
REASONS: dict[str, str] = {}
GREEN = np.array((0, 1, 0, 1), np.float32)
TARGETS: dict[str, dict[str, str]] = {"agal": {"version": "3"}, "lima-pp": {}}
VALUES: dict[str, tuple[float, ...]] = {
    "colorBlack": (0, 0, 0, 1), "colorRed": (1, 0, 0, 1), "colorGreen": (0, 1, 0, 1), "colorBlue": (0, 0, 1, 1), "colorWhite": (1, 1, 1, 1),
    "testInputs": (-1.25, 0, 0.75, 2.25), "testMatrix2x2": (1, 2, 3, 4), "testMatrix3x3": tuple(range(1, 10)),
    "testMatrix4x4": tuple(range(1, 17)), "unknownInput": (1,), "testArray": (1, 2, 3, 4, 5), "testArrayNegative": (-1, -2, -3, -4, -5),
}  # fmt: skip


def cases(root: Path) -> list[tuple[str, str]]:
    folder = root / "resources" / "sksl" if (root / "resources").is_dir() else root
    return [(str(path.relative_to(root)), path.stem) for path in sorted(folder.rglob("*")) if path.suffix in ENDINGS]


def run(root: Path, file: str, name: str) -> list[Outcome]:
    source = (root / file).read_text("utf-8", "replace")
    found = [_verdict(source)]
    values = _uniforms(source)
    if values is not None and _is_green(lambda: _painted(source, values)):
        found += _self_check(source, values)
    return found


def _verdict(source: str) -> Outcome:
    theirs = skia_judge.refusal(source)
    try:
        compile_source(source, "suite.agsl", "agsl")
    except GpuccError as error:
        note = VERSION_300 if "#version 300" in source else str(error)
        return Outcome("accept" if theirs is None else "refuse", "wrong" if theirs is None else "right", note if theirs is None else "")
    return Outcome("accept", "right") if theirs is None else Outcome("refuse", "wrong", f"Skia: {theirs}")


def _self_check(source: str, values: dict[str, tuple[float, ...]]) -> Iterator[Outcome]:
    for math in ("glsl", "skia-cpu"):
        yield _asked(f"self-check JIT, {math}", lambda math=math: skia_judge.run(source, math, **_arrays(values)).colors)
    for isa, target in TARGETS.items():
        yield _asked(f"self-check {isa}", lambda isa=isa, target=target: _simulated(source, isa, target, values))
    yield _asked("self-check agsl", lambda: _painted(gpucc.compile(source, isa="agsl", name="suite.agsl").asm(), values))


def _asked(question: str, colors: Callable[[], Any]) -> Outcome:
    try:
        green = _is_green(colors)
    except (LimitExceeded, Unsupported) as error:
        return Outcome(question, "limit", error.message)
    except GpuccError as error:
        return Outcome(question, "wrong", error.message)
    return Outcome(question, "right" if green else "wrong", "" if green else "it is red")


def _is_green(colors: Callable[[], Any]) -> bool:
    return bool(np.all(colors() == GREEN))


# uniforms -------------------------------------------------------------------------------------------------------------------


def _uniforms(source: str) -> dict[str, tuple[float, ...]] | None:
    """Values by name, in order; None where the source does not check itself, or asks for what Skia's test does not give."""
    found: dict[str, tuple[float, ...]] = {}
    for type, names in re.findall(r"^\s*(?:layout\([^)]*\)\s*)?uniform\s+(\w+)\s+([^;]+);", source, re.MULTILINE):
        if not re.fullmatch(r"(float|half|vec|mat)\w*", type):
            return None
        for name in names.split(","):
            plain = name.split("[")[0].strip()
            if plain not in VALUES:
                return None
            found[plain] = VALUES[plain]
    return found if "colorGreen" in found and skia_judge.refusal(source) is None else None


def _arrays(values: dict[str, tuple[float, ...]]) -> dict[str, Any]:
    def shaped(name: str, value: tuple[float, ...]) -> Any:
        array = np.array(value, np.float32)
        side = {"testMatrix2x2": 2, "testMatrix3x3": 3, "testMatrix4x4": 4}.get(name)
        return array.reshape(side, side) if side else array[0] if len(value) == 1 else array

    return {name: shaped(name, value) for name, value in values.items()}


def _painted(source: str, values: dict[str, tuple[float, ...]]) -> Any:
    return skia_judge.paint(source, np.array([one for value in values.values() for one in value], np.float32).tobytes())


def _simulated(source: str, isa: str, target: dict[str, str], values: dict[str, tuple[float, ...]]) -> Any:
    program = gpucc.compile(source, isa=isa, name="suite.agsl", target=target)
    known = {slot.name for slot in program.interface.uniforms}
    arrays = {name: value for name, value in _arrays(values).items() if name in known}
    arrays |= {slot.name: skia_judge.POINTS for slot in program.interface.inputs}
    if not program.interface.inputs:
        return np.atleast_2d(program.run(arrays)["gl_FragColor"])
    return program.run(arrays)["gl_FragColor"]


def main() -> None:
    root = Path(sys.argv[1])
    tally: Counter[tuple[str, str]] = Counter()
    for file, name in cases(root):
        for one in run(root, file, name):
            tally[one.question, one.verdict] += 1
            if one.verdict != "right":
                print(f"{file}: {one.question}: {one.verdict}: {one.note}", flush=True)
    for (question, verdict), count in sorted(tally.items()):
        print(f"{question}: {verdict} {count}")


if __name__ == "__main__":
    main()
