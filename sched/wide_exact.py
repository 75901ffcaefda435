"""The shortest schedule of a section, found and proven by CP-SAT (optional extra `exact`).

For each length from the lower bound upwards a relaxed model is asked first. If it has no solution, no schedule of that length exists.
If it has one, registers are given to its values; only if that fails, the stricter model is asked whose solutions always can be.

What is proven: no schedule of the section is shorter that computes each task once, moves values by copies, registers and loads, reads
the operand of a function from one place, keeps values of the section out of temporaries, sets an address register once for each index,
and finds variables where they lie. The list scheduler makes no others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from gpucc.errors import UsageError
from gpucc.sched.wide_bounds import lower_bound
from gpucc.sched.wide_chip import Chip
from gpucc.sched.wide_exact_chip import Unsupported
from gpucc.sched.wide_exact_model import Model
from gpucc.sched.wide_exact_place import Misfit, Player
from gpucc.sched.wide_exact_registers import configure
from gpucc.sched.wide_frame import Frame
from gpucc.sched.wide_place import Placer
from gpucc.sched.wide_spans import Spans
from gpucc.sched.wide_work import Work

# in CP-SAT's deterministic seconds, for each section; sections of more tasks are left alone
BUDGET = 60.0
MOST = 400


@dataclass(frozen=True, slots=True)
class Exact:
    """No schedule is shorter than `bound`, whatever stands before the section, nor than `here` behind what does stand before it.

    `placed` is a schedule shorter than the known one, if one was found.
    """

    bound: int
    here: int
    placed: Placer | None = None


def solver_module() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ImportError as missing:
        raise UsageError(
            "optimisation level 3 needs the solver of the package ortools, which is not installed",
            notes=("pip install 'gpucc[exact]'", "level 2 does without: its schedules are short, and their lower bound is given"),
        ) from missing
    return cp_model


def schedule_exact(work: Work, chip: Chip, frame: Frame, upper: int, budget: float = BUDGET) -> Exact:
    """A schedule of less than `upper` instructions, or the proof that there is none; as far as the budget goes."""
    search = _Search(solver_module(), work, chip, budget)
    least = max(lower_bound(work), search.spans.length)
    if least >= upper or len(work.tasks) > MOST:
        return Exact(least, least)
    try:
        here, placed = search.run(frame, least, upper)
        bound = here
        if any(wait > 0 for wait in frame.waits.values()) or frame.temporary_wait > 0:
            length = upper if placed is None else placed.length
            bound = search.prove(replace(frame, waits={}, temporary_wait=0), least, min(here, length))
    except Unsupported:
        return Exact(least, least)
    return Exact(bound, here, placed)


def improve(known: Placer, least: Callable[[Placer], int], budget: float = BUDGET) -> Placer:
    """The shortest schedule, as far as it can be found, and the best bound. `least` as in the list scheduler's search."""
    exact = schedule_exact(known.work, known.chip, known.frame, known.length, budget)
    found = known if exact.placed is None or least(exact.placed) > exact.placed.length else exact.placed
    found.bound = min(max(known.bound, exact.bound), found.length)
    return found


class _Search:
    def __init__(self, cp: Any, work: Work, chip: Chip, budget: float) -> None:
        self.cp, self.work, self.chip, self.left = cp, work, chip, budget
        self.spans = Spans(work, chip)

    def run(self, frame: Frame, least: int, upper: int) -> tuple[int, Placer | None]:
        bound = least
        for length in range(least, upper):
            if self.left <= 0:
                break
            model, solver, status = self.ask(frame, length, True)
            if status == self.cp.INFEASIBLE:
                bound += bound == length
            elif status in (self.cp.OPTIMAL, self.cp.FEASIBLE):
                placed = self.play(model, solver, frame)
                if placed is None:
                    model, solver, status = self.ask(frame, length, False)
                    placed = self.play(model, solver, frame) if status in (self.cp.OPTIMAL, self.cp.FEASIBLE) else None
                if placed is not None:
                    return bound, placed
        return bound, None

    def prove(self, frame: Frame, least: int, upper: int) -> int:
        """The first length that cannot be excluded."""
        for length in range(least, upper):
            if self.left <= 0 or self.ask(frame, length, True)[2] != self.cp.INFEASIBLE:
                return length
        return upper

    def ask(self, frame: Frame, length: int, free: bool) -> tuple[Model, Any, Any]:
        model = Model(self.cp, self.work, self.chip, frame, self.spans, length, free)
        solver = self.cp.CpSolver()
        configure(solver, max(self.left, 0.01))
        status = solver.Solve(model.model)
        self.left -= solver.ResponseProto().deterministic_time
        return model, solver, status

    def play(self, model: Model, solver: Any, frame: Frame) -> Placer | None:
        try:
            return Player(model, solver, frame).play(self.cp, max(min(self.left, 5.0), 0.01))
        except Misfit:
            return None
