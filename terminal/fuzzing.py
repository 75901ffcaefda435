"""`gpucc campaign fuzz`: random programs, each named by target, seed and number."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from functools import cache
from typing import Any

from gpucc import driver
from gpucc.campaign.journal import CampaignResult, CampaignTask
from gpucc.errors import MISTAKES, GpuccError, UsageError
from gpucc.fuzz import families, rooms, trials
from gpucc.fuzz.trials import MISMATCH, OUTCOMES, UNVERIFIED, FuzzFailure, FuzzTrial, FuzzWishes
from gpucc.program import Stage
from gpucc.terminal.campaign_tasks import seconds_to_shrink
from gpucc.terminal.reduce import ReduceWishes, shrink
from gpucc.terminal.wishes import Choices, GivenSource

__all__ = ["EXAMINED", "LANES", "MISMATCH", "OUTCOMES", "TASKS", "examine", "perform", "tasks"]
TASKS = "gpucc.terminal.fuzzing"
# the lanes of a task: programs are small, and many count for more than many lanes
LANES = 64
# the options of compilation that a campaign of random programs takes; the programs need their own for the rest
TAKEN = frozenset({"stage", "level", "target"})
# the attempts at a smaller program, before its text is made smaller
TRIES = 150
# what is examined, in a process of its own
EXAMINED = (MISMATCH,)


def tasks(
    names: Sequence[str], choices: Choices, isas: Sequence[str], lanes: int, seeds: Iterable[int],
    numbers: Iterable[int],
) -> Iterator[CampaignTask]:  # fmt: skip
    """The programs of the families, or of all in their mixture, for each target."""
    _check(names, choices)
    for isa in isas or driver.isas():
        stages = [stage for stage in driver.stages_of(isa) if stage in families.STAGES]
        stage = choices.stage or stages[0]
        if stage not in stages:
            if isas:
                raise UsageError(f"there are no random programs of stage {stage!r} for {isa}")
            continue
        mixture = families.mixed(stage, tuple(names))
        if not mixture:
            raise UsageError(f"no family {' or '.join(names)} has programs for the stage {stage!r} of {isa}")
        target = choices.target or rooms.roomiest(isa)
        for seed in seeds:
            for number in numbers:
                family = mixture[number % len(mixture)].name
                given = {
                    "isa": isa, "stage": stage, "seed": seed, "number": number, "family": family, "lanes": lanes,
                    "opt": choices.level, "target": target,
                }  # fmt: skip
                yield CampaignTask(f"{family} seed {seed} program {number} {isa}", given)


def _check(names: Sequence[str], choices: Choices) -> None:
    for name in names:
        if name not in families.FAMILIES:
            raise UsageError(
                f"there is no family of random programs {name!r}", notes=(f"families: {', '.join(families.FAMILIES)}",)
            )
    usual = Choices()
    for one in fields(choices):
        if one.name not in TAKEN and getattr(choices, one.name) != getattr(usual, one.name):
            raise UsageError(
                f"random programs come with their own options; {one.name!r} cannot be set",
                notes=("-O, --stage and --target can",),
            )


# compiled once in each process that starts tasks, so that its children have loaded what the target needs
PLAIN = """define <4 x float> @shader(<4 x float> %p, float %f) {
entry:
  %c = fcmp ogt float %f, 0.000000e+00
  br i1 %c, label %yes, label %done
yes:
  %s = call float @llvm.sqrt.f32(float %f)
  br label %done
done:
  %r = phi float [ %s, %yes ], [ 0.000000e+00, %entry ]
  %v = insertelement <4 x float> %p, float %r, i32 0
  ret <4 x float> %v
}
declare float @llvm.sqrt.f32(float)
"""


def prepare(given: Mapping[str, Any]) -> None:
    _prepared(given["isa"], given["stage"], given["opt"], tuple(given["target"].items()))


@cache
def _prepared(isa: str, stage: Stage, opt: int, target: tuple[tuple[str, str], ...]) -> None:
    with suppress(GpuccError, *MISTAKES):
        driver.compile(PLAIN, isa, stage=stage, opt=opt, target=dict(target), name="plain.ll", verify=LANES)


def perform(given: Mapping[str, Any]) -> CampaignResult:
    """The result of one program."""
    found = _tried(given, 0, 0.0)
    if isinstance(found, FuzzFailure):
        return CampaignResult(MISMATCH, said=f"{found.message}\nto see it: {_again(given)}")
    said = f"{found.said}\nto see it: {_again(given)}" if found.outcome == UNVERIFIED else found.said
    return CampaignResult(found.outcome, {"instructions": found.instructions} if found.instructions else {}, said)


def examine(given: Mapping[str, Any], result: CampaignResult) -> CampaignResult:
    """A failure with a smaller program: first by its decisions, then by its text."""
    seconds = seconds_to_shrink() / 2
    found = _tried(given, TRIES, seconds)
    return replace(result, said=_told(found, given, seconds)) if isinstance(found, FuzzFailure) else result


def _tried(given: Mapping[str, Any], tries: int, seconds: float) -> FuzzTrial | FuzzFailure:
    family = families.FAMILIES[given["family"]]
    return trials.try_one(family, given["seed"], given["number"], _wishes(given), tries, seconds)


def _wishes(given: Mapping[str, Any]) -> FuzzWishes:
    return FuzzWishes(given["isa"], given["stage"], given["opt"], given["lanes"], given["target"])


def _shared(wishes: FuzzWishes) -> str:
    switches = [f"--target {shlex.quote(f'{name}={value}')}" for name, value in wishes.target.items()]
    return " ".join([f"--isa {wishes.isa}", f"-O{wishes.opt}", f"--stage {wishes.stage}", *switches])


def _again(given: Mapping[str, Any]) -> str:
    return (
        f"gpucc campaign fuzz {given['family']} {_shared(_wishes(given))} --lanes {given['lanes']}"
        f" --seed {given['seed']} --first {given['number']} --count 1"
        f" --journal {given['family']}-{given['seed']}-{given['number']}.db"
    )


def _told(failure: FuzzFailure, given: Mapping[str, Any], seconds: float) -> str:
    """What is said of a failure: what is wrong, the command that shows it, and the smallest program."""
    wishes = _wishes(given)
    lines = [failure.message, f"to see it: {_again(given)}"]
    sample = failure.sample
    lanes = min(wishes.lanes, sample.lanes)
    # a false fact, such as text that assembles to another program, is no failure of the text for `gpucc reduce`
    text = sample.text
    with suppress(GpuccError, *MISTAKES):
        options = trials.arguments(sample, wishes)
        del options["name"]
        choices = Choices(level=options.pop("opt"), **options)
        source = GivenSource(text.encode(), sample.name)
        text = shrink(source, wishes.isa, choices, ReduceWishes(lanes=lanes, seconds=seconds)).text
        own = "".join(f" --{name} {value}" for name, value in sample.options.items())
        lines.append(f"to see the program below: gpucc verify {sample.name} {_shared(wishes)}{own} --lanes {lanes}")
    return "\n".join([*lines, f"--- {sample.name}, the smallest program that fails in the same way", text])
