"""PICA200 code as words and operand descriptors: encoded from and decoded to instructions.

A word refers to its descriptor by number, so code consists of instructions with their numbers, and the table. Decoding
keeps everything: bits outside of a word's fields are the immediate `stray`, and a word that is not an instruction stays
a raw word with the reason. `assign` creates the table for instructions that have none yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from gpucc.emit import codec
from gpucc.errors import InputError, InternalError, LimitExceeded
from gpucc.isa.model import LETTERS, Dest, Index, Instruction, Op, Operand, RegisterFile, Source, Word
from gpucc.isa.pica200 import PICA200, PicaIsa
from gpucc.records import dataclass

# the sources that a descriptor has fields for
OPERANDS = (1, 2, 3)
STRAY = "stray"
REGISTERS = ("dest", "index", "source1", "source2", "source3", "descriptor", "opcode")
# a descriptor, and the mask of its bits that matter
Need = tuple[int, int]
# the field that must hold a descriptor's number; `assign` refuses a number that is too large for it
NUMBER = "descriptor"
# no order of the descriptors is expected to spare more entries than this
ORDERED = 16


@dataclass(frozen=True, slots=True)
class PicaRawWord:
    """A word that is not an instruction, and the reason."""

    word: int
    reason: str


@dataclass(frozen=True, slots=True)
class PicaCode:
    """Instructions, the number of each one's descriptor (-1: none), and the table."""

    instructions: tuple[Instruction | PicaRawWord, ...]
    numbers: tuple[int, ...]
    descriptors: tuple[int, ...]

    def whole(self) -> tuple[Instruction, ...]:
        """Return the instructions; a raw word is an error that names it."""
        for at, instruction in enumerate(self.instructions):
            if isinstance(instruction, PicaRawWord):
                raise InputError(
                    f"word {at} (0x{instruction.word:08x}) is no PICA200 instruction: {instruction.reason}"
                )
        return tuple(i for i in self.instructions if isinstance(i, Instruction))


