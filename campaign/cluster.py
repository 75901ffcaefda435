"""A crew of the workers of a Dask cluster: an address, or processes of this machine.

A worker runs each task in a nursery of its own, so limits and deaths of tasks are what they are without a cluster. When
a worker dies, Dask gives its task to another one. There the task finds the mark of its earlier beginning, and does
nothing: if an answer was left, it returns that, and otherwise it answers that it died, so that the journal counts each
death. When the scheduler dies, results that are not in the journal are lost, and their tasks are given to the next one.
"""

from __future__ import annotations

import logging
import threading
import time
import uuid
from concurrent.futures import CancelledError
from contextlib import ExitStack, suppress
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any

from distributed import Client, Future, get_client
from distributed.scheduler import KilledWorker

from gpucc.campaign import trees
from gpucc.campaign.journal import CampaignTask
from gpucc.campaign.local_cluster import LocalCluster
from gpucc.campaign.run import Answer, CampaignLimits, Nursery
from gpucc.errors import GpuccError, UsageError

LOCAL = "local"
# seconds to wait for a scheduler and its first worker, at the start and again when it was lost
PATIENCE = 60.0
# seconds between two looks at what is alive
LOOK = 0.5
# tasks for each worker at once: one runs, and one waits there
EACH = 2
# what is known of a task that was begun
DIED: Answer = {"died": "the death of its worker"}
_own = threading.local()


class DaskCrew:
    """The workers of a scheduler. `tree` names the version of gpucc that workers must have."""

    def __init__(self, address: str, jobs: int, module: str, limits: CampaignLimits, tree: str) -> None:
        self._address, self._module, self._limits, self._tree = address, module, limits, tree
        self._local = LocalCluster(jobs) if address == LOCAL else None
        self._stack = ExitStack()
        self._client: Client | None = None
        self._name = f"gpucc-{uuid.uuid4().hex}"
        self._given = 0
        self._futures: dict[int, Future] = {}
        self._back: SimpleQueue[tuple[int, Future]] = SimpleQueue()
        self._lost: list[int] = []
        self._threads, self._looked = 0, 0.0

    def __enter__(self) -> DaskCrew:
        for name in [one for one in logging.root.manager.loggerDict if one.split(".")[0] == "distributed"]:
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what is lost is told by the campaign
        with ExitStack() as stack:
            if self._local is not None:
                stack.enter_context(self._local)
            self._connect()
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leave()
        self._stack.close()

    def _connect(self) -> None:
        """Wait for the scheduler and a worker."""
        end = time.monotonic() + PATIENCE
        address = self._address if self._local is None else self._local.address
        while self._client is None:
            try:
                self._client = Client(address, timeout=max(1.0, end - time.monotonic()), set_as_default=False)
            except (OSError, TimeoutError, ValueError) as error:
                if isinstance(error, ValueError) or time.monotonic() >= end:
                    raise UsageError(
                        f"no Dask scheduler answers at {address!r}: {error}",
                        notes=("an address looks like tcp://HOST:8786",),
                    ) from error
                time.sleep(LOOK)
        try:
            self._client.wait_for_workers(1, timeout=max(1.0, end - time.monotonic()))
        except TimeoutError as error:
            raise UsageError(f"the Dask scheduler at {address!r} has no worker") from error
        self._looked = 0.0

    def _leave(self) -> None:
        if self._client is not None:
            for future in self._futures.values():
                with suppress(OSError, TimeoutError):
                    future.cancel()
            self._client.close(timeout=1)
        self._client = None

    def room(self) -> int:
        if self._client is not None and time.monotonic() - self._looked > 10 * LOOK:
            with suppress(OSError, TimeoutError):
                self._threads = sum(self._client.nthreads().values())
            self._looked = time.monotonic()
        return EACH * max(1, self._threads)

    def give(self, number: int, task: CampaignTask) -> None:
        assert self._client is not None
        self._given += 1
        key = f"{self._name}-{self._given}"
        words = (key, self._module, dict(task.given), self._limits.seconds, self._limits.megabytes, self._tree)
        future = self._client.submit(work, *words, key=key, pure=False)
        self._futures[number] = future
        future.add_done_callback(lambda done: self._back.put((number, done)))

    def take(self, seconds: float | None) -> tuple[int, Answer] | None:
        end = None if seconds is None else time.monotonic() + seconds
        while True:
            if self._lost:
                return self._lost.pop(), {"lost": "its scheduler died"}
            if self._tend():
                continue
            left = LOOK if end is None else min(LOOK, end - time.monotonic())
            try:
                number, future = self._back.get(timeout=max(0.0, left))
            except Empty:
                if end is not None and time.monotonic() >= end:
                    return None
                continue
            key = future.key
            if self._futures.get(number) is not future:
                continue  # of a scheduler that was lost
            del self._futures[number]
            answer = self._answer(future)
            if "lost" not in answer and self._client is not None:
                with suppress(OSError, TimeoutError, CancelledError):
                    self._client.set_metadata([self._name, key], None)
            return number, answer

    def _answer(self, future: Future) -> Answer:
        if future.status == "finished":
            try:
                found: Answer = future.result()
            except (CancelledError, OSError, TimeoutError) as error:
                return {"lost": str(error)}
            if "foreign" in found:
                raise UsageError(
                    f"a worker has gpucc {found['foreign']}, but this machine has {self._tree}",
                    notes=("all machines of a campaign need the same version",),
                )
            return found
        if future.status != "error":
            return {"lost": future.status}
        why = future.exception()
        if isinstance(why, KilledWorker):
            assert self._client is not None
            known: Answer | None = self._client.get_metadata([self._name, future.key], None)
            return known or {"lost": "its worker died before it began"}
        raise GpuccError(f"a worker cannot perform tasks: {type(why).__name__}: {why}")

    def _tend(self) -> bool:
        """Replace what died. Return whether the scheduler did: then every task without an answer is lost."""
        if self._local is not None and not self._local.whole():
            before = self._local.address
            self._local.tend()
            self._looked = 0.0
            if self._local.address == before:
                return False
        elif self._client is not None and self._client.status in ("running", "connecting"):
            return False
        self._lost, self._futures = list(self._futures), {}
        if self._client is not None:
            self._client.close(timeout=1)
        self._client = None
        self._connect()
        return True


def work(key: str, module: str, given: dict[str, Any], seconds: int, megabytes: int, tree: str) -> Answer:
    """A task, on a worker. It begins once: when it is begun again, its first worker died, with or without an answer."""
    if trees.tree() != tree:
        return {"foreign": trees.tree()}
    client = get_client()
    place = [key.rsplit("-", 1)[0], key]
    before: Answer | None = client.get_metadata(place, None)
    if before is not None:
        return before
    client.set_metadata(place, DIED)
    answer = _nursery(module, CampaignLimits(seconds, megabytes)).ask(CampaignTask(key, given))
    # the worker may die before the campaign has its answer
    client.set_metadata(place, answer)
    return answer


def _nursery(module: str, limits: CampaignLimits) -> Nursery:
    """The nursery of this thread."""
    found: Nursery | None = getattr(_own, "nursery", None)
    if found is None or (found.module, found.limits) != (module, limits):
        if found is not None:
            found.stop()
        found = _own.nursery = Nursery(module, limits)
    return found
