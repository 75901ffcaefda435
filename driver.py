"""The pipeline as one column of calls: source -> canonical LLVM IR -> graph -> machine code -> bytes -> verdict.

`_build` is the column; everything else prepares its arguments or uses its result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from numpy.typing import NDArray

from gpucc.backend import generate, lower, silent
from gpucc.collector import without_collector
from gpucc.compiled import (
    CompiledProgram,
    assemble,
    check,
    contained,
    contents,
    disassemble,
    format_named,
    format_of,
    joined,
    link,
    load,
    own_format,
    run,
    save,
)  # fmt: skip
from gpucc.emit.tables import TextTable, describe
from gpucc.endings import named_stage
from gpucc.errors import GpuccError, InputError, InternalError, LimitExceeded, TargetFault, Unsupported, UsageError
from gpucc.interp.arrays import Arrays, given_uniforms, pack, unpack
from gpucc.interp.average import average_cost
from gpucc.interp.emissions import listing, listing_program, listing_text
from gpucc.interp.models import Make
from gpucc.interp.reference.jit import Reference
from gpucc.interp.report import MOST_LANES, Report
from gpucc.interp.verify import Halt, go_on, verify_program
from gpucc.lowering.assume.resolve import resolve as resolve_assumed
from gpucc.lowering.graph import Graph
from gpucc.lowering.legalise.expansions import RULES as EXPANSIONS
from gpucc.lowering.legalise.functions import FUNCTION_BOUNDS, FUNCTION_DOMAINS
from gpucc.lowering.legalise.legalise import Half
from gpucc.lowering.reader.listed import list_module
from gpucc.lowering.reader.read import read
from gpucc.lowering.session import session
from gpucc.lowering.simplify.simplify import RULES
from gpucc.program import Observe, Program, Shader, Stage, fed, relocate
from gpucc.reading import (
    LOOKED,
    NEWEST,
    Bind,
    Reading,
    belong_together,
    canonical,
    load_any,
    paired,
    parts_of,
    samplers_in,
    stage_of,
    strings,
)
from gpucc.records import dataclass
from gpucc.rules.uses import RuleUses, resolve, tabulated
from gpucc.sched.core.allowance import USUAL, Allowance, allow
from gpucc.targets import registry
from gpucc.targets.deriving import DerivedWay, offered_ways, rolled_ways
from gpucc.targets.outside import blaming
from gpucc.targets.prefer import PREFERENCES, preferred
from gpucc.targets.record import CompileJob, Options, Target, check_level, check_options, check_stage, prepared
from gpucc.targets.registry import family_named, holders, is_known, member, stages_of
from gpucc.targets.tabling import with_tables
from gpucc.verdict import certified

# the name under which an observer is told how far a long comparison is
PROGRESS = "progress"
# the name under which it is told some of the lanes that were compared
COMPARED = "compared"
# and how often each instruction was executed in a lane, on average
VISITED = "visited"
# the functions on compiled programs and the readers of sources are part of this module's interface, too
__all__ = [
    "COMPARED", "LOOKED", "PROGRESS", "VISITED", "CompiledProgram", "Reading", "assemble", "belong_together", "check",
    "contained", "contents", "disassemble", "family_named", "format_named", "format_of", "generate", "given_uniforms",
    "holders", "is_known", "joined", "link", "load", "lower", "member", "named_stage", "own_format", "paired",
    "parts_of", "run", "samplers_in", "save", "silent", "stage_of", "stages_of",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Built:
    """A compilation before its verification; `plain` was optimised without derived constants and assumptions."""

    goal: Target
    shader: Shader
    optimised: str
    program: Program
    half: Half = "widen"
    make: Make | None = None
    plain: str = ""


def compile(
    source: Any,
    isa: str,
    *,
    entry: str | None = None,
    stage: Stage | None = None,
    opt: int = 2,
    bind: Bind | None = None,
    target: Mapping[str, str] | None = None,
    verify: int | None = 256,
    seed: int = 0,
    name: str | None = None,
    observe: Observe | None = None,
    math: str = "glsl",
    android: str = NEWEST,
    half: bool = False,
    arithmetic: str = "default",
    include_anywhere: bool = False,
    strict_es: bool = False,
    allow_unverified: bool = False,
    disable: Sequence[str] = (),
    prefer: str = "speed",
    effort: int = USUAL,
    time_limit: float | Callable[[], bool] | None = None,
    derive: bool = False,
    assume: Sequence[str] = (),
    sampler: Sequence[str] = (),
    demote_doubles: bool = False,
    define: Sequence[str] = (),
    include: Sequence[str] = (),
    language: str | None = None,
    matrices: str = "columns",
    after: Program | None = None,
) -> CompiledProgram:
    """Compile LLVM IR, GLSL or AGSL (a path, text, bytes or llvmlite module; a list of modules in IR is linked).

    The program is compared with LLVM's JIT on `verify` lanes, drawn with `seed`, before it is returned. `observe` is
    called with each stage's result as text, with warnings under the name "warning", and with "progress" in long
    comparisons. The other arguments are the command line's options (docs/commands.md). If too few lanes can be
    compared, the program is refused as `Unverified`; with `allow_unverified` it is returned with a warning. `disable`
    are rules to leave out, as `rule:NAME`. `time_limit` is a number of seconds, or a function that returns whether the
    time is over; then searches end, with a warning. `after` is the vertex program that a geometry shader reads from.
    """
    notice = observe or silent
    _check_count("verify", verify or 0, 0, MOST_LANES)
    reading = Reading(math=math, android=android, half=half, include_anywhere=include_anywhere, strict_es=strict_es,
        arithmetic=arithmetic, derive=derive, assume=assume, sampler=sampler, demote_doubles=demote_doubles,
        define=define, include=include, language=language, matrices=matrices,
    )  # fmt: skip
    allowance = allow(effort, time_limit)
    with without_collector():
        built = _build(
            source, registry.find(isa), entry, stage, opt, bind, target, name, notice, reading, disable, prefer,
            allowance, after,
        )  # fmt: skip
    warn = partial(notice, "warning")
    for warning in (*([_told_gap(built.program)] if allowance.stopped else ()), *built.shader.warnings):
        warn(warning)
    if not verify:
        return CompiledProgram.of(built.program)
    report = _judge(built, verify, seed, _halting(allowance, notice, verify))
    if report.lanes < verify:
        warn(f"the time limit ended the comparison after {report.lanes:,} of {verify:,} lanes")
    notice("verify", report.describe())
    notice(COMPARED, report.samples)
    notice(VISITED, tuple(count / report.lanes for count in report.visits))
    return CompiledProgram.of(certified(built.program, report, allow_unverified, warn, built.goal.package))


@session()
def _build(
    source: Any,
    goal: Target,
    entry: str | None,
    stage: Stage | None,
    opt: int,
    bind: Bind | None,
    target: Mapping[str, str] | None,
    name: str | None,
    notice: Observe,
    reading: Reading = Reading(),  # noqa: B008
    disable: Sequence[str] = (),
    prefer: str = "speed",
    allowance: Allowance | None = None,
    after: Program | None = None,
) -> Built:
    """Compile a source for a target, without verification: read it, lower it, and generate the program. The parameters
    are those of `compile`."""
    told: list[RuleUses] = []
    notice = notice if notice is silent else partial(_collect, notice, told)
    options = check_options(goal.isa, target or {})
    check_level(opt)
    if prefer not in PREFERENCES:
        raise UsageError(f"no program is chosen by {prefer!r}", notes=(f"prefer: {', '.join(PREFERENCES)}",))
    options.prefer, options.allowance = prefer, allowance or Allowance()
    half = reading.rounds(goal.isa.format)
    check_stage(goal.isa, stage)
    text = load_any(source, name, notice, _wanted(goal, reading, half), stage, goal.isa.default_stage)
    shader = canonical(text, entry, stage, bind, goal.isa.default_stage, reading)
    check_stage(goal.isa, shader.stage)
    books = {
        RULES.name: RULES.names,
        EXPANSIONS.name: EXPANSIONS.names,
        goal.isa.name: goal.rules(shader.stage, options),
    }
    options.disabled = resolve(strings("disable", disable), books)
    shader = prepared(goal, fed(shader, after), options)
    shader = replace(shader, hints=text.hints, assumed=resolve_assumed(reading.assume, shader.interface))
    notice("canonical", shader.text)
    texts, ways, plain = offered_ways(shader, goal, opt, reading.derive, options)

    def again(changed: str) -> Shader:
        other = canonical(replace(text, text=changed), entry, stage, bind, goal.isa.default_stage, reading)
        return prepared(goal, fed(other, after), options)

    texts = [*texts, *rolled_ways(text.text, again, ways, texts[0], shader, goal, opt, options)]

    def make(optimised: str, level: int, tell: Observe) -> Program:
        own = ways[optimised].shader if optimised in ways else shader
        return _make(optimised, text.file, own, goal, options, level, tell, half)

    with _blaming(disable):
        measure = partial(average_cost, isa=goal.isa, simulate=goal.simulate)
        optimised, program = preferred(prefer, texts, make, measure, opt, notice, goal.searches,
            options.allowance)  # fmt: skip
    notice("rules", tabulated(told))
    # the judge's programs of one instruction are LLVM IR, return a value, and have no samplers, whatever the source is
    bare = replace(reading, derive=False, assume=(), language=None, sampler=())
    way = ways.get(optimised, DerivedWay(shader, optimised))
    plain = plain or way.plain
    shader = relocate(way.shader, program.interface)
    if program.picture is not None:
        program = replace(program, picture=replace(program.picture, ir=optimised))
    single = partial(_single, goal, "vertex" if shader.geometry else shader.stage, opt, target, bare, disable)
    return Built(goal, shader, optimised, program, half, single, plain)


def _make(
    optimised: str, file: str, shader: Shader, goal: Target, options: Options, level: int, notice: Observe, half: Half
) -> Program:
    """The program of an optimised text."""
    module = read(optimised, file)
    if notice is not silent:
        notice("optimised", list_module(optimised, module))

    def rest(graph: Graph, shader: Shader, notice: Observe) -> Program:
        job = CompileJob(
            shader=shader, options=options, opt=level, warn=partial(notice, "warning"), count=partial(notice, "rules")
        )
        graph = lower(graph, shader, goal, options, notice, half)
        return replace(generate(graph, goal, job, notice), derived=shader.derived, assumed=shader.assumed)

    return with_tables(module, shader, file, goal, options, notice, rest)


def _single(
    goal: Target,
    stage: Stage,
    opt: int,
    target: Mapping[str, str] | None,
    reading: Reading,
    disable: Sequence[str],
    text: str,
) -> tuple[Shader, Program] | None:
    """The program of one instruction, from which the judge computes the target's own values of functions."""
    try:
        # a search changes where an instruction stands, not what it computes
        built = _build(
            text, goal, None, stage, opt, None, target, "model.ll", silent, reading, disable, allowance=Allowance(0)
        )
    except Unsupported:
        return None
    except InputError as error:
        raise InternalError(f"a program of one instruction cannot be read: {error.message}") from error
    return built.shader, built.program


