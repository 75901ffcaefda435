"""`gpucc campaign` as a command: pairs, files with two stages, runs, time, Ctrl-C."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from gpucc import cli
from gpucc.campaign.journal import CampaignResult, CampaignTask, begin, open_journal
from gpucc.campaign.log import ranges
from gpucc.terminal import campaign_tasks
from gpucc.terminal.campaign_sources import sources, tasks

VERT = "attribute vec4 p; varying vec2 uv; void main() { uv = p.xy; gl_Position = p; }\n"
FRAG = "precision mediump float; varying vec2 uv; void main() { gl_FragColor = vec4(uv, 0.0, 1.0); }\n"
BOTH = f"#if defined(VERTEX)\n{VERT}#elif defined(FRAGMENT)\n{FRAG}#endif\n"


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "a.vert").write_text(VERT)
    (folder / "a.frag").write_text(FRAG)
    (folder / "both.glsl").write_text(BOTH)
    (folder / "alone.frag").write_text(FRAG)
    return folder


def names(folder: Path, isas: list[str], pairs: bool) -> list[str]:
    given = {"lanes": 16, "entry": None, "options": {}}
    found = list(sources("corpus", [str(folder)], None))
    return [task.name for task in tasks(found, isas, range(1), given, pairs)]


def test_both_stages_of_a_file_and_pairs(corpus: Path) -> None:
    singles = [
        "a.frag lima-pp",
        "a.vert lima-vp",
        "alone.frag lima-pp",
        "both.glsl:vertex lima-vp",
        "both.glsl:fragment lima-pp",
    ]
    assert names(corpus, ["lima-vp", "lima-pp"], pairs=False) == singles
    assert names(corpus, ["lima-vp", "lima-pp"], pairs=True) == [*singles, "a.vert + a.frag lima", "both.glsl lima"]
    assert names(corpus, ["agal"], pairs=True)[-2:] == ["a.vert + a.frag agal", "both.glsl agal"]
    assert names(corpus, ["pica200"], pairs=True) == ["a.vert pica200", "both.glsl:vertex pica200"]


def test_a_corpus_in_three_runs(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = str(tmp_path / "j")
    words = [
        "campaign",
        "corpus",
        str(corpus),
        "--isa",
        "agal",
        "--pairs",
        "--lanes",
        "16",
        "--journal",
        journal,
        "-j",
        "1",
    ]
    # a campaign whose time is over leaves its tasks to the next run
    assert cli.main([*words, "--time-limit", "0"]) == 0
    assert "7 of 7 tasks are waiting; the same command goes on with them" in capsys.readouterr().err
    assert cli.main(words) == 0
    assert re.search(r"^agal +7 +7 ", capsys.readouterr().out, re.MULTILINE)
    assert cli.main(words) == 0
    capsys.readouterr()
    assert cli.main(["campaign", "log", journal]) == 0
    pattern = rf"corpus {re.escape(str(corpus))} agal seed 0 lanes 16 on \S+: tasks, 7: 7 verified; \d+ s\n"
    assert re.fullmatch(pattern, capsys.readouterr().out)
    with open_journal(Path(journal)) as found:
        assert list(found.runs()) == [1, 2]
        assert {row.run for row in found.rows()} == {2}


NEGATIVE = """precision highp float; varying vec2 v; uniform float e;
void main() { gl_FragColor = vec4(pow(-abs(v.x) - 0.1, e), v, 1.0); }
"""


def test_an_unverified_program_says_why(tmp_path: Path) -> None:
    (tmp_path / "n.frag").write_text(NEGATIVE)
    journal = tmp_path / "j"
    words = ["campaign", "verify", str(tmp_path / "n.frag"), "--isa", "lima-pp", "--lanes", "64"]
    assert cli.main([*words, "--journal", str(journal), "-j", "1"]) == 1
    with open_journal(journal) as found:
        (row,) = found.rows()
    assert row.result.outcome == "unverified"
    assert row.result.said.startswith("only ")
    assert "; lanes lose their results to a power of zero or of a negative number at " in row.result.said


def test_a_pair_that_cannot_be_linked_is_told(tmp_path: Path) -> None:
    (tmp_path / "k.vert").write_text(VERT.replace("varying vec2 uv", "varying vec3 uv").replace("p.xy", "p.xyz"))
    (tmp_path / "k.frag").write_text(FRAG)
    files = [str(tmp_path / "k.vert"), str(tmp_path / "k.frag")]
    given = {"pair": files, "isa": "lima", "lanes": 16, "seed": 0, "entry": None, "options": {"opt": 1}}
    result = campaign_tasks.perform(given)
    assert result.outcome == "invalid"
    assert "uv" in result.said


def test_a_shader_that_is_invalid_is_named_with_the_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.frag").write_text("void main() { gl_FragColor = vec4(nobody); }\n")
    (tmp_path / "good.frag").write_text(FRAG)
    journal, page = str(tmp_path / "j"), tmp_path / "page.html"
    files = [str(tmp_path / name) for name in ("bad.frag", "good.frag")]
    words = ["campaign", "verify", *files, "--isa", "agal", "--lanes", "16", "--journal", journal, "-j", "1"]
    assert cli.main(words) == 0
    said = capsys.readouterr().err
    assert re.search(r"bad\.frag agal: invalid: .*nobody", said)
    assert "good.frag" not in said
    assert cli.main(["campaign", "show", journal, "--page", str(page)]) == 0
    assert "bad.frag agal: invalid: " in capsys.readouterr().err
    assert "nobody" in page.read_text()


def test_journals_without_a_common_task_are_not_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journals = [tmp_path / "one", tmp_path / "two"]
    for name, path in zip(("a.frag", "b.frag"), journals, strict=True):
        with begin(path, {"inputs": [name]}, [CampaignTask(f"{name} agal", {})]) as journal:
            journal.finish(0, CampaignResult("verified"))
    assert cli.main(["campaign", "diff", *map(str, journals)]) == 1
    said = capsys.readouterr().err
    assert "the journals have no task in common" in said
    assert "one has 1 task such as 'a.frag agal'" in said


def test_numbers_as_ranges() -> None:
    assert ranges([3, 0, 1, 2, 7, 9, 10]) == "0-3, 7, 9-10"


def children(process: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            text = status.read_text()
        except OSError:
            continue
        if f"PPid:\t{process}\n" in text and "State:\tZ" not in text:
            found.append(int(status.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="processes are looked up in /proc")
def test_ctrl_c_leaves_the_journal_and_no_process(tmp_path: Path) -> None:
    path, page = tmp_path / "j", tmp_path / "page.html"
    words = ["campaign", "fuzz", "names", "--isa", "agal", "--count", "2000", "-j", "2", "--journal", str(path)]
    code = "import sys; from gpucc.__main__ import main; sys.exit(main())"
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", code, *words, "--page", str(page)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        for _ in range(1200):
            if path.exists():
                with open_journal(path) as journal:
                    if journal.counts()[0] > 2:
                        break
            Event().wait(0.05)
        # the campaign runs in a process that the first one waits for
        nurseries = [one for worker in children(process.pid) for one in children(worker)]
        tasks_there = [task for one in nurseries for task in children(one)]
        assert len(nurseries) == 2
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, out, errors) == (130, b"", b"")
    for _ in range(200):
        left = [one for one in (*nurseries, *tasks_there) if Path(f"/proc/{one}").exists()]
        if not left:
            break
        Event().wait(0.05)
    assert not left
    assert [one.name for one in tmp_path.iterdir()] == ["j"]
    with open_journal(path) as journal:
        done, total = journal.counts()
    assert 2 < done < total == 2000
