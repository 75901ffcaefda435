"""The scheduling problem of a machine of slots: a task for each needed instruction, and for each copy to an output."""

from __future__ import annotations

from dataclasses import field

from gpucc.errors import InternalError, LimitExceeded, UsageError
from gpucc.isa.model import Isa, Op
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource, Section
from gpucc.records import dataclass
from gpucc.sched.core.sections import needed_insts
from gpucc.sched.core.work import CONSTANT, RESULT, Use, Value, add_value, bits_of


@dataclass(frozen=True, slots=True)
class SlotTask:
    """An op to be placed. `value` is its result in a register, or `output` the (register, component) of an output,
    which no task reads."""

    number: int
    op: Op
    uses: tuple[Use, ...]
    inst: Inst | None = None
    value: int | None = None
    output: tuple[int, int] | None = None


@dataclass(slots=True)
class SlotWork:
    """The tasks and values of a program; `readers` are the tasks that read each value."""

    isa: Isa
    stage: str
    values: list[Value] = field(default_factory=list)
    tasks: list[SlotTask] = field(default_factory=list)
    readers: list[list[int]] = field(default_factory=list)

    def sources(self, task: SlotTask) -> list[SlotTask]:
        """The tasks whose results a task reads."""
        found = (self.values[use.value] for use in task.uses)
        return [self.tasks[value.task] for value in found if value.kind == RESULT]

    def results(self, task: SlotTask) -> set[int]:
        """The values in registers that a task reads."""
        return {use.value for use in task.uses if self.values[use.value].kind == RESULT}

    def loaded(self, task: SlotTask) -> set[tuple[str, int]]:
        """The registers of other files that a task reads."""
        return {register for use in task.uses for register in self.registers(use)}

    def registers(self, use: Use) -> set[tuple[str, int]]:
        """The register of another file that a use reads, as a set of at most one; each constant counts as a uniform
        register."""
        value = self.values[use.value]
        if value.kind == RESULT:
            return set()
        return {(self.uniform, -1 - value.address) if value.kind == CONSTANT else (value.kind, value.address)}

    def soonest(self, other: SlotTask, task: SlotTask) -> int:
        """The least number of instructions from a task to a reader of its result, in the best slots."""
        return min(self.isa.delay(other.op, slot, own) for slot in other.op.slots for own in task.op.slots)

    def seen_after(self, task: SlotTask) -> int:
        """Return the least number of instructions after which some slot can read the result of a task."""
        paths = (path.latency for path in self.isa.bypasses if path.source in task.op.slots)
        return min([task.op.latency, *paths])

    @property
    def uniform(self) -> str:
        return self.isa.file("uniform", self.stage).name


def build_work(section: Section, isa: Isa, stage: str) -> SlotWork:
    return _Builder(section, isa, stage).run()


class _Builder:
    def __init__(self, section: Section, isa: Isa, stage: str) -> None:
        self.section, self.isa, self.stage = section, isa, stage
        self.work = SlotWork(isa, stage)
        self.leaves: dict[object, int] = {}
        self.results: dict[Inst, int] = {}
        self.move = next(op for op in isa.ops if op.operands and op.semantics == (op.operands[0].name,))

    def run(self) -> SlotWork:
        section, work = self.section, self.work
        if section.assigned or section.target is not None:
            raise InternalError(f"{self.isa.name} has no branches, and its scheduler was given some")
        needed = needed_insts(section)
        direct = self.direct(needed)
        for inst in section.selected.insts:
            if inst in needed:
                self.instruction(inst, direct.get(inst))
        for place, source in sorted(section.selected.outputs.items()):
            if place not in direct.values():
                self.task(self.move, (self.use(source),), None, place)
        work.readers = [[] for _ in work.values]
        for task in work.tasks:
            for number in dict.fromkeys(use.value for use in task.uses):
                work.readers[number].append(task.number)
        return work

    def direct(self, needed: set[Inst]) -> dict[Inst, tuple[int, int]]:
        """The instructions that can write an output directly, because no other instruction uses their result."""
        read = {lane.value for inst in needed for lanes in inst.operands for lane in lanes}
        found: dict[Inst, tuple[int, int]] = {}
        wanted = [source.value for source in self.section.selected.outputs.values()]
        for place, source in sorted(self.section.selected.outputs.items()):
            value = source.value
            plain = isinstance(value, Result) and not (source.negate or source.absolute)
            if plain and isinstance(value, Result) and value not in read and wanted.count(value) == 1:
                found[value.inst] = place
        return found

    def instruction(self, inst: Inst, output: tuple[int, int] | None) -> None:
        if inst.results != 1 or any(len(lanes) != 1 for lanes in inst.operands) or inst.op.effect or not inst.op.slots:
            raise UsageError(
                f"{self.isa.name}: {inst.op.name} is no scalar op of a slot, and others cannot be scheduled"
            )
        task = self.task(inst.op, self.few(tuple(self.use(lanes[0]) for lanes in inst.operands)), inst, output)
        if task.value is not None:
            self.results[inst] = task.value

    def few(self, uses: tuple[Use, ...]) -> tuple[Use, ...]:
        """Return the operands that the ports of their files can read. The others are copied to a register first."""
        found: list[Use] = []
        for use in uses:
            value = self.work.values[use.value]
            file = self.work.uniform if value.kind == CONSTANT else value.kind
            ports = next((one.ports for one in self.isa.files if one.name == file and one.ports), len(uses))
            known = {register for other in found for register in self.work.registers(other) if register[0] == file}
            if value.kind != RESULT and len(known | self.work.registers(use)) > ports:
                copy = self.task(self.move, (Use(use.value),), None, None).value
                assert copy is not None
                use = use._replace(value=copy)
            found.append(use)
        return tuple(found)

    def task(self, op: Op, uses: tuple[Use, ...], inst: Inst | None, output: tuple[int, int] | None) -> SlotTask:
        number = len(self.work.tasks)
        value = add_value(self.work.values, RESULT, task=number) if output is None else None
        self.work.tasks.append(SlotTask(number, op, uses, inst, value, output))
        return self.work.tasks[-1]

    def use(self, source: ScalarSource) -> Use:
        value = source.value
        number = self.results[value.inst] if isinstance(value, Result) else self.leaf(value)
        return Use(number, source.negate, source.absolute)

    def leaf(self, leaf: Leaf) -> int:
        if leaf.index is not None:
            raise LimitExceeded(f"{self.isa.name} reads no register by an index", notes=("index arrays by constants",))
        constant = leaf.kind in ("constant", "undef")
        key: object = bits_of(leaf.value if leaf.kind == "constant" else 0.0, "f") if constant else leaf
        if key not in self.leaves:
            if isinstance(key, int):
                self.leaves[key] = add_value(self.work.values, CONSTANT, address=key)
            else:
                file = self.isa.file(leaf.kind, self.stage).name
                self.leaves[key] = add_value(self.work.values, file, address=leaf.register, component=leaf.component)
        return self.leaves[key]
