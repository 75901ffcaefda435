"""The shortest schedule of a section, found and proven by CP-SAT (optional extra `exact`).

For each length from the lower bound upwards a relaxed model is asked first, in which all registers are one. If it has no solution,
no schedule of that length exists, whatever is copied, spilled or computed again. If it has one, the model with the registers as they
are is asked.

What that proves: no schedule of the section is shorter that computes each task once (a comparison once more beside each select),
copies each value once (twice if several sums or textures gather it), keeps what it computes in registers, and finds variables where
they lie. An attempt of the list scheduler that does more counts as well: the least of both is what is called the optimum.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gpucc.sched.exact import Purse, configure, solve, solver_module
from gpucc.sched.pipe.attempt import Attempt, PipeSection, outputs_of
from gpucc.sched.pipe.bounds import section_bound
from gpucc.sched.pipe.exact_acts import Acts, PipeUnmodelled
from gpucc.sched.pipe.exact_model import PipeModel
from gpucc.sched.pipe.exact_play import PipeMisfit, PipePlayer
from gpucc.sched.pipe.exact_registers import Places, Registered
from gpucc.sched.pipe.work import PipeWork

# in CP-SAT's deterministic seconds, for a program
BUDGET = 12.0
# the part of it that a single question may take; what the first of two strategies gets of that
SLICE = 0.4
FIRST = 3.0
# what fewer words may cost, in the same seconds
SHRINK = 1.0
# tasks times instructions of models that are built at all: of one register, and of all
LOOSE, WHOLE = 8000, 3000


@dataclass(frozen=True, slots=True)
class PipeExact:
    """No schedule of the section is shorter than `bound`, and than `loose` whatever else is allowed. `section` is one shorter than
    the known one, if one was found; `spent` what that took."""

    bound: int
    loose: int
    section: PipeSection | None = None
    spent: float = 0.0


def improve(work: PipeWork, attempt: Attempt, budget: float = BUDGET) -> list[int]:
    """Exchange sections of an attempt at `work` for shorter ones, as far as these can be found; a lower bound for each."""
    purse = Purse(budget, sum(len(block.tasks) for block in work.blocks))
    bounds = []
    for number, section in enumerate(attempt.sections):
        count = len(work.blocks[number].tasks)
        length = 0 if section is None else len(section.placed.rows)
        exact = schedule_exact(work, attempt, number, length, purse.share(count))
        purse.pay(count, exact.spent)
        if exact.section is not None:
            if section is not None:
                section.release(attempt.frame)
            attempt.sections[number] = exact.section
            length = len(exact.section.placed.rows)
        bounds.append(min(exact.bound, length))
    return bounds


def schedule_exact(work: PipeWork, attempt: Attempt, number: int, upper: int, budget: float = BUDGET) -> PipeExact:
    """A schedule of less than `upper` instructions, or the proof that there is none; as far as the budget goes.

    The attempt may have more tasks than `work`, if copies were among its beginnings, but not less."""
    least = section_bound(work, work.blocks[number])
    if least >= upper:
        return PipeExact(least, least)
    return _Search(solver_module(), work, attempt, number, budget).run(least, upper)


def places_of(attempt: Attempt, number: int) -> Places:
    """By numbers of variables, what the layout says by values."""
    plan, layout = attempt.frame.plan, attempt.frame.layout

    def variables(values: frozenset[int]) -> frozenset[int]:
        return frozenset(plan.values[value].address for value in values)

    spots = {plan.values[value].address: spot for value, spot in layout.spots.items()}
    return Places(spots, variables(layout.begin[number]), variables(layout.end[number]), outputs_of(plan.work))


class _Search:
    def __init__(self, cp: Any, work: PipeWork, attempt: Attempt, number: int, budget: float) -> None:
        self.cp, self.work, self.number = cp, work, number
        self.plan = attempt.frame.plan
        self.block = work.blocks[number]
        self.places = places_of(attempt, number)
        self.budget = self.left = budget

    def run(self, least: int, upper: int) -> PipeExact:
        """Upwards until a schedule is found. Where the solver has no answer, downwards from what is known for better ones."""
        loose = self.loose(least, upper)
        found, bound = None, loose
        for length in range(loose, upper):
            found, impossible = self.whole(length)
            if found is not None:
                break
            if not impossible:
                found = self.descend(length, upper)
                break
            bound = length + 1
        return PipeExact(bound, loose, found, self.budget - self.left)

    def loose(self, least: int, upper: int) -> int:
        """The first length that the relaxed model does not exclude."""
        for length in range(least, upper):
            if len(self.block.tasks) * length > LOOSE:
                return length
            model = PipeModel(self.cp, Acts(self.work, self.block, self.plan.ways, False), length)
            if self.ask(model)[1] != self.cp.INFEASIBLE:
                return length
        return upper

    def descend(self, least: int, upper: int) -> PipeSection | None:
        best = None
        for length in range(upper - 1, least, -1):
            found, _ = self.whole(length)
            if found is None:
                break
            best = found
        return best

    def whole(self, length: int) -> tuple[PipeSection | None, bool]:
        """A schedule of this length, or whether there is none."""
        if len(self.block.tasks) * length > WHOLE or self.plan.genes.stored:
            return None, False
        try:
            model = Registered(self.cp, Acts(self.work, self.block, self.plan.ways, True), length, self.places)
        except PipeUnmodelled:
            return None, False
        solver, status = self.ask(model)
        if status not in (self.cp.OPTIMAL, self.cp.FEASIBLE):
            return None, status == self.cp.INFEASIBLE
        found = self.play(model, solver)
        if found is None:
            return None, False
        smaller = self.play(model, self.shrink(model, solver))
        return smaller if smaller is not None and smaller.cost() < found.cost() else found, False

    def play(self, model: Registered, solver: Any) -> PipeSection | None:
        try:
            return PipePlayer(model, solver, self.plan, self.number).play()
        except PipeMisfit:
            return None

    def shrink(self, model: Registered, known: Any) -> Any:
        """A solution of the same length in fewer words, from a known one."""
        model.weigh()
        for flag in model.flags:
            if flag.Index() < len(known.ResponseProto().solution):
                model.model.AddHint(flag, known.BooleanValue(flag))
        solver = self.cp.CpSolver()
        configure(solver, max(min(self.left, SHRINK), 0.01))
        status = solve(solver, model.model)
        self.left -= solver.ResponseProto().deterministic_time
        return solver if status in (self.cp.OPTIMAL, self.cp.FEASIBLE) else known

    def ask(self, model: PipeModel) -> tuple[Any, Any]:
        """First with a few constraints in the linear relaxation, which is fast mostly; then with all, which proves the hard cases."""
        solver = self.cp.CpSolver()
        limit = min(self.left, self.budget * SLICE)
        for linear, part in ((1, min(FIRST, limit)), (2, limit - FIRST)):
            if part <= 0:
                break
            configure(solver, part)
            solver.parameters.linearization_level = linear
            status = solve(solver, model.model)
            self.left -= solver.ResponseProto().deterministic_time
            if status != self.cp.UNKNOWN:
                return solver, status
        return solver, self.cp.UNKNOWN
