"""The exact scheduler: its schedules compute the code's results, lengths that it excludes are impossible, and missing
dependencies are reported."""

from __future__ import annotations

import sys

import pytest
import wide_cases as cases

from gpucc.errors import UsageError
from gpucc.isa.lima_vp import LIMA_VP
from gpucc.sched.core import exact as core_exact
from gpucc.sched.core.exact import ExactAnswer, Purse, solver_module
from gpucc.sched.wide import exact as wide_exact
from gpucc.sched.wide.bounds import lower_bound
from gpucc.sched.wide.chip import Chip
from gpucc.sched.wide.exact import schedule_exact
from gpucc.sched.wide.exact_registers import Demand, allocate
from gpucc.sched.wide.schedule import schedule_wide
from gpucc.sched.wide.sections import schedule_sections
from gpucc.sched.wide.table import Table
from gpucc.sched.wide.variables import lay_out, place_arrays, ready
from gpucc.sched.wide.work import build_work

pytest.importorskip("ortools", reason="the exact scheduler is an optional extra: pip install 'gpucc[exact]'")


def listed(sections: list, facts: str = "agreed", opt: int = 1) -> list[Table]:  # type: ignore[type-arg]
    chip = Chip(LIMA_VP, facts)  # type: ignore[arg-type]
    sections = ready(sections)
    arrays, top = place_arrays(sections, chip)
    works = [
        build_work(section, LIMA_VP, chip.facts, {array: row for array, (row, _) in arrays.items()})
        for section in sections
    ]
    return schedule_sections(works, chip, lay_out(works, chip, top), arrays, top, opt)[0]


def exact(placer: Table, more: int = 1, budget: float = 10.0) -> ExactAnswer[Table]:
    """Search for a schedule of at most the list scheduler's length, which must exist."""
    return schedule_exact(placer.work, placer.chip, placer.frame, placer.length + more, budget)


def optimum(code: object) -> int:
    (placer,) = listed(code.sections())  # type: ignore[attr-defined]
    found = exact(placer)
    assert found.found is not None
    assert found.bound == found.found.length
    return found.found.length


# known optima ---------------------------------------------------------------------------------------------------------


def transform(code: object, position: list, row: int) -> list:  # type: ignore[type-arg]
    return [code.dot(position, [cases.u(row + r, c) for c in range(4)]) for r in range(4)]  # type: ignore[attr-defined]


def test_matrix_times_vector() -> None:
    """Sixteen products take eight instructions, and the last of them are added one later."""
    code = cases.Code()
    code.out(0, *transform(code, [cases.a(0, c) for c in range(4)], 0))
    assert optimum(code) == 9


def test_matrix_times_vector_and_viewport() -> None:
    code = cases.Code()
    x, y, z, w = transform(code, [cases.a(0, c) for c in range(4)], 0)
    inverse = code.op("min", code.op("max", code.op("rcp", w), cases.k(-1e10)), cases.k(1e10))
    screen = [code.add(code.mul(code.mul(v, inverse), cases.u(4, c)), cases.u(5, c)) for c, v in enumerate((x, y, z))]
    code.out(0, *screen, inverse)
    assert optimum(code) == 15


def test_normalise() -> None:
    code = cases.Code()
    vector = [cases.a(0, c) for c in range(3)]
    scale = code.op("rsqrt", code.dot(vector, vector))
    code.out(0, *(code.mul(v, scale) for v in vector))
    assert optimum(code) == 8


# agreement with the list scheduler ------------------------------------------------------------------------------------


@pytest.mark.parametrize("facts", ["proven", "agreed", "documented"])
def test_what_the_list_scheduler_makes_is_not_excluded(facts: str) -> None:
    for seed in range(25):
        code = cases.draw(400 + seed, 2 + seed % 17, (3, 8, 20)[seed % 3], 1 + seed % 4)
        (placer,) = listed(code.sections(), facts)
        found = exact(placer)
        assert found.found is not None
        assert (
            lower_bound(placer.work, placer.chip) <= found.anyway <= found.bound == found.found.length <= placer.length
        )


def test_branches_variables_and_arrays_are_not_excluded_either() -> None:
    for seed in range(6):
        for placer in listed(cases.Flow(seed, 3 + seed, 6, seed % 2 == 0).sections(2, 3)):
            found = exact(placer)
            assert found.found is not None
            assert lower_bound(placer.work, placer.chip) <= found.anyway <= found.bound == found.found.length


