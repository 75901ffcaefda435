"""Group scalar tasks into operations: tasks of one kind, one home and equal operand registers become lanes of one.

Tasks are taken in the order that `lanes.forming` needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

from gpucc.isa.model import LANES
from gpucc.records import dataclass
from gpucc.sched.core.work import CONSTANT, MEMORY, RESULT, VARIABLE, Use
from gpucc.sched.lanes.forming import LaneReach
from gpucc.sched.pipe.homes import Homes
from gpucc.sched.pipe.plan import PipePlan, Test
from gpucc.sched.pipe.work import ARITHMETIC, LOAD, TEXEL, UNDEF, UNIFORM, PipeTask, TaskWay, pipe_key


@dataclass(slots=True, eq=False)
class PipeGroup:
    """An operation. `operands` have a use for each lane, or lanes of their own; `results` a value for each lane.

    `pipe` is the key of the uniform row that it reads, `index` the value added to its address. `below` are the groups
    that come first: True if a result is read, False if both may work at the same time.
    """

    serial: int
    kind: str
    tasks: list[PipeTask]
    operands: list[list[Use]]
    results: list[int]
    test: Test | None = None
    ways: tuple[TaskWay, ...] = ()
    pipe: tuple[object, ...] | None = None
    index: int | None = None
    registers: tuple[int, ...] = ()
    tested: tuple[int, ...] = ()
    texeled: tuple[int, ...] = ()
    # reads literals, also in its test
    literal: bool = False
    # loads something back from the stack
    reload: bool = False
    below: dict[PipeGroup, bool] = field(default_factory=dict)
    above: dict[PipeGroup, bool] = field(default_factory=dict)
    # a spill stores the values `saved` to a row of the stack, in the instruction of the last group that computes one of
    # them
    save: PipeGroup | None = None
    saved: tuple[int, ...] = ()
    row: int = 0
    # the component of the row, for a value that is stored alone
    lane: int | None = None

    @property
    def task(self) -> PipeTask:
        return self.tasks[0]

    @property
    def own(self) -> bool:
        return self.task.own

    @property
    def width(self) -> int:
        return len(self.tasks) if self.kind in (ARITHMETIC, LOAD) and not self.own else 1


def form_groups(plan: PipePlan, homes: Homes, block: int) -> list[PipeGroup]:
    return _Former(plan, homes, block).run()


class _Former:
    def __init__(self, plan: PipePlan, homes: Homes, block: int) -> None:
        self.plan, self.homes, self.block = plan, homes, block
        self.groups: list[PipeGroup] = []
        self.owner: dict[int, PipeGroup] = {}
        self.reach = LaneReach()
        self.by_key: dict[tuple[object, ...], list[PipeGroup]] = {}

    def run(self) -> list[PipeGroup]:
        plan = self.plan
        for number in plan.members[self.block]:
            self.task(plan.tasks[number])
        for group in self.groups:
            self.finish(group)
        return self.groups

    def task(self, task: PipeTask) -> None:
        plan = self.plan
        needed = 0
        for below in plan.before.get(task.number, ()):
            needed |= self.reach.above[self.owner[below].serial]
        key = self.key(task)
        for candidate in self.by_key.get(key, ()) if key is not None else ():
            apart = self.place(task) not in map(self.place, candidate.tasks)
            if apart and not needed >> candidate.serial & 1 and len(candidate.tasks) < LANES:
                group = candidate
                break
        else:
            group = PipeGroup(
                len(self.groups), task.kind, [], [[] for _ in task.operands], [], plan.tests.get(task.number)
            )
            self.groups.append(group)
            self.reach.add()
            if key is not None:
                self.by_key.setdefault(key, []).append(group)
        self.join(group, task)
        self.reach.depend(group.serial, needed)

    def place(self, task: PipeTask) -> int:
        return self.homes.whole(task.results[0])

    def join(self, group: PipeGroup, task: PipeTask) -> None:
        self.owner[task.number] = group
        operands = [list(lanes) for lanes in task.operands]
        if task.swaps and not task.own and group.tasks and not self.matches(group, operands):
            operands.reverse()
        group.tasks.append(task)
        group.results.extend(task.results)
        if task.own and len(group.tasks) > 1:
            return
        for lanes, more in zip(group.operands, operands, strict=True):
            lanes.extend(more)

    def matches(self, group: PipeGroup, operands: list[list[Use]]) -> bool:
        return all(
            self.homes.place(lanes[0]) == self.homes.place(more[0])
            for lanes, more in zip(group.operands, operands, strict=True)
        )

    def key(self, task: PipeTask) -> tuple[object, ...] | None:
        """A key that is equal for tasks which may be lanes of one operation, or None."""
        plan = self.plan
        if task.kind not in (ARITHMETIC, LOAD) or task.number in plan.genes.alone:
            return None
        if len(task.ways) and not any(way.vector for way in task.ways):
            return None
        home = self.homes.of(task.results[0]).serial
        if task.own:
            return (task.kind, task.ways, task.modifier, home, task.operands)
        pair = tuple(self.homes.place(lanes[0]) for lanes in task.operands)
        # operands that can be swapped are compared as a set
        operands = frozenset(pair) if task.swaps else pair
        return (task.kind, task.ways, task.modifier, home, task.attr, plan.tests.get(task.number), operands)

    # requirements of a group

    def finish(self, group: PipeGroup) -> None:
        plan = self.plan
        registers: dict[int, None] = {}
        tested: dict[int, None] = {}
        texeled: dict[int, None] = {}
        for held, lanes in [
            *((registers, lanes) for lanes in group.operands),
            (tested, group.test.operands if group.test else ()),
        ]:
            for use in lanes:
                value = plan.values[use.value]
                if value.kind in (RESULT, VARIABLE):
                    held[use.value] = None
                elif value.kind == TEXEL:
                    texeled[use.value] = None
                elif value.kind in (UNIFORM, MEMORY):
                    group.pipe, group.index = pipe_key(plan.values, use), value.index
                else:
                    group.literal = True
        group.registers, group.tested, group.texeled = tuple(registers), tuple(tested), tuple(texeled)
        group.ways = tuple(way for way in group.task.ways if self.can(group, way))
        for task in group.tasks:
            for below, strict in plan.before.get(task.number, {}).items():
                other = self.owner[below]
                if other is not group:
                    group.below[other] = group.below.get(other, False) or strict
                    other.above[group] = group.below[other]

    def can(self, group: PipeGroup, way: TaskWay) -> bool:
        """Return whether a unit can do all lanes at once."""
        if group.kind != ARITHMETIC:
            return True
        if group.width > 1 and not way.vector:
            return False
        form = way.form
        if group.task.modifier and not form.modifier:
            return False
        if group.test is not None and way.unit not in ("vadd", "sadd"):
            return False
        return not shares(group, way) or scaled(self.plan, group) is not None


def duplicate(groups: list[PipeGroup]) -> list[PipeGroup]:
    """A copy of the groups that can be changed without changing the originals."""
    found = [
        PipeGroup(
            group.serial, group.kind, group.tasks, group.operands, group.results, group.test, group.ways, group.pipe,
            group.index,
            group.registers, group.tested, group.texeled, group.literal, group.reload,
        )
        for group in groups
    ]  # fmt: skip
    for group, new in zip(groups, found, strict=True):
        new.below = {found[below.serial]: strict for below, strict in group.below.items()}
        new.above = {found[above.serial]: strict for above, strict in group.above.items()}
    return found


def unlink(groups: Sequence[PipeGroup]) -> None:
    """Break the reference cycles between groups, so that their memory is freed at once."""
    for group in groups:
        group.below.clear()
        group.above.clear()


def shares(group: PipeGroup, way: TaskWay) -> bool:
    """Return whether all lanes of a vector share one scalar operand."""
    return (
        group.kind == ARITHMETIC
        and not group.own
        and way.vector
        and way.form.ports[:1] != ()
        and way.form.ports[0].scalar
    )


def scaled(plan: PipePlan, group: PipeGroup) -> tuple[int, int] | None:
    """The positions of the scalar and of the vector among the operands of a unit that takes both; None if there are
    none."""
    if len(group.operands) != 2:
        return None
    signs = plan.work.isa.fact("combine-scalar-signs").holds(plan.work.level)
    for a, b in ((0, 1), (1, 0)):
        scalar = set(group.operands[a])
        if len(scalar) > 1 or any(use.negate or use.absolute for use in group.operands[b]):
            continue
        one = next(iter(scalar))
        if signs or not (one.negate or one.absolute):
            return (a, b)
    return None


def constants_of(plan: PipePlan, lanes: list[Use]) -> Iterator[int]:
    for use in lanes:
        value = plan.values[use.value]
        if value.kind == CONSTANT:
            yield value.address
        elif value.kind == UNDEF:
            yield 0
