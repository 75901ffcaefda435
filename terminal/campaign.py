"""`gpucc campaign`: many shaders, targets and seeds, in processes beside one another, with a journal."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from gpucc import driver
from gpucc.campaign import tables
from gpucc.campaign.journal import QUARANTINED, CampaignResult, CampaignTask, JournalRow, begin, open_journal
from gpucc.campaign.nursery import UNFINISHED
from gpucc.campaign.page import page
from gpucc.campaign.run import CampaignLimits, run
from gpucc.emit.files import write_files
from gpucc.endings import ENDINGS, named_stage
from gpucc.errors import UsageError
from gpucc.records import dataclass
from gpucc.terminal import console, fuzzing
from gpucc.terminal.batch import default_jobs
from gpucc.terminal.campaign_tasks import BAD, OUTCOMES
from gpucc.terminal.outputs import check_paths
from gpucc.terminal.versions import versions
from gpucc.terminal.wishes import Choices, check_isa, readable

KINDS = ("corpus", "verify", "fuzz", "show", "diff")
# what performs the tasks of a campaign
TASKS = {"corpus": "gpucc.terminal.campaign_tasks", "verify": "gpucc.terminal.campaign_tasks", "fuzz": fuzzing.TASKS}
# the files of a folder that are taken for sources
SOURCES = (*ENDINGS, ".ll", ".bc")
# the lanes of a task
LANES = 256
FIGURES = ("instructions", "executed")
# the outcomes that are told at once
WRONG = (*BAD, fuzzing.MISMATCH)


@dataclass(frozen=True, slots=True)
class CampaignWishes:
    """The options of a campaign. `seeds` is the number of seeds for each shader, from `seed` on; `count` and `first`
    number the random programs."""

    isas: tuple[str, ...] = ()
    lanes: int | None = None
    seed: int = 0
    seeds: int = 1
    count: int = 1000
    first: int = 0
    jobs: int | None = None
    limits: CampaignLimits = CampaignLimits()
    journal: str | None = None
    page: str | None = None


def wishes_of(isas: Sequence[str], seed: int, *, seconds: int, memory: int, **asked: Any) -> CampaignWishes:
    """The options as they stand on the command line."""
    return CampaignWishes(isas=tuple(isas), seed=seed, limits=CampaignLimits(seconds, memory), **asked)


def campaign(kind: str, inputs: Sequence[str], choices: Choices, wishes: CampaignWishes) -> int:
    """Return 3 if a program differs from LLVM's or a task shows a bug of gpucc, 1 if one is not verified, else 0."""
    if kind not in KINDS:
        raise UsageError(f"there is no campaign {kind!r}", notes=(f"campaigns: {', '.join(KINDS)}",))
    if wishes.page is not None:
        check_paths([Path(wishes.page)], [*inputs, *([wishes.journal] if wishes.journal else [])])
    if kind == "diff":
        return _diff(inputs)
    if kind == "show":
        if len(inputs) != 1:
            raise UsageError(f"show takes one journal, not {len(inputs)}")
        return _show(Path(inputs[0]), wishes.page)
    if wishes.journal is None:
        raise UsageError("a campaign needs a journal", notes=("--journal FILE names it",))
    for isa in wishes.isas:
        check_isa(isa)
    path = Path(wishes.journal)
    about = {
        "kind": kind, "inputs": list(inputs), "isas": list(wishes.isas), "lanes": lanes_of(kind, wishes),
        "seed": wishes.seed, "seeds": wishes.seeds, "options": _options(choices), "versions": dict(versions()),
    }  # fmt: skip
    if kind == "fuzz":
        about |= {"count": wishes.count, "first": wishes.first}
        wanted = fuzzing.tasks(inputs, choices, wishes.isas, lanes_of(kind, wishes), _seeds(wishes), _numbers(wishes))
    else:
        wanted = _tasks(kind, inputs, choices, wishes)
    tasks = [] if path.exists() else list(wanted)
    if not tasks and not path.exists():
        raise UsageError("there is nothing to do", notes=(f"no file below these folders ends in {', '.join(SOURCES)}",))
    with begin(path, about, tasks) as journal, console.Progress() as progress:

        def told(done: int, total: int, task: CampaignTask, result: CampaignResult | None) -> None:
            how = "its process died" if result is None else result.outcome
            if result is None or result.outcome in WRONG:
                progress.wipe()
                console.say(f"{console.printable(task.name)}: {how}")
            progress(f"{done} of {total}: {task.name}: {how}")

        run(journal, TASKS[kind], wishes.jobs or default_jobs(), wishes.limits, told)
    return _show(path, wishes.page)


