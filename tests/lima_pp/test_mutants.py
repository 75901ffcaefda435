"""A sample of the mutation campaign (benchmarks/mutate_lima_pp.py): outside evidence kills mistakes in the record."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path
from types import ModuleType

import pytest

from gpucc.isa.lima_pp import LIMA_PP

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "lima-pp.md"


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutate_lima_pp", ROOT / "benchmarks" / "mutate_lima_pp.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


campaign = load()
MUTANTS = campaign.mutants()
# what outside evidence cannot know, as docs/lima-pp.md lists it
ALIVE = campaign.documented_survivors(DOCUMENT.read_text())
SAMPLE = random.Random(7).sample([mutant for mutant in MUTANTS if mutant.name not in ALIVE], 40)
SURVIVING = random.Random(7).sample([mutant for mutant in MUTANTS if mutant.name in ALIVE], 3)
# forms of which no recorded word exists
UNSEEN = ("normalize", "atan_first", "atan_second", "frame")


def test_there_are_enough_and_the_record_itself_is_right() -> None:
    assert len(MUTANTS) >= 600
    assert len({(mutant.group, mutant.name) for mutant in MUTANTS}) == len(MUTANTS)
    assert campaign.judge(LIMA_PP) is None


def test_no_field_that_recorded_words_have_can_move() -> None:
    """Only the top bits of fields may be unknown: no recorded program needs them."""
    for mutant in MUTANTS:
        if mutant.group in ("control word", "fields") and mutant.subject.split()[0] not in UNSEEN and mutant.name in ALIVE:
            assert mutant.what == "one bit narrower" or mutant.name == "uniform source: one bit higher", mutant.name


@pytest.mark.parametrize("mutant", SAMPLE, ids=lambda mutant: mutant.name)
def test_a_mistake_in_the_record_is_noticed(mutant: object) -> None:
    assert campaign.judge(mutant.isa) is not None  # type: ignore[attr-defined]


@pytest.mark.parametrize("mutant", SURVIVING, ids=lambda mutant: mutant.name)
def test_documented_survivors_survive(mutant: object) -> None:
    assert campaign.judge(mutant.isa) is None  # type: ignore[attr-defined]
