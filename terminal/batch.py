"""`gpucc batch`: several inputs, each a program of its own, compiled by parallel processes.

Every input is compiled as `gpucc compile` compiles it alone, in a process that serves one input after another. What it
says is caught there and shown here in the order of the inputs, so that the number of processes changes nothing. A
process that dies takes one input with it, and another takes its place.
"""

from __future__ import annotations

import io
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, suppress
from dataclasses import field, replace
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from gpucc.endings import named_stage
from gpucc.errors import InternalError, Location, UsageError
from gpucc.records import dataclass
from gpucc.terminal import console
from gpucc.terminal.compiling import PAIR, PRESET, compile_inputs
from gpucc.terminal.diagnostics import Finding, Reporter
from gpucc.terminal.guard import interrupted_once
from gpucc.terminal.outputs import plan_outputs
from gpucc.terminal.wishes import Choices, Wishes, check_isa, readable

MOST_JOBS = 256
# seconds that an interrupted process has to leave
PATIENCE = 5.0
# runs a piece of work, and reports every error that is left: the code that the command line ends with
Net = Callable[[Callable[[], int | None], Sequence[str]], int]


@dataclass(frozen=True, slots=True)
class BatchTask:
    """Inputs to be compiled together: one, or the two of a pair."""

    inputs: tuple[str, ...]
    isa: str
    choices: Choices
    wishes: Wishes


@dataclass(frozen=True, slots=True)
class BatchResult:
    """The exit code of one task, what it said, and its findings."""

    code: int
    said: str
    findings: tuple[Finding, ...] = ()


def default_jobs() -> int:
    """The processors that this process may use."""
    return min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, MOST_JOBS)


def plan_tasks(
    inputs: Sequence[str], isa: str, choices: Choices, wishes: Wishes, linking: bool
) -> tuple[BatchTask, ...]:
    """One task for each input; with `linking`, one for NAME.vert and NAME.frag together."""
    check_isa(isa, family=True)
    if not wishes.output or not os.path.isdir(wishes.output):
        problem = f"there is no folder {wishes.output!r}" if wishes.output else "there is no output"
        raise UsageError(problem, notes=("each input becomes a file of its own: -o names a folder for them",))
    if wishes.depends is not None and (wishes.depends.file or wishes.depends.targets):
        notes = ("-MD writes one file for each input, beside its output",)
        raise UsageError("-MF and -MT go with one input, and not with a batch", notes=notes)
    for word in inputs:
        if word == "-":
            raise UsageError("a batch reads files, and not standard input")
        if Path(word).suffix.lower() == PRESET:
            raise UsageError(f"{word!r} is a preset: it is compiled alone", notes=("gpucc compile takes presets",))
        readable(word)
    known: dict[str, str] = {}
    for word in inputs:
        other = known.setdefault(Path(word).name, word)
        if other is not word:
            notes = ("outputs are called after the names of the inputs; compile the others to another folder",)
            raise UsageError(f"{other!r} and {word!r} would have one output", notes=notes)
    wishes = replace(wishes, output=os.path.join(wishes.output, ""), whole_names=True)
    # different names may still become one file, as names of classes do, and an output may be the input of another task
    plan_outputs(wishes.output, wishes.emit, list(known), inputs=inputs, isa=isa)
    return tuple(BatchTask(group, isa, choices, wishes) for group in (_pairs(inputs) if linking else _alone(inputs)))


def _alone(inputs: Sequence[str]) -> list[tuple[str, ...]]:
    return [(word,) for word in inputs]


def _pairs(inputs: Sequence[str]) -> list[tuple[str, ...]]:
    """Put shaders together whose names differ in nothing but the stage, like NAME.vert and NAME.frag, in the place of
    the one that is named first."""
    groups: dict[str, list[str]] = {}
    for word in inputs:
        path = Path(word)
        groups.setdefault(str(path.with_suffix("")) if named_stage(path.name) in PAIR else word, []).append(word)
    return [tuple(sorted(group, key=lambda word: named_stage(word) == "fragment")) for group in groups.values()]


def compile_batch(tasks: Sequence[BatchTask], jobs: int, net: Net) -> int:
    """Compile all tasks in `jobs` processes, and return the worst exit code."""
    worst = 0
    words = console.REPORTER.get().words
    with console.Progress() as progress, _pool(min(jobs, len(tasks)), net, words) as pool:
        for number, result in enumerate(_in_order(pool.results(tasks))):
            progress.wipe()
            if result.said:
                console.say(result.said.removesuffix("\n"))
            console.add_findings(result.findings)
            worst = max(worst, result.code)
            progress(f"{number + 1} of {len(tasks)}: {' '.join(tasks[number].inputs)}")
    return worst


