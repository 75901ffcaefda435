"""In which order tasks are placed: those first that the longest way to the end begins with."""

from __future__ import annotations

from gpucc.sched.wide_chip import Chip
from gpucc.sched.wide_work import RESULT, Task, Use, Work


def heights(work: Work, chip: Chip) -> list[int]:
    """For each task, the instructions from its first to the section's end at least, its own included."""
    after = [0] * len(work.values)
    found = [0] * len(work.tasks)
    if work.condition is not None:
        note(work, chip, after, work.condition.value, 1)
    for goal in work.goals:
        value = work.values[goal.value]
        if value.kind == RESULT and not window_stored(work, chip, value.task):
            after[goal.value] = max(after[goal.value], 1)
    then: dict[int, list[tuple[int, int]]] = {}
    for order in work.orders:
        then.setdefault(order.first, []).append((order.then, order.cycles))
    for task in reversed(work.tasks):
        last = task.pieces[-1]
        height = last.at + 1
        if task.value is not None and after[task.value]:
            height = last.at + window_first(work, chip, task.number) + after[task.value]
        for later, cycles in then.get(task.number, ()):
            height = max(height, found[later] + cycles)
        found[task.number] = height
        for piece in task.pieces:
            for use in piece.reads:
                if isinstance(use, Use):
                    note(work, chip, after, use.value, height - piece.at)
        if task.index is not None:
            note(work, chip, after, task.index.value, height + chip.address_wait)
    return found


def note(work: Work, chip: Chip, after: list[int], number: int, height: int) -> None:
    """A value is needed this long before the end."""
    after[number] = max(after[number], height)
    index = work.values[number].index
    if index is not None:
        note(work, chip, after, index, height + chip.address_wait)


def window_first(work: Work, chip: Chip, number: int) -> int:
    op = work.tasks[number].pieces[-1].op
    return chip.kinds[op.name].window.first if op is not None else chip.copies[0].window.first


def window_stored(work: Work, chip: Chip, number: int) -> bool:
    op = work.tasks[number].pieces[-1].op
    return op is None or chip.kinds[op.name].window.stored


def by_height(work: Work, chip: Chip) -> list[Task]:
    """Longest way first; a task never comes before one that it needs."""
    found = heights(work, chip)
    return sorted(work.tasks, key=lambda task: (-found[task.number], task.number))
