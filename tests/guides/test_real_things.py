"""Every target's page says how its programs reach the real thing, and that nothing has run there; its code runs as far
as a machine without the chip allows. The code of agsl-target.md is run by Skia."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from guide import ROOT, blocks, run

from gpucc import driver

# for each target, its page and what the section says that nothing has done
PAGES = {
    "lima-vp": ("docs/lima-vp.md", "No chip has run a program of gpucc"),
    "lima-pp": ("docs/lima-pp.md", "No chip has run a program of gpucc"),
    "pica200": ("docs/pica200.md", "No console has run anything that gpucc wrote"),
    "agal": ("docs/agal.md", "No player has run a program of gpucc"),
    "agsl": ("docs/agsl-target.md", "No phone has run one here"),
}


@pytest.mark.parametrize("isa", driver.isas())
def test_a_page_says_how_programs_reach_the_real_thing(isa: str) -> None:
    page, nothing = PAGES[isa]
    section = (ROOT / page).read_text().partition("\n## On the real thing\n")[2].partition("\n## ")[0]
    assert nothing in " ".join(section.split())
    assert "```" in section or "](on-a-device.md)" in section or "](3ds.md)" in section


def test_skia_draws_the_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("skia")
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    run([block for block in blocks("docs/agsl-target.md") if block.kind == "sh"])
    (code,) = (block.text for block in blocks("docs/agsl-target.md") if block.kind == "python")
    names: dict[str, object] = {}
    exec(compile(code, "docs/agsl-target.md", "exec"), names)
    pixels = names["pixels"]
    assert pixels.shape == (64, 64, 4)  # type: ignore[attr-defined]
    assert len({tuple(pixel) for pixel in pixels.reshape(-1, 4).tolist()}) > 20  # type: ignore[attr-defined]
