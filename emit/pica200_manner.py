"""How PICA200 assembly is read: strictly, or as picasso reads it; and the registers that declarations take."""

from __future__ import annotations

import struct
from dataclasses import field
from typing import Literal

from gpucc.emit import fp24
from gpucc.isa.pica200 import PICA200
from gpucc.records import dataclass

Bank = Literal["boolean", "integer", "uniform"]
BANKS: dict[str, Bank] = {"fvec": "uniform", "ivec": "integer", "bool": "boolean"}
SIZES = {file.role: file.size("vertex") for file in PICA200.files}
# the boolean that the hardware sets itself in geometry shaders, and that none of them can call its own
RESERVED = "boolean"


@dataclass(slots=True)
class PicassoManner:
    """The differences between `gpucc asm` and picasso that a caller can choose.

    `cut` rounds constants towards zero, as picasso does, instead of to the nearest number. `padding` inserts the nops
    that ends of blocks need. `lenient` takes numbers with a tail, of which picasso reads the beginning, and adds a
    warning instead of refusing them.
    """

    cut: bool = False
    padding: bool = True
    lenient: bool = False
    warnings: list[str] = field(default_factory=list)

    def float_word(self, text: str) -> int:
        """Return the fp24 word of a number; a zero keeps its sign."""
        value = float(text if "inf" in text.lower() else text.rstrip("fF"))
        return cut_off(value) if self.cut or value == 0 else fp24.to_bits(value)


def cut_off(value: float) -> int:
    """Return the fp24 word that picasso stores: the float32 number with its mantissa cut off. Exponents that are too
    small give zero with the number's sign; from 2^64 up the exponent is that of infinities, so most become NaN.
    """
    try:
        bits = int.from_bytes(struct.pack("<f", value), "little")
    except OverflowError:
        bits = 0x7F800000 | (value < 0) << 31
    sign, exponent, mantissa = bits >> 31, (bits >> 23 & 255) - 127 + fp24.BIAS, bits >> 7 & 0xFFFF
    if exponent < 0:
        return sign << 23
    if exponent > 127:
        return sign << 23 | 127 << 16
    return sign << 23 | exponent << 16 | mantissa


@dataclass(frozen=True, slots=True)
class SharedUniform:
    """A declared uniform. All vertex shaders of a file, and geometry shaders without a mode, find the ones that another
    source has declared under the same name.
    """

    name: str
    bank: Bank
    first: int
    size: int


class UniformSpace:
    """The uniform registers of one unit: uniforms take the lowest, for all sources, and constants the highest, for each
    source anew.
    """

    def __init__(self, first: int = 0, geometry: bool = False) -> None:
        self.size = {bank: SIZES[bank] - (geometry and bank == RESERVED) for bank in BANKS.values()}
        self.start: dict[Bank, int] = {bank: first if bank == "uniform" else 0 for bank in BANKS.values()}
        self.bound = dict(self.size)
        self.end = dict(self.size)
        self.named: dict[str, SharedUniform] = {}

    def begin(self) -> None:
        """Begin another source. Its constants may take registers that hold another source's constants."""
        self.end = dict(self.size)

    def uniform(self, bank: Bank, size: int) -> int | None:
        """Take registers for a uniform, None if there are too few."""
        first = self.start[bank]
        if first + size > self.bound[bank]:
            return None
        self.start[bank] = first + size
        return first

    def chosen(self, bank: Bank, first: int, size: int) -> bool:
        """Take the registers that the source names, and return whether they exist."""
        self.start[bank] = max(self.start[bank], first + size)
        return first + size <= self.size[bank]

    def constant(self, bank: Bank, size: int) -> int | None:
        """Take registers for constants, None if there are too few."""
        first = self.end[bank] - size
        if first < self.start[bank]:
            return None
        self.end[bank] = first
        self.bound[bank] = min(self.bound[bank], first)
        return first

    def left(self, bank: Bank) -> int:
        return max(self.end[bank] - self.start[bank], 0)
