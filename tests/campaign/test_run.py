"""Campaigns survive their tasks, their processes and their own death."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from threading import Event

import pytest

from gpucc.campaign.journal import CampaignResult, CampaignTask, Journal, begin, open_journal
from gpucc.campaign.nursery import TASKS_OF_A_CHILD
from gpucc.campaign.run import CampaignLimits, Nurseries, run
from gpucc.campaign.tables import changes, counts, summary
from gpucc.errors import InputError, UsageError

HERE = Path(__file__).parent
MODULE = "tasks_to_fail"
ABOUT = {"kind": "test"}


@pytest.fixture(autouse=True)
def _tasks_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(HERE))


def made(path: Path, *does: str, **more: object) -> Journal:
    tasks = [CampaignTask(f"{number} {word}", {"does": word, **more}) for number, word in enumerate(does)]
    return begin(path, ABOUT, tasks)


def outcomes(journal: Journal) -> dict[str, str]:
    return {row.task.name: row.result.outcome for row in journal.rows()}


def test_no_task_harms_another(tmp_path: Path) -> None:
    told: Counter[str] = Counter()
    does = ("print", "die", "spin", "exhaust", "die once", "print")
    with made(tmp_path / "j", *does, mark=str(tmp_path / "mark")) as journal:
        run(
            journal, Nurseries(MODULE, 2, CampaignLimits(1, 512)),
            lambda done, total, task, result: told.update([result.outcome if result else "died"]),
        )  # fmt: skip
        found = outcomes(journal)
    assert found["0 print"] == found["4 die once"] == found["5 print"] == "done"
    assert found["1 die"] == "quarantined"
    assert found["3 exhaust"] == "crashed"
    assert found["2 spin"] == "unfinished"
    # two deaths of the poisonous task, and one of the other
    assert told == {"done": 3, "unfinished": 1, "died": 3, "crashed": 1}


def test_an_exception_is_in_the_journal_with_its_text(tmp_path: Path) -> None:
    with made(tmp_path / "j", "leave", "exhaust") as journal:
        run(journal, Nurseries(MODULE, 1, CampaignLimits(5, 512)), lambda *_: None)
        said = [(row.result.outcome, row.result.said) for row in journal.rows()]
    assert [outcome for outcome, _ in said] == ["crashed", "crashed"]
    assert re.fullmatch(r"SystemExit at tasks_to_fail.py:\d+ in perform: left", said[0][1])
    assert said[1][1].startswith("MemoryError at tasks_to_fail.py")


def test_an_examination_has_its_own_time_and_may_die(tmp_path: Path) -> None:
    with made(tmp_path / "j", "fail", "fail and kill", "fail and spin") as journal:
        run(journal, Nurseries(MODULE, 2, CampaignLimits(1, 512)), lambda *_: None)
        rows = list(journal.rows())
    assert [row.result.outcome for row in rows] == ["failed"] * 3
    assert rows[0].result.said == "wrong\nexamined"
    assert rows[1].result.said == "wrong\nthe examination was not completed: its process died by signal SIGSEGV"
    assert rows[2].result.said.startswith("wrong\nthe examination was not completed: not done after 1 seconds")


def test_a_child_does_several_tasks_and_makes_room_for_another(tmp_path: Path) -> None:
    tell = "tell its process"
    does = (*[tell] * 3, "leave", tell, "keep", tell, "die once", *[tell] * (TASKS_OF_A_CHILD + 1))
    with made(tmp_path / "j", *does, mark=str(tmp_path / "mark")) as journal:
        run(journal, Nurseries(MODULE, 1, CampaignLimits(5, 512)), lambda *_: None)
        rows = {int(row.task.name.split()[0]): row.result for row in journal.rows()}
    children = [rows[number].figures.get("process") for number in range(len(does))]
    first, after_exception, after_growth = children[0], children[4], children[6]
    assert children == [
        first, first, first, None, after_exception, after_exception, after_growth, None, *children[8:]
    ]  # fmt: skip
    # the task that died was done again, by the next child, which goes on until it has done enough
    after_death, last = children[8], children[-1]
    assert children[8:] == [*[after_death] * (TASKS_OF_A_CHILD - 1), last, last]
    assert len({first, after_exception, after_growth, after_death, last}) == 5


def test_each_task_of_a_child_has_the_whole_time(tmp_path: Path) -> None:
    does = ("tell its time", *["work", "tell its time"] * 4)
    with made(tmp_path / "j", *does, seconds=3, rounds=40_000_000) as journal:
        run(journal, Nurseries(MODULE, 1, CampaignLimits(3, 512)), lambda *_: None)
        rows = [row.result for row in journal.rows()]
    assert [result.outcome for result in rows] == ["done"] * 9
    assert [result.figures["whole"] for result in rows if result.figures.get("whole") is not None] == [True] * 5


def test_a_campaign_ends_with_its_time(tmp_path: Path) -> None:
    with made(tmp_path / "j", *["sleep"] * 3, seconds=20) as journal:
        assert not run(journal, Nurseries(MODULE, 1, CampaignLimits()), lambda *_: None, limit=0.5)
        assert journal.counts() == (0, 3)


def test_a_nursery_that_is_killed_takes_nothing_with_it(tmp_path: Path) -> None:
    does = ("kill its nursery once", *["print"] * 6)
    with made(tmp_path / "j", *does, mark=str(tmp_path / "mark")) as journal:
        run(journal, Nurseries(MODULE, 2, CampaignLimits()), lambda *_: None)
        assert set(outcomes(journal).values()) == {"done"}
        assert journal.counts() == (7, 7)


CAMPAIGN = f"""
import sys
from pathlib import Path
from gpucc.campaign.journal import CampaignTask, begin
from gpucc.campaign.run import CampaignLimits, Nurseries, run
tasks = [
    CampaignTask(str(number), {{"does": "wait for mark", "mark": f"{{sys.argv[1]}}.{{number // 20}}"}})
    for number in range(60)
]
with begin(Path(sys.argv[1]), {ABOUT!r}, tasks) as journal:
    print("ready", flush=True)
    run(journal, Nurseries({MODULE!r}, 2, CampaignLimits()), lambda *_: None)
