"""Tables of constants that are read at a run-time index: in registers of the uniform file, or computed.

A *column* is what reads at one index choose from: an element for each index, in memory order. While the graph is built,
a read of a column is a node `table_at`; `place_tables` gives columns of one table neighbouring components of the same
registers, tables of the same height neighbouring components, too, and turns the reads into `uniform_at`. Behind the
uniforms lies one slot with all tables; its constants are uploaded as the compiler's other constants are.

An index outside of a table is undefined behaviour. Where a branch decides whether a table is read, the index is limited
to the table, because the branch may become a choice between both sides, which a wrong register could disturb.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Sequence
from dataclasses import field, replace

from gpucc.errors import Location
from gpucc.isa.model import LANES, Format
from gpucc.lowering.arrays.addresses import Addressing, eased
from gpucc.lowering.arrays.columns import TableColumn, TableRead
from gpucc.lowering.arrays.dense import is_denser, layout_of, read_densely
from gpucc.lowering.flow.cfg import ControlFlow, analyse
from gpucc.lowering.graph import BOOL, F32, I32, Block, Branch, Graph, LocalArray, Node, Type, roots, topological
from gpucc.lowering.rewrite import GraphRewriter, copy
from gpucc.program import TABLES, Constant, Shader, Slot
from gpucc.records import dataclass

# integers of more bits are no component of a register
WIDEST = 32
# the largest table that is placed in registers, and the largest that can become selects
MOST_ELEMENTS, LARGEST_TABLE = 4096, 64


@dataclass(frozen=True, slots=True)
class TableWishes:
    """Which tables go to registers: `least` is the number of different neighbours from which on a table is better there
    than selects are, 0 if the target cannot index registers. Of tables that are in registers as a `whole`, columns on
    lines are read, too. Tables that found no room are read from all components of fewer registers (`dense`), or from
    digits of these (`packed`), or are `refused`."""

    least: int = 0
    refused: frozenset[str] = frozenset()
    dense: frozenset[str] = frozenset()
    packed: frozenset[str] = frozenset()
    whole: frozenset[str] = frozenset()


def column_of(table: str, lane: int, elements: Sequence[Node], type: Type, format: Format) -> TableColumn | None:
    """Return the column of these constants, or None if one of them is not a constant or cannot be represented on the
    target."""
    if type.kind not in ("f", "i", "b") or type.bits > WIDEST or len(elements) > MOST_ELEMENTS:
        return None
    bits: list[int] = []
    for element in elements:
        value = element.attr if element.op == "const" else 0 if element.op == "undef" else None
        if not isinstance(value, bool | int | float) or element.type != type:
            return None
        if type.kind == "f":
            if math.isfinite(value) and abs(value) > format.greatest:
                return None
            bits.append(struct.unpack("<Q", struct.pack("<d", float(value)))[0])
        else:
            if abs(value) > format.exact_integers:
                return None
            bits.append(int(value))
    return TableColumn(table, lane, type, tuple(bits))


def is_worth(column: TableColumn, indices: Iterable[Node], wishes: TableWishes) -> bool:
    """Return whether registers are better for a column than a tree of selects, which has a leaf for each run of equal
    elements. One select by a condition that is known is always better."""
    runs = 1 + sum(a != b for a, b in zip(column.bits, column.bits[1:], strict=False))
    if not 0 < wishes.least <= runs or column.table in wishes.refused:
        return False
    return runs > 2 or any(not _is_condition(index) for index in indices)


def _is_condition(index: Node) -> bool:
    while index.op in ("sext", "zext", "itrunc"):
        index = index.args[0]
    return index.op == "btoi"


def line_through(column: TableColumn, format: Format) -> tuple[float, float] | None:
    """Return (slope, start) if element k is slope * k + start for all k, without any rounding in the target's
    format."""
    values = column.values
    if len(values) <= 2 or column.type not in (F32, I32) or not all(map(math.isfinite, values)):
        return None
    slope, start = values[1] - values[0], values[0]
    if 0.0 in values and any(math.copysign(1.0, value) < 0.0 for value in values if value == 0.0):
        return None
    parts = [slope, start, *values, *(slope * k for k in range(len(values)))]
    if any(slope * k + start != value for k, value in enumerate(values)) or not all(
        is_exact(part, format) for part in parts
    ):
        return None
    return slope, start


def is_exact(value: float, format: Format) -> bool:
    """Return whether a format holds a number exactly, also if small numbers are flushed to zero."""
    if value == 0.0:
        return True
    if not format.least <= abs(value) <= format.greatest:
        return False
    mantissa, _ = math.frexp(value)
    return (mantissa * 2.0 ** (format.mantissa + 1)).is_integer()


# arrays of the invocation that hold constants -------------------------------------------------------------------------


def constant_arrays(graph: Graph, format: Format) -> dict[LocalArray, tuple[TableColumn, list[Node]]]:
    """Local arrays in which every store to an element stores the same constant, so that a read gives it, or something
    undefined, and the indices of reads. Elements that are never stored may be anything."""
    stored: dict[LocalArray, dict[int, Node] | None] = {}
    indexed: dict[LocalArray, list[Node]] = {}
    for block in graph.blocks:
        for effect in block.effects:
            array = effect.attr
            if not isinstance(array, LocalArray):
                continue
            if effect.op == "local_load":
                if effect.args[0].op != "const":
                    indexed.setdefault(array, []).append(effect.args[0])
                continue
            index, value = effect.args
            held = stored.setdefault(array, {})
            stored[array] = _with_store(held, array, index, value)
    found: dict[LocalArray, tuple[TableColumn, list[Node]]] = {}
    for array, indices in sorted(indexed.items(), key=lambda item: item[0]):
        held = stored.get(array)
        if held:
            name, _, lane = array.name.rpartition(".")
            whole = (name, int(lane)) if name and lane.isdigit() else (array.name, 0)
            elements = [held.get(k) or Node("undef", array.type) for k in range(array.length)]
            column = column_of(f"{whole[0]} of {array.length}", whole[1], elements, array.type, format)
            if column is not None:
                found[array] = (column, indices)
    return found


def _with_store(held: dict[int, Node] | None, array: LocalArray, index: Node, value: Node) -> dict[int, Node] | None:
    """Return the elements after one more store, or None if they are not all constants."""
    if held is None or index.op != "const" or not isinstance(index.attr, int) or value.op != "const":
        return None
    if not 0 <= index.attr < array.length:
        return held
    return held if held.setdefault(index.attr, value) is value else None


class _ArraysToTables(GraphRewriter):
    """Replaces reads of local arrays by reads of their columns, and removes the stores."""

    def __init__(self, columns: dict[LocalArray, TableColumn], format: Format, wishes: TableWishes) -> None:
        super().__init__()
        self.columns, self.format, self.wishes = columns, format, wishes

    def node(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        if not isinstance(node.attr, LocalArray) or node.attr not in self.columns:
            return copy(block, node, args)
        return (
            args[1]
            if node.op == "local_store"
            else read_column(block, self.columns[node.attr], args[0], self.format, self.wishes, location=node.location)
        )


def read_column(
    block: Block,
    column: TableColumn,
    index: Node,
    format: Format,
    wishes: TableWishes,
    unsure: bool = False,
    location: Location | None = None,
) -> Node:
    """Return the element of a column with the number `index`, a 32-bit integer."""
    if index.op == "const" and isinstance(index.attr, int):
        inside = 0 <= index.attr < len(column.bits)
        return _constant(block, column, index.attr) if inside else block.make("undef", column.type)
    line = line_through(column, format)
    if line is None or (column.table in wishes.whole and not _costs_nothing(column.type, *line)):
        if column.table in wishes.dense | wishes.packed:
            layout = layout_of(column, column.table in wishes.packed, format)
            if is_denser(column, layout):
                return read_densely(block, column, index, layout, unsure, location)
        return block.make("table_at", column.type, (index,), TableRead(column, unsure), location=location)
    slope, start = line
    if slope == 0.0:
        return _constant(block, column, 0)
    return _on_line(block, column.type, index, slope, start, location)


def _costs_nothing(type: Type, slope: float, start: float) -> bool:
    """Return whether an element on a line is a constant or the index itself."""
    return slope == 0.0 or (type == I32 and slope == 1.0 and start == 0.0)


def _constant(block: Block, column: TableColumn, at: int) -> Node:
    value: float | int | bool = column.values[at]
    if column.type.kind == "i":
        value = int(value)
    elif column.type == BOOL:
        value = bool(value)
    return block.make("const", column.type, (), value)


def _on_line(block: Block, type: Type, index: Node, slope: float, start: float, where: Location | None) -> Node:
    whole = type == I32
    value = index if whole else block.make("sitofp", F32, (index,), location=where)
    for op, number, neutral in (("mul", slope, 1.0), ("add", start, 0.0)):
        if number != neutral:
            constant = block.make("const", type, (), int(number) if whole else number)
            value = block.make(f"{'i' if whole else 'f'}{op}", type, (value, constant), location=where)
    return value


def arrays_to_tables(graph: Graph, format: Format, wishes: TableWishes) -> Graph:
    """Replace local arrays of constants by tables, where that is better, and by arithmetic where elements are on a
    line."""
    found = constant_arrays(graph, format)
    names = {column.table for column, indices in found.values() if is_worth(column, indices, wishes)}
    wanted = {
        array: column
        for array, (column, _) in found.items()
        if column.table in names or line_through(column, format) is not None
    }
    return _ArraysToTables(wanted, format, wishes).run(graph) if wanted else graph


# places ---------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class TableFile:
    """Registers of tables, from `first` on: the value and letter of each component, and where each column begins."""

    first: int
    rows: list[list[tuple[float, str] | None]] = field(default_factory=list)
    homes: dict[TableColumn, tuple[int, int]] = field(default_factory=dict)
    # (first row, number of rows, used components): registers with room beside the tables in them
    shelves: list[tuple[int, int, int]] = field(default_factory=list)

    def place(self, columns: Sequence[TableColumn], room: int) -> bool:
        """Place columns that are read together, at most four and of one height; return False if there is no room."""
        height = len(columns[0].bits)
        for number, (row, rows, used) in enumerate(self.shelves):
            if height <= rows and used + len(columns) <= LANES:
                self.shelves[number] = (row, rows, used + len(columns))
                break
        else:
            row, used = len(self.rows), 0
            if row + height > room:
                return False
            self.rows += [[None] * LANES for _ in range(height)]
            self.shelves.append((row, height, len(columns)))
        for component, column in enumerate(columns, used):
            self.homes[column] = (self.first + row, component)
            for k, value in enumerate(column.values):
                self.rows[row + k][component] = (value, column.letter)
        return True

    def constants(self) -> tuple[Constant, ...]:
        return tuple(
            Constant(self.first + number, component, found[0])
            for number, row in enumerate(self.rows)
            for component, found in enumerate(row)
            if found is not None
        )

    def slot(self) -> Slot:
        words = "".join("." if found is None else found[1] for row in self.rows for found in row)
        return Slot(TABLES, "uniform", self.first, words, f"vec4[{len(self.rows)}]", TABLES)


def reads_of(graph: Graph) -> list[Node]:
    """Return the reads of tables that the program needs."""
    starts = [root for block in graph.blocks for root in roots(block)]
    return [node for node in topological(starts) if node.op == "table_at"]


def names_of(reads: Iterable[Node]) -> frozenset[str]:
    """Return the names of the tables that are read."""
    return frozenset(_column(read).table for read in reads)


def _column(read: Node) -> TableColumn:
    assert isinstance(read.attr, TableRead)
    return read.attr.column


def lay_out_tables(reads: Iterable[Node], first: int, room: int, spare: int = 0) -> tuple[TableFile, frozenset[str]]:
    """Return the file of all tables, and the names of those for which there was no room. The tallest come first, so
    that smaller ones find room beside them. `spare` registers are only for tables that cannot become selects."""
    groups: dict[tuple[str, int], set[TableColumn]] = {}
    for read in reads:
        column = _column(read)
        groups.setdefault((column.table, len(column.bits)), set()).add(column)
    file, refused = TableFile(first), set()
    for (name, height), columns in sorted(groups.items(), key=lambda item: (-item[0][1], -len(item[1]), item[0])):
        ordered, most = sorted(columns), room if height > LARGEST_TABLE else room - spare
        for start in range(0, len(ordered), LANES):
            if not file.place(ordered[start : start + LANES], most):
                refused.add(name)
    return file, frozenset(refused)


def place_tables(graph: Graph, shader: Shader, file: TableFile, addressing: Addressing) -> tuple[Graph, Shader]:
    """Turn reads of tables into reads of uniforms, and add the slot of the tables to the shader."""
    uniforms = tuple(sorted((*shader.interface.uniforms, file.slot()), key=lambda slot: slot.register))
    with_slot = replace(shader, interface=replace(shader.interface, uniforms=uniforms), tables=file.constants())
    return _TablesToUniforms(graph, file, addressing).run(graph), with_slot


class _TablesToUniforms(GraphRewriter):
    def __init__(self, graph: Graph, file: TableFile, addressing: Addressing) -> None:
        super().__init__()
        self.file, self.addressing = file, addressing
        flow = analyse(graph)
        self.limited = {block.name for block in flow.order if _depends_on_branch(block, flow)}
        # the indices at which a table is read from its first element on, by block: they are not negative
        self.positive = {
            (block.name, node.args[0])
            for block in graph.blocks
            for node in block.known.values()
            if node.op == "table_at" and not _is_unsure(node)
        }

    def node(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        if node.op != "table_at":
            return copy(block, node, args)
        column, index = _column(node), args[0]
        register, component = self.file.homes[column]
        count = len(column.bits)
        if block.name in self.limited or _is_unsure(node):
            index = _limited(block, index, count)
            return block.make("uniform_at", node.type, (index,), (register, component, count), location=node.location)
        base, offset = _split(node.args[0], count)
        positive = (block.name, base) in self.positive
        index = self.new[base]
        index = eased(block, index, positive, self.addressing, node.location) or index
        place = (register + offset, component, count)
        return block.make("uniform_at", node.type, (index,), place, location=node.location)


def _is_unsure(read: Node) -> bool:
    assert isinstance(read.attr, TableRead)
    return read.attr.unsure


def _depends_on_branch(block: Block, flow: ControlFlow) -> bool:
    """Return whether a block may become one side of a choice: a branch leads to it that ends no round of a loop around
    it."""
    above = block
    while flow.index[above]:
        above = flow.dominator[above]
        if isinstance(above.terminator, Branch) and not any(
            above in body and block in body and any(edge.target not in body for edge in above.terminator.edges())
            for body in flow.loops.values()
        ):
            return True
    return False


def _limited(block: Block, index: Node, count: int) -> Node:
    """Return the nearest index of a table to an index, by integers."""
    for relation, limit in (("islt", 0), ("isle", count - 1)):
        bound = block.make("const", I32, (), limit)
        outside = (index, bound) if relation == "islt" else (bound, index)
        index = block.make("select", I32, (block.make(relation, BOOL, outside), bound, index))
    return index


def _split(index: Node, count: int) -> tuple[Node, int]:
    """Return the variable part of an index, and its constant part if that selects a register of the table; otherwise
    the index and 0."""
    if index.op == "iadd" and index.args[1].op == "const" and isinstance(index.args[1].attr, int):
        offset = round(index.args[1].attr)
        if 0 <= offset < count:
            return index.args[0], offset
    return index, 0
