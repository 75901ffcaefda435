"""Make instructions share operand descriptors, for programs that need more than there is room for: the table has 128,
and mad can name the first 32.

An instruction can be written in several ways (`pica200_ways`), and the ways of all instructions need few descriptors
together. So the rarest descriptors of a program are given up: their instructions take ways whose descriptors the
program has anyway, at best ways that are no longer.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpucc.emit import pica200 as code
from gpucc.emit.pica200_ways import Shape, Steps, Way, WayFinder, free_lanes, settle, shape_of
from gpucc.isa.model import Instruction
from gpucc.isa.pica200 import PicaIsa
from gpucc.records import dataclass

# a descriptor with the width of the field that names it
Kind = tuple[code.Need, int]
Sections = Sequence[Sequence[Instruction]]
Marks = NDArray[np.bool_]
# a descriptor that no instruction needs yet is taken into the table if so many others can be given up then
WORTHWHILE = 2
# how far the search for ways goes; each step includes the ones before it: ways of one word, ways of two words, ways
# with the sign at the other factor, and ways of more words
ONE, TWO, TURNED, LONGER = 1, 2, 3, 4
# the steps of a search: how far it goes, and how many descriptors it looks at, the rarest first, as a multiple of the
# number that must be given up; None means all descriptors, again and again while that helps
Search = tuple[tuple[int, float | None], ...]
QUICK: Search = ((ONE, 2), (TWO, 1.25), (TWO, None), (TURNED, None), (LONGER, None))
# looks at more ways at once, so it sometimes adds fewer words, but it takes longer
THOROUGH: Search = ((TURNED, 2), (TURNED, None), (LONGER, None))


class Rewriting(NamedTuple):
    """Ways of a shape that need the same descriptors, and for each instruction the first that has registers."""

    kinds: tuple[int, ...]
    steps: list[Steps]
    settled: dict[int, Way | None]


@dataclass(frozen=True, slots=True)
class Plan:
    """What it takes to give up a descriptor: a way for each instruction that has it, and the additional words."""

    kind: int
    ways: tuple[tuple[int, Rewriting], ...]
    words: int


def spare_descriptors(sections: Sections, isa: PicaIsa) -> list[list[Instruction]]:
    """Return the instructions; where the table has no room for the descriptors that they need, some are written in ways
    that need fewer, as far as registers allow. If that is not enough, the table will refuse the program.

    A program of more words than the chip's memory holds may still become shorter by procedures. In such a program only
    mad, whose field for a descriptor is short, is written in other ways."""
    most = isa.limit("instructions")
    done, over = _spare(sections, isa, QUICK)
    if over or _words(done) > most >= _words(sections):
        other, still = _spare(sections, isa, THOROUGH)
        if (still, _words(other)) < (over, _words(done)):
            return other
    return done


def _words(sections: Sections) -> int:
    return sum(map(len, sections))


def _spare(sections: Sections, isa: PicaIsa, search: Search) -> tuple[list[list[Instruction]], int]:
    """Return the instructions as this search writes them, and about how many descriptors are still too many."""
    done, over = _share(sections, isa, True, search)
    return _share(done, isa, False, search) if _words(done) <= isa.limit("instructions") else (done, over)


def _share(sections: Sections, isa: PicaIsa, short: bool, search: Search) -> tuple[list[list[Instruction]], int]:
    """Give up descriptors until those of short fields, or all, fit. What an instruction became can be written in other
    ways in turn, so this is repeated while it leads on."""
    done = [list(section) for section in sections]
    least: int | None = None
    while (over := (table := _Table(done, isa)).excess(short)) and (least is None or over < least):
        least = over
        table.share(short, search)
        written = iter(table.written)
        done = [list(chain.from_iterable(next(written) for _ in section)) for section in done]
    return done, over


class _Table:
    """The descriptors of a program. All that could occur have numbers: `used` marks those that are needed, `kept` those
    that may not be given up, and `having` tells how many in use can serve for each. `of` has the instructions of each,
    `written` those of the program as they are written now, `shapes` what each was at first, and `rewritings` the other
    ways of the shapes that were looked at."""

    def __init__(self, sections: Sections, isa: PicaIsa) -> None:
        self.isa, self.coder = isa, code.coder(isa)
        self.sections = sections
        self.first = [one for section in sections for one in section]
        self.written: list[Way] = [(one,) for one in self.first]
        self.numbers: dict[Kind, int] = {}
        self.of: defaultdict[int, list[int]] = defaultdict(list)
        for at, one in enumerate(self.first):
            need = self.coder.needs(one)
            if need is not None:
                self.of[self._number(need, one.op)].append(at)
        self.used, self.kept = np.ones(len(self.numbers), np.bool_), np.zeros(len(self.numbers), np.bool_)
        self.having = np.zeros(0, np.int64)
        self.shapes: dict[int, Shape] = {}
        self.rewritings: dict[Shape, list[Rewriting]] = {}
        self.reached: dict[Shape, int] = {}
        self._compare()

    def _number(self, need: code.Need, op: str) -> int:
        return self.numbers.setdefault((need, self.coder.widths[op]), len(self.numbers))

    def _compare(self) -> None:
        """Take in the descriptors that were numbered since."""
        self.values = np.array([value for (value, _), _ in self.numbers], np.int64)
        self.counts = np.array([mask for (_, mask), _ in self.numbers], np.int64)
        self.widths = np.array([width for _, width in self.numbers], np.int64)
        self.short = (1 << self.widths) < self.isa.limit("descriptors")
        before = len(self.having)
        more = len(self.numbers) - len(self.used)
        self.used, self.kept = (np.pad(marks, (0, more)) for marks in (self.used, self.kept))
        new, using = slice(before, None), np.flatnonzero(self.used)[:, np.newaxis]
        alike = ((self.values[using] ^ self.values[new]) & self.counts[new]) == 0
        serving = alike & ((self.counts[new] & ~self.counts[using]) == 0) & (self.widths[using] <= self.widths[new])
        self.having = np.concatenate((self.having, serving.sum(axis=0)))

    def _served(self, kind: int) -> Marks:
        """The descriptors for which this one can serve."""
        alike = ((self.values[kind] ^ self.values) & self.counts) == 0
        marks: Marks = alike & ((self.counts & ~self.counts[kind]) == 0) & (self.widths[kind] <= self.widths)
        return marks

    def _serving(self, kind: int) -> Marks:
        """The descriptors in use that can serve for this one."""
        alike = ((self.values ^ self.values[kind]) & self.counts[kind]) == 0
        marks: Marks = alike & ((self.counts[kind] & ~self.counts) == 0) & (self.widths <= self.widths[kind])
        return marks & self.used

    def excess(self, short: bool) -> int:
        """Return how many descriptors, of short fields or of all, must be given up at least."""
        known = list(self.numbers)
        return code.excess([known[kind] for kind in np.flatnonzero(self.used & self._scope(short))], self.isa)

    def share(self, short: bool, search: Search) -> None:
        """Give up descriptors of short fields, or of all, as long as they are too many and there is a way. Short fields
        are not worth longer ways."""
        for reach, most in search:
            while (over := self.excess(short)) and not (short and reach == LONGER):
                kinds = self._rarest(short)[: None if most is None else round(most * over)]
                found = self._give_up(over, short, kinds, reach)
                if most is not None or (not found and (reach < TURNED or not self._invest(short))):
                    break

    def _scope(self, short: bool) -> Marks | bool:
        return self.short if short else True

    def _rarest(self, short: bool) -> list[int]:
        """The descriptors that may be given up, the rarest first."""
        free = [int(kind) for kind in np.flatnonzero(self.used & ~self.kept & self._scope(short)) if self.of[int(kind)]]
        return sorted(free, key=lambda kind: (len(self.of[kind]), kind))

    @cached_property
    def _free(self) -> list[dict[int, int]]:
        return free_lanes(self.sections, self.isa)

    @cached_property
    def _finder(self) -> WayFinder:
        return WayFinder(self.coder, [value for (value, _), _ in self.numbers])

    def _find_ways(self, kinds: Sequence[int], reach: int) -> None:
        """Find the ways of the instructions that have these descriptors, as far as `reach` says."""
        finder, before = self._finder, len(self.numbers)
        for at in (at for kind in kinds for at in self.of[kind] if at not in self.shapes):
            self.shapes[at] = shape_of(self.first[at])
        for shape in dict.fromkeys(self.shapes[at] for kind in kinds for at in self.of[kind]):
            known = self.reached.get(shape, 0)
            for ways in (finder.ways, finder.longer_ways, finder.turned_ways, finder.longest_ways)[known:reach]:
                self.rewritings.setdefault(shape, []).extend(self._sorted(ways(shape)))
            self.reached[shape] = max(known, reach)
        if len(self.numbers) > before:
            self._compare()

    def _sorted(self, ways: Iterable[Steps]) -> list[Rewriting]:
        """The ways, the shortest first, with their descriptors."""
        found: dict[tuple[int, ...], list[Steps]] = {}
        for steps in ways:
            kinds = [self._number(self.coder.need(step.op, step.mask, step.operands), step.op) for step in steps]
            found.setdefault(tuple(kinds), []).append(steps)
        rewritings = (Rewriting(kinds, alike, {}) for kinds, alike in found.items())
        return sorted(rewritings, key=lambda rewriting: len(rewriting.kinds))

    def _settled(self, rewriting: Rewriting, at: int) -> Way | None:
        """The way of an instruction, or None if there are no registers for it."""
        if at not in rewriting.settled:
            one = self.first[at]
            ways = (settle(steps, one, self._free[at], self.coder) for steps in rewriting.steps)
            rewriting.settled[at] = next((way for way in ways if way is not None), None)
        return rewriting.settled[at]

    def _left(self, kind: int) -> Marks:
        """The descriptors for which another one can serve once this one is given up."""
        left: Marks = self.having != self._served(kind)
        return left

    def _plan(self, kind: int, short: bool) -> Plan | None:
        left = self._left(kind)
        anywhere = left.tobytes()
        able = (left | ~self.short).tobytes() if short else anywhere
        chosen = []
        for at in self.of[kind]:
            rewritings = [one for one in self.rewritings[self.shapes[at]] if all(map(able.__getitem__, one.kinds))]
            rewritings.sort(key=lambda one: (len(one.kinds), -sum(map(anywhere.__getitem__, one.kinds))))
            rewriting = next((rewriting for rewriting in rewritings if self._settled(rewriting, at) is not None), None)
            if rewriting is None:
                return None
            chosen.append((at, rewriting))
        return Plan(kind, tuple(chosen), sum(len(rewriting.kinds) - 1 for _, rewriting in chosen))

    def _give_up(self, over: int, short: bool, kinds: Sequence[int], reach: int) -> bool:
        """Give up some of these descriptors, those first for which the fewest words are added. Return whether there was
        one."""
        self._find_ways(kinds, reach)
        plans = [plan for kind in kinds if (plan := self._plan(kind, short)) is not None]
        done = 0
        for plan in sorted(plans, key=lambda plan: plan.words):
            if done == over:
                break
            still = None if self.kept[plan.kind] else self._plan(plan.kind, short)
            if still is not None:
                self._follow(still)
                done += 1
        return done > 0

    def _follow(self, plan: Plan) -> None:
        self.used[plan.kind] = False
        self.having -= self._served(plan.kind)
        for at, rewriting in plan.ways:
            way = self._settled(rewriting, at)
            assert way is not None
            self.written[at] = way
            for kind in rewriting.kinds:
                serving = self._serving(kind)
                if not (serving & self.kept).any():
                    self.kept[np.flatnonzero(serving)[:1]] = True
                self._use(kind)

    def _invest(self, short: bool) -> bool:
        """Take a descriptor into the table for which most others can be given up. Return whether there was one."""
        gains: Counter[int] = Counter()
        for kind in self._rarest(short):
            left = self._left(kind)
            able = set(np.flatnonzero(left | ~self.short if short else left).tolist())
            wanted = [
                {
                    lacking.pop()
                    for rewriting in self.rewritings[self.shapes[at]]
                    if len(lacking := [one for one in rewriting.kinds if one not in able]) == 1
                    and self._settled(rewriting, at)
                }
                for at in self.of[kind]
            ]
            gains.update(set.intersection(*wanted))
        most = max(gains, key=lambda kind: (gains[kind], -kind), default=None)
        if most is None or gains[most] < WORTHWHILE:
            return False
        self._use(most)
        return True

    def _use(self, kind: int) -> None:
        if not self.used[kind]:
            self.having += self._served(kind)
        self.used[kind] = self.kept[kind] = True