class PicaCoder:
    """Converts words and instructions of one ISA record, with the record's tables inverted for both directions."""

    def __init__(self, isa: PicaIsa) -> None:
        self.isa = isa
        self.ops = {op.name: op for op in isa.ops}
        self.words = {word.name: word for word in isa.words}
        self.fields = {word.name: {field.name: field for field in word.fields} for word in isa.words}
        self.by_opcode = self._opcodes()
        self.readable = [file for file in isa.files if file.readable]
        self.writable = [file for file in isa.files if file.writable]
        self.indices = {place: code for code, place in enumerate(isa.indices)}
        self.widths = {op.name: self.fields[op.slots[0]][NUMBER].width for op in isa.ops if self.has(op, NUMBER)}
        # the parts of descriptors: of large programs many ways are tried
        self.reading = {op.name: [(1 << operand.lanes) - 1 for operand in op.operands] for op in isa.ops}
        self.masks = [self._mask(mask) for mask in range(16)]
        self.negates = {i: codec.pack(isa.descriptor, {f"negate{i}": 1}) for i in OPERANDS}
        self.parts: dict[tuple[int, tuple[int, ...], bool], int] = {}
        self.counting: dict[tuple[str, int | None], int] = {}
        self.selecting: dict[int, int] = {}

    def _opcodes(self) -> dict[int, Op]:
        """Return the ops by the six highest bits; formats with a shorter opcode have several entries."""
        table: dict[int, Op] = {}
        for op in self.isa.ops:
            field = self.fields[op.slots[0]]["opcode"]
            if field.low < 26 or field.low + field.width > 32:
                raise InternalError(f"the opcode of {op.name} is not in the highest bits")
            free = 32 - field.width - 26
            for rest in range(1 << max(free, 0)):
                top = (op.code << free | rest) & 63
                if top in table:
                    raise InternalError(f"{op.name} and {table[top].name} share opcode 0x{top:02x}")
                table[top] = op
        return table

    def word_of(self, op: Op) -> Word:
        return self.words[op.slots[0]]

    def has(self, op: Op, field: str) -> bool:
        return field in self.fields[op.slots[0]]

    def wide(self, op: Op) -> int | None:
        """Return the index of the operand that may be a constant register, if there is one."""
        return next((i for i, operand in enumerate(op.operands) if "uniform" in operand.accepts), None)

    # encoding

    def word(self, instruction: Instruction, number: int) -> int:
        op = self.ops.get(instruction.op)
        if op is None:
            raise InputError(f"PICA200 has no instruction {instruction.op!r}")
        values = {"opcode": op.code, **{name: value for name, value in instruction.immediates if name != STRAY}}
        if self.has(op, NUMBER):
            values[NUMBER] = number
        if (instruction.dest is not None) != (self.has(op, NUMBER) and op.result != "none"):
            raise InputError(f"{op.name} {'has no' if instruction.dest is not None else 'needs a'} destination")
        if instruction.dest is not None and self.has(op, "dest"):
            values["dest"] = _number(
                instruction.dest.file, instruction.dest.number, self.writable, "written by an instruction"
            )
        if len(instruction.sources) != len(op.operands):
            raise InputError(f"{op.name} takes {len(op.operands)} sources, not {len(instruction.sources)}")
        for i, source in enumerate(instruction.sources):
            values[f"source{i + 1}"] = self._source(op, i, source)
            if source.index is not None:
                values["index"] = self._index(op, i, source.index)
        return codec.pack(self.word_of(op), values) | instruction.immediate(STRAY)

    def _source(self, op: Op, i: int, source: Source) -> int:
        if source.absolute:
            raise InputError(f"{op.name}: there is no absolute value", notes=("write max(a, -a)",))
        if source.file not in op.operands[i].accepts:
            raise InputError(f"source {i + 1} of {op.name} cannot be a {source.file} register")
        return _number(source.file, source.number, self.readable, "a source")

    def _index(self, op: Op, i: int, index: Index) -> int:
        place = (index.file, index.component)
        if i != self.wide(op) or place not in self.indices or index.number or index.offset:
            raise InputError(f"source {i + 1} of {op.name} cannot be indexed so")
        return self.indices[place]

    def needs(self, instruction: Instruction) -> Need | None:
        """Return the descriptor of an instruction and a mask of its significant bits, or None if it has no
        descriptor.
        """
        if not self.widths.get(instruction.op):
            return None
        mask = None if instruction.dest is None else instruction.dest.mask
        if mask is not None and not 0 <= mask <= 15:
            raise InputError(f"{instruction.op}: {mask} is no mask of four components")
        sources = zip(instruction.sources, self.reading[instruction.op], strict=False)
        return self.need(instruction.op, mask, [(0, one.swizzle, one.negate) for one, _ in sources])

    def need(self, op: str, mask: int | None, operands: Iterable[tuple[int, tuple[int, ...], bool]]) -> Need:
        """Return the descriptor, and the mask of its significant bits, of an op that writes these components, None if
        it has no destination. Of its operands, (register, components, sign), the registers do not matter."""
        value, counts = self.masks[mask or 0], self.counting.get((op, mask))
        for i, (_, swizzle, negate) in enumerate(operands, 1):
            part = self.parts.get((i, swizzle, negate))
            value |= self._part(i, swizzle, negate) if part is None else part
        return value, self._counted(op, mask) if counts is None else counts

    def _counted(self, op: str, mask: int | None) -> int:
        counts = self.masks[0 if mask is None else 15]
        for i, lanes in enumerate(self.reading[op], 1):
            counts |= self.negates[i] | self._selected(i, lanes or mask or 0)
        self.counting[op, mask] = counts
        return counts

    def _part(self, i: int, swizzle: tuple[int, ...], negate: bool) -> int:
        """The bits of a descriptor that select these components, with this sign, for a source."""
        chosen = {f"{lane}{i}": component for lane, component in zip(LETTERS, swizzle, strict=True)}
        part = codec.pack(self.isa.descriptor, {**chosen, f"negate{i}": int(negate)})
        self.parts[i, swizzle, negate] = part
        return part

    def width(self, instruction: Instruction) -> int:
        """Return the width of the field that names the descriptor."""
        return self.widths[instruction.op]

    def _mask(self, mask: int) -> int:
        return codec.pack(self.isa.descriptor, {f"mask_{lane}": mask >> at & 1 for at, lane in enumerate(LETTERS)})

    def _selected(self, i: int, lanes: int) -> int:
        """The significant bits of a source of which these lanes are read."""
        return codec.pack(self.isa.descriptor, {f"{lane}{i}": 3 * (lanes >> at & 1) for at, lane in enumerate(LETTERS)})

    def selectors(self, sources: int) -> int:
        """Return the bits of a descriptor that select the components of this many sources."""
        if sources not in self.selecting:
            names = {f"{lane}{i}" for lane in LETTERS for i in range(1, sources + 1)}
            fields = (field for field in self.isa.descriptor.fields if field.name in names)
            self.selecting[sources] = sum(((1 << field.width) - 1) << field.low for field in fields)
        return self.selecting[sources]

    # decoding

    def instruction(self, word: int, descriptors: Sequence[int]) -> tuple[Instruction | PicaRawWord, int]:
        """Return the instruction of a word and the number of its descriptor, -1 if it has none."""
        op = self.by_opcode.get(word >> 26)
        if op is None:
            return PicaRawWord(word, f"opcode 0x{word >> 26:02x} is unknown"), -1
        form = self.word_of(op)
        values = codec.unpack(form, word)
        stray = codec.reserved(form, word)
        immediates = tuple((name, value) for name, value in values.items() if name not in REGISTERS)
        if stray:
            immediates += ((STRAY, stray),)
        number = values.get(NUMBER, -1)
        if number >= len(descriptors):
            return PicaRawWord(word, f"{op.name} uses descriptor {number}, and the table has {len(descriptors)}"), -1
        if number < 0:
            return Instruction(op.name, immediates=immediates), -1
        descriptor = codec.unpack(self.isa.descriptor, descriptors[number])
        mask = sum(descriptor[f"mask_{lane}"] << i for i, lane in enumerate(LETTERS))
        try:
            dest = self._dest(op, values, mask)
            sources = tuple(self._decoded(op, i, values, descriptor) for i in range(len(op.operands)))
        except InputError as error:
            return PicaRawWord(word, error.message), -1
        return Instruction(op.name, dest, sources, immediates=immediates), number

    def _dest(self, op: Op, values: dict[str, int], mask: int) -> Dest | None:
        if op.result == "none":
            return None
        if not self.has(op, "dest"):
            return Dest(op.effect or "", 0, mask)
        file, number = _register(values["dest"], self.writable)
        return Dest(file.role, number, mask)

    def _decoded(self, op: Op, i: int, values: dict[str, int], descriptor: dict[str, int]) -> Source:
        file, number = _register(values[f"source{i + 1}"], self.readable)
        swizzle = (descriptor[f"x{i + 1}"], descriptor[f"y{i + 1}"], descriptor[f"z{i + 1}"], descriptor[f"w{i + 1}"])
        place = self.isa.indices[values["index"]] if i == self.wide(op) and self.has(op, "index") else None
        index = None if place is None else Index(place[0], 0, place[1])
        return Source(file.role, number, swizzle, bool(descriptor[f"negate{i + 1}"]), index=index)


