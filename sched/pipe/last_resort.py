"""The last resort for a program whose values find no registers: all variables wait on the stack, and sections are cut
into pieces, the shorter the longer values of a piece lack registers. Then registers that are free in all pieces of a
variable's life keep it.

This always ends, because a piece of one task needs no more registers than its own operands.
"""

from __future__ import annotations

from gpucc.errors import LimitExceeded
from gpucc.sched.pipe.attempt import Attempt, Exhausted, Longer, Meter, Spent, first_section, frame_of
from gpucc.sched.pipe.cut import CutProgram, cut
from gpucc.sched.pipe.cut_lines import Line, lines_of
from gpucc.sched.pipe.kept import Candidate, Kept, candidates, chosen
from gpucc.sched.pipe.place import PipeStuck
from gpucc.sched.pipe.plan import Genes
from gpucc.sched.pipe.variables import Crowded
from gpucc.sched.pipe.ways import Ways
from gpucc.sched.pipe.work import PipeWork

# the most tasks of a piece at first
SIZE = 160
# how often the tasks of a piece may be placed before it is cut in two
PATIENCE = 12
# the components of registers that may keep values from piece to piece, and how often fewer are tried where pieces fail
ROOM, ROUNDS = 10, 6


def in_pieces(work: PipeWork, ways: Ways, keep: bool = True) -> Attempt:
    """Cut the program until every piece has registers, and return it placed. With `keep`, what fits stays in
    registers."""
    return _Resort(work, ways).run(keep)


class _Resort:
    """`places` are the parts of each line before which it is cut, `alone` tasks are not grouped."""

    def __init__(self, work: PipeWork, ways: Ways) -> None:
        self.work, self.ways = work, ways
        self.lines, self.variables = lines_of(work, ways)
        self.places = [_divided(line, 0, len(line.parts)) for line in self.lines]
        self.alone: frozenset[int] = frozenset()

    def run(self, keep: bool) -> Attempt:
        while True:
            pieces = self.cut(Kept())
            found, failed = self.placed(pieces, Kept())
            if not failed:
                break
            found.release()
            for number, first, last in (pieces.source[piece] for piece in failed):
                if last - first < 2:
                    raise LimitExceeded("an operation needs more registers than there are")
                self.places[number] = sorted([*self.places[number], _halved(self.lines[number], first, last)])
        other = self.keeping(candidates(pieces, self.variables), [ROOM] * len(pieces.work.blocks)) if keep else None
        if other is not None:
            found, other = (other, found) if other.cost() < found.cost() else (found, other)
            other.release()
        return found

    def keeping(self, ordered: list[Candidate], room: list[int]) -> Attempt | None:
        """Keep as much in registers as there is room for in each piece, less in those where that is too much."""
        for _ in range(ROUNDS):
            kept = chosen(ordered, room)
            if not kept.rows and not kept.carried:
                return None
            pieces = self.cut(kept)
            try:
                found, failed = self.placed(pieces, kept)
            except Crowded as crowded:
                names = {pieces.work.values[place].address for row in crowded.rows for place in row}
                ordered = [one for one in ordered if names.isdisjoint(pieces.names.get(one.key, one.key))]
                continue
            if not failed:
                return found
            found.release()
            for piece in failed:
                room[piece] //= 2
        return None

    def cut(self, kept: Kept) -> CutProgram:
        return cut(self.work, self.ways, self.lines, self.places, kept.carried)

    def placed(self, pieces: CutProgram, kept: Kept) -> tuple[Attempt, list[int]]:
        """Place all pieces; return those that lack registers, too."""
        waiting = tuple(row for row in self.variables if row not in kept.rows)
        while True:
            try:
                return _placed(pieces, self.ways, Genes(stored=(*waiting, *pieces.rows), alone=self.alone))
            except PipeStuck as stuck:
                numbers = {task.number for task in stuck.group.tasks}
                if numbers <= self.alone:
                    raise LimitExceeded(f"an operation ({stuck.group.task.name}) fits in no instruction") from None
                self.alone |= numbers


def _placed(pieces: CutProgram, ways: Ways, genes: Genes) -> tuple[Attempt, list[int]]:
    """Place all pieces; return those that lack registers, too."""
    found, failed = Attempt(frame_of(pieces.work, ways, genes), [], True), []
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
