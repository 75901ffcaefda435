"""`gpucc campaign`: many shaders, targets and seeds, in processes here or on a cluster, with a journal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpucc.campaign import log, tables
from gpucc.campaign.journal import QUARANTINED, CampaignResult, CampaignTask, JournalRow, begin, open_journal
from gpucc.campaign.nursery import UNFINISHED
from gpucc.campaign.page import page
from gpucc.campaign.run import CampaignLimits, Crew, Nurseries, run
from gpucc.campaign.trees import tree
from gpucc.emit.files import write_files
from gpucc.errors import InputError, UsageError
from gpucc.records import dataclass
from gpucc.terminal import campaign_sources, console, fuzzing
from gpucc.terminal.batch import default_jobs
from gpucc.terminal.campaign_sources import SOURCES, CampaignSource
from gpucc.terminal.campaign_tasks import BAD, OUTCOMES
from gpucc.terminal.outputs import check_paths
from gpucc.terminal.versions import versions
from gpucc.terminal.wishes import Choices, check_isa

KINDS = ("corpus", "verify", "fuzz", "show", "log", "diff")
# what performs the tasks of a campaign
TASKS = {"corpus": "gpucc.terminal.campaign_tasks", "verify": "gpucc.terminal.campaign_tasks", "fuzz": fuzzing.TASKS}
# the lanes of a task
LANES = 256
FIGURES = ("instructions", "executed")
# the outcomes that are told at once
WRONG = (*BAD, fuzzing.MISMATCH)
# those that say more about the shader than about gpucc; of many, the first ones are told
DOUBTFUL = ("invalid", "unverified")
MOST_TOLD = 20


@dataclass(frozen=True, slots=True)
class CampaignWishes:
    """The options of a campaign. `seeds` is the number of seeds for each shader, from `seed` on; `count` and `first`
    number the random programs; with `pairs`, vertex and fragment shaders that belong together are linked, too."""

    isas: tuple[str, ...] = ()
    lanes: int | None = None
    seed: int = 0
    seeds: int = 1
    count: int = 1000
    first: int = 0
    jobs: int | None = None
    limits: CampaignLimits = CampaignLimits()
    pairs: bool = False
    cluster: str | None = None
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
    if kind == "log":
        return _log(inputs)
    for isa in wishes.isas:
        check_isa(isa)
    limit, choices = choices.time_limit, replace(choices, time_limit=None)
    about: dict[str, Any] = {
        "kind": kind, "inputs": list(inputs), "isas": list(wishes.isas), "lanes": lanes_of(kind, wishes),
        "seed": wishes.seed, "seeds": wishes.seeds, "options": _options(choices),
    }  # fmt: skip
    if kind == "fuzz":
        about |= {"count": wishes.count, "first": wishes.first}
        wanted = fuzzing.tasks(inputs, choices, wishes.isas, lanes_of(kind, wishes), _seeds(wishes), _numbers(wishes))
    else:
        about["pairs"] = wishes.pairs
        given = {"lanes": about["lanes"], "entry": choices.entry, "options": about["options"]}
        found = campaign_sources.sources(kind, inputs, choices.stage)
        wanted = _each(found, wishes, given)
    return conduct(about, wanted, TASKS[kind], wishes, limit)


def conduct(
    about: Mapping[str, Any], wanted: Iterable[CampaignTask], module: str, wishes: CampaignWishes,
    limit: float | None = None,
) -> int:  # fmt: skip
    """Perform the tasks that are not done, for as many seconds as the limit says, and show the journal."""
    if wishes.journal is None:
        raise UsageError("a campaign needs a journal", notes=("--journal FILE names it",))
    path = Path(wishes.journal)
    tasks = [] if path.exists() else list(wanted)
    if not tasks and not path.exists():
        raise UsageError("there is nothing to do", notes=(f"no file below these folders ends in {', '.join(SOURCES)}",))
    crew = _crew(module, wishes)
    with begin(path, about, tasks) as journal, console.Progress() as progress:

        def told(done: int, total: int, task: CampaignTask, result: CampaignResult | None) -> None:
            how = "its process died" if result is None else result.outcome
            if result is None or result.outcome in WRONG:
                progress.wipe()
                console.say(f"{console.printable(task.name)}: {how}")
            progress(f"{done} of {total}: {task.name}: {how}")

        if journal.waiting():
            journal.start_run({"tree": tree(), "versions": dict(versions())})
            run(journal, crew, told, limit)
    return _show(path, wishes.page)


def _crew(module: str, wishes: CampaignWishes) -> Crew:
    if wishes.cluster is None:
        return Nurseries(module, wishes.jobs or default_jobs(), wishes.limits)
    try:
        from gpucc.campaign.cluster import LOCAL, DaskCrew
    except ImportError as error:
        raise UsageError(
            "--cluster needs Dask: pip install 'gpucc[cluster]'", notes=(f"it cannot be loaded here: {error}",)
        ) from error
    if wishes.jobs is not None and wishes.cluster != LOCAL:
        raise UsageError("-j and an address of --cluster contradict each other: the cluster has its own workers")
    return DaskCrew(wishes.cluster, wishes.jobs or default_jobs(), module, wishes.limits, tree())


def _each(found: Iterable[CampaignSource], wishes: CampaignWishes, given: Mapping[str, Any]) -> Iterator[CampaignTask]:
    """The tasks of shaders; nothing is read before they are needed."""
    yield from campaign_sources.tasks(list(found), wishes.isas, _seeds(wishes), given, wishes.pairs)


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


def _show(path: Path, target: str | None) -> int:
    """Print the table of a journal, and write its page if that is wanted."""
    with open_journal(path) as journal:
        rows, about, (done, total) = list(journal.rows()), journal.about(), journal.counts()
    table = tables.counts(rows, (*fuzzing.OUTCOMES, *OUTCOMES), FIGURES[0])
    console.put(console.table(table))
    bad = [row for row in rows if row.result.outcome in WRONG]
    doubtful = [row for row in rows if row.result.outcome in DOUBTFUL]
    for row in [*bad, *doubtful[:MOST_TOLD]]:
        console.say(f"{console.printable(row.task.name)}: {row.result.outcome}: {console.printable(_first(row))}")
    if len(doubtful) > MOST_TOLD:
        more = len(doubtful) - MOST_TOLD
        console.say(f"{more} more are {' or '.join(DOUBTFUL)}; --page FILE has all of them")
    if done < total:
        console.say(f"{total - done} of {total} tasks are waiting; the same command goes on with them")
    if target is not None:
        text = page(f"Campaign {about['kind']}: {', '.join(about['inputs'])}", about, table, [*bad, *doubtful])
        write_files({Path(target): text.encode()})
    worst = {row.result.outcome for row in rows}
    if worst & {"differs", "crashed", fuzzing.MISMATCH}:
        return 3
    return int(bool(worst & {"unverified", UNFINISHED, QUARANTINED}))


def _log(inputs: Sequence[str]) -> int:
    """Print a line for each run of journals."""
    for word in inputs:
        with open_journal(Path(word)) as journal:
            found = log.lines(journal.about(), journal.runs(), journal.rows(), (*fuzzing.OUTCOMES, *OUTCOMES))
        console.put("\n".join(found))
    return 0


def _first(row: JournalRow) -> str:
    return next(iter(row.result.said.splitlines()), "")


def _example(rows: Sequence[JournalRow]) -> str:
    """The number of tasks that have results, with the name of the first."""
    if not rows:
        return "no task that is done"
    return f"{len(rows)} task{'s' * (len(rows) != 1)} such as {rows[0].task.name!r}"


def _diff(inputs: Sequence[str]) -> int:
    """Print what changed from the first journal to the second. Returns 1 if a task ended in another way, or if there is
    nothing to compare."""
    if len(inputs) != 2:
        raise UsageError(f"diff takes two journals, not {len(inputs)}")
    found: list[list[JournalRow]] = []
    for word in inputs:
        with open_journal(Path(word)) as journal:
            found.append(list(journal.rows()))
    before, after = found
    if not {row.task.name for row in before} & {row.task.name for row in after}:
        notes = (f"{inputs[0]} has {_example(before)}, {inputs[1]} {_example(after)}",)
        raise InputError("the journals have no task in common, so there is nothing to compare", notes=notes)
    lines = tables.changes(before, after, FIGURES)
    if len(lines) > 1:
        console.put(console.table(lines))
    for told in tables.summary(before, after, FIGURES):
        console.say(told)
    return int(any(" > " in str(line[1]) for line in lines[1:]))
