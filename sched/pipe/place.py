"""Place groups into instructions, from the section's end backwards: each in the last unit from which its results are in
time.

A time is the number of an instruction and the step of a unit in it. An instruction is filled until nothing more fits;
groups whose operands take longest to compute come first. Uniforms, constants and the tests of selects are loaded or
computed in the instruction that uses them. A texel lives in its instruction; for later readers there is a copy beside
the sampler.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import field

from gpucc.errors import InternalError
from gpucc.records import dataclass
from gpucc.sched.pipe.groups import PipeGroup, constants_of, scaled, shares
from gpucc.sched.pipe.plan import TESTER, PipePlan, Test
from gpucc.sched.pipe.work import BRANCH, DISCARD, LOAD, ONE, SIGN, SPILL, STORE, TEXTURE, Sample, TaskWay

STEPS = 16
COORDINATES, LEVEL, FETCH, TESTING = 0, 1, 2, 3
FOREVER = 1 << 30
# with more live components than this, no group is placed that would increase their number, if there is a choice
CAP = 22
HELD = 4
# components alive beyond which an order that is `closing` ends what it can
MANY = 14


class PipeStuck(Exception):
    """A group that fits in no instruction."""

    def __init__(self, group: PipeGroup) -> None:
        super().__init__(group)
        self.group = group


@dataclass(frozen=True, slots=True)
class PipeOrder:
    """The settings of the order in which groups are placed; a search varies them.

    `noise` disturbs the order of each serial, and `bend` the choice of units. `cap` limits the values that are alive,
    and `weight` is the price of spilling a value that many groups read. `deep` makes one operand before it begins
    another, which keeps few values alive; `closing` prefers groups that end the life of values where many are alive. In
    a `loose` one, values that share a home may be in several registers if no instruction has them together.
    """

    noise: Mapping[int, float] = field(default_factory=dict)
    bend: int = 0
    cap: int = CAP
    weight: float = 1.0
    deep: bool = False
    closing: bool = False
    loose: bool = False


@dataclass(slots=True, eq=False)
class TexelCopy:
    """Texels of one texture put into registers."""

    values: list[int]
    way: TaskWay


@dataclass(slots=True, eq=False)
class PipeRow:
    """An instruction under construction; `number` counts from the section's end. `units` has a group, a test or a copy
    for each unit."""

    number: int
    units: dict[str, tuple[PipeGroup | Test | TexelCopy | None, TaskWay | None]] = field(default_factory=dict)
    pipe: tuple[object, ...] | None = None
    index: int | None = None
    constants: list[frozenset[int]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class PlacedSection:
    """A section in order. `at` has the row and the way of each group."""

    plan: PipePlan
    block: int
    groups: list[PipeGroup]
    rows: list[PipeRow]
    at: dict[PipeGroup, tuple[PipeRow, TaskWay]]

    def time(self, row: PipeRow, step: int) -> int:
        return (len(self.rows) - 1 - row.number) * STEPS + step


def pack(sets: Sequence[frozenset[int]], room: int = HELD) -> tuple[list[int], list[int]] | None:
    """Distribute constants over two vectors so that each set is in one of them, or over the first alone if that
    suffices."""
    every: dict[int, None] = {}
    for one in sets:
        every |= dict.fromkeys(sorted(one))
    if len(every) <= room:
        return list(every), []
    ordered = sorted(dict.fromkeys(sets), key=lambda one: (-len(one), sorted(one)))
    found = _divide(ordered, frozenset(), frozenset(), room)
    return None if found is None else (sorted(found[0]), sorted(found[1]))


def _divide(
    left: Sequence[frozenset[int]], first: frozenset[int], second: frozenset[int], room: int
) -> tuple[frozenset[int], frozenset[int]] | None:
    if len(first) > room or len(second) > room:
        return None
    if not left:
        return first, second
    more = left[1:]
    return _divide(more, first | left[0], second, room) or (
        _divide(more, first, second | left[0], room) if first else None
    )


def magnitudes(bits: Sequence[int], signs: bool) -> tuple[frozenset[int], bool]:
    """The literals of an operand in the instruction, and whether the operand negates them."""
    if signs and bits and all(one & SIGN for one in bits):
        return frozenset(one & ~SIGN for one in bits), True
    return frozenset(bits), False


def wants(plan: PipePlan, group: PipeGroup, way: TaskWay) -> list[frozenset[int]]:
    """The literals of each operand in a certain unit."""
    if not group.literal or group.kind in (TEXTURE, LOAD, STORE, SPILL):
        return []
    form = way.form
    found = []
    order = range(len(group.operands))
    pair = scaled(plan, group) if shares(group, way) else None
    for position in order:
        port = form.ports[position] if pair is None else form.ports[pair.index(position)]
        bits = list(constants_of(plan, group.operands[position]))
        if bits:
            found.append(magnitudes(bits, bool(port.negate))[0])
    return found


def test_wants(plan: PipePlan, test: Test) -> list[frozenset[int]]:
    return [magnitudes(bits, True)[0] for bits in (list(constants_of(plan, [use])) for use in test.operands) if bits]


class PipePlacer:
    """Places the groups of one section. `held` are the values that have registers at its end."""

    def __init__(
        self,
        plan: PipePlan,
        block: int,
        groups: list[PipeGroup],
        order: PipeOrder,
        held: Collection[int] = (),
    ) -> None:
        self.plan, self.block, self.groups = plan, block, groups
        self.source = plan.work.blocks[block]
        self.rows: list[PipeRow] = []
        self.at: dict[PipeGroup, tuple[PipeRow, TaskWay]] = {}
        self.limit: dict[PipeGroup, int] = dict.fromkeys(groups, FOREVER)
        self.left = {group: len(group.above) for group in groups}
        self.bend, self.cap, self.closing = order.bend, order.cap, order.closing
        self.alive = set(held)
        first = {group: 2.0 * i for i, group in enumerate(subtrees(groups))} if order.deep else depths(groups)
        noise = order.noise
        self.order = {
            group: (
                group.kind != BRANCH,
                not group.reload,
                (noise.get(group.serial, 0.0) if noise else 0.0) - first[group],
                group.serial,
            )
            for group in groups
        }
        self.favoured: dict[tuple[tuple[TaskWay, ...], int], list[TaskWay]] = {}
        # how many more values are live once a group is placed (a branch always fits), and how many its operands make
        # live beyond its results
        self.growth: dict[PipeGroup, int] = {}
        self.weight: dict[PipeGroup, int] = {}
        self.readers: dict[int, list[PipeGroup]] = {}
        self.makers: dict[int, list[PipeGroup]] = {}
        for group in groups:
            self.count(group)

    def run(self) -> PlacedSection:
        ready = sorted((group for group in self.groups if not self.left[group]), key=self.order.__getitem__)
        while len(self.at) < len(self.groups) or not self.rows:
            row = PipeRow(len(self.rows))
            self.rows.append(row)
            before = len(self.at)
            self.fill(row, ready)
            waits = self.source.ends and row.number == 0 and any(group.kind == DISCARD for group in ready)
            if len(self.at) == before and self.groups and not waits:
                raise PipeStuck(min(ready, key=lambda group: group.serial))
        return PlacedSection(self.plan, self.block, self.groups, self.rows, self.at)

    def count(self, group: PipeGroup) -> None:
        """Count what the placement of a group changes in the number of live values, and who must know of changes."""
        alive, opened = self.alive, 0
        for value in {*group.registers, *group.tested, *group.texeled}:
            self.readers.setdefault(value, []).append(group)
            opened += value not in alive
        for value in group.results:
            self.makers.setdefault(value, []).append(group)
        self.weight[group] = opened - len(group.results)
        self.growth[group] = -FOREVER if group.kind == BRANCH else opened - sum(v in alive for v in group.results)

    def turn(self, values: Iterable[int], change: int) -> None:
        """Note for all groups that values begin (-1) or cease (1) to be live."""
        growth, weight = self.growth, self.weight
        for value in values:
            for group in self.readers.get(value, ()):
                growth[group] += change
                weight[group] += change
            for group in self.makers.get(value, ()):
                growth[group] += change

    def fill(self, row: PipeRow, ready: list[PipeGroup]) -> None:
        placed, key = False, self.order.__getitem__
        growth, place, alive = self.growth, self.place, self.alive
        # a group that did not fit will not fit later, as an instruction only becomes fuller; only the placement of a
        # spill can change that
        refused: set[PipeGroup] = set()
        while True:
            room = max(self.cap - len(alive), 0)
            for group in self.sought(ready):
                if growth[group] <= room and group not in refused:
                    if place(group, row):
                        break
                    if group.save is None:
                        refused.add(group)
            else:
                if placed or not self.force(row, ready):
                    return
                group = next(group for group in ready if group in self.at)
            placed = True
            ready.remove(group)
            self.turn([value for value in group.results if value in alive], 1)
            alive.difference_update(group.results)
            opened = {*group.registers, *group.tested, *group.texeled} - alive
            self.turn(opened, -1)
            alive |= opened
            for one in self.release(group):
                insort(ready, one, key=key)

    def sought(self, ready: list[PipeGroup]) -> list[PipeGroup]:
        """Return the groups in the order in which to try them. In a closing order, where many values are alive, those
        come first that leave fewer."""
        if not self.closing or len(self.alive) <= MANY:
            return ready
        growth = self.growth
        return [*(one for one in ready if growth[one] < 0), *(one for one in ready if growth[one] >= 0)]

    def force(self, row: PipeRow, ready: list[PipeGroup]) -> bool:
        """Place the group that makes the fewest values live, even if registers may run out."""
        return any(self.place(group, row) for group in sorted(ready, key=self.weight.__getitem__))

    # one group

    def place(self, group: PipeGroup, row: PipeRow) -> bool:
        if group.kind == TEXTURE:
            return self.place_texture(group, row)
        if group.kind == DISCARD and row.number == 0 and self.source.ends and group.operands:
            return False
        if group.kind == BRANCH and row.number:
            raise InternalError("a branch must end its section")
        ways = group.ways if len(group.ways) < 2 else self.preferred(group)
        # the last step of this instruction in which the group may work
        last = self.limit[group] + row.number * STEPS
        for way in ways:
            if way.step <= last and way.unit not in row.units and self.resources(group, way, row):
                row.units[way.unit] = (group, way)
                self.at[group] = (row, way)
                if group.save is not None and group.save not in self.at:
                    saving = group.save.ways[0]
                    row.units[saving.unit] = (group.save, saving)
                    self.at[group.save] = (row, saving)
                return True
        return False

    def preferred(self, group: PipeGroup) -> list[TaskWay]:
        """Return the ways of a group in the order in which to try them; with a bend, some groups have another one."""
        shift = (group.serial * 7 + self.bend) % 5 if self.bend else 5
        found = self.favoured.get((group.ways, shift))
        if found is None:
            if shift == 0:
                found = sorted(group.ways, key=lambda way: (way.vector, -way.step))
            elif shift == 1:
                found = sorted(group.ways, key=lambda way: (way.step, way.vector))
            else:
                found = sorted(group.ways, key=lambda way: (-way.step, way.vector))
            self.favoured[group.ways, shift] = found
        return found

    def time(self, row: PipeRow, step: int) -> int:
        return step - row.number * STEPS

    def resources(self, group: PipeGroup, way: TaskWay, row: PipeRow) -> bool:
        """Take all that the group needs besides its unit, or return False if something is missing."""
        if group.save is not None and group.save not in self.at and group.save.ways[0].unit in row.units:
            return False
        if group.pipe is not None and row.pipe != group.pipe and (row.pipe is not None or "uniform" in row.units):
            return False
        test = group.test
        if test is not None:
            held = row.units.get(TESTER)
            if held is not None and held[0] != test:
                return False
        if group.literal:
            wanted = wants(self.plan, group, way) + (test_wants(self.plan, test) if test is not None else [])
            if wanted and pack([*row.constants, *wanted]) is None:
                return False
            row.constants += wanted
        if group.pipe is not None and row.pipe is None:
            row.pipe, row.index = group.pipe, group.index
            row.units["uniform"] = (None, None)
        if test is not None:
            row.units[TESTER] = (test, None)
        return True

    def place_texture(self, group: PipeGroup, row: PipeRow) -> bool:
        """Place a texture read with the load of its coordinates, and with a copy if there are later readers."""
        if "sampler" in row.units or "varying" in row.units or self.time(row, group.ways[0].step) > self.limit[group]:
            return False
        late: dict[int, None] = {}
        for reader in group.above:
            if reader is not group.save and group.above[reader] and self.at[reader][0] is not row:
                uses = [use for lanes in reader.operands for use in lanes] + list(
                    reader.test.operands if reader.test else ()
                )
                late |= dict.fromkeys(use.value for use in uses if use.value in group.results)
        saving = group.save.ways[0] if group.save is not None and group.save not in self.at else None
        if saving is not None:
            assert group.save is not None
            if saving.unit in row.units:
                return False
            late |= dict.fromkeys(group.save.saved)
        if late:
            values = sorted(late, key=lambda value: self.plan.values[value].component)
            way = self.copying(row, len(values))
            if way is None:
                return False
            row.units[way.unit] = (TexelCopy(values, way), way)
        if saving is not None:
            assert group.save is not None
            row.units[saving.unit] = (group.save, saving)
            self.at[group.save] = (row, saving)
        row.units["sampler"] = (group, group.ways[0])
        row.units["varying"] = (group, None)
        self.at[group] = (row, group.ways[0])
        return True

    def copying(self, row: PipeRow, width: int) -> TaskWay | None:
        """Return the unit that copies so many texels: the last unit that copies, or one that multiplies them by 1.0."""
        ways = self.plan.ways
        copying = [way for way in ways.copies if way.unit not in row.units and (way.vector or width == 1)]
        if copying:
            return min(copying, key=lambda way: (way.vector, way.step))
        scalings = ways.scalings if self.plan.genes.scaled else ()
        found = next((way for way in scalings if way.unit not in row.units), None)
        one = frozenset({ONE})
        if found is None or pack([*row.constants, one]) is None:
            return None
        row.constants.append(one)
        return found

    def release(self, group: PipeGroup) -> list[PipeGroup]:
        """The groups that become ready after this one is placed."""
        row, way = self.at[group]
        fresh = []
        for below, strict in group.below.items():
            limit = self.time(row, read_step(group, way, below)) - 1 if strict else self.time(row, way.step)
            if not strict and below.kind == STORE and group.kind != STORE:
                limit = self.time(row, FETCH) - 1
            self.limit[below] = min(self.limit[below], limit)
            self.left[below] -= 1
            if not self.left[below]:
                fresh += self.saved(below) if below.kind == SPILL else [below]
        return fresh

    def saved(self, save: PipeGroup) -> list[PipeGroup]:
        """Place a spill, which takes no place of its own: each group that computes one of its values must be placed
        early enough for it. Return the groups that are ready now."""
        limit = (self.limit[save] - save.ways[0].step) // STEPS * STEPS + STEPS - 1
        fresh = []
        for maker in save.below:
            self.limit[maker] = min(self.limit[maker], limit)
            self.left[maker] -= 1
            if not self.left[maker]:
                fresh.append(maker)
        return fresh


def read_step(group: PipeGroup, way: TaskWay, below: PipeGroup) -> int:
    """The step at which a group reads the result of another."""
    if below.kind == SPILL:
        return FETCH
    if group.index is None and group.test is None and group.kind != TEXTURE:
        return way.step
    made = set(below.results)
    if group.kind == TEXTURE:
        attr = group.task.attr
        assert isinstance(attr, Sample)
        return COORDINATES if made & {use.value for use in group.operands[0]} else LEVEL
    step = way.step
    if group.index is not None and group.index in made:
        return FETCH
    if group.test is not None and made & {use.value for use in group.test.operands}:
        return TESTING
    return step


def depths(groups: Sequence[PipeGroup]) -> dict[PipeGroup, int]:
    """The earliest time of each group, if there were enough units."""
    found: dict[PipeGroup, int] = {}
    for group in in_order(groups):
        start = 0
        for below, strict in group.below.items():
            start = max(start, found[below] + strict)
        found[group] = earliest(group, start)
    return found


def subtrees(groups: Sequence[PipeGroup]) -> list[PipeGroup]:
    """An order that finishes one operand before the next, those that need most registers first (Sethi-Ullman)."""
    need: dict[PipeGroup, int] = {}
    for group in in_order(groups):
        wanted = sorted((need[below] for below, strict in group.below.items() if strict), reverse=True)
        need[group] = max([1, *(count + i for i, count in enumerate(wanted))])
    found: dict[PipeGroup, None] = {}
    for last in groups:
        stack = [last] if not last.above else []
        while stack:
            group = stack[-1]
            left = [below for below in group.below if below not in found]
            if left:
                stack.append(max(left, key=lambda below: (need[below], -below.serial)))
                continue
            found[stack.pop()] = None
    return list(found)


def earliest(group: PipeGroup, start: int) -> int:
    first = FOREVER
    for way in group.ways:
        step = min(way.step, TESTING) if group.test is not None else way.step
        row = (start - step + STEPS - 1) // STEPS if start > step else 0
        first = min(first, row * STEPS + way.step)
    return first


def in_order(groups: Sequence[PipeGroup]) -> list[PipeGroup]:
    left = {group: len(group.below) for group in groups}
    ready = [group for group in groups if not left[group]]
    order = []
    while ready:
        group = ready.pop()
        order.append(group)
        for above in group.above:
            left[above] -= 1
            if not left[above]:
                ready.append(above)
    if len(order) < len(groups):
        raise InternalError("groups depend on each other")
    return order
