"""Exhaustive search for the shortest schedule of a small section: an optimum found without a solver.

`least(work, loose=True)` respects only units, their order and their ops: no schedule is shorter. `least(work,
loose=False)` also requires registers, one row of uniforms and four literals in an instruction, and copies nothing: such
a schedule exists. The exact scheduler's result must lie between the two, and equal them where they are equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from gpucc.sched.core.work import CONSTANT, RESULT, Use
from gpucc.sched.pipe.attempt import outputs_of
from gpucc.sched.pipe.work import ARITHMETIC, LOAD, UNIFORM, PipeTask, PipeWork, TaskWay

LANES, STEPS, REGISTERS = 4, 16, 6
Place = tuple[int, TaskWay]


def least(work: PipeWork, loose: bool, most: int) -> int | None:
    """The length for a section of loads and arithmetic without selects; None if it exceeds `most`."""
    return next((length for length in range(1, most + 1) if _Brute(work, loose, length).exists()), None)


class _Brute:
    def __init__(self, work: PipeWork, loose: bool, length: int) -> None:
        self.work, self.loose, self.length = work, loose, length
        (self.block,) = work.blocks
        self.tasks = [work.tasks[number] for number in self.block.tasks]
        assert all(task.kind in (ARITHMETIC, LOAD) and task.condition is None for task in self.tasks)
        self.at: dict[int, Place] = {}

    def exists(self) -> bool:
        return self.place(0)

    def place(self, i: int) -> bool:
        if i == len(self.tasks):
            return self.loose or self.fits()
        task = self.tasks[i]
        for row in range(self.length):
            for way in task.ways:
                if (
                    (not task.modifier or way.form.modifier)
                    and self.ready(task, row, way)
                    and self.joins(task, row, way)
                ):
                    self.at[task.number] = (row, way)
                    if self.place(i + 1):
                        return True
                    del self.at[task.number]
        return False

    def ready(self, task: PipeTask, row: int, way: TaskWay) -> bool:
        return all(self.time(self.work.values[use.value].task) < row * STEPS + way.step for use in self.reads(task))

    def combines(self, task: PipeTask) -> bool:
        """The product of a scalar and a vector cannot negate the vector."""
        return any(not (lanes[0].negate or lanes[0].absolute) for lanes in task.operands)

    def time(self, number: int) -> int:
        row, way = self.at[number]
        return row * STEPS + way.step

    def reads(self, task: PipeTask) -> Iterator[Use]:
        for lanes in task.operands:
            for use in lanes:
                if self.work.values[use.value].kind == RESULT:
                    yield use

    def slot(self, row: int, unit: str) -> list[PipeTask]:
        return [
            task
            for task in self.tasks
            if task.number in self.at and self.at[task.number][0] == row and self.at[task.number][1].unit == unit
        ]

    def joins(self, task: PipeTask, row: int, way: TaskWay) -> bool:
        """Return whether a unit can take one more lane."""
        others = self.slot(row, way.unit)
        if not others:
            return True
        vector = way.vector and not task.own and (self.loose or way.unit != "combine")
        same = all(
            self.at[other.number][1].op == way.op
            and other.modifier == task.modifier
            and other.attr == task.attr
            and not other.own
            for other in others
        )
        return vector and same and len(others) < LANES

    # constraints of pipes and registers

    def fits(self) -> bool:
        for row in range(self.length):
            uses = [
                use for task in self.tasks if self.at[task.number][0] == row for lanes in task.operands for use in lanes
            ]
            values = [self.work.values[use.value] for use in uses]
            if len({value.address for value in values if value.kind == UNIFORM}) > 1:
                return False
            if len({value.address for value in values if value.kind == CONSTANT}) > LANES:
                return False
            if not all(self.combines(task) for task in self.slot(row, "combine") if len(task.operands) == 2):
                return False
        return self.house([value for task in self.tasks for value in task.results], {})

    def house(self, left: list[int], spots: dict[int, tuple[int, int]]) -> bool:
        if not left:
            return self.agree(spots)
        value, *rest = left
        used = {register for register, _ in spots.values()}
        fixed = {
            value: (outputs_of(self.work)[register], component) for register, component, value in self.block.outputs
        }
        lane = self.work.tasks[self.work.values[value].task].lane
        fresh = next((register for register in range(REGISTERS) if register not in used), 0)
        for register in range(REGISTERS):
            if value not in fixed and register not in used and register not in (fresh, REGISTERS - 1):
                continue
            for component in range(LANES) if lane is None else (lane,):
                spot = (register, component)
                if spot != fixed.get(value, spot) or any(
                    spots[other] == spot and self.overlap(value, other) for other in spots
                ):
                    continue
                if self.agree(spots | {value: spot}) and self.house(rest, spots | {value: spot}):
                    return True
        return False

    def overlap(self, one: int, other: int) -> bool:
        (start, end), (begin, stop) = self.span(one), self.span(other)
        return start < stop and begin < end

    def span(self, value: int) -> tuple[int, int]:
        start = self.time(self.work.values[value].task)
        reads = [self.time(task.number) for task in self.tasks for use in self.reads(task) if use.value == value]
        given = [self.length * STEPS for _, _, out in self.block.outputs if out == value]
        return start, max([start + 1, *reads, *given])

    def agree(self, spots: dict[int, tuple[int, int]]) -> bool:
        """Return whether vector ops write to one register, and each of their operands comes from one place, as far as
        is known."""
        for row in range(self.length):
            for unit in ("varying", "vmul", "vadd"):
                tasks = self.slot(row, unit)
                into = {spots[value][0] for task in tasks for value in task.results if value in spots}
                if len(into) > 1 or not self.operands_agree(tasks, spots):
                    return False
        return True

    def operands_agree(self, tasks: list[PipeTask], spots: dict[int, tuple[int, int]]) -> bool:
        if not tasks or not tasks[0].operands:
            return True
        if tasks[0].own:
            return len({self.origin(use, spots) for use in tasks[0].operands[0]} - {None}) <= 1
        turns = [(False, True) if task.swaps else (False,) for task in tasks]
        for turned in product(*turns):
            ordered = [task.operands[::-1] if turn else task.operands for task, turn in zip(tasks, turned, strict=True)]
            if all(
                len({self.origin(lanes[0], spots) for lanes in column} - {None}) <= 1
                for column in zip(*ordered, strict=True)
            ):
                return True
        return False

    def origin(self, use: Use, spots: dict[int, tuple[int, int]]) -> tuple[object, ...] | None:
        value = self.work.values[use.value]
        if value.kind == CONSTANT:
            return ("literal",)
        if value.kind == UNIFORM:
            return ("uniform", use.negate, use.absolute)
        return (spots[use.value][0], use.negate, use.absolute) if use.value in spots else None
