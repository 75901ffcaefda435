"""What depends on what, how far each task is from the section's end, and orders in which tasks may be placed."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from gpucc.sched.core.work import RESULT, Use
from gpucc.sched.wide.chip import Chip
from gpucc.sched.wide.work import WideTask, WideWork


class TaskGraph:
    """`then` has for each task those that need it, with the least distance of their beginnings; `heights` the instructions from
    a task's first to the section's end at least, its own included. The smaller its `urgency`, the earlier a task is placed."""

    def __init__(self, work: WideWork, chip: Chip) -> None:
        self.tasks = work.tasks
        self.then: list[dict[int, int]] = [{} for _ in work.tasks]
        self.needs = [0] * len(work.tasks)
        self.heights = [0] * len(work.tasks)
        self.urgency: list[float] = []
        self._connect(work, chip)
        self._measure(work, chip)

    def _connect(self, work: WideWork, chip: Chip) -> None:
        firsts = [window_first(work, chip, task.number) for task in work.tasks]
        for task in work.tasks:
            uses = [(use.value, piece.at) for piece in task.pieces for use in piece.reads if isinstance(use, Use)]
            if task.index is not None:
                uses.append((task.index.value, 0 if task.value is None else -chip.address_wait))
            for number, at in uses:
                value, more = work.values[number], 0
                while value.index is not None:
                    value, more = work.values[value.index], more + chip.address_wait
                if value.kind == RESULT:
                    distance = work.tasks[value.task].pieces[-1].at + firsts[value.task] - at + more
                    self._edge(value.task, task.number, distance)
        for order in work.orders:
            self._edge(order.first, order.then, order.cycles)

    def _edge(self, first: int, then: int, distance: int) -> None:
        known = self.then[first]
        self.needs[then] += then not in known
        known[then] = max(known.get(then, distance), distance)

    def _measure(self, work: WideWork, chip: Chip) -> None:
        ends = [0] * len(work.values)
        for goal in work.goals:
            value, more = work.values[goal.value], 1
            while value.index is not None:
                value, more = work.values[value.index], more + chip.address_wait
            if more > 1 or (value.kind == RESULT and not window_stored(work, chip, value.task)):
                ends[value.number] = max(ends[value.number], more)
        if work.condition is not None:
            ends[work.condition.value] = max(ends[work.condition.value], 1)
        for task in reversed(work.tasks):
            height = task.pieces[-1].at + 1
            if task.value is not None and ends[task.value]:
                height = task.pieces[-1].at + window_first(work, chip, task.number) + ends[task.value]
            for then, distance in self.then[task.number].items():
                height = max(height, self.heights[then] + distance)
            self.heights[task.number] = height
        self.urgency = [-height - min(len(then), 9) / 10 for height, then in zip(self.heights, self.then, strict=True)]

    def by_depth(self) -> list[WideTask]:
        """Each task just after what it needs: few values are alive at once."""
        before: list[list[int]] = [[] for _ in self.tasks]
        for number, then in enumerate(self.then):
            for other in then:
                before[other].append(number)
        order: list[WideTask] = []
        seen = [False] * len(self.tasks)
        for root in (number for number, then in enumerate(self.then) if not then):
            stack = [(root, False)]
            while stack:
                number, done = stack.pop()
                if done:
                    order.append(self.tasks[number])
                elif not seen[number]:
                    seen[number] = True
                    stack.append((number, True))
                    stack += [(other, False) for other in sorted(before[number], key=lambda other: self.heights[other]) if not seen[other]]
        return order

    def order(self, urgency: Sequence[float]) -> list[WideTask]:
        """The most urgent first, but no task before one that it needs."""
        needs = list(self.needs)
        ready = [(urgency[i], i) for i, count in enumerate(needs) if not count]
        heapq.heapify(ready)
        order = []
        while ready:
            number = heapq.heappop(ready)[1]
            order.append(self.tasks[number])
            for then in self.then[number]:
                needs[then] -= 1
                if not needs[then]:
                    heapq.heappush(ready, (urgency[then], then))
        return order


def window_first(work: WideWork, chip: Chip, number: int) -> int:
    op = work.tasks[number].pieces[-1].op
    return chip.kinds[op.name].window.first if op is not None else chip.copies[0].window.first


def window_stored(work: WideWork, chip: Chip, number: int) -> bool:
    op = work.tasks[number].pieces[-1].op
    return op is None or chip.kinds[op.name].window.stored
