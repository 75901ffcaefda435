"""What every attempt at a section has in common, worked out once: who reads what, which tasks nothing needs, what waits for what."""

from __future__ import annotations

from collections.abc import Iterable

from gpucc.sched.wide_chip import Chip, Kind
from gpucc.sched.wide_frame import Frame
from gpucc.sched.wide_work import LITERAL, Goal, Task, Use, Work, literal_bits


class Plan:
    """By task: `reads` are its values with the time of the piece that reads them, `needs` those and the indices they have,
    `before` the tasks it must follow at some distance, `kinds` the op of a task that has only one. By value: `left` counts
    readers and goals. `idle` tasks compute what nothing needs."""

    def __init__(self, work: Work, chip: Chip, frame: Frame) -> None:
        self.work, self.chip, self.frame = work, chip, frame
        self.horizon = 2 * len(work.tasks) + 32
        self.bits = [literal_bits(value.literal) if value.kind == LITERAL else 0 for value in work.values]
        self.goals: list[list[Goal]] = [[] for _ in work.values]
        for goal in work.goals:
            self.goals[goal.value].append(goal)
        self.reads = [_reads(task) for task in work.tasks]
        self.needs = [self.needed(number for number, _ in reads) for reads in self.reads]
        self.before: list[list[tuple[int, int]]] = [[] for _ in work.tasks]
        for order in work.orders:
            self.before[order.then].append((order.first, order.cycles))
        self.kinds = [_kind(task, chip) for task in work.tasks]
        self.left = [0] * len(work.values)
        self.idle: set[int] = set()
        self._count()

    def needed(self, numbers: Iterable[int]) -> list[int]:
        """The values that operands need, the indices of leaves among them."""
        found: dict[int, None] = {}
        for number in numbers:
            index: int | None = number
            while index is not None:
                found[index] = None
                index = self.work.values[index].index
        return list(found)

    def _count(self) -> None:
        work, left = self.work, self.left
        roots = [goal.value for goal in work.goals] + ([work.condition.value] if work.condition is not None else [])
        for root in roots:
            for number in self.needed([root]):
                left[number] += 1
        for task in reversed(work.tasks):
            if task.value is not None and not left[task.value]:
                self.idle.add(task.number)
                continue
            for number in self.needs[task.number]:
                left[number] += 1


def _reads(task: Task) -> tuple[tuple[int, int], ...]:
    found = [(use.value, piece.at) for piece in task.pieces for use in piece.reads if isinstance(use, Use)]
    return (*found, *([(task.index.value, 0)] if task.index is not None else []))


def _kind(task: Task, chip: Chip) -> Kind | None:
    (first, *others) = task.pieces
    return None if others or first.op is None else chip.kinds[first.op.name]
