"""Runs selected sections for the lima fragment processor, in halves, over numpy lanes with divergence, as a target
without scheduling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpucc.interp import numerics
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.lima_pp_state import LimaPpCell, LimaPpState, fit
from gpucc.interp.lima_pp_units import neighbours, sampled
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.model import Format, Op, Operand
from gpucc.isa.pipeline import TextureRead
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource, Section, loads_local
from gpucc.lowering.graph import LocalArray
from gpucc.program import Program, file_size

Values = NDArray[Any]
STEPS = 20000
MODIFIERS = {
    m.name: Op(m.name, 0, (Operand("a"),), semantics=(m.semantics,)) for m in LIMA_PP.pipeline.modifiers if m.name
}
SUM = Op("sum", 0, (Operand("a"), Operand("b")), semantics=("fadd(a, b)",))
QUOTIENT = Op("quotient", 0, (Operand("a"), Operand("b")), semantics=("fdiv(a, b)",))


class SectionsRun:
    """Executes sections. A lane that reads a variable or an array element that was never set gets NaN."""

    def __init__(
        self,
        sections: Sequence[Section],
        batch: Batch,
        program: Program,
        format: Format,
        chance: np.random.Generator | None,
    ) -> None:
        self.sections, self.program, self.format, self.chance = sections, program, format, chance
        self.state = LimaPpState(format, batch, ())
        self.lanes = batch.lanes
        self.uniforms = np.broadcast_to(self.fit(batch.uniforms), (self.lanes, *batch.uniforms.shape[1:]))
        self.inputs = self.fit(batch.inputs)
        self.variables: dict[int, Values] = {}
        self.arrays: dict[LocalArray, Values] = {}
        self.outputs = np.zeros((self.lanes, file_size(program.interface.outputs), 4), np.float32)
        self.results: dict[Result, Values] = {}
        self.steps = np.zeros(self.lanes, np.int64)
        place = np.zeros(self.lanes, int)
        with np.errstate(all="ignore"):
            for _ in range(STEPS):
                first = int(place.min(initial=len(sections)))
                if first >= len(sections):
                    return
                self.state.active = place == first
                self.section(sections[first], first, place)
        raise AssertionError("the program does not end")

    def fit(self, values: Values) -> Values:
        return fit(self.format, np.asarray(values, np.float32))

    def section(self, section: Section, number: int, place: NDArray[np.int64]) -> None:
        active = self.state.active
        assert active is not None
        self.results = {}
        for inst in section.selected.insts:
            if inst.op.effect == "discard":
                self.state.discarded |= active
                place[active] = len(self.sections)
                return
            self.run(inst)
        for (register, component), source in section.selected.outputs.items():
            self.outputs[active, register, component] = self.source(source)[active]
        values = {n: self.source(source) for n, source in section.assigned.items()}
        jumps = np.ones(self.lanes, bool) if section.condition is None else self.source(section.condition) != 0
        for n, value in values.items():
            old = self.variables.get(n, np.full(self.lanes, np.nan, np.float32))
            self.variables[n] = np.where(active, value, old)
        place[active] = number + 1
        if section.target is not None:
            place[active & jumps] = section.target

    def source(self, source: ScalarSource | Result) -> Values:
        source = source if isinstance(source, ScalarSource) else ScalarSource(source)
        value = self.leaf(source.value) if isinstance(source.value, Leaf) else self.results[source.value]
        value = np.broadcast_to(value, self.lanes)
        value = np.abs(value) if source.absolute else value
        return np.negative(value) if source.negate else value

    def leaf(self, leaf: Leaf) -> Values:
        match leaf.kind:
            case "input":
                return self.inputs[:, leaf.register, leaf.component]
            case "uniform" if leaf.index is not None:
                index = np.trunc(np.nan_to_num(self.source(leaf.index))) + leaf.register
                row = np.clip(index, 0, self.uniforms.shape[1] - 1).astype(int)
                return self.uniforms[np.arange(self.lanes), row, leaf.component]
            case "uniform":
                return self.uniforms[:, leaf.register, leaf.component]
            case "variable":
                return self.variables.get(leaf.register, np.full(self.lanes, np.nan, np.float32))
        return self.fit(np.full(self.lanes, leaf.value))

    def run(self, inst: Inst) -> None:
        if inst.op.effect == "local":
            self.memory(inst)
        elif inst.op.effect == "texture":
            self.texture(inst)
        elif inst.op.effect in ("derivative_x", "derivative_y"):
            cells = [LimaPpCell(self.source(lanes[0])) for lanes in inst.operands]
            a, b = neighbours(self.state, cells[0], cells[1], inst.op.effect == "derivative_x")
            self.results[Result(inst)] = self.modified(inst, self.compute(SUM, [a.values, b.values]))
        else:
            self.arithmetic(inst)

    def arithmetic(self, inst: Inst) -> None:
        assert inst.op.semantics, inst.op.name
        for operand, lanes in zip(inst.op.operands, inst.operands, strict=True):
            assert len(lanes) == (operand.lanes or 1)
            assert "neg" in operand.modifiers or not any(source.negate for source in lanes), inst.op.name
            assert "abs" in operand.modifiers or not any(source.absolute for source in lanes), inst.op.name
            assert len({(source.negate, source.absolute) for source in lanes}) == 1
        kernel = numerics.kernel(inst.op, (0,), format=self.format)
        given = [self.source(inst.operands[number][fixed or 0]) for number, _, fixed in kernel.inputs]
        self.results[Result(inst)] = self.modified(inst, self.compute(inst.op, given))

    def compute(self, op: Op, given: list[Values]) -> Values:
        kernel = numerics.kernel(op, (0,), format=self.format)
        if numerics.rounds_late(op):
            given = [values.astype(np.float64) for values in given]
        (value,) = kernel.run(given)
        return np.broadcast_to(numerics.settle(value, op.bound, self.chance, self.format), self.lanes)

    def modified(self, inst: Inst, value: Values) -> Values:
        assert inst.modifiers <= inst.op.modifiers
        assert len(inst.modifiers) <= 1
        for name in inst.modifiers:
            value = self.compute(MODIFIERS[name], [value])
        return value

    def texture(self, inst: Inst) -> None:
        texture = inst.attr
        assert isinstance(texture, TextureRead)
        coordinates = [self.source(source) for source in inst.operands[0]]
        if texture.projected:
            *coordinates, by = coordinates
            coordinates = [self.compute(QUOTIENT, [one, by]) for one in coordinates]
        level = LimaPpCell(self.source(inst.operands[1][0])) if len(inst.operands) > 1 else None
        cube = inst.op.name == "texld_cube"
        assert len(coordinates) == (3 if cube else 2)
        texels = sampled(
            self.state,
            self.program,
            texture.sampler,
            cube,
            [LimaPpCell(c) for c in coordinates],
            level,
            texture.explicit,
        )
        self.results |= {Result(inst, i): self.fit(texel) for i, texel in enumerate(texels)}

    def memory(self, inst: Inst) -> None:
        array = inst.attr
        assert isinstance(array, LocalArray)
        given = [self.source(lanes[0]) for lanes in inst.operands]
        held = self.arrays.setdefault(array, np.full((self.lanes, array.length), np.nan, np.float32))
        row = np.clip(np.nan_to_num(given[0]), 0, array.length - 1).astype(int)
        lanes = np.arange(self.lanes)
        if loads_local(inst.op):
            self.results[Result(inst)] = held[lanes, row]
        else:
            held[lanes[self.state.running()], row[self.state.running()]] = given[1][self.state.running()]


def run_sections(
    sections: Sequence[Section], batch: Batch, program: Program, format: Format, chance: Any = None
) -> Outcome:
    run = SectionsRun(sections, batch, program, format, chance)
    return Outcome(run.outputs, run.state.discarded, run.state.unsure)
