"""The decisions in the exact model of a section: its tasks and copies of their operands, each with the units that can
do it.

A copy is a mov of one use: a value, perhaps with its signs. A texel is also copied by a product with 1.0. A model uses
as many copies as it needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import field

from gpucc.records import dataclass
from gpucc.sched.core.work import CONSTANT, RESULT, VARIABLE, Use
from gpucc.sched.pipe.place import COORDINATES, LEVEL, STEPS
from gpucc.sched.pipe.plan import TESTER
from gpucc.sched.pipe.times import earliest_times, uses_of
from gpucc.sched.pipe.ways import Ways
from gpucc.sched.pipe.work import (
    ARITHMETIC,
    BRANCH,
    DISCARD,
    ONE,
    TEXEL,
    TEXTURE,
    UNIFORM,
    PipeBlock,
    PipeTask,
    PipeWork,
    TaskWay,
)

MOV, SCALE = "mov", "scale"


@dataclass(frozen=True, slots=True)
class Act:
    """A task of the model, or a copy of the use `copied`. An `optional` act may be left out if nothing reads it."""

    number: int
    task: PipeTask
    ways: tuple[TaskWay, ...]
    optional: bool = False
    copied: Use | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """A value in a register, or a use of it with its signs. It is the result of act `act`; a negative number stands for
    a variable."""

    number: int
    use: Use
    act: int = -1


@dataclass(slots=True)
class Acts:
    """The acts of a section, with their `versions` by value.

    If `whole`, there are copies for every value, so that all can get registers; otherwise only for values that live in
    pipes.
    """

    work: PipeWork
    block: PipeBlock
    ways: Ways
    whole: bool
    acts: list[Act] = field(default_factory=list)
    by_task: dict[int, Act] = field(default_factory=dict)
    versions: list[Version] = field(default_factory=list)
    by_value: dict[int, list[Version]] = field(default_factory=dict)
    earliest: dict[int, int] = field(default_factory=dict)
    one: int = 0

    def __post_init__(self) -> None:
        tasks = [self.work.tasks[number] for number in self.block.tasks]
        only = self.only_asked(tasks)
        for task in tasks:
            self.add(task, tuple(way for way in task.ways if self.can(task, way)), task.number in only)
        self.earliest = earliest_times(self.work, tasks)
        self.one = next((v.number for v in self.work.values if v.kind == CONSTANT and v.address == ONE), 0)
        for value in self.variables(tasks):
            self.new_version(Use(value), -1)
        for use, count in self.wanted(tasks).items():
            for _ in range(count):
                self.copy(use)

    def add(self, task: PipeTask, ways: tuple[TaskWay, ...], optional: bool, copied: Use | None = None) -> Act:
        act = Act(len(self.acts), task, ways, optional, copied)
        self.acts.append(act)
        if copied is None:
            self.by_task[task.number] = act
            if task.kind != TEXTURE:
                for value in task.results:
                    self.new_version(Use(value), act.number)
        else:
            self.new_version(copied, act.number)
        return act

    def new_version(self, use: Use, act: int) -> None:
        self.versions.append(Version(len(self.versions), use, act))
        self.by_value.setdefault(use.value, []).append(self.versions[-1])

    def copy(self, use: Use) -> None:
        self.add(PipeTask(-1, ARITHMETIC, MOV, self.ways.copies, ((use,),)), self.ways.copies, True, use)
        scalings = self.ways.scalings
        if self.work.values[use.value].kind == TEXEL and scalings:
            self.add(PipeTask(-1, ARITHMETIC, SCALE, scalings, ((Use(self.one),), (use,))), scalings, True, use)

    def can(self, task: PipeTask, way: TaskWay) -> bool:
        """Return whether a unit can do one lane of the task."""
        return task.kind != ARITHMETIC or not task.modifier or bool(way.form.modifier)

    def only_asked(self, tasks: list[PipeTask]) -> set[int]:
        """Return the comparisons that only selects use. A select can compute its own."""
        given = {value for _, _, value in self.block.outputs} | set(self.block.assigned.values())
        read = {use.value for task in tasks for lanes in task.operands for use in lanes} | given
        read |= {index for value in read if (index := self.work.values[value].index) is not None}
        return {task.number for task in tasks if is_cloned(task) and not read & set(task.results)}

    def variables(self, tasks: list[PipeTask]) -> Iterator[int]:
        found: dict[int, None] = {}
        for task in tasks:
            for use in uses_of(task):
                value = self.work.values[use.value]
                for number in (use.value, value.index):
                    if number is not None and self.work.values[number].kind == VARIABLE:
                        found[number] = None
        yield from found

    def wanted(self, tasks: list[PipeTask]) -> dict[Use, int]:
        """The uses that may be copied, and how often."""
        kinds = (RESULT, UNIFORM, TEXEL, VARIABLE, CONSTANT) if self.whole else (UNIFORM, TEXEL, CONSTANT)
        read: dict[Use, int] = {}
        own: Counter[Use] = Counter()
        for task in tasks:
            plain = task.kind == ARITHMETIC and task.name == MOV and not task.modifier
            for lanes in task.operands:
                for use in dict.fromkeys(lanes):
                    if self.work.values[use.value].kind in kinds and not plain:
                        read[Use(use.value)] = 1
                        own[use] += task.own
            if task.condition is not None and self.work.values[task.condition.value].kind in (UNIFORM, TEXEL):
                read[Use(task.condition.value)] = 1
        if not self.whole:
            return read
        given = [value for _, _, value in self.block.outputs] + list(self.block.assigned.values())
        read |= dict.fromkeys((Use(value) for value in given), 1)
        for use, count in own.items():
            if count:
                read[use] = min(count, 2)
        return read


def is_cloned(task: PipeTask) -> bool:
    """Return whether the scalar multiplier can do the task beside a select."""
    return (
        task.kind == ARITHMETIC
        and not task.own
        and task.condition is None
        and any(way.unit == TESTER for way in task.ways)
    )


def read_step(task: PipeTask, position: int, way: TaskWay) -> int:
    """The step at which an operand is read."""
    if task.kind == TEXTURE:
        return LEVEL if position else COORDINATES
    return way.step


def rows_of(acts: Acts, task: PipeTask, length: int) -> range:
    """The instructions that may hold a task."""
    last = length
    if task.kind == BRANCH or (task.kind == DISCARD and not task.operands):
        return range(length - 1, length)
    if task.kind == DISCARD and acts.block.ends:
        last -= 1
    return range(acts.earliest.get(task.number, 0) // STEPS, last)
