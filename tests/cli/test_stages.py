"""--stop-after prints one stage and stops there; --only-changed reduces the graphs to their changes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gpucc import driver
from gpucc.terminal.notes import stable_lines
from gpucc.terminal.options import STAGES

if TYPE_CHECKING:
    from conftest import Run

LL = """define <4 x float> @k(<4 x float> %a, ptr readonly %u) {
  %m = load <4 x float>, ptr %u
  %zero = fsub <4 x float> %a, %a
  %sum = fadd <4 x float> %a, %m
  %twice = fmul <4 x float> %sum, splat (float 2.0)
  %low = call <4 x float> @llvm.minnum.v4f32(<4 x float> %twice, <4 x float> %m)
  ret <4 x float> %low
}
declare <4 x float> @llvm.minnum.v4f32(<4 x float>, <4 x float>)
"""
FILES = {"k.ll": LL}
DISCARDS = {
    "d.frag": "precision mediump float; varying vec2 v; void main() { if (v.x < 0.0) discard; gl_FragColor = v.xyxy; }"
}
HEADING = re.compile(r"^== (.*?)(: unchanged)? ==$", re.MULTILINE)


@pytest.mark.parametrize("word", ["canonical", "regroup-chains", "simplify again", "select", "encode"])
def test_one_stage_is_printed_and_nothing_else(gpucc: Run, word: str) -> None:
    told: dict[str, str] = {}
    driver.compile(
        LL,
        "agal",
        stage="vertex",
        name="k.ll",
        verify=None,
        observe=lambda stage, value: told.update({stage: str(value)}),
    )
    ended = gpucc(["k.ll", "--isa", "agal", "--stage", "vertex", "--stop-after", word], FILES)
    assert (ended.code, ended.err) == (0, "")
    assert ended.text.rstrip() == told[word.replace("-", " ")].rstrip()


def test_what_follows_need_not_work(gpucc: Run) -> None:
    assert gpucc("d.frag --isa agsl", DISCARDS).code == 1
    ended = gpucc("d.frag --isa agsl --stop-after complete-outputs -o stage.txt", DISCARDS)
    assert (ended.code, ended.out, ended.new) == (0, b"", ("stage.txt",))


def test_the_manual_lists_the_stages() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "commands.md").read_text()
    listed = manual.partition("## Stages")[2].partition("`--emit graph`")[0].rpartition(":\n")[2]
    assert listed.split() == [name.replace(" ", "-") for name in STAGES]


def test_the_graphs_up_to_a_stage(gpucc: Run) -> None:
    ended = gpucc("k.ll --isa agal --stage vertex --emit graph --stop-after schedule", FILES)
    assert [name for name, _ in HEADING.findall(ended.text)] == list(STAGES[: STAGES.index("schedule") + 1])


def test_of_a_pair_both_are_stopped(gpucc: Run) -> None:
    vertex = "attribute vec4 p; varying vec2 v; void main() { v = p.xy; gl_Position = p; }"
    ended = gpucc("d.vert d.frag --isa lima --stop-after build", {**DISCARDS, "d.vert": vertex})
    assert (ended.code, ended.text.count("graph main")) == (0, 2)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--stop-after flatten-it", "there is no stage 'flatten-it' to stop after"),
        ("--stop-after build --emit json", "--stop-after prints a stage, so there is no program to write as json"),
        ("--only-changed", "--only-changed goes with --emit graph"),
    ],
)
def test_wrong_wishes(gpucc: Run, words: str, message: str) -> None:
    ended = gpucc(f"k.ll --isa agal --stage vertex {words}", FILES)
    assert ended.code == 2
    assert message in ended.err
    assert "note: did you mean 'flatten'?" in ended.err or "flatten" not in words


def test_only_what_changed(gpucc: Run) -> None:
    """Every stage is named once; one that changed something prints only the removed and the added lines."""
    whole, changed = (
        gpucc(f"k.ll --isa lima-vp --stage vertex --no-verify --emit graph {more}", FILES).text
        for more in ("", "--only-changed")
    )
    named = [name for names, _ in HEADING.findall(changed) for name in names.split(", ")]
    assert named == [name for name, _ in HEADING.findall(whole)]
    same = [names for names, unchanged in HEADING.findall(changed) if unchanged]
    assert any(", " in names for names in same)
    assert "== optimised ==\n@@ " in changed
    parts = [part.strip() for part in re.split(r"^== .* ==$", whole, flags=re.MULTILINE)[1:]]
    texts = dict(zip((name for name, _ in HEADING.findall(whole)), parts, strict=True))
    before = ""
    for name, _ in HEADING.findall(whole)[2:]:
        assert (texts[name] == before) == any(name in names.split(", ") for names in same), name
        before = texts[name]


def test_a_value_keeps_its_name_when_another_comes() -> None:
    before = "graph k\n\n0(%0: f32):\n  %1 = fmul f32 %0, 2.0\n  %2 = fadd f32 %1, in0.x\n  return\n    out0.x = %2\n"
    after = (
        "graph k\n\n0(%0: f32):\n  %1 = fneg f32 %0\n  %2 = fmul f32 %0, 2.0\n  %3 = fadd f32 %2, in0.x\n  return\n   "
        " out0.x = %3\n"
    )
    lines = stable_lines(after)
    assert [line for line in lines if "fneg" not in line] == stable_lines(before)
    assert len(set(lines)) == len(lines)


def test_what_is_computed_alike_in_two_blocks_has_two_names() -> None:
    text = "graph k\n\n0:\n  %0 = fneg f32 in0.x\n  jump 1()\n\n1:\n  %1 = fneg f32 in0.x\n  return\n    out0.x = %1\n"
    first, second = (line.split()[0] for line in stable_lines(text) if "fneg" in line)
    assert first != second
    assert stable_lines(text)[-1] == f"    out0.x = {second}"
