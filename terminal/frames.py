"""Frames of a shader with its buffers, as Shadertoy draws them: A to D, then the image, in every frame.

A buffer is a shader of its own, whose picture (in floats) other passes read. A pass that is drawn before a buffer, and
the buffer itself, read the picture of the frame before; at first that is transparent black.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpucc import driver
from gpucc.errors import UsageError
from gpucc.program import Program
from gpucc.records import dataclass
from gpucc.terminal import render, running
from gpucc.terminal.outputs import COMPILED
from gpucc.terminal.wishes import Choices, GivenSource, readable

BUFFERS = ("A", "B", "C", "D")
MOST_FRAMES = 10_000
IMAGE = ""


@dataclass(frozen=True, slots=True)
class DrawnPass:
    """A shader of a frame; `name` is that of the buffer, empty for the image."""

    name: str
    program: Program
    source: GivenSource | None
    habits: render.Habits
    scene: running.Scene


def parse_frames(text: str) -> tuple[int, int]:
    """The first and the last frame of A:B; a number alone is one frame."""
    first, colon, last = text.partition(":")
    numbers = (first, last if colon else first)
    if not all(one.isascii() and one.isdigit() and len(one) < 6 for one in numbers):
        raise UsageError(f"--frames takes FIRST:LAST, not {text!r}")
    start, end = map(int, numbers)
    if not start <= end < MOST_FRAMES:
        raise UsageError(f"--frames {text}: frames are 0 to {MOST_FRAMES - 1}, and the last cannot be before the first")
    return start, end


def with_common(source: GivenSource, common: str | None, choices: Choices) -> GivenSource:
    """The source behind the common code, which it includes; messages keep the places of both."""
    if common is None:
        return source
    readable(common)
    if not isinstance(source.data, Path):
        raise UsageError("--common goes with a file: the common code is included from its folder")
    folder = source.data.parent
    path = os.path.relpath(common, folder)
    if path.startswith("..") and not choices.include_anywhere:
        notes = ("put it beside the shader, or give --include-anywhere",)
        raise UsageError(f"--common {common!r} is outside of the folder of {source.name!r}", notes=notes)
    text = source.data.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff")
    return GivenSource(f'#include "{path}"\n#line 1\n{text}'.encode(), source.name)


def passes_of(word: str, isa: str, choices: Choices, scene: running.Scene, manifest: str | None) -> list[DrawnPass]:
    """The shaders of a frame in their order, compiled. Values for buffers are named `A.iChannel0`."""
    unknown = [name for name in scene.buffers if name not in BUFFERS]
    if unknown:
        raise UsageError(f"there is no buffer {unknown[0]!r}", notes=(f"buffers: {', '.join(BUFFERS)}",))
    found = []
    for name in (*sorted(scene.buffers), IMAGE):
        shown = scene.buffers.get(name, word)
        _check_drawn(shown, isa)
        program, source = running.program_of(shown, isa, choices, None if name else manifest, scene.common)
        if program.stage != "fragment":
            raise UsageError(f"render draws fragment programs, and {shown!r} is a {program.stage} program")
        raw = any(slot.builtin == render.WINDOW for slot in program.interface.uniforms)
        own = replace(
            scene,
            varyings=_own(scene.varyings, name, scene.buffers),
            uniforms=_own(scene.uniforms, name, scene.buffers),
            textures=_own(scene.textures, name, scene.buffers),
        )
        found.append(DrawnPass(name, program, source, render.Habits(running.counts_pixels(source), raw), own))
    return found


def _check_drawn(word: str, isa: str) -> None:
    """Refuse a source that is no fragment shader by its name, and a target that runs none."""
    if Path(word).suffix.lower() in COMPILED:
        return
    stage = driver.named_stage(word)
    if stage not in (None, "fragment"):
        raise UsageError(f"render draws fragment shaders, and {word!r} is a {stage} shader by its name")
    if driver.is_known(isa) and "fragment" not in (stages := driver.stages_of(isa)):
        able = ", ".join(name for name in driver.isas() if "fragment" in driver.stages_of(name))
        message = f"render draws fragment shaders, and {isa} runs {' and '.join(stages)} shaders only"
        raise UsageError(message, notes=(f"targets that run fragment shaders: {able}",))


def _own(given: Mapping[str, str], name: str, buffers: Mapping[str, str]) -> dict[str, str]:
    """The values for one pass: those with the prefix of its buffer, or for the image those without any."""
    prefix = f"{name}." if name else ""
    others = tuple(f"{one}." for one in buffers if one != name)
    return {
        key.removeprefix(prefix): value
        for key, value in given.items()
        if key.startswith(prefix) and not (others and key.startswith(others))
    }


def drawn(
    passes: Sequence[DrawnPass], grid: render.Grid, first: int, last: int, precision: str
) -> Iterator[tuple[int, dict[str, Any], dict[str, NDArray[Any]]]]:
    """The image's inputs and outputs in each frame. With buffers, frames before the first are drawn as well, because
    their pictures are read."""
    blank = np.zeros((grid.height, grid.width, 4), np.float32)
    pictures = {one.name: blank for one in passes if one.name}
    for frame in range(0 if pictures else first, last + 1):
        for one in passes:
            if not one.name and frame < first:
                continue
            arrays = running.scene_arrays(one.program, grid, one.scene, one.habits, frame, pictures)
            results = driver.run(one.program, arrays, precision=precision, lanes=grid.lanes)
            if one.name:
                pictures = {**pictures, one.name: _kept(results, one.program, grid)}
            else:
                yield frame, arrays, results


def _kept(results: Mapping[str, NDArray[Any]], program: Program, grid: render.Grid) -> NDArray[np.float32]:
    """The picture of a buffer in floats, the lowest row first, as textures have it."""
    colours = running.colours_of(results, program, grid).astype(np.float32)
    return np.ascontiguousarray(grid.laid_out(colours)[::-1])


def paths_of(output: str, first: int, last: int) -> list[Path]:
    """A file for each frame if the name has a place for the number, as `%03d`; else one file for all."""
    try:
        names = [output % frame for frame in range(first, last + 1)]
    except (TypeError, ValueError):
        return [Path(output)]
    return [Path(name) for name in names]
