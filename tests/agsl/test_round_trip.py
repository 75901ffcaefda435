"""AGSL to LLVM IR and back: Skia takes the text and paints the same picture, and no program computes more than before."""

from __future__ import annotations

from statistics import mean

import agsl_judges as judges
import agsl_operations as operations
import numpy as np
import pytest
import skia_judge as judge
import test_agsl_values as values

from gpucc import driver

# integers that need more bits than a float's 24 are refused
REFUSED = {name for name in judges.SOURCES if "2147483647" in name}
NAMES = [name for name in judges.SOURCES if name not in REFUSED]
# what Skia computes by a recipe of its own and the IR does not: the conversion of color spaces (none on its surface), a reciprocal
# where the IR divides, a vector whose length is known in part
OTHER_RECIPES = ("toLinearSrgb", "unpremul", "ray_marched_torus", "reflected_and_faced", "rotated_cube")


def compiled(source: str, math: str = "exact", **wishes: object) -> str:
    return driver.compile(source.encode(), "agsl", name="trip.agsl", math=math, **wishes).code.decode()  # type: ignore[arg-type]


@pytest.mark.parametrize("name", NAMES)
def test_skia_paints_the_same_bits(name: str) -> None:
    source = judges.SOURCES[name]
    uniforms = values.packed(values.UNIFORMS.get(name, {}))
    text = compiled(source, "skia-cpu", verify=64)
    wanted, found = judge.paint(source, uniforms), judge.paint(text, uniforms)
    if any(part in name for part in OTHER_RECIPES):
        if "Srgb" not in name:
            assert np.allclose(wanted, found, rtol=1e-5, atol=1e-6, equal_nan=True)
        return
    assert judge.same_bits(wanted, found).all()


@pytest.fixture(scope="module")
def counts() -> dict[str, tuple[int, int]]:
    return {name: (operations.count(source), operations.count(compiled(source, verify=None)))
            for name, source in judges.SOURCES.items() if name not in REFUSED}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_never_more_operations(name: str, counts: dict[str, tuple[int, int]]) -> None:
    before, after = counts[name]
    assert after <= 1.1 * before, f"{before} operations became {after}"


def test_fewer_operations_on_average(counts: dict[str, tuple[int, int]]) -> None:
    assert mean(after / max(1, before) for before, after in counts.values()) < 0.95
    assert sum(after for _, after in counts.values()) < 0.9 * sum(before for before, _ in counts.values())


@pytest.mark.parametrize("name", NAMES[::9])
def test_the_text_of_the_text_is_no_worse(name: str) -> None:
    once = compiled(judges.SOURCES[name], verify=None)
    twice = compiled(once, verify=None)
    assert operations.count(twice) <= 1.05 * operations.count(once) + 1
