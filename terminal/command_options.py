"""Options that only one or two commands have: run, campaign, picasso, disasm, reduce and bisect."""

from __future__ import annotations

from typing import Annotated, Any

from gpucc.terminal.options import argument, flag, option

InputNumbers = Annotated[
    list[str] | None,
    option("--input", "NAME=NUMBERS", "An input's components, of one lane or of several in turn; repeatable."),
]
Page = Annotated[str | None, option("-o --output", "PAGE.html", "The page; without it, standard output.")]
Text = Annotated[str | None, option("-o --output", "FILE.s", "The text; without it, standard output.")]
CampaignKind = Annotated[
    str,
    argument(
        "KIND",
        "corpus (folders), verify (shaders), fuzz (random programs); show or log (a journal), diff (two journals).",
    ),
]
CampaignInputs = Annotated[
    list[str] | None,
    argument("INPUT...", "Folders, shaders, journals of campaigns, or families of random programs (default all)."),
]
Jobs = Annotated[int | None, option("-j --jobs", "N", "Processes; default one for each processor.", min=1, max=256)]
# the options of a campaign, with their defaults
CAMPAIGN: dict[str, tuple[Any, Any]] = {
    "journal": (
        Annotated[
            str | None, option("--journal", "FILE", "Where the results are kept; an unfinished campaign goes on.")
        ],
        None,
    ),
    "lanes": (
        Annotated[int | None, option("--lanes", "N", "Lanes to compare in each task; default 256, fuzz 64.", min=1)],
        None,
    ),
    "seeds": (Annotated[int, option("--seeds", "N", "Seeds for each shader, from --seed on; default 1.", min=1)], 1),
    "count": (
        Annotated[int, option("--count", "N", "fuzz: programs for each target and seed; default 1000.", min=1)],
        1000,
    ),
    "first": (Annotated[int, option("--first", "N", "fuzz: the number of the first program; default 0.", min=0)], 0),
    "jobs": (Jobs, None),
    "seconds": (Annotated[int, option("--seconds", "S", "CPU time of a task; default 60.", min=1)], 60),
    "memory": (Annotated[int, option("--memory", "MB", "Memory of a task; default 4096.", min=64)], 4096),
    "pairs": (
        Annotated[bool, option("--pairs", "", "Link vertex and fragment shaders of one name, too.")],
        False,
    ),
    "cluster": (
        Annotated[
            str | None,
            option("--cluster", "ADDRESS", "Use the workers of this Dask scheduler; local starts -j of them here."),
        ],
        None,
    ),
    "page": (
        Annotated[str | None, option("--page", "FILE", "Write a page of HTML: the table, and what deserves a look.")],
        None,
    ),
}

PicassoCut = Annotated[
    bool, flag("--picasso-constants", "Cut constants off as picasso does, instead of rounding to the nearest.")
]
PicassoCheck = Annotated[
    bool, flag("--check", "Check the programs against the chip's rules, too; exit 1 if one is broken.")
]

DisasmCheck = Annotated[bool, flag("--check", "Check the program against the target's rules; exit 1 if it breaks one.")]
DisasmProfile = Annotated[
    str | None, option("--profile", "P", "Whose rules to check; the target's first profile by default.")
]

ReduceCommand = Annotated[
    str | None,
    option("--command", "CMD", "Judge candidates: CMD gets a path, and exit code 0 says that the failure is there."),
]
ReduceOutput = Annotated[str | None, option("-o --output", "FILE", "The result; - is standard output, the default.")]
ReduceValid = Annotated[
    str | None, option("--valid", "CMD", "A command that must accept a candidate, too, such as another compiler.")
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
