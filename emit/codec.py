"""Bits and bytes of code words: packs and unpacks the fields of a `Word` in integers of any size. No other module
handles bits of code words. `MachineCode` is what the coder of a plain target (`targets.simple`) makes bytes of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, Protocol, TypeVar

from gpucc.errors import InputError
from gpucc.isa.model import Field, Word
from gpucc.program import Constant, Stage
from gpucc.records import dataclass

__all__ = ["MachineCode", "MachineCoder", "from_bytes", "limits", "pack", "reserved", "to_bytes", "unpack"]

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class MachineCode(Generic[Row]):
    """The instructions of a program: `isa.model.Instruction`s, or rows of `SlotIssue`s on a machine of slots.

    `constants` are literals that the code itself contains. Literals that the host has to upload are in the program.
    """

    stage: Stage
    rows: tuple[Row, ...]
    constants: tuple[Constant, ...] = ()


class MachineCoder(Protocol[Row]):
    """Bytes and text of a target; a class or a module with these functions. `encode` and `decode` are inverse to each
    other, as are `print` and `parse`; `decode` and `parse` refuse what is malformed with an `InputError`."""

    def encode(self, code: MachineCode[Row], /) -> bytes:
        """Return the bytes of a program."""

    def decode(self, data: bytes, /) -> MachineCode[Row]:
        """Return the program of these bytes, or raise an `InputError` that says what is wrong with them."""

    def print(self, code: MachineCode[Row], /) -> str:
        """Return the assembly of a program."""

    def parse(self, text: str, name: str, /) -> MachineCode[Row]:
        """Return the program of an assembly text; `name` is that of the file, for messages."""

    def line(self, row: Row, stage: Stage, /) -> str:
        """One instruction as text, for people."""
        ...


def limits(field: Field) -> tuple[int, int]:
    """Return the smallest and the largest value of a field."""
    if field.signed:
        return -(1 << (field.width - 1)), (1 << (field.width - 1)) - 1
    return 0, (1 << field.width) - 1


def pack(word: Word, values: Mapping[str, int]) -> int:
    """Return the word as an integer. Missing fields are zero; a value out of range or an unknown name is an error."""
    bits = 0
    used = 0
    for field in word.fields:
        if field.name not in values:
            continue
        used += 1
        value = values[field.name]
        low, high = limits(field)
        if not low <= value <= high:
            raise InputError(
                f"{field.name} of the {word.name} is {value}, but its {field.width} bits hold {low} to {high}"
            )
        bits |= (value & ((1 << field.width) - 1)) << field.low
    if used != len(values):
        unknown = sorted(set(values) - {field.name for field in word.fields})
        raise InputError(f"the {word.name} has no field {', '.join(unknown)}")
    return bits


def unpack(word: Word, bits: int) -> dict[str, int]:
    """Return every field's value; `reserved` returns the bits outside of fields."""
    values = {}
    for field in word.fields:
        value = (bits >> field.low) & ((1 << field.width) - 1)
        if field.signed and value >> (field.width - 1):
            value -= 1 << field.width
        values[field.name] = value
    return values


def reserved(word: Word, bits: int) -> int:
    """Return the bits that are set although no field covers them: zero in every well-formed word."""
    covered = 0
    for field in word.fields:
        covered |= ((1 << field.width) - 1) << field.low
    return bits & ~covered


def to_bytes(word: Word, values: Mapping[str, int]) -> bytes:
    """Return the packed word, least significant byte first."""
    return pack(word, values).to_bytes(-(-word.bits // 8), "little")


def from_bytes(word: Word, data: bytes) -> dict[str, int]:
    """Unpack a word stored least significant byte first."""
    return unpack(word, int.from_bytes(data, "little"))
