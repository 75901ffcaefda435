"""The target of the lima fragment processor: from a legal graph with branches to a program that passed the independent
checker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any, cast

from gpucc.emit import files, lima_pp_assembler, lima_pp_text
from gpucc.emit import lima_pp as code
from gpucc.emit.lima_pp import coder
from gpucc.emit.lima_pp_text import LimaPpPrinter
from gpucc.interp import lima_pp_check
from gpucc.interp.data import Outcome
from gpucc.interp.simulate import simulator
from gpucc.isa.lima_pp import LIMA_PP, OFFSET_TRUNCATION
from gpucc.isa.lima_pp_program import BUILTIN_INPUTS, OUTPUTS_OPTION
from gpucc.isa.model import LEVELS, Level
from gpucc.isa.pipeline import Packet
from gpucc.isel.cover import Selection as Selection
from gpucc.isel.cover import Selector
from gpucc.isel.lima_pp import BRANCH_CONDITION, FUNCTION_BOUNDS, FUNCTION_DOMAINS, isa_of, rules_of
from gpucc.isel.lima_pp_shading import read_frame
from gpucc.isel.machine import Section, used
from gpucc.isel.sections import select_sections
from gpucc.isel.text import list_forms, list_sections
from gpucc.lowering.arrays.addresses import Addressing
from gpucc.lowering.flow.share import share
from gpucc.lowering.graph import Graph
from gpucc.lowering.interface.window import orient_window
from gpucc.lowering.parts.lay_out import lay_out
from gpucc.program import Interface, Picture, Program, Shader, Stage, published
from gpucc.records import dataclass
from gpucc.rules.arrays import MEMORY
from gpucc.rules.uses import RuleUses
from gpucc.sched.core.schedule import Schedule
from gpucc.sched.limits import check_interface, check_length
from gpucc.sched.pipe.rename import outputs_first
from gpucc.sched.pipe.schedule import schedule_pipeline
from gpucc.targets.lima import PROFILES, level_of, neutral_of, picture
from gpucc.targets.pictured import hexadecimal
from gpucc.targets.record import (
    CompileJob,
    Options,
    Stages,
    Target,
    TargetStage,
    chosen_options,
    insist,
    show_bytes,
    show_checked,
    survives,
)
from gpucc.targets.reliance import report_numbers_out_of_range, report_reliance

# how deep values are compared to find the components of a vector, in the order in which selections are tried: what is
# the shortest depends on the program, because a sum in one instruction needs all that it adds in one register
DEPTHS = (4, None)


@cache
def lima_pp_selector(level: Level, disabled: frozenset[str] = frozenset(), depth: int | None = DEPTHS[0]) -> Selector:
    options = Selection("fragment", matrices="never", disabled=disabled, depth=depth)
    return Selector(isa_of(level), rules_of(level), options)


def _selector(options: Options, depth: int | None = DEPTHS[0]) -> Selector:
    return lima_pp_selector(level_of(options), options.disabled_in(LIMA_PP.name), depth)


def _prepare(shader: Shader, options: Options) -> Shader:
    return orient_window(shader) if options["window"] == "transformed" else shader


def builtins_of(interface: Interface) -> dict[int, str]:
    """For inputs that are not in a varying, the op that provides them, by the input's register."""
    ops = {name: op for op, name in BUILTIN_INPUTS.items()}
    return {slot.register: ops[slot.builtin] for slot in interface.inputs if slot.builtin in ops}


# stages ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LimaPpSchedule:
    """Scheduled sections, in registers; after allocation, outputs are in the first ones."""

    scheduled: Schedule[Packet]
    packets: tuple[Packet, ...]
    names: tuple[str, ...]


def _select(graph: Graph, job: CompileJob) -> list[list[Section]]:
    """Select the program in several forms; their schedules decide."""
    check_interface(job.shader.interface, LIMA_PP, job.shader.stage, 1)
    report_numbers_out_of_range(graph, LIMA_PP.format, job.warn)
    shared = share(graph, job.options.prefer == "size")
    frame = {
        register: op for register, op in builtins_of(job.shader.interface).items() if LIMA_PP.op(op).effect == "frame"
    }
    found: dict[str, list[Section]] = {}
    for depth, one in product(DEPTHS, dict.fromkeys((shared, graph))):
        sections = select_sections(_selector(job.options, depth), lay_out(one, discards_end=True), BRANCH_CONDITION)
        if frame:
            read_frame(sections, frame)
        found.setdefault(str(list_sections(sections)), sections)
    return list(found.values())


