"""Values that find no register go to temporaries: the value whose next reader comes last in the order of placing.

The cheapest spill stores a result when it is computed, after the fact, for which its instruction must be able to set the address
register. Else a copy is made later, in an instruction with a slot left. The value's register is free from then on, and readers load
the temporary.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gpucc.sched.wide_chip import FREE
from gpucc.sched.wide_goals import Goals
from gpucc.sched.wide_plan import Plan
from gpucc.sched.wide_table import EVER, FOREVER, TEMPORARIES
from gpucc.sched.wide_work import RESULT, Task

# how many victims are tried for one value, and how many instructions for a copy of one
VICTIMS, COPIES = 4, 6


class Spiller(Goals):
    """`hard` values get a register or a temporary when they are computed, so that they can be read at any time."""

    def __init__(self, plan: Plan, hard: frozenset[int], order: Sequence[Task]) -> None:
        super().__init__(plan)
        self.hard = hard
        self.residents: list[int] = []
        # whether the last attempt failed for lack of registers and temporaries
        self.full = False
        # by row and component: the instructions in which a temporary is in use; and the lowest row that is
        self.row_busy = [0] * (plan.frame.floor * self.lanes)
        self.lowest = [plan.frame.floor]
        # by value, the positions of its readers in the order, last first
        self.readers: list[list[tuple[int, int]]] = [[] for _ in self.values]
        if hard:
            for position in range(len(order) - 1, -1, -1):
                for number in plan.needs[order[position].number]:
                    self.readers[number].append((position, order[position].number))
        self.starts = [FREE] * len(plan.work.tasks)

    def next_reader(self, number: int) -> int:
        readers = self.readers[number]
        while readers and self.starts[readers[-1][1]] != FREE:
            readers.pop()
        return readers[-1][0] if readers else FOREVER

    def reserve(self, i: int) -> bool:
        """Keep an instance where it can be read at any time, until its last reader is placed."""
        mask = EVER & -(2 << self.born[i])
        place = self.find_place(self.free_stores(self.born[i]), mask, range(self.chip.registers))
        if place == FREE:
            return self.make_room(i, mask)
        self.occupy(i, place, mask, FOREVER - 1)
        self.add(self.residents, i)
        return True

    def make_room(self, i: int, mask: int) -> bool:
        """Spill a value that is read later than this one, or this one."""
        t, own = self.born[i], self.next_reader(self.of[i])
        free = dict(self.free_stores(t))
        self.residents = [j for j in self.residents if self.left[self.of[j]] and self.end[j] == FOREVER - 1]
        victims = sorted(((self.next_reader(self.of[j]), -j) for j in self.residents), reverse=True)
        for position, name in victims[:VICTIMS]:
            place = self.place[-name]
            if position <= own:
                break
            if free.get(place & 3, -2) not in (FREE, place >> 2):
                continue
            mark = len(self.trail)
            # the copy of the victim may have taken what this one's store needs
            if self.spill(-name, t) and self.find_place(self.free_stores(t), mask, (place >> 2,)) == place:
                self.occupy(i, place, mask, FOREVER - 1)
                self.add(self.residents, i)
                return True
            self.undo(mark)
        self.full = not self.spill(i, t + 2)
        return not self.full

    def spill(self, j: int, latest: int) -> bool:
        """Bring a value to a temporary not later than in instruction `latest`, and end its time in a register."""
        mark = len(self.trail)
        born = self.born[j]
        if self.store_row(j):
            self.shorten(j, max(self.seen[j], born))
            return True
        self.undo(mark)
        for t in range(latest, max(born, latest - COPIES), -1):
            if not self.has_row(t):
                continue
            kind = next((kind for kind in self.chip.copies if kind.window.stored and self.has_slot(kind, t)), None)
            if kind is None:
                continue
            i = self.copy(self.of[j], kind, t)
            if i != FREE and self.store_row(i):
                self.shorten(j, max(self.seen[j], t))
                return True
            self.undo(mark)
        return False

    def shorten(self, j: int, last: int) -> None:
        """Free an instance's register behind instruction `last`; take the store back if nothing has read it."""
        place, born = self.place[j], self.born[j]
        if place == FREE:
            return
        self.put(self.occupied, place, self.occupied[place] & ~(EVER & -(2 << last)))
        self.put(self.end, j, last)
        if last == born:
            at = born * self.lanes + (place & 3)
            self.put(self.stored, at, FREE)
            self.put(self.place, j, FREE)
            half = self.chip.half[place & 3]
            if all(self.stored[born * self.lanes + c] == FREE for c, h in self.chip.components if h == half):
                self.put(self.halves, born * len(self.chip.stores) + half, FREE)

    # temporaries

    def has_row(self, t: int) -> bool:
        """Whether a store to a temporary can be addressed in instruction t."""
        if self.pointer[t] != FREE:
            return 0 <= self.pointer[t] < self.plan.frame.floor
        held = self.uniform[t]
        return (held == FREE or (type(held) is tuple and len(held) < self.lanes)) and self.has_slot(self.chip.pointer_op, t)

    def store_row(self, i: int) -> bool:
        """Store an instance to a free component of a temporary when it is computed."""
        t = self.born[i]
        if self.spilled[i] >= 0:
            return True
        if not self.has_row(t) or not self.storable[i]:
            return False
        mask = EVER & -(1 << t)
        for row in self.rows_for(t):
            half = t * len(self.chip.stores) + self.chip.half[row % self.lanes]
            free = self.stored[t * self.lanes + row % self.lanes] == FREE and self.halves[half] in (FREE, TEMPORARIES + row // self.lanes)
            if free and not self.row_busy[row] & mask:
                if not self.store_temporary(i, row):
                    return False
                self.put(self.row_busy, row, self.row_busy[row] | mask)
                self.put(self.lowest, 0, min(self.lowest[0], row // self.lanes))
                self.put(self.spilled, i, row)
                return True
        return False

    def rows_for(self, t: int) -> Iterable[int]:
        """Places in temporaries that a store of instruction t may use: of the vec4 that is addressed already, or of those in use,
        the last one first, or of a fresh one."""
        number, lanes = self.pointer[t], self.lanes
        if number != FREE:
            return range(number * lanes, (number + 1) * lanes) if 0 <= number < self.plan.frame.floor else ()
        lowest = self.lowest[0]
        if not lowest:
            return range(lowest * lanes, len(self.row_busy))
        return (*range(lowest * lanes, len(self.row_busy)), *range((lowest - 1) * lanes, lowest * lanes))

    def release(self, number: int) -> None:
        if self.left[number] == 1 and self.values[number].kind == RESULT:
            for i in self.homes[number]:
                row = self.spilled[i]
                if row >= 0:
                    self.row_busy[row] &= ~(EVER & -(2 << max(self.seen[i], self.born[i])))
        super().release(number)
