"""Deficient environments: a solver that is not installed, a home that cannot be written, a pipe whose reader has closed
it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gpucc import cli

Run = Callable[..., Any]
LL = """define <4 x float> @main(<4 x float> %a, <4 x float> %b) {
  %p = fmul <4 x float> %a, %b
  %s = fadd <4 x float> %p, %a
  %q = fmul <4 x float> %s, %s
  %r = fadd <4 x float> %q, %b
  %t = fmul <4 x float> %r, %p
  ret <4 x float> %t
}
"""


@pytest.fixture
def no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("ortools")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "ortools", None)


@pytest.mark.usefixtures("no_solver")
@pytest.mark.parametrize("isa", ["lima-vp", "lima-pp", "agal", "pica200", "agsl"])
def test_level_3_without_the_solver_says_so_where_it_would_have_been_asked(gpucc: Run, isa: str) -> None:
    stage = " --stage vertex" if isa == "agal" else ""
    end = gpucc(f"k.ll --isa {isa} -O3 --no-verify{stage}", {"k.ll": LL})
    assert end.code == 0, end.err
    asks = isa.startswith("lima")
    assert ("warning: gpucc did not search for the shortest schedule" in end.err) == asks
    assert ("pip install 'gpucc[exact]'" in end.err) == asks


@pytest.mark.usefixtures("no_solver")
def test_that_warning_can_be_an_error(refused: Run) -> None:
    refused(1, "search for the shortest schedule.*Werror", "k.ll --isa lima-vp -O3 --no-verify -Werror", {"k.ll": LL})


def test_help_names_the_solver(gpucc: Run) -> None:
    assert "gpucc[exact]" in " ".join(gpucc("compile --help").text.split())


@pytest.mark.parametrize("words", ["--show-completion", "--install-completion"])
def test_completion_ends_with_0(gpucc: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: str) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("typer.completion._get_shell_name", lambda: "bash")
    monkeypatch.setattr("typer._completion_shared._get_shell_name", lambda: "bash")
    end = gpucc([words])
    assert end.code == 0, end.err
    assert "gpucc" in end.text


def test_completion_in_a_home_that_cannot_be_written(
    gpucc: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    monkeypatch.setattr("typer._completion_shared._get_shell_name", lambda: "bash")
    end = gpucc(["--install-completion"])
    assert (end.code, len(end.errors)) == (1, 1)
    assert "cannot use" in end.err
    assert "bug" not in end.err


def test_a_reader_that_has_gone_is_told_from_a_command_that_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    def ends(code: int, broken: bool) -> Callable[..., None]:
        def end(*_: object) -> None:
            if not broken:
                raise SystemExit(code)
            try:
                raise BrokenPipeError
            except BrokenPipeError:
                raise SystemExit(code)  # noqa: B904

        return end

    monkeypatch.setattr("gpucc.terminal.console._silence_stdout", lambda: None)
    for code, broken, expected in ((0, False, 0), (3, False, 3), (1, True, 141)):
        monkeypatch.setattr("gpucc.terminal.commands.show_isas", ends(code, broken))
        assert cli.main(["isas"]) == expected
