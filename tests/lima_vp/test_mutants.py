"""A sample of the mutation campaign (benchmarks/mutate_lima_vp.py): outside evidence kills mistakes in the record."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path
from types import ModuleType

import pytest

from gpucc.isa.lima_vp import LIMA_VP

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "lima-vp.md"


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutate_lima_vp", ROOT / "benchmarks" / "mutate_lima_vp.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


campaign = load()
MUTANTS = campaign.mutants()
# what outside evidence cannot know, as docs/lima-vp.md lists it
ALIVE = campaign.documented_survivors(DOCUMENT.read_text())
SAMPLE = random.Random(7).sample([mutant for mutant in MUTANTS if mutant.name not in ALIVE], 36)
SURVIVING = random.Random(7).sample([mutant for mutant in MUTANTS if mutant.name in ALIVE], 3)


def test_there_are_enough_and_the_record_itself_is_right() -> None:
    assert len(MUTANTS) >= 400
    assert len({(mutant.group, mutant.name) for mutant in MUTANTS}) == len(MUTANTS)
    assert campaign.judge(LIMA_VP) is None


def test_all_fields_units_and_operands_of_the_word_are_exercised() -> None:
    """Nothing that Mesa's words and programs exercise may survive: the list of survivors has none of these."""
    for mutant in MUTANTS:
        if mutant.group in ("fields", "units", "operands", "copies", "functions", "numbers"):
            assert mutant.name not in ALIVE


@pytest.mark.parametrize("mutant", SAMPLE, ids=lambda mutant: mutant.name)
def test_a_mistake_in_the_record_is_noticed(mutant: object) -> None:
    assert campaign.judge(mutant.isa) is not None  # type: ignore[attr-defined]


@pytest.mark.parametrize("mutant", SURVIVING, ids=lambda mutant: mutant.name)
def test_documented_survivors_survive(mutant: object) -> None:
    assert campaign.judge(mutant.isa) is None  # type: ignore[attr-defined]
