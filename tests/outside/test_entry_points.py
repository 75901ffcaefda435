"""Targets of other packages: how they are found, and how their mistakes are told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gpucc import cli, driver
from gpucc.errors import TargetFault
from gpucc.targets import entry_points, registry

SHADER = "uniform vec4 u; attribute vec4 v; void main() { gl_Position = u * v; }"
Install = Callable[..., None]
# a target that is AGAL under another name, as a whole record; each case adds one mistake
RECORD = """
from dataclasses import replace
from gpucc.targets.agal import TARGET as AGAL
def broken(*given): raise KeyError("mul")
def renamed(name, **more):
    check = replace(AGAL.stages.check, run=lambda program, job: replace(program, isa=name))
    more = {"stages": replace(AGAL.stages, check=check), **more}
    return replace(AGAL, isa=replace(AGAL.isa, name=name), formats=(), **more)
"""
WRONG = {
    "import nowhere": "importing bad:TARGET fails: ModuleNotFoundError: No module named 'nowhere'",
    "TARGET = 1 / 0": "importing bad:TARGET fails: ZeroDivisionError: division by zero",
    "TARGET = 3": "bad:TARGET is no gpucc.targets.record.Target but of type int",
    "": "importing bad:TARGET fails: AttributeError",
    "TARGET = renamed('worse')": "the entry point is called 'bad', and the ISA record 'worse'",
    "TARGET = renamed('bad', bounds={'divide': None})": "it has bounds for divide, which no neutral op is called",
    "TARGET = renamed('bad', neutral=broken)": "its record: KeyError: 'mul' (",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_package_is_named(text: str, install: Install) -> None:
    install("bad", RECORD + text)
    with pytest.raises(TargetFault) as caught:
        registry.find("bad")
    assert caught.value.message.startswith(f"target 'bad' of the package bad 0.5: {WRONG[text]}")
    assert caught.value.notes[-1] == "this is a mistake of the package bad 0.5, not of gpucc"


def test_a_name_is_given_once(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    install("mine", RECORD + "TARGET = renamed('agal')", "agal")
    assert registry.find("agal").package == ""
    assert cli.main(["isas"]) == 2
    assert "gpucc has a target of this name already" in capsys.readouterr().err
    install("one", RECORD + "TARGET = renamed('twin')", "twin")
    install("two", RECORD + "TARGET = renamed('twin')", "twin")
    with pytest.raises(TargetFault, match=r"both packages have a target of this name") as caught:
        registry.find("twin")
    assert "one 0.5" in caught.value.message
    assert "two 0.5" in caught.value.message


def test_a_command_ends_with_code_2_and_the_others_are_listed(
    install: Install, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    install("bad", "import nowhere")
    install("good", RECORD + "TARGET = renamed('good')")
    source = tmp_path / "k.vert"
    source.write_text(SHADER)
    assert cli.main(["isas"]) == 2
    told = capsys.readouterr()
    assert "good" in told.out
    assert "agal" in told.out
    assert "target 'bad' of the package bad 0.5" in told.err
    assert cli.main([str(source), "--isa", "bad"]) == 2
    assert "Traceback" not in capsys.readouterr().err
    assert cli.main([str(source), "--isa", "good", "--verify", "64"]) == 0
    assert "good vertex shader, 1 instruction" in capsys.readouterr().err
    monkeypatch.setattr(registry, "BUILT_IN", {})
    assert cli.main(["verify", str(source), "--lanes", "64"]) == 0
    rows = {line.split()[0]: line.split()[1] for line in capsys.readouterr().out.splitlines()}
    assert (rows["good"], rows["bad"]) == ("agrees", "unsupported")


def test_a_program_of_another_target_is_refused(install: Install) -> None:
    install("bad", RECORD + "TARGET = renamed('bad', stages=AGAL.stages)")
    with pytest.raises(TargetFault, match="the program that they return is one for 'agal'"):
        driver.compile(SHADER, "bad", name="k.vert", verify=None)


def test_a_stage_that_fails_is_the_packages_mistake(
    install: Install, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    install(
        "bad",
        RECORD
        + """
stages = replace(AGAL.stages, encode=replace(AGAL.stages.encode, run=broken))
TARGET = renamed("bad", stages=stages)
""",
    )
    source = tmp_path / "k.vert"
    source.write_text(SHADER)
    assert cli.main([str(source), "--isa", "bad"]) == 2
    told = capsys.readouterr().err
    assert "target 'bad' of the package bad 0.5: its stage encode: KeyError: 'mul'" in told
    assert "bug of gpucc" not in told


def test_a_built_in_target_looks_for_no_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Looking for packages takes time that a compilation for a built-in target does not spend."""
    monkeypatch.setattr(entry_points, "installed", None)
    (tmp_path / "k.vert").write_text(SHADER)
    for isa in ("agal", "lima", "pica200"):
        assert cli.main([str(tmp_path / "k.vert"), "--isa", isa, "--verify", "64", "-o", str(tmp_path / "k.s")]) == 0
