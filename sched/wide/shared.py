"""Find one source for a value that several pieces of a sequence read."""

from __future__ import annotations

from collections.abc import Sequence

from gpucc.sched.core.work import CONSTANT, RESULT, VARIABLE, Use
from gpucc.sched.wide.chip import FREE, SlotKind
from gpucc.sched.wide.reach import OperandReach
from gpucc.sched.wide.table import ATTRIBUTE, BYPASS, REGISTER, UNIFORM, Read, Table
from gpucc.sched.wide.work import WideTask


class Shared:
    """Finds the source: a result, a register, a load or a copy."""

    def __init__(self, table: Table, reach: OperandReach) -> None:
        self.table, self.reach = table, reach
        self.chip, self.homes, self.undo, self.put = table.chip, table.homes, table.undo, table.put
        self.trail = table.trail

    def source(self, task: WideTask, kinds: Sequence[SlotKind], t: int) -> dict[int, Read] | None:
        """The operand in each instruction that reads the value, or None if there is no common source."""
        assert task.same is not None
        asks: dict[int, tuple[Use, SlotKind, int, bool]] = {}
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

    def same_result(self, number: int, asks: dict[int, tuple[Use, SlotKind, int, bool]]) -> dict[int, Read] | None:
        table = self.table
        for i in self.homes[number]:
            first, last, early = table.born[i] + table.first[i], table.born[i] + table.last[i], table.early[i]
            if all(first <= t <= last and not (ask[3] and early) for t, ask in asks.items()):
                self.put(self.table.uses, i, self.table.uses[i] + 1)
                return dict.fromkeys(asks, (BYPASS, i))
        return None

    def same_register(self, number: int, asks: dict[int, tuple[Use, SlotKind, int, bool]]) -> dict[int, Read] | None:
        for i in self.homes[number]:
            fits = all(t - self.table.born[i] >= self.chip.wait for t in asks) and (
                self.table.place[i] >= 0 or self.table.storable[i]
            )
            if fits and all(
                self.table.read_register(i, t) if self.table.place[i] >= 0 else self.table.settle(i, t) for t in asks
            ):
                self.put(self.table.uses, i, self.table.uses[i] + 1)
                self.put(self.table.seen, i, max(self.table.seen[i], *asks))
                return dict.fromkeys(asks, (REGISTER, i))
        return None

    def same_leaf(self, number: int, asks: dict[int, tuple[Use, SlotKind, int, bool]]) -> dict[int, Read] | None:
        value = self.table.values[number]
        if value.kind in (RESULT, VARIABLE, CONSTANT):
            return None
        reads = {t: self.reach.fetch(use, value, t, kind, position) for t, (use, kind, position, _) in asks.items()}
        if value.index is not None and len({self.table.uniform[t] for t in asks}) > 1:
            return None
        return (
            {t: read for t, read in reads.items() if read}
            if all(read and read[0] in (ATTRIBUTE, UNIFORM) for read in reads.values())
            else None
        )

    def same_copy(self, number: int, asks: dict[int, tuple[Use, SlotKind, int, bool]]) -> dict[int, Read] | None:
        """Let all readers read one copy of the value, made in the instruction before the first of them; return None if
        that is impossible."""
        begin, end = min(asks), max(asks)
        mark = len(self.trail)
        for kind in self.chip.copies:
            at = begin - kind.window.first
            late = any(ask[3] for ask in asks.values()) and self.chip.first_only[kind.field]
            if at < 0 or end - at > kind.window.last or late or not self.table.has_slot(kind, at):
                continue
            i = self.reach.copy(number, kind, at)
            if i != FREE:
                self.put(self.table.uses, i, self.table.uses[i] + 1)
                return dict.fromkeys(asks, (BYPASS, i))
            self.undo(mark)
        return None
