"""The state of a lima vertex program over numpy lanes: registers with the time of their last store, temporaries,
outputs.

Lanes that diverge become groups with an instruction counter each; the group that is furthest behind runs, and groups
that meet are merged. Each lane counts the instructions that it has executed, because latencies are counted in those.
Arrays in cells are never changed.
"""

from __future__ import annotations

from dataclasses import field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from gpucc.errors import InputError
from gpucc.interp.data import Batch, F32Array
from gpucc.interp.lima_vp_tokens import Value, join, subset
from gpucc.interp.machine import Mask, UniformFile
from gpucc.isa.model import Op, Operand
from gpucc.isa.wide import BranchUnit, WideIsa
from gpucc.program import Constant
from gpucc.records import dataclass

NEVER = -(1 << 40)
Ints = NDArray[np.int64]
Kind = TypeVar("Kind", bound=np.generic)


@dataclass(frozen=True, slots=True)
class LimaVpCell:
    """One component of a register: its values, the time when each lane stored them, and the lanes that ever did (None:
    all)."""

    values: F32Array
    stamp: Ints
    defined: Mask | None = None


@dataclass(frozen=True, slots=True)
class LimaVpResult:
    """The result of a unit: a value, or None with the reason why it is not known."""

    op: Op | None
    value: Value | None
    why: str = ""


@dataclass(slots=True)
class LaneGroup:
    """Lanes that run together (None: all of them).

    `frames` are the results by unit of the last instructions, newest first, back to the last jump; `clock` counts
    instructions.
    """

    lanes: Ints | None
    pc: int = 0
    clock: int = 0
    frames: list[dict[str, LimaVpResult]] = field(default_factory=list)
    jumped: bool = False

    def part(self, chosen: Mask, count: int) -> LaneGroup:
        lanes = np.arange(count) if self.lanes is None else self.lanes
        known: dict[int, Value] = {}
        frames = [
            {
                unit: r if r.value is None else LimaVpResult(r.op, subset(r.value, chosen, known))
                for unit, r in frame.items()
            }
            for frame in self.frames
        ]
        return LaneGroup(lanes[chosen], self.pc, self.clock, frames, self.jumped)


