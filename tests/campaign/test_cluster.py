"""Campaigns on a Dask cluster survive the death of a worker, of the scheduler, and of the campaign itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from threading import Event

import pytest

pytest.importorskip("distributed", reason="Dask is an optional extra: pip install 'gpucc[cluster]'")

from gpucc import cli
from gpucc.campaign.cluster import LOCAL, DaskCrew
from gpucc.campaign.journal import CampaignResult, CampaignTask, begin, open_journal
from gpucc.campaign.local_cluster import LocalCluster
from gpucc.campaign.run import CampaignLimits, run
from gpucc.campaign.trees import tree
from gpucc.errors import UsageError

HERE = Path(__file__).parent
MODULE = "tasks_to_fail"
POISON = {"1 die": "quarantined", "6 kill its worker": "quarantined"}
DOES = ("print", "die", "die once", *["sleep"] * 3, "kill its worker", *["sleep"] * 40)
CAMPAIGN = f"""
import os, sys
from pathlib import Path
from gpucc.campaign.cluster import DaskCrew
from gpucc.campaign.journal import CampaignTask, begin
from gpucc.campaign.run import CampaignLimits, run
from gpucc.campaign.trees import tree
given = {{"seconds": 0.1, "mark": sys.argv[2]}}
tasks = [CampaignTask(f"{{n}} {{word}}", {{"does": word, **given}}) for n, word in enumerate({DOES!r})]
crew = DaskCrew("local", 2, {MODULE!r}, CampaignLimits(5, 512), tree())
def told(done, total, task, result):
    local = crew._local
    print(done, local._scheduler.pid, *(process.pid for process in local.processes), flush=True)
with begin(Path(sys.argv[1]), {{"kind": "test"}}, tasks) as journal:
    run(journal, crew, told)
"""


@pytest.fixture(autouse=True)
def _tasks_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(HERE))


def started(path: Path) -> subprocess.Popen[str]:
    words = [sys.executable, "-P", "-c", CAMPAIGN, str(path), str(path.with_name("mark"))]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def until(process: subprocess.Popen[str], most: int) -> list[int]:
    """Read lines until so many tasks are done; return the scheduler's process and the workers'."""
    assert process.stdout is not None
    for line in process.stdout:
        done, *found = map(int, line.split())
        if done >= most:
            return found
    raise AssertionError("the campaign ended before")


def is_there(process: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="processes are looked up in /proc")
def test_three_kills_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "j"
    process = started(path)
    scheduler, *workers = until(process, 12)
    os.kill(workers[0], signal.SIGKILL)
    scheduler, *workers = until(process, 20)
    os.kill(scheduler, signal.SIGKILL)
    scheduler, *workers = until(process, 28)
    process.kill()
    process.wait()
    for _ in range(200):
        if not any(map(is_there, (scheduler, *workers))):
            break
        Event().wait(0.05)
    assert not any(map(is_there, (scheduler, *workers))), "its processes outlive a campaign"
    process = started(path)
    assert process.stdout is not None
    last = [line.split()[0] for line in process.stdout][-1]
    assert process.wait() == 0
    assert last == str(len(DOES))
    with open_journal(path) as journal:
        rows = list(journal.rows())
    assert len(rows) == len({row.task.name for row in rows}) == len(DOES)
    assert {row.task.name: row.result.outcome for row in rows if row.result.outcome != "done"} == POISON
    assert Counter(row.result.outcome for row in rows)["done"] == len(DOES) - len(POISON)


def test_an_address_and_what_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found: list[CampaignResult | None] = []
    with LocalCluster(1) as cluster:
        with begin(tmp_path / "j", {"kind": "test"}, [CampaignTask("0 print", {"does": "print"})]) as journal:
            crew = DaskCrew(cluster.address, 1, MODULE, CampaignLimits(), tree())
            run(journal, crew, lambda done, total, task, result: found.append(result))
        assert [one.outcome for one in found if one] == ["done"]
        with begin(tmp_path / "other", {"kind": "test"}, [CampaignTask("0 print", {"does": "print"})]) as journal:
            crew = DaskCrew(cluster.address, 1, MODULE, CampaignLimits(), "another tree")
            with pytest.raises(UsageError, match=r"a worker has gpucc .*, but this machine has another tree"):
                run(journal, crew, lambda *_: None)
    words = ["campaign", "fuzz", "--isa", "agal", "--count", "1", "--journal", str(tmp_path / "k"), "--cluster"]
    assert cli.main([*words, "tcp://127.0.0.1:1", "-j", "2"]) == 2
    assert "-j and an address of --cluster contradict each other" in capsys.readouterr().err
    assert cli.main([*words, "nowhere at all"]) == 2
    assert "no Dask scheduler answers at 'nowhere at all'" in capsys.readouterr().err
    assert LOCAL == "local"
