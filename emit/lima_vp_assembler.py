"""Assembler for lima vertex text as our printer writes it, and for hand-written labels, signs and comments.

Each statement becomes reads that refer to a vec4 by name. When the instruction is complete, `assign` chooses the load
unit of each vec4, and the reads get these units.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from gpucc.emit.lima_lines import LimaLine, TextPlace
from gpucc.emit.lima_vp import LimaVpCoder, LimaVpListing, LimaVpRawWord, coder, encode_listing
from gpucc.emit.lima_vp_statements import LimaVpDraft, LimaVpStatements, nearest
from gpucc.emit.lima_vp_text import CrowdedLoads, VectorName, assign
from gpucc.errors import InputError, Location
from gpucc.isa.lima_vp import INSTRUCTION_BYTES, LIMA_VP
from gpucc.isa.wide import Bundle, Issue, WideIsa


def assemble(text: str, file: str = "<text>", isa: WideIsa = LIMA_VP) -> bytes:
    return encode_listing(parse(text, file, isa), isa)


def parse(text: str, file: str = "<text>", isa: WideIsa = LIMA_VP) -> LimaVpListing:
    reader = _Reader(coder(isa), file)
    for number, line in enumerate(re.split(r"\r\n?|\n", text), 1):
        reader.line(number, line)
    return reader.finish()


class _Reader:
    """Converts lines to drafts, raw words and labels."""

    def __init__(self, found: LimaVpCoder, file: str) -> None:
        self.coder = found
        self.file = file
        self.words: list[LimaVpDraft | LimaVpRawWord] = []
        self.labels: dict[str, int] = {}
        self.tail = b""

    def line(self, number: int, text: str) -> None:
        line = LimaLine(self.file, number, text)
        if line.at_end():
            return
        if self.tail:
            line.place().fail("nothing may follow .tail")
        if line.skip(";"):
            if not self.words or isinstance(self.words[-1], LimaVpRawWord):
                line.place().fail("a line that begins with ; continues an instruction, but there is none above")
            draft = self.words[-1]
        else:
            while (label := line.label()) is not None:
                if label in self.labels:
                    line.place(-2).fail(f"the label {label} is already that of instruction {self.labels[label]}")
                self.labels[label] = len(self.words)
            if line.at_end():
                return
            if line.skip("."):
                self.directive(line)
                return
            draft = LimaVpDraft(line.place())
            self.words.append(draft)
        LimaVpStatements(self.coder, line, draft).run()

    def directive(self, line: LimaLine) -> None:
        place = line.place(-1)
        match = re.fullmatch(
            r"\s*\.(word|tail)\s+([0-9A-Fa-f ]+?)\s*", re.sub(r"^\s*(\w+\s*:\s*)*", "", line.text.split("//")[0])
        )
        if match is None:
            place.fail("a directive is .word with four words of eight hexadecimal digits, or .tail with bytes")
        parts = match[2].split()
        if match[1] == "word":
            if [len(part) for part in parts] != [8] * 4:
                place.fail(".word takes four words of eight hexadecimal digits, the one with bit 0 first")
            self.words.append(
                LimaVpRawWord(b"".join(int(part, 16).to_bytes(4, "little") for part in parts), "given as a word")
            )
            return
        digits = "".join(parts)
        if len(digits) % 2 or not 0 < len(digits) // 2 < INSTRUCTION_BYTES:
            place.fail(f".tail takes 1 to {INSTRUCTION_BYTES - 1} bytes of two hexadecimal digits")
        self.tail = bytes.fromhex(digits)

    def finish(self) -> LimaVpListing:
        if not self.words and not self.tail:
            raise InputError(
                "there is no instruction in the text",
                Location(self.file),
                ("an instruction that does nothing is written nop",),
            )
        return LimaVpListing(
            tuple(word if isinstance(word, LimaVpRawWord) else self.bundle(word) for word in self.words), self.tail
        )

    def bundle(self, draft: LimaVpDraft) -> Bundle:
        units = list(self.coder.loads.values())
        try:
            loads, chosen = assign(draft.names, draft.fixed, units)
        except CrowdedLoads as crowd:
            named = " and ".join(
                f"{load.unit} loads {VectorName(load.file, load.address, load.index)}" for load in crowd.loads
            )
            draft.place.fail(f"this instruction cannot load {crowd.name} as well", named)
        issues = tuple(_resolve(issue, names, chosen) for issue, names in draft.issues)
        default = {load: self.coder.load(Bundle(), load) for load in self.coder.loads}
        needed = tuple(loads[unit] for unit in self.coder.loads if unit in loads and loads[unit] != default[unit])
        order = list(self.coder.units)
        halves = list(self.coder.stores)
        bundle = Bundle(
            tuple(sorted(issues, key=lambda issue: order.index(issue.unit))),
            needed,
            tuple(sorted(draft.stores, key=lambda store: halves.index(store.unit))),
            self.target(*draft.branch) if draft.branch else None,
        )
        try:
            self.coder.word(bundle)
        except InputError as error:
            draft.place.fail(error.message, *error.notes)
        return bundle

    def target(self, place: TextPlace, label: str) -> int:
        if label in self.labels:
            return self.labels[label]
        if label.isdigit() and len(label) < 6:
            return int(label)
        return place.fail(f"there is no label {label!r}", *nearest(label, self.labels))


def _resolve(issue: Issue, names: Sequence[VectorName | None], chosen: dict[VectorName, str]) -> Issue:
    reads = tuple(
        replace(read, unit=chosen[name]) if name else read for read, name in zip(issue.reads, names, strict=True)
    )
    return replace(issue, reads=reads)
