"""How many instructions a program needs at least, from the scalar tasks alone: whatever the groups, registers and copies.

A task cannot work before what it reads; a texture takes the loader of varyings and the sampler, a varying the loader, a uniform its
unit, for an instruction each; and tasks that certain units must share need as many instructions as these can hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from gpucc.sched.pipe_place import FETCH, STEPS, TESTING
from gpucc.sched.pipe_plan import TESTER
from gpucc.sched.pipe_work import (
    ARITHMETIC,
    BRANCH,
    DISCARD,
    LOAD,
    MEMORY,
    RESULT,
    STORE,
    TEXEL,
    TEXTURE,
    UNIFORM,
    Block,
    Task,
    Use,
    Work,
)  # fmt: skip

LANES = 4


def lower_bound(work: Work) -> int:
    return program_bound(work, [section_bound(work, block) for block in work.blocks])


def program_bound(work: Work, sections: Sequence[int]) -> int:
    """From bounds of all sections: discards that ask go to one more instruction."""
    conditional = any(_asks(work.tasks[task]) for block in work.blocks for task in block.tasks)
    return max(1, sum(sections) + conditional)


def _asks(task: Task) -> bool:
    return task.kind == DISCARD and bool(task.operands)


def section_bound(work: Work, block: Block) -> int:
    needed = _needed(work, block)
    if not needed and not block.ends:
        return 0
    tasks = [work.tasks[task] for task in block.tasks if task in needed]
    return max(1, _path(work, block, tasks), _loads(work, tasks), _units(work, tasks))


def _needed(work: Work, block: Block) -> set[int]:
    """Comparisons that only selects want are not counted: a select may bring its own."""
    wanted = [value for _, _, value in block.outputs] + list(block.assigned.values())
    stack = [number for number in block.tasks if work.tasks[number].kind in (BRANCH, DISCARD, STORE)]
    stack += [number for value in wanted for number in _makers(work, value)]
    needed: set[int] = set()
    while stack:
        number = stack.pop()
        if number not in needed:
            needed.add(number)
            stack += [maker for use in _uses(work.tasks[number]) for maker in _makers(work, use.value)]
    return needed


def _uses(task: Task) -> Iterator[Use]:
    for lanes in task.operands:
        yield from lanes
    if task.condition is not None:
        yield task.condition


def _makers(work: Work, number: int) -> list[int]:
    value = work.values[number]
    if value.kind in (RESULT, TEXEL):
        return [value.task]
    return _makers(work, value.index) if value.index is not None else []


def _path(work: Work, block: Block, tasks: list[Task]) -> int:
    """The longest chain. The end of a program is an instruction behind the last branch to a discard."""
    done = earliest_times(work, tasks)
    return max((done[task.number] // STEPS + 1 + (block.ends and _asks(task)) for task in tasks), default=0)


def earliest_times(work: Work, tasks: Sequence[Task]) -> dict[int, int]:
    """When each task can work at the earliest, operands standing before those who read them."""
    done: dict[int, int] = {}
    for task in tasks:
        done[task.number] = _time(work, task, done)
    return done


def _time(work: Work, task: Task, done: dict[int, int]) -> int:
    """The earliest time at which a task can work. `done` has those of all before."""
    start = test = 0
    for use in (use for lanes in task.operands for use in lanes):
        start = max(start, *(done[maker] + 1 for maker in _makers(work, use.value) if maker in done), 0)
    fetch = max((done[m] + 1 for use in _uses(task) if _indexed(work, use) for m in _makers(work, use.value) if m in done), default=0)
    if task.condition is not None:
        test = _test(work, task.condition, done)
    return min(_earliest(way.step, start, fetch, test, task.kind == TEXTURE) for way in task.ways)


def _indexed(work: Work, use: Use) -> bool:
    return work.values[use.value].kind in (UNIFORM, MEMORY)


def _test(work: Work, condition: Use, done: dict[int, int]) -> int:
    """When the scalar multiplier can make the condition, or make anew what it is."""
    makers = [maker for maker in _makers(work, condition.value) if maker in done]
    if not makers:
        return 0
    task = work.tasks[makers[0]]
    plain = done[makers[0]] + 1
    if any(way.unit == TESTER for way in task.ways):
        inner = [done[maker] + 1 for lanes in task.operands for use in lanes for maker in _makers(work, use.value) if maker in done]
        return min(plain, max(inner, default=0))
    return plain


def _earliest(step: int, start: int, fetch: int, test: int, sampled: bool) -> int:
    own = 0 if sampled else step
    row = max(_row(start, own), _row(fetch, FETCH) if fetch else 0, _row(test, TESTING) if test else 0)
    return row * STEPS + step


def _row(start: int, step: int) -> int:
    """The first instruction whose unit at this step works at this time or later."""
    return max(0, -(-(start - step) // STEPS))


def _loads(work: Work, tasks: list[Task]) -> int:
    varyings = {(task.name, task.attr) for task in tasks if task.kind == LOAD}
    textures = [task for task in tasks if task.kind == TEXTURE]
    uniforms = set()
    for task in tasks:
        for use in _uses(task):
            value = work.values[use.value]
            if value.kind == UNIFORM:
                uniforms.add((value.address, value.index))
    # a select has its condition made beside it, one an instruction; equal comparisons make one condition
    conditions = {_made(work, task.condition.value) for task in tasks if task.condition is not None}
    return max(len(varyings) + len(textures), len(uniforms), len(conditions))


def _made(work: Work, number: int) -> tuple[object, ...]:
    value = work.values[number]
    if value.kind != RESULT:
        return (number,)
    task = work.tasks[value.task]
    return (task.name, task.operands, task.modifier) if task.kind == ARITHMETIC else (number,)


def _units(work: Work, tasks: list[Task]) -> int:
    """For each set of units: the scalar tasks that only these can do, by how many of them they hold."""
    capacity = {unit.name: LANES if unit.name in _vectors(work, tasks) else 1 for unit in work.isa.pipeline.units}
    counts: dict[frozenset[str], int] = {}
    for task in tasks:
        if task.kind != ARITHMETIC or task.name == "mov":
            continue
        units = frozenset(way.unit for way in task.ways)
        # a sum takes a vector unit, and what no vector unit can do all of its unit
        whole = task.own or (len(units) == 1 and not any(way.vector for way in task.ways))
        counts[units] = counts.get(units, 0) + (max(capacity[unit] for unit in units) if whole else 1)
    kinds = list(counts)
    best = 0
    for size in range(1, min(len(kinds), 4) + 1):
        for chosen in combinations(kinds, size):
            union = frozenset[str]().union(*chosen)
            count = sum(counts[units] for units in kinds if units <= union)
            room = sum(capacity[unit] for unit in union)
            best = max(best, -(-count // room))
    return best


def _vectors(work: Work, tasks: list[Task]) -> set[str]:
    return {way.unit for task in tasks if task.kind == ARITHMETIC for way in task.ways if way.vector}
