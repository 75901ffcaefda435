"""Every fenced block of the README and the documents runs in the suite, or says in a comment before it why it does not.

Such a comment is `<!-- norun: REASON -->`, on the line before the block.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from guide import ROOT, blocks, run, run_page
from test_guides import PAGES

FENCE = re.compile(r"^(?:<!-- norun: ([^\n]+) -->\n)?```(\w[^\n]*)\n.*?^```$", re.MULTILINE | re.DOTALL)
TUTORIALS = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("docs/tutorials/*.md"))
# kinds of blocks that other tests run, compile or compare, by page
HELD = {
    "README.md": ("tests/house/test_readme.py", {"sh", "text", "python"}),
    "docs/3ds.md": ("tests/pica200/test_3ds_page.py", {"glsl", "c", "sh"}),
    "docs/builds.md": ("tests/cli/test_recipes.py", {"make", "cmake"}),
    "docs/llvm-ir.md": ("tests/lowering/test_from_python.py", {"python"}),
    "docs/mbs.md": ("tests/emit/test_mbs_symbols.py", {"glsl"}),
    "docs/pica200.md": ("tests/pica200/test_geometry.py", {"glsl"}),
    "docs/on-a-device.md": ("tests/guides/test_on_a_device.py", {"c"}),
    "docs/agsl-target.md": ("tests/guides/test_real_things.py", {"python"}),
}
# pages of whose blocks only the commands are run here
COMMANDS = ("docs/on-a-device.md", "docs/agal.md", "docs/agsl-target.md")
MOST = 25


@pytest.mark.parametrize("page", TUTORIALS)
def test_a_tutorial_works_as_written(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert any(block.kind == "sh" for block in blocks(page))
    run_page(page)


@pytest.mark.parametrize("page", COMMANDS)
def test_the_commands_of_a_page_work(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    run([block for block in blocks(page) if block.kind == "sh"])


def test_every_block_runs_or_says_why_not() -> None:
    skipped, silent = [], []
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))):
        page = str(path.relative_to(ROOT))
        for reason, kind in FENCE.findall(path.read_text("utf-8")):
            if reason:
                assert page not in (*PAGES, *TUTORIALS), f"{page} runs whole"
                skipped.append(f"{page}: {kind}: {reason}")
            elif not (
                page in (*PAGES, *TUTORIALS)
                or (page in COMMANDS and kind == "sh")
                or (page in HELD and kind.split()[0] in HELD[page][1])
            ):
                silent.append(f"{page}: {kind}")
    print("\n".join(skipped))
    assert not silent, f"neither run nor explained: {silent}"
    assert len(skipped) <= MOST, skipped


@pytest.mark.parametrize("page", HELD)
def test_the_page_is_read_by_the_test_that_holds_it(page: str) -> None:
    assert Path(page).name in (ROOT / HELD[page][0]).read_text("utf-8")
