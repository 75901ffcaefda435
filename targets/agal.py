"""The AGAL target: from a legal graph of one block to a checked program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from gpucc.emit import agal as agal_code
from gpucc.emit import agal_assembler, agal_text, files
from gpucc.errors import InternalError, LimitExceeded, Unsupported
from gpucc.interp import agal_rules
from gpucc.interp.agal_rules import AgalViolation
from gpucc.interp.data import Outcome
from gpucc.interp.simulate import simulator
from gpucc.isa.agal import AGAL, TOKEN_BYTES
from gpucc.isa.model import Instruction, SamplerState
from gpucc.isel.agal import AGAL_RULES
from gpucc.isel.cover import Selection as Selection
from gpucc.isel.cover import Selector, wanted_of
from gpucc.isel.machine import Inst, Result, ScalarSource, Section, Selected, Stretch, used
from gpucc.isel.text import list_forms, list_selected
from gpucc.lowering.flow.forks import Fork, find_forks
from gpucc.lowering.graph import Graph, roots
from gpucc.lowering.guards.factors import factor_choices
from gpucc.lowering.guards.guard import TooManyGuards, endangered, guard
from gpucc.program import Picture, Program, Shader, Stage, file_size, published
from gpucc.records import dataclass
from gpucc.rules.uses import RuleUses
from gpucc.sched.limits import check_constants, check_interface, check_length
from gpucc.sched.vectors.bounds import least_instructions
from gpucc.sched.vectors.machine import Vec4Machine
from gpucc.sched.vectors.outputs import Forked
from gpucc.sched.vectors.records import JOIN
from gpucc.sched.vectors.schedule import Scheduled, schedule_vectors
from gpucc.targets.pictured import hexadecimal, picture
from gpucc.targets.prefer import longest
from gpucc.targets.record import (
    CompileJob,
    Options,
    Stages,
    Target,
    TargetStage,
    chosen_options,
    sampler_states,
    show_bytes,
    show_checked,
    show_places,
)

# how often an arm of a branch is expected to run: chips run pixels in groups, and a group runs what any pixel needs
ARM = 0.75


@cache
def agal_selector(stage: Stage, version: int, disabled: frozenset[str] = frozenset()) -> Selector:
    return Selector(AGAL, AGAL_RULES, Selection(stage, version, disabled=disabled))


def _selector(stage: Stage, options: Options) -> Selector:
    return agal_selector(stage, int(options["version"]), options.disabled_in(AGAL.name))


def _neutral_of_agal(stage: Stage, options: Options) -> frozenset[str]:
    # the two rules for pow cover it together
    return _selector(stage, options).neutral_ops | {"pow"}


@dataclass(frozen=True, slots=True)
class AgalForm:
    """Selected code in which some of the selects are branches."""

    selected: Selected
    branches: list[Forked]


def _select(graph: Graph, job: CompileJob) -> list[AgalForm]:
    """The forms that scheduling chooses from."""
    version, stage, interface = int(job.options["version"]), job.shader.stage, job.shader.interface
    check_interface(interface, AGAL, stage, version)
    samplers = sampler_states(job.shader)
    _check_samplers(job.shader)
    arrays = tuple((slot.register, slot.registers) for slot in interface.uniforms)
    disabled, matrices = job.options.disabled_in(AGAL.name), job.options.get("matrices", "safe")
    selector = Selector(
        AGAL, AGAL_RULES, Selection(stage, version, matrices=matrices, arrays=arrays, disabled=disabled)
    )
    return [
        AgalForm(*_select_with_forks(selector, form, forks, samplers)) for form, forks in _branchings(graph, version)
    ]


def _schedule(forms: list[AgalForm], job: CompileJob) -> Scheduled:
    """Of the forms that fit, the one of which least is expected to be executed, if it is not too long; if none fits,
    raise the first one's error."""
    version, stage = int(job.options["version"]), job.shader.stage
    first_constant = file_size(job.shader.interface.uniforms)
    machine = Vec4Machine(AGAL, stage, version, sampler_states(job.shader), length="tokens")
    found: list[tuple[Scheduled, Selected]] = []
    failure: LimitExceeded | None = None
    for form in forms:
        if found and (not job.options.allowance.effort or job.options.allowance.ended()):
            break
        try:
            # a fork adds two instructions at its ends
            check_length(
                AGAL,
                stage,
                version,
                least_instructions(form.selected, machine) + 2 * len(form.branches),
                "tokens",
                "at least ",
            )
            stretch = Stretch(Section("main", form.selected))
            most = job.options.allowance.longest
            found.append((schedule_vectors([stretch], machine, first_constant, form.branches, most), form.selected))
        except LimitExceeded as error:
            failure = failure or error
    if not found:
        assert failure is not None
        raise failure
    most = longest(job.options.prefer) * min(len(trial.instructions) for trial, _ in found)
    scheduled, chosen = min(
        ((trial, selected) for trial, selected in found if len(trial.instructions) <= most),
        key=lambda one: (_expected(one[0].instructions), len(one[0].instructions)),
    )
    job.count(RuleUses("select", AGAL.name, used([chosen])))
    return scheduled


