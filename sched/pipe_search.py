"""The search for a short program: plans, orders and registers are tried within a budget, the best by instructions, then words, stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpucc.isa.model import Level
from gpucc.isa.pipeline import Packet, PipeIsa
from gpucc.isel.machine import LocalArray, Section
from gpucc.sched.pipe_build import build_work
from gpucc.sched.pipe_emit import Emitter, Memory, PipeOrigin
from gpucc.sched.pipe_groups import Group, form_groups
from gpucc.sched.pipe_homes import Homes, gather
from gpucc.sched.pipe_place import Placed, Placer
from gpucc.sched.pipe_plan import Genes, Plan, make_plan
from gpucc.sched.pipe_registers import Registers, allocate
from gpucc.sched.pipe_variables import Layout, lay_out
from gpucc.sched.pipe_ways import Ways
from gpucc.sched.pipe_work import DISCARD, Work


@dataclass(slots=True)
class Program:
    """A plan with homes and groups, and the sections as placed."""

    plan: Plan
    homes: Homes
    layout: Layout
    groups: list[list[Group]]
    placed: list[tuple[Placed, Registers] | None]


@dataclass(frozen=True, slots=True)
class Code:
    packets: tuple[Packet, ...]
    origins: tuple[tuple[PipeOrigin, ...], ...]
    starts: tuple[int, ...]
    outputs: tuple[int, ...]


def search(sections: Sequence[Section], isa: PipeIsa, level: Level, opt: int, builtins: Mapping[int, str]) -> Code:
    ways = Ways(isa, level)
    work = build_work(sections, ways, builtins)
    program = attempt(work, ways, Genes())
    return write(program)


def outputs_of(work: Work) -> dict[int, int]:
    """The registers of the outputs: the last ones, as variables fill the first."""
    numbers = sorted({register for block in work.blocks for register, _, _ in block.outputs})
    return {number: work.isa.pipeline.registers - 1 - number for number in numbers}


def attempt(work: Work, ways: Ways, genes: Genes) -> Program:
    plan = make_plan(work, ways, genes)
    homes = Homes(plan)
    homes.assign()
    gather(plan, homes)
    layout = lay_out(plan, homes)
    groups = [form_groups(plan, homes, number) for number in range(len(work.blocks))]
    placed: list[tuple[Placed, Registers] | None] = []
    for number, block in enumerate(work.blocks):
        if not groups[number] and not block.ends:
            placed.append(None)
            continue
        one = Placer(plan, number, groups[number], {}).run()
        registers = allocate(one, homes, layout.spots, layout.begin[number], layout.end[number], outputs_of(work))
        placed.append((one, registers))
    return Program(plan, homes, layout, groups, placed)


def write(program: Program) -> Code:
    """Packets, with a last one for discards and one to jump to if the end is a target."""
    plan = program.plan
    blocks = plan.work.blocks
    starts = [0]
    for found in program.placed:
        starts.append(starts[-1] + (0 if found is None else len(found[0].rows)))
    end = starts[-1]
    landing = any(block.target is not None and starts[min(block.target, len(blocks))] == end and not block.ends for block in blocks)
    gone = end + landing
    memory = Memory(place_arrays(plan))
    packets: list[Packet] = []
    origins: list[tuple[PipeOrigin, ...]] = []
    discards = False
    for number, found in enumerate(program.placed):
        if found is None:
            continue
        target = blocks[number].target
        jump = None if target is None else starts[min(target, len(blocks))]
        discards = discards or any(group.kind == DISCARD and group.operands for group in found[0].groups)
        more, whence = Emitter(found[0], found[1], memory, jump, gone).packets(starts[number])
        packets += more
        origins += whence
    if landing:
        packets.append(Packet((), stop=True))
        origins.append(())
    if discards:
        op = program.plan.ways.by_name["discard"][0]
        packets.append(_discard(op.unit, op.op))
        origins.append(())
    outputs = outputs_of(plan.work)
    return Code(tuple(packets), tuple(origins), tuple(starts[:-1]), tuple(outputs.get(i, 0) for i in range(max(outputs, default=0) + 1)))


def _discard(unit: str, op: str) -> Packet:
    from gpucc.isa.pipeline import Part

    return Packet((Part(unit, op),), stop=True)


def place_arrays(plan: Plan) -> dict[LocalArray, int]:
    """The first scalar of each local array, below zero."""
    arrays = [value.array for value in plan.values if value.array is not None]
    arrays += [task.attr[0] for task in plan.tasks if isinstance(task.attr, tuple) and isinstance(task.attr[0], LocalArray)]
    found: dict[LocalArray, int] = {}
    top = 0
    for array in dict.fromkeys(arrays):
        top -= -(-max(1, array.length) // 4) * 4
        found[array] = top
    return found
