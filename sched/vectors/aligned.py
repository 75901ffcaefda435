"""Put the operands of commutative operations into the same order in all lanes of a vector.

x = a.x + b.x beside y = b.y + a.y would be two instructions, or one that needs a and b in one register, because LLVM
and sums order operands differently. Lanes are alike if they apply the same operations to operands that are alike.
"""

from __future__ import annotations

from collections.abc import Hashable

from gpucc.isa.model import Op
from gpucc.isel.machine import Inst, Leaf, ScalarSource
from gpucc.sched.vectors.records import VectorWork

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
