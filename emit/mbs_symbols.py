"""The symbols of an MBS file: made of a program's interface, and read as one again.

A variable is one symbol with the type, precision and invariance that its source declares, also where it takes several
slots: the columns of a matrix, the elements of an array. Members of structs name their struct. What comes from LLVM IR
has no declaration and keeps the shape of its slots.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from math import prod
from typing import Literal

from gpucc.emit.mbs import NOWHERE, TYPES, MbsSymbol
from gpucc.errors import InputError
from gpucc.isa.model import SamplerState
from gpucc.program import DeclaredSlot, Slot
from gpucc.records import dataclass

LETTERS = {1: "f", 2: "i", 3: "b", 4: "f"}
NAMES = {"f": ("float", "vec"), "i": ("int", "ivec"), "b": ("bool", "bvec")}
PRECISIONS = {"lowp": 1, "mediump": 2, "highp": 3}
SPELLED = {number: word for word, number in PRECISIONS.items()}
EXTERNAL = "samplerExternalOES"
SAMPLERS = {TYPES["sampler2D"]: "sampler", TYPES["samplerCube"]: "sampler", TYPES["samplerExternal"]: EXTERNAL}
TYPE = re.compile(r"(?:(float|int|uint|bool)|(vec|ivec|uvec|bvec)([234])|mat([234]))((?:\[\d+\])*)")
KINDS = {"vec": "float", "ivec": "int", "uvec": "int", "bvec": "bool", "uint": "int"}
ROW = 16  # bytes from one vec4 to the next
FETCHED = 24  # in place of a varying's distance: its value goes to the sampler as it is, in 24 bits


@dataclass(frozen=True, slots=True)
class SymbolShape:
    """A type as MBS has it: a matrix counts its columns, `entries` is 0 unless it is an array."""

    type: int
    components: int
    entries: int

    @property
    def rows(self) -> int:
        return max(self.entries, 1) * (self.components if self.type == TYPES["matrix"] else 1)


def shape_of(type: str) -> SymbolShape | None:
    """The shape of a type of GLSL; None for those that MBS has no symbol for, such as matrices that are not square."""
    found = TYPE.fullmatch(type)
    if found is None:
        return None
    scalar, vector, size, columns, dimensions = found.groups()
    lengths = [int(length) for length in re.findall(r"\d+", dimensions)]
    entries = prod(lengths) if lengths else 0
    if columns:
        return SymbolShape(TYPES["matrix"], int(columns), entries)
    name = scalar or vector
    return SymbolShape(TYPES[KINDS.get(name, name)], int(size or 1), entries)


# Writing --------------------------------------------------------------------------------------------------------------


def variables(slots: Iterable[Slot], fetched: Collection[int] = ()) -> tuple[MbsSymbol, ...]:
    """The symbols of inputs or outputs. `fetched` are the registers whose values go straight to a sampler."""
    found: list[MbsSymbol] = []
    for _, group in groupby(slots, lambda slot: _variable(slot) or slot):
        found += _merged(list(group))
    return tuple(
        replace(symbol, span=FETCHED)
        if symbol.offset // 4 in fetched and not symbol.entries and symbol.type != TYPES["matrix"]
        else symbol
        for symbol in found
    )


def uniforms(slots: Sequence[Slot]) -> tuple[MbsSymbol, ...]:
    """The symbols of uniforms; those of structs stand before their first members."""
    whole = {name for name, members in _structs(slots).items() if _is_regular(members)}
    found: list[MbsSymbol] = []
    places: dict[str, int] = {}
    for slot in slots:
        symbol, parent = symbol_of(slot), None
        fields = slot.declared.fields if slot.declared is not None else ()
        if fields and fields[0][0] in whole:
            path = ""
            for name, length in fields:
                path = f"{path}.{name}" if path else name
                if path not in places:
                    places[path] = len(found)
                    found.append(MbsSymbol(name, symbol.offset, 0, TYPES["struct"], length, parent=parent))
                parent = places[path]
            length = max(prod(max(length, 1) for _, length in fields), 1)
            entries = 0 if symbol.entries == length and not _is_array(slot.declared) else symbol.entries // length
            name = slot.name.rpartition(".")[2]
            symbol = replace(symbol, name=name, entries=entries, parent=parent)
        found.append(symbol)
    return tuple(found)


def _is_array(declared: DeclaredSlot | None) -> bool:
    return declared is not None and declared.type.endswith("]")


def _structs(slots: Iterable[Slot]) -> dict[str, list[Slot]]:
    found: dict[str, list[Slot]] = {}
    for slot in slots:
        if slot.declared is not None and slot.declared.fields:
            found.setdefault(slot.declared.fields[0][0], []).append(slot)
    return found


def _is_regular(members: Iterable[Slot]) -> bool:
    """Whether one distance leads from each element of an array of structs to the next, whatever the member. The
    elements of a member follow each other, so it is a row, and an array has nothing but members of one row."""
    for member in members:
        assert member.declared is not None
        lengths = [length for _, length in member.declared.fields if length]
        shape = shape_of(member.declared.type)
        if lengths and (len(lengths) > 1 or shape is None or shape.rows > 1):
            return False
    return True


def _variable(slot: Slot) -> str:
    return slot.declared.name if slot.declared is not None and slot.declared.part is not None else ""


def _merged(parts: Sequence[Slot]) -> Iterator[MbsSymbol]:
    """The one symbol of a variable in several slots, if all of them are there, one register after the other."""
    declared, first = parts[0].declared, parts[0]
    shape = shape_of(declared.type) if declared is not None and declared.part is not None else None
    places = [(slot.declared.part, slot.register) for slot in parts if slot.declared is not None]
    if shape is None or places != [(i, first.register + i) for i in range(shape.rows)]:
        yield from map(symbol_of, parts)
        return
    assert declared is not None
    yield _declared_symbol(declared.name, 4 * first.register, shape, declared, ROW)


def symbol_of(slot: Slot) -> MbsSymbol:
    """The symbol of one slot."""
    lead = len(slot.words) - len(slot.words.lstrip("."))
    offset = 4 * slot.register + lead
    declared = slot.declared
    if slot.kind == "sampler":
        precision = PRECISIONS.get(declared.precision if declared is not None else "", PRECISIONS["lowp"])
        cube = slot.sampler is not None and slot.sampler.dimension == "cube"
        type = TYPES["samplerExternal" if slot.type == EXTERNAL else "samplerCube" if cube else "sampler2D"]
        return MbsSymbol(slot.name, slot.register, 3 if cube else 2, type, 0, 1, 1, precision=precision)
    shape = shape_of(declared.type) if declared is not None and declared.part is None else shape_of(slot.type)
    around = max(prod(max(length, 1) for _, length in declared.fields), 1) if declared is not None else 1
    if shape is not None and shape.type == TYPES["matrix"]:
        entries = shape.entries * around if around > 1 or shape.entries else 0
        entries = around if around > 1 and not shape.entries else entries
        return _declared_symbol(slot.name, offset, replace(shape, entries=entries), declared, ROW)
    letter = slot.words[lead : lead + 1] or "f"
    type = {"i": TYPES["int"], "u": TYPES["int"], "b": TYPES["bool"]}.get(letter, TYPES["float"])
    if shape is not None and shape.type == TYPES["bool"]:
        type = shape.type  # a bvec is read as integers
    if shape is not None and shape.entries > 1 and slot.registers == 1 and around == 1:
        # the elements of a short array share a register
        return _declared_symbol(slot.name, offset, replace(shape, type=type), declared, 4 * shape.components)
    entries = slot.registers if slot.registers > 1 or slot.type.endswith("]") else 0
    bare = SymbolShape(type, max(slot.components - lead % 4, 1), entries)
    return _declared_symbol(slot.name, offset, bare, declared, ROW)


def _declared_symbol(name: str, offset: int, shape: SymbolShape, declared: DeclaredSlot | None, span: int) -> MbsSymbol:
    """A symbol of floats, integers or truths. A matrix tells how many bytes a column has where the program that draws
    holds it; `span` is the distance of columns or elements where the chip reads them."""
    stride = 4 * shape.components if shape.type == TYPES["matrix"] else 4
    precision = PRECISIONS.get(declared.precision, 3) if declared is not None else 3
    invariant = int(declared is not None and declared.invariant)
    return MbsSymbol(
        name, offset, shape.components, shape.type, shape.entries, 4, stride, span, precision, invariant
    )  # fmt: skip


# Reading --------------------------------------------------------------------------------------------------------------


def path_of(symbol: MbsSymbol, table: Sequence[MbsSymbol]) -> tuple[tuple[str, int], ...]:
    """The names and lengths of the structs around a symbol, the outermost first."""
    found: list[tuple[str, int]] = []
    while symbol.parent is not None:
        if symbol.parent >= len(table) or len(found) > len(table) or table[symbol.parent].type != TYPES["struct"]:
            raise InputError(f"the symbol {symbol.name!r} has parent {symbol.parent}, which is no struct of its table")
        symbol = table[symbol.parent]
        found.append((symbol.name, symbol.entries))
    return tuple(reversed(found))


def slot_of(
    symbol: MbsSymbol, kind: Literal["input", "output", "uniform"], fields: tuple[tuple[str, int], ...] = ()
) -> Slot:
    letter = LETTERS.get(symbol.type)
    components = symbol.components
    if letter is None or not 1 <= components <= 4:
        raise InputError(
            f"the symbol {symbol.name!r} has type {symbol.type} with {components} components, which is none of a {kind}"
        )
    matrix = symbol.type == TYPES["matrix"]
    around = prod(max(length, 1) for _, length in fields)
    entries = max(symbol.entries, 1) * around
    lead = "." * (symbol.offset % 4)
    if symbol.entries > 1 and 0 < symbol.span < ROW:
        rows = [letter * components * symbol.entries]
    else:
        rows = [(letter * components).ljust(4, ".")] * (entries * (components if matrix else 1))
    words = lead + "".join(rows).rstrip(".")
    scalar, vector = NAMES[letter]
    base = f"mat{components}" if matrix else scalar if components == 1 else f"{vector}{components}"
    own = f"{base}[{symbol.entries}]" if symbol.entries else base
    name = ".".join((*(field for field, _ in fields), symbol.name))
    precision = SPELLED.get(symbol.precision, "")
    declared = DeclaredSlot(name, own, precision, bool(symbol.invariant), None, fields)
    type = f"{base}[{entries}]" if around > 1 else own
    return Slot(name, kind, symbol.offset // 4, words, type, declared=declared)


def sampler_of(symbol: MbsSymbol) -> Slot:
    """The slot of a sampler. A symbol says that it is a cube; how the texture is read is the driver's business."""
    state = SamplerState("cube") if symbol.type == TYPES["samplerCube"] else None
    return Slot(symbol.name, "sampler", symbol.offset, "", SAMPLERS[symbol.type], sampler=state)


def is_placed(symbol: MbsSymbol) -> bool:
    return symbol.offset != NOWHERE
