"""Programs that once went wrong, reduced: each compiles and agrees with LLVM's JIT on every target that has its stage.

The function's name is the stage; one of another name is a vertex program.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import pytest

from gpucc import driver
from gpucc.errors import LimitExceeded, Unsupported
from gpucc.interp.compare import Report
from gpucc.program import Stage
from gpucc.targets import registry

FILES = sorted(Path(__file__).parent.glob("*.ll"))
# a target may refuse a program, but one of them takes it
TAKES = {isa: {path.stem for path in FILES} for isa in ("agal", "lima-pp", "lima-vp", "pica200")}


def stage_of(path: Path) -> Stage:
    (name,) = re.findall(r"^define .*@(\w+)\(", path.read_text(), re.MULTILINE)
    return cast(Stage, name if name in ("vertex", "fragment") else "vertex")


@pytest.mark.parametrize("isa", registry.names())
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_stays_right(path: Path, isa: str) -> None:
    stage = stage_of(path)
    if stage not in registry.find(isa).isa.stages:
        pytest.skip(f"{isa} has no {stage} stage")
    for seed in range(4):
        ((_, report),) = driver.verify(path, isa, stage=stage, lanes=128, seed=seed)
        if isinstance(report, (Unsupported, LimitExceeded)) and path.stem not in TAKES.get(isa, set()):
            pytest.skip(str(report))
        assert isinstance(report, Report), report
        assert report.passed, report.describe()
