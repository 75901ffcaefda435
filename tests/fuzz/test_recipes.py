"""Random IR of every kind, in all stages of each target: it compiles unless it is too large, and agrees with LLVM's
JIT."""

from __future__ import annotations

from collections import Counter

import pytest

from gpucc.fuzz import families, rooms
from gpucc.fuzz.trials import LARGE, REFUSED, UNVERIFIED, FuzzFailure, FuzzWishes, try_one
from gpucc.program import Stage
from gpucc.targets import registry

# where schedules are searched for, a short search is enough here
OPT = {"lima-pp": 1}
COUNT = 4
STAGES: tuple[Stage, ...] = ("vertex", "fragment")
CASES = [(isa, stage) for isa in registry.names() for stage in STAGES if stage in registry.find(isa).isa.stages]


@pytest.mark.parametrize(("isa", "stage"), CASES)
def test_random_programs_agree_with_the_jit(isa: str, stage: Stage) -> None:
    found: Counter[str] = Counter()
    wishes = FuzzWishes(isa, stage, OPT.get(isa, 2), 64, rooms.roomiest(isa))
    for number in range(COUNT):
        result = try_one(families.FAMILIES["steps"], 0, number, wishes)
        assert not isinstance(result, FuzzFailure), str(result)
        found[result.outcome] += 1
    assert found[REFUSED] == found[UNVERIFIED] == 0, found
    assert found[LARGE] < 0.2 * COUNT, found
