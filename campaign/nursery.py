"""A process that has tasks done one after another by a child with limits, so that no task can harm another.

    python -P -m gpucc.campaign.nursery MODULE SECONDS MEGABYTES

MODULE has the function `perform`, which takes what is given to a task and returns its result. It may have a function
`prepare`, which is called in the nursery itself before each task: what it loads need not be loaded by every child. It
may have a function `examine` and the outcomes `EXAMINED` that it is for: it takes what is given and the result, and
returns a result that says more, in a child of its own, with limits of its own. If that child dies, the first result
stands. A line of JSON on standard input is a task, a line on standard output its result: the fields of a
`CampaignResult`, or `died` and how.

A child does several tasks, since each child has to load again what its nursery had not loaded. Another takes its place
when it died, when a task ended in an exception, when it holds more memory than a new child by a sixteenth of the limit,
and after `TASKS_OF_A_CHILD` tasks.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import json
import math
import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TextIO

from gpucc.campaign.journal import CampaignResult

UNFINISHED, CRASHED = "unfinished", "crashed"
TASKS_OF_A_CHILD = 32
# prctl(2): the signal that a process gets when its parent dies
PR_SET_PDEATHSIG = 1


def main(words: list[str]) -> None:
    module, seconds, megabytes = words
    die_with_parent()
    found = importlib.import_module(module)
    nursery = Nursed(found, int(seconds), int(megabytes))
    prepare: Callable[[Mapping[str, Any]], None] = getattr(found, "prepare", lambda given: None)
    answers = os.dup(1)
    os.dup2(2, 1)  # what a task prints must not be taken for a result
    with os.fdopen(answers, "w") as stream:
        for line in sys.stdin:
            given = json.loads(line)
            prepare(given)
            print(json.dumps(nursery.answer(given)), file=stream, flush=True)


class Nursed:
    """The tasks of a module and the child that does them."""

    def __init__(self, module: Any, seconds: int, megabytes: int) -> None:
        self._module = module
        self._limits = seconds, megabytes
        self._child: TaskChild | None = None

    def answer(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The result of a task, with what an examination adds to it, or how it died."""
        if self._child is None:
            self._child = TaskChild(self._module, *self._limits)
        answer = self._child.ask("perform", given)
        if self._child.left():
            self._child = None
        if answer.get("outcome") not in getattr(self._module, "EXAMINED", ()):
            return answer
        examiner = TaskChild(self._module, *self._limits)
        more = examiner.ask("examine", given, answer)
        examiner.leave()
        if more.get("outcome") == answer["outcome"]:
            return {**answer, "said": more["said"]}
        how = f"its process died by {more['died']}" if "died" in more else more["said"]
        return {**answer, "said": f"{answer['said']}\nthe examination was not completed: {how}"}


def die_with_parent() -> None:
    """End this process when its parent dies, where the system can do that: its work would be for nobody."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


class TaskChild:
    """A child that does what it is asked, one thing after another, each within the limit of CPU time."""

    def __init__(self, module: Any, seconds: int, megabytes: int) -> None:
        self._seconds = seconds
        asked, self._asks = os.pipe()
        self._answers, answers = os.pipe()
        self._process = os.fork()
        if self._process == 0:
            os.close(self._asks)
            os.close(self._answers)
            try:
                die_with_parent()
                resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
                resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
                signal.signal(signal.SIGINT, signal.SIG_DFL)
                signal.signal(signal.SIGXCPU, signal.SIG_DFL)
                with os.fdopen(asked) as asks, os.fdopen(answers, "w") as stream:
                    _serve(module, seconds, (megabytes << 20) // 16, asks, stream)
            finally:
                os._exit(0)
        os.close(asked)
        os.close(answers)
        self._asking, self._answering = os.fdopen(self._asks, "w"), os.fdopen(self._answers)
        self._gone = False

    def ask(self, does: str, given: Mapping[str, Any], result: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The result, or how the child died of it."""
        with contextlib.suppress(BrokenPipeError):
            print(json.dumps([does, dict(given), result]), file=self._asking, flush=True)
        line = self._answering.readline()
        if line.endswith("\n"):
            last, answer = json.loads(line)
            if last:
                self.leave()
            return dict(answer)
        how = self.leave()
        if how == -signal.SIGXCPU:
            said = f"not done after {self._seconds} seconds of CPU time"
            return {"outcome": UNFINISHED, "figures": {}, "said": said, "seconds": float(self._seconds)}
        return {"died": f"signal {signal.Signals(-how).name}" if how < 0 else f"exit code {how}"}

    def left(self) -> bool:
        return self._gone

    def leave(self) -> int:
        """Let the child end; return its exit code, below zero if a signal ended it, and 0 if it had ended."""
        if self._gone:
            return 0
        self._gone = True
        with contextlib.suppress(BrokenPipeError):
            self._asking.close()
        self._answering.close()
        _, status = os.waitpid(self._process, 0)
        return os.waitstatus_to_exitcode(status)


def _serve(module: Any, seconds: int, growth: int, asks: TextIO, answers: TextIO) -> None:
    """Do what is asked until nothing more is, an exception came, or the child is too large or has done enough."""
    start = _address_space()
    for done, line in enumerate(asks, 1):
        does, given, first = json.loads(line)
        before = _used()
        _limit_time(math.ceil(before) + seconds)
        try:
            found = module.perform(given) if does == "perform" else module.examine(given, _result(first))
        except BaseException as error:
            # whatever it is: this child does nothing more, and the journal is the only place where it can be read
            found = CampaignResult(CRASHED, said=said_of(error))
        last = found.outcome == CRASHED or done == TASKS_OF_A_CHILD or _address_space() - start > growth
        answer = {
            "outcome": found.outcome, "figures": dict(found.figures), "said": found.said,
            "seconds": round(_used() - before, 3),
        }  # fmt: skip
        print(json.dumps([last, answer]), file=answers, flush=True)
        if last:
            return


def _limit_time(seconds: int) -> None:
    """End this process by a signal when it has used so many seconds of CPU time."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds if hard == resource.RLIM_INFINITY else min(seconds, hard), hard))


def _result(answer: Mapping[str, Any]) -> CampaignResult:
    return CampaignResult(answer["outcome"], answer["figures"], answer["said"], answer["seconds"])


def _address_space() -> int:
    """The bytes of this process's address space; 0 where the system does not say."""
    with contextlib.suppress(OSError), open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * resource.getpagesize()
    return 0


def said_of(error: BaseException) -> str:
    """An exception as a line: its class, its place, its text."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name}" if frames else ""
    return f"{type(error).__name__}{place}: {error}"


def _used() -> float:
    """Seconds of CPU time of this process."""
    spent = resource.getrusage(resource.RUSAGE_SELF)
    return spent.ru_utime + spent.ru_stime


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        main(sys.argv[1:])
