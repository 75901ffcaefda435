"""Cut the sections of a program into pieces. What one piece computes and a later one reads becomes a variable.

A program whose variables wait on the stack needs no registers between its pieces, and the shorter a piece is, the fewer
registers it needs. So a program whose values do not fit the registers is cut into ever shorter pieces until they do.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import field, replace
from heapq import heappop, heappush
from itertools import pairwise

from gpucc.records import dataclass
from gpucc.sched.core.work import RESULT, VARIABLE, Use, add_value
from gpucc.sched.pipe.cut_lines import Line, Rows, read_by
from gpucc.sched.pipe.ways import Ways
from gpucc.sched.pipe.work import ARITHMETIC, LOAD, TEXEL, PipeBlock, PipeTask, PipeWork


@dataclass(frozen=True, slots=True)
class Carried:
    """Values that the pieces from `begin` to `end` carry together, and how many pieces write or read them."""

    values: tuple[int, ...]
    begin: int
    end: int
    accesses: int


@dataclass(slots=True)
class CutProgram:
    """A program in pieces. `source` has (section, first, last) for each piece: the old section, and the range of parts
    of its line. `rows` are the variables that carry values from piece to piece on the stack, one tuple for each row;
    `carried` are all values that pieces carry, on the stack or in registers; `names` has the variables of the
    latter."""

    work: PipeWork
    source: list[tuple[int, int, int]] = field(default_factory=list)
    rows: Rows = ()
    carried: list[Carried] = field(default_factory=list)
    names: dict[tuple[int, ...], tuple[int, ...]] = field(default_factory=dict)


def cut(
    work: PipeWork,
    ways: Ways,
    lines: Sequence[Line],
    places: Sequence[Sequence[int]],
    kept: Collection[tuple[int, ...]] = (),
) -> CutProgram:
    """Cut each section's line before the parts in `places`. `kept` are carried values that have registers."""
    return _Cutter(work, ways, lines, places, kept).run()


