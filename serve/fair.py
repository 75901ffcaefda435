"""A queue that is fair to clients: they take turns, whatever each has asked for."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Jobs of several clients. Each client's jobs keep their order; the client that was served longest ago is next."""

    def __init__(self) -> None:
        # clients in the order of their turns; those without jobs are not listed
        self._jobs: dict[str, deque[T]] = {}
        self._served: dict[str, int] = {}
        self._turns = 0

    def __len__(self) -> int:
        return sum(map(len, self._jobs.values()))

    def waiting(self, client: str) -> int:
        """The number of jobs of one client."""
        return len(self._jobs.get(client, ()))

    def put(self, client: str, job: T) -> None:
        if client not in self._jobs:
            self._jobs[client] = deque()
        self._jobs[client].append(job)

    def take(self) -> T:
        """Remove the next job and return it."""
        client = min(self._jobs, key=self._turn)
        self._turns += 1
        self._served[client] = self._turns
        jobs = self._jobs[client]
        job = jobs.popleft()
        if not jobs:
            del self._jobs[client]
        return job

    def drop(self, client: str, job: T) -> bool:
        """Remove a job that is still waiting; return whether it was."""
        jobs = self._jobs.get(client, deque())
        if job not in jobs:
            return False
        jobs.remove(job)
        if not jobs:
            del self._jobs[client]
        return True

    def forget(self, client: str) -> None:
        """Forget when a client without jobs was served, so that clients who left take no memory."""
        if client not in self._jobs:
            self._served.pop(client, None)

    def order(self) -> Iterator[T]:
        """All jobs in the order in which they will be taken if nothing changes."""
        turns = {client: (self._turn(client), deque(jobs)) for client, jobs in self._jobs.items()}
        clock = self._turns
        while turns:
            client = min(turns, key=lambda one: turns[one][0])
            clock += 1
            jobs = turns[client][1]
            yield jobs.popleft()
            turns[client] = (clock, 0), jobs
            if not jobs:
                del turns[client]

    def _turn(self, client: str) -> tuple[int, int]:
        """When a client was served; of several that never were, the first to come is the first."""
        return self._served.get(client, 0), list(self._jobs).index(client)
