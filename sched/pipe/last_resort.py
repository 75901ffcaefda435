"""The last resort for a program whose values find no registers: all variables wait on the stack, and sections are cut
into pieces, the shorter the longer values of a piece lack registers.

This always ends, because a piece of one task needs no more registers than its own operands.
"""

from __future__ import annotations

from dataclasses import replace

from gpucc.errors import LimitExceeded
from gpucc.sched.pipe.attempt import Attempt, Exhausted, Longer, Meter, Spent, first_section, frame_of
from gpucc.sched.pipe.cut import CutProgram, cut
from gpucc.sched.pipe.cut_lines import Line, lines_of
from gpucc.sched.pipe.place import PipeStuck
from gpucc.sched.pipe.plan import Genes
from gpucc.sched.pipe.ways import Ways
from gpucc.sched.pipe.work import PipeWork

# the most tasks of a piece at first
SIZE = 160
# how often the tasks of a piece may be placed before it is cut in two
PATIENCE = 12


def in_pieces(work: PipeWork, ways: Ways) -> Attempt:
    """Cut the program until every piece has registers, and return it placed."""
    lines, variables = lines_of(work, ways)
    places = [_divided(line, 0, len(line.parts)) for line in lines]
    genes = Genes()
    while True:
        pieces = cut(work, ways, lines, places)
        genes = replace(genes, stored=(*variables, *pieces.rows))
        try:
            found, failed = _placed(pieces, ways, genes)
        except PipeStuck as stuck:
            numbers = {task.number for task in stuck.group.tasks}
            if numbers <= genes.alone:
                raise LimitExceeded(f"an operation ({stuck.group.task.name}) fits in no instruction") from None
            genes = replace(genes, alone=genes.alone | numbers)
            continue
        if not failed:
            return found
        found.release()
        for number, first, last in (pieces.source[piece] for piece in failed):
            if last - first < 2:
                raise LimitExceeded("an operation needs more registers than there are")
            places[number] = sorted([*places[number], _halved(lines[number], first, last)])


def _placed(pieces: CutProgram, ways: Ways, genes: Genes) -> tuple[Attempt, list[int]]:
    """Place all pieces; return those that lack registers, too."""
    found, failed = Attempt(frame_of(pieces.work, ways, genes), []), []
    for number, members in enumerate(found.frame.plan.members):
        section = None
        try:
            section = first_section(found.frame, number, Meter(PATIENCE * len(members)))
        except (Exhausted, Longer, Spent):
            failed.append(number)
        except PipeStuck:
            found.release()
            raise
        found.sections.append(section)
    return found, failed


def _divided(line: Line, first: int, last: int) -> list[int]:
    """Where a part of a line is cut so that its pieces have at most `SIZE` tasks."""
    if sum(len(part) for part in line.parts[first:last]) <= SIZE or last - first < 2:
        return []
    middle = _halved(line, first, last)
    return [*_divided(line, first, middle), middle, *_divided(line, middle, last)]


def _halved(line: Line, first: int, last: int) -> int:
    """The place in the middle third where fewest values are alive."""
    third = (last - first) // 3
    return min(range(max(first + 1, first + third), max(first + 2, last - third)), key=lambda i: line.alive[i])
