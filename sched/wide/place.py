"""Place the tasks of a section one after the other, each in the first instruction in which it fits.

An attempt takes slots and operands; if one is not available, all changes are undone. Copies are made only where an
operand cannot be reached otherwise, first in rarely needed slots. A value that was computed but cannot be reached by a
later task (the stores of its instruction were full) makes the attempt fail as a whole: `WideStuck` names the values
that must get a register immediately in the next attempt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gpucc.sched.core.work import VARIABLE, Use
from gpucc.sched.wide.chip import FREE, SlotKind
from gpucc.sched.wide.ends import PATIENCE, Ends
from gpucc.sched.wide.goals import Goals, WideStuck
from gpucc.sched.wide.pieces import Pieces
from gpucc.sched.wide.plan import WidePlan
from gpucc.sched.wide.reach import OperandReach
from gpucc.sched.wide.shared import Shared
from gpucc.sched.wide.spill import Spill
from gpucc.sched.wide.table import Issued, Read, Table
from gpucc.sched.wide.work import Piece, WideTask

LOOK_BACK, ROUNDS = 10, 6
EAGER = 2  # instructions that a task waits before copies may use the slots of busier units


class Hopeless(Exception):
    """The attempt cannot become shorter than the known schedule, because of a task that comes too late."""

    def __init__(self, task: int) -> None:
        super().__init__("a task comes too late")
        self.task = task


class WidePlacer:
    """Places the tasks of a section in the given `order`."""

    def __init__(
        self, plan: WidePlan, order: Sequence[WideTask], hard: frozenset[int] = frozenset(), paired: bool = False
    ) -> None:
        self.plan = plan
        self.table = table = Table(plan.work, plan.chip, plan.frame, plan.horizon, plan.left)
        self.chip, self.trail, self.has_slot, self.undo = table.chip, table.trail, table.has_slot, table.undo
        self.goals = Goals(table, plan, paired)
        self.reach = OperandReach(table, plan)
        self.spill = Spill(table, self.reach, self.goals, plan, hard, order)
        self.ends = Ends(table, self.reach, self.goals, self.spill, plan)
        self.shared = Shared(table, self.reach)
        self.pieces = Pieces(table, plan)
        self.attempts = self.earliest = 0
        # whether registers ran out; then no task is placed far before the last one: its result would live too long
        self.crowded = False

    def finish(self, least: Callable[[Table], int]) -> Table:
        """Add the end of the section; it has at least `least` instructions."""
        self.ends.finish()
        self.ends.close(least(self.table))
        return self.table

    # tasks

    def place_task(self, task: WideTask, deadline: int | None = None, begin: int = 0) -> None:
        """Place a task in the first possible instruction from `begin` to the deadline. It waits a little if that saves
        copies in the slots of busier units."""
        number, plan = task.number, self.plan
        earliest, ready = begin, self.goals.ready
        for first, cycles in plan.before[number]:
            earliest = max(earliest, self.table.starts[first] + cycles)
        for value, more in plan.awaited[number]:
            if ready[value] + more > earliest:
                earliest = ready[value] + more
        if self.crowded:
            earliest = max(earliest, self.table.length - LOOK_BACK)
        latest = max(earliest, self.table.length) + PATIENCE
        if deadline is not None and deadline < latest:
            latest = deadline + 1
        if latest + 8 >= self.table.size:
            self.table.grow(2 * latest + 8)
        self.earliest, self.spill.position = earliest, self.spill.position + 1
        kind, few, every = plan.kinds[number], self.reach.few, len(self.chip.copies)
        put_off: list[int] = []
        crowded = False
        for t in range(earliest, latest):
            if kind is not None:
                if not self.has_slot(kind, t):
                    continue
                placed = self.single(task, kind, t, few)
            else:
                placed = self.attempt(task, t, 0)
            if placed:
                return
            if self.spill.full:
                crowded = True
                break
            if self.reach.lacking:
                if kind is None and self.attempt(task, t, few):
                    return
                if self.reach.wanting:
                    put_off.append(t)
            if t >= earliest + EAGER:
                for again in put_off:
                    if self.attempt(task, again, every):
                        return
                put_off.clear()
        if crowded:
            self.crowd_out(task, deadline)
            return
        for again in put_off:
            if self.attempt(task, again, every):
                return
        raise Hopeless(number) if deadline is not None and deadline < latest else WideStuck(plan.needs[number])

    def crowd_out(self, task: WideTask, deadline: int | None) -> None:
        """Make room for the result of a task by spilling, and place the task after that."""
        kind = self.plan.kinds[task.number]
        for _ in range(ROUNDS):
            t = self.spill.evict()
            if t == FREE:
                break
            self.crowded = True
            if deadline is not None and t > deadline:
                raise Hopeless(task.number)
            for copying in (0, self.reach.few, len(self.chip.copies)):
                for at in range(max(t, self.earliest), t + PATIENCE):
                    self.table.grow(at + 24)
                    if (kind is None or self.has_slot(kind, at)) and self.attempt(task, at, copying):
                        return
        raise WideStuck(self.plan.needs[task.number])

    def place_pair(self, first: WideTask, second: WideTask, deadline: int) -> bool:
        """Place two tasks whose results are stored side by side in one instruction, so that one store writes both.
        Return whether there was one."""
        kinds = self.plan.kinds[first.number], self.plan.kinds[second.number]
        if kinds[0] is None or kinds[1] is None or self.crowded:
            return False
        earliest = max(self.earliest_of(first), self.earliest_of(second))
        latest = min(earliest + PATIENCE, deadline + 1)
        if latest + 8 >= self.table.size:
            self.table.grow(2 * latest + 8)
        self.earliest = earliest
        for t in range(earliest, latest):
            mark = len(self.trail)
            if self.has_slot(kinds[0], t) and self.put(first, kinds[0], t, self.reach.few, waits=True):
                if self.has_slot(kinds[1], t) and self.put(second, kinds[1], t, self.reach.few) and self.goals.met:
                    self.commit(first, t)
                    self.commit(second, t)
                    return True
                self.undo(mark)
        return False

    def earliest_of(self, task: WideTask) -> int:
        """The first instruction in which everything that a task needs is ready."""
        plan, ready = self.plan, self.goals.ready
        return max(
            [0]
            + [self.table.starts[first] + cycles for first, cycles in plan.before[task.number]]
            + [ready[value] + more for value, more in plan.awaited[task.number]]
        )

    def attempt(self, task: WideTask, t: int, copying: int) -> bool:
        kind = self.plan.kinds[task.number]
        if kind is not None:
            return self.single(task, kind, t, copying)
        mark = len(self.trail)
        self.reach.copying, self.spill.full, self.reach.lacking, self.reach.wanting = copying, False, False, False
        self.attempts += 1
        if not self.pieces.task(self, task, t):
            self.undo(mark)
            return False
        self.commit(task, t)
        return True

    def single(self, task: WideTask, kind: SlotKind, t: int, copying: int) -> bool:
        if not self.put(task, kind, t, copying):
            return False
        self.commit(task, t)
        return True

    def put(self, task: WideTask, kind: SlotKind, t: int, copying: int, waits: bool = False) -> bool:
        """Try a task of one op for which there is a slot: without copies if possible, else with the first `copying`
        kinds of copies. It can still be undone. If it `waits`, its result is stored together with another one."""
        mark = len(self.trail)
        self.reach.copying, self.spill.full, self.reach.lacking, self.reach.wanting = 0, False, False, False
        self.attempts += 1
        found = self.read_all(task, kind, t)
        if found is None and self.reach.lacking and copying:
            self.reach.copying = copying
            found = self.read_all(task, kind, t)
        if found is None:
            return False
        self.table.take_slot(kind, t)
        i = self.table.instance(FREE if task.value is None else task.value, kind, t)
        issued = Issued(t, kind, found[0], found[1], task.pieces[0].negate, i if kind.result else FREE, task.number)
        self.table.add(self.table.issues, issued)
        if task.value is not None and not (self.held(i) if waits else self.result(i)):
            self.spill.full = self.spill.full and not self.reach.copying
            self.undo(mark)
            return False
        return True

    def read_all(self, task: WideTask, kind: SlotKind, t: int) -> tuple[list[Read | None], tuple[bool, ...]] | None:
        """The operands of a task of one op, with their signs; None, with no changes, if they are not available."""
        mark = len(self.trail)
        for order, signs in self.plan.orders[task.number]:
            reads: list[Read | None] = []
            for position, use in enumerate(order):
                read = self.reach.operand(use, t, kind, position)
                if read is None:
                    break
                reads.append(read)
            else:
                return reads, signs
            if len(self.trail) > mark:
                self.undo(mark)
        return None

    # the choices of `PieceChoices`

    def kind_for(self, piece: Piece, t: int) -> SlotKind | None:
        if piece.op is not None:
            kind = self.chip.kinds[piece.op.name]
            return kind if self.has_slot(kind, t) else None
        return next((kind for kind in self.chip.copies if self.has_slot(kind, t)), None)

    def operand(self, use: Use, t: int, kind: SlotKind, position: int) -> Read | None:
        return self.reach.operand(use, t, kind, position)

    def instance(self, value: int, kind: SlotKind, t: int) -> int:
        return self.table.instance(value, kind, t)

    def shared_source(self, task: WideTask, kinds: Sequence[SlotKind], t: int) -> dict[int, Read] | None:
        return self.shared.source(task, kinds, t)

    def result(self, i: int) -> bool:
        return self.rescue(i) and self.place_result(i)

    # results

    def rescue(self, i: int) -> bool:
        """Copy a result that can no longer be stored, in the last instruction that can read it. The copy is dropped if
        nothing needs it."""
        if self.table.storable[i]:
            return True
        t = self.table.born[i] + self.table.last[i]
        mark = len(self.trail)
        for kind in self.chip.copies:
            if kind.window.stored and self.has_slot(kind, t) and self.reach.copy(self.table.of[i], kind, t) != FREE:
                return True
            self.undo(mark)
        return False

    def held(self, i: int) -> bool:
        """Keep a result that is stored together with another one."""
        if not self.rescue(i):
            return False
        number = self.table.of[i]
        return number not in self.spill.hard or self.spill.reserve(self._last(i))

    def _last(self, i: int) -> int:
        """The instance, or its copy if it cannot be stored itself."""
        return i if self.table.storable[i] else self.table.homes[self.table.of[i]][-1]

    def place_result(self, i: int) -> bool:
        """Store the result to its goals. Fail if that is impossible in this instruction and nothing else needs the
        result."""
        number = self.table.of[i]
        goals = self.plan.goals[number]
        hard = number in self.spill.hard
        i = self._last(i)
        if hard and not self.spill.reserve(i):
            return False
        if not goals:
            return True
        met = self.goals.meet(number, i)
        if self.goals.paired and not met:
            return hard or self.spill.reserve(i)
        return hard or met > 0 or self.table.left[number] > len(goals) or any(goal.file == VARIABLE for goal in goals)

    def commit(self, task: WideTask, t: int) -> None:
        self.table.starts[task.number] = t
        last = t + task.pieces[-1].at
        self.table.length = max(self.table.length, last + 1)
        if task.value is not None:
            self.goals.ready[task.value] = last + self.table.first[self.table.homes[task.value][0]]
        self.goals.settle_goals()
        left = self.table.left
        for number in self.plan.needs[task.number]:
            if left[number] > 1:
                left[number] -= 1
            else:
                self.goals.release(number)
