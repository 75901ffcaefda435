"""The README's claims are executed: its commands, its Python, its links, its table of folders."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gpucc import cli
from gpucc.targets import registry
from gpucc.terminal import options

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)
SETUPS = [line for _, text in BLOCKS for line in text.splitlines() if line.startswith("python3 -m venv")]
EXAMPLES = [line for _, text in BLOCKS for line in text.splitlines() if line.startswith("gpucc ")]


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("readme")
    shutil.copytree(ROOT / "examples", folder / "examples")
    return folder


def test_there_are_two_commands_and_ci_runs_the_second() -> None:
    assert len(SETUPS) == 2
    script = (ROOT / ".ci" / "run").read_text().splitlines()
    assert SETUPS[1] in script
    assert [line for line in script if line.startswith(".venv/bin/")] == [
        ".venv/bin/ruff check .",
        ".venv/bin/ruff format --check .",
        ".venv/bin/mypy -p gpucc",
    ]


def test_the_first_command_compiles_what_it_names(workplace: Path) -> None:
    words = shlex.split(SETUPS[0].rpartition("&& .venv/bin/")[2])
    assert words[0] == "gpucc"
    done = subprocess.run(
        [Path(sys.executable).with_name("gpucc"), *words[1:]],
        cwd=workplace,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (shown,) = [text for language, text in BLOCKS if language == "text"]
    assert done.stdout + done.stderr == shown


def test_the_examples_work_in_their_order(
    workplace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(EXAMPLES) >= 10
    monkeypatch.chdir(workplace)
    for line in EXAMPLES:
        code = cli.main(shlex.split(line, comments=True)[1:])
        assert code == 0, f"{line}\n{capsys.readouterr().err}"
    assert {"mvp.agal", "mvp.json", "mvp.h", "mandelbrot.png", "tinted.png"} <= {
        path.name for path in workplace.iterdir()
    }


def test_the_python_works(workplace: Path) -> None:
    (code,) = [text for language, text in BLOCKS if language == "python"]
    done = subprocess.run([sys.executable, "-c", code], cwd=workplace, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "vertex program" in done.stdout


def test_the_example_in_python_works(workplace: Path) -> None:
    done = subprocess.run(
        [sys.executable, "examples/api.py"], cwd=workplace, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


PAGES = sorted(
    str(path.relative_to(ROOT)) for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("rules/*.md"))
)


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text()
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert ((ROOT / page).parent / link).exists(), link


@pytest.mark.parametrize("page", ["README.md", "docs/design.md", "docs/commands.md"])
def test_paths_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text()
    for path in re.findall(
        r"`((?:isa|lowering|isel|sched|emit|interp|terminal|frontend|tests|docs|examples)/[\w/.]*)`", text
    ):
        assert any((ROOT / (path + ending)).exists() for ending in ("", ".py")), path


def test_the_layout_names_every_folder() -> None:
    for path in ROOT.glob("*/__init__.py"):
        assert f"`{path.parent.name}/`" in README


def test_every_option_in_the_documents_exists(capsys: pytest.CaptureFixture[str]) -> None:
    known: set[str] = set()
    for command in (
        "compile",
        "batch",
        "verify",
        "explain",
        "serve",
        "run",
        "render",
        "asm",
        "disasm",
        "picasso",
        "mesa-cache",
        "selftest",
        "isas",
        "cost",
        "reduce",
        "bisect",
        "campaign",
    ):
        assert cli.main([command, "--help"]) == 0
        known |= set(re.findall(r"--?[a-zA-Z][\w-]*", capsys.readouterr().out))
    text = README + (ROOT / "docs" / "commands.md").read_text()
    lines = [*re.findall(r"`(gpucc [^`]*)`", text), *EXAMPLES, *re.findall(r"`(--[\w-]+)[^`]*`", text)]
    for line in lines:
        for option in re.findall(r"(?<![\w-])--[a-z][\w-]*", line):
            assert option in known | {"--help"}, f"{option} in {line}"


def test_commands_are_documented() -> None:
    text = README + (ROOT / "docs" / "commands.md").read_text()
    for command in (
        "batch",
        "verify",
        "explain",
        "run",
        "render",
        "disasm",
        "picasso",
        "mesa-cache",
        "selftest",
        "isas",
        "cost",
        "reduce",
        "bisect",
        "campaign",
    ):
        assert f"gpucc {command}" in text


def test_completion_knows_the_targets() -> None:
    from gpucc.terminal.wishes import COMMANDS

    assert tuple(registry.BUILT_IN) == options.TARGETS
    assert {
        command.callback.__name__.replace("_", "-") for command in cli.app.registered_commands if command.callback
    } == set(COMMANDS)


def test_ci_is_a_script() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    assert subprocess.run(["bash", "-n", str(ROOT / ".ci" / "run")], check=False).returncode == 0