def test_what_it_finds_computes_what_the_code_says() -> None:
    shorter = 0
    for seed in range(12):
        facts = ("proven", "agreed", "documented")[seed // 2 % 3]
        code = cases.draw(900 + seed, 4 + 2 * seed, (3, 10)[seed % 2], 1 + seed % 4)
        scheduled = cases.schedule(code, facts, opt=3)
        cases.verify(code.sections(), scheduled, facts, seed)
        shorter += len(scheduled.instructions) < len(cases.schedule(code, facts, opt=1).instructions)
    assert shorter


@pytest.mark.parametrize("seed", range(6))
def test_programs_with_branches_and_arrays(seed: int) -> None:
    sections = cases.Flow(seed, 3 + seed, 5, seed % 2 == 0).sections(2, 3)
    scheduled = schedule_wide(sections, LIMA_VP, "agreed", cases.UNIFORMS, 3)
    assert (
        scheduled.lower_bound
        <= len(scheduled.instructions)
        <= len(schedule_wide(sections, LIMA_VP, "agreed", cases.UNIFORMS, 1).instructions)
    )
    cases.verify(sections, scheduled, "agreed", seed)


def test_four_indices_share_three_address_registers() -> None:
    """Set in 0, 1 and 2, used in 4, 5 and 6; the first register is free again in 5 and used in 9."""
    code = cases.Code()
    for register in range(4):
        index = cases.a(15, register)
        code.out(register, *(code.mul(cases.u(register, c, index), cases.a(0, c)) for c in range(2)))
    scheduled = cases.schedule(code, opt=3)
    cases.verify(code.sections(), scheduled)
    assert len(scheduled.instructions) == 10


# the rest -------------------------------------------------------------------------------------------------------------


def test_the_same_answer_every_time() -> None:
    code = cases.draw(31, 24, 8, 3)
    first, second = (cases.schedule(code, opt=3) for _ in range(2))
    assert first.instructions == second.instructions


def test_without_budget_there_is_a_gap_and_no_error() -> None:
    code = cases.draw(12, 60, 12, 4)
    (placer,) = listed(code.sections())
    found = exact(placer, more=0, budget=0.001)
    assert found.anyway <= placer.length
    assert found.found is None or found.found.length < placer.length


def test_the_solver_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("ortools")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "ortools", None)
    with pytest.raises(UsageError) as missing:
        solver_module()
    assert "pip install 'gpucc[exact]'" in missing.value.notes[0]


def test_registers_of_values_that_are_read_together_are_one() -> None:
    """Five values read by one instruction that has two ports must lie in two registers, and not in those that are
    barred."""
    cp, chip = solver_module(), Chip(LIMA_VP, "agreed")
    demand = Demand(born={i: i for i in range(5)}, reads={i: {9} for i in range(5)}, barred=set(range(8)))
    found = allocate(cp, chip, demand, 5.0)
    assert found is not None
    assert len({place // 4 for place in found.places.values()}) == 2
    assert len(set(found.places.values())) == 5
    assert min(found.places.values()) >= 8


def test_an_instruction_stores_four_results() -> None:
    """An instruction stores at most four results, so five that are read together cannot all be stored by one."""
    cp, chip = solver_module(), Chip(LIMA_VP, "proven")
    demand = Demand(born=dict.fromkeys(range(5), 0), reads={i: {9} for i in range(5)})
    assert allocate(cp, chip, demand, 5.0) is None
    assert (
        allocate(cp, chip, Demand(born=dict.fromkeys(range(4), 0), reads={i: {9} for i in range(4)}), 5.0) is not None
    )


def test_no_solver_is_asked_below_level_3(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> object:
        raise AssertionError("the solver was asked")

    monkeypatch.setattr(core_exact, "solver_module", refuse)
    cases.schedule(cases.draw(3, 20, 8, 2), opt=2)


def test_sections_share_a_programs_budget() -> None:
    """In proportion to their tasks; time that a section does not use is left to the later ones."""
    purse = Purse(30.0, 100)
    assert purse.share(20) == pytest.approx(6.0)
    purse.pay(20, 1.0)
    assert purse.share(20) == pytest.approx(29.0 / 4)
    purse.pay(20, 50.0)
    assert purse.share(60) == 0.0
    assert Purse(30.0, 0).share(0) == 0.0
    assert Purse(30.0, 7).share(7) == 30.0


def test_a_program_spends_its_budget_once(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    search = wide_exact.schedule_exact

    def watched(work: object, chip: Chip, frame: object, upper: int, budget: float) -> ExactAnswer[Table]:
        given.append(budget)
        return search(work, chip, frame, upper, min(budget, 0.1))  # type: ignore[arg-type]

    monkeypatch.setattr(wide_exact, "schedule_exact", watched)
    code = cases.draw(3, 12, 8, 3)
    sections = code.sections()
    listed([*sections, *sections], opt=3)
    assert given[0] == pytest.approx(core_exact.BUDGET / 2)
    assert core_exact.BUDGET - 1.0 <= given[1] <= core_exact.BUDGET
