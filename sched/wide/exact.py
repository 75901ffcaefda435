"""The shortest schedule of a section, found and proven by CP-SAT (optional extra `exact`).

For each length from the lower bound upwards a relaxed model is asked first. If it has no solution, no schedule of that length exists.
If it has one, registers are given to its values; only if that fails, the stricter model is asked whose solutions always can be.

What is proven: no schedule of the section is shorter that computes each task once, moves values by copies, registers and loads, reads
the operand of a function from one place, keeps values of the section out of temporaries, sets an address register once for each index,
and finds variables where they lie. The list scheduler makes no others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gpucc.sched.exact import BUDGET as BUDGET
from gpucc.sched.exact import Purse as Purse
from gpucc.sched.exact import SolverMissing, configure, solve
from gpucc.sched.exact import solver_module as solver_module
from gpucc.sched.wide.bounds import lower_bound
from gpucc.sched.wide.chip import Chip
from gpucc.sched.wide.exact_chip import WideUnmodelled
from gpucc.sched.wide.exact_model import WideModel
from gpucc.sched.wide.exact_place import WideMisfit, WidePlayer
from gpucc.sched.wide.frame import WideFrame
from gpucc.sched.wide.spans import Spans
from gpucc.sched.wide.table import Table
from gpucc.sched.wide.work import WideWork

# the part of the budget that a single question may take; what the first of two strategies gets of that
SLICE = 0.4
FIRST = 4.0
# sections of more tasks are left alone
MOST = 400


def purse(works: Sequence[WideWork], budget: float = BUDGET) -> Purse:
    return Purse(budget, sum(len(work.tasks) for work in works if len(work.tasks) <= MOST))


@dataclass(frozen=True, slots=True)
class WideExact:
    """No schedule is shorter than `bound`, whatever stands before the section, nor than `here` behind what does stand before it.

    `placed` is a schedule shorter than the known one, if one was found; `spent` what that took.
    """

    bound: int
    here: int
    placed: Table | None = None
    spent: float = 0.0


def schedule_exact(work: WideWork, chip: Chip, frame: WideFrame, upper: int, budget: float = BUDGET) -> WideExact:
    """A schedule of less than `upper` instructions, or the proof that there is none; as far as the budget goes."""
    search = _Search(solver_module(), work, chip, budget)
    least = lower_bound(work, chip, search.spans)
    if least >= upper or len(work.tasks) > MOST:
        return WideExact(least, least)
    try:
        here, placed = search.run(frame, least, upper)
        bound = here
        if any(wait > 0 for wait in frame.waits.values()) or frame.temporary_wait > 0:
            length = upper if placed is None else placed.length
            bound = search.prove(replace(frame, waits={}, temporary_wait=0), least, min(here, length))
    except WideUnmodelled:
        return WideExact(least, least)
    return WideExact(bound, here, placed, budget - search.left)


def improve(known: Table, least: Callable[[Table], int], purse: Purse) -> Table:
    """The shortest schedule, as far as it can be found, and the best bound; what is known, if there is no solver.

    `least` as in the list scheduler's search."""
    tasks = len(known.work.tasks)
    try:
        exact = schedule_exact(known.work, known.chip, known.frame, known.length, purse.share(tasks))
    except SolverMissing as missing:
        purse.note = missing.note()
        return known
    if tasks <= MOST:
        purse.pay(tasks, exact.spent)
    found = known if exact.placed is None or least(exact.placed) > exact.placed.length else exact.placed
    found.bound = min(max(known.bound, exact.bound), found.length)
    return found


class _Search:
    def __init__(self, cp: Any, work: WideWork, chip: Chip, budget: float) -> None:
        self.cp, self.work, self.chip, self.left, self.slice = cp, work, chip, budget, budget
        self.spans = Spans(work, chip)
        # how many values a register port may serve: as many as there are components, which excludes no schedule; then fewer
        self.each = (len(chip.half), 2, 1)

    def run(self, frame: WideFrame, least: int, upper: int) -> tuple[int, Table | None]:
        """Upwards until a schedule is found. Where the solver has no answer, downwards from what is known for better ones."""
        budget = self.left
        for length in range(least, upper):
            self.slice = budget * SLICE
            placed, impossible = self.length(frame, length)
            if placed is not None:
                return length, placed
            if not impossible:
                return length, self.descend(frame, length, upper, budget)
        return upper, None

    def descend(self, frame: WideFrame, least: int, upper: int, budget: float) -> Table | None:
        best = None
        for length in range(upper - 1, least, -1):
            self.slice = budget * SLICE
            placed, _ = self.length(frame, length)
            if placed is None:
                break
            best = placed
        return best

    def length(self, frame: WideFrame, length: int) -> tuple[Table | None, bool]:
        """A schedule of this length, or whether there is none."""
        for each in self.each:
            model, solver, status = self.ask(frame, length, each)
            if status not in (self.cp.OPTIMAL, self.cp.FEASIBLE):
                return None, each == self.each[0] and status == self.cp.INFEASIBLE
            placed = self.play(model, solver, frame)
            if placed is not None:
                return placed, False
        return None, False

    def prove(self, frame: WideFrame, least: int, upper: int) -> int:
        """The first length that cannot be excluded."""
        for length in range(least, upper):
            self.slice = self.left
            if self.ask(frame, length, self.each[0])[2] != self.cp.INFEASIBLE:
                return length
        return upper

    def ask(self, frame: WideFrame, length: int, each: int) -> tuple[WideModel, Any, Any]:
        """First with a few constraints in the linear relaxation, which is fast mostly; then with all, which proves the hard cases."""
        model = WideModel(self.cp, self.work, self.chip, frame, self.spans, length, each)
        solver = self.cp.CpSolver()
        limit = min(self.left, self.slice)
        for linear, part in ((1, min(FIRST, limit)), (2, limit - FIRST)):
            if part <= 0:
                break
            configure(solver, part)
            solver.parameters.linearization_level = linear
            status = solve(solver, model.model)
            self.left -= solver.ResponseProto().deterministic_time
            if status != self.cp.UNKNOWN:
                return model, solver, status
        return model, solver, self.cp.UNKNOWN

    def play(self, model: WideModel, solver: Any, frame: WideFrame) -> Table | None:
        try:
            return WidePlayer(model, solver, frame).play(self.cp, max(min(self.left, 5.0), 0.01))
        except WideMisfit:
            return None
