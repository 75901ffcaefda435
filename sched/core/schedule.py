"""The record that a scheduler hands on: instructions, where each comes from, what they take, and the bound they are
held against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from gpucc.isel.machine import Inst
from gpucc.program import Constant

Code = TypeVar("Code")


@dataclass(frozen=True, slots=True)
class Origin:
    """Why a unit works in an instruction: the selected instruction (None: addresses, loads and jumps), whether it only
    copies.

    `value` is the number of the value that it gives; `producers` are the (instruction, unit) whose results it takes
    past the registers.
    """

    unit: str
    inst: Inst | None
    copy: bool
    value: int | None = None
    producers: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Schedule(Generic[Code]):
    """`origins` go with the parts of each instruction, `starts` are the first instructions of the sections.

    `slots` counts how often each unit works. `outputs` are the registers that hold the outputs at the end, where the
    machine has no place of their own for them; `words` is the length where instructions differ in theirs. `note`: why
    level 3 proves nothing.
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

    def describe(self) -> str:
        words = f", {self.words} words" if self.words else ""
        return (
            f"{len(self.instructions)} instructions, lower bound {self.lower_bound} for the selected operations{words}"
        )

    def statistics(self) -> dict[str, object]:
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
    """Instructions for each source line that is known; one that serves several lines counts for the first."""
    places = [next((inst.location for inst in row if inst.location), None) for row in rows]
    counted = Counter(f"{place.file}:{place.line}" for place in places if place and place.line)
    return dict(sorted(counted.items()))
