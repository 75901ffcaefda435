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

import numpy as np
from numpy.typing import NDArray

from gpucc.emit import pica200 as code
from gpucc.emit.pica200_ways import DescriptorFields, Way, fields_of, free_lanes, longer_ways, other_ways
from gpucc.isa.model import Instruction
from gpucc.isa.pica200 import PicaIsa
from gpucc.records import dataclass

# a descriptor with the width of the field that names it
Kind = tuple[code.Need, int]
Sections = Sequence[Sequence[Instruction]]
Marks = NDArray[np.bool_]
# a descriptor that no instruction needs yet is taken into the table if so many others can be given up then
WORTHWHILE = 2


@dataclass(frozen=True, slots=True)
class Plan:
    """What it takes to give up a descriptor: a way for each instruction that has it, and the additional words."""

    kind: int
    ways: tuple[tuple[int, Way], ...]
    words: int


def spare_descriptors(sections: Sections, isa: PicaIsa) -> list[list[Instruction]]:
    """Return the instructions, written in other ways as far as the table needs it and registers allow. If that is not
    enough, the table will refuse the program. In one of more words than there is room for, which procedures may make
    shorter, only mad is written in other ways."""
    done = [list(section) for section in sections]
    for short in (True, False):
        if short or sum(map(len, done)) <= isa.limit("instructions"):
            done = _share(done, isa, short)
    return done


def _share(sections: Sections, isa: PicaIsa, short: bool) -> list[list[Instruction]]:
    """Give up descriptors until those of short fields, or all, fit. What an instruction became can be written in other
    ways in turn, so this is repeated while it leads on."""
    done = [list(section) for section in sections]
    least: int | None = None
    while (over := (table := _Table(done, isa)).excess(short)) and (least is None or over < least):
        least = over
        table.share(short)
        written = iter(table.written)
        done = [list(chain.from_iterable(next(written) for _ in section)) for section in done]
    return done


