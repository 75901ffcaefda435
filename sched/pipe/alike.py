"""Find scalars that were components of one vector in the source, so that they can share a register.

The pattern of a scalar is its expression without the component letters of the texels, varyings and uniforms that it
reads. Scalars with the same pattern probably come from one vector, even where no output and no operand of several
lanes needs them together. Broad patterns leave out which texel, varying or uniform it is: a vector may hold the
brightness of four texels.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import field

from gpucc.records import dataclass
from gpucc.sched.core.work import CONSTANT, MEMORY, RESULT, VARIABLE, Use, Value
from gpucc.sched.pipe.plan import PipePlan
from gpucc.sched.pipe.work import FRAME, LOAD, TEXEL, TEXTURE, UNDEF, UNIFORM, PipeTask

# the number of passes that refine the patterns of variables by the values assigned to them
ROUNDS = 3


@dataclass(slots=True)
class LikeTask:
    """What the pattern of a task is made of. It is the same in every pass, but for the patterns of operands in
    registers."""

    results: tuple[int, ...]
    head: Hashable
    # for each operand the value that is in a register, or what stands for it, and how it is read
    operands: tuple[tuple[int | None, Hashable, Hashable], ...] = ()
    swaps: bool = False


@dataclass(slots=True)
class Likeness:
    """Numbers the patterns of values: values with equal numbers are computed alike. The pattern of a variable is made
    of those of all values assigned to it. `broad`: textures, varyings, uniforms and places
    on the stack are not told apart, and neither are sums of the same shape."""

    plan: PipePlan
    broad: bool = False
    numbers: dict[Hashable, int] = field(default_factory=dict)
    found: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        plan = self.plan
        self.found |= dict.fromkeys(plan.variables.values(), 0)
        sections = [[self.task(plan.tasks[number]) for number in members] for members in plan.members]
        for _ in range(ROUNDS):
            self.pass_over(sections)

    def pass_over(self, sections: Sequence[Sequence[LikeTask]]) -> None:
        given: dict[int, list[tuple[int, int]]] = {}
        for block, tasks in enumerate(sections):
            for task in tasks:
                number = self.number(self.key(task))
                for value in task.results:
                    self.found[value] = number
            for place, value in self.plan.assigned[block].items():
                given.setdefault(place, []).append((block, self.found[value]))
        for place, all_given in given.items():
            self.found[place] = self.number(("variable", self.found[place], *all_given))

    def number(self, key: Hashable) -> int:
        return self.numbers.setdefault(key, len(self.numbers) + 1)

    def key(self, task: LikeTask) -> Hashable:
        found, number = self.found, self.number
        parts = [
            number((leaf if register is None else found.get(register, 0), way)) for register, leaf, way in task.operands
        ]
        return (task.head, *(sorted(parts) if task.swaps else parts))

    def task(self, task: PipeTask) -> LikeTask:
        if task.kind == LOAD:
            return LikeTask(task.results, (LOAD, None if self.broad else task.attr))
        if task.kind in (FRAME, TEXTURE) or (task.own and not self.broad):
            return LikeTask(task.results, (task.kind, task.name if self.broad else task.number))
        operands = tuple(self.operand(use) for lanes in task.operands for use in lanes)
        return LikeTask(task.results, (task.name, task.modifier), operands, task.swaps)

    def operand(self, use: Use) -> tuple[int | None, Hashable, Hashable]:
        value = self.plan.values[use.value]
        way = value.kind in (CONSTANT, UNDEF) or (use.negate, use.absolute)
        return (use.value, None, way) if value.kind in (RESULT, VARIABLE) else (None, self.leaf(value), way)

    def leaf(self, value: Value) -> Hashable:
        """The part of a pattern that stands for a value outside of registers."""
        if value.kind in (CONSTANT, UNDEF):
            return CONSTANT
        if value.kind == TEXEL:
            return (TEXEL, None if self.broad else value.task)
        assert value.kind in (UNIFORM, MEMORY)
        if self.broad:
            return value.kind
        array = None if value.array is None else id(value.array)
        return (value.kind, value.address, value.index, array)
