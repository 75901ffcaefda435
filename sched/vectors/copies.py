"""Let more instructions read the copies of gathered operands, so that they can merge.

The copies bring inputs and uniforms of several registers into one, for an operand with lanes of its own. Per-lane
scalars of one op that read the originals cannot merge, because these are in different registers; if they read the
copies, one instruction can compute them all.
"""

from __future__ import annotations

from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource
from gpucc.sched.vectors.grouping import vector_key
from gpucc.sched.vectors.homes import VectorHomes
from gpucc.sched.vectors.records import CodeRegion, VectorHome, is_join

Copies = dict[tuple[VectorHome, CodeRegion], dict[ScalarSource, Result]]


def read_copies(homes: VectorHomes) -> None:
    """Read the copies wherever that merges several instructions into one."""
    work = homes.work
    early = [inst for inst in work.insts if _copies_leaf(homes, inst)]
    copies: Copies = {}
    for inst in early:
        copies.setdefault((homes.home[Result(inst)], work.region[inst]), {})[work.operands[inst][0][0]] = Result(inst)
    changed = [_read(homes, region, moved) for (_, region), moved in copies.items() if len(moved) > 1]
    if any(changed):
        first = set(early)
        work.insts = [*early, *(inst for inst in work.insts if inst not in first)]


def _copies_leaf(homes: VectorHomes, inst: Inst) -> bool:
    """Return whether the instruction copies an unmodified leaf into a temporary; such copies can run first."""
    result = Result(inst)
    if inst.op is not homes.move or homes.home[result].output is not None or homes.whole(result) != result:
        return False
    source = homes.work.operands[inst][0][0]
    return isinstance(source.value, Leaf) and source.value.index is None and not (source.negate or source.absolute)


def _read(homes: VectorHomes, region: CodeRegion, moved: dict[ScalarSource, Result]) -> bool:
    work = homes.work
    groups: dict[tuple[object, ...], dict[Inst, tuple[object, ...]]] = {}
    for inst in work.insts:
        operands = work.operands[inst]
        if inst.op.result == "each" and inst.op is not homes.move and not is_join(inst) and work.region[inst] is region:
            replaced = [[_copied(source, moved) for source in lanes] for lanes in operands]
            if replaced != operands:
                before, work.operands[inst] = vector_key(homes, inst), replaced
                groups.setdefault(vector_key(homes, inst), {})[inst] = before
                work.operands[inst] = operands
    worth = [inst for group in groups.values() if len(set(group.values())) > 1 for inst in group]
    for inst in worth:
        work.operands[inst] = [[_copied(source, moved) for source in lanes] for lanes in work.operands[inst]]
    return bool(worth)


def _copied(source: ScalarSource, moved: dict[ScalarSource, Result]) -> ScalarSource:
    plain = ScalarSource(source.value)
    return ScalarSource(moved[plain], source.negate, source.absolute) if plain in moved else source