def lanes_read(operand: Operand, mask: int) -> Iterable[int]:
    """Return the lanes of an operand that the op reads: a fixed number, or those of the components it writes."""
    return range(operand.lanes) if operand.lanes else [lane for lane in range(4) if mask >> lane & 1]


def _number(role: str, number: int, files: Sequence[RegisterFile], what: str) -> int:
    for file in files:
        if file.role == role:
            if not 0 <= number < file.size("vertex"):
                raise InputError(f"there is no {role} register {number}: it has {file.size('vertex')}")
            return file.code + number
    raise InputError(f"a {role} register cannot be {what}")


def _register(code: int, files: Sequence[RegisterFile]) -> tuple[RegisterFile, int]:
    for file in files:
        if file.code <= code < file.code + file.size("vertex"):
            return file, code - file.code
    raise InputError(f"there is no register 0x{code:02x}")


CODER = PicaCoder(PICA200)


def coder(isa: PicaIsa) -> PicaCoder:
    return CODER if isa is PICA200 else PicaCoder(isa)


# Programs -------------------------------------------------------------------------------------------------------------


def decode(words: Sequence[int], descriptors: Sequence[int], isa: PicaIsa = PICA200) -> PicaCode:
    """Decode all words, valid or not."""
    found = coder(isa)
    pairs = [found.instruction(word, descriptors) for word in words]
    return PicaCode(
        tuple(instruction for instruction, _ in pairs), tuple(number for _, number in pairs), tuple(descriptors)
    )


