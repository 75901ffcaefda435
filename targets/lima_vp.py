"""The target of the lima vertex processor: from a legal graph with branches to a program that passed the independent
checker."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, cast

from gpucc.emit import files, lima_vp_assembler, lima_vp_text
from gpucc.emit import lima_vp as code
from gpucc.emit.lima_vp import coder
from gpucc.emit.lima_vp_text import LimaVpPrinter
from gpucc.interp import lima_vp_check
from gpucc.interp.data import Outcome
from gpucc.interp.simulate import simulator
from gpucc.isa.lima_vp import (
    ADDRESS_REGISTERS,
    ADDRESS_TRUNCATION,
    LIMA_VP,
    POINT_SIZES,
    VIEWPORT_CLAMP,
    VIEWPORT_TRANSFORM,
)
from gpucc.isa.model import LEVELS, Level
from gpucc.isa.wide import Bundle
from gpucc.isel.cover import Selection as Selection
from gpucc.isel.cover import Selector
from gpucc.isel.lima_vp import BRANCH_CONDITION, FUNCTION_BOUNDS, FUNCTION_DOMAINS, rules_of
from gpucc.isel.machine import Section, used
from gpucc.isel.sections import select_sections
from gpucc.isel.text import list_sections
from gpucc.lowering.arrays.addresses import Addressing
from gpucc.lowering.graph import Graph
from gpucc.lowering.interface.viewport import Viewport, fix_outputs
from gpucc.lowering.parts.lay_out import lay_out
from gpucc.program import Picture, Program, Shader, Stage, file_size, published
from gpucc.records import dataclass
from gpucc.rules.arrays import MEMORY
from gpucc.rules.uses import RuleUses
from gpucc.sched.core.schedule import Schedule
from gpucc.sched.limits import check_constants, check_interface, check_length
from gpucc.sched.wide.schedule import schedule_wide
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
    show_places,
    survives,
)
from gpucc.targets.reliance import report_reliance

# 32-bit words of an instruction
WORDS = 4
# the largest array read by a chain of selects under facts=proven, which avoids address registers
LADDER = 64


@cache
def lima_vp_selector(level: Level, disabled: frozenset[str] = frozenset()) -> Selector:
    return Selector(LIMA_VP, rules_of(level), Selection("vertex", matrices="never", disabled=disabled))


def _selector(options: Options) -> Selector:
    return lima_vp_selector(level_of(options), options.disabled_in(LIMA_VP.name))


def _prepare(shader: Shader, options: Options) -> Shader:
    convention = options["viewport"]
    return fix_outputs(shader, Viewport(VIEWPORT_CLAMP[convention], VIEWPORT_TRANSFORM, POINT_SIZES[convention]))


# stages ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LimaVpSchedule:
    """Scheduled sections, with their names."""

    scheduled: Schedule[Bundle]
    names: tuple[str, ...]


def _select(graph: Graph, job: CompileJob) -> list[Section]:
    check_interface(job.shader.interface, LIMA_VP, job.shader.stage, 1)
    sections = select_sections(_selector(job.options), lay_out(graph), BRANCH_CONDITION)
    job.count(RuleUses("select", LIMA_VP.name, used(section.selected for section in sections)))
    return sections


def _schedule(sections: list[Section], job: CompileJob) -> LimaVpSchedule:
    """Choose order and registers together: most values pass between two units and never reach a register."""
    first_constant = file_size(job.shader.interface.uniforms)
    scheduled = schedule_wide(sections, LIMA_VP, level_of(job.options), first_constant, job.opt, job.options.allowance)
    if scheduled.note:
        job.warn(scheduled.note)
    return LimaVpSchedule(scheduled, tuple(section.name for section in sections))


def _allocate(made: LimaVpSchedule, job: CompileJob) -> LimaVpSchedule:
    """Check constants and length against the limits; registers have been chosen."""
    scheduled, stage = made.scheduled, job.shader.stage
    first_constant = file_size(job.shader.interface.uniforms)
    check_constants(LIMA_VP, stage, 1, first_constant, len({constant.register for constant in scheduled.constants}))
    check_length(LIMA_VP, stage, 1, len(scheduled.instructions), "instructions")
    return made


def _encode(made: LimaVpSchedule, job: CompileJob) -> Program:
    shader, scheduled = job.shader, made.scheduled
    words = code.encode(scheduled.instructions)
    survives(code.encode(code.decode(words)), words)
    stats = scheduled.statistics() | {"words": len(words) // 4}
    return Program(
        LIMA_VP.name, shader.stage, words, published(shader.interface), (*shader.tables, *scheduled.constants),
        shader.entry,
        chosen_options(job.options), stats,
        picture=_picture(scheduled, words, made.names),
    )  # fmt: skip


def _check_stage(program: Program, job: CompileJob) -> Program:
    """Check the program; relying on a less sure fact than requested is a warning if there was no other way."""
    violations, used = lima_vp_check.examine(program.code, LEVELS[-1], program.constants)
    insist(LIMA_VP.name, violations)
    report_reliance(LIMA_VP.name, used, level_of(job.options), ADDRESS_TRUNCATION, job.warn)
    return program


STAGES = Stages(
    select=TargetStage(run=_select, show=list_sections),
    schedule=TargetStage(run=_schedule, show=lambda made: made.scheduled.describe()),
    allocate=TargetStage(
        run=_allocate, show=lambda made: show_places(made.scheduled.registers, made.scheduled.constants)
    ),
    encode=TargetStage(run=_encode, show=show_bytes),
    check=TargetStage(run=_check_stage, show=show_checked),
)


# pictures -------------------------------------------------------------------------------------------------------------


def _picture(scheduled: Schedule[Bundle], words: bytes, names: Sequence[str]) -> Picture:
    wide, printer = LIMA_VP.wide, LimaVpPrinter(coder(LIMA_VP))
    units = (
        *(load.name for load in wide.loads),
        *(unit.name for unit in wide.units),
        *(store.name for store in wide.stores),
        "branch",
    )
    code = hexadecimal(words, [WORDS] * len(scheduled.instructions))
    return picture(units, map(printer.parts, scheduled.instructions), scheduled, names, code)


def _addressing(options: Options) -> Addressing:
    level = level_of(options)
    return Addressing(ADDRESS_TRUNCATION.holds(level), 0 if ADDRESS_REGISTERS.holds(level) else LADDER)


def _assemble(text: str, name: str, options: Options, stage: Stage | None) -> Program:
    return Program(LIMA_VP.name, "vertex", lima_vp_assembler.assemble(text, name))


def _check(words: bytes, profile: str) -> list[lima_vp_check.LimaVpViolation]:
    return lima_vp_check.check(words, cast(Level, profile))


def _run(*given: Any, **more: Any) -> Outcome:
    from gpucc.interp.lima_vp import run  # only programs that run need it

    return run(*given, **more)


simulate = simulator(_run)

TARGET = Target(
    isa=LIMA_VP,
    neutral=neutral_of(_selector, MEMORY),
    stages=STAGES,
    simulate=simulate,
    assemble=_assemble,
    disassemble=lima_vp_text.disassemble,
    print=lima_vp_text.print_program,
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
