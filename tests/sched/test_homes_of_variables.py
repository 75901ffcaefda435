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
    assert registers._loosened(chain, needs, every=False) == []
    (kept, free) = registers._loosened(section(group([[VARIABLE, OTHER]], [])), needs, every=False)
    assert (kept.values, kept.register) == ([VARIABLE, OTHER], 2)
    assert (free.values, free.register) == ([VALUE], None)


def crowded() -> list[Need]:
    """A home of two values, one after the other; one register has room for the first, another for the second."""
    full = [Need([100 + n], [(-1, LAST)], [n % 4], n // 4) for n in range(24) if n not in (12, 16)]
    half = [Need([112], [(48, LAST)], [0], 3), Need([116], [(-1, 48)], [0], 4)]
    return [Need([VARIABLE, VALUE], [(0, 40), (56, 96)], [None, None]), *full, *half]


def settled_loosely(monkeypatch: pytest.MonkeyPatch, *groups: Any, loose: bool) -> dict[int, tuple[int, int]]:
    monkeypatch.setattr(registers, "_needs", lambda *_: crowded())
    monkeypatch.setattr(registers, "find_bypasses", lambda _: set())
    homes: Any = None
    return allocate(section(*groups), homes, {}, frozenset(), frozenset(), {}, loose=loose).spots


def test_a_loose_home_is_in_several_registers(monkeypatch: pytest.MonkeyPatch) -> None:
    apart = (group([[OTHER]], [VARIABLE]), group([[OTHER]], [VALUE]))
    spots = settled_loosely(monkeypatch, *apart, loose=True)
    assert (spots[VARIABLE], spots[VALUE]) == ((3, 0), (4, 0))
    with pytest.raises(Full):
        settled_loosely(monkeypatch, *apart, loose=False)


def test_a_loose_home_keeps_together_what_an_instruction_has_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is spilled are whole homes, so those are told."""
    with pytest.raises(Full) as full:
        settled_loosely(monkeypatch, group([[VARIABLE, VALUE]], [OTHER]), loose=True)
    assert [VARIABLE, VALUE] in [need.values for need in full.value.needs]


def test_the_greater_part_of_the_rows_is_given_up_first() -> None:
    work: Any = SimpleNamespace(values=[])
    genes = _relieve(work, Genes(), Exhausted([], [(one,) for one in range(6)]))
    assert (len(genes.stored), genes.tight) == (4, 0)
