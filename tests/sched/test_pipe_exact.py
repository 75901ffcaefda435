"""The exact scheduler of pipelines: its schedules compute the code's results, lengths that it excludes are impossible,
and missing dependencies are reported."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isel.machine import Section
from gpucc.sched.core.exact import ExactAnswer
from gpucc.sched.pipe import exact as pipe_exact
from gpucc.sched.pipe import search as pipe_search
from gpucc.sched.pipe.attempt import Attempt, Meter, PipeSection, attempt
from gpucc.sched.pipe.bounds import section_bound
from gpucc.sched.pipe.build import build_work
from gpucc.sched.pipe.exact import schedule_exact
from gpucc.sched.pipe.plan import Genes
from gpucc.sched.pipe.sections import merge_sections
from gpucc.sched.pipe.ways import Ways
from gpucc.sched.pipe.work import PipeWork

pytest.importorskip("ortools", reason="the exact scheduler is an optional extra: pip install 'gpucc[exact]'")


def _module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"sched_{name}", Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = found
    spec.loader.exec_module(found)
    return found


cases, brute = _module("pipe_cases"), _module("pipe_brute")
v, u, k, Code = cases.v, cases.u, cases.k, cases.Code
WAYS = Ways(LIMA_PP, "agreed")


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list scheduler searches briefly, which leaves more to find; the search for fewer words is brief too."""
    monkeypatch.setattr(pipe_search, "TRIES", (0, 5, 10, 10))
    monkeypatch.setattr(pipe_search, "BUDGET", (0, 500, 1000, 1000))
    monkeypatch.setattr(pipe_exact, "SHRINK", 0.05)


def listed(sections: list[Section]) -> tuple[PipeWork, Attempt]:
    work = build_work(merge_sections(sections)[0], WAYS, {})
    return work, attempt(work, WAYS, Genes(), Meter(1 << 60))[0]


def exact(sections: list[Section], more: int = 1, budget: float = 5.0) -> tuple[ExactAnswer[PipeSection], int]:
    """Search for a schedule of at most the list scheduler's length, which must exist; returns the answer and that
    length."""
    work, found = listed(sections)
    (section,) = found.sections
    assert section is not None
    length = len(section.placed.rows)
    return schedule_exact(work, found, 0, length + more, budget), length


# known optima ---------------------------------------------------------------------------------------------------------


def optimum(sections: list[Section]) -> int:
    found, _ = exact(sections)
    assert found.found is not None
    assert found.bound == len(found.found.placed.rows)
    return found.bound


def test_one_op_for_each_unit() -> None:
    """Four rounded numbers take one instruction, but two and two of different ops need a vector unit each."""
    code = Code()
    assert optimum([code.out(*(code.op("floor", v(0, c)) for c in range(4))).section()]) == 1
    code = Code()
    assert (
        optimum(
            [code.out(*(code.op(name, v(0, c)) for c, name in enumerate(("floor", "ceil", "ceil", "ceil")))).section()]
        )
        == 1
    )
    code = Code()
    assert (
        optimum(
            [code.out(*(code.op(name, v(0, c)) for c, name in enumerate(("floor", "floor", "ceil", "ceil")))).section()]
        )
        == 2
    )


def test_varyings_come_one_by_one() -> None:
    """Two sums over three varyings: the last varying is multiplied in the third instruction, and one vector unit
    adds."""
    code = Code()
    products = [[code.op("mul", v(0, c), v(row, c)) for c in range(4)] for row in (1, 2)]
    assert optimum([code.out(*(code.op("sum4", *row) for row in products)).section()]) == 3


def test_a_chain_of_functions() -> None:
    code = Code()
    value = v(0, 0)
    for _ in range(4):
        value = code.op("sqrt", value)
    assert optimum([code.out(value).section()]) == 4


def test_the_relaxed_model_excludes_less() -> None:
    """Many sums at once: the model with a single register excludes no more than the other."""
    code = Code()
    sums = [code.op("add", v(row, c), v(row, 3 - c)) for row in range(2) for c in range(4)]
    while len(sums) > 4:
        sums = [code.op("mul", one, other) for one, other in zip(sums[::2], sums[1::2], strict=True)]
    found, length = exact([code.out(*sums[:2]).section()])
    assert found.found is not None
    assert found.anyway <= found.bound <= length


