"""Analyses that all attempts at a section share: readers and dependences."""

from __future__ import annotations

from collections.abc import Iterable

from gpucc.sched.core.work import CONSTANT, RESULT, VARIABLE, Use
from gpucc.sched.wide.bounds import lower_bound
from gpucc.sched.wide.chip import Chip, SlotKind
from gpucc.sched.wide.frame import WideFrame
from gpucc.sched.wide.spans import Spans, reads_of
from gpucc.sched.wide.table import IDENTITY, UNIFORM, Read
from gpucc.sched.wide.work import Goal, WideTask, WideWork


class WidePlan:
    """The analyses of a section.

    By task: `reads` are its values with the time of the piece that reads them, `needs` those values and their indices,
    `before` the tasks it must follow with their distances, `awaited` the values that decide when it can begin. For a
    task with one op, `kinds` is that op, and `orders` are the possible orders of its operands, with their signs.

    By value: `left` counts readers and goals; `loaded` is whether a load fetches it; `uniforms` is its operand if it is
    a uniform without an index; `uses_of` is an operand that is the plain value.

    `rests` has the other operands of the copy of each field, and the signs of all. No schedule is shorter than `bound`.
    In a `thrifty` section, instructions load as few vec4s from the uniform file as possible.
    """

    def __init__(self, work: WideWork, chip: Chip, frame: WideFrame) -> None:
        self.work, self.chip, self.frame = work, chip, frame
        self.spans = Spans(work, chip)
        self.bound = lower_bound(work, chip, self.spans)
        self.horizon = 2 * len(work.tasks) + 32
        self.bits = [value.address if value.kind == CONSTANT else 0 for value in work.values]
        self.loaded = [value.kind not in (RESULT, VARIABLE) for value in work.values]
        self.uniforms: list[Read | None] = [
            (UNIFORM, value.component) if value.kind == chip.uniform and value.index is None else None
            for value in work.values
        ]
        self.uses_of = [Use(value.number) for value in work.values]
        self.rests: dict[int, tuple[list[Read], tuple[bool, ...]]] = {
            copy.field: ([(IDENTITY, 0)] * len(copy.rest.rest), (False, *(rest.negate for rest in copy.rest.rest)))
            for copy in chip.copies
            if copy.rest is not None
        }
        self.goals: list[list[Goal]] = [[] for _ in work.values]
        for goal in work.goals:
            self.goals[goal.value].append(goal)
        self.reads = [reads_of(task) for task in work.tasks]
        self.needs = [self.needed(number for number, _ in reads) for reads in self.reads]
        self.before: list[list[tuple[int, int]]] = [[] for _ in work.tasks]
        for order in work.orders:
            self.before[order.then].append((order.first, order.cycles))
        self.awaited = [[self.await_(number, at) for number, at in reads] for reads in self.reads]
        self.kinds = [_kind(task, chip) for task in work.tasks]
        # more operands are in the uniform file than the section has instructions: single loads would lengthen it
        kinds = [work.values[number].kind for reads in self.reads for number, _ in reads]
        self.thrifty = sum(kind in (CONSTANT, chip.uniform) for kind in kinds) > self.bound
        self.orders = [_orders(task) for task in work.tasks]
        self.left = [0] * len(work.values)
        self._count()

    def await_(self, number: int, at: int) -> tuple[int, int]:
        """The value that decides when another one can be read, and the delay after it until a task that reads it at
        `at` can begin."""
        more = -at
        value = self.work.values[number]
        while value.index is not None:
            value, more = self.work.values[value.index], more + self.chip.address_wait
        return value.number, more

    def needed(self, numbers: Iterable[int]) -> list[int]:
        """Return these values, and the indices of the leaves among them."""
        found: dict[int, None] = {}
        for number in numbers:
            index: int | None = number
            while index is not None:
                found[index] = None
                index = self.work.values[index].index
        return list(found)

    def _count(self) -> None:
        work, left = self.work, self.left
        roots = [goal.value for goal in work.goals] + ([work.condition.value] if work.condition is not None else [])
        for root in roots:
            for number in self.needed([root]):
                left[number] += 1
        for task in work.tasks:
            for number in self.needs[task.number]:
                left[number] += 1


def _orders(task: WideTask) -> tuple[tuple[tuple[Use, ...], tuple[bool, ...]], ...]:
    piece = task.pieces[0]
    uses = tuple(use for use in piece.reads if isinstance(use, Use))
    found = (uses, uses[::-1]) if piece.swaps else (uses,)
    return tuple((order, tuple(use.negate for use in order)) for order in found)


def _kind(task: WideTask, chip: Chip) -> SlotKind | None:
    (first, *others) = task.pieces
    return None if others or first.op is None else chip.kinds[first.op.name]
