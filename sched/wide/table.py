"""The reservation table of a section: slots, loads, store halves, register components and address registers, by
instruction.

Each change is recorded on a trail, so that it can be undone back to a mark. Times are instructions from the section's
beginning. The occupation of a register component is a set of instructions as the bits of an integer: from the one after
the store to the one with the last read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gpucc.sched.core.work import Value
from gpucc.sched.wide.chip import FREE, Chip, SlotKind
from gpucc.sched.wide.frame import WideFrame
from gpucc.sched.wide.work import WideWork

# the kinds of operands; the rest of the tuple has the details
BYPASS, REGISTER, ATTRIBUTE, UNIFORM, POOLED, IDENTITY = range(6)
Read = tuple[int, ...]
# codes of store destinations: registers by number, varyings, temporaries by row, temporaries whose row is computed
VARYINGS, TEMPORARIES, ELEMENT = 1000, 100000, 200000
FOREVER = 4000
EVER = (1 << FOREVER) - 1


class Issued:
    """An op in an instruction. `reads` has one entry for each operand, `signs` whether it is negated."""

    __slots__ = ("gives", "kind", "negate", "reads", "signs", "t", "task")

    def __init__(
        self,
        t: int,
        kind: SlotKind,
        reads: list[Read | None],
        signs: tuple[bool, ...],
        negate: bool,
        gives: int,
        task: int,
    ) -> None:
        self.t, self.kind, self.reads, self.signs = t, kind, reads, signs
        self.negate, self.gives, self.task = negate, gives, task


class Table:
    """A partially placed section: the state shared by the objects that place it, and the input of those that emit
    it."""

    def __init__(self, work: WideWork, chip: Chip, frame: WideFrame, horizon: int, left: Sequence[int]) -> None:
        self.work, self.chip, self.frame = work, chip, frame
        self.length = 0
        # no schedule of the section is shorter
        self.bound = 0
        self.issues: list[Issued] = []
        # by task: the instruction in which it begins
        self.starts = [FREE] * len(work.tasks)
        self.values: list[Value] = work.values
        self.trail: list[tuple[list[Any], int | None, Any]] = []
        self.lanes = len(chip.half)
        self.size = 0
        self.fields = chip.fields
        # by instruction and field: the number of its state
        self.slots: list[int] = []
        # the vec4 loaded from the uniform file: its number, a key of `indexed`, or literals as (bits, component or
        # FREE)
        self.uniform: list[Any] = []
        # the vec4 loaded by the two register ports: registers by number, then attributes
        self.shared: list[int] = []
        self.plain: list[int] = []
        # whether the next instruction reads what the shared port loads
        self.pinned: list[bool] = []
        self.halves: list[int] = []
        self.stored: list[int] = []
        self.pointer: list[int] = []
        # instances by the instruction that gives them
        self.births: list[list[int]] = []
        self.occupied = [0] * (4 * chip.registers)
        # components that are reserved for a variable's new value
        self.kept: set[int] = set()
        self.busy_address = [0] * len(chip.address_ops)
        self.indexed: list[tuple[int, int]] = []
        # instances of values: the unit or register that has them, and when
        self.of: list[int] = []
        self.born: list[int] = []
        self.first: list[int] = []
        self.last: list[int] = []
        self.early: list[bool] = []
        self.storable: list[bool] = []
        self.place: list[int] = []
        self.end: list[int] = []
        # the last instruction that reads the register
        self.seen: list[int] = []
        # the temporary that holds an instance: its row and component, as one number
        self.spilled: list[int] = []
        self.uses: list[int] = []
        # tasks that read a value and are not placed, and its goals that are not met
        self.left = list(left)
        self.homes: list[list[int]] = [[] for _ in work.values]
        # by index value: (address register, from, to, key) of each time it was loaded
        self.addresses: dict[int, list[list[int]]] = {}
        # the places of arrays; the first instruction that can load a temporary, the first that loads one, the last that
        # stores one
        self.arrays, self.temporary_wait = frame.arrays, frame.temporary_wait
        self.first_temporary, self.last_temporary = [FOREVER], [FREE]
        # by row and component: the instructions in which a temporary is in use; and the lowest row that is
        self.row_busy = [0] * (frame.floor * self.lanes)
        self.lowest = [frame.floor]
        self.grow(horizon)

    def grow(self, size: int) -> None:
        more = size - self.size
        if more <= 0:
            return
        self.slots += [0] * (more * self.fields)
        self.uniform += [FREE] * more
        self.shared += [FREE] * more
        self.plain += [FREE] * more
        self.pinned += [False] * more
        self.halves += [FREE] * (more * len(self.chip.stores))
        self.stored += [FREE] * (more * self.lanes)
        self.pointer += [FREE] * more
        self.births += [[] for _ in range(more)]
        self.size = size

    # changes that can be taken back

    def put(self, row: list[Any], i: int, value: Any) -> None:
        self.trail.append((row, i, row[i]))
        row[i] = value

    def add(self, row: list[Any], value: Any) -> None:
        self.trail.append((row, None, None))
        row.append(value)

    def undo(self, mark: int) -> None:
        trail = self.trail
        while len(trail) > mark:
            row, i, old = trail.pop()
            if i is not None:
                row[i] = old
            elif row is self.of:
                self.vanish()
            else:
                row.pop()

    # slots

    def has_slot(self, kind: SlotKind, t: int) -> bool:
        return self.slots[t * self.fields + kind.field] in kind.then

    def take_slot(self, kind: SlotKind, t: int) -> None:
        slots, at = self.slots, t * self.fields + kind.field
        self.trail.append((slots, at, slots[at]))
        slots[at] = kind.then[slots[at]]

    # instances

    def instance(self, value: int, kind: SlotKind, t: int) -> int:
        """Add the result that a unit gives for an op of this kind in instruction t; return the instance."""
        return self.appear(
            value, t, kind.window.first, kind.window.last, self.chip.first_only[kind.field], kind.window.stored
        )

    def appear(self, value: int, t: int, first: int, last: int, early: bool, storable: bool) -> int:
        number = len(self.of)
        self.trail.append((self.of, None, None))
        self.of.append(value)
        self.born.append(t)
        self.births[t].append(number)
        self.first.append(first)
        self.last.append(last)
        self.early.append(early)
        self.storable.append(storable)
        self.place.append(FREE)
        self.end.append(t)
        self.seen.append(FREE)
        self.spilled.append(FREE)
        self.uses.append(0)
        if value >= 0:
            self.homes[value].append(number)
        return number

    def vanish(self) -> None:
        """Undo the instance that was added last."""
        value = self.of.pop()
        self.births[self.born[-1]].pop()
        for row in (self.born, self.first, self.last, self.place, self.end, self.seen, self.spilled, self.uses):
            row.pop()
        self.early.pop()
        self.storable.pop()
        if value >= 0:
            self.homes[value].pop()

    # register ports

    def load_register(self, register: int, t: int, ready: int) -> bool:
        """Let instruction t read a register that is readable from `ready` on."""
        shared, plain = self.shared, self.plain
        if plain[t] == register or shared[t] == register:
            return True
        before = t - 1 if self.chip.shared_next and t - 1 >= ready and t else FREE
        if before >= 0 and shared[before] == register:
            self.put(self.pinned, before, True)
            return True
        if plain[t] == FREE:
            self.put(plain, t, register)
        elif shared[t] == FREE:
            self.put(shared, t, register)
        elif before >= 0 and shared[before] == FREE:
            self.put(shared, before, register)
            self.put(self.pinned, before, True)
        else:
            return False
        return True

    def can_load_register(self, register: int, t: int, ready: int) -> bool:
        shared, plain = self.shared, self.plain
        if plain[t] == register or plain[t] == FREE or shared[t] == register or shared[t] == FREE:
            return True
        return self.chip.shared_next and t > 0 and t - 1 >= ready and shared[t - 1] in (FREE, register)

    def load_attribute(self, address: int, t: int) -> bool:
        code = self.chip.registers + address
        shared = self.shared
        if shared[t] == code:
            return True
        follows = self.chip.shared_next and t > 0
        if follows and shared[t - 1] == code:
            return True
        if self._free_shared(t):
            self.put(shared, t, code)
            return True
        if follows and self._free_shared(t - 1):
            self.put(shared, t - 1, code)
            return True
        return False

    def _free_shared(self, t: int) -> bool:
        """Return whether the shared port is free, after moving a register to the other port if necessary."""
        held = self.shared[t]
        if held == FREE:
            return True
        if held >= self.chip.registers or self.pinned[t] or self.plain[t] != FREE:
            return False
        self.put(self.plain, t, held)
        return True

    # the uniform port

    def load_uniform(self, key: int, t: int) -> bool:
        held = self.uniform[t]
        if held == FREE:
            self.put(self.uniform, t, key)
            return True
        return bool(held == key)

    def load_literal(self, bits: int, component: int, t: int) -> bool:
        """Load a literal. Literals of one instruction are in one vec4; `component` is the place that an op requires, or
        FREE."""
        held = self.uniform[t]
        if held == FREE:
            self.put(self.uniform, t, ((bits, component),))
            return True
        if type(held) is not tuple:
            return False
        for i, (other, pin) in enumerate(held):
            if other == bits and component in (FREE, pin):
                return True
            if other == bits and pin == FREE:
                if any(pinned == component for _, pinned in held):
                    return False
                self.put(self.uniform, t, (*held[:i], (bits, component), *held[i + 1 :]))
                return True
            if component != FREE and pin == component:
                return False
        if len(held) == self.lanes:
            return False
        self.put(self.uniform, t, (*held, (bits, component)))
        return True

    # registers

    def settle(self, i: int, t: int) -> bool:
        """Store an instance to a register when it is computed, such that instruction t can read it, and load it
        there."""
        born = self.born[i]
        free = self.free_stores(born)
        if not free:
            return False
        ready, registers = born + self.chip.wait, self.chip.registers
        mask = (1 << (t + 1)) - (2 << born)
        plain, shared = self.plain[t], self.shared[t]
        near = [plain] if plain >= 0 else []
        if 0 <= shared < registers:
            near.append(shared)
        if self.chip.shared_next and t > ready and 0 <= self.shared[t - 1] < registers:
            near.append(self.shared[t - 1])
        wide = self.left[self.of[i]] > 1
        for long in (True, False) if wide else (False,):
            lasting = EVER & -(2 << born) if long else mask
            place = self.find_place(free, lasting, near)
            if place == FREE and (plain == FREE or shared == FREE or self.can_load_register(FREE, t, ready)):
                place = self.find_pair(free, lasting)
            if place != FREE:
                break
        if place == FREE or not self.load_register(place >> 2, t, ready):
            return False
        fresh = self.halves[born * len(self.chip.stores) + self.chip.half[place & 3]] == FREE
        self.occupy(i, place, lasting, FOREVER - 1 if long else t)
        if fresh:
            self.pair(born, place)
        return True

    def pair(self, born: int, place: int) -> None:
        """Store another needed result of the same instruction to the component beside, which no other instruction's
        result can use."""
        beside = place & ~3 | self.chip.beside[place & 3]
        mask = EVER & -(2 << born)
        if self.occupied[beside] & mask or beside in self.kept or self.stored[born * self.lanes + (beside & 3)] != FREE:
            return
        for i in self.births[born]:
            if self.of[i] >= 0 and self.place[i] == FREE and self.storable[i] and self.left[self.of[i]]:
                self.occupy(i, beside, mask, FOREVER - 1)
                return

    def occupy(self, i: int, place: int, mask: int, end: int) -> None:
        born, component = self.born[i], place & 3
        self.put(self.occupied, place, self.occupied[place] | mask)
        self.put(self.place, i, place)
        self.put(self.end, i, end)
        self.put(self.halves, born * len(self.chip.stores) + self.chip.half[component], place >> 2)
        self.put(self.stored, born * self.lanes + component, i)

    def free_stores(self, born: int) -> list[tuple[int, int]]:
        """Components that the instruction's stores can still write, each with the register that its half has chosen (or
        FREE)."""
        stored, halves = self.stored, self.halves
        at, base = born * self.lanes, born * len(self.chip.stores)
        return [
            (c, halves[base + half])
            for c, half in self.chip.components
            if stored[at + c] == FREE and halves[base + half] < VARYINGS
        ]

    def find_pair(self, free: list[tuple[int, int]], mask: int) -> int:
        """A component of any register; preferably one whose neighbour in the same store half is free too, for another
        result of the instruction."""
        occupied, kept = self.occupied, self.kept
        for register in range(self.chip.registers):
            for component, held in free:
                if held in (FREE, register):
                    place = 4 * register + component
                    beside = 4 * register + self.chip.beside[component]
                    if not (occupied[place] | occupied[beside]) & mask and place not in kept:
                        return place
        return self.find_place(free, mask, range(self.chip.registers))

    def find_place(self, free: list[tuple[int, int]], mask: int, registers: Iterable[int]) -> int:
        """A component of one of the registers that is free at these times."""
        occupied, kept = self.occupied, self.kept
        for register in registers:
            for component, held in free:
                if held in (FREE, register):
                    place = 4 * register + component
                    if not occupied[place] & mask and place not in kept:
                        return place
        return FREE

    def read_register(self, i: int, t: int) -> bool:
        """Let instruction t read an instance from its register."""
        place, end = self.place[i], self.end[i]
        if t > end:
            mask = (1 << (t + 1)) - (1 << (end + 1))
            if self.occupied[place] & mask:
                return False
            if not self.load_register(place >> 2, t, self.born[i] + self.chip.wait):
                return False
            self.put(self.occupied, place, self.occupied[place] | mask)
            self.put(self.end, i, t)
            return True
        return self.load_register(place >> 2, t, self.born[i] + self.chip.wait)

    # stores to other places

    def store(self, i: int, code: int, component: int) -> bool:
        """Store an instance to a varying or temporary when it is computed."""
        born = self.born[i]
        at, half = born * self.lanes + component, born * len(self.chip.stores) + self.chip.half[component]
        if self.stored[at] != FREE or self.halves[half] not in (FREE, code):
            return False
        self.put(self.halves, half, code)
        self.put(self.stored, at, i)
        return True

    # queries about a placed section

    def stored_at(self, place: int) -> int:
        """The instruction that last stores to a register component, or FREE."""
        count, half = len(self.chip.stores), self.chip.half[place & 3]
        for t in range(self.length - 1, -1, -1):
            if self.stored[t * self.lanes + (place & 3)] != FREE and self.halves[t * count + half] == place >> 2:
                return t
        return FREE

    def first_read(self, place: int) -> int:
        """The first instruction that loads the register of a component."""
        return next((t for t in range(self.length) if place >> 2 in (self.shared[t], self.plain[t])), FOREVER)
