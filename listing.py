"""A stage's result as text whose lines know what they come from, so that a value can be followed from stage to
stage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from gpucc.errors import Location
from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class ListedLine:
    """A line and the places of the source, and lines of the optimised IR, that it comes from. `note` says why it is
    there."""

    text: str
    places: tuple[Location, ...] = ()
    note: str = ""


class Listing(str):
    """The text of a stage, which it is wherever a text is wanted, with its lines one by one."""

    __slots__ = ("lines",)

    lines: tuple[ListedLine, ...]

    def __new__(cls, lines: Iterable[ListedLine]) -> Self:
        lines = tuple(lines)
        made = super().__new__(cls, "".join(f"{line.text}\n" for line in lines))
        made.lines = lines
        return made
