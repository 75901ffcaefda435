"""Random selected code for pipelines: the schedule computes the code's results, breaks no rule and is no shorter than
its bound."""

from __future__ import annotations

import pipe_cases as cases
import pytest


@pytest.mark.parametrize("seed", range(30))
def test_straight_code(seed: int) -> None:
    facts = ("agreed", "proven", "documented")[seed // 7 % 3]
    draw = cases.Draw(seed, near=(4, 12, 60)[seed % 3], arrays=seed % 5 == 0, facts=facts)
    sections = draw.straight((6, 20, 45)[seed // 3 % 3])
    cases.verify(sections, cases.schedule(sections, facts, opt=1), facts, seed)


@pytest.mark.parametrize("seed", range(24))
def test_branches_and_loops(seed: int) -> None:
    sections = cases.Draw(seed, variables=(2, 5, 9, 30)[seed % 4], arrays=seed % 6 == 0).flow(depth=2, length=3)
    cases.verify(sections, cases.schedule(sections, opt=1), seed=seed)


def test_more_live_values_than_registers() -> None:
    """Every product is kept until the last one is computed."""
    code = cases.Code()
    values = [
        code.op("fract", code.op("mul", cases.v(i % 4, i // 4 % 4), cases.u(i % 6, i // 6 % 4))) for i in range(30)
    ]
    most = values[0]
    for value in values[1:]:
        most = code.op("max", most, value)
    for value in values:
        most = code.op("add", code.op("mul", most, cases.k(0.5)), value)
    sections = [code.out(most, most, most, most).section()]
    scheduled = cases.schedule(sections, opt=1)
    assert scheduled.spills > 0
    cases.verify(sections, scheduled)
