"""Verdicts on AGSL: statements and programs with Skia's verdict (+ accepted, - refused), recorded, and compared with
the installed Skia."""

from __future__ import annotations

from pathlib import Path

import pytest
from skia_judge import refusal

from gpucc.errors import GpuccError
from gpucc.frontend.compile import compile_source

HERE = Path(__file__).parent


def rows(name: str) -> list[tuple[bool, str]]:
    return [(line[0] == "+", line[2:]) for line in (HERE / name).read_text().split("\n") if line]


def statement(text: str) -> str:
    return f"half4 main(float2 p) {{\n{text}\nreturn half4(1);\n}}\n"


def program(text: str) -> str:
    return f"{text}\nhalf4 main(float2 p) {{ return half4(1); }}" if text.startswith("#") or text == ";" else text


CASES = [(statement(text), good) for good, text in rows("agsl_statements.txt")]
CASES += [(program(text), good) for good, text in rows("agsl_programs.txt")]


def first_error(source: str) -> GpuccError | None:
    try:
        compile_source(source, "test.agsl", "agsl")
    except GpuccError as error:
        return error
    return None


def test_there_are_enough_of_both_kinds() -> None:
    assert sum(not good for _, good in CASES) >= 120
    assert sum(good for _, good in CASES) >= 120


def test_our_verdicts_are_the_recorded_ones() -> None:
    wrong = [(source, good) for source, good in CASES if (first_error(source) is None) != good]
    assert not wrong


def test_errors_have_a_place_and_a_message() -> None:
    for source, good in CASES:
        error = None if good else first_error(source)
        assert good or (error is not None and error.location is not None and error.location.line and error.message)


def test_skia_says_the_same_and_names_the_same_line() -> None:
    for source, good in CASES:
        said = refusal(source)
        assert (said is None) == good, (source, said)
        if said is not None:
            error = first_error(source)
            assert error is not None
            assert error.location is not None
            assert int(said.split(":")[0]) == error.location.line, (source, said, error.location)


NOTES = [
    ("int a = 7 % 2;", "operator `%` is not allowed in AGSL", "mod(x, y)"),
    ("while (true) {}", "AGSL has no `while` loops", "constant bounds"),
    ("discard;", "AGSL has no discard", "return half4(0)"),
    ("float2 v = float2(float3(1));", "float3 has more components than float2", "use '.xy' instead"),
    ("float x = round(1.5);", "there is no function `round`", "floor(x + 0.5)"),
    ("float v[3]; int i = 1; v[i] = 1;", "this index is not constant", "loop indices"),
    ("for (int i = 0; i < int(p.x); i++) {}", "the bound of a loop must be constant", "for (int i = 0; i < 10; i++)"),
    ("int i = 1; float x = i;", "float is needed, but this is int", "float(...)"),
    ("#define X 1", "AGSL has no preprocessor", "write the code out"),
]


@pytest.mark.parametrize(("text", "message", "note"), NOTES)
def test_a_refusal_says_what_would_work(text: str, message: str, note: str) -> None:
    error = first_error(statement(text))
    assert error is not None
    assert message in error.message
    assert note in " ".join(error.notes)


HOSTILE = [
    "half4 main(float2 p) { float x = " + "(" * 3000 + "1" + ")" * 3000 + "; }",
    "half4 main(float2 p) { " + "{" * 3000,
    "half4 main(float2 p) { float x = " + "-" * 3000 + "1; }",
    "float f0(float x);" + "".join(f"float f{i}(float x);" for i in range(1, 80))
    + "".join(f"float f{i}(float x) {{ return {f'f{i + 1}(x)' if i < 79 else 'x'}; }}" for i in range(80))
    + "half4 main(float2 p) { return half4(f0(1)); }",
    "\0" * 50, "half4 main(float2 p) { return half4(1); /*", "struct S { S s[99999]; };",
    "float v[99999999]; half4 main(float2 p) { return half4(1); }",
]  # fmt: skip


@pytest.mark.parametrize("source", HOSTILE, ids=lambda text: text[:30])
def test_hostile_input_gets_an_answer(source: str) -> None:
    assert first_error(source) is not None
