"""Options that only one or two commands have: campaign, reduce and bisect."""

from __future__ import annotations

from typing import Annotated

from gpucc.terminal.options import argument, option

CampaignKind = Annotated[
    str, argument("KIND", "corpus (folders), verify (shaders), show (a journal) or diff (two journals).")
]
CampaignInputs = Annotated[list[str], argument("INPUT...", "Folders, shaders, or journals of campaigns.")]
CampaignJournal = Annotated[
    str | None, option("--journal", "FILE", "Where the results are kept; an unfinished campaign goes on.")
]
CampaignLanes = Annotated[int, option("--lanes", "N", "Lanes to compare in each task; default 256.", min=1)]
CampaignSeeds = Annotated[int, option("--seeds", "N", "Seeds for each shader, from --seed on; default 1.", min=1)]
CampaignSeconds = Annotated[int, option("--seconds", "S", "CPU time of a task; default 60.", min=1)]
CampaignMemory = Annotated[int, option("--memory", "MB", "Memory of a task; default 4096.", min=64)]
CampaignPage = Annotated[
    str | None, option("--page", "FILE", "Write the table and what deserves a look as a page of HTML.")
]
Jobs = Annotated[int | None, option("-j --jobs", "N", "Processes; default one for each processor.", min=1, max=256)]

ReduceCommand = Annotated[
    str | None,
    option("--command", "CMD", "Judge candidates: CMD gets a path, and exit code 0 says that the failure is there."),
]
ReduceOutput = Annotated[str | None, option("-o --output", "FILE", "Where to; - is standard output, as without it.")]
ReduceValid = Annotated[
    str | None, option("--valid", "CMD", "What a candidate must also pass, such as another compiler.")
]
ReduceLimit = Annotated[int, option("--limit", "N", "Candidates to judge at most; default 5000.", min=1, max=1 << 30)]
ReduceSeconds = Annotated[
    float | None,
    option("--seconds", "S", "Seconds after which the search ends with the smallest so far.", min=0.001),
]
BisectCommand = Annotated[
    str | None,
    option("--command", "CMD", "Judge programs: CMD gets a manifest, and exit code 0 says that the failure is there."),
]
