"""The units that can do an op, and its names there, from the ISA record; ops of equal meaning count as one."""

from __future__ import annotations

import re
from dataclasses import field

from gpucc.isa.model import Level, Op
from gpucc.isa.pipeline import Form, PipeIsa
from gpucc.records import dataclass
from gpucc.sched.pipe.work import TaskWay

# ops whose operands can be swapped, also on truth values
COMMUTES = re.compile(
    r"\b(fadd|fmul|fmin|fmax|foeq|fune|band|bor|bxor)\(a, b\)|(band|bor|bxor)\(fune\(a, 0.0\), fune\(b, 0.0\)\)"
)
COPY = "a"
PRODUCT = "fmul(a, b)"


@dataclass(slots=True)
class Ways:
    isa: PipeIsa
    level: Level
    by_meaning: dict[str, tuple[TaskWay, ...]] = field(default_factory=dict)
    by_name: dict[str, tuple[TaskWay, ...]] = field(default_factory=dict)
    # the multiplier and the adder of each bypass
    bypasses: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for unit in self.isa.pipeline.units:
            first: dict[str, Form] = {}
            for form in unit.forms:
                self.bypasses += [(port.unit, unit.name) for port in form.ports if port.bypass]
                for op in self.isa.in_form(form.name):
                    # an op without semantics is never replaced by another one, so its fact does not matter here
                    if op.fact is not None and not op.fact.holds(self.level) and op.semantics:
                        continue
                    vector = form.target is None or not form.target.scalar
                    way = TaskWay(unit.name, op.name, unit.step, vector, first.setdefault(op.name, form))
                    self.by_name[op.name] = (*self.by_name.get(op.name, ()), way)
                    if op.semantics and op.result != "none":
                        self.by_meaning[op.semantics[0]] = (*self.by_meaning.get(op.semantics[0], ()), way)

    def of(self, op: Op) -> tuple[TaskWay, ...]:
        if op.semantics and op.result != "none":
            return self.by_meaning.get(op.semantics[0], ())
        return self.by_name.get(op.name, ())

    @property
    def copies(self) -> tuple[TaskWay, ...]:
        return self.by_meaning[COPY]

    @property
    def scalings(self) -> tuple[TaskWay, ...]:
        """The units that multiply a vector by a scalar: by 1.0, they copy it."""
        products = self.by_meaning.get(PRODUCT, ())
        return tuple(way for way in products if way.vector and way.form.ports[0].scalar)


def commutes(op: Op) -> bool:
    return bool(op.semantics) and COMMUTES.search(op.semantics[0]) is not None
