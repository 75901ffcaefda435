"""Which units can do an op, under which of its names: read off the record, ops of equal meaning being one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gpucc.isa.model import Level, Op
from gpucc.isa.pipeline import Form, PipeIsa
from gpucc.sched.pipe.work import TaskWay

# two operands in either order, also as truths
COMMUTES = re.compile(
    r"\b(fadd|fmul|fmin|fmax|foeq|fune|band|bor|bxor)\(a, b\)|(band|bor|bxor)\(fune\(a, 0.0\), fune\(b, 0.0\)\)"
)
COPY = "a"


@dataclass(slots=True)
class Ways:
    isa: PipeIsa
    level: Level
    by_meaning: dict[str, tuple[TaskWay, ...]] = field(default_factory=dict)
    by_name: dict[str, tuple[TaskWay, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for unit in self.isa.pipeline.units:
            first: dict[str, Form] = {}
            for form in unit.forms:
                for op in self.isa.in_form(form.name):
                    # what has no meaning to be found by has no other op that could stand in for it
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


def commutes(op: Op) -> bool:
    return bool(op.semantics) and COMMUTES.search(op.semantics[0]) is not None
