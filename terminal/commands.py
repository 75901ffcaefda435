"""The commands: each checks its options, calls the driver, and shows or writes the result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from gpucc import driver, linking
from gpucc.emit.files import write_files
from gpucc.errors import GpuccError, InputError, Location, Unsupported, UsageError
from gpucc.program import Program, Stage
from gpucc.records import dataclass
from gpucc.terminal import console
from gpucc.terminal.depends import depend_path, rule
from gpucc.terminal.notes import Notes, Stopped
from gpucc.terminal.outputs import GRAPH, check_paths, deliver, plan_outputs, unexplained
from gpucc.terminal.wishes import Choices, GivenSource, Wishes, beside, check_isa, placed, read_source, readable
from gpucc.verdict import executed, runs_straight, told

MOST_VIOLATIONS = 20
# the ending of RetroArch's presets
PRESET = ".glslp"
# verdicts in the table of `gpucc verify`
WORDS = {"differs": "DIFFERS", "verified": "agrees", "structure": "structure agrees", "unverified": "NOT VERIFIED"}
# two inputs are linked in this order
PAIR: tuple[Stage, Stage] = ("vertex", "fragment")


def summary(program: Program, label: str) -> str:
    """One line that describes the program and what it was checked against."""
    stats = program.stats
    parts = (
        [f"{stats['instructions']} instruction{'s' * (stats['instructions'] != 1)}"] if "instructions" in stats else []
    )
    if "executed" in stats and not runs_straight(program):
        parts.append(f"{executed(program)} executed")
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


def compile_inputs(inputs: Sequence[str], isa: str, choices: Choices, wishes: Wishes) -> None:
    """Run the default command: compile the inputs."""
    check_isa(isa, family=True)
    if wishes.werror and wishes.quiet:
        raise UsageError("-Werror and -w contradict each other")
    if any(Path(word).suffix.lower() == PRESET for word in inputs):
        from gpucc.terminal.presets import compile_preset

        compile_preset(inputs, isa, choices, wishes)
        return
    emit = _emitted(wishes)
    jobs = plan_jobs(inputs, choices, isa)
    plan = plan_outputs(wishes.output, emit, [job.label for job in jobs], inputs=inputs)
    depends = depend_path(wishes.depends, plan.paths) if wishes.depends else None
    if depends is not None:
        check_paths([*plan.paths, depends], inputs)
    with console.Progress() as progress:
        together = Notes(progress)
        done = compile_jobs(jobs, isa, choices, wishes, together)
    programs = [program for program, _ in done if program is not None]
    every = (together, *(notes for _, notes in done))
    warnings = [text for notes in every for text in notes.warnings()]
    looked = [found for notes in every for found in notes.looked().items()]
    read = [*(word for word in inputs if word != "-"), *(path for path, there in looked if there)]
    for text in together.about_link():
        console.say(text)
    warn_about([*warnings, *unexplained(plan, programs)], wishes)
    labels = [job.label for job in jobs]
    told_all = wishes.emit == GRAPH
    deliver(
        plan,
        programs,
        [notes.graphs(wishes.only_changed) if told_all else notes.last() for _, notes in done if emit == GRAPH],
        labels,
        {} if depends is None or wishes.depends is None else {depends: rule(wishes.depends, plan.paths, read)},
    )
    for (program, notes), label in zip(done, labels, strict=True):
        if wishes.explain:
            console.say(notes.explained())
        if program is not None:
            console.say(summary(program, label))
        if program is not None and wishes.stats:
            console.say(console.statistics(program.stats))


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
            "--link-move with one shader", notes=("it moves arithmetic between a vertex and a fragment shader",)
        )
    for job, given in zip(jobs, data, strict=True):
        notes = Notes(together.progress, wishes.stop_after)
        target, switches = driver.member(isa, job.stage, job.source.name, choices.target)
        own = choices if given == job.source.whole else choices.translated()
        arguments = {**own.arguments(), "stage": job.stage, "target": switches}
        compiled = None
        with placed(job.source), suppress(Stopped):
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


def plan_jobs(inputs: Sequence[str], choices: Choices, isa: str) -> list[Job]:
    """One job for every program: an input, an entry of one input, both stages of one file, or both halves of a linked
    pair."""
    if inputs.count("-") > 1:
        raise UsageError("standard input can be only one of the inputs")
    entries = choices.entries or (None,)
    if len(set(entries)) < len(entries):
        raise UsageError("one --entry is given twice")
    sources = [read_source(word) for word in inputs]
    if len(sources) > 1 and _are_modules(sources):
        first, *modules = sources
        sources = [GivenSource(first.data, first.name, tuple(source.data for source in modules))]
    if len(sources) > 1 and len(entries) > 1:
        raise UsageError("several --entry with two inputs", notes=("compile the inputs one by one",))
    if len(sources) == 1:
        label = sources[0].label
        parts = parts_to_compile(sources[0], choices, isa)
        if len(parts) == 1:
            return [Job(sources[0], None, parts[0], label)]
        if parts:
            return [Job(sources[0], None, part, f"{label}.{part}") for part in parts]
        return [
            Job(sources[0], entry, choices.stage, entry if entry and len(entries) > 1 else label) for entry in entries
        ]
    if choices.stage:
        raise UsageError(
            "--stage with two inputs",
            notes=("of two inputs the first is the vertex shader, the second the fragment shader",),
        )
    if Path(inputs[0]).suffix == ".frag" or Path(inputs[1]).suffix == ".vert":
        sources.reverse()
    stages = [driver.named_stage(Path(word).name) for word in inputs]
    if stages[0] == stages[1] and stages[0] is not None:
        notes = ("a pair is a vertex shader and a fragment shader; compile others one by one",)
        raise UsageError(f"both inputs are {stages[0]} shaders by their names", notes=notes)
    labels = [source.label for source in sources]
    if labels[0] == labels[1]:
        labels = [f"{label}.{stage}" for label, stage in zip(labels, PAIR, strict=True)]
    return [Job(source, entries[0], stage, label) for source, stage, label in zip(sources, PAIR, labels, strict=True)]


def _are_modules(sources: Sequence[GivenSource]) -> bool:
    """Return whether several inputs are one shader and the modules that it calls. Two are a pair of stages, unless one
    defines what the other calls."""
    ir = [Path(source.name).suffix in (".ll", ".bc") for source in sources]
    if len(sources) > 2 and not all(ir):
        notes = ("of LLVM IR, further modules may be given that define what the shader calls",)
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


# verify ---------------------------------------------------------------------------------------------------------------


def verify_source(word: str, isa: str, choices: Choices, lanes: int, seed: int) -> int:
    """Print a table of verdicts. Returns 3 if a target differs, 1 if one is not verified. Targets that refuse the
    source are reported; if all do, the first refusal is raised."""
    check_isa(isa, more=("all",))
    source = read_source(word)
    with console.Progress() as progress:
        progress(f"comparing {lanes} lanes")
        results = driver.verify(
            source.data, isa, lanes=lanes, seed=seed, entry=choices.entry, name=source.name, **choices.arguments()
        )
    errors = [result for _, result in results if isinstance(result, GpuccError)]
    if len(errors) == len(results):
        with placed(source):
            raise errors[0]
    rows: list[list[object]] = [["isa", "verdict", "lanes", "compared", "max ulp", "max abs", "precision"]]
    details: list[str] = []
    for name, result in results:
        if isinstance(result, GpuccError):
            rows.append([name, "unsupported"])
            details.append(result.message if result.message.startswith(name) else f"{name}: {result.message}")
            continue
        verdict = WORDS[result.verdict]
        rows.append([name, verdict, result.lanes, result.compared, result.max_ulp, result.max_abs, result.precision])
        if not result.passed:
            details.append(f"{name}: {result.describe()}")
        elif result.doubt is not None:
            details.append(f"{name}: {result.doubt}")
    console.put(console.table(rows))
    for detail in details:
        console.say(detail)
    if any(error.exit_code == 3 for error in errors) or not all(
        isinstance(r, GpuccError) or r.passed for _, r in results
    ):
        return 3
    return 0 if all(isinstance(result, GpuccError) or result.verified for _, result in results) else 1


# asm, disasm, isas ----------------------------------------------------------------------------------------------------


def assemble_file(
    word: str, isa: str, output: str | None, emit: str | None, stage: Stage | None, target: Mapping[str, str]
) -> None:
    check_isa(isa)
    source = read_source(word)
    plan = plan_outputs(output, emit, [source.label], default=driver.own_format(isa), inputs=[word])
    if plan.kind is None:
        raise UsageError("assembly has no graph; --emit graph goes with a source")
    try:
        text = (source.data if isinstance(source.data, bytes) else source.data.read_bytes()).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"not assembly: byte {error.start} is not UTF-8 text", Location(source.name)) from error
    program = driver.assemble(text, isa, stage=stage, target=target, name=source.name)
    deliver(plan, [program], [], [source.label])


def disassemble_file(
    word: str, isa: str, output: str | None, check: bool, profile: str | None, manifest: str | None
) -> int:
    """Disassemble a binary; with `check`, report every broken rule as an error of its own."""
    if profile and not check:
        raise UsageError("--profile says whose rules --check checks; it does nothing alone")
    if isa:
        check_isa(isa)
    source = read_source(word)
    plan = plan_outputs(output, "asm", [source.label], inputs=[word, *beside(word, manifest)])
    program = _described(source, manifest)
    name = isa or (program.isa if program else _isa_of_ending(word))
    if program and program.isa != name:
        raise UsageError(f"{word!r} is a program for {program.isa}, not for {name}")
    if program:
        code, text = program.code, driver.disassemble(program)
    else:
        code = source.data if isinstance(source.data, bytes) else source.data.read_bytes()
        with _about(source.name):
            text = driver.disassemble(code, name)
    with _about(source.name):
        violations = driver.check(code, name, profile) if check else []
    if plan.paths:
        write_files({plan.paths[0]: text.encode("utf-8", "backslashreplace")})
    else:
        console.put(text)
    for violation in violations[:MOST_VIOLATIONS]:
        console.diagnose(
            InputError(str(violation), Location(source.name), (violation.remedy,) if violation.remedy else ())
        )
    if len(violations) > MOST_VIOLATIONS:
        console.say(f"note: {len(violations) - MOST_VIOLATIONS} more broken rules are not shown")
    return 1 if violations else 0


@contextmanager
def _about(name: str) -> Iterator[None]:
    """Attach the file's name to errors in its bytes."""
    try:
        yield
    except GpuccError as error:
        if error.location is None or error.location.file.startswith("<"):
            error.location = Location(name)
        raise