def lanes_of(kind: str, wishes: CampaignWishes) -> int:
    return wishes.lanes or (fuzzing.LANES if kind == "fuzz" else LANES)


def _seeds(wishes: CampaignWishes) -> range:
    return range(wishes.seed, wishes.seed + wishes.seeds)


def _numbers(wishes: CampaignWishes) -> range:
    return range(wishes.first, wishes.first + wishes.count)


def _options(choices: Choices) -> dict[str, Any]:
    """The options of compilation that are not the usual ones, as JSON knows them."""
    usual = Choices().arguments()
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in choices.arguments().items()
        if value != usual[name]
    }


def _tasks(kind: str, inputs: Sequence[str], choices: Choices, wishes: CampaignWishes) -> Iterator[CampaignTask]:
    for file, label in _sources(kind, inputs):
        stage = choices.stage or named_stage(file.name)
        for isa in wishes.isas or driver.isas():
            if stage is not None and stage not in driver.stages_of(isa):
                continue
            for seed in _seeds(wishes):
                given = {
                    "file": str(file), "isa": isa, "lanes": lanes_of(kind, wishes), "seed": seed,
                    "entry": choices.entry, "options": _options(choices),
                }  # fmt: skip
                which = f" seed {seed}" if wishes.seeds > 1 else ""
                yield CampaignTask(f"{label}{which} {isa}", given)


def _sources(kind: str, inputs: Sequence[str]) -> Iterator[tuple[Path, str]]:
    """The files and their names in tables."""
    for word in inputs:
        if kind == "verify":
            yield readable(word).resolve(), word
            continue
        if not os.path.isdir(word):
            raise UsageError(f"there is no folder {word!r}", notes=("campaign verify takes single shaders",))
        root = Path(word).resolve()
        found = (path for path in sorted(root.rglob("*")) if path.suffix.lower() in SOURCES and path.is_file())
        prefix = f"{word.rstrip('/')}/" if len(inputs) > 1 else ""
        yield from ((path, f"{prefix}{path.relative_to(root)}") for path in found)


def _show(path: Path, target: str | None) -> int:
    """Print the table of a journal, and write its page if that is wanted."""
    with open_journal(path) as journal:
        rows, about, (done, total) = list(journal.rows()), journal.about(), journal.counts()
    table = tables.counts(rows, (*fuzzing.OUTCOMES, *OUTCOMES), FIGURES[0])
    console.put(console.table(table))
    bad = [row for row in rows if row.result.outcome in WRONG]
    for row in bad:
        console.say(f"{console.printable(row.task.name)}: {row.result.outcome}: {console.printable(_first(row))}")
    if done < total:
        console.say(f"{total - done} of {total} tasks are waiting; the same command goes on with them")
    if target is not None:
        looks = [*bad, *(row for row in rows if row.result.outcome == "unverified")]
        text = page(f"Campaign {about['kind']}: {', '.join(about['inputs'])}", about, table, looks)
        write_files({Path(target): text.encode()})
    worst = {row.result.outcome for row in rows}
    if worst & {"differs", "crashed", fuzzing.MISMATCH}:
        return 3
    return int(bool(worst & {"unverified", UNFINISHED, QUARANTINED}))


def _first(row: JournalRow) -> str:
    return next(iter(row.result.said.splitlines()), "")


def _diff(inputs: Sequence[str]) -> int:
    """Print what changed from the first journal to the second. Returns 1 if a task ended in another way."""
    if len(inputs) != 2:
        raise UsageError(f"diff takes two journals, not {len(inputs)}")
    found: list[list[JournalRow]] = []
    for word in inputs:
        with open_journal(Path(word)) as journal:
            found.append(list(journal.rows()))
    before, after = found
    lines = tables.changes(before, after, FIGURES)
    if len(lines) > 1:
        console.put(console.table(lines))
    for told in tables.summary(before, after, FIGURES):
        console.say(told)
    return int(any(" > " in str(line[1]) for line in lines[1:]))
