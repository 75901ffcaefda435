"""Values that share a home with a variable: they need its register only where an instruction reads or writes both."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gpucc.isa.lima_pp import LIMA_PP
from gpucc.sched.core.work import Use
from gpucc.sched.pipe import registers
from gpucc.sched.pipe.attempt import Exhausted, _relieve
from gpucc.sched.pipe.plan import Genes
from gpucc.sched.pipe.registers import Full, Need, allocate

LAST = 160
# a variable that keeps its component throughout, and a value of its home that no variable needs afterwards
VARIABLE, VALUE, OTHER = 1, 2, 3


def section(*groups: Any) -> Any:
    return SimpleNamespace(
        groups=groups,
        rows=[None] * (LAST // 16),
        plan=SimpleNamespace(work=SimpleNamespace(isa=LIMA_PP)),
    )


def group(operands: list[list[int]], results: list[int], saved: tuple[int, ...] = ()) -> Any:
    return SimpleNamespace(results=results, saved=saved, operands=[[Use(one) for one in lanes] for lanes in operands])


def full_register() -> list[Need]:
    """Variables in all components of register 2 throughout; one of them has a value in its home."""
    variables = [Need([100 + lane], [(-1, LAST)], [lane], 2) for lane in (0, 2, 3)]
    return [Need([VARIABLE, VALUE], [(-1, LAST), (50, 66)], [1, None], 2), *variables]


def settled(monkeypatch: pytest.MonkeyPatch, *groups: Any) -> dict[int, tuple[int, int]]:
    monkeypatch.setattr(registers, "_needs", lambda *_: full_register())
    monkeypatch.setattr(registers, "find_bypasses", lambda _: set())
    homes: Any = None
    return allocate(section(*groups), homes, {}, frozenset(), frozenset(), {}).spots


def test_a_value_leaves_the_full_register_of_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    spots = settled(monkeypatch, group([[OTHER]], [VALUE]), group([[VARIABLE]], [OTHER]))
    assert spots[VARIABLE] == (2, 1)
    assert spots[VALUE][0] != 2


@pytest.mark.parametrize(
    "tie",
    [
        group([[VARIABLE, VALUE]], [OTHER]),
        group([], [VARIABLE, VALUE]),
        group([], [], saved=(VARIABLE, VALUE)),
    ],
    ids=["operand", "result", "store"],
)
def test_what_an_instruction_wants_in_one_register_stays_there(monkeypatch: pytest.MonkeyPatch, tie: Any) -> None:
    with pytest.raises(Full):
        settled(monkeypatch, tie)


def test_a_tie_can_lead_over_another_value(monkeypatch: pytest.MonkeyPatch) -> None:
    needs = [Need([VARIABLE, VALUE, OTHER], [(-1, LAST), (50, 66), (50, 66)], [1, None, None], 2)]
    chain: Any = section(group([[VARIABLE, OTHER]], []), group([[OTHER, VALUE]], []))
    assert registers._loosened(chain, needs) == []
    (kept, free) = registers._loosened(section(group([[VARIABLE, OTHER]], [])), needs)
    assert (kept.values, kept.register) == ([VARIABLE, OTHER], 2)
    assert (free.values, free.register) == ([VALUE], None)


def test_the_greater_part_of_the_rows_is_given_up_first() -> None:
    work: Any = SimpleNamespace(values=[])
    genes = _relieve(work, Genes(), Exhausted([], [(one,) for one in range(6)]))
    assert (len(genes.stored), genes.tight) == (4, 0)
