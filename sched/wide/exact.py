"""Find the shortest schedule of a section and prove it with CP-SAT (optional extra `exact`).

For each length from the lower bound upwards, a relaxed model is solved first. If it has no solution, no schedule of
that length exists. If it has one, registers are allocated to its values; only if that fails, a stricter model is
solved, whose solutions can always be allocated.

The proof: no schedule of the section is shorter that computes each task once, moves values by copies, registers and
loads, reads the operand of a function from one place, keeps values of the section out of temporaries, sets an address
register once for each index, and finds variables in their given places. The list scheduler makes only such schedules.
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

# the seconds of a question that go to the first of two strategies
FIRST = 4.0
# sections with more tasks are skipped
MOST = 400


def purse(works: Sequence[WideWork], budget: float = BUDGET) -> Purse:
    return Purse(budget, sum(len(work.tasks) for work in works if len(work.tasks) <= MOST))


def schedule_exact(
    work: WideWork, chip: Chip, frame: WideFrame, upper: int, budget: float = BUDGET
) -> ExactAnswer[Table]:
    """A schedule of fewer than `upper` instructions or the proof that there is none, as far as the budget allows."""
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
    """The shortest schedule that was found, with the best bound; the known one if there is no solver. `least` has the
    same meaning as in `search`."""
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
        """Return a schedule of this length, if one was found, and whether it is certain that there is none."""
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
