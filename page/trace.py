"""The content of a page about a compilation, as plain data: stages, their lines, and the keys by which lines belong
together.

A key is a number that stands for one value of the optimised LLVM IR. Lines that share a key show the same value; a line
of the source has the keys of all values that come from it. Nothing here knows how a page looks.
"""

from __future__ import annotations

from typing import Literal

from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class TraceLine:
    """One line of a stage. `number` and `label` stand before the text, `note` behind it.

    `colour` is the same for all lines that come from the same line of the source, and negative where that is not known.
    A heading names what follows; a quiet line is there to be complete and may be folded away.
    """

    text: str
    keys: tuple[int, ...] = ()
    number: str = ""
    label: str = ""
    note: str = ""
    colour: int = -1
    kind: Literal["plain", "heading", "quiet"] = "plain"


@dataclass(frozen=True, slots=True)
class TraceStage:
    """`role` tells what the stage is to the reader, so that a page can choose what to open first and how wide."""

    name: str
    role: Literal["source", "ir", "graph", "selected", "schedule", "words", "text"]
    lines: tuple[TraceLine, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """A compilation, stage by stage. `unchanged` names the stages that changed nothing, `facts` are its statistics."""

    title: str
    verdict: str
    stages: tuple[TraceStage, ...]
    unchanged: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
