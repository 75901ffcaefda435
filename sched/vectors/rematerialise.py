"""Shorten lifetimes by recomputing a cheap scalar for each reader instead of keeping it."""

from __future__ import annotations

from collections.abc import Sequence

from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource, Selected
from gpucc.sched.vectors.outputs import Forked
from gpucc.sched.vectors.records import results_of


def rematerialise(selected: Selected, forks: Sequence[Forked], heaviest: int) -> tuple[Selected, list[Forked]]:
    """Compute each scalar that needs at most `heaviest` instructions, all on leaves, once for each of its readers."""
    weight = _weights(selected, heaviest)
    rebuilt: list[Inst] = []
    same: dict[Inst, Inst] = {}

    def copy(inst: Inst) -> Inst:
        if inst in weight:
            operands = tuple(tuple(_again(s, copy) for s in lanes) for lanes in inst.operands)
            fresh = Inst(inst.op, operands, inst.results, inst.attr, inst.modifiers, inst.location, inst.rule)
            rebuilt.append(fresh)
            return fresh
        return same.get(inst, inst)

    for inst in selected.insts:
        if inst not in weight:
            # the operands of one instruction share the copy
            own: dict[Inst, Inst] = {}

            def once(wanted: Inst, own: dict[Inst, Inst] = own) -> Inst:
                if wanted not in own:
                    own[wanted] = copy(wanted)
                return own[wanted]

            operands = tuple(tuple(_again(s, once) for s in lanes) for lanes in inst.operands)
            fresh = Inst(inst.op, operands, inst.results, inst.attr, inst.modifiers, inst.location, inst.rule)
            rebuilt.append(fresh)
            same[inst] = fresh
    outputs = {key: _again(source, copy) for key, source in selected.outputs.items()}
    again = [
        Forked(_again(f.condition, copy), tuple((join, _again(a, copy), _again(b, copy)) for join, a, b in f.variables))
        for f in forks
    ]
    return Selected(rebuilt, outputs), again


def _again(source: ScalarSource, copy: object) -> ScalarSource:
    value = source.value
    assert callable(copy)
    if isinstance(value, Result):
        return ScalarSource(Result(copy(value.inst), value.lane), source.negate, source.absolute)
    if isinstance(value.index, ScalarSource):
        leaf = Leaf(value.kind, value.register, value.component, value.value, _again(value.index, copy))
        return ScalarSource(leaf, source.negate, source.absolute)
    return source


def _weights(selected: Selected, heaviest: int) -> dict[Inst, int]:
    weight: dict[Inst, int] = {}
    for inst in selected.insts:
        below = [r.inst for lanes in inst.operands for s in lanes for r in results_of(s)]
        if inst.op.result == "each" and not inst.op.effect and all(b in weight for b in below):
            total = 1 + sum(weight[b] for b in dict.fromkeys(below))
            if total <= heaviest:
                weight[inst] = total
    return weight
