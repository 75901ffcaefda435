"""One plan for a program: scalar tasks with their current operands, added tasks, and values that are computed in the
places of variables.

A `PipePlan` starts from the `PipeWork` and leaves it unchanged, so that several plans can be tried. The first steps do
not depend on registers:

 1. conditions of selects become tests for the scalar multiplier, clones of the comparison where possible;
 2. if a task reads two uniforms, one is copied first, because an instruction loads one;
 3. the new value of a variable is computed in the variable's place if all readers of the old value come first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from gpucc.isa.model import LANES
from gpucc.isel.machine import Inst
from gpucc.records import dataclass
from gpucc.sched.core.work import RESULT, VARIABLE, Stack, Use, Value, add_value
from gpucc.sched.pipe.ways import Ways
from gpucc.sched.pipe.work import ARITHMETIC, LOAD, STORE, TEXEL, UNIFORM, PipeBlock, PipeTask, PipeWork, pipe_key

TESTER = "smul"


@dataclass(frozen=True, slots=True)
class Test:
    """The work of the scalar multiplier in the instruction of a select."""

    op: str
    operands: tuple[Use, ...]
    modifier: str = ""
    inst: Inst | None = None
    swaps: bool = False


@dataclass(frozen=True, slots=True)
class Genes:
    """The choices in which plans differ.

    `copied` uniforms are kept in registers; `alone` tasks are not grouped; `parted` varyings are loaded as their
    readers need their components, `joined` ones whole, into the register of the output that uses some of them; `stored`
    variables are on the stack, row by row; `texels` are textures whose texels are copied to registers at once, and the
    copies may wait on the stack; with `waiting`, texels may wait there without copies; if `scaled`, products with 1.0
    copy texels as well; `tight` counts how often
    registers ran out; `scattered` scalars that are alike share a register only where something reads them together;
    where placement is `natural`, scalars that are alike share one wherever they all fit, whatever reads them; where it
    is `broad`, so do those that are alike but for the textures, varyings and uniforms that they come from; where it is
    `loose`, sections that lack registers are in loose orders.
    """

    copied: frozenset[int] = frozenset()
    alone: frozenset[int] = frozenset()
    parted: frozenset[object] = frozenset()
    joined: frozenset[object] = frozenset()
    stored: tuple[tuple[int, ...], ...] = ()
    texels: frozenset[int] = frozenset()
    waiting: bool = False
    tight: int = 0
    scattered: bool = False
    natural: bool = True
    broad: bool = False
    loose: bool = False
    scaled: bool = False

    def rows(self) -> dict[int, tuple[int, int]]:
        """For each variable on the stack, where its row begins and its component there."""
        return {
            variable: (LANES * row, lane) for row, held in enumerate(self.stored) for lane, variable in enumerate(held)
        }


@dataclass(slots=True)
class PipePlan:
    """The state of a plan. `before` has the tasks that must come before each task: True if in an earlier unit, False if
    not in a later one. `place` maps a value to the variable whose place it takes."""

    work: PipeWork
    ways: Ways
    genes: Genes
    values: list[Value] = field(default_factory=list)
    tasks: list[PipeTask] = field(default_factory=list)
    members: list[list[int]] = field(default_factory=list)
    tests: dict[int, Test] = field(default_factory=dict)
    place: dict[int, int] = field(default_factory=dict)
    assigned: list[dict[int, int]] = field(default_factory=list)
    variables: dict[int, int] = field(default_factory=dict)
    before: dict[int, dict[int, bool]] = field(default_factory=dict)

    def copy(self, block: int, use: Use, at: int | None = None) -> int:
        """Add a task that copies, before the task `at` or at the end; return its result."""
        value = add_value(self.values, RESULT, task=len(self.tasks))
        task = PipeTask(len(self.tasks), ARITHMETIC, "mov", self.ways.copies, ((use,),), (value,))
        self.tasks.append(task)
        members = self.members[block]
        members.insert(len(members) if at is None else members.index(at), task.number)
        return value

    def drop_dead(self, block: int, assigned: Mapping[int, int]) -> None:
        """Drop the section's tasks whose results no other task, output or variable uses."""
        wanted = {value for _, _, value in self.work.blocks[block].outputs} | set(assigned.values())
        kept = []
        for number in reversed(self.members[block]):
            task = self.tasks[number]
            if task.kind in (ARITHMETIC, LOAD) and not wanted & set(task.results):
                self.tests.pop(number, None)
                continue
            kept.append(number)
            for use in self.reads(task):
                index = self.values[use.value].index
                wanted |= {use.value} if index is None else {use.value, index}
        self.members[block] = kept[::-1]

    def reads(self, task: PipeTask) -> Iterator[Use]:
        for lanes in task.operands:
            yield from lanes
        if task.number in self.tests:
            yield from self.tests[task.number].operands
        elif task.condition is not None:
            yield task.condition

    def sources(self, task: PipeTask) -> Iterator[int]:
        """Yield the tasks of the section whose results a task reads, indices included."""
        for use in self.reads(task):
            yield from self.producers(use.value)

    def producers(self, number: int) -> Iterator[int]:
        value = self.values[number]
        if value.kind in (RESULT, TEXEL):
            yield value.task
        elif value.index is not None:
            yield from self.producers(value.index)

    def touched(self, task: PipeTask) -> Iterator[int]:
        """Yield the variables that a task reads."""
        for use in self.reads(task):
            value = self.values[use.value]
            if value.kind == VARIABLE:
                yield value.number
            elif value.index is not None and self.values[value.index].kind == VARIABLE:
                yield value.index

    def readers_of_rows(self, members: Iterable[int]) -> dict[tuple[Stack, int], list[int]]:
        """The tasks among `members` that read each row of the stack."""
        found: dict[tuple[Stack, int], list[int]] = {}
        for number in members:
            values = (self.values[use.value] for use in self.reads(self.tasks[number]))
            rows = [(value.array, value.address) for value in values if isinstance(value.array, Stack)]
            for row in dict.fromkeys(rows):
                found.setdefault(row, []).append(number)
        return found

    def readers_of_variables(self, members: Iterable[int]) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for number in members:
            for place in dict.fromkeys(self.touched(self.tasks[number])):
                found.setdefault(place, []).append(number)
        return found


