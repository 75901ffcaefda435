"""Random programs of all families through the whole pipeline, and pairs that must compute the same."""

from __future__ import annotations

from collections import Counter

import pytest
from pairs import BLIND, EQUAL, try_pair

from gpucc.fuzz import families, rooms
from gpucc.fuzz.trials import (
    LARGE,
    REFUSED,
    UNVERIFIED,
    FuzzFailure,
    FuzzSample,
    FuzzWishes,
    Mismatch,
    attempt,
    try_one,
)
from gpucc.program import Stage
from gpucc.targets import registry

# where schedules are searched for, a short search is enough here
OPT = {"lima-pp": 1}
PART = 5
# each target has other families, so that most occur
CASES = [(isa, registry.find(isa).isa.stages[0], part) for part, isa in enumerate(registry.names())]
PAIRS = 8
WAYS = ("strict", "default")


def wishes(isa: str, stage: Stage) -> FuzzWishes:
    return FuzzWishes(isa, stage, OPT.get(isa, 2), 64, rooms.roomiest(isa))


@pytest.mark.parametrize(("isa", "stage", "part"), CASES)
def test_random_programs_agree_with_the_jit(isa: str, stage: Stage, part: int) -> None:
    mixture = families.mixed(stage)
    found: Counter[str] = Counter()
    for number in range(PART * part, PART * (part + 1)):
        result = try_one(mixture[number % len(mixture)], 2, number, wishes(isa, stage))
        assert not isinstance(result, FuzzFailure), str(result)
        found[result.outcome] += 1
    assert found[LARGE] + found[REFUSED] + found[UNVERIFIED] < 0.3 * PART, found


@pytest.mark.parametrize(
    ("family", "isa", "number"),
    [
        ("noise", "lima-vp", 11002),
        ("noise", "pica200", 1594),
        ("guards", "pica200", 3834),
        ("guards", "pica200", 4530),
        ("names", "agsl", 1884),
    ],
)
def test_facts_hold_where_the_source_or_the_format_ends(family: str, isa: str, number: int) -> None:
    """The nearest point may be beyond the nine cells that are looked at; 2^-64 is zero on PICA200; a word that only
    some versions of Skia reserve is renamed for all of them."""
    stage: Stage = registry.find(isa).isa.stages[0]
    result = try_one(families.FAMILIES[family], 20261125, number, wishes(isa, stage), 0)
    assert not isinstance(result, FuzzFailure), str(result)


@pytest.mark.parametrize(("isa", "stage"), [(isa, registry.find(isa).isa.stages[0]) for isa in registry.names()])
def test_what_is_written_in_another_way_computes_the_same(isa: str, stage: Stage) -> None:
    found: Counter[str] = Counter()
    how = wishes(isa, stage)
    for number in range(PAIRS):
        way = WAYS[number % 2]
        failure = try_pair(isa, stage, 1, number, found, (way,), how.opt, dict(how.target), 30)
        assert failure is None, str(failure)
    assert sum(found[f"{EQUAL}, {way}"] for way in WAYS) >= 0.7 * PAIRS, found
    assert found[f"{BLIND}, strict"] + found[f"{BLIND}, default"] <= 0.2 * PAIRS, found


def test_a_program_whose_result_is_always_undefined_is_refused() -> None:
    """Program 216 of `steps` with seed 20261220 was called a mismatch: it divides by zero."""
    text = "define i32 @f(i32 %x) {\n  %q = sdiv i32 %x, 0\n  ret i32 %q\n}\n"
    how = wishes("lima-vp", "vertex")
    assert attempt(FuzzSample(text, "random.ll", "vertex", undefinable=True), how).outcome == REFUSED
    with pytest.raises(Mismatch, match="has no output"):
        attempt(FuzzSample(text, "random.ll", "vertex"), how)
    result = try_one(families.FAMILIES["steps"], 20261220, 216, how, 0)
    assert not isinstance(result, FuzzFailure), str(result)
    assert result.outcome == REFUSED
