"""SHBIN, the container of PICA200 shaders: reads and writes DVLB (the file), DVLP (code and descriptors) and DVLE (one
program each).

The layout is that of docs/sources/pica200.md, Container: the wiki, picasso's writer and libctru's reader agree.
Everything is little endian; the tables of a DVLE are found by offsets from its start. Reading keeps all data that
writing needs, so read, write, read is stable.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Literal

from gpucc.errors import InputError, Location, Unsupported
from gpucc.isa.pica200 import SEMANTIC_WIDTHS, SEMANTICS
from gpucc.records import dataclass

DVLP_SIZE = 40
SHORT_DVLP_SIZE = 28
DVLE_SIZE = 64
VERSION = 0x1002  # of a DVLE, as picasso writes it
LONGEST_NAME = 1024
KINDS: tuple[Literal["vertex", "geometry"], ...] = ("vertex", "geometry")
BANKS: tuple[Literal["boolean", "integer", "uniform"], ...] = ("boolean", "integer", "uniform")
# first registers of the banks in the table of uniforms
UNIFORM_CODES = {"input": 0x00, "uniform": 0x10, "integer": 0x70, "boolean": 0x78}
UNIFORM_COUNTS = {"input": 16, "uniform": 96, "integer": 4, "boolean": 16}
HEADER = struct.Struct("<4sHBBIIHHBBBB")
PAIRS = struct.Struct("<10I")
CONSTANT = struct.Struct("<HH4I")
LABEL = struct.Struct("<HHIII")
OUTPUT = struct.Struct("<HHHH")
UNIFORM = struct.Struct("<IHH")
# the number of components of each meaning of an output
WIDTHS = {SEMANTICS[name]: width for name, width in SEMANTIC_WIDTHS.items()}


@dataclass(frozen=True, slots=True)
class Preset:
    """A constant. `words` as stored: a boolean in bit 0 of the first, four bytes in the first, or four fp24 words."""

    bank: Literal["boolean", "integer", "uniform"]
    register: int
    words: tuple[int, int, int, int]

    @property
    def bytes(self) -> tuple[int, int, int, int]:
        x = self.words[0]
        return (x & 255, x >> 8 & 255, x >> 16 & 255, x >> 24)


@dataclass(frozen=True, slots=True)
class Output:
    """An output register. `mask` has bit 0 for x. `more` are the last two bytes, which are zero in all known files."""

    semantic: int
    register: int
    mask: int = 15
    more: int = 0

    def read(self, rasterised: bool = True) -> tuple[int, ...]:
        """The components that something reads: the first of the mask, as many as the meaning has. What goes to a
        geometry shader is not rasterised, and read as it is."""
        width = WIDTHS.get(self.semantic, 4) if rasterised else 4
        return tuple(i for i in range(4) if self.mask >> i & 1)[:width]


@dataclass(frozen=True, slots=True)
class ShbinSymbol:
    """A name for registers `first` to `last` in the numbering of the uniform table."""

    name: str
    first: int
    last: int

    def place(self) -> tuple[str, int] | None:
        """Return the bank and the number in it of the first register."""
        for bank, code in UNIFORM_CODES.items():
            if code <= self.first <= self.last < code + UNIFORM_COUNTS[bank]:
                return bank, self.first - code
        return None


@dataclass(frozen=True, slots=True)
class ShbinLabel:
    id: int
    offset: int
    size: int
    name: str
    flag: int = 1


@dataclass(frozen=True, slots=True)
class Executable:
    """One program; `mode` and the three fields after it are only used by geometry shaders."""

    kind: Literal["vertex", "geometry"] = "vertex"
    main: int = 0
    end: int = 0
    input_mask: int = 0
    output_mask: int = 0
    constants: tuple[Preset, ...] = ()
    outputs: tuple[Output, ...] = ()
    uniforms: tuple[ShbinSymbol, ...] = ()
    labels: tuple[ShbinLabel, ...] = ()
    merge: int = 0
    mode: int = 0
    fixed_start: int = 0
    variable_count: int = 0
    fixed_count: int = 0
    version: int = VERSION


@dataclass(frozen=True, slots=True)
class ShbinBinary:
    """A whole file. `marks` are the high words of the descriptors, if it has any; `names` is the table of file
    names.
    """

    words: tuple[int, ...]
    descriptors: tuple[int, ...]
    executables: tuple[Executable, ...]
    marks: tuple[int, ...] = ()
    version: int = 0
    names: bytes = b""

    def rasterised(self, executable: Executable) -> bool:
        """Whether the outputs of a program go to the rasteriser, and not to a geometry shader of the file."""
        return executable.kind == "geometry" or all(one.kind != "geometry" for one in self.executables)

    def first(self, kind: str) -> Executable:
        """Return the first program of a kind."""
        for executable in self.executables:
            if executable.kind == kind:
                return executable
        raise Unsupported(f"the file holds no {kind} shader")


# Writing --------------------------------------------------------------------------------------------------------------


def write(binary: ShbinBinary) -> bytes:
    count = len(binary.executables)
    code = struct.pack(f"<{len(binary.words)}I", *binary.words)
    marks = binary.marks or (0,) * len(binary.descriptors)
    table = b"".join(struct.pack("<II", low, high) for low, high in zip(binary.descriptors, marks, strict=True))
    at = DVLP_SIZE + len(code)
    names = at + len(table)
    dvlp = struct.pack(
        "<4s9I", b"DVLP", binary.version, DVLP_SIZE, len(binary.words), at, len(binary.descriptors), names, 0,
        names if binary.names else 0, len(binary.names),
    )  # fmt: skip
    dvlp += code + table + _padded(binary.names)
    offset = 8 + 4 * count + len(dvlp)
    parts = []
    offsets = []
    for executable in binary.executables:
        offsets.append(offset)
        parts.append(_executable(executable))
        offset += len(parts[-1])
    return struct.pack(f"<4sI{count}I", b"DVLB", count, *offsets) + dvlp + b"".join(parts)


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)


def _executable(e: Executable) -> bytes:
    symbols: dict[str, int] = {}
    text = b""
    for name in (*(uniform.name for uniform in e.uniforms), *(label.name for label in e.labels)):
        if name not in symbols:
            symbols[name] = len(text)
            text += _name(name)
    try:
        tables = (
            b"".join(CONSTANT.pack(BANKS.index(c.bank), c.register, *c.words) for c in e.constants),
            b"".join(
                LABEL.pack(label.id, label.flag, label.offset, label.size, symbols[label.name]) for label in e.labels
            ),
            b"".join(OUTPUT.pack(o.semantic, o.register, o.mask, o.more) for o in e.outputs),
            b"".join(UNIFORM.pack(symbols[u.name], u.first, u.last) for u in e.uniforms),
        )
        sizes = (len(e.constants), len(e.labels), len(e.outputs), len(e.uniforms), len(text))
        pairs = []
        at = DVLE_SIZE
        for table, size in zip((*tables, b""), sizes, strict=True):
            pairs += [at, size]
            at += len(table)
        header = HEADER.pack(
            b"DVLE", e.version, KINDS.index(e.kind), e.merge, e.main, e.end, e.input_mask, e.output_mask,
            e.mode, e.fixed_start, e.variable_count, e.fixed_count,
        )  # fmt: skip
    except struct.error as error:
        raise InputError(f"a number does not fit into SHBIN: {error}") from error
    return header + PAIRS.pack(*pairs) + b"".join(tables) + _padded(text)


def _name(name: str) -> bytes:
    data = name.encode("utf-8", "backslashreplace")
    if b"\0" in data or len(data) >= LONGEST_NAME:
        raise InputError(
            f"{name[:40]!r} is no name for SHBIN",
            notes=(f"a name has no zero byte and less than {LONGEST_NAME} bytes",),
        )
    return data + b"\0"


# Reading --------------------------------------------------------------------------------------------------------------


def read(data: bytes, name: str = "<shbin>") -> ShbinBinary:
    """Return the contents of a file; errors in the bytes raise an InputError with the place."""
    return _Reader(bytes(data), name).binary()


class _Reader:
    def __init__(self, data: bytes, name: str) -> None:
        self.data = data
        self.name = name
        self.spent = 0

    def fail(self, at: int, message: str) -> InputError:
        return InputError(f"not an SHBIN file: byte {at}: {message}", Location(self.name))

    def words(self, at: int, count: int, what: str) -> tuple[int, ...]:
        self.need(at, 4 * count, what)
        return struct.unpack_from(f"<{count}I", self.data, at)

    def need(self, at: int, size: int, what: str) -> None:
        """Refuse data outside of the file, and tables that together take more room than the file has: then they
        overlap.
        """
        if at > len(self.data) or size > len(self.data) - at:
            raise self.fail(
                min(at, len(self.data)), f"{what} takes {size} bytes, and {max(len(self.data) - at, 0)} are left"
            )
        self.spent += size
        if self.spent > len(self.data):
            raise self.fail(at, f"{what} overlaps with other tables")

    def tag(self, at: int, tag: bytes, what: str) -> None:
        if self.data[at : at + 4] != tag:
            raise self.fail(at, f"{what} begins with {tag.decode()}, not with {self.data[at : at + 4]!r}")

    def binary(self) -> ShbinBinary:
        if not self.data:
            raise self.fail(0, "it is empty")
        self.tag(0, b"DVLB", "the file")
        _, count = self.words(0, 2, "the header")
        offsets = self.words(8, count, "the table of programs")
        start = 8 + 4 * count
        # nihstro's header has seven words and no file names; a program's header may stand right behind it
        short = start + SHORT_DVLP_SIZE in offsets
        self.need(start, SHORT_DVLP_SIZE if short else DVLP_SIZE, "the header of the code")
        self.tag(start, b"DVLP", "the code")
        version, code, length, table, entries = struct.unpack_from("<5I", self.data, start + 4)
        names, size = (0, 0) if short else struct.unpack_from("<2I", self.data, start + 32)
        words = self.words(start + code, length, "the code")
        descriptors = self.words(start + table, 2 * entries, "the table of operand descriptors")
        if size:
            self.need(start + names, size, "the table of file names")
        kept = self.data[start + names : start + names + size] if size else b""
        marks = descriptors[1::2] if any(descriptors[1::2]) else ()
        executables = tuple(self.executable(at) for at in offsets)
        return ShbinBinary(words, descriptors[::2], executables, marks, version, kept)

    def executable(self, at: int) -> Executable:
        """Read the program whose header begins at byte `at`."""
        self.need(at, DVLE_SIZE, "a program's header")
        self.tag(at, b"DVLE", "a program")
        _, version, kind, merge, main, end, inputs, outputs, mode, start, variable, fixed = HEADER.unpack_from(
            self.data, at
        )
        if kind >= len(KINDS):
            raise self.fail(at + 6, f"the program is of type {kind}: 0 (vertex) and 1 (geometry) exist")
        pairs = PAIRS.unpack_from(self.data, at + HEADER.size)
        symbols = self.symbols(at + pairs[8], pairs[9])
        return Executable(
            KINDS[kind],
            main,
            end,
            inputs,
            outputs,
            tuple(
                self.constant(place, *row)
                for place, row in self.table(CONSTANT, at + pairs[0], pairs[1], "the table of constants")
            ),
            tuple(Output(*row) for _, row in self.table(OUTPUT, at + pairs[4], pairs[5], "the table of outputs")),
            tuple(
                ShbinSymbol(self.symbol(place, symbols, row[0]), row[1], row[2])
                for place, row in self.table(UNIFORM, at + pairs[6], pairs[7], "the table of uniforms")
            ),
            tuple(
                ShbinLabel(row[0], row[2], row[3], self.symbol(place, symbols, row[4]), row[1])
                for place, row in self.table(LABEL, at + pairs[2], pairs[3], "the table of labels")
            ),
            merge,
            mode,
            start,
            variable,
            fixed,
            version,
        )

    def table(self, form: struct.Struct, at: int, count: int, what: str) -> Iterator[tuple[int, tuple[int, ...]]]:
        if count:
            self.need(at, count * form.size, what)
        for i in range(count):
            yield at + i * form.size, form.unpack_from(self.data, at + i * form.size)

    def constant(self, at: int, type: int, register: int, *words: int) -> Preset:
        if type >= len(BANKS):
            raise self.fail(at, f"the constant is of type {type}: 0 (boolean), 1 (integers) and 2 (floats) exist")
        bank = BANKS[type]
        if register >= UNIFORM_COUNTS[bank]:
            raise self.fail(at + 2, f"there is no {bank} register {register}: it has {UNIFORM_COUNTS[bank]}")
        x, y, z, w = words
        return Preset(bank, register, (x, y, z, w))

    def symbols(self, at: int, size: int) -> bytes:
        if size:
            self.need(at, size, "the table of names")
        return self.data[at : at + size] if size else b""

    def symbol(self, at: int, symbols: bytes, offset: int) -> str:
        end = symbols.find(b"\0", offset, offset + LONGEST_NAME)
        if offset >= len(symbols) or end < 0:
            raise self.fail(at, f"there is no name at {offset} of the {len(symbols)} bytes of symbols")
        try:
            return symbols[offset:end].decode()
        except UnicodeDecodeError as error:
            raise self.fail(at, "a name is not UTF-8 text") from error


def unified(bank: str, first: int, count: int = 1) -> tuple[int, int]:
    """Return first and last register of a bank in the numbering of the uniform table."""
    return UNIFORM_CODES[bank] + first, UNIFORM_CODES[bank] + first + count - 1


def preset(bank: Literal["boolean", "integer", "uniform"], register: int, values: Sequence[int]) -> Preset:
    """Return a constant from its stored words: one for a boolean, four bytes for integers, four fp24 words for
    floats.
    """
    match bank:
        case "boolean":
            return Preset(bank, register, (int(bool(values[0])), 0, 0, 0))
        case "integer":
            return Preset(bank, register, (sum((value & 255) << 8 * i for i, value in enumerate(values)), 0, 0, 0))
    x, y, z, w = values
    return Preset(bank, register, (x, y, z, w))
