"""Assembler for AGAL text in the syntax of AGALMiniAssembler; text that the latter drops or guesses silently is an
error.

One instruction a line, `//` starts a comment, operands are separated by commas or spaces. Stage and version come from
the caller, or else from a first line as our printer writes it. Without either, the registers determine the stage, and
the version is 1.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from gpucc.emit import codec
from gpucc.emit.agal import BY_NAME, NEWEST, AgalListing, RawToken, encode_listing, has_destination
from gpucc.emit.cursor import LineCursor
from gpucc.errors import InputError, Location
from gpucc.isa import agal
from gpucc.isa.agal import AGAL
from gpucc.isa.model import LETTERS, Dest, Index, Instruction, Op, RegisterFile, SamplerState, Source
from gpucc.program import Stage
from gpucc.records import dataclass

TITLE = re.compile(r"\s*//\s*AGAL version ([0-9]+), (vertex|fragment) program")
WORD = re.compile(r"\.?[A-Za-z_][A-Za-z0-9_]*")
OPERAND = re.compile(r"(?P<name>[A-Za-z]+)(?P<number>[0-9]*)(?P<index>\s*\[[^\]]*\])?(?P<lanes>\.\w*)?")
INDEX = re.compile(r"\s*(?P<name>[A-Za-z]+)(?P<number>[0-9]*)(?P<lane>\.\w+)?\s*(?:\+\s*(?P<offset>[0-9]+))?\s*")
GROUPS = {
    "dimension": agal.DIMENSIONS,
    "filter": agal.FILTERS,
    "mip": agal.MIPS,
    "wrap": agal.WRAPS,
    "format": agal.FORMATS,
}
GROUP_OF = {word: group for group, table in GROUPS.items() for word in table}
LARGEST = 65535
PREFIXES = {
    stage: {file.prefix[stage]: file for file in AGAL.files if stage in file.prefix} for stage in ("vertex", "fragment")
}


def assemble(
    text: str, stage: Stage | None = None, version: int | None = None, file: str = "<text>", check: bool = True
) -> bytes:
    """Return the program's bytes. Without `check`, any register or opcode with an encoding passes, even if the version
    or stage lacks it.
    """
    return encode_listing(parse(text, stage, version, file, check))


def parse(
    text: str, stage: Stage | None = None, version: int | None = None, file: str = "<text>", check: bool = True
) -> AgalListing:
    title = TITLE.match(text)
    if version is None:
        version = int(title[1]) if title else 1
    if not 1 <= version <= NEWEST and check:
        raise InputError(f"AGAL version {version} is unknown", Location(file), (f"versions 1 to {NEWEST} exist",))
    lines = [_Line(file, number, line) for number, line in enumerate(re.split(r"\r\n?|\n", text), 1)]
    if all(line.at_end() for line in lines):
        raise InputError(
            "there is no instruction in the text", Location(file), ("an AGAL program needs at least one token",)
        )
    if stage is None:
        stage = ("vertex" if title[2] == "vertex" else "fragment") if title else _deduce_stage(lines, file)
    assembler = _Assembler(stage, version, check)
    tokens: list[Instruction | RawToken] = []
    tail = b""
    for line in lines:
        if line.at_end():
            continue
        if tail:
            raise line.error("nothing may follow .tail")
        token = assembler.line(line)
        if isinstance(token, bytes):
            tail = token
        else:
            tokens.append(token)
    return AgalListing(stage, version, tuple(tokens), tail)


def _deduce_stage(lines: Iterable[_Line], file: str) -> Stage:
    """Return the stage of the first register or opcode that belongs to one stage only."""
    vertex, fragment = ({*PREFIXES[stage], *agal.FILE_ALIASES[stage]} for stage in ("vertex", "fragment"))
    for line in lines:
        plain = re.sub(r"\.\w*|<.*", " ", line.body)
        words = re.findall(r"[A-Za-z]\w*", plain)
        op = BY_NAME.get(words[0]) if words else None
        if op is not None and len(op.stages) == 1:
            return "vertex" if op.stages[0] == "vertex" else "fragment"
        for name in (word.rstrip("0123456789") for word in words[1:]):
            if (name in vertex) != (name in fragment):
                return "vertex" if name in vertex else "fragment"
    raise InputError(
        "cannot tell whether this is a vertex or a fragment program",
        Location(file),
        ("no register or opcode belongs to one stage only: give --stage",),
    )


def _nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    close = difflib.get_close_matches(word.lower(), list(known), 1, 0.5)
    return (f"did you mean {close[0]!r}?",) if close else ()


class _Line(LineCursor):
    """One line of AGALMiniAssembler's syntax."""

    def __init__(self, file: str, number: int, text: str) -> None:
        super().__init__(file, number, text, "//")

    def rest(self) -> str:
        found = re.match(r"[^\s,<]+|.", self.body[self.position :])
        return found[0] if found else "the end of the line"


