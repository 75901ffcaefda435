"""Random straight code of all shapes: the schedule breaks no rule and computes the code's results."""

from __future__ import annotations

import pytest
import wide_cases as cases

FACTS = ("proven", "agreed", "documented")
SIZES, NEAR = (1, 5, 13, 40, 100), (3, 12, 60)


@pytest.mark.parametrize("near", NEAR)
@pytest.mark.parametrize("size", SIZES)
def test_random_code(size: int, near: int) -> None:
    """Each size and each distance is drawn for all facts. To search for eight outputs takes long, so only every second
    case does."""
    case = SIZES.index(size) + NEAR.index(near)
    for seed, (outputs, opt) in enumerate(((1, 2), (8, 1), (8, 2))[: 2 + case % 2]):
        facts = FACTS[(case + seed) % 3]
        code = cases.draw(1000 * size + 10 * near + seed, size, near, outputs)
        cases.verify(code.sections(), cases.schedule(code, facts, opt), facts, seed)