def _expected(instructions: Sequence[Instruction]) -> float:
    """The number of instructions that are expected to be executed."""
    found, often = 0.0, 1.0
    for one in instructions:
        effect = AGAL.op(one.op).effect
        often /= ARM if effect == "endif" else 1.0
        found += often
        often *= ARM if effect == "if" else 1.0
    return found


def _allocate(scheduled: Scheduled, job: CompileJob) -> Scheduled:
    """Check constants and length; scheduling has chosen registers, and tried other orders if there were too few."""
    version, stage = int(job.options["version"]), job.shader.stage
    first_constant = file_size(job.shader.interface.uniforms)
    check_constants(AGAL, stage, version, first_constant, len({constant.register for constant in scheduled.constants}))
    check_length(AGAL, stage, version, len(scheduled.instructions), "tokens")
    return scheduled


def _encode(scheduled: Scheduled, job: CompileJob) -> Program:
    shader, version = job.shader, int(job.options["version"])
    code = agal_code.encode(scheduled.instructions, shader.stage, version)
    stats = scheduled.statistics() | {"words": 6 * len(scheduled.instructions)}
    return Program(
        AGAL.name, shader.stage, code, published(shader.interface), (*shader.tables, *scheduled.constants),
        shader.entry,
        chosen_options(job.options),
        stats,
        picture=_picture(scheduled, code, shader.stage),
    )  # fmt: skip


def _insist_on_the_rules(program: Program, job: CompileJob) -> Program:
    for profile in ("adobe2012", "player"):
        for violation in agal_rules.validate(program.code, profile):
            raise InternalError(f"gpucc wrote AGAL that breaks rule {violation.rule} ({profile}): {violation.message}")
    return program


