"""Whole targets for plain machines, from an ISA record, rules and a coder of bytes and text.

`vector_target`: vec4 registers, one instruction after the other, like AGAL. `slot_target`: several slots an
instruction, each with a scalar op. Neither has branches: the target computes both sides, and selects.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from gpucc.emit.codec import MachineCode, MachineCoder
from gpucc.errors import InputError, InternalError, UsageError
from gpucc.interp.engines import slot_engine, vector_engine
from gpucc.interp.simulate import simulator
from gpucc.isa.model import Instruction, Isa, SlotIssue
from gpucc.isel.cover import Selection, Selector
from gpucc.isel.machine import Section, Selected, Stretch, used
from gpucc.isel.text import list_selected
from gpucc.lowering.graph import Graph
from gpucc.lowering.guards.factors import factor_choices
from gpucc.lowering.guards.guard import guard
from gpucc.program import Picture, PictureCell, Program, Stage, file_size, published
from gpucc.rules.pattern import Rule, Ruleset
from gpucc.rules.uses import RuleUses
from gpucc.sched.core.schedule import Schedule
from gpucc.sched.core.sections import needed_insts
from gpucc.sched.limits import check_constants, check_interface, check_length
from gpucc.sched.slots.schedule import schedule_slots
from gpucc.sched.vectors.bounds import least_instructions
from gpucc.sched.vectors.machine import Vec4Machine
from gpucc.sched.vectors.schedule import Scheduled, schedule_vectors
from gpucc.targets.examine import examine_plain, examine_slots, examine_vectors
from gpucc.targets.pictured import picture
from gpucc.targets.record import (
    CompileJob,
    Options,
    Stages,
    Target,
    TargetStage,
    chosen_options,
    insist,
    sampler_states,
    show_bytes,
    show_checked,
    show_places,
    survives,
)

# the limit in `Isa.limits` of the length of a program
LENGTH = "instructions"
SlotRow = tuple[SlotIssue, ...]
SlotSchedule = Schedule[SlotRow]


def vector_target(isa: Isa, rules: Ruleset | Sequence[Rule], coder: MachineCoder[Instruction], **more: Any) -> Target:
    """A target with vec4 registers. `more` are fields of `Target` that differ from those made here."""
    examine_plain(isa, coder)
    examine_vectors(isa)
    select, kit = _selecting(isa, rules)

    def schedule(selected: Selected, job: CompileJob) -> Scheduled:
        first = file_size(job.shader.interface.uniforms)
        machine = Vec4Machine(isa, job.shader.stage, 1, sampler_states(job.shader))
        # a search for the best order of a program that cannot fit would take long
        _check_length(isa, job, least_instructions(selected, machine), "at least ")
        return schedule_vectors([Stretch(Section("main", selected))], machine, first)

    def allocate(made: Scheduled, job: CompileJob) -> Scheduled:
        registers = len({constant.register for constant in made.constants})
        _check_limits(isa, job, registers, len(made.instructions))
        return made

    def encode(made: Scheduled, job: CompileJob) -> Program:
        stage = job.shader.stage
        constants = (*job.shader.tables, *made.constants)
        data = _encoded(coder, MachineCode(stage, made.instructions, constants))
        texts = [coder.line(instruction, stage) for instruction in made.instructions]
        shown = picture(made.instructions, texts, [""] * len(texts), made.describe())
        stats = {**made.statistics(), "words": len(made.instructions)}
        return _program(isa, job, data, constants, stats, shown)

    stages = Stages(
        select=select,
        schedule=TargetStage(run=schedule, show=Scheduled.describe),
        allocate=TargetStage(run=allocate, show=lambda made: show_places(made.registers, made.constants)),
        encode=TargetStage(run=encode, show=show_bytes),
        check=_checking(isa, more),
    )
    return Target(
        **{**_parts(isa, coder), **kit, "simulate": simulator(vector_engine(coder.decode)), "stages": stages, **more}
    )


def slot_target(isa: Isa, rules: Ruleset | Sequence[Rule], coder: MachineCoder[SlotRow], **more: Any) -> Target:
    """A target whose instruction is a row of slots. `more` are fields of `Target` that differ from those made here."""
    examine_plain(isa, coder)
    examine_slots(isa)
    select, kit = _selecting(isa, rules)

    def schedule(selected: Selected, job: CompileJob) -> SlotSchedule:
        first = file_size(job.shader.interface.uniforms)
        slots = {slot for op in isa.ops for slot in op.slots}
        _check_length(isa, job, -(-len(needed_insts(Section("main", selected))) // max(1, len(slots))), "at least ")
        return schedule_slots(Section("main", selected), isa, job.shader.stage, first, job.opt)

    def allocate(made: SlotSchedule, job: CompileJob) -> SlotSchedule:
        _check_limits(isa, job, -(-len(made.constants) // isa.lanes), len(made.instructions))
        if made.note:
            job.warn(made.note)
        return made

    def encode(made: SlotSchedule, job: CompileJob) -> Program:
        stage = job.shader.stage
        constants = (*job.shader.tables, *made.constants)
        data = _encoded(coder, MachineCode(stage, made.instructions, constants))
        stats = {**made.statistics(), "words": len(made.instructions)}
        return _program(isa, job, data, constants, stats, _slot_picture(isa, made, stage, coder))

    stages = Stages(
        select=select,
        schedule=TargetStage(run=schedule, show=lambda made: made.describe()),
        allocate=TargetStage(run=allocate, show=lambda made: show_places(made.registers, made.constants)),
        encode=TargetStage(run=encode, show=show_bytes),
        check=_checking(isa, more),
    )
    return Target(
        **{
            **_parts(isa, coder),
            **kit,
            "simulate": simulator(slot_engine(coder.decode)),
            "stages": stages,
            "searches": True,
            **more,
        }
    )


def _selecting(isa: Isa, rules: Ruleset | Sequence[Rule]) -> tuple[TargetStage[Graph, Selected], dict[str, Any]]:
    """The stage of selection, and the fields of the target that are about rules."""
    ruleset = rules if isinstance(rules, Ruleset) else Ruleset(tuple(rules))

    @lru_cache(maxsize=8)
    def selector_of(stage: Stage, disabled: frozenset[str]) -> Selector:
        return Selector(isa, ruleset, Selection(stage, disabled=disabled))

    def selector(stage: Stage, options: Options) -> Selector:
        return selector_of(stage, options.disabled_in(isa.name))

    def neutral(stage: Stage, options: Options) -> frozenset[str]:
        return selector(stage, options).neutral_ops

    def select(graph: Graph, job: CompileJob) -> Selected:
        check_interface(job.shader.interface, isa, job.shader.stage, 1)
        found = selector(job.shader.stage, job.options).select(
            guard(factor_choices(graph, isa.format), isa.format).entry, {}, sampler_states(job.shader)
        )
        job.count(RuleUses("select", isa.name, used([found])))
        return found

    def names(stage: Stage, options: Options) -> Sequence[str]:
        return selector(stage, options).names

    if isa.flow != "flatten" or isa.loops:
        raise UsageError(f"{isa.name}: a plain target has flow 'flatten' and no loops")
    return TargetStage(run=select, show=list_selected), {"neutral": neutral, "rules": names, "selector": selector}


def _checking(isa: Isa, more: dict[str, Any]) -> TargetStage[Program, Program]:
    """The stage that applies the target's own rules, if it has some (`Target.check`)."""

    def check(program: Program, job: CompileJob) -> Program:
        if "check" in more:
            for profile in more.get("profiles", ("default",)):
                insist(isa.name, more["check"](program.code, profile))
        return program

    return TargetStage(run=check, show=show_checked)