Step = Callable[[PipePlan, int], None]


def make_plan(work: PipeWork, ways: Ways, genes: Genes, first: Sequence[Step] = ()) -> PipePlan:
    """Make a plan; `first` are steps that run before all others."""
    plan = PipePlan(
        work, ways, genes, list(work.values), list(work.tasks), [list(block.tasks) for block in work.blocks]
    )
    stored = genes.rows()
    for value in work.values:
        if value.kind == VARIABLE and value.address not in stored:
            plan.variables[value.address] = value.number
    for number, block in enumerate(work.blocks):
        for step in first:
            step(plan, number)
        _share_copies(plan, number)
        _copy_uniforms(plan, number)
        _make_tests(plan, number)
        _one_uniform(plan, number)
        plan.assigned.append(_place_variables(plan, number, block))
        plan.members[number] = _sorted(plan, number)
    return plan


def _share_copies(plan: PipePlan, block: int) -> None:
    """Let all readers of a texel read the register that it has in any case when it outlives its section unchanged."""
    copies: dict[Use, tuple[int, int]] = {}
    for value in plan.work.blocks[block].assigned.values():
        task = plan.tasks[plan.values[value].task]
        if task.name == "mov" and task.modifier == "" and task.number in plan.members[block]:
            use = task.operands[0][0]
            if plan.values[use.value].kind == TEXEL:
                copies[use] = (value, task.number)
    for number in plan.members[block] if copies else ():
        for use in dict.fromkeys(use for lanes in plan.tasks[number].operands for use in lanes):
            value, maker = copies.get(Use(use.value), (-1, number))
            if number != maker:
                _exchange(plan, number, use, value)


def _copy_uniforms(plan: PipePlan, block: int) -> None:
    """Copy the uniforms that the genes keep in registers."""
    copies: dict[tuple[int, bool, bool], int] = {}
    for number in list(plan.members[block]):
        task = plan.tasks[number]
        if task.name == "mov" and task.modifier == "":
            continue
        for use in [use for lanes in task.operands for use in lanes]:
            value = plan.values[use.value]
            if value.kind == UNIFORM and value.address in plan.genes.copied and value.index is None:
                key = (use.value, False, False)
                if key not in copies:
                    copies[key] = plan.copy(block, Use(use.value), plan.members[block][0])
                _exchange(plan, number, use, copies[key])


def _exchange(plan: PipePlan, number: int, use: Use, value: int) -> None:
    task = plan.tasks[number]
    operands = tuple(
        tuple(one._replace(value=value) if one == use else one for one in lanes) for lanes in task.operands
    )
    plan.tasks[number] = replace(task, operands=operands)


def _make_tests(plan: PipePlan, block: int) -> None:
    """Give each select its own test."""
    for number in plan.members[block]:
        task = plan.tasks[number]
        if task.condition is None:
            continue
        found = plan.values[task.condition.value]
        test = None
        if found.kind == RESULT:
            test = _clone(plan, task, plan.tasks[found.task])
        if test is None:
            mov = next(way.op for way in plan.ways.copies if way.unit == TESTER)
            test = Test(mov, (task.condition,))
        plan.tests[number] = test
    plan.drop_dead(block, plan.work.blocks[block].assigned)


