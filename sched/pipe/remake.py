"""Recompute operands with lanes of their own in one register, where that is no more expensive than copies.

Coordinates in a grid share their components: x of a column, y of a row. No home holds all the pairs, but each pair is
one sum.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from gpucc.sched.core.work import CONSTANT, RESULT, Use, add_value
from gpucc.sched.pipe.homes import Homes
from gpucc.sched.pipe.plan import PipePlan
from gpucc.sched.pipe.work import ARITHMETIC, LOAD, TEXTURE, UNDEF, UNIFORM, PipeTask


def remake_coordinates(plan: PipePlan, homes: Homes) -> None:
    """Recompute the coordinates of textures that are in several homes in a register of their own."""
    for block, members in enumerate(plan.members):
        done: dict[tuple[Use, ...], tuple[Use, ...]] = {}
        ordered = {task for pair in plan.work.blocks[block].orders for task in pair}
        for number in list(members):
            task = plan.tasks[number]
            if task.kind != TEXTURE or not task.operands or not _apart(plan, homes, task.operands[0]):
                continue
            lanes = task.operands[0]
            if lanes not in done:
                if not all(_is_cheap(plan, use, ordered) for use in lanes) or not _is_one(plan, homes, lanes):
                    continue
                done[lanes] = _remade(plan, homes, block, task, lanes)
            plan.tasks[number] = replace(task, operands=(done[lanes], *task.operands[1:]))
            _wait_for_new(plan, number, lanes)
        if done:
            plan.drop_dead(block, plan.assigned[block])


def _apart(plan: PipePlan, homes: Homes, lanes: Sequence[Use]) -> bool:
    return (
        all(plan.values[use.value].kind == RESULT for use in lanes) and len({homes.of(use.value) for use in lanes}) > 1
    )


def _is_cheap(plan: PipePlan, use: Use, ordered: Set[int]) -> bool:
    """Return whether the value is one step away from varyings and literals, and its task has no order relative to tasks
    other than those it reads and is read by (a derivative has one relative to a discard)."""
    task = plan.tasks[plan.values[use.value].task]
    if (
        use.negate
        or use.absolute
        or task.kind != ARITHMETIC
        or task.own
        or task.number in plan.tests
        or task.number in ordered
    ):
        return False
    for operand in (one for lanes in task.operands for one in lanes):
        value = plan.values[operand.value]
        loaded = value.kind == RESULT and plan.tasks[value.task].kind == LOAD
        if not loaded and value.kind not in (CONSTANT, UNDEF, UNIFORM):
            return False
    return True


def _is_one(plan: PipePlan, homes: Homes, lanes: Sequence[Use]) -> bool:
    """Return whether one operation can compute the lanes: the same op on the same registers."""
    keys = set()
    for use in lanes:
        task = plan.tasks[plan.values[use.value].task]
        operands = [homes.place(one) for found in task.operands for one in found]
        keys.add((task.ways, task.modifier, tuple(operands)))
    return len(keys) == 1


def _remade(plan: PipePlan, homes: Homes, block: int, reader: PipeTask, lanes: Sequence[Use]) -> tuple[Use, ...]:
    home = homes.new()
    made: dict[int, Use] = {}
    members = plan.members[block]
    for use in lanes:
        if use.value in made:
            continue
        old = plan.tasks[plan.values[use.value].task]
        value = add_value(plan.values, RESULT, task=len(plan.tasks))
        plan.tasks.append(replace(old, number=len(plan.tasks), results=(value,)))
        members.insert(members.index(reader.number), plan.tasks[-1].number)
        plan.before[plan.tasks[-1].number] = dict(plan.before[old.number])
        homes.block_of[plan.tasks[-1].number] = block
        homes.put(value, home)
        made[use.value] = Use(value)
    return tuple(made[use.value] for use in lanes)


def _wait_for_new(plan: PipePlan, reader: int, lanes: Sequence[Use]) -> None:
    """Update the tasks that the reader waits for: the new producers of its operands instead of the old ones, which may
    be dropped. The old ones are cheap, so there is no other reason to wait for them."""
    old = {producer for use in lanes for producer in plan.producers(use.value)}
    kept = {below: strict for below, strict in plan.before[reader].items() if below not in old}
    plan.before[reader] = kept | dict.fromkeys(plan.sources(plan.tasks[reader]), True)
