"""The fields of an AGAL program's bytes, without judgement: the input of the validator's rules.

Nothing here assumes a legal program: registers are numbers and types, whatever stage or version they belong to.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpucc.emit import codec
from gpucc.emit.agal import BY_CODE, STAGES, has_destination
from gpucc.isa import agal
from gpucc.isa.agal import AGAL
from gpucc.isa.model import LETTERS, Op, RegisterFile, Word
from gpucc.program import Stage
from gpucc.records import dataclass

ATTRIBUTE, CONSTANT, TEMPORARY, OUTPUT, VARYING, SAMPLER, DEPTH, INSTANCE = range(8)
FULL = 15


@dataclass(frozen=True, slots=True)
class AgalField:
    """A destination, source or sampler field."""

    slot: str
    bits: int
    values: dict[str, int]
    reserved: int
    rows: int = 1
    scalar: bool = False

    @property
    def type(self) -> int:
        return self.values["type"]

    @property
    def number(self) -> int:
        return self.values["number"]

    @property
    def indirect(self) -> bool:
        return bool(self.values.get("indirect"))

    @property
    def mask(self) -> int:
        return self.values["mask"]

    @property
    def components(self) -> int:
        """The components that the swizzle reads: all four lanes count, whatever the write mask [run]."""
        swizzle = self.values["swizzle"]
        return int(sum({1 << (swizzle >> 2 * lane & 3) for lane in range(4)}))


@dataclass(frozen=True, slots=True)
class AgalToken:
    """A token. `op` is None if the opcode has no meaning in this version; then its operands are ignored."""

    number: int
    offset: int
    code: int
    op: Op | None
    dest_bits: int = 0
    dest: AgalField | None = None
    sources: tuple[AgalField, ...] = ()
    sampler: AgalField | None = None
    unused: int = 0
    depth: int = 0  # the number of conditionals around it

    @property
    def name(self) -> str:
        return self.op.name if self.op else f"opcode 0x{self.code:02x}"


@dataclass(frozen=True, slots=True)
class AgalFacts:
    """The fields of a program. `version` is that of the header, `rules` the version whose limits apply (0 counts as
    1)."""

    code: bytes
    stage: Stage
    version: int
    rules: int
    tokens: tuple[AgalToken, ...]
    tail: int

    def known(self) -> Iterator[AgalToken]:
        return (token for token in self.tokens if token.op is not None)

    def sources(self) -> Iterator[tuple[AgalToken, AgalField]]:
        """Yield every vector source; the sampler field of a texture op is not one."""
        for token in self.known():
            for source in token.sources:
                yield token, source

    def destinations(self) -> Iterator[tuple[AgalToken, AgalField]]:
        for token in self.known():
            if token.dest is not None:
                yield token, token.dest

    def samplers(self) -> Iterator[tuple[AgalToken, AgalField]]:
        """Yield the sampler fields whose register is a sampler."""
        for token in self.known():
            if token.sampler is not None and token.sampler.type == SAMPLER:
                yield token, token.sampler

    def file(self, code: int) -> RegisterFile | None:
        return next((file for file in AGAL.files if file.code == code and self.stage in file.prefix), None)

    def size(self, code: int) -> int:
        file = self.file(code)
        return file.size(self.stage, self.rules) if file else 0

    def name(self, code: int, number: int) -> str:
        file = self.file(code)
        return f"{file.prefix[self.stage]}{number}" if file else f"register {number} of type {code}"

    def written(self, code: int) -> dict[int, int]:
        """The components of each register of a type that the program writes anywhere."""
        masks: dict[int, int] = {}
        for _, dest in self.destinations():
            if dest.type == code:
                masks[dest.number] = masks.get(dest.number, 0) | dest.mask
        return masks

    def read(self, code: int) -> dict[int, int]:
        masks: dict[int, int] = {}
        for _, source in self.sources():
            if source.type == code and not source.indirect:
                for number in range(source.number, source.number + source.rows):
                    masks[number] = masks.get(number, 0) | source.components
        return masks


def collect(code: bytes, rules: int) -> AgalFacts:
    """The facts of a program whose header is known to be good."""
    header = codec.from_bytes(agal.HEADER, code[: agal.HEADER_BYTES])
    tokens: list[AgalToken] = []
    depth = 0
    for offset in range(agal.HEADER_BYTES, len(code) - agal.TOKEN_BYTES + 1, agal.TOKEN_BYTES):
        token = _token(code[offset : offset + agal.TOKEN_BYTES], len(tokens) + 1, offset, rules, depth)
        effect = token.op.effect if token.op else None
        depth = max(depth + {"if": 1, "endif": -1}.get(effect or "", 0), 0)
        tokens.append(token)
    tail = (len(code) - agal.HEADER_BYTES) % agal.TOKEN_BYTES
    return AgalFacts(code, STAGES[header["stage"]], header["version"], rules, tuple(tokens), tail)


def _token(data: bytes, number: int, offset: int, rules: int, depth: int) -> AgalToken:
    words = codec.from_bytes(agal.TOKEN, data)
    op = BY_CODE.get(words["opcode"])
    if op is None or rules not in op.versions:
        return AgalToken(number, offset, words["opcode"], None, depth=depth)
    fields = [words["source1"], words["source2"]]
    sources = tuple(
        _register(f"source {i + 1}", agal.SOURCE, fields[i], operand.rows, op.result == "none" and operand.lanes == 1)
        for i, operand in enumerate(op.operands)
    )
    sampler = _register("source 2", agal.SAMPLER, fields[1]) if op.sampler else None
    unused = sum(1 for bits in fields[len(sources) + op.sampler :] if bits)
    dest = _register("the destination", agal.DEST, words["dest"]) if has_destination(op) else None
    return AgalToken(number, offset, op.code, op, words["dest"], dest, sources, sampler, unused, depth)


def _register(slot: str, word: Word, bits: int, rows: int = 1, scalar: bool = False) -> AgalField:
    return AgalField(slot, bits, codec.unpack(word, bits), codec.reserved(word, bits), rows, scalar)


def letters(mask: int) -> str:
    return "".join(letter for i, letter in enumerate(LETTERS) if mask >> i & 1)
