"""Spill values that find no register to temporaries: those whose next reader comes last in the order of placing.

The cheapest spill stores a result when it is computed, if its instruction can set the address register. Otherwise
several values are copied to one vec4 in an instruction of their own, or in one with free slots. Their registers are
free from then on, and readers load the temporary.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gpucc.sched.wide.chip import FREE
from gpucc.sched.wide.goals import Goals
from gpucc.sched.wide.plan import WidePlan
from gpucc.sched.wide.reach import OperandReach
from gpucc.sched.wide.table import EVER, FOREVER, TEMPORARIES, Table
from gpucc.sched.wide.work import WideTask

# a value that one of the next tasks reads is not spilled
SOON = 6


class Spill:
    """Spills values. `hard` values get a register or a temporary when they are computed, so that they can be read at
    any time."""

    def __init__(
        self,
        table: Table,
        reach: OperandReach,
        goals: Goals,
        plan: WidePlan,
        hard: frozenset[int],
        order: Sequence[WideTask],
    ) -> None:
        self.table, self.reach, self.goals, self.plan = table, reach, goals, plan
        self.chip, self.born, self.left, self.place = table.chip, table.born, table.left, table.place
        self.stored, self.put = table.stored, table.put
        self.hard = hard
        self.residents: list[int] = []
        self.position = 0
        # whether the last attempt failed because there were no registers and temporaries
        self.full = False
        # by value, the positions of its readers in the order, last first
        self.readers: list[list[tuple[int, int]]] = [[] for _ in table.values]
        if hard:
            for position in range(len(order) - 1, -1, -1):
                for number in plan.needs[order[position].number]:
                    self.readers[number].append((position, order[position].number))

    def next_reader(self, number: int) -> int:
        readers = self.readers[number]
        while readers and self.table.starts[readers[-1][1]] != FREE:
            readers.pop()
        return readers[-1][0] if readers else FOREVER

    def reserve(self, i: int) -> bool:
        """Keep an instance in a place that can be read at any time, until its last reader is placed."""
        mask = EVER & -(2 << self.born[i])
        place = self.table.find_place(self.table.free_stores(self.born[i]), mask, range(self.chip.registers))
        if place == FREE:
            return self.make_room(i, mask)
        self.table.occupy(i, place, mask, FOREVER - 1)
        self.table.add(self.residents, i)
        return True

    def make_room(self, i: int, mask: int) -> bool:
        """Without a free register: use a temporary, if the value is not read soon and the store is free."""
        mark = len(self.table.trail)
        if self.next_reader(self.table.of[i]) > self.position + SOON and self.store_row(i):
            return True
        self.table.undo(mark)
        # perhaps only a store of this instruction was missing, not a register
        self.full = all(busy & mask or place in self.table.kept for place, busy in enumerate(self.table.occupied))
        return False

    def evict(self) -> int:
        """Copy some values to a temporary in one instruction; return its number, or FREE if there is nothing to copy.

        Values that are read late, and that are in the same register, come first.
        """
        groups: dict[int, list[tuple[int, int]]] = {}
        self.residents = [j for j in self.residents if self.left[self.table.of[j]] and self.table.end[j] == FOREVER - 1]
        for j in self.residents:
            if self.place[j] >= 0 and self.place[j] not in self.table.kept:
                groups.setdefault(self.place[j] >> 2, []).append((self.next_reader(self.table.of[j]), j))
        ranked = sorted(
            groups.values(),
            key=lambda group: (-sum(sorted(late for late, _ in group)[-self.table.lanes :]), group[0][1]),
        )
        victims = [j for group in ranked[:2] for _, j in sorted(group, reverse=True)][: self.table.lanes]
        while victims:
            start = max(self.table.length - 2, *(self.born[j] + self.chip.wait for j in victims))
            self.table.grow(start + 24)
            for t in range(start, start + 12):
                if self.evict_at(victims, t):
                    return t
            victims = victims[: len(victims) // 2]
        return FREE

    def evict_at(self, victims: Sequence[int], t: int) -> bool:
        mark, row = len(self.table.trail), self.spare_row(t)
        if row == FREE or self.table.pointer[t] != FREE or not self.has_row(t) or not self.goals.point(row, t):
            self.table.undo(mark)
            return False
        for component, j in enumerate(victims):
            kind = next(
                (kind for kind in self.chip.copies if kind.window.stored and self.table.has_slot(kind, t)), None
            )
            i = self.reach.copy(self.table.of[j], kind, t) if kind is not None else FREE
            place = row * self.table.lanes + component
            if i == FREE or not self.goals.store_temporary(i, place):
                self.table.undo(mark)
                return False
            self.put(self.table.row_busy, place, self.table.row_busy[place] | EVER & -(1 << t))
            self.put(self.table.spilled, i, place)
        self.table.lowest[0] = min(self.table.lowest[0], row)
        for j in victims:
            self.shorten(j, max(self.table.seen[j], t))
        self.table.trail.clear()
        self.table.length = max(self.table.length, t + 1)
        return True

    def spare_row(self, t: int) -> int:
        """A vec4 of temporaries that is free from instruction t on, or FREE."""
        lanes = self.table.lanes
        for row in range(self.plan.frame.floor - 1, max(self.table.lowest[0] - 2, -1), -1):
            if not any(self.table.row_busy[row * lanes + c] >> t for c in range(lanes)):
                return row
        return FREE

    def shorten(self, j: int, last: int) -> None:
        """Free an instance's register after instruction `last`; take back its store if nothing has read it."""
        place, born = self.place[j], self.born[j]
        if place == FREE:
            return
        self.put(self.table.occupied, place, self.table.occupied[place] & ~(EVER & -(2 << last)))
        self.put(self.table.end, j, last)
        if last == born:
            at = born * self.table.lanes + (place & 3)
            self.put(self.stored, at, FREE)
            self.put(self.place, j, FREE)
            half = self.chip.half[place & 3]
            if all(self.stored[born * self.table.lanes + c] == FREE for c, h in self.chip.components if h == half):
                self.put(self.table.halves, born * len(self.chip.stores) + half, FREE)

    def has_row(self, t: int) -> bool:
        """Return whether a store to a temporary can be addressed in instruction t."""
        if self.table.pointer[t] != FREE:
            return 0 <= self.table.pointer[t] < self.plan.frame.floor
        held = self.table.uniform[t]
        return (held == FREE or (type(held) is tuple and len(held) < self.table.lanes)) and self.table.has_slot(
            self.chip.pointer_op, t
        )

    def store_row(self, i: int) -> bool:
        """Store an instance to a free component of a temporary when it is computed."""
        t = self.born[i]
        if self.table.spilled[i] >= 0:
            return True
        if not self.has_row(t) or not self.table.storable[i]:
            return False
        mask = EVER & -(1 << t)
        for row in self.rows_for(t):
            half = t * len(self.chip.stores) + self.chip.half[row % self.table.lanes]
            free = self.stored[t * self.table.lanes + row % self.table.lanes] == FREE and self.table.halves[half] in (
                FREE,
                TEMPORARIES + row // self.table.lanes,
            )
            if free and not self.table.row_busy[row] & mask:
                if not self.goals.store_temporary(i, row):
                    return False
                self.put(self.table.row_busy, row, self.table.row_busy[row] | mask)
                self.put(self.table.lowest, 0, min(self.table.lowest[0], row // self.table.lanes))
                self.put(self.table.spilled, i, row)
                return True
        return False

    def rows_for(self, t: int) -> Iterable[int]:
        """Places in temporaries for a store of instruction t: of the vec4 that is addressed already; else of those in
        use, or of a fresh one."""
        number, lanes = self.table.pointer[t], self.table.lanes
        if number != FREE:
            return range(number * lanes, (number + 1) * lanes) if 0 <= number < self.plan.frame.floor else ()
        lowest = self.table.lowest[0]
        if not lowest:
            return range(lowest * lanes, len(self.table.row_busy))
        return (*range(lowest * lanes, len(self.table.row_busy)), *range((lowest - 1) * lanes, lowest * lanes))
