"""Where values must end: varyings, variables, temporaries; and what becomes of registers when nothing reads them any more.

A result goes to its goals in the instruction that computes it, which costs nothing but the half of a store. A variable's component
is free for its new value from the instruction on in which the old one is read for the last time. What could not be stored at once
is copied at the end.
"""

from __future__ import annotations

from collections.abc import Iterable

from gpucc.sched.wide.chip import FREE
from gpucc.sched.wide.frame import WideFrame as WideFrame
from gpucc.sched.wide.plan import WidePlan
from gpucc.sched.wide.reach import Issued, Reacher
from gpucc.sched.wide.table import BYPASS, CONSTANT, EVER, FOREVER, TEMPORARIES, VARYINGS
from gpucc.sched.wide.work import RESULT, VARIABLE, Goal, literal_bits

# how far beyond the last instruction a task may be put before one gives up
PATIENCE = 12


class WideStuck(Exception):
    """Values that a task could not reach anywhere."""

    def __init__(self, values: Iterable[int]) -> None:
        super().__init__("values out of reach")
        self.values = frozenset(values)


class Goals(Reacher):
    def __init__(self, plan: WidePlan) -> None:
        super().__init__(plan)
        self.frame, work = plan.frame, plan.work
        self.arrays, self.temporary_wait = self.frame.arrays, self.frame.temporary_wait
        self.length = 0
        # no schedule of the section is shorter
        self.bound = 0
        self.ready = [0] * len(work.values)
        self.goals, self.needed = plan.goals, plan.needed
        self.left = list(plan.left)
        self.open: dict[Goal, None] = dict.fromkeys(work.goals)
        self.met: list[Goal] = []
        # variables that keep their value to the end
        self.through = self.frame.end - {goal.address for goal in work.goals if goal.file == VARIABLE}
        self.last_temporary = [FREE]
        self.enter()

    def enter(self) -> None:
        """Variables lie in their places from the beginning."""
        frame, chip = self.frame, self.chip
        for variable in frame.begin & self.through:
            if variable in frame.places:
                self.occupied[frame.places[variable]] = EVER
        self.kept |= {frame.places[variable] for variable in frame.end - self.through if variable in frame.places}
        for value in self.values:
            if value.kind == VARIABLE and value.address in frame.places:
                wait = frame.waits.get(frame.places[value.address], 0)
                i = self.appear(value.number, wait - chip.wait, 0, -1, True, False)
                self.place[i], self.end[i] = frame.places[value.address], FOREVER - 1
                self.occupied[self.place[i]] = EVER
                self.ready[value.number] = wait
            elif value.kind == VARIABLE:
                i = self.appear(value.number, frame.temporary_wait - chip.temporary_wait, 0, -1, True, False)
                self.spilled[i] = frame.rows[value.address]
                self.ready[value.number] = frame.temporary_wait
        for goal in list(self.open):
            value = self.values[goal.value]
            if goal.file == VARIABLE and value.kind == VARIABLE and self.holds(value.address, goal):
                self.stay(goal, value.address)
        self.trail.clear()

    def stay(self, goal: Goal, variable: int) -> None:
        """One variable follows another in its place, with the same value."""
        del self.open[goal]
        self.left[goal.value] -= 1
        self.through |= {goal.address, variable}
        if variable in self.frame.places:
            self.occupied[self.frame.places[variable]] = EVER
            self.kept.discard(self.frame.places[variable])

    # goals

    def meet(self, number: int, i: int) -> int:
        """Store an instance to as many goals of its value as possible."""
        return sum(self.goal(goal, i) for goal in self.goals[number] if goal in self.open)

    def goal(self, goal: Goal, i: int) -> bool:
        if goal.file != VARIABLE:
            done = self.store(i, VARYINGS + goal.address, goal.component)
        elif goal.address in self.frame.places:
            done = self.set_variable(self.frame.places[goal.address], i)
        else:
            done = self.set_row(self.frame.rows[goal.address], i)
        if done:
            self.add(self.met, goal)
        return done

    def set_variable(self, place: int, i: int) -> bool:
        mask = EVER & -(2 << self.born[i])
        if self.occupied[place] & mask or not self.store(i, place >> 2, place & 3):
            return False
        self.put(self.occupied, place, self.occupied[place] | mask)
        if self.place[i] == FREE:
            self.put(self.place, i, place)
            self.put(self.end, i, FOREVER - 1)
        return True

    def set_row(self, row: int, i: int) -> bool:
        """Variables in temporaries change when nothing reads the old value any more."""
        for value in self.values:
            if value.kind == VARIABLE and self.frame.rows.get(value.address) == row and self.homes[value.number]:
                old = self.homes[value.number][0]
                if self.left[value.number] or self.seen[old] >= self.born[i]:
                    return False
        return self.store_temporary(i, row)

    def store_temporary(self, i: int, row: int) -> bool:
        """Store an instance to a temporary when it is computed; the register that addresses it is set by the way."""
        return self.point(row // self.lanes, self.born[i]) and self.store(i, TEMPORARIES + row // self.lanes, row % self.lanes)

    def point(self, number: int, t: int) -> bool:
        """Let stores of instruction t go to a vec4."""
        if self.pointer[t] != FREE:
            return self.pointer[t] == number
        bits = literal_bits(float(number))
        if not self.has_slot(self.chip.pointer_op, t) or not self.load_literal(bits, FREE, t):
            return False
        self.take_slot(self.chip.pointer_op, t)
        self.put(self.pointer, t, number)
        self.put(self.last_temporary, 0, max(self.last_temporary[0], t))
        self.add(self.issues, Issued(t, self.chip.pointer_op, [(CONSTANT, bits, FREE)], (False,), False, FREE, FREE))
        return True

    def settle_goals(self) -> None:
        """What `meet` stored is done; to be called when nothing is to be taken back."""
        self.trail.clear()
        if not self.met:
            return
        done = [goal for goal in dict.fromkeys(self.met) if goal in self.open]
        self.met.clear()
        for goal in done:
            del self.open[goal]
        for goal in done:
            for number in self.needed([goal.value]):
                self.release(number)

    # registers

    def reserve(self, i: int) -> bool:
        """Keep an instance in a register until its last reader is placed."""
        mask = EVER & -(2 << self.born[i])
        place = self.find_place(self.free_stores(self.born[i]), mask, range(self.chip.registers))
        if place == FREE:
            return False
        self.occupy(i, place, mask, FOREVER - 1)
        return True

    def release(self, number: int) -> None:
        """One reader less; registers that were kept without an end are freed behind the last."""
        self.left[number] -= 1
        if self.left[number]:
            return
        value = self.values[number]
        if value.kind == VARIABLE:
            self.release_variable(number)
        elif value.kind == RESULT:
            for i in self.homes[number]:
                if self.place[i] >= 0 and self.place[i] not in self.kept and self.end[i] > self.seen[i]:
                    self.trim(i)
                    if self.seen[i] < 0:
                        self.unstore(i)
        if len(self.homes[number]) > 1:
            self.drop_copies(number)

    def trim(self, i: int) -> None:
        keep = max(self.seen[i], self.born[i], FREE)
        self.occupied[self.place[i]] &= ~(EVER & -(1 << (keep + 1)) & ((2 << self.end[i]) - 1))
        self.end[i] = keep

    def release_variable(self, number: int) -> None:
        """The old value is spent: values that wait for its place may be stored there."""
        variable = self.values[number].address
        if variable in self.through:
            return
        i = self.original(number)
        if i != FREE and self.place[i] >= 0:
            self.trim(i)
        place = self.frame.places.get(variable)
        for goal in list(self.open):
            if goal.file == VARIABLE and self.frame.places.get(goal.address, FREE) == place and goal in self.open:
                for i in self.homes[goal.value]:
                    if self.storable[i] and self.goal(goal, i):
                        self.settle_goals()
                        break

    def unstore(self, i: int) -> None:
        """A register that nobody read: its store would destroy what the component holds by now."""
        component, born = self.place[i] & 3, self.born[i]
        half = self.chip.half[component]
        self.stored[born * self.lanes + component] = FREE
        self.place[i] = FREE
        if all(self.stored[born * self.lanes + c] == FREE for c, h in self.chip.half.items() if h == half):
            self.halves[born * len(self.chip.stores) + half] = FREE

    def drop_copies(self, number: int) -> None:
        """Take back copies that nothing reads or stores."""
        for issue in [issue for issue in self.issues if issue.gives >= 0 and self.of[issue.gives] == number and issue.task == FREE]:
            i = issue.gives
            if self.uses[i] or any(self.stored[issue.t * self.lanes + c] == i for c in self.chip.half):
                continue
            read = issue.reads[0]
            if read is not None and read[0] == BYPASS:
                self.issues.remove(issue)
                self.homes[number].remove(i)
                self.uses[read[1]] -= 1
                at = issue.t * self.fields + issue.kind.field
                self.slots[at] = self.chip.without(self.slots[at], issue.kind)

    # the end

    def when(self, number: int) -> int:
        """From when on a value can be read at the earliest."""
        value = self.values[number]
        if value.index is not None:
            return self.when(value.index) + self.chip.address_wait
        return self.ready[number]

    def finish(self) -> None:
        """Copies for goals that are still open, in the first instruction with a slot."""
        self.length = max((issue.t + 1 for issue in self.issues), default=0)
        while self.open:
            met = len(self.open)
            for goal in list(self.open):
                if goal in self.open and not self.blocked(goal):
                    self.copy_to(goal)
            if len(self.open) == met:
                self.break_cycle()

    def blocked(self, goal: Goal) -> bool:
        """Whether the variable's old value is still needed by another goal."""
        return any(
            value.number != goal.value
            and self.left[value.number]
            and self.original(value.number) != FREE
            and self.holds(value.address, goal)
            for value in self.values
            if value.kind == VARIABLE
        )

    def original(self, number: int) -> int:
        """The instance of a variable that lies in its own place."""
        return next((i for i in self.homes[number] if self.last[i] < self.first[i]), FREE)

    def copy_to(self, goal: Goal) -> None:
        start = max(self.when(goal.value), 0)
        for t in range(start, max(self.length, start) + PATIENCE):
            if self.copy_goal(goal, t):
                return
        raise WideStuck(self.needed([goal.value]))

    def copy_goal(self, goal: Goal, t: int) -> bool:
        if t + 8 >= self.size:
            self.grow(2 * t + 8)
        mark = len(self.trail)
        row = self.frame.rows.get(goal.address) if goal.file == VARIABLE else None
        for kind in self.chip.copies:
            if kind.window.stored and self.has_slot(kind, t):
                pointed = row is None or self.point(row // self.lanes, t)
                i = self.copy(goal.value, kind, t, len(self.chip.copies) if row is not None else 0) if pointed else FREE
                if i != FREE and self.goal(goal, i):
                    self.length = max(self.length, t + 1)
                    self.settle_goals()
                    return True
                self.undo(mark)
        return False

    def break_cycle(self) -> None:
        """Variables that exchange their values: copy one, so that its place is free from then on."""
        goal = next(iter(self.open))
        waiting = [value for value in self.values if value.kind == VARIABLE and self.left[value.number]]
        number = next(v.number for v in waiting if self.original(v.number) != FREE and self.holds(v.address, goal))
        start = max(self.when(number), 0)
        for t in range(start, max(self.length, start) + PATIENCE):
            mark = len(self.trail)
            for kind in self.chip.copies:
                if kind.window.stored and self.has_slot(kind, t):
                    i = self.copy(number, kind, t)
                    if i != FREE and self.reserve(i):
                        self.abandon(number, i)
                        return
                    self.undo(mark)
        raise WideStuck([number])

    def holds(self, variable: int, goal: Goal) -> bool:
        places, rows = self.frame.places, self.frame.rows
        if goal.file != VARIABLE:
            return False
        if variable in places:
            return places[variable] == places.get(goal.address)
        return rows[variable] == rows.get(goal.address)

    def abandon(self, number: int, i: int) -> None:
        """Read a variable's old value from a copy only."""
        self.trail.clear()
        # keeping the copy may have taken another one
        self.length = max(self.length, *(issue.t + 1 for issue in self.issues))
        old = self.original(number)
        self.homes[number].remove(old)
        self.ready[number] = self.born[i] + 1
        if self.place[old] >= 0:
            self.trim(old)

    def stored_at(self, place: int) -> int:
        """When a register component is last stored; FREE if it is not."""
        count, half = len(self.chip.stores), self.chip.half[place & 3]
        for t in range(self.length - 1, -1, -1):
            if self.stored[t * self.lanes + (place & 3)] != FREE and self.halves[t * count + half] == place >> 2:
                return t
        return FREE

    def first_read(self, place: int) -> int:
        """The first instruction that loads the register of a component."""
        return next((t for t in range(self.length) if place >> 2 in (self.shared[t], self.plain[t])), FOREVER)

    def close(self, at_least: int) -> None:
        """The branch, in the last instruction of at least so many: a unit copies the condition there."""
        condition = self.work.condition
        if condition is None:
            self.length = max(self.length, at_least)
            return
        kind = next(kind for kind in self.chip.copies if kind.rest is not None and kind.rest.unit == self.work.isa.wide.branch.unit)
        start = max(self.length - 1, self.when(condition.value), at_least - 1, 0)
        for t in range(start, start + PATIENCE):
            self.grow(t + 8)
            mark = len(self.trail)
            if self.pointer[t] == FREE and self.has_slot(kind, t):
                self.copying = len(self.chip.copies)
                self.take_slot(kind, t)
                read = self.reach(condition, t, kind, 0)
                if read is not None:
                    self.issues.append(Issued(t, kind, [read], (condition.negate,), False, FREE, FREE))
                    self.length = t + 1
                    self.trail.clear()
                    return
            self.undo(mark)
        raise WideStuck(self.needed([condition.value]))
