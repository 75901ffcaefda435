"""Programs that were once miscompiled or refused, reduced: each compiles and agrees with LLVM's JIT on every target
that has its stage.

In LLVM IR the function's name is the stage; any other name means a vertex program.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from gpucc import driver
from gpucc.errors import Unsupported
from gpucc.interp.compare import Report
from gpucc.program import Stage
from gpucc.targets import registry

FILES = sorted(path for kind in ("ll", "vert", "frag") for path in Path(__file__).parent.glob(f"*.{kind}"))
# every target must accept every program of its stages, except where its language or its room lacks something
LACKS = {
    ("agal", "integers_bounded_in_turn"): "room for 200",
    ("agal", "turned_many_times"): "to be unrolled",
    ("agsl", "cube_without_mipmaps"): "cube textures",
    ("agal", "loads_of_two_varyings"): "bias",
    ("agsl", "loads_of_two_varyings"): "cube textures",
    ("agsl", "offset_by_phi"): "discard",
    ("agsl", "derivative_of_integers"): "derivatives",
    ("agal", "derivative_of_integers"): "dfdy",
    ("agsl", "level_before_a_branch"): "discard",
    ("agal", "minimum_that_ends_no_loop"): "trip count",
    ("agal", "third_exit_of_a_loop"): "room for 200",
    ("agal", "search_without_a_find"): "room for 200",
    ("agal", "constant_for_an_outer_loop"): "trip count",
    ("agal", "counter_from_below_a_minimum"): "trip count",
    ("agal", "inner_count_before_an_outer_round"): "room for 200",
    ("agal", "minimum_that_a_counter_steps_past"): "trip count",
    ("agal", "minimum_that_changes"): "trip count",
    ("agal", "sum_of_a_minimum_that_wraps"): "trip count",
    ("agal", "variable_of_an_outer_loop"): "trip count",
    ("agal", "copy_back_after_a_break"): "room for 200",
    ("agal", "value_of_the_round_before"): "room for 200",
    ("agal", "lowest_bits_of_any_logic"): "room for 200",
    ("agal", "many_bits_of_any_logic"): "room for 200",
    ("agal", "elements_by_twos"): "trip count",
    ("agal", "depth_beside_a_varying"): "depth buffer",
    ("agsl", "depth_beside_a_varying"): "depth buffer",
    ("agal", "frame_buffer_in_another_order"): "frame buffer",
    ("agsl", "frame_buffer_in_another_order"): "frame buffer",
    ("agal", "frame_buffer_over_a_loaded_component"): "frame buffer",
    ("agsl", "frame_buffer_over_a_loaded_component"): "frame buffer",
    ("agal", "part_of_what_the_frame_buffer_holds"): "frame buffer",
    ("agsl", "part_of_what_the_frame_buffer_holds"): "frame buffer",
    ("pica200", "bit_beyond_the_exact_range_16777216"): "too large",
}
# long loops, whose lanes cost most: each of them tells what a comparison of many would
FEW_LANES = {"turned_many_times": 64}


def stage_of(path: Path) -> Stage:
    if path.suffix != ".ll":
        return "vertex" if path.suffix == ".vert" else "fragment"
    (name,) = re.findall(r"^define (?!private).*@(\w+)\(", path.read_text(), re.MULTILINE)
    return cast(Stage, name if name in ("vertex", "fragment") else "vertex")


def cases(path: Path) -> Iterator[object]:
    """Yield the file with each target of its stage. The whole suite takes one of them, by the name of the file, and
    those that the file mentions."""
    isas = [isa for isa in registry.names() if stage_of(path) in registry.find(isa).isa.stages]
    turn = zlib.crc32(path.stem.encode()) % len(isas)
    text = path.read_text().lower()
    for number, isa in enumerate(isas):
        chosen = number == turn or isa in text or (isa, path.stem) in LACKS
        yield pytest.param(path, isa, marks=pytest.mark.sampled(chosen=chosen))


CASES = [case for path in FILES for case in cases(path)]


@pytest.mark.parametrize(("path", "isa"), CASES, ids=lambda part: part.stem if isinstance(part, Path) else part)
def test_it_stays_right(path: Path, isa: str) -> None:
    stage = stage_of(path)
    ((_, report),) = driver.verify(path, isa, stage=stage, lanes=FEW_LANES.get(path.stem, 512))
    if (lacking := LACKS.get((isa, path.stem))) is not None:
        assert isinstance(report, Unsupported), report
        assert lacking in str(report)
        return
    assert isinstance(report, Report), report
    assert report.passed, report.describe()
    assert report.verified, report.describe()
