"""Selected code for the wide scheduler, hand-written or random, and its expected results."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
from leaves import k as k
from leaves import u as u
from leaves import var as var
from random_flow import RandomFlow

from gpucc.emit.lima_vp import encode
from gpucc.interp import numerics
from gpucc.interp.data import Batch
from gpucc.interp.lima_vp_check import check
from gpucc.isa.lima_vp import LIMA_VP
from gpucc.isa.model import Op
from gpucc.isa.wide import Bundle
from gpucc.isel.machine import (
    LOCAL_LOAD,
    LOCAL_STORE,
    Inst,
    Leaf,
    LocalArray,
    Result,
    ScalarSource,
    Section,
    Selected,
    loads_local,
    stores_local,
)
from gpucc.lowering.graph import Type
from gpucc.program import Program
from gpucc.sched.core.schedule import Schedule
from gpucc.sched.wide.schedule import schedule_wide
from gpucc.targets.lima_vp import simulate

OPS = {op.name: op for op in LIMA_VP.ops} | {found.function.name: found.function for found in LIMA_VP.wide.sequences}
UNIFORMS = 40
ARRAY = LocalArray("array", 8, Type("f", 32))


def a(register: int, component: int) -> ScalarSource:
    return ScalarSource(Leaf("input", register, component))


def neg(source: ScalarSource) -> ScalarSource:
    return ScalarSource(source.value, not source.negate)


class Code:
    def __init__(self) -> None:
        self.selected = Selected()

    def op(self, name: str, *operands: ScalarSource, modifiers: str = "") -> ScalarSource:
        inst = Inst(OPS[name], tuple((source,) for source in operands), modifiers=frozenset(modifiers.split()))
        self.selected.insts.append(inst)
        return ScalarSource(Result(inst))

    def mul(self, x: ScalarSource, y: ScalarSource) -> ScalarSource:
        return self.op("mul", x, y)

    def add(self, x: ScalarSource, y: ScalarSource) -> ScalarSource:
        return self.op("add", x, y)

    def dot(self, x: Sequence[ScalarSource], y: Sequence[ScalarSource]) -> ScalarSource:
        total = self.mul(x[0], y[0])
        for left, right in zip(x[1:], y[1:], strict=True):
            total = self.add(total, self.mul(left, right))
        return total

    def out(self, register: int, *sources: ScalarSource) -> None:
        for component, source in enumerate(sources):
            self.selected.outputs[register, component] = source

    def sections(self) -> list[Section]:
        return [Section("entry", self.selected)]


# expected results ----------------------------------------------------------------------------------------------------


class Direct:
    """Runs sections lane by lane."""

    def __init__(self, sections: Sequence[Section], batch: Batch) -> None:
        self.sections, self.batch = sections, batch
        self.lane = slice(None)
        self.known: dict[Inst, np.ndarray] = {}
        self.variables: dict[int, np.ndarray] = {}
        self.arrays: dict[tuple[object, int], np.ndarray] = {}

    def value(self, source: ScalarSource) -> np.ndarray:
        found = source.value
        if isinstance(found, Result):
            value = self.known[found.inst]
        elif found.kind == "input":
            value = self.batch.inputs[self.lane, found.register, found.component]
        elif found.kind == "constant":
            value = np.array([found.value], np.float32)
        elif found.kind == "undef":
            value = np.array([0.0], np.float32)
        elif found.kind == "variable":
            value = self.variables[found.register]
        elif found.index is None:
            value = self.batch.uniforms[0, found.register, found.component : found.component + 1]
        else:
            index = found.index if isinstance(found.index, ScalarSource) else ScalarSource(found.index)
            rows = np.trunc(self.value(index)).astype(np.int64) + found.register
            value = self.batch.uniforms[0, rows, found.component]
        return np.negative(value) if source.negate else value

    def run(self) -> dict[tuple[int, int], np.ndarray]:
        with np.errstate(all="ignore"):
            if len(self.sections) == 1 and not self.sections[0].assigned:
                return {key: np.broadcast_to(value, self.batch.lanes) for key, value in self.walk().items()}
            found = []
            for lane in range(self.batch.lanes):
                self.lane = slice(lane, lane + 1)
                self.variables, self.arrays = {}, {}
                found.append(self.walk())
            return {key: np.concatenate([values[key] for values in found]) for key in found[0]}

    def walk(self) -> dict[tuple[int, int], np.ndarray]:
        outputs: dict[tuple[int, int], np.ndarray] = {}
        pc = 0
        while pc < len(self.sections):
            section = self.sections[pc]
            for inst in section.selected.insts:
                self.known[inst] = self.compute(inst)
            for key, source in section.selected.outputs.items():
                outputs[key] = self.value(source)
            taken = section.target is not None and (section.condition is None or bool(self.value(section.condition)[0]))
            self.variables |= {variable: self.value(source) for variable, source in section.assigned.items()}
            pc = section.target if taken and section.target is not None else pc + 1
        return outputs

    def compute(self, inst: Inst) -> np.ndarray:
        operands = [self.value(operand[0]) for operand in inst.operands]
        if loads_local(inst.op):
            return self.arrays[inst.attr, int(operands[0][0])]
        if stores_local(inst.op):
            self.arrays[inst.attr, int(operands[0][0])] = operands[1]
            return operands[1]
        return compute(inst.op, operands, "neg" in inst.modifiers)


def compute(op: Op, operands: list[np.ndarray], negate: bool) -> np.ndarray:
    kernel = numerics.kernel(op, (0,))
    inputs = [np.asarray(operands[i], np.float32) for i, _, _ in kernel.inputs]
    if numerics.rounds_late(op):
        inputs = [value.astype(np.float64) for value in inputs]
    (value,) = kernel.run(inputs)
    value = numerics.settle(value, op.bound, None)
    return np.negative(value) if negate else value


def batch(seed: int, lanes: int = 8) -> Batch:
    generator = np.random.default_rng(seed)
    inputs = generator.normal(size=(lanes, 16, 4)).astype(np.float32)
    inputs[:, 15, :] = generator.integers(0, 8, size=(lanes, 4))
    uniforms = generator.normal(size=(1, UNIFORMS, 4)).astype(np.float32)
    uniforms[:, UNIFORMS - 1, :] = generator.integers(0, 8, size=4)
    return Batch(inputs, uniforms)


def verify(sections: list[Section], scheduled: Schedule[Bundle], facts: str = "agreed", seed: int = 0) -> None:
    """Check that the schedule breaks no rule, and computes the sections' results."""
    code = encode(scheduled.instructions)
    violations = check(code, facts, scheduled.constants)  # type: ignore[arg-type]
    allowed = {"facts"} if facts == "proven" else set()
    broken = [violation for violation in violations if violation.rule not in allowed]
    assert not broken, "\n".join(map(str, broken[:5]))
    data = batch(seed)
    expected = Direct(sections, data).run()
    outcome = simulate(Program("lima-vp", "vertex", code, constants=scheduled.constants), LIMA_VP, data)
    for (register, component), values in expected.items():
        got = outcome.outputs[:, register, component]
        same = (got.view(np.int32) == np.asarray(values, np.float32).view(np.int32)) | (
            np.isnan(got) & np.isnan(values)
        )
        assert same.all(), f"varying {register}.{component}: {got} instead of {values}"


