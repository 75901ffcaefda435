"""Schedule selected code for a target whose instruction is a pipeline: units, pipes, registers and loads together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from gpucc.isa.model import Level
from gpucc.isa.pipeline import Packet, PipeIsa, UnitPart
from gpucc.isel.machine import LocalArray, Section
from gpucc.sched.core.allowance import Allowance
from gpucc.sched.core.exact import EXACT, SolverMissing
from gpucc.sched.core.schedule import Origin, Schedule
from gpucc.sched.core.work import Rows, Stack
from gpucc.sched.pipe.attempt import Attempt, outputs_of
from gpucc.sched.pipe.bounds import program_bound, section_bound
from gpucc.sched.pipe.build import build_work
from gpucc.sched.pipe.emit import Emitter, PipeMemory
from gpucc.sched.pipe.exact import BUDGET, improve
from gpucc.sched.pipe.groups import PipeGroup
from gpucc.sched.pipe.plan import PipePlan
from gpucc.sched.pipe.search import list_schedule
from gpucc.sched.pipe.sections import merge_sections
from gpucc.sched.pipe.ways import Ways
from gpucc.sched.pipe.work import DISCARD, SPILL, STORE


def schedule_pipeline(
    sections: Sequence[Section],
    isa: PipeIsa,
    level: Level,
    opt: int = 2,
    builtins: Mapping[int, str] | None = None,
    allowance: Allowance | None = None,
    others: Sequence[Sequence[Section]] = (),
) -> Schedule[Packet]:
    """Schedule a program. `builtins` has the load op (frag_coord, point_coord, front_facing) of input registers that
    are no varyings. `others` are the same program, selected in other ways: the form with the shortest schedule is
    taken, and `form` of the result is its number, 0 for `sections`."""
    ways = Ways(isa, level)
    made = [merge_sections(one) for one in (sections, *others)]
    works = [build_work(merged, ways, builtins or {}) for merged, _ in made]
    all_bounds = [[section_bound(work, block) for block in work.blocks] for work in works]
    allowance = allowance or Allowance()
    best = list_schedule(works, ways, opt, [sum(bounds) for bounds in all_bounds], allowance)
    work, bounds, where = works[best.form], all_bounds[best.form], made[best.form][1]
    note = ""
    if opt >= EXACT and allowance.effort and not best.cut and not allowance.ended() and best.cost()[0] > sum(bounds):
        try:
            bounds = improve(work, best, allowance.part(BUDGET))
        except SolverMissing as missing:
            note = missing.note()
    code = write(best, where, program_bound(work, bounds), note)
    best.release()
    return code


def write(program: Attempt, where: Sequence[int | None], bound: int, note: str = "") -> Schedule[Packet]:
    """Write the packets, with a last one for discards and another one if something jumps to the end of the program."""
    plan = program.frame.plan
    blocks = plan.work.blocks
    starts = [0]
    for found in program.sections:
        starts.append(starts[-1] + (0 if found is None else len(found.placed.rows)))
    end = starts[-1]
    landing = any(
        block.target is not None and starts[min(block.target, len(blocks))] == end and not block.ends
        for block in blocks
    )
    gone = end + landing
    arrays = place_arrays(plan)
    rows = -min(arrays.values(), default=0) // 4
    packets: list[Packet] = []
    origins: list[tuple[Origin, ...]] = []
    discards = False
    for number, found in enumerate(program.sections):
        if found is None:
            continue
        target = blocks[number].target
        jump = None if target is None else starts[min(target, len(blocks))]
        discards = discards or any(group.kind == DISCARD and group.operands for group in found.placed.groups)
        memory = PipeMemory(arrays, rows, found.spilled.source, found.spilled.lanes)
        more, whence = Emitter(found.placed, found.registers, memory, jump, gone).packets(starts[number])
        packets += more
        origins += whence
    if landing:
        packets.append(Packet((), stop=True))
        origins.append(())
    if discards:
        op = plan.ways.by_name["discard"][0]
        packets.append(_discard(op.unit, op.op))
        origins.append(())
    outputs = outputs_of(plan.work)
    spills = sum(_spills(group) for found in program.sections if found is not None for group in found.placed.groups)
    begins = tuple(gone if old is None else starts[old] for old in where)
    parts = [part for packet in packets for part in packet.parts]
    used = {part.dest.number for part in parts if part.dest is not None and part.dest.file == "register"}
    return Schedule(
        tuple(packets), tuple(origins), begins, len(used), spills, bound, Counter(part.unit for part in parts),
        outputs=tuple(outputs.get(i, 0) for i in range(max(outputs, default=0) + 1)),
        words=_words(packets, plan.work.isa), note=note, form=program.form,
    )  # fmt: skip


def _words(packets: Sequence[Packet], isa: PipeIsa) -> int:
    sizes = {unit.name: unit.bits for unit in isa.pipeline.units}
    return sum(1 - -sum(sizes[part.unit] for part in packet.parts) // isa.pipeline.word_bits for packet in packets)


def _spills(group: PipeGroup) -> bool:
    """Return whether a group stores something to the stack that is not in memory in the source program."""
    return group.kind == SPILL or (
        group.kind == STORE and isinstance(group.task.attr, tuple) and isinstance(group.task.attr[0], Stack)
    )


def _discard(unit: str, op: str) -> Packet:
    return Packet((UnitPart(unit, op),), stop=True)


def place_arrays(plan: PipePlan) -> dict[LocalArray | Stack | Rows, int]:
    """The address of each local array, below zero."""
    arrays = [value.array for value in plan.values if value.array is not None]
    arrays += [
        task.attr[0]
        for task in plan.tasks
        if isinstance(task.attr, tuple) and isinstance(task.attr[0], LocalArray | Stack | Rows)
    ]
    found: dict[LocalArray | Stack | Rows, int] = {}
    top = 0
    for array in dict.fromkeys(arrays):
        top -= -(-max(1, array.length) // 4) * 4
        found[array] = top
    return found
