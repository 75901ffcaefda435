"""Schedule a program with branches for a target with vec4 registers: pack, order, allocate, and let flow words join the sections.

work              variables, and who may write them where
homes, merging    which scalars share a register, over all sections
form              vector instructions, their order in each section, lifetimes
allocate          homes to registers
flow_words        sections and branches to one list of instructions
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gpucc.errors import LimitExceeded
from gpucc.isa.model import Instruction, Isa
from gpucc.isel.machine import Result, Stretch
from gpucc.program import Constant, Stage
from gpucc.sched.mixed import Mixing, mix_lanes
from gpucc.sched.structured.finish import FlowFinisher
from gpucc.sched.structured.flow_shape import FlowBlock
from gpucc.sched.structured.flow_words import FlowOps, join_blocks
from gpucc.sched.structured.form import Forming, lifetimes
from gpucc.sched.structured.work import StructuredPlan, plan_sections
from gpucc.sched.vectors.addressing import load_addresses
from gpucc.sched.vectors.allocate import Place, settle
from gpucc.sched.vectors.constants import ConstantPool, pool_constants
from gpucc.sched.vectors.copies import read_copies
from gpucc.sched.vectors.homes import assign_homes
from gpucc.sched.vectors.idle import is_idle
from gpucc.sched.vectors.merging import merge_narrow_homes
from gpucc.sched.vectors.order import ORDERS, by_index, indices
from gpucc.sched.vectors.outputs import move_op
from gpucc.sched.vectors.records import Vector, VectorHome
from gpucc.sched.vectors.schedule import ATTEMPTS, Effort


@dataclass(frozen=True, slots=True)
class StructuredScheduled:
    instructions: tuple[Instruction, ...]
    constants: tuple[Constant, ...]
    registers: int
    lines: dict[str, int]

    def describe(self) -> str:
        used = ", ".join(f"{number} {op}" for op, number in Counter(i.op for i in self.instructions).most_common())
        return f"{len(self.instructions)} instructions, {self.registers} registers: {used}"

    def statistics(self) -> dict[str, object]:
        return {
            "instructions": len(self.instructions),
            "registers": self.registers,
            "spills": 0,
            "lines": self.lines,
            "slots": dict(sorted(Counter(instruction.op for instruction in self.instructions).items())),
        }


@dataclass(frozen=True, slots=True)
class _Attempt:
    plan: StructuredPlan
    order: list[list[Vector]]
    places: dict[Result, Place]
    pool: ConstantPool


# what is done to all sections once their instructions are chosen
Fitting = Callable[[list[list[Instruction]]], list[list[Instruction]]]


def schedule_structured(
    stretches: Sequence[Stretch],
    isa: Isa,
    stage: Stage,
    first_constant: int,
    flow: FlowOps,
    mixing: Mixing | None = None,
    fit: Fitting = list,
) -> StructuredScheduled:
    registers = isa.file("temporary", stage).size(stage)
    best: _Attempt | None = None
    shortage: int | None = None
    for effort in ATTEMPTS:
        trial = _attempt(stretches, isa, stage, effort, registers, first_constant)
        if isinstance(trial, _Attempt):
            best = trial
            break
        shortage = trial if shortage is None else shortage
    if best is None:
        needed = max(shortage or 0, 4 * registers + 1)
        raise LimitExceeded(
            f"{isa.name} has {registers} temporaries of 4 components; this program needs {needed} components at once",
            notes=("split the shader, or compute fewer intermediate values before they are used",),
        )
    return _finished(best, isa, stage, flow, mixing, fit)


def _attempt(stretches: Sequence[Stretch], isa: Isa, stage: Stage, effort: Effort, registers: int, first_constant: int) -> _Attempt | int:
    """The program in its registers, or how many components are alive at the worst place. Of the orders that fit the first, or,
    where indices are computed, that with the fewest loads of address registers."""
    plan = plan_sections(stretches, isa, effort.again)
    work, move = plan.work, move_op(isa)
    assign_homes(work, move, effort.succeed)
    if effort.share:
        read_copies(work, move)
        merge_narrow_homes(work)
    _adopt_copies(plan)
    formed = Forming(plan)
    pool = pool_constants(formed.vectors, first_constant)
    peak: int | None = None
    found: list[_Attempt] = []
    indexed = any(indices(vector) for vector in formed.vectors)
    for choice in (*ORDERS, by_index) if indexed else ORDERS:
        order = formed.arrange(choice)
        busy = lifetimes(plan.parts, order, work.alias)
        places = _settle(plan, order, busy, registers)
        if places is not None:
            kept = [[vector for vector in vectors if not is_idle(vector, places, move)] for vectors in order]
            found.append(_Attempt(plan, kept, places, pool))
            if not indexed:
                break
        peak = _peak(busy) if peak is None else min(peak, _peak(busy))
    if found:
        return min(found, key=lambda attempt: _length(attempt, isa, stage)) if len(found) > 1 else found[0]
    assert peak is not None
    return peak


def _adopt_copies(plan: StructuredPlan) -> None:
    """Copies that bring operands together were made for the sections they stand in."""
    by_region = {part.region: part for part in plan.parts}
    for part in plan.parts:
        part.insts = []
    for inst in plan.work.insts:
        part_of = by_region.get(plan.work.region[inst])
        if part_of is not None:
            part_of.insts.append(inst)


def _settle(plan: StructuredPlan, order: Sequence[Sequence[Vector]], busy: dict[Result, int], registers: int) -> dict[Result, Place] | None:
    homes: dict[VectorHome, None] = {}
    for vectors in order:
        for vector in vectors:
            if vector.home is not None and vector.home.output is None:
                homes[vector.home] = None
    for home in homes:
        home.members[:] = [member for member in home.members if member in busy]
    begin = {home: min((_first(busy[r]) for r in home.members), default=0) for home in homes}
    area = {home: sum(busy[r].bit_count() for r in home.members) for home in homes}
    places = settle(list(homes), busy, begin, area, registers)
    if isinstance(places, int):
        return None
    return places | {written: places[result] for written, result in plan.work.alias.items() if result in places}


def _first(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def _peak(busy: dict[Result, int]) -> int:
    counts: Counter[int] = Counter()
    for bits in busy.values():
        while bits:
            low = bits & -bits
            counts[low.bit_length()] += 1
            bits ^= low
    return max(counts.values(), default=0)


def _length(attempt: _Attempt, isa: Isa, stage: Stage) -> int:
    return sum(len(block.instructions) for block in _blocks(attempt, isa, stage))


def _blocks(best: _Attempt, isa: Isa, stage: Stage, mixing: Mixing | None = None, fit: Fitting = list) -> list[FlowBlock]:
    places = dict(best.places)
    for vector in (vector for section in best.order for vector in section):
        if vector.home is not None and vector.home.output is not None:
            places |= {result: (vector.home.output, vector.home.fixed[result]) for result in vector.results}
    finisher = FlowFinisher(isa, stage, places, {})
    load = next((op.name for op in isa.ops if op.effect == "address"), "")
    finished = [finisher.finish(section) for section in best.order]
    if mixing is not None:
        ones = {(constant.register, constant.component) for constant in best.pool.constants() if constant.value == 1.0}
        finished = [mix_lanes(section, ones, mixing) for section in finished]
    pairs = zip(fit(finished), best.plan.parts, strict=True)
    return [FlowBlock(load_addresses(section, load), part.branch, part.target) for section, part in pairs]


def _finished(best: _Attempt, isa: Isa, stage: Stage, flow: FlowOps, mixing: Mixing | None, fit: Fitting) -> StructuredScheduled:
    blocks = _blocks(best, isa, stage, mixing, fit)
    vectors = [vector for section in best.order for vector in section]
    written = (instruction.dest for block in blocks for instruction in block.instructions)
    used = 1 + max((dest.number for dest in written if dest is not None and dest.file == "temporary"), default=-1)
    lines = Counter(
        f"{place.file}:{place.line}"
        for vector in vectors
        for place in [next((inst.location for inst in vector.insts if inst.location), None)]
        if place and place.line
    )
    return StructuredScheduled(tuple(join_blocks(blocks, flow)), best.pool.constants(), used, dict(sorted(lines.items())))
