"""What programs with branches need beyond `finish`: comparisons that set flags, and uniforms at the count of a loop."""

from __future__ import annotations

from dataclasses import replace

from gpucc.errors import InternalError
from gpucc.isa.model import Index, Instruction
from gpucc.isa.model import Source as Operated
from gpucc.isel.machine import Leaf, ScalarSource
from gpucc.sched.vectors.finish import Finisher
from gpucc.sched.vectors.records import Vector


class FlowFinisher(Finisher):
    def instruction(self, vector: Vector) -> Instruction:
        made = super().instruction(vector)
        made = replace(made, sources=tuple(_based(source) for source in made.sources))
        if vector.op.effect != "compare":
            return made
        codes = vector.insts[0].attr
        if not (isinstance(codes, tuple) and len(codes) == 2):
            raise InternalError(f"{vector.op.name} does not say how it compares")
        return replace(made, immediates=(("compare_x", codes[0]), ("compare_y", codes[1])))

    def _index(self, leaf: Leaf) -> Index | None:
        """An index may be read at the count of a loop, since loads of address registers may."""
        source = leaf.index if isinstance(leaf.index, ScalarSource) else None
        if source is None or not isinstance(source.value, Leaf) or source.value.index is None:
            return super()._index(leaf)
        file, number, inner = self._register(source)
        if inner is None or inner.file != "loop":
            raise InternalError("an index is itself read at an index")
        return Index(file, number, self._component(source), leaf.register, inner)

    def _register(self, source: ScalarSource) -> tuple[str, int, Index | None]:
        value = source.value
        if isinstance(value, Leaf) and isinstance(value.index, ScalarSource) and _is_count(value.index.value):
            return value.kind, value.register, Index("loop", 0, 0)
        return super()._register(source)


def _based(source: Operated) -> Operated:
    """An indexed source names the register that the index is added to itself."""
    if source.index is None or not source.index.offset:
        return source
    return replace(source, number=source.number + source.index.offset, index=replace(source.index, offset=0))


def _is_count(value: object) -> bool:
    return isinstance(value, Leaf) and value.kind == "loop"
