"""Campaigns of benchmarks/ with tasks of their own: metamorphic pairs, and AGSL beside Skia."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import metamorphic
import pairs
import pytest

from gpucc import cli
from gpucc.campaign.journal import CampaignResult
from gpucc.fuzz.trials import MISMATCH

ROOT = Path(__file__).resolve().parents[2]
PAIR = {"isa": "agal", "stage": "vertex", "seed": 3, "number": 1, "way": "strict", "opt": 1, "target": {"version": "3"}}


def test_a_pair_that_is_equal() -> None:
    assert metamorphic.perform(PAIR) == CampaignResult(pairs.EQUAL)


def test_a_pair_that_differs_is_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "difference", lambda *_: "strict: lane 0 differs")
    result = metamorphic.perform(PAIR)
    assert result.outcome == MISMATCH
    assert result.outcome in metamorphic.EXAMINED
    smaller = metamorphic.examine(PAIR, result)
    assert smaller.outcome == MISMATCH
    assert smaller.said.startswith("pair 1: strict: lane 0 differs")
    assert len(smaller.said) < len(result.said)


def test_answers_beside_skia(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("skia", reason="skia-python is not installed")
    import fuzz_agsl

    found = [fuzz_agsl.perform({"number": number, "mode": "wide"}).outcome for number in range(12)]
    assert {"taken", "refused"} <= {*found} <= {"taken", "refused", "apart"}
    monkeypatch.setattr(fuzz_agsl.judge, "refusal", lambda source: "no")
    result = fuzz_agsl.perform({"number": found.index("taken"), "mode": "wide"})
    assert result.outcome == MISMATCH
    assert result.said.startswith("verdicts differ. Skia: no; gpucc: None\n")


def test_a_journal_as_of_every_campaign(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = str(tmp_path / "j")
    words = [
        "--journal",
        journal,
        "--isa",
        "agal",
        "--opt",
        "0",
        "--way",
        "strict",
        "--first",
        "4",
        "--count",
        "2",
        "-j",
        "1",
    ]
    script = [sys.executable, "-P", str(ROOT / "benchmarks" / "metamorphic.py"), *words]
    done = subprocess.run(script, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1].split()[:2] == ["agal-strict", "2"]
    assert cli.main(["campaign", "log", journal]) == 0
    said = capsys.readouterr().out
    assert said.startswith("metamorphic agal-strict seed 0 ")
    assert ": programs 4-5, 2: 2 " in said
