"""A process that runs one task after another, each in a child with limits, so that no task can harm another.

    python -P -m gpucc.campaign.nursery MODULE SECONDS MEGABYTES

MODULE has the function `perform`, which takes what is given to a task and returns its result, and may have a function
`prepare`, which is called in the nursery itself before each task: what it loads need not be loaded by every child. A
line of JSON on standard input is a task, a line on standard output its result: the fields of a `CampaignResult`, or
`died` and how.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Mapping
from typing import Any

from gpucc.campaign.journal import CampaignResult

UNFINISHED = "unfinished"
Perform = Callable[[Mapping[str, Any]], CampaignResult]
# seconds of CPU time between the signal that ends a task and the one that no process survives
GRACE = 2


def main(words: list[str]) -> None:
    module, seconds, megabytes = words
    found = importlib.import_module(module)
    prepare: Callable[[Mapping[str, Any]], None] = getattr(found, "prepare", lambda given: None)
    answers = os.dup(1)
    os.dup2(2, 1)  # what a task prints must not be taken for a result
    with os.fdopen(answers, "w") as stream:
        for line in sys.stdin:
            given = json.loads(line)
            prepare(given)
            print(json.dumps(_apart(found.perform, given, int(seconds), int(megabytes))), file=stream, flush=True)


def _apart(perform: Perform, given: Mapping[str, Any], seconds: int, megabytes: int) -> dict[str, Any]:
    """The result of a task in a child, or how the child died."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        code = 1
        with contextlib.suppress(BaseException):
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + GRACE))
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            found = perform(given)
            answer = {
                "outcome": found.outcome, "figures": dict(found.figures), "said": found.said, "seconds": _used(),
            }  # fmt: skip
            with os.fdopen(write, "w") as pipe:
                pipe.write(json.dumps(answer))
            code = 0
        os._exit(code)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    _, status = os.waitpid(child, 0)
    if text:
        result: dict[str, Any] = json.loads(text)
        return result
    how = os.waitstatus_to_exitcode(status)
    if -how in (signal.SIGXCPU, signal.SIGKILL) and _over(seconds):
        said = f"not done after {seconds} seconds of CPU time"
        return {"outcome": UNFINISHED, "figures": {}, "said": said, "seconds": float(seconds)}
    return {"died": f"signal {signal.Signals(-how).name}" if how < 0 else f"exit code {how}"}


_before = 0.0


def _over(seconds: int) -> bool:
    """Return whether the last child used all of its time."""
    global _before
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    total = spent.ru_utime + spent.ru_stime
    last, _before = total - _before, total
    return last >= 0.9 * seconds


def _used() -> float:
    spent = resource.getrusage(resource.RUSAGE_SELF)
    return round(spent.ru_utime + spent.ru_stime, 3)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        main(sys.argv[1:])
