"""Random code whose sections are cut into pieces, down to one operation each, computes what the uncut code says: loops,
branches, discards, arrays, and more variables than registers."""

from __future__ import annotations

import pipe_cases as cases
import pytest

from gpucc.sched.pipe import last_resort, search

# by name, what to draw for a seed
KINDS = {
    "flow": lambda seed: cases.Draw(seed, variables=5).flow(2, 2),
    "straight": lambda seed: cases.Draw(seed, near=60, arrays=True).straight(60),
    "crowd": lambda seed: cases.Draw(seed, variables=30, near=40, arrays=True).flow(2, 3),
    "proven": lambda seed: cases.Draw(seed, variables=5, facts="proven").flow(2, 2),
}


@pytest.mark.parametrize("size", [1, 30])
@pytest.mark.parametrize("kind", KINDS)
def test_pieces_of_random_code(kind: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In pieces of one operation, a branch before the assignments of its section had left them out: loops had no
    end."""
    monkeypatch.setattr(search, "FIRST", 0)
    monkeypatch.setattr(last_resort, "SIZE", size)
    facts = "proven" if kind == "proven" else "agreed"
    for seed in range(3):
        sections = KINDS[kind](seed)
        cases.verify(sections, cases.schedule(sections, facts, opt=size % 2), facts, seed)
