"""The contents of a program's bytes, as the coder of a plain target gives and takes them."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from gpucc.program import Constant, Stage
from gpucc.records import dataclass

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

    def encode(self, code: MachineCode[Row], /) -> bytes: ...

    def decode(self, data: bytes, /) -> MachineCode[Row]: ...

    def print(self, code: MachineCode[Row], /) -> str: ...

    def parse(self, text: str, name: str, /) -> MachineCode[Row]: ...

    def line(self, row: Row, stage: Stage, /) -> str:
        """One instruction as text, for people."""
        ...
