"""Schedule a section several times in different orders, and keep the shortest.

The first order prefers the tasks with the longest path to the end. Others add noise to that, or to the starts of tasks
in the best schedule so far; the noise is deterministic. Then orders of schedules made from the end are tried
(`backwards`), and learn from what came too late. An attempt ends as soon as a task comes so late that the result
cannot be shorter than the best one, and the search ends when the lower bound is met or its budget is spent, which keeps
the cost linear.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from gpucc.records import dataclass
from gpucc.sched.core.allowance import Allowance
from gpucc.sched.core.exact import EXACT, Purse
from gpucc.sched.core.work import RESULT
from gpucc.sched.limits import check_length
from gpucc.sched.wide.backwards import Backwards
from gpucc.sched.wide.chip import FREE, Chip
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
# attempts that each learn from the one before, and the most instructions by which tasks that came too late are moved
WHEEL, MORE = 4, 4.0
# how much more the search from the end may cost than the other one
BEHIND = 2
NONE: Mapping[int, WideTask] = MappingProxyType({})


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
    if len(work.tasks) > 1:
        left = BEHIND * allowance.share(budget.each * len(work.tasks) + budget.more)
        best = _from_behind(best, attempt, graph, left, allowance)
    best.bound = bound
    return best if opt < EXACT or allowance.ended() else improve(best, least, purse)


def _from_behind(best: Table, attempt: _Attempt, graph: TaskGraph, left: int, allowance: Allowance) -> Table:
    """Try orders of schedules that are made backwards; `left` is the number of tries to place a task.

    What comes too late in one attempt, with all that it needs, comes earlier in the next. Now and then results that are
    stored side by side are computed together, which helps where stores are scarce.
    """
    backwards = Backwards(attempt.plan)
    noise = random.Random(0)
    runs = 0
    while best.length > attempt.plan.bound and left > 0 and not allowance.ended():
        starts = best.starts if runs % 2 else attempt.plan.spans.start
        amount = 0.0 if runs < 2 else NOISE[runs % len(NOISE)]
        pairs = NONE if runs % 4 else backwards.pairs
        runs += 1
        heights = backwards.heights([start + amount * (noise.random() - 0.5) for start in starts])
        hard = frozenset[int]()
        for _ in range(WHEEL):
            late: set[int] = set()
            try:
                found = attempt.place(graph.order([-height for height in heights]), hard, best.length, pairs)
                best = found if found.length < best.length else best
                late = _late(found, best.length - 1)
            except WideStuck as stuck:
                hard |= stuck.values
            except Hopeless as hopeless:
                late = {hopeless.task}
            finally:
                left -= attempt.spent + FIXED
            for number in graph.with_needed(late):
                heights[number] += MORE * noise.random()
            if best.length <= attempt.plan.bound or left <= 0:
                break
    return best


def _late(found: Table, length: int) -> set[int]:
    """The tasks whose results are copied to their goals later than a schedule of that length could."""
    numbers = {found.of[one.gives] for one in found.issues if one.t >= length and one.task == FREE and one.gives >= 0}
    return {value.task for number in numbers if (value := found.values[number]).kind == RESULT}


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

    def place(
        self, order: Sequence[WideTask], hard: frozenset[int], limit: int | None, pairs: Mapping[int, WideTask] = NONE
    ) -> Table:
        placer = WidePlacer(self.plan, order, hard, bool(pairs))
        heights, crowded = self.graph.heights, len(hard) == len(self.plan.work.values)
        highest, target = max(heights, default=1), self.plan.bound if limit is None else limit - 1
        placed: set[int] = set()
        try:
            for task in order:
                if task.number in placed:
                    continue
                placed.add(task.number)
                height, other = heights[task.number], pairs.get(task.number)
                if other is not None and limit is not None and other.number not in placed:
                    deadline = limit - 1 - max(height, heights[other.number])
                    if self.graph.before[other.number] <= placed and placer.place_pair(task, other, deadline):
                        placed.add(other.number)
                        continue
                begin = 0 if crowded else (highest - height) * target // highest - RUN_AHEAD
                placer.place_task(task, None if limit is None else limit - 1 - height, begin)
        finally:
            self.spent = placer.attempts
        return placer.finish(self.least)
