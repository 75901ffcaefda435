"""Random programs through the whole pipeline: those that compile must agree with LLVM's JIT."""

from __future__ import annotations

import pytest
import random_programs as programs
from hypothesis import HealthCheck, given, seed, settings

from gpucc import driver
from gpucc.errors import LimitExceeded
from gpucc.program import Stage
from gpucc.targets import registry

# forty programs for every target, in parts that run in parallel
SHARES = {
    ("vertex", "fragment"): {"vertex": 20, "fragment": 20},
    ("vertex",): {"vertex": 40},
    ("fragment",): {"fragment": 40},
}
PART = 20
CASES = [
    (isa, stage, part)
    for isa in registry.names()
    for stage, count in SHARES[registry.find(isa).isa.stages].items()
    for part in range(count // PART)
]


@pytest.mark.parametrize(("isa", "stage", "part"), CASES)
def test_random_programs_agree_with_the_jit(isa: str, stage: Stage, part: int) -> None:
    outcomes = {"agree": 0, "too large": 0}

    @seed(part)
    @settings(max_examples=PART, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(programs.recipes(loops=registry.find(isa).isa.loops))
    def check(recipe: object) -> None:
        text = programs.fitted(programs.render(recipe, stage, isa in programs.SHADERS), isa)
        try:
            program = driver.compile(
                text, isa, stage=stage, opt=programs.OPT.get(isa, 2), target=programs.ROOMIEST.get(isa, {}), verify=64
            )
        except LimitExceeded:
            outcomes["too large"] += 1
            return
        assert program.verified is not None
        outcomes["agree"] += 1

    check()
    assert outcomes["agree"] > 0.8 * PART, outcomes
