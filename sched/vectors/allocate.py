"""Map homes to registers, component by component. The order is fixed, so the lifetime of each scalar over all sections
is known.

A scalar occupies its component from its definition to its last reader. Two scalars may share a component if the last
reader of one is the definition of the other, unless that instruction must not overwrite its operands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gpucc.isa.model import LANES
from gpucc.isel.machine import Result
from gpucc.records import dataclass
from gpucc.sched.lanes.components import fit_components
from gpucc.sched.vectors.records import JOIN, Vector, VectorHome, VectorWork

Span = tuple[Result, int, int]
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Shortage:
    """The reason why allocation failed: the number of live components at the worst instruction, the first instruction
    whose home does not fit, and the number of scalar instructions."""

    peak: int
    position: int
    size: int


def allocate(work: VectorWork, order: Sequence[Sequence[Vector]], registers: int) -> dict[Result, Place] | Shortage:
    """Place homes in order of appearance; if that fails, by size, then by total lifetime, largest first."""
    taken = lifetimes(work, order)
    # lifetimes as bit sets over positions: one operation checks an overlap
    busy: dict[Result, int] = {}
    for result, start, end in taken:
        busy[result] = busy.get(result, 0) | (1 << end) - (1 << start)
    vectors = (vector for section in order for vector in section)
    homes = list(dict.fromkeys(v.home for v in vectors if v.home is not None and v.home.output is None))
    for home in homes:
        home.members[:] = [member for member in home.members if member in busy]
    begin = {home: min((_first(busy[r]) for r in home.members), default=0) for home in homes}
    area = {home: sum(busy[r].bit_count() for r in home.members) for home in homes}
    places = settle(homes, busy, begin, area, registers)
    if isinstance(places, int):
        return Shortage(_peak(taken), places, len(work.insts))
    return places | {written: places[result] for written, result in work.alias.items() if result in places}


def lifetimes(work: VectorWork, order: Sequence[Sequence[Vector]]) -> list[Span]:
    """The interval in which each scalar occupies its component, over the positions of all sections in a row.

    A variable of a fork lives from its first write in either arm, as if both arms ran, and as long as the variables
    that continue it; a variable of several sections lives from section to section.
    """
    found: list[Span] = []
    start = 0
    for section, vectors in zip(work.sections, order, strict=True):
        end = start + len(vectors)
        last: dict[Result, int] = {}
        first: dict[Result, int] = {}
        for position, vector in enumerate(vectors, start):
            late = position + 1 if vector.op.result == "fixed" else position
            for read in vector.reads():
                result = work.alias.get(read, read) if read.inst.op is JOIN else read
                last[result] = max(last.get(result, 0), late)
            if vector.home is not None and vector.home.output is None:
                for written in vector.results:
                    joined = work.alias.get(written, written)
                    result = joined if joined.inst.op is JOIN else written
                    first.setdefault(result, position)
                    last[result] = max(last.get(result, 0), position + 1)
        for variable in section.live:
            until = end if variable in section.needed and variable not in section.sets else last.get(variable, start)
            found.append((variable, start, max(start, until)))
        for result, position in first.items():
            whole = work.alias.get(result, result)
            kept = whole is not result and whole in section.needed
            found.append((whole, position, end if kept else last[result]))
        start = end
    return found


def _first(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def _peak(taken: Sequence[Span]) -> int:
    events = sorted([(begin, 1) for _, begin, _ in taken] + [(end, -1) for _, _, end in taken])
    live = peak = 0
    for _, change in events:
        live += change
        peak = max(peak, live)
    return peak


def settle(
    homes: Sequence[VectorHome],
    busy: Mapping[Result, int],
    begin: Mapping[VectorHome, int],
    area: Mapping[VectorHome, int],
    registers: int,
) -> dict[Result, Place] | int:
    """A place for each member of the homes, or the beginning of the first home that does not fit."""
    attempts = (
        sorted(homes, key=lambda h: (begin[h], h.serial)),
        sorted(homes, key=lambda h: (-len(h.members), begin[h], h.serial)),
        sorted(homes, key=lambda h: (-area[h], h.serial)),
    )
    misfit = 0
    for attempt in attempts:
        places: dict[Result, Place] = {}
        taken = [[0] * LANES for _ in range(registers)]
        for home in attempt:
            if not _settle(home, busy, taken, places):
                misfit = begin[home]
                break
        else:
            return places
    return misfit


def _settle(home: VectorHome, busy: Mapping[Result, int], taken: list[list[int]], places: dict[Result, Place]) -> bool:
    wanted = [busy[result] for result in home.members]
    fixed = [home.fixed.get(result) for result in home.members]
    for number, components in enumerate(taken):
        lanes = fit_components(wanted, fixed, components, hardest_first=False)
        if lanes is not None:
            for result, component in zip(home.members, lanes, strict=True):
                components[component] |= busy[result]
                places[result] = (number, component)
            return True
    return False
