"""Skia's own shaders (resources/sksl of a checkout) as a suite for benchmarks/conformance.py: verdicts and
self-checking programs.

The expected verdict is skia-python's: whether it accepts the file as a shader, a color filter or a blender of AGSL. The
self-checking programs are those that Skia's own test (tests/SkSLTest.cpp of the checkout, or of its commit where the
checkout is sparse) paints on the CPU and expects to be green. With the test's values for uniforms, each must produce
green in LLVM's JIT in both kinds of mathematics, on every target with fragment programs, and, as text written by agsl,
in Skia.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "frontend"))

import skia_judge
from conformance_outcome import Outcome

import gpucc
from gpucc.errors import GpuccError, LimitExceeded, Unsupported
from gpucc.frontend.compile import compile_source

TITLE = "Skia, resources/sksl"
ENDINGS = (".sksl", ".rts", ".rtb", ".rtcf", ".privrts")
FOLDER = "resources/sksl"
TEST = "tests/SkSLTest.cpp"
VERSION_300 = "`#version 300` lifts the rules of GLSL ES 1.00; gpucc takes AGSL with those rules alone"
REASONS = {
    f"{FOLDER}/{name}:": VERSION_300
    for name in (
        "inliner/TrivialArgumentsInlineDirectlyES3.sksl",
        "runtime/ArrayNarrowingConversions.rts",
        "runtime/Commutative.rts",
        "runtime/GLSLTypeNamesES3.rts",
        "runtime/RecursiveComparison_Arrays.rts",
        "runtime/RecursiveComparison_Types.rts",
    )
}
GREEN = np.array((0, 1, 0, 1), np.float32)
TARGETS: dict[str, dict[str, str]] = {"agal": {"version": "3"}, "lima-pp": {}}
VALUES: dict[str, tuple[float, ...]] = {
    "colorBlack": (0, 0, 0, 1), "colorRed": (1, 0, 0, 1), "colorGreen": (0, 1, 0, 1), "colorBlue": (0, 0, 1, 1),
    "colorWhite": (1, 1, 1, 1),
    "testInputs": (-1.25, 0, 0.75, 2.25), "testMatrix2x2": (1, 2, 3, 4), "testMatrix3x3": tuple(range(1, 10)),
    "testMatrix4x4": tuple(range(1, 17)), "unknownInput": (1,), "testArray": (1, 2, 3, 4, 5),
    "testArrayNegative": (-1, -2, -3, -4, -5),
}  # fmt: skip
CHILDREN = {"shaderGreen": (0, 1, 0, 1), "shaderRed": (1, 0, 0, 1)}


def cases(root: Path) -> list[tuple[str, str]]:
    return [
        (str(path.relative_to(root)), path.stem)
        for path in sorted((root / FOLDER).rglob("*"))
        if path.suffix in ENDINGS
    ]


def row(file: str) -> str:
    """The row of the table is the file's folder."""
    return str(Path(file).parent.relative_to(FOLDER))


@cache
def checked_by_themselves(root: Path) -> frozenset[str]:
    """The files that Skia's test paints on the CPU: `SKSL_TEST(CPU | .., .., name, "folder/file")`, in Skias of 2022
    `SKSL_TEST(CPU + .., name, "folder/file")`."""
    if (root / TEST).exists():
        text = (root / TEST).read_text()
    else:
        found = subprocess.run(
            ["git", "-C", str(root), "show", f"HEAD:{TEST}"], capture_output=True, text=True, check=False
        )
        if found.returncode:
            raise SystemExit(
                f"{root}: the list of programs that check themselves is missing; add {TEST} to the checkout"
            )
        text = found.stdout
    tests = re.findall(r'^SKSL_TEST\(([\w |+]+),[^"]*"([^"]+)"\)', text, re.MULTILINE)
    return frozenset(f"{FOLDER}/{file}" for flags, file in tests if "CPU" in re.findall(r"\w+", flags))


def run(root: Path, file: str, name: str) -> list[Outcome]:
    source = (root / file).read_text("utf-8", "replace")
    found = [_verdict(source)]
    # a Skia of another year may refuse its own program: m144 has no `@if` any more
    if file in checked_by_themselves(root) and skia_judge.refusal(source) is None:
        given = _given(source)
        theirs = _asked("self-check Skia", lambda: _painted(source, given))
        found += [theirs, *_self_check(source, given)]
    return found


def _verdict(source: str) -> Outcome:
    theirs = skia_judge.refusal(source)
    try:
        compile_source(source, "suite.agsl", "agsl")
    except GpuccError as error:
        note = VERSION_300 if "#version 300" in source else str(error)
        return Outcome(
            "accept" if theirs is None else "refuse",
            "wrong" if theirs is None else "right",
            note if theirs is None else "",
        )
    return Outcome("accept", "right") if theirs is None else Outcome("refuse", "wrong", f"Skia: {theirs}")


def _self_check(source: str, given: Given) -> Iterator[Outcome]:
    for math in ("glsl", "skia-cpu"):
        yield _asked(f"self-check JIT, {math}", lambda math=math: skia_judge.run(source, math, **given.arrays()).colors)
    for isa, target in TARGETS.items():
        yield _asked(f"self-check {isa}", lambda isa=isa, target=target: _simulated(source, isa, target, given))
    yield _asked("self-check agsl", lambda: _painted(gpucc.compile(source, isa="agsl", name="suite.agsl").asm(), given))


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


# uniforms -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Given:
    """What Skia's test gives a program: values of uniforms and colors of child shaders, by name, in the order of
    declaration."""

    values: dict[str, tuple[float, ...]]
    children: dict[str, tuple[float, ...]]

    def arrays(self) -> dict[str, Any]:
        images = {name: np.array(color, np.float32).reshape(1, 1, 4) for name, color in self.children.items()}
        sizes = {f"{name}.size": np.ones(2, np.float32) for name in self.children}
        return {name: _shaped(name, value) for name, value in self.values.items()} | images | sizes


def _given(source: str) -> Given:
    """A uniform without a value in Skia's test is an error."""
    declared = [
        (kind, name.split("[")[0].strip())
        for kind, names in re.findall(r"^\s*(?:layout\([^)]*\)\s*)?uniform\s+(\w+)\s+([^;]+);", source, re.MULTILINE)
        for name in names.split(",")
    ]
    return Given(
        {name: VALUES[name] for kind, name in declared if kind != "shader"},
        {name: CHILDREN[name] for kind, name in declared if kind == "shader"},
    )


def _shaped(name: str, value: tuple[float, ...]) -> Any:
    array = np.array(value, np.float32)
    side = {"testMatrix2x2": 2, "testMatrix3x3": 3, "testMatrix4x4": 4}.get(name)
    return array.reshape(side, side) if side else array[0] if len(value) == 1 else array


def _painted(source: str, given: Given) -> Any:
    uniforms = np.array([one for value in given.values.values() for one in value], np.float32).tobytes()
    images = given.arrays()
    return skia_judge.paint(source, uniforms, *(skia_judge.one_pixel(images[name]) for name in given.children))


def _simulated(source: str, isa: str, target: dict[str, str], given: Given) -> Any:
    program = gpucc.compile(source, isa=isa, name="suite.agsl", target=target)
    known = {slot.name for slot in (*program.interface.uniforms, *program.interface.samplers)}
    arrays = {name: value for name, value in given.arrays().items() if name in known}
    arrays |= {slot.name: skia_judge.POINTS for slot in program.interface.inputs}
    if not program.interface.inputs:
        return np.atleast_2d(program.run(arrays)["gl_FragColor"])
    return program.run(arrays)["gl_FragColor"]
