"""Places in sources, and the report of errors: several in one run, each with its place and notes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import field
from functools import cached_property
from typing import NamedTuple, NoReturn

from gpucc.errors import GpuccError, InputError, LimitExceeded, Location
from gpucc.records import dataclass

MOST_ERRORS = 20
MOST_WARNINGS = 50
# the prefix of the name of a source string that `#line` has numbered
NUMBERED = "string "


@dataclass(eq=False)
class ShaderText:
    """One text. `renumbered` holds the effects of `#line`: the first physical line, the offset to the shown line
    number, and the file."""

    name: str
    text: str
    renumbered: list[tuple[int, int, str]] = field(default_factory=list)
    included_at: Place | None = None

    @cached_property
    def lines(self) -> list[str]:
        return self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")

    @property
    def around(self) -> Iterator[ShaderText]:
        """The texts that include this one, from the innermost on."""
        at = self.included_at
        while at is not None:
            yield at.source
            at = at.source.included_at

    def shown(self, line: int) -> tuple[str, int]:
        at = bisect_right(self.renumbered, line, key=lambda entry: entry[0]) - 1
        if at < 0:
            return self.name, line
        return self.renumbered[at][2], line + self.renumbered[at][1]

    def number(self, line: int) -> int:
        """The value of `__FILE__`: the number of the source string, as set by `#line`."""
        name = self.shown(line)[0].removeprefix(NUMBERED)
        return int(name) if name.isdigit() else 0


class Place(NamedTuple):
    """A physical line and column of a source; both start at 1."""

    source: ShaderText
    line: int
    column: int

    @property
    def location(self) -> Location:
        file, line = self.source.shown(self.line)
        return Location(file, max(line, 1), self.column)

    @property
    def text(self) -> str | None:
        lines = self.source.lines
        return lines[self.line - 1] if 0 < self.line <= len(lines) else None


class ReportFull(Exception):
    """Raised when the report is full, or when parsing cannot continue sensibly."""


# longer words of a source are shortened in messages
LONGEST_WORD = 60
LONG = re.compile(rf"\w{{{LONGEST_WORD + 1},}}")
VECTOR = re.compile(r"\b([ib]?)vec([234])\b|\bmat([234])\b")
BASES = {"": "float", "i": "int", "b": "bool"}


def skias_names(message: str) -> str:
    """Rename types in a message to the spelling preferred in AGSL."""
    return VECTOR.sub(lambda m: f"float{m[3]}x{m[3]}" if m[3] else f"{BASES[m[1]]}{m[2]}", message)


class Complaints:
    def __init__(self, spell: Callable[[str], str] = str) -> None:
        """`spell` renames types in messages to the language's own names."""
        self.names = spell
        self.errors: list[GpuccError] = []
        self.warnings: list[str] = []
        self._seen: set[Place] = set()

    def spell(self, text: str) -> str:
        return LONG.sub(lambda m: f"{m[0][: LONGEST_WORD - 3]}...", self.names(text))

    def error(self, message: str, place: Place, *notes: str, limit: bool = False) -> None:
        """Report an error, but only one for each place, because later ones usually follow from the first."""
        if place in self._seen:
            return
        self._seen.add(place)
        told = (*(self.spell(note) for note in notes if note), *_origin(place))
        if limit:
            self.errors.append(LimitExceeded(self.spell(message), place.location, told, place.text))
        else:
            self.errors.append(InputError(self.spell(message), place.location, told, place.text))
        if len(self.errors) >= MOST_ERRORS:
            raise ReportFull

    def fatal(self, message: str, place: Place, *notes: str, limit: bool = False) -> NoReturn:
        self.error(message, place, *notes, limit=limit)
        raise ReportFull

    def warn(self, message: str, place: Place) -> None:
        if len(self.warnings) < MOST_WARNINGS:
            self.warnings.append(f"{place.location}: {self.spell(message)}")

    def finish(self) -> None:
        """Raise the first error, which carries the others. The errors of a single file are sorted by line."""
        if self.errors:
            files = {error.file for error in self.errors}
            first, *others = sorted(self.errors, key=_order) if len(files) == 1 else self.errors
            first.also = tuple(others)
            raise first


def _order(error: GpuccError) -> tuple[int, int]:
    return (error.location.line, error.location.column) if error.location is not None else (0, 0)


def _origin(place: Place) -> tuple[str, ...]:
    notes: list[str] = []
    at = place.source.included_at
    while at is not None and len(notes) < 8:
        note = f"included at {at.location}"
        notes += [note] if note not in notes else []
        at = at.source.included_at
    return tuple(notes)
