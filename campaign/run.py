"""Run the tasks of a journal by a crew until none is waiting."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType
from typing import Any, Protocol

from gpucc.campaign.journal import CampaignResult, CampaignTask, Journal
from gpucc.records import dataclass

# what is said after every result: the tasks with a result, all tasks, the task, and its result if it did not die
Told = Callable[[int, int, CampaignTask, CampaignResult | None], None]
# a result as a nursery writes it, `died` and how, or `lost` if it is not known whether the task was done
Answer = dict[str, Any]
# seconds that a nursery has to leave
PATIENCE = 5.0


@dataclass(frozen=True, slots=True)
class CampaignLimits:
    """Limits of one task: seconds of CPU time and megabytes of memory."""

    seconds: int = 60
    megabytes: int = 4096


class Crew(Protocol):
    """Those who perform tasks; a context manager, which leaves no process behind."""

    def __enter__(self) -> Crew: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def room(self) -> int:
        """The number of tasks that may be given at once."""
        ...

    def give(self, number: int, task: CampaignTask) -> None: ...

    def take(self, seconds: float | None) -> tuple[int, Answer] | None:
        """The next answer; None if there is none after as many seconds."""
        ...


def run(journal: Journal, crew: Crew, told: Told, limit: float | None = None) -> bool:
    """Perform all waiting tasks. What is written down stays when this is interrupted.

    Return False if the limit, in seconds, was over before the last task.
    """
    end = None if limit is None else time.monotonic() + limit
    waiting = journal.waiting()[::-1]
    done, total = journal.counts()
    busy: dict[int, CampaignTask] = {}
    if not waiting:
        return True
    with crew:
        while waiting or busy:
            while waiting and len(busy) < crew.room():
                number = waiting.pop()
                busy[number] = journal.task(number)
                crew.give(number, busy[number])
            left = None if end is None else end - time.monotonic()
            found = None if left is not None and left <= 0 else crew.take(left)
            if found is None:
                return False
            number, answer = found
            task = busy.pop(number)
            result = None
            if "lost" in answer or ("died" in answer and journal.died(number, answer["died"])):
                waiting.append(number)
            elif "died" in answer:
                done += 1
            else:
                result = CampaignResult(answer["outcome"], answer["figures"], answer["said"], answer["seconds"])
                journal.finish(number, result)
                done += 1
            if "lost" not in answer:
                told(done, total, task, result)
    return True


@dataclass(eq=False)
class Nursery:
    """One process for tasks, started when it is needed, and again when it died."""

    module: str
    limits: CampaignLimits
    process: subprocess.Popen[str] | None = None

    def ask(self, task: CampaignTask) -> Answer:
        """The answer of the process, or `died` and how."""
        process = self.process or self.start()
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(BrokenPipeError):
            process.stdin.write(json.dumps(dict(task.given)) + "\n")
            process.stdin.flush()
        line = process.stdout.readline()
        if line.endswith("\n"):
            answer: Answer = json.loads(line)
            return answer
        self.process = None
        process.stdin.close()
        return {"died": f"exit code {process.wait()} of its nursery"}

    def start(self) -> subprocess.Popen[str]:
        words = [self.module, str(self.limits.seconds), str(self.limits.megabytes)]
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "gpucc.campaign.nursery", *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        return self.process

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait(PATIENCE)


class Nurseries:
    """A crew of processes of this machine."""

    def __init__(self, module: str, jobs: int, limits: CampaignLimits) -> None:
        self._nurseries = [Nursery(module, limits) for _ in range(jobs)]
        self._feed: SimpleQueue[tuple[int, CampaignTask] | None] = SimpleQueue()
        self._back: SimpleQueue[tuple[int, Answer]] = SimpleQueue()

    def __enter__(self) -> Nurseries:
        for nursery in self._nurseries:
            Thread(target=self._work, args=(nursery,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for _ in self._nurseries:
            self._feed.put(None)
        for nursery in self._nurseries:
            nursery.stop()

    def room(self) -> int:
        return len(self._nurseries)

    def give(self, number: int, task: CampaignTask) -> None:
        self._feed.put((number, task))

    def take(self, seconds: float | None) -> tuple[int, Answer] | None:
        try:
            return self._back.get(timeout=seconds)
        except Empty:
            return None

    def _work(self, nursery: Nursery) -> None:
        while (given := self._feed.get()) is not None:
            number, task = given
            self._back.put((number, nursery.ask(task)))
