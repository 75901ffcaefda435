"""Programs with branches, loops, local arrays, and more values than registers: random ones and some hand-written
ones."""

from __future__ import annotations

import pytest
import wide_cases as cases

from gpucc.errors import LimitExceeded
from gpucc.isa.lima_vp import LIMA_VP
from gpucc.isel.machine import Section
from gpucc.sched.wide.schedule import schedule_wide

FACTS = ("proven", "agreed", "documented")
VARIABLES = (1, 4, 20, 90)


@pytest.mark.parametrize("variables", VARIABLES)
def test_random_programs(variables: int) -> None:
    """Each number of variables is drawn for all facts, and each kind of program, by its seed, for several."""
    for seed in range(4):
        facts = FACTS[(VARIABLES.index(variables) + seed) % 3]
        number = 100 * variables + seed
        sections = cases.Flow(number, variables, [2, 5, 12, 30][seed], seed % 2 == 1).sections(
            1 + seed % 3, 2 + seed % 3
        )
        scheduled = schedule_wide(sections, LIMA_VP, facts, cases.UNIFORMS, 1 + seed % 2)
        cases.verify(sections, scheduled, facts, seed)


def test_two_variables_change_places_in_one_instruction() -> None:
    a, var = cases.a, cases.var
    code, last = cases.Code(), cases.Code()
    last.out(0, var(0), var(1))
    condition = code.op("lt", var(2), cases.k(3.0))
    sections = [
        Section("first", cases.Code().selected, {0: a(0, 0), 1: a(0, 1), 2: cases.k(0.0)}),
        Section("loop", code.selected, {0: var(1), 1: var(0), 2: code.add(var(2), cases.k(1.0))}, condition, 1),
        Section("last", last.selected),
    ]
    scheduled = schedule_wide(sections, LIMA_VP, "agreed", cases.UNIFORMS, 2)
    cases.verify(sections, scheduled)
    swaps = [
        bundle
        for bundle in scheduled.instructions
        for store in bundle.stores
        if store.file == "register" and all(store.sources)
    ]
    assert swaps


def test_an_accumulator_is_stored_where_it_lives() -> None:
    """A loop of one addition and one test needs no copies."""
    code, last = cases.Code(), cases.Code()
    total = code.add(cases.var(0), cases.a(0, 0))
    last.out(0, cases.var(0))
    sections = [
        Section("first", cases.Code().selected, {0: cases.a(0, 1)}),
        Section("loop", code.selected, {0: total}, code.op("lt", total, cases.k(9.0)), 1),
        Section("last", last.selected),
    ]
    scheduled = schedule_wide(sections, LIMA_VP, "agreed", cases.UNIFORMS, 2)
    loop = scheduled.instructions[scheduled.starts[1] : scheduled.starts[2]]
    assert sorted(issue.op for bundle in loop for issue in bundle.issues) == ["add", "lt", "pass_move"]


def crowd(count: int) -> object:
    """`count` values that are all used again after their sum is computed."""
    code = cases.Code()
    values = [code.mul(cases.a(i // 4 % 6, i % 4), cases.u(i // 4 % 30, i % 4)) for i in range(count)]

    def total(found: list[object]) -> object:
        while len(found) > 1:
            found = [code.add(*found[i : i + 2]) if i + 1 < len(found) else found[i] for i in range(0, len(found), 2)]
        return found[0]

    every = total(values)
    code.out(0, total([code.mul(value, every) for value in reversed(values)]), every)
    return code


@pytest.mark.parametrize("count", [70, 120, 240])
def test_more_values_than_registers(count: int) -> None:
    code = crowd(count)
    scheduled = cases.schedule(code, opt=1)
    assert scheduled.spills >= count - 64
    cases.verify(code.sections(), scheduled)


def test_values_that_need_not_live_at_once_do_not() -> None:
    code = cases.Code()
    values = [code.mul(cases.a(i % 6, i % 4), cases.u(i % 8, i // 4 % 4)) for i in range(400)]
    total = values[0]
    for i in range(200):
        total = code.add(total, code.mul(values[i], values[399 - i]))
    code.out(0, total)
    scheduled = cases.schedule(code)
    assert scheduled.spills == 0
    assert len(scheduled.instructions) == scheduled.lower_bound
    cases.verify(code.sections(), scheduled)


def test_a_full_file_is_a_limit() -> None:
    with pytest.raises(LimitExceeded, match=r"vec4 \(2\d\d of uniforms, \d+ of literals, \d+ of temporaries\)"):
        cases.schedule(crowd(240), opt=1, first_constant=290)