def _schedule(forms: list[list[Section]], job: CompileJob) -> LimaPpSchedule:
    """Choose order and registers together: values that are live together limit the contents of an instruction."""
    scheduled = schedule_pipeline(
        forms[0], LIMA_PP, level_of(job.options), job.opt, builtins_of(job.shader.interface), job.options.allowance,
        forms[1:],
    )  # fmt: skip
    if scheduled.note:
        job.warn(scheduled.note)
    sections = forms[scheduled.form]
    job.count(RuleUses("select", LIMA_PP.name, used(section.selected for section in sections)))
    return LimaPpSchedule(scheduled, scheduled.instructions, tuple(section.name for section in sections))


def _allocate(made: LimaPpSchedule, job: CompileJob) -> LimaPpSchedule:
    """Rename registers so that the first ones hold the outputs."""
    scheduled = made.scheduled
    check_length(LIMA_PP, job.shader.stage, 1, scheduled.words, "words")
    return replace(
        made, packets=tuple(outputs_first(scheduled.instructions, scheduled.outputs, LIMA_PP.pipeline.registers))
    )


def _encode(made: LimaPpSchedule, job: CompileJob) -> Program:
    shader, scheduled = job.shader, made.scheduled
    words = code.encode(code.link(made.packets))
    survives(code.encode(code.decode(words)), words)
    options = {**job.options, OUTPUTS_OPTION: ",".join(map(str, range(len(scheduled.outputs))))}
    return Program(
        LIMA_PP.name, shader.stage, words, published(shader.interface), shader.tables, shader.entry,
        chosen_options(options),
        scheduled.statistics(),
        picture=_picture(scheduled, made.packets, words, made.names),
    )  # fmt: skip


def _check_stage(program: Program, job: CompileJob) -> Program:
    """Check the program; relying on a less sure fact than requested is a warning if there was no other way."""
    insist(LIMA_PP.name, lima_pp_check.check(program.code, LEVELS[-1]))
    report_reliance(
        LIMA_PP.name, lima_pp_check.facts_used(program.code), level_of(job.options), OFFSET_TRUNCATION, job.warn
    )
    return program


def _show_registers(made: LimaPpSchedule) -> str:
    outputs = ", ".join(f"output {number} in ${number}" for number in range(len(made.scheduled.outputs)))
    return f"{made.scheduled.statistics()['registers']} registers: {outputs}"


STAGES = Stages(
    select=TargetStage(run=_select, show=lambda forms: list_forms([list_sections(form) for form in forms])),
    schedule=TargetStage(run=_schedule, show=lambda made: made.scheduled.describe()),
    allocate=TargetStage(run=_allocate, show=_show_registers),
    encode=TargetStage(run=_encode, show=show_bytes),
    check=TargetStage(run=_check_stage, show=show_checked),
)


# pictures -------------------------------------------------------------------------------------------------------------


def _picture(scheduled: Schedule[Packet], packets: Sequence[Packet], words: bytes, names: Sequence[str]) -> Picture:
    printer = LimaPpPrinter(coder(LIMA_PP))
    sizes = tuple(printer.coder.words(packet) for packet in packets)
    units = (unit.name for unit in LIMA_PP.pipeline.units)
    rows = ([(part.unit, printer.part(part)) for part in packet.parts] for packet in packets)
    return picture(units, rows, scheduled, names, hexadecimal(words, sizes), sizes)


def _addressing(options: Options) -> Addressing:
    return Addressing(OFFSET_TRUNCATION.holds(level_of(options)))


def _assemble(text: str, name: str, options: Options, stage: Stage | None) -> Program:
    return Program(LIMA_PP.name, "fragment", lima_pp_assembler.assemble(text, name))


def _check(words: bytes, profile: str) -> list[lima_pp_check.LimaPpViolation]:
    return lima_pp_check.check(words, cast(Level, profile))


def _run(*given: Any, **more: Any) -> Outcome:
    from gpucc.interp.lima_pp import run  # only programs that run need it

    return run(*given, **more)


simulate = simulator(_run)

TARGET = Target(
    isa=LIMA_PP,
    neutral=neutral_of(_selector, MEMORY),
    stages=STAGES,
    simulate=simulate,
    assemble=_assemble,
    disassemble=lima_pp_text.disassemble,
    print=lima_pp_text.print_program,
    formats=(files.MBS, files.MESA),
    check=_check,
    profiles=PROFILES,
    prepare=_prepare,
    bounds=FUNCTION_BOUNDS,
    domains=FUNCTION_DOMAINS,
    addressing=_addressing,
    searches=True,
    rules=lambda stage, options: _selector(options).names,
    selector=lambda stage, options: _selector(options),
)
