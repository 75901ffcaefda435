"""What the commands do: check the wishes, call the driver, show or write the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gpucc import driver
from gpucc.errors import GpuccError, UsageError
from gpucc.program import Program
from gpucc.terminal import console
from gpucc.terminal.outputs import deliver, plan_outputs
from gpucc.terminal.wishes import Choices, Source, Wishes, check_isa, check_stage, read_source


def summary(program: Program, label: str) -> str:
    """The one line that says what came out and what it was checked against."""
    stats = program.stats
    parts = [f"{stats['instructions']} instruction{'s' * (stats['instructions'] != 1)}"] if "instructions" in stats else []
    if stats.get("lower_bound") is not None:
        parts[-1:] = [f"{parts[-1]} (lower bound {stats['lower_bound']})"] if parts else []
    parts += [f"{stats[key]} {key}" for key in ("registers", "spills") if stats.get(key)]
    parts += [f"{len(program.code)} bytes"]
    return f"{label}: {program.isa} {program.stage} shader, {', '.join(parts)}; {_verdict(program)}"


def _verdict(program: Program) -> str:
    verified = program.verified
    if not verified:
        return "not verified"
    exactness = "bit for bit" if not verified.get("max_ulp") else f"within {verified['max_ulp']:.3g} ulp"
    return f"verified on {verified.get('lanes', '?')} lanes, {exactness}"


# compile ----------------------------------------------------------------------------------------------------------------


class Notes:
    """Collects what the driver tells while it compiles: every stage's result, and warnings."""

    def __init__(self, progress: console.Progress) -> None:
        self.progress = progress
        self.stages: list[tuple[str, object]] = []

    def __call__(self, stage: str, value: object) -> None:
        self.stages.append((stage, value))
        self.progress(stage)

    def text(self) -> str:
        return "\n".join(f"== {stage} ==\n{str(value).rstrip()}\n" for stage, value in self.stages if stage != "warning")

    def warnings(self) -> list[str]:
        return [str(value) for stage, value in self.stages if stage == "warning"]


@dataclass(frozen=True, slots=True)
class Job:
    source: Source
    entry: str | None
    stage: str | None
    label: str


def compile_inputs(inputs: Sequence[str], isa: str, choices: Choices, wishes: Wishes) -> None:
    """The default command."""
    check_isa(isa)
    check_stage(choices.stage)
    if wishes.werror and wishes.quiet:
        raise UsageError("-Werror and -w contradict each other")
    jobs = plan_jobs(inputs, choices)
    plan = plan_outputs(wishes.output, wishes.emit, [job.label for job in jobs])
    done: list[tuple[Program, Notes]] = []
    with console.Progress() as progress:
        for job in jobs:
            notes = Notes(progress)
            arguments = {**choices.arguments(), "stage": job.stage}
            program = driver.compile(
                job.source.data, isa, entry=job.entry, verify=wishes.lanes, name=job.source.name, observe=notes, **arguments
            )
            done.append((program, notes))
        if len(inputs) == 2:
            driver.link(done[0][0], done[1][0])
    _warnings([text for _, notes in done for text in notes.warnings()], wishes)
    programs, labels = [program for program, _ in done], [job.label for job in jobs]
    deliver(plan, programs, [notes.text() for _, notes in done], labels)
    for (program, notes), label in zip(done, labels, strict=True):
        if wishes.explain:
            console.say(notes.text())
        console.say(summary(program, label))
        if wishes.stats:
            console.say(console.statistics(program.stats))


def plan_jobs(inputs: Sequence[str], choices: Choices) -> list[Job]:
    """One job for every program: an input, an entry of one input, or both halves of a linked pair."""
    if len(inputs) > 2:
        raise UsageError(f"{len(inputs)} inputs: gpucc takes one, or a vertex and a fragment shader to link")
    if inputs.count("-") > 1:
        raise UsageError("standard input can be only one of the inputs")
    entries = choices.entries or (None,)
    if len(inputs) == 2 and len(entries) > 1:
        raise UsageError("several --entry with two inputs", notes=("compile the inputs one by one",))
    if len(set(entries)) < len(entries):
        raise UsageError("one --entry is given twice")
    sources = [read_source(word) for word in inputs]
    if len(sources) == 1:
        label = sources[0].label
        return [Job(sources[0], entry, choices.stage, entry if entry and len(entries) > 1 else label) for entry in entries]
    if choices.stage:
        raise UsageError("--stage with two inputs", notes=("of two inputs the first is the vertex shader, the second the fragment shader",))
    if Path(inputs[0]).suffix == ".frag" or Path(inputs[1]).suffix == ".vert":
        sources.reverse()
    labels = [source.label for source in sources]
    if labels[0] == labels[1]:
        labels = [f"{label}.{stage}" for label, stage in zip(labels, ("vertex", "fragment"), strict=True)]
    return [Job(source, entries[0], stage, label) for source, stage, label in zip(sources, ("vertex", "fragment"), labels, strict=True)]


def _warnings(texts: Sequence[str], wishes: Wishes) -> None:
    if wishes.werror and texts:
        raise GpuccError(f"{texts[0]} [-Werror]", notes=tuple(texts[1:]))
    if not wishes.quiet:
        for text in texts:
            console.warn(text)
