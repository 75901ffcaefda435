"""Components of one register for scalars that share it, by the times at which each is in use."""

from __future__ import annotations

from collections.abc import Sequence

from gpucc.sched.lanes.homes import LANES

# many scalars in few components have exponentially many ways not to fit
MOST_STEPS = 512


def fit_components(
    wanted: Sequence[int], fixed: Sequence[int | None], busy: Sequence[int], hardest_first: bool
) -> list[int] | None:
    """A component for each scalar. `wanted` and `busy` are bit sets over times: of each scalar, and of what a component
    holds.

    Scalars take the first component that is free, in their order, or those first that have fewest to choose from.
    """
    options = [
        [lane for lane in (range(LANES) if pinned is None else (pinned,)) if not busy[lane] & times]
        for times, pinned in zip(wanted, fixed, strict=True)
    ]
    if not all(options):
        return None
    order = sorted(range(len(options)), key=lambda i: len(options[i])) if hardest_first else range(len(options))
    taken, chosen, steps = list(busy), [0] * len(options), 0

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
