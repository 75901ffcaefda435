"""The table of operand descriptors as picasso builds it.

picasso goes through the program once. An instruction takes the first entry that agrees with it in all bits that count
for both; the entry then holds its bits, too. If mad or madi would get a number that their field cannot hold, their
entry changes places with the first one that none of them uses. All components of the sources in `EVERY` count, also
those that the instruction does not read.
"""

from __future__ import annotations

from collections.abc import Sequence

from gpucc.emit.pica200 import CODER, NUMBER, PicaCode, PicaRawWord
from gpucc.isa.model import Instruction
from gpucc.isa.pica200 import PICA200
from gpucc.records import dataclass

# sources of which picasso takes all components for significant, from 1
EVERY = {"dst": (1, 2), "dsti": (1, 2), "litp": (1,), "cmp": (2,)}


@dataclass(slots=True)
class _Row:
    value: int
    counts: int
    short: bool = False


def share(instructions: Sequence[Instruction | PicaRawWord]) -> PicaCode | None:
    """Return the code with picasso's table, or None where picasso finds none."""
    table: list[_Row] = []
    numbers: list[int] = []
    for instruction in instructions:
        needed = None if isinstance(instruction, PicaRawWord) else CODER.needs(instruction)
        if needed is None:
            numbers.append(-1)
            continue
        assert isinstance(instruction, Instruction)
        number = _entry(table, needed[0], _counting(instruction))
        width = CODER.fields[CODER.ops[instruction.op].slots[0]][NUMBER].width
        if width < CODER.fields["format 1"][NUMBER].width:
            number = _near(table, numbers, number, width)
            if number < 0:
                return None
            table[number].short = True
        numbers.append(number)
    if len(table) > PICA200.limit("descriptors"):
        return None
    return PicaCode(tuple(instructions), tuple(numbers), tuple(row.value for row in table))


def _counting(instruction: Instruction) -> int:
    """Return the bits of the descriptor that matter when picasso compares two."""
    needed = CODER.needs(instruction)
    counts = needed[1] if needed else 0
    for source in EVERY.get(instruction.op, ()):
        counts |= CODER.selectors(source) & ~CODER.selectors(source - 1)
    return counts


def _entry(table: list[_Row], value: int, counts: int) -> int:
    for number, row in enumerate(table):
        if not (row.value ^ value) & row.counts & counts:
            row.value = row.value & ~counts | value & counts
            row.counts |= counts
            return number
    table.append(_Row(value, counts))
    return len(table) - 1


def _near(table: list[_Row], numbers: list[int], number: int, width: int) -> int:
    """Return the number of an entry that the field can hold, after exchanging two entries if necessary; -1 if there is
    no such entry."""
    if number < 1 << width:
        return number
    free = next((at for at, row in enumerate(table[: 1 << width]) if not row.short), -1)
    if free >= 0:
        table[free], table[number] = table[number], table[free]
        swap = {free: number, number: free}
        numbers[:] = [swap.get(one, one) for one in numbers]
    return free