class _Cutter:
    """Values are the same as in the uncut program, and so are the numbers of its tasks. `piece` is the piece of each
    task, `last` the last piece that reads a value, `carrier` the variable that carries it there."""

    def __init__(
        self,
        work: PipeWork,
        ways: Ways,
        lines: Sequence[Line],
        places: Sequence[Sequence[int]],
        kept: Collection[tuple[int, ...]],
    ) -> None:
        self.old, self.ways, self.lines, self.kept = work, ways, lines, kept
        self.new = PipeWork(work.isa, work.level, list(work.values), list(work.tasks))
        self.found = CutProgram(self.new)
        self.members: list[list[int]] = []
        self.starts: list[int] = []
        self.piece: dict[int, int] = {}
        self.last: dict[int, int] = {}
        self.readers: dict[int, set[int]] = {}
        self.carrier: dict[int, int] = {}
        self.variables = {value.address: value.number for value in work.values if value.kind == VARIABLE}
        self.names = [*self.variables, *(variable for block in work.blocks for variable in block.assigned)]
        self.clones: dict[tuple[int, int], int] = {}
        self.divide(places)

    def divide(self, places: Sequence[Sequence[int]]) -> None:
        for number, (line, cuts) in enumerate(zip(self.lines, places, strict=True)):
            self.starts.append(len(self.members))
            bounds = [0, *cuts, len(line.parts)]
            for first, last in pairwise(bounds):
                for part in line.parts[first:last]:
                    self.piece |= dict.fromkeys(part, len(self.members))
                self.members.append([task for part in line.parts[first:last] for task in part])
                self.found.source.append((number, first, last))
        self.starts.append(len(self.members))

    def run(self) -> CutProgram:
        self.find_readers()
        self.carry()
        for number, block in enumerate(self.old.blocks):
            self.section(number, block)
        return self.found

    # values that are read in later pieces

    def find_readers(self) -> None:
        for number, block in enumerate(self.old.blocks):
            for piece in range(self.starts[number], self.starts[number + 1]):
                for task in self.members[piece]:
                    for value in read_by(self.old, self.old.tasks[task]):
                        self.note(value, piece)
            for value in (*(value for _, _, value in block.outputs), *block.assigned.values()):
                self.note(value, self.starts[number + 1] - 1)

    def note(self, value: int, piece: int) -> None:
        found = self.old.values[value]
        if found.kind in (RESULT, TEXEL) and self.piece[found.task] < piece and not self.loaded(value):
            self.last[value] = piece
            self.readers.setdefault(value, set()).add(piece)

    def loaded(self, value: int) -> bool:
        """Return whether a value is loaded again where it is read."""
        found = self.old.values[value]
        return found.kind == RESULT and self.old.tasks[found.task].kind == LOAD

    def carry(self) -> None:
        """Give the values variables, by rows. Rows of which none is needed once the other is written are the same."""
        families: dict[object, list[int]] = {}
        for value in sorted(self.last, key=lambda value: (self.defined(value), value)):
            family = self.lines[self.found.source[self.defined(value)][0]].families.get(value, ("alone", value))
            families.setdefault(family, []).append(value)
        free: dict[int, list[tuple[int, int, tuple[int, ...]]]] = {}
        rows: list[tuple[int, ...]] = []
        spans = sorted(
            (min(map(self.defined, values)), max(self.last[value] for value in values), values)
            for values in families.values()
        )
        for begin, end, values in spans:
            pieces = {piece for value in values for piece in (self.defined(value), *self.readers[value])}
            self.found.carried.append(Carried(tuple(values), begin, end, len(pieces)))
            if tuple(values) in self.kept:
                row = self.found.names[tuple(values)] = tuple(self.fresh() for _ in values)
                self.carrier |= dict(zip(values, row, strict=True))
                continue
            known = free.setdefault(len(values), [])
            if known and known[0][0] < begin:
                _, serial, row = heappop(known)
            else:
                serial, row = len(rows), tuple(self.fresh() for _ in values)
                rows.append(row)
            heappush(known, (end, serial, row))
            self.carrier |= dict(zip(values, row, strict=True))
        self.found.rows = tuple(rows)

    def defined(self, value: int) -> int:
        return self.piece[self.old.values[value].task]

    def fresh(self) -> int:
        """Return a new variable's name."""
        self.names.append(max(self.names, default=-1) + 1)
        return self.names[-1]

    def variable(self, name: int) -> int:
        """Return the value of a variable."""
        if name not in self.variables:
            self.variables[name] = add_value(self.new.values, VARIABLE, address=name)
        return self.variables[name]

    # one section

    def section(self, number: int, old: PipeBlock) -> None:
        first, end = self.starts[number], self.starts[number + 1]
        for piece in range(first, end):
            block = PipeBlock(old.name)
            self.new.blocks.append(block)
            for task in self.members[piece]:
                self.task(block, piece, self.old.tasks[task])
            inside = set(self.members[piece])
            block.orders = [pair for pair in old.orders if inside.issuperset(pair)]
        block.branch, block.ends = old.branch, old.ends
        block.target = None if old.target is None else self.starts[old.target]
        for register, component, value in old.outputs:
            block.outputs.append((register, component, self.at_end(block, end - 1, value)))
        block.assigned |= {name: self.at_end(block, end - 1, value) for name, value in old.assigned.items()}

    def task(self, block: PipeBlock, piece: int, task: PipeTask) -> None:
        """Add a task to a piece, and what its results need to be carried on."""
        operands = tuple(tuple(self.moved(block, piece, use) for use in lanes) for lanes in task.operands)
        condition = None if task.condition is None else self.moved(block, piece, task.condition)
        if operands != task.operands or condition != task.condition:
            self.new.tasks[task.number] = replace(task, operands=operands, condition=condition)
        block.tasks.append(task.number)
        for value in task.results:
            if value in self.carrier:
                held = value if task.kind == ARITHMETIC else self.copy(block, Use(value))
                block.assigned[self.carrier[value]] = held

    def at_end(self, block: PipeBlock, piece: int, value: int) -> int:
        """Return a value that a section leaves behind: a copy, if a variable carries it there."""
        use = self.moved(block, piece, Use(value))
        return use.value if self.new.values[use.value].kind == RESULT else self.copy(block, use)

    def moved(self, block: PipeBlock, piece: int, use: Use) -> Use:
        """Return an operand as a task of this piece reads it."""
        return use._replace(value=self.seen(block, piece, use.value))

    def seen(self, block: PipeBlock, piece: int, number: int) -> int:
        value = self.old.values[number]
        if value.index is not None:
            index = self.seen(block, piece, value.index)
            if index == value.index:
                return number
            if (number, piece) not in self.clones:
                self.clones[number, piece] = add_value(
                    self.new.values, value.kind, address=value.address, component=value.component, index=index,
                    array=value.array,
                )  # fmt: skip
            return self.clones[number, piece]
        if value.kind not in (RESULT, TEXEL) or self.piece[value.task] == piece:
            return number
        if self.loaded(number):
            if (number, piece) not in self.clones:
                self.clones[number, piece] = self.load(block, value.task)
            return self.clones[number, piece]
        return self.variable(self.carrier[number])

    def load(self, block: PipeBlock, task: int) -> int:
        """Load a component of a varying once more."""
        old = self.old.tasks[task]
        component = self.old.values[old.results[0]].component
        value = add_value(self.new.values, RESULT, task=len(self.new.tasks), component=component)
        self.new.tasks.append(replace(old, number=len(self.new.tasks), results=(value,)))
        block.tasks.append(len(self.new.tasks) - 1)
        return value

    def copy(self, block: PipeBlock, use: Use) -> int:
        return self.new.add_copy(block, self.ways.copies, use)
