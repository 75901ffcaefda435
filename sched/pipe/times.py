"""Earliest times of the tasks of a section, and the number of instructions that must follow them. A time counts
instructions and the steps in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gpucc.sched.core.work import MEMORY, RESULT, Use
from gpucc.sched.pipe.place import COORDINATES, FETCH, LEVEL, STEPS, TESTING
from gpucc.sched.pipe.plan import TESTER
from gpucc.sched.pipe.work import DISCARD, TEXEL, TEXTURE, UNIFORM, PipeBlock, PipeTask, PipeWork


def uses_of(task: PipeTask) -> Iterator[Use]:
    for lanes in task.operands:
        yield from lanes
    if task.condition is not None:
        yield task.condition


def makers_of(work: PipeWork, number: int) -> list[int]:
    """Return the task that computes a value or its index, as a list of at most one."""
    value = work.values[number]
    if value.kind in (RESULT, TEXEL):
        return [value.task]
    return makers_of(work, value.index) if value.index is not None else []


def earliest_times(work: PipeWork, tasks: Sequence[PipeTask]) -> dict[int, int]:
    """The earliest time of each task; operands come before their readers in the list."""
    done: dict[int, int] = {}
    for task in tasks:
        done[task.number] = _time(work, task, done)
    return done


def _time(work: PipeWork, task: PipeTask, done: Mapping[int, int]) -> int:
    """The earliest time of a task; `done` has those of the tasks before it."""
    start = test = 0
    for use in (use for lanes in task.operands for use in lanes):
        start = max(start, *(done[maker] + 1 for maker in makers_of(work, use.value) if maker in done), 0)
    fetch = max(
        (done[m] + 1 for use in uses_of(task) if _indexed(work, use) for m in makers_of(work, use.value) if m in done),
        default=0,
    )
    if task.condition is not None:
        test = _test(work, task.condition, done)
    return min(_earliest(way.step, start, fetch, test, task.kind == TEXTURE) for way in task.ways)


def _indexed(work: PipeWork, use: Use) -> bool:
    return work.values[use.value].kind in (UNIFORM, MEMORY)


def _test(work: PipeWork, condition: Use, done: Mapping[int, int]) -> int:
    """The earliest time at which the scalar multiplier can have the condition: as a copy, or by repeating the
    comparison."""
    makers = [maker for maker in makers_of(work, condition.value) if maker in done]
    if not makers:
        return 0
    task = work.tasks[makers[0]]
    plain = done[makers[0]] + 1
    if any(way.unit == TESTER for way in task.ways):
        inner = [
            done[maker] + 1
            for lanes in task.operands
            for use in lanes
            for maker in makers_of(work, use.value)
            if maker in done
        ]
        return min(plain, max(inner, default=0))
    return plain


def _earliest(step: int, start: int, fetch: int, test: int, sampled: bool) -> int:
    own = 0 if sampled else step
    row = max(_row(start, own), _row(fetch, FETCH) if fetch else 0, _row(test, TESTING) if test else 0)
    return row * STEPS + step


def _row(start: int, step: int) -> int:
    """The first instruction in which a unit at this step works at this time or later."""
    return max(0, -(-(start - step) // STEPS))


def tails(work: PipeWork, block: PipeBlock, tasks: Sequence[PipeTask]) -> dict[int, int]:
    """Return, for each task, the number of instructions that must follow its own because its readers are in them."""
    # times run backwards here: 0 is the last step of the last instruction
    needed: dict[int, int] = {}
    found: dict[int, int] = {}
    for task in reversed(tasks):
        start = needed.get(task.number, 0)
        if task.kind == DISCARD and task.operands and block.ends:
            start = max(start, STEPS)
        rows = [(_backwards(start, way.step) // STEPS, way.step) for way in task.ways]
        found[task.number] = min(row for row, _ in rows)
        for maker, fixed in _moments(work, task):
            latest = min((row + 1) * STEPS - (step if fixed is None else fixed) for row, step in rows)
            needed[maker] = max(needed.get(maker, 0), latest)
    return found


def _backwards(start: int, step: int) -> int:
    """Return the first time, from `start` on, at which a unit of this step works."""
    own = STEPS - 1 - step
    return max(0, -(-(start - own) // STEPS)) * STEPS + own


def _moments(work: PipeWork, task: PipeTask) -> Iterator[tuple[int, int | None]]:
    """Yield the tasks whose results a task reads, with the step at which each is read; None means the step of the
    unit."""
    for position, lanes in enumerate(task.operands):
        for use in lanes:
            step = (
                (LEVEL if position else COORDINATES) if task.kind == TEXTURE else FETCH if _indexed(work, use) else None
            )
            yield from ((maker, step) for maker in makers_of(work, use.value))
    if task.condition is not None:
        for maker in makers_of(work, task.condition.value):
            made = work.tasks[maker]
            if not any(one.unit == TESTER for one in made.ways):
                yield maker, TESTING
            yield from (
                (inner, TESTING) for lanes in made.operands for use in lanes for inner in makers_of(work, use.value)
            )