def _clone(plan: PipePlan, select: PipeTask, task: PipeTask) -> Test | None:
    """The comparison repeated beside the select, if the multiplier can do it and both together read at most one
    uniform."""
    way = next((way for way in task.ways if way.unit == TESTER), None)
    if way is None or task.own or task.condition is not None or task.kind != ARITHMETIC:
        return None
    uses = tuple(lanes[0] for lanes in task.operands)
    keys = {pipe_key(plan.values, use) for use in (*uses, *(use for lanes in select.operands for use in lanes))} - {
        None
    }
    if len(keys) > 1 or any(plan.values[use.value].kind == TEXEL for use in uses):
        return None
    return Test(way.op, uses, task.modifier, task.inst, task.swaps)


def _one_uniform(plan: PipePlan, block: int) -> None:
    copies: dict[Use, int] = {}
    for number in list(plan.members[block]):
        task = plan.tasks[number]
        uses = list(plan.reads(task))
        keys = list(dict.fromkeys(key for key in (pipe_key(plan.values, use) for use in uses) if key is not None))
        tested = {pipe_key(plan.values, use) for use in plan.tests[number].operands} if number in plan.tests else set()
        # the uniform of the test is not copied; without a test, the first one
        keys.sort(key=lambda key: key not in tested)
        for key in keys[1:]:
            for use in dict.fromkeys(use for lanes in task.operands for use in lanes):
                if pipe_key(plan.values, use) == key:
                    bare = Use(use.value)
                    if bare not in copies:
                        copies[bare] = plan.copy(block, bare, number)
                    _exchange(plan, number, use, copies[bare])


def _place_variables(plan: PipePlan, number: int, block: PipeBlock) -> dict[int, int]:
    """Choose the values that are computed in the places of variables; return them by variable (as a value)."""
    _free_branch(plan, number, block)
    members = plan.members[number]
    before = plan.before
    rows, reading = plan.readers_of_rows(members), plan.readers_of_variables(members)
    for task in members:
        before[task] = dict.fromkeys(plan.sources(plan.tasks[task]), True)
        changed = _row_changed(plan.tasks[task])
        for reader in rows.get(changed, ()) if changed is not None else ():
            before[task].setdefault(reader, False)
    for first, then in block.orders:
        if first in before and then in before:
            before[then].setdefault(first, False)
    assigned: dict[int, int] = {}
    stored = plan.genes.rows()
    for variable, value in sorted(block.assigned.items()):
        if variable in stored:
            continue
        place = plan.variables.get(variable)
        if place is None:
            place = plan.variables[variable] = add_value(plan.values, VARIABLE, address=variable)
        writer = plan.values[value].task
        readers = [task for task in reading.get(place, ()) if task != writer]
        if any(_reaches(before, writer, reader) for reader in readers):
            value = plan.copy(number, Use(value))
            writer, before[plan.values[value].task] = plan.values[value].task, {writer: True}
        for reader in readers:
            before[writer].setdefault(reader, False)
        plan.place[value] = place
        assigned[place] = value
    return assigned


def _row_changed(task: PipeTask) -> tuple[Stack, int] | None:
    """The row of the stack to which a task stores."""
    if task.kind != STORE or not isinstance(task.attr, tuple) or not isinstance(task.attr[0], Stack):
        return None
    return task.attr[0], task.attr[1] // LANES * LANES


def _free_branch(plan: PipePlan, number: int, block: PipeBlock) -> None:
    """Let the branch read copies of variables that change before it, since it comes last."""
    if block.branch is None:
        return
    stored = plan.genes.rows()
    for use in plan.reads(plan.tasks[block.branch]):
        value = plan.values[use.value]
        if value.kind == VARIABLE and value.address in block.assigned and value.address not in stored:
            _exchange(plan, block.branch, use, plan.copy(number, Use(use.value), block.branch))


def _reaches(before: dict[int, dict[int, bool]], first: int, then: int) -> bool:
    """Return whether `then` comes after `first`."""
    seen = {then}
    stack = [then]
    while stack:
        task = stack.pop()
        if task == first:
            return True
        for below in before.get(task, ()):
            if below not in seen:
                seen.add(below)
                stack.append(below)
    return False


def _sorted(plan: PipePlan, block: int) -> list[int]:
    """The tasks of a section in dependence order."""
    order: dict[int, None] = {}
    for start in plan.members[block]:
        stack: list[tuple[int, Iterator[int]]] = (
            [(start, iter(plan.before.get(start, ())))] if start not in order else []
        )
        while stack:
            task, children = stack[-1]
            child = next((one for one in children if one not in order), None)
            if child is None:
                order[task] = None
                stack.pop()
            else:
                stack.append((child, iter(plan.before.get(child, ()))))
    return list(order)