def encode(code: PicaCode, isa: PicaIsa = PICA200) -> tuple[int, ...]:
    """Return the words. Every instruction's descriptor must be in the table at its number."""
    found = coder(isa)
    words = []
    for at, (instruction, number) in enumerate(zip(code.instructions, code.numbers, strict=True)):
        if isinstance(instruction, PicaRawWord):
            words.append(instruction.word)
            continue
        needed = found.needs(instruction)
        if needed is not None and not (
            0 <= number < len(code.descriptors) and not (code.descriptors[number] ^ needed[0]) & needed[1]
        ):
            raise InputError(f"word {at}: descriptor {number} does not fit {instruction.op}")
        words.append(found.word(instruction, number))
    return tuple(words)


# The table of descriptors ---------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Entry:
    value: int
    counts: int
    # entries given by the caller do not change
    fixed: bool = False

    def fits(self, value: int, counts: int) -> bool:
        return not (self.value ^ value) & self.counts & counts and not (self.fixed and counts & ~self.counts)

    def take(self, value: int, counts: int) -> None:
        self.value = self.value & ~counts | value & counts
        self.counts |= counts


def assign(
    instructions: Sequence[Instruction | PicaRawWord],
    given: Sequence[int] = (),
    wanted: Sequence[int] = (),
    isa: PicaIsa = PICA200,
) -> PicaCode:
    """Build the table of descriptors. Equal ones share an entry; bits that are not significant match anything.

    The first attempt is in program order, as in picasso. If that makes a number too large for a short field,
    instructions with short fields come first. If that fails too, more demanding descriptors come first among equals, so
    that fewer free bits are fixed badly. `given` entries come first and do not change; `wanted` numbers (-1: any) are
    kept.
    """
    found = coder(isa)
    needs = [None if isinstance(i, PicaRawWord) else found.needs(i) for i in instructions]
    widths = [
        0 if need is None or isinstance(i, PicaRawWord) else found.width(i)
        for i, need in zip(instructions, needs, strict=True)
    ]
    plain = [at for at, need in enumerate(needs) if need is not None]
    numbers = [-1] * len(instructions)
    whole = (1 << isa.descriptor.bits) - 1
    most = isa.limit("descriptors")
    orders = (
        plain,
        sorted(plain, key=lambda at: widths[at]),
        sorted(plain, key=lambda at: (widths[at], _demand(needs[at]))),
    )
    for order in orders:
        # an order that has failed need not be finished, but the last one says what is lacking, or what does not fit
        finish = order is orders[-1] or bool(wanted)
        table = [_Entry(value, whole, True) for value in given]
        # placed descriptors keep their entry: entries only get stricter, so one that did not fit will not fit later
        placed: dict[tuple[int, int], int] = {}
        for at in order:
            need = needs[at]
            assert need is not None
            asked = wanted[at] if at < len(wanted) else -1
            known = placed.get(need) if asked == -1 else None
            if known is None:
                known = _place(table, *need, asked)
                placed.setdefault(need, known)
            numbers[at] = known
            if not finish and (len(table) > most or known >= 1 << widths[at]):
                break
        else:
            worst = [at for at in order if numbers[at] >= 1 << widths[at]]
            if not worst and len(table) <= most:
                break
    else:
        _overflow(instructions, worst, widths, len(table), isa)
    return PicaCode(tuple(instructions), tuple(numbers), tuple(entry.value for entry in table))