def _in_order(results: Iterator[tuple[int, BatchResult]]) -> Iterator[BatchResult]:
    """Each result as soon as all before it are there."""
    waiting: dict[int, BatchResult] = {}
    due = 0
    for number, result in results:
        waiting[number] = result
        while due in waiting:
            yield waiting.pop(due)
            due += 1


# processes ------------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class _Pool:
    size: int
    net: Net
    words: tuple[str, ...]
    colour: bool
    workers: dict[Connection, Any] = field(default_factory=dict)

    def start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        worker = context.Process(target=serve, args=(theirs, self.net, self.words, self.colour))
        with _uninterrupted():
            worker.start()
        theirs.close()
        self.workers[ours] = worker
        return ours

    def results(self, tasks: Sequence[BatchTask]) -> Iterator[tuple[int, BatchResult]]:
        """The number of each task and its result, as they come."""
        left = list(enumerate(tasks))[::-1]
        busy: dict[Connection, int] = {}

        def give(pipe: Connection) -> None:
            if left:
                busy[pipe], task = left.pop()
                with suppress(BrokenPipeError):
                    pipe.send(task)

        for _ in range(self.size):
            give(self.start())
        while busy:
            for pipe in wait(list(busy)):
                assert isinstance(pipe, Connection)
                number = busy.pop(pipe)
                try:
                    result = pipe.recv()
                except (EOFError, ConnectionError):
                    yield number, self.lost(pipe, tasks[number])
                    if left:
                        give(self.start())
                else:
                    give(pipe)
                    yield number, result

    def lost(self, pipe: Connection, task: BatchTask) -> BatchResult:
        """The result of a task whose process died."""
        worker = self.workers.pop(pipe)
        worker.join()
        how = f"signal {-worker.exitcode}" if worker.exitcode < 0 else f"code {worker.exitcode}"
        command = ["compile", *task.inputs, "--isa", task.isa]
        with _caught(self.colour) as said:
            error = InternalError(f"the process that compiled it ended with {how}", Location(task.inputs[0]))
            with console.reporting(Reporter()) as reporter:
                console.diagnose(error, command)
            return BatchResult(3, said.getvalue(), tuple(reporter.found))

    def interrupt(self) -> None:
        """Interrupt busy processes as Ctrl-C does, so that they leave no file half written."""
        for worker in self.workers.values():
            if worker.is_alive():
                with suppress(ProcessLookupError):
                    os.kill(worker.pid, signal.SIGINT)

    def stop(self) -> None:
        """End all processes: they leave when their pipe is closed."""
        for pipe in self.workers:
            pipe.close()
        try:
            for worker in self.workers.values():
                worker.join(PATIENCE)
        finally:
            for worker in self.workers.values():
                if worker.is_alive():
                    worker.kill()
                    worker.join()


@contextmanager
def _pool(size: int, net: Net, words: Sequence[str]) -> Iterator[_Pool]:
    pool = _Pool(size, net, tuple(words), console.coloured(sys.stderr))
    done = False
    try:
        yield pool
        done = True
    finally:
        try:
            if not done:
                pool.interrupt()
        finally:
            pool.stop()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Keep Ctrl-C waiting, also in processes that are started here, until they are ready for it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # to start the tracker lets interrupts through, so it must run before they are blocked
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Caught(io.StringIO):
    """Standard error of one task, coloured as that of the command."""

    def __init__(self, colour: bool) -> None:
        super().__init__()
        self.coloured = colour


@contextmanager
def _caught(colour: bool) -> Iterator[_Caught]:
    with _Caught(colour) as stream, redirect_stderr(stream):
        yield stream


def serve(pipe: Connection, net: Net, words: Sequence[str], colour: bool) -> None:
    """Compile tasks from the pipe until it is closed or the process is interrupted."""
    with suppress(EOFError, ConnectionError, KeyboardInterrupt), interrupted_once():
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        while True:
            task = pipe.recv()
            with _caught(colour) as stream, console.reporting(Reporter(words=words)) as reporter:
                code = net(partial(_compile, task), words)
                pipe.send(BatchResult(code, stream.getvalue(), tuple(reporter.found)))


def _compile(task: BatchTask) -> None:
    compile_inputs(task.inputs, task.isa, task.choices, task.wishes)
