"""What the exact schedulers share: the solver (package `ortools`, optional extra `exact`), its settings, and the budget of a program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gpucc.errors import UsageError

# in CP-SAT's deterministic seconds, for a program
BUDGET = 30.0


def solver_module() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ImportError as missing:
        raise UsageError(
            "optimisation level 3 needs the solver of the package ortools, which is not installed",
            notes=("pip install 'gpucc[exact]'", "level 2 does without: its schedules are short, and their lower bound is given"),
        ) from missing
    return cp_model


def configure(solver: Any, limit: float) -> None:
    """One worker, a fixed seed and a limit that no clock measures: the same answer everywhere."""
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = limit


@dataclass(slots=True)
class Purse:
    """What is left of a program's budget, and the tasks of the sections that are to share it."""

    left: float
    tasks: int

    def share(self, tasks: int) -> float:
        """What a section may spend: in proportion to its tasks, so that what one leaves goes to those behind it."""
        return self.left * tasks / max(self.tasks, tasks, 1)

    def pay(self, tasks: int, spent: float) -> None:
        self.left, self.tasks = max(self.left - spent, 0.0), self.tasks - tasks
