"""Orders of tasks from schedules that are made backwards, from a section's end to its beginning.

The first order that a search tries knows the longest path of each task to the end. Where units, loads or stores are
scarce, that is no good measure: a result that only has to be stored is placed last, and if a section has many of those,
the last instructions have more to store than they can, while the stores before them stay idle. A schedule made
backwards tells when each task must be at the latest so that slots, stores and the uniform port suffice for all that
follows. It knows neither registers nor how far results can be reached.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Sequence

from gpucc.sched.core.work import RESULT, VARIABLE, Use
from gpucc.sched.wide.plan import WidePlan
from gpucc.sched.wide.spans import Spans
from gpucc.sched.wide.work import WideTask

Store = tuple[int, int]


class Backwards:
    """Makes schedules from the end. `then` are the tasks that must follow each task, with their distances."""

    def __init__(self, plan: WidePlan) -> None:
        self.plan, self.chip, spans = plan, plan.chip, plan.spans
        self.tasks = plan.work.tasks
        self.then: list[dict[int, int]] = [{} for _ in self.tasks]
        self.before: list[set[int]] = [set() for _ in self.tasks]
        for task in self.tasks:
            for number, at in plan.reads[task.number]:
                decisive, more = plan.await_(number, at)
                value = plan.work.values[decisive]
                if value.kind == RESULT:
                    first = plan.work.tasks[value.task]
                    self._follow(first.number, task.number, spans.lag(first) + more)
        for order in plan.work.orders:
            self._follow(order.first, order.then, order.cycles)
        self.pairs = self._pairs()
        self.stores: list[tuple[Store, ...]] = [self._stores(task) for task in self.tasks]
        self.loads = [self._loads(task) for task in self.tasks]
        self.least = [_own(spans, task) for task in self.tasks]

    def _pairs(self) -> dict[int, WideTask]:
        """For each task whose result is stored to an output, the task whose result is stored beside it."""
        goals = {
            (goal.file, goal.address, goal.component): value.task
            for goal in self.plan.work.goals
            if goal.file != VARIABLE and (value := self.plan.work.values[goal.value]).kind == RESULT
        }
        found = {}
        for (file, address, component), number in goals.items():
            other = goals.get((file, address, self.chip.beside[component]), number)
            if other != number:
                found[number] = self.tasks[other]
        return found

    def _follow(self, first: int, then: int, cycles: int) -> None:
        self.then[first][then] = max(cycles, self.then[first].get(then, cycles))
        self.before[then].add(first)

    def _stores(self, task: WideTask) -> tuple[Store, ...]:
        """The halves of outputs that a task stores to."""
        goals = () if task.value is None else self.plan.goals[task.value]
        return tuple({(self.chip.half[goal.component], goal.address) for goal in goals if goal.file != VARIABLE})

    def _loads(self, task: WideTask) -> tuple[tuple[int, object], ...]:
        """The vec4s of the uniform file that a task loads, each with the piece's distance from its beginning."""
        return tuple(
            (piece.at, (value.address, value.index))
            for piece in task.pieces
            for use in piece.reads
            if isinstance(use, Use) and (value := self.plan.work.values[use.value]).kind == self.chip.uniform
        )

    def heights(self, first: Sequence[float]) -> list[float]:
        """The distance of each task's first instruction from the end. The tasks with the largest number in `first` come
        last, as far as others do not need them."""
        left = [len(then) for then in self.then]
        ready = [(-first[number], number) for number, count in enumerate(left) if not count]
        heapq.heapify(ready)
        heights = [0.0] * len(self.tasks)
        used: Counter[tuple[int, int]] = Counter()
        stored: dict[tuple[int, int], int] = {}
        loaded: dict[int, object] = {}
        while ready:
            task = self.tasks[heapq.heappop(ready)[1]]
            height = max(
                [self.least[task.number]]
                + [int(heights[later]) + cycles for later, cycles in self.then[task.number].items()]
            )
            while not self._fits(task, height, used, stored, loaded):
                height += 1
            heights[task.number] = height
            for number in self.before[task.number]:
                left[number] -= 1
                if not left[number]:
                    heapq.heappush(ready, (-first[number], number))
        return heights

    def _fits(
        self,
        task: WideTask,
        height: int,
        used: Counter[tuple[int, int]],
        stored: dict[tuple[int, int], int],
        loaded: dict[int, object],
    ) -> bool:
        """Return whether a task can begin so many instructions before the end, and take what it needs there."""
        wanted: Counter[tuple[int, int]] = Counter()
        for piece in task.pieces:
            if piece.op is not None:
                kind = self.chip.kinds[piece.op.name]
                wanted[height - piece.at, kind.field] += kind.width
        if any(used[at] + count > self.chip.room[at[1]] for at, count in wanted.items()):
            return False
        last = height - task.pieces[-1].at
        stores = [((last, half), address) for half, address in self.stores[task.number]]
        if any(stored.get(at, address) != address for at, address in stores):
            return False
        loads = [(height - at, vector) for at, vector in self.loads[task.number]]
        if any(loaded.get(at, vector) != vector for at, vector in loads):
            return False
        used.update(wanted)
        stored.update(stores)
        loaded.update(loads)
        return True


def _own(spans: Spans, task: WideTask) -> int:
    """The height of a task that nothing follows: one that is needed for a branch or a copy has more than itself."""
    if task.value is None or not spans.after[task.value]:
        return task.pieces[-1].at + 1
    return spans.height[task.number]
