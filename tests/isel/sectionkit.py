"""Runs selected sections over numpy lanes with divergence, as a target without scheduling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from iselkit import NEUTRAL, Values
from numpy.typing import NDArray

from gpucc.interp.data import Batch, Outcome
from gpucc.isel import Inst, Leaf, Result, ScalarSource
from gpucc.isel.machine import Section, loads_local
from gpucc.lowering.graph import LocalArray
from gpucc.program import file_size
from gpucc.rules.semantics import Call, Expr, Number, Var, parse

F = np.float32
STEPS = 20000


class SectionsRun:
    """Executes sections. A lane that reads a variable or an array element that was never set gets NaN."""

    def __init__(
        self, sections: Sequence[Section], batch: Batch, outputs: int, chance: np.random.Generator | None = None
    ) -> None:
        self.sections, self.batch, self.chance = sections, batch, chance
        self.lanes = batch.lanes
        self.variables: dict[int, Values] = {}
        self.arrays: dict[LocalArray, Values] = {}
        self.outputs = np.zeros((self.lanes, outputs, 4), F)
        self.uniforms = np.broadcast_to(batch.uniforms, (self.lanes, *batch.uniforms.shape[1:]))
        self.results: dict[Result, Values] = {}
        self.active: NDArray[np.bool_] = np.zeros(self.lanes, bool)
        place = np.zeros(self.lanes, int)
        with np.errstate(all="ignore"):
            for _ in range(STEPS):
                first = int(place.min(initial=len(sections)))
                if first >= len(sections):
                    return
                self.active = place == first
                self.section(sections[first], first, place)
        raise AssertionError("the program does not end")

    def section(self, section: Section, number: int, place: NDArray[np.int64]) -> None:
        self.results = {}
        for inst in section.selected.insts:
            self.run(inst)
        for (register, component), source in section.selected.outputs.items():
            self.outputs[self.active, register, component] = self.source(source)[self.active]
        values = {n: self.source(source) for n, source in section.assigned.items()}
        jumps = np.ones(self.lanes, bool) if section.condition is None else self.source(section.condition) != 0
        for n, value in values.items():
            old = self.variables.get(n, np.full(self.lanes, np.nan, F))
            self.variables[n] = np.where(self.active, value, old)
        if section.target is None:
            assert section.condition is None
            jumps[:] = False
        place[self.active] = number + 1
        if section.target is not None:
            place[self.active & jumps] = section.target

    def source(self, source: ScalarSource | Result) -> Values:
        source = source if isinstance(source, ScalarSource) else ScalarSource(source)
        value = self.leaf(source.value) if isinstance(source.value, Leaf) else self.results[source.value]
        assert not source.absolute
        return -value if source.negate else value

    def leaf(self, leaf: Leaf) -> Values:
        match leaf.kind:
            case "input":
                return self.batch.inputs[:, leaf.register, leaf.component]
            case "uniform" if leaf.index is not None:
                index = np.trunc(np.nan_to_num(self.source(leaf.index))) + leaf.register
                row = np.clip(index, 0, self.uniforms.shape[1] - 1).astype(int)
                return self.uniforms[np.arange(self.lanes), row, leaf.component]
            case "uniform":
                return self.uniforms[:, leaf.register, leaf.component]
            case "variable":
                assert leaf.register in self.variables, f"variable {leaf.register} was never set"
                return self.variables[leaf.register]
        return np.full(self.lanes, leaf.value, F)

    def run(self, inst: Inst) -> None:
        given = [self.source(lanes[0]) for lanes in inst.operands]
        if inst.op.effect == "local":
            self.memory(inst, given)
            return
        for operand, lanes in zip(inst.op.operands, inst.operands, strict=True):
            assert "neg" in operand.modifiers or not lanes[0].negate, f"{inst.op.name} negates no operands"
        values = {operand.name: value for operand, value in zip(inst.op.operands, given, strict=True)}
        result = np.asarray(evaluate(parse(inst.op.semantics[0]), values, self.lanes), F)
        if inst.op.bound and self.chance is not None:
            result = (result * (1 + inst.op.bound.relative * self.chance.of(result))).astype(F)
        assert inst.modifiers <= inst.op.modifiers
        self.results[Result(inst)] = -result if "neg" in inst.modifiers else result

    def memory(self, inst: Inst, given: list[Values]) -> None:
        array = inst.attr
        assert isinstance(array, LocalArray)
        held = self.arrays.setdefault(array, np.full((self.lanes, array.length), np.nan, F))
        row = np.clip(np.nan_to_num(given[0]), 0, array.length - 1).astype(int)
        lanes = np.arange(self.lanes)
        if loads_local(inst.op):
            self.results[Result(inst)] = held[lanes, row]
        else:
            held[lanes[self.active], row[self.active]] = given[1][self.active]


def evaluate(expr: Expr, values: dict[str, Values], lanes: int) -> Any:
    match expr:
        case Number(value):
            return np.full(lanes, value, F)
        case Var(name):
            return values[name]
        case Call(op, args):
            return NEUTRAL[op](*(evaluate(arg, values, lanes) for arg in args))
    raise AssertionError(expr)


def run_sections(
    sections: Sequence[Section], batch: Batch, program: Any, perturb: np.random.Generator | None = None
) -> Outcome:
    run = SectionsRun(sections, batch, file_size(program.interface.outputs), perturb)
    none = np.zeros(batch.lanes, bool)
    return Outcome(run.outputs, none, none)
