"""The record that a scheduler returns: instructions, their origins, the resources that they use, and their lower
bound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from gpucc.isel.machine import Inst
from gpucc.program import Constant
from gpucc.records import dataclass

Code = TypeVar("Code")


@dataclass(frozen=True, slots=True)
class Origin:
    """The reason for a unit's work in an instruction: the selected instruction (None for addresses, loads and jumps),
    or a copy.

    `value` is the number of the value that the unit computes; `producers` are the (instruction, unit) pairs whose
    results it reads without going through registers.
    """

    unit: str
    inst: Inst | None
    copy: bool
    value: int | None = None
    producers: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Schedule(Generic[Code]):
    """The instructions of a program, with a parallel list `origins` for the parts of each; `starts` are the first
    instructions of the sections.

    `slots` counts how often each unit works. `outputs` are the registers that hold the outputs at the end, on machines
    without output registers; `words` is the length on machines whose instructions differ in length. `note` is the
    reason why level 3 proved nothing; `form` is the number of the form that was scheduled, if a program has several.
    """

    instructions: tuple[Code, ...]
    origins: tuple[tuple[Origin, ...], ...]
    starts: tuple[int, ...]
    registers: int
    spills: int
    lower_bound: int
    slots: Counter[str]
    constants: tuple[Constant, ...] = ()
    outputs: tuple[int, ...] = ()
    words: int = 0
    note: str = ""
    form: int = 0

    def describe(self) -> str:
        """Return the length and the lower bound in a few words."""
        words = f", {self.words} words" if self.words else ""
        count = len(self.instructions)
        plural = "" if count == 1 else "s"
        return f"{count} instruction{plural}, lower bound {self.lower_bound} for the selected operations{words}"

    def statistics(self) -> dict[str, object]:
        """Return the numbers that a program has in its statistics, by name."""
        count = len(self.instructions)
        return {
            "instructions": count,
            **({"words": self.words} if self.words else {}),
            "registers": self.registers,
            "spills": self.spills,
            "lower_bound": self.lower_bound,
            "meets_bound": count == self.lower_bound,
            "lines": lines([origin.inst for origin in row if origin.inst is not None] for row in self.origins),
            "slots": dict(sorted(self.slots.items())),
        }


def lines(rows: Iterable[Sequence[Inst]]) -> dict[str, int]:
    """Count the instructions of each known source line. An instruction that serves several lines counts for the
    first."""
    places = [next((inst.location for inst in row if inst.location), None) for row in rows]
    counted = Counter(f"{place.file}:{place.line}" for place in places if place and place.line)
    return dict(sorted(counted.items()))
