"""Turns an operation on a select into a select between two operations if the condition is on the critical path.

`x * (c ? a : b)` takes one multiplication less than `c ? x * a : x * b`, and LLVM prefers it. But if the condition is
computed later than x, a and b, the multiplications of the second form can be done meanwhile, and the result is ready
one instruction earlier. This is worth a slot on the longest path of a block if that path, not the number of slots,
determines the length of the block. The values are the same to the bit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from gpucc.isa.lima_vp import ACCS, LIMA_VP, MULS
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource, Selected
from gpucc.isel.replace import replace_insts
from gpucc.records import dataclass

SELECT = LIMA_VP.op("select")
OPERATIONS = frozenset(op.name for op in LIMA_VP.ops if op.slots in (ACCS, MULS) and len(op.operands) == 2)
WIDE = LIMA_VP.wide


def _latency_of_function(name: str) -> int:
    step = next(sequence for sequence in WIDE.sequences if sequence.function.name == name).result
    window = LIMA_VP.op(step.op).window
    return step.at + (window.first if window is not None else 1)


LATENCIES = {sequence.function.name: _latency_of_function(sequence.function.name) for sequence in WIDE.sequences}
# the latency from computing an index to the load that adds it
ADDRESS = max((WIDE.latency(name) for load in WIDE.loads for name, _ in load.indices if name), default=0)


@dataclass(frozen=True, slots=True)
class LateChoice:
    """An operation `user` that is the only reader of a `select`, as its operand number `position`. Computed on both
    arms instead, it need not wait for the condition."""

    user: Inst
    select: Inst
    position: int


def hasten(selected: Selected) -> None:
    """Exchange an operation and the select that it reads, as long as that shortens the longest path of `selected` or
    removes instructions from it."""
    while True:
        times = _Times(selected)
        if times.length <= times.slots():
            return
        found = next((choice for choice in _choices(selected, times) if times.gains(choice)), None)
        if found is None:
            return
        _turn(selected, found)


def _choices(selected: Selected, times: _Times) -> Iterator[LateChoice]:
    for user in selected.insts:
        if user.op.name in OPERATIONS and times.critical(user):
            for position, (source,) in enumerate(user.operands):
                if (
                    isinstance(source.value, Result)
                    and source.value.inst.op is SELECT
                    and times.uses[source.value.inst] == 1
                ):
                    yield LateChoice(user, source.value.inst, position)


class _Times:
    """For a result, `ready` is the first instruction that can read it, and `after` the least number of instructions
    from there to the end."""

    def __init__(self, selected: Selected) -> None:
        self.selected = selected
        self.uses: Counter[Inst] = Counter()
        self.ready: dict[Inst, int] = {}
        self.after: Counter[Inst] = Counter()
        for inst in selected.insts:
            self.ready[inst] = max((self.when(source) for source in _sources(inst)), default=0) + latency(inst)
        for inst in reversed(selected.insts):
            for source in _sources(inst):
                for user, more in _reached(source):
                    self.uses[user] += 1
                    self.after[user] = max(self.after[user], self.after[inst] + latency(inst) + more)
        for source in (*selected.outputs.values(), *selected.values.values()):
            for user, _ in _reached(source):
                self.uses[user] += 1
        self.length = max((self.ready[inst] + self.after[inst] for inst in selected.insts), default=0)

    def when(self, source: ScalarSource) -> int:
        return max((self.ready[inst] + more for inst, more in _reached(source)), default=0)

    def critical(self, inst: Inst) -> bool:
        return self.ready[inst] + self.after[inst] == self.length

    def gains(self, choice: LateChoice) -> bool:
        """Return whether the condition is ready later than all other operands."""
        (otherwise,), (condition,), (then,) = choice.select.operands
        others = [source for i, (source,) in enumerate(choice.user.operands) if i != choice.position]
        return self.when(condition) > max(self.when(source) for source in (otherwise, then, *others))

    def slots(self) -> int:
        """Return the least number of instructions that accumulators and multipliers need."""
        accs = Counter(inst.op.name for inst in self.selected.insts if inst.op.slots == ACCS)
        muls = sum(
            1 + len(inst.op.claims) for inst in self.selected.insts if inst.op.slots and inst.op.slots[0] in MULS
        )
        muls += sum(3 for inst in self.selected.insts if inst.op.name in LATENCIES)
        return max(sum(-(-count // 2) for count in accs.values()), -(-muls // 2))


def latency(inst: Inst) -> int:
    return LATENCIES.get(inst.op.name, 1)


def _sources(inst: Inst) -> Iterator[ScalarSource]:
    return (source for operand in inst.operands for source in operand)


def _reached(source: ScalarSource) -> Iterator[tuple[Inst, int]]:
    """Yield the instruction that computes a source, or an index of it, and the latency added by indexing."""
    value, more = source.value, 0
    while isinstance(value, Leaf) and value.index is not None:
        value, more = value.index.value if isinstance(value.index, ScalarSource) else value.index, more + ADDRESS
    if isinstance(value, Result):
        yield value.inst, more


def _turn(selected: Selected, choice: LateChoice) -> None:
    (otherwise,), condition, (then,) = choice.select.operands
    user, position = choice.user, choice.position
    negate = user.operands[position][0].negate

    def branch(source: ScalarSource) -> Inst:
        chosen = (replace(source, negate=source.negate != negate),)
        operands = tuple(chosen if i == position else operand for i, operand in enumerate(user.operands))
        return replace(user, operands=operands)

    first, second = branch(otherwise), branch(then)
    turned = replace(
        choice.select, operands=((ScalarSource(Result(first)),), condition, (ScalarSource(Result(second)),))
    )
    place = selected.insts.index(user)
    selected.insts[place:place] = [first, second]
    selected.insts.remove(choice.select)
    replace_insts(selected, lambda inst: turned if inst is user else inst)
