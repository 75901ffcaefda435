"""Convert a solution of the exact model into a placed section, in the form of the list scheduler's results.

Tasks are placed as in the list scheduler, except that the solution makes the choices, such as the sources of operands.
Copies and stores of the solution that nothing uses are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gpucc.sched.core.exact import Misfit
from gpucc.sched.core.work import CONSTANT, MEMORY, VARIABLE, Use, single
from gpucc.sched.wide.chip import FREE, SlotKind
from gpucc.sched.wide.exact_chip import LOADS, PLACES, REGISTERS, RESULTS, Birth, OperandWay
from gpucc.sched.wide.exact_model import WideModel
from gpucc.sched.wide.exact_registers import Allocation, Demand, allocate
from gpucc.sched.wide.frame import WideFrame
from gpucc.sched.wide.goals import Goals
from gpucc.sched.wide.pieces import Pieces
from gpucc.sched.wide.plan import WidePlan
from gpucc.sched.wide.reach import OperandReach
from gpucc.sched.wide.table import ATTRIBUTE, BYPASS, IDENTITY, POOLED, REGISTER, UNIFORM, VARYINGS, Issued, Read, Table
from gpucc.sched.wide.work import Goal, Piece, WideTask


class WidePlayer:
    """Places the tasks of a section as a solution of the model says."""

    def __init__(self, model: WideModel, solver: Any, frame: WideFrame) -> None:
        plan = WidePlan(model.work, model.chip, frame)
        self.work, self.model, self.holds_in = model.work, model, solver.BooleanValue
        self.table = table = Table(plan.work, plan.chip, frame, plan.horizon, plan.left)
        self.chip, self.put, self.values = table.chip, table.put, table.values
        self.goals = Goals(table, plan, paired=False)
        self.reach = OperandReach(table, plan)
        self.pieces = Pieces(table, plan)
        table.grow(model.length + 16)
        # by birth and by goal, the instance
        self.made = [FREE] * model.count
        # by index, the issue that loads its address register
        self.addressing = [FREE] * len(self.values)
        # by goal, a second instance of the value stored to a variable, for reads from the variable's place
        self.settled = {goal: self.settle_goal(goal) for goal in model.ends if goal.file == VARIABLE}
        # (instance, instruction) of reads from registers that are yet to be chosen; (register, instruction) of those
        # known
        self.fetched: list[tuple[int, int]] = []
        self.named: list[tuple[int, int]] = []
        self.task: WideTask | None = None
        self.address_registers = self.colour_addresses()

    def play(self, cp: Any, limit: float) -> Table:
        work, model = self.work, self.model
        branch = self.branch_slot()
        begins = {number: t for (number, t), literal in model.starts.items() if self.holds_in(literal)}
        for task in sorted(model.spans.tasks, key=lambda task: (begins[task.number], task.number)):
            t = begins[task.number]
            self.task = task
            if not self.pieces.task(self, task, t):
                raise Misfit(f"task {task.number}")
        if branch is not None and work.condition is not None:
            t = model.length - 1
            read = self.operand(work.condition, t, branch, 0)
            if read is None:
                raise Misfit("the condition of the branch cannot be read")
            self.table.issues.append(Issued(t, branch, [read], (work.condition.negate,), False, FREE, FREE))
        for goal, times in model.ends.items():
            self.put_goal(goal, self.time_of(times))
        self.put_registers(cp, limit)
        self.table.length = model.length
        self.goals.open.clear()
        self.table.trail.clear()
        return self.table

    def branch_slot(self) -> SlotKind | None:
        if self.work.condition is None:
            return None
        name = self.work.isa.wide.branch.unit
        kind = next(kind for kind in self.chip.copies if kind.rest is not None and kind.rest.unit == name)
        self.table.take_slot(kind, self.model.length - 1)
        return kind

    def kind_for(self, piece: Piece, t: int) -> SlotKind | None:
        if piece.op is not None:
            kind = self.chip.kinds[piece.op.name]
            return kind if self.table.has_slot(kind, t) else None
        assert self.task is not None
        chosen = self.model.entries[self.task.number, t]
        return self.free_kind(next(g for g, literal in enumerate(chosen) if self.holds_in(literal)), t)

    def result(self, i: int) -> bool:
        """Accept a result without storing it: `put_goal` and `put_registers` store it where the solution does."""
        return True

    def free_kind(self, group: int, t: int) -> SlotKind | None:
        return next((kind for kind in self.model.groups[group] if self.table.has_slot(kind, t)), None)

    def instance(self, value: int, kind: SlotKind, t: int) -> int:
        """Record the instance as the result of its birth."""
        i = self.table.instance(value, kind, t)
        if value >= 0:
            for birth in self.model.births.get((value, t), ()):
                if birth.task >= 0 and self.holds_in(birth.literal):
                    self.put(self.made, birth.number, i)
        return i

    def shared_source(self, task: WideTask, kinds: Sequence[SlotKind], t: int) -> dict[int, Read] | None:
        if len(self.model.asks(task)) < 2 or task.same is None:
            return {}
        for mode, ways in self.model.common[task.number, t]:
            if self.holds_in(mode):
                return {t + at: self.take(task.same, t + at, self.true(found)) for at, found in ways.items()}
        raise Misfit(f"the operand of task {task.number}")

    def operand(self, use: Use, t: int, kind: SlotKind, position: int) -> Read | None:
        number = use.value
        late = position < len(kind.late) and kind.late[position]
        if self.values[number].kind == CONSTANT:
            read = self.reach.identity(use, kind, position)
            if read is not None:
                return read
        key = (number, t, use.place[1] if use.place is not None else FREE)
        ways = [
            way for way in self.model.known_ways.get(key, ()) if not (late and way.early) and self.holds_in(way.literal)
        ]
        return self.take(number, t, min(ways, key=self.rank), key[2]) if ways else None

    def rank(self, way: OperandWay) -> int:
        """Order the ways of the solution: existing results come first, then loads, places of variables, copies and
        registers."""
        if way.birth is None:
            return {LOADS: 1, PLACES: 2, REGISTERS: 4}[way.sort]
        return 0 if way.birth.task >= 0 or self.made[way.birth.number] != FREE else 3

    def true(self, ways: Sequence[OperandWay]) -> OperandWay:
        return next(way for way in ways if self.holds_in(way.literal))

    def take(self, number: int, t: int, way: OperandWay, component: int = FREE) -> Read:
        match way.sort:
            case kind if kind == RESULTS:
                assert way.birth is not None
                i = self.born_of(number, way.birth)
                self.put(self.table.uses, i, self.table.uses[i] + 1)
                return (BYPASS, i)
            case kind if kind == PLACES:
                i = self.goals.original(number) if way.goal is None else self.settled[way.goal]
                self.table.add(self.named, (way.place // self.table.lanes, t))
                return (REGISTER, i)
            case kind if kind == REGISTERS:
                i = self.kept_of(number, t)
                self.table.add(self.fetched, (i, t))
                return (REGISTER, i)
        assert way.sort == LOADS
        return self.load(number, t, way, component)

    def born_of(self, number: int, birth: Birth) -> int:
        """The instance of a birth; copies are made on first use."""
        if self.made[birth.number] != FREE:
            return self.made[birth.number]
        if birth.task >= 0:
            raise Misfit("a result that is not there yet")
        kind = self.free_kind(birth.group, birth.t)
        if kind is None:
            raise Misfit("no slot for a copy")
        self.table.take_slot(kind, birth.t)
        read = self.operand(Use(number), birth.t, kind, 0)
        if read is None or kind.rest is None or read[0] == IDENTITY:
            raise Misfit("the operand of a copy cannot be read")
        i = self.table.instance(number, kind, birth.t)
        self.put(self.made, birth.number, i)
        signs = (False, *(rest.negate for rest in kind.rest.rest))
        self.table.add(
            self.table.issues,
            Issued(birth.t, kind, [read, *((IDENTITY, 0) for _ in kind.rest.rest)], signs, False, i, FREE),
        )
        return i

    def kept_of(self, number: int, t: int) -> int:
        """Return the result that a register holds, which is the first one that was stored."""
        for at in sorted(self.model.stores):
            literal = self.model.stores[at].get(number)
            if literal is not None and at + self.chip.wait <= t and self.holds_in(literal):
                return self.stored_instance(number, at)
        raise Misfit("a register that nothing was stored to")

    def stored_instance(self, number: int, t: int) -> int:
        births = [
            birth for birth in self.model.births[number, t] if birth.kind.window.stored and self.holds_in(birth.literal)
        ]
        if not births:
            raise Misfit("no unit gives the value that is stored")
        return self.born_of(number, births[0])

    def settle_goal(self, goal: Goal) -> int:
        i = self.table.appear(FREE, self.time_of(self.model.ends[goal]), 0, -1, True, False)
        self.table.place[i] = self.table.frame.places[goal.address]
        return i

    def time_of(self, literals: Mapping[int, Any]) -> int:
        return next(t for t, literal in literals.items() if self.holds_in(literal))

    def load(self, number: int, t: int, way: OperandWay, component: int) -> Read:
        value, chip = self.values[number], self.chip
        if value.kind == CONSTANT:
            self.insist(self.table.load_literal(self.reach.bits[number], component, t))
            return (POOLED, self.reach.bits[number], component)
        if value.kind == chip.attribute:
            code = chip.registers + value.address
            self.insist(self.table.shared[way.t] in (FREE, code))
            self.put(self.table.shared, way.t, code)
            return (ATTRIBUTE, value.address, value.component)
        if value.kind == MEMORY:
            task = self.work.tasks[value.task]
            assert task.array is not None
            assert task.index is not None
            self.put(self.table.first_temporary, 0, min(self.table.first_temporary[0], t))
            row, lane = self.table.arrays[task.array]
            index = self.values[task.index.value]
            known = index.kind == CONSTANT
            self.insist(
                self.table.load_uniform(row + int(single(index.address)) if known else self.key(index.number, row), t)
            )
            return (UNIFORM, lane)
        self.insist(
            self.table.load_uniform(value.address if value.index is None else self.key(value.index, value.address), t)
        )
        return (UNIFORM, value.component)

    def insist(self, true: bool) -> None:
        if not true:
            raise Misfit("a load of two things")

    def key(self, index: int, base: int) -> int:
        register = self.address_registers[index]
        if self.addressing[index] == FREE:
            kind, at = self.chip.address_ops[register], self.time_of(self.model.sets[index])
            self.table.take_slot(kind, at)
            read = self.operand(Use(index), at, kind, 0)
            if read is None:
                raise Misfit("an index out of reach")
            self.put(self.addressing, index, len(self.table.issues))
            self.table.add(self.table.issues, Issued(at, kind, [read], (False,), False, FREE, FREE))
        return self.reach.load_key(self.addressing[index], register, base)

    def colour_addresses(self) -> dict[int, int]:
        """Choose an address register for each index, from when it is set to its last use."""
        spans = []
        for index, sets in self.model.sets.items():
            used = [
                t
                for t, keys in self.model.keys.items()
                if any(len(k) == 2 and k[0] == index and self.holds_in(keys[k]) for k in keys)
            ]
            if used:
                spans.append((self.time_of(sets), max(used), index))
        free = [FREE] * len(self.chip.address_ops)
        found = {}
        for begin, end, index in sorted(spans):
            register = next((i for i, until in enumerate(free) if until < begin), FREE)
            if register == FREE:
                raise Misfit("too many address registers")
            free[register], found[index] = end, register
        return found

    def put_goal(self, goal: Goal, t: int) -> None:
        i = self.stored_instance(goal.value, t)
        place = self.table.frame.places[goal.address] if goal.file == VARIABLE else FREE
        done = (
            self.table.store(i, place >> 2, place & 3)
            if place >= 0
            else self.table.store(i, VARYINGS + goal.address, goal.component)
        )
        if not done:
            raise Misfit("two stores at once")

    def put_registers(self, cp: Any, limit: float) -> None:
        demand = Demand(barred={place for place, busy in enumerate(self.table.occupied) if busy} | self.table.kept)
        for i, t in self.fetched:
            demand.born[i] = self.table.born[i]
            demand.reads.setdefault(i, set()).add(t)
        for register, t in self.named:
            demand.known[t].add(register)
        for t in range(self.model.length):
            if self.table.shared[t] != FREE:
                demand.busy.add(t)
            for half in range(len(self.chip.stores)):
                code = self.table.halves[t * len(self.chip.stores) + half]
                if code != FREE:
                    demand.halves[t, half] = code if code < VARYINGS else FREE
            demand.components[t] |= {c for c in self.chip.half if self.table.stored[t * self.table.lanes + c] != FREE}
        found = allocate(cp, self.chip, demand, limit)
        if found is None:
            raise Misfit("there are not enough registers")
        self.put_allocation(found)

    def put_allocation(self, found: Allocation) -> None:
        for i, place in found.places.items():
            last = max(t for j, t in self.fetched if j == i)
            self.table.occupy(i, place, (1 << (last + 1)) - (1 << (self.table.born[i] + 1)), last)
            self.table.seen[i] = last
        for port, loads in ((self.table.plain, found.plain), (self.table.shared, found.shared)):
            for t, register in loads.items():
                port[t] = register
