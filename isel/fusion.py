"""Fuses dot products of one vector with consecutive uniform registers into one matrix instruction.

A matrix op is a dot product per row by its own semantics. Selection forms the dot products; afterwards those that share
their vector and read whole, consecutive rows in component order are fused. Rows that nobody wants may be among them:
the mask leaves their results out, or nobody reads them. This never costs: results that leave for several output
registers are counted, and rows that are also read as plain vectors or through an index keep their dot products (OpenFL
declares a register either as a matrix or as a vector). Matrix instructions of several sizes may read one matrix: all
begin at its first register. Rows at an index are fused whatever else is read there, since
they are an array of vectors in any case. Rows of literals get registers of their own, one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gpucc.isa.model import Op
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource, Selected
from gpucc.isel.rules import Rules
from gpucc.records import dataclass
from gpucc.rules.semantics import Call, Expr, Var, parse

WHOLE = 4  # rows that all must be wanted at first
Arrays = Sequence[tuple[int, int]] | None


@dataclass(frozen=True, slots=True)
class Family:
    """A matrix op and the op that computes one of its rows. All `rows` share the operand `vector`."""

    matrix: Op
    dot: Op
    rows: int
    lanes: int

    def results(self, last: int) -> int:
        """Return the number of components to write so that component `last` is written."""
        return self.rows if self.matrix.mask is not None else last + 1


def families(ops: Mapping[str, Op]) -> list[Family]:
    """Return the matrix ops, largest first, each with the dot product that computes one row."""
    found: list[Family] = []
    for op in ops.values():
        tall = [i for i, operand in enumerate(op.operands) if operand.rows > 1]
        if len(op.operands) == 2 and tall == [1]:
            dot = next((d for d in ops.values() if _is_row(op, d)), None)
            if dot is not None:
                found.append(Family(op, dot, op.operands[1].rows, op.operands[1].lanes))
    return sorted(found, key=lambda f: -f.rows * f.lanes)


def _is_row(matrix: Op, dot: Op) -> bool:
    if dot.result != "broadcast" or len(dot.operands) != 2 or len(matrix.semantics) != matrix.operands[1].rows:
        return False
    a, b = (operand.name for operand in dot.operands)
    vector, rows = (operand.name for operand in matrix.operands)
    wanted = parse(dot.semantics[0])
    return all(_renamed(parse(text), vector, a, f"{rows}.{i}", b) == wanted for i, text in enumerate(matrix.semantics))


def _renamed(expr: Expr, vector: str, a: str, row: str, b: str) -> Expr:
    match expr:
        case Call(name, args):
            return Call(name, tuple(_renamed(arg, vector, a, row, b) for arg in args))
        case Var(name) if name.startswith(vector + "."):
            return Var(a + name[len(vector) :])
        case Var(name) if name.startswith(row + "."):
            return Var(b + name[len(row) :])
    return expr


@dataclass(frozen=True, slots=True)
class _Row:
    """One dot product, `inst`, of `vector` with the uniform register, which may be relative to an `index`. With
    `literals`, it is a product with these, and `register` counts the rows of their matrix."""

    inst: Inst
    vector: tuple[ScalarSource, ...]
    register: int
    index: Result | ScalarSource | None
    literals: tuple[ScalarSource, ...] = ()


@dataclass(frozen=True, slots=True)
class _Run:
    """Rows that can become one matrix instruction, with an operand that begins at the register `first`."""

    rows: tuple[_Row, ...]
    first: int

    @property
    def indexed(self) -> bool:
        return self.rows[0].index is not None

    def lane(self, row: _Row) -> int:
        return row.register - self.first


def fuse_matrices(selected: Selected, rules: Rules, arrays: Arrays, square: bool) -> None:
    """Fuse dot products. `square`: only matrices with as many rows as columns, if all rows are needed or indexed."""
    found = families(rules.ops)
    for least in (WHOLE,) if square else (WHOLE, 2):
        for i, family in enumerate(found):
            dots = [inst for inst in selected.insts if inst.op is family.dot]
            if len(dots) < 2:
                continue
            runs = _saving(selected, dots, family, least, arrays, square)
            taken = {row.inst for run in runs for row in run.rows}
            others = [inst for inst in selected.insts if inst not in taken]
            further = {f: _saving(selected, others, f, least, arrays, square) for f in found[i + 1 :]}
            chosen = _private(selected, runs, family, further, arrays)
            if not square or family.rows == family.lanes:
                literal = _literal_runs(selected, dots, family)
                chosen += [run for run in literal if _gain(selected, run, family) > 0]
            if chosen:
                _Rewriter(selected, family, chosen).rewrite()


# finding rows ---------------------------------------------------------------------------------------------------------


def _saving(
    selected: Selected, insts: Sequence[Inst], family: Family, least: int, arrays: Arrays, square: bool
) -> list[_Run]:
    """Return the runs of these instructions that save some."""
    dots = [inst for inst in insts if inst.op is family.dot]
    runs = _runs(_rows(dots, family), family, min(least, family.rows), arrays)
    every = not square or family.rows == family.lanes
    return [run for run in runs if (every or run.indexed) and _gain(selected, run, family) > 0]


def _rows(dots: Sequence[Inst], family: Family) -> list[_Row]:
    found: list[_Row] = []
    for inst in dots:
        for vector, row in (inst.operands, inst.operands[::-1]):
            register = _whole_row(row, family.lanes)
            if register is not None and _register(vector[0]) is None:
                found.append(_Row(inst, vector, register, _index_of(row[0])))
                break
    return found


def _literal_runs(selected: Selected, dots: Sequence[Inst], family: Family) -> list[_Run]:
    """Return the runs of dot products of one vector with as many rows of literals as a matrix has. Rows that go to an
    output come in the order of its components."""
    alike: dict[tuple[ScalarSource, ...], list[tuple[Inst, tuple[ScalarSource, ...]]]] = {}
    for inst in dots:
        for vector, row in (inst.operands, inst.operands[::-1]):
            if all(map(_is_literal, row)) and not any(map(_is_literal, vector)):
                alike.setdefault(tuple(vector), []).append((inst, tuple(row)))
                break
    lane = {source.value: key for key, source in sorted(selected.outputs.items(), reverse=True)}
    runs: list[_Run] = []
    for vector, found in alike.items():
        found.sort(key=lambda one: lane.get(Result(one[0]), (0, 0)))
        for first in range(0, len(found) - family.rows + 1, family.rows):
            rows = enumerate(found[first : first + family.rows])
            runs.append(_Run(tuple(_Row(inst, vector, i, None, row) for i, (inst, row) in rows), 0))
    return runs


def _is_literal(source: ScalarSource) -> bool:
    return isinstance(source.value, Leaf) and source.value.kind == "constant"


def _register(source: ScalarSource) -> int | None:
    """Return the uniform register that is read, perhaps at an index."""
    leaf = source.value
    if isinstance(leaf, Leaf) and leaf.kind == "uniform" and not (source.negate or source.absolute):
        return leaf.register
    return None


def _index_of(source: ScalarSource) -> Result | ScalarSource | None:
    return source.value.index if isinstance(source.value, Leaf) else None


def _whole_row(row: Sequence[ScalarSource], lanes: int) -> int | None:
    register = _register(row[0])
    if register is None or len(row) != lanes:
        return None
    index = _index_of(row[0])
    whole = all(
        _register(source) == register and _component(source) == i and _index_of(source) == index
        for i, source in enumerate(row)
    )
    return register if whole else None


def _component(source: ScalarSource) -> int | None:
    return source.value.component if isinstance(source.value, Leaf) else None


def _sources(inst: Inst) -> Iterator[ScalarSource]:
    for lanes in inst.operands:
        for source in lanes:
            yield source
            yield from _index(source)


def _index(source: ScalarSource) -> Iterator[ScalarSource]:
    leaf = source.value
    if isinstance(leaf, Leaf) and leaf.index is not None:
        inner = leaf.index if isinstance(leaf.index, ScalarSource) else ScalarSource(leaf.index)
        yield inner
        yield from _index(inner)


# choosing -------------------------------------------------------------------------------------------------------------


def _runs(rows: Sequence[_Row], family: Family, least: int, arrays: Arrays) -> list[_Run]:
    """Return runs with at least `least` needed rows."""
    alike: dict[tuple[object, ...], dict[int, _Row]] = {}
    for row in rows:
        alike.setdefault((row.vector, row.index), {}).setdefault(row.register, row)
    found: list[_Run] = []
    for group in alike.values():
        taken: set[int] = set()
        for register in sorted(group):
            if register in taken:
                continue
            for first in _firsts(register, family, arrays):
                run = [r for r in range(first, first + family.rows) if r in group]
                if len(run) >= least and not taken.intersection(run):
                    taken.update(run)
                    found.append(_Run(tuple(group[r] for r in run), first))
                    break
    return found


def _firsts(register: int, family: Family, arrays: Arrays) -> list[int]:
    """Return the registers at which a matrix operand may begin if it is to contain this register and to end within the
    same uniform."""
    for first, count in arrays or ():
        if first <= register < first + count:
            last = first + count - family.rows
            return [place for place in dict.fromkeys((min(register, last), last)) if first <= place <= register]
    return [register]


def _private(
    selected: Selected, runs: Sequence[_Run], family: Family, further: Mapping[Family, Sequence[_Run]], arrays: Arrays
) -> list[_Run]:
    """Return the runs at an index, and others if nothing but matrix instructions at the same place reads their
    registers: these runs, those of smaller matrices that will be fused after them, and those that were before."""
    if not runs:
        return []
    chosen = [run for run in runs if run.indexed]
    places: dict[int, list[_Run]] = {}
    for run in runs:
        if not run.indexed:
            places.setdefault(run.first, []).append(run)
    readers, indexed = _readers(selected, arrays)
    for first, here in sorted(places.items()):
        beside = [run for found in further.values() for run in found if not run.indexed and run.first == first]
        members = {row.inst for run in (*here, *beside) for row in run.rows}
        registers = range(first, first + family.rows)
        reading = [reader for register in registers for reader in readers.get(register, ())]
        private = all(reader in members or _is_matrix_at(reader, first) for reader in reading)
        if private and not any(register in reach for register in registers for reach in indexed):
            chosen.extend(here)
    return chosen


def _is_matrix_at(inst: Inst | None, first: int) -> bool:
    """Return whether the instruction reads a matrix that begins at the register."""
    if inst is None or len(inst.operands) != 2 or inst.op.operands[1].rows == 1:
        return False
    return _register(inst.operands[1][0]) == first


def _readers(selected: Selected, arrays: Arrays) -> tuple[dict[int, list[Inst | None]], list[range]]:
    """Return the readers of each directly read uniform register, and the ranges that indices reach."""
    readers: dict[int, list[Inst | None]] = {}
    indexed: set[int] = set()
    loose = [*selected.outputs.values(), *selected.values.values()]
    reads: list[tuple[Inst | None, ScalarSource]] = [
        (inst, source) for inst in selected.insts for source in _sources(inst)
    ]
    reads += [(None, inner) for source in loose for inner in (source, *_index(source))]
    for reader, source in reads:
        leaf = source.value
        if isinstance(leaf, Leaf) and leaf.kind == "uniform":
            if leaf.index is None:
                readers.setdefault(leaf.register, []).append(reader)
            else:
                indexed.add(leaf.register)
    return readers, [_reach(register, arrays) for register in sorted(indexed)]


def _reach(register: int, arrays: Arrays) -> range:
    for first, count in arrays or ():
        if first <= register < first + count:
            return range(first, first + count)
    return range(register, 1 << 16)


def _gain(selected: Selected, run: _Run, family: Family) -> int:
    """Return the number of instructions saved. Results that do not go to one register in order need moves."""
    results = {run.lane(row): Result(row.inst) for row in run.rows}
    targets = {r: [key for key, source in selected.outputs.items() if source.value == r] for r in results.values()}
    registers = {key[0] for keys in targets.values() for key in keys}
    alone = len(registers) == 1 and len(results) == family.results(max(results))
    in_place = alone and all([key[1] for key in targets[r]] == [lane] for lane, r in results.items())
    moves = 0 if in_place else len(registers)
    return len(results) - 1 - moves


# rewriting ------------------------------------------------------------------------------------------------------------


class _Rewriter:
    """Puts each matrix instruction at the place of its first row and redirects the readers of the rows to its
    results.
    """

    def __init__(self, selected: Selected, family: Family, runs: Sequence[_Run]) -> None:
        self.selected, self.family = selected, family
        self.run_of = {row.inst: (run, run.lane(row)) for run in runs for row in run.rows}
        self.fused: dict[int, Inst] = {}
        self.renamed: dict[Inst, Inst] = {}
        self.insts: list[Inst] = []

    def rewrite(self) -> None:
        selected = self.selected
        for inst in selected.insts:
            if inst in self.run_of:
                self._matrix(self.run_of[inst][0])
            else:
                self._copy(inst)
        selected.insts = self.insts
        selected.outputs = {key: self._source(source) for key, source in selected.outputs.items()}
        selected.values = {node: self._source(source) for node, source in selected.values.items()}

    def _matrix(self, run: _Run) -> None:
        if id(run) in self.fused:
            return
        first = run.rows[0]
        vector = tuple(self._source(source) for source in first.vector)
        index = self._index(first.index)
        rows = tuple(
            ScalarSource(Leaf("uniform", run.first + row, lane, index=index))
            for row in range(self.family.rows)
            for lane in range(self.family.lanes)
        )
        if first.literals:
            rows = tuple(source for row in run.rows for source in row.literals)
        op, results = self.family.matrix, self.family.results(max(map(run.lane, run.rows)))
        self.fused[id(run)] = inst = Inst(op, (vector, rows), results, location=first.inst.location, rule=op.name)
        self.insts.append(inst)

    def _copy(self, inst: Inst) -> None:
        operands = tuple(tuple(self._source(source) for source in lanes) for lanes in inst.operands)
        if operands != inst.operands:
            fresh = Inst(inst.op, operands, inst.results, inst.attr, inst.modifiers, inst.location, inst.rule)
            self.renamed[inst] = inst = fresh
        self.insts.append(inst)

    def _source(self, source: ScalarSource) -> ScalarSource:
        value = source.value
        if isinstance(value, Result):
            return ScalarSource(self._result(value), source.negate, source.absolute)
        if value.index is None:
            return source
        leaf = Leaf(value.kind, value.register, value.component, value.value, self._index(value.index))
        return ScalarSource(leaf, source.negate, source.absolute)

    def _index(self, index: Result | ScalarSource | None) -> Result | ScalarSource | None:
        return self._result(index) if isinstance(index, Result) else index and self._source(index)

    def _result(self, result: Result) -> Result:
        if result.inst in self.run_of:
            run, lane = self.run_of[result.inst]
            return Result(self.fused[id(run)], lane)
        return Result(self.renamed.get(result.inst, result.inst), result.lane)
