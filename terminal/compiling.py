"""The default command: plan what to compile, compile it or take it from the cache, show and write the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from gpucc import driver, linking
from gpucc.errors import GpuccError, InputError, Location, Miscompiled, Unverified, UsageError
from gpucc.program import Program, Stage
from gpucc.records import dataclass
from gpucc.terminal import console
from gpucc.terminal.cache import ProgramCache, key_of
from gpucc.terminal.depends import depend_path, rule
from gpucc.terminal.made import Made, MadeProgram
from gpucc.terminal.notes import Notes, Stopped
from gpucc.terminal.options import TARGETS
from gpucc.terminal.outputs import (
    GRAPH,
    OutputPlan,
    check_paths,
    contents_of,
    deliver,
    names_of,
    plan_outputs,
    unexplained,
)
from gpucc.terminal.wishes import Choices, GivenSource, Wishes, check_isa, placed, read_shader
from gpucc.verdict import executed, runs_straight, told

# the ending of RetroArch's presets
PRESET = ".glslp"
# two inputs are linked in this order
PAIR: tuple[Stage, Stage] = ("vertex", "fragment")
# a geometry shader reads what the vertex shader before it writes, and both are written to one file
FED: tuple[Stage, Stage] = ("vertex", "geometry")


def summary(program: Program, label: str) -> str:
    """One line that describes the program and what it was checked against."""
    stats = program.stats
    parts = (
        [f"{stats['instructions']} instruction{'s' * (stats['instructions'] != 1)}"] if "instructions" in stats else []
    )
    if "executed" in stats and not runs_straight(program):
        parts.append(f"executed in a lane: {executed(program)}")
    if parts and stats.get("lower_bound") is not None:
        parts.append(f"lower bound {stats['lower_bound']} for the selected operations")
    counted = {word: stats.get(f"{word}s") for word in ("register", "spill")}
    parts += [f"{count} {word}{'s' * (count != 1)}" for word, count in counted.items() if count]
    if program.derived is not None:
        count = len(program.derived.values)
        parts.append(f"{count} derived constant{'s' * (count != 1)}")
    parts += [f"{len(program.code)} bytes"]
    return f"{console.printable(label)}: {program.isa} {program.stage} shader, {', '.join(parts)}; {told(program)}"


# compile --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Job:
    source: GivenSource
    entry: str | None
    stage: Stage | None
    label: str


def compile_inputs(
    inputs: Sequence[str], isa: str, choices: Choices, wishes: Wishes, looked: dict[str, bool] | None = None
) -> None:
    """Run the default command: compile the inputs. `looked` gets the paths at which included files are looked for, also
    if the sources are wrong."""
    check_isa(isa, family=True)
    if wishes.werror and wishes.quiet:
        raise UsageError("-Werror and -w contradict each other")
    if any(Path(word).suffix.lower() == PRESET for word in inputs):
        from gpucc.terminal.presets import compile_preset

        compile_preset(inputs, isa, choices, wishes)
        return
    emit = _emitted(wishes)
    jobs = plan_jobs(inputs, choices, isa, wishes.whole_names)
    plan = plan_outputs(wishes.output, emit, _labels(jobs), inputs=inputs, isa=isa)
    _check_joined(jobs, plan)
    depends = depend_path(wishes.depends, plan.paths) if wishes.depends else None
    if depends is not None:
        check_paths([*plan.paths, depends], inputs)
    looked = {} if looked is None else looked
    made = _made(jobs, isa, choices, wishes, plan, looked)
    looked |= made.looked
    for text in made.links:
        console.say(text)
    warn_about([*made.warnings, *unexplained(plan, [one.derives for one in made.programs])], wishes)
    read = [*(word for word in inputs if word != "-"), *(path for path, there in made.looked.items() if there)]
    more = {} if depends is None or wishes.depends is None else {depends: rule(wishes.depends, plan.paths, read)}
    deliver(plan, made.outputs, more)
    for program in made.programs:
        if wishes.explain:
            console.say(program.explained)
        if program.summary:
            console.say(program.summary + ("; from the cache" if made.kept else ""))
        if program.summary and wishes.stats:
            console.say(program.stats)


def _made(
    jobs: Sequence[Job], isa: str, choices: Choices, wishes: Wishes, plan: OutputPlan, looked: dict[str, bool]
) -> Made:
    """What the jobs make, from the cache if it is there."""
    names = names_of(plan, _labels(jobs), wishes.whole_names)
    targets = driver.family_named(isa) or (isa,)
    usual = plan.kind is not None and wishes.cacheable and choices.time_limit is None and set(targets) <= set(TARGETS)
    if wishes.cache is None or not usual:
        return _compiled(jobs, isa, choices, wishes, plan, names, looked)
    cache = ProgramCache(wishes.cache)
    programs = [[(job.label, job.entry, job.stage) for job in jobs], names]
    asked = (plan.kind.name if plan.kind else "", console.width() if not plan.paths else 0, wishes.judged, programs)
    key = key_of([job.source for job in jobs], isa, choices, asked)
    kept = cache.find(key)
    if kept is not None:
        return kept
    begun = cache.now()
    made = _compiled(jobs, isa, choices, wishes, plan, names, looked)
    if key == key_of([job.source for job in jobs], isa, choices, asked):
        cache.keep(key, made, begun)
    return made


def _compiled(
    jobs: Sequence[Job],
    isa: str,
    choices: Choices,
    wishes: Wishes,
    plan: OutputPlan,
    names: Sequence[str],
    looked: dict[str, bool],
) -> Made:
    with console.Progress() as progress:
        together = Notes(progress, looked=looked)
        done = compile_jobs(jobs, isa, choices, wishes, together)
    told_all = wishes.emit == GRAPH
    texts = (
        [notes.graphs(wishes.only_changed) if told_all else notes.last() for _, notes in done]
        if plan.kind is None
        else []
    )
    every = (together, *(notes for _, notes in done))
    programs = [program for program, _ in done if program is not None]
    if is_fed(jobs) and len(programs) == 2:
        programs = [driver.joined(*programs)]
    labels = [job.label for job in jobs]
    return Made(
        tuple(contents_of(plan, programs, texts, names)),
        tuple(
            MadeProgram(
                summary(program, label) if program is not None else "",
                console.statistics(program.stats) if program is not None and wishes.stats else "",
                notes.explained() if wishes.explain else "",
                program is not None and program.derived is not None,
            )
            for (program, notes), label in zip(done, labels, strict=True)
        ),
        tuple(text for notes in every for text in notes.warnings()),
        tuple(together.about_link()),
        looked,
    )


def compile_jobs(
    jobs: Sequence[Job], isa: str, choices: Choices, wishes: Wishes, together: Notes
) -> list[tuple[Program | None, Notes]]:
    """The program of each job, or None if it stopped before its end; a pair is linked. `together` gets what concerns
    both."""
    done: list[tuple[Program | None, Notes]] = []
    data = [job.source.whole for job in jobs]
    if is_pair(jobs):
        data = list(_linked(isa, jobs, choices, together, wishes.link_move))
    elif wishes.link_move:
        raise UsageError(
            "--link-move needs two shaders", notes=("it moves arithmetic between a vertex and a fragment shader",)
        )
    for job, given in zip(jobs, data, strict=True):
        notes = Notes(together.progress, wishes.stop_after, together.looked)
        target, switches = driver.member(isa, job.stage, job.source.name, choices.target)
        own = choices if given == job.source.whole else choices.translated()
        arguments = {**own.arguments(), "stage": job.stage, "target": switches}
        if is_fed(jobs) and done:
            arguments["after"] = done[0][0]
        compiled = None
        with placed(job.source), suppress(Stopped), _warned(notes, wishes):
            compiled = driver.compile(
                given,
                target,
                entry=job.entry,
                verify=wishes.lanes,
                allow_unverified=wishes.allow_unverified,
                disable=wishes.disable,
                name=job.source.name,
                observe=notes,
                **arguments,
            )
        done.append((compiled, notes))
    programs = [program for program, _ in done if program is not None]
    if len(programs) == 2 and is_pair(jobs):
        driver.link(*programs)
    return done


@contextmanager
def _warned(notes: Notes, wishes: Wishes) -> Iterator[None]:
    """Show the warnings before an error about the comparison: they may say why results are undefined."""
    try:
        yield
    except (Unverified, Miscompiled):
        for text in () if wishes.quiet else notes.warnings():
            console.warn(text)
        raise


def _linked(
    isa: str, jobs: Sequence[Job], choices: Choices, notice: Notes, moving: bool
) -> tuple[Path | bytes, Path | bytes]:
    """The two inputs, linked; with arithmetic moved from the second to the first if that is wanted."""
    first, second = (job.source.data for job in jobs)
    if not moving:
        return driver.paired(first, second, notice, choices.reading())

    def compile(text: bytes, stage: Stage) -> Program:
        target, switches = driver.member(isa, stage, "", choices.target)
        arguments = {**choices.translated().arguments(), "stage": stage, "target": switches}
        return driver.compile(text, target, verify=None, name=f"linked.{stage}.ll", **arguments)

    return linking.link_paths(first, second, compile, notice, choices.reading())


def _emitted(wishes: Wishes) -> str | None:
    """The format of the output. With --stop-after there is no program, so the texts of the stages are written, in
    format graph."""
    if wishes.stop_after and wishes.emit not in (None, GRAPH):
        raise UsageError(f"--stop-after prints a stage, so there is no program to write as {wishes.emit}")
    if wishes.only_changed and wishes.emit != GRAPH:
        raise UsageError(
            "--only-changed goes with --emit graph", notes=("it leaves out of the graphs what a stage did not change",)
        )
    return GRAPH if wishes.stop_after else wishes.emit


def is_pair(jobs: Sequence[Job]) -> bool:
    """Return whether these are a vertex and a fragment shader to be linked."""
    return tuple(job.stage for job in jobs) == PAIR


def is_fed(jobs: Sequence[Job]) -> bool:
    """Return whether these are a vertex shader and the geometry shader after it."""
    return tuple(job.stage for job in jobs) == FED


def _labels(jobs: Sequence[Job]) -> list[str]:
    """The names of the outputs: one for each program, but a single one for a file that holds both."""
    return [job.label for job in (jobs[:1] if is_fed(jobs) else jobs)]


def _check_joined(jobs: Sequence[Job], plan: OutputPlan) -> None:
    """Refuse formats that hold one program only for two that belong together."""
    if is_fed(jobs) and plan.kind is not None and plan.kind.name not in ("asm", "shbin"):
        raise UsageError(
            f"a vertex and a geometry shader are written as one file, which {plan.kind.name} is not",
            notes=("write them with -o FILE.shbin; each alone has a manifest and a header of its own",),
        )


def parts_to_compile(source: GivenSource, choices: Choices, isa: str) -> tuple[Stage, ...]:
    """The stages of a file that holds both, as far as the target runs them; none for a file of one shader."""
    if choices.stage or choices.entries or driver.named_stage(source.name):
        return ()
    parts = driver.parts_of(source.data if isinstance(source.data, bytes) else source.data.read_bytes())
    if len(parts) == 1:
        macro, other = parts[0].upper(), "FRAGMENT" if parts[0] == "vertex" else "VERTEX"
        message = f"this file has a part for {macro}, and none for {other}"
        raise InputError(message, Location(source.name), (f"--stage {parts[0]} compiles it alone",))
    runs = driver.stages_of(isa) if parts else ()
    return tuple(part for part in parts if part in runs)


def plan_jobs(inputs: Sequence[str], choices: Choices, isa: str, whole_names: bool = False) -> list[Job]:
    """One job for every program: an input, an entry of one input, both stages of one file, or both halves of a linked
    pair. With `whole_names`, programs are called after the whole names of their inputs."""
    if inputs.count("-") > 1:
        raise UsageError("standard input can be only one of the inputs")
    entries = choices.entries or (None,)
    if len(set(entries)) < len(entries):
        raise UsageError("one --entry is given twice")
    sources = [read_shader(word, choices.language) for word in inputs]
    if len(sources) > 1 and _are_modules(sources):
        first, *modules = sources
        sources = [GivenSource(first.data, first.name, tuple(source.data for source in modules))]
    if len(sources) > 1 and len(entries) > 1:
        raise UsageError("--entry may be given only once with two inputs", notes=("compile the inputs one by one",))
    if len(sources) == 1:
        label = Path(sources[0].name).name if whole_names else sources[0].label
        parts = parts_to_compile(sources[0], choices, isa)
        if len(parts) == 1:
            return [Job(sources[0], None, parts[0], label)]
        if parts:
            return [Job(sources[0], None, part, f"{label}.{part}") for part in parts]
        stage = choices.stage or driver.stage_of(sources[0].name, sources[0].data)
        return [
            Job(sources[0], entry, stage, _entry_label(entry, label, whole_names) if len(entries) > 1 else label)
            for entry in entries
        ]
    if choices.stage:
        raise UsageError(
            "--stage cannot be given with two inputs",
            notes=("of two inputs the first is the vertex shader, the second the fragment or geometry shader",),
        )
    stages = [driver.stage_of(source.name, source.data) for source in sources]
    if stages[0] in ("fragment", "geometry") or stages[1] == "vertex":
        sources.reverse()
        stages.reverse()
    if "geometry" in stages and "fragment" in stages:
        notes = ("a vertex and a geometry shader make a file of two programs; compile the fragment shader by itself",)
        raise UsageError("a geometry and a fragment shader are no pair", notes=notes)
    if stages[0] == stages[1] and stages[0] is not None:
        notes = ("a pair is a vertex shader and a fragment shader; gpucc batch compiles others one by one",)
        raise UsageError(f"both inputs are {stages[0]} shaders", notes=notes)
    labels = [Path(source.name).name if whole_names else source.label for source in sources]
    pair = FED if "geometry" in stages else PAIR
    if labels[0] == labels[1] and pair is PAIR:
        labels = [f"{label}.{stage}" for label, stage in zip(labels, PAIR, strict=True)]
    return [Job(source, entries[0], stage, label) for source, stage, label in zip(sources, pair, labels, strict=True)]


def _entry_label(entry: str | None, label: str, whole_names: bool) -> str:
    return f"{label}.{entry}" if whole_names else entry or label


def _are_modules(sources: Sequence[GivenSource]) -> bool:
    """Return whether several inputs are one shader and the modules that it calls. Two are a pair of stages, unless one
    defines what the other calls."""
    ir = [Path(source.name).suffix in (".ll", ".bc") for source in sources]
    if len(sources) > 2 and not all(ir):
        notes = (
            "gpucc batch compiles several inputs, each to a program of its own",
            "of LLVM IR, further modules may be given that define what the shader calls",
        )
        raise UsageError(
            f"{len(sources)} inputs: gpucc takes one, or a vertex and a fragment shader to link", notes=notes
        )
    if len(sources) > 2:
        return True
    return all(ir) and driver.belong_together(sources[0].data, sources[1].data)


def warn_about(texts: Sequence[str], wishes: Wishes) -> None:
    if wishes.werror and texts:
        raise GpuccError(f"{texts[0]} [-Werror]", notes=tuple(texts[1:]))
    if not wishes.quiet:
        for text in texts:
            console.warn(text)
