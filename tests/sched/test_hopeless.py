"""What one search of a program found out about its registers serves the next one: that it is hopeless, or where to
begin."""

from __future__ import annotations

import pipe_cases as cases
import pytest

from gpucc.isa.lima_pp import LIMA_PP
from gpucc.sched.core.allowance import Allowance
from gpucc.sched.pipe import search
from gpucc.sched.pipe.schedule import schedule_pipeline


def test_hopeless_programs_are_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "FIRST", 0)
    tried: list[int] = []
    attempt = search.attempt

    def counted(work, *rest):  # type: ignore[no-untyped-def]
        tried.append(len(work.tasks))
        return attempt(work, *rest)

    monkeypatch.setattr(search, "attempt", counted)
    allowance = Allowance()
    for opt in (0, 1):
        for seed in (1, 2):
            sections = cases.Draw(seed, variables=5).flow(2, 2)
            found = schedule_pipeline(sections, LIMA_PP, "agreed", opt, allowance=allowance)
            cases.verify(sections, found, seed=seed)
    assert len(tried) == 2


def test_a_second_search_begins_where_the_first_one_began(monkeypatch: pytest.MonkeyPatch) -> None:
    """That is, only for a program that lacks registers, and only if no form of it differs."""
    begun: list[int] = []
    begin = search._begun

    def counted(works, *rest):  # type: ignore[no-untyped-def]
        begun.append(len(works[0].tasks))
        return begin(works, *rest)

    monkeypatch.setattr(search, "_begun", counted)
    allowance = Allowance()
    crowded = [cases.crowd(80).section()]
    first = schedule_pipeline(crowded, LIMA_PP, "agreed", 1, allowance=allowance)
    assert first.spills
    assert len(begun) == len(allowance.starts) == 1
    second = schedule_pipeline(crowded, LIMA_PP, "agreed", 1, allowance=allowance)
    assert len(begun) == 1
    assert len(second.instructions) <= len(first.instructions)
    cases.verify(crowded, second, seed=1)
    other = [cases.crowd(83).section()]
    cases.verify(other, schedule_pipeline(other, LIMA_PP, "agreed", 1, allowance=allowance), seed=1)
    assert len(begun) == len(allowance.starts) == 2
    roomy = [cases.crowd(12).section()]
    for _ in range(2):
        assert not schedule_pipeline(roomy, LIMA_PP, "agreed", 1, allowance=allowance).spills
    assert len(allowance.starts) == 2
