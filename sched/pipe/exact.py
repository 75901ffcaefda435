"""Find the shortest schedule of a section and prove it with CP-SAT (optional extra `exact`).

For each length from the lower bound upwards, a relaxed model in which all registers are one is solved first. If it has
no solution, no schedule of that length exists, no matter what is copied, spilled or recomputed. If it has one, the
model with the actual registers is solved.

The proof covers schedules that compute each task once (a comparison once more beside each select), copy each value once
(twice if several sums or textures gather it), keep their results in registers, and find variables in their given
places. An attempt of the list scheduler that does more counts as well: the optimum is the shorter of the two.
"""

from __future__ import annotations

from typing import Any

from gpucc.sched.core.exact import ExactAnswer, Misfit, Purse, Questions, Unmodelled, climb, first_possible
from gpucc.sched.pipe.attempt import Attempt, PipeSection, outputs_of
from gpucc.sched.pipe.bounds import section_bound
from gpucc.sched.pipe.exact_acts import Acts
from gpucc.sched.pipe.exact_model import PipeModel
from gpucc.sched.pipe.exact_play import PipePlayer
from gpucc.sched.pipe.exact_registers import Places, Registered
from gpucc.sched.pipe.work import PipeWork

# for a whole program, in CP-SAT's deterministic seconds
BUDGET = 12.0
# the seconds of a question that go to the first of two strategies
FIRST = 3.0
# the seconds for the search for fewer words
SHRINK = 1.0
# limits of tasks times instructions beyond which no model is built: with one register, and with all
LOOSE, WHOLE = 8000, 3000


def improve(work: PipeWork, attempt: Attempt, budget: float = BUDGET) -> list[int]:
    """Replace sections of an attempt at `work` by shorter ones as far as possible; return a lower bound for each."""
    purse = Purse(budget, sum(len(block.tasks) for block in work.blocks))
    bounds = []
    for number, section in enumerate(attempt.sections):
        count = len(work.blocks[number].tasks)
        length = 0 if section is None else len(section.placed.rows)
        exact = schedule_exact(work, attempt, number, length, purse.share(count))
        purse.pay(count, exact.spent)
        if exact.found is not None:
            if section is not None:
                section.release(attempt.frame)
            attempt.sections[number] = exact.found
            length = len(exact.found.placed.rows)
        bounds.append(min(exact.bound, length))
    return bounds


def schedule_exact(
    work: PipeWork, attempt: Attempt, number: int, upper: int, budget: float = BUDGET
) -> ExactAnswer[PipeSection]:
    """A schedule of fewer than `upper` instructions or the proof that there is none, as far as the budget allows.

    The attempt may have more tasks than `work` (copies that its start added), but not fewer.
    """
    least = section_bound(work, work.blocks[number])
    if least >= upper:
        return ExactAnswer(least, least)
    search = _Search(work, attempt, number, budget)
    anyway = first_possible(least, upper, search.excludes)
    bound, found = climb(anyway, upper, search.length)
    return ExactAnswer(bound, anyway, found, search.questions.spent)


def places_of(attempt: Attempt, number: int) -> Places:
    """Return the places of variables by the numbers of the variables, which the model uses instead of values."""
    plan, layout = attempt.frame.plan, attempt.frame.layout

    def variables(values: frozenset[int]) -> frozenset[int]:
        return frozenset(plan.values[value].address for value in values)

    spots = {plan.values[value].address: spot for value, spot in layout.spots.items()}
    return Places(spots, variables(layout.begin[number]), variables(layout.end[number]), outputs_of(plan.work))


class _Search:
    def __init__(self, work: PipeWork, attempt: Attempt, number: int, budget: float) -> None:
        self.questions = Questions(budget, FIRST)
        self.work, self.number = work, number
        self.plan = attempt.frame.plan
        self.block = work.blocks[number]
        self.places = places_of(attempt, number)

    def excludes(self, length: int) -> bool:
        """Return whether the relaxed model has no solution."""
        if len(self.block.tasks) * length > LOOSE:
            return False
        acts = Acts(self.work, self.block, self.plan.ways, False)
        return self.questions.excludes(PipeModel(self.questions.cp, acts, length).model)

    def length(self, length: int) -> tuple[PipeSection | None, bool]:
        """A schedule of this length, or whether there is none."""
        if len(self.block.tasks) * length > WHOLE or self.plan.genes.stored:
            return None, False
        try:
            model = Registered(
                self.questions.cp, Acts(self.work, self.block, self.plan.ways, True), length, self.places
            )
        except Unmodelled:
            return None, False
        solver, status = self.questions.ask(model.model)
        if not self.questions.solved(status):
            return None, status == self.questions.cp.INFEASIBLE
        found = self.play(model, solver)
        if found is None:
            return None, False
        smaller = self.play(model, self.shrink(model, solver))
        return smaller if smaller is not None and smaller.cost() < found.cost() else found, False

    def play(self, model: Registered, solver: Any) -> PipeSection | None:
        try:
            return PipePlayer(model, solver, self.plan, self.number).play()
        except Misfit:
            return None

    def shrink(self, model: Registered, known: Any) -> Any:
        """Return a solution of the same length with fewer words, starting from a known one."""
        model.weigh()
        for flag in model.flags:
            if flag.Index() < len(known.ResponseProto().solution):
                model.model.AddHint(flag, known.BooleanValue(flag))
        solver = self.questions.cp.CpSolver()
        status = self.questions.solve(solver, model.model, max(min(self.questions.left, SHRINK), 0.01))
        return solver if self.questions.solved(status) else known
