"""What is done when registers run out: varyings are loaded again for every reader, other values wait on the stack.

A spilled home is stored whole, in the instruction that makes the last of its values (the unit for stores works late). Who reads it
takes it straight from the load of its own instruction if it wants nothing else from there and can read pipes, else a copy comes before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from gpucc.sched.pipe_groups import Group
from gpucc.sched.pipe_homes import Home, Homes
from gpucc.sched.pipe_plan import Plan
from gpucc.sched.pipe_work import ARITHMETIC, LOAD, MEMORY, RESULT, SPILL, TEXEL, VARIABLE, Task, Use


@dataclass(slots=True)
class Spilled:
    """`rows` has the row of the stack for each spilled value, `fresh` the values that must not be spilled again."""

    rows: dict[int, int] = field(default_factory=dict)
    source: dict[int, int] = field(default_factory=dict)
    fresh: set[int] = field(default_factory=set)
    count: int = 0


def spill(plan: Plan, homes: Homes, groups: list[Group], values: Sequence[int], spilled: Spilled) -> None:
    """Free the registers of these values of one home, which `groups` make."""
    found = [value for value in values if plan.values[value].kind == RESULT]
    makers = list(dict.fromkeys(group for group in groups if set(group.results) & set(found)))
    wanted = {value for group in makers for value in group.results}
    if all(maker.kind == LOAD for maker in makers):
        for maker in makers:
            _load_again(plan, homes, groups, maker, spilled)
        return
    _Spiller(plan, homes, groups, makers, wanted, spilled).run()


def _load_again(plan: Plan, homes: Homes, groups: list[Group], maker: Group, spilled: Spilled) -> None:
    """A load of its own for each reader; the first keeps the old one."""
    for reader in list(maker.above)[1:]:
        if not maker.above[reader]:
            continue
        home = homes.new()
        new: dict[int, int] = {}
        for value, task in zip(maker.results, maker.tasks, strict=True):
            if value in _read(reader):
                new[value] = plan.add_value(RESULT, task=task.number, component=plan.values[value].component)
                homes.lanes[new[value]] = homes.lanes[value]
                homes.put(new[value], home)
        if not new:
            continue
        load = Group(len(groups), LOAD, list(maker.tasks[: len(new)]), [], list(new.values()), ways=maker.ways)
        groups.append(load)
        _exchange(plan, reader, new)
        _unlink(maker, reader)
        _link(load, reader)
        spilled.fresh |= set(new.values())
    spilled.fresh |= set(maker.results)


def _read(group: Group) -> set[int]:
    uses = [use for lanes in group.operands for use in lanes] + list(group.test.operands if group.test else ())
    return {use.value for use in uses} | ({group.index} if group.index is not None else set())


def _exchange(plan: Plan, reader: Group, new: dict[int, int]) -> None:
    def changed(use: Use) -> Use:
        return replace(use, value=new[use.value]) if use.value in new else use

    reader.operands = [[changed(use) for use in lanes] for lanes in reader.operands]
    if reader.test is not None:
        reader.test = replace(reader.test, operands=tuple(changed(use) for use in reader.test.operands))
    read = _read(reader)
    held = {value for value in read if plan.values[value].kind in (RESULT, VARIABLE)}
    reader.registers = tuple(one for one in dict.fromkeys(new.get(value, value) for value in reader.registers) if one in held)
    reader.tested = tuple(one for one in dict.fromkeys(new.get(value, value) for value in reader.tested) if one in held)
    if reader.index in new and reader.index is not None:
        reader.index = new[reader.index]
        assert reader.pipe is not None
        reader.pipe = (*reader.pipe[:-1], reader.index)


def _link(below: Group, above: Group, strict: bool = True) -> None:
    below.above[above] = above.below[below] = strict or below.above.get(above, False)


def _unlink(below: Group, above: Group) -> None:
    below.above.pop(above, None)
    above.below.pop(below, None)


class _Spiller:
    def __init__(self, plan: Plan, homes: Homes, groups: list[Group], makers: list[Group], wanted: set[int], spilled: Spilled) -> None:
        self.plan, self.homes, self.groups, self.makers, self.wanted, self.spilled = plan, homes, groups, makers, wanted, spilled
        self.row = spilled.count = spilled.count + 1

    def run(self) -> None:
        """One store; its place in the order follows from its makers."""
        way = self.plan.ways.by_name["store"]
        task = Task(-1, SPILL, "store", way)
        save = Group(len(self.groups), SPILL, [task], [], [], ways=way)
        save.saved = tuple(sorted(self.wanted))
        save.row = self.row
        self.groups.append(save)
        readers = list(dict.fromkeys(reader for maker in self.makers for reader in maker.above))
        for maker in self.makers:
            maker.save = save
            _link(maker, save)
        for value in self.wanted:
            self.spilled.rows[value] = self.row
            self.spilled.fresh.add(value)
        for reader in readers:
            # a group that only must not come earlier, or makes one of the values beside, reads nothing from the stack
            if self.wanted & _read(reader):
                self.reader(reader, save)

    def reader(self, reader: Group, save: Group) -> None:
        read = sorted(self.wanted & _read(reader))
        if self.direct(reader, read):
            new = {value: self.memory(value) for value in read}
            _exchange(self.plan, reader, new)
            first = self.plan.values[next(iter(new.values()))]
            reader.pipe = (MEMORY, None, first.address, None)
            self.fetch(reader, save)
            return
        home = self.homes.new()
        uses, results = [], []
        new = {}
        for value in read:
            uses.append(Use(self.memory(value)))
            new[value] = self.plan.add_value(RESULT)
            self.homes.put(new[value], home)
            results.append(new[value])
        task = Task(-1, ARITHMETIC, "mov", self.plan.ways.copies, ((uses[0],),), (results[0],))
        ways = tuple(way for way in self.plan.ways.copies if way.vector or len(uses) == 1)
        copy = Group(len(self.groups), ARITHMETIC, [task] * len(uses), [uses], results, ways=ways)
        copy.pipe = (MEMORY, None, self.row, None)
        copy.reload = True
        self.groups.append(copy)
        self.spilled.fresh |= set(results)
        _exchange(self.plan, reader, new)
        self.fetch(copy, save)
        for maker in self.makers:
            self.release(maker, reader)
        _link(copy, reader)

    def memory(self, value: int) -> int:
        found = self.plan.add_value(MEMORY, address=self.row)
        self.spilled.source[found] = value
        return found

    def fetch(self, reader: Group, save: Group) -> None:
        for maker in self.makers:
            self.release(maker, reader)
        reader.below[save] = save.above[reader] = True

    def release(self, maker: Group, reader: Group) -> None:
        if maker in reader.below and not set(maker.results) & _read(reader):
            _unlink(maker, reader)

    def direct(self, reader: Group, read: Sequence[int]) -> bool:
        """Whether the reader can take all that it wants of the home from the pipe."""
        if reader.kind != ARITHMETIC or reader.pipe is not None or reader.index in read:
            return False
        for lanes in reader.operands:
            hit = [use.value in self.wanted for use in lanes]
            if any(hit) and not all(hit):
                return False
        return True


__all__ = ["TEXEL", "Home", "Spilled", "spill"]