class LimaVpState:
    def __init__(self, isa: WideIsa, batch: Batch, constants: tuple[Constant, ...]) -> None:
        if batch.inputs.ndim != 3 or batch.inputs.shape[2] != 4:
            raise InputError(f"inputs of shape {batch.inputs.shape} are not (lanes, registers, 4)")
        self.isa = isa
        self.lanes = batch.lanes
        self.inputs = np.ascontiguousarray(batch.inputs.transpose(1, 2, 0), np.float32)
        self.uniforms = UniformFile(batch, constants)
        self.cells: dict[tuple[str, int, int], LimaVpCell] = {}
        self.latency = {latency.file: latency.cycles for latency in isa.wide.latencies}
        self.clock: Ints = np.zeros(1, np.int64)
        # the time of the last taken branch, lane by lane; it makes earlier stores to `visible` files readable
        self.jumped: Ints = np.full(1, NEVER, np.int64)
        self.unsure = np.zeros(self.lanes, np.bool_)
        self.outputs: dict[tuple[str, int, int], LimaVpCell] = {}
        self.temporaries: Temporaries | None = None

    # lanes

    def take(self, values: NDArray[Kind], group: LaneGroup) -> NDArray[Kind]:
        return values if group.lanes is None or values.size == 1 else values[group.lanes]

    def size(self, group: LaneGroup) -> int:
        return self.lanes if group.lanes is None else len(group.lanes)

    def doubt(self, group: LaneGroup, lanes: Mask) -> None:
        """Mark lanes of a group whose results are no longer defined."""
        if group.lanes is None:
            self.unsure |= lanes
        else:
            self.unsure[group.lanes] |= lanes

    def tick(self, group: LaneGroup) -> None:
        if group.lanes is None:
            self.clock = self.clock + 1
        else:
            self.clock = self._spread(self.clock)
            self.clock[group.lanes] += 1

    def jump(self, group: LaneGroup) -> None:
        if group.lanes is None:
            self.jumped = self.clock
        else:
            self.jumped = self._spread(self.jumped)
            self.jumped[group.lanes] = self.clock[group.lanes] if self.clock.size > 1 else self.clock

    def _spread(self, values: Ints) -> Ints:
        return np.array(np.broadcast_to(values, self.lanes))

    # cells

    def put(self, group: LaneGroup, old: LimaVpCell | None, values: F32Array) -> LimaVpCell:
        """A cell with new values in the lanes of the group."""
        if group.lanes is None:
            return LimaVpCell(values, self.clock)
        defined = np.zeros(self.lanes, np.bool_) if old is None else old.defined
        all_values = (
            np.full(self.lanes, np.nan, np.float32)
            if old is None
            else np.array(np.broadcast_to(old.values, self.lanes))
        )
        stamp = np.full(self.lanes, NEVER, np.int64) if old is None else self._spread(old.stamp)
        all_values[group.lanes] = values
        stamp[group.lanes] = self.take(self.clock, group)
        if defined is not None:
            defined = defined.copy()
            defined[group.lanes] = True
        return LimaVpCell(all_values, stamp, None if defined is None or defined.all() else defined)

    def get(self, group: LaneGroup, cell: LimaVpCell | None, file: str) -> F32Array | str:
        """The values of a cell in the lanes of the group, or the reason why it must not be read."""
        if cell is None:
            return "which nothing has stored"
        wait = self.latency.get(file, 0)
        age = self.take(self.clock - cell.stamp, group)
        early = age < wait
        if file in self.isa.wide.branch.visible:
            early = early & (self.take(cell.stamp - self.jumped, group) > 0)
        if early.any():
            return f"stored {int(age[early].min())} instructions before, though it can be read from {wait} on"
        if cell.defined is not None:
            missing = ~self.take(cell.defined, group)
            if missing.all():
                return "which these lanes have not stored"
            self.doubt(group, missing)
        return self.take(cell.values, group)


class Temporaries:
    """Vec4s after the uniforms that stores can reach: their values, the lanes that have stored them, and the times."""

    def __init__(self, count: int, lanes: int) -> None:
        self.values = np.zeros((count, 4, lanes), np.float32)
        self.known = np.zeros((count, 4, lanes), np.bool_)
        self.stamp = np.full((count, 4, lanes), NEVER, np.int64)

    def __len__(self) -> int:
        return len(self.values)


def merge(groups: list[LaneGroup], count: int) -> LaneGroup:
    """Merge groups at the same instruction, with the part of their past that they have in common."""
    if len(groups) == 1:
        return groups[0]
    parts = [np.arange(count) if group.lanes is None else group.lanes for group in groups]
    lanes = np.concatenate(parts)
    order = np.argsort(lanes)
    sizes, clocks = [len(part) for part in parts], [group.clock for group in groups]
    known: dict[tuple[int, ...], Value | None] = {}
    frames = []
    for past in zip(*(group.frames for group in groups), strict=False):
        frame = {}
        for unit, first in past[0].items():
            results = [found[unit] for found in past if unit in found]
            if len(results) == len(groups) and all(result.op is first.op for result in results):
                values = [result.value for result in results if result.value is not None]
                joined = join(values, sizes, order, clocks, known) if len(values) == len(groups) else None
                frame[unit] = LimaVpResult(first.op, joined, next((result.why for result in results if result.why), ""))
        frames.append(frame)
    return LaneGroup(
        None if len(lanes) == count else lanes[order], groups[0].pc, 0, frames, any(group.jumped for group in groups)
    )


def condition(unit: BranchUnit) -> Op:
    """The branch's condition as an op, so that it is computed like any other."""
    return Op(unit.unit, 0, (Operand("a", 1),), semantics=(unit.condition,))
