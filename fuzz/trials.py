"""Trials of random programs: each is compiled and verified as in every compilation, then checked against its family's
facts."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

import numpy as np

from gpucc import driver
from gpucc.compiled import CompiledProgram
from gpucc.errors import MISTAKES, GpuccError, LimitExceeded, Miscompiled, Unsupported
from gpucc.fuzz import rooms, shbin_structure
from gpucc.fuzz.draws import Draws, shrunk
from gpucc.isa.model import Isa
from gpucc.program import NoOutput, Program, Slot, Stage
from gpucc.records import dataclass
from gpucc.targets import registry

# returns a fault of the program, besides the judge's comparison; None if there is none
Fact = Callable[[CompiledProgram], str | None]
BIT_FOR_BIT, WITHIN, LARGE, REFUSED = "bit for bit", "within bounds", "too large", "refused"
UNVERIFIED, MISMATCH = "unverified", "mismatch"
OUTCOMES = (BIT_FOR_BIT, WITHIN, LARGE, REFUSED, UNVERIFIED, MISMATCH)


@dataclass(frozen=True)
class FuzzSample:
    """A program, and facts that must hold for its compilation.

    `refusable` if the target may refuse it, `undefinable` if its result may be undefined for all inputs, by a division
    by zero, say; `lanes` limits the comparison where many lanes would take long.
    """

    text: str
    name: str
    stage: Stage
    facts: tuple[Fact, ...] = ()
    refusable: bool = False
    undefinable: bool = False
    lanes: int = 1 << 20
    options: Mapping[str, Any] = field(default_factory=dict)


Make = Callable[[Draws, Isa, Stage], FuzzSample]


@dataclass(frozen=True)
class FuzzFamily:
    """`weight` is the family's share in a mixture; `stages` are those for which it has programs."""

    name: str
    make: Make
    weight: int = 1
    stages: tuple[Stage, ...] = ("vertex", "fragment")


class Mismatch(Exception):
    """A wrong result or a false fact: a bug."""


@dataclass(frozen=True)
class FuzzWishes:
    """How programs are compiled. A seed, a number and these are a program and its trial."""

    isa: str
    stage: Stage
    opt: int = 2
    lanes: int = 64
    target: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class FuzzTrial:
    """What became of a program: one of OUTCOMES, its instructions if it was compiled, and why it was not verified."""

    outcome: str
    instructions: int = 0
    said: str = ""


def attempt(sample: FuzzSample, wishes: FuzzWishes) -> FuzzTrial:
    """Compile, verify and check the facts; raises `Mismatch`."""
    warnings: list[str] = []

    def observe(name: str, said: object) -> None:
        if name == "warning":
            warnings.append(str(said))

    try:
        program = driver.compile(
            sample.text, wishes.isa, verify=min(wishes.lanes, sample.lanes), allow_unverified=True,
            observe=observe, **arguments(sample, wishes),
        )  # fmt: skip
    except Miscompiled as error:
        raise Mismatch(_said(error)) from error
    except LimitExceeded as error:
        return FuzzTrial(LARGE, said=str(error))
    except NoOutput as error:
        if not sample.undefinable:
            raise Mismatch(f"refused: {_said(error)}") from error
        return FuzzTrial(REFUSED, said=str(error))
    except Unsupported as error:
        if not sample.refusable:
            raise Mismatch(f"refused: {_said(error)}") from error
        return FuzzTrial(REFUSED, said=str(error))
    except GpuccError as error:
        raise Mismatch(f"{type(error).__name__}: {_said(error)}") from error
    for fact in (*sample.facts, *ALSO.get(wishes.isa, ())):
        wrong = fact(program)
        if wrong is not None:
            raise Mismatch(wrong)
    assert program.verified is not None
    instructions = program.stats["instructions"]
    if program.verified["verdict"] == "unverified":
        return FuzzTrial(UNVERIFIED, instructions, "\n".join(warnings))
    return FuzzTrial(BIT_FOR_BIT if program.verified["exact"] else WITHIN, instructions)


