"""Find scalars that were components of one vector in the source, so that they can share a register.

The pattern of a scalar is its expression without the component letters of the texels, varyings and uniforms that it
reads. Scalars with the same pattern probably come from one vector, even where no output and no operand of several
lanes needs them together.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import field

from gpucc.records import dataclass
from gpucc.sched.core.work import CONSTANT, MEMORY, RESULT, VARIABLE, Use
from gpucc.sched.pipe.plan import PipePlan
from gpucc.sched.pipe.work import FRAME, LOAD, TEXEL, TEXTURE, UNDEF, UNIFORM, PipeTask

# the number of passes that refine the patterns of variables by the values assigned to them
ROUNDS = 3


@dataclass(slots=True)
class Likeness:
    """Numbers the patterns of values: values with equal numbers are computed alike. The pattern of a variable is made
    of those of all values assigned to it."""

    plan: PipePlan
    numbers: dict[Hashable, int] = field(default_factory=dict)
    found: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for place in self.plan.variables.values():
            self.found[place] = 0
        for _ in range(ROUNDS):
            self.pass_over()

    def pass_over(self) -> None:
        plan = self.plan
        given: dict[int, list[tuple[int, int]]] = {}
        for block, members in enumerate(plan.members):
            for number in members:
                self.task(plan.tasks[number])
            for place, value in plan.assigned[block].items():
                given.setdefault(place, []).append((block, self.found[value]))
        for place, all_given in given.items():
            self.found[place] = self.number(("variable", self.found[place], *all_given))

    def number(self, key: Hashable) -> int:
        return self.numbers.setdefault(key, len(self.numbers) + 1)

    def task(self, task: PipeTask) -> None:
        for value in task.results:
            self.found[value] = self.number(self.key(task))

    def key(self, task: PipeTask) -> Hashable:
        if task.kind == LOAD:
            return (LOAD, task.attr)
        if task.own or task.kind in (FRAME, TEXTURE):
            return (task.kind, task.number)
        parts = [self.operand(use) for lanes in task.operands for use in lanes]
        return (task.name, task.modifier, *(sorted(parts, key=repr) if task.swaps else parts))

    def operand(self, use: Use) -> Hashable:
        value = self.plan.values[use.value]
        return (self.leaf(use.value), value.kind in (CONSTANT, UNDEF) or (use.negate, use.absolute))

    def leaf(self, number: int) -> Hashable:
        value = self.plan.values[number]
        if value.kind in (RESULT, VARIABLE):
            return self.found.get(number, 0)
        if value.kind in (CONSTANT, UNDEF):
            return CONSTANT
        if value.kind == TEXEL:
            return (TEXEL, value.task)
        assert value.kind in (UNIFORM, MEMORY)
        array = None if value.array is None else id(value.array)
        return (value.kind, value.address, value.index, array)
