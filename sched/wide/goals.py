"""The goals of values at the end of a section (varyings, variables, temporaries), and the release of registers after
their last reader.

A result is stored to its goals in the instruction that computes it, which costs only the half of a store. A variable's
component is free for its new value from the instruction with the last read of the old one. Values that could not be
stored directly are copied at the end (`ends`).
"""

from __future__ import annotations

from collections.abc import Iterable

from gpucc.sched.core.work import RESULT, VARIABLE, bits_of
from gpucc.sched.wide.chip import FREE
from gpucc.sched.wide.plan import WidePlan
from gpucc.sched.wide.table import BYPASS, EVER, FOREVER, POOLED, TEMPORARIES, VARYINGS, Issued, Table
from gpucc.sched.wide.work import Goal


class WideStuck(Exception):
    """A task could not reach some values in any instruction."""

    def __init__(self, values: Iterable[int]) -> None:
        super().__init__("values out of reach")
        self.values = frozenset(values)


class Goals:
    """The open goals of a section, and the release of registers."""

    def __init__(self, table: Table, plan: WidePlan, paired: bool) -> None:
        self.table, self.plan, self.frame, work = table, plan, plan.frame, plan.work
        self.chip, self.values, self.homes, self.left = table.chip, table.values, table.homes, table.left
        self.put = table.put
        self.ready = [0] * len(work.values)
        self.open: dict[Goal, None] = dict.fromkeys(work.goals)
        self.met: list[Goal] = []
        # whether outputs are stored in pairs, and the goals beside those of outputs
        self.paired = paired
        self.beside = {
            (goal.address, self.chip.beside[goal.component]): goal for goal in work.goals if goal.file != VARIABLE
        }
        # variables that keep their value to the end
        self.through = plan.frame.end - {goal.address for goal in work.goals if goal.file == VARIABLE}
        self.enter()
        for value in table.values:
            if value.kind == VARIABLE and not table.left[value.number]:
                table.left[value.number] += 1
                self.release(value.number)

    def enter(self) -> None:
        """Put variables into their places at the beginning."""
        frame, chip = self.frame, self.chip
        for variable in frame.begin & self.through:
            if variable in frame.places:
                self.table.occupied[frame.places[variable]] = EVER
        self.table.kept |= {frame.places[variable] for variable in frame.end - self.through if variable in frame.places}
        for value in self.values:
            if value.kind == VARIABLE and value.address in frame.places:
                wait = frame.waits.get(frame.places[value.address], 0)
                i = self.table.appear(value.number, wait - chip.wait, 0, -1, True, False)
                self.table.place[i], self.table.end[i] = frame.places[value.address], FOREVER - 1
                self.table.occupied[self.table.place[i]] = EVER
                self.ready[value.number] = wait
            elif value.kind == VARIABLE:
                i = self.table.appear(value.number, frame.temporary_wait - chip.temporary_wait, 0, -1, True, False)
                self.table.spilled[i] = frame.rows[value.address]
                self.ready[value.number] = frame.temporary_wait
        for goal in list(self.open):
            value = self.values[goal.value]
            if goal.file == VARIABLE and value.kind == VARIABLE and self.holds(value.address, goal):
                self.stay(goal, value.address)
        self.table.trail.clear()

    def stay(self, goal: Goal, variable: int) -> None:
        """Let one variable follow another in its place, with the same value."""
        del self.open[goal]
        self.left[goal.value] -= 1
        self.through |= {goal.address, variable}
        if variable in self.frame.places:
            self.table.occupied[self.frame.places[variable]] = EVER
            self.table.kept.discard(self.frame.places[variable])

    def meet(self, number: int, i: int) -> int:
        """Store an instance to as many goals of its value as possible; return their number."""
        return sum(self.store_goal(goal, i) for goal in self.plan.goals[number] if goal in self.open)

    def store_goal(self, goal: Goal, i: int) -> bool:
        if goal.file != VARIABLE:
            return self.store_output(goal, i)
        if goal.address in self.frame.places:
            done = self.set_variable(self.frame.places[goal.address], i)
        else:
            done = self.set_row(self.frame.rows[goal.address], i)
        if done:
            self.table.add(self.met, goal)
        return done

    def store_output(self, goal: Goal, i: int) -> bool:
        """Store an instance to an output. In a `paired` section that waits until what is stored beside it is computed
        in the same instruction, and stores both."""
        stored = [(goal, i)]
        other = self.beside.get((goal.address, goal.component)) if self.paired else None
        if other is not None and other in self.open:
            born = self.table.born[i]
            j = next(
                (j for j in self.homes[other.value] if self.table.born[j] == born and self.table.storable[j]), FREE
            )
            if j == FREE:
                return False
            stored.append((other, j))
        mark = len(self.table.trail)
        if not all(self.table.store(j, VARYINGS + one.address, one.component) for one, j in stored):
            self.table.undo(mark)
            return False
        for one, _ in stored:
            self.table.add(self.met, one)
        return True

    def set_variable(self, place: int, i: int) -> bool:
        mask = EVER & -(2 << self.table.born[i])
        if self.table.occupied[place] & mask or not self.table.store(i, place >> 2, place & 3):
            return False
        self.put(self.table.occupied, place, self.table.occupied[place] | mask)
        if self.table.place[i] == FREE:
            self.put(self.table.place, i, place)
            self.put(self.table.end, i, FOREVER - 1)
        return True

    def set_row(self, row: int, i: int) -> bool:
        """Store the new value of a variable to its temporary, if nothing reads the old one any more."""
        for value in self.values:
            if value.kind == VARIABLE and self.frame.rows.get(value.address) == row and self.homes[value.number]:
                old = self.homes[value.number][0]
                if self.left[value.number] or self.table.seen[old] >= self.table.born[i]:
                    return False
        return self.store_temporary(i, row)

    def store_temporary(self, i: int, row: int) -> bool:
        """Store an instance to a temporary when it is computed, and set the address register for that."""
        number, component = divmod(row, self.table.lanes)
        return self.point(number, self.table.born[i]) and self.table.store(i, TEMPORARIES + number, component)

    def point(self, number: int, t: int) -> bool:
        """Direct the stores of instruction t to one vec4 of temporaries."""
        if self.table.pointer[t] != FREE:
            return self.table.pointer[t] == number
        bits = bits_of(float(number), "f")
        if not self.table.has_slot(self.chip.pointer_op, t) or not self.table.load_literal(bits, FREE, t):
            return False
        self.table.take_slot(self.chip.pointer_op, t)
        self.put(self.table.pointer, t, number)
        self.put(self.table.last_temporary, 0, max(self.table.last_temporary[0], t))
        self.table.add(
            self.table.issues, Issued(t, self.chip.pointer_op, [(POOLED, bits, FREE)], (False,), False, FREE, FREE)
        )
        return True

    def settle_goals(self) -> None:
        """Close the goals that `meet` has stored. Call this when nothing will be undone."""
        self.table.trail.clear()
        if not self.met:
            return
        done = [goal for goal in dict.fromkeys(self.met) if goal in self.open]
        self.met.clear()
        for goal in done:
            del self.open[goal]
        for goal in done:
            for number in self.plan.needed([goal.value]):
                self.release(number)

    def release(self, number: int) -> None:
        """Count one reader less. After the last one, free the registers and temporaries that were held without an
        end."""
        if self.left[number] == 1 and self.values[number].kind == RESULT:
            self.free_rows(number)
        self.left[number] -= 1
        if self.left[number]:
            return
        value = self.values[number]
        if value.kind == VARIABLE:
            self.release_variable(number)
        elif value.kind == RESULT:
            for i in self.homes[number]:
                if (
                    self.table.place[i] >= 0
                    and self.table.place[i] not in self.table.kept
                    and self.table.end[i] > self.table.seen[i]
                ):
                    self.trim(i)
                    if self.table.seen[i] < 0:
                        self.unstore(i)
        if len(self.homes[number]) > 1:
            self.drop_copies(number)

    def trim(self, i: int) -> None:
        keep = max(self.table.seen[i], self.table.born[i], FREE)
        self.table.occupied[self.table.place[i]] &= ~(EVER & -(1 << (keep + 1)) & ((2 << self.table.end[i]) - 1))
        self.table.end[i] = keep

    def release_variable(self, number: int) -> None:
        """After the last read of the old value, store values that wait for its place."""
        variable = self.values[number].address
        if variable in self.through:
            return
        i = self.original(number)
        if i != FREE and self.table.place[i] >= 0:
            self.trim(i)
        place = self.frame.places.get(variable)
        for goal in list(self.open):
            if goal.file == VARIABLE and self.frame.places.get(goal.address, FREE) == place and goal in self.open:
                for i in self.homes[goal.value]:
                    if self.table.storable[i] and self.store_goal(goal, i):
                        self.settle_goals()
                        break

    def unstore(self, i: int) -> None:
        """Take back a store to a register that nothing has read: it would overwrite the component's present value."""
        component, born = self.table.place[i] & 3, self.table.born[i]
        half = self.chip.half[component]
        self.table.stored[born * self.table.lanes + component] = FREE
        self.table.place[i] = FREE
        if all(self.table.stored[born * self.table.lanes + c] == FREE for c, h in self.chip.half.items() if h == half):
            self.table.halves[born * len(self.chip.stores) + half] = FREE

    def drop_copies(self, number: int) -> None:
        """Take back copies that nothing reads or stores."""
        of = self.table.of
        for issue in [
            one for one in self.table.issues if one.gives >= 0 and of[one.gives] == number and one.task == FREE
        ]:
            i = issue.gives
            if self.table.uses[i] or any(
                self.table.stored[issue.t * self.table.lanes + c] == i for c in self.chip.half
            ):
                continue
            read = issue.reads[0]
            if read is not None and read[0] == BYPASS:
                self.table.issues.remove(issue)
                self.homes[number].remove(i)
                self.table.uses[read[1]] -= 1
                at = issue.t * self.table.fields + issue.kind.field
                self.table.slots[at] = self.chip.without(self.table.slots[at], issue.kind)

    def when(self, number: int) -> int:
        """The first instruction in which a value can be read."""
        value = self.values[number]
        if value.index is not None:
            return self.when(value.index) + self.chip.address_wait
        return self.ready[number]

    def original(self, number: int) -> int:
        """The instance of a variable that is in its own place, or FREE."""
        return next((i for i in self.homes[number] if self.table.last[i] < self.table.first[i]), FREE)

    def holds(self, variable: int, goal: Goal) -> bool:
        places, rows = self.frame.places, self.frame.rows
        if goal.file != VARIABLE:
            return False
        if variable in places:
            return places[variable] == places.get(goal.address)
        return rows[variable] == rows.get(goal.address)

    def free_rows(self, number: int) -> None:
        busy = self.table.row_busy
        for i in self.homes[number]:
            row = self.table.spilled[i]
            if row >= 0:
                busy[row] &= ~(EVER & -(2 << max(self.table.seen[i], self.table.born[i])))
