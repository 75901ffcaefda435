"""Parts that the exact schedulers share: the solver (package `ortools`, optional extra `exact`), its budget, and the
climb to the optimum.

For each length from a lower bound upwards a model is asked whether a schedule of that length exists. A relaxed model
comes first: if it has no solution, no schedule has. A solution is played back as a schedule; the first that is found is
the shortest.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from gpucc.errors import UsageError

# the level of optimisation from which on the shortest schedule is looked for
EXACT = 3
# in CP-SAT's deterministic seconds, for a program
BUDGET = 30.0
# the part of a budget that a single question may take
SLICE = 0.4
# how often a search that shall stop is told so, in seconds
PATIENCE = 0.05

Placed = TypeVar("Placed")


class Unmodelled(Exception):
    """The section does what the exact model does not describe."""


class Misfit(Exception):
    """The solution of a model asks for what only a relaxed model grants."""


class SolverMissing(UsageError):
    """Level 3 searches for the shortest schedule, and what it searches with is not installed."""

    def note(self) -> str:
        return f"{self.message} ({'; '.join(self.notes)})"


def solver_module() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ImportError as missing:
        raise SolverMissing(
            "the shortest schedule was not looked for: that needs the solver of the package ortools, which is not"
            " installed",
            notes=("pip install 'gpucc[exact]'",),
        ) from missing
    return cp_model


def configure(solver: Any, limit: float) -> None:
    """One worker, a fixed seed and a limit that no clock measures: the same answer everywhere."""
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = limit
    # CP-SAT's own handler ends the search as if its time were over: the program would go on with the best answer so far
    solver.parameters.catch_sigint_signal = False


def solve(solver: Any, model: Any) -> Any:
    """The solver's verdict. The search runs in a thread of its own, so that an interrupt reaches this one, which then
    stops the search."""
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="CP-SAT") as pool:
        search = pool.submit(solver.Solve, model)
        try:
            return search.result()
        finally:
            # after an interrupt; the search is told again and again, for it may not have begun when it is told first
            while not search.done():
                solver.stop_search()
                wait([search], PATIENCE)


@dataclass(slots=True)
class Purse:
    """The rest of a program's budget, and the tasks of the sections that are to share it."""

    left: float
    tasks: int
    # why nothing was spent of it
    note: str = ""

    def share(self, tasks: int) -> float:
        """The time that a section may spend: in proportion to its tasks, so that what one leaves goes to those behind
        it."""
        return self.left * tasks / max(self.tasks, tasks, 1)

    def pay(self, tasks: int, spent: float) -> None:
        self.left, self.tasks = max(self.left - spent, 0.0), self.tasks - tasks


@dataclass(frozen=True, slots=True)
class ExactAnswer(Generic[Placed]):
    """No schedule of a section is shorter than `bound` where it stands, nor than `anyway` whatever surrounds it.

    `found` is a schedule shorter than the known one, if there is one; `spent` is what that took of the budget.
    """

    bound: int
    anyway: int
    found: Placed | None = None
    spent: float = 0.0


class Questions:
    """Asks models of one section within a budget. The first of two strategies gets `first` seconds of a question's
    share."""

    def __init__(self, budget: float, first: float) -> None:
        self.cp = solver_module()
        self.budget = self.left = budget
        self.first = first

    @property
    def spent(self) -> float:
        return self.budget - self.left

    def ask(self, model: Any, most: float | None = None) -> tuple[Any, Any]:
        """The solver with its verdict, for at most so many seconds.

        First with a few constraints in the linear relaxation, which is fast mostly; then with all, which proves the
        hard cases.
        """
        solver = self.cp.CpSolver()
        limit = min(self.left, self.budget * SLICE if most is None else most)
        for linear, part in ((1, min(self.first, limit)), (2, limit - self.first)):
            if part <= 0:
                break
            status = self.solve(solver, model, part, linear)
            if status != self.cp.UNKNOWN:
                return solver, status
        return solver, self.cp.UNKNOWN

    def solve(self, solver: Any, model: Any, limit: float, linear: int = 1) -> Any:
        configure(solver, limit)
        solver.parameters.linearization_level = linear
        status = solve(solver, model)
        self.left -= solver.ResponseProto().deterministic_time
        return status

    def excludes(self, model: Any, most: float | None = None) -> bool:
        return bool(self.ask(model, most)[1] == self.cp.INFEASIBLE)

    def solved(self, status: Any) -> bool:
        return status in (self.cp.OPTIMAL, self.cp.FEASIBLE)


def climb(least: int, upper: int, at: Callable[[int], tuple[Placed | None, bool]]) -> tuple[int, Placed | None]:
    """The first length from `least` on that is not excluded, and a schedule of less than `upper` instructions.

    `at` gives a schedule of a length, or whether there is none. Where it has no answer, shorter schedules are looked
    for from the known length downwards.
    """
    for length in range(least, upper):
        found, impossible = at(length)
        if found is not None:
            return length, found
        if not impossible:
            return length, _descend(length, upper, at)
    return upper, None


def _descend(least: int, upper: int, at: Callable[[int], tuple[Placed | None, bool]]) -> Placed | None:
    best = None
    for length in range(upper - 1, least, -1):
        found, _ = at(length)
        if found is None:
            break
        best = found
    return best


def first_possible(least: int, upper: int, excluded: Callable[[int], bool]) -> int:
    """The first length that cannot be excluded."""
    return next((length for length in range(least, upper) if not excluded(length)), upper)
