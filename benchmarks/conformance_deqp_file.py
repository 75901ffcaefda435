"""Parser of the `.test` files of VK-GL-CTS: groups of cases, each with shaders in double quotes, the expected verdict,
and input and output values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent

LEXEME = re.compile(
    r'#[^\n]*|""(?P<long>.*?)""|"(?P<text>[^"\n]*)"|(?P<word>[A-Za-z_0-9.+-]+)|(?P<op>[{}\[\]();=|,:])|\s+', re.DOTALL
)
SHADERS = ("vertex", "fragment", "both")
ES_100 = "100"
# words that are followed by one more word
SKIPPED = ("require", "import")
Number = float


@dataclass(frozen=True, slots=True)
class Value:
    """`rows` holds the components for each set of values, column by column."""

    kind: str
    type: str
    name: str
    rows: tuple[tuple[Number, ...], ...]


@dataclass(slots=True)
class Case:
    file: str
    name: str
    expect: str = "pass"
    version: str = ES_100
    values: list[Value] = field(default_factory=list)
    vertex: list[str] = field(default_factory=list)
    fragment: list[str] = field(default_factory=list)
    both: list[str] = field(default_factory=list)


class Reader:
    def __init__(self, path: Path) -> None:
        self.file = path.name
        self.tokens = list(_tokens(path.read_text("utf-8")))
        self.at = 0

    def take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1][1]

    def peek(self) -> tuple[str, str]:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "")

    def cases(self, path: str = "") -> Iterator[Case]:
        """Yield the cases of the current group."""
        while self.peek()[0] != "end":
            word = self.take()
            if word == "end":
                return
            if word == "group":
                name = self.take()
                self.take()
                yield from self.cases(f"{path}{name}.")
            elif word == "case":
                yield self.case(Case(self.file, path + self.take()))

    def case(self, case: Case) -> Case:
        while True:
            word = self.take()
            if word == "end":
                return case
            if word == "expect":
                case.expect = self.take()
            elif word == "values":
                self.take()
                while self.peek()[1] != "}":
                    case.values.append(self.value())
                self.take()
            elif word == "version":
                case.version = self.take()
                word = self.take() if self.peek()[1] == "es" else ""
                if word and case.version != ES_100:
                    case.version += f" {word}"
            elif word in SHADERS:
                getattr(case, word).append(dedent(self.take()).replace("\\\\", "\\"))
            elif word in SKIPPED:
                self.take()

    def value(self) -> Value:
        kind, words = self.take(), [self.take()]
        while self.peek()[1] != "=":
            words.append(self.take())
        self.take()
        rows = []
        if self.peek()[1] == "[":
            while self.take() != "]":
                rows.append(self.scalars())
        else:
            rows.append(self.scalars())
        if self.peek()[1] == ";":
            self.take()
        return Value(kind, words[-2], words[-1], tuple(rows))

    def scalars(self) -> tuple[Number, ...]:
        """Parse a number, or a constructor of numbers."""
        word = self.take()
        if self.peek()[1] != "(":
            return (_number(word),)
        self.take()
        found = []
        while (word := self.take()) != ")":
            if word != ",":
                found.append(_number(word))
        return tuple(found)


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(text):
        match = LEXEME.match(text, at)
        if match is None:
            raise ValueError(f"no token at {text[at : at + 40]!r}")
        at = match.end()
        if match.lastgroup:
            yield match.lastgroup, match[match.lastgroup]


def _number(word: str) -> Number:
    return {"true": 1.0, "false": 0.0}[word] if word in ("true", "false") else float(word.rstrip("u"))


def read_cases(path: Path) -> list[Case]:
    return list(Reader(path).cases())
