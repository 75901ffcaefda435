"""Homes for the values of a `PipePlan`, with copies for operands that must be gathered.

A value that a load or an output binds to a component keeps it. Operands with lanes of their own (sums, coordinates)
that cannot share one register are gathered by copies.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace

from gpucc.isa.model import LANES
from gpucc.sched.core.work import CONSTANT, RESULT, VARIABLE, Use
from gpucc.sched.lanes.homes import Home, Packer
from gpucc.sched.pipe.alike import Likeness
from gpucc.sched.pipe.plan import PipePlan, Test
from gpucc.sched.pipe.work import FRAME, LOAD, STORE, TEXEL, TEXTURE, UNDEF, PipeTask, pipe_key

PipeHome = Home[int]


class Homes(Packer[int, PipeTask, Use]):
    """Assigns homes. `lanes` are the components that loads and outputs require."""

    def __init__(self, plan: PipePlan) -> None:
        super().__init__()
        self.plan = plan
        self.together = plan.genes.natural
        self.setters: dict[int, list[int]] = {}
        self.block_of: dict[int, int] = {}
        # the task whose operands are being gathered
        self.reader = -1
        # while homes are assigned: the number of each task's key, since keys take long to compare
        self.keys: dict[int, int] = {}
        self.numbers: dict[Hashable, int] = {}
        for number, members in enumerate(plan.members):
            for task in members:
                self.block_of[task] = number
                self.note_lanes(plan.tasks[task])
        for value, place in plan.place.items():
            self.setters.setdefault(place, []).append(plan.values[value].task)

    def note_lanes(self, task: PipeTask) -> None:
        if task.kind == LOAD and task.lane is not None:
            self.lanes[task.results[0]] = task.lane
        elif task.kind == FRAME:
            self.lanes |= {value: lane for lane, value in enumerate(task.results)}

    # the description that Packer needs

    def whole(self, value: int) -> int:
        return self.plan.place.get(value, value)

    def per_lane(self, value: int) -> list[PipeTask]:
        plan = self.plan
        made = [plan.values[value].task] if plan.values[value].kind == RESULT else []
        tasks = (plan.tasks[number] for number in self.setters.get(value) or made)
        return [task for task in tasks if not task.own and task.operands and task.number not in plan.genes.alone]

    def merge_key(self, task: PipeTask) -> int:
        key = self.keys.get(task.number)
        if key is None:
            key = self.keys[task.number] = self.numbers.setdefault(self._merge_key(task), len(self.numbers))
        return key

    def _merge_key(self, task: PipeTask) -> Hashable:
        pair = tuple(self.lane_key(lanes[0]) for lanes in task.operands)
        operands = frozenset(pair) if task.swaps else pair
        test = self.plan.tests.get(task.number)
        return (self.block_of[task.number], task.ways, task.modifier, test, operands)

    def operands(self, task: PipeTask) -> Sequence[Sequence[Use]]:
        return task.operands

    def read(self, use: Use) -> int | None:
        return use.value if self.plan.values[use.value].kind in (RESULT, VARIABLE) else None

    def leaf_key(self, use: Use) -> tuple[object, ...]:
        """Literals and undefined values can be in any operand."""
        value = self.plan.values[use.value]
        if value.kind in (CONSTANT, UNDEF):
            return ("constant",)
        if value.kind == TEXEL:
            return ("texel", value.task, use.negate, use.absolute)
        return (*(pipe_key(self.plan.values, use) or ()), use.negate, use.absolute)

    def plain(self, value: int) -> Use:
        return Use(value)

    # requests

    def assign(self) -> None:
        plan = self.plan
        outputs: dict[int, PipeHome] = {}
        for block in plan.work.blocks:
            for register, component, value in block.outputs:
                home = outputs.setdefault(register, self.new(register))
                self.lanes[value] = component
                self.put(value, home)
        for task in plan.tasks:
            if task.kind == FRAME and not task.operands:
                self.frame(task)
        outgoing = [list(home.members) for home in outputs.values()]
        for members in plan.members:
            outgoing += [self.row(plan.tasks[number]) for number in members if plan.tasks[number].kind == STORE]
        for members in plan.members:
            self.join_loads(members)
        patterns = Likeness(plan)
        if plan.genes.natural:
            self.join_alike(patterns, whole=True)
        if plan.genes.broad:
            self.join_alike(Likeness(plan, broad=True), whole=True)
        for values in outgoing:
            self.request_operands(values)
        for members in reversed(plan.members):
            for number in reversed(members):
                task = plan.tasks[number]
                if task.kind == FRAME and task.operands:
                    self.frame(task)
                if task.own:
                    for lanes in task.operands:
                        self.request(lanes)
        self.serve()
        self.join_alike(patterns)
        for members in reversed(plan.members):
            for number in reversed(members):
                # values that only branches and stores read
                for use in plan.reads(plan.tasks[number]):
                    if plan.values[use.value].kind == VARIABLE and use.value not in self.home:
                        self.queue.append([use.value])
                        self.serve()
        for place in plan.variables.values():
            if place not in self.home:
                self.put(place, self.new())
        self.keys.clear()

    def join_alike(self, patterns: Likeness, whole: bool = False) -> None:
        """Put scalars that are alike together, the last first; `whole`: only where all of them fit into one
        register."""
        plan = self.plan
        for members in reversed(plan.members):
            siblings = self.siblings(patterns, members)
            for number in reversed(members):
                for value in plan.tasks[number].results:
                    if plan.values[value].kind != RESULT or self.whole(value) in self.home:
                        continue
                    alike = siblings.get(patterns.found[self.whole(value)], [value])
                    fresh = [one for one in alike if self.whole(one) not in self.home and one != value]
                    if not whole or 1 <= len(fresh) < LANES:
                        self.queue.append([value, *fresh[: LANES - 1]])
                        self.serve()

    def siblings(self, patterns: Likeness, members: Sequence[int]) -> dict[int, list[int]]:
        """The results of a section by pattern, the last first, unless the genes want them apart."""
        found: dict[int, list[int]] = {}
        if self.plan.genes.scattered:
            return found
        for number in reversed(members):
            for value in self.plan.tasks[number].results:
                if self.plan.values[value].kind == RESULT:
                    found.setdefault(patterns.found[self.whole(value)], []).append(value)
        return found

    def row(self, task: PipeTask) -> list[int]:
        """Give the values that are stored together a register of their own, from x on."""
        values = [use.value for use in task.operands[0]] if task.own else []
        home = self.new()
        for lane, value in enumerate(values):
            self.lanes[value] = lane
            self.put(value, home)
        return values

    def join_loads(self, members: list[int]) -> None:
        """Put the components of a varying into one register, so that one load fetches them all."""
        loads: dict[object, list[int]] = {}
        for number in members:
            task = self.plan.tasks[number]
            if task.kind == LOAD and task.attr not in self.plan.genes.parted:
                loads.setdefault(task.attr, []).append(task.results[0])
        for slot, values in loads.items():
            fresh = [value for value in values if value not in self.home]
            placed = [self.home[value] for value in values if value in self.home]
            home = placed[0] if placed and slot in self.plan.genes.joined else self.new()
            for value in fresh:
                self.put(value, home)

    def frame(self, task: PipeTask) -> None:
        if task.results[0] not in self.home:
            home = self.new()
            for value in task.results:
                self.put(value, home)

    # operands with lanes of their own

    def request_operands(self, values: Iterable[int]) -> None:
        """Request the sides of selects together: selects with different tests are separate instructions, but one may
        compute their sides."""
        values = list(values)
        alike: dict[Hashable, list[tuple[PipeTask, Test]]] = {}
        for value in values if self.plan.tests and not self.plan.genes.scattered else ():
            for task in self.per_lane(value):
                test = self.plan.tests.get(task.number)
                if test is not None:
                    key = (self.block_of[task.number], task.ways, task.modifier, test.op, test.modifier)
                    alike.setdefault(key, []).append((task, test))
        for found in alike.values():
            if len({test for _, test in found}) > 1:
                for operand in zip(*(task.operands for task, _ in found), strict=True):
                    self.request(lanes[0] for lanes in operand)
                for uses in zip(*(test.operands for _, test in found), strict=True):
                    self.request(uses)
        super().request_operands(values)

    def gather_operands(self) -> None:
        """Copy operands that are not in one place; coordinates must be in a register."""
        plan = self.plan
        for block, members in enumerate(plan.members):
            for number in list(members):
                task = plan.tasks[number]
                if not task.own:
                    continue
                self.reader = number
                held = task.kind == TEXTURE
                gathered = [
                    self.gather(lanes, block, held and any(self.read(use) is None for use in lanes))
                    for lanes in task.operands
                ]
                operands = tuple(tuple(lanes) for lanes in gathered)
                if operands != task.operands:
                    plan.tasks[number] = replace(task, operands=operands)
                    plan.before[number] |= dict.fromkeys(plan.sources(plan.tasks[number]), True)

    def copy(self, use: Use, where: object) -> int:
        assert isinstance(where, int)
        plan = self.plan
        value = plan.copy(where, use, self.reader)
        plan.before[plan.values[value].task] = dict.fromkeys(plan.producers(use.value), True)
        self.block_of[plan.values[value].task] = where
        return value
