"""The source of all random decisions in a program: a stream of numbers that can be recorded, replayed and shrunk.

Program `i` of a seed and a family depends on these three alone, so that a campaign can be split into parts, stopped and
resumed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


class Draws:
    """Numbers from a seed; or recorded ones, and 0 after the record's end. `record` holds the numbers drawn."""

    def __init__(self, seed: str = "", replay: Sequence[int] | None = None) -> None:
        self._random = random.Random(seed)
        self._replay = replay
        self.record: list[int] = []

    def below(self, count: int) -> int:
        if self._replay is None:
            number = self._random.randrange(count)
        else:
            given = self._replay[len(self.record)] if len(self.record) < len(self._replay) else 0
            number = min(given, count - 1)
        self.record.append(number)
        return number

    def number(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def one(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def __call__(self, options: Sequence[str]) -> str:
        """The interface of the grammars whose only decision is one of several texts."""
        return self.one(options)

    def some(self, options: Sequence[T], least: int, most: int) -> list[T]:
        """Different options, in their order."""
        left = list(range(len(options)))
        taken = [left.pop(self.below(len(left))) for _ in range(min(self.number(least, most), len(options)))]
        return [options[i] for i in sorted(taken)]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        left = list(options)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]

    def chance(self, one_in: int) -> bool:
        """Return True once in `one_in` times. False is the simple case, to which smaller records lead."""
        return self.below(one_in) == one_in - 1


def shrunk(record: Sequence[int], fails: Callable[[Sequence[int]], bool], tries: int = 300) -> list[int]:
    """A smaller record that also fails, found by removing ranges and by zeroing or halving numbers, within `tries`
    attempts."""
    best = list(record)

    def better(candidate: list[int]) -> bool:
        nonlocal best, tries
        if tries <= 0 or candidate == best:
            return False
        tries -= 1
        if not fails(candidate):
            return False
        best = candidate
        return True

    progress = True
    while progress and tries > 0:
        progress = False
        size = max(1, len(best) // 2)
        while size and tries > 0:
            at = 0
            while at < len(best) and tries > 0:
                if better(best[:at] + best[at + size :]):
                    progress = True
                elif any(best[at : at + size]) and better(
                    best[:at] + [0] * len(best[at : at + size]) + best[at + size :]
                ):
                    progress = True
                    at += size
                else:
                    at += size
            size //= 2
        for at in range(len(best)):
            while at < len(best) and best[at] and better([*best[:at], best[at] // 2, *best[at + 1 :]]):
                progress = True
    return best
