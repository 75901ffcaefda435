"""Jobs of one instruction each, with the earliest instruction they can be in and a tail of instructions that must
follow."""

from __future__ import annotations

import heapq
from collections.abc import Iterable

# (earliest instruction, instructions behind at least)
Job = tuple[int, int]


def makespan(jobs: Iterable[Job], machines: int = 1) -> int:
    """How long so many machines need for jobs, tails included: always the longest tail of those that may begin, which
    no schedule beats."""
    waiting = sorted(jobs)
    ready: list[int] = []
    time = longest = i = 0
    while ready or i < len(waiting):
        if not ready:
            time = max(time, waiting[i][0])
        while i < len(waiting) and waiting[i][0] <= time:
            heapq.heappush(ready, -waiting[i][1])
            i += 1
        time += 1
        for _ in range(min(machines, len(ready))):
            longest = max(longest, time - heapq.heappop(ready))
    return longest