def arguments(sample: FuzzSample, wishes: FuzzWishes) -> dict[str, Any]:
    """The options with which a program is compiled."""
    return {
        "stage": sample.stage, "opt": wishes.opt, "target": dict(wishes.target), "name": sample.name, **sample.options,
    }  # fmt: skip


def _said(error: GpuccError) -> str:
    return "\n".join((str(error), *error.notes))


def _sound(program: CompiledProgram) -> str | None:
    faults = [str(fault) for fault in (*driver.check(program.code, program.isa), *shbin_structure.faults(program.code))]
    return f"file: {faults}" if faults else None


# facts that must hold for every program of a target whose files have the structure of an SHBIN
ALSO: Mapping[str, tuple[Fact, ...]] = dict.fromkeys(rooms.SHBIN, (_sound,))


@dataclass(frozen=True)
class FuzzFailure:
    """A failing program, as small as it could be made."""

    family: str
    number: int
    message: str
    sample: FuzzSample

    def __str__(self) -> str:
        return (
            f"family {self.family}, program {self.number}: {self.message}\n--- {self.sample.name}\n{self.sample.text}"
        )


def try_one(
    family: FuzzFamily, seed: int, number: int, wishes: FuzzWishes, tries: int = 150, seconds: float = 600.0
) -> FuzzTrial | FuzzFailure:
    """Run program `number` of the family; if it fails, return the smallest failing program that was found within as
    many attempts, and as many seconds of CPU time."""
    isa = registry.find(wishes.isa).isa

    def run(draws: Draws) -> tuple[FuzzSample, FuzzTrial | str]:
        sample = family.make(draws, isa, wishes.stage)
        try:
            return sample, attempt(sample, wishes)
        except Mismatch as mismatch:
            return sample, str(mismatch)
        except MISTAKES as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            return sample, f"{type(error).__name__} at {Path(frame.filename).name} in {frame.name}: {error}"

    draws = Draws(f"{family.name}/{seed}/{number}")
    sample, wrong = run(draws)
    if isinstance(wrong, FuzzTrial):
        return wrong
    if tries == 0:
        return FuzzFailure(family.name, number, wrong, sample)
    kind, end = wrong.split(":")[0][:40], time.process_time() + seconds

    def fails(record: Sequence[int]) -> bool:
        if time.process_time() > end:
            return False
        other = run(Draws(replay=record))[1]
        return isinstance(other, str) and other.split(":")[0][:40] == kind

    smaller, message = run(Draws(replay=shrunk(draws.record, fails, tries)))
    # what fails only beside what ran before it stays as it was
    return FuzzFailure(family.name, number, *((message, smaller) if isinstance(message, str) else (wrong, sample)))


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


def first_far(
    kind: str, places: Mapping[str, np.ndarray], found: np.ndarray, wanted: np.ndarray, open_: np.ndarray
) -> str | None:
    """Describe the first lane whose result is far from the wanted one, except where `open_` holds. `places` are the
    inputs to name. The tolerance is for small values in halves, which have eleven bits."""
    with np.errstate(all="ignore"):
        near = np.abs(found.astype(np.float64) - wanted) <= 0.02 * np.maximum(1, np.abs(wanted))
    wrong = np.argwhere(~near & ~open_)
    if not len(wrong):
        return None
    lane, component = (int(i) for i in wrong[0])
    where = ", ".join(f"{name} = {values[lane]}" for name, values in places.items())
    return f"{kind}: at {where} component {component} is {found[lane, component]}, not {wanted[lane, component]}"


def _ones(slot: Slot) -> np.ndarray:
    if not slot.name.startswith("gl_"):
        raise Mismatch(f"interface: the program asks for {slot.name!r}, which the source does not have")
    return np.ones(len(slot.words.replace(".", "")), np.float32)
