"""Make outputs that are components of varyings copies, so that one load fetches all components that a section uses.

The varying unit keeps the components in their places, so the components of one load must share a register.
"""

from __future__ import annotations

from dataclasses import replace

from gpucc.sched.core.work import RESULT, Use, add_value
from gpucc.sched.pipe.ways import Ways
from gpucc.sched.pipe.work import ARITHMETIC, LOAD, PipeBlock, PipeWork


def copy_loaded(work: PipeWork, ways: Ways) -> PipeWork:
    """Replace direct loads of outputs by copies where the section also loads the varying for other purposes."""
    found = PipeWork(work.isa, work.level, list(work.values), list(work.tasks))
    for block in work.blocks:
        found.blocks.append(_with_copies(found, ways, block))
    return found


def _with_copies(work: PipeWork, ways: Ways, block: PipeBlock) -> PipeBlock:
    loads = [work.tasks[number] for number in block.tasks if work.tasks[number].kind == LOAD]
    given = {value for _, _, value in block.outputs}
    read = {use.value for number in block.tasks for lanes in work.tasks[number].operands for use in lanes}
    # the varyings that are not loaded for outputs alone
    shared = {task.attr for task in loads if task.results[0] not in given}
    copied = {task.results[0] for task in loads if task.attr in shared or task.results[0] in read}
    new = replace(block, tasks=list(block.tasks), outputs=[])
    for register, component, value in block.outputs:
        new.outputs.append((register, component, _copy(work, ways, new, value) if value in copied else value))
    return new


def _copy(work: PipeWork, ways: Ways, block: PipeBlock, value: int) -> int:
    found = add_value(work.values, RESULT, task=len(work.tasks))
    work.add_task(block, ARITHMETIC, "mov", ways.copies, operands=((Use(value),),), results=(found,))
    return found
