"""GLSL ES 1.00 by its specification: code that sections 3 to 7 allow (+) and forbid (-), one program per line.

A line of glsl_specification.txt is sign, stage (v, f), kind and text: t stands at the top level, m in main (after the
text before `@@`, if any), p is a whole program.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gpucc.errors import GpuccError
from gpucc.frontend.compile import compile_source
from gpucc.lowering.source import load

PRECISION = "precision mediump float;\n"
END = {"v": "gl_Position = vec4(0.0);", "f": "gl_FragColor = vec4(0.0);"}
STAGES = {"v": "vertex", "f": "fragment"}
LINES = (Path(__file__).parent / "glsl_specification.txt").read_text().split("\n")


def case(line: str) -> tuple[bool, str, str]:
    """(whether it is valid, the stage, the program)"""
    sign, stage, kind, text = line.split(" ", 3)
    text = text.replace("\\n", "\n").replace("\\\\", "\\")
    before = PRECISION if stage == "f" else ""
    if kind == "t":
        text = (
            f"{text}\nvoid main() {{ {END[stage]} }}"
            if stage == "v"
            else f"{before}{text}\nvoid main() {{ {END[stage]} }}"
        )
    elif kind == "m":
        head, _, body = text.rpartition("@@ ")
        start = END[stage] if stage == "v" else ""
        text = f"{before}{head}void main() {{ {start}\n{body}\n}}"
    return sign == "+", STAGES[stage], text


CASES = [case(line) for line in LINES if line]


def verdict(text: str, stage: Any) -> GpuccError | None:
    try:
        load(compile_source(text, "f", "glsl", stage), name="m")
    except GpuccError as error:
        return error
    return None


def test_there_are_enough_of_both_kinds() -> None:
    assert sum(good for good, _, _ in CASES) >= 80
    assert sum(not good for good, _, _ in CASES) >= 150


@pytest.mark.parametrize("good", [True, False])
def test_the_verdicts_are_those_of_the_specification(good: bool) -> None:
    wrong = [text for right, stage, text in CASES if right == good and (verdict(text, stage) is None) != good]
    assert not wrong


def test_a_refusal_has_a_place_a_line_and_a_reason() -> None:
    for good, stage, text in CASES:
        error = None if good else verdict(text, stage)
        if error is not None:
            assert error.location is not None
            assert error.location.line
            assert error.location.column
            assert error.source_line is not None
            assert error.message
