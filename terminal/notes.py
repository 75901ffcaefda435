"""The driver's notices while it compiles, kept for users who want to see the stages: each whole, or its changes
alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from hashlib import sha256

from gpucc.terminal import console

# what of the driver's story --explain tells; the rest is --emit graph
EXPLAINED = ("select", "schedule", "allocate", "check", "rules", "verify")
# what a target encodes is the output itself
CODE = "encode"
WARNING = "warning"
LLVM = ("canonical", "optimised")
DEFINED = re.compile(r"( +)%(\d+) = (.*)")
BLOCK = re.compile(r"(\S+)\((%.*)\):")
VALUE = re.compile(r"%(\d+)\b")
CONTEXT_LINES = 2
DIGITS = 4


class Stopped(Exception):
    """The stage that --stop-after names is done: nothing more is wanted of the driver."""


class Notes:
    """Collects what the driver tells while it compiles: every stage's result, and warnings."""

    def __init__(self, progress: console.Progress, stop_after: str | None = None) -> None:
        self.progress = progress
        self.stop_after = stop_after
        self.stages: list[tuple[str, object]] = []

    def __call__(self, stage: str, value: object) -> None:
        self.stages.append((stage, value))
        self.progress(stage)
        if stage == self.stop_after:
            raise Stopped

    def explained(self) -> str:
        return _whole([(stage, text) for stage, text in self._told() if stage in EXPLAINED])

    def graphs(self, only_changed: bool) -> str:
        """LLVM's text and the graphs; with a stage to stop after all stages up to it."""
        told = [(stage, text) for stage, text in self._told() if self.stop_after or stage not in (*EXPLAINED, CODE)]
        return "\n".join(_changes(told)) if only_changed else _whole(told)

    def last(self) -> str:
        """The text of the stage that was stopped after."""
        return f"{self._told()[-1][1].rstrip()}\n"

    def warnings(self) -> list[str]:
        return [str(value) for stage, value in self.stages if stage == WARNING]

    def _told(self) -> list[tuple[str, str]]:
        return [(stage, str(value)) for stage, value in self.stages if stage != WARNING]


def _whole(told: Sequence[tuple[str, str]]) -> str:
    return "\n".join(_titled(stage, text) for stage, text in told)


def _titled(stage: str, text: str) -> str:
    return f"== {stage} ==\n{text.rstrip()}\n"


# only what changed ----------------------------------------------------------------------------------------------------


def _changes(told: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Of texts of one kind the first whole, then differences; stages that changed nothing share a line."""
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
    """Texts of one kind can be compared."""
    if stage in LLVM:
        return "LLVM IR"
    return stage if stage in (*EXPLAINED, CODE) else "graph"


def stable_lines(text: str) -> list[str]:
    """A graph with names of values that say how each is computed instead of counting them.

    Numbers shift with every node that comes or goes, and a difference would name all that follow.
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
    """The first digits that no other value has; what is computed alike in two blocks gets one digit more."""
    name = next(name for size in range(DIGITS, len(digest) + 1) if (name := f"%{digest[:size]}") not in taken)
    taken.add(name)
    return name
