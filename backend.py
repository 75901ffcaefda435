"""The second half of the column: from the graph of a shader to a checked program of its target."""

from __future__ import annotations

from collections import Counter
from math import inf
from typing import Any

from gpucc.errors import InternalError
from gpucc.isa.model import FP16, Isa
from gpucc.lowering.arrays.addresses import ease_indices, longest_ladder
from gpucc.lowering.arrays.known_indices import settle_indices
from gpucc.lowering.arrays.locals_flow import promote
from gpucc.lowering.assume.facts import leaf_facts, use_facts
from gpucc.lowering.check import check_graph
from gpucc.lowering.flow.flatten import flatten, flatten_small
from gpucc.lowering.graph import Graph
from gpucc.lowering.legalise.complete import complete_outputs
from gpucc.lowering.legalise.dots import add_negated_products
from gpucc.lowering.legalise.expansions import RULES as EXPANSIONS
from gpucc.lowering.legalise.half import first_rounding
from gpucc.lowering.legalise.legalise import Half, legalise
from gpucc.lowering.legalise.rounds import check_rounds
from gpucc.lowering.simplify.chains import regroup_chains
from gpucc.lowering.simplify.simplify import RULES, simplify
from gpucc.lowering.text import format_graph
from gpucc.program import Observe, Program, Shader, Stage
from gpucc.rules.uses import RuleUses
from gpucc.targets.outside import blaming
from gpucc.targets.prefer import price_of_fetch
from gpucc.targets.record import CompileJob, Options, Target, TargetStage

# values that wait for a choice may take this part of a target's temporary registers
WAITING = 0.9


def lower(graph: Graph, shader: Shader, goal: Target, options: Options, notice: Observe, half: Half = "widen") -> Graph:
    """Run the passes over the graph, in order. The result is always checked; each step is checked if there is an
    observer."""
    warnings: list[str] = []
    isa, available, addressing = goal.isa, goal.neutral(shader.stage, options), goal.addressing(options)
    fetch, facts = price_of_fetch(isa, options.prefer), leaf_facts(shader.assumed, shader.interface)
    room = WAITING * _components(isa, shader.stage, options) or inf
    whole = isa.flow == "flatten"
    if half == "widen" and isa.format.mantissa > FP16.mantissa and (rounding := first_rounding(graph)) is not None:
        place = f"{rounding.location}: " if rounding.location else ""
        warnings.append(f"{place}half is computed as float, so results have more bits than halves; --half rounds them")

    def fit(graph: Graph) -> Graph:
        applied: Counter[str] = Counter()
        fitting = legalise(
            graph,
            format=isa.format,
            available=available,
            half=half,
            interface=shader.interface,
            warnings=warnings,
            ladder=longest_ladder(graph, addressing),
            disabled=options.disabled_in(EXPANSIONS.name),
            applied=applied,
        )
        warnings.extend(check_rounds(fitting, isa.format))
        notice("rules", RuleUses("legalise", EXPANSIONS.name, applied))
        return fitting

    def simpler(step: str, graph: Graph, available: frozenset[str] | None = None) -> Graph:
        applied: Counter[str] = Counter()
        graph = use_facts(graph, facts, isa.format)
        disabled = options.disabled_in(RULES.name)
        able = (isa.normalises(), isa.limits_results(), isa.lanes == 1)
        graph = simplify(graph, available, isa.format, disabled, applied, *able)
        notice("rules", RuleUses(step, RULES.name, applied))
        return graph

    def flat(graph: Graph) -> Graph:
        if whole:
            return flatten(graph, room, isa.format.blend_select)
        return flatten_small(graph, isa.speculation, fetch)

    for step, apply in (
        ("build", lambda graph: graph),
        ("simplify", lambda graph: simpler("simplify", graph)),
        ("regroup chains", lambda graph: regroup_chains(graph, isa.lanes)),
        ("ease indices", lambda graph: ease_indices(graph, shader.interface, addressing)),
        ("flatten", flat),
        ("promote locals", lambda graph: promote(graph, "local_load" in available, addressing.ladder)),
        ("legalise", fit),
        ("simplify again", lambda graph: simpler("simplify again", graph, available)),
        ("add negated products", lambda graph: add_negated_products(graph, isa)),
        ("settle indices", settle_indices),
        ("complete outputs", lambda graph: complete_outputs(graph, isa, shader.stage)),
    ):
        graph = apply(graph)
        if notice is not silent:
            check_graph(graph, step)
            notice(step, format_graph(graph))
    check_graph(graph, "lowering")
    for warning in warnings:
        notice("warning", warning)
    return graph


def _components(isa: Isa, stage: Stage, options: Options) -> int:
    """The number of components that the temporary registers of a stage have."""
    version = int(options["version"]) if "version" in options else 1
    files = (file for file in isa.files if file.role == "temporary" and stage in file.prefix)
    return isa.lanes * sum(file.size(stage, version) for file in files)


def generate(graph: Graph, goal: Target, job: CompileJob, notice: Observe) -> Program:
    """Run the stages of the target, in order, and report each to the observer."""

    def done(name: str, step: TargetStage[Any, Any], given: Any) -> Any:
        with blaming(goal, f"its stage {name}"):
            made = step.run(given, job)
            if notice is not silent:
                notice(name, step.show(made))
        return made

    stages = goal.stages
    selected = done("select", stages.select, graph)
    scheduled = done("schedule", stages.schedule, selected)
    allocated = done("allocate", stages.allocate, scheduled)
    encoded = done("encode", stages.encode, allocated)
    checked: Program = done("check", stages.check, encoded)
    with blaming(goal, "its stages"):
        if checked.isa != goal.isa.name:
            raise InternalError(f"the program that they return is one for {checked.isa!r}")
    return checked


def generate_stage(goal: Target, name: str, given: Any, job: CompileJob) -> Any:
    """The value of one stage of a target, from that of the previous one."""
    step: TargetStage[Any, Any] = getattr(goal.stages, name)
    with blaming(goal, f"its stage {name}"):
        return step.run(given, job)


def silent(stage: str, value: object) -> None:
    """The observer that ignores everything."""
