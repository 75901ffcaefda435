"""Loads of one varying brought together: one instruction loads all components of it that a section wants.

The varying unit puts components where they are in the varying, so all must share a register. An output that is such a component then
is a copy, as there is no second load for it.
"""

from __future__ import annotations

from dataclasses import replace

from gpucc.sched.pipe_homes import Home, Homes
from gpucc.sched.pipe_ways import Ways
from gpucc.sched.pipe_work import ARITHMETIC, LOAD, RESULT, Block, Task, Use, Work


def copy_loaded(work: Work, ways: Ways) -> Work:
    """Outputs that are loaded in their places become copies where the section loads more of the varying for other purposes."""
    found = Work(work.isa, work.level, list(work.values), list(work.tasks))
    for block in work.blocks:
        found.blocks.append(_with_copies(found, ways, block))
    return found


def _with_copies(work: Work, ways: Ways, block: Block) -> Block:
    given = {value: place for place, (_, _, value) in enumerate(block.outputs)}
    other: set[object] = set()
    for number in block.tasks:
        task = work.tasks[number]
        if task.kind == LOAD and not given.keys() & set(task.results):
            other.add(task.attr)
    read = {use.value for number in block.tasks for lanes in work.tasks[number].operands for use in lanes}
    new = replace(block, tasks=list(block.tasks), outputs=list(block.outputs))
    for value, place in given.items():
        made = work.values[value]
        if made.kind != RESULT or work.tasks[made.task].kind != LOAD or work.tasks[made.task].number not in block.tasks:
            continue
        if work.tasks[made.task].attr in other or value in read:
            register, component, _ = block.outputs[place]
            copied = work.add_value(RESULT, task=len(work.tasks))
            work.tasks.append(Task(len(work.tasks), ARITHMETIC, "mov", ways.copies, ((Use(value),),), (copied,), lane=component))
            new.tasks.append(copied_task := work.tasks[-1].number)
            assert work.values[copied].task == copied_task
            new.outputs[place] = (register, component, copied)
    return new


def join_loads(homes: Homes) -> None:
    """One register for all that is loaded of a varying, as far as what else is in it allows."""
    plan = homes.plan
    for members in plan.members:
        loaded: dict[object, dict[Home, None]] = {}
        for number in members:
            task = plan.tasks[number]
            if task.kind == LOAD and task.results[0] in homes.home:
                loaded.setdefault((task.name, task.attr), {})[homes.of(task.results[0])] = None
        for sharing in loaded.values():
            if len(sharing) > 1:
                homes.join(list(sharing))
