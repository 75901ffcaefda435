"""Trials of random programs: each is compiled and verified as in every compilation, then checked against its family's
facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from choices import Choices, shrunk

from gpucc import driver
from gpucc.errors import GpuccError, LimitExceeded, Miscompiled, Unsupported
from gpucc.isa.model import Isa
from gpucc.program import Program, Slot, Stage
from gpucc.targets import registry

# returns a fault of the program, besides the judge's comparison; None if there is none
Fact = Callable[[Program], str | None]
BIT_FOR_BIT, WITHIN, LARGE, REFUSED, UNVERIFIED = "bit for bit", "within bounds", "too large", "refused", "not verified"
OUTCOMES = (BIT_FOR_BIT, WITHIN, LARGE, REFUSED, UNVERIFIED)


@dataclass(frozen=True)
class Sample:
    """A program, and facts that must hold for its compilation.

    `refusable` if the target may refuse it; `lanes` limits the comparison where many lanes would take long.
    """

    text: str
    name: str
    stage: Stage
    facts: tuple[Fact, ...] = ()
    refusable: bool = False
    lanes: int = 1 << 20
    options: Mapping[str, Any] = field(default_factory=dict)


Make = Callable[[Choices, Isa, Stage], Sample]


@dataclass(frozen=True)
class Family:
    """`weight` is the family's share in a mixture; `stages` are those for which it has programs."""

    name: str
    make: Make
    weight: int = 1
    stages: tuple[Stage, ...] = ("vertex", "fragment")


class Mismatch(Exception):
    """A wrong result or a false fact: a bug."""


@dataclass(frozen=True)
class Wishes:
    isa: str
    stage: Stage
    opt: int = 2
    lanes: int = 64
    target: Mapping[str, str] = field(default_factory=dict)


def attempt(sample: Sample, wishes: Wishes, found: Counter[str]) -> None:
    """Compile, verify and check the facts; the outcome is counted in `found`."""
    kwargs: dict[str, Any] = {
        "stage": sample.stage,
        "opt": wishes.opt,
        "target": dict(wishes.target),
        "name": sample.name,
        **sample.options,
    }
    try:
        program = driver.compile(
            sample.text, wishes.isa, verify=min(wishes.lanes, sample.lanes), allow_unverified=True, **kwargs
        )
    except Miscompiled as error:
        raise Mismatch(f"{error}\n{chr(10).join(error.notes)}") from error
    except LimitExceeded:
        found[LARGE] += 1
        return
    except Unsupported as error:
        if not sample.refusable:
            raise Mismatch(f"refused: {error}\n{chr(10).join(error.notes)}") from error
        found[REFUSED] += 1
        return
    except GpuccError as error:
        raise Mismatch(f"{type(error).__name__}: {error}\n{chr(10).join(error.notes)}") from error
    for fact in sample.facts:
        wrong = fact(program)
        if wrong is not None:
            raise Mismatch(wrong)
    assert program.verified is not None
    if program.verified["verdict"] == "unverified":
        found[UNVERIFIED] += 1
    else:
        found[BIT_FOR_BIT if program.verified["exact"] else WITHIN] += 1
    found["instructions"] += program.stats["instructions"]


@dataclass(frozen=True)
class Failure:
    """A failing program, shrunk as far as possible."""

    family: str
    number: int
    message: str
    sample: Sample

    def __str__(self) -> str:
        return (
            f"family {self.family}, program {self.number}: {self.message}\n--- {self.sample.name}\n{self.sample.text}"
        )


def try_one(
    family: Family,
    seed: int,
    number: int,
    wishes: Wishes,
    found: Counter[str],
    also: tuple[Fact, ...] = (),
    tries: int = 150,
) -> Failure | None:
    """Run program `number` of the family; if it fails, return the smallest failing program that was found."""
    isa = registry.find(wishes.isa).isa

    def run(choices: Choices, tally: Counter[str]) -> tuple[Sample, str | None]:
        sample = family.make(choices, isa, wishes.stage)
        try:
            attempt(replace(sample, facts=(*sample.facts, *also)), wishes, tally)
        except Mismatch as mismatch:
            return sample, str(mismatch)
        return sample, None

    choices = Choices(f"{family.name}/{seed}/{number}")
    sample, wrong = run(choices, found)
    if wrong is None:
        return None
    kind = wrong.split(":")[0][:40]

    def fails(record: Any) -> bool:
        other = run(Choices(replay=record), Counter())[1]
        return other is not None and other.split(":")[0][:40] == kind

    record = shrunk(choices.record, fails, tries)
    smaller, message = run(Choices(replay=record), Counter())
    return Failure(family.name, number, message or wrong, smaller if message else sample)


def outputs(program: Program, arrays: Mapping[str, Any], lanes: int, precision: str = "native") -> np.ndarray:
    """Run the program on named arrays, ignoring those that it has no inputs for; the result has shape (lanes,
    components).

    It is the varying `made` of a vertex program, else its only output. The target's own uniforms are 1.
    """
    slots = (*program.interface.inputs, *program.interface.uniforms, *program.interface.samplers)
    given = {slot.name: arrays[slot.name] if slot.name in arrays else _ones(slot) for slot in slots}
    found = driver.run(program, given, precision)
    made = (found["made"] if "made" in found else next(iter(found.values()))).astype(np.float32)
    made = made.reshape(made.shape[0], -1)
    return np.repeat(made, lanes, 0) if made.shape[0] == 1 else made


def _ones(slot: Slot) -> np.ndarray:
    if not slot.name.startswith("gl_"):
        raise Mismatch(f"interface: the program asks for {slot.name!r}, which the source does not have")
    return np.ones(len(slot.words.replace(".", "")), np.float32)
