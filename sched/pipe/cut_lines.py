"""The tasks of a section in a line, in which few values are alive at each place: where a section can be cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import accumulate

from gpucc.records import dataclass
from gpucc.sched.core.work import RESULT
from gpucc.sched.pipe.groups import PipeGroup, form_groups, unlink
from gpucc.sched.pipe.homes import Homes
from gpucc.sched.pipe.place import subtrees
from gpucc.sched.pipe.plan import Genes, make_plan
from gpucc.sched.pipe.times import makers_of, uses_of
from gpucc.sched.pipe.ways import Ways
from gpucc.sched.pipe.work import BRANCH, DISCARD, FRAME, LOAD, TEXEL, PipeTask, PipeWork

Rows = tuple[tuple[int, ...], ...]


@dataclass(slots=True)
class Line:
    """The parts of a section in order, each some tasks that stay together. `alive` has the number of values that a cut
    before each part would divide from readers; `families` has a key for each value, which those share that are one
    vector."""

    parts: list[list[int]]
    alive: list[int] = field(default_factory=list)
    families: dict[int, object] = field(default_factory=dict)


def lines_of(work: PipeWork, ways: Ways) -> tuple[list[Line], Rows]:
    """The line of each section, and the variables by rows of the stack."""
    plan = make_plan(work, ways, Genes())
    homes = Homes(plan)
    homes.assign()
    found = []
    for number in range(len(work.blocks)):
        groups = form_groups(plan, homes, number)
        lines = [Line(_parts(work, number, order)) for order in (groups, subtrees(groups))]
        unlink(groups)
        for line in lines:
            line.alive = _alive(work, number, line.parts)
        line = min(lines, key=lambda line: sum(line.alive))
        for value in (value for part in line.parts for task in part for value in work.tasks[task].results):
            kind = work.values[value].kind
            if kind == TEXEL:
                line.families[value] = ("texel", work.values[value].task)
            elif homes.whole(value) in homes.home:
                line.families[value] = (number, homes.of(value).serial)
        found.append(line)
    rows: dict[int, list[int]] = {}
    for name, place in sorted(plan.variables.items()):
        rows.setdefault(homes.of(place).serial, []).append(name)
    return found, tuple(tuple(row) for row in rows.values())


def _parts(work: PipeWork, block: int, order: Sequence[PipeGroup]) -> list[list[int]]:
    """The tasks of a section, in the order of their groups as far as these have them, after all that they need. What
    leaves the section is the last, because nothing behind it would be executed."""
    members = work.blocks[block].tasks
    part_of: dict[int, list[int]] = {task: [task] for task in members}
    for group in order:
        numbers = [task.number for task in group.tasks if task.number in part_of]
        if len(numbers) > 1:
            part_of |= dict.fromkeys(numbers, numbers)
    for together in _bound(work, members):
        for task in together:
            for other in part_of[task]:
                part_of[other] = [other]
        part_of |= dict.fromkeys(together, together)
    needed = _needed(work, block)
    found: dict[int, list[int]] = {}
    done: set[int] = set()
    wanted = [task.number for group in order for task in group.tasks if task.number in part_of]
    leaving = {task for task in members if _leaves(work.tasks[task])}
    inner = [task for task in (*wanted, *members) if task not in leaving]
    for start in [*inner, *(task for task in members if task in leaving)]:
        stack = [(part_of[start], _below(part_of[start], needed))] if start not in done else []
        while stack:
            part, below = stack[-1]
            child = next((task for task in below if task not in done and task not in part), None)
            if child is not None:
                stack.append((part_of[child], _below(part_of[child], needed)))
                continue
            stack.pop()
            done |= set(part)
            found[part[0]] = part
    return list(found.values())


def _leaves(task: PipeTask) -> bool:
    return task.kind == BRANCH or (task.kind == DISCARD and not task.operands)


def _below(part: Sequence[int], needed: dict[int, list[int]]) -> Iterator[int]:
    return (below for task in part for below in needed[task])


def _bound(work: PipeWork, members: Sequence[int]) -> Iterator[list[int]]:
    """The parts of each arc tangent: nothing but its own end can read what the first of them gives."""
    for number in members:
        task = work.tasks[number]
        if task.kind == FRAME and task.operands:
            made = set(task.results)
            yield [number, *(other for other in members if made & {use.value for use in uses_of(work.tasks[other])})]


def _needed(work: PipeWork, block: int) -> dict[int, list[int]]:
    """The tasks that must come before each task."""
    members = work.blocks[block].tasks
    found = {
        number: [maker for use in uses_of(work.tasks[number]) for maker in makers_of(work, use.value)]
        for number in members
    }
    for first, then in work.blocks[block].orders:
        found[then].append(first)
    return found


def read_by(work: PipeWork, task: PipeTask) -> Iterator[int]:
    """Yield the values that a task reads, indices included."""
    for use in uses_of(task):
        number: int | None = use.value
        while number is not None:
            yield number
            number = work.values[number].index


def _alive(work: PipeWork, block: int, parts: Sequence[Sequence[int]]) -> list[int]:
    """How many values live across the beginning of each part. What was loaded can be loaded again."""
    place = {task: i for i, part in enumerate(parts) for task in part}
    last: dict[int, int] = {}
    for i, part in enumerate(parts):
        for task in part:
            last |= dict.fromkeys(read_by(work, work.tasks[task]), i)
    source = work.blocks[block]
    last |= dict.fromkeys([value for _, _, value in source.outputs], len(parts))
    last |= dict.fromkeys(source.assigned.values(), len(parts))
    changes = [0] * (len(parts) + 2)
    for value, end in last.items():
        found = work.values[value]
        if found.kind in (RESULT, TEXEL) and work.tasks[found.task].kind != LOAD:
            changes[place[found.task] + 1] += 1
            changes[end + 1] -= 1
    return list(accumulate(changes))[: len(parts)]
