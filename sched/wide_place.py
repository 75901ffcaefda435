"""Place the tasks of a section one after the other, each in the first instruction in which it fits.

An attempt takes slots and reaches operands; if one cannot be had, everything is taken back. Copies are made only where an operand
cannot be reached without, first in slots that are seldom needed. A value that was computed but can no longer be had by a later
task (its instruction's stores were full) makes the attempt fail as a whole: `Stuck` names what must get a register at once next time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gpucc.sched.wide_chip import FREE, Chip, Kind
from gpucc.sched.wide_reach import Issued, Reacher
from gpucc.sched.wide_table import ATTRIBUTE, BYPASS, FOREVER, IDENTITY, REGISTER, UNIFORM, VARYINGS, Read
from gpucc.sched.wide_work import LITERAL, RESULT, VARIABLE, Goal, Inner, Piece, Task, Use, Work

# how far beyond the last instruction a task may be put before one gives up
PATIENCE = 12
EAGER = 2  # instructions that a task waits before copies may take slots of the busier units


class Stuck(Exception):
    """Values that a task could not reach anywhere."""

    def __init__(self, values: Iterable[int]) -> None:
        super().__init__("values out of reach")
        self.values = frozenset(values)


class Placer(Reacher):
    """`hard` values are given a register when they are computed. `variables` tell where variables live, `waits` from when on
    they can be read."""

    def __init__(
        self,
        work: Work,
        chip: Chip,
        hard: frozenset[int] = frozenset(),
        variables: dict[int, int] | None = None,
        waits: dict[int, int] | None = None,
    ) -> None:
        super().__init__(work, chip, 2 * len(work.tasks) + 32)
        self.hard = hard
        self.length = 0
        self.starts = [FREE] * len(work.tasks)
        self.ready = [0] * len(work.values)
        self.variables = variables or {}
        self.goals: list[list[Goal]] = [[] for _ in work.values]
        self.left = [0] * len(work.values)
        self.open: dict[Goal, None] = dict.fromkeys(work.goals)
        for goal in work.goals:
            self.goals[goal.value].append(goal)
            self.left[goal.value] += 1
        self.reads = [tuple(_reads(task)) for task in work.tasks]
        for reads in self.reads:
            for number in dict.fromkeys(number for number, _ in reads):
                self.left[number] += 1
        if work.condition is not None:
            self.left[work.condition.value] += 1
        self.before: list[list[tuple[int, int]]] = [[] for _ in work.tasks]
        for order in work.orders:
            self.before[order.then].append((order.first, order.cycles))
        self.enter(waits or {})

    def enter(self, waits: dict[int, int]) -> None:
        """Variables lie in their registers from the beginning."""
        for value in self.values:
            if value.kind == VARIABLE:
                wait = waits.get(value.address, 0)
                i = self.appear(value.number, wait - self.chip.wait, 0, -1, True, False)
                self.place[i], self.end[i] = self.variables[value.address], FOREVER
                self.ready[value.number] = wait
            elif value.index is not None:
                self.ready[value.number] = self.chip.address_wait

    # tasks

    def place_task(self, task: Task) -> None:
        earliest = max((self.starts[first] + cycles for first, cycles in self.before[task.number]), default=0)
        for number, at in self.reads[task.number]:
            earliest = max(earliest, self.when(number) - at)
        few, all_copies = sum(room == 1 for room in self.chip.room), len(self.chip.copies)
        latest = max(earliest, self.length) + PATIENCE
        if latest + 8 >= self.size:
            self.grow(2 * latest + 8)
        for t in range(earliest, latest):
            for copying in (0, few):
                if self.attempt(task, t, copying):
                    return
            if t == earliest + EAGER:
                for again in range(earliest, t + 1):
                    if self.attempt(task, again, all_copies):
                        return
            if t > earliest + EAGER and self.attempt(task, t, all_copies):
                return
        raise Stuck(number for number, _ in self.reads[task.number])

    def when(self, number: int) -> int:
        """From when on a value can be read at the earliest."""
        value = self.values[number]
        if value.index is not None:
            return self.when(value.index) + self.chip.address_wait
        return self.ready[number]

    def attempt(self, task: Task, t: int, copying: int) -> bool:
        mark = len(self.trail)
        self.copying = copying
        placed = self.pieces(task, t)
        if not placed:
            self.undo(mark)
            return False
        self.trail.clear()
        self.commit(task, t)
        return True

    def pieces(self, task: Task, t: int) -> bool:
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
        return task.value is None or (self.rescue(task, gives[-1]) and self.deliver_goals(task, gives[-1]))

    def kind_for(self, piece: Piece, t: int) -> Kind | None:
        if piece.op is not None:
            kind = self.chip.kinds[piece.op.name]
            return kind if self.has_slot(kind, t) else None
        return next((kind for kind in self.chip.copies if self.has_slot(kind, t)), None)

    def operands(self, task: Task, piece: Piece, kind: Kind, t: int, gives: list[int], number: int, shared: dict[int, Read] | None) -> bool:
        mark = len(self.trail)
        for order in (piece.reads, piece.reads[::-1]) if piece.swaps else (piece.reads,):
            reads: list[Read | None] = []
            for position, use in enumerate(order):
                if isinstance(use, Inner):
                    reads.append((BYPASS, gives[use.piece]))
                    continue
                known = shared.get(t) if shared is not None and use.value == task.same else None
                read = known if known is not None else self.reach(use, t, kind, position)
                if read is None:
                    break
                reads.append(read)
            if len(reads) == len(order):
                signs = tuple(isinstance(use, Use) and use.negate for use in order)
                if piece.op is None and kind.rest is not None:
                    reads += [(IDENTITY, 0)] * len(kind.rest.rest)
                    signs += tuple(rest.negate for rest in kind.rest.rest)
                self.add(self.issues, Issued(t, kind, reads, signs, piece.negate, gives[number] if kind.result else FREE, task.number))
                return True
            self.undo(mark)
        return False

    # sequences

    def shared_source(self, task: Task, kinds: Sequence[Kind], t: int) -> dict[int, Read] | None:
        """One source for a value that several pieces of a sequence read, in each instruction that does."""
        assert task.same is not None
        asks: dict[int, tuple[Use, Kind, int, bool]] = {}
        for piece, kind in zip(task.pieces, kinds, strict=True):
            for position, use in enumerate(piece.reads):
                if isinstance(use, Use) and use.value == task.same:
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

    def same_result(self, number: int, asks: dict[int, tuple[Use, Kind, int, bool]]) -> dict[int, Read] | None:
        for i in self.homes[number]:
            if all(self.first[i] <= t - self.born[i] <= self.last[i] and not (ask[3] and self.early[i]) for t, ask in asks.items()):
                self.put(self.uses, i, self.uses[i] + 1)
                return dict.fromkeys(asks, (BYPASS, i))
        return None

    def same_register(self, number: int, asks: dict[int, tuple[Use, Kind, int, bool]]) -> dict[int, Read] | None:
        for i in self.homes[number]:
            fits = all(t - self.born[i] >= self.chip.wait for t in asks) and (self.place[i] >= 0 or self.storable[i])
            if fits and all(self.read_register(i, t) if self.place[i] >= 0 else self.settle(i, t) for t in asks):
                self.put(self.uses, i, self.uses[i] + 1)
                self.put(self.seen, i, max(self.seen[i], *asks))
                return dict.fromkeys(asks, (REGISTER, i))
        return None

    def same_leaf(self, number: int, asks: dict[int, tuple[Use, Kind, int, bool]]) -> dict[int, Read] | None:
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

    def same_copy(self, number: int, asks: dict[int, tuple[Use, Kind, int, bool]]) -> dict[int, Read] | None:
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

    def rescue(self, task: Task, i: int) -> bool:
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
                at = issue.t * self.chip.fields + issue.kind.field
                self.used[at] -= issue.kind.width
                if not self.used[at]:
                    self.lead[at] = FREE

    def deliver_goals(self, task: Task, i: int) -> bool:
        """Store the result where it is to end. If nothing else needs it, an instruction in which that is not possible will not do."""
        number = self.of[i]
        goals = self.goals[number]
        hard = number in self.hard
        if hard and not self.reserve(i if self.storable[i] else self.homes[number][-1]):
            return False
        if not goals or not self.storable[i]:
            return True
        met = sum(self.goal(goal, i) for goal in goals)
        return hard or met > 0 or self.left[number] > len(goals)

    def goal(self, goal: Goal, i: int) -> bool:
        if goal.file == VARIABLE:
            return False
        return self.store(i, VARYINGS + goal.address, goal.component)

    def reserve(self, i: int) -> bool:
        born = self.born[i]
        mask = (1 << FOREVER) - (1 << (born + 1))
        place = self._find_place(born, mask, range(self.chip.registers))
        if place == FREE:
            return False
        self.occupy(i, place, mask, FOREVER - 1)
        return True

    def commit(self, task: Task, t: int) -> None:
        self.starts[task.number] = t
        last = t + task.pieces[-1].at
        self.length = max(self.length, last + 1)
        if task.value is not None:
            i = self.homes[task.value][0]
            self.ready[task.value] = last + self.first[i]
            for goal in self.goals[task.value]:
                if self.stored[last * self.lanes + goal.component] == i and goal in self.open and self.has_goal(goal, last):
                    del self.open[goal]
                    self.left[task.value] -= 1
        for number in dict.fromkeys(number for number, _ in self.reads[task.number]):
            self.release(number)

    def has_goal(self, goal: Goal, t: int) -> bool:
        return self.halves[t * len(self.chip.stores) + self.chip.half[goal.component]] == VARYINGS + goal.address

    def release(self, number: int) -> None:
        """One reader less; registers that were kept without an end are freed behind the last."""
        self.left[number] -= 1
        if self.left[number]:
            return
        for i in self.homes[number]:
            place, seen = self.place[i], self.seen[i]
            if place >= 0 and self.end[i] > seen and self.values[number].kind == RESULT:
                keep = max(seen, self.born[i])
                self.occupied[place] &= ~((1 << (self.end[i] + 1)) - (1 << (keep + 1)))
                self.end[i] = keep
                if seen < 0:
                    self.unstore(i)
        if len(self.homes[number]) > 1:
            self.drop_copies(number)

    def unstore(self, i: int) -> None:
        """A register that nobody read: its store would destroy what the component holds by now."""
        component, half = self.place[i] & 3, self.born[i] * len(self.chip.stores) + self.chip.half[self.place[i] & 3]
        self.stored[self.born[i] * self.lanes + component] = FREE
        self.place[i] = FREE
        beside = [c for c, h in self.chip.half.items() if h == self.chip.half[component]]
        if all(self.stored[self.born[i] * self.lanes + c] == FREE for c in beside):
            self.halves[half] = FREE

    # the end

    def finish(self) -> None:
        """Copies for goals that are still open, in the first instruction with a slot."""
        for goal in list(self.open):
            for t in range(self.when(goal.value), max(self.length, self.when(goal.value)) + PATIENCE):
                if self.copy_goal(goal, t):
                    break
            else:
                raise Stuck([goal.value])

    def copy_goal(self, goal: Goal, t: int) -> bool:
        if t + 8 >= self.size:
            self.grow(2 * t + 8)
        mark = len(self.trail)
        for kind in self.chip.copies:
            if kind.window.stored and self.has_slot(kind, t):
                i = self.copy(goal.value, kind, t)
                if i != FREE and self.goal(goal, i):
                    self.trail.clear()
                    self.length = max(self.length, t + 1)
                    del self.open[goal]
                    self.release(goal.value)
                    self.put(self.uses, i, 1)
                    return True
                self.undo(mark)
        return False


def _reads(task: Task) -> list[tuple[int, int]]:
    """Every value that a task reads, with the piece's time."""
    found = [(use.value, piece.at) for piece in task.pieces for use in piece.reads if isinstance(use, Use)]
    return found + ([(task.index.value, 0)] if task.index is not None else [])
