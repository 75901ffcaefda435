"""Selected code for the wide scheduler, written by hand or drawn at random, and what it should compute."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from gpucc.emit.lima_vp import encode
from gpucc.interp import numerics
from gpucc.interp.data import Batch
from gpucc.interp.lima_vp_check import check
from gpucc.interp.simulate import simulate
from gpucc.isa.lima_vp import LIMA_VP
from gpucc.isa.model import Op
from gpucc.isel.machine import Inst, Leaf, Result, Section, Selected, Source
from gpucc.program import Program
from gpucc.sched.wide import WideScheduled, schedule_wide

OPS = {op.name: op for op in LIMA_VP.ops} | {found.function.name: found.function for found in LIMA_VP.wide.sequences}
UNIFORMS = 40


def a(register: int, component: int) -> Source:
    return Source(Leaf("input", register, component))


def u(register: int, component: int, index: Source | None = None) -> Source:
    return Source(Leaf("uniform", register, component, index=index))


def k(value: float) -> Source:
    return Source(Leaf("constant", value=value))


def var(number: int) -> Source:
    return Source(Leaf("variable", number))


def neg(source: Source) -> Source:
    return Source(source.value, not source.negate)


class Code:
    def __init__(self) -> None:
        self.selected = Selected()

    def op(self, name: str, *operands: Source, modifiers: str = "") -> Source:
        inst = Inst(OPS[name], tuple((source,) for source in operands), modifiers=frozenset(modifiers.split()))
        self.selected.insts.append(inst)
        return Source(Result(inst))

    def mul(self, x: Source, y: Source) -> Source:
        return self.op("mul", x, y)

    def add(self, x: Source, y: Source) -> Source:
        return self.op("add", x, y)

    def dot(self, x: Sequence[Source], y: Sequence[Source]) -> Source:
        total = self.mul(x[0], y[0])
        for left, right in zip(x[1:], y[1:], strict=True):
            total = self.add(total, self.mul(left, right))
        return total

    def out(self, register: int, *sources: Source) -> None:
        for component, source in enumerate(sources):
            self.selected.outputs[register, component] = source

    def sections(self) -> list[Section]:
        return [Section("entry", self.selected)]


# what it should compute ----------------------------------------------------------------------------------------------


class Direct:
    """Runs sections over lanes, one lane after the other where they branch."""

    def __init__(self, sections: Sequence[Section], batch: Batch) -> None:
        self.sections, self.batch = sections, batch
        self.outputs: dict[tuple[int, int], np.ndarray] = {}
        self.known: dict[Inst, np.ndarray] = {}
        self.variables: dict[int, np.ndarray] = {}

    def value(self, source: Source) -> np.ndarray:
        found = source.value
        if isinstance(found, Result):
            value = self.known[found.inst]
        elif found.kind == "input":
            value = self.batch.inputs[:, found.register, found.component]
        elif found.kind == "constant":
            value = np.array([found.value], np.float32)
        elif found.kind == "undef":
            value = np.array([0.0], np.float32)
        elif found.kind == "variable":
            value = self.variables[found.register]
        elif found.index is None:
            value = self.batch.uniforms[0, found.register, found.component : found.component + 1]
        else:
            index = found.index if isinstance(found.index, Source) else Source(found.index)
            rows = np.trunc(self.value(index)).astype(np.int64) + found.register
            value = self.batch.uniforms[0, np.broadcast_to(rows, self.batch.lanes), found.component]
        return np.negative(value) if source.negate else value

    def run(self) -> dict[tuple[int, int], np.ndarray]:
        with np.errstate(all="ignore"):
            for section in self.sections:
                for inst in section.selected.insts:
                    self.known[inst] = self.compute(inst)
                for key, source in section.selected.outputs.items():
                    self.outputs[key] = np.broadcast_to(self.value(source), self.batch.lanes)
        return self.outputs

    def compute(self, inst: Inst) -> np.ndarray:
        return compute(inst.op, [self.value(operand[0]) for operand in inst.operands], "neg" in inst.modifiers)


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


def verify(sections: list[Section], scheduled: WideScheduled, facts: str = "agreed", seed: int = 0) -> None:
    """The schedule breaks no rule, and computes what the sections say."""
    code = encode(scheduled.bundles)
    violations = check(code, facts, scheduled.constants)  # type: ignore[arg-type]
    allowed = {"facts"} if facts == "proven" else set()
    broken = [violation for violation in violations if violation.rule not in allowed]
    assert not broken, "\n".join(map(str, broken[:5]))
    data = batch(seed)
    expected = Direct(sections, data).run()
    outcome = simulate(Program("lima-vp", "vertex", code, constants=scheduled.constants), LIMA_VP, data)
    for (register, component), values in expected.items():
        got = outcome.outputs[:, register, component]
        same = (got.view(np.int32) == np.asarray(values, np.float32).view(np.int32)) | (np.isnan(got) & np.isnan(values))
        assert same.all(), f"varying {register}.{component}: {got} instead of {values}"


def schedule(code: Code, facts: str = "agreed", opt: int = 2, first_constant: int = UNIFORMS) -> WideScheduled:
    return schedule_wide(code.sections(), LIMA_VP, facts, first_constant, opt)


# at random -----------------------------------------------------------------------------------------------------------

CHOICES = (
    ["mul"] * 8 + ["add"] * 8 + ["min", "max", "ge", "lt", "floor", "sign", "select", "rcp", "rsqrt", "exp2", "log2", "pass_move", "index"]
)


def draw(seed: int, size: int, near: int = 12, outputs: int = 6) -> Code:
    """`near`: how far back operands reach at most; small numbers give chains, large ones high pressure."""
    random_ = random.Random(seed)
    code = Code()
    values: list[Source] = []

    def operand() -> Source:
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
