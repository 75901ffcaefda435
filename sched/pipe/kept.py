"""Which variables of a program in pieces have registers, although the others wait on the stack: those with the most
accesses for each piece through which they live, as far as each piece has room for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from gpucc.records import dataclass
from gpucc.sched.core.sections import before_block, liveness
from gpucc.sched.core.work import VARIABLE
from gpucc.sched.pipe.cut import CutProgram
from gpucc.sched.pipe.cut_lines import Rows, read_by
from gpucc.sched.pipe.work import PipeWork, followers


@dataclass(frozen=True, slots=True)
class Candidate:
    """Some components that could have a register in certain pieces. `key` has the names of variables, or the values
    that a register carries from piece to piece."""

    key: tuple[int, ...]
    carried: bool
    pieces: tuple[int, ...]
    accesses: int


@dataclass(slots=True)
class Kept:
    """The values that have registers: rows of variables, and carried values."""

    rows: set[tuple[int, ...]] = field(default_factory=set)
    carried: set[tuple[int, ...]] = field(default_factory=set)


def candidates(pieces: CutProgram, variables: Rows) -> list[Candidate]:
    """The values that can have a register; those worth the most for each piece in which they live come first."""
    found = [Candidate(one.values, True, tuple(range(one.begin, one.end + 1)), one.accesses) for one in pieces.carried]
    reads, given = _touched(pieces.work)
    ways = [followers(pieces.work.blocks, pieces.work.tasks, i) for i in range(len(reads))]
    begin, end = liveness(ways, before_block(reads, given))
    for row in variables:
        names = frozenset(row)
        alive = [i for i in range(len(reads)) if names & (begin[i] | end[i])]
        accesses = sum(bool(names & read) for read in reads) + sum(bool(names & one) for one in given)
        if alive:
            found.append(Candidate(row, False, tuple(alive), accesses))
    return sorted(found, key=lambda one: (-one.accesses / len(one.pieces), one.carried, one.key))


def chosen(found: Sequence[Candidate], room: Sequence[int]) -> Kept:
    """Choose candidates while each piece has room for their components."""
    left, kept = list(room), Kept()
    for one in found:
        if all(left[piece] >= len(one.key) for piece in one.pieces):
            for piece in one.pieces:
                left[piece] -= len(one.key)
            (kept.carried if one.carried else kept.rows).add(one.key)
    return kept


def _touched(work: PipeWork) -> tuple[list[frozenset[int]], list[frozenset[int]]]:
    """The variables that each piece reads, and those that it assigns."""
    reads, given = [], []
    for block in work.blocks:
        values = [work.values[value] for task in block.tasks for value in read_by(work, work.tasks[task])]
        reads.append(frozenset(value.address for value in values if value.kind == VARIABLE))
        given.append(frozenset(block.assigned))
    return reads, given
