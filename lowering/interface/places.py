"""Memory behind pointers and globals as slots: its layout, and the defaults of outputs."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from gpucc.errors import LimitExceeded
from gpucc.lowering.interface.coercions import HALF, group_leaves, letter_of, plain_pieces
from gpucc.lowering.interface.memory import MemoryUse, offset_of
from gpucc.lowering.interface.pointers import LARGEST
from gpucc.lowering.interface.values import words_of
from gpucc.lowering.layout import Layout
from gpucc.lowering.llvm import (
    FLOAT,
    I8,
    ArrayType,
    FloatType,
    IntType,
    LType,
    StructType,
    VectorType,
    scalar_of,
    width,
)
from gpucc.records import dataclass


class PlacedSlot(NamedTuple):
    """A scalar or vector of slot `slot` at a byte of the memory."""

    slot: int
    register: int
    component: int
    offset: int
    type: LType
    letter: str


@dataclass(frozen=True, slots=True)
class MemoryShape:
    """The division of memory into slots: `words[k]` are those of slot k."""

    placed: tuple[PlacedSlot, ...]
    words: tuple[str, ...]
    size: int


def is_opaque(type: LType | None) -> bool:
    """Return whether the type says nothing about the contents of the memory: there is none, or it is bytes."""
    match type:
        case None | IntType(8):
            return True
        case ArrayType(count, element):
            return not count or is_opaque(element)
        case StructType(elements):
            return all(is_opaque(element) for element in elements)
        case IntType() | FloatType() | VectorType():
            return False
    return True


def without_padding(shape: MemoryShape, written: Collection[int]) -> MemoryShape:
    """Leave out slots of bytes that nothing writes: clang pads a struct by `[8 x i8]`."""
    kept = [
        slot
        for slot in range(len(shape.words))
        if not all(one.type == IntType(8) and one.offset not in written for one in shape.placed if one.slot == slot)
    ]
    placed = tuple(one._replace(slot=kept.index(one.slot)) for one in shape.placed if one.slot in kept)
    return MemoryShape(placed, tuple(shape.words[slot] for slot in kept), shape.size)


def shape_by_type(type: LType, layout: Layout) -> MemoryShape:
    """Return a slot for each leaf; two to four floats on their own share one."""
    placed: list[PlacedSlot] = []
    words: list[str] = []
    for slot, group in enumerate(group_leaves(type)):
        component = 0
        for path, leaf in group:
            at = offset_of(type, path, layout)
            for piece in plain_pieces(slot, path, leaf):
                step = layout.bits(scalar_of(piece.type)) // 8
                start = at + 4 * piece.register * step
                placed.append(
                    PlacedSlot(slot, piece.register, component + piece.component, start, piece.type, piece.letter)
                )
            component += width(leaf)
        words.append(_words([one for one in placed if one.slot == slot]))
    return MemoryShape(tuple(placed), tuple(words), layout.size(type))


def shape_by_use(use: MemoryUse, offsets: set[int]) -> MemoryShape:
    """Return a slot for each register of four components; neighbours of one type are one vector."""
    unit = use.unit
    placed: list[PlacedSlot] = []
    last = -1
    for at in sorted(offset for offset in use.cells if offset in offsets):
        cell = use.cells[at]
        letter = "f" if cell.letter == "?" else cell.letter
        number = at // unit
        type: LType = HALF if letter == "h" else FLOAT if letter == "f" else IntType(8 * cell.size)
        before = placed[-1] if placed else None
        if (
            before is not None
            and number == last + 1
            and number % 4
            and before.letter == letter
            and scalar_of(before.type) == type
            and type != I8
        ):
            placed[-1] = before._replace(type=VectorType(width(before.type) + 1, type))
        else:
            placed.append(PlacedSlot(number // 4, 0, number % 4, at, type, letter))
        last = number
    count = max((one.slot for one in placed), default=-1) + 1
    words = tuple(_words([one for one in placed if one.slot == slot]) for slot in range(count))
    return MemoryShape(tuple(placed), words, max(use.extent, 4 * unit * count))


def _words(placed: list[PlacedSlot]) -> str:
    return words_of([(4 * one.register + one.component, one.type, one.letter) for one in placed])


def words_by_use(use: MemoryUse, size: int) -> str:
    """Return a letter for each 32 bits of uniform memory, up to `size` bytes."""
    words = ["."] * max(-(-use.extent // 4), -(-size // 4))
    for cell in use.cells.values():
        words[cell.offset // 4] = "f" if cell.letter == "?" else cell.letter
    return "".join(words)


def words_by_type(type: LType, layout: Layout) -> str:
    """Return the letters of a declared uniform in C's layout."""
    if layout.size(type) > LARGEST:
        raise LimitExceeded(f"a uniform of {layout.size(type)} bytes is too large: gpucc takes at most {LARGEST}")
    words = ["."] * -(-layout.size(type) // 4)
    for group in group_leaves(type):
        for path, leaf in group:
            at = offset_of(type, path, layout)
            step = layout.bits(scalar_of(leaf)) // 8
            for lane in range(width(leaf)):
                words[(at + lane * step) // 4] = letter_of(leaf)
    return "".join(words)


def default_of(letter: str, component: int) -> str:
    """Return the default of an output's component: 0, 0, 0, 1."""
    one = component == 3
    return ("1.0" if one else "0.0") if letter in "fh" else str(int(one))


def defaults(shape: MemoryShape) -> tuple[tuple[int, str], ...]:
    """Return (byte, typed constant) for every placed value."""
    found = []
    for one in shape.placed:
        values = [default_of(one.letter, one.component + lane) for lane in range(width(one.type))]
        element = _spelled(scalar_of(one.type))
        if isinstance(one.type, VectorType):
            constant = f"<{len(values)} x {element}> <{', '.join(f'{element} {value}' for value in values)}>"
        else:
            constant = f"{element} {values[0]}"
        found.append((one.offset, constant))
    return tuple(found)


def _spelled(type: LType) -> str:
    if isinstance(type, IntType):
        return f"i{max(8, type.bits)}"
    return type.name if isinstance(type, FloatType) else "float"
