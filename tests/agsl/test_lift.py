"""The work of lifting grows with the number of statements, and no faster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from gpucc.isa.agsl_tree import AgslBody, AgslName, Infix, Set, Statement, When
from gpucc.source.agsl import lift
from gpucc.source.agsl.statements import reads


def program(count: int, branches: int) -> AgslBody:
    """`count` sums in a row, with as many branches spread among them."""
    items: list[Statement] = []
    for k in range(count):
        items.append(Set(f"v{k}", Infix("+", AgslName(f"v{k - 1}"), AgslName("p")), type="float"))
        if k % (count // branches) == 0:
            items.append(When(AgslName("c"), AgslBody([Set("x", AgslName(f"v{k}"))]), AgslBody([])))
    return AgslBody(items)


@pytest.mark.parametrize("branches", [1, 20])
def test_each_statement_is_looked_at_a_fixed_number_of_times(branches: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = 0

    def counted(items: Iterable[Statement]) -> Iterator[str]:
        nonlocal seen
        given = list(items)
        seen += len(given)
        return reads(given)

    monkeypatch.setattr(lift, "reads", counted)
    counts = []
    for count in (200, 800):
        seen = 0
        lift.lift_pairs(program(count, branches))
        counts.append(seen)
    assert counts[1] <= 4.5 * counts[0], counts
