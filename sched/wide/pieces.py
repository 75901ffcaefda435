"""Place a task of several pieces, or a store to an array, in given instructions: slots, operands, results.

Open choices are made by a `PieceChoices`: the list scheduler, or the solution of the exact one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from gpucc.sched.core.work import Use
from gpucc.sched.wide.chip import FREE, SlotKind
from gpucc.sched.wide.plan import WidePlan
from gpucc.sched.wide.table import BYPASS, ELEMENT, Issued, Read, Table
from gpucc.sched.wide.work import InnerPiece, Piece, WideTask


class PieceChoices(Protocol):
    """The choices that placing a task leaves open. If one fails, the caller undoes the changes."""

    def kind_for(self, piece: Piece, t: int) -> SlotKind | None: ...

    def operand(self, use: Use, t: int, kind: SlotKind, position: int) -> Read | None: ...

    def instance(self, value: int, kind: SlotKind, t: int) -> int: ...

    def shared_source(self, task: WideTask, kinds: Sequence[SlotKind], t: int) -> dict[int, Read] | None: ...

    def result(self, i: int) -> bool: ...


class Pieces:
    """Places the pieces of tasks in a table. The chooser `ways` is a parameter, not an attribute, to avoid a reference
    cycle that would keep the table in memory."""

    def __init__(self, table: Table, plan: WidePlan) -> None:
        self.table, self.plan = table, plan
        self.chip, self.put, self.add, self.undo = table.chip, table.put, table.add, table.undo
        self.trail = table.trail

    def task(self, ways: PieceChoices, task: WideTask, t: int) -> bool:
        return (
            self.store_element(ways, task, t)
            if task.value is None and task.array is not None
            else self.issue(ways, task, t)
        )

    def issue(self, ways: PieceChoices, task: WideTask, t: int) -> bool:
        kinds = []
        for piece in task.pieces:
            kind = ways.kind_for(piece, t + piece.at)
            if kind is None:
                return False
            self.table.take_slot(kind, t + piece.at)
            kinds.append(kind)
        gives = []
        for number, (piece, kind) in enumerate(zip(task.pieces, kinds, strict=True)):
            last = number == len(kinds) - 1
            gives.append(ways.instance(task.value if last and task.value is not None else FREE, kind, t + piece.at))
        shared = ways.shared_source(task, kinds, t) if task.same is not None else None
        if task.same is not None and shared is None:
            return False
        for number, (piece, kind) in enumerate(zip(task.pieces, kinds, strict=True)):
            if not self.operands(ways, task, piece, kind, t + piece.at, gives, number, shared):
                return False
        return task.value is None or ways.result(gives[-1])

    def store_element(self, ways: PieceChoices, task: WideTask, t: int) -> bool:
        """Place a copy to a temporary whose address register is set in the same instruction."""
        (piece,) = task.pieces
        assert task.index is not None
        assert task.array is not None
        if self.table.pointer[t] != FREE or not self.table.has_slot(self.chip.pointer_op, t):
            return False
        self.table.take_slot(self.chip.pointer_op, t)
        kind = ways.kind_for(piece, t)
        read = ways.operand(task.index, t, self.chip.pointer_op, 0)
        if kind is None or read is None:
            return False
        self.put(self.table.pointer, t, -2)
        self.add(self.table.issues, Issued(t, self.chip.pointer_op, [read], (False,), False, FREE, task.number))
        self.table.take_slot(kind, t)
        i = ways.instance(FREE, kind, t)
        if not self.operands(ways, task, piece, kind, t, [i], 0, None):
            return False
        self.put(self.table.last_temporary, 0, max(self.table.last_temporary[0], t))
        return self.table.store(i, ELEMENT, self.table.arrays[task.array][1])

    def operands(
        self,
        ways: PieceChoices,
        task: WideTask,
        piece: Piece,
        kind: SlotKind,
        t: int,
        gives: list[int],
        number: int,
        shared: dict[int, Read] | None,
    ) -> bool:
        mark = len(self.trail)
        for order in (piece.reads, piece.reads[::-1]) if piece.swaps else (piece.reads,):
            reads: list[Read | None] = []
            for position, use in enumerate(order):
                if isinstance(use, InnerPiece):
                    reads.append((BYPASS, gives[use.piece]))
                    continue
                known = shared.get(t) if shared is not None and use.value == task.same else None
                read = known if known is not None else ways.operand(use, t, kind, position)
                if read is None:
                    break
                reads.append(read)
            if len(reads) == len(order):
                signs = tuple(isinstance(use, Use) and use.negate for use in order)
                if piece.op is None and kind.rest is not None:
                    others, more = self.plan.rests[kind.field]
                    reads += others
                    signs += more[1:]
                made = gives[number] if kind.result else FREE
                self.add(self.table.issues, Issued(t, kind, reads, signs, piece.negate, made, task.number))
                return True
            self.undo(mark)
        return False
