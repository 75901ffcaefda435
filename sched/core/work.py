"""The work to be scheduled, as far as all machines agree: values with a number each, and the uses that operands are
made of."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from gpucc.isel.machine import LocalArray

# where a value comes from; machines name the files of other leaves
RESULT, CONSTANT, VARIABLE, MEMORY = "result", "constant", "variable", "memory"


@dataclass(frozen=True, slots=True)
class Stack:
    """Scalars on the stack that are no array of the program's."""

    length: int


@dataclass(frozen=True, slots=True)
class Value:
    """What operands read. `kind` is RESULT (of `task`), CONSTANT (`address` holds its bits), VARIABLE (number
    `address`), MEMORY (an element of `array`, or what `task` loads from an array), or the file of a leaf: `address` and
    `component` in it, plus the value `index` where there is one."""

    number: int
    kind: str
    task: int = -1
    address: int = 0
    component: int = 0
    index: int | None = None
    array: LocalArray | Stack | None = None


class Use(NamedTuple):
    """An operand that is a value. `place` says which component of a load it must be, where the op does."""

    value: int
    negate: bool = False
    absolute: bool = False
    place: tuple[str, int] | None = None


def add_value(values: list[Value], kind: str, **more: object) -> int:
    values.append(Value(len(values), kind, **more))  # type: ignore[arg-type]
    return len(values) - 1


def bits_of(value: float, format: Literal["f", "e"]) -> int:
    """The nearest number of single or half precision as bits; what is too large is infinite. Constants are one if their
    bits agree."""
    try:
        return int.from_bytes(struct.pack("<" + format, value), "little")
    except OverflowError:
        return int.from_bytes(struct.pack("<" + format, float("inf") if value > 0 else float("-inf")), "little")


def single(bits: int) -> float:
    """The number of single precision that these bits are."""
    return float(struct.unpack("<f", bits.to_bytes(4, "little"))[0])


@dataclass(slots=True)
class Accesses:
    """Keeps the order of memory: by array, the last task that stored to it, and those that have loaded from it
    since."""

    known: dict[LocalArray, tuple[int | None, list[int]]] = field(default_factory=dict)

    def follow(self, array: LocalArray, task: int, store: bool) -> tuple[int | None, list[int]]:
        """The store that a task comes behind, and the loads that a store comes behind; what came before follows from
        these."""
        last, loads = self.known.get(array, (None, []))
        self.known[array] = (task, []) if store else (last, [*loads, task])
        return last, loads if store else []
