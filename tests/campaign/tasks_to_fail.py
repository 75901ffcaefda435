"""Tasks of the tests' campaigns: what each does is in its name. A nursery imports this module by name."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
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
        case "spin":
            while True:
                pass
        case "exhaust":
            bytearray(1 << 40)
        case "print":
            print("not a result")
        case "sleep":
            Event().wait(given["seconds"])
    return CampaignResult("done", {"count": 1})
