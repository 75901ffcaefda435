"""Let independent narrow computations share vector instructions: two homes of two scalars each become one of four.

Merging two homes pays if instructions of both become one. For that, the operands of each pair of instructions must
share registers too, so a merge includes the homes of the operands; the whole set is accepted or rejected.
"""

from __future__ import annotations

from collections.abc import Mapping

from gpucc.isa.model import LANES
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource
from gpucc.sched.lanes.homes import fit_together
from gpucc.sched.vectors.ancestors import Ancestors, ancestors
from gpucc.sched.vectors.homes import VectorHomes
from gpucc.sched.vectors.records import VectorHome, VectorWork, is_join, results_of

# the number of later instructions of the same kind that each one is paired with
NEIGHBOURS = 24


def merge_narrow_homes(homes: VectorHomes, farthest: int) -> int:
    """Merge homes, partners of equal depth first; return the expected number of instructions saved.

    Partners are at most `farthest` instructions apart: what is computed together must also be kept together.
    """
    work = homes.work
    number = {inst: i for i, inst in enumerate(work.insts)}
    depth = _depths(work)
    above = ancestors(work)
    kinds = _kinds(homes)
    buckets: dict[int, list[tuple[Inst, VectorHome, int, int]]] = {}
    for inst, kind in kinds.items():
        if (home := homes.home[Result(inst)]).output is None:
            buckets.setdefault(kind, []).append((inst, home, depth[inst], number[inst]))
    # the first four numbers of no two candidates are the same
    candidates = [
        (abs(deep - deeper), i, j, bucket, first, second, one, two)
        for bucket, insts in enumerate(buckets.values())
        for i, (first, one, deep, early) in enumerate(insts)
        for j, (second, two, deeper, late) in enumerate(insts[i + 1 : i + 1 + NEIGHBOURS], i + 1)
        if (one is two or len(one.slots) + len(two.slots) <= LANES) and late - early <= farthest
    ]
    saved = 0
    for *_, first, second, one, two in sorted(candidates):
        # most candidates end here, so `_current` is written out
        while one.joined is not None:
            one = one.joined
        while two.joined is not None:
            two = two.joined
        if one is not two and len(one.slots) + len(two.slots) > LANES:
            continue
        pairs = _plan(homes, first, second, above, kinds) if above.independent(first, second) else []
        if pairs:
            for a, b in pairs:
                _merge_pair(homes, a, b)
            saved += 1
    return saved


def _kinds(homes: VectorHomes) -> dict[Inst, int]:
    """A number for each instruction that can be merged, which is equal for those that can become one."""
    numbers: dict[tuple[object, ...], int] = {}
    mergeable = (inst for inst in homes.work.insts if inst.op.result == "each" and not is_join(inst))
    return {inst: numbers.setdefault(homes.merge_key(inst), len(numbers)) for inst in mergeable}


def _depths(work: VectorWork) -> dict[Inst, int]:
    """The length of the longest path from the inputs to each instruction."""
    depth: dict[Inst, int] = {}
    for inst in work.insts:
        below = [depth[r.inst] for lanes in work.operands[inst] for s in lanes for r in results_of(s)]
        depth[inst] = 1 + max(below, default=-1)
    return depth


def _plan(
    homes: VectorHomes, first: Inst, second: Inst, above: Ancestors, kinds: Mapping[Inst, int]
) -> list[tuple[VectorHome, VectorHome]]:
    """The pairs of homes to merge so that both instructions, which are independent, become one; empty if that is
    impossible or they are one already."""
    work, home_of = homes.work, homes.home
    union: dict[VectorHome, VectorHome] = {}

    def find(home: VectorHome) -> VectorHome:
        while home in union:
            home = union[home]
        return home

    size: dict[VectorHome, list[VectorHome]] = {}
    pairs: list[tuple[VectorHome, VectorHome]] = []
    queue = _operand_pairs(work, first, second)
    queue.append((ScalarSource(Result(first)), ScalarSource(Result(second))))
    while queue:
        a, b = queue.pop()
        if isinstance(a.value, Leaf) or isinstance(b.value, Leaf):
            if not (isinstance(a.value, Leaf) and isinstance(b.value, Leaf)):
                return []
            continue
        one, two = find(home_of[a.value]), find(home_of[b.value])
        if one is two:
            continue
        parts = size.get(one, [one]) + size.get(two, [two])
        if not fit_together(parts):
            return []
        union[two] = one
        size[one] = parts
        pairs.append((one, two))
        a_kind, b_kind = kinds.get(a.value.inst), kinds.get(b.value.inst)
        if a_kind is not None and a_kind == b_kind and above.independent(a.value.inst, b.value.inst):
            queue.extend(_operand_pairs(work, a.value.inst, b.value.inst))
    return pairs


def _operand_pairs(work: VectorWork, a: Inst, b: Inst) -> list[tuple[ScalarSource, ScalarSource]]:
    return [(x[0], y[0]) for x, y in zip(work.operands[a], work.operands[b], strict=True)]


def _merge_pair(homes: VectorHomes, a: VectorHome, b: VectorHome) -> None:
    one, two = _current(a), _current(b)
    if one is not two:
        homes.merge(one, two)


def _current(home: VectorHome) -> VectorHome:
    while home.joined is not None:
        home = home.joined
    return home
