"""Place the tasks of a section one after the other, each in the first instruction in which it fits.

An attempt takes slots and reaches operands; if one cannot be had, everything is taken back. Copies are made only where an operand
cannot be reached without, first in slots that are seldom needed. A value that was computed but can no longer be had by a later
task (its instruction's stores were full) makes the attempt fail as a whole: `WideStuck` names what must get a register at once next time.
"""

from __future__ import annotations

from collections.abc import Sequence

from gpucc.sched.wide.chip import FREE, SlotKind
from gpucc.sched.wide.goals import PATIENCE, WideStuck
from gpucc.sched.wide.plan import WidePlan
from gpucc.sched.wide.reach import Issued
from gpucc.sched.wide.spill import Spiller
from gpucc.sched.wide.table import ATTRIBUTE, BYPASS, ELEMENT, REGISTER, UNIFORM, Read
from gpucc.sched.wide.work import LITERAL, RESULT, VARIABLE, InnerPiece, Piece, WideTask, WideUse

LOOK_BACK, ROUNDS = 10, 6
EAGER = 2  # instructions that a task waits before copies may take slots of the busier units


class Hopeless(Exception):
    """An attempt that cannot become shorter than what is known already."""


class WidePlacer(Spiller):
    """Tasks are placed in `order`."""

    def __init__(self, plan: WidePlan, order: Sequence[WideTask], hard: frozenset[int] = frozenset()) -> None:
        super().__init__(plan, hard, order)
        self.attempts = self.earliest = 0
        # whether registers ran out: then nothing is placed far before what was placed last, as it would live too long
        self.crowded = False
        for value in self.values:
            if value.kind == VARIABLE and not self.left[value.number]:
                self.left[value.number] += 1
                self.release(value.number)

    # tasks

    def place_task(self, task: WideTask, deadline: int | None = None, begin: int = 0) -> None:
        """In the first instruction that will do, from `begin` up to the deadline. It is worth waiting a little if that spares copies in the
        slots of the busier units."""
        number, plan = task.number, self.plan
        if number in plan.idle:
            return
        earliest, ready = begin, self.ready
        for first, cycles in plan.before[number]:
            earliest = max(earliest, self.starts[first] + cycles)
        for value, more in plan.awaited[number]:
            if ready[value] + more > earliest:
                earliest = ready[value] + more
        if self.crowded:
            earliest = max(earliest, self.length - LOOK_BACK)
        latest = max(earliest, self.length) + PATIENCE
        if deadline is not None and deadline < latest:
            latest = deadline + 1
        if latest + 8 >= self.size:
            self.grow(2 * latest + 8)
        self.earliest, self.position = earliest, self.position + 1
        kind, few, every = plan.kinds[number], self.few, len(self.chip.copies)
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
            if self.full:
                crowded = True
                break
            if self.lacking:
                if kind is None and self.attempt(task, t, few):
                    return
                if self.wanting:
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
        raise Hopeless if deadline is not None and deadline < latest else WideStuck(plan.needs[number])

    def crowd_out(self, task: WideTask, deadline: int | None) -> None:
        """Make room for the result of a task, and place it behind that."""
        kind = self.plan.kinds[task.number]
        for _ in range(ROUNDS):
            t = self.evict()
            if t == FREE:
                break
            self.crowded = True
            if deadline is not None and t > deadline:
                raise Hopeless
            for copying in (0, self.few, len(self.chip.copies)):
                for at in range(max(t, self.earliest), t + PATIENCE):
                    self.grow(at + 24)
                    if (kind is None or self.has_slot(kind, at)) and self.attempt(task, at, copying):
                        return
        raise WideStuck(self.plan.needs[task.number])

    def attempt(self, task: WideTask, t: int, copying: int) -> bool:
        kind = self.plan.kinds[task.number]
        if kind is not None:
            return self.single(task, kind, t, copying)
        mark = len(self.trail)
        self.copying, self.full, self.lacking, self.wanting = copying, False, False, False
        self.attempts += 1
        placed = self.store_element(task, t) if task.value is None and task.array is not None else self.pieces(task, t)
        if not placed:
            self.undo(mark)
            return False
        self.commit(task, t)
        return True

    def single(self, task: WideTask, kind: SlotKind, t: int, copying: int) -> bool:
        """A task of one op, for which there is a slot: without copies if that is possible, else with as many kinds as `copying`."""
        mark = len(self.trail)
        self.copying, self.full, self.lacking, self.wanting = 0, False, False, False
        self.attempts += 1
        found = self.read_all(task, kind, t)
        if found is None and self.lacking and copying:
            self.copying = copying
            found = self.read_all(task, kind, t)
        if found is None:
            return False
        self.take_slot(kind, t)
        i = self.instance(FREE if task.value is None else task.value, kind, t)
        self.add(self.issues, Issued(t, kind, found[0], found[1], task.pieces[0].negate, i if kind.result else FREE, task.number))
        if task.value is not None and not (self.rescue(i) and self.place_result(i)):
            self.full = self.full and not self.copying
            self.undo(mark)
            return False
        self.commit(task, t)
        return True

    def read_all(self, task: WideTask, kind: SlotKind, t: int) -> tuple[list[Read | None], tuple[bool, ...]] | None:
        """The operands of a task of one op, with their signs. Nothing has changed if they cannot be had."""
        mark = len(self.trail)
        for order, signs in self.plan.orders[task.number]:
            reads: list[Read | None] = []
            for position, use in enumerate(order):
                read = self.reach(use, t, kind, position)
                if read is None:
                    break
                reads.append(read)
            else:
                return reads, signs
            if len(self.trail) > mark:
                self.undo(mark)
        return None

    def pieces(self, task: WideTask, t: int) -> bool:
        kinds = []
        for piece in task.pieces:
            kind = self.kind_for(piece, t + piece.at)
            if kind is None:
                return False
            self.take_slot(kind, t + piece.at)
            kinds.append(kind)
        gives = []
        for number, (piece, kind) in enumerate(zip(task.pieces, kinds, strict=True)):
            last = number == len(kinds) - 1
            gives.append(self.instance(task.value if last and task.value is not None else FREE, kind, t + piece.at))
        shared = self.shared_source(task, kinds, t) if task.same is not None else None
        if task.same is not None and shared is None:
            return False
        for number, (piece, kind) in enumerate(zip(task.pieces, kinds, strict=True)):
            if not self.operands(task, piece, kind, t + piece.at, gives, number, shared):
                return False
        return task.value is None or (self.rescue(gives[-1]) and self.place_result(gives[-1]))

    def store_element(self, task: WideTask, t: int) -> bool:
        """A copy that goes to a temporary, whose address register is set in the same instruction."""
        (piece,) = task.pieces
        assert task.index is not None
        assert task.array is not None
        if self.pointer[t] != FREE or not self.has_slot(self.chip.pointer_op, t):
            return False
        self.take_slot(self.chip.pointer_op, t)
        kind = self.kind_for(piece, t)
        read = self.reach(task.index, t, self.chip.pointer_op, 0)
        if kind is None or read is None:
            return False
        self.put(self.pointer, t, -2)
        self.add(self.issues, Issued(t, self.chip.pointer_op, [read], (False,), False, FREE, task.number))
        self.take_slot(kind, t)
        i = self.instance(FREE, kind, t)
        if not self.operands(task, piece, kind, t, [i], 0, None):
            return False
        self.put(self.last_temporary, 0, max(self.last_temporary[0], t))
        return self.store(i, ELEMENT, self.arrays[task.array][1])

    def kind_for(self, piece: Piece, t: int) -> SlotKind | None:
        if piece.op is not None:
            kind = self.chip.kinds[piece.op.name]
            return kind if self.has_slot(kind, t) else None
        return next((kind for kind in self.chip.copies if self.has_slot(kind, t)), None)

    def operands(
        self, task: WideTask, piece: Piece, kind: SlotKind, t: int, gives: list[int], number: int, shared: dict[int, Read] | None
    ) -> bool:
        mark = len(self.trail)
        for order in (piece.reads, piece.reads[::-1]) if piece.swaps else (piece.reads,):
            reads: list[Read | None] = []
            for position, use in enumerate(order):
                if isinstance(use, InnerPiece):
                    reads.append((BYPASS, gives[use.piece]))
                    continue
                known = shared.get(t) if shared is not None and use.value == task.same else None
                read = known if known is not None else self.reach(use, t, kind, position)
                if read is None:
                    break
                reads.append(read)
            if len(reads) == len(order):
                signs = tuple(isinstance(use, WideUse) and use.negate for use in order)
                if piece.op is None and kind.rest is not None:
                    others, more = self.plan.rests[kind.field]
                    reads += others
                    signs += more[1:]
                self.add(self.issues, Issued(t, kind, reads, signs, piece.negate, gives[number] if kind.result else FREE, task.number))
                return True
            self.undo(mark)
        return False

    # sequences

    def shared_source(self, task: WideTask, kinds: Sequence[SlotKind], t: int) -> dict[int, Read] | None:
        """One source for a value that several pieces of a sequence read, in each instruction that does."""
        assert task.same is not None
        asks: dict[int, tuple[WideUse, SlotKind, int, bool]] = {}
        for piece, kind in zip(task.pieces, kinds, strict=True):
            for position, use in enumerate(piece.reads):
                if isinstance(use, WideUse) and use.value == task.same:
                    late = kind.late[position] or (t + piece.at in asks and asks[t + piece.at][3])
                    asks[t + piece.at] = (use, kind, position, late)
        if len(asks) == 1:
            return {}
        mark = len(self.trail)
        for source in (self.same_result, self.same_register, self.same_leaf, self.same_copy):
            found = source(task.same, asks)
            if found is not None:
                return found
            self.undo(mark)
        return None

    def same_result(self, number: int, asks: dict[int, tuple[WideUse, SlotKind, int, bool]]) -> dict[int, Read] | None:
        for i in self.homes[number]:
            if all(self.first[i] <= t - self.born[i] <= self.last[i] and not (ask[3] and self.early[i]) for t, ask in asks.items()):
                self.put(self.uses, i, self.uses[i] + 1)
                return dict.fromkeys(asks, (BYPASS, i))
        return None

    def same_register(self, number: int, asks: dict[int, tuple[WideUse, SlotKind, int, bool]]) -> dict[int, Read] | None:
        for i in self.homes[number]:
            fits = all(t - self.born[i] >= self.chip.wait for t in asks) and (self.place[i] >= 0 or self.storable[i])
            if fits and all(self.read_register(i, t) if self.place[i] >= 0 else self.settle(i, t) for t in asks):
                self.put(self.uses, i, self.uses[i] + 1)
                self.put(self.seen, i, max(self.seen[i], *asks))
                return dict.fromkeys(asks, (REGISTER, i))
        return None

    def same_leaf(self, number: int, asks: dict[int, tuple[WideUse, SlotKind, int, bool]]) -> dict[int, Read] | None:
        value = self.values[number]
        if value.kind in (RESULT, VARIABLE, LITERAL):
            return None
        reads = {t: self.fetch(use, value, t, kind, position) for t, (use, kind, position, _) in asks.items()}
        if value.index is not None and len({self.uniform[t] for t in asks}) > 1:
            return None
        return (
            {t: read for t, read in reads.items() if read}
            if all(read and read[0] in (ATTRIBUTE, UNIFORM) for read in reads.values())
            else None
        )

    def same_copy(self, number: int, asks: dict[int, tuple[WideUse, SlotKind, int, bool]]) -> dict[int, Read] | None:
        """A copy in the instruction before the first."""
        begin, end = min(asks), max(asks)
        mark = len(self.trail)
        for kind in self.chip.copies:
            at = begin - kind.window.first
            late = any(ask[3] for ask in asks.values()) and self.chip.first_only[kind.field]
            if at < 0 or end - at > kind.window.last or late or not self.has_slot(kind, at):
                continue
            i = self.copy(number, kind, at)
            if i != FREE:
                self.put(self.uses, i, self.uses[i] + 1)
                return dict.fromkeys(asks, (BYPASS, i))
            self.undo(mark)
        return None

    # results

    def rescue(self, i: int) -> bool:
        """A result that cannot be stored is copied when it can be read for the last time. The copy is dropped if nothing needs it."""
        if self.storable[i]:
            return True
        t = self.born[i] + self.last[i]
        mark = len(self.trail)
        for kind in self.chip.copies:
            if kind.window.stored and self.has_slot(kind, t) and self.copy(self.of[i], kind, t) != FREE:
                return True
            self.undo(mark)
        return False

    def place_result(self, i: int) -> bool:
        """Store the result where it is to end. If nothing else needs it, an instruction in which that is not possible will not do."""
        number = self.of[i]
        goals = self.goals[number]
        hard = number in self.hard
        if not self.storable[i]:
            i = self.homes[number][-1]
        if hard and not self.reserve(i):
            return False
        if not goals:
            return True
        met = self.meet(number, i)
        return hard or met > 0 or self.left[number] > len(goals) or any(goal.file == VARIABLE for goal in goals)

    def commit(self, task: WideTask, t: int) -> None:
        self.starts[task.number] = t
        last = t + task.pieces[-1].at
        self.length = max(self.length, last + 1)
        if task.value is not None:
            self.ready[task.value] = last + self.first[self.homes[task.value][0]]
        self.settle_goals()
        left = self.left
        for number in self.plan.needs[task.number]:
            if left[number] > 1:
                left[number] -= 1
            else:
                self.release(number)