def test_shorter_than_the_list() -> None:
    """Seed 33 of the random sections: the list scheduler at -O1 needs one instruction more."""
    sections = cases.Draw(33).straight(20)
    plain, best = cases.schedule(sections, "agreed", 1), cases.schedule(sections, "agreed", 3)
    cases.verify(sections, best)
    assert len(best.instructions) == best.lower_bound < len(plain.instructions)


# exhaustive search ----------------------------------------------------------------------------------------------------


class Small(cases.Draw):  # type: ignore[name-defined, misc]
    """A few tasks, so that every schedule can be examined."""

    def leaf(self) -> object:
        kind = self.random.random()
        if kind < 0.6:
            return v(self.random.randrange(2), self.random.randrange(4))
        return (
            u(self.random.randrange(2), self.random.randrange(4))
            if kind < 0.85
            else k(self.random.choice([1.0, 2.0, -3.0]))
        )

    def small(self, size: int) -> list[Section]:
        code, values = Code(), []
        for _ in range(size):
            name = self.random.choice(["mul", "mul", "add", "add", "max", "floor", "rcp", "sum3"])
            count = {"floor": 1, "rcp": 1, "sum3": 3}.get(name, 2)
            values.append(
                code.op(
                    name, *(self.operand(values) for _ in range(count)), modifiers=self.random.choice(["", "", "sat"])
                )
            )
        return [code.out(*self.random.sample(values, min(len(values), 2))).section()]


def test_no_schedule_was_overlooked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver tries every length, and finds the same as the exhaustive search."""
    monkeypatch.setattr(pipe_exact, "section_bound", lambda work, block: 1)
    sure = 0
    for seed in range(8):
        sections = Small(seed).small(2 + seed % 3)
        work, _ = listed(sections)
        found, length = exact(sections)
        assert found.found is not None
        here = len(found.found.placed.rows)
        lowest, reached = brute.least(work, True, length + 1), brute.least(work, False, length)
        assert lowest <= found.anyway <= found.bound == here <= length
        assert reached is None or here <= reached
        sure += lowest == reached == here
    assert sure > 4


def test_the_bound_excludes_nothing_that_is_found() -> None:
    for seed in range(24):
        sections = Small(seed).small(2 + seed % 3)
        work, _ = listed(sections)
        reached = brute.least(work, False, 4)
        assert reached is None or section_bound(work, work.blocks[0]) <= reached


# programs at random ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(100, 106))
def test_the_list_schedulers_length_is_possible(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver, trying every length, finds a schedule that is no longer and computes the right results."""
    monkeypatch.setattr(pipe_exact, "section_bound", lambda work, block: 1)
    sections = cases.Draw(seed, arrays=seed % 4 == 0).straight(4 + seed % 9)
    found, _ = exact(sections)
    assert found.found is not None
    assert found.bound == len(found.found.placed.rows)


@pytest.mark.parametrize("seed", range(4))
def test_programs_with_branches(seed: int) -> None:
    sections = cases.Draw(seed, variables=3, arrays=seed % 2 == 0).flow(1, 2)
    cases.verify(sections, cases.schedule(sections, "agreed", 3))


# reports --------------------------------------------------------------------------------------------------------------


def test_without_the_solver_the_list_schedule_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    sections = cases.Draw(33).straight(20)
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    found = cases.schedule(sections, "agreed", 3)
    assert "pip install" in found.note
    assert found.lower_bound < len(found.instructions)
    cases.verify(sections, found)
    # the solver is not used if the bound is met already
    code = Code()
    assert not cases.schedule([code.out(v(0, 0)).section()], "agreed", 3).note


def test_a_budget_that_ends_gives_a_gap() -> None:
    sections = cases.Draw(33).straight(20)
    found, length = exact(sections, 0, 1e-6)
    assert found.found is None
    assert found.bound <= length


def test_the_same_again() -> None:
    sections = cases.Draw(33).straight(20)
    one, other = (cases.schedule(sections, "agreed", 3) for _ in range(2))
    assert one.instructions == other.instructions


def test_a_note_names_the_package() -> None:
    found = cases.schedule(cases.Draw(33).straight(20), "agreed", 3)
    assert not found.note
    assert found.describe().startswith(
        f"{len(found.instructions)} instructions, lower bound {len(found.instructions)} for the selected operations"
    )
