"""A sample of the mutation campaign (benchmarks/mutate_pica200.py): outside evidence kills mistakes in the record."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path
from types import ModuleType

import pytest

from gpucc.isa.pica200 import PICA200

ROOT = Path(__file__).resolve().parents[2]


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutate_pica200", ROOT / "benchmarks" / "mutate_pica200.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


campaign = load()
MUTANTS = campaign.mutants()
# what outside evidence cannot know, as docs/pica200.md lists it
ALIVE = campaign.documented_survivors()
SAMPLE = random.Random(7).sample([mutant for mutant in MUTANTS if mutant.name not in ALIVE], 30)
SURVIVING = random.Random(7).sample([mutant for mutant in MUTANTS if mutant.name in ALIVE], 2)


def test_there_are_enough_and_the_record_itself_is_right() -> None:
    assert len(MUTANTS) >= 500
    assert len({(mutant.group, mutant.name) for mutant in MUTANTS}) == len(MUTANTS)
    assert campaign.judge(PICA200) is None


def test_descriptors_comparisons_and_conditions_are_exercised() -> None:
    """Nothing that recorded words and results exercise may survive."""
    for mutant in MUTANTS:
        # bit 31 of a descriptor is always zero, so the field below it may as well have it
        if mutant.group in ("descriptor", "comparisons", "conditions") and mutant.name != "x3: 3 bits wide":
            assert mutant.name not in ALIVE


@pytest.mark.parametrize("mutant", SAMPLE, ids=lambda mutant: mutant.name)
def test_a_mistake_in_the_record_is_noticed(mutant: object) -> None:
    assert campaign.judge(mutant.isa) is not None  # type: ignore[attr-defined]


@pytest.mark.parametrize("mutant", SURVIVING, ids=lambda mutant: mutant.name)
def test_documented_survivors_survive(mutant: object) -> None:
    assert campaign.judge(mutant.isa) is None  # type: ignore[attr-defined]
