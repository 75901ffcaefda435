"""Find an operand's value in a given instruction: from a unit that computed it just before, a register, a load or a
copy.

Registers are allocated when they are first needed: the result of instruction i is stored in i after the fact, if its
half of the stores and a component are still free, which costs no slot. Only a value that is not available in this way
is copied, one or two instructions earlier, in a free slot.
"""

from __future__ import annotations

from gpucc.sched.core.work import CONSTANT, MEMORY, RESULT, VARIABLE, Use, Value, single
from gpucc.sched.wide.chip import FREE, SlotKind
from gpucc.sched.wide.plan import WidePlan
from gpucc.sched.wide.table import ATTRIBUTE, BYPASS, IDENTITY, POOLED, REGISTER, UNIFORM, Issued, Read, Table


class OperandReach:
    """Finds the operands of the tasks that are placed in a table."""

    def __init__(self, table: Table, plan: WidePlan) -> None:
        self.table, self.plan = table, plan
        # aliases of attributes that are read often
        self.chip, self.values, self.trail, self.uniform = table.chip, table.values, table.trail, table.uniform
        self.homes, self.born, self.first, self.last = table.homes, table.born, table.first, table.last
        self.place, self.put, self.undo, self.has_slot = table.place, table.put, table.undo, table.has_slot
        self.uses = table.uses
        self.depth = max(kind.window.last for kind in plan.chip.copies)
        # the number of kinds of `Chip.copies` that may be used at present
        self.copying = 0
        # whether an operand was missing because no copy was allowed, or because there was no slot for one
        self.lacking = self.wanting = False
        # whether instructions are to load as few vec4 from the uniform file as possible; how many kinds of copies are
        # for that
        self.thrifty = plan.thrifty
        self.few = sum(room == 1 for room in plan.chip.room)
        self.bits, self.loaded, self.uniforms, self.uses_of = plan.bits, plan.loaded, plan.uniforms, plan.uses_of

    # operands

    def operand(self, use: Use, t: int, kind: SlotKind, position: int) -> Read | None:
        """Make a value an operand in instruction t. If this fails, the caller undoes the changes."""
        number = use.value
        value = self.values[number]
        if use.place is not None or value.kind == MEMORY:
            # the instruction cannot read such an operand from elsewhere; memory must be read when its task is placed
            return None if value.kind in (RESULT, VARIABLE) else self.fetch(use, value, t, kind, position)
        late = position < len(kind.late) and kind.late[position]
        homes = self.homes[number]
        if homes:
            read = self.direct(homes, t, late)
            if read is not None:
                return read
        if self.loaded[number]:
            answer = self.uniforms[number]
            if answer is None:
                read = self.fetch(use, value, t, kind, position)
            elif self.uniform[t] == FREE:
                copied = self.nearby(value, t, late) if self.thrifty else None
                if copied is not None:
                    return copied
                self.trail.append((self.uniform, t, FREE))
                self.uniform[t] = value.address
                return answer
            else:
                read = answer if self.uniform[t] == value.address else None
            if read is not None:
                return read
        if homes:
            read = self.keep(homes, t)
            if read is not None:
                return read
        if not self.copying:
            self.lacking = True
            return None
        read = self.deliver(number, t, late)
        return self.revive(homes, t) if read is None and homes else read

    def revive(self, homes: list[int], t: int) -> Read | None:
        """Find a result that could not be stored when it was computed: copy it shortly afterwards and store the
        copy."""
        for i in tuple(homes):
            if self.place[i] >= 0:
                continue
            for at in range(self.born[i] + self.first[i], min(self.born[i] + self.last[i], t - self.chip.wait) + 1):
                for kind in self.chip.copies[: self.copying]:
                    if not kind.window.stored or not self.has_slot(kind, at):
                        self.wanting = True
                        continue
                    mark = len(self.trail)
                    copy = self.copy(self.table.of[i], kind, at)
                    if copy != FREE and self.table.settle(copy, t):
                        self.put(self.uses, copy, self.uses[copy] + 1)
                        self.put(self.table.seen, copy, t)
                        return (REGISTER, copy)
                    self.undo(mark)
                    break
        return None

    def direct(self, homes: list[int], t: int, late: bool) -> Read | None:
        """Find a value that a unit or a register supplies without further changes."""
        born = self.born
        for i in homes:
            distance = t - born[i]
            if self.first[i] <= distance <= self.last[i] and not (late and self.table.early[i]):
                self.put(self.uses, i, self.uses[i] + 1)
                return (BYPASS, i)
        for i in homes:
            if self.place[i] >= 0 and t - born[i] >= self.chip.wait and self.table.read_register(i, t):
                self.put(self.uses, i, self.uses[i] + 1)
                if self.table.seen[i] < t:
                    self.put(self.table.seen, i, t)
                return (REGISTER, i)
        for i in homes:
            row = self.table.spilled[i]
            if (
                row >= 0
                and t - born[i] >= self.chip.temporary_wait
                and self.table.load_uniform(row // self.table.lanes, t)
            ):
                self.put(self.uses, i, self.uses[i] + 1)
                self.put(self.table.seen, i, max(self.table.seen[i], t))
                self.put(self.table.first_temporary, 0, min(self.table.first_temporary[0], t))
                return (UNIFORM, row % self.table.lanes)
        return None

    def keep(self, homes: list[int], t: int) -> Read | None:
        """Find a result that can still be stored when it is computed."""
        for i in homes:
            if (
                self.place[i] < 0
                and self.table.storable[i]
                and t - self.born[i] >= self.chip.wait
                and self.table.settle(i, t)
            ):
                self.put(self.uses, i, self.uses[i] + 1)
                self.put(self.table.seen, i, t)
                return (REGISTER, i)
        return None

    def fetch(self, use: Use, value: Value, t: int, kind: SlotKind, position: int) -> Read | None:
        """Load a leaf."""
        if value.kind == CONSTANT:
            return self.literal(use, t, kind, position)
        if value.kind == self.chip.attribute:
            return (ATTRIBUTE, value.address, value.component) if self.table.load_attribute(value.address, t) else None
        if value.kind == MEMORY:
            return self.element(value, t)
        if use.place is not None and use.place[1] != value.component:
            return None
        if value.index is None:
            return (UNIFORM, value.component) if self.table.load_uniform(value.address, t) else None
        key = self.index_key(value.index, value.address, t)
        return (UNIFORM, value.component) if key != FREE and self.table.load_uniform(key, t) else None

    def literal(self, use: Use, t: int, kind: SlotKind, position: int) -> Read | None:
        bits = self.bits[use.value]
        identity = self.identity(use, kind, position)
        if identity is not None:
            return identity
        if self.thrifty and use.place is None and self.uniform[t] == FREE:
            copied = self.nearby(self.values[use.value], t, position < len(kind.late) and kind.late[position])
            if copied is not None:
                return copied
        component = FREE if use.place is None else use.place[1]
        return (POOLED, bits, component) if self.table.load_literal(bits, component, t) else None

    def identity(self, use: Use, kind: SlotKind, position: int) -> Read | None:
        """A literal that the port supplies without a load."""
        free = kind.free[position] if position < len(kind.free) and use.place is None else ()
        bits = self.bits[use.value]
        return (IDENTITY, free.index(bits)) if bits in free and self.chip.supplies(kind) else None

    # copies

    def nearby(self, value: Value, t: int, late: bool) -> Read | None:
        """Copy a uniform or literal in an instruction that loads its vec4 anyway, in a rarely needed slot, to save a
        load."""
        for distance in range(1, min(self.depth, t) + 1):
            held, at = self.uniform[t - distance], t - distance
            if value.kind == CONSTANT:
                if type(held) is not tuple or all(bits != self.bits[value.number] for bits, _ in held):
                    continue
            elif held != value.address:
                continue
            for kind in self.chip.copies[: self.few]:
                fits = kind.window.first <= distance <= kind.window.last and not (
                    late and self.chip.first_only[kind.field]
                )
                i = self.copy(value.number, kind, at) if fits and self.has_slot(kind, at) else FREE
                if i != FREE:
                    self.put(self.uses, i, self.uses[i] + 1)
                    return (BYPASS, i)
        return None

    def deliver(self, number: int, t: int, late: bool) -> Read | None:
        """Copy a value in an earlier instruction, so that it can be an operand in t."""
        tried = [False] * (self.depth + 1)
        for kind in self.chip.copies[: self.copying]:
            if late and self.chip.first_only[kind.field]:
                self.wanting = True
                continue
            for distance in range(kind.window.first, kind.window.last + 1):
                at = t - distance
                # whether the value is available there does not depend on the kind
                if at < 0 or tried[distance]:
                    continue
                if not self.has_slot(kind, at):
                    self.wanting = True
                    continue
                tried[distance] = True
                mark = len(self.trail)
                i = self.copy(number, kind, at)
                if i != FREE:
                    self.put(self.uses, i, self.uses[i] + 1)
                    return (BYPASS, i)
                self.undo(mark)
        return None

    def copy(self, number: int, kind: SlotKind, t: int, more: int = 0) -> int:
        """Copy a value in instruction t, which must have a slot; return the new instance. `more` kinds may copy it
        before that."""
        if not self.has_slot(kind, t):
            return FREE
        copying, self.copying = self.copying, more
        read = self.operand(self.uses_of[number], t, kind, 0)
        self.copying = copying
        if read is None or read[0] == IDENTITY or not self.has_slot(kind, t):
            return FREE
        self.table.take_slot(kind, t)
        i = self.table.instance(number, kind, t)
        others, signs = self.plan.rests[kind.field]
        self.table.add(self.table.issues, Issued(t, kind, [read, *others], signs, False, i, FREE))
        return i

    # addresses

    def index_key(self, index: int, base: int, t: int) -> int:
        """The key for loading vec4 `base` plus an index in instruction t, through an address register that is set in
        time."""
        for loaded in self.table.addresses.setdefault(index, []):
            register, begin, end, number = loaded
            if begin + self.chip.address_wait > t:
                continue
            if end < t:
                mask = (1 << (t + 1)) - (1 << (end + 1))
                if self.table.busy_address[register] & mask:
                    continue
                self.put(self.table.busy_address, register, self.table.busy_address[register] | mask)
                self.put(loaded, 2, t)
            return self.load_key(number, register, base)
        return self.set_address(index, base, t)

    def load_key(self, number: int, register: int, base: int) -> int:
        return ((number + 1) << 4 | register) << 16 | base

    def set_address(self, index: int, base: int, t: int) -> int:
        """Set a free address register, as late as possible."""
        latest = t - self.chip.address_wait
        for at in range(latest, max(latest - 12, -1), -1):
            mask = (1 << (t + 1)) - (1 << at)
            for register, kind in enumerate(self.chip.address_ops):
                if self.table.busy_address[register] & mask or not self.has_slot(kind, at):
                    continue
                mark = len(self.trail)
                self.table.take_slot(kind, at)
                read = self.operand(Use(index), at, kind, 0)
                if read is not None:
                    number = len(self.table.issues)
                    self.table.add(self.table.issues, Issued(at, kind, [read], (False,), False, FREE, FREE))
                    self.put(self.table.busy_address, register, self.table.busy_address[register] | mask)
                    self.table.add(self.table.addresses[index], [register, at, t, number])
                    return self.load_key(number, register, base)
                self.undo(mark)
                break
        return FREE

    def element(self, value: Value, t: int) -> Read | None:
        """Load an element of a local array."""
        task = self.table.work.tasks[value.task]
        assert task.array is not None
        assert task.index is not None
        if t < self.table.temporary_wait:
            return None
        self.put(self.table.first_temporary, 0, min(self.table.first_temporary[0], t))
        row, component = self.table.arrays[task.array]
        index = self.values[task.index.value]
        if index.kind == CONSTANT:
            return (UNIFORM, component) if self.table.load_uniform(row + int(single(index.address)), t) else None
        key = self.index_key(index.number, row, t)
        return (UNIFORM, component) if key != FREE and self.table.load_uniform(key, t) else None
