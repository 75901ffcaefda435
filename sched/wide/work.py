"""The scheduling problem of a target with wide instructions, as plain numbered records: one `WideWork` for each
section.

Values are what operands read: results of tasks, and leaves. A task is one machine op, or the rigid pieces of a
function's sequence. Goals are the places where values must be at the section's end. Both the list scheduler and the
exact one start from this record; the machine is described by the ISA record alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from gpucc.errors import InternalError
from gpucc.isa import neutral
from gpucc.isa.model import LETTERS, Level, Op
from gpucc.isa.wide import Sequence as Combination
from gpucc.isa.wide import WideIsa
from gpucc.isel.machine import Inst, Leaf, LocalArray, Result, ScalarSource, Section, is_undefined, stores_local
from gpucc.records import dataclass
from gpucc.sched.core.sections import falls, needed_insts
from gpucc.sched.core.work import CONSTANT, MEMORY, RESULT, VARIABLE, Accesses, Use, Value, add_value, bits_of


@dataclass(frozen=True, slots=True)
class InnerPiece:
    """An operand that is the result of another piece of the task; unit and distance follow from the piece."""

    piece: int


@dataclass(frozen=True, slots=True)
class Piece:
    """An op `at` instructions after the task begins, in one of `units`. `reads` has an entry for each operand of the
    op.

    No op means a copy, by any move op of the ISA. `swaps` allows exchanging the two operands.
    """

    op: Op | None
    at: int
    units: tuple[str, ...]
    reads: tuple[Use | InnerPiece, ...]
    negate: bool = False
    swaps: bool = False


@dataclass(frozen=True, slots=True)
class WideTask:
    """A task; its last piece computes `value` (None for a store to an array).

    In a task with `same`, all pieces must read that value from one place: a register, a load of one address, or results
    that are copies of each other.
    """

    number: int
    pieces: tuple[Piece, ...]
    value: int | None
    inst: Inst | None = None
    same: int | None = None
    # an access to a local array: a load's address is `index` plus the array's first row, a store's address is `index`
    array: LocalArray | None = None
    index: Use | None = None


@dataclass(frozen=True, slots=True)
class Goal:
    """`value` must be stored to a component of a varying, or to a variable (`address`) after its last reader."""

    file: str  # the name of the output file, or VARIABLE
    address: int
    component: int
    value: int


@dataclass(frozen=True, slots=True)
class TaskOrder:
    """Task `then` begins at least `cycles` instructions after task `first`."""

    first: int
    then: int
    cycles: int


@dataclass(slots=True)
class WideWork:
    """One section. `condition` is the operand that the branch to section `target` at its end tests; a literal if it is
    always taken."""

    isa: WideIsa
    facts: Level
    values: list[Value] = field(default_factory=list)
    tasks: list[WideTask] = field(default_factory=list)
    goals: list[Goal] = field(default_factory=list)
    orders: list[TaskOrder] = field(default_factory=list)
    condition: Use | None = None
    target: int | None = None
    # whether the next section may follow
    falls: bool = True


def build_work(section: Section, isa: WideIsa, facts: Level, rows: Mapping[LocalArray, int] | None = None) -> WideWork:
    """The needed tasks, in the order of the selected instructions. `rows` are the first rows of local arrays."""
    return _Builder(section, isa, facts, rows or {}).run()


class _Builder:
    def __init__(self, section: Section, isa: WideIsa, facts: Level, rows: Mapping[LocalArray, int]) -> None:
        self.section, self.rows = section, rows
        self.work = WideWork(isa, facts)
        self.sequences: Mapping[str, Combination] = {found.function.name: found for found in isa.wide.sequences}
        self.ops = {op.name: op for op in isa.ops}
        self.leaves: dict[object, int] = {}
        self.sums: dict[object, ScalarSource] = {}
        self.results: dict[Inst, int] = {}
        self.files = {"input": isa.file("input", "vertex").name, "uniform": isa.file("uniform", "vertex").name}
        self.output = isa.file("output", "vertex").name
        self.accesses = Accesses()
        self.latency = isa.wide.latency(isa.file("temporary", "vertex").name)

    def run(self) -> WideWork:
        section, work = self.section, self.work
        needed = needed_insts(section)
        for inst in section.selected.insts:
            if inst in needed:
                self.instruction(inst)
        if section.target is not None:
            work.condition = self.use(section.condition or ScalarSource(Leaf("constant", value=1.0)))
        work.target, work.falls = section.target, falls(section)
        self.outputs(section.selected.outputs)
        for variable, source in sorted(section.assigned.items()):
            self.goal(VARIABLE, variable, 0, source)
        return work

    def outputs(self, outputs: Mapping[tuple[int, int], ScalarSource]) -> None:
        """Add a goal for each component of the outputs. One that is undefined repeats its neighbour, so that one half
        of the stores can write both."""
        for (register, component), source in sorted(outputs.items()):
            if is_undefined(source):
                near = sorted(
                    ((abs(c - component), c) for r, c in outputs if r == register and not is_undefined(outputs[r, c]))
                )
                source = outputs[register, near[0][1]] if near else source
            self.goal(self.output, register, component, source)

    # values

    def goal(self, file: str, address: int, component: int, source: ScalarSource) -> None:
        use = self.use(source)
        if use.negate:
            raise InternalError("what is stored cannot be negated on its way")
        self.work.goals.append(Goal(file, address, component, use.value))

    def use(self, source: ScalarSource, place: tuple[str, int] | None = None) -> Use:
        if source.absolute:
            raise InternalError("no operand of a wide instruction takes an absolute value")
        return Use(self.value(source.value), source.negate, place=place)

    def value(self, found: Leaf | Result) -> int:
        if isinstance(found, Result):
            return self.results[found.inst]
        key: object = found
        if found.kind in ("constant", "undef"):
            bits = bits_of(found.value if found.kind == "constant" else 0.0, "f")
            key = (CONSTANT, bits)
        if key not in self.leaves:
            values = self.work.values
            if isinstance(key, tuple):
                self.leaves[key] = add_value(values, CONSTANT, address=bits)
            elif found.kind == "variable":
                self.leaves[key] = add_value(values, VARIABLE, address=found.register)
            else:
                index = found.index.value if isinstance(found.index, ScalarSource) else found.index
                position = None if index is None else self.value(index)
                self.leaves[key] = add_value(
                    values, self.files[found.kind], address=found.register, component=found.component, index=position
                )
        return self.leaves[key]

    def result(self, number: int) -> int:
        return add_value(self.work.values, RESULT, task=number)

    # tasks

    def instruction(self, inst: Inst) -> None:
        sources = [lane for operand in inst.operands for lane in operand]
        if stores_local(inst.op):
            sources = [self.address(inst, sources[0]), sources[1]]
        number = len(self.work.tasks)
        if inst.op.effect == "local":
            task = self.access(inst, sources, number)
        elif inst.op.name in self.sequences:
            task = self.sequence(inst, self.sequences[inst.op.name], self.use(sources[0]), number)
        else:
            task = self.plain(inst, sources, number)
        self.work.tasks.append(task)
        if task.value is not None:
            self.results[inst] = task.value

    def plain(self, inst: Inst, sources: Sequence[ScalarSource], number: int) -> WideTask:
        op = inst.op
        uses: list[Use | InnerPiece] = []
        for operand, source in zip(op.operands, sources, strict=True):
            unit, _, lane = operand.place.partition(".")
            uses.append(self.use(source, (unit, LETTERS.index(lane)) if lane else None))
        result = self.result(number) if op.result != "none" else None
        piece = Piece(op, 0, op.slots, tuple(uses), "neg" in inst.modifiers, _commutes(op))
        return WideTask(number, (piece,), result, inst)

    def sequence(self, inst: Inst, combination: Combination, use: Use, number: int) -> WideTask:
        places = {step.name: i for i, step in enumerate(combination.steps)}
        pieces = tuple(
            Piece(
                self.ops[step.op],
                step.at,
                self.ops[step.op].slots,
                tuple(InnerPiece(places[r]) if r in places else use for r in step.reads),
            )
            for step in combination.steps
        )
        return WideTask(number, pieces, self.result(number), inst, use.value)

    def access(self, inst: Inst, sources: Sequence[ScalarSource], number: int) -> WideTask:
        """Add the access to a local array as a task that copies: from memory for a load, to memory for a store (see
        `WideTask.array`)."""
        array = inst.attr
        assert isinstance(array, LocalArray)
        index = self.use(sources[0])
        self.keep_order(number, array, stores_local(inst.op))
        units = tuple(move.unit for move in self.work.isa.wide.moves)
        if stores_local(inst.op):
            return WideTask(number, (Piece(None, 0, units, (self.use(sources[1]),)),), None, inst, None, array, index)
        memory = add_value(self.work.values, MEMORY, task=number)
        return WideTask(number, (Piece(None, 0, units, (Use(memory),)),), self.result(number), inst, None, array, index)

    def address(self, inst: Inst, index: ScalarSource) -> ScalarSource:
        """The address of a store. The address register of stores adds no base, so an instruction adds it."""
        assert isinstance(inst.attr, LocalArray)
        row = ScalarSource(Leaf("constant", value=float(self.rows.get(inst.attr, 0))))
        if isinstance(index.value, Leaf) and index.value.kind in ("constant", "undef"):
            return ScalarSource(Leaf("constant", value=row.value.value + int(index.value.value)))  # type: ignore[union-attr]
        key = (inst.attr, self.use(index).value)
        if key not in self.sums:
            add = next(op for op in self.work.isa.ops if op.semantics == ("fadd(a, b)",))
            self.sums[key] = ScalarSource(Result(Inst(add, ((index,), (row,)), location=inst.location)))
            self.instruction(self.sums[key].value.inst)  # type: ignore[union-attr]
        return self.sums[key]

    def keep_order(self, number: int, array: LocalArray, store: bool) -> None:
        last, loads = self.accesses.follow(array, number, store)
        if last is not None:
            self.work.orders.append(TaskOrder(last, number, 1 if store else self.latency))
        self.work.orders += [TaskOrder(load, number, 0) for load in loads]


def _commutes(op: Op) -> bool:
    """Return whether the semantics of an op of two operands allow swapping them."""
    if len(op.semantics) != 1 or len(op.operands) != 2:
        return False
    name, _, rest = op.semantics[0].partition("(")
    return (
        rest == f"{op.operands[0].name}, {op.operands[1].name})"
        and name in neutral.OPS
        and neutral.OPS[name].commutative
    )
