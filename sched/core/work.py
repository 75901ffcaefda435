"""The data of a scheduling problem that all machines share: numbered values, and the uses that operands are made of."""

from __future__ import annotations

import struct
from dataclasses import field
from typing import Literal, NamedTuple

from gpucc.isel.machine import LocalArray
from gpucc.records import dataclass

# the kinds of values; other kinds are names of a machine's register files
RESULT, CONSTANT, VARIABLE, MEMORY = "result", "constant", "variable", "memory"


@dataclass(frozen=True, slots=True)
class Stack:
    """Scalars on the stack that belong to no array of the program."""

    length: int


@dataclass(frozen=True, slots=True)
class Rows:
    """Local arrays side by side, whose elements of one index are a row of the stack; `length` counts scalars."""

    name: str
    length: int


@dataclass(frozen=True, slots=True)
class Value:
    """A value that operands can read.

    `kind` is RESULT (of `task`), CONSTANT (`address` holds its bits), VARIABLE (number `address`), MEMORY (an element
    of `array`, or the result of the load `task` from an array), or the register file of a leaf: then `address` and
    `component` are its place in the file, plus the value `index` where there is one.
    """

    number: int
    kind: str
    task: int = -1
    address: int = 0
    component: int = 0
    index: int | None = None
    array: LocalArray | Stack | Rows | None = None


class Use(NamedTuple):
    """An operand that is a value. `place` is the component of a load that it must be, on ops that require one."""

    value: int
    negate: bool = False
    absolute: bool = False
    place: tuple[str, int] | None = None


def add_value(values: list[Value], kind: str, **more: object) -> int:
    values.append(Value(len(values), kind, **more))  # type: ignore[arg-type]
    return len(values) - 1


def bits_of(value: float, format: Literal["f", "e"]) -> int:
    """The bits of the nearest number of single or half precision; infinity on overflow. Constants with equal bits are
    the same."""
    try:
        return int.from_bytes(struct.pack("<" + format, value), "little")
    except OverflowError:
        return int.from_bytes(struct.pack("<" + format, float("inf") if value > 0 else float("-inf")), "little")


def single(bits: int) -> float:
    """The number of single precision with these bits."""
    return float(struct.unpack("<f", bits.to_bytes(4, "little"))[0])


@dataclass(slots=True)
class Accesses:
    """Tracks the order of memory accesses: for each array, the last task that stored to it and the loads since then."""

    known: dict[LocalArray, tuple[int | None, list[int]]] = field(default_factory=dict)

    def follow(self, array: LocalArray, task: int, store: bool) -> tuple[int | None, list[int]]:
        """Record an access to memory. Return the store that it has to follow and, if it is a store, the loads since
        then, which it has to follow as well."""
        last, loads = self.known.get(array, (None, []))
        self.known[array] = (task, []) if store else (last, [*loads, task])
        return last, loads if store else []
