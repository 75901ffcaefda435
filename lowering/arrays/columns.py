"""Records of tables of constants: a column of one, and a read of a column."""

from __future__ import annotations

import struct
from typing import NamedTuple

from gpucc.lowering.graph import Type


class TableColumn(NamedTuple):
    """The name of a table, which column of it this is, and the bits of the elements."""

    table: str
    lane: int
    type: Type
    bits: tuple[int, ...]

    @property
    def values(self) -> list[float]:
        if self.type.kind == "f":
            return [struct.unpack("<d", struct.pack("<Q", bits))[0] for bits in self.bits]
        return [float(bits) for bits in self.bits]

    @property
    def letter(self) -> str:
        """The letter of the components, which says what integers they may hold."""
        if self.type.kind == "i":
            return "i" if min(self.bits) < 0 else "u" if max(self.bits) > 1 else "b"
        return self.type.kind


class TableRead(NamedTuple):
    """The attribute of the operation `table_at`: its column, and whether the result does not matter when the index is
    outside."""

    column: TableColumn
    unsure: bool = False
