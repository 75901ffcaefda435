"""Pictures of programs whose instructions do one thing each: a table with one column and a row for each instruction."""

from __future__ import annotations

from collections.abc import Sequence

from gpucc.errors import Location
from gpucc.isa.model import Instruction
from gpucc.isel.machine import Inst
from gpucc.program import Picture, PictureCell

UNIT = "instruction"


def picture(instructions: Sequence[Instruction], texts: Sequence[str], code: Sequence[str], verdict: str) -> Picture:
    """The table; `texts` are the instructions as assembly, `code` as machine words."""
    rows = tuple((_cell(*pair),) for pair in zip(instructions, texts, strict=True))
    return Picture((UNIT,), rows, (), verdict, "", code=tuple(code))


def hexadecimal(code: bytes, sizes: Sequence[int]) -> tuple[str, ...]:
    """The words of each instruction as text, `sizes` words for each, from code in 32-bit words."""
    found = []
    at = 0
    for size in sizes:
        words = (code[4 * k : 4 * k + 4] for k in range(at, at + size))
        found.append(" ".join(f"{int.from_bytes(word, 'little'):08x}" for word in words))
        at += size
    return tuple(found)


def _cell(instruction: Instruction, text: str) -> PictureCell:
    insts = [one for one in instruction.origin if isinstance(one, Inst)]
    places: dict[tuple[Location, int], Location] = {}
    for inst in insts:
        if inst.location is not None:
            places.setdefault((inst.location, inst.location.ir), inst.location)
    rules = ", ".join(dict.fromkeys(inst.rule for inst in insts if inst.rule))
    known = (*places.values(),)
    return PictureCell(UNIT, text, known[0] if known else None, rules, others=known[1:])
