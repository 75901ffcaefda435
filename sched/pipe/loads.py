"""Make outputs that are components of varyings copies, so that one load fetches all components that a section uses.

The varying unit keeps the components in their places, so the components of one load must share a register.
"""

from __future__ import annotations

from dataclasses import replace

from gpucc.sched.core.work import Use
from gpucc.sched.pipe.ways import Ways
from gpucc.sched.pipe.work import LOAD, PipeBlock, PipeWork


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
        written = work.add_copy(new, ways.copies, Use(value)) if value in copied else value
        new.outputs.append((register, component, written))
    return new
