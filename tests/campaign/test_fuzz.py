"""Random programs as tasks of a campaign."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import llvmlite.binding
import pytest

from gpucc import cli
from gpucc.campaign import tables
from gpucc.campaign.journal import CampaignResult, CampaignTask, JournalRow, open_journal
from gpucc.fuzz import families, rooms
from gpucc.fuzz.draws import Draws
from gpucc.fuzz.trials import MISMATCH, FuzzFamily, FuzzSample, FuzzTrial, FuzzWishes, attempt, try_one
from gpucc.isa.model import Isa
from gpucc.program import Program, Stage
from gpucc.targets import registry
from gpucc.terminal import fuzzing
from gpucc.terminal.wishes import Choices


def test_the_journal_has_what_the_trials_give(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = tmp_path / "j"
    words = ["campaign", "fuzz", "guards", "names", "--isa", "agal", "--seed", "3", "--first", "5", "--count", "4"]
    assert cli.main([*words, "-j", "1", "--journal", str(journal)]) == 0
    with open_journal(journal) as found:
        rows = list(found.rows())
    wishes = FuzzWishes("agal", "vertex", 2, 64, rooms.roomiest("agal"))
    mixture = families.mixed("vertex", ("guards", "names"))
    for number, row in zip(range(5, 9), rows, strict=True):
        family = mixture[number % len(mixture)]
        assert row.task.name == f"{family.name} seed 3 program {number} agal"
        alone = try_one(family, 3, number, wishes)
        assert isinstance(alone, FuzzTrial)
        assert (row.result.outcome, row.result.figures["instructions"]) == (alone.outcome, alone.instructions)
    table = capsys.readouterr().out
    assert re.search(r"^agal +4 ", table, re.MULTILINE)
    # the same command has nothing left to do, another one is another campaign
    assert cli.main([*words, "-j", "1", "--journal", str(journal)]) == 0
    assert capsys.readouterr().out == table
    assert cli.main([*words, "--count", "5", "-j", "1", "--journal", str(journal)]) == 2


def _false(program: Program) -> str | None:
    return "names: this is a false fact" if program.stats["instructions"] > 1 else None


def _squares(draws: Draws, isa: Isa, stage: Stage) -> FuzzSample:
    lines = "".join(f"  %v{k + 1} = fmul <4 x float> %v{k}, %v{k}\n" for k in range(draws.number(1, 12)))
    last = lines.count("\n")
    text = f"define <4 x float> @shader(<4 x float> %v0) {{\n{lines}  ret <4 x float> %v{last}\n}}\n"
    return FuzzSample(text, "random.ll", stage, (_false,))


def _refused(draws: Draws, isa: Isa, stage: Stage) -> FuzzSample:
    lines = "".join(f"  %v{k + 1} = fmul <4 x float> %v{k}, %v{k}\n" for k in range(4))
    text = (
        f"declare void @outside()\ndefine <4 x float> @shader(<4 x float> %v0) {{\n{lines}  call void @outside()\n"
        "  ret <4 x float> %v4\n}\n"
    )
    return FuzzSample(text, "random.ll", stage)


def failed(monkeypatch: pytest.MonkeyPatch, family: FuzzFamily) -> list[str]:
    monkeypatch.setitem(families.FAMILIES, family.name, family)
    (task,) = fuzzing.tasks([family.name], Choices(), ["agal"], 64, [2], [7])
    result = fuzzing.perform(task.given)
    assert result.outcome == MISMATCH
    assert result.outcome in fuzzing.EXAMINED
    return fuzzing.examine(task.given, result).said.splitlines()


def test_a_false_fact_comes_with_the_smallest_program_and_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    message, command, *rest = failed(monkeypatch, FuzzFamily("squares", _squares))
    assert message == "names: this is a false fact"
    assert rest[0] == "--- random.ll, the smallest program that fails in the same way"
    # one multiplication is one instruction, or two with the move to the output
    assert "\n".join(rest).count("fmul") <= 2
    words = shlex.split(command.removeprefix("to see it: gpucc "))
    assert words[:3] == ["campaign", "fuzz", "squares"]
    assert words[words.index("--seed") + 1] == "2"
    assert words[words.index("--first") + 1] == "7"
    assert words[words.index("--count") + 1] == "1"


def test_a_refusal_is_reduced_as_a_text_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    said = failed(monkeypatch, FuzzFamily("refused", _refused))
    at = next(i for i, line in enumerate(said) if line.startswith("---"))
    assert said[at - 1].startswith("to see the program below: gpucc verify random.ll --isa agal -O2 --stage vertex")
    assert "fmul" not in "\n".join(said[at:])
    path = tmp_path / "random.ll"
    path.write_text("\n".join(said[at + 1 :]))
    words = shlex.split(said[at - 1].removeprefix("to see the program below: gpucc "))
    assert cli.main([str(path) if word == "random.ll" else word for word in words]) == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nothing"], "there is no family of random programs 'nothing'"),
        (["--math", "skia-cpu"], "random programs come with their own options; 'math' cannot be set"),
        (["--stage", "fragment"], "there are no random programs of stage 'fragment' for lima-vp"),
    ],
)
def test_what_random_programs_do_not_take(
    words: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "j"
    assert cli.main(["campaign", "fuzz", *words, "--isa", "lima-vp", "--journal", str(journal)]) == 2
    assert told in capsys.readouterr().err
    assert not journal.exists()


def test_an_outcome_of_two_kinds_of_campaign_has_one_column() -> None:
    rows = [JournalRow(CampaignTask(f"{n} agal", {}), CampaignResult("refused")) for n in range(2)]
    heading, line = tables.counts(rows, ("refused", "mismatch", "refused"), "instructions")
    assert heading == ["isa", "tasks", "refused", "instructions"]
    assert line == ["agal", 2, 2, 0]


def test_no_name_of_a_random_module_stands_twice() -> None:
    family = families.FAMILIES["names-ir"]
    for number in range(400):
        sample = family.make(Draws(f"names-ir/20261124/{number}"), registry.find("agal").isa, "vertex")
        llvmlite.binding.parse_assembly(sample.text)


ROOT = """define float @shader(float %x) {
  %s = fmul float %x, %x
  %t = fsub float -1.0, %s
  %r = call float @llvm.sqrt.f32(float %t)
  ret float %r
}
declare float @llvm.sqrt.f32(float)
"""


@pytest.mark.parametrize(
    ("text", "refusable", "outcome", "told"),
    [
        (ROOT.replace("ret float %r", "%u = fadd nnan float %r, 1.0\n  ret float %u"), False, "unverified", "a NaN"),
        (ROOT.replace("float @llvm.sqrt.f32(", "float @strange("), True, "refused", "strange"),
    ],
)
def test_a_program_that_is_not_verified_says_why(text: str, refusable: bool, outcome: str, told: str) -> None:
    sample = FuzzSample(text, "random.ll", "vertex", refusable=refusable)
    found = attempt(sample, FuzzWishes("agal", "vertex"))
    assert found.outcome == outcome
    assert told in found.said
