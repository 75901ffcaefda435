"""Put the operands of commutative operations into the same order in all lanes of a vector, and copy the same ones.

x = a.x + b.x beside y = b.y + a.y would be two instructions, or one that needs a and b in one register, because LLVM
and sums order operands differently. Lanes are alike if they apply the same operations to operands that are alike.
"""

from __future__ import annotations

from collections.abc import Hashable

from gpucc.isa.model import Op
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource
from gpucc.sched.vectors.records import VectorWork, is_join, leaf_key, results_of

COMMUTATIVE = frozenset({("fadd(a, b)",), ("fmul(a, b)",)})


def align_operands(work: VectorWork) -> None:
    shapes: dict[Inst, int] = {}
    numbers: dict[Hashable, int] = {}
    orders: dict[Hashable, tuple[Hashable, ...]] = {}

    def shape(source: ScalarSource) -> Hashable:
        value = source.value
        if isinstance(value, Leaf):
            index = value.index
            inner = shape(index) if isinstance(index, ScalarSource) else index
            return (value.kind, value.register, inner, source.negate, source.absolute)
        return (shapes.get(value.inst, value.inst), source.negate, source.absolute)

    for inst in work.insts:
        if inst.op.result != "each":
            continue
        operands = work.operands[inst]
        found = tuple(shape(lanes[0]) for lanes in operands)
        if inst.op.semantics in COMMUTATIVE and found[0] != found[1]:
            order = orders.setdefault((inst.op.name, work.region[inst], frozenset(found)), found)
            if order != found and _may_turn(inst.op, operands):
                operands.reverse()
                found = order
        shapes[inst] = numbers.setdefault((inst.op.name, inst.attr, inst.modifiers, found), len(numbers))


def _may_turn(op: Op, operands: list[list[ScalarSource]]) -> bool:
    for operand, lanes in zip(op.operands, reversed(operands), strict=True):
        (source,) = lanes
        file = source.value.kind if isinstance(source.value, Leaf) else "temporary"
        signs = {name for name, on in (("neg", source.negate), ("abs", source.absolute)) if on}
        if ("uniform" if file == "constant" else file) not in operand.accepts or not signs <= operand.modifiers:
            return False
    return True


def align_copies(work: VectorWork, move: Op) -> None:
    """Copy the same operands in all lanes of a vector.

    Where an operation reads two registers of which it can name one, selection copies a component of either, and of the
    one that is copied anyway if there is one. Lanes that copy different operands are two instructions.
    """
    stored = {result.inst for section in work.sections for result in section.stores.values()}
    copied = {
        inst: work.operands[inst][0][0]
        for inst in work.insts
        if inst.op is move and inst not in stored and Result(inst) not in work.alias and _is_leaf(work.operands[inst])
    }
    copies = {(work.region[inst], source): inst for inst, source in copied.items()}
    fresh: set[Inst] = set()
    read = _read_ones(work)
    for ways in _ways(work, copied).values():
        best = max(ways, key=lambda flags: len(ways[flags]))
        for flags, inst in ((flags, inst) for flags, insts in ways.items() if flags != best for inst in insts):
            for lanes, have, want in zip(work.operands[inst], flags, best, strict=True):
                (source,) = lanes
                plain = ScalarSource(source.value)
                if have and not want:
                    assert isinstance(source.value, Result)
                    plain = copied[source.value.inst]
                elif want and not have:
                    place = (work.region[inst], plain)
                    if place not in copies:
                        copies[place] = work.add(Inst(move, ((plain,),), rule="move"), work.region[inst])
                        fresh.add(copies[place])
                    plain = ScalarSource(Result(copies[place], 0))
                lanes[:] = [ScalarSource(plain.value, source.negate, source.absolute)]
    _put_early(work, copied.keys() | fresh)
    unread = read - _read_ones(work) - {inst for others in work.before.values() for inst in others}
    work.insts = [inst for inst in work.insts if inst not in copied or inst not in unread]


def _is_leaf(operands: list[list[ScalarSource]]) -> bool:
    """Return whether the operand of a copy is a leaf as it is."""
    source = operands[0][0]
    value = source.value
    return isinstance(value, Leaf) and value.kind != "undef" and value.index is None and source == ScalarSource(value)


def _ways(work: VectorWork, copied: dict[Inst, ScalarSource]) -> dict[Hashable, dict[tuple[bool, ...], list[Inst]]]:
    """Return the operations that read copies: those that read the same, and of these, those that copy the same operands
    (one flag for each operand)."""
    found: dict[Hashable, dict[tuple[bool, ...], list[Inst]]] = {}
    for inst in work.insts:
        if inst.op.result != "each" or inst in copied or is_join(inst):
            continue
        read = [lanes[0] for lanes in work.operands[inst]]
        flags = tuple(isinstance(source.value, Result) and source.value.inst in copied for source in read)
        if any(flags):
            key = (inst.op.name, inst.attr, inst.modifiers, work.region[inst], *(_read(one, copied) for one in read))
            found.setdefault(key, {}).setdefault(flags, []).append(inst)
    return found


def _read(source: ScalarSource, copied: dict[Inst, ScalarSource]) -> Hashable:
    """Return what an operand reads, without its component; through a copy, what that copies."""
    value = source.value
    if isinstance(value, Result) and value.inst in copied:
        value = copied[value.inst].value
    what = leaf_key(value) if isinstance(value, Leaf) else value
    return (what, source.negate, source.absolute)


def _read_ones(work: VectorWork) -> set[Inst]:
    """The instructions whose results others read."""
    return {
        result.inst
        for inst in work.insts
        for lanes in work.operands[inst]
        for source in lanes
        for result in results_of(source)
    }


def _put_early(work: VectorWork, copies: set[Inst]) -> None:
    """Put copies before their first readers: lanes that come early may read those of later ones now."""
    order: dict[Inst, None] = {}
    for inst in work.insts:
        for lanes in work.operands[inst]:
            for source in lanes:
                order |= {result.inst: None for result in results_of(source) if result.inst in copies}
        order[inst] = None
    work.insts = list(order)
