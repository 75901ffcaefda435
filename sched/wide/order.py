"""Dependences between tasks, their distances from the section's end, and orders in which tasks are placed."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence

from gpucc.sched.core.work import RESULT
from gpucc.sched.wide.spans import Spans, reads_of
from gpucc.sched.wide.work import WideTask


class TaskGraph:
    """The dependence graph. `then` has the tasks that need each task; `heights` is the least number of instructions
    from a task's first to the section's end, inclusive. Tasks with a smaller `urgency` are placed earlier. `before` has
    the tasks that each task needs."""

    def __init__(self, spans: Spans) -> None:
        work = spans.work
        self.tasks, self.heights = work.tasks, spans.height
        self.then: list[dict[int, None]] = [{} for _ in work.tasks]
        for task in work.tasks:
            for number, _ in reads_of(task):
                value = work.values[number]
                while value.index is not None:
                    value = work.values[value.index]
                if value.kind == RESULT:
                    self.then[value.task][task.number] = None
        for order in work.orders:
            self.then[order.first][order.then] = None
        self.before: list[set[int]] = [set() for _ in work.tasks]
        for first, then in enumerate(self.then):
            for other in then:
                self.before[other].add(first)
        self.urgency = [-height - min(len(then), 9) / 10 for height, then in zip(self.heights, self.then, strict=True)]

    def with_needed(self, numbers: Iterable[int]) -> set[int]:
        """The tasks, and all that they need."""
        found: set[int] = set()
        pending = list(numbers)
        while pending:
            number = pending.pop()
            if number not in found:
                found.add(number)
                pending += self.before[number]
        return found

    def by_depth(self) -> list[WideTask]:
        """Depth-first order: each task directly after the tasks that it needs, so that few values are live."""
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
                    stack += [
                        (other, False)
                        for other in sorted(self.before[number], key=lambda other: (self.heights[other], other))
                        if not seen[other]
                    ]
        return order

    def order(self, urgency: Sequence[float]) -> list[WideTask]:
        """The most urgent first, in dependence order."""
        needs = [0] * len(self.tasks)
        for others in self.then:
            for other in others:
                needs[other] += 1
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
