"""GLSL ES programs as written for engines and the web: nested macros, lighting, skinning, noise, post effects, corner
cases.

glsl_programs.txt holds each after a line `=== name.vert` or `=== name.frag`; all compile without a warning.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from gpucc.frontend.compile import compile_source
from gpucc.lowering.source import load

TEXT = (Path(__file__).parent / "glsl_programs.txt").read_text(encoding="utf-8")
PROGRAMS = {name: text for name, _, text in (part.partition("\n") for part in TEXT.split("=== ")[1:])}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_from_the_world_outside_compiles(name: str) -> None:
    warnings: list[str] = []
    load(
        compile_source(
            PROGRAMS[name], name, "glsl", "vertex" if name.endswith(".vert") else "fragment", warn=warnings.append
        ),
        name=name,
    )
    assert not warnings
