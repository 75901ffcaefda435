"""Assembler for fragment programs in the syntax that the limadriver wiki proposed, and in the older one of its
examples.

A line is an instruction unless it ends in a comma. The order of opcodes is enforced: first stop and sync, then the
units in the order in which they work. After `.dialect seed` the destination comes last and the order is free, as in the
document's examples.
"""

from __future__ import annotations

import re
from dataclasses import field, replace

from gpucc.emit.lima_lines import TextPlace
from gpucc.emit.lima_pp import WORD_BYTES, LimaPpCoder, LimaPpListing, RawWords, coder, encode_listing, starts
from gpucc.emit.lima_pp_statements import LimaPpStatement, Reader, WrittenWord, near
from gpucc.errors import InputError, LimitExceeded, Location
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.model import Source
from gpucc.isa.pipeline import Packet, PipeIsa, UnitPart
from gpucc.records import dataclass

LABEL = re.compile(r"\s*([A-Za-z_]\w*)\s*:")
DIALECTS = ("proposed", "seed")
FLAGS = ("stop", "sync")


def assemble(text: str, file: str = "<text>", isa: PipeIsa = LIMA_PP) -> bytes:
    return encode_listing(parse(text, file, isa), isa)


def parse(text: str, file: str = "<text>", isa: PipeIsa = LIMA_PP) -> LimaPpListing:
    reader = _Assembler(coder(isa), file)
    for number, line in enumerate(re.split(r"\r\n?|\n", text), 1):
        reader.line(number, line)
    return reader.finish()


@dataclass(slots=True)
class LimaPpDraft:
    """An instruction that is not complete yet. `ranks` are the positions of its opcodes in the order of the control
    word.
    """

    place: TextPlace
    statements: list[LimaPpStatement] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    ranks: list[tuple[int, str]] = field(default_factory=list)
    following: tuple[int, bool] | None = None
    seed: bool = False

    def packet(self) -> Packet:
        stop, sync = (flag in self.flags for flag in FLAGS)
        return Packet(tuple(statement.part for statement in self.statements), stop, sync)