class _Table:
    """The descriptors of a program. All that could occur have numbers: `used` marks those that are needed, `kept` those
    that may not be given up, and `having` tells how many in use can serve for each. `of` has the instructions of each,
    `written` those of the program as they are written now, `ways` the other ways of those that were looked at."""

    def __init__(self, sections: Sections, isa: PicaIsa) -> None:
        self.isa, self.coder = isa, code.coder(isa)
        self.sections = sections
        self.written: list[Way] = [(one,) for section in sections for one in section]
        self.numbers: dict[Kind, int] = {}
        self.of: defaultdict[int, list[int]] = defaultdict(list)
        for at, way in enumerate(self.written):
            for kind in self._kinds(way):
                self.of[kind].append(at)
        self.used = np.ones(len(self.numbers), np.bool_)
        self.kept = np.zeros(len(self.numbers), np.bool_)
        self.ways: dict[int, list[tuple[Way, list[int]]]] = {}
        self.longer, self.extended = False, set[int]()
        self._compare()

    def _kinds(self, way: Way) -> list[int]:
        found = []
        for one in way:
            need = self.coder.needs(one)
            if need is not None:
                found.append(self.numbers.setdefault((need, self.coder.width(one)), len(self.numbers)))
        return found

    def _compare(self) -> None:
        """Take in the descriptors that were numbered since."""
        self.values = np.array([value for (value, _), _ in self.numbers], np.int64)
        self.counts = np.array([mask for (_, mask), _ in self.numbers], np.int64)
        self.widths = np.array([width for _, width in self.numbers], np.int64)
        self.short = (1 << self.widths) < self.isa.limit("descriptors")
        more = len(self.numbers) - len(self.used)
        self.used, self.kept = np.pad(self.used, (0, more)), np.pad(self.kept, (0, more))
        self.having = np.zeros(len(self.numbers), np.int64)
        for kind in np.flatnonzero(self.used):
            self.having += self._served(int(kind))

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

    def share(self, short: bool) -> None:
        """Give up descriptors of short fields, or of all, as long as they are too many and there is a way."""
        while over := self.excess(short):
            if self._give_up(over, short, 2 * over) or self._give_up(over, short) or self._invest(short):
                continue
            if short or self.longer:
                break
            self.longer = True

    def _scope(self, short: bool) -> Marks:
        return self.short if short else np.ones_like(self.short)

    def _rarest(self, short: bool, most: int | None = None) -> list[int]:
        """The descriptors that may be given up, the rarest first."""
        free = [int(kind) for kind in np.flatnonzero(self.used & ~self.kept & self._scope(short)) if self.of[int(kind)]]
        return sorted(free, key=lambda kind: (len(self.of[kind]), kind))[:most]

    @cached_property
    def _free(self) -> list[dict[int, int]]:
        return free_lanes(self.sections, self.isa)

    @cached_property
    def _wider(self) -> dict[int, list[DescriptorFields]]:
        """What the program's instructions select, by the components that they write."""
        found: dict[int, list[DescriptorFields]] = {}
        asked = (value for (value, _), _ in self.numbers)
        for selection in dict.fromkeys(fields_of(asked, self.isa)):
            found.setdefault(selection.mask, []).append(selection)
        return found

    def _find_ways(self, kinds: Sequence[int]) -> None:
        """Find the ways of the instructions that have these descriptors; longer ones, too, once they are wanted."""
        wider, before = self._wider, len(self.numbers)
        for at in dict.fromkeys(at for kind in kinds for at in self.of[kind]):
            if at not in self.ways:
                (one,) = self.written[at]
                self.ways[at] = self._sorted(other_ways(one, self._free[at], wider, self.coder))
            if self.longer and at not in self.extended:
                self.extended.add(at)
                (one,) = self.written[at]
                self.ways[at] += self._sorted(longer_ways(one, self._free[at], self.coder))
        if len(self.numbers) > before:
            self._compare()

    def _sorted(self, ways: Iterable[Way]) -> list[tuple[Way, list[int]]]:
        """The ways, the shortest first, with their descriptors; of several that need the same, the first."""
        found: dict[tuple[int, ...], tuple[Way, list[int]]] = {}
        for way in ways:
            kinds = self._kinds(way)
            found.setdefault((len(way), *kinds), (way, kinds))
        return sorted(found.values(), key=lambda one: len(one[0]))

    def _missing(self, kind: int, short: bool) -> list[bool]:
        """The descriptors for which no other one can serve once this one is given up."""
        missing: list[bool] = ((self.having == self._served(kind)) & self._scope(short)).tolist()
        return missing

    def _plan(self, kind: int, short: bool) -> Plan | None:
        missing = self._missing(kind, short)
        anywhere = self._missing(kind, False) if short else missing
        chosen = []
        for at in self.of[kind]:
            ways = [(way, kinds) for way, kinds in self.ways[at] if not any(missing[one] for one in kinds)]
            if not ways:
                return None
            way, _ = min(ways, key=lambda one: (len(one[0]), sum(anywhere[kind] for kind in one[1])))
            chosen.append((at, way))
        return Plan(kind, tuple(chosen), sum(len(way) - 1 for _, way in chosen))

    def _give_up(self, over: int, short: bool, most: int | None = None) -> bool:
        """Give up descriptors, those first for which the fewest words are added. Return whether there was one."""
        kinds = self._rarest(short, most)
        self._find_ways(kinds)
        plans = [plan for kind in kinds if (plan := self._plan(kind, short)) is not None]
        done = 0
        for plan in sorted(plans, key=lambda plan: plan.words):
            still = None if self.kept[plan.kind] else self._plan(plan.kind, short)
            if done < over and still is not None:
                self._follow(still)
                done += 1
        return done > 0

    def _follow(self, plan: Plan) -> None:
        self.used[plan.kind] = False
        self.having -= self._served(plan.kind)
        for at, way in plan.ways:
            self.written[at] = way
            for kind in self._kinds(way):
                serving = self._serving(kind)
                if not (serving & self.kept).any():
                    self.kept[np.flatnonzero(serving)[:1]] = True
                self._use(kind)

    def _invest(self, short: bool) -> bool:
        """Take a descriptor into the table for which most others can be given up. Return whether there was one."""
        gains: Counter[int] = Counter()
        for kind in self._rarest(short):
            missing = self._missing(kind, short)
            wanted = [
                {
                    lacking[0]
                    for _, kinds in self.ways[at]
                    if len(lacking := [one for one in kinds if missing[one]]) == 1
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
