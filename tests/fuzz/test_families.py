"""The machinery of random programs: equal numbers give equal programs, mixtures keep their weights, and failures are
shrunk."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence

import pytest

from gpucc.fuzz import families
from gpucc.fuzz.draws import Draws, shrunk
from gpucc.fuzz.family_names import denoted
from gpucc.program import Stage
from gpucc.targets import registry


@pytest.mark.parametrize("isa", registry.names())
@pytest.mark.parametrize("name", families.FAMILIES)
def test_a_number_is_a_program(isa: str, name: str) -> None:
    known = registry.find(isa).isa
    texts = []
    for number in range(4):
        draws = Draws(f"{name}/7/{number}")
        sample = families.FAMILIES[name].make(draws, known, known.stages[0])
        again = families.FAMILIES[name].make(Draws(replay=draws.record), known, known.stages[0])
        assert again.text == sample.text
        texts.append(sample.text)
    assert len(set(texts)) > 1


@pytest.mark.parametrize("name", families.FAMILIES)
def test_any_record_is_a_program(name: str) -> None:
    """After the end of a smaller record, the first choice is taken."""
    known = registry.find("agal").isa
    record = Draws(f"{name}/1/0")
    families.FAMILIES[name].make(record, known, "fragment")
    for replay in ((), record.record[::2], record.record[: len(record.record) // 2], [10**6] * 500):
        assert families.FAMILIES[name].make(Draws(replay=replay), known, "fragment").text


@pytest.mark.parametrize("stage", ["vertex", "fragment"])
def test_a_mixture_has_every_family_as_often_as_its_weight(stage: Stage) -> None:
    counts = Counter(family.name for family in families.mixed(stage))
    assert counts == {family.name: family.weight for family in families.FAMILIES.values()}
    assert {family.name for family in families.mixed(stage, ("loops",))} == {"loops"}


def test_what_fails_becomes_small() -> None:
    def fails(record: Sequence[int]) -> bool:
        draws = Draws(replay=record)
        numbers = [draws.below(100) for _ in range(draws.below(50))]
        return any(number >= 10 for number in numbers)

    count, number = shrunk([49, *range(3, 9), 77, 5, 93, *range(40)], fails)
    assert count == 1
    assert 10 <= number < 20


def test_numbers_keep_their_programs() -> None:
    """The logs of campaigns name programs by seed, family and number."""
    known = registry.find("lima-pp").isa
    made = hashlib.sha256()
    before = {"searches": "fbcbc9e88c03e7db", "limits": "1e434ed179c149bc", "integers": "02aae7b72825641e"}
    for name, family in families.FAMILIES.items():
        if name in before:
            # those of before are as they were
            assert made.hexdigest()[:16] == before[name]
        for number in range(5):
            made.update(family.make(Draws(f"{name}/20261122/{number}"), known, "fragment").text.encode())
    assert made.hexdigest()[:16] == "354c061751c48cec"


def test_two_spellings_of_a_name_are_one_name() -> None:
    assert denoted('"\\C3\\A9"') == denoted('"é"') == "é".encode()
    assert denoted("v0") == denoted('"v0"')
    assert denoted('"a\\22b"') == b'a"b'
