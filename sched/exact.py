"""What the exact schedulers share: the solver (package `ortools`, optional extra `exact`), its settings, and the budget of a program."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

from gpucc.errors import UsageError

# in CP-SAT's deterministic seconds, for a program
BUDGET = 30.0
# how often a search that shall stop is told so, in seconds
PATIENCE = 0.05


class SolverMissing(UsageError):
    """Level 3 searches for the shortest schedule, and what it searches with is not installed."""

    def note(self) -> str:
        return f"{self.message} ({'; '.join(self.notes)})"


def solver_module() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ImportError as missing:
        raise SolverMissing(
            "the shortest schedule was not looked for: that needs the solver of the package ortools, which is not installed",
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
    """The solver's verdict. The search runs in a thread of its own, so that an interrupt reaches this one, which then stops the search."""
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
    """What is left of a program's budget, and the tasks of the sections that are to share it."""

    left: float
    tasks: int
    # why nothing was spent of it
    note: str = ""

    def share(self, tasks: int) -> float:
        """What a section may spend: in proportion to its tasks, so that what one leaves goes to those behind it."""
        return self.left * tasks / max(self.tasks, tasks, 1)

    def pay(self, tasks: int, spent: float) -> None:
        self.left, self.tasks = max(self.left - spent, 0.0), self.tasks - tasks
