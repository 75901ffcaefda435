"""Random IR of every kind, in all stages of each target: it compiles unless it is too large, and agrees with LLVM's
JIT."""

from __future__ import annotations

from collections import Counter

import families
import pytest
import random_programs as programs
from trials import LARGE, REFUSED, UNVERIFIED, Wishes, try_one

from gpucc.program import Stage
from gpucc.targets import registry

COUNT = 20
STAGES: tuple[Stage, ...] = ("vertex", "fragment")
CASES = [(isa, stage) for isa in registry.names() for stage in STAGES if stage in registry.find(isa).isa.stages]


@pytest.mark.parametrize(("isa", "stage"), CASES)
def test_random_programs_agree_with_the_jit(isa: str, stage: Stage) -> None:
    found: Counter[str] = Counter()
    wishes = Wishes(isa, stage, programs.OPT.get(isa, 2), 64, programs.ROOMIEST.get(isa, {}))
    for number in range(COUNT):
        failure = try_one(families.FAMILIES["steps"], 0, number, wishes, found)
        assert failure is None, str(failure)
    assert found[REFUSED] == found[UNVERIFIED] == 0, found
    assert found[LARGE] < 0.2 * COUNT, found
