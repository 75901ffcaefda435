"""`gpucc reduce`: find a smaller source that fails in the same way."""

from __future__ import annotations

import math
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from gpucc import driver
from gpucc.emit.files import write_files
from gpucc.errors import InputError, Location, UsageError
from gpucc.records import dataclass
from gpucc.reduce.passes import language_of, reduce_source
from gpucc.reduce.search import Reduction
from gpucc.terminal import console
from gpucc.terminal.outputs import check_paths
from gpucc.terminal.reduce_failures import FEW_LANES, Examination, OuterJudge, Symptom, judge_of
from gpucc.terminal.wishes import Choices, GivenSource, check_isa, read_shader

Judge = Callable[[str], bool]
Told = Callable[[Reduction], None]
# the most seconds that a timer of the system is set to
LONGEST = 1e8


class TimeOver(BaseException):
    """The seconds of --seconds are over."""


@dataclass(frozen=True, slots=True)
class Shrinking:
    """The result of a search; `symptom` describes the failure that was preserved."""

    before: str
    text: str
    symptom: str
    tried: int
    finished: bool


@dataclass(frozen=True, slots=True)
class Failure:
    """The text to shrink, the judge of its candidates, and the failure. `everywhere` tells whether a text fails as well
    on all lanes that were asked for, if candidates are compared on FEW_LANES of them."""

    text: str
    fails: Judge
    symptom: str
    everywhere: Judge | None = None

    def told(self, best: str, finished: bool) -> str:
        """The failure of the smallest text, with the number of lanes if it is not known to fail on all."""
        if self.everywhere is None or best == self.text or (finished and self.everywhere(best)):
            return self.symptom
        return f"{self.symptom} (with --lanes {FEW_LANES})"


@dataclass(frozen=True, slots=True)
class ReduceWishes:
    """The options of a search. `command` judges candidates instead of verification; `valid` judges whether a candidate
    is valid input."""

    lanes: int = 4096
    seed: int = 0
    command: str | None = None
    valid: str | Judge | None = None
    limit: int = 5000
    seconds: float | None = None


def reduce_file(word: str, isa: str, choices: Choices, wishes: ReduceWishes, output: str | None) -> None:
    """Shrink the source and write the result. A search that is stopped writes the smallest text found so far."""
    check_isa(isa, more=("all",))
    if wishes.seconds is not None and math.isnan(wishes.seconds):
        raise UsageError("--seconds is a number of seconds, not nan")
    source = read_shader(word, choices.language)
    target = _target(output, word)
    with console.Progress() as progress:

        def interrupted(reduction: Reduction) -> None:
            _deliver(reduction.best, target)
            where = target or "standard output"
            console.say(f"stopped after {reduction.tried} candidates; {where} holds the smallest text so far")

        def report(tried: int, best: str) -> None:
            progress(f"candidate {tried}: {_lines(best)} lines")

        found = shrink(source, isa, choices, wishes, report, interrupted)
    _deliver(found.text, target)
    name = console.printable(source.name)
    console.say(
        f"{name}: {_lines(found.before)} lines to {_lines(found.text)}, {found.tried} candidates; {found.symptom}"
    )
    if not found.finished:
        over = f"the limit of {wishes.limit} candidates is reached; --limit N allows more"
        if found.tried < wishes.limit:
            over = f"the time of {wishes.seconds:g} seconds is over; --seconds S allows more"
        console.say(f"note: {over}")


def shrink(
    source: GivenSource,
    isa: str,
    choices: Choices,
    wishes: ReduceWishes,
    report: Callable[[int, str], None] = lambda tried, best: None,
    interrupted: Told = lambda reduction: None,
) -> Shrinking:
    """Search for the smallest text. `interrupted` is called with the state of the search if a signal stops it."""
    data = source.data if isinstance(source.data, bytes) else source.data.read_bytes()
    failure = _failure(data, source, isa, choices, wishes)
    text = failure.text
    reduction = Reduction(text, _both(failure.fails, _validity(wishes, source, text)), wishes.limit, report)
    try:
        with suppress(TimeOver), _stoppable(wishes.seconds):
            reduce_source(reduction, language_of(source.name, data))
    except (KeyboardInterrupt, console.Terminated):
        interrupted(reduction)
        raise
    symptom = failure.told(reduction.best, reduction.finished)
    return Shrinking(text, reduction.best, symptom, reduction.tried, reduction.finished)


