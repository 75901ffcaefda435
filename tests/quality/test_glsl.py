"""The length of typical shaders on targets with vectors, where columns must stay columns."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpucc import driver

SHADERS = Path(__file__).parent / "glsl"

# an expert needs 28 products and sums for the blend, 7, 6 and 5 for three products with it, 7 for AGAL's index
BARS = [
    ("skinned.vert", "pica200", 38),
    ("skinned.vert", "agal", 67),
    # 4 for each of three products with a matrix, 20 for four bones with their weights, 5 for the indices
    ("blended.vert", "pica200", 34),
    # products of columns and literal zeros cost nothing: 3 for each product, 2 for a sum with one part copied, 1 for
    # the end
    ("flat.vert", "pica200", 9),
    ("flat.vert", "agal", 13),
    ("flat.vert", "lima-vp", 14),
    ("lit.vert", "agal", 64),
    ("morphed.vert", "agal", 21),
    ("morphed.vert", "pica200", 17),
    ("blurred.frag", "agal", 31),
]


@pytest.mark.parametrize(("file", "isa", "most"), BARS)
def test_length(file: str, isa: str, most: int) -> None:
    stage = "vertex" if file.endswith(".vert") else "fragment"
    program = driver.compile(SHADERS / file, isa, stage=stage, verify=64)  # type: ignore[arg-type]
    assert program.stats["instructions"] <= most


def test_an_index_is_loaded_once_for_all_columns() -> None:
    text = driver.compile(SHADERS / "skinned.vert", "pica200", verify=None).asm()
    assert sum("mova" in line for line in text.splitlines()) <= 4


def test_a_switch_of_the_source_is_a_switch_of_the_hardware() -> None:
    """`uniform bool` takes a register's room in memory, and one bit of the chip's registers."""
    text = driver.compile(SHADERS / "morphed.vert", "pica200", verify=None).asm()
    assert ".bool useMorph ; b0" in text
    assert "ifu b0" in text