@contextmanager
def _blaming(disable: Sequence[str]) -> Iterator[None]:
    """Add the disabled rules to an error, because one of them may be the reason why the target lacks an op."""
    try:
        yield
    except Unsupported as error:
        error.notes += (f"disabled: {', '.join(disable)}",) if disable else ()
        raise


def _collect(notice: Observe, told: list[RuleUses], stage: str, value: object) -> None:
    """Collect the rules that stages report as they run; the observer gets one table of them."""
    if isinstance(value, RuleUses):
        told.append(value)
    else:
        notice(stage, value)


def _wanted(goal: Target, reading: Reading, half: Half) -> Reading:
    return replace(reading, half=half == "round", math=_mathematics(goal, reading.math), hints=goal.keeps_functions)


def _mathematics(goal: Target, math: str) -> str:
    """Targets that keep built-in calls do not need Skia's expansions; only its evaluation order still applies."""
    return "strict" if goal.keeps_functions and math == "skia-cpu" else math


def _check_count(name: str, value: int, least: int, most: int) -> None:
    # True would be one lane
    if not isinstance(value, int) or value is True or not least <= value <= most:
        raise UsageError(f"{name} is a whole number from {least} to {most}, not {value!r}")


def _told_gap(program: Program) -> str:
    count, bound = program.stats["instructions"], program.stats.get("lower_bound")
    gap = "" if bound is None else f": at most {count - bound} of its {count} instructions are too many"
    return f"the time limit ended the search for a shorter program{gap}"