def _parts(isa: Isa, coder: MachineCoder[Any]) -> dict[str, Any]:
    """The fields of the target that are about bytes and text."""

    def assemble(text: str, name: str, options: Options, stage: Stage | None) -> Program:
        code = coder.parse(text, name)
        if stage not in (None, code.stage):
            raise UsageError(f"{name} is a {code.stage} program, not a {stage} program")
        return Program(isa.name, code.stage, coder.encode(code))

    def disassemble(data: bytes) -> str:
        text: Any = coder.print(coder.decode(data))
        if not isinstance(text, str):
            raise InternalError(f"its coder prints no text but {text!r}")
        return text

    return {"isa": isa, "assemble": assemble, "disassemble": disassemble}


def _encoded(coder: MachineCoder[Any], code: MachineCode[Any]) -> bytes:
    """The bytes of a program. Whatever the coder refuses here is a mistake: the instructions come from gpucc."""
    try:
        data = coder.encode(code)
        survives(coder.decode(data).rows, code.rows)
    except InputError as error:
        raise InternalError(f"the coder refuses a program of its own target: {error.message}") from error
    return data


def _program(
    isa: Isa, job: CompileJob, data: bytes, constants: Sequence[Any], stats: dict[str, Any], shown: Picture
) -> Program:
    shader, options = job.shader, chosen_options(job.options)
    interface = published(shader.interface)
    return Program(
        isa.name, shader.stage, data, interface, tuple(constants), shader.entry, options, stats, picture=shown
    )


def _check_limits(isa: Isa, job: CompileJob, literals: int, length: int) -> None:
    check_constants(isa, job.shader.stage, 1, file_size(job.shader.interface.uniforms), literals)
    _check_length(isa, job, length)


def _check_length(isa: Isa, job: CompileJob, length: int, how: str = "") -> None:
    if LENGTH in isa.limits:
        check_length(isa, job.shader.stage, 1, length, LENGTH, how)


def _slot_picture(isa: Isa, made: SlotSchedule, stage: Stage, coder: MachineCoder[SlotRow]) -> Picture:
    units = tuple(dict.fromkeys(slot for op in isa.ops for slot in op.slots))
    rows = []
    for row, origins in zip(made.instructions, made.origins, strict=True):
        by_slot = {origin.unit: origin for origin in origins}
        cells = []
        for issue in row:
            inst = by_slot[issue.slot].inst
            place, rule = (inst.location, inst.rule) if inst else (None, "")
            cells.append(PictureCell(issue.slot, coder.line((issue,), stage), place, rule, by_slot[issue.slot].copy))
        rows.append(tuple(cells))
    return Picture(units, tuple(rows), ((0, "main"),), made.describe(), "", code=("",) * len(rows))
