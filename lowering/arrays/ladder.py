"""Selects one of several values by a number known at run time, with a balanced tree of selects instead of an index."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gpucc.lowering.graph import Node


def ladder(
    keys: Sequence[int],
    leaf: Callable[[int], Node],
    below: Callable[[int], Node],
    choose: Callable[[Node, Node, Node], Node],
) -> Node:
    """Return a tree of selects: leaf(k) for the one of the ascending `keys` that equals a number, where below(k) tests
    whether that number is less than k."""
    if len(keys) == 1:
        return leaf(keys[0])
    middle = len(keys) // 2
    low = ladder(keys[:middle], leaf, below, choose)
    high = ladder(keys[middle:], leaf, below, choose)
    return low if low is high else choose(below(keys[middle]), low, high)