def _halting(allowance: Allowance, notice: Observe, lanes: int) -> Halt:
    """Tells how far a comparison of many lanes is, and ends it when the time is over."""

    def halt(done: int) -> bool:
        notice(PROGRESS, f"comparing: {done:,} of {lanes:,} lanes")
        return allowance.over()

    return halt


def _judge(built: Built, lanes: int, seed: int, halt: Halt = go_on) -> Report:
    """Compare a program with the reference. Raises LimitExceeded if it differs only where a loop that the target had to
    limit goes round more often than that."""
    _check_count("seed", seed, 0, (1 << 64) - 1)
    report, most = _compared(built, lanes, seed, halt=halt), built.program.stats.get("rounds")
    if not report.passed and isinstance(most, int) and _compared(built, lanes, seed, most).passed:
        remedy = "give the loop constant bounds, with a break where it ends, or let it end earlier"
        raise LimitExceeded(
            f"a loop runs more than the {most} rounds that the target allows here for a loop of unknown length",
            notes=(report.describe(), remedy),
        )
    return report


def _compared(built: Built, lanes: int, seed: int, rounds: int | None = None, halt: Halt = go_on) -> Report:
    with blaming(built.goal, "its simulator"):
        return verify_program(
            listing(built.shader),
            listing_program(built.program),
            built.goal.isa,
            built.goal.simulate,
            lanes=lanes,
            seed=seed,
            optimised_text=listing_text(built.shader, built.plain),
            native_text=listing_text(built.shader, built.optimised),
            bounds={**FUNCTION_BOUNDS, **built.goal.bounds},
            domains={**FUNCTION_DOMAINS, **built.goal.domains},
            half=built.half,
            make=built.make,
            rounds=rounds,
            halt=halt,
        )


