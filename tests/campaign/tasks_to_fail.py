"""Tasks of the tests' campaigns: what each does is in its name. A nursery imports this module by name."""

from __future__ import annotations

import os
import resource
import signal
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

from gpucc.campaign.journal import CampaignResult


def perform(given: Mapping[str, Any]) -> CampaignResult:
    match given["does"]:
        case "die":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "die once":
            try:
                os.close(os.open(given["mark"], os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                return CampaignResult("done", {"count": 1})
            os.kill(os.getpid(), signal.SIGSEGV)
        case "kill its nursery once":
            try:
                os.close(os.open(given["mark"], os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                return CampaignResult("done", {"count": 1})
            os.kill(os.getppid(), signal.SIGKILL)
            Event().wait(1)
        case "kill its worker":
            os.kill(_parent_of(os.getppid()), signal.SIGKILL)
            Event().wait(5)
        case "spin":
            while True:
                pass
        case "tell its time":
            spent = resource.getrusage(resource.RUSAGE_SELF)
            limit, _ = resource.getrlimit(resource.RLIMIT_CPU)
            # the system counts whole seconds, so one of them may have begun
            left = limit + 1 - spent.ru_utime - spent.ru_stime
            return CampaignResult("done", {"whole": left >= given["seconds"]})
        case "work":
            sum(range(given["rounds"]))
        case "leave":
            sys.exit("left")
        case "fail" | "fail and kill" | "fail and spin":
            return CampaignResult("failed", said="wrong")
        case "exhaust":
            bytearray(1 << 40)
        case "print":
            print("not a result")
        case "tell its process":
            return CampaignResult("done", {"process": os.getpid()})
        case "keep":
            KEPT.append(bytearray(64 << 20))
            return CampaignResult("done", {"process": os.getpid()})
        case "wait for mark":
            while not Path(given["mark"]).exists():
                Event().wait(0.01)
        case "sleep":
            Event().wait(given["seconds"])
    return CampaignResult("done", {"count": 1})


KEPT: list[bytearray] = []
EXAMINED = ("failed",)


def examine(given: Mapping[str, Any], result: CampaignResult) -> CampaignResult:
    if given["does"] == "fail and kill":
        os.kill(os.getpid(), signal.SIGSEGV)
    while given["does"] == "fail and spin":
        pass
    return replace(result, said=f"{result.said}\nexamined")


def _parent_of(process: int) -> int:
    (line,) = [line for line in Path(f"/proc/{process}/status").read_text().splitlines() if line.startswith("PPid:")]
    return int(line.split()[1])
