"""Spill values when registers run out: varyings are loaded again for each reader, other values are kept on the stack.

A spilled home is stored whole, in the instruction that computes the last of its values (the unit for stores works
late). A reader takes it directly from the load of its own instruction if it needs nothing else from there and can read
pipes; else a copy comes first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from gpucc.isa.model import LANES
from gpucc.records import dataclass
from gpucc.sched.core.work import MEMORY, RESULT, VARIABLE, Use, add_value
from gpucc.sched.pipe.groups import PipeGroup
from gpucc.sched.pipe.homes import Homes, PipeHome
from gpucc.sched.pipe.plan import PipePlan
from gpucc.sched.pipe.work import ARITHMETIC, LOAD, SPILL, STORE, TEXTURE, PipeTask


@dataclass(slots=True)
class Spilled:
    """The state of spilling. `rows` has the row of the stack of each spilled value, `lanes` the component of those that
    are stored alone; `source` maps a reloaded value to the spilled one; `fresh` values must not be spilled again."""

    rows: dict[int, int] = field(default_factory=dict)
    lanes: dict[int, int] = field(default_factory=dict)
    source: dict[int, int] = field(default_factory=dict)
    fresh: set[int] = field(default_factory=set)
    count: int = 0


@dataclass(frozen=True, slots=True)
class Terms:
    """The way in which a home is spilled: `apart` gives the results of each group a row of their own; `near` tasks come
    so soon after the definitions that they still read the register."""

    apart: bool = False
    near: frozenset[int] = frozenset()


def spill_all(
    plan: PipePlan, homes: Homes, groups: list[PipeGroup], victims: Mapping[tuple[int, ...], Terms], spilled: Spilled
) -> None:
    """Free the registers of values of certain homes, which `groups` compute; some may be spilled already."""
    makers = {value: group for group in groups for value in group.results}
    for values, terms in victims.items():
        found = list(values)
        if plan.values[values[0]].kind == RESULT:
            found = [value for value in values if homes.of(value) is homes.of(values[0])]
        _spill(
            plan,
            homes,
            groups,
            sorted({makers[value] for value in found}, key=lambda group: group.serial),
            spilled,
            terms,
        )


def _spill(
    plan: PipePlan, homes: Homes, groups: list[PipeGroup], makers: list[PipeGroup], spilled: Spilled, terms: Terms
) -> None:
    wanted = {value for group in makers for value in saved_by(group)}
    if all(maker.kind == LOAD for maker in makers):
        _load_again(plan, homes, groups, makers, spilled)
        return
    _Spiller(plan, homes, groups, makers, wanted, spilled).run(terms)


def _load_again(
    plan: PipePlan, homes: Homes, groups: list[PipeGroup], makers: list[PipeGroup], spilled: Spilled
) -> None:
    """Give each reader loads of its own; the first reader of each load keeps the old one. What a reader takes from
    several loads stays in one register, so it keeps all of the old ones or none."""
    wanted: dict[PipeGroup, list[PipeGroup]] = {}
    for maker in makers:
        for reader in maker.above:
            if maker.above[reader] and set(maker.results) & read_by(reader):
                wanted.setdefault(reader, []).append(maker)
    kept: set[PipeGroup] = set()
    for reader, loads in sorted(wanted.items(), key=lambda one: -len(one[1])):
        if kept.isdisjoint(loads):
            kept.update(loads)
            continue
        home, new = homes.new(), dict[int, int]()
        for maker in loads:
            again: dict[int, int] = {}
            for value, task in zip(maker.results, maker.tasks, strict=True):
                if value in read_by(reader):
                    component = plan.values[value].component
                    again[value] = add_value(plan.values, RESULT, task=task.number, component=component)
                    homes.lanes[again[value]] = homes.lanes[value]
                    homes.put(again[value], home)
            tasks = list(maker.tasks[: len(again)])
            load = PipeGroup(len(groups), LOAD, tasks, [], list(again.values()), ways=maker.ways)
            groups.append(load)
            _unlink(maker, reader)
            _link(load, reader)
            new |= again
        _exchange(plan, reader, new)
        spilled.fresh |= set(new.values())
    for maker in makers:
        spilled.fresh |= set(maker.results)


def saved_by(group: PipeGroup) -> list[int]:
    """Return the results that are stored if they are spilled: of texels, those that a reader wants."""
    if group.kind != TEXTURE:
        return group.results
    read = set().union(*(read_by(reader) for reader in group.above))
    return [value for value in group.results if value in read]


def read_by(group: PipeGroup) -> set[int]:
    uses = [use for lanes in group.operands for use in lanes] + list(group.test.operands if group.test else ())
    return {use.value for use in uses} | ({group.index} if group.index is not None else set())


def _exchange(plan: PipePlan, reader: PipeGroup, new: dict[int, int]) -> None:
    def changed(use: Use) -> Use:
        return Use(new[use.value], use.negate, use.absolute, use.place) if use.value in new else use

    reader.operands = [[changed(use) for use in lanes] for lanes in reader.operands]
    if reader.test is not None:
        reader.test = replace(reader.test, operands=tuple(changed(use) for use in reader.test.operands))
    read = read_by(reader)
    held = {value for value in read if plan.values[value].kind in (RESULT, VARIABLE)}
    tested = {use.value for use in reader.test.operands} if reader.test else set()
    texels = [new[value] for value in reader.texeled if value in new]
    registers = (*(new.get(value, value) for value in reader.registers), *(one for one in texels if one not in tested))
    tests = (*(new.get(value, value) for value in reader.tested), *(one for one in texels if one in tested))
    reader.registers = tuple(one for one in dict.fromkeys(registers) if one in held)
    reader.tested = tuple(one for one in dict.fromkeys(tests) if one in held)
    reader.texeled = tuple(value for value in reader.texeled if value not in new)
    if reader.index in new and reader.index is not None:
        reader.index = new[reader.index]
        assert reader.pipe is not None
        reader.pipe = (*reader.pipe[:-1], reader.index)


def _link(below: PipeGroup, above: PipeGroup, strict: bool = True) -> None:
    below.above[above] = above.below[below] = strict or below.above.get(above, False)


def _unlink(below: PipeGroup, above: PipeGroup) -> None:
    below.above.pop(above, None)
    above.below.pop(below, None)


class _Spiller:
    """Spills the results of some groups.

    Results of different groups can be stored apart: single values into components of one row if the facts allow it,
    vectors into rows of their own. That is also done if one of the groups needs a reader of another.
    """

    def __init__(
        self,
        plan: PipePlan,
        homes: Homes,
        groups: list[PipeGroup],
        makers: list[PipeGroup],
        wanted: set[int],
        spilled: Spilled,
    ) -> None:
        self.plan, self.homes, self.groups, self.makers, self.wanted, self.spilled = (
            plan,
            homes,
            groups,
            makers,
            wanted,
            spilled,
        )
        self.saves: dict[int, PipeGroup] = {}

    def run(self, terms: Terms) -> None:
        """Add the stores and the loads; the order places a store after the groups whose results it saves."""
        readers = list(dict.fromkeys(reader for maker in self.makers for reader in maker.above))
        # a group that is only ordered after the definition reads nothing from the stack
        readers = [
            reader for reader in readers if self.wanted & read_by(reader) and reader.task.number not in terms.near
        ]
        if terms.apart or _need(self.makers, set(readers)):
            self.save_apart()
        else:
            self.save(self.makers, self.row())
        for reader in readers:
            self.reader(reader)

    def save_apart(self) -> None:
        narrow = self.plan.work.isa.fact("narrow-store").holds(self.plan.work.level)
        single = [maker for maker in self.makers if narrow and len(saved_by(maker)) == 1]
        for maker in self.makers:
            if maker not in single:
                self.save([maker], self.row())
        for first in range(0, len(single), LANES):
            row = self.row()
            for lane, maker in enumerate(single[first : first + LANES]):
                self.save([maker], row).lane = lane
                self.spilled.lanes[saved_by(maker)[0]] = lane

    def row(self) -> int:
        self.spilled.count += 1
        return self.spilled.count

    def save(self, makers: list[PipeGroup], row: int) -> PipeGroup:
        way = self.plan.ways.by_name["store"]
        save = PipeGroup(len(self.groups), SPILL, [PipeTask(-1, SPILL, "store", way)], [], [], ways=way)
        save.saved = tuple(sorted(value for maker in makers for value in saved_by(maker)))
        save.row = row
        self.groups.append(save)
        for maker in makers:
            maker.save = save
            _link(maker, save)
        for value in save.saved:
            self.saves[value] = save
            self.spilled.rows[value] = row
            self.spilled.fresh.add(value)
        return save

    def reader(self, reader: PipeGroup) -> None:
        read = sorted(self.wanted & read_by(reader))
        rows = list(dict.fromkeys(self.spilled.rows[value] for value in read))
        if len(rows) == 1 and self.direct(reader, read):
            self.fetch(reader, read)
            _exchange(self.plan, reader, {value: self.memory(value) for value in read})
            reader.pipe = (MEMORY, None, rows[0], None)
        else:
            home = self.homes.new()
            new: dict[int, int] = {}
            for row in rows:
                values = [value for value in read if self.spilled.rows[value] == row]
                copy = self.copy(values, home, row, _kept_lanes(reader))
                new |= dict(zip(values, copy.results, strict=True))
                self.fetch(copy, values)
                _link(copy, reader)
            _exchange(self.plan, reader, new)
        for maker in self.makers:
            if maker in reader.below and not set(maker.results) & read_by(reader):
                _unlink(maker, reader)

    def copy(self, values: list[int], home: PipeHome, row: int, lanes: Mapping[int, int]) -> PipeGroup:
        """Load these values of one row into a home; those in `lanes` into certain components."""
        uses = [Use(self.memory(value)) for value in values]
        results = [add_value(self.plan.values, RESULT) for _ in values]
        for value, result in zip(values, results, strict=True):
            if value in lanes:
                self.homes.lanes[result] = lanes[value]
            self.homes.put(result, home)
        ways = tuple(way for way in self.plan.ways.copies if way.vector or len(uses) == 1)
        task = PipeTask(-1, ARITHMETIC, "mov", ways, ((uses[0],),), (results[0],))
        copy = PipeGroup(len(self.groups), ARITHMETIC, [task] * len(uses), [uses], results, ways=ways)
        copy.pipe = (MEMORY, None, row, None)
        copy.reload = True
        self.groups.append(copy)
        self.spilled.fresh |= set(results)
        return copy

    def memory(self, value: int) -> int:
        found = add_value(self.plan.values, MEMORY, address=self.spilled.rows[value])
        self.spilled.source[found] = value
        return found

    def fetch(self, loader: PipeGroup, values: Sequence[int]) -> None:
        for value in values:
            _link(self.saves[value], loader)

    def direct(self, reader: PipeGroup, read: Sequence[int]) -> bool:
        """Return whether the reader can take all that it reads of the home from the pipe."""
        if reader.kind != ARITHMETIC or reader.pipe is not None or reader.index in read:
            return False
        for lanes in reader.operands:
            hit = [use.value in self.wanted for use in lanes]
            if any(hit) and not all(hit):
                return False
        return True


def _kept_lanes(reader: PipeGroup) -> dict[int, int]:
    """Return the component in which a reader needs each value. Only a store of a whole register cannot swizzle: it
    takes its values from x on."""
    if reader.kind != STORE or not reader.own:
        return {}
    return {use.value: lane for lane, use in enumerate(reader.operands[0])}


def _need(makers: Sequence[PipeGroup], readers: set[PipeGroup]) -> bool:
    """Return whether the groups must be saved one by one. They must if one of them depends on a reader of another: a
    row saved as a whole would come after that reader.
    """
    if len(makers) == 1:
        return False
    stack, seen = list(makers), set(makers)
    if seen & readers:
        return True
    while stack:
        for below in stack.pop().below:
            if below in readers:
                return True
            if below not in seen:
                seen.add(below)
                stack.append(below)
    return False