@dataclass(frozen=True, slots=True)
class _Operand:
    """The parsed text of an operand, before it is taken as destination or source."""

    file: RegisterFile
    number: int
    index: Index | None
    lanes: str
    at: int
    text: str


class _Assembler:
    def __init__(self, stage: Stage, version: int, check: bool) -> None:
        self.stage: Stage = stage
        self.version = version
        self.check = check

    def line(self, line: _Line) -> Instruction | RawToken | bytes:
        at = line.position
        word = line.take(WORD)
        if word is None:
            raise line.error(f"expected an instruction, found {line.rest()!r}")
        if word[0] in (".token", ".tail"):
            return self._directive(line, word[0])
        op = self._op(line, word[0], at)
        instruction = self._operands(line, op)
        if not line.at_end():
            raise line.error(f"{line.rest()!r} is left over after {op.name}", f"{op.name} is written: {_form(op)}")
        return instruction

    def _directive(self, line: _Line, word: str) -> RawToken | bytes:
        at = line.position
        digits = line.take(re.compile(r"[0-9A-Fa-f]+"))
        data = bytes.fromhex(digits[0]) if digits and len(digits[0]) % 2 == 0 else b""
        size_ok = len(data) == agal.TOKEN_BYTES if word == ".token" else 0 < len(data) < agal.TOKEN_BYTES
        if not size_ok or not line.at_end():
            wanted = "48 hexadecimal digits" if word == ".token" else "2 to 46 hexadecimal digits, two for each byte"
            raise line.error(f"{word} takes {wanted}", at=at)
        return RawToken(data, "given as bytes") if word == ".token" else data

    def _op(self, line: _Line, word: str, at: int) -> Op:
        op = BY_NAME.get(agal.OP_ALIASES.get(word, word))
        if op is None:
            raise line.error(f"unknown instruction {word!r}", *_nearest(word, BY_NAME), at=at)
        if self.check and self.stage not in op.stages:
            raise line.error(f"{op.name} exists only in {op.stages[0]} programs, this is a {self.stage} program", at=at)
        if self.check and self.version not in op.versions:
            known = min((v for v in op.versions if v > self.version), default=None)
            note = (
                f"version {known} has it (--target version={known})"
                if known
                else (op.note or "no version is known to run it")
            )
            raise line.error(f"AGAL version {self.version} has no {op.name}", note, at=at)
        return op

    def _operands(self, line: _Line, op: Op) -> Instruction:
        dest = self._dest(line, op) if has_destination(op) else None
        sources: list[Source] = []
        for operand in op.operands:
            if dest is not None or sources:
                line.mark(",")
            sources.append(self._source(line, op, operand.rows))
        if not op.sampler:
            if line.body.startswith("<", line.position):
                raise line.error(f"{op.name} takes no sampler flags", "only texture instructions do")
            return Instruction(op.name, dest, tuple(sources))
        line.mark(",")
        number = self._sampler(line, op)
        line.mark(",")
        return Instruction(op.name, dest, tuple(sources), self._flags(line), number)

    # operands

    def _operand(self, line: _Line, op: Op, rows: int = 1) -> _Operand:
        at = line.position
        match = line.take(OPERAND)
        if match is None:
            found = line.rest()
            what = "is incomplete" if found == "the end of the line" else f"cannot take {found!r} as an operand"
            raise line.error(f"{op.name} {what}", f"{op.name} is written: {_form(op)}", at=at)
        file = self._file(line, match["name"], at)
        number = int(match["number"][:9] or "0")
        index = None
        if match["index"]:
            if match["number"]:
                raise line.error(
                    f"{match['name']}{match['number']}[..]: an indexed register has no number",
                    _index_form(match["name"]),
                    at=at,
                )
            index = self._index(
                line, match["index"].strip()[1:-1], match.start("index") + match["index"].index("[") + 1, match["name"]
            )
        elif line.body.startswith("[", line.position):
            raise line.error("'[' is never closed", _index_form(match["name"]))
        else:
            self._in_range(line, file, number, rows, at, match["name"])
        return _Operand(file, number, index, self._lanes(line, match["lanes"], match.start("lanes")), at, match[0])

    def _file(self, line: _Line, name: str, at: int) -> RegisterFile:
        here = PREFIXES[self.stage]
        file = here.get(agal.FILE_ALIASES[self.stage].get(name, name))
        if file is not None:
            return file
        other: Stage = "fragment" if self.stage == "vertex" else "vertex"
        if name in PREFIXES[other] or name in agal.FILE_ALIASES[other]:
            raise line.error(
                f"{name} is a register of {other} programs, this is a {self.stage} program",
                f"here there are {', '.join(here)}",
                at=at,
            )
        raise line.error(f"unknown register {name!r}", *_nearest(name, here), f"there are {', '.join(here)}", at=at)

    def _in_range(self, line: _Line, file: RegisterFile, number: int, rows: int, at: int, name: str) -> None:
        size = file.size(self.stage, self.version) if self.check else LARGEST + 1
        last = number + (rows - 1 if self.check else 0)
        if last < size:
            return
        needs = (
            f"the {rows} rows from {name}{number} on end at {name}{last}"
            if rows > 1
            else f"{name}{number} is out of range"
        )
        has = (
            f"AGAL version {self.version} has {name}0 to {name}{size - 1}"
            if size
            else f"AGAL version {self.version} has no {name}"
        )
        later = next((v for v in range(self.version + 1, NEWEST + 1) if last < file.size(self.stage, v)), None)
        notes = [f"version {later} has {file.size(self.stage, later)} (--target version={later})"] if later else []
        raise line.error(f"{needs}: {has}", *notes, at=at, limit=True)

    def _index(self, line: _Line, text: str, at: int, name: str) -> Index:
        match = INDEX.fullmatch(text)
        if match is None:
            raise line.error(f"cannot read the index {text.strip()!r}", _index_form(name), at=at)
        if not match["number"]:
            raise line.error(
                f"the index register {match['name']!r} needs a number",
                f"assemblers differ without one: write {match['name']}0",
                at=at,
            )
        if not match["lane"] or match["lane"][1:] not in LETTERS or len(match["lane"]) != 2:
            raise line.error("an index is one component of a register: x, y, z or w", _index_form(name), at=at)
        file = self._file(line, match["name"], at + match.start("name"))
        number = int(match["number"][:9])
        self._in_range(line, file, number, 1, at, match["name"])
        offset = int((match["offset"] or "0")[:9])
        if offset > AGAL.limits["encodable_offset"]:
            raise line.error(
                f"the index offset {offset} is out of range: it is 0 to {AGAL.limits['encodable_offset']}",
                at=at,
                limit=True,
            )
        return Index(file.role, number, LETTERS.index(match["lane"][1]), offset)

    def _lanes(self, line: _Line, text: str | None, at: int) -> str:
        if text is None:
            return ""
        letters = text[1:]
        if letters and set(letters) <= set(LETTERS) and len(letters) <= 4:
            return letters
        if set(letters) <= set("rgba") and 0 < len(letters) <= 4:
            instead = "".join(LETTERS["rgba".index(letter)] for letter in letters)
            raise line.error(
                f"{text!r}: AGAL has no colour letters (other assemblers ignore them silently)",
                f"write .{instead}",
                at=at,
            )
        raise line.error(f"{text!r} is no choice of components", "one to four of the letters x, y, z, w", at=at)

    def _dest(self, line: _Line, op: Op) -> Dest:
        operand = self._operand(line, op)
        if operand.index is not None:
            raise line.error(f"{operand.text} cannot be written: only sources are indexed", at=operand.at)
        mask = sum(1 << LETTERS.index(lane) for lane in set(operand.lanes)) or 15
        return Dest(operand.file.role, operand.number, mask)

    def _source(self, line: _Line, op: Op, rows: int) -> Source:
        operand = self._operand(line, op, rows)
        letters = operand.lanes + operand.lanes[-1:] * (4 - len(operand.lanes)) or LETTERS
        x, y, z, w = (LETTERS.index(letter) for letter in letters)
        return Source(operand.file.role, operand.number, (x, y, z, w), index=operand.index)

    # samplers

    def _sampler(self, line: _Line, op: Op) -> int:
        operand = self._operand(line, op)
        if operand.file.role != "sampler":
            prefix = AGAL.file("sampler", self.stage).prefix[self.stage]
            raise line.error(
                f"{op.name} needs a sampler register here, not {operand.text}", f"write {prefix}0", at=operand.at
            )
        if operand.lanes or operand.index:
            raise line.error(f"{operand.text}: a sampler register has no components and no index", at=operand.at)
        return operand.number

    def _flags(self, line: _Line) -> SamplerState:
        if not line.body.startswith("<", line.position):
            return SamplerState()
        end = line.body.find(">", line.position)
        if end < 0:
            raise line.error("'<' is never closed")
        chosen: dict[str, str] = {}
        special: set[str] = set()
        bias: float | None = None
        for match in re.compile(r"[^\s,]+").finditer(line.body, line.position + 1, end):
            word = agal.SAMPLER_ALIASES.get(match[0], match[0])
            if word in GROUP_OF:
                group = GROUP_OF[word]
                if chosen.setdefault(group, word) != word:
                    raise line.error(f"{chosen[group]!r} and {match[0]!r} both set the {group}", at=match.start())
            elif word in agal.SPECIALS:
                special.add(word)
            elif bias is None:
                bias = _bias(line, match[0], match.start())
            else:
                raise line.error(f"{match[0]!r}: the bias is already {bias:g}", at=match.start())
        line.position = end + 1
        line.skip()
        ordered = tuple(word for word in agal.SPECIALS if word in special)
        return SamplerState(**chosen, special=ordered, bias=bias or 0.0)  # type: ignore[arg-type]