@contextmanager
def _stoppable(seconds: float | None) -> Iterator[None]:
    """Raise `Terminated` at SIGTERM and `TimeOver` at the end of the time, also within a candidate that takes long."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: object) -> None:
        raise console.Terminated if number == signal.SIGTERM else TimeOver

    alarm = getattr(signal, "SIGALRM", None)
    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, alarm) if number is not None}
    try:
        if alarm is not None and seconds is not None:
            signal.setitimer(signal.ITIMER_REAL, min(seconds, LONGEST))
        yield
    finally:
        if alarm is not None and seconds is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)


def _target(output: str | None, word: str) -> Path | None:
    """The file to write; None for standard output."""
    if output in (None, "-"):
        return None
    if not output:
        raise UsageError("cannot write '': the name is empty", notes=("-o takes a file, or - for standard output",))
    check_paths([Path(output)], [word])
    return Path(output)


def _lines(text: str) -> int:
    return len([line for line in text.splitlines() if line.strip()])


def _deliver(text: str, target: Path | None) -> None:
    data = text.encode("utf-8", "surrogateescape")
    if target is None:
        console.put(data)
    else:
        write_files({target: data})


def _both(fails: Judge, valid: Judge | None) -> Judge:
    return fails if valid is None else lambda text: fails(text) and valid(text)


def _validity(wishes: ReduceWishes, source: GivenSource, text: str) -> Judge | None:
    judge = _outer(wishes.valid, source, "--valid") if isinstance(wishes.valid, str) else wishes.valid
    if judge is not None and not judge(text):
        raise InputError(
            "the command of --valid does not accept this source",
            Location(source.name),
            ("it must end with exit code 0 for valid input, and the source itself must be valid",),
        )
    return judge


def _outer(command: str, source: GivenSource, option: str) -> OuterJudge:
    return OuterJudge.of(command, Path(source.name).name if isinstance(source.data, Path) else "shader.ll", option)


def _failure(data: bytes, source: GivenSource, isa: str, choices: Choices, wishes: ReduceWishes) -> Failure:
    text = data.decode("utf-8", "surrogateescape")
    lanes = wishes.lanes
    if wishes.command is not None:
        judge = _outer(wishes.command, source, "--command")
        if not judge(text):
            raise InputError(
                "the command does not find this source interesting",
                Location(source.name),
                ("it must end with exit code 0 while the failure is there, and with another code when it is gone",),
            )
        return Failure(text, judge, "the command finds it interesting")
    examination, first = _first_failure(data, source, isa, choices, lanes, wishes.seed)
    few = examination.symptom(data, FEW_LANES) if lanes > FEW_LANES else None
    enough = FEW_LANES if few is not None and few.matches(first) else lanes
    # a source that keeps to GLSL ES stays in it: without its precision statement it would be read as desktop GLSL
    strict = replace(examination, choices=replace(choices, strict_es=True))
    if not choices.strict_es and language_of(source.name, data) != "ir" and strict.symptom(data, enough) == first:
        examination = strict
    return Failure(
        text,
        judge_of(first, lambda text: examination.symptom(text, enough)),
        f"{examination.isa}: {first}",
        None if enough == lanes else judge_of(first, examination.symptom),
    )


def _first_failure(
    data: bytes, source: GivenSource, isa: str, choices: Choices, lanes: int, seed: int
) -> tuple[Examination, Symptom]:
    """The target on which the source fails, and its symptom. Among several targets, one with a miscompilation comes
    first."""
    names: Sequence[str] = driver.isas() if isa == "all" else (isa,)
    examinations = [Examination(name, source.name, choices, lanes, seed) for name in names]
    found = [(each, each.symptom(data)) for each in examinations]
    failing = [(each, symptom) for each, symptom in found if symptom is not None]
    if len(found) > 1 and len({str(symptom) for _, symptom in found}) > 1:
        failing = [(each, symptom) for each, symptom in failing if symptom.ours]
    if not failing:
        where = f"on {isa}" if isa != "all" else "on any target"
        raise InputError(
            f"this source does not fail {where}: there is nothing to reduce",
            Location(source.name),
            (f"it was compared on {lanes} lanes with seed {seed}; --lanes and --seed compare others",
             "--command CMD reduces by a command of your own"),
        )  # fmt: skip
    return failing[0]
