"""Copy indices that are themselves read at a computed index.

An address register can be loaded from a plain register or from one that is indexed by a loop counter, so
`table[other[i]]` needs a copy of the inner element unless i is that counter.
"""

from __future__ import annotations

from dataclasses import replace

from gpucc.isa.model import Op
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource
from gpucc.sched.vectors.records import CodeRegion, VectorWork


class IndexCopies:
    """The copies of one section, shared by all uses of an index."""

    def __init__(self, work: VectorWork, region: CodeRegion, move: Op) -> None:
        self.work, self.region, self.move = work, region, move
        self.copies: dict[ScalarSource, Inst] = {}

    def made(self) -> list[Inst]:
        return list(self.copies.values())

    def direct(self, source: ScalarSource) -> ScalarSource:
        leaf = source.value
        if not isinstance(leaf, Leaf) or leaf.index is None:
            return source
        index = leaf.index if isinstance(leaf.index, ScalarSource) else ScalarSource(leaf.index)
        if not (isinstance(index.value, Leaf) and index.value.index is not None) or _at_count(index.value):
            return source
        return replace(source, value=replace(leaf, index=ScalarSource(Result(self.copy(self.direct(index))))))

    def copy(self, index: ScalarSource) -> Inst:
        if index not in self.copies:
            self.copies[index] = self.work.add(Inst(self.move, ((index,),), rule="index"), self.region)
        return self.copies[index]


def _at_count(leaf: Leaf) -> bool:
    return (
        isinstance(leaf.index, ScalarSource) and isinstance(leaf.index.value, Leaf) and leaf.index.value.kind == "loop"
    )
