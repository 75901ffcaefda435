"""One task of `gpucc campaign`: a shader is compiled for one target and compared with LLVM's JIT."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

from gpucc import driver
from gpucc.campaign.journal import QUARANTINED, CampaignResult
from gpucc.campaign.nursery import UNFINISHED
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
from gpucc.terminal.reduce import ReduceWishes, shrink
from gpucc.terminal.wishes import Choices, GivenSource, placed, read_source

OUTCOMES = (
    "verified", "structure", "unverified", "differs", "crashed", "too large", "refused", "invalid", UNFINISHED,
    QUARANTINED,
)  # fmt: skip
# failures
BAD = ("differs", "crashed", QUARANTINED)
# a failure is made smaller for so many seconds, which count as the task's own
SECONDS_TO_SHRINK = 20.0


def perform(given: Mapping[str, Any]) -> CampaignResult:
    """The result of a task; a failure of gpucc comes with a smaller source and the command that shows it."""
    source = read_source(given["file"])
    try:
        with placed(source):
            program = driver.compile(
                source.data, given["isa"], verify=given["lanes"], seed=given["seed"], entry=given["entry"],
                name=source.name, allow_unverified=True, **_kept(given["options"]),
            )  # fmt: skip
    except GpuccError as error:
        outcome = _outcome(error)
        said = "\n".join((str(error), *error.notes))
        return CampaignResult(outcome, said=_with_smaller(source, given, said) if outcome in BAD else said)
    except MISTAKES as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        said = f"{type(error).__name__} at {Path(frame.filename).name}:{frame.lineno} in {frame.name}: {error}"
        return CampaignResult("crashed", said=_with_smaller(source, given, said))
    assert program.verified is not None
    said = "" if program.verified["verdict"] != "unverified" else str(program.verified.get("doubt") or "")
    return CampaignResult(str(program.verified["verdict"]), _figures(program), said)


def _kept(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}


def _outcome(error: GpuccError) -> str:
    match error:
        case Miscompiled():
            return "differs"
        case LimitExceeded():
            return "too large"
        case Unsupported():
            return "refused"
        case InternalError():
            return "crashed"
        case InputError():
            return "invalid"
    return "refused"


def _figures(program: Program) -> dict[str, float]:
    found: dict[str, float] = {"instructions": program.stats["instructions"], "words": program.stats["words"]}
    if "executed" in program.stats:
        found["executed"] = program.stats["executed"]["mean"]
    return found


def _with_smaller(source: GivenSource, given: Mapping[str, Any], said: str) -> str:
    """What is said of a failure, with the smallest source that fails in the same way, and how to see it."""
    command = f"gpucc verify {given['file']} --isa {given['isa']} --lanes {given['lanes']} --seed {given['seed']}"
    words = {one.name for one in fields(Choices)}
    options = {("level" if name == "opt" else name): value for name, value in _kept(given["options"]).items()}
    entries = (given["entry"],) if given["entry"] else ()
    choices = Choices(entries=entries, **{name: value for name, value in options.items() if name in words})
    wishes = ReduceWishes(lanes=given["lanes"], seed=given["seed"], seconds=SECONDS_TO_SHRINK)
    smaller = ""
    with suppress(GpuccError, *MISTAKES):
        found = shrink(source, given["isa"], choices, wishes)
        smaller = f"\n--- the smallest source that fails in the same way\n{found.text}"
    return f"{said}\nto see it: {command}{smaller}"
