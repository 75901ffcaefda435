"""Schedule a section several times in different orders, and keep the shortest.

The first order prefers the tasks with the longest path to the end. Others add noise to that, or to the starts of tasks
in the best schedule so far; the noise is deterministic. An attempt ends as soon as a task comes so late that the result
cannot be shorter than the best one, and the search ends when the lower bound is met or its budget is spent, which keeps
the cost linear.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from gpucc.records import dataclass
from gpucc.sched.core.allowance import Allowance
from gpucc.sched.core.exact import EXACT, Purse
from gpucc.sched.limits import check_length
from gpucc.sched.wide.chip import Chip
from gpucc.sched.wide.exact import improve
from gpucc.sched.wide.frame import WideFrame
from gpucc.sched.wide.goals import WideStuck
from gpucc.sched.wide.order import TaskGraph
from gpucc.sched.wide.place import Hopeless, WidePlacer
from gpucc.sched.wide.plan import WidePlan
from gpucc.sched.wide.table import Table
from gpucc.sched.wide.work import WideTask, WideWork

# the number of attempts that keep only values that got out of reach; failures before that is done in the search, too
ROUNDS, FAILURES = 4, 6
# sections of more tasks keep all values if some get out of reach
SMALL = 150
# the fixed cost of an attempt, in tries of a task
FIXED = 40
# the number of instructions that a task may begin early, relative to paths stretched to the whole length; values that
# live longer crowd the registers
RUN_AHEAD = 32
# the amplitudes of the noise, in instructions
NOISE = (2.0, 5.0, 9.0)
# the amplitudes when only one task in `FEW` is moved
FAR, FEW = (3.0, 6.0), 5


@dataclass(frozen=True, slots=True)
class Budget:
    """The number of tries to place a task: so many for each task of the section, and so many more."""

    each: int
    more: int


BUDGETS = {2: Budget(5, 7000), 3: Budget(200, 20000)}


def search(
    work: WideWork,
    chip: Chip,
    frame: WideFrame,
    least: Callable[[Table], int],
    opt: int,
    purse: Purse,
    before: int = 0,
    allowance: Allowance | None = None,
) -> Table:
    """The best schedule found.

    `least` returns the length that a placed section needs for the sections around it; `purse` is the budget of the
    exact search. `before` is the number of instructions of the sections before this one: a section that cannot fit
    after them is refused without a search.
    """
    plan = WidePlan(work, chip, frame)
    check_length(chip.isa, "vertex", 1, before + plan.bound, "instructions", "at least ")
    graph = TaskGraph(plan.spans)
    attempt = _Attempt(plan, least, graph)
    best, hard = attempt.insist(graph.order(graph.urgency))
    bound = best.bound = attempt.plan.bound
    allowance = allowance or Allowance()
    if opt < min(BUDGETS) or not allowance.effort:
        return best
    budget = BUDGETS[min(opt, max(BUDGETS))]
    left = allowance.share(budget.each * len(work.tasks) + budget.more)
    noise = random.Random(0)
    tries = 0
    while best.length > bound and len(work.tasks) > 1 and left > 0 and not allowance.ended():
        # every fourth time, start from the order of the best schedule
        moved = _disturbed([float(start) for start in best.starts] if tries % 4 == 3 else graph.urgency, tries, noise)
        tries += 1
        found = attempt.run(graph.order(moved), hard, best.length)
        if found is not None:
            best = found
        left -= attempt.spent + FIXED
    best.bound = bound
    return best if opt < EXACT or allowance.ended() else improve(best, least, purse)


def _disturbed(urgency: Sequence[float], tries: int, noise: random.Random) -> list[float]:
    """Add noise to the order: every second time much noise to a few tasks, otherwise a little to all of them."""
    moved = list(urgency)
    if tries % 2 == 1:
        amount = FAR[tries // 2 % len(FAR)]
        for i in noise.sample(range(len(moved)), max(1, len(moved) // FEW)):
            moved[i] += amount * (2 * noise.random() - 1)
        return moved
    amount = NOISE[tries // 2 % len(NOISE)]
    return [value + amount * (noise.random() - 0.5) for value in moved]


class _Attempt:
    def __init__(self, plan: WidePlan, least: Callable[[Table], int], graph: TaskGraph) -> None:
        self.plan, self.least, self.graph = plan, least, graph
        self.spent = 0
        self.failures = 0

    def insist(self, order: Sequence[WideTask]) -> tuple[Table, frozenset[int]]:
        """Return a schedule of any length, and the values that it keeps in registers from their definition. Those are
        values that got out of reach in earlier attempts, or all values if that does not suffice."""
        hard: frozenset[int] = frozenset()
        for _ in range(ROUNDS if len(order) <= SMALL else 1):
            try:
                return self.place(order, hard, None), hard
            except WideStuck as stuck:
                hard |= stuck.values
        self.failures = FAILURES + 1
        every = frozenset(range(len(self.plan.work.values)))
        found: list[Table] = []
        for choice in (self.graph.by_depth(), list(self.plan.work.tasks), order):
            try:
                found.append(self.place(choice, every, min((placed.length for placed in found), default=None)))
            except (WideStuck, Hopeless):
                if choice is order and not found:
                    raise
        return min(found, key=lambda placed: placed.length), every

    def run(self, order: Sequence[WideTask], hard: frozenset[int], limit: int) -> Table | None:
        """A schedule of fewer than `limit` instructions, or None if this order gives none. The values in `hard` are
        kept only after repeated failures."""
        try:
            found = self.place(order, hard if self.failures > FAILURES else frozenset(), limit)
        except WideStuck:
            self.failures += 1
            return None
        except Hopeless:
            return None
        return found if found.length < limit else None

    def place(self, order: Sequence[WideTask], hard: frozenset[int], limit: int | None) -> Table:
        placer = WidePlacer(self.plan, order, hard)
        heights, crowded = self.graph.heights, len(hard) == len(self.plan.work.values)
        highest, target = max(heights, default=1), self.plan.bound if limit is None else limit - 1
        try:
            for task in order:
                height = heights[task.number]
                begin = 0 if crowded else (highest - height) * target // highest - RUN_AHEAD
                placer.place_task(task, None if limit is None else limit - 1 - height, begin)
        finally:
            self.spent = placer.attempts
        return placer.finish(self.least)
