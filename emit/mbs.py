"""MBS1, the container of ARM's offline compiler for Mali-200 and Mali-400: reads and writes the code of either core
with its symbols.

A file is a tree of chunks: four letters, a size, and the content, which may be chunks. The layout is that of the
limadriver wiki. The size of the uniform area after the count of SUNI and the short symbols of SATT follow three
independent tools that read ARM's files (limare, open-gpu-tools, lima-ng). Offsets count components, four to a vec4.
Unknown chunks are skipped.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gpucc.errors import InputError, Location
from gpucc.program import Stage
from gpucc.records import dataclass

CORES: dict[Stage, dict[str, int]] = {
    "vertex": {"mali-200": 2, "mali-400": 6},
    "fragment": {"mali-200": 5, "mali-400": 7},
}
STAGE_TAGS: dict[Stage, str] = {"vertex": "CVER", "fragment": "CFRA"}
TYPES = {
    "float": 1,
    "int": 2,
    "bool": 3,
    "matrix": 4,
    "sampler2D": 5,
    "samplerCube": 6,
    "struct": 8,
    "samplerExternal": 9,
}
SYMBOL = struct.Struct("<BBHHHHBB")
NOWHERE = 0xFFFF  # the offset of an unused symbol, and the parent of a symbol outside of structs


@dataclass(frozen=True, slots=True)
class MbsSymbol:
    """One symbol. `values` make a uniform a constant that the driver uploads; `entries` is 0 unless it is an array.

    `stride` and `span` are the distances of elements, or of a matrix's columns, in bytes: where the program that draws
    holds them (4 unless it is a matrix), and where the chip reads them.
    """

    name: str
    offset: int
    components: int = 4
    type: int = 1
    entries: int = 0
    size: int = 4
    stride: int = 4
    span: int = 16
    precision: int = 3
    invariant: int = 0
    parent: int | None = None
    values: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Fragment:
    """The data that the driver needs of a fragment program besides code and symbols; `buffers` are eight flags, see
    `write`.
    """

    stack_size: int = 0
    stack_start: int = 0
    discard: bool = False
    buffers: tuple[int, ...] = (0, 1, 0, 0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class MbsBinary:
    stage: Stage
    core: int
    code: bytes
    uniforms: tuple[MbsSymbol, ...] = ()
    attributes: tuple[MbsSymbol, ...] = ()
    varyings: tuple[MbsSymbol, ...] = ()
    uniform_area: int = 0
    # vertex programs: their length, and the number of instructions up to the last that loads an attribute
    instructions: int = 0
    prefetch: int = 0
    fragment: Fragment = Fragment()


# Writing --------------------------------------------------------------------------------------------------------------


def write(binary: MbsBinary) -> bytes:
    """Return the file. `buffers` of a fragment program are: reads colour, writes colour, reads and writes depth, reads
    and writes stencil, 0, 0.
    """
    parts = [struct.pack("<I", binary.core)]
    if binary.stage == "vertex":
        parts.append(_chunk("FINS", struct.pack("<III", 0, binary.instructions, binary.prefetch)))
    else:
        facts = binary.fragment
        parts.append(_chunk("FSTA", struct.pack("<II", facts.stack_size, facts.stack_start)))
        parts.append(_chunk("FDIS", struct.pack("<I", facts.discard)))
        parts.append(_chunk("FBUU", bytes(facts.buffers)))
    parts.append(_table("SUNI", "VUNI", binary.uniforms, struct.pack("<I", binary.uniform_area)))
    if binary.stage == "vertex":
        parts.append(_table("SATT", "VATT", binary.attributes))
    parts.append(_table("SVAR", "VVAR", binary.varyings))
    parts.append(_chunk("DBIN", binary.code))
    return _chunk("MBS1", _chunk(STAGE_TAGS[binary.stage], b"".join(parts)))


def _chunk(tag: str, content: bytes) -> bytes:
    return tag.encode() + struct.pack("<I", len(content)) + content


def _table(tag: str, entry: str, symbols: Sequence[MbsSymbol], extra: bytes = b"") -> bytes:
    return _chunk(
        tag,
        struct.pack("<I", len(symbols)) + extra + b"".join(_chunk(entry, _symbol(entry, symbol)) for symbol in symbols),
    )


def _symbol(tag: str, symbol: MbsSymbol) -> bytes:
    name = symbol.name.encode() + b"\0"
    name += bytes(-len(name) % 4)
    numbers = (
        0,
        symbol.type,
        symbol.components,
        symbol.size,
        symbol.entries,
        symbol.stride,
        symbol.span,
        symbol.precision,
    )
    try:
        content = _chunk("STRI", name) + SYMBOL.pack(*numbers)
        if tag == "VATT":
            return content + struct.pack("<HH", 0, symbol.offset)
        content += struct.pack(
            "<IHH", symbol.invariant, symbol.offset, NOWHERE if symbol.parent is None else symbol.parent
        )
    except struct.error as error:
        raise InputError(f"the symbol {symbol.name!r} does not fit into MBS: {error}") from error
    if symbol.values:
        content += _chunk("VINI", struct.pack(f"<I{len(symbol.values)}f", len(symbol.values), *symbol.values))
    return content


# Reading --------------------------------------------------------------------------------------------------------------


def read(data: bytes, name: str = "<mbs>") -> MbsBinary:
    """Return the only program of a file; errors in the bytes raise an InputError with the place."""
    return _Reader(data, name).binary()


class _Reader:
    def __init__(self, data: bytes, name: str) -> None:
        self.data = data
        self.name = name

    def fail(self, at: int, message: str) -> InputError:
        return InputError(f"not an MBS file: byte {at}: {message}", Location(self.name))

    def chunks(self, at: int, end: int) -> Iterator[tuple[str, int, int]]:
        """Yield tag, start and end of the content of every chunk in a range."""
        while at < end:
            if end - at < 8:
                raise self.fail(at, f"{end - at} bytes are no chunk: tag and size alone are 8")
            tag = self.data[at : at + 4].decode("latin-1")
            size = self.word(at + 4, end, f"the size of {tag!r}")
            if size > end - at - 8:
                raise self.fail(at, f"the chunk {tag!r} is {size} bytes long, but {end - at - 8} are left")
            yield tag, at + 8, at + 8 + size
            at += 8 + size

    def word(self, at: int, end: int, what: str) -> int:
        if end - at < 4:
            raise self.fail(at, f"{what} is cut off")
        return int.from_bytes(self.data[at : at + 4], "little")

    def binary(self) -> MbsBinary:
        top = list(self.chunks(0, len(self.data)))
        if not top or top[0][0] != "MBS1":
            raise self.fail(0, "it begins with the chunk MBS1" if top else "it is empty")
        if len(top) > 1:
            raise self.fail(top[0][2], f"{len(self.data) - top[0][2]} bytes follow the chunk MBS1")
        stages = {tag: stage for stage, tag in STAGE_TAGS.items()}
        inner = [entry for entry in self.chunks(*top[0][1:]) if entry[0] in stages]
        if len(inner) != 1:
            raise self.fail(top[0][1], f"MBS1 holds {len(inner)} programs (CVER, CFRA), not one")
        tag, at, end = inner[0]
        binary = MbsBinary(stages[tag], self.word(at, end, "the core"), b"")
        seen: set[str] = set()
        for part, start, stop in self.chunks(at + 4, end):
            if part in seen:
                raise self.fail(start - 8, f"a second chunk {part!r}")
            seen.add(part)
            binary = self.part(binary, part, start, stop)
        if "DBIN" not in seen:
            raise self.fail(at, f"{tag} has no code (DBIN)")
        return binary

    def part(self, binary: MbsBinary, tag: str, at: int, end: int) -> MbsBinary:
        match tag:
            case "DBIN":
                return replace(binary, code=self.data[at:end])
            case "FINS":
                _, instructions, prefetch = self.words(at, end, tag, 3)
                return replace(binary, instructions=instructions, prefetch=prefetch)
            case "FSTA":
                size, start = self.words(at, end, tag, 2)
                return replace(binary, fragment=replace(binary.fragment, stack_size=size, stack_start=start))
            case "FDIS":
                (discard,) = self.words(at, end, tag, 1)
                return replace(binary, fragment=replace(binary.fragment, discard=bool(discard)))
            case "FBUU":
                self.words(at, end, tag, 2)
                return replace(binary, fragment=replace(binary.fragment, buffers=tuple(self.data[at : at + 8])))
            case "SUNI":
                count = self.word(at, end, "the number of symbols")
                area, start = 0, at + 4
                # the wiki has no area here, but ARM's files do
                if self.data[start : start + 4] != b"VUNI" and end - start >= 4:
                    area, start = self.word(start, end, "the size of the uniform area"), start + 4
                return replace(binary, uniforms=self.symbols("VUNI", count, start, end), uniform_area=area)
            case "SATT":
                return replace(
                    binary, attributes=self.symbols("VATT", self.word(at, end, "the number of symbols"), at + 4, end)
                )
            case "SVAR":
                return replace(
                    binary, varyings=self.symbols("VVAR", self.word(at, end, "the number of symbols"), at + 4, end)
                )
        return binary

    def words(self, at: int, end: int, tag: str, count: int) -> list[int]:
        if end - at != 4 * count:
            raise self.fail(at, f"{tag} is {end - at} bytes long, not {4 * count}")
        return [self.word(at + 4 * i, end, tag) for i in range(count)]

    def symbols(self, tag: str, count: int, at: int, end: int) -> tuple[MbsSymbol, ...]:
        found = tuple(self.symbol(entry, start, stop) for entry, start, stop in self.chunks(at, end) if entry == tag)
        if len(found) != count:
            raise self.fail(at, f"the table of {tag} says that it has {count} symbols, and it has {len(found)}")
        return found

    def symbol(self, tag: str, at: int, end: int) -> MbsSymbol:
        first = next(self.chunks(at, end), None)
        if first is None or first[0] != "STRI":
            raise self.fail(at, f"a symbol of {tag} begins with its name (STRI)")
        _, start, stop = first
        try:
            name = self.data[start:stop].split(b"\0")[0].decode()
        except UnicodeDecodeError as error:
            raise self.fail(start, "the name of a symbol is not UTF-8 text") from error
        fixed = SYMBOL.size + (4 if tag == "VATT" else 8)
        if end - stop < fixed:
            raise self.fail(stop, f"the symbol {name!r} is cut off: {end - stop} of {fixed} bytes")
        _, type, components, size, entries, stride, span, precision = SYMBOL.unpack_from(self.data, stop)
        symbol = MbsSymbol(name, 0, components, type, entries, size, stride, span, precision)
        if tag == "VATT":
            return replace(symbol, offset=struct.unpack_from("<HH", self.data, stop + SYMBOL.size)[1])
        invariant, offset, parent = struct.unpack_from("<IHH", self.data, stop + SYMBOL.size)
        values = self.values(name, stop + fixed, end)
        return replace(
            symbol, invariant=invariant, offset=offset, parent=None if parent == NOWHERE else parent, values=values
        )

    def values(self, name: str, at: int, end: int) -> tuple[float, ...]:
        for tag, start, stop in self.chunks(at, end):
            if tag == "VINI":
                count = self.word(start, stop, f"the number of values of {name!r}")
                if stop - start - 4 != 4 * count:
                    raise self.fail(
                        start, f"{name!r} says that it has {count} values, and it has {(stop - start - 4) / 4:g}"
                    )
                return struct.unpack_from(f"<{count}f", self.data, start + 4)
        return ()
