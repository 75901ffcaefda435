"""Let more readers profit from gathered operands: per-lane instructions whose sources stand apart read the copies instead.

The copies bring inputs and uniforms of several registers into one, for an operand with lanes of its own. Scalars of one
op that read the originals are one instruction each, as the originals lie in different registers; reading the copies
they can be one for all.
"""

from __future__ import annotations

from gpucc.isa.model import Op
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource
from gpucc.sched.vectors.grouping import vector_key
from gpucc.sched.vectors.records import CodeRegion, VectorHome, VectorWork, is_join

Copies = dict[tuple[VectorHome, CodeRegion], dict[ScalarSource, Result]]


def read_copies(work: VectorWork, move: Op) -> None:
    """Wherever that makes one instruction of several."""
    early = [inst for inst in work.insts if _copies_leaf(work, inst, move)]
    copies: Copies = {}
    for inst in early:
        copies.setdefault((work.home[Result(inst)], work.region[inst]), {})[work.operands[inst][0][0]] = Result(inst)
    changed = [_read(work, region, moved, move) for (_, region), moved in copies.items() if len(moved) > 1]
    if any(changed):
        first = set(early)
        work.insts = [*early, *(inst for inst in work.insts if inst not in first)]


def _copies_leaf(work: VectorWork, inst: Inst, move: Op) -> bool:
    """Whether it copies something into a temporary that is there before anything runs."""
    if inst.op is not move or work.home[Result(inst)].output is not None or work.whole(Result(inst)) != Result(inst):
        return False
    source = work.operands[inst][0][0]
    return isinstance(source.value, Leaf) and source.value.index is None and not (source.negate or source.absolute)


def _read(work: VectorWork, region: CodeRegion, moved: dict[ScalarSource, Result], move: Op) -> bool:
    groups: dict[tuple[object, ...], dict[Inst, tuple[object, ...]]] = {}
    for inst in work.insts:
        operands = work.operands[inst]
        if inst.op.result == "each" and inst.op is not move and not is_join(inst) and work.region[inst] is region:
            replaced = [[_copied(source, moved) for source in lanes] for lanes in operands]
            if replaced != operands:
                before, work.operands[inst] = vector_key(work, inst), replaced
                groups.setdefault(vector_key(work, inst), {})[inst] = before
                work.operands[inst] = operands
    worth = [inst for group in groups.values() if len(set(group.values())) > 1 for inst in group]
    for inst in worth:
        work.operands[inst] = [[_copied(source, moved) for source in lanes] for lanes in work.operands[inst]]
    return bool(worth)


def _copied(source: ScalarSource, moved: dict[ScalarSource, Result]) -> ScalarSource:
    plain = ScalarSource(source.value)
    return ScalarSource(moved[plain], source.negate, source.absolute) if plain in moved else source
