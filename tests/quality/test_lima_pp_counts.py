"""How long lima-pp programs may be: never longer than Mesa's, at most 0.85 of them in total and 0.9 in the geometric mean.

All are compiled from the recorded GLSL sources. Words of code and executed instructions are held to Mesa's as well, so that neither
wide instructions nor loops make programs merely look short.
"""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from lima_pp_sources import compiled, executed, mesas_executed, programs, record, words

NAMES = tuple(programs())
# where Mesa is wrong its count means nothing
COUNTED = tuple(name for name in NAMES if "mesa_wrong" not in record(name))
LEVELS = ("proven", "agreed", "documented")


def length(name: str, facts: str = "agreed") -> int:
    return int(compiled(name, facts).stats["instructions"])


def mesas_length(name: str) -> int:
    return int(record(name)["instructions"])


@pytest.mark.parametrize("name", COUNTED)
def test_no_longer_than_mesas(name: str) -> None:
    stats = compiled(name).stats
    assert stats["instructions"] <= mesas_length(name) or stats["optimal"]


def test_shorter_over_all() -> None:
    assert sum(map(length, COUNTED)) <= 0.85 * sum(map(mesas_length, COUNTED))


def test_shorter_in_the_geometric_mean() -> None:
    ratios = [math.log(length(name) / mesas_length(name)) for name in COUNTED]
    assert math.exp(sum(ratios) / len(ratios)) <= 0.9


def test_no_more_words_of_code() -> None:
    assert sum(words(compiled(name).code) for name in COUNTED) <= sum(words(programs()[name].code) for name in COUNTED)


@pytest.mark.parametrize("name", COUNTED)
def test_no_more_instructions_executed(name: str) -> None:
    assert sum(executed(name, compiled(name))) <= sum(mesas_executed(name))


@pytest.mark.parametrize("name", NAMES)
def test_lower_bounds_are_lower(name: str) -> None:
    stats = compiled(name).stats
    assert 0 < stats["lower_bound"] <= stats["instructions"]
    assert stats["optimal"] == (stats["lower_bound"] == stats["instructions"])


@pytest.mark.parametrize(("less", "more"), list(pairwise(LEVELS)))
def test_more_facts_do_not_cost_instructions(less: str, more: str) -> None:
    differences = {name: length(name, more) - length(name, less) for name in NAMES}
    assert sum(differences.values()) <= 0
    assert max(differences.values()) <= 1
