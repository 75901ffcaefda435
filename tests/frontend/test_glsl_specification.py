"""GLSL ES 1.00 and 3.00 by their specifications: code that they allow (+) and forbid (-), one program per line.

A line of glsl_specification.txt and glsl_es300_specification.txt is sign, stage (v, f), kind and text: t stands at the
top level, m in main (after the text before `@@`, if any), p is a whole program.
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
VERSION_300 = "#version 300 es\n"
OUTPUT_300 = "out vec4 shown;\n"


def lines(name: str) -> list[str]:
    return [line for line in (Path(__file__).parent / name).read_text().split("\n") if line]


def case(line: str, newer: bool = False) -> tuple[bool, str, str]:
    """(whether it is valid, the stage, the program)"""
    sign, stage, kind, text = line.split(" ", 3)
    text = text.replace("\\n", "\n").replace("\\\\", "\\")
    before, end = PRECISION if stage == "f" else "", END[stage]
    if newer and kind != "p":
        before = VERSION_300 + (before + OUTPUT_300 if stage == "f" else "")
        end = end.replace("gl_FragColor", "shown")
    if kind == "t":
        text = f"{before}{text}\nvoid main() {{ {end} }}"
    elif kind == "m":
        head, _, body = text.rpartition("@@ ")
        start = end if stage == "v" else ""
        text = f"{before}{head}void main() {{ {start}\n{body}\n}}"
    return sign == "+", STAGES[stage], text


CASES = [case(line) for line in lines("glsl_specification.txt")]
CASES_300 = [case(line, True) for line in lines("glsl_es300_specification.txt")]


def verdict(text: str, stage: Any) -> GpuccError | None:
    try:
        load(compile_source(text, "f", "glsl", stage, strict_es=True), name="m")
    except GpuccError as error:
        return error
    return None


def test_there_are_enough_of_both_kinds() -> None:
    assert sum(good for good, _, _ in CASES) >= 80
    assert sum(not good for good, _, _ in CASES) >= 150


@pytest.mark.parametrize("good", [True, False])
@pytest.mark.parametrize("cases", [CASES, CASES_300], ids=["1.00", "3.00"])
def test_the_verdicts_are_those_of_the_specification(cases: list[tuple[bool, str, str]], good: bool) -> None:
    wrong = [text for right, stage, text in cases if right == good and (verdict(text, stage) is None) != good]
    assert not wrong


def test_a_refusal_has_a_place_a_line_and_a_reason() -> None:
    for good, stage, text in CASES + CASES_300:
        error = None if good else verdict(text, stage)
        if error is not None:
            assert error.location is not None
            assert error.location.line
            assert error.location.column
            assert error.source_line is not None
            assert error.message
