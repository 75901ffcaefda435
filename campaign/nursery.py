"""A process that runs one task after another, each in a child with limits, so that no task can harm another.

    python -P -m gpucc.campaign.nursery MODULE SECONDS MEGABYTES

MODULE has the function `perform`, which takes what is given to a task and returns its result. It may have a function
`prepare`, which is called in the nursery itself before each task: what it loads need not be loaded by every child. It
may have a function `examine` and the outcomes `EXAMINED` that it is for: it takes what is given and the result, and
returns a result that says more, in a child of its own, with limits of its own. If that child dies, the first result
stands. A line of JSON on standard input is a task, a line on standard output its result: the fields of a
`CampaignResult`, or `died` and how.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import json
import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from gpucc.campaign.journal import CampaignResult

UNFINISHED, CRASHED = "unfinished", "crashed"
# seconds of CPU time between the signal that ends a task and the one that no process survives
GRACE = 2
# prctl(2): the signal that a process gets when its parent dies
PR_SET_PDEATHSIG = 1


def main(words: list[str]) -> None:
    module, seconds, megabytes = words
    die_with_parent()
    found = importlib.import_module(module)
    prepare: Callable[[Mapping[str, Any]], None] = getattr(found, "prepare", lambda given: None)
    answers = os.dup(1)
    os.dup2(2, 1)  # what a task prints must not be taken for a result
    with os.fdopen(answers, "w") as stream:
        for line in sys.stdin:
            given = json.loads(line)
            prepare(given)
            print(json.dumps(_answer(found, given, int(seconds), int(megabytes))), file=stream, flush=True)


def _answer(module: Any, given: Mapping[str, Any], seconds: int, megabytes: int) -> dict[str, Any]:
    """The result of a task, with what an examination adds to it, or how it died."""
    answer = _apart(lambda: module.perform(given), seconds, megabytes)
    examined: Collection[str] = getattr(module, "EXAMINED", ())
    if answer.get("outcome") not in examined:
        return answer
    first = CampaignResult(**answer)
    more = _apart(lambda: module.examine(given, first), seconds, megabytes)
    if more.get("outcome") == first.outcome:
        return {**answer, "said": more["said"]}
    how = f"its process died by {more['died']}" if "died" in more else more["said"]
    return {**answer, "said": f"{first.said}\nthe examination was not completed: {how}"}


def die_with_parent() -> None:
    """End this process when its parent dies, where the system can do that: its work would be for nobody."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def _apart(perform: Callable[[], CampaignResult], seconds: int, megabytes: int) -> dict[str, Any]:
    """The result of a task in a child, or how the child died."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        try:
            die_with_parent()
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + GRACE))
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            found = perform()
        except BaseException as error:
            # whatever it is: the process ends here, and the journal is the only place where it can be read
            found = CampaignResult(CRASHED, said=said_of(error))
        answer = {"outcome": found.outcome, "figures": dict(found.figures), "said": found.said, "seconds": _used()}
        with contextlib.suppress(BrokenPipeError), os.fdopen(write, "w") as pipe:
            pipe.write(json.dumps(answer))
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    _, status, spent = os.wait4(child, 0)
    how = os.waitstatus_to_exitcode(status)
    if text:
        result: dict[str, Any] = json.loads(text)
        return result
    if -how in (signal.SIGXCPU, signal.SIGKILL) and spent.ru_utime + spent.ru_stime >= 0.9 * seconds:
        said = f"not done after {seconds} seconds of CPU time"
        return {"outcome": UNFINISHED, "figures": {}, "said": said, "seconds": float(seconds)}
    return {"died": f"signal {signal.Signals(-how).name}" if how < 0 else f"exit code {how}"}


def said_of(error: BaseException) -> str:
    """An exception as a line: its class, its place, its text."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name}" if frames else ""
    return f"{type(error).__name__}{place}: {error}"


def _used() -> float:
    spent = resource.getrusage(resource.RUSAGE_SELF)
    return round(spent.ru_utime + spent.ru_stime, 3)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        main(sys.argv[1:])