class _Assembler:
    def __init__(self, found: LimaPpCoder, file: str) -> None:
        self.coder = found
        self.file = file
        self.reader = Reader(found)
        self.items: list[LimaPpDraft | RawWords] = []
        self.labels: dict[str, int] = {}
        self.open: LimaPpDraft | None = None
        self.comma: TextPlace | None = None
        self.tail = b""

    def line(self, number: int, text: str) -> None:
        body = text.split("#", 1)[0]
        at = 0
        while self.open is None and (label := LABEL.match(body, at)) is not None:
            if label[1] in self.labels:
                TextPlace(self.file, number, label.start(1), text).fail(f"there is a label {label[1]} already")
            self.labels[label[1]] = len(self.items)
            at = label.end()
        if not body[at:].strip():
            return
        first = at + len(body[at:]) - len(body[at:].lstrip())
        place = TextPlace(self.file, number, first, text)
        if self.tail:
            place.fail("nothing may follow .tail")
        if body[first] == "." and self.open is None:
            self.directive(place, body[first:].strip())
            return
        draft = self.open or LimaPpDraft(place, seed=self.reader.seed)
        if self.open is None:
            self.items.append(draft)
        self.open = None
        self.statements(number, text, body, at, draft)

    def statements(self, number: int, text: str, body: str, at: int, draft: LimaPpDraft) -> None:
        for match in re.finditer(r"[^,]*(,|$)", body[at:]):
            words = [
                WrittenWord(word.group(), TextPlace(self.file, number, at + match.start() + word.start(), text))
                for word in re.finditer(r"\S+", match.group().rstrip(","))
            ]
            end = TextPlace(self.file, number, at + match.end() - 1, text)
            if words:
                self.statement(words, draft)
                self.open = None
            elif match.group(1):
                end.fail("an opcode is missing before the comma")
            if match.group(1):
                self.open, self.comma = draft, end
            elif not match.group():
                return

    def statement(self, words: list[WrittenWord], draft: LimaPpDraft) -> None:
        name = words[0]
        if name.text in FLAGS:
            if len(words) > 1:
                words[1].place.fail(f"{name.text} takes no operands")
            self.rank(draft, name, FLAGS.index(name.text) - len(FLAGS))
            draft.flags.append(name.text)
        elif name.text == "next":
            self.rank(draft, name, len(self.coder.order))
            match = re.fullmatch(r"next (\d{1,2})( off)?", " ".join(word.text for word in words))
            if match is None or int(match[1]) > 63:
                name.place.fail(
                    "next takes the length of the next instruction in words, 0 to 63, and off if it is not prefetched"
                )
            draft.following = int(match[1]), match[2] is None
        elif name.text == "nop":
            if len(words) > 1 or draft.ranks:
                name.place.fail("nop stands alone")
            draft.ranks.append((len(self.coder.order), "nop"))
        else:
            statement = self.reader.read(words)
            if statement.label is None:
                self.check(statement.part, statement.place)
            self.rank(draft, name, self.coder.order[statement.part.unit])
            draft.statements.append(statement)

    def rank(self, draft: LimaPpDraft, name: WrittenWord, rank: int) -> None:
        """Refuse an opcode of a unit that works earlier than the one before it, and a second opcode for a unit."""
        for known, other in draft.ranks:
            if known == rank:
                name.place.fail(
                    f"{name.text}: {other} uses this unit already"
                    if other != name.text
                    else f"{name.text} is given twice"
                )
        later = [other for known, other in draft.ranks if known > rank]
        if later and not self.reader.seed:
            order = "stop, sync, .v, texld, .u, .v0, .s0, .v1, .s1, .s2, .t, branch, const0, const1, next"
            note = f"units see what earlier ones wrote, so they are written in the order in which they work: {order}"
            name.place.fail(f"{name.text} must stand before {later[0]}", note)
        draft.ranks.append((rank, name.text))

    def check(self, part: UnitPart, place: TextPlace) -> None:
        try:
            self.coder.part(self.coder.units[part.unit], part)
        except InputError as error:
            place.fail(error.message, *error.notes)
        except LimitExceeded as error:
            place.fail(error.message, *error.notes, limit=True)

    def directive(self, place: TextPlace, text: str) -> None:
        name, *parts = text.split()
        if name == ".dialect" and len(parts) == 1 and parts[0] in DIALECTS:
            self.reader.seed = parts[0] == "seed"
        elif name == ".word" and parts and all(re.fullmatch(r"[0-9A-Fa-f]{8}", part) for part in parts):
            data = b"".join(int(part, 16).to_bytes(WORD_BYTES, "little") for part in parts)
            self.items.append(RawWords(data, "given as words"))
        elif name == ".tail" and re.fullmatch(r"([0-9A-Fa-f]{2}){1,3}", "".join(parts)):
            self.tail = bytes.fromhex("".join(parts))
        else:
            place.fail(
                f"{text!r} is no directive",
                ".dialect proposed or .dialect seed; .word with words of eight hexadecimal digits; .tail with 1 to 3"
                " bytes",
            )

    # the whole program

    def finish(self) -> LimaPpListing:
        if self.open is not None and self.comma is not None:
            self.comma.fail("the text ends after a comma, which says that the instruction goes on")
        if not self.items and not self.tail:
            raise InputError(
                "there is no instruction in the text", Location(self.file), ("an empty instruction is written nop",)
            )
        for item in self.items:
            if isinstance(item, LimaPpDraft):
                self.settle(item)
        shells = [item if isinstance(item, RawWords) else item.packet() for item in self.items]
        places = starts(self.coder, shells)
        lengths = [places[i + 1] - places[i] for i in range(len(shells))]
        found: list[Packet | RawWords] = []
        for i, item in enumerate(self.items):
            if isinstance(item, RawWords):
                found.append(item)
                continue
            parts = tuple(self.linked(statement, i, places, lengths) for statement in item.statements)
            real = lengths[i + 1] if i + 1 < len(lengths) else 0
            following, prefetch = item.following or (real, real > 0)
            if item.following is None and real > 63:
                item.place.fail(f"the next {real} words are no instruction: give the length to encode with next")
            found.append(replace(item.packet(), parts=parts, following=following, prefetch=prefetch))
        return LimaPpListing(tuple(found), self.tail)

    def settle(self, draft: LimaPpDraft) -> None:
        """Sort the opcodes and supply what the document's examples omit: a flat texture has two coordinates."""
        draft.statements.sort(key=lambda statement: self.coder.order[statement.part.unit])
        if draft.seed:
            flat = any(statement.part.op == "texld_2d" for statement in draft.statements)
            draft.statements = [
                replace(statement, part=_spelled_out(statement.part, flat)) for statement in draft.statements
            ]

    def linked(self, statement: LimaPpStatement, i: int, places: list[int], lengths: list[int]) -> UnitPart:
        label = statement.label
        if label is None:
            return statement.part
        if label.text not in self.labels:
            label.place.fail(f"there is no label {label.text!r}", *near(label.text, self.labels))
        target = self.labels[label.text]
        if target >= len(lengths):
            label.place.fail(f"no instruction follows the label {label.text}")
        settings = (("target", places[target] - places[i]), ("target_length", min(lengths[target], 31)))
        part = replace(statement.part, settings=settings)
        self.check(part, label.place)
        return part


# ARM's encoding of a varying's index to which nothing is added; the document is based on code of ARM's compiler
ABSENT = Source("none", 15, (3, 3, 3, 3))


def _spelled_out(part: UnitPart, flat: bool) -> UnitPart:
    if part.op not in ("varying", "cube") or part.sources:
        return part
    part = replace(part, sources=(ABSENT,))
    if (
        flat
        and part.dest is not None
        and part.dest.file == "discard"
        and part.dest.mask == 15
        and part.setting("align") == 4
    ):
        settings = tuple((name, 2 if name == "align" else value) for name, value in part.settings)
        return replace(part, dest=replace(part.dest, mask=3), settings=settings)
    return part
