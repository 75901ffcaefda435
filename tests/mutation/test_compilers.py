"""Samples of benchmarks/mutate_*_compiler.py: the judges detect a compiler that uses a wrong record."""

from __future__ import annotations

import random
from functools import cache
from types import ModuleType
from typing import Any

import mutate_lima_pp_compiler
import mutate_lima_vp_compiler
import mutate_pica200_compiler
import pytest
from mutants import Mutant

# the campaign, the minimum number of its mutants, the largest permitted share of survivors, and the number of mutants
# tried here
CAMPAIGNS: dict[str, tuple[ModuleType, int, float, int]] = {
    "lima-vp": (mutate_lima_vp_compiler, 200, 1 / 4, 10),
    "lima-pp": (mutate_lima_pp_compiler, 300, 1 / 2, 8),
    "pica200": (mutate_pica200_compiler, 600, 1 / 2, 8),
}


@cache
def mutants(isa: str) -> list[Mutant[Any]]:
    campaign = CAMPAIGNS[isa][0].CAMPAIGN
    return campaign.mutants(campaign.record)


def sample(isa: str) -> list[Any]:
    module, _, _, count = CAMPAIGNS[isa]
    alive = module.CAMPAIGN.documented()
    some = random.Random(11).sample([mutant for mutant in mutants(isa) if mutant.name not in alive], count)
    return [pytest.param(module, mutant, id=f"{isa}-{mutant.name}") for mutant in some]


@pytest.mark.parametrize("isa", CAMPAIGNS)
def test_the_record_itself_passes(isa: str) -> None:
    module = CAMPAIGNS[isa][0]
    assert all(module.wrong_with(kernel, module.CAMPAIGN.record) is None for kernel in module.prepared()[:6])


@pytest.mark.parametrize("isa", CAMPAIGNS)
def test_most_mistakes_are_noticed(isa: str) -> None:
    module, least, share, _ = CAMPAIGNS[isa]
    assert len(mutants(isa)) >= least
    assert 0 < len(module.CAMPAIGN.documented()) < len(mutants(isa)) * share


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("module", "mutant"), [case for isa in CAMPAIGNS for case in sample(isa)])
def test_a_mistake_in_the_compilers_record_is_noticed(module: ModuleType, mutant: Mutant[Any]) -> None:
    assert module.judge(mutant.isa) is not None
