"""Let independent narrow computations share vector instructions: two homes of two scalars become one of four.

Merging two homes pays when instructions of both become one. For that the operands of each merged pair must share
registers too, so a merge drags the homes of the operands along; the whole set is accepted or left.
"""

from __future__ import annotations

from dataclasses import dataclass

from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource
from gpucc.sched.vectors.homes import merge, merge_key
from gpucc.sched.vectors.records import LANES, VectorHome, VectorWork, is_join, results_of

# how many later instructions of the same kind each one is tried with
NEIGHBOURS = 24


def merge_narrow_homes(work: VectorWork) -> int:
    """Returns how many instructions it expects to have saved. Partners of equal depth come first."""
    depth = _depths(work)
    above = _ancestors(work)
    buckets: dict[tuple[object, ...], list[tuple[Inst, VectorHome]]] = {}
    for inst in work.insts:
        if inst.op.result == "each" and not is_join(inst) and _temporary(home := work.home[Result(inst)]):
            buckets.setdefault(merge_key(work, inst), []).append((inst, home))
    candidates = [
        (abs(depth[first] - depth[second]), i, j, bucket, first, second)
        for bucket, insts in enumerate(buckets.values())
        for i, (first, one) in enumerate(insts)
        for j, (second, two) in enumerate(insts[i + 1 : i + 1 + NEIGHBOURS], i + 1)
        if one is two or len(one.slots) + len(two.slots) <= LANES
    ]
    saved = 0
    for *_, first, second in sorted(candidates, key=lambda c: c[:4]):
        pairs = _plan(work, first, second, above)
        if pairs:
            for a, b in pairs:
                _merge_pair(work, a, b)
            saved += 1
    return saved


def _could_share(work: VectorWork, first: Inst, second: Inst) -> bool:
    one, two = work.home[Result(first)], work.home[Result(second)]
    return one is two or len(one.slots) + len(two.slots) <= LANES


def _temporary(home: VectorHome) -> bool:
    return home.output is None


def _depths(work: VectorWork) -> dict[Inst, int]:
    """Longest path from the inputs."""
    depth: dict[Inst, int] = {}
    for inst in work.insts:
        below = [depth[r.inst] for lanes in work.operands[inst] for s in lanes for r in results_of(s)]
        depth[inst] = 1 + max(below, default=-1)
    return depth


def _ancestors(work: VectorWork) -> Ancestors:
    """For each instruction a bit set of itself and everything it depends on."""
    number = {inst: i for i, inst in enumerate(work.insts)}
    sets: list[int] = []
    for i, inst in enumerate(work.insts):
        own = 1 << i
        for needed in work.needs(inst):
            own |= sets[number[needed]]
        sets.append(own)
    return Ancestors(number, sets)


@dataclass(frozen=True, slots=True)
class Ancestors:
    number: dict[Inst, int]
    sets: list[int]

    def independent(self, a: Inst, b: Inst) -> bool:
        i, j = self.number[a], self.number[b]
        return not (self.sets[i] >> j & 1 or self.sets[j] >> i & 1)


def _plan(work: VectorWork, first: Inst, second: Inst, above: Ancestors) -> list[tuple[VectorHome, VectorHome]]:
    """The homes to merge so that both instructions become one; empty when it does not work or is so already."""
    union: dict[VectorHome, VectorHome] = {}

    def find(home: VectorHome) -> VectorHome:
        while home in union:
            home = union[home]
        return home

    size: dict[VectorHome, list[VectorHome]] = {}
    pairs: list[tuple[VectorHome, VectorHome]] = []
    if not (_could_share(work, first, second) and above.independent(first, second)):
        return []
    queue = _operand_pairs(work, first, second)
    queue.append((ScalarSource(Result(first)), ScalarSource(Result(second))))
    while queue:
        a, b = queue.pop()
        if isinstance(a.value, Leaf) or isinstance(b.value, Leaf):
            if not (isinstance(a.value, Leaf) and isinstance(b.value, Leaf)):
                return []
            continue
        one, two = find(work.home[a.value]), find(work.home[b.value])
        if one is two:
            continue
        parts = size.get(one, [one]) + size.get(two, [two])
        if not _fits(parts):
            return []
        union[two] = one
        size[one] = parts
        pairs.append((one, two))
        if _joinable(work, a.value.inst, b.value.inst, above):
            queue.extend(_operand_pairs(work, a.value.inst, b.value.inst))
    return pairs


def _operand_pairs(work: VectorWork, a: Inst, b: Inst) -> list[tuple[ScalarSource, ScalarSource]]:
    return [(x[0], y[0]) for x, y in zip(work.operands[a], work.operands[b], strict=True)]


def _joinable(work: VectorWork, a: Inst, b: Inst, above: Ancestors) -> bool:
    return a.op.result == "each" and not is_join(a) and above.independent(a, b) and merge_key(work, a) == merge_key(work, b)


def _fits(homes: list[VectorHome]) -> bool:
    lanes = [lane for home in homes for lane in home.fixed.values()]
    return all(_temporary(home) for home in homes) and sum(len(home.slots) for home in homes) <= LANES and len(set(lanes)) == len(lanes)


def _merge_pair(work: VectorWork, a: VectorHome, b: VectorHome) -> None:
    one, two = _current(a), _current(b)
    if one is not two:
        merge(work, one, two)


def _current(home: VectorHome) -> VectorHome:
    while home.joined is not None:
        home = home.joined
    return home
