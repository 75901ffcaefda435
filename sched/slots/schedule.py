"""Schedule selected code for a machine of slots: order, slots, registers, and literals after the uniforms."""

from __future__ import annotations

from collections import Counter

from gpucc.isa.model import Dest, Instruction, Isa, SlotIssue, Source
from gpucc.isel.machine import Section
from gpucc.program import Constant, Stage
from gpucc.sched.core.exact import EXACT, SolverMissing
from gpucc.sched.core.schedule import Origin, Schedule
from gpucc.sched.core.work import CONSTANT, RESULT, Use, single
from gpucc.sched.slots.bounds import jobs_of, lower_bound
from gpucc.sched.slots.exact import schedule_exact
from gpucc.sched.slots.place import SlotMachine, SlotPlaced, search
from gpucc.sched.slots.work import SlotTask, SlotWork, build_work


def schedule_slots(
    section: Section, isa: Isa, stage: Stage, first_constant: int, opt: int = 2
) -> Schedule[tuple[SlotIssue, ...]]:
    """Schedule a program without branches. Literals are in the uniform file from register `first_constant` on."""
    work = build_work(section, isa, stage)
    machine, jobs = SlotMachine(work), jobs_of(work)
    bound = lower_bound(work, jobs)
    placed = search(machine, jobs, bound, opt)
    note = ""
    if opt >= EXACT and placed.length > bound:
        try:
            answer = schedule_exact(machine, jobs, bound, placed.length)
            placed = answer.found or placed
            bound = min(answer.bound, placed.length)
        except SolverMissing as missing:
            note = missing.note()
    return _Writer(machine, placed, first_constant).write(bound, note)


class _Writer:
    def __init__(self, machine: SlotMachine, placed: SlotPlaced, first_constant: int) -> None:
        self.work, self.placed = machine.work, placed
        self.isa, self.stage = self.work.isa, self.work.stage
        self.roles = {file.name: file.role for file in self.isa.files if self.stage in file.prefix}
        literals = [value.address for value in self.work.values if value.kind == CONSTANT]
        self.literals = {
            bits: (first_constant + i // self.isa.lanes, i % self.isa.lanes) for i, bits in enumerate(literals)
        }
        self.places = allocate(self.work, placed, machine.registers)

    def write(self, bound: int, note: str) -> Schedule[tuple[SlotIssue, ...]]:
        rows, origins = [], []
        for seats in self.placed.seats:
            chosen = [(slot, self.work.tasks[number]) for slot, number in sorted(seats.items())]
            rows.append(tuple(SlotIssue(slot, self.instruction(task)) for slot, task in chosen))
            origins.append(tuple(Origin(slot, task.inst, task.inst is None, task.value) for slot, task in chosen))
        used = {place // self.isa.lanes for place in self.places.values()}
        constants = tuple(Constant(*place, single(bits)) for bits, place in self.literals.items())
        slots = Counter(issue.slot for row in rows for issue in row)
        return Schedule(tuple(rows), tuple(origins), (0,), len(used), 0, bound, slots, constants=constants, note=note)

    def instruction(self, task: SlotTask) -> Instruction:
        if task.value is None:
            assert task.output is not None
            dest = Dest("output", task.output[0], 1 << task.output[1])
        else:
            register, component = divmod(self.places[task.value], self.isa.lanes)
            dest = Dest("temporary", register, 1 << component)
        origin = () if task.inst is None else (task.inst,)
        return Instruction(task.op.name, dest, tuple(self.source(use) for use in task.uses), origin=origin)

    def source(self, use: Use) -> Source:
        value = self.work.values[use.value]
        if value.kind == RESULT:
            file, (number, component) = "temporary", divmod(self.places[use.value], self.isa.lanes)
        elif value.kind == CONSTANT:
            file, (number, component) = "uniform", self.literals[value.address]
        else:
            file, number, component = self.roles[value.kind], value.address, value.component
        return Source(file, number, (component, component, component, component), use.negate, use.absolute)


def allocate(work: SlotWork, placed: SlotPlaced, registers: int) -> dict[int, int]:
    """Assign a register to each value from when any slot can read it to its last reader, whose instruction may reuse it
    for its result. The register stays assigned until the result is written, even if all readers used a bypass."""
    begins = {
        task.number: placed.starts[task.number] + work.seen_after(task) for task in work.tasks if task.value is not None
    }
    until = [-1] * registers
    found: dict[int, int] = {}
    for number in sorted(begins, key=begins.__getitem__):
        task = work.tasks[number]
        assert task.value is not None
        place = next(i for i, last in enumerate(until) if last < begins[number])
        found[task.value] = place
        written = placed.starts[number] + task.op.latency
        until[place] = max([written, *(placed.starts[reader] for reader in work.readers[task.value])])
    return found
