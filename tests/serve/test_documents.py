"""docs/serve.md says what the code does: its limits, its panes, its examples."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="gpucc[serve] is not installed")

from gpucc import driver
from gpucc.serve import farm, jobs, languages, worker

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "serve.md").read_text("utf-8")
EXAMPLES = json.loads((ROOT / "serve" / "examples" / "index.json").read_text("utf-8"))


def test_the_limits_are_those_of_the_code() -> None:
    table = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", PAGE.split("## What a source can do")[1], re.MULTILINE))
    assert table["a source"] == f"{languages.MOST_SOURCE // 1000} kB"
    assert table["time of the processor"] == f"{farm.CPU_SECONDS} s"
    assert table["time by the clock"] == f"{farm.CLOCK_SECONDS:g} s"
    assert table["address space"] == f"{worker.MEMORY >> 30} GiB"
    assert table["pictures"] == f"{jobs.MOST_SIDE} x {jobs.MOST_SIDE} pixels, {jobs.MOST_FRAMES} frames of a request"
    assert table["jobs of one client that wait"] == str(farm.MOST_OF_ONE)


def test_the_panes_are_those_of_the_page() -> None:
    script = (ROOT / "serve" / "static" / "target.js").read_text("utf-8")
    titles = re.findall(r"\{id:'\w+',title:'(\w+)'", script)
    assert re.findall(r"^\| ([A-Z]\w+) \| ", PAGE, re.MULTILINE) == titles


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one["file"])
def test_every_example_compiles_for_its_first_target(example: dict[str, str]) -> None:
    source, _ = languages.given_source(
        (ROOT / "serve" / "examples" / example["file"]).read_text(), example["language"], False
    )
    program = driver.compile(source.data, example["targets"][0], name=source.name, verify=64)
    assert program.verified is not None
