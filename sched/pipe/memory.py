"""Steps of a plan that change where values are kept: variables on the stack, texels in registers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gpucc.isa.model import LANES
from gpucc.sched.core.work import MEMORY, VARIABLE, Stack, Use, add_value
from gpucc.sched.pipe.plan import PipePlan
from gpucc.sched.pipe.work import ARITHMETIC, STORE, TEXEL, UNIFORM, PipeTask


def stack_of(plan: PipePlan) -> Stack:
    """Return the stack as an array, whose rows are the variables on it."""
    return Stack(LANES * len(plan.genes.stored))


def store_variables(plan: PipePlan, block: int) -> None:
    """Reads load the variables that the genes put on the stack, what is assigned to them is stored at the section's
    end."""
    stored = plan.genes.rows()
    array = stack_of(plan)
    loads: dict[int, int] = {}
    copies: dict[int, int] = {}

    def load(variable: int) -> int:
        if variable not in loads:
            row, lane = stored[variable]
            loads[variable] = add_value(plan.values, MEMORY, address=row, component=lane, array=array)
        return loads[variable]

    def exchanged(use: Use, held: bool) -> Use:
        value = plan.values[use.value]
        if value.kind == VARIABLE and value.address in stored:
            if held:
                if value.address not in copies:
                    copies[value.address] = plan.copy(block, Use(load(value.address)), plan.members[block][0])
                return use._replace(value=copies[value.address])
            return use._replace(value=load(value.address))
        if value.kind in (UNIFORM, MEMORY) and value.index is not None:
            index = exchanged(Use(value.index), True).value
            if index != value.index:
                return use._replace(value=add_value(plan.values, value.kind, address=value.address,
                component=value.component, index=index,
                                                         array=value.array))  # fmt: skip
        return use

    for number in list(plan.members[block]):
        task = plan.tasks[number]
        held = task.kind != ARITHMETIC
        operands = tuple(
            tuple(exchanged(use, held and not (task.own and position == 0)) for use in lanes)
            for position, lanes in enumerate(task.operands)
        )
        condition = None if task.condition is None else exchanged(task.condition, False)
        if operands != task.operands or condition != task.condition:
            plan.tasks[number] = replace(task, operands=operands, condition=condition)
    assigned = plan.work.blocks[block].assigned
    for number, row in enumerate(plan.genes.stored):
        given = {lane: assigned[variable] for lane, variable in enumerate(row) if variable in assigned}
        if len(given) == len(row) > 1:
            _store(plan, block, (array, LANES * number), [_own(plan, block, value) for value in given.values()])
        else:
            for lane, value in given.items():
                _store(plan, block, (array, LANES * number + lane), [value])


def _store(plan: PipePlan, block: int, place: tuple[Stack, int], values: Sequence[int]) -> None:
    """Store a scalar, or a register from x on."""
    operand = tuple(Use(value) for value in values)
    way = plan.ways.by_name["store"]
    store = PipeTask(len(plan.tasks), STORE, "store", way, (operand,), own=len(values) > 1, attr=place)
    plan.tasks.append(store)
    plan.members[block].append(store.number)


def _own(plan: PipePlan, block: int, value: int) -> int:
    """Return the value, or a copy of it if an output needs it in another place."""
    given = {output for _, _, output in plan.work.blocks[block].outputs}
    return plan.copy(block, Use(value)) if value in given else value


def copy_texels(plan: PipePlan, block: int) -> None:
    """Copy the texels of the textures in the genes to registers at once, so that they can be spilled like other
    values."""
    copies: dict[int, int] = {}
    for number in list(plan.members[block]):
        task = plan.tasks[number]
        if task.name == "mov" and task.modifier == "":
            continue

        def exchanged(use: Use) -> Use:
            value = plan.values[use.value]
            if value.kind != TEXEL or value.task not in plan.genes.texels:
                return use
            if use.value not in copies:
                members = plan.members[block]
                copies[use.value] = plan.copy(block, Use(use.value), members[members.index(value.task) + 1])
            return use._replace(value=copies[use.value])

        operands = tuple(tuple(exchanged(use) for use in lanes) for lanes in task.operands)
        condition = None if task.condition is None else exchanged(task.condition)
        if operands != task.operands or condition != task.condition:
            plan.tasks[number] = replace(task, operands=operands, condition=condition)
