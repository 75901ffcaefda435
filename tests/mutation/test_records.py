"""Samples of the campaigns of benchmarks/mutate_*.py: outside evidence kills mistakes in the records of the targets."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import mutate_lima_pp
import mutate_lima_vp
import mutate_pica200
import pytest
from mutants import Campaign, Mutant


@dataclass(frozen=True)
class Sample:
    """The numbers of mutants to try: `killed`, of those that the campaign's document does not list as survivors, and
    `surviving`, of those that it lists."""

    campaign: Campaign[Any]
    least: int
    killed: int
    surviving: int
    exercised: tuple[str, ...]
    spared: frozenset[str] = field(default_factory=frozenset)

    @cached_property
    def mutants(self) -> list[Mutant[Any]]:
        return self.campaign.mutants(self.campaign.record)

    @cached_property
    def alive(self) -> set[str]:
        return self.campaign.documented()

    def chosen(self, alive: bool) -> list[Any]:
        mutants = [mutant for mutant in self.mutants if (mutant.name in self.alive) == alive]
        some = random.Random(7).sample(mutants, self.surviving if alive else self.killed)
        return [pytest.param(self.campaign, mutant, id=f"{mutant.isa.name}-{mutant.name}") for mutant in some]


SAMPLES = {
    "lima-vp": Sample(mutate_lima_vp.CAMPAIGN, 400, 36, 3,
    ("fields", "units", "operands", "copies", "functions", "numbers")),
    "lima-pp": Sample(mutate_lima_pp.CAMPAIGN, 600, 40, 3, ()),
    # bit 31 of a descriptor is always zero, so the field below may include it
    "pica200": Sample(
        mutate_pica200.CAMPAIGN, 500, 30, 2, ("descriptor", "comparisons", "conditions"), frozenset({"x3: 3 bits wide"})
    ),
}  # fmt: skip
# forms of lima-pp without any recorded word
UNSEEN = ("normalize", "atan_first", "atan_second", "frame")


@pytest.mark.parametrize("isa", SAMPLES)
def test_there_are_enough_and_the_record_itself_is_right(isa: str) -> None:
    sample = SAMPLES[isa]
    assert len(sample.mutants) >= sample.least
    assert len({(mutant.group, mutant.name) for mutant in sample.mutants}) == len(sample.mutants)
    assert sample.campaign.judge(sample.campaign.record) is None


@pytest.mark.parametrize("isa", SAMPLES)
def test_what_recorded_words_and_results_exercise_does_not_survive(isa: str) -> None:
    sample = SAMPLES[isa]
    exercised = {mutant.name for mutant in sample.mutants if mutant.group in sample.exercised}
    assert not (exercised - sample.spared) & sample.alive


def test_no_field_that_recorded_words_of_lima_pp_have_can_move() -> None:
    """Only the top bits of fields may be unknown, since no recorded program needs them."""
    sample = SAMPLES["lima-pp"]
    for mutant in sample.mutants:
        if (
            mutant.group in ("control word", "fields")
            and mutant.subject.split()[0] not in UNSEEN
            and mutant.name in sample.alive
        ):
            assert mutant.what == "one bit narrower" or mutant.name == "uniform source: one bit higher", mutant.name


@pytest.mark.parametrize(
    ("campaign", "mutant"), [case for sample in SAMPLES.values() for case in sample.chosen(alive=False)]
)
def test_a_mistake_in_the_record_is_noticed(campaign: Campaign[Any], mutant: Mutant[Any]) -> None:
    assert campaign.judge(mutant.isa) is not None


@pytest.mark.parametrize(
    ("campaign", "mutant"), [case for sample in SAMPLES.values() for case in sample.chosen(alive=True)]
)
def test_documented_survivors_survive(campaign: Campaign[Any], mutant: Mutant[Any]) -> None:
    assert campaign.judge(mutant.isa) is None
