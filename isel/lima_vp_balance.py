"""Balances the load of accumulators and multipliers by moving operations that either can compute.

The two accumulators share one opcode, so the instructions that they occupy are counted op by op; the multipliers mostly
multiply. A negation is add(-a, -0) or -(a * 1), a conjunction of truths is a product or a minimum.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from gpucc.isa.lima_vp import ACCS, LIMA_VP, MULS
from gpucc.isa.model import Op
from gpucc.isel.machine import Inst, Leaf, ScalarSource, Selected
from gpucc.isel.replace import replace_insts

ADD, MUL, MIN = (LIMA_VP.op(name) for name in ("add", "mul", "min"))
ONE = ScalarSource(Leaf("constant", value=1.0))
MINUS_ZERO = Leaf("constant", value=-0.0)
CONJUNCTIONS = frozenset({"and"})
# the slots of the multipliers that each function takes: one for complex2, both for complex1
IN_SEQUENCES = Counter(
    {
        sequence.function.name: sum(
            1 + len(LIMA_VP.op(step.op).claims) for step in sequence.steps if LIMA_VP.op(step.op).slots[0] in MULS
        )
        for sequence in LIMA_VP.wide.sequences
    }
)


def balance(selected: Selected) -> None:
    """Exchange operations of `selected` for equal ones of the other unit while that shortens the busier of the two."""
    load = _Load(selected.insts)
    swaps: dict[Inst, Inst] = {}
    for inst in selected.insts:
        other = _counterpart(inst)
        if other is not None and load.after(inst.op, other.op) < load.now():
            load.move(inst.op, other.op)
            swaps[inst] = other
    if swaps:
        replace_insts(selected, lambda inst: swaps.get(inst, inst))


def _counterpart(inst: Inst) -> Inst | None:
    if inst.op is ADD and inst.operands[1][0] == ScalarSource(MINUS_ZERO) and inst.operands[0][0].negate:
        a = replace(inst.operands[0][0], negate=False)
        return replace(inst, op=MUL, operands=((a,), (ONE,)), modifiers=frozenset({"neg"}))
    if inst.op is MUL and inst.rule in CONJUNCTIONS and not inst.modifiers:
        return replace(inst, op=MIN)
    return None


class _Load:
    """The number of instructions that accumulators and multipliers need at least: the busier of the two decides. And
    the slots that they fill."""

    def __init__(self, insts: Iterable[Inst]) -> None:
        self.accs: Counter[str] = Counter()
        self.muls = 0
        for inst in insts:
            self.add(inst.op, 1)

    def add(self, op: Op, count: int) -> None:
        if op.slots == ACCS:
            self.accs[op.name] += count
        elif op.slots and op.slots[0] in MULS:
            self.muls += count * (1 + len(op.claims))
        else:
            self.muls += count * IN_SEQUENCES[op.name]

    def now(self) -> tuple[int, int]:
        accs = sum(-(-count // 2) for count in self.accs.values())
        return max(accs, -(-self.muls // 2)), max(self.accs.total(), self.muls)

    def move(self, old: Op, new: Op) -> None:
        self.add(old, -1)
        self.add(new, 1)

    def after(self, old: Op, new: Op) -> tuple[int, int]:
        self.move(old, new)
        found = self.now()
        self.move(new, old)
        return found
