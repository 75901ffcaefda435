"""Geometry shaders in an emulator: what it emitted for hand-written ones and for those that gpucc compiled."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pica200_outside import Recorded, words_wrong
from pica200_triangles import emitting, fed, recorded_triangles, simulated, triangles_wrong

import gpucc
from gpucc.emit import shbin
from gpucc.emit.pica200_assembler import assemble
from gpucc.emit.pica200_manner import PicassoManner
from gpucc.emit.pica200_program import from_shbin
from gpucc.program import Program

FOLDER = Path(__file__).parent / "geometry"
SHADERS = tuple(entry.name.removesuffix("_glsl") for entry in emitting() if entry.name.endswith("_glsl"))
ids = {"ids": lambda entry: entry.name}


def named(name: str) -> Recorded:
    return next(entry for entry in emitting() if entry.name == name)


def test_there_is_as_much_as_the_readme_says() -> None:
    assert len(emitting()) == 13
    assert len(SHADERS) == 5
    modes = [entry.vector["mode"] for entry in emitting() if entry.vector]
    assert (modes.count("point"), modes.count("variable"), modes.count("fixed")) == (11, 1, 1)


@pytest.mark.parametrize("entry", emitting(), **ids)
def test_the_simulator_emits_the_recorded_triangles(entry: Recorded) -> None:
    assert triangles_wrong(entry) is None
    assert words_wrong(entry) is None


@pytest.mark.parametrize("entry", [entry for entry in emitting() if not entry.name.endswith("_glsl")], **ids)
def test_our_assembler_makes_the_recorded_file(entry: Recorded) -> None:
    """picasso made it; the shaders that have a counterpart in GLSL are the files in tests/pica200/geometry."""
    made = assemble(entry.source, manner=PicassoManner(cut=True, lenient=True))
    assert shbin.write(made) == entry.file
    if entry.name.endswith("_hand"):
        assert entry.source == (FOLDER / f"{entry.name.removesuffix('_hand')}.g.pica").read_text().rstrip("\n")


def placed(state: dict[str, object], before: Program, now: Program) -> dict[str, object]:
    """A recorded state of the registers for a program in which inputs and uniforms stand elsewhere."""
    moved = {}
    for kind, bases in (("inputs", {"v": 0}), ("uniforms", {"c": 0, "i": 96, "b": 104})):
        homes = {slot.name: slot.register for slot in getattr(now.interface, kind)}
        for slot in getattr(before.interface, kind):
            for i in range(len(slot.words) + 3 >> 2):
                for bank, base in bases.items():
                    if f"{bank}{slot.register - base + i}" in state and slot.register >= base:
                        moved[f"{bank}{homes[slot.name] - base + i}"] = state[f"{bank}{slot.register - base + i}"]
    return moved


def meanings(code: bytes) -> dict[int, str]:
    """The register of each meaning that the geometry shader writes."""
    return {output.semantic: f"o{output.register}" for output in shbin.read(code).first("geometry").outputs}


@pytest.mark.parametrize("name", SHADERS)
def test_what_glsl_compiles_to_emits_the_triangles_of_the_hand_written_shader(name: str) -> None:
    """Both as the emulator ran them, and as the compiler of today writes them."""
    hand, glsl = named(f"{name}_hand"), named(f"{name}_glsl")
    assert hand.vector is not None
    assert glsl.vector is not None
    assert glsl.source == (FOLDER / f"{name}.geom").read_text().rstrip("\n")
    compiled = gpucc.compile(FOLDER / f"{name}.geom", "pica200", verify=None).code
    before, now = from_shbin(glsl.file), from_shbin(compiled)
    today = simulated(compiled, [placed(fed(glsl, run), before, now) for run in glsl.vector["runs"]])
    wanted = [recorded_triangles(run) for run in hand.vector["runs"]]
    assert any(wanted)
    at_hand = meanings(hand.file)
    for found, places in (
        (today, meanings(compiled)),
        ([recorded_triangles(run) for run in glsl.vector["runs"]], meanings(glsl.file)),
    ):
        for mine, theirs in zip(found, wanted, strict=True):
            assert [one[0] for one in mine] == [one[0] for one in theirs]
            for (_, ours), (_, told) in zip(mine, theirs, strict=True):
                for corner, expected in zip(ours, told, strict=True):
                    for meaning, register in at_hand.items():
                        values, got = expected[register], corner[places[meaning]]
                        mapped = ~np.isnan(values)
                        np.testing.assert_allclose(got[mapped], values[mapped], rtol=1e-5, atol=1e-5)
