"""A program for which the search for registers was given up is not searched again at another level."""

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
