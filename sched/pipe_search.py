"""The search for a short program: plans, orders and registers are tried within a budget, the best by instructions, then words, stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpucc.isa.model import Level
from gpucc.isa.pipeline import Packet, Part, PipeIsa
from gpucc.isel.machine import LocalArray, Section
from gpucc.sched.pipe_attempt import Attempt, attempt, outputs_of
from gpucc.sched.pipe_build import build_work
from gpucc.sched.pipe_emit import Emitter, Memory, PipeOrigin
from gpucc.sched.pipe_loads import copy_loaded
from gpucc.sched.pipe_plan import Genes, Plan
from gpucc.sched.pipe_sections import merge_sections
from gpucc.sched.pipe_ways import Ways
from gpucc.sched.pipe_work import DISCARD, Stack


@dataclass(frozen=True, slots=True)
class Code:
    packets: tuple[Packet, ...]
    origins: tuple[tuple[PipeOrigin, ...], ...]
    starts: tuple[int, ...]
    outputs: tuple[int, ...]

    def size(self) -> tuple[int, int]:
        return len(self.packets), sum(len(packet.parts) for packet in self.packets)


def search(sections: Sequence[Section], isa: PipeIsa, level: Level, opt: int, builtins: Mapping[int, str]) -> Code:
    ways = Ways(isa, level)
    merged, where = merge_sections(sections)
    work = build_work(merged, ways, builtins)
    together = copy_loaded(work, ways)
    tries = [attempt(work, ways, Genes(), {}), attempt(work, ways, Genes(loads=True), {}), attempt(together, ways, Genes(loads=True), {})]
    return min((write(found, where) for found, _ in tries), key=Code.size)




def write(program: Attempt, where: Sequence[int | None]) -> Code:
    """Packets, with a last one for discards and one to jump to if the end is a target."""
    plan = program.plan
    blocks = plan.work.blocks
    starts = [0]
    for found in program.sections:
        starts.append(starts[-1] + (0 if found is None else len(found.placed.rows)))
    end = starts[-1]
    landing = any(block.target is not None and starts[min(block.target, len(blocks))] == end and not block.ends for block in blocks)
    gone = end + landing
    arrays = place_arrays(plan)
    rows = -min(arrays.values(), default=0) // 4
    packets: list[Packet] = []
    origins: list[tuple[PipeOrigin, ...]] = []
    discards = False
    for number, found in enumerate(program.sections):
        if found is None:
            continue
        target = blocks[number].target
        jump = None if target is None else starts[min(target, len(blocks))]
        discards = discards or any(group.kind == DISCARD and group.operands for group in found.placed.groups)
        memory = Memory(arrays, rows, found.spilled.source)
        more, whence = Emitter(found.placed, found.registers, memory, jump, gone).packets(starts[number])
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
    begins = tuple(gone if old is None else starts[old] for old in where)
    return Code(tuple(packets), tuple(origins), begins, tuple(outputs.get(i, 0) for i in range(max(outputs, default=0) + 1)))


def _discard(unit: str, op: str) -> Packet:
    return Packet((Part(unit, op),), stop=True)


def place_arrays(plan: Plan) -> dict[LocalArray | Stack, int]:
    """The first scalar of each local array, below zero."""
    arrays = [value.array for value in plan.values if value.array is not None]
    arrays += [task.attr[0] for task in plan.tasks if isinstance(task.attr, tuple) and isinstance(task.attr[0], LocalArray | Stack)]
    found: dict[LocalArray | Stack, int] = {}
    top = 0
    for array in dict.fromkeys(arrays):
        top -= -(-max(1, array.length) // 4) * 4
        found[array] = top
    return found
