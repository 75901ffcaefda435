"""Parts that the exact schedulers share: the solver (package `ortools`, optional extra `exact`), its budget, and the
climb to the optimum.

For each length from a lower bound upwards, the solver decides whether a schedule of that length exists. A relaxed model
comes first: if it has no solution, there is no schedule. A solution is replayed as a schedule; the first one found is
the shortest.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, Generic, TypeVar

from gpucc.errors import UsageError
from gpucc.records import dataclass

# the lowest level of optimisation that searches for the shortest schedule
EXACT = 3
# for a whole program, in CP-SAT's deterministic seconds
BUDGET = 30.0
# the part of a budget that a single question may take
SLICE = 0.4
# seconds between two requests to stop a running search
PATIENCE = 0.05

Placed = TypeVar("Placed")


class Unmodelled(Exception):
    """The section uses a feature that the exact model does not describe."""


class Misfit(Exception):
    """The solution of a relaxed model cannot be replayed as a schedule."""


class SolverMissing(UsageError):
    """Level 3 searches for the shortest schedule, and the solver for that is not installed."""

    def note(self) -> str:
        return f"{self.message} ({'; '.join(self.notes)})"


def solver_module() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ImportError as missing:
        raise SolverMissing(
            "gpucc did not search for the shortest schedule: that needs the solver of the package ortools, which is"
            " not installed",
            notes=("pip install 'gpucc[exact]'",),
        ) from missing
    return cp_model


def configure(solver: Any, limit: float) -> None:
    """Make the solver deterministic: one worker, a fixed seed, and a limit that does not depend on a clock."""
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = limit
    # CP-SAT's own handler would end the search as if its time were over: the program would go on with the best answer
    solver.parameters.catch_sigint_signal = False


def solve(solver: Any, model: Any) -> Any:
    """Return the solver's verdict. The search runs in a thread of its own; an interrupt reaches this thread, which then
    stops the search."""
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="CP-SAT") as pool:
        search = pool.submit(solver.Solve, model)
        try:
            return search.result()
        finally:
            # after an interrupt: ask repeatedly, because a search that has not begun yet ignores the request
            while not search.done():
                solver.stop_search()
                wait([search], PATIENCE)


@dataclass(slots=True)
class Purse:
    """The rest of a program's budget, and the number of tasks in the sections that share it."""

    left: float
    tasks: int
    # the reason if nothing of it was spent
    note: str = ""

    def share(self, tasks: int) -> float:
        """The time that a section may spend. It is proportional to the section's tasks, so time that one section does
        not use goes to the later ones."""
        return self.left * tasks / max(self.tasks, tasks, 1)

    def pay(self, tasks: int, spent: float) -> None:
        self.left, self.tasks = max(self.left - spent, 0.0), self.tasks - tasks


@dataclass(frozen=True, slots=True)
class ExactAnswer(Generic[Placed]):
    """The result of an exact search for one section.

    No schedule of the section is shorter than `bound` at its place in the program, or shorter than `anyway` in any
    surroundings. `found` is a schedule shorter than the known one, if there is one; `spent` is the part of the budget
    that was used.
    """

    bound: int
    anyway: int
    found: Placed | None = None
    spent: float = 0.0


class Questions:
    """Asks the solver about models of one section, within a budget. Of two strategies, the first gets `first` seconds
    of the time for a question."""

    def __init__(self, budget: float, first: float) -> None:
        self.cp = solver_module()
        self.budget = self.left = budget
        self.first = first

    @property
    def spent(self) -> float:
        return self.budget - self.left

    def ask(self, model: Any, most: float | None = None) -> tuple[Any, Any]:
        """Return the solver and its verdict, within at most `most` seconds.

        The first strategy has few constraints in the linear relaxation, which is usually fast; the second has all of
        them, which proves the hard cases.
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
    """The first length from `least` on that is not excluded, and a schedule of fewer than `upper` instructions.

    `at` returns a schedule of the given length, or whether there is none. Where it has no answer, shorter schedules are
    searched from the known length downwards.
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
    """Return the shortest length that is not excluded yet."""
    return next((length for length in range(least, upper) if not excluded(length)), upper)
