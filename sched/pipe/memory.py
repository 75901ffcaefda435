"""Steps of a plan that change where values are kept: variables on the stack, texels in registers."""

from __future__ import annotations

from dataclasses import replace

from gpucc.sched.core.work import MEMORY, VARIABLE, Stack, Use, add_value
from gpucc.sched.pipe.plan import PipePlan
from gpucc.sched.pipe.work import ARITHMETIC, STORE, TEXEL, UNIFORM, PipeTask


def stack_of(plan: PipePlan) -> Stack:
    """The array whose elements are the variables on the stack."""
    return Stack(max(plan.genes.stored) + 1)


def store_variables(plan: PipePlan, block: int) -> None:
    """Load the variables that the genes put on the stack where they are read; store them at the end of sections that
    assign them."""
    stored = plan.genes.stored
    array = stack_of(plan)
    loads: dict[int, int] = {}
    copies: dict[int, int] = {}

    def load(variable: int) -> int:
        if variable not in loads:
            loads[variable] = add_value(plan.values, MEMORY, address=variable, array=array)
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
        plan.tasks[number] = replace(task, operands=operands, condition=condition)
    for variable, value in sorted(plan.work.blocks[block].assigned.items()):
        if variable not in stored:
            continue
        store = PipeTask(
            len(plan.tasks), STORE, "store", plan.ways.by_name["store"], ((Use(value),),), attr=(array, variable)
        )
        plan.tasks.append(store)
        plan.members[block].append(store.number)


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
