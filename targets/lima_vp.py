"""The lima vertex processor put together: from a legal graph with branches to a program that passed the independent checker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import cast

from gpucc.emit import lima_vp as code
from gpucc.emit import lima_vp_assembler, lima_vp_text
from gpucc.emit.lima_vp import coder
from gpucc.emit.lima_vp_text import LimaVpPrinter
from gpucc.errors import InternalError
from gpucc.interp import lima_vp_check
from gpucc.interp.simulate import simulate
from gpucc.isa.lima_vp import ADDRESS_REGISTERS, ADDRESS_TRUNCATION, LIMA_VP, POINT_SIZE_CLAMP, VIEWPORT_CLAMP
from gpucc.isa.model import LEVELS, Level
from gpucc.isel.audit import used
from gpucc.isel.cover import Selection as Selection
from gpucc.isel.cover import Selector
from gpucc.isel.lima_vp import BRANCH_CONDITION, FUNCTION_BOUNDS, FUNCTION_DOMAINS, MEMORY, rules_of
from gpucc.isel.sections import select_sections
from gpucc.isel.text import list_sections
from gpucc.lowering.arrays.addresses import Addressing
from gpucc.lowering.graph import Graph
from gpucc.lowering.interface.viewport import Viewport, fix_outputs
from gpucc.lowering.legalise.functions import RECIPROCAL, RECIPROCAL_ROOT
from gpucc.lowering.parts.lay_out import lay_out
from gpucc.program import Constant, Picture, PictureCell, Program, Shader, Stage, file_size
from gpucc.rules.uses import RuleUses
from gpucc.sched.limits import check_constants, check_interface, check_length
from gpucc.sched.wide.emit import Origin
from gpucc.sched.wide.schedule import WideScheduled, schedule_wide
from gpucc.targets.pictured import hexadecimal
from gpucc.targets.record import Observe, Options, Target
from gpucc.targets.reliance import report_reliance

SCALE, OFFSET = "gl_mali_ViewportScale", "gl_mali_ViewportOffset"
# 32-bit words of an instruction
WORDS = 4
# the largest array that is chosen from element by element under facts=proven, which avoids address registers
LADDER = 64


def _level(options: Options) -> Level:
    return cast(Level, options["facts"])


@cache
def lima_vp_selector(level: Level, disabled: frozenset[str] = frozenset()) -> Selector:
    return Selector(LIMA_VP, rules_of(level), Selection("vertex", matrices="never", disabled=disabled))


def _selector(options: Options) -> Selector:
    return lima_vp_selector(_level(options), options.disabled_in(LIMA_VP.name))


def _neutral(stage: Stage, options: Options) -> frozenset[str]:
    return _selector(options).neutral_ops | {"uniform_at", RECIPROCAL, RECIPROCAL_ROOT, *MEMORY}


def _prepare(shader: Shader, options: Options) -> Shader:
    return fix_outputs(shader, Viewport(VIEWPORT_CLAMP[options["viewport"]], SCALE, OFFSET, POINT_SIZE_CLAMP))


def _generate(graph: Graph, shader: Shader, options: Options, opt: int, observe: Observe) -> Program:
    level, stage = _level(options), shader.stage
    check_interface(shader.interface, LIMA_VP, stage, 1)
    sections = select_sections(_selector(options), lay_out(graph), BRANCH_CONDITION)
    observe("selected", list_sections(sections))
    observe("rules", RuleUses("select", LIMA_VP.name, used(section.selected for section in sections)))
    first_constant = file_size(shader.interface.uniforms)
    scheduled = schedule_wide(sections, LIMA_VP, level, first_constant, opt)
    observe("schedule", scheduled.describe())
    if scheduled.note:
        observe("warning", scheduled.note)
    check_constants(LIMA_VP, stage, 1, first_constant, len({constant.register for constant in scheduled.constants}))
    check_length(LIMA_VP, stage, 1, len(scheduled.bundles), "instructions")
    words = code.encode(scheduled.bundles)
    if code.encode(code.decode(words)) != words:
        raise InternalError("the instructions do not survive encoding and decoding")
    _insist(words, scheduled.constants, level, observe)
    stats = scheduled.statistics() | {"words": len(words) // 4}
    return Program(
        LIMA_VP.name, stage, words, shader.interface, scheduled.constants, shader.entry, tuple(sorted(options.items())), stats,
        picture=_picture(scheduled, words, [section.name for section in sections]),
    )  # fmt: skip


def _picture(scheduled: WideScheduled, words: bytes, names: Sequence[str]) -> Picture:
    wide = LIMA_VP.wide
    units = (*(load.name for load in wide.loads), *(unit.name for unit in wide.units), *(store.name for store in wide.stores), "branch")
    printer = LimaVpPrinter(coder(LIMA_VP))
    rows = zip(scheduled.bundles, scheduled.origins, strict=True)
    return Picture(
        units,
        tuple(_row(printer.parts(bundle), {origin.unit: origin for origin in origins}) for bundle, origins in rows),
        tuple(zip(scheduled.starts, names, strict=True)),
        scheduled.describe(),
        "",
        code=hexadecimal(words, [WORDS] * len(scheduled.bundles)),
    )


def _row(parts: Sequence[tuple[str, str]], origins: Mapping[str, Origin]) -> tuple[PictureCell, ...]:
    return tuple(_cell(unit, text, origins.get(unit)) for unit, text in parts)


def _cell(unit: str, text: str, origin: Origin | None) -> PictureCell:
    if origin is None:
        return PictureCell(unit, text)
    inst = origin.inst
    reads = tuple(producer for producer in origin.producers if producer is not None)
    return PictureCell(unit, text, inst.location if inst else None, inst.rule if inst else "", origin.copy, reads)


def _insist(words: bytes, constants: Sequence[Constant], level: Level, observe: Observe) -> None:
    """The independent checker must find nothing; what is less sure than asked for, where nothing else did, is a warning."""
    violations, used = lima_vp_check.examine(words, LEVELS[-1], constants)
    for violation in violations:
        raise InternalError(f"gpucc wrote a program for {LIMA_VP.name} that breaks a rule: {violation}")
    report_reliance(LIMA_VP.name, used, level, ADDRESS_TRUNCATION, observe)


def _addressing(options: Options) -> Addressing:
    level = _level(options)
    return Addressing(ADDRESS_TRUNCATION.holds(level), 0 if ADDRESS_REGISTERS.holds(level) else LADDER)


def _assemble(text: str, name: str, options: Options, stage: Stage | None) -> Program:
    return Program(LIMA_VP.name, "vertex", lima_vp_assembler.assemble(text, name))


def _check(words: bytes, profile: str) -> list[lima_vp_check.LimaVpViolation]:
    return lima_vp_check.check(words, cast(Level, profile))


def _link(vertex: bytes, fragment: bytes, profile: str) -> list[lima_vp_check.LimaVpViolation]:
    """There are no fragment programs for this processor: those of its chip meet its programs by names, see `verdict.meet`."""
    return []


TARGET = Target(
    LIMA_VP,
    _neutral,
    _generate,
    simulate,
    _assemble,
    lima_vp_text.disassemble,
    _check,
    _link,
    ("agreed", "proven", "documented"),
    _prepare,
    FUNCTION_BOUNDS,
    FUNCTION_DOMAINS,
    _addressing,
    rules=lambda stage, options: _selector(options).names,
)
