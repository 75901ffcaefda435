"""The journal of a campaign: its tasks and their results, in one file of SQLite.

A result is written down before its process gets another task, so the campaign may be killed at any time. The first
result of a task counts; a task that was running when the campaign was killed is waiting again. A task whose process
died twice is put aside, so that it cannot stop the others.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import field
from pathlib import Path
from types import TracebackType
from typing import Any

from gpucc.errors import InputError, Location, UsageError
from gpucc.records import dataclass

# the number of deaths after which a task is put aside
MOST_DEATHS = 2
QUARANTINED = "quarantined"
# says that a file is a journal, and of which form
FORM = "gpucc campaign 2"
SCHEMA = """
create table about (word text primary key, value text not null);
create table task (
    number integer primary key, name text not null unique, given text not null, deaths integer not null default 0,
    outcome text, figures text, said text, seconds real, run integer
);
create table run (number integer primary key, began text not null);
create index waiting on task (outcome);
"""


@dataclass(frozen=True, slots=True)
class CampaignTask:
    """A piece of work. `given` is passed to the function that does it, as JSON."""

    name: str
    given: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CampaignResult:
    """What became of a task: a word for the tables, figures by name, what is to be said of it, seconds of CPU time."""

    outcome: str
    figures: Mapping[str, float] = field(default_factory=dict)
    said: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class JournalRow:
    """A task with its result, and the number of the run that it is of."""

    task: CampaignTask
    result: CampaignResult
    run: int = 0


class Journal:
    """A context manager; only the process of the campaign writes to it."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path, self.connection = path, connection
        self._run = 0

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.connection.close()

    # the campaign

    def start_run(self, began: Mapping[str, Any]) -> None:
        """Results from here on are of a new run; `began` says of which tree and versions."""
        with self.connection:
            self._run = (
                self.connection.execute("insert into run (began) values (?)", (json.dumps(began),)).lastrowid or 0
            )

    def runs(self) -> dict[int, dict[str, Any]]:
        """What is known of each run, by its number."""
        return {number: json.loads(began) for number, began in self.connection.execute("select number, began from run")}

    def about(self) -> dict[str, Any]:
        """What the campaign was asked for."""
        found = self.connection.execute("select word, value from about where word <> 'form'").fetchall()
        return {word: json.loads(value) for word, value in found}

    def waiting(self) -> list[int]:
        """The numbers of the tasks without a result, in order."""
        found = self.connection.execute("select number from task where outcome is null order by number")
        return [number for (number,) in found]

    def counts(self) -> tuple[int, int]:
        """The numbers of tasks with a result and of all tasks."""
        ((done, total),) = self.connection.execute("select count(outcome), count(*) from task")
        return int(done), int(total)

    def task(self, number: int) -> CampaignTask:
        name, given = self.connection.execute("select name, given from task where number = ?", (number,)).fetchone()
        return CampaignTask(name, json.loads(given))

    def finish(self, number: int, result: CampaignResult) -> None:
        """Write down a result, unless there is one."""
        values = (result.outcome, json.dumps(result.figures), result.said, result.seconds, self._run, number)
        with self.connection:
            self.connection.execute(
                "update task set outcome = ?, figures = ?, said = ?, seconds = ?, run = ?"
                " where number = ? and outcome is null",
                values,
            )

    def died(self, number: int, how: str) -> bool:
        """Write down that the process of a task died. Return whether the task is to be tried again."""
        with self.connection:
            self.connection.execute("update task set deaths = deaths + 1 where number = ?", (number,))
        ((deaths,),) = self.connection.execute("select deaths from task where number = ?", (number,))
        if deaths < MOST_DEATHS:
            return True
        self.finish(
            number, CampaignResult(QUARANTINED, said=f"its process died {deaths} times, the last time by {how}")
        )
        return False

    def rows(self) -> Iterator[JournalRow]:
        """The tasks that have results, in order."""
        found = self.connection.execute(
            "select name, given, outcome, figures, said, seconds, run from task"
            " where outcome is not null order by number"
        )
        for name, given, outcome, figures, said, seconds, run in found:
            result = CampaignResult(outcome, json.loads(figures), said, seconds)
            yield JournalRow(CampaignTask(name, json.loads(given)), result, run)


def begin(path: Path, about: Mapping[str, Any], tasks: Sequence[CampaignTask]) -> Journal:
    """A new journal, or the one that is there if it is of the same campaign. `about` says what was asked for."""
    if path.exists():
        journal = open_journal(path)
        known = journal.about()
        for word in sorted({*known, *about}):
            if known.get(word) != about.get(word):
                journal.connection.close()
                raise UsageError(
                    f"{str(path)!r} is the journal of another campaign; {word} there: {_listed(known.get(word))};"
                    f" here: {_listed(about.get(word))}",
                    notes=("repeat the options of that campaign to go on with it, or name another journal",),
                )
        return journal
    # all of it or nothing: a journal that is half made could not be told from one whose tasks are done
    young = path.with_name(f"{path.name}.new")
    young.unlink(missing_ok=True)
    try:
        with closing(_connect(young)) as connection, connection:
            connection.executescript(SCHEMA)
            words = {"form": FORM, **{word: json.dumps(value) for word, value in about.items()}}
            connection.executemany("insert into about values (?, ?)", words.items())
            connection.executemany(
                "insert into task (number, name, given) values (?, ?, ?)",
                [(number, task.name, json.dumps(dict(task.given))) for number, task in enumerate(tasks)],
            )
        young.replace(path)
    except (OSError, sqlite3.OperationalError) as error:
        young.unlink(missing_ok=True)
        raise InputError(f"the journal cannot be written: {error}", Location(str(path))) from error
    return open_journal(path)


def _listed(value: Any) -> str:
    """What a campaign was asked for, as people write it."""
    if isinstance(value, dict):
        return _listed([f"{key}={one}" for key, one in value.items()])
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)


def open_journal(path: Path) -> Journal:
    """A journal that exists."""
    if not path.is_file():
        raise InputError("there is no such journal", Location(str(path)))
    try:
        connection = _connect(path)
        form = connection.execute("select value from about where word = 'form'").fetchone()
    except sqlite3.DatabaseError as error:
        raise InputError("this is no journal of a campaign", Location(str(path)), (str(error),)) from error
    if form != (FORM,):
        connection.close()
        raise InputError("this is no journal that this version of gpucc reads", Location(str(path)))
    return Journal(path, connection)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path)
    # a commit survives the death of the process; only a loss of power may cost the last results
    connection.execute("pragma synchronous = normal")
    return connection
