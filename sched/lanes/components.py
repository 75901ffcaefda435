"""Choose components for scalars that share a register, by the times at which each is in use."""

from __future__ import annotations

from collections.abc import Sequence

from gpucc.isa.model import LANES

# a limit, because the search is exponential where many scalars do not fit into few components
MOST_STEPS = 512
LANE_NUMBERS = tuple(range(LANES))


def fit_components(
    wanted: Sequence[int], fixed: Sequence[int | None], busy: Sequence[int], hardest_first: bool
) -> list[int] | None:
    """A component for each scalar, or None. `wanted` and `busy` are bit sets of times: the times at which each scalar
    is in use, and those at which each component is taken.

    Scalars take the first free component, either in the given order or with those that have the fewest choices first.
    """
    if len(wanted) == 1:
        times, pinned = wanted[0], fixed[0]
        for lane in LANE_NUMBERS if pinned is None else (pinned,):
            if not busy[lane] & times:
                return [lane]
        return None
    if len(wanted) == 2:
        return _fit_pair(wanted[0], wanted[1], fixed, busy, hardest_first)
    options: list[list[int]] = []
    for times, pinned in zip(wanted, fixed, strict=True):
        found = _free(times, pinned, busy)
        if not found:
            return None
        options.append(found)
    order = sorted(range(len(options)), key=[*map(len, options)].__getitem__) if hardest_first else range(len(options))
    taken, chosen = list(busy), [0] * len(options)
    for scalar in order:
        times = wanted[scalar]
        for lane in options[scalar]:
            if not taken[lane] & times:
                taken[lane] |= times
                chosen[scalar] = lane
                break
        else:
            return _search(wanted, options, order, list(busy))
    return chosen


def _fit_pair(
    one: int, two: int, fixed: Sequence[int | None], busy: Sequence[int], hardest_first: bool
) -> list[int] | None:
    """The components of two scalars, by far the most frequent question."""
    firsts = _free(one, fixed[0], busy)
    if not firsts:
        return None
    seconds = _free(two, fixed[1], busy)
    if not seconds:
        return None
    apart = not one & two
    if hardest_first and len(seconds) < len(firsts):
        for other in seconds:
            for lane in firsts:
                if apart or lane != other:
                    return [lane, other]
        return None
    for lane in firsts:
        for other in seconds:
            if apart or lane != other:
                return [lane, other]
    return None


def _free(times: int, pinned: int | None, busy: Sequence[int]) -> list[int]:
    """The components that a scalar may take."""
    if pinned is None:
        return [lane for lane in LANE_NUMBERS if not busy[lane] & times]
    return [] if busy[pinned] & times else [pinned]


def _search(
    wanted: Sequence[int], options: Sequence[Sequence[int]], order: Sequence[int], taken: list[int]
) -> list[int] | None:
    """The first way to choose a component for each scalar in this order, if there is one."""
    chosen, steps = [0] * len(options), 0

    def extend(done: int) -> bool:
        nonlocal steps
        if done == len(order):
            return True
        steps += 1
        if steps > MOST_STEPS:
            return False
        scalar = order[done]
        for lane in options[scalar]:
            if not taken[lane] & wanted[scalar]:
                taken[lane] ^= wanted[scalar]
                chosen[scalar] = lane
                if extend(done + 1):
                    return True
                taken[lane] ^= wanted[scalar]
        return False

    return chosen if extend(0) else None
