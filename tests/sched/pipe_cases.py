"""Selected code for the pipeline scheduler, hand-written or random, and its expected results."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
from leaves import k as k
from leaves import u as u
from leaves import var as var
from random_flow import RandomFlow

from gpucc.emit.lima_pp import encode, link
from gpucc.interp import numerics
from gpucc.interp.data import Batch
from gpucc.interp.lima_pp_check import check
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.model import FP16
from gpucc.isa.pipeline import Packet
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
from gpucc.program import Interface, Program, Slot
from gpucc.sched.core.schedule import Schedule
from gpucc.sched.pipe.schedule import schedule_pipeline
from gpucc.targets.lima_pp import simulate

OPS = {op.name: op for op in LIMA_PP.ops}
VARYINGS, UNIFORMS = 8, 24
ARRAY = LocalArray("array", 6, Type("f", 32))


def v(register: int, component: int) -> ScalarSource:
    return ScalarSource(Leaf("input", register, component))


class Code:
    def __init__(self) -> None:
        self.selected = Selected()

    def op(self, name: str, *operands: ScalarSource, modifiers: str = "") -> ScalarSource:
        """Append an instruction. Ops on several lanes take all sources as lanes of one operand."""
        grouped = (operands,) if name in ("sum3", "sum4") else tuple((source,) for source in operands)
        inst = Inst(OPS[name], grouped, 0 if name == "discard" else 1, modifiers=frozenset(modifiers.split()))
        self.selected.insts.append(inst)
        return ScalarSource(Result(inst))

    def local(self, *operands: ScalarSource) -> ScalarSource:
        op = LOCAL_LOAD if len(operands) == 1 else LOCAL_STORE
        inst = Inst(op, tuple((source,) for source in operands), 2 - len(operands), attr=ARRAY)
        self.selected.insts.append(inst)
        return ScalarSource(Result(inst))

    def out(self, *sources: ScalarSource) -> Code:
        self.selected.outputs |= {(0, component): source for component, source in enumerate(sources)}
        return self

    def section(self, name: str = "only", assigned: dict[int, ScalarSource] | None = None) -> Section:
        return Section(name, self.selected, assigned or {})


# expected results ----------------------------------------------------------------------------------------------------


class Direct:
    """Runs sections lane by lane; a discarded lane has no outputs."""

    def __init__(self, sections: Sequence[Section], batch: Batch) -> None:
        self.sections, self.batch = sections, batch

    def run(self) -> list[dict[int, float] | None]:
        with np.errstate(all="ignore"):
            return [self.walk(lane) for lane in range(self.batch.lanes)]

    def walk(self, lane: int) -> dict[int, float] | None:
        self.lane, self.known, self.variables, self.arrays = lane, {}, {}, {}
        outputs: dict[int, float] = {}
        pc = 0
        while pc < len(self.sections):
            section = self.sections[pc]
            for inst in section.selected.insts:
                if inst.op.effect == "discard":
                    if not inst.operands or self.value(inst.operands[0][0]):
                        return None
                    continue
                self.known[inst] = self.compute(inst)
            outputs |= {component: self.value(source) for (_, component), source in section.selected.outputs.items()}
            taken = section.target is not None and (section.condition is None or bool(self.value(section.condition)))
            self.variables |= {number: self.value(source) for number, source in section.assigned.items()}
            pc = section.target if taken and section.target is not None else pc + 1
        return outputs

    def value(self, source: ScalarSource) -> np.float32:
        found = source.value
        if isinstance(found, Result):
            value = self.known[found.inst]
        elif found.kind == "input":
            value = self.batch.inputs[self.lane, found.register, found.component]
        elif found.kind == "constant":
            value = np.float32(np.float16(found.value))
        elif found.kind == "variable":
            value = self.variables[found.register]
        else:
            row = found.register
            if found.index is not None:
                row += int(
                    self.value(found.index if isinstance(found.index, ScalarSource) else ScalarSource(found.index))
                )
            value = self.batch.uniforms[0, row, found.component]
        value = np.abs(value) if source.absolute else value
        return np.float32(-value if source.negate else value)

    def compute(self, inst: Inst) -> np.float32:
        lanes = [[self.value(source) for source in operand] for operand in inst.operands]
        if loads_local(inst.op):
            return self.arrays[int(lanes[0][0])]
        if stores_local(inst.op):
            self.arrays[int(lanes[0][0])] = lanes[1][0]
            return lanes[1][0]
        value = self.apply(inst.op, lanes)
        for modifier in inst.modifiers:
            least, most = {"sat": (0.0, 1.0), "pos": (0.0, np.inf), "int": (-np.inf, np.inf)}[modifier]
            value = np.float32(
                np.trunc(value) if modifier == "int" else np.fmin(np.fmax(value, np.float32(least)), np.float32(most))
            )
        return value

    def apply(self, op: object, lanes: list[list[np.float32]]) -> np.float32:
        kernel = numerics.kernel(op, (0,), format=FP16)  # type: ignore[arg-type]
        inputs = [np.array([lanes[i][lane or 0]], np.float32) for i, _, lane in kernel.inputs]
        if numerics.rounds_late(op):  # type: ignore[arg-type]
            inputs = [value.astype(np.float64) for value in inputs]
        (value,) = kernel.run(inputs)
        return np.float32(numerics.settle(value, op.bound, None, FP16)[0])  # type: ignore[attr-defined]


def batch(seed: int, lanes: int = 8) -> Batch:
    generator = np.random.default_rng(seed)
    inputs = generator.normal(size=(lanes, VARYINGS, 4)).astype(np.float16).astype(np.float32)
    inputs[:, VARYINGS - 1, :] = generator.integers(0, ARRAY.length, size=(lanes, 4))
    return Batch(inputs, generator.normal(size=(1, UNIFORMS, 4)).astype(np.float16).astype(np.float32))


def schedule(sections: Sequence[Section], facts: str = "agreed", opt: int = 2) -> Schedule[Packet]:
    return schedule_pipeline(sections, LIMA_PP, facts, opt)  # type: ignore[arg-type]


def verify(sections: Sequence[Section], scheduled: Schedule[Packet], facts: str = "agreed", seed: int = 0) -> None:
    """Check that the schedule breaks no rule, is no shorter than its bound, and computes the sections' results."""
    assert len(scheduled.instructions) >= scheduled.lower_bound
    assert len(scheduled.starts) == len(sections)
    words = encode(link(scheduled.instructions))
    assert len(words) == 4 * scheduled.words
    allowed = {"facts"} if facts == "proven" else set()
    broken = [violation for violation in check(words, facts) if violation.rule not in allowed]  # type: ignore[arg-type]
    assert not broken, "\n".join(map(str, broken[:5]))
    data = batch(seed)
    expected = Direct(sections, data).run()
    interface = Interface(tuple(Slot(f"v{i}", "input", i, "ffff") for i in range(VARYINGS)))
    option = (("outputs", ",".join(map(str, scheduled.outputs))),)
    outcome = simulate(Program("lima-pp", "fragment", words, interface, options=option), LIMA_PP, data)
    for lane, wanted in enumerate(expected):
        assert bool(outcome.discarded[lane]) == (wanted is None), f"lane {lane}"
        for component, value in (wanted or {}).items():
            got = outcome.outputs[lane, 0, component]
            assert got == value or (np.isnan(got) and np.isnan(value)), (
                f"lane {lane}, component {component}: {got} instead of {value}"
            )


