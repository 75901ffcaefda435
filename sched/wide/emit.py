"""Write a placed section as bundles: unit names, operands as distances, literals at addresses, and the origins of all
parts."""

from __future__ import annotations

from gpucc.isa.wide import Bundle, Issue, Load, WideStore
from gpucc.isa.wide import WideRead as Operand
from gpucc.sched.core.schedule import Origin
from gpucc.sched.wide.chip import FREE
from gpucc.sched.wide.pool import Pool
from gpucc.sched.wide.table import (
    ATTRIBUTE,
    BYPASS,
    IDENTITY,
    POOLED,
    REGISTER,
    TEMPORARIES,
    VARYINGS,
    Issued,
    Read,
    Table,
)


def emit_section(
    placed: Table, pool: Pool, offset: int, branch: int | None
) -> tuple[list[Bundle], list[tuple[Origin, ...]]]:
    """The bundles. `offset` is the number of the section's first instruction; its last one jumps to `branch`."""
    return _Emitter(placed, pool, offset).run(branch)


class _Emitter:
    def __init__(self, placed: Table, pool: Pool, offset: int) -> None:
        self.placed, self.pool, self.offset = placed, pool, offset
        self.chip = placed.chip
        self.units: dict[int, str] = {}
        self.rows: list[list[tuple[Issued, str]]] = [[] for _ in range(placed.length)]

    def run(self, branch: int | None) -> tuple[list[Bundle], list[tuple[Origin, ...]]]:
        placed = self.placed
        self.name_units()
        bundles, origins = [], []
        for t in range(placed.length):
            row = self.rows[t]
            issues = tuple(self.issue(issued, unit) for issued, unit in row)
            origins.append(tuple(self.origin(issued, unit) for issued, unit in row))
            jump = branch if t == placed.length - 1 else None
            bundles.append(Bundle(issues, self.loads(t), self.stores(t), jump))
        return bundles, origins

    def name_units(self) -> None:
        order = {name: i for i, name in enumerate(self.chip.units)}
        taken: list[set[str]] = [set() for _ in self.rows]
        for issued in sorted(self.placed.issues, key=lambda issued: len(issued.kind.op.slots)):
            used = taken[issued.t]
            name = next(name for name in issued.kind.op.slots if name not in used)
            used |= {name, *issued.kind.op.claims}
            self.rows[issued.t].append((issued, name))
            if issued.gives >= 0:
                self.units[issued.gives] = name
        for row in self.rows:
            row.sort(key=lambda pair: order[pair[1]])

    # operands

    def issue(self, issued: Issued, unit: str) -> Issue:
        op = issued.kind.op
        reads = [
            self.operand(read, sign, issued.t)
            for read, sign in zip(issued.reads, issued.signs, strict=True)
            if read is not None
        ]
        ports = sum(len(self.placed.work.isa.wide.unit(name).ports) for name in (unit, *op.claims))
        reads = reads[:ports] + [Operand("unused")] * (ports - len(reads))
        return Issue(unit, op.name, tuple(reads), issued.negate)

    def operand(self, read: Read, negate: bool, t: int) -> Operand:
        match read[0]:
            case kind if kind == BYPASS:
                return Operand(self.units[read[1]], t - self.placed.born[read[1]], 0, negate)
            case kind if kind == REGISTER:
                place = self.placed.place[read[1]]
                return self.register(place >> 2, place & 3, t, negate)
            case kind if kind == ATTRIBUTE:
                return self.register(self.chip.registers + read[1], read[2], t, negate)
            case kind if kind == IDENTITY:
                return Operand("identity", negate=negate ^ bool(read[1]))
            case kind if kind == POOLED:
                return Operand(
                    self.chip.uniform_port.name, 0, self.pool.find(self.placed.uniform[t], read[1], read[2])[1], negate
                )
        return Operand(self.chip.uniform_port.name, 0, read[1], negate)

    def register(self, code: int, component: int, t: int, negate: bool) -> Operand:
        placed, chip = self.placed, self.chip
        if placed.plain[t] == code:
            return Operand(chip.register_port.name, 0, component, negate)
        distance = int(placed.shared[t] != code)
        assert placed.shared[t - distance] == code
        return Operand(chip.shared_port.name, distance, component, negate)

    # loads and stores

    def loads(self, t: int) -> tuple[Load, ...]:
        placed, chip = self.placed, self.chip
        found = []
        for port, code in ((chip.shared_port, placed.shared[t]), (chip.register_port, placed.plain[t])):
            if code >= chip.registers:
                found.append(Load(port.name, chip.attribute, code - chip.registers))
            elif code != FREE:
                found.append(Load(port.name, chip.register, code))
        held = placed.uniform[t]
        name = chip.uniform_port.name
        if isinstance(held, tuple):
            found.append(Load(name, chip.uniform, self.pool.address(held)))
        elif held != FREE:
            number, base = held >> 16, held & 0xFFFF
            index = chip.address_ops[number & 15].op.effect if number else ""
            found.append(Load(name, chip.uniform, base, index or ""))
        return tuple(found)

    def stores(self, t: int) -> tuple[WideStore, ...]:
        placed, chip = self.placed, self.chip
        found = []
        for half, store in enumerate(chip.stores):
            code = placed.halves[t * len(chip.stores) + half]
            held = [placed.stored[t * placed.lanes + component] for component, _ in store.sources]
            sources = tuple(self.units[i] if i != FREE else "" for i in held)
            if not any(sources):
                continue
            if code >= TEMPORARIES:
                found.append(WideStore(store.name, chip.temporary, 0, sources))
            elif code >= VARYINGS:
                found.append(WideStore(store.name, chip.output, code - VARYINGS, sources))
            else:
                found.append(WideStore(store.name, chip.register, code, sources))
        return tuple(found)

    def origin(self, issued: Issued, unit: str) -> Origin:
        placed = self.placed
        tasks = placed.work.tasks
        inst = tasks[issued.task].inst if issued.task != FREE else None
        producers = tuple(
            (self.offset + placed.born[read[1]], self.units[read[1]])
            for read in issued.reads
            if read is not None and read[0] == BYPASS
        )
        value = placed.of[issued.gives] if issued.gives >= 0 else FREE
        return Origin(unit, inst, issued.kind.rest is not None, value if value != FREE else None, producers)
