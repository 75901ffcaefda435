"""A cursor over the tokens of a line of lima assembly, with errors that point at a token."""

from __future__ import annotations

import re
from typing import NoReturn

from gpucc.errors import InputError, LimitExceeded, Location
from gpucc.records import dataclass

TOKEN = re.compile(
    r"\s*(?:(?P<word>[A-Za-z_][A-Za-z_0-9]*)|(?P<number>[0-9]+)|(?P<mark>>=|[-+*<=(),;:@.\[\]])|(?P<junk>\S))"
)
LARGEST = 1 << 16
# the columns of a printed line
WIDTH = 110


@dataclass(frozen=True, slots=True)
class AsmToken:
    kind: str
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class TextPlace:
    """A place in the text, which can raise errors."""

    file: str
    line: int
    column: int
    text: str

    def fail(self, message: str, *notes: str, limit: bool = False) -> NoReturn:
        raise (LimitExceeded if limit else InputError)(
            message, Location(self.file, self.line, self.column + 1), notes, self.text
        )


class LimaLine:
    """A cursor over the tokens of one line, without its comment."""

    def __init__(self, file: str, number: int, text: str) -> None:
        self.file = file
        self.number = number
        self.text = text
        body = text.split("//", 1)[0]
        self.tokens: list[AsmToken] = []
        for match in TOKEN.finditer(body):
            kind = match.lastgroup or "junk"
            self.tokens.append(AsmToken(kind, match[kind], match.start(kind)))
        self.end = len(body.rstrip())
        self.position = 0

    def at_end(self) -> bool:
        return self.position >= len(self.tokens)

    def place(self, offset: int = 0) -> TextPlace:
        index = self.position + offset
        at = self.tokens[index].at if 0 <= index < len(self.tokens) else self.end
        return TextPlace(self.file, self.number, at, self.text)

    def peek(self, offset: int = 0) -> str:
        index = self.position + offset
        return self.tokens[index].text if index < len(self.tokens) else ""

    def skip(self, mark: str) -> bool:
        if self.peek() != mark:
            return False
        self.position += 1
        return True

    def take(self, kind: str) -> str | None:
        if self.at_end() or self.tokens[self.position].kind != kind:
            return None
        self.position += 1
        return self.tokens[self.position - 1].text

    def need(self, mark: str, what: str) -> None:
        if not self.skip(mark):
            self.place().fail(f"expected {mark!r} {what}, found {self.found()}")

    def label(self) -> str | None:
        if self.peek(1) != ":" or self.at_end() or self.tokens[self.position].kind not in ("word", "number"):
            return None
        self.position += 2
        return self.tokens[self.position - 2].text

    def found(self) -> str:
        return repr(self.peek()) if self.peek() else "the end of the line"

    def number_of(self, what: str) -> int:
        place = self.place()
        digits = self.take("number")
        if digits is None:
            place.fail(f"expected {what}, found {self.found()}")
        if len(digits) > 6 or int(digits) >= LARGEST:
            place.fail(f"{digits} is too large", limit=True)
        return int(digits)
