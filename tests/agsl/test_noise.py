"""Noise is not torn at the borders of cells: neighbouring pixels differ no more than in the source's picture
(benchmarks/noise.py). A search for shorter programs changes nothing of that, and is left to the script."""

from __future__ import annotations

import noise
import pytest
from skia_judge import skia

from gpucc import driver

SIDE = 40
# one target per case; the script paints all cases on all targets, and larger
CASES = [(name, noise.TARGETS[k % len(noise.TARGETS)]) for k, name in enumerate(noise.names())]
# a loop around sines of large angles, for which lima-pp guarantees nothing; products beyond 65504; remainders of odd
# numbers
HARD = [("cellular_sine", "lima-pp"), ("cellular_mod", "lima-pp"), ("worley_mod", "agsl"), ("gradient_mod", "agal")]


def test_there_are_eighteen() -> None:
    assert len(noise.names()) == 18


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "isa"), CASES)
def test_no_picture_is_torn(name: str, isa: str) -> None:
    if isa == "agsl":
        skia()
    assert not noise.jumps(name, isa, SIDE, effort=0).torn


@pytest.mark.parametrize(("name", "isa"), HARD)
def test_noise_is_verified(name: str, isa: str) -> None:
    assert noise.acceptable(driver._judge(noise.compiled(noise.FOLDER / f"{name}.frag", isa, effort=0), 64, 0))


def test_the_licence_is_what_mends_it() -> None:
    """With all fast-math flags, a remainder is computed in two ways, and the picture is torn."""
    assert noise.jumps("dithered", "lima-pp", SIDE, "fast", effort=0).torn
    assert not noise.jumps("dithered", "lima-pp", SIDE, effort=0).torn
