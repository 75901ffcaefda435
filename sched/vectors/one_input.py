"""Copy input registers for hardware that reads only one of them in an instruction.

The input that conflicts most often is copied first, so that its copies are shared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from gpucc.isa.model import Op
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource
from gpucc.sched.vectors.records import CodeRegion, VectorWork


def separate_inputs(work: VectorWork, insts: Sequence[Inst], region: CodeRegion, move: Op) -> list[Inst]:
    """The instructions of a region, preceded by copies of inputs."""
    copies: dict[ScalarSource, Result] = {}
    while True:
        conflicts = [(inst, found) for inst in insts if len(found := list(dict.fromkeys(_inputs(work, inst)))) > 1]
        if not conflicts:
            return [*(result.inst for result in copies.values()), *insts]
        counts = Counter(register for _, found in conflicts for register in found)
        worst = min(counts, key=lambda register: (-counts[register], register))
        for inst, found in conflicts:
            if worst in found:
                operands = work.operands[inst]
                work.operands[inst] = [
                    [_copied(work, s, worst, region, move, copies) for s in lanes] for lanes in operands
                ]


def _inputs(work: VectorWork, inst: Inst) -> Iterator[int]:
    for lanes in work.operands[inst]:
        for source in lanes:
            if isinstance(source.value, Leaf) and source.value.kind == "input":
                yield source.value.register


def _copied(
    work: VectorWork,
    source: ScalarSource,
    register: int,
    region: CodeRegion,
    move: Op,
    copies: dict[ScalarSource, Result],
) -> ScalarSource:
    value = source.value
    if not (isinstance(value, Leaf) and value.kind == "input" and value.register == register):
        return source
    plain = ScalarSource(value)
    if plain not in copies:
        copies[plain] = Result(work.add(Inst(move, ((plain,),), rule="second input"), region))
    return ScalarSource(copies[plain], source.negate, source.absolute)
