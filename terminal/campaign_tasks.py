"""One task of `gpucc campaign`: a shader, or a pair, is compiled for one target and compared with LLVM's JIT."""

from __future__ import annotations

import resource
import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from gpucc import driver
from gpucc.campaign.journal import QUARANTINED, CampaignResult
from gpucc.campaign.nursery import CRASHED, UNFINISHED, said_of
from gpucc.errors import (
    MISTAKES,
    GpuccError,
    InputError,
    InternalError,
    LimitExceeded,
    Miscompiled,
    Unsupported,
)
from gpucc.program import Program
from gpucc.terminal.campaign_sources import PAIR
from gpucc.terminal.reduce import ReduceWishes, shrink
from gpucc.terminal.wishes import Choices, placed, read_source
from gpucc.verdict import NOT_VERIFIED

VERDICTS = ("verified", "structure", "unverified")
OUTCOMES = (*VERDICTS, "differs", CRASHED, "too large", "refused", "invalid", UNFINISHED, QUARANTINED)
# failures
BAD = ("differs", CRASHED, QUARANTINED)
# a failure is made smaller in a process of its own, in this part of a task's time
SHARE = 0.7
EXAMINED = ("differs", CRASHED)


def perform(given: Mapping[str, Any]) -> CampaignResult:
    """The result of one task; the text about a failure of gpucc begins with the command that reproduces it."""
    doubts = Doubts()
    try:
        programs = _pair(given, doubts) if "pair" in given else [_single(given, doubts)]
    except GpuccError as error:
        outcome, said = _outcome(error), "\n".join((str(error), *error.notes))
    except MISTAKES as error:
        outcome, said = CRASHED, said_of(error)
    else:
        return _judged(programs, doubts)
    return CampaignResult(outcome, said=f"{said}\nto see it: {_command(given)}" if outcome in BAD else said)


class Doubts:
    """Collects from a compilation's messages why programs are not verified."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def __call__(self, name: str, said: object) -> None:
        if name == "warning" and str(said).startswith(NOT_VERIFIED):
            self.told.append(str(said).removeprefix(NOT_VERIFIED))


def examine(given: Mapping[str, Any], result: CampaignResult) -> CampaignResult:
    """A failure with the smallest source that fails in the same way. Pairs stay as they are."""
    if "pair" in given:
        return result
    wishes = ReduceWishes(lanes=given["lanes"], seed=given["seed"], seconds=seconds_to_shrink())
    with suppress(GpuccError, *MISTAKES):
        found = shrink(read_source(given["file"]), given["isa"], _choices(given), wishes)
        return replace(result, said=f"{result.said}\n--- the smallest source that fails in the same way\n{found.text}")
    return result


def seconds_to_shrink() -> float:
    """The seconds that a search for a smaller source may take here."""
    soft, _ = resource.getrlimit(resource.RLIMIT_CPU)
    return 60.0 if soft == resource.RLIM_INFINITY else SHARE * soft


def _single(given: Mapping[str, Any], observe: Doubts) -> Program:
    source, choices = read_source(given["file"]), _choices(given)
    with placed(source):
        return driver.compile(
            source.data, given["isa"], verify=given["lanes"], seed=given["seed"], entry=choices.entry,
            name=source.name, allow_unverified=True, observe=observe, **choices.arguments(),
        )  # fmt: skip


def _pair(given: Mapping[str, Any], observe: Doubts) -> list[Program]:
    """Both programs of a pair, linked."""
    choices = _choices(given)
    files = [read_source(word) for word in given["pair"]]
    with placed(files[0]):
        both = driver.paired(files[0].data, files[1].data, None, choices.reading())
    programs: list[Program] = []
    for source, text, stage in zip(files, both, PAIR, strict=True):
        target, switches = driver.member(given["isa"], stage, source.name, choices.target)
        own = choices if text == source.data else choices.translated()
        with placed(source):
            programs.append(
                driver.compile(
                    text, target, verify=given["lanes"], seed=given["seed"], name=source.name, allow_unverified=True,
                    observe=observe, **{**own.arguments(), "stage": stage, "target": switches},
                )
            )  # fmt: skip
    driver.link(*programs)
    return programs


def _choices(given: Mapping[str, Any]) -> Choices:
    """The options of compilation, as they stood on the command line."""
    options: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in given["options"].items()
    }
    if "opt" in options:
        options["level"] = options.pop("opt")
    if given.get("stage"):
        options["stage"] = given["stage"]
    return Choices(entries=(given["entry"],) if given["entry"] else (), **options)


def _command(given: Mapping[str, Any]) -> str:
    """The command that shows a failure."""
    files = given["pair"] if "pair" in given else [given["file"]]
    verify = f"--lanes {given['lanes']} --seed {given['seed']}"
    words = ["gpucc", *dict.fromkeys(files), "--isa", given["isa"]]
    if "pair" in given:
        return f"{shlex.join(words)} --verify {given['lanes']}"
    stage = ["--stage", given["stage"]] if given.get("stage") else []
    return f"{shlex.join(['gpucc', 'verify', *words[1:], *stage])} {verify}"


def _judged(programs: Sequence[Program], doubts: Doubts) -> CampaignResult:
    """The worst verdict of the programs, and the sums of their figures."""
    found = [program.verified or {"verdict": "unverified"} for program in programs]
    worst = max(found, key=lambda one: VERDICTS.index(str(one["verdict"])))
    said = "\n".join(doubts.told)
    figures: dict[str, float] = {}
    for program in programs:
        for name, value in _figures(program).items():
            figures[name] = figures.get(name, 0) + value
    return CampaignResult(str(worst["verdict"]), figures, said)


def _outcome(error: GpuccError) -> str:
    match error:
        case Miscompiled():
            return "differs"
        case LimitExceeded():
            return "too large"
        case Unsupported():
            return "refused"
        case InternalError():
            return CRASHED
        case InputError():
            return "invalid"
    return "refused"


def _figures(program: Program) -> dict[str, float]:
    found: dict[str, float] = {"instructions": program.stats["instructions"], "words": program.stats["words"]}
    if "executed" in program.stats:
        found["executed"] = program.stats["executed"]["mean"]
    return found
