"""The shortest schedule of a section, found and proven by CP-SAT (optional extra `exact`).

For each length from the lower bound upwards a relaxed model is asked first. If it has no solution, no schedule of that
length exists. If it has one, registers are given to its values; only if that fails, the stricter model is asked whose
solutions always can be.

What is proven: no schedule of the section is shorter that computes each task once, moves values by copies, registers
and loads, reads the operand of a function from one place, keeps values of the section out of temporaries, sets an
address register once for each index, and finds variables where they lie. The list scheduler makes no others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from gpucc.sched.core.exact import (
    BUDGET,
    ExactAnswer,
    Misfit,
    Purse,
    Questions,
    SolverMissing,
    Unmodelled,
    climb,
    first_possible,
)
from gpucc.sched.wide.bounds import lower_bound
from gpucc.sched.wide.chip import Chip
from gpucc.sched.wide.exact_model import WideModel
from gpucc.sched.wide.exact_place import WidePlayer
from gpucc.sched.wide.frame import WideFrame
from gpucc.sched.wide.spans import Spans
from gpucc.sched.wide.table import Table
from gpucc.sched.wide.work import WideWork

# what the first of two strategies gets of a question's seconds
FIRST = 4.0
# sections of more tasks are left alone
MOST = 400


def purse(works: Sequence[WideWork], budget: float = BUDGET) -> Purse:
    return Purse(budget, sum(len(work.tasks) for work in works if len(work.tasks) <= MOST))


def schedule_exact(
    work: WideWork, chip: Chip, frame: WideFrame, upper: int, budget: float = BUDGET
) -> ExactAnswer[Table]:
    """A schedule of less than `upper` instructions, or the proof that there is none; as far as the budget goes."""
    search = _Search(work, chip, budget)
    least = lower_bound(work, chip, search.spans)
    if least >= upper or len(work.tasks) > MOST:
        return ExactAnswer(least, least)
    try:
        here, placed = climb(least, upper, partial(search.length, frame))
        anyway = here
        if any(wait > 0 for wait in frame.waits.values()) or frame.temporary_wait > 0:
            length = upper if placed is None else placed.length
            free = replace(frame, waits={}, temporary_wait=0)
            anyway = first_possible(least, min(here, length), partial(search.excludes, free))
    except Unmodelled:
        return ExactAnswer(least, least)
    return ExactAnswer(here, anyway, placed, search.questions.spent)


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
    found = known if exact.found is None or least(exact.found) > exact.found.length else exact.found
    found.bound = min(max(known.bound, exact.anyway), found.length)
    return found


class _Search:
    def __init__(self, work: WideWork, chip: Chip, budget: float) -> None:
        self.questions = Questions(budget, FIRST)
        self.work, self.chip = work, chip
        self.spans = Spans(work, chip)
        # how many values a register port may serve: as many as there are components, which excludes no schedule; then
        # fewer
        self.each = (len(chip.half), 2, 1)

    def length(self, frame: WideFrame, length: int) -> tuple[Table | None, bool]:
        """A schedule of this length, or whether there is none."""
        for each in self.each:
            model = self.model(frame, length, each)
            solver, status = self.questions.ask(model.model)
            if not self.questions.solved(status):
                return None, each == self.each[0] and status == self.questions.cp.INFEASIBLE
            try:
                limit = max(min(self.questions.left, 5.0), 0.01)
                return WidePlayer(model, solver, frame).play(self.questions.cp, limit), False
            except Misfit:
                continue
        return None, False

    def excludes(self, frame: WideFrame, length: int) -> bool:
        return self.questions.excludes(self.model(frame, length, self.each[0]).model, self.questions.left)

    def model(self, frame: WideFrame, length: int, each: int) -> WideModel:
        return WideModel(self.questions.cp, self.work, self.chip, frame, self.spans, length, each)
