"""The content of a page about a compilation, as plain data: stages, their lines, and the keys that link lines.

A key is a number that stands for one value of the optimised LLVM IR. Lines that share a key show the same value; a
source line has the keys of all values that come from it. This module does not depend on the appearance of a page.
"""

from __future__ import annotations

from typing import Literal

from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class TraceLine:
    """One line of a stage. `number` and `label` are shown before the text, `note` after it.

    `colour` is the same for all lines that come from the same source line, and negative if that is unknown. A heading
    is the title of the lines after it; a quiet line is there for completeness and may be folded away.
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
    """A stage. Its `role` decides which columns a page opens first, and how wide."""

    name: str
    role: Literal[
        "source", "ir", "graph", "selected", "schedule", "words", "text", "assembly", "cost", "lanes", "registers"
    ]  # fmt: skip
    lines: tuple[TraceLine, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """A compilation, stage by stage. `unchanged` names the stages that changed nothing, `facts` are its statistics."""

    title: str
    verdict: str
    stages: tuple[TraceStage, ...]
    unchanged: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
