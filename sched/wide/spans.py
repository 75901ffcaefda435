"""The range of instructions in which each task of a section can be: the longest paths from the beginning and to the
end.

The bounds and the exact scheduler rely on these numbers, so they include only what no schedule can avoid: the windows
of results, the latencies of address registers, the order of memory, and a copy after a result that must be stored and
cannot be.
"""

from __future__ import annotations

from gpucc.isa.model import Window
from gpucc.sched.core.work import CONSTANT, RESULT, VARIABLE, Use
from gpucc.sched.wide.chip import Chip
from gpucc.sched.wide.work import Piece, WideTask, WideWork


def reads_of(task: WideTask) -> list[tuple[int, int]]:
    """Every value that a task reads, with the time of the piece that reads it."""
    return [(use.value, piece.at) for piece in task.pieces for use in piece.reads if isinstance(use, Use)] + (
        [(task.index.value, 0)] if task.index is not None else []
    )


class Spans:
    """The times of a section's tasks and values.

    By task, `start` is the first instruction in which it can begin, `height` the number of instructions from there to
    the section's end. By value, `ready` is the first instruction that can read it, and `after` the least number of
    instructions from the first one that must be able to read it to the end (0: none reads it).
    """

    def __init__(self, work: WideWork, chip: Chip) -> None:
        self.work, self.chip = work, chip
        self.tasks = work.tasks
        # the tasks and pieces that read each value
        self.readers: dict[int, list[tuple[int, Piece]]] = {}
        for task in self.tasks:
            for piece in task.pieces:
                for number in dict.fromkeys(use.value for use in piece.reads if isinstance(use, Use)):
                    self.readers.setdefault(number, []).append((task.number, piece))
        self.start = [0] * len(work.tasks)
        self.height = [0] * len(work.tasks)
        self.ready = [0] * len(work.values)
        self.after = [0] * len(work.values)
        self._forwards()
        self._backwards()

    @property
    def length(self) -> int:
        ends = [self.start[task.number] + self.height[task.number] for task in self.tasks]
        if self.work.condition is not None:
            ends.append(self.when(self.work.condition.value) + 1)
        return max([*ends, 1 if self.work.goals else 0])

    def window(self, task: WideTask) -> Window:
        op = task.pieces[-1].op
        return (
            self.chip.kinds[op.name].window
            if op is not None
            else min((c.window for c in self.chip.copies), key=lambda w: w.first)
        )

    def lag(self, task: WideTask) -> int:
        """The number of instructions from a task's beginning until its value can be read."""
        return task.pieces[-1].at + self.window(task).first

    def when(self, number: int) -> int:
        """The first instruction that can read a value."""
        value = self.work.values[number]
        return self.ready[number] if value.index is None else self.when(value.index) + self.chip.address_wait

    def latest(self, task: WideTask, length: int) -> int:
        return length - self.height[task.number]

    def addressed(self, task: WideTask) -> int | None:
        """The number of instructions by which a task's index must be readable in advance: loads go through an address
        register, stores use it at once. None without a computed index."""
        if task.index is None or self.work.values[task.index.value].kind == CONSTANT:
            return None
        return 0 if task.value is None else self.chip.address_wait

    def _forwards(self) -> None:
        orders: dict[int, list[tuple[int, int]]] = {}
        for order in self.work.orders:
            orders.setdefault(order.then, []).append((order.first, order.cycles))
        for task in self.tasks:
            start = max((self.start[first] + cycles for first, cycles in orders.get(task.number, ())), default=0)
            for piece in task.pieces:
                for use in piece.reads:
                    if isinstance(use, Use):
                        start = max(start, self.when(use.value) - piece.at)
            wait = self.addressed(task)
            if wait is not None and task.index is not None:
                start = max(start, self.when(task.index.value) + wait)
            self.start[task.number] = start
            if task.value is not None:
                self.ready[task.value] = start + self.lag(task)

    def _backwards(self) -> None:
        work = self.work
        if work.condition is not None:
            self._read(work.condition.value, 1)
        for goal in work.goals:
            value = work.values[goal.value]
            if value.kind not in (RESULT, VARIABLE) or (
                value.kind == RESULT and not self.window(work.tasks[value.task]).stored
            ):
                self._read(goal.value, 1)
        then: dict[int, list[tuple[int, int]]] = {}
        for order in work.orders:
            then.setdefault(order.first, []).append((order.then, order.cycles))
        for task in reversed(self.tasks):
            last = task.pieces[-1].at
            height = last + 1
            if task.value is not None and self.after[task.value]:
                height = self.lag(task) + self.after[task.value]
            for later, cycles in then.get(task.number, ()):
                height = max(height, self.height[later] + cycles)
            self.height[task.number] = height
            for piece in task.pieces:
                for use in piece.reads:
                    if isinstance(use, Use):
                        self._read(use.value, height - piece.at)
            wait = self.addressed(task)
            if wait is not None and task.index is not None:
                self._read(task.index.value, height + wait)

    def _read(self, number: int, height: int) -> None:
        self.after[number] = max(self.after[number], height)
        index = self.work.values[number].index
        if index is not None:
            self._read(index, height + self.chip.address_wait)
