"""Compute whole outputs: a component that an output takes as it is passes through the operation of its neighbours.

In `vec4(c.rgb * 0.5, c.a)` the product is one instruction if c.a is multiplied by 1.0 beside it, and no mov has to
gather the two. That costs nothing where the neighbours read literals: the operand has another one in that component.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from gpucc.isa.model import Op
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource, Selected
from gpucc.sched.vectors.records import results_of

# for each operation the operand that may be a literal, or either one, and the literal that changes no number
NEUTRAL = {"fadd(a, b)": ((0, 1), -0.0), "fsub(a, b)": ((1,), 0.0), "fmul(a, b)": ((0, 1), 1.0)}
Key = tuple[int, int]


def complete_outputs(selected: Selected, move: Op) -> Selected:
    """Let the components that are not computed pass through the operation that computes the others. Literals and
    uniforms are copied first, since no operation reads two of them."""
    outputs, insts = dict(selected.outputs), list(selected.insts)
    for inst, place, keys in _completable(selected):
        for key in keys:
            source = selected.outputs[key]
            if isinstance(source.value, Leaf) and source.value.kind != "input":
                insts.append(Inst(move, ((source,),), rule="complete"))
                source = ScalarSource(Result(insts[-1], 0))
            operands = [(source,), (source,)]
            operands[place] = (ScalarSource(Leaf("constant", value=NEUTRAL[inst.op.semantics[0]][1])),)
            insts.append(Inst(inst.op, tuple(operands), location=inst.location, rule="complete"))
            outputs[key] = ScalarSource(Result(insts[-1], 0))
    return replace(selected, insts=insts, outputs=outputs)


def is_completable(selected: Selected) -> bool:
    return next(_completable(selected), None) is not None


def _completable(selected: Selected) -> Iterator[tuple[Inst, int, list[Key]]]:
    """Yield, for each output that one operation computes in part, an instruction of it, its operand that is a literal,
    and the other components."""
    reads = Counter(r for inst in selected.insts for lanes in inst.operands for s in lanes for r in results_of(s))
    reads.update(source.value for source in selected.outputs.values() if isinstance(source.value, Result))
    for register in sorted({register for register, _ in selected.outputs}):
        parts = {key: source for key, source in sorted(selected.outputs.items()) if key[0] == register}
        made = {
            key: source.value.inst
            for key, source in parts.items()
            if isinstance(source.value, Result) and _is_own(source, reads)
        }
        for inst in list(made.values())[:1]:
            rest = [key for key, source in parts.items() if key not in made]
            plain = not any(parts[key].negate or parts[key].absolute for key in rest)
            for place in NEUTRAL[inst.op.semantics[0]][0]:
                alike = all(one.op is inst.op and _is_literal(one.operands[place][0]) for one in made.values())
                if rest and plain and alike:
                    yield inst, place, rest
                    break


def _is_own(source: ScalarSource, reads: Counter[Result]) -> bool:
    """Return whether the output alone reads the result of an operation that has a neutral literal."""
    value = source.value
    if not isinstance(value, Result) or source.negate or source.absolute or reads[value] > 1:
        return False
    op = value.inst.op
    return op.result == "each" and value.inst.results == 1 and op.semantics[:1] != () and op.semantics[0] in NEUTRAL


def _is_literal(source: ScalarSource) -> bool:
    return isinstance(source.value, Leaf) and source.value.kind == "constant"
