"""Lower bounds of wide schedules: exact where the count is known, never above an existing schedule, cheap for large
sections."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest
import wide_cases as cases

from gpucc.isa.lima_vp import LIMA_VP
from gpucc.isel.machine import Section
from gpucc.sched.core.bounds import makespan
from gpucc.sched.wide.bounds import copy_bound, lower_bound, needed
from gpucc.sched.wide.chip import Chip
from gpucc.sched.wide.spans import Spans
from gpucc.sched.wide.variables import ready
from gpucc.sched.wide.work import WideWork, build_work

CHIP = Chip(LIMA_VP, "agreed")


def work_of(code: cases.Code) -> WideWork:  # type: ignore[name-defined]
    (section,) = code.sections()
    return build_work(section, LIMA_VP, "agreed")


def bound(code: cases.Code) -> int:  # type: ignore[name-defined]
    return lower_bound(work_of(code), CHIP)


def test_path_of_a_function_that_is_scaled() -> None:
    """rcp in instructions 0 and 1, its result readable in 3 only; then a product that is stored."""
    code = cases.Code()
    code.out(0, code.mul(code.op("rcp", cases.a(0, 0)), cases.a(0, 1)))
    assert bound(code) == 4


def test_a_function_that_is_an_output_is_copied() -> None:
    code = cases.Code()
    code.out(0, code.op("rcp", cases.a(0, 0)))
    assert bound(code) == 4


def test_accumulators_share_one_op() -> None:
    code = cases.Code()
    code.out(0, *(code.op(name, cases.a(0, 0), cases.u(0, 1)) for name in ("min", "max", "ge", "lt")))
    assert bound(code) == 4


def test_an_instruction_loads_one_vec4_of_uniforms() -> None:
    code = cases.Code()
    code.out(0, *(code.mul(cases.a(0, c), cases.u(c, c)) for c in range(4)))
    assert bound(code) == 4


def test_literals_come_four_at_a_time_and_those_of_the_ports_for_nothing() -> None:
    free, five = cases.Code(), cases.Code()
    free.out(0, *(free.mul(cases.a(0, c), cases.k(1.0)) for c in range(2)))
    assert bound(free) == 1
    five.out(
        0,
        *(five.mul(cases.a(0, c), cases.k(2.0 + c)) for c in range(2)),
        *(five.add(cases.a(0, c), cases.k(7.0 + c)) for c in range(2)),
    )
    five.out(1, five.op("pass_move", cases.k(11.0)))
    assert bound(five) == 2


def test_half_of_an_output_register_is_stored_by_its_own_unit() -> None:
    """Three xy halves take three instructions, although the other unit is idle."""
    code = cases.Code()
    for register in range(3):
        code.out(register, code.op("pass_move", cases.a(register, 0)))
    assert bound(code) == 3


def test_leaves_that_are_outputs_need_copies() -> None:
    """Nine copies beside two selects: four slots for copies in each of the first two instructions, six in others."""
    code = cases.Code()
    code.out(0, *(code.op("select", cases.a(0, 0), cases.a(0, c), cases.a(0, 3)) for c in range(2)))
    code.out(1, *(cases.k(float(c)) for c in range(4)))
    code.out(2, *(cases.k(float(4 + c)) for c in range(4)))
    code.out(3, cases.a(0, 0))
    work = work_of(code)
    assert copy_bound(Spans(work, CHIP)) == 3


def test_an_index_takes_four_instructions() -> None:
    code = cases.Code()
    code.out(0, code.mul(cases.u(0, 0, index=cases.a(15, 0)), cases.a(0, 0)))
    assert bound(code) == 5


def test_ops_that_nothing_needs_do_not_count() -> None:
    """A chain that feeds only a variable that no section reads, apart from its own next iteration."""
    code, last = cases.Code(), cases.Code()
    dead = cases.var(0)
    for _ in range(3):
        dead = code.op("rsqrt", dead)
    last.out(0, code.mul(cases.a(0, 0), cases.a(0, 1)), cases.var(1))
    loop = Section("loop", code.selected, {0: dead, 1: code.mul(cases.var(1), cases.a(0, 0))}, cases.var(1), 0)
    found = ready([loop, Section("last", last.selected)])
    assert list(found[0].assigned) == [1]
    assert list(loop.assigned) == [0, 1]
    work = build_work(found[0], LIMA_VP, "agreed")
    assert len(work.tasks) == 1
    assert lower_bound(work, CHIP) <= 2


@pytest.mark.parametrize(
    ("counts", "least"),
    [
        ({"mul": 5}, 3),
        ({"select": 2, "mul": 1}, 3),
        ({"complex2": 3, "mul": 2, "complex1": 3}, 6),
        ({"complex2": 1, "mul": 4}, 3),
    ],
)
def test_instructions_that_the_multipliers_need(counts: dict[str, int], least: int) -> None:
    assert needed(CHIP, CHIP.field_of["mul0"], counts) == least


def test_makespan_is_that_of_the_best_order() -> None:
    jobs = [(0, 3), (0, 0), (2, 1), (1, 4), (1, 4), (0, 2)]

    def run(order: tuple[tuple[int, int], ...]) -> int:
        used: dict[int, int] = {}
        end = 0
        for release, tail in order:
            t = release
            while used.get(t, 0) == 2:
                t += 1
            used[t] = used.get(t, 0) + 1
            end = max(end, t + 1 + tail)
        return end

    assert makespan(jobs, 2) == min(map(run, permutations(jobs)))


@pytest.mark.parametrize("size", [3, 8, 20, 60])
def test_no_bound_is_above_a_schedule(size: int) -> None:
    for seed in range(12):
        for facts in ("agreed", "documented"):
            code = cases.draw(77 * size + seed, size, (3, 10)[seed % 2], 1 + seed % 3)
            scheduled = cases.schedule(code, facts, opt=1)
            assert scheduled.lower_bound <= len(scheduled.instructions)


def test_large_sections_cost_little(steps: Callable[[Callable[[], object]], int]) -> None:
    def cost(size: int) -> float:
        work = work_of(cases.draw(5, size, 12, 8))
        return steps(lambda: lower_bound(work, CHIP)) / size

    assert cost(800) < 8 * cost(100)


def test_spans_agree_with_their_length() -> None:
    for seed in range(8):
        work = work_of(cases.draw(seed, 30, 6, 2))
        spans = Spans(work, CHIP)
        assert all(0 <= spans.start[task.number] <= spans.latest(task, spans.length) for task in spans.tasks)