"""


def test_a_campaign_that_is_killed_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "j"
    seen = []
    for part in range(2):
        # only so many tasks can end before it is killed
        path.with_name(f"j.{part}").touch()
        process = subprocess.Popen([sys.executable, "-P", "-c", CAMPAIGN, str(path)], stdout=subprocess.PIPE)
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        before = seen[-1] if seen else 0
        with open_journal(path) as journal:
            while journal.counts()[0] <= before:
                Event().wait(0.02)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        with open_journal(path) as journal:
            seen.append(journal.counts()[0])
    assert 0 < seen[0] <= 20
    assert seen[0] < seen[1] <= 40
    path.with_name("j.2").touch()
    with open_journal(path) as journal:
        run(journal, Nurseries(MODULE, 2, CampaignLimits()), lambda *_: None)
        assert journal.counts() == (60, 60)
        assert len(list(journal.rows())) == 60


def test_the_first_result_counts(tmp_path: Path) -> None:
    with made(tmp_path / "j", "print") as journal:
        journal.finish(0, CampaignResult("first"))
        journal.finish(0, CampaignResult("second"))
        assert list(outcomes(journal).values()) == ["first"]


def test_a_journal_is_of_one_campaign(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with made(path, "print"):
        pass
    with pytest.raises(UsageError, match="of another campaign; kind there: test; here: another"):
        begin(path, {"kind": "another"}, [])
    with pytest.raises(UsageError, match="; more there: none; here: 1"):
        begin(path, {**ABOUT, "more": 1}, [])
    with pytest.raises(UsageError, match=r"; inputs there: none; here: a\.frag, b/\.\."):
        begin(path, {**ABOUT, "inputs": ["a.frag", "b/.."]}, [])
    (tmp_path / "text").write_text("no journal\n" * 100)
    with pytest.raises(InputError, match="this is no journal"):
        open_journal(tmp_path / "text")
    with pytest.raises(InputError, match="there is no such journal"):
        open_journal(tmp_path / "none")
    with pytest.raises(InputError, match="the journal cannot be written"):
        begin(tmp_path / "no" / "folder", ABOUT, [])


def test_two_journals_compared(tmp_path: Path) -> None:
    def journal(name: str, *results: CampaignResult) -> Journal:
        found = begin(tmp_path / name, ABOUT, [CampaignTask(f"{k} isa", {}) for k in range(len(results))])
        for number, result in enumerate(results):
            found.finish(number, result)
        return found

    def ended(outcome: str, instructions: int, seconds: float = 1.0) -> CampaignResult:
        return CampaignResult(outcome, {"instructions": instructions}, seconds=seconds)

    one = journal("one", ended("ok", 10), ended("ok", 10), ended("ok", 10), ended("ok", 10), ended("ok", 10))
    two = journal("two", ended("ok", 10), ended("ok", 12), ended("bad", 10), ended("ok", 9), ended("ok", 10, 3.0))
    with one, two:
        lines = changes(one.rows(), two.rows(), ["instructions"])
        assert lines == [
            ["task", "outcome", "instructions", "seconds"],
            ["2 isa", "ok > bad", "10", "1"],
            ["1 isa", "ok", "10 > 12", "1"],
            ["3 isa", "ok", "10 > 9", "1"],
            ["4 isa", "ok", "10", "1 > 3"],
        ]
        assert "instructions: 50 to 51 (1.0200) over 5 tasks" in summary(one.rows(), two.rows(), ["instructions"])
        assert counts(two.rows(), ["ok", "never"], "instructions") == [
            ["isa", "tasks", "ok", "bad", "instructions"], ["isa", 5, 4, 1, 51]
        ]  # fmt: skip


def test_about_is_kept(tmp_path: Path) -> None:
    about = {"kind": "x", "inputs": ["a"], "lanes": 4}
    with begin(tmp_path / "j", about, [CampaignTask("a", {"does": "print"})]) as journal:
        assert json.dumps(journal.about(), sort_keys=True) == json.dumps(about, sort_keys=True)
