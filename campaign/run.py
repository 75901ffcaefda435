"""Run the tasks of a journal in several nurseries until none is waiting."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any

from gpucc.campaign.journal import CampaignResult, CampaignTask, Journal
from gpucc.records import dataclass

# what is said after every result: the tasks with a result, all tasks, the task, and its result if it did not die
Told = Callable[[int, int, CampaignTask, CampaignResult | None], None]
# seconds that a nursery has to leave
PATIENCE = 5.0


@dataclass(frozen=True, slots=True)
class CampaignLimits:
    """Limits of one task: seconds of CPU time and megabytes of memory."""

    seconds: int = 60
    megabytes: int = 4096


@dataclass(eq=False)
class Nursery:
    """One process for tasks, started when it is needed, and again when it died."""

    module: str
    limits: CampaignLimits
    process: subprocess.Popen[str] | None = None

    def ask(self, task: CampaignTask) -> dict[str, Any]:
        """The answer of the process, or `died` and how."""
        process = self.process or self.start()
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(BrokenPipeError):
            process.stdin.write(json.dumps(dict(task.given)) + "\n")
            process.stdin.flush()
        line = process.stdout.readline()
        if line.endswith("\n"):
            answer: dict[str, Any] = json.loads(line)
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


def run(journal: Journal, module: str, jobs: int, limits: CampaignLimits, told: Told) -> None:
    """Perform all waiting tasks in `jobs` processes. What is written down stays when this is interrupted."""
    waiting = journal.waiting()[::-1]
    done, total = journal.counts()
    feed: SimpleQueue[tuple[int, CampaignTask] | None] = SimpleQueue()
    back: SimpleQueue[tuple[int, CampaignTask, dict[str, Any]]] = SimpleQueue()
    nurseries = [Nursery(module, limits) for _ in range(min(jobs, len(waiting)))]

    def work(nursery: Nursery) -> None:
        while (given := feed.get()) is not None:
            number, task = given
            back.put((number, task, nursery.ask(task)))

    def give() -> int:
        if not waiting:
            return 0
        number = waiting.pop()
        feed.put((number, journal.task(number)))
        return 1

    threads = [Thread(target=work, args=(nursery,), daemon=True) for nursery in nurseries]
    try:
        for thread in threads:
            thread.start()
        busy = sum(give() for _ in nurseries)
        while busy:
            number, task, answer = back.get()
            busy -= 1
            if "died" in answer:
                if journal.died(number, answer["died"]):
                    waiting.append(number)
                    told(done, total, task, None)
                else:
                    done += 1
                    told(done, total, task, None)
            else:
                result = CampaignResult(answer["outcome"], answer["figures"], answer["said"], answer["seconds"])
                journal.finish(number, result)
                done += 1
                told(done, total, task, result)
            busy += give()
    finally:
        for _ in threads:
            feed.put(None)
        for nursery in nurseries:
            nursery.stop()
