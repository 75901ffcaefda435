"""The limits of an instruction as constraints for CP-SAT: slots, loads, registers and store halves of a section of
given length.

Literals are created on demand; `close` then adds the limits of each instruction over the literals that exist.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from gpucc.records import dataclass
from gpucc.sched.core.exact import Unmodelled
from gpucc.sched.core.work import CONSTANT, MEMORY, VARIABLE, single
from gpucc.sched.wide.chip import Chip, SlotKind
from gpucc.sched.wide.frame import WideFrame
from gpucc.sched.wide.spans import Spans
from gpucc.sched.wide.work import Goal, WideWork

Key = tuple[object, ...]
RESULTS, REGISTERS, PLACES, LOADS = range(4)


@dataclass(frozen=True, slots=True)
class Birth:
    """A result as a variable of the model: a unit gives the value in instruction `t` if `literal` is true. The value is
    computed by `task`, or copied by a unit of `group`."""

    literal: Any
    t: int
    kind: SlotKind
    early: bool
    number: int
    task: int = -1
    group: int = -1


@dataclass(frozen=True, slots=True)
class OperandWay:
    """A way to get an operand: from a result (`birth`), a register, the place of a variable, or the load of instruction
    `t`.

    `goal` is the goal that stores the value to that place, or None for the variable that is there from the beginning.
    """

    literal: Any
    sort: int
    t: int = -1
    goal: Goal | None = None
    birth: Birth | None = None
    place: int = -1
    early: bool = False


class Resources:
    """The constraints. A register port serves at most `each` values; if those are as many as a register has components,
    the model puts no constraint on which registers they are in."""

    def __init__(
        self, cp: Any, work: WideWork, chip: Chip, frame: WideFrame, spans: Spans, length: int, each: int
    ) -> None:
        self.work, self.chip, self.frame, self.spans, self.length = work, chip, frame, spans, length
        self.each, self.free = each, each == len(chip.half)
        self.values = work.values
        self.model = cp.CpModel()
        self.births: dict[tuple[int, int], list[Birth]] = defaultdict(list)
        # by field and instruction, the uses of each op; by group of copies and instruction, the copies
        self.slots: dict[tuple[int, int], dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
        self.moved: dict[tuple[int, int], list[Any]] = defaultdict(list)
        self.sets: dict[int, dict[int, Any]] = {}
        self.keys: dict[int, dict[Key, Any]] = defaultdict(dict)
        self.literals: dict[int, dict[tuple[int, int], Any]] = defaultdict(dict)
        self.attributes: dict[int, dict[int, Any]] = defaultdict(dict)
        self.reads: dict[tuple[int, int], Any] = {}
        self.known: dict[int, dict[int, Any]] = defaultdict(dict)
        self.known_reads: dict[tuple[int, int], Any] = {}
        self.held: dict[tuple[int, int], Any] = {}
        self.stores: dict[int, dict[int, Any]] = defaultdict(dict)
        self.ends: dict[Goal, dict[int, Any]] = {}
        self.ended: dict[tuple[Goal, int], Any] = {}
        self.halves: dict[tuple[int, int], dict[Key, Any]] = defaultdict(dict)
        self.known_ways: dict[tuple[int, int, int], list[OperandWay]] = {}
        self.count = 0
        groups: dict[tuple[int, int, bool], list[SlotKind]] = defaultdict(list)
        for kind in chip.copies:
            groups[kind.window.first, kind.window.last, chip.first_only[kind.field]].append(kind)
        # groups of kinds of copies whose results are equivalent
        self.groups = list(groups.values())
        for value in work.values:
            if value.kind == VARIABLE and value.address not in frame.places:
                raise Unmodelled("variables in temporaries")

    def bool(self, name: str = "") -> Any:
        return self.model.NewBoolVar(name)

    def clause(self, condition: Any, ways: Iterable[Any]) -> None:
        self.model.AddBoolOr([condition.Not(), *ways])

    def bear(self, value: int, t: int, literal: Any, kind: SlotKind, task: int = -1, group: int = -1) -> None:
        self.births[value, t].append(Birth(literal, t, kind, self.chip.first_only[kind.field], self.count, task, group))
        self.count += 1

    # operands

    def ways(self, number: int, t: int, place: int = -1) -> list[OperandWay]:
        """Return all ways to read a value as an operand in instruction t. With `place`, the value must be that
        component of a load."""
        key = (number, t, place)
        if key not in self.known_ways:
            self.known_ways[key] = self.find_ways(number, t) if place < 0 else self.fetch(number, t, place)
        return self.known_ways[key]

    def find_ways(self, number: int, t: int) -> list[OperandWay]:
        found = []
        for distance in range(1, 1 + max(kind.window.last for kind in self.chip.kinds.values())):
            for birth in self.births.get((number, t - distance), ()):
                if birth.kind.window.first <= distance <= birth.kind.window.last:
                    found.append(OperandWay(birth.literal, RESULTS, birth=birth, early=birth.early))
        return [*found, *self.fetch(number, t), *self.places(number, t), *self.registers(number, t)]

    def fetch(self, number: int, t: int, place: int = -1) -> list[OperandWay]:
        value, chip = self.values[number], self.chip
        if value.kind == CONSTANT:
            return [OperandWay(self.load_literal(value.address, place, t), LOADS, t=t)]
        if value.kind == chip.attribute:
            times = (t, t - 1) if chip.shared_next and t else (t,)
            return [OperandWay(self.load_attribute(value.address, at), LOADS, t=at) for at in times]
        if value.kind == MEMORY:
            return self.element(number, t)
        if value.kind != chip.uniform or (place >= 0 and value.component != place):
            return []
        if value.index is None:
            return [OperandWay(self.load_key((value.address,), t), LOADS, t=t)]
        return self.load_indexed(value.index, value.address, t)

    def element(self, number: int, t: int) -> list[OperandWay]:
        task = self.work.tasks[self.values[number].task]
        assert task.array is not None
        assert task.index is not None
        if t < self.frame.temporary_wait:
            return []
        row, _ = self.frame.arrays[task.array]
        index = self.values[task.index.value]
        if index.kind == CONSTANT:
            return [OperandWay(self.load_key((row + int(single(index.address)),), t), LOADS, t=t)]
        return self.load_indexed(index.number, row, t)

    def load_key(self, key: Key, t: int) -> Any:
        if key not in self.keys[t]:
            self.keys[t][key] = self.bool()
        return self.keys[t][key]

    def load_indexed(self, index: int, base: int, t: int) -> list[OperandWay]:
        new = (index, base) not in self.keys[t]
        literal = self.load_key((index, base), t)
        if new:
            self.clause(literal, [set_ for at, set_ in self.sets[index].items() if at + self.chip.address_wait <= t])
        return [OperandWay(literal, LOADS, t=t)]

    def load_literal(self, bits: int, place: int, t: int) -> Any:
        if (bits, place) not in self.literals[t]:
            literal = self.literals[t][bits, place] = self.bool()
            self.model.AddImplication(literal, self.load_key((), t))
        return self.literals[t][bits, place]

    def load_attribute(self, address: int, t: int) -> Any:
        if address not in self.attributes[t]:
            self.attributes[t][address] = self.bool()
        return self.attributes[t][address]

    # registers

    def places(self, number: int, t: int) -> list[OperandWay]:
        """The ways from places of variables: the variable's own, and those to which a goal has stored the value."""
        found = []
        value = self.values[number]
        if value.kind == VARIABLE:
            place = self.frame.places[value.address]
            if t >= self.frame.waits.get(place, 0):
                literal = self.known_read(number, place, t)
                found.append(OperandWay(literal, PLACES, place=place))
        for goal, stores in self.ends.items():
            if goal.value != number or goal.file != VARIABLE or not any(at + self.chip.wait <= t for at in stores):
                continue
            literal = self.bool()
            place = self.frame.places[goal.address]
            self.model.AddImplication(literal, self.load_known(place >> 2, t))
            self.clause(literal, [store for at, store in stores.items() if at + self.chip.wait <= t])
            found.append(OperandWay(literal, PLACES, goal=goal, place=place))
        return found

    def known_read(self, number: int, place: int, t: int) -> Any:
        if (number, t) not in self.known_reads:
            literal = self.known_reads[number, t] = self.bool()
            self.model.AddImplication(literal, self.load_known(place >> 2, t))
        return self.known_reads[number, t]

    def load_known(self, register: int, t: int) -> Any:
        if register not in self.known[t]:
            self.known[t][register] = self.bool()
        return self.known[t][register]

    def registers(self, number: int, t: int) -> list[OperandWay]:
        """The way from a register that the value was stored to when a unit gave it."""
        if (number, t) not in self.reads:
            held = self.hold(number, t)
            if held is None:
                return []
            literal = self.reads[number, t] = self.bool()
            self.model.AddImplication(literal, held)
        return [OperandWay(self.reads[number, t], REGISTERS)]

    def hold(self, number: int, t: int) -> Any | None:
        if t < self.chip.wait:
            return None
        if (number, t) not in self.held:
            ways = [way for way in (self.hold(number, t - 1), self.keep(number, t - self.chip.wait)) if way is not None]
            self.held[number, t] = self.bool() if ways else None
            if ways:
                self.clause(self.held[number, t], ways)
        return self.held[number, t]

    def keep(self, number: int, t: int) -> Any | None:
        births = [birth.literal for birth in self.births.get((number, t), ()) if birth.kind.window.stored]
        if not births:
            return None
        if number not in self.stores[t]:
            self.stores[t][number] = self.bool()
            self.clause(self.stores[t][number], births)
        return self.stores[t][number]

    # limits of an instruction

    def close(self) -> None:
        if not self.free and len(self.sets) > len(self.chip.address_ops):
            self.close_addresses()
        for t in range(self.length):
            self.close_fields(t)
            self.close_uniform(t)
            self.close_registers(t)
            self.close_stores(t)

    def close_addresses(self) -> None:
        """Require that an address register keeps an index from the instruction that sets it to the last one that uses
        it."""
        alive: dict[int, list[Any]] = defaultdict(list)
        for index, sets in self.sets.items():
            later = None
            for t in range(self.length - 1, -1, -1):
                uses = [literal for key, literal in self.keys.get(t, {}).items() if len(key) == 2 and key[0] == index]
                if uses or later is not None:
                    used = self.bool()
                    for literal in (*uses, *([later] if later is not None else [])):
                        self.model.AddImplication(literal, used)
                    busy, later = self.bool(), used
                    alive[t].append(busy)
                    for at, literal in sets.items():
                        if at <= t:
                            self.model.AddBoolOr([literal.Not(), used.Not(), busy])
        for literals in alive.values():
            if len(literals) > len(self.chip.address_ops):
                self.model.Add(sum(literals) <= len(self.chip.address_ops))

    def close_fields(self, t: int) -> None:
        """Require that one op leads each opcode field, with only the ops allowed beside it. Copies use the units of
        their group that are left."""
        counts: dict[int, Any] = {}
        for g, group in enumerate(self.groups):
            moved = self.moved.get((g, t), [])
            if len(group) == 1 or not moved:
                counts |= {kind.field: sum(moved) for kind in group[:1] if moved}
                continue
            for kind in group:
                counts[kind.field] = self.model.NewIntVar(0, self.chip.room[kind.field], "")
            self.model.Add(sum(counts[kind.field] for kind in group) == sum(moved))
        copies = {kind.field: kind.op.name for kind in self.chip.copies}
        for field, room in enumerate(self.chip.room):
            used = {name: sum(literals) for name, literals in self.slots.get((field, t), {}).items()}
            if field in counts:
                used[copies[field]] = used.get(copies[field], 0) + counts[field]
            if room == 1 and used:
                self.model.Add(sum(used.values()) <= 1)
            elif used:
                self.lead(used, room)

    def lead(self, used: dict[str, Any], room: int) -> None:
        kinds = [self.chip.kinds[name] for name in used]
        leads = {kind.op.name: self.bool() for kind in kinds}
        self.model.AddAtMostOne(leads.values())
        for kind in kinds:
            most = 1 if kind.fixed else room // kind.width
            limit = most * leads[kind.op.name]
            for host in kinds:
                if kind.op.name in host.op.beside:
                    limit = limit + (room - host.width) * leads[host.op.name]
            self.model.Add(used[kind.op.name] <= limit)

    def close_uniform(self, t: int) -> None:
        if self.keys.get(t):
            self.model.AddAtMostOne(self.keys[t].values())
        literals = self.literals.get(t, {})
        lanes = len(self.chip.half)
        if len({bits for bits, _ in literals}) > lanes:
            known: dict[int, Any] = {}
            for (bits, place), literal in literals.items():
                if place < 0 and (bits, place) in literals:
                    known[bits] = literal
            self.model.Add(sum(known.values()) <= lanes)
        for place in range(lanes):
            pinned = [literal for (_, at), literal in literals.items() if at == place]
            if len(pinned) > 1:
                self.model.AddAtMostOne(pinned)

    def close_registers(self, t: int) -> None:
        """Require that the shared port loads one attribute or register at a time, which the next instruction can read
        as well."""
        attributes, lanes = list(self.attributes.get(t, {}).values()), len(self.chip.half)
        shared = self.shared_port(t)
        if attributes:
            self.model.AddAtMostOne([*attributes, shared])
        known = list(self.known.get(t, {}).values())
        values = [literal for (_, at), literal in self.reads.items() if at == t]
        if self.free:
            ports = 1 + shared + (self.shared_port(t - 1) if self.chip.shared_next and t else 0)
            if known:
                self.model.Add(sum(known) <= ports)
            if values:
                self.model.Add(sum(values) + sum(known) <= lanes * ports)
        elif known or values:
            self.model.Add(sum(values) + self.each * sum(known) <= self.each * (1 + shared))

    def shared_port(self, t: int) -> Any:
        if (-1, t) not in self.known_reads:
            self.known_reads[-1, t] = self.bool()
        return self.known_reads[-1, t]

    def close_stores(self, t: int) -> None:
        """Require that each half of the stores writes its two results to one address."""
        kept = self.stores.get(t, {})
        rooms: list[Any] = []
        each = len(self.chip.half) // len(self.chip.stores)
        for half in range(len(self.chip.stores)):
            taken = list(self.halves.get((half, t), {}).values())
            if kept:
                register = self.bool()
                rooms.append(each * register)
                if self.free:
                    rooms += [lit for key, lit in self.halves.get((half, t), {}).items() if key[0] == VARIABLE]
                taken.append(register)
            if len(taken) > 1:
                self.model.AddAtMostOne(taken)
        if kept:
            self.model.Add(sum(kept.values()) <= sum(rooms))
