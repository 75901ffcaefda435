"""Workers and their queue: each job runs in a process of its own, and can be cancelled at any time."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from dataclasses import field
from typing import Any

from gpucc.errors import GpuccError, InputError, LimitExceeded
from gpucc.records import dataclass
from gpucc.serve.fair import FairQueue

# the jobs that may wait, of one client and of all
MOST_OF_ONE, MOST_OF_ALL = 16, 512
# seconds that a job may run, by the clock and of the processor
CLOCK_SECONDS, CPU_SECONDS = 60.0, 20
# bytes of one line of an answer
MOST_LINE = 1 << 26
# seconds until the first worker can start, and until an ended one is noticed
LOADING, PARTING = 60.0, 5.0


class TooMuch(GpuccError):
    """A request, or all requests together, that are too much."""


@dataclass(eq=False)
class ServedJob:
    """A request that waits or runs. Its events are read from `events`, which ends with None."""

    client: str
    request: Mapping[str, Any]
    events: asyncio.Queue[dict[str, Any] | None] = field(default_factory=asyncio.Queue)
    task: asyncio.Task[None] | None = None
    position: int = -1
    # the worker's process, while there is one
    process: int = 0


class Farm:
    """`size` workers at a time. The process that they are copies of is started again if it dies."""

    def __init__(self, size: int, seconds: float = CLOCK_SECONDS, cpu: int = CPU_SECONDS) -> None:
        self.size, self.seconds, self.cpu = size, seconds, cpu
        self.waiting: FairQueue[ServedJob] = FairQueue()
        self.running: set[ServedJob] = set()
        self._control: socket.socket | None = None
        self._zygote: subprocess.Popen[bytes] | None = None
        self._starting = asyncio.Lock()
        self._folder = tempfile.TemporaryDirectory(prefix="gpucc-serve-")
        self._closing = False

    # jobs

    def submit(self, client: str, request: Mapping[str, Any]) -> ServedJob:
        """Put a job into the queue."""
        if self.waiting.waiting(client) >= MOST_OF_ONE or len(self.waiting) >= MOST_OF_ALL:
            raise TooMuch("too many jobs are waiting", notes=("wait until some are done, or cancel them",))
        job = ServedJob(client, request)
        self.waiting.put(client, job)
        self._advance()
        return job

    def cancel(self, job: ServedJob) -> None:
        """End a job, whether it waits or runs."""
        if not self.waiting.drop(job.client, job) and job.task is not None:
            job.task.cancel()
        job.events.put_nowait(None)
        self._advance()

    async def answers(self, job: ServedJob) -> AsyncIterator[dict[str, Any]]:
        """The events of a job, until it is done. Who stops to listen cancels it."""
        try:
            while (event := await job.events.get()) is not None:
                yield event
        finally:
            self.cancel(job)

    def _advance(self) -> None:
        """Start what can start, and tell the others how many are before them."""
        while len(self.running) < self.size and len(self.waiting) and not self._closing:
            job = self.waiting.take()
            self.running.add(job)
            job.task = asyncio.create_task(self._run(job))
        for position, job in enumerate(self.waiting.order(), 1):
            if job.position != position:
                job.position = position
                job.events.put_nowait({"event": "queued", "position": position})

    async def _run(self, job: ServedJob) -> None:
        try:
            async with asyncio.timeout(self.seconds + LOADING):
                await self._converse(job)
        except TimeoutError:
            job.events.put_nowait(_failed(_too_slow(self.seconds)))
        except OSError as error:
            job.events.put_nowait(_failed(InputError(f"no worker could be started: {error}")))
        finally:
            self.running.discard(job)
            job.events.put_nowait(None)
            if not self.waiting.waiting(job.client) and all(one.client != job.client for one in self.running):
                asyncio.get_running_loop().call_later(self.seconds, self.waiting.forget, job.client)
            self._advance()

    async def _converse(self, job: ServedJob) -> None:
        """Let a worker do a job, and pass on what it tells."""
        job.events.put_nowait({"event": "started"})
        reader, writer = await self._worker()
        try:
            writer.write(json.dumps({**job.request, "cpu": self.cpu}).encode() + b"\n")
            await writer.drain()
            async with asyncio.timeout(self.seconds):
                done = False
                while line := await reader.readline():
                    if not line.endswith(b"\n"):
                        break
                    with contextlib.suppress(json.JSONDecodeError):
                        event = json.loads(line)
                        if "ended" in event:
                            if not done and event["ended"] != 0:
                                job.events.put_nowait(_failed(_died(event["ended"])))
                            break
                        if event["event"] == "process":
                            job.process = event["number"]
                            continue
                        done = done or event["event"] == "failed"
                        job.events.put_nowait(event)
        finally:
            _kill(job.process)
            writer.close()

    # processes

    async def _worker(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A new worker's end of a socket."""
        for attempt in (1, 2):
            control = await self.start()
            ours, theirs = socket.socketpair()
            try:
                with theirs:
                    socket.send_fds(control, [b"j"], [theirs.fileno()])
                return await asyncio.open_connection(sock=ours, limit=MOST_LINE)
            except OSError:
                ours.close()
                self._stop()
                if attempt == 2:
                    raise
        raise AssertionError

    async def start(self) -> socket.socket:
        """Start the process that workers are copies of, unless it runs, and wait until it has loaded."""
        async with self._starting:
            if self._control is not None:
                return self._control
            ours, theirs = socket.socketpair()
            with theirs:
                self._zygote = subprocess.Popen(
                    [sys.executable, "-P", "-m", "gpucc.serve.zygote", str(theirs.fileno())],
                    pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, cwd=self._folder.name,
                    env=self._surroundings(),
                )  # fmt: skip
            ours.setblocking(False)
            try:
                async with asyncio.timeout(LOADING):
                    if not await asyncio.get_running_loop().sock_recv(ours, 64):
                        raise ConnectionError("the process that compiles ended at once")
            except (OSError, TimeoutError, asyncio.CancelledError):
                ours.close()
                self._zygote.kill()
                raise
            ours.setblocking(True)
            self._control = ours
            return ours

    def _surroundings(self) -> dict[str, str]:
        """The environment of workers: no variable of the user's that could reach a compilation."""
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "LD_LIBRARY_PATH") if name in os.environ}
        return kept | {"TMPDIR": self._folder.name, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

    def _stop(self) -> None:
        if self._control is not None:
            self._control.close()
        if self._zygote is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._zygote.wait(PARTING)
            self._zygote.kill()
            self._zygote.wait()
        self._control = self._zygote = None

    async def close(self) -> None:
        """End all jobs and processes."""
        self._closing = True
        for job in [*self.running, *self.waiting.order()]:
            self.cancel(job)
        await asyncio.gather(*(job.task for job in self.running if job.task is not None), return_exceptions=True)
        self._stop()
        self._folder.cleanup()


def _kill(process: int) -> None:
    """Kill a worker and what it has started. One that has ended is still known to its parent, or gone."""
    if process:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process, signal.SIGKILL)


def _failed(error: GpuccError) -> dict[str, Any]:
    finding = {"level": "error", "kind": type(error).__name__, "message": error.message, "file": "", "line": 0}
    return {"event": "failed", "code": error.exit_code, "findings": [{**finding, "column": 0, "notes": error.notes}]}


def _too_slow(seconds: float) -> GpuccError:
    return LimitExceeded(
        f"the job was stopped after {seconds:g} seconds", notes=("gpucc on the command line has no such limit",)
    )


def _died(status: int) -> GpuccError:
    if status == -signal.SIGXCPU:
        notes = ("--effort 0 compiles faster, --lanes 64 compares less; gpucc on the command line has no such limit",)
        return LimitExceeded(
            "the job was stopped: it needs more time of the processor than one job gets here", notes=notes
        )
    how = f"signal {signal.Signals(-status).name}" if status < 0 else f"status {status}"
    notes = ("likely it ran out of memory; gpucc on the command line has no limit of memory",)
    return LimitExceeded(f"the process of the job ended with {how}", notes=notes)
