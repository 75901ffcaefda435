"""The simulator of machines of slots: results are written after the latency of their op, and bypasses show them to
some slots earlier."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gpucc.errors import LimitExceeded
from gpucc.interp.data import F32Array
from gpucc.interp.machine import Fault, VectorMachine
from gpucc.isa.model import SlotIssue
from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class PendingResult:
    """A result that is not written yet: the instruction and the slot that computed it, and its place."""

    start: int
    slot: str
    op: str
    place: tuple[str, int, int]
    values: F32Array


class SlotEngine(VectorMachine):
    """Runs rows of slots. All slots of an instruction read their operands before any of its results is written.

    A register that is read while a result is on its way holds its old value, except for a slot that a bypass leads the
    result to. Two results that are written to one register at the same time are a fault.
    """

    def play(self, rows: Sequence[Sequence[SlotIssue]], step_limit: int) -> None:
        """Run all rows. A result that is still on its way at the end is a fault."""
        self.coming: list[PendingResult] = []
        self.now, self.slot, self.op = 0, "", ""
        self.visits = np.zeros(len(rows), np.int64)
        with np.errstate(all="ignore"):
            for self.now, row in enumerate(rows):
                self.token = self.now + 1
                if self.token > step_limit:
                    raise LimitExceeded(f"stopped after {step_limit} steps")
                self.land()
                self.count()
                known = len(self.coming)
                made: list[PendingResult] = []
                for issue in row:
                    self.slot, self.op = issue.slot, issue.instruction.op
                    if issue.slot not in self.ops[self.op].slots:
                        raise Fault(self.token, f"slot {issue.slot} cannot do {self.op}")
                    self.execute(issue.instruction)
                    made += self.coming[known:]
                    del self.coming[known:]
                self.coming += made
        self.now, self.token = len(rows), 0
        self.land()
        if self.coming:
            raise Fault(0, f"the program ends before the result of {self.coming[0].op} is written")

    def land(self) -> None:
        """Write the results whose time has come."""
        due = [one for one in self.coming if one.start + self.ops[one.op].latency <= self.now]
        self.coming = [one for one in self.coming if one not in due]
        places = [one.place for one in due]
        if len(set(places)) < len(places):
            raise Fault(self.token, "two results are written to one register at the same time")
        for one in due:
            super().write(*one.place, one.values)

    def write(self, role: str, register: int, component: int, values: F32Array) -> None:
        """Send a result on its way to a register, where it arrives after the latency of its op."""
        self.coming.append(PendingResult(self.now, self.slot, self.op, (role, register, component), values))

    def read(self, role: str, register: int, component: int) -> F32Array:
        """Return what a register holds now for the slot that reads it: a result on a bypass, or the value in the
        file."""
        passing = [one for one in self.coming if one.place == (role, register, component) and self.passes(one)]
        return passing[-1].values if passing else super().read(role, register, component)

    def passes(self, one: PendingResult) -> bool:
        """Return whether the slot that reads now gets the result from a bypass."""
        return one.start + self.isa.delay(self.ops[one.op], one.slot, self.slot) <= self.now
