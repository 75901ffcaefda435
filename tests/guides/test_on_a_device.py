"""The code of docs/on-a-device.md is C that a compiler takes; the README counts the facts that no chip has shown."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.lima_vp import LIMA_VP

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "on-a-device.md").read_text()
(CODE,) = re.findall(r"^```c\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
DRAWING = (ROOT / "benchmarks" / "mesa_draw.c").read_text()


@pytest.mark.parametrize("text", [CODE, DRAWING], ids=["glShaderBinary", "mesa_draw"])
def test_the_code_is_c(text: str, tmp_path: Path) -> None:
    compiler = shutil.which("gcc")
    if compiler is None or not Path("/usr/include/GLES2/gl2.h").exists() or not Path("/usr/include/EGL/egl.h").exists():
        pytest.skip("gcc or the headers of OpenGL ES and EGL (Debian: libgles-dev, libegl-dev) are not installed")
    (tmp_path / "k.c").write_text(text)
    words = [compiler, "-std=c99", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", str(tmp_path / "k.c")]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("isa", [LIMA_VP, LIMA_PP], ids=lambda isa: isa.name)
def test_the_readme_counts_the_facts_that_no_chip_has_shown(isa: object) -> None:
    assert isa in (LIMA_VP, LIMA_PP)
    facts = LIMA_VP.facts if isa is LIMA_VP else LIMA_PP.facts
    name = "lima-vp" if isa is LIMA_VP else "lima-pp"
    below = sum(fact.level != "proven" for fact in facts)
    pattern = rf"{below} of the {len(facts)} (facts )?about {name}"
    assert re.search(pattern, " ".join((ROOT / "README.md").read_text().split()))
