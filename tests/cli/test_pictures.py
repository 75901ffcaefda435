"""The pictures of docs/pictures: lima-pp's results match those of LLVM's JIT, within the error of its 16-bit
numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pictures import FOLDER, PICTURES, words

from gpucc import driver
from gpucc.emit import png
from gpucc.terminal import render, running
from gpucc.terminal.wishes import Choices

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., Any]
SIDE = 64
# fp16 has 11 bits, and colours lie between 0 and 1: a few roundings, and sixteen times as many after the ball's power
# of 16
ERROR = {"waves": 6 * 2.0**-11, "rings": 6 * 2.0**-11, "ball": 24 * 2.0**-11}


@cache
def colours(name: str) -> dict[str, np.ndarray]:
    """Colours of the lanes: lima-pp's, the JIT's in 16 bits, and the JIT's in 32; transparent where a fragment is
    discarded."""
    source, given = ROOT / "examples" / f"{name}.frag", words(name, FOLDER)
    scene = running.Scene(f"{SIDE}x{SIDE}", {}, _pairs(given, "--uniform"), _pairs(given, "--texture"))
    grid = render.grid(SIDE, SIDE)
    found = {}
    for kind, isa in (("JIT", "lima-pp"), ("JIT, 32 bits", "agal")):
        choices = Choices(stage="fragment", target={"version": "3"} if isa == "agal" else {})
        program, read = running.program_of(str(source), isa, choices, None)
        assert read is not None
        habits = render.Habits(raw=any(slot.builtin == render.WINDOW for slot in program.interface.uniforms))
        arrays = running.scene_arrays(program, grid, scene, habits)
        if isa == "lima-pp":
            found[isa] = _colour(driver.run(program, arrays))
        found[kind] = _colour(running.jit_results(read, isa, choices, arrays))
    return found


def _colour(results: Mapping[str, Any]) -> np.ndarray:
    colour = np.array(results["gl_FragColor"], np.float64)
    colour[results.get("discarded", np.zeros(len(colour), np.bool_))] = 0.0
    return colour


def _pairs(given: list[str], option: str) -> dict[str, str]:
    return dict(given[i + 1].split("=", 1) for i, word in enumerate(given) if word == option)


def far(name: str, first: str, second: str, error: float) -> float:
    """The share of pixels that differ by more than `error`."""
    found = colours(name)
    return float((np.abs(found[first] - found[second]) > error).any(axis=1).mean())


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_the_jits(name: str) -> None:
    """Edges may move by a pixel where the number in a condition is rounded: those of the rings and of the ball."""
    assert far(name, "lima-pp", "JIT", ERROR[name]) <= 0.01
    found = colours(name)
    assert np.abs(found["lima-pp"] - found["JIT"]).mean() <= 2.0**-11


@pytest.mark.parametrize("name", PICTURES)
def test_16_bits_are_enough_for_it(name: str) -> None:
    assert far(name, "lima-pp", "JIT, 32 bits", 1 / 16) <= 0.03


@pytest.mark.parametrize("name", PICTURES)
def test_there_is_something_to_see(name: str) -> None:
    image = png.read((FOLDER / f"{name}.png").read_bytes())
    assert len(np.unique(image.reshape(-1, 4), axis=0)) >= 50
    assert (image[..., 3] == 0).any() == (name == "ball")


@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_in_the_documents_are_those_that_are_drawn_today(gpucc: Run, name: str) -> None:
    end = gpucc([*words(name, FOLDER), "-o", "now.png"])
    assert end.code == 0, end.err
    now, shown = (png.read(path.read_bytes()).astype(int) for path in (Path("now.png"), FOLDER / f"{name}.png"))
    assert now.shape == shown.shape
    assert (np.abs(now - shown) > 3).any(axis=2).mean() <= 0.01


@pytest.mark.parametrize("name", PICTURES)
def test_the_difference_can_be_drawn(gpucc: Run, name: str) -> None:
    end = gpucc([*words(name, FOLDER, "32x32"), "--diff", "-o", "diff.png"])
    assert end.code == 0, end.err
    image = png.read(Path("diff.png").read_bytes())
    assert (image[..., :3].max(axis=2) <= 64 * 255 * ERROR[name]).mean() >= 0.98