def verify(
    source: Any,
    isa: str = "all",
    *,
    lanes: int = 4096,
    seed: int = 0,
    entry: str | None = None,
    stage: Stage | None = None,
    opt: int = 2,
    bind: Bind | None = None,
    target: Mapping[str, str] | None = None,
    name: str | None = None,
    math: str = "glsl",
    android: str = NEWEST,
    half: bool = False,
    arithmetic: str = "default",
    include_anywhere: bool = False,
    strict_es: bool = False,
    prefer: str = "speed",
    effort: int = USUAL,
    time_limit: float | Callable[[], bool] | None = None,
    derive: bool = False,
    assume: Sequence[str] = (),
    sampler: Sequence[str] = (),
    demote_doubles: bool = False,
    define: Sequence[str] = (),
    include: Sequence[str] = (),
    language: str | None = None,
    matrices: str = "columns",
    observe: Observe | None = None,
) -> list[tuple[str, Report | GpuccError]]:
    """Run the differential test on one target or all: a report for each, or the reason why the target cannot take the
    source. `observe` is told how far it is. The other arguments are those of `compile`."""
    _check_count("lanes", lanes, 1, MOST_LANES)
    _check_count("seed", seed, 0, (1 << 64) - 1)
    reading = Reading(math=math, android=android, half=half, include_anywhere=include_anywhere, strict_es=strict_es,
        arithmetic=arithmetic, derive=derive, assume=assume, sampler=sampler, demote_doubles=demote_doubles,
        define=define, include=include, language=language, matrices=matrices,
    )  # fmt: skip
    results: list[tuple[str, Report | GpuccError]] = []
    for one in registry.names() if isa == "all" else (registry.find(isa).isa.name,):
        try:
            goal, allowance = registry.find(one), allow(effort, time_limit)
            built = _build(
                source, goal, entry, stage, opt, bind, target, name, silent, reading, prefer=prefer,
                allowance=allowance,
            )  # fmt: skip
            results.append((one, _judge(built, lanes, seed, _halting(allowance, observe or silent, lanes))))
        except GpuccError as error:
            results.append((one, error))
    return results


def isas() -> tuple[str, ...]:
    return registry.names()


def usable_isas() -> tuple[tuple[str, ...], list[TargetFault]]:
    """The targets that can be loaded, and what is wrong with those of other packages that cannot."""
    return registry.usable()


def families() -> tuple[str, ...]:
    return tuple(registry.families())


def describe_isa(name: str) -> tuple[TextTable, ...]:
    """The ISA record of a target, as tables for people."""
    return describe(registry.find(name).isa)


def reference(
    source: Any,
    isa: str,
    inputs: Arrays,
    *,
    entry: str | None = None,
    stage: Stage | None = None,
    bind: Bind | None = None,
    target: Mapping[str, str] | None = None,
    name: str | None = None,
    math: str = "glsl",
    android: str = NEWEST,
    half: bool = False,
    arithmetic: str = "default",
    include_anywhere: bool = False,
    strict_es: bool = False,
    sampler: Sequence[str] = (),
    demote_doubles: bool = False,
    define: Sequence[str] = (),
    include: Sequence[str] = (),
    language: str | None = None,
    matrices: str = "columns",
    lanes: int | None = None,
) -> dict[str, NDArray[Any]]:
    """Run LLVM's JIT on named arrays, in the target's number format."""
    goal = registry.find(isa)
    check_stage(goal.isa, stage)
    reading = Reading(math=math, android=android, half=half, include_anywhere=include_anywhere, strict_es=strict_es,
        arithmetic=arithmetic, sampler=sampler, demote_doubles=demote_doubles, define=define, include=include,
        language=language, matrices=matrices,
    )  # fmt: skip
    rounding = reading.rounds(goal.isa.format)
    text = load_any(source, name, silent, _wanted(goal, reading, rounding), stage, goal.isa.default_stage)
    shader = canonical(text, entry, stage, bind, goal.isa.default_stage, reading)
    shader = listing(prepared(goal, shader, check_options(goal.isa, target or {})))
    bounds = {**FUNCTION_BOUNDS, **goal.bounds}
    reference_run = Reference(shader, goal.isa.format, bounds=bounds, half=rounding)
    return unpack(shader.interface, reference_run.run(pack(shader.interface, inputs, lanes)))