def _described(source: GivenSource, manifest: str | None) -> Program | None:
    """Load the program with names and constants from its manifest, if there is one."""
    if isinstance(source.data, bytes):
        if manifest:
            raise UsageError("--manifest goes with a file, not with standard input")
        return _whole(source.data, source.name)
    path = source.data
    if path.suffix.lower() == ".json" or manifest or path.with_suffix(".json").is_file():
        return driver.load(path, readable(manifest) if manifest else None)
    return _whole(path.read_bytes(), source.name)


def _whole(data: bytes, name: str) -> Program | None:
    """The program in a container; None if the target cannot run it, because it can still be disassembled."""
    try:
        return driver.contained(data, name)
    except Unsupported:
        return None


def _isa_of_ending(word: str) -> str:
    """The target that a file's extension implies; if there is none, --isa is required."""
    ending = Path(word).suffix.lower()
    names: tuple[str, ...] = ()
    with suppress(UsageError):
        names = driver.holders(driver.format_of(f"x{ending}").name)
    if len(names) != 1:
        check_isa("")
    return names[0]


def show_isas(name: str | None) -> None:
    """List the targets, or print the description of one."""
    if name is None:
        names, faults = driver.usable_isas()
        rows = [driver.describe_isa(known)[0].rows[0][:3] for known in names]
        console.put(console.table([("isa", "what it is", "stages"), *rows]))
        if faults:
            faults[0].also = tuple(faults[1:])
            raise faults[0]
        return
    check_isa(name)
    tables = driver.describe_isa(name)
    console.put("\n".join(f"{each.title}\n{console.table([each.heading, *each.rows], '  ')}\n" for each in tables))
