"""What the campaigns of this folder share: `gpucc campaign` with tasks of their own.

A module of such tasks has `perform`, as the campaigns of gpucc have, and a `main` that makes the tasks and calls
`conduct`. `gpucc campaign show` shows the journal, and `gpucc campaign log` prints a line for each run and target;
docs/campaigns.md has their sums.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from gpucc.campaign.journal import CampaignTask
from gpucc.errors import INTERRUPTED, GpuccError
from gpucc.terminal import campaign, console

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent / "tests"


def parser_of(document: str | None) -> argparse.ArgumentParser:
    """A parser with the options that all campaigns have."""
    parser = argparse.ArgumentParser(description=document, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--journal", required=True, help="where the results are kept; an unfinished campaign goes on")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first program")
    parser.add_argument("-j", "--jobs", type=int)
    parser.add_argument("--seconds", type=int, default=60, help="CPU time of a task")
    parser.add_argument("--cluster", help="the address of a Dask scheduler, or local")
    parser.add_argument("--time-limit", type=float, help="seconds after which the campaign stops")
    return parser


def conduct(
    module: str, about: Mapping[str, Any], tasks: Iterable[CampaignTask], given: argparse.Namespace, tests: str
) -> int:
    """Perform the tasks; `tests` is the folder of tests whose helpers the module uses."""
    paths = [str(HERE), str(TESTS / tests), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    whole = {**about, "inputs": [], "seed": given.seed, "count": given.count, "first": given.first}
    wishes = campaign.CampaignWishes(
        journal=given.journal, jobs=given.jobs, cluster=given.cluster, limits=campaign.CampaignLimits(given.seconds)
    )
    try:
        return campaign.conduct(whole, tasks, module, wishes, given.time_limit)
    except GpuccError as error:
        console.diagnose(error, sys.argv[1:])
        return error.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED
