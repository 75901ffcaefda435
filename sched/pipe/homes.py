"""Which scalars share a vec4 register, so that tasks on them can be one vector operation, and what must be copied together.

Requests are served breadth first from the outputs back: the values of a request whose tasks are alike will become one operation, so
the operands of these are requested next. A value that a load or an output puts into a certain component keeps it. Operands that have
lanes of their own (sums, coordinates) and cannot have one register are gathered by copies.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from gpucc.sched.core.work import CONSTANT, RESULT, VARIABLE, Use
from gpucc.sched.pipe.plan import PipePlan, results_of
from gpucc.sched.pipe.work import FRAME, LOAD, TEXEL, TEXTURE, UNDEF, PipeTask, pipe_key

LANES = 4


@dataclass(slots=True, eq=False)
class PipeHome:
    """`fixed` are values that insist on a component, `output` is the number of the output that this is."""

    serial: int
    members: list[int] = field(default_factory=list)
    fixed: dict[int, int] = field(default_factory=dict)
    output: int | None = None

    def fits(self, values: Sequence[int], lanes: dict[int, int]) -> bool:
        if len(self.members) + len(values) > LANES:
            return False
        taken = set(self.fixed.values())
        wanted = [lanes[value] for value in values if value in lanes]
        return not taken & set(wanted) and len(set(wanted)) == len(wanted)


class Homes:
    def __init__(self, plan: PipePlan) -> None:
        self.plan = plan
        self.home: dict[int, PipeHome] = {}
        self.count = 0
        # components in which loads and outputs want their values
        self.lanes: dict[int, int] = {}
        self.setters: dict[int, list[int]] = {}
        self.block_of: dict[int, int] = {}
        self.queue: deque[list[int]] = deque()
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

    def key(self, value: int) -> int:
        """The variable whose place the value takes, or the value."""
        return self.plan.place.get(value, value)

    def new(self, output: int | None = None) -> PipeHome:
        self.count += 1
        return PipeHome(self.count, output=output)

    def put(self, value: int, home: PipeHome) -> None:
        home.members.append(value)
        if value in self.lanes:
            home.fixed[value] = self.lanes[value]
        self.home[value] = home

    def of(self, value: int) -> PipeHome:
        return self.home[self.key(value)]

    # requests

    def assign(self) -> None:
        plan = self.plan
        outputs: dict[int, PipeHome] = {}
        for block in plan.work.blocks:
            for register, component, value in block.outputs:
                home = outputs.setdefault(register, self.new(register))
                self.lanes[value] = component
                self.place_output(value, home, component)
        outgoing = [list(home.members) for home in outputs.values()]
        for members in plan.members:
            self.join_loads(members)
        for values in outgoing:
            self.request_operands(values)
        for members in reversed(plan.members):
            for number in reversed(members):
                task = plan.tasks[number]
                if task.kind == FRAME:
                    self.frame(task)
                if task.own:
                    for lanes in task.operands:
                        self.queue.append(list(results_of(plan, lanes)))
        self.serve()
        for members in reversed(plan.members):
            for number in reversed(members):
                task = plan.tasks[number]
                for value in task.results:
                    if plan.values[value].kind == RESULT and self.key(value) not in self.home:
                        self.queue.append([value])
                        self.serve()
                # what only branches and stores read
                for use in plan.reads(task):
                    if plan.values[use.value].kind == VARIABLE and use.value not in self.home:
                        self.queue.append([use.value])
                        self.serve()
        for place in plan.variables.values():
            if place not in self.home:
                self.put(place, self.new())

    def place_output(self, value: int, home: PipeHome, component: int) -> None:
        """Several ends of a program give the same output: their values share a component."""
        home.members.append(value)
        home.fixed[value] = component
        self.home[value] = home

    def join_loads(self, members: list[int]) -> None:
        """The components of a varying in one register, so that one load brings them."""
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

    def serve(self) -> None:
        while self.queue:
            wanted = list(dict.fromkeys(self.key(value) for value in self.queue.popleft()))
            fresh = [value for value in wanted if value not in self.home]
            placed = list(dict.fromkeys(self.home[value] for value in wanted if value in self.home))
            if len(placed) > 1:
                placed = self.join(placed)
            if not fresh:
                continue
            self.settle(fresh, placed, wanted)
            self.request_operands(fresh)

    def settle(self, fresh: list[int], placed: list[PipeHome], wanted: list[int]) -> None:
        count = {home: sum(self.home.get(value) is home for value in wanted) for home in placed}
        fitting = [home for home in placed if home.output is None and home.fits(fresh, self.lanes)]
        home = max(fitting, key=count.__getitem__) if fitting else self.new()
        for value in fresh:
            if not home.fits([value], self.lanes):
                home = self.new()
            self.put(value, home)

    def join(self, homes: list[PipeHome]) -> list[PipeHome]:
        """One home of several, if all fit."""
        first = homes[0]
        left = [first]
        for other in homes[1:]:
            if first.output is None and other.output is None and first.fits(other.members, other.fixed):
                for value in other.members:
                    self.put(value, first)
            else:
                left.append(other)
        return left

    def request_operands(self, values: Sequence[int]) -> None:
        plan = self.plan
        groups: dict[tuple[object, ...], list[PipeTask]] = {}
        for value in values:
            writers = self.setters.get(value) or ([plan.values[value].task] if plan.values[value].kind == RESULT else [])
            for number in writers:
                task = plan.tasks[number]
                if not task.own and task.operands and number not in plan.genes.alone:
                    groups.setdefault(self.merge_key(task), []).append(task)
        for tasks in groups.values():
            for position in range(len(tasks[0].operands)):
                wanted = results_of(plan, [task.operands[position][0] for task in tasks])
                if wanted:
                    self.queue.append(list(wanted))

    def merge_key(self, task: PipeTask) -> tuple[object, ...]:
        pair = tuple(operand_key(self.plan, lanes[0]) for lanes in task.operands)
        operands = frozenset(pair) if task.swaps else pair
        test = self.plan.tests.get(task.number)
        return (self.block_of[task.number], task.ways, task.modifier, test, operands)


def operand_key(plan: PipePlan, use: Use) -> tuple[object, ...]:
    """Lanes with equal keys can be one operand if those in registers share one. Literals and what is undefined can be anywhere."""
    value = plan.values[use.value]
    if value.kind in (CONSTANT, UNDEF):
        return ("constant",)
    if value.kind == TEXEL:
        return ("texel", value.task, use.negate, use.absolute)
    key = pipe_key(plan.values, use)
    return ("register", use.negate, use.absolute) if key is None else (*key, use.negate, use.absolute)


def gather(plan: PipePlan, homes: Homes) -> None:
    """Operands with lanes of their own: what is not in one place is copied there."""
    for block, members in enumerate(plan.members):
        done: dict[tuple[Use, PipeHome], int] = {}
        for number in list(members):
            task = plan.tasks[number]
            if not task.own:
                continue
            operands = tuple(_together(plan, homes, block, task, lanes, done) for lanes in task.operands)
            if operands != task.operands:
                plan.tasks[number] = replace(task, operands=operands)
                plan.before[number] |= dict.fromkeys(plan.sources(plan.tasks[number]), True)


def _together(
    plan: PipePlan, homes: Homes, block: int, task: PipeTask, lanes: tuple[Use, ...], done: dict[tuple[Use, PipeHome], int]
) -> tuple[Use, ...]:
    if len({_place(plan, homes, use) for use in lanes}) <= 1 and (task.kind != TEXTURE or _held(plan, lanes)):
        return lanes
    plain = [homes.of(use.value) for use in lanes if _held(plan, (use,)) and not (use.negate or use.absolute)]
    best = max(plain, key=plain.count, default=None)

    def strangers(home: PipeHome | None) -> list[Use]:
        def stays(use: Use) -> bool:
            return _held(plan, (use,)) and not (use.negate or use.absolute) and homes.of(use.value) is home

        return [use for use in dict.fromkeys(lanes) if not stays(use)]

    if best is None or best.output is not None or len(best.members) + len([u for u in strangers(best) if (u, best) not in done]) > LANES:
        best = homes.new()
    moved: dict[Use, Use] = {}
    for use in strangers(best):
        if (use, best) not in done:
            value = plan.copy(block, use, task.number)
            plan.before[plan.values[value].task] = dict.fromkeys(plan.producers(use.value), True)
            homes.block_of[plan.values[value].task] = block
            homes.put(value, best)
            done[use, best] = value
        moved[use] = Use(done[use, best])
    return tuple(moved.get(use, use) for use in lanes)


def _held(plan: PipePlan, lanes: Sequence[Use]) -> bool:
    return all(plan.values[use.value].kind in (RESULT, VARIABLE) for use in lanes)


def _place(plan: PipePlan, homes: Homes, use: Use) -> tuple[object, ...]:
    key = operand_key(plan, use)
    return (*key, homes.of(use.value).serial) if key[0] == "register" else key
