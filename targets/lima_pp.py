"""The lima fragment processor put together: from a legal graph with branches to a program that passed the independent checker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import cast

from gpucc.emit import lima_pp as code
from gpucc.emit import lima_pp_assembler, lima_pp_text
from gpucc.emit.lima_pp import coder
from gpucc.emit.lima_pp_text import LimaPpPrinter
from gpucc.errors import InternalError
from gpucc.interp import lima_pp_check
from gpucc.interp.simulate import simulate
from gpucc.isa.lima_pp import LIMA_PP, OFFSET_TRUNCATION
from gpucc.isa.lima_pp_program import BUILTIN_INPUTS, OUTPUTS_OPTION
from gpucc.isa.model import LEVELS, Level
from gpucc.isa.pipeline import Packet
from gpucc.isel.audit import used
from gpucc.isel.cover import Selection as Selection
from gpucc.isel.cover import Selector
from gpucc.isel.lima_pp import BRANCH_CONDITION, FUNCTION_BOUNDS, FUNCTION_DOMAINS, MEMORY, isa_of, rules_of
from gpucc.isel.lima_pp_shading import read_frame
from gpucc.isel.sections import select_sections
from gpucc.isel.text import list_sections
from gpucc.lowering.arrays.addresses import Addressing
from gpucc.lowering.graph import Graph
from gpucc.lowering.interface.window import orient_window
from gpucc.lowering.legalise.functions import RECIPROCAL, RECIPROCAL_ROOT
from gpucc.lowering.parts.lay_out import lay_out
from gpucc.program import Interface, Picture, PictureCell, Program, Shader, Stage
from gpucc.rules.uses import RuleUses
from gpucc.sched.limits import check_interface, check_length
from gpucc.sched.pipe.rename import outputs_first
from gpucc.sched.pipe.schedule import PipeOrigin, PipeScheduled, schedule_pipeline
from gpucc.targets.pictured import hexadecimal
from gpucc.targets.record import Observe, Options, Target
from gpucc.targets.reliance import report_large_numbers, report_reliance


def _level(options: Options) -> Level:
    return cast(Level, options["facts"])


@cache
def lima_pp_selector(level: Level, disabled: frozenset[str] = frozenset()) -> Selector:
    return Selector(isa_of(level), rules_of(level), Selection("fragment", matrices="never", disabled=disabled))


def _selector(options: Options) -> Selector:
    return lima_pp_selector(_level(options), options.disabled_in(LIMA_PP.name))


def _neutral(stage: Stage, options: Options) -> frozenset[str]:
    return _selector(options).neutral_ops | {"uniform_at", RECIPROCAL, RECIPROCAL_ROOT, *MEMORY}


def _prepare(shader: Shader, options: Options) -> Shader:
    return orient_window(shader) if options["window"] == "transformed" else shader


def builtins_of(interface: Interface) -> dict[int, str]:
    """The op that gives an input which no varying holds, by the input's register."""
    ops = {name: op for op, name in BUILTIN_INPUTS.items()}
    return {slot.register: ops[slot.builtin] for slot in interface.inputs if slot.builtin in ops}


def _generate(graph: Graph, shader: Shader, options: Options, opt: int, observe: Observe) -> Program:
    level, stage = _level(options), shader.stage
    check_interface(shader.interface, LIMA_PP, stage, 1)
    sections = select_sections(_selector(options), lay_out(graph, discards_end=True), BRANCH_CONDITION)
    report_large_numbers(graph, LIMA_PP.format, observe)
    builtins = builtins_of(shader.interface)
    frame = {register: op for register, op in builtins.items() if LIMA_PP.op(op).effect == "frame"}
    if frame:
        read_frame(sections, frame)
    observe("selected", list_sections(sections))
    observe("rules", RuleUses("select", LIMA_PP.name, used(section.selected for section in sections)))
    scheduled = schedule_pipeline(sections, LIMA_PP, level, opt, builtins)
    observe("schedule", scheduled.describe())
    if scheduled.note:
        observe("warning", scheduled.note)
    check_length(LIMA_PP, stage, 1, scheduled.words, "words")
    packets = outputs_first(scheduled.packets, scheduled.outputs, LIMA_PP.pipeline.registers)
    words = code.encode(code.link(packets))
    if code.encode(code.decode(words)) != words:
        raise InternalError("the instructions do not survive encoding and decoding")
    _insist(words, level, observe)
    chosen = tuple(sorted({**options, OUTPUTS_OPTION: ",".join(map(str, range(len(scheduled.outputs))))}.items()))
    return Program(
        LIMA_PP.name, stage, words, shader.interface, (), shader.entry, chosen, scheduled.statistics(),
        picture=_picture(scheduled, packets, words, [section.name for section in sections]),
    )  # fmt: skip


def _picture(scheduled: PipeScheduled, packets: Sequence[Packet], words: bytes, names: Sequence[str]) -> Picture:
    printer = LimaPpPrinter(coder(LIMA_PP))
    sizes = tuple(printer.coder.words(packet) for packet in packets)
    rows = zip(packets, scheduled.origins, strict=True)
    return Picture(
        tuple(unit.name for unit in LIMA_PP.pipeline.units),
        tuple(_row(packet, printer, {origin.unit: origin for origin in origins}) for packet, origins in rows),
        tuple(zip(scheduled.starts, names, strict=True)),
        scheduled.describe(),
        "",
        sizes,
        hexadecimal(words, sizes),
    )


def _row(packet: Packet, printer: LimaPpPrinter, origins: Mapping[str, PipeOrigin]) -> tuple[PictureCell, ...]:
    return tuple(_cell(part.unit, printer.part(part), origins.get(part.unit)) for part in packet.parts)


def _cell(unit: str, text: str, origin: PipeOrigin | None) -> PictureCell:
    if origin is None:
        return PictureCell(unit, text)
    inst = origin.inst
    return PictureCell(unit, text, inst.location if inst else None, inst.rule if inst else "", origin.copy, origin.reads)


def _insist(words: bytes, level: Level, observe: Observe) -> None:
    """The independent checker must find nothing; what is less sure than asked for, where nothing else did, is a warning."""
    for violation in lima_pp_check.check(words, LEVELS[-1]):
        raise InternalError(f"gpucc wrote a program for {LIMA_PP.name} that breaks a rule: {violation}")
    report_reliance(LIMA_PP.name, lima_pp_check.facts_used(words), level, OFFSET_TRUNCATION, observe)


def _addressing(options: Options) -> Addressing:
    return Addressing(OFFSET_TRUNCATION.holds(_level(options)))


def _assemble(text: str, name: str, options: Options, stage: Stage | None) -> Program:
    return Program(LIMA_PP.name, "fragment", lima_pp_assembler.assemble(text, name))


def _check(words: bytes, profile: str) -> list[lima_pp_check.LimaPpViolation]:
    return lima_pp_check.check(words, cast(Level, profile))


def _link(vertex: bytes, fragment: bytes, profile: str) -> list[lima_pp_check.LimaPpViolation]:
    """There are no vertex programs for this processor, so nothing can be linked with it."""
    return []


TARGET = Target(
    LIMA_PP,
    _neutral,
    _generate,
    simulate,
    _assemble,
    lima_pp_text.disassemble,
    _check,
    _link,
    ("agreed", "proven", "documented"),
    _prepare,
    FUNCTION_BOUNDS,
    FUNCTION_DOMAINS,
    _addressing,
    rules=lambda stage, options: _selector(options).names,
)
