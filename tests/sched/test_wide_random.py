"""Random straight code of all shapes: the schedule breaks no rule and computes the code's results."""

from __future__ import annotations

import pytest
import wide_cases as cases


@pytest.mark.parametrize("facts", ["proven", "agreed", "documented"])
@pytest.mark.parametrize("near", [3, 12, 60])
@pytest.mark.parametrize("size", [1, 2, 5, 13, 40, 100])
def test_random_code(size: int, near: int, facts: str) -> None:
    for seed in range(2):
        code = cases.draw(1000 * size + 10 * near + seed, size, near, [1, 8][seed])
        cases.verify(code.sections(), cases.schedule(code, facts), facts, seed)