# at random -----------------------------------------------------------------------------------------------------------

TWO = ["mul", "add", "min", "max", "gt", "ge", "eq", "ne", "mul_x2"]
ONE = ["fract", "floor", "ceil", "mov", "rcp", "sqrt", "exp2", "not"]


class Draw(RandomFlow):
    """Random code: straight, or sections with branches, loops and discards over variables that are all set at the
    beginning."""

    def __init__(
        self, seed: int, variables: int = 0, near: int = 12, arrays: bool = False, facts: str = "agreed"
    ) -> None:
        self.random = random.Random(seed)
        self.two, self.one = (TWO[:-1], ONE[:-1]) if facts == "proven" else (TWO, ONE)
        self.count, self.near, self.arrays = variables, near, arrays
        self.loops = 0
        self.found: list[Section] = []

    def leaf(self) -> ScalarSource:
        kind = self.random.random()
        if kind < 0.4:
            return v(self.random.randrange(4), self.random.randrange(4))
        if kind < 0.45:
            return u(self.random.randrange(8), self.random.randrange(4), v(VARYINGS - 1, self.random.randrange(4)))
        if kind < 0.75:
            return u(self.random.randrange(6), self.random.randrange(4))
        return k(self.random.choice([0.0, 1.0, 0.5, 2.0, -1.0, 3.25, 0.25, 9.5, -0.5, 0.125]))

    def operand(self, values: list[ScalarSource]) -> ScalarSource:
        found = self.random.choice(values[-self.near :]) if values and self.random.random() < 0.65 else self.leaf()
        kind = self.random.random()
        if kind < 0.1:
            return ScalarSource(found.value, not found.negate, found.absolute)
        return ScalarSource(found.value, self.random.random() < 0.5, True) if kind < 0.15 else found

    def fill(self, code: Code, values: list[ScalarSource], size: int) -> None:
        """Fill a section; sometimes several lanes have the same op, so that vectors can form."""
        while size > 0:
            width = self.random.choice((1, 1, 2, 3, 4))
            name = self.random.choice([*self.two * 3, *self.one, *["sel"] * 3, "sum3", "sum4", "array"])
            size -= width
            if name == "array":
                if self.arrays:
                    index = (
                        v(VARYINGS - 1, self.random.randrange(4))
                        if self.random.random() < 0.6
                        else k(float(self.random.randrange(6)))
                    )
                    if self.random.random() < 0.5:
                        code.local(index, self.operand(values))
                    else:
                        values.append(code.local(index))
                continue
            modifiers = self.random.choice(["", "", "", "", "sat", "pos", "int"]) if name not in ("eq", "ne") else ""
            count = {"sum3": 3, "sum4": 4, "sel": 2}.get(name, 2 if name in TWO else 1)
            condition = [self.operand(values)] if name == "sel" else []
            condition = [ScalarSource(found.value) for found in condition]
            lanes = 1 if name.startswith("sum") else width
            values += [
                code.op(name, *(self.operand(values) for _ in range(count)), *condition, modifiers=modifiers)
                for _ in range(lanes)
            ]

    def straight(self, size: int) -> list[Section]:
        code = Code()
        values: list[ScalarSource] = []
        if self.arrays:
            self.store_all(code)
        self.fill(code, values, size)
        if self.random.random() < 0.2:
            code.op("discard", code.op("gt", values[0], k(1.0)))
        code.out(
            *(self.random.choice(values[-self.near :]) if self.random.random() < 0.9 else self.leaf() for _ in range(4))
        )
        return [code.section()]

    def store_all(self, code: Code) -> None:
        for element in range(ARRAY.length):
            code.local(k(float(element)), self.leaf())

    def flow(self, depth: int, length: int) -> list[Section]:
        first = Code()
        if self.arrays:
            self.store_all(first)
        self.found.append(first.section("first", {number: self.leaf() for number in range(self.count)}))
        self.sequence(depth, length)
        last = Code()
        values = [var(number) for number in range(self.count)]
        total = values[0]
        for value in values[1:]:
            total = last.op("add", last.op("mul", total, k(0.5)), value)
        last.out(total, *values[:3])
        self.found.append(last.section("last"))
        return self.found

    def block(self) -> Section:
        code = Code()
        values = [var(self.random.randrange(self.count)) for _ in range(3)]
        self.fill(code, values, self.random.randrange(6))
        if self.random.random() < 0.1:
            code.op("discard", code.op("gt", self.operand(values), k(2.0)))
        chosen = self.random.sample(range(self.count), self.random.randrange(min(self.count, 6) + 1))
        return code.section("block", {number: self.operand(values) for number in chosen})

    def test(self, section: Section) -> ScalarSource:
        """A condition, computed in the section."""
        op = OPS[self.random.choice(["gt", "ge", "eq", "ne"])]
        inst = Inst(op, ((self.operand([var(self.random.randrange(self.count))]),), (self.leaf(),)))
        section.selected.insts.append(inst)
        return ScalarSource(Result(inst))

    def loop(self, depth: int) -> None:
        """At most three iterations, counted by a variable of the loop's own."""
        counter = 100 + self.loops
        self.loops += 1
        before = self.block()
        before.assigned[counter] = k(0.0)
        self.found.append(before)
        begin = len(self.found)
        self.sequence(depth - 1, self.random.randrange(3))
        end = self.block()
        code = Code()
        code.selected = end.selected
        end.assigned[counter] = code.op("add", var(counter), k(1.0))
        end.condition = code.op("gt", k(3.0), end.assigned[counter])
        end.target = begin
        self.found.append(end)


def crowd(size: int) -> Code:
    """Code with a third of its values live at once."""
    code = Code()
    values = [code.op("mul", v(i % 6, i % 4), u(i % 8, i // 4 % 4)) for i in range(size // 3)]
    total = values[0]
    for name in ("add", "max"):
        for value in values[1:]:
            total = code.op(name, total, value)
    return code.out(total)
