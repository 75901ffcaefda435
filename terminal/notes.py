"""Collects the driver's notices during compilation, for users who want to see the stages, either whole or as
differences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from hashlib import sha256

from gpucc import driver
from gpucc.terminal import console

# stages that --explain shows; the others belong to --emit graph
EXPLAINED = ("select", "schedule", "allocate", "check", "rules", "verify")
# the stage of the encoded program, which is the output itself
CODE = "encode"
WARNING, LINK = "warning", "link"
LLVM = ("canonical", "optimised")
DEFINED = re.compile(r"( +)%(\d+) = (.*)")
BLOCK = re.compile(r"(\S+)\((%.*)\):")
VALUE = re.compile(r"%(\d+)\b")
CONTEXT_LINES = 2
DIGITS = 4


class Stopped(Exception):
    """Raised after the stage that --stop-after names, to end the compilation."""


class Notes:
    """Collects the driver's notices during compilation: the result of every stage, and warnings."""

    def __init__(
        self, progress: console.Progress, stop_after: str | None = None, looked: dict[str, bool] | None = None
    ) -> None:
        """`looked` gets the paths at which included files are looked for, and whether they are there."""
        self.looked = {} if looked is None else looked
        self.progress = progress
        self.stop_after = stop_after
        self.stages: list[tuple[str, object]] = []

    def __call__(self, stage: str, value: object) -> None:
        if stage == driver.LOOKED and isinstance(value, tuple):
            path, there = value
            self.looked[path] = there
            return
        if stage == driver.PROGRESS:
            self.progress(str(value))
            return
        self.stages.append((stage, value))
        self.progress(stage)
        if stage == self.stop_after:
            raise Stopped

    def explained(self) -> str:
        return _whole([(stage, text) for stage, text in self._told() if stage in EXPLAINED])

    def graphs(self, only_changed: bool) -> str:
        """The LLVM IR and the graphs; with a stage to stop after, all stages up to it."""
        told = [(stage, text) for stage, text in self._told() if self.stop_after or stage not in (*EXPLAINED, CODE)]
        return "\n".join(_changes(told)) if only_changed else _whole(told)

    def last(self) -> str:
        """The text of the stage after which compilation stopped."""
        return f"{self._told()[-1][1].rstrip()}\n"

    def warnings(self) -> list[str]:
        return [str(value) for stage, value in self.stages if stage == WARNING]

    def about_link(self) -> list[str]:
        """Return the lines about what was moved between two linked shaders."""
        return [str(value) for stage, value in self.stages if stage == LINK]

    def _told(self) -> list[tuple[str, str]]:
        return [(stage, str(value)) for stage, value in self.stages if stage != WARNING]


def _whole(told: Sequence[tuple[str, str]]) -> str:
    return "\n".join(_titled(stage, text) for stage, text in told)


def _titled(stage: str, text: str) -> str:
    return f"== {stage} ==\n{text.rstrip()}\n"


# differences ----------------------------------------------------------------------------------------------------------


def _changes(told: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield the first text of each kind whole, then differences; consecutive stages without changes share a line."""
    before: dict[str, list[str]] = {}
    same: list[str] = []
    for stage, text in told:
        kind = _kind(stage)
        lines = stable_lines(text) if kind == "graph" else text.rstrip().splitlines()
        known = before.get(kind)
        before[kind] = lines
        found = None if known is None else list(unified_diff(known, lines, n=CONTEXT_LINES, lineterm=""))[2:]
        if found == []:
            same.append(stage)
            continue
        if same:
            yield f"== {', '.join(same)}: unchanged ==\n"
            same = []
        yield _titled(stage, "\n".join(lines if found is None else found))
    if same:
        yield f"== {', '.join(same)}: unchanged ==\n"


def _kind(stage: str) -> str:
    """The kind of a stage's text; only texts of the same kind are compared."""
    if stage in LLVM:
        return "LLVM IR"
    return stage if stage in (*EXPLAINED, CODE) else "graph"


def stable_lines(text: str) -> list[str]:
    """The lines of a graph, with values renamed by how they are computed instead of numbered.

    Numbers shift with every node that is added or removed, so a difference would contain all nodes after it.
    """
    lines = text.rstrip().splitlines()
    names: dict[str, str] = {}
    for line in lines:
        if head := BLOCK.fullmatch(line):
            names |= {number: f"%{head[1]}.{place}" for place, number in enumerate(VALUE.findall(head[2]))}
    taken: set[str] = set()
    found: list[str] = []
    for line in lines:
        made = DEFINED.fullmatch(line)
        rest = VALUE.sub(lambda value: names.get(value[1], value[0]), made[3] if made else line)
        if made is None:
            found.append(rest)
            continue
        names[made[2]] = name = _free(sha256(rest.encode()).hexdigest(), taken)
        found.append(f"{made[1]}{name} = {rest}")
    return found


def _free(digest: str, taken: set[str]) -> str:
    """The shortest prefix of the digest that is free; equal computations in two blocks get names of different
    lengths."""
    name = next(name for size in range(DIGITS, len(digest) + 1) if (name := f"%{digest[:size]}") not in taken)
    taken.add(name)
    return name
