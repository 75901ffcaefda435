"""Map homes to registers component by component, offline: the order is fixed, so every scalar's lifetime is known.

A scalar occupies its component from after its defining instruction to its last reader. Two scalars may share a
component when one's last reader is the other's definition, unless that instruction must not overwrite what it reads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpucc.isel.machine import Result
from gpucc.sched.vectors.records import LANES, Vector, VectorHome

# a home of many scalars in few components has exponentially many ways not to fit
MOST_STEPS = 512
Span = tuple[int, int]
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Shortage:
    """Why allocation failed: how many components are live at the worst instruction, and where the first misfit is."""

    peak: int
    position: int


def spans(order: Sequence[Vector], alias: Mapping[Result, Result]) -> dict[Result, Span]:
    """Lifetimes over the linear order. A variable lives from its first write in any arm, as if arms ran in turn."""
    start: dict[Result, int] = {}
    end: dict[Result, int] = {}
    for position, vector in enumerate(order):
        late = position + 1 if vector.op.result == "fixed" else position
        for result in vector.reads():
            end[result] = max(end.get(result, 0), late)
        for written in vector.results:
            if vector.home is not None and vector.home.output is None:
                result = alias.get(written, written)
                start.setdefault(result, position)
                end[result] = max(end.get(result, 0), position + 1)
    return {result: (begin, max(end[result], begin + 1)) for result, begin in start.items()}


def peak_pressure(lifetimes: dict[Result, Span]) -> int:
    events = sorted([(begin, 1) for begin, _ in lifetimes.values()] + [(end, -1) for _, end in lifetimes.values()])
    live = peak = 0
    for _, change in events:
        live += change
        peak = max(peak, live)
    return peak


def allocate(order: Sequence[Vector], registers: int, alias: Mapping[Result, Result]) -> dict[Result, Place] | Shortage:
    """Try homes in order of appearance, then wide and long ones first."""
    lifetimes = spans(order, alias)
    homes = list(dict.fromkeys(v.home for v in order if v.home is not None and v.home.output is None))
    begin = {home: min(lifetimes[r][0] for r in home.members) for home in homes}
    area = {home: sum(lifetimes[r][1] - lifetimes[r][0] for r in home.members) for home in homes}
    # a lifetime as a bit set over positions, so that whether two overlap is one operation
    busy = {result: (1 << end) - (1 << start) for result, (start, end) in lifetimes.items()}
    places = settle(homes, busy, begin, area, registers)
    if isinstance(places, int):
        return Shortage(peak_pressure(lifetimes), places)
    return places | {written: places[result] for written, result in alias.items() if result in places}


def settle(
    homes: Sequence[VectorHome], busy: Mapping[Result, int], begin: Mapping[VectorHome, int], area: Mapping[VectorHome, int], registers: int
) -> dict[Result, Place] | int:
    """A place for every member of the homes, or where the first home begins for which there is none."""
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
    for number, components in enumerate(taken):
        lanes = _fit(home, busy, components)
        if lanes is not None:
            for result, component in zip(home.members, lanes, strict=True):
                components[component] |= busy[result]
                places[result] = (number, component)
            return True
    return False


def _fit(home: VectorHome, busy: Mapping[Result, int], components: Sequence[int]) -> tuple[int, ...] | None:
    """Components for the members, in natural order where possible; one may follow another in its component."""
    taken = list(components)
    chosen: list[int] = []
    steps = 0

    def extend(number: int) -> bool:
        nonlocal steps
        if number == len(home.members):
            return True
        steps += 1
        if steps > MOST_STEPS:
            return False
        result = home.members[number]
        wanted = busy[result]
        pinned = home.fixed.get(result)
        for component in range(LANES) if pinned is None else (pinned,):
            if not taken[component] & wanted:
                taken[component] |= wanted
                chosen.append(component)
                if extend(number + 1):
                    return True
                chosen.pop()
                taken[component] ^= wanted
        return False

    return tuple(chosen) if extend(0) else None
