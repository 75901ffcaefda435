"""Let more readers profit from gathered operands: per-lane instructions whose sources stand apart read the copies
instead.

The copies bring inputs and uniforms of several registers into one, for an operand with lanes of its own. Scalars of one
op that read the originals are one instruction each, as the originals lie in different registers; reading the copies
they can be one for all.
"""

from __future__ import annotations

from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource
from gpucc.sched.vectors.grouping import vector_key
from gpucc.sched.vectors.homes import VectorHomes
from gpucc.sched.vectors.records import CodeRegion, VectorHome, is_join

Copies = dict[tuple[VectorHome, CodeRegion], dict[ScalarSource, Result]]


def read_copies(homes: VectorHomes) -> None:
    """Wherever that makes one instruction of several."""
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
    """Whether it copies something into a temporary that is there before anything runs."""
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