def schedule(code: Code, facts: str = "agreed", opt: int = 2, first_constant: int = UNIFORMS) -> Schedule[Bundle]:
    return schedule_wide(code.sections(), LIMA_VP, facts, first_constant, opt)


# at random -----------------------------------------------------------------------------------------------------------

CHOICES = (
    ["mul"] * 8
    + ["add"] * 8
    + ["min", "max", "ge", "lt", "floor", "sign", "select", "rcp", "rsqrt", "exp2", "log2", "pass_move", "index"]
)


def draw(seed: int, size: int, near: int = 12, outputs: int = 6) -> Code:
    """Random code. `near` is the maximum distance of operands; small numbers give chains, large ones high register
    pressure."""
    random_ = random.Random(seed)
    code = Code()
    values: list[ScalarSource] = []

    def operand() -> ScalarSource:
        if not values or random_.random() < 0.35:
            kind = random_.random()
            if kind < 0.4:
                return a(random_.randrange(6), random_.randrange(4))
            if kind < 0.75:
                return u(random_.randrange(8), random_.randrange(4))
            return k(random_.choice([0.0, 1.0, 0.5, 2.0, -1.0, -0.0, 3.25, 100.0, 7.0, 9.5]))
        return random_.choice(values[-near:])

    for _ in range(size):
        name = random_.choice(CHOICES)
        if name == "index":
            index = a(15, random_.randrange(4)) if random_.random() < 0.7 else u(UNIFORMS - 1, random_.randrange(4))
            values.append(code.mul(u(random_.randrange(6), random_.randrange(4), index), operand()))
            continue
        op = OPS[name]
        operands = [operand() for _ in op.operands]
        if "neg" in op.operands[0].modifiers:
            operands = [neg(x) if random_.random() < 0.2 else x for x in operands]
        if op.name in ("rcp", "rsqrt", "exp2", "log2"):
            while not isinstance(operands[0].value, Result) and operands[0].value.kind == "constant":
                operands = [operand()]
        values.append(code.op(name, *operands, modifiers="neg" if name == "mul" and random_.random() < 0.1 else ""))
    picks = [(r, c) for r in range(outputs) for c in range(4)]
    for place in picks:
        code.selected.outputs[place] = random_.choice(values[-max(near, 8) :]) if random_.random() < 0.9 else operand()
    return code


