"""The end of a section: copies for goals that results could not be stored to directly, and the branch in the last
instruction."""

from __future__ import annotations

from gpucc.sched.core.work import VARIABLE
from gpucc.sched.wide.chip import FREE
from gpucc.sched.wide.goals import Goals, WideStuck
from gpucc.sched.wide.plan import WidePlan
from gpucc.sched.wide.reach import OperandReach
from gpucc.sched.wide.spill import Spill
from gpucc.sched.wide.table import Issued, Table
from gpucc.sched.wide.work import Goal

# the number of instructions beyond the last one that are tried
PATIENCE = 12


class Ends:
    """Completes a section once all tasks are placed."""

    def __init__(self, table: Table, reach: OperandReach, goals: Goals, spill: Spill, plan: WidePlan) -> None:
        self.table, self.reach, self.goals, self.spill, self.plan = table, reach, goals, spill, plan
        self.chip, self.values, self.left = table.chip, table.values, table.left

    def finish(self) -> None:
        """Place copies for the goals that are still open, each in the first instruction that has a slot for it."""
        self.table.length = max((issue.t + 1 for issue in self.table.issues), default=0)
        paired, self.goals.paired = self.goals.paired, False
        while self.goals.open:
            met = len(self.goals.open)
            for goal in list(self.goals.open):
                if goal not in self.goals.open or self.blocked(goal) or (paired and self.copy_both(goal)):
                    continue
                self.copy_to(goal)
            if len(self.goals.open) == met:
                self.break_cycle()

    def blocked(self, goal: Goal) -> bool:
        """Return whether another goal still needs the variable's old value."""
        return any(
            value.number != goal.value
            and self.left[value.number]
            and self.goals.original(value.number) != FREE
            and self.goals.holds(value.address, goal)
            for value in self.values
            if value.kind == VARIABLE
        )

    def copy_both(self, goal: Goal) -> bool:
        """Copy a value and the one that is to be stored beside it in one instruction, so that one store writes both.
        Return whether there was one."""
        other = self.goals.beside.get((goal.address, goal.component)) if goal.file != VARIABLE else None
        if other is None or other not in self.goals.open:
            return False
        start = max(self.goals.when(goal.value), self.goals.when(other.value), 0)
        for t in range(start, max(self.table.length, start) + 1):
            mark = len(self.table.trail)
            if self.copy_once(goal, t) and self.copy_once(other, t):
                self.table.length = max(self.table.length, t + 1)
                self.goals.settle_goals()
                return True
            self.table.undo(mark)
        return False

    def copy_to(self, goal: Goal) -> None:
        start = max(self.goals.when(goal.value), 0)
        for t in range(start, max(self.table.length, start) + PATIENCE):
            if self.copy_goal(goal, t):
                return
        raise WideStuck(self.plan.needed([goal.value]))

    def copy_goal(self, goal: Goal, t: int) -> bool:
        if not self.copy_once(goal, t):
            return False
        self.table.length = max(self.table.length, t + 1)
        self.goals.settle_goals()
        return True

    def copy_once(self, goal: Goal, t: int) -> bool:
        """Copy a value for a goal in instruction t; it can still be undone."""
        if t + 8 >= self.table.size:
            self.table.grow(2 * t + 8)
        mark = len(self.table.trail)
        row = self.plan.frame.rows.get(goal.address) if goal.file == VARIABLE else None
        for kind in self.chip.copies:
            if kind.window.stored and self.table.has_slot(kind, t):
                pointed = row is None or self.goals.point(row // self.table.lanes, t)
                i = (
                    self.reach.copy(goal.value, kind, t, len(self.chip.copies) if row is not None else 0)
                    if pointed
                    else FREE
                )
                if i != FREE and self.goals.store_goal(goal, i):
                    return True
                self.table.undo(mark)
        return False

    def break_cycle(self) -> None:
        """For variables that exchange their values: copy one, so that its place becomes free."""
        goal = next(iter(self.goals.open))
        waiting = [value for value in self.values if value.kind == VARIABLE and self.left[value.number]]
        number = next(
            v.number for v in waiting if self.goals.original(v.number) != FREE and self.goals.holds(v.address, goal)
        )
        start = max(self.goals.when(number), 0)
        for t in range(start, max(self.table.length, start) + PATIENCE):
            mark = len(self.table.trail)
            for kind in self.chip.copies:
                if kind.window.stored and self.table.has_slot(kind, t):
                    i = self.reach.copy(number, kind, t)
                    if i != FREE and self.spill.reserve(i):
                        self.abandon(number, i)
                        return
                    self.table.undo(mark)
        raise WideStuck([number])

    def abandon(self, number: int, i: int) -> None:
        """Let the old value of a variable be read only from a copy."""
        self.table.trail.clear()
        # storing the copy may have needed another instruction
        self.table.length = max(self.table.length, *(issue.t + 1 for issue in self.table.issues))
        old = self.goals.original(number)
        self.table.homes[number].remove(old)
        self.goals.ready[number] = self.table.born[i] + 1
        if self.table.place[old] >= 0:
            self.goals.trim(old)

    def close(self, at_least: int) -> None:
        """Place the branch in the last instruction, of at least so many; a unit copies the condition there."""
        condition = self.table.work.condition
        if condition is None:
            self.table.length = max(self.table.length, at_least)
            return
        kind = next(
            kind
            for kind in self.chip.copies
            if kind.rest is not None and kind.rest.unit == self.table.work.isa.wide.branch.unit
        )
        start = max(self.table.length - 1, self.goals.when(condition.value), at_least - 1, 0)
        for t in range(start, start + PATIENCE):
            self.table.grow(t + 8)
            mark = len(self.table.trail)
            if self.table.pointer[t] == FREE and self.table.has_slot(kind, t):
                self.reach.copying = len(self.chip.copies)
                self.table.take_slot(kind, t)
                read = self.reach.operand(condition, t, kind, 0)
                if read is not None:
                    self.table.issues.append(Issued(t, kind, [read], (condition.negate,), False, FREE, FREE))
                    self.table.length = t + 1
                    self.table.trail.clear()
                    return
            self.table.undo(mark)
        raise WideStuck(self.plan.needed([condition.value]))
