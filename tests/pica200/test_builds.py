"""gpucc-picasso called by make and CMake as devkitPro's rules call picasso: under its name, with all sources last.

The rules themselves are run by benchmarks/devkitpro.py; here stand rules of our own that make the same calls.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gpucc.emit import shbin

PROGRAM = Path(sys.executable).with_name("gpucc-picasso")
VERTEX = ".out - position o0\n.proc main\n    mov o0, v0\n    end\n.end\n"
GEOMETRY = ".gsh point c0\n.out - position o0\n.entry strip\n.proc strip\n    mov o0, v0\n    setemit 0\n    emit\n"
GEOMETRY += "    end\n.end\n"
GLSL = "attribute vec4 place;\nvoid main() { gl_Position = place.yxzw; }\n"
RULES = """all: both.shbin alone.shbin listed.shbin
%.shbin: %.v.pica %.g.pica
\tpicasso -o $@ $^
%.shbin: %.v.pica
\tpicasso -o $@ $<
%.shbin: source/%.shlist
\tpicasso -o $@ $(foreach one,$(shell cat $<),$(dir $<)$(one))
"""
LISTS = """cmake_minimum_required(VERSION 3.13)
project(shaders NONE)
find_program(CTR_PICASSO_EXE NAMES picasso)
function(shader_library target)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/${target}.shbin)
    add_custom_command(OUTPUT ${output} COMMAND ${CTR_PICASSO_EXE} -o ${output} ${ARGN} DEPENDS ${ARGN}
        WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} VERBATIM)
    add_custom_target(${target} ALL DEPENDS ${output})
endfunction()
shader_library(both both.v.pica both.g.pica)
shader_library(alone alone.v.pica)
shader_library(listed source/look.vert both.g.pica)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "both.v.pica").write_text(VERTEX)
    (tmp_path / "both.g.pica").write_text(GEOMETRY)
    (tmp_path / "alone.v.pica").write_text(VERTEX)
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "look.vert").write_text(GLSL)
    (tmp_path / "source" / "listed.shlist").write_text("look.vert\n../both.g.pica\n")
    (tmp_path / "Makefile").write_text(RULES)
    (tmp_path / "CMakeLists.txt").write_text(LISTS)
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "picasso").symlink_to(PROGRAM)
    return tmp_path


def build(project: Path, *words: str) -> None:
    environment = {**os.environ, "PATH": f"{project / 'tools'}:{os.environ['PATH']}"}
    done = subprocess.run(words, cwd=project, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def kinds(path: Path) -> list[str]:
    return [one.kind for one in shbin.read(path.read_bytes()).executables]


@pytest.mark.parametrize(
    ("tool", "calls", "folder"),
    [("make", [["make"]], "."), ("cmake", [["cmake", "-B", "build"], ["cmake", "--build", "build"]], "build")],
)
def test_rules_that_call_picasso(project: Path, tool: str, calls: list[list[str]], folder: str) -> None:
    """Pairs of assembly, one alone, and a shader in GLSL before a geometry shader by hand."""
    if shutil.which(tool) is None:
        pytest.skip(f"no {tool} on this machine")
    for words in calls:
        build(project, *words)
    made = project / folder
    assert kinds(made / "both.shbin") == kinds(made / "listed.shbin") == ["vertex", "geometry"]
    assert kinds(made / "alone.shbin") == ["vertex"]