class Flow(RandomFlow):
    """Random programs with branches and loops over some variables, all of them set at the beginning."""

    def __init__(self, seed: int, variables: int, size: int, arrays: bool) -> None:
        self.random = random.Random(seed)
        self.count, self.size, self.arrays = variables, size, arrays
        self.loops = 0
        self.found: list[Section] = []

    def sections(self, depth: int, length: int) -> list[Section]:
        first = Code()
        values = {v: self.leaf() for v in range(self.count)}
        if self.arrays:
            for element in range(ARRAY.length):
                self.local(first, LOCAL_STORE, k(float(element)), self.leaf())
        self.found.append(Section("first", first.selected, values))
        self.sequence(depth, length)
        last = Code()
        for v in range(min(self.count, 40)):
            last.selected.outputs[v // 4, v % 4] = var(v)
        self.found.append(Section("last", last.selected))
        return self.found

    def leaf(self) -> ScalarSource:
        kind = self.random.random()
        if kind < 0.5:
            return a(self.random.randrange(6), self.random.randrange(4))
        return (
            u(self.random.randrange(8), self.random.randrange(4)) if kind < 0.8 else k(float(self.random.randrange(5)))
        )

    def local(self, code: Code, op: Op, *operands: ScalarSource) -> ScalarSource:
        inst = Inst(op, tuple((source,) for source in operands), attr=ARRAY)
        code.selected.insts.append(inst)
        return ScalarSource(Result(inst))

    def block(self) -> Section:
        code = Code()
        values = [var(self.random.randrange(self.count)) for _ in range(3)]
        for _ in range(self.random.randrange(self.size)):
            operand = lambda: self.random.choice(values) if self.random.random() < 0.7 else self.leaf()  # noqa: E731
            name = self.random.choice(["mul", "add", "mul", "add", "max", "lt", "select", "rcp", "floor", "array"])
            if name == "array" and self.arrays:
                index = (
                    a(15, self.random.randrange(4))
                    if self.random.random() < 0.6
                    else k(float(self.random.randrange(8)))
                )
                if self.random.random() < 0.5:
                    self.local(code, LOCAL_STORE, index, operand())
                else:
                    values.append(self.local(code, LOCAL_LOAD, index))
            elif name == "rcp":
                values.append(code.op(name, self.random.choice(values)))
            elif name != "array":
                values.append(code.op(name, *(operand() for _ in OPS[name].operands)))
        chosen = self.random.sample(range(self.count), self.random.randrange(self.count + 1))
        return Section(
            "block",
            code.selected,
            {v: self.random.choice(values) if self.random.random() < 0.9 else self.leaf() for v in chosen},
        )

    def test(self, section: Section) -> ScalarSource:
        """A condition, computed in the section."""
        inst = Inst(OPS["lt"], ((var(self.random.randrange(self.count)),), (self.leaf(),)))
        section.selected.insts.append(inst)
        return ScalarSource(Result(inst))

    def loop(self, depth: int) -> None:
        """A loop with its own counter that ends in its middle or at its end."""
        counter = 100 + self.loops
        self.loops += 1
        before = self.block()
        before.assigned[counter] = k(0.0)
        self.found.append(before)
        begin = len(self.found)
        middle = self.block()
        if self.random.random() < 0.5:
            middle.condition = self.test(middle)
        else:
            middle.condition = ScalarSource(Result(Inst(OPS["lt"], ((k(1.0),), (var(counter),)))))
            middle.selected.insts.append(middle.condition.value.inst)  # type: ignore[union-attr]
        self.found.append(middle)
        self.sequence(depth - 1, self.random.randrange(2))
        end = self.block()
        code = Code()
        code.selected = end.selected
        end.assigned[counter] = code.add(var(counter), k(1.0))
        end.condition = code.op("lt", var(counter), a(15, self.random.randrange(4)))
        end.target = begin
        self.found.append(end)
        middle.target = len(self.found)
