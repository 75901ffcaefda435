"""A Dask cluster of processes of this machine: a scheduler and workers, started again when they die.

    python -P -m gpucc.campaign.local_cluster scheduler
    python -P -m gpucc.campaign.local_cluster worker ADDRESS FOLDER

are those processes. The scheduler prints its address. Each ends when its standard input is closed, so that none
outlives its campaign, however that ends; it looks at that before it loads anything.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
from threading import Thread
from types import TracebackType

from gpucc.campaign.nursery import die_with_parent

LOOPBACK = "127.0.0.1"
# any number: how often a task may die is the journal's business
NO_LIMIT = 1 << 30
# seconds that a process has to leave
PATIENCE = 10.0


class LocalCluster:
    """Starts the processes and replaces dead ones."""

    def __init__(self, workers: int) -> None:
        self.address = ""
        self.processes: list[subprocess.Popen[str]] = []
        self._count = workers
        self._scheduler: subprocess.Popen[str] | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="gpucc-cluster-")

    def __enter__(self) -> LocalCluster:
        self.tend()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()
        self._folder.cleanup()

    def tend(self) -> None:
        """Start what is missing. Without its scheduler, no worker is kept."""
        if self._scheduler is None or self._scheduler.poll() is not None:
            self._stop()
            self._scheduler = _started("scheduler")
            assert self._scheduler.stdout is not None
            self.address = self._scheduler.stdout.readline().strip()
        self.processes = [process for process in self.processes if process.poll() is None]
        while len(self.processes) < self._count:
            self.processes.append(_started("worker", self.address, self._folder.name))

    def whole(self) -> bool:
        """Return whether no process has died."""
        mine = [*self.processes, *([self._scheduler] if self._scheduler else [])]
        return len(mine) == self._count + 1 and all(process.poll() is None for process in mine)

    def _stop(self) -> None:
        for process in [*self.processes, *([self._scheduler] if self._scheduler else [])]:
            process.kill()
            process.wait(PATIENCE)
        self.processes, self._scheduler = [], None


def _started(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-P", "-m", __name__, *words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE if words[0] == "scheduler" else subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, text=True, start_new_session=True,
    )  # fmt: skip


async def _schedule() -> None:
    from distributed import Scheduler

    async with Scheduler(
        host=LOOPBACK, port=0, dashboard=False, dashboard_address=f"{LOOPBACK}:0", allowed_failures=NO_LIMIT
    ) as scheduler:
        print(scheduler.address, flush=True)
        await asyncio.Event().wait()


async def _work(address: str, folder: str) -> None:
    from distributed import Worker

    async with Worker(
        address, nthreads=1, host=LOOPBACK, local_directory=folder, memory_limit=0, dashboard=False,
        dashboard_address=f"{LOOPBACK}:0",
    ):  # fmt: skip
        await asyncio.Event().wait()


def _leave_when_closed() -> None:
    sys.stdin.read()
    os._exit(0)


def main(words: list[str]) -> None:
    die_with_parent()
    Thread(target=_leave_when_closed, daemon=True).start()
    match words:
        case ["scheduler"]:
            asyncio.run(_schedule())
        case ["worker", address, folder]:
            asyncio.run(_work(address, folder))


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main(sys.argv[1:])
