"""The guides work as written (`guide.run_page`), and what they name exists."""

from __future__ import annotations

import importlib
import inspect
import re
import shutil
from pathlib import Path

import architecture
import pytest
from guide import ROOT, blocks, patched, run_page

from gpucc.targets.record import Stages
from gpucc.terminal.wishes import COMMANDS

GUIDES = ("docs/add-a-rule.md", "docs/add-an-op.md", "docs/add-a-target.md", "docs/debugging.md")
PAGES = (*GUIDES, "docs/api.md")


@pytest.mark.parametrize("page", PAGES)
def test_a_guide_works_as_written(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if "@gpucc.shader" in (ROOT / page).read_text():
        pytest.importorskip("numba")
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    assert len(blocks(page)) > 6
    run_page(page)


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", *GUIDES])
def test_what_a_guide_tells_to_run_exists(page: str) -> None:
    text = (ROOT / page).read_text()
    for words in re.findall(r"`(?:pytest|python -P) ([^`]*)`", text):
        for path in re.findall(r"[\w/]+/[\w/.]+", words):
            assert (ROOT / path).exists(), path
    for command in re.findall(r"`gpucc (\w+) ", text):
        assert command in COMMANDS, command
    for path in re.findall(r"`((?:lowering|isel|isa|rules|emit|tests)/[\w/.]+)`", text):
        assert (ROOT / path).exists(), path


def test_contributing_has_the_commands_of_the_readme() -> None:
    readme, text = ((ROOT / name).read_text() for name in ("README.md", "CONTRIBUTING.md"))
    (setup,) = (line for line in readme.splitlines() if line.startswith("python3 -m venv") and "pytest" in line)
    assert setup in text
    assert all(stage in (ROOT / "docs" / "commands.md").read_text() for stage in Stages.__slots__)


def test_a_change_that_does_not_fit_is_refused() -> None:
    with pytest.raises(AssertionError, match=r"agal.py has no such lines"):
        patched("--- isel/agal.py\n-nothing like this\n+something\n")


def test_the_glossary_has_every_public_class_in_alphabetical_order() -> None:
    rows = re.findall(r"^\| (.+?) \| .+ \|$", (ROOT / "docs" / "glossary.md").read_text(), re.MULTILINE)[1:]
    words = {word for row in rows for word in re.findall(r"`(\w+)`", row)}
    modules = re.findall(r"^## `([\w.]+)`: ", (ROOT / "docs" / "api.md").read_text(), re.MULTILINE)
    assert len(modules) == 9
    for module in map(importlib.import_module, modules):
        classes = {name for name in module.__all__ if inspect.isclass(getattr(module, name))}
        assert classes <= words, module
        assert all(inspect.getdoc(getattr(module, name)) for name in classes)
    plain = [row.replace("`", "").lower() for row in rows]
    assert plain == sorted(plain)
    assert len(plain) == len(set(plain))


def test_the_picture_of_the_architecture_is_that_of_the_imports() -> None:
    arrows = architecture.imports()
    assert not {"isel", "sched", "lowering", "rules"} & arrows["interp"], "the judge imports nothing of the compiler"
    assert set(arrows) == set(architecture.TITLES)
    assert architecture.draw() == architecture.PICTURE.read_text(), "python -P benchmarks/architecture.py --write"