def _picture(scheduled: Scheduled, code: bytes, stage: Stage) -> Picture:
    texts = [agal_text.print_instruction(instruction, stage) for instruction in scheduled.instructions]
    size = len(scheduled.instructions)
    tokens = code[len(code) - TOKEN_BYTES * size :]
    return picture(scheduled.instructions, texts, hexadecimal(tokens, [TOKEN_BYTES // 4] * size), scheduled.describe())


# the most copies that guards may take: eight times the tokens of a program of version 3
GUARDS = 1 << 14


def _branchings(graph: Graph, version: int) -> list[tuple[Graph, list[Fork]]]:
    """The graph with the selects to branch for: none, and from version 2 on those that share a condition with enough
    others.

    A select that is blended has guards on the side not taken. One that becomes a branch needs none.
    """
    nesting = AGAL.limit("nesting", version)
    factored = factor_choices(graph, AGAL.format)
    blended = _guarded(factored)
    forms: list[tuple[Graph, list[Fork]]] = [] if blended is None else [(blended, [])]
    if blended is None and not nesting:
        raise _too_many_guards(version)
    if not nesting:
        return forms
    guarded = blended if factored is graph else _guarded(graph)
    risky = endangered(graph, AGAL.format)
    seen: set[tuple[bool, int]] = set()
    for least in (1, 2, 4):
        forks = find_forks(list(roots(graph.entry)), least, nesting)
        form = graph
        if not risky <= {select for fork in forks for select in fork.selects}:
            if guarded is None:
                continue
            form, forks = guarded, find_forks(list(roots(guarded.entry)), least, nesting)
        key = (form is guarded, len(forks))
        if forks and key not in seen:
            seen.add(key)
            forms.append((form, forks))
    if not forms:
        raise _too_many_guards(version)
    return forms


def _guarded(graph: Graph) -> Graph | None:
    """The graph with guards, or None if that takes too many copies."""
    try:
        return guard(graph, AGAL.format, GUARDS)
    except TooManyGuards:
        return None


def _too_many_guards(version: int) -> LimitExceeded:
    room = AGAL.limit("tokens", version)
    return LimitExceeded(
        f"nested choices take more than {GUARDS} operations to keep infinities and NaNs away from sides not taken, but"
        f" agal version {version} has room for {room} tokens",
        notes=("split the shader into passes, or divide, and take roots and logarithms, before the choices",),
    )


def _check_samplers(shader: Shader) -> None:
    """Refuse states that AGAL has no bits for, and enforce rule 3704 of later players: Adobe's published verifier
    accepts cubes without mipmaps."""
    for slot in shader.interface.samplers:
        if slot.sampler is not None and slot.sampler.wrap == "mirror":
            message = f"AGAL has no mirrored textures, but sampler {slot.name} is bound with mirror"
            raise Unsupported(message, notes=("it has repeat and clamp; mirror the coordinate in the shader",))
        if slot.sampler is not None and slot.sampler.dimension == "cube" and slot.sampler.mip == "nomip":
            message = f"AGAL reads cube textures with mipmaps only, but sampler {slot.name} has none"
            raise Unsupported(message, notes=("bind it with miplinear",))


def _select_with_forks(
    selector: Selector, graph: Graph, forks: list[Fork], samplers: dict[int, SamplerState]
) -> tuple[Selected, list[Forked]]:
    joins = {select: Inst(JOIN, ()) for fork in forks for select in fork.selects}
    wanted = wanted_of(graph.entry)
    values = [
        node
        for fork in forks
        for node in (fork.condition, *(arm for select in fork.selects for arm in select.args[1:]))
    ]
    wanted = replace(wanted, values=(*wanted.values, *values))
    selected = selector.select(wanted, {select: ScalarSource(Result(join)) for select, join in joins.items()}, samplers)
    branches = [
        Forked(
            selected.values[fork.condition],
            tuple((joins[s], selected.values[s.args[1]], selected.values[s.args[2]]) for s in fork.selects),
        )
        for fork in forks
    ]
    return selected, branches


def _assemble_agal(text: str, name: str, options: Options, stage: Stage | None) -> Program:
    version = int(options["version"]) if "version" in options else None
    code = agal_assembler.assemble(text, stage, version, name)
    return Program("agal", agal_code.decode(code).stage, code)


def _check_agal(code: bytes, profile: str) -> list[AgalViolation]:
    return agal_rules.validate(code, "adobe2012" if profile == "adobe2012" else "player")


def _link_agal(vertex: bytes, fragment: bytes, profile: str) -> list[AgalViolation]:
    return agal_rules.link(vertex, fragment, "adobe2012" if profile == "adobe2012" else "player")


STAGES = Stages(
    select=TargetStage(run=_select, show=lambda forms: list_forms([list_selected(form.selected) for form in forms])),
    schedule=TargetStage(run=_schedule, show=Scheduled.describe),
    allocate=TargetStage(run=_allocate, show=lambda scheduled: show_places(scheduled.registers, scheduled.constants)),
    encode=TargetStage(run=_encode, show=show_bytes),
    check=TargetStage(run=_insist_on_the_rules, show=show_checked),
)


def _run(*given: Any, **more: Any) -> Outcome:
    from gpucc.interp.agal import run  # only programs that run need it

    return run(*given, **more)


simulate = simulator(_run)

TARGET = Target(
    isa=AGAL,
    neutral=_neutral_of_agal,
    stages=STAGES,
    simulate=simulate,
    assemble=_assemble_agal,
    disassemble=agal_text.disassemble,
    print=agal_text.print_program,
    formats=(files.AGAL, files.GLSL2AGAL, files.HAXE, files.ACTIONSCRIPT),
    check=_check_agal,
    link=_link_agal,
    profiles=("player", "adobe2012"),
    rules=lambda stage, options: _selector(stage, options).names,
    selector=_selector,
)
