"""Allocate registers for the values of one section: homes to vec4 registers, values to components, by lifetimes.

A value may take the component of one whose last reader is the instruction that writes it, because units read before
they write.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from itertools import accumulate

from gpucc.isa.model import LANES
from gpucc.records import dataclass
from gpucc.sched.lanes.components import fit_components
from gpucc.sched.pipe.groups import PipeGroup
from gpucc.sched.pipe.homes import Homes, PipeHome
from gpucc.sched.pipe.place import FETCH, STEPS, TESTING, PipeRow, PlacedSection, TexelCopy
from gpucc.sched.pipe.work import TEXEL, TEXTURE

Spot = tuple[int, int]
Span = tuple[int, int]
# the number of orders tried if at most FEW needs find no register in the first; each puts a need that failed first
TRIES = 4
FEW = 3


class Full(Exception):
    """No register was found for the needs `lost`; the exception has all needs, too."""

    def __init__(self, lost: Sequence[Need], needs: Sequence[Need]) -> None:
        super().__init__(f"{len(lost)} of {len(needs)} found no register")
        self.lost, self.needs = list(lost), list(needs)


@dataclass(slots=True, eq=False)
class Need:
    """Values that must share a register, with their lifetimes (first write, last read) and the components that they
    require."""

    values: list[int]
    spans: list[Span]
    lanes: list[int | None]
    register: int | None = None
    # the hull of all spans; the spans as bit sets of times, and their hull as one
    window: Span = field(init=False)
    times: list[int] = field(init=False)
    always: int = field(init=False)

    def __post_init__(self) -> None:
        if len(self.spans) == 1:
            self.window = self.spans[0]
            self.always = _bits(self.window)
            self.times = [self.always]
            return
        starts, ends = zip(*self.spans, strict=True)
        self.window = min(starts), max(ends)
        self.always = _bits(self.window)
        self.times = [_bits(span) for span in self.spans]

    def part(self, values: set[int], register: int | None) -> Need:
        """The need of some of the values alone."""
        chosen = [i for i, value in enumerate(self.values) if value in values]
        return Need(
            [self.values[i] for i in chosen],
            [self.spans[i] for i in chosen],
            [self.lanes[i] for i in chosen],
            register,
        )

    def size(self) -> tuple[bool, int, int]:
        total = 0
        for start, end in self.spans:
            total += start - end
        return (self.register is None, -len(self.values), total)


@dataclass(slots=True)
class Registers:
    """The places of the values of a section. Groups that are `bypassed` have none: their result goes only to the adder
    beside."""

    spots: dict[int, Spot] = field(default_factory=dict)
    bypassed: set[PipeGroup] = field(default_factory=set)


def allocate(
    placed: PlacedSection,
    homes: Homes,
    variables: Mapping[int, Spot],
    begin: frozenset[int],
    end: frozenset[int],
    outputs: Mapping[int, int],
    whether: bool = False,
    loose: bool = False,
) -> Registers:
    """Allocate the registers of a section. `variables` have given places; those of `begin` are live at its beginning,
    those of `end` at its end. If registers run out, `Full` tells what lacks some, unless the question is `whether` they
    do. If they would, values that share a home with a variable may be in another register, and with `loose` all values
    of a home that no instruction has together."""
    found = Registers(bypassed=find_bypasses(placed))
    needs = _needs(placed, homes, variables, begin, end, outputs, found.bypassed)
    try:
        return _settled(placed, found, needs, whether)
    except Full as full:
        usual = any(need.register is not None for need in full.lost)
        parts = _loosened(placed, needs, loose) if not whether and (usual or loose) else []
        if not parts:
            raise
        try:
            return _settled(placed, found, parts, whether)
        except Full:
            if usual:
                raise
            # whole homes are spilled
            raise full from None


def _settled(placed: PlacedSection, found: Registers, needs: list[Need], whether: bool) -> Registers:
    order = sorted(needs, key=Need.size)
    count = placed.plan.work.isa.pipeline.registers
    tries = TRIES if _most(needs, len(placed.rows) * STEPS) <= count * LANES else 1
    if whether and tries == 1:
        raise Full([], needs)
    while True:
        table = _Table(count)
        failed = next((i for i, need in enumerate(order) if not table.settle(need)), None)
        if failed is None:
            found.spots |= table.spots
            return found
        tries -= 1
        lost = [order[failed]]
        if not tries or tries == TRIES - 1:
            lost += [need for need in order[failed + 1 :] if not table.settle(need)]
            if not tries or len(lost) > FEW:
                raise Full(lost, needs)
        del order[failed]
        order = sorted([lost[0], *order], key=lambda one: one.register is None)


def _loosened(placed: PlacedSection, needs: Sequence[Need], every: bool) -> list[Need]:
    """The needs, where values that share a home with a variable, but no instruction with it, are free to be in another
    register; with `every` home divided into what instructions have together. Nothing if that changes nothing."""
    asked = {value for need in needs if every or need.register is not None for value in need.values}
    ties: dict[int, list[set[int]]] = {}
    for group in placed.groups if asked else ():
        for together in (group.results, group.saved, *([use.value for use in lanes] for lanes in group.operands)):
            if len(together) > 1 and not asked.isdisjoint(together):
                tied = set(together)
                for value in tied & asked:
                    ties.setdefault(value, []).append(tied)
    found: list[Need] = []
    for need in needs:
        fixed = {value for value, lane in zip(need.values, need.lanes, strict=True) if lane is not None}
        kept = _tied(fixed, need, ties) if need.register is not None else set()
        free = set(need.values) - kept
        if not (kept and free) and (need.register is not None or len(free) == 1 or not every):
            found.append(need)
            continue
        found += [need.part(kept, need.register)] if kept else []
        found += _divided(need.part(free, None), ties) if every else [need.part(free, None)]
    return found if len(found) > len(needs) else []


def _tied(some: set[int], need: Need, ties: Mapping[int, Sequence[set[int]]]) -> set[int]:
    """Some values of a need and all others of it that must be in one register with them."""
    found, waiting = set(some), list(some)
    while waiting:
        near = set().union(*ties.get(waiting.pop(), ())) & set(need.values) - found
        found |= near
        waiting += near
    return found


def _divided(need: Need, ties: Mapping[int, Sequence[set[int]]]) -> list[Need]:
    """A need for each set of values that must be in one register."""
    found, left = [], list(need.values)
    while left:
        part = _tied({left[0]}, need, ties)
        found.append(need.part(part, None))
        left = [value for value in left if value not in part]
    return found


def _most(needs: Sequence[Need], last: int) -> int:
    """The largest number of values that are live at once, up to the time `last`; if it is too large, no order helps."""
    changes = [0] * (last + 3)
    for need in needs:
        for start, end in need.spans:
            changes[start + 1] += 1
            changes[(end if end > start else start + 1) + 1] -= 1
    return max(accumulate(changes))


class _Table:
    """Bit sets of the times at which each component is occupied."""

    def __init__(self, count: int) -> None:
        self.busy = [[0] * LANES for _ in range(count)]
        self.spots: dict[int, Spot] = {}

    def settle(self, need: Need) -> bool:
        """Place a need; registers with the most occupied components are tried first."""
        if need.register is not None:
            return self.take(need, need.register)
        if len(need.values) == 1 and need.lanes[0] is None:
            return self.settle_alone(need)
        window = need.always
        fullest: list[list[int]] = [[] for _ in range(LANES + 1)]
        for register, (x, y, z, w) in enumerate(self.busy):
            taken = (x & window != 0) + (y & window != 0) + (z & window != 0) + (w & window != 0)
            fullest[taken].append(register)
        return any(self.take(need, register) for registers in reversed(fullest) for register in registers)

    def settle_alone(self, need: Need) -> bool:
        """Place a single value in the first free component of the first of the fullest registers with room for it."""
        window, most, found = need.always, -1, -1
        for register, (x, y, z, w) in enumerate(self.busy):
            taken = (x & window != 0) + (y & window != 0) + (z & window != 0) + (w & window != 0)
            if most < taken < LANES:
                most, found = taken, register
        if found < 0:
            return False
        row = self.busy[found]
        lane = next(lane for lane, times in enumerate(row) if not times & window)
        self.spots[need.values[0]] = (found, lane)
        row[lane] |= window
        return True

    def take(self, need: Need, register: int) -> bool:
        chosen = fit_components(need.times, need.lanes, self.busy[register], hardest_first=True)
        if chosen is None:
            return False
        for value, lane, time in zip(need.values, chosen, need.times, strict=True):
            self.spots[value] = (register, lane)
            self.busy[register][lane] |= time
        return True


def _bits(span: Span) -> int:
    """A bit set of the times of a span; bit 0 is time -1."""
    start, end = span
    return ((1 << (end - start if end > start else 1)) - 1) << start + 1


def _needs(
    placed: PlacedSection,
    homes: Homes,
    variables: Mapping[int, Spot],
    begin: frozenset[int],
    end: frozenset[int],
    outputs: Mapping[int, int],
    bypassed: set[PipeGroup],
) -> list[Need]:
    plan = placed.plan
    born, read = _times(placed)
    spans: dict[int, tuple[int, int]] = {}
    for group in placed.groups:
        if group.kind != TEXTURE and group not in bypassed:
            for value in group.results:
                spans[value] = (born[value], max(read.get(value, 0), born[value] + 1))
    copied: list[Need] = []
    for row in placed.rows:
        for held, way in row.units.values():
            if isinstance(held, TexelCopy):
                assert way is not None
                start = placed.time(row, way.step)
                own = [(start, max(read.get(value, 0), start + 1)) for value in held.values]
                copied.append(Need(list(held.values), own, [None] * len(own)))
    last = len(placed.rows) * 16
    for _, _, value in plan.work.blocks[placed.block].outputs:
        spans[value] = (spans[value][0], last)
    assigned = plan.assigned[placed.block]
    for place, value in assigned.items():
        if place in end:
            spans[value] = (spans[value][0], last)
    for place in sorted(begin | end):
        if place in begin:
            spans[place] = (-1, last if place in end and place not in assigned else read.get(place, 0))
    members: dict[PipeHome, list[int]] = {}
    places: dict[int, int] = {}
    for value in spans:
        place = places[value] = homes.whole(value)
        members.setdefault(homes.home[place], []).append(value)
    needs = copied
    for home, values in members.items():
        register = None if home.output is None else outputs[home.output]
        lanes: list[int | None] = []
        for value in values:
            place = places[value]
            # a value that is not needed afterwards can be anywhere
            if place in variables and (value == place or place in end):
                register = variables[place][0]
                lanes.append(variables[place][1])
            else:
                lanes.append(home.fixed.get(value))
        needs.append(Need(values, [spans[value] for value in values], lanes, register))
    return needs


def _times(placed: PlacedSection) -> tuple[dict[int, int], dict[int, int]]:
    """The time at which each value is written, and the time of its last read."""
    born: dict[int, int] = {}
    read: dict[int, int] = {}

    def note(value: int, time: int) -> None:
        if read.get(value, time) <= time:
            read[value] = time

    values, last = placed.plan.values, (len(placed.rows) - 1) * STEPS
    for group in placed.groups:
        row, way = placed.at[group]
        start = last - row.number * STEPS
        time = start + way.step
        for value in group.saved:
            note(value, time)
        for value in group.results:
            born[value] = time
        if group.kind != TEXTURE and not group.texeled:
            for value in group.registers:
                note(value, time)
            for value in group.tested:
                note(value, start + TESTING)
            if group.index is not None:
                note(group.index, start + FETCH)
            continue
        for position, lanes in enumerate(group.operands):
            when = start + position if group.kind == TEXTURE else time
            for use in lanes:
                if values[use.value].kind != TEXEL or not _here(use.value, row):
                    note(use.value, when)
        if group.index is not None:
            note(group.index, start + FETCH)
        if group.test is not None:
            for use in group.test.operands:
                if values[use.value].kind != TEXEL or not _here(use.value, row):
                    note(use.value, start + TESTING)
    return born, read


def _here(texel: int, row: PipeRow) -> bool:
    """Return whether a texel is read in the instruction of its sampler."""
    return any(
        isinstance(held, PipeGroup) and texel in held.results for held, _ in (row.units.get("sampler", (None, None)),)
    )


def find_bypasses(placed: PlacedSection) -> set[PipeGroup]:
    """Groups in a multiplier that only the adder beside reads, as an operand that can be its product."""
    found: set[PipeGroup] = set()
    plan = placed.plan
    kept = {value for _, _, value in plan.work.blocks[placed.block].outputs} | set(plan.assigned[placed.block].values())
    pairs = plan.ways.bypasses
    for row in placed.rows:
        for first, then in pairs:
            one, other = row.units.get(first), row.units.get(then)
            if one is None or other is None or not isinstance(one[0], PipeGroup) or not isinstance(other[0], PipeGroup):
                continue
            made, reader = one[0], other[0]
            if list(made.above) != [reader] or kept & set(made.results):
                continue
            position = bypass_position(made, reader)
            if position is not None:
                found.add(made)
    return found


def bypass_position(made: PipeGroup, reader: PipeGroup) -> int | None:
    """The position of the reader's operand that is exactly the product and could be its first; None if there is
    none."""
    values = set(made.results)
    hits = [i for i, lanes in enumerate(reader.operands) if values & {use.value for use in lanes}]
    if (
        len(hits) != 1
        or reader.index in values
        or (reader.test and values & {use.value for use in reader.test.operands})
    ):
        return None
    if not {use.value for use in reader.operands[hits[0]]} <= values:
        return None
    return hits[0] if hits[0] == 0 or reader.task.swaps else None
