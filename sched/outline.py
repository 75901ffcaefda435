"""Outline repeated runs of instructions as procedures, for programs that would not fit otherwise.

A run holds only plain instructions. Control enters it at its first instruction and leaves it at its last, and it does
not end a block that the hardware watches, because a call must not be the last instruction there. A call replaces each
copy of the run, and the run itself stands once after the program. Procedures call no others, so the stack of calls
needs one entry. The run that saves most is outlined first, until the program fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from gpucc.isa.model import Instruction
from gpucc.records import dataclass
from gpucc.sched.repeats import repeats


@dataclass(frozen=True, slots=True)
class Calls:
    """The ops and limits of a target that outlining needs.

    `plain` ops may stand in runs; `apart` ones may not end a run. `loop` names its last word in its target field;
    `block` ops name the word after their parts. A program may have `room` words, a procedure `longest`.
    """

    call: str
    loop: str
    block: Collection[str]
    plain: Collection[str]
    apart: Collection[str]
    room: int
    longest: int


@dataclass(frozen=True, slots=True)
class Run:
    starts: tuple[int, ...]
    length: int

    @property
    def saved(self) -> int:
        return len(self.starts) * self.length - len(self.starts) - self.length


def outline(instructions: Sequence[Instruction], calls: Calls) -> tuple[Instruction, ...]:
    """The program, with procedures if it has more words than there is room for and as long as they save words."""
    words = list(instructions)
    end = len(words)
    while len(words) > calls.room:
        run = max(_runs(words, end, calls), key=lambda run: (run.saved, -run.length), default=None)
        if run is None or run.saved <= 0:
            break
        words, end = _called(words, end, run, calls.call)
    return tuple(words)


def is_hopeless(words: Sequence[Instruction], calls: Calls) -> bool:
    """Return whether no procedures can make the program fit: a word is part of one only if a pair of neighbours that it
    is in stands twice, and too many words are not."""
    numbers: dict[Instruction, int] = {}
    tokens = [numbers.setdefault(word, len(numbers)) if word.op in calls.plain else -1 for word in words]
    pairs = list(pairwise(tokens))
    found = Counter(pairs)
    twice = [min(pair) >= 0 and found[pair] > 1 for pair in pairs]
    return sum(not (before or behind) for before, behind in pairwise([False, *twice, False])) > calls.room


def _runs(words: Sequence[Instruction], end: int, calls: Calls) -> Iterator[Run]:
    """Yield the repeated runs, each with its occurrences that do not overlap."""
    entered, last = _places(words, calls)
    numbers: dict[Instruction, int] = {}
    tokens: list[int] = []
    places: list[int] = []
    for at, word in enumerate(words[:end]):
        usable = word.op in calls.plain and at not in last
        # a unique token stands for whatever must not be inside a run
        for token in (
            *((-1 - 2 * at,) if at in entered else ()),
            numbers.setdefault(word, len(numbers)) if usable else -2 - 2 * at,
        ):
            tokens.append(token)
            places.append(at)
    for starts, length in repeats(tokens):
        first = places[starts[0]]
        length = min(length, calls.longest)
        while length and words[first + length - 1].op in calls.apart:
            length -= 1
        if length > 1:
            yield Run(tuple(_disjoint([places[start] for start in starts], length)), length)


def _disjoint(starts: Sequence[int], length: int) -> Iterator[int]:
    free = 0
    for start in starts:
        if start >= free:
            yield start
            free = start + length


def _places(words: Sequence[Instruction], calls: Calls) -> tuple[set[int], set[int]]:
    """The words that are jump targets, and the last words of blocks."""
    entered: set[int] = set()
    last: set[int] = set()
    for word in words:
        fields = dict(word.immediates)
        target = fields.get("target")
        if target is None:
            continue
        behind = target + fields.get("count", 0)
        if word.op == calls.loop:
            last.add(target)
        else:
            entered |= {target, behind}
            if word.op in calls.block:
                last |= {target - 1, behind - 1}
    return entered, last


def _called(words: Sequence[Instruction], end: int, run: Run, call: str) -> tuple[list[Instruction], int]:
    """Replace the run by calls; return the words, with the run as a new last procedure, and where the procedures
    begin."""
    starts = set(run.starts)
    moved: list[int] = []
    kept: list[Instruction | None] = []
    at = 0
    while at < len(words):
        taken = run.length if at in starts else 1
        moved += [len(kept)] * taken
        kept.append(None if at in starts else words[at])
        at += taken
    moved.append(len(kept))
    caller = Instruction(call, immediates=(("target", len(kept)), ("count", run.length)))
    found = [caller if word is None else _aimed(word, moved) for word in kept]
    first = run.starts[0]
    return [*found, *words[first : first + run.length]], moved[end]


def _aimed(word: Instruction, moved: Sequence[int]) -> Instruction:
    fields = dict(word.immediates)
    target = fields.get("target")
    if target is None:
        return word
    fields["target"] = moved[target]
    if "count" in fields:
        fields["count"] = moved[target + dict(word.immediates)["count"]] - moved[target]
    return replace(word, immediates=tuple(fields.items()))
