"""Decide which scalars share a vec4 register, so that vector instructions form without copies.

A tuple of scalars that one instruction reads as one operand must live in one register. Requests are served breadth
first from the outputs back: the scalars of a request that have the same op and compatible sources will become one
instruction, so their own operands are requested together next. A request that cannot be granted costs instructions
later: a per-lane instruction is split, an operand with lanes of its own (dot product, texture coordinates) is gathered
by copies.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import field
from typing import Generic, Protocol, TypeVar

from gpucc.isa.model import LANES
from gpucc.records import dataclass


class LaneSource(Hashable, Protocol):
    """The source of one lane of an operand, with its modifiers."""

    @property
    def negate(self) -> bool: ...

    @property
    def absolute(self) -> bool: ...


V = TypeVar("V", bound=Hashable)
Inst = TypeVar("Inst")
Source = TypeVar("Source", bound=LaneSource)


@dataclass(slots=True, eq=False)
class Home(Generic[V]):
    """Scalars that share one register. `fixed` pins a scalar to a component; `output` reserves the register for that
    output.

    A slot is the list of scalars that share one component in turn: each is written only after the last read of the one
    before.
    """

    serial: int
    members: list[V] = field(default_factory=list)
    slots: list[list[V]] = field(default_factory=list)
    fixed: dict[V, int] = field(default_factory=dict)
    output: int | None = None
    joined: Home[V] | None = None

    def room(self) -> int:
        return 0 if self.output is not None else LANES - len(self.slots)


def fit_together(homes: Sequence[Home[V]]) -> bool:
    """Return whether the scalars of several homes can share one register."""
    if any(home.output is not None for home in homes) or sum(len(home.slots) for home in homes) > LANES:
        return False
    lanes = [lane for home in homes for lane in home.fixed.values()]
    return len(set(lanes)) == len(lanes)


class Packer(ABC, Generic[V, Inst, Source]):
    """Assigns homes to the scalars of a program. A subclass describes the machine's instructions and sources.

    `lanes` are the components to which scalars are bound; `copies` are the results of the copies that `gather` made, by
    source, home and piece of code. `together`: where a request brings scalars together that had homes, it goes on to
    their operands, too.
    """

    together = False

    def __init__(self) -> None:
        self.home: dict[V, Home[V]] = {}
        self.lanes: dict[V, int] = {}
        self.copies: dict[tuple[Source, Home[V], object], V] = {}
        self.count = 0
        self.queue: deque[list[V]] = deque()

    # descriptions by the machine

    @abstractmethod
    def whole(self, value: V) -> V:
        """The variable that a scalar is merged into, or the scalar itself."""

    @abstractmethod
    def per_lane(self, value: V) -> Iterable[Inst]:
        """The instructions that write a scalar and could become lanes of a vector instruction."""

    @abstractmethod
    def merge_key(self, inst: Inst) -> Hashable:
        """A key that is equal for per-lane instructions which can merge if their computed operands share registers."""

    @abstractmethod
    def operands(self, inst: Inst) -> Sequence[Sequence[Source]]:
        """The lanes of each operand."""

    @abstractmethod
    def read(self, source: Source) -> V | None:
        """The scalar that a source reads, if it is in a register."""

    @abstractmethod
    def leaf_key(self, source: Source) -> tuple[object, ...]:
        """A key that is equal for sources outside registers which can be lanes of one operand."""

    @abstractmethod
    def plain(self, value: V) -> Source:
        """The source that reads a scalar as it is."""

    def undefined(self, source: Source) -> bool:
        """Return whether the source has no defined value. The value of any other lane may then take its place."""
        return False

    def follow(self, fresh: Sequence[V], placed: Sequence[Home[V]]) -> bool:
        """Place new scalars in components whose present scalars are dead when the new ones are written, or are written
        only after the new ones are dead. Return whether that was possible.
        """
        return False

    def spare(self, home: Home[V], number: int, where: object) -> list[list[V]]:
        """Return slots of a home for so many copies in this piece of code, or fewer slots than that: each has a scalar
        that nothing reads, and the copies are made after it."""
        return []

    # homes

    def new(self, output: int | None = None) -> Home[V]:
        self.count += 1
        return Home(self.count, output=output)

    def of(self, value: V) -> Home[V]:
        return self.home[self.whole(value)]

    def put(self, value: V, home: Home[V], slot: list[V] | None = None, first: bool = False) -> None:
        """Add a scalar to a home. `first`: it is written, and read for the last time, before all others of its slot."""
        if slot is None:
            slot = []
            home.slots.append(slot)
        slot.insert(0 if first else len(slot), value)
        home.members.append(value)
        self.home[value] = home
        if value in self.lanes:
            home.fixed[value] = self.lanes[value]

    def merge(self, into: Home[V], other: Home[V]) -> None:
        for slot in other.slots:
            fresh: list[V] = []
            into.slots.append(fresh)
            for value in slot:
                self.put(value, into, fresh)
        other.members, other.slots = [], []
        other.joined = into

    def lane_key(self, source: Source) -> tuple[object, ...]:
        """A key that is equal for lanes which can be one operand, provided that those in registers share one."""
        return self.leaf_key(source) if self.read(source) is None else ("register", source.negate, source.absolute)

    def place(self, source: Source) -> tuple[object, ...]:
        """A key that is equal for lanes which can be one operand."""
        value = self.read(source)
        return (
            self.leaf_key(source)
            if value is None
            else ("register", source.negate, source.absolute, self.of(value).serial)
        )

    # requests

    def request(self, sources: Iterable[Source]) -> None:
        """Request that the scalars that these sources read share a register."""
        values = [value for value in map(self.read, sources) if value is not None]
        if values:
            self.queue.append(values)

    def request_operands(self, values: Iterable[V]) -> None:
        """For scalars that one instruction can compute, request one register for each of its operands."""
        groups: dict[Hashable, list[Sequence[Sequence[Source]]]] = {}
        for value in values:
            for inst in self.per_lane(value):
                groups.setdefault(self.merge_key(inst), []).append(self.operands(inst))
        for alike in groups.values():
            for operand in zip(*alike, strict=True):
                self.request(lanes[0] for lanes in operand)

    def serve(self) -> None:
        while self.queue:
            wanted = list(dict.fromkeys(map(self.whole, self.queue.popleft())))
            fresh = [value for value in wanted if value not in self.home]
            apart = list(dict.fromkeys(self.home[value] for value in wanted if value in self.home))
            placed = self.join(apart)
            if fresh:
                count = {home: sum(self.home.get(value) is home for value in wanted) for home in placed}
                self.settle(fresh, sorted(placed, key=lambda home: (-count[home], home.serial)))
            if fresh or (self.together and len(placed) < len(apart)):
                self.request_operands(wanted if self.together else fresh)

    def join(self, homes: list[Home[V]]) -> list[Home[V]]:
        """Merge the first home with as many of the others as fit; return it with the homes that did not fit."""
        left = homes[:1]
        for other in homes[1:]:
            if fit_together((homes[0], other)):
                self.merge(homes[0], other)
            else:
                left.append(other)
        return left

    def settle(self, fresh: Sequence[V], placed: Sequence[Home[V]]) -> None:
        """Place new scalars into the home with most of a request if they fit; else into new homes, several if
        components collide."""
        home = next((home for home in placed if self.fits(home, fresh)), None)
        if home is None and self.follow(fresh, placed):
            return
        home = home or self.new()
        for value in fresh:
            if not self.fits(home, (value,)):
                home = self.new()
            self.put(value, home)

    def fits(self, home: Home[V], values: Sequence[V]) -> bool:
        wanted = [self.lanes[value] for value in values if value in self.lanes]
        return len(values) <= home.room() and len({*wanted, *home.fixed.values()}) == len(wanted) + len(home.fixed)

    # operands with lanes of their own

    def gather(self, lanes: Sequence[Source], where: object, always: bool = False) -> list[Source]:
        """Return the lanes of one operand in one register, with copies of those that live elsewhere. `always`: copy
        literals, too."""
        wanted = list(dict.fromkeys(source for source in lanes if not self.undefined(source)))
        if not always and len({self.place(source) for source in wanted}) <= 1:
            return list(lanes)
        lives = {source: self.of(value) for source in wanted if (value := self.unchanged(source)) is not None}
        homes = [lives[source] for source in lanes if source in lives]
        best = max(homes, key=homes.count, default=None)
        strangers = [source for source in wanted if source not in lives or lives[source] is not best]
        slots: list[list[V]] = []
        if best is not None:
            lacking = sum((source, best, where) not in self.copies for source in strangers) - best.room()
            slots = self.spare(best, lacking, where) if lacking > 0 else []
            if len(slots) < lacking:
                best = None
        if best is None:
            best, strangers, slots = self.new(), wanted, []
        moved = {}
        for source in strangers:
            if (source, best, where) not in self.copies:
                value = self.copies[source, best, where] = self.copy(source, where)
                self.put(value, best, slots.pop() if slots else None)
            moved[source] = self.plain(self.copies[source, best, where])
        return [moved.get(source, source) for source in lanes]

    def unchanged(self, source: Source) -> V | None:
        """The scalar in a register that a source reads as it is."""
        return None if source.negate or source.absolute else self.read(source)

    @abstractmethod
    def copy(self, source: Source, where: object) -> V:
        """Add an instruction to this piece of code that copies the source; return its result."""
