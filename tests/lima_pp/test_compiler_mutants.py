"""A sample of benchmarks/mutate_lima_pp_compiler.py: a compiler that believes a wrong record is found out by the judges."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path
from types import ModuleType

import pytest

from gpucc.isa.lima_pp import LIMA_PP

ROOT = Path(__file__).resolve().parents[2]


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutate_lima_pp_compiler", ROOT / "benchmarks" / "mutate_lima_pp_compiler.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


campaign = load()
common = sys.modules["mutate_lima_pp"]
ALIVE = common.documented_survivors((ROOT / "docs" / "lima-pp.md").read_text(), campaign.MARKS)
MUTANTS = common.mutants()
SAMPLE = random.Random(5).sample([mutant for mutant in MUTANTS if mutant.name not in ALIVE], 12)


def test_the_record_itself_passes() -> None:
    assert all(campaign.wrong_with(LIMA_PP, program) is None for program in campaign.prepared()[:6])


def test_most_mistakes_are_noticed() -> None:
    assert len(MUTANTS) >= 300
    assert 0 < len(ALIVE) < len(MUTANTS) / 2


@pytest.mark.parametrize("mutant", SAMPLE, ids=lambda mutant: mutant.name)
def test_a_mistake_in_the_compilers_record_is_noticed(mutant: object) -> None:
    assert campaign.judge(mutant.isa) is not None  # type: ignore[attr-defined]
