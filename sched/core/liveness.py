"""Which variables are alive where sections begin and end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

Variables = frozenset[int]


def liveness(ways: Sequence[Sequence[int]], before: Callable[[int, Variables], Variables]) -> tuple[list[Variables], list[Variables]]:
    """By section, the variables alive at its beginning and its end.

    `ways` are the sections that may follow each (numbers beyond the last: the end), `before` tells what is alive before a section from
    what is behind it.
    """
    count = len(ways)
    begin: list[Variables] = [frozenset()] * count
    end: list[Variables] = [frozenset()] * count
    changed = True
    while changed:
        changed = False
        for i in reversed(range(count)):
            after = frozenset[int]().union(*(begin[way] for way in ways[i] if way < count))
            alive = before(i, after)
            if (alive, after) != (begin[i], end[i]):
                begin[i], end[i], changed = alive, after, True
    return begin, end


def before_block(reads: Sequence[Variables], writes: Sequence[AbstractSet[int]]) -> Callable[[int, Variables], Variables]:
    """For blocks that read all that they read before they write anything."""
    return lambda i, after: reads[i] | (after - writes[i])
