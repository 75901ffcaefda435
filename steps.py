"""The pipeline step by step, for people who want to look at or replace a part of it: `lower`, `select`, `schedule` and
`encode` do together what `driver.compile` does without its verification and its choice among several unrollings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from typing import Any

from gpucc.backend import generate_stage, silent
from gpucc.backend import lower as lower_graph
from gpucc.compiled import CompiledProgram
from gpucc.errors import UsageError
from gpucc.isa.model import Isa
from gpucc.lowering.reader.read import read
from gpucc.lowering.session import session
from gpucc.lowering.text import format_graph
from gpucc.program import Stage
from gpucc.reading import Bind, Reading, canonical, load_any
from gpucc.records import dataclass
from gpucc.targets import registry
from gpucc.targets.deriving import offered_ways
from gpucc.targets.record import (
    CompileJob,
    Stages,
    Target,
    TargetStage,
    check_level,
    check_options,
    check_stage,
    prepared,
)
from gpucc.targets.tabling import placed_graph


@dataclass(frozen=True, slots=True)
class PipelineStep:
    """The result of a step: `value` is the graph, or has the target's own type; `str()` of a step is it as text."""

    name: str
    value: Any
    target: Target
    job: CompileJob
    show: Callable[[Any], str] = str
    warnings: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return self.show(self.value)


@session()
def lower(
    source: Any,
    isa: str | Isa,
    *,
    ops: Iterable[str] = (),
    entry: str | None = None,
    stage: Stage | None = None,
    opt: int = 2,
    bind: Bind | None = None,
    target: Mapping[str, str] | None = None,
    name: str | None = None,
) -> PipelineStep:
    """The graph of a shader, legal for a target: from LLVM IR, GLSL or AGSL (a path, text, bytes or llvmlite module).

    `isa` is the name of a target, or an ISA record of your own. Then `ops` are the neutral operations that it has, such
    as `Selector.neutral_ops`; lowering composes all others of them, or refuses the shader. Entries such as
    `fdiv(1.0, x)` say that it has a special case of an operation.
    """
    goal = _bare(isa, frozenset(ops)) if isinstance(isa, Isa) else registry.find(isa)
    options = check_options(goal.isa, target or {})
    check_level(opt)
    check_stage(goal.isa, stage)
    text = load_any(source, name, silent, Reading(hints=goal.keeps_functions), stage, goal.isa.default_stage)
    shader = canonical(text, entry, stage, bind, goal.isa.default_stage, Reading())
    check_stage(goal.isa, shader.stage)
    shader = replace(prepared(goal, shader, options), hints=text.hints)
    optimised = offered_ways(shader, goal, opt, False, options)[0][0]
    warnings: list[str] = list(shader.warnings)
    graph, shader = placed_graph(read(optimised, text.file), shader, text.file, goal, options)
    job = CompileJob(shader=shader, options=options, opt=opt, warn=warnings.append, count=lambda uses: None)
    graph = lower_graph(graph, shader, goal, options, lambda what, value: warnings.extend(_told(what, value)))
    return PipelineStep("lower", graph, goal, job, format_graph, warnings)


def select(lowered: PipelineStep) -> PipelineStep:
    """The operations of the target that compute a graph, by its rules."""
    return _next(lowered, "select", "lower")


def schedule(selected: PipelineStep) -> PipelineStep:
    """The selected operations in their order, with their registers."""
    ordered = _next(selected, "schedule", "select")
    placed = _next(ordered, "allocate", "schedule")
    text = f"{ordered}\n{placed}"
    return replace(placed, show=lambda value: text)


def encode(scheduled: PipelineStep) -> CompiledProgram:
    """The program, decoded again and checked against the target's rules, but not verified: `gpucc.compile` does
    that."""
    encoded = _next(_next(scheduled, "encode", "allocate"), "check", "encode")
    return CompiledProgram.of(encoded.value)


def _next(given: PipelineStep, name: str, before: str) -> PipelineStep:
    if given.name != before:
        raise UsageError(
            f"the step {name!r} takes the result of {before!r}, not of {given.name!r}",
            notes=("gpucc.encode(gpucc.schedule(gpucc.select(gpucc.lower(source, isa))))",),
        )
    step = getattr(given.target.stages, name)
    return replace(given, name=name, value=generate_stage(given.target, name, given.value, given.job), show=step.show)


def _bare(isa: Isa, ops: frozenset[str]) -> Target:
    """A target that only lowering knows."""

    def missing(*given: Any, **more: Any) -> Any:
        raise UsageError(f"{isa.name} is an ISA record alone", notes=("a whole target is a gpucc.targets.Target",))

    none: TargetStage[Any, Any] = TargetStage(run=missing, show=str)
    stages = Stages(select=none, schedule=none, allocate=none, encode=none, check=none)
    return Target(isa=isa, neutral=lambda stage, options: ops, stages=stages, simulate=missing)


def _told(what: str, value: object) -> list[str]:
    return [str(value)] if what == "warning" else []