def _bias(line: _Line, word: str, at: int) -> float:
    """Return a level-of-detail bias, truncated to 1/8 towards zero as in AGALMiniAssembler."""
    if re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)", word) is None:
        known = [*GROUP_OF, *agal.SPECIALS, *agal.SAMPLER_ALIASES]
        raise line.error(
            f"unknown sampler flag {word!r}",
            *_nearest(word, known),
            f"there are {', '.join(known)} and a number, the bias",
            at=at,
        )
    low, high = codec.limits(next(field for field in agal.SAMPLER.fields if field.name == "bias"))
    scaled = float(word) * agal.BIAS_SCALE
    if not low <= scaled < high + 1:
        raise line.error(
            f"the bias {word} is out of range: it is {low / agal.BIAS_SCALE:g} to {high / agal.BIAS_SCALE:g}",
            at=at,
            limit=True,
        )
    return int(scaled) / agal.BIAS_SCALE


def _index_form(name: str) -> str:
    return f"an indexed source is written {name}[va0.x+5], the offset may be left out"


def _form(op: Op) -> str:
    """Return the syntax of an instruction, for messages."""
    operands = ["destination"] if has_destination(op) else []
    operands += ["source"] if len(op.operands) == 1 else [f"source{i + 1}" for i in range(len(op.operands))]
    return f"{op.name} {', '.join(operands)}{', sampler <flags>' if op.sampler else ''}".rstrip()
