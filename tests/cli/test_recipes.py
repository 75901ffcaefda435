"""The recipes of examples/builds are built by their tools, and the man page is that of the help."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import manual
import pytest

Run = Callable[..., Any]
ROOT = Path(__file__).resolve().parents[2]
BUILDS = ROOT / "examples" / "builds"
# Meson and Ninja stand beside the Python that they are installed for
TOOLS = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the shaders and builds, with gpucc as a program of its own."""
    shutil.copytree(BUILDS, tmp_path / "project")
    program = tmp_path / "gpucc"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -P -m gpucc "$@"\n')
    program.chmod(0o755)
    return tmp_path / "project"


def built(project: Path, *words: str) -> str:
    """Run a tool that must be installed; its output."""
    path = os.pathsep.join((str(project.parent), TOOLS))
    if shutil.which(words[0], path=path) is None:
        pytest.skip(f"{words[0]} is not installed")
    # without what the Make that runs the suite tells its own
    env = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")} | {"PATH": path}
    # Gradle's builds here end before Java's better compiler pays
    env["GRADLE_OPTS"] = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
    done = subprocess.run(words, cwd=project, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_make(project: Path) -> None:
    said = built(project, "make")
    assert said.count("bit for bit") == 2
    assert (project / "build" / "lit.vert.mbs").read_bytes()[:4] == b"MBS1"
    assert built(project, "make", "-n").count("gpucc") == 0
    (project / "common" / "light.glsl").touch()
    again = built(project, "make", "-n")
    assert ("gpucc lit.vert" in again, "gpucc lit.frag" in again) == (True, False)


def test_cmake(project: Path) -> None:
    if shutil.which("ninja", path=TOOLS) is None:
        pytest.skip("ninja is not installed")
    built(project, "cmake", "-G", "Ninja", "-S", ".", "-B", "out", f"-Dgpucc_DIR={ROOT / 'cmake'}")
    said = built(project, "cmake", "--build", "out")
    assert said.count("bit for bit") == 2
    for name in ("out.lit.vertex.mbs", "out.lit.fragment.mbs"):
        assert (project / "out" / name).read_bytes()[:4] == b"MBS1"
    assert "no work to do" in built(project, "cmake", "--build", "out", "--", "-n")
    (project / "common" / "light.glsl").touch()
    assert "Compiling shader lit" in built(project, "cmake", "--build", "out", "--", "-n")


def test_meson(project: Path) -> None:
    if shutil.which("ninja", path=TOOLS) is None:
        pytest.skip("ninja is not installed")
    built(project, "meson", "setup", "out")
    built(project, "ninja", "-C", "out")
    assert (project / "out" / "lit.frag.mbs").read_bytes()[:4] == b"MBS1"
    (project / "common" / "light.glsl").touch()
    again = built(project, "ninja", "-C", "out", "-n")
    assert ("lit.vert" in again, "lit.frag" in again) == (True, False)


def test_the_command_of_github_actions(gpucc: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words are taken apart here; the processes of a batch have their own test."""
    from gpucc.terminal import batch

    text = (BUILDS / "shaders.yml").read_text()
    (line,) = re.findall(r"- run: (gpucc .*)", text)
    taken: list[batch.BatchTask] = []
    monkeypatch.setattr(batch, "compile_batch", lambda tasks, jobs, net: taken.extend(tasks) or 0)
    files = {str(path.relative_to(BUILDS)): path.read_bytes() for path in BUILDS.rglob("*") if path.is_file()}
    end = gpucc(shlex.split(line)[1:], {**files, "programs/old": ""})
    assert (end.code, end.err) == (0, "")
    assert "gpucc.sarif" in end.new
    assert [task.inputs for task in taken] == [("lit.vert",), ("lit.frag",)]
    assert taken[0].choices.define == ("AMBIENT=0.25",)


def test_gradle(project: Path) -> None:
    shaders = project / "src" / "shaders"
    shaders.mkdir(parents=True)
    shutil.copy(project / "lit.frag", shaders)
    text = "void main() { gl_FragColor = vec4(0.25); }\n"
    (shaders / "flat.frag").write_text(text)
    gradle = ("gradle", "--offline", "--no-daemon", "-g", str(project / "home"), "compileShaders")
    assert built(project, *gradle).count("bit for bit") == 2
    assert "half4 main(" in (project / "build" / "shaders" / "flat.frag.agsl").read_text()
    assert "up-to-date" in built(project, *gradle)
    (shaders / "flat.frag").write_text(text.replace("0.25", "0.5"))
    assert "bit for bit" in built(project, *gradle)


def test_the_page_shows_what_the_files_hold() -> None:
    page = (ROOT / "docs" / "builds.md").read_text()
    for language, name in (("make", "Makefile"), ("cmake", "CMakeLists.txt")):
        file = (BUILDS / name).read_text()
        for block in re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL):
            for part in block.strip().split("\n\n"):
                assert part in file


def test_the_man_page_is_that_of_the_help(golden: Callable[[Path, str], None]) -> None:
    golden(manual.PAGE, manual.manual())


def test_the_man_page_is_well_formed() -> None:
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-wall", str(manual.PAGE)], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "--diagnostics" in re.sub(r".\x08", "", done.stdout)
