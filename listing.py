"""The text of a stage's result, with the origins of each line, so that a value can be followed from stage to stage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from gpucc.errors import Location
from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class ListedLine:
    """A line, and the places in the source and lines of the optimised IR that it comes from. `note` is the reason for
    the line."""

    text: str
    places: tuple[Location, ...] = ()
    note: str = ""


class Listing(str):
    """The text of a stage as a string, with its lines one by one."""

    __slots__ = ("lines",)

    lines: tuple[ListedLine, ...]

    def __new__(cls, lines: Iterable[ListedLine]) -> Self:
        lines = tuple(lines)
        made = super().__new__(cls, "".join(f"{line.text}\n" for line in lines))
        made.lines = lines
        return made
