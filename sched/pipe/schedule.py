"""Schedule selected code for a target whose instruction is a pipeline of units: units, pipes, registers and loads at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpucc.isa.model import Level
from gpucc.isa.pipeline import Packet, PipeIsa
from gpucc.isel.machine import Section
from gpucc.sched.pipe.emit import PipeOrigin as PipeOrigin
from gpucc.sched.pipe.search import search


@dataclass(frozen=True, slots=True)
class PipeScheduled:
    """`outputs` are the registers that hold the outputs at the end, in the order of their numbers; `origins` go with the parts of
    each packet, `starts` are the first instructions of the sections. Branches name an instruction by the setting `to`."""

    packets: tuple[Packet, ...]
    outputs: tuple[int, ...]
    starts: tuple[int, ...]
    origins: tuple[tuple[PipeOrigin, ...], ...]
    words: int
    registers: int
    spills: int
    lower_bound: int
    lines: dict[str, int]
    # why -O3 proves nothing
    note: str = ""

    def describe(self) -> str:
        count = len(self.packets)
        return f"{count} instructions, lower bound {self.lower_bound} for the selected operations, {self.words} words"

    def statistics(self) -> dict[str, object]:
        count = len(self.packets)
        return {
            "instructions": count,
            "words": self.words,
            "registers": self.registers,
            "spills": self.spills,
            "lower_bound": self.lower_bound,
            "meets_bound": count == self.lower_bound,
            "lines": self.lines,
            "slots": dict(sorted(Counter(part.unit for packet in self.packets for part in packet.parts).items())),
        }


def schedule_pipeline(
    sections: Sequence[Section], isa: PipeIsa, level: Level, opt: int = 2, builtins: Mapping[int, str] | None = None
) -> PipeScheduled:
    """`builtins`: the load op (frag_coord, point_coord, front_facing) of input registers that are no varyings."""
    code = search(sections, isa, level, opt, builtins or {})
    sizes = {unit.name: unit.bits for unit in isa.pipeline.units}
    words = sum(1 - -sum(sizes[part.unit] for part in packet.parts) // isa.pipeline.word_bits for packet in code.packets)
    used = {part.dest.number for packet in code.packets for part in packet.parts if part.dest is not None and part.dest.file == "register"}
    return PipeScheduled(
        code.packets, code.outputs, code.starts, code.origins, words, len(used), code.spills, code.bound, _by_line(code.origins),
        code.note,
    )  # fmt: skip


def _by_line(origins: Sequence[tuple[PipeOrigin, ...]]) -> dict[str, int]:
    """Instructions for each source line that is known; one that serves several lines counts for the first."""
    places = [next((one.inst.location for one in row if one.inst is not None and one.inst.location), None) for row in origins]
    counted = Counter(f"{place.file}:{place.line}" for place in places if place and place.line)
    return dict(sorted(counted.items()))
