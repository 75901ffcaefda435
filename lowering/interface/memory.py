"""Facts about the memory behind one pointer: words read or written, their types, and whether they are written before
they are read.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import field
from typing import NamedTuple

from gpucc.errors import GpuccError, InputError, LimitExceeded, Unsupported
from gpucc.lowering.interface.coerced_words import is_words_of_float, letters_by_origin, letters_by_use, words_in
from gpucc.lowering.interface.coercions import advise, leaves
from gpucc.lowering.interface.kept import only_kept
from gpucc.lowering.interface.pointers import LARGEST, Access
from gpucc.lowering.layout import Layout
from gpucc.lowering.llvm import (
    ArrayType,
    FloatType,
    Function,
    IntConstant,
    IntType,
    LlvmInstruction,
    LType,
    PointerType,
    StructType,
    Undefined,
    Zero,
    scalar_of,
    width,
)
from gpucc.lowering.reader.spelling import DefUse, spell
from gpucc.records import dataclass

# integers of other widths have bits in memory that LLVM says nothing about
WHOLE_BITS = (1, 8, 16, 32)
TERMINATORS = ("br", "switch", "invoke", "indirectbr", "callbr")
UNSIGNED = ("uitofp", "udiv", "urem", "lshr")
SIGNED = ("sitofp", "sdiv", "srem", "ashr", "sext")


class MemoryCell(NamedTuple):
    """A scalar in memory: offset, number of bytes, and its letter, `?` if its type is unknown."""

    offset: int
    size: int
    letter: str


@dataclass(slots=True)
class MemoryUse:
    """All facts about the memory behind one pointer.

    `cells` maps byte offsets to scalars. `open_read` and `open_write` are accesses at an index without a known bound,
    `unwritten` is a read of memory that may not have been written before. `gid` is the size of the element that the
    global id selects, 0 if it selects none.
    """

    cells: dict[int, MemoryCell] = field(default_factory=dict)
    read: set[int] = field(default_factory=set)
    written: set[int] = field(default_factory=set)
    open_read: Access | None = None
    open_write: Access | None = None
    unwritten: Access | None = None
    first_write: Access | None = None
    gid: int = 0

    @property
    def unit(self) -> int:
        """The bytes of a component: 2 if everything is half."""
        return 2 if self.cells and all(cell.letter == "h" for cell in self.cells.values()) else 4

    @property
    def extent(self) -> int:
        return max((cell.offset + cell.size for cell in self.cells.values()), default=0)

    @property
    def touched(self) -> bool:
        return bool(self.cells)


def describe(
    function: Function, flow: DefUse, layout: Layout, accesses: list[Access], size: int = 0, promised: int = 0
) -> MemoryUse:
    """Describe the memory. `size` bytes are behind the pointer, 0 if unknown; no index reads beyond the `promised`
    bytes, whatever its type.
    """
    use = MemoryUse()
    use.gid = _element(accesses)
    for access in accesses:
        places = access.offsets()
        if places is None:
            if access.write:
                use.open_write = use.open_write or access
            else:
                use.open_read = use.open_read or access
            period = math.gcd(*(stride.bytes for stride in access.place.strides))
            # in a[i - 1] the offset is negative, and the index begins at 1
            first = access.place.offset if access.place.offset >= 0 else access.place.offset % period
            places = iter(range(first, max(first + 1, size), period))
        elif access.place.strides:
            most = promised if promised and not access.write else math.inf
            places = (place for place in places if place >= 0 and place + access.size <= most)
        if access.write:
            use.first_write = use.first_write or access
        cells = list(cells_of(access, flow, layout))
        for place in places:
            for cell in cells:
                _enter(use, access, MemoryCell(place + cell.offset, cell.size, cell.letter))
    if use.read and use.written:
        use.unwritten = _find_unwritten(function, accesses, use.extent, flow)
    return use


def _element(accesses: list[Access]) -> int:
    """Return the size of the element that the global id selects."""
    sizes = {access.place.gid for access in accesses}
    if sizes <= {0}:
        return 0
    wrong = next((access for access in accesses if access.place.gid != max(sizes)), None)
    outside = next(
        (
            access
            for access in accesses
            if not 0 <= access.place.offset <= max(sizes) - access.size or access.place.strides
        ),
        None,
    )
    bad = wrong or outside
    if bad is not None:
        one = bad.instruction
        notes = ("each invocation may use only its own element, as in a[get_global_id(0)]",)
        raise Unsupported(
            "a buffer indexed by the global id is accessed outside the invocation's own element",
            one.location,
            notes,
            one.text,
        )
    return max(sizes)


def _enter(use: MemoryUse, access: Access, cell: MemoryCell) -> None:
    one = access.instruction
    if cell.offset < 0 or cell.offset + cell.size > LARGEST:
        reason = "before the start of the memory" if cell.offset < 0 else f"beyond {LARGEST} bytes"
        raise LimitExceeded(
            f"this accesses byte {cell.offset}, {reason} behind its pointer", one.location, (), one.text
        )
    if cell.offset % min(cell.size, 4):
        notes = ("uniforms, inputs and outputs consist of 32-bit components",)
        raise Unsupported(f"byte {cell.offset} is not the start of a component", one.location, notes, one.text)
    known = use.cells.get(cell.offset)
    use.cells[cell.offset] = cell if known is None else _agree(known, cell, access)
    for at in range(cell.offset, cell.offset + cell.size, min(cell.size, 4)):
        (use.written if access.write else use.read).add(at)


def _agree(a: MemoryCell, b: MemoryCell, access: Access) -> MemoryCell:
    order = "?bui"
    if a.letter == b.letter or b.letter == "?":
        return a
    if a.letter == "?":
        return b
    if a.letter in order and b.letter in order:
        return max(a, b, key=lambda cell: order.index(cell.letter))
    names = {"f": "a float", "h": "a half"}
    one = access.instruction
    what = (
        f"byte {b.offset} is used both as {names.get(a.letter, 'an integer')} and as"
        f" {names.get(b.letter, 'an integer')}"
    )
    raise Unsupported(what, one.location, ("registers hold floats; an integer is its value, not its bits",), one.text)


# cells of an access -------------------------------------------------------------------------------------------------


def cells_of(access: Access, flow: DefUse, layout: Layout) -> Iterator[MemoryCell]:
    if access.type is None:
        step, end = 4 if access.size % 4 == 0 else access.size, min(access.size, LARGEST + 4)
        yield from (MemoryCell(at, min(step, access.size - at), "?") for at in range(0, end, step))
        return
    for at, type in _members(access.type, layout):
        yield from _cells(access, type, at, flow, layout)


def _members(type: LType, layout: Layout) -> list[tuple[int, LType]]:
    if not isinstance(type, ArrayType | StructType):
        return [(0, type)]
    return [(offset_of(type, path, layout), member) for path, member in leaves(type)]


def offset_of(type: LType, path: tuple[int, ...], layout: Layout) -> int:
    at = 0
    for index in path:
        if isinstance(type, StructType):
            at += layout.offsets(type)[index]
            type = type.elements[index]
        elif isinstance(type, ArrayType):
            at += index * layout.size(type.element)
            type = type.element
    return at


def _cells(access: Access, type: LType, at: int, flow: DefUse, layout: Layout) -> Iterator[MemoryCell]:
    element = scalar_of(type)
    count = width(type)
    if element == FloatType("half"):
        yield from (MemoryCell(at + 2 * k, 2, "h") for k in range(count))
    elif is_words_of_float(type):
        yield from (MemoryCell(at + 4 * k, 4, "f") for k in range(count))
    elif words_in(type):
        yield from (MemoryCell(at + 4 * k, 4, letter) for k, letter in enumerate(_word_letters(access, type, flow)))
    elif isinstance(type, IntType) and type.bits in WHOLE_BITS:
        yield MemoryCell(at, layout.stored(type), _narrow_letter(access, type, flow))
    elif not (isinstance(type, PointerType) and isinstance(access.value, Zero | Undefined)):
        raise _refusal(access, type)


def _word_letters(access: Access, type: LType, flow: DefUse) -> str:
    one = access.instruction
    if type != access.type:
        return "?" * words_in(type)
    if access.write:
        assert access.value is not None
        letters = letters_by_origin(flow, access.value)
        if letters is not None and type == IntType(32) and isinstance(access.value, IntConstant):
            letters = "i"
    else:
        letters = letters_by_use(flow, one.name or "", type)
    if letters is None:
        raise _refusal(access, type)
    letters = letters.replace(".", "?").replace("0", "?")
    if "i" in letters and not access.write and looks_unsigned(flow, one.name or ""):
        letters = letters.replace("i", "u")
    return letters


def _narrow_letter(access: Access, type: IntType, flow: DefUse) -> str:
    if type.bits == 1:
        return "b"
    if access.write:
        made = flow.definition(access.value) if access.value is not None else None
        if isinstance(access.value, IntConstant | Zero):
            return "?"
        return "b" if made is not None and made.op == "zext" and made.operands[0].type == IntType(1) else "i"
    return "b" if looks_boolean(flow, access.instruction.name or "") else "i"


def looks_boolean(flow: DefUse, name: str) -> bool:
    """Return whether every use only tests whether the value is zero."""
    users = flow.users(name)
    return bool(users) and all(
        (user.op == "trunc" and user.type == IntType(1))
        or (
            user.op == "icmp"
            and user.predicate in ("eq", "ne")
            and user.operands[1] in (IntConstant(user.operands[1].type, 0), Zero(user.operands[1].type))
        )
        for user in users
    )


def looks_unsigned(flow: DefUse, name: str) -> bool:
    operations = [user.op for user in flow.users(name)]
    return any(op in UNSIGNED for op in operations) and not any(op in SIGNED for op in operations)


def _refusal(access: Access, type: LType) -> GpuccError:
    one = access.instruction
    verb = "written to" if access.write else "read from"
    if isinstance(type, PointerType):
        return InputError(
            f"an address is {verb} memory: pointers to pointers cannot be compiled",
            one.location,
            (advise(type),),
            one.text,
        )
    return Unsupported(
        f"a value of type {spell(type)} is {verb} a uniform, input or output", one.location, (advise(type),), one.text
    )


# written before read --------------------------------------------------------------------------------------------------


def _find_unwritten(function: Function, accesses: list[Access], extent: int, flow: DefUse) -> Access | None:
    """Return the first read of a byte that some path to it has not written, if the value read is used."""
    by_block: dict[str, list[Access]] = {}
    for access in accesses:
        by_block.setdefault(access.block, []).append(access)
    everything = (1 << extent) - 1
    names = [block.name for block in function.blocks]
    before = dict.fromkeys(names, everything)
    before[names[0]] = 0
    following = {block.name: _successors(block.instructions) for block in function.blocks}
    changed = True
    while changed:
        changed = False
        for name in names:
            after = before[name]
            for access in by_block.get(name, ()):
                after |= _surely_written(access)
            for target in following[name]:
                if before[target] & after != before[target]:
                    before[target] &= after
                    changed = True
    for name in names:
        there = before[name]
        for access in sorted(by_block.get(name, ()), key=lambda access: (access.index, access.write)):
            if not access.write and _touched(access, everything) & ~there and not only_kept(access, accesses, flow):
                return access
            there |= _surely_written(access)
    return None


def _successors(instructions: list[LlvmInstruction]) -> list[str]:
    return [label for one in instructions[-1:] if one.op in TERMINATORS for label in one.labels]


def _surely_written(access: Access) -> int:
    if not access.write or access.place.strides:
        return 0
    return ((1 << access.size) - 1) << max(0, access.place.offset)


def _touched(access: Access, everything: int) -> int:
    places = access.offsets()
    if places is None:
        return everything
    mask = 0
    for place in places:
        mask |= ((1 << access.size) - 1) << max(0, place)
    return mask
