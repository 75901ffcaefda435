"""Spare operand descriptors by splitting fused multiply-adds.

A product with a sum can name only the first 32 operand descriptors. If a program needs more, those used least become
mul and add, which can name all 128: mad rounds its product as mul does, so nothing else changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from gpucc.emit import pica200 as code
from gpucc.isa.model import Dest, Instruction, Source
from gpucc.isa.pica200 import PicaIsa

Sections = list[list[Instruction]]
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
    spared = _Spared(sections, isa)
    while not spared.fit():
        keys = spared.rarest()
        if not keys:
            break
        if not spared.split(keys):
            spared.kept |= keys
    return spared.sections


class _Spared:
    """The instructions so far. `kinds` has the number of each one's kind: its need, the width of its field, and whether
    it can be split. `kept` are needs of instructions that could not be split."""

    def __init__(self, sections: Sections, isa: PicaIsa) -> None:
        self.isa, self.coder = isa, code.coder(isa)
        self.sections = sections
        self.numbers: dict[tuple[code.Need | None, int, bool], int] = {}
        self.kinds = [[self.kind(one) for one in section] for section in sections]
        self.taken = {number for section in sections for one in section for number in _temporaries(one)}
        self.kept: set[code.Need] = set()

    def kind(self, one: Instruction) -> int:
        need = self.coder.needs(one)
        width = 0 if need is None else self.coder.width(one)
        return self.numbers.setdefault((need, width, need is not None and one.op in WIDE), len(self.numbers))

    def fit(self) -> bool:
        known = list(self.numbers)
        used = (known[kind] for kind in dict.fromkeys(chain.from_iterable(self.kinds)))
        return code.fits([(need, width) for need, width, _ in used if need is not None], self.isa)

    def rarest(self) -> set[code.Need]:
        """The least frequent need that is not `kept`; in large programs several at once, so that there are not more
        rounds than in small ones."""
        found: Counter[code.Need] = Counter()
        known = list(self.numbers)
        for kind, count in Counter(chain.from_iterable(self.kinds)).items():
            need, _, splits = known[kind]
            if need is not None and splits:
                found[need] += count
        at_once = 1 + sum(map(len, self.sections)) // LARGE
        return set(sorted(found.keys() - self.kept, key=lambda need: (found[need], need))[:at_once])

    def split(self, keys: set[code.Need]) -> bool:
        """Split the instructions with these needs as far as registers allow. Return whether there were any."""
        registers = range(self.isa.file("temporary", "vertex").size("vertex"))
        spare = next((number for number in registers if number not in self.taken), None)
        wanted = {number for (need, _, splits), number in self.numbers.items() if splits and need in keys}
        changed = False
        for at, kinds in enumerate(self.kinds):
            places = [place for place, kind in enumerate(kinds) if kind in wanted]
            if not places:
                continue
            section, done, numbered, start = self.sections[at], [], [], 0
            for place in places:
                parts = _split(section[place], spare)
                changed |= len(parts) > 1
                done += [*section[start:place], *parts]
                numbered += [*kinds[start:place], *map(self.kind, parts)]
                start = place + 1
                self.taken.update(number for one in parts for number in _temporaries(one))
            self.sections = [*self.sections[:at], [*done, *section[start:]], *self.sections[at + 1 :]]
            self.kinds[at] = [*numbered, *kinds[start:]]
        return changed


def _temporaries(one: Instruction) -> list[int]:
    read = [source.number for source in one.sources if source.file == "temporary"]
    return [*read, one.dest.number] if one.dest is not None and one.dest.file == "temporary" else read


def _split(one: Instruction, spare: int | None) -> Sequence[Instruction]:
    assert one.dest is not None
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
