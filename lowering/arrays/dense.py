"""Tables that find no room with one element in each register are read from fewer registers.

A table that repeats itself is kept once. Its elements then fill all components of the registers, and short integers
share one component as digits, as long as floats hold them exactly. The index is divided into a register, a component
and a digit, which selects and shifts take apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gpucc.errors import Location
from gpucc.isa.model import LANES, Format
from gpucc.lowering.arrays.columns import TableColumn, TableRead
from gpucc.lowering.graph import BOOL, I32, Block, Node

# elements of a table that repeats are compared with those one period before them
SHORTEST_PERIOD = 2


class DenseLayout(NamedTuple):
    """Where element k of a table is: position k // rows, of which the lowest two bits are the component and the others
    the digit, of register k % rows. A table of integers holds them less `base`; a digit has `bits` bits."""

    period: int
    rows: int
    digits: int
    bits: int
    base: int


def layout_of(column: TableColumn, digits: bool, format: Format) -> DenseLayout:
    """Return the layout with the fewest registers; without `digits` a component holds one element."""
    period = _period(column.bits)
    elements = _numbers(column)[:period]
    bits, base, most = 0, 0, 1
    if digits and column.type.kind == "i":
        base = min(0, *elements)
        bits = max(1, (max(elements) - base).bit_length())
        most = max(1, (format.exact_integers.bit_length() - 1) // bits)
    rows = -(-period // (LANES * most))
    if most > 1 or not digits:
        # powers of two divide an index by shifts
        rows = 1 << (rows - 1).bit_length()
    used = -(-period // (LANES * rows))
    return DenseLayout(period, rows, used, bits, base if used > 1 else 0)


def _period(values: Sequence[int]) -> int:
    """Return after how many elements a table repeats: a power of two, or its length."""
    period = SHORTEST_PERIOD
    while period < len(values):
        if values[period:] == values[:-period]:
            return period
        period *= 2
    return len(values)


def _numbers(column: TableColumn) -> list[int]:
    """Return the elements; of a narrow type as unsigned numbers, since only their low bits matter."""
    bits = column.type.bits
    return [one % (1 << bits) for one in column.bits] if column.type.kind == "i" and bits < I32.bits else [*column.bits]


class _DenseReader:
    def __init__(self, block: Block, column: TableColumn, layout: DenseLayout, unsure: bool, where: Location | None):
        self.block, self.column, self.layout, self.unsure, self.where = block, column, layout, unsure, where

    def read(self, index: Node) -> Node:
        layout = self.layout
        if layout.period < len(self.column.bits):
            index = self.op("iand", index, layout.period - 1)
        position, row = self.divided(index, layout.rows)
        component = self.op("iand", position, LANES - 1) if layout.digits > 1 else position
        columns = self.columns()
        found = self.chosen(component, [self.at(one, row) for one in columns], 0)
        if layout.digits > 1:
            found = self.digit(found, self.op("ashr", position, LANES.bit_length() - 1))
        narrow = self.column.type
        return found if found.type == narrow else self.block.make("itrunc", narrow, (found,), location=self.where)

    def divided(self, index: Node, rows: int) -> tuple[Node, Node]:
        """Return the quotient and the remainder of an index that is not negative."""
        if rows & (rows - 1) == 0:
            shift = rows.bit_length() - 1
            return self.op("ashr", index, shift) if shift else index, self.op("iand", index, rows - 1)
        position = self.op("udiv", index, rows)
        return position, self.block.make("isub", I32, (index, self.op("imul", position, rows)), location=self.where)

    def columns(self) -> list[TableColumn]:
        """Return a column for each component that is used."""
        layout, type = self.layout, self.column.type
        elements = _numbers(self.column)[: layout.period] if layout.digits > 1 else [*self.column.bits][: layout.period]
        elements += [elements[-1]] * (LANES * layout.rows * layout.digits - len(elements))
        found = []
        for lane in range(min(LANES, -(-layout.period // layout.rows))):
            words = elements[lane * layout.rows : (lane + 1) * layout.rows]
            if layout.digits > 1:
                type = I32
                words = [self.word(elements, lane, row) for row in range(layout.rows)]
            found.append(TableColumn(self.column.table, LANES * self.column.lane + lane, type, tuple(words)))
        return found

    def word(self, elements: Sequence[int], lane: int, row: int) -> int:
        layout = self.layout
        return sum(
            (elements[row + layout.rows * (lane + LANES * digit)] - layout.base) << (layout.bits * digit)
            for digit in range(layout.digits)
        )

    def at(self, column: TableColumn, row: Node) -> Node:
        if len(column.bits) == 1:
            return self.block.make("table_at", column.type, (self.constant(0),), TableRead(column), location=self.where)
        return self.block.make("table_at", column.type, (row,), TableRead(column, self.unsure), location=self.where)

    def chosen(self, number: Node, values: Sequence[Node], first: int) -> Node:
        """Return the value with a number, by halves."""
        if len(values) == 1:
            return values[0]
        half = len(values) // 2
        below = self.block.make("islt", BOOL, (number, self.constant(first + half)), location=self.where)
        low, high = self.chosen(number, values[:half], first), self.chosen(number, values[half:], first + half)
        return self.block.make("select", low.type, (below, low, high), location=self.where)

    def digit(self, word: Node, number: Node) -> Node:
        layout = self.layout
        shifted = [self.op("ashr", word, layout.bits * digit) if digit else word for digit in range(layout.digits)]
        found = self.op("iand", self.chosen(number, shifted, 0), (1 << layout.bits) - 1)
        return self.op("iadd", found, layout.base) if layout.base else found

    def op(self, op: str, value: Node, by: int) -> Node:
        return self.block.make(op, I32, (value, self.constant(by)), location=self.where)

    def constant(self, value: int) -> Node:
        return self.block.make("const", I32, (), value)


def read_densely(
    block: Block, column: TableColumn, index: Node, layout: DenseLayout, unsure: bool, location: Location | None
) -> Node:
    """Return the element of a column with the number `index`, a 32-bit integer within the table."""
    return _DenseReader(block, column, layout, unsure, location).read(index)


def is_denser(column: TableColumn, layout: DenseLayout) -> bool:
    return column.type.kind in "fi" and layout.rows < len(column.bits)
