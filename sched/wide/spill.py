"""Values that find no register go to temporaries: the value whose next reader comes last in the order of placing.

The cheapest spill stores a result when it is computed, for which its instruction must be able to set the address register. Else some
values at once are copied to a vec4 in an instruction of their own, or one that has slots left. Their registers are free from then on,
and readers load the temporary.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gpucc.sched.wide.chip import FREE
from gpucc.sched.wide.goals import Goals
from gpucc.sched.wide.plan import WidePlan
from gpucc.sched.wide.table import EVER, FOREVER, TEMPORARIES
from gpucc.sched.wide.work import RESULT, WideTask

# a value that one of the next tasks reads is not sent away at once
SOON = 6


class Spiller(Goals):
    """`hard` values get a register or a temporary when they are computed, so that they can be read at any time."""

    def __init__(self, plan: WidePlan, hard: frozenset[int], order: Sequence[WideTask]) -> None:
        super().__init__(plan)
        self.hard = hard
        self.residents: list[int] = []
        self.position = 0
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
        """There is no register: a temporary at once, if it is not read soon and this costs nothing."""
        mark = len(self.trail)
        if self.next_reader(self.of[i]) > self.position + SOON and self.store_row(i):
            return True
        self.undo(mark)
        # what is missing may only be a store of this instruction
        self.full = all(busy & mask or place in self.kept for place, busy in enumerate(self.occupied))
        return False

    def evict(self) -> int:
        """Copy some values to a temporary in one instruction; its number, or FREE if there is nothing to copy. Those are best that
        are read late and lie in one register, or two."""
        groups: dict[int, list[tuple[int, int]]] = {}
        self.residents = [j for j in self.residents if self.left[self.of[j]] and self.end[j] == FOREVER - 1]
        for j in self.residents:
            if self.place[j] >= 0 and self.place[j] not in self.kept:
                groups.setdefault(self.place[j] >> 2, []).append((self.next_reader(self.of[j]), j))
        ranked = sorted(groups.values(), key=lambda group: (-sum(sorted(late for late, _ in group)[-self.lanes :]), group[0][1]))
        victims = [j for group in ranked[:2] for _, j in sorted(group, reverse=True)][: self.lanes]
        while victims:
            start = max(self.length - 2, *(self.born[j] + self.chip.wait for j in victims))
            self.grow(start + 24)
            for t in range(start, start + 12):
                if self.evict_at(victims, t):
                    return t
            victims = victims[: len(victims) // 2]
        return FREE

    def evict_at(self, victims: Sequence[int], t: int) -> bool:
        mark, row = len(self.trail), self.spare_row(t)
        if row == FREE or self.pointer[t] != FREE or not self.has_row(t) or not self.point(row, t):
            self.undo(mark)
            return False
        for component, j in enumerate(victims):
            kind = next((kind for kind in self.chip.copies if kind.window.stored and self.has_slot(kind, t)), None)
            i = self.copy(self.of[j], kind, t) if kind is not None else FREE
            place = row * self.lanes + component
            if i == FREE or not self.store_temporary(i, place):
                self.undo(mark)
                return False
            self.put(self.row_busy, place, self.row_busy[place] | EVER & -(1 << t))
            self.put(self.spilled, i, place)
        self.lowest[0] = min(self.lowest[0], row)
        for j in victims:
            self.shorten(j, max(self.seen[j], t))
        self.trail.clear()
        self.length = max(self.length, t + 1)
        return True

    def spare_row(self, t: int) -> int:
        """A vec4 of temporaries that is free from instruction t on."""
        lanes = self.lanes
        for row in range(self.plan.frame.floor - 1, max(self.lowest[0] - 2, -1), -1):
            if not any(self.row_busy[row * lanes + c] >> t for c in range(lanes)):
                return row
        return FREE

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
