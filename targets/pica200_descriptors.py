"""Spare operand descriptors by splitting fused multiply-adds.

A product with a sum can name only the first 32 operand descriptors. If a program needs more, those used least become
mul and add, which can name all 128: mad rounds its product as mul does, so nothing else changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from gpucc.emit import pica200 as code
from gpucc.errors import LimitExceeded
from gpucc.isa.model import Dest, Instruction, Source
from gpucc.isa.pica200 import PicaIsa

Sections = list[list[Instruction]]
# a descriptor, and the mask of its bits that matter
Need = tuple[int, int]
# the size of programs, in instructions, from which on more than one descriptor is spared in a round
LARGE = 1000
# the operand of a fused instruction that may come from any file
WIDE = {"mad": 1, "madi": 2}
PLAIN = (0, 1, 2, 3)


def spare_descriptors(sections: Sections, isa: PicaIsa) -> Sections:
    """Return the instructions unchanged if the table has room for their descriptors. Otherwise split some, first
    those with the rarest descriptor; where no register is left for that, those with another one. If none can be split,
    the table will refuse the program.
    """
    kept: set[Need] = set()
    while not _fits(sections, isa):
        keys = _rarest(sections, isa, kept)
        if not keys:
            return sections
        taken = {number for section in sections for one in section for number in _temporaries(one)}
        spare = next(
            (number for number in range(isa.file("temporary", "vertex").size("vertex")) if number not in taken), None
        )
        split = [[part for one in section for part in _split(one, keys, spare, isa)] for section in sections]
        if split == sections:
            kept |= keys
        sections = split
    return sections


def _fits(sections: Sections, isa: PicaIsa) -> bool:
    try:
        code.assign([one for section in sections for one in section], isa=isa, explain=False)
    except LimitExceeded:
        return False
    return True


def _rarest(sections: Sections, isa: PicaIsa, kept: set[Need]) -> set[Need]:
    """The least frequent need that is not `kept`; in large programs several at once, so that there are not more rounds
    than in small ones."""
    coder = code.coder(isa)
    found = Counter(
        need for section in sections for one in section if one.op in WIDE and (need := coder.needs(one)) is not None
    )
    at_once = 1 + sum(map(len, sections)) // LARGE
    return set(sorted(found.keys() - kept, key=lambda need: (found[need], need))[:at_once])


def _temporaries(one: Instruction) -> list[int]:
    read = [source.number for source in one.sources if source.file == "temporary"]
    return [*read, one.dest.number] if one.dest is not None and one.dest.file == "temporary" else read


def _split(one: Instruction, keys: set[Need], spare: int | None, isa: PicaIsa) -> Sequence[Instruction]:
    if one.op not in WIDE or one.dest is None or code.coder(isa).needs(one) not in keys:
        return [one]
    a, b, c = one.sources
    number = one.dest.number if one.dest.file == "temporary" and not _reads(c, one.dest) else spare
    if number is None:
        return [one]
    first, second = (b, a) if WIDE[one.op] == 1 else (a, b)
    product = Instruction("mul", Dest("temporary", number, one.dest.mask), (first, second), origin=one.origin)
    held = Source("temporary", number, _lanes(one.dest.mask))
    return [product, replace(one, op="add", sources=(c, held))]


def _reads(source: Source, dest: Dest) -> bool:
    """Return whether a source reads a component that the destination writes; an index may read any register."""
    if (source.file, source.number) != (dest.file, dest.number):
        return False
    return any(dest.mask >> source.swizzle[lane] & 1 for lane in PLAIN if dest.mask >> lane & 1)


def _lanes(mask: int) -> tuple[int, int, int, int]:
    """Each lane reads its own component; lanes outside the mask repeat one inside."""
    own = next(lane for lane in PLAIN if mask >> lane & 1)
    x, y, z, w = (lane if mask >> lane & 1 else own for lane in PLAIN)
    return x, y, z, w
