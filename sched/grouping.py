"""Form vector instructions: scalars of one op in one home whose operands come from equal registers become one.

Merging must not close a cycle. Instructions are taken operands first; x may join an existing vector g unless x depends
on g through the vectors formed so far. Nothing that g depends on can depend on x, as all of it was taken before x, so
this one check suffices.
"""

from __future__ import annotations

from collections.abc import Callable

from gpucc.isel.machine import Inst, Leaf, Result, Source
from gpucc.sched.vectors import Vector, Work, leaf_key, results_of

Pool = Callable[[float], tuple[object, ...]]


def form_vectors(work: Work) -> list[Vector]:
    vectors: list[Vector] = []
    owner: dict[Inst, Vector] = {}
    by_key: dict[tuple[object, ...], list[Vector]] = {}
    for inst in work.insts:
        key = vector_key(work, inst)
        target = next((v for v in by_key.get(key, ()) if _may_join(work, v, inst, owner)), None)
        if target is None:
            home = work.home.get(Result(inst, 0))
            operands = [list(lanes) for lanes in work.operands[inst]]
            target = Vector(len(vectors), inst.op, [], [], operands if inst.op.result != "each" else [[] for _ in operands], home)
            vectors.append(target)
            by_key.setdefault(key, []).append(target)
        target.insts.append(inst)
        target.results.extend(Result(inst, lane) for lane in range(inst.results if inst.op.result != "none" else 0))
        if inst.op.result == "each":
            for position, lanes in enumerate(work.operands[inst]):
                target.operands[position].append(lanes[0])
        owner[inst] = target
    return vectors


def vector_key(work: Work, inst: Inst) -> tuple[object, ...]:
    home = work.home.get(Result(inst, 0))
    base = (inst.op.name, inst.attr, inst.modifiers, home.serial if home else None)
    if inst.op.result == "each":
        return (*base, tuple(_operand_key(work, lanes[0]) for lanes in work.operands[inst]))
    if inst.op.result == "broadcast":
        return (*base, tuple(tuple(lanes) for lanes in work.operands[inst]))
    return (*base, inst)


def _operand_key(work: Work, source: Source) -> tuple[object, ...]:
    modifiers = (source.negate, source.absolute)
    if isinstance(source.value, Leaf):
        return (*leaf_key(source.value), *modifiers)
    return ("home", work.home[source.value].serial, *modifiers)


def _may_join(work: Work, vector: Vector, inst: Inst, owner: dict[Inst, Vector]) -> bool:
    """False if `inst` depends on the vector: then they cannot run at once."""
    seen: set[int] = set()
    stack = [owner[r.inst] for lanes in work.operands[inst] for s in lanes for r in results_of(s)]
    while stack:
        current = stack.pop()
        if current is vector:
            return False
        if current.serial not in seen:
            seen.add(current.serial)
            stack.extend(owner[r.inst] for r in current.reads())
    return True
