"""Lower bounds for jobs that take one instruction each: a job has an earliest instruction, and a tail of instructions
that must follow it."""

from __future__ import annotations

import heapq
from collections.abc import Iterable

# (earliest instruction, least number of instructions after it)
Job = tuple[int, int]


def makespan(jobs: Iterable[Job], machines: int = 1) -> int:
    """The number of instructions that so many machines need for the jobs, tails included.

    Of the jobs that are ready, the one with the longest tail runs first (Jackson's rule), which is optimal for unit
    jobs.
    """
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
