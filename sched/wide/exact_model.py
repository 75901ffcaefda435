"""A model for CP-SAT that has a solution if a section can be scheduled in a given number of instructions.

Its variables: the instruction in which each task begins, the copies of values by instruction and group of units, stores
to registers and to goals, reads from registers, and loads of vec4s. A value may be copied in each instruction in which
it can be read, once through each group of units; more copies would not help.

Models differ in how many values a register port may serve. If it serves four, in any registers, all schedules satisfy
the model, so if it has no solution there is no schedule. If it serves one, registers can be allocated for all
solutions, as long as there are enough of them.
"""

from __future__ import annotations

from typing import Any

from gpucc.sched.core.exact import Unmodelled
from gpucc.sched.core.work import CONSTANT, MEMORY, VARIABLE, Use
from gpucc.sched.wide.chip import Chip
from gpucc.sched.wide.exact_chip import LOADS, REGISTERS, RESULTS, OperandWay, Resources
from gpucc.sched.wide.frame import WideFrame
from gpucc.sched.wide.spans import Spans
from gpucc.sched.wide.work import Goal, Piece, WideTask, WideWork


class WideModel(Resources):
    def __init__(
        self, cp: Any, work: WideWork, chip: Chip, frame: WideFrame, spans: Spans, length: int, each: int
    ) -> None:
        super().__init__(cp, work, chip, frame, spans, length, each)
        self.starts: dict[tuple[int, int], Any] = {}
        self.begun: dict[tuple[int, int], Any] = {}
        # for functions that read an operand in several instructions: the ways that work for all of them
        self.common: dict[tuple[int, int], list[tuple[Any, dict[int, list[OperandWay]]]]] = {}
        # for accesses to arrays: the choice of a group of units
        self.entries: dict[tuple[int, int], list[Any]] = {}
        self.indices = {value.index for value in self.values if value.index is not None} | {
            task.index.value for task in spans.tasks if task.index is not None and spans.addressed(task)
        }
        for task in spans.tasks:
            self.place(task)
        for task in spans.tasks:
            if task.pieces[0].op is None:
                self.memory(task)
        self.copies = self.copyable()
        self.goals()
        for index in sorted(number for number in self.indices if number is not None):
            self.address(index)
        for task in spans.tasks:
            for t in self.span(task):
                self.operands(task, t)
        self.orders()
        for (number, _, t), literal in self.copies.items():
            self.clause(literal, [way.literal for way in self.ways(number, t)])
        self.branch()
        self.close()

    # tasks

    def span(self, task: WideTask) -> range:
        return range(self.spans.start[task.number], self.spans.latest(task, self.length) + 1)

    def place(self, task: WideTask) -> None:
        """Let a task begin exactly once. `begun` tells of each instruction whether the task has begun by then."""
        span, number = self.span(task), task.number
        for t in span:
            self.starts[number, t] = self.bool(f"x{number}@{t}")
        self.model.AddExactlyOne(self.starts[number, t] for t in span)
        for t in span[:-1]:
            done, start = self.bool(), self.starts[number, t]
            before = self.begun.get((number, t - 1))
            self.begun[number, t] = done
            self.model.AddImplication(start, done)
            if before is None:
                self.model.AddImplication(done, start)
            else:
                self.model.AddImplication(before, done)
                self.model.AddImplication(before, start.Not())
                self.model.AddBoolOr([done.Not(), before, start])
        for t in span:
            for piece in task.pieces:
                if piece.op is not None:
                    self.slots[self.chip.kinds[piece.op.name].field, t + piece.at][piece.op.name].append(
                        self.starts[number, t]
                    )
            last = task.pieces[-1]
            if task.value is not None and last.op is not None:
                self.bear(task.value, t + last.at, self.starts[number, t], self.chip.kinds[last.op.name], task=number)

    def memory(self, task: WideTask) -> None:
        """Let a copy from or to memory choose its unit; one to memory also sets the address register."""
        for t in self.span(task):
            start = self.starts[task.number, t]
            chosen = [self.bool() for _ in self.groups]
            self.model.Add(sum(chosen) == start)
            self.entries[task.number, t] = chosen
            for g, here in enumerate(chosen):
                self.moved[g, t].append(here)
                if task.value is not None:
                    self.bear(task.value, t, here, self.groups[g][0], task=task.number, group=g)
            if task.value is None:
                assert task.array is not None
                pointer = self.chip.pointer_op
                self.slots[pointer.field, t][pointer.op.name].append(start)
                half = self.chip.half[self.frame.arrays[task.array][1]]
                self.halves[half, t]["element", task.number] = start
                if self.work.condition is not None and t == self.length - 1:
                    self.model.Add(start == 0)

    def orders(self) -> None:
        """Add precedences explicitly. The ways of operands imply them, but with them proofs are shorter."""
        pairs = [(order.first, order.then, order.cycles) for order in self.work.orders]
        for task in self.spans.tasks:
            for piece in task.pieces:
                for use in piece.reads:
                    value = self.values[use.value] if isinstance(use, Use) else None
                    if value is not None and value.kind == "result":
                        producer = self.work.tasks[value.task]
                        pairs.append((producer.number, task.number, self.spans.lag(producer) - piece.at))
        alive = {task.number for task in self.spans.tasks}
        for first, then, cycles in dict.fromkeys(pairs):
            if first in alive and then in alive:
                self.precede(first, then, cycles)

    def precede(self, first: int, then: int, cycles: int) -> None:
        one, other = self.span(self.work.tasks[first]), self.span(self.work.tasks[then])
        for t in other[:-1]:
            if t - cycles < one[-1]:
                done = self.begun.get((first, t - cycles))
                if done is None:
                    self.model.Add(self.begun[then, t] == 0)
                else:
                    self.model.AddImplication(self.begun[then, t], done)

    # copies

    def copyable(self) -> dict[tuple[int, int, int], Any]:
        """Literals for copies of each value in any instruction from the first that can read it to the last before its
        last use."""
        final = self.last_uses()
        found = {}
        for number, value in enumerate(self.values):
            if value.kind == MEMORY or number not in final:
                continue
            for t in range(self.spans.when(number), final[number]):
                for g, group in enumerate(self.groups):
                    literal = found[number, g, t] = self.bool(f"c{number}.{g}@{t}")
                    self.moved[g, t].append(literal)
                    self.bear(number, t, literal, group[0], group=g)
        return found

    def last_uses(self) -> dict[int, int]:
        """Return, for each value, the last instruction in which something may read it. Goals read it after the end."""
        final: dict[int, int] = {}
        for task in self.spans.tasks:
            for piece in task.pieces:
                for use in piece.reads:
                    if isinstance(use, Use):
                        final[use.value] = max(final.get(use.value, 0), self.span(task)[-1] + piece.at)
            if task.index is not None and task.value is None:
                final[task.index.value] = max(final.get(task.index.value, 0), self.span(task)[-1])
        for number in [number for number in self.indices if number is not None]:
            final[number] = self.length
        for goal in self.work.goals:
            final[goal.value] = self.length
        if self.work.condition is not None:
            final[self.work.condition.value] = self.length
        return final

    # operands

    def address(self, index: int) -> None:
        """Let an index go to an address register once, early enough for all its loads."""
        span = range(self.spans.when(index), self.length - self.chip.address_wait)
        self.sets[index] = {t: self.bool(f"s{index}@{t}") for t in span}
        self.model.AddAtMostOne(self.sets[index].values())
        for t, literal in self.sets[index].items():
            kind = self.chip.address_ops[0]
            self.slots[kind.field, t][kind.op.name].append(literal)
            self.clause(literal, [way.literal for way in self.ways(index, t)])

    def operands(self, task: WideTask, t: int) -> None:
        start = self.starts[task.number, t]
        if task.value is None and task.index is not None:
            self.clause(start, [way.literal for way in self.ways(task.index.value, t)])
        asks = self.asks(task)
        if len(asks) > 1:
            self.same(task, t, asks)
        for piece in task.pieces:
            self.read(task, piece, t, start, skip=len(asks) > 1)

    def asks(self, task: WideTask) -> dict[int, bool]:
        """Return the times, relative to the task, at which it reads the value that must come from one place, and
        whether it reads it as a late operand."""
        found: dict[int, bool] = {}
        for piece in task.pieces:
            for position, use in enumerate(piece.reads):
                if isinstance(use, Use) and task.same is not None and use.value == task.same and piece.op is not None:
                    found[piece.at] = found.get(piece.at, False) or self.chip.kinds[piece.op.name].late[position]
        return found

    def same(self, task: WideTask, t: int, asks: dict[int, bool]) -> None:
        assert task.same is not None
        ways = {at: self.ways(task.same, t + at) for at in asks}
        found: list[tuple[Any, dict[int, list[OperandWay]]]] = []
        first = min(asks)
        for way in ways[first]:
            others = {at: [other for other in ways[at] if _agree(way, other)] for at in asks}
            if any(way.early and late for late in asks.values()) or not all(others.values()):
                continue
            mode = self.bool()
            for at in asks:
                self.clause(mode, [other.literal for other in others[at]])
            self.model.AddImplication(mode, way.literal)
            found.append((mode, others | {first: [way]}))
        self.common[task.number, t] = found
        self.clause(self.starts[task.number, t], [mode for mode, _ in found])

    def read(self, task: WideTask, piece: Piece, t: int, start: Any, skip: bool) -> None:
        """Require a way for each operand; late operands cannot take results that are readable only as a first
        operand."""
        at = t + piece.at
        kind = self.chip.kinds[piece.op.name] if piece.op is not None else None
        found: list[list[OperandWay]] = []
        for position, use in enumerate(piece.reads):
            if not isinstance(use, Use) or (skip and use.value == task.same):
                continue
            if kind is not None and self.identity(use, piece, position):
                continue
            ways = self.ways(use.value, at, use.place[1] if use.place is not None else -1)
            late = kind is not None and position < len(kind.late) and kind.late[position] and not piece.swaps
            self.clause(start, [way.literal for way in ways if not (late and way.early)])
            found.append(ways)
        if piece.swaps and len(found) == 2:
            self.clause(start, [way.literal for ways in found for way in ways if not way.early])

    def identity(self, use: Use, piece: Piece, position: int) -> bool:
        """Return whether the operand is a literal that the port supplies for free."""
        value = self.values[use.value]
        if value.kind != CONSTANT or use.place is not None or piece.op is None:
            return False
        kind, bits = self.chip.kinds[piece.op.name], value.address
        if not self.chip.supplies(kind):
            return False
        positions = range(len(piece.reads)) if piece.swaps else (position,)
        for place in positions:
            if place < len(kind.free) and bits in kind.free[place]:
                other = piece.reads[1 - position] if len(piece.reads) == 2 else None
                return not (place != position and isinstance(other, Use) and self.taken(other, piece, position))
        return False

    def taken(self, other: Use, piece: Piece, position: int) -> bool:
        """Return whether the second operand uses the port. If both operands are literals that equal the identity, the
        second one has the port."""
        return (
            position == 0
            and self.values[other.value].kind == CONSTANT
            and self.identity(other, Piece(piece.op, 0, (), piece.reads), 1)
        )

    # ends

    def goals(self) -> None:
        for goal in self.work.goals:
            if goal.file == VARIABLE and goal.address not in self.frame.places:
                raise Unmodelled("variables in temporaries")
            if self.stays(goal):
                continue
            half = self.chip.half[goal.component if goal.file != VARIABLE else self.frame.places[goal.address] & 3]
            key: tuple[object, ...] = (
                goal.file,
                goal.address if goal.file != VARIABLE else self.frame.places[goal.address] >> 2,
            )
            self.ends[goal] = {}
            for t in range(self.length):
                births = [birth.literal for birth in self.births.get((goal.value, t), ()) if birth.kind.window.stored]
                if births:
                    stored = self.ends[goal][t] = self.bool()
                    self.clause(stored, births)
                    if key not in self.halves[half, t]:
                        self.halves[half, t][key] = self.bool()
                    self.model.AddImplication(stored, self.halves[half, t][key])
            self.model.AddExactlyOne(self.ends[goal].values())
        for goal in self.ends:
            if goal.file == VARIABLE:
                self.replace(goal)

    def stays(self, goal: Goal) -> bool:
        value = self.values[goal.value]
        places = self.frame.places
        return goal.file == VARIABLE and value.kind == VARIABLE and places[value.address] == places[goal.address]

    def replace(self, goal: Goal) -> None:
        """Let the new value be stored to a variable's place only after the last read of the old one."""
        place = self.frame.places[goal.address]
        for value in self.values:
            if value.kind != VARIABLE or self.frame.places[value.address] != place:
                continue
            for t in range(self.frame.waits.get(place, 0), self.length):
                earlier = [stored for at, stored in self.ends[goal].items() if at < t]
                if earlier:
                    read = self.known_read(value.number, place, t)
                    self.model.AddAtMostOne([read, *earlier])

    def branch(self) -> None:
        if self.work.condition is None:
            return
        t = self.length - 1
        branch = self.work.isa.wide.branch
        kind = next(kind for kind in self.chip.copies if kind.rest is not None and kind.rest.unit == branch.unit)
        always = self.model.NewConstant(1)
        self.slots[kind.field, t][kind.op.name].append(always)
        self.model.AddBoolOr([way.literal for way in self.ways(self.work.condition.value, t)])


def _agree(one: OperandWay, other: OperandWay) -> bool:
    """Return whether two ways read the same result, the same register, or the same load."""
    if one.sort != other.sort:
        return False
    if one.sort == RESULTS:
        return one.birth is other.birth
    return one.sort in (REGISTERS, LOADS) or one.place == other.place
