"""What is the same each time that an instruction of a lima fragment program runs: its constants, and for each other
part the lanes of its result that something reads."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from gpucc.emit.lima_pp import LimaPpCoder
from gpucc.interp.lima_pp_state import Content, LimaPpCell, Unknown
from gpucc.isa.model import LETTERS, Op
from gpucc.isa.pipeline import Packet, UnitPart
from gpucc.records import dataclass

UNREAD = Unknown("a lane that nothing reads")


@dataclass(frozen=True, slots=True)
class WantedPart:
    """A part of an instruction with its op, the step at which its unit works, and the lanes of its result that
    something reads."""

    part: UnitPart
    op: Op
    step: int
    lanes: Collection[int]


def prepared(packet: Packet, coder: LimaPpCoder) -> tuple[dict[str, list[Content]], list[WantedPart]]:
    """The constants of an instruction, which all units can read, and its other parts."""
    constants: dict[str, list[Content]] = {}
    work = []
    for part in packet.parts:
        op = coder.ops[part.op]
        if op.effect == "constants":
            halves = np.array([part.setting(lane) for lane in LETTERS], np.uint16).view(np.float16)
            values = halves.astype(np.float32)
            constants[part.unit] = [LimaPpCell(values[i : i + 1]) for i in range(4)]
        else:
            work.append(WantedPart(part, op, coder.units[part.unit].step, _wanted(part, packet, coder)))
    return constants, work


def _wanted(part: UnitPart, packet: Packet, coder: LimaPpCoder) -> Collection[int]:
    """The lanes that go to a register, or all if another unit reads the result."""
    others = (other for other in packet.parts if other is not part)
    if part.dest is None or any(_reads(other, part.unit, coder) for other in others):
        return range(4)
    return [lane for lane in range(4) if part.dest.mask >> lane & 1]


def _reads(part: UnitPart, unit: str, coder: LimaPpCoder) -> bool:
    places = (operand.place for operand in coder.ops[part.op].operands)
    return unit in places or any(source is not None and source.file == unit for source in part.sources)
