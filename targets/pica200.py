"""The PICA200 target: from a legal graph to an SHBIN file that passed the lint."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from gpucc.emit import files, fp24, pica200_program, pica200_text, shbin
from gpucc.emit import pica200 as code
from gpucc.emit.pica200_assembler import assemble_all
from gpucc.errors import LimitExceeded, Unsupported
from gpucc.interp import pica200_check, pica200_tables_check
from gpucc.interp.data import Outcome
from gpucc.interp.simulate import simulator
from gpucc.isa.model import LETTERS, Instruction
from gpucc.isa.pica200 import BOOLEAN_BASE, INTEGER_BASE, PICA200, SEMANTIC_ALIASES, SEMANTIC_WIDTHS, SEMANTICS, PicaIsa
from gpucc.isel.cover import Selection as Selection
from gpucc.isel.cover import Selector
from gpucc.isel.machine import Section, used
from gpucc.isel.pica200 import FUNCTION_BOUNDS, FUNCTION_DOMAINS, PICA200_RULES, for_selection
from gpucc.isel.text import list_forms, list_sections
from gpucc.lowering.arrays.addresses import Addressing
from gpucc.lowering.graph import F32, Graph, Node, Return, VertexEmission
from gpucc.lowering.legalise.complete import MISSING
from gpucc.program import Constant, Interface, Picture, Program, Shader, Slot, Stage, file_size, published
from gpucc.records import dataclass
from gpucc.rules.uses import RuleUses
from gpucc.sched.limits import check_constants, check_interface, check_length
from gpucc.sched.vectors.bounds import least_instructions
from gpucc.sched.vectors.machine import Vec4Machine
from gpucc.sched.vectors.schedule import Scheduled
from gpucc.targets.pica200_flow import MIXING, Branched, PicaForm, PicaForms, schedule_forms, select_forms
from gpucc.targets.pica200_geometry import place_vertices
from gpucc.targets.pica200_uniforms import place_switches
from gpucc.targets.pictured import picture
from gpucc.targets.prefer import longest
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

POSITION = "position"
# output names with a known meaning, which need no binding
NAMES = {
    **{name: name for name in SEMANTICS}, **SEMANTIC_ALIASES,
    "colour": "color", "uv": "texcoord0", "uv0": "texcoord0", "uv1": "texcoord1", "uv2": "texcoord2",
    "texcoord": "texcoord0",
    "tex_coord": "texcoord0",
}  # fmt: skip
# the semantics of outputs with unknown names, by their width: the first that is free
BY_WIDTH = {
    1: ("texcoord0w", "texcoord0", "texcoord1", "texcoord2", "view", "color", "normalquat"),
    2: ("texcoord0", "texcoord1", "texcoord2", "view", "color", "normalquat"),
    3: ("view", "color", "normalquat"),
    4: ("color", "normalquat"),
}
# the value that an application puts into the integer register of a uniform
COUNTS = "x is the number of rounds less one, y the loop's first index, z its step"
# outputs that the hardware uses whole; components that a shader does not write are 0, 0, 0, 1
WHOLE = ("position", "color")


def selector_for(isa: PicaIsa, disabled: frozenset[str] = frozenset()) -> Selector:
    return Selector(for_selection(isa), PICA200_RULES, Selection("vertex", matrices="never", disabled=disabled))


@cache
def pica200_selector(disabled: frozenset[str] = frozenset()) -> Selector:
    return selector_for(PICA200, disabled)


def _selector(options: Options) -> Selector:
    return pica200_selector(options.disabled_in(PICA200.name))


def _neutral(stage: Stage, options: Options) -> frozenset[str]:
    return _selector(options).neutral_ops


def _prepare(shader: Shader, options: Options) -> Shader:
    """Place switches and vertices in their registers, and warn of outputs that the rasteriser does not take whole."""
    placed = place_switches(place_vertices(shader))
    return replace(placed, warnings=(*placed.warnings, *_not_passed_on(placed.interface)))


# outputs --------------------------------------------------------------------------------------------------------------


def semantics_of(interface: Interface, isa: PicaIsa = PICA200) -> dict[int, str]:
    """The rasteriser's semantic of each output register: by binding, else the position for the first, else by its own
    name, else by one that resembles it, else by width."""
    registers = [(slot, slot.register + i) for slot in interface.outputs for i in range(slot.registers)]
    if sorted(number for _, number in registers) != list(range(len(registers))):
        raise Unsupported(
            "the outputs of a PICA200 shader must be o0, o1 .. without holes",
            notes=("leave the numbers of the outputs to gpucc",),
        )
    if len(registers) > (room := isa.limit("outputs")):
        last = registers[-1][0].name
        notes = ("write fewer outputs, or pack several into one vector",)
        raise LimitExceeded(
            f"the shader has {len(registers)} outputs (up to {last!r}), and {isa.name}'s rasteriser takes {room}",
            notes=notes,
        )
    found: dict[int, str] = {}

    def give(number: int, semantic: str | None) -> None:
        if semantic is not None and number not in found and (semantic == "dummy" or semantic not in found.values()):
            found[number] = semantic

    for slot, number in registers:
        give(number, _bound(slot) if number == slot.register else None)
    if POSITION not in found.values() and registers:
        give(0, POSITION)
    firsts = [(slot, number) for slot, number in registers if number == slot.register]
    for slot, number in firsts:
        give(number, slot.name if slot.name in SEMANTICS else SEMANTIC_ALIASES.get(slot.name))
    for slot, number in firsts:
        give(number, NAMES.get(slot.name.lower().removeprefix("v_").removeprefix("out_")))
    for slot, number in registers:
        for semantic in BY_WIDTH[max(1, len(_components(slot, number)))]:
            give(number, semantic)
        give(number, "dummy")
    return found


def _not_passed_on(interface: Interface) -> list[str]:
    """A warning for each output of which the rasteriser does not take every component."""
    semantics, found = semantics_of(interface), []
    for slot in interface.outputs:
        for register in range(slot.register, slot.register + slot.registers):
            semantic = semantics[register]
            width = SEMANTIC_WIDTHS[semantic]
            lost = "".join(LETTERS[i] for i in _components(slot, register) if i >= width)
            if semantic == "dummy" and _bound(slot) != semantic:
                found.append(
                    f"every semantic that suits the output {slot.name} is taken, so the rasteriser does not get it;"
                    f" --bind {slot.name}=output:NAME gives it one"
                )
            elif lost:
                found.append(
                    f"{semantic} has {width} component{'s' * (width > 1)}, so the rasteriser does not get {lost} of the"
                    f" output {slot.name}"
                )
    return found


def _bound(slot: Slot) -> str | None:
    if slot.builtin == "gl_Position":
        return POSITION
    return None if slot.builtin is None else SEMANTIC_ALIASES.get(slot.builtin, slot.builtin)


def _components(slot: Slot, register: int) -> list[int]:
    words = slot.words[4 * (register - slot.register) :][:4]
    return [i for i, letter in enumerate(words) if letter != "."]


def _complete(graph: Graph, semantics: Mapping[int, str], emitting: bool) -> None:
    whole = [register for register, semantic in semantics.items() if semantic in WHOLE]
    for block in graph.blocks:
        missing = {
            (register, component): block.make("const", F32, attr=value)
            for register in sorted(whole)
            for component, value in enumerate(MISSING)
        }
        if isinstance(block.terminator, Return) and not emitting:
            block.terminator.outputs |= {
                place: v for place, v in missing.items() if place not in block.terminator.outputs
            }
        block.effects = [_completed(effect, missing) for effect in block.effects]


def _completed(effect: Node, missing: Mapping[tuple[int, int], Node]) -> Node:
    if not isinstance(effect.attr, VertexEmission):
        return effect
    values = dict(zip(effect.attr.places, effect.args, strict=True))
    values = {**missing, **values}
    attr = effect.attr._replace(places=tuple(values))
    return Node(effect.op, effect.type, tuple(values.values()), attr, 0, effect.location)


def _outputs(interface: Interface, semantics: Mapping[int, str]) -> tuple[shbin.Output, ...]:
    found = []
    for slot in interface.outputs:
        for register in range(slot.register, slot.register + slot.registers):
            semantic = semantics[register]
            lanes = range(4) if semantic in WHOLE else _components(slot, register)
            mask = sum(1 << lane for lane in lanes if lane < SEMANTIC_WIDTHS[semantic])
            found.append(shbin.Output(SEMANTICS[semantic], register, mask))
    return tuple(found)


def join(vertex: Program, geometry: Program) -> Program:
    """One file of both, which share the table of descriptors."""
    parts = [(program.stage, shbin.read(program.code)) for program in (vertex, geometry)]
    return replace(vertex, code=shbin.write(assemble_all(parts).binary), picture=None)


# code -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PicaSchedule:
    """The words in order, in registers, with the semantics of the outputs."""

    branched: Branched
    semantics: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class PicaAllocation:
    """A schedule with registers, and with the table of operand descriptors, whose numbers are in the words."""

    branched: Branched
    semantics: Mapping[int, str]
    assigned: code.PicaCode


def stages_of(
    isa: PicaIsa, selector_of: Callable[[Options], Selector]
) -> Stages[PicaForms, PicaSchedule, PicaAllocation, Program]:
    """The stages for this ISA record; tests also compile for mutants of the record."""

    def select(graph: Graph, job: CompileJob) -> PicaForms:
        interface = job.shader.interface
        check_interface(_in_floats(interface), isa, job.shader.stage, 1)
        _complete(graph, semantics_of(interface, isa), job.shader.geometry is not None)
        return select_forms(graph, interface, selector_of(job.options), isa)

    def schedule(forms: PicaForms, job: CompileJob) -> PicaSchedule:
        """The form of which the least is executed, in registers: orders are tried until one fits."""
        interface = job.shader.interface
        first_constant = file_size(_in_floats(interface).uniforms)
        mixes, most = job.options.get("dst") != "off", longest(job.options.prefer)
        branched = schedule_forms(
            forms, interface, first_constant, isa, mixes, most, job.options.allowance, job.shader.stage
        )
        job.count(RuleUses("select", isa.name, used(stretch.section.selected for stretch in branched.stretches)))
        return PicaSchedule(branched, semantics_of(interface, isa))

    def allocate(made: PicaSchedule, job: CompileJob) -> PicaAllocation:
        """Check that constants and length fit, and number the descriptors."""
        scheduled = made.branched.scheduled
        registers = {constant.register for constant in scheduled.constants}
        check_constants(isa, job.shader.stage, 1, file_size(_in_floats(job.shader.interface).uniforms), len(registers))
        check_length(isa, job.shader.stage, 1, len(scheduled.instructions), "instructions")
        printed = [pica200_text.as_printed(one) for one in scheduled.instructions]
        return PicaAllocation(made.branched, made.semantics, code.assign(printed, isa=isa))

    def encode(made: PicaAllocation, job: CompileJob) -> Program:
        words = code.encode(made.assigned, isa)
        survives(code.encode(code.decode(words, made.assigned.descriptors, isa), isa), words)
        return _program(made, words, job, isa)

    def check(program: Program, job: CompileJob) -> Program:
        insist(isa.name, pica200_check.check(program.code))
        insist(isa.name, pica200_tables_check.disagreements(program))
        return program

    return Stages(
        select=TargetStage(run=select, show=_show_forms),
        schedule=TargetStage(run=schedule, show=lambda made: made.branched.scheduled.describe()),
        allocate=TargetStage(run=allocate, show=_show_places),
        encode=TargetStage(run=encode, show=show_bytes),
        check=TargetStage(run=check, show=show_checked),
    )


def _in_floats(interface: Interface) -> Interface:
    """The interface without uniforms in boolean and integer registers."""
    return replace(interface, uniforms=tuple(slot for slot in interface.uniforms if slot.register < INTEGER_BASE))


def _show_forms(forms: PicaForms) -> str:
    fitting = [form for form in forms if isinstance(form, PicaForm)]
    return list_forms([list_sections([stretch.section for stretch in form.stretches]) for form in fitting])


def _show_places(made: PicaAllocation) -> str:
    scheduled = made.branched.scheduled
    return (
        f"{show_places(scheduled.registers, scheduled.constants)}\n{len(made.assigned.descriptors)} operand descriptors"
    )


def _program(made: PicaAllocation, words: Sequence[int], job: CompileJob, isa: PicaIsa) -> Program:
    branched, assigned = made.branched, made.assigned
    scheduled, interface = branched.scheduled, published(branched.interface)
    constants = (*job.shader.tables, *scheduled.constants)
    procedures = {word.immediate("target") for word in scheduled.instructions if word.op == "call"}
    end = min(procedures, default=len(words))
    executable = _executable(
        job.shader.stage,
        interface,
        scheduled.instructions,
        (*_presets(constants), *branched.presets),
        made.semantics,
        end,
    )
    free = procedures or any(word.op in (MIXING.mixed, MIXING.turned) for word in scheduled.instructions)
    least = (
        1 if free else _least([stretch.section for stretch in branched.stretches], Vec4Machine(isa, job.shader.stage))
    )
    found = {
        "lower_bound": least,
        "meets_bound": len(words) == least,
        "words": len(words),
        "descriptors": len(assigned.descriptors),
    }
    found |= {"procedures": len(procedures)} if procedures else {}
    counting = [slot for slot in interface.uniforms if INTEGER_BASE <= slot.register < BOOLEAN_BASE]
    integers = {f"i{slot.register - INTEGER_BASE}": f"{slot.name}: {COUNTS}" for slot in counting}
    stats = scheduled.statistics() | found | ({"integers": integers} if integers else {})
    data = shbin.write(shbin.ShbinBinary(tuple(words), assigned.descriptors, (executable,)))
    return Program(
        isa.name, job.shader.stage, data, interface, constants, job.shader.entry, chosen_options(job.options), stats,
        geometry=job.shader.geometry, picture=_picture(scheduled, words),
    )  # fmt: skip


def _picture(scheduled: Scheduled, words: Sequence[int]) -> Picture:
    """The table of words; targets of jumps are written as `to TARGET, COUNT`."""
    texts = []
    for word in scheduled.instructions:
        goes = any(name == "target" for name, _ in word.immediates)
        aim = f" to {word.immediate('target')}, {word.immediate('count')}" if goes else ""
        texts.append(f"{pica200_text.print_instruction(word)}{aim}")
    return picture(scheduled.instructions, texts, [f"{word:08x}" for word in words], scheduled.describe())


def _least(sections: Sequence[Section], machine: Vec4Machine) -> int:
    """A lower bound of the program's length. With several sections only the outputs count, because the results of a
    section may turn out to be dead."""
    if len(sections) == 1:
        return least_instructions(sections[0].selected, machine) + 1
    return len({register for section in sections for register, _ in section.selected.outputs}) + 1


def _executable(
    stage: Stage,
    interface: Interface,
    instructions: Iterable[Instruction],
    presets: tuple[shbin.Preset, ...],
    semantics: Mapping[int, str],
    end: int,
) -> shbin.Executable:
    outputs = _outputs(interface, semantics)
    symbols = [symbol for slot in (*interface.inputs, *interface.uniforms) if (symbol := _symbol(slot)) is not None]
    return shbin.Executable(
        "geometry" if stage == "geometry" else "vertex",
        end=end,
        input_mask=sum(1 << register for register in _inputs(interface, instructions)),
        output_mask=sum(1 << output.register for output in outputs),
        constants=presets,
        outputs=outputs,
        uniforms=tuple(sorted(symbols, key=lambda symbol: symbol.first)),
    )


def _inputs(interface: Interface, instructions: Iterable[Instruction]) -> set[int]:
    """Registers that have a name, like those that an assembler declares, or are read."""
    named = {slot.register + i for slot in interface.inputs for i in range(slot.registers)}
    return named | {source.number for one in instructions for source in one.sources if source.file == "input"}


def _presets(constants: Iterable[Constant]) -> list[shbin.Preset]:
    rows: dict[int, list[int]] = {}
    for constant in constants:
        rows.setdefault(constant.register, [0, 0, 0, 0])[constant.component] = fp24.to_bits(constant.value)
    return [shbin.Preset("uniform", register, (x, y, z, w)) for register, (x, y, z, w) in sorted(rows.items())]


def _symbol(slot: Slot) -> shbin.ShbinSymbol | None:
    """The symbol by which an application finds a register."""
    if slot.kind == "input":
        first = shbin.UNIFORM_CODES["input"] + slot.register
    elif slot.register >= BOOLEAN_BASE:
        first = shbin.UNIFORM_CODES["boolean"] + slot.register - BOOLEAN_BASE
    elif slot.register >= INTEGER_BASE:
        first = shbin.UNIFORM_CODES["integer"] + slot.register - INTEGER_BASE
    else:
        first = shbin.UNIFORM_CODES["uniform"] + slot.register
    return shbin.ShbinSymbol(slot.name, first, first + slot.registers - 1)


def _assemble(text: str, name: str, options: Options, stage: Stage | None) -> Program:
    return pica200_program.assemble_program(text, name, tuple(sorted(options.items())))


def _check(data: bytes, profile: str) -> list[pica200_check.PicaViolation]:
    return pica200_check.check(data)


def _link(vertex: bytes, fragment: bytes, profile: str) -> list[pica200_check.PicaViolation]:
    """Refuse to link, because the chip has no fragment programs."""
    raise Unsupported("PICA200 has no fragment programs, so there is nothing to link a vertex shader with")


def _run(*given: Any, **more: Any) -> Outcome:
    from gpucc.interp.pica200 import run  # only programs that run need it

    return run(*given, **more)


simulate = simulator(_run)

TARGET = Target(
    isa=PICA200,
    neutral=_neutral,
    stages=stages_of(PICA200, _selector),
    simulate=simulate,
    uniform_end=lambda interface: file_size(_in_floats(interface).uniforms),
    assemble=_assemble,
    disassemble=pica200_text.disassemble,
    print=pica200_text.print_program,
    formats=(files.SHBIN,),
    raw=False,
    check=_check,
    link=_link,
    join=join,
    profiles=("lint",),
    prepare=_prepare,
    bounds=FUNCTION_BOUNDS,
    domains=FUNCTION_DOMAINS,
    addressing=lambda options: Addressing(True, 0),
    rules=lambda stage, options: _selector(options).names,
    selector=lambda stage, options: _selector(options),
)
