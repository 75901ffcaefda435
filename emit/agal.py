"""AGAL programs as bytes: header and tokens, encoded from and decoded to instructions.

`encode` and `decode` are inverse to each other. Some bytes have no instruction (a set reserved bit, an unknown opcode,
an index field in a direct source): `decode` refuses them, `decode_listing` keeps them as raw bytes with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, cast

from gpucc.emit import codec
from gpucc.errors import InputError
from gpucc.isa import agal
from gpucc.isa.agal import AGAL
from gpucc.isa.model import Dest, Index, Instruction, Op, RegisterFile, SamplerState, Source, Word
from gpucc.program import Stage
from gpucc.records import dataclass

BY_NAME = {op.name: op for op in agal.OPS}
BY_CODE = {op.code: op for op in agal.OPS}
STAGES: dict[int, Stage] = {0: "vertex", 1: "fragment"}
NEWEST = 4


@dataclass(frozen=True, slots=True)
class Decoded:
    stage: Stage
    version: int
    instructions: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class RawToken:
    """24 bytes that are not an instruction, and the reason."""

    data: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class AgalListing:
    """Any program with a readable header; `tail` holds the bytes after the last whole token."""

    stage: Stage
    version: int
    tokens: tuple[Instruction | RawToken, ...]
    tail: bytes = b""


def file_of(code: int, stage: str) -> RegisterFile | None:
    return next((file for file in AGAL.files if file.code == code and stage in file.prefix), None)


def has_destination(op: Op) -> bool:
    return op.result != "none"


# Encoding -----------------------------------------------------------------------------------------------------------


def encode(instructions: Sequence[Instruction], stage: Stage, version: int = 1) -> bytes:
    """Return the whole file: header and one token an instruction."""
    return encode_listing(AgalListing(stage, version, tuple(instructions)))


def encode_listing(listing: AgalListing) -> bytes:
    if not listing.tokens and not listing.tail:
        raise InputError("an AGAL program needs at least one token")
    header = codec.to_bytes(
        agal.HEADER,
        {
            "magic": agal.MAGIC,
            "version": listing.version,
            "shader": agal.SHADER,
            "stage": agal.STAGE_CODES[listing.stage],
        },
    )
    tokens = [
        token.data if isinstance(token, RawToken) else encode_token(token, listing.stage) for token in listing.tokens
    ]
    return header + b"".join(tokens) + listing.tail


def encode_token(instruction: Instruction, stage: Stage) -> bytes:
    op = BY_NAME.get(instruction.op)
    if op is None:
        raise InputError(f"AGAL has no instruction {instruction.op!r}")
    words = [_encode_source(source, stage, op) for source in instruction.sources]
    if len(words) != len(op.operands):
        raise InputError(f"{op.name} takes {len(op.operands)} sources, not {len(words)}")
    if has_destination(op) != (instruction.dest is not None):
        raise InputError(f"{op.name} {'needs a' if has_destination(op) else 'has no'} destination")
    if op.sampler != (instruction.sampler is not None):
        raise InputError(f"{op.name} {'needs a' if op.sampler else 'has no'} sampler")
    if instruction.sampler is not None:
        words.append(_encode_sampler(instruction.sampler, instruction.sampler_number))
    words += [0] * (2 - len(words))
    dest = _encode_dest(instruction.dest, stage) if instruction.dest else 0
    return codec.to_bytes(agal.TOKEN, {"opcode": op.code, "dest": dest, "source1": words[0], "source2": words[1]})


def _file_code(role: str, stage: Stage) -> int:
    for file in AGAL.files:
        if file.role == role and stage in file.prefix:
            return file.code
    raise InputError(f"a {stage} program has no {role} registers")


def _encode_dest(dest: Dest, stage: Stage) -> int:
    if not dest.mask:
        raise InputError("the write mask of a destination is empty")
    return codec.pack(agal.DEST, {"number": dest.number, "mask": dest.mask, "type": _file_code(dest.file, stage)})


def _encode_source(source: Source, stage: Stage, op: Op) -> int:
    if source.negate or source.absolute:
        raise InputError(
            f"{op.name}: AGAL sources have no negate or absolute modifier", notes=("neg and abs are instructions",)
        )
    swizzle = sum(component << (2 * lane) for lane, component in enumerate(source.swizzle))
    values = {"number": source.number, "swizzle": swizzle, "type": _file_code(source.file, stage)}
    if source.index is not None:
        if source.number:
            raise InputError(f"{op.name}: an indexed source has number 0; its base register is the index's offset")
        values |= {
            "number": source.index.number,
            "offset": source.index.offset,
            "index_type": _file_code(source.index.file, stage),
            "index_component": source.index.component,
            "indirect": 1,
        }
    return codec.pack(agal.SOURCE, values)


def _choice(kind: str, table: Mapping[str, int], word: str) -> int:
    if word not in table:
        raise InputError(f"AGAL has no sampler {kind} {word!r}", notes=(f"it has {', '.join(table)}",))
    return table[word]


def _encode_sampler(state: SamplerState, number: int) -> int:
    bias = state.bias * agal.BIAS_SCALE
    if bias != bias or int(max(min(bias, 1e6), -1e6)) != bias:
        raise InputError(f"a level-of-detail bias is a multiple of 1/8, not {state.bias}")
    values = {
        "number": number,
        "bias": int(bias),
        "type": AGAL.file("sampler", "fragment").code,
        "format": _choice("format", agal.FORMATS, state.format),
        "dimension": _choice("dimension", agal.DIMENSIONS, state.dimension),
        "special": sum({_choice("flag", agal.SPECIALS, word) for word in state.special}),
        "wrap": _choice("wrap mode", agal.WRAPS, state.wrap),
        "mip": _choice("mip mode", agal.MIPS, state.mip),
        "filter": _choice("filter", agal.FILTERS, state.filter),
    }
    return codec.pack(agal.SAMPLER, values)


# Decoding -----------------------------------------------------------------------------------------------------------


def decode(code: bytes) -> Decoded:
    """Return the instructions of a well-formed program; refuse others with an InputError that names token and byte."""
    listing = decode_listing(code)
    if not 1 <= listing.version <= NEWEST:
        raise InputError(
            f"AGAL version {listing.version} (bytes 1 to 4) is unknown", notes=(f"versions 1 to {NEWEST} exist",)
        )
    instructions = []
    for number, token in enumerate(listing.tokens):
        if isinstance(token, RawToken):
            offset = agal.HEADER_BYTES + number * agal.TOKEN_BYTES
            raise InputError(f"token {number + 1} (byte {offset}) is no AGAL instruction: {token.reason}")
        instructions.append(token)
    if listing.tail:
        offset = len(code) - len(listing.tail)
        raise InputError(
            f"token {len(instructions) + 1} (byte {offset}) is cut off: {len(listing.tail)} of {agal.TOKEN_BYTES} bytes"
        )
    return Decoded(listing.stage, listing.version, tuple(instructions))


def decode_listing(code: bytes) -> AgalListing:
    """Return every token, invalid ones as `RawToken`; refuse only a broken header or an empty program."""
    size = agal.HEADER_BYTES
    if len(code) < size:
        raise InputError(f"an AGAL program starts with a header of {size} bytes, but there are only {len(code)}")
    header = codec.from_bytes(agal.HEADER, code[:size])
    if header["magic"] != agal.MAGIC:
        text = all(9 <= byte <= 13 or 32 <= byte < 127 for byte in code[:200])
        notes = (
            ("this is text: gpucc asm FILE --isa agal assembles AGAL, with --stage vertex or fragment",) if text else ()
        )
        raise InputError(
            f"byte 0 is 0x{header['magic']:02x}: an AGAL program starts with 0x{agal.MAGIC:02x}", notes=notes
        )
    if header["shader"] != agal.SHADER:
        raise InputError(
            f"byte 5 is 0x{header['shader']:02x}: it must be the shader type identifier 0x{agal.SHADER:02x}"
        )
    if header["stage"] not in STAGES:
        raise InputError(f"byte 6 is {header['stage']}: the stage is 0 (vertex) or 1 (fragment)")
    if len(code) == size:
        raise InputError("the AGAL program ends after its header (byte 7): it needs at least one token")
    stage = STAGES[header["stage"]]
    whole = size + (len(code) - size) // agal.TOKEN_BYTES * agal.TOKEN_BYTES
    tokens = tuple(
        _decode_or_keep(code[at : at + agal.TOKEN_BYTES], stage) for at in range(size, whole, agal.TOKEN_BYTES)
    )
    return AgalListing(stage, header["version"], tokens, bytes(code[whole:]))


def _decode_or_keep(token: bytes, stage: Stage) -> Instruction | RawToken:
    try:
        return decode_token(token, stage)
    except InputError as error:
        return RawToken(bytes(token), error.message)


def decode_token(token: bytes, stage: Stage) -> Instruction:
    words = codec.from_bytes(agal.TOKEN, token)
    op = BY_CODE.get(words["opcode"])
    if op is None:
        raise InputError(f"opcode {words['opcode']} is unknown")
    fields = [words["source1"], words["source2"]]
    sources = tuple(_decode_source(fields[i], stage, f"source {i + 1}") for i in range(len(op.operands)))
    state, number = None, 0
    if op.sampler:
        state, number = _decode_sampler(fields[1])
    elif any(fields[len(sources) :]):
        raise InputError(
            f"source {len(sources) + 1} is set, but {op.name} has {len(sources) or 'no'}"
            f" source{'s' * (len(sources) != 1)}"
        )
    dest = None
    if has_destination(op):
        dest = _decode_dest(words["dest"], stage)
    elif words["dest"]:
        raise InputError(f"the destination is set, but {op.name} has none")
    return Instruction(op.name, dest, sources, state, number)


def _fields(word: Word, bits: int, what: str) -> dict[str, int]:
    if codec.reserved(word, bits):
        raise InputError(f"reserved bits of {what} are set")
    return codec.unpack(word, bits)


def _role(code: int, stage: Stage, what: str) -> str:
    file = file_of(code, stage)
    if file is None:
        raise InputError(f"register type {code} of {what} does not exist in a {stage} program")
    return file.role


def _decode_dest(bits: int, stage: Stage) -> Dest:
    values = _fields(agal.DEST, bits, "the destination")
    if not values["mask"]:
        raise InputError("the write mask of the destination is empty")
    return Dest(_role(values["type"], stage, "the destination"), values["number"], values["mask"])


def _decode_source(bits: int, stage: Stage, what: str) -> Source:
    values = _fields(agal.SOURCE, bits, what)
    packed = values["swizzle"]
    swizzle = (packed & 3, packed >> 2 & 3, packed >> 4 & 3, packed >> 6)
    role = _role(values["type"], stage, what)
    if values["indirect"]:
        file = _role(values["index_type"], stage, f"the index of {what}")
        return Source(
            role, 0, swizzle, index=Index(file, values["number"], values["index_component"], values["offset"])
        )
    if values["offset"] or values["index_type"] or values["index_component"]:
        raise InputError(f"index fields of {what} are set although it is direct")
    return Source(role, values["number"], swizzle)


def _word_of(kind: str, table: Mapping[str, int], code: int) -> str:
    for word, value in table.items():
        if value == code:
            return word
    raise InputError(f"the sampler's {kind} {code} is unknown")


def _decode_sampler(bits: int) -> tuple[SamplerState, int]:
    values = _fields(agal.SAMPLER, bits, "the sampler")
    if values["type"] != AGAL.file("sampler", "fragment").code:
        raise InputError(f"source 2 is no sampler: its register type is {values['type']}")
    named: Iterable[str] = [word for word, bit in agal.SPECIALS.items() if values["special"] & bit]
    if values["special"] & ~sum(agal.SPECIALS.values()):
        raise InputError(f"the sampler's special flags {values['special']} are unknown")
    state = SamplerState(
        cast(Literal["2d", "cube"], _word_of("dimension", agal.DIMENSIONS, values["dimension"])),
        _word_of("filter", agal.FILTERS, values["filter"]),
        _word_of("mip mode", agal.MIPS, values["mip"]),
        _word_of("wrap mode", agal.WRAPS, values["wrap"]),
        _word_of("format", agal.FORMATS, values["format"]),
        tuple(named),
        values["bias"] / agal.BIAS_SCALE,
    )
    return state, values["number"]
