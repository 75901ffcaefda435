"""Which homes of a section to spill when registers run out."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from gpucc.sched.core.work import RESULT
from gpucc.sched.pipe.groups import PipeGroup
from gpucc.sched.pipe.place import PlacedSection
from gpucc.sched.pipe.registers import Full, Need
from gpucc.sched.pipe.spill import Terms, read_by
from gpucc.sched.pipe.work import FRAME, TEXEL

# values that live for fewer steps than this are not spilled
SHORT = 20
# readers up to so many instructions after the definition of a spilled value still read its register
NEAR = 2
# of the victims that seem necessary, one plus a share is spilled at once; the share grows with failed rounds
SHARES = (4,) * 4 + (2,) * 4 + (1,)
# the number of rounds after which one more value is spilled than necessary; one more again after as many rounds
PATIENCE = 4


def victims_of(
    placed: PlacedSection, full: Full, kept: set[int], known: Mapping[tuple[int, ...], Terms], weight: float, again: int
) -> dict[tuple[int, ...], Terms]:
    """Homes to spill: those that hold registers for long while a home without a register is alive, and have few
    readers.

    A home that is chosen again, because its registers are still in the way, loses its near readers; after that its
    groups are stored apart.
    """
    groups, plan = placed.groups, placed.plan
    kinds = (RESULT, TEXEL) if plan.genes.waiting else (RESULT,)
    kept = kept | {value for group in groups if group.kind == FRAME for value in group.results}
    maker = {value: group for group in groups for value in group.results}

    def spillable(values: tuple[int, ...]) -> bool:
        if values in known:
            return not known[values].apart
        return all(plan.values[value].kind in kinds and value in maker and value not in kept for value in values)

    found: list[tuple[float, tuple[int, ...], Need]] = []
    for need in full.needs:
        start, end = need.window
        values = tuple(sorted(need.values))
        if need.register is None and end - start >= SHORT and spillable(values):
            readers = max((len(maker[value].above) for value in values if value in maker), default=0)
            found.append(((start - end) / (1 + readers) ** weight, values, need))
    found.sort(key=lambda one: one[:2])
    chosen: dict[tuple[int, ...], Terms] = {}
    for values, need in _relieving([(values, need) for _, values, need in found], full.lost, again):
        starts = [start for start, _ in need.spans]
        if values not in known:
            chosen[values] = Terms(max(starts) - min(starts) > SHORT, _near(placed, {maker[value] for value in values}))
        else:
            chosen[values] = Terms(not known[values].near)
    return chosen


def _relieving(
    found: list[tuple[tuple[int, ...], Need]], lost: list[Need], again: int
) -> list[tuple[tuple[int, ...], Need]]:
    """The first choice for each need that found no register, unless components given up for other needs have room for
    it.

    Each spill changes all that follows, so only a few of those that seem necessary are chosen at once; after many
    rounds more of them, because a round costs time in proportion to the section.
    """
    chosen: list[tuple[tuple[int, ...], Need]] = []
    # components that were given up, as bit sets of the times at which they are free, and the first and last of these
    # times at the beginning: most components are excluded by those, which are short numbers
    free: list[int] = []
    bounds: list[tuple[int, int]] = []
    windows = [_bounds(need) for _, need in found]
    for need in lost:
        start, end = _bounds(need)
        within = (i for i, (first, last) in enumerate(bounds) if first <= start and end <= last)
        room = list(islice((i for i in within if need.always & free[i] == need.always), len(need.values)))
        if len(room) < len(need.values):
            place = next((i for i, (first, last) in enumerate(windows) if first < end and start < last), None)
            if place is None:
                continue
            best = found.pop(place)
            chosen.append(best)
            room = [*room, *range(len(free), len(free) + len(best[0]))]
            free += [best[1].always] * len(best[0])
            bounds += [windows.pop(place)] * len(best[0])
        for i in room[: len(need.values)]:
            free[i] &= ~need.always
    some = chosen[: 1 + len(chosen) // SHARES[min(again, len(SHARES) - 1)]]
    return [*some, *found[: max(0, again // PATIENCE - len(some))]]


def _bounds(need: Need) -> tuple[int, int]:
    """The first of the times at which a need holds its registers, and the first one after them."""
    start, end = need.window
    return start, max(start + 1, end)


def _near(placed: PlacedSection, makers: set[PipeGroup]) -> frozenset[int]:
    """The tasks that read the results of these groups within the next `NEAR` instructions."""
    found: dict[PipeGroup, bool] = {}
    for group in makers:
        made = set(group.results)
        for reader in group.above:
            if made & read_by(reader):
                close = placed.at[group][0].number - placed.at[reader][0].number <= NEAR
                found[reader] = close and found.get(reader, True)
    return frozenset(
        task.number for reader, close in found.items() if close for task in reader.tasks if task.number >= 0
    )