def excess(asked: Sequence[tuple[Need, int]], isa: PicaIsa) -> int:
    """Return 0 if `assign` finds a table for instructions with these descriptors, each with the width of the field that
    names it, in the order of the program; otherwise, about how many must be given up. What repeats itself may be left
    out."""
    most = isa.limit("descriptors")
    orders = (
        asked,
        sorted(asked, key=lambda one: one[1]),
        sorted(asked, key=lambda one: (one[1], _demand(one[0]))),
    )
    sizes = []
    for order in orders:
        size, fit = _table(order)
        if fit and size <= most:
            return 0
        sizes.append(size)
        if size > most + ORDERED:
            break
    return max(1, min(sizes) - min(most, 1 << max(width for _, width in asked)))


def _table(asked: Sequence[tuple[Need, int]]) -> tuple[int, bool]:
    """How many entries these descriptors make in this order, and whether each has a number that its field can name."""
    # an entry that is not taken yet agrees with every descriptor
    values, counts = (np.zeros(len(asked) + 1, np.int64) for _ in range(2))
    placed: dict[Need, int] = {}
    size, fit = 0, True
    for need, width in asked:
        number = placed.get(need)
        if number is None:
            value, mask = need
            conflicts = (values[: size + 1] ^ value) & counts[: size + 1] & mask
            number = placed[need] = int(conflicts.argmin())
            values[number] = values[number] & ~mask | value & mask
            counts[number] |= mask
            size = max(size, number + 1)
        fit = fit and number < 1 << width
    return size, fit


def _demand(need: tuple[int, int] | None) -> tuple[int, int]:
    value, counts = need or (0, 0)
    return (-counts.bit_count(), value)


def _place(table: list[_Entry], value: int, counts: int, wanted: int) -> int:
    for number, entry in enumerate(table):
        # most entries conflict, which this test finds quickly
        if (entry.value ^ value) & entry.counts & counts:
            continue
        if wanted in (-1, number) and entry.fits(value, counts):
            entry.take(value, counts)
            return number
    if wanted != -1:
        raise InputError(f"descriptor {wanted} does not fit the instruction")
    table.append(_Entry(value, counts))
    return len(table) - 1


def _overflow(
    instructions: Sequence[Instruction | PicaRawWord],
    worst: Sequence[int],
    widths: Sequence[int],
    size: int,
    isa: PicaIsa,
) -> None:
    notes = ("instructions share a descriptor when their masks, swizzles and signs agree where they count",)
    for at in worst:
        instruction, limit = instructions[at], isa.limit("mad_descriptors")
        if (
            1 << widths[at] == limit
            and isinstance(instruction, Instruction)
            and _shorts(instructions, widths, isa) > limit
        ):
            raise LimitExceeded(
                f"{instruction.op} instructions need more than the {limit} operand descriptors they can name",
                notes=notes,
            )
    raise LimitExceeded(
        f"the program needs {size} operand descriptors, and there are {isa.limit('descriptors')}", notes=notes
    )


def _shorts(instructions: Sequence[Instruction | PicaRawWord], widths: Sequence[int], isa: PicaIsa) -> int:
    """The number of descriptors that instructions with the short field need."""
    asked, limit = [], isa.limit("mad_descriptors")
    for one, width in zip(instructions, widths, strict=True):
        if isinstance(one, Instruction) and 1 << width == limit and (need := coder(isa).needs(one)) is not None:
            asked.append((need, width))
    return _table(asked)[0]
