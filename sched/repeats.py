"""Find repeated stretches of a sequence with a suffix array and its longest common prefixes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise


def repeats(tokens: Sequence[int]) -> Iterator[tuple[list[int], int]]:
    """For each stretch that occurs more often than any longer stretch around it, yield its starts and its length."""
    order = _suffixes(tokens)
    common = _common(tokens, order)
    # a stack of growing lengths, each with the first suffix that has that prefix
    open: list[tuple[int, int]] = []
    for i in range(1, len(order) + 1):
        length, first = common[i] if i < len(order) else 0, i - 1
        while open and open[-1][0] > length:
            longer, first = open.pop()
            yield sorted(order[first:i]), longer
        if length and (not open or open[-1][0] < length):
            open.append((length, first))


def _suffixes(tokens: Sequence[int]) -> list[int]:
    """The suffix array, by prefix doubling."""
    count = len(tokens)
    names = {token: rank for rank, token in enumerate(sorted(set(tokens)))}
    ranks = [names[token] for token in tokens]
    width = 1
    while True:
        keys = [(ranks[i], ranks[i + width] if i + width < count else -1) for i in range(count)]
        order = sorted(range(count), key=keys.__getitem__)
        ranks = [0] * count
        for before, now in pairwise(order):
            ranks[now] = ranks[before] + (keys[before] != keys[now])
        if not order or ranks[order[-1]] == count - 1:
            return order
        width *= 2


def _common(tokens: Sequence[int], order: Sequence[int]) -> list[int]:
    """For each suffix, the length of the prefix that it shares with the one before it in the order (Kasai's
    algorithm)."""
    place = [0] * len(order)
    for i, start in enumerate(order):
        place[start] = i
    common = [0] * len(order)
    length = 0
    for start in range(len(order)):
        if place[start] == 0:
            length = 0
            continue
        other = order[place[start] - 1]
        while max(start, other) + length < len(tokens) and tokens[start + length] == tokens[other + length]:
            length += 1
        common[place[start]] = length
        length = max(0, length - 1)
    return common
