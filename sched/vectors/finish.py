"""Write placed vectors as instructions: destination masks, swizzles, register numbers and codes of comparisons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gpucc.errors import InternalError
from gpucc.isa.model import LANES, Dest, Index, Instruction, Isa, Operand, SamplerState
from gpucc.isa.model import Source as Operated
from gpucc.isel.machine import Leaf, Result, ScalarSource
from gpucc.program import Stage
from gpucc.sched.vectors.allocate import Place
from gpucc.sched.vectors.records import Vector

Samplers = Mapping[int, SamplerState]


class Finisher:
    """Translates scalars into register components."""

    def __init__(self, isa: Isa, stage: Stage, places: Mapping[Result, Place], samplers: Samplers) -> None:
        self.isa, self.stage, self.places, self.samplers = isa, stage, places, samplers

    def finish(self, order: Sequence[Vector]) -> list[Instruction]:
        return [self.instruction(vector) for vector in order]

    def instruction(self, vector: Vector) -> Instruction:
        dest = self._dest(vector)
        lanes = [self._lane_of(result) for result in vector.results]
        sources = tuple(
            self._operand(operand, given, lanes if vector.op.result == "each" else list(range(len(given))))
            for operand, given in zip(vector.op.operands, vector.operands, strict=True)
        )
        origin = tuple(vector.insts)
        if vector.op.sampler:
            number, state = self._sampler(vector)
            return Instruction(vector.op.name, dest, sources, state, number, origin=origin)
        fields = self._compared(vector) if vector.op.effect == "compare" else ()
        return Instruction(vector.op.name, dest, sources, immediates=fields, origin=origin)

    def _compared(self, vector: Vector) -> tuple[tuple[str, int], ...]:
        codes = vector.insts[0].attr
        if not (isinstance(codes, tuple) and len(codes) == 2):
            raise InternalError(f"{vector.op.name} does not say how it compares")
        return (("compare_x", codes[0]), ("compare_y", codes[1]))

    def _sampler(self, vector: Vector) -> tuple[int, SamplerState]:
        attr = vector.insts[0].attr
        if not (
            isinstance(attr, tuple)
            and len(attr) == 2
            and isinstance(attr[0], int)
            and isinstance(attr[1], SamplerState)
        ):
            raise InternalError(f"{vector.op.name} has no sampler: {attr!r}")
        return attr[0], attr[1]

    def _dest(self, vector: Vector) -> Dest | None:
        if vector.home is None:
            return None
        mask = sum(1 << self._lane_of(result) for result in vector.results)
        if vector.home.output is not None:
            return Dest(*self.isa.output_place(self.stage, vector.home.output), mask)
        return Dest("temporary", self.places[vector.results[0]][0], mask)

    def _lane_of(self, result: Result) -> int:
        return self.places[result][1]

    def _operand(self, operand: Operand, given: Sequence[ScalarSource], lanes: Sequence[int]) -> Operated:
        first = given[0]
        file, number, index = self._register(first)
        if operand.rows > 1:
            return Operated(file, number, index=index)
        swizzle: list[int | None] = [None] * LANES
        for lane, source in zip(lanes, given, strict=True):
            swizzle[lane] = self._component(source)
        x, y, z, w = _filled(swizzle)
        return Operated(file, number, (x, y, z, w), first.negate, first.absolute, index)

    def _register(self, source: ScalarSource) -> tuple[str, int, Index | None]:
        value = source.value
        if isinstance(value, Result):
            return "temporary", self.places[value][0], None
        if value.kind not in ("input", "uniform"):
            raise InternalError(f"a {value.kind} leaf reached the encoder")
        if (
            isinstance(value.index, ScalarSource)
            and isinstance(value.index.value, Leaf)
            and value.index.value.kind == "loop"
        ):
            return value.kind, value.register, Index("loop", 0, 0)
        return value.kind, value.register if value.index is None else 0, self._index(value)

    def _index(self, leaf: Leaf) -> Index | None:
        """The index of a leaf. The index register may in turn be indexed by a loop counter, as loads of address
        registers allow that."""
        if leaf.index is None:
            return None
        source = leaf.index if isinstance(leaf.index, ScalarSource) else ScalarSource(leaf.index)
        file, number, inner = self._register(source)
        if inner is not None and inner.file != "loop":
            raise InternalError("an index is itself read at an index")
        return Index(file, number, self._component(source), leaf.register, inner)

    def _component(self, source: ScalarSource) -> int:
        value = source.value
        return self.places[value][1] if isinstance(value, Result) else value.component


def _filled(swizzle: Sequence[int | None]) -> list[int]:
    """Return the swizzle with unread lanes repeating a lane that is read, because reading an unwritten component is an
    error (rule 3648)."""
    current = next((c for c in swizzle if c is not None), 0)
    filled = []
    for component in swizzle:
        current = current if component is None else component
        filled.append(current)
    return filled
