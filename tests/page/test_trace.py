"""The contents of a page: a value is followed through every stage of every target, and nothing is left out."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from gpucc import driver
from gpucc.errors import Location
from gpucc.listing import ListedLine, Listing
from gpucc.page.gather import gather
from gpucc.page.trace import Trace, TraceLine
from gpucc.program import Picture, PictureCell, Program

VERTEX = """attribute vec3 position;
attribute vec3 normal;
uniform mat4 transform;
uniform vec3 light;
varying float shade;

void main() {
    gl_Position = transform * vec4(position, 1.0);
    shade = max(dot(normalize(normal), light), 0.0);
}
"""
FRAGMENT = """precision mediump float;
varying vec2 uv;
uniform float time;

void main() {
    float wave = sin(uv.x * 3.0 + time);
    float ring = length(uv - 0.5);
    gl_FragColor = vec4(wave * 0.5 + 0.5, ring, ring * wave, 1.0);
}
"""
# the source for each target, and the line whose value is followed
TARGETS = {"agal": VERTEX, "lima-vp": VERTEX, "pica200": VERTEX, "lima-pp": FRAGMENT, "agsl": FRAGMENT}
FOLLOWED = {VERTEX: 9, FRAGMENT: 6}
WIDE = ("lima-vp", "lima-pp")


@cache
def traced(isa: str) -> tuple[Trace, tuple[tuple[str, object], ...], Program]:
    told: list[tuple[str, object]] = []
    name = "k.vert" if TARGETS[isa] is VERTEX else "k.frag"
    program = driver.compile(
        TARGETS[isa].encode(), isa, name=name, verify=None, observe=lambda stage, value: told.append((stage, value))
    )
    found = gather("k", "", told, program, name, lambda file: TARGETS[isa] if file == name else None)
    return found, tuple(told), program


def lines(isa: str, role: str) -> list[TraceLine]:
    return [line for stage in traced(isa)[0].stages if stage.role == role for line in stage.lines]


@pytest.mark.parametrize("isa", TARGETS)
def test_a_column_for_every_stage_that_changed_something(isa: str) -> None:
    trace, told, _ = traced(isa)
    roles = list(dict.fromkeys(stage.role for stage in trace.stages))
    instructions = ["source", "ir", "graph", "selected", "schedule", "words"]
    assert roles == (instructions if isa != "agsl" else ["source", "ir", "graph", "text"])
    graphs = [(name, value) for name, value in told if isinstance(value, Listing) and str(value).startswith("graph ")]
    assert sorted([*(stage.name for stage in trace.stages if stage.role == "graph"), *trace.unchanged]) == sorted(
        n for n, _ in graphs
    )
    texts = ["\n".join(line.text for line in stage.lines) for stage in trace.stages if stage.role == "graph"]
    assert all(one != other for one, other in pairwise(texts))


@pytest.mark.parametrize("isa", TARGETS)
def test_a_line_of_the_source_is_found_in_every_stage_and_leads_back(isa: str) -> None:
    trace = traced(isa)[0]
    followed = FOLLOWED[TARGETS[isa]]
    (line,) = [line for line in lines(isa, "source") if line.number == str(followed)]
    assert line.keys
    for stage in trace.stages:
        found = [one for one in stage.lines if set(one.keys) & set(line.keys)]
        assert found, stage.name
        assert any(one.colour == line.colour for one in found), stage.name


@pytest.mark.parametrize("isa", TARGETS)
def test_a_key_stands_in_two_stages_at_least(isa: str) -> None:
    known: dict[int, set[str]] = {}
    for stage in traced(isa)[0].stages:
        for line in stage.lines:
            for key in line.keys:
                known.setdefault(key, set()).add(stage.name)
    computed = {
        key
        for role in ("graph", "selected", "schedule", "words", "text")
        for line in lines(isa, role)
        for key in line.keys
    }
    assert computed
    assert [key for key in computed if len(known[key]) < 2] == []


@pytest.mark.parametrize("isa", [isa for isa in TARGETS if isa != "agsl"])
def test_the_schedule_has_every_cell_and_every_instruction_its_words(isa: str) -> None:
    program = traced(isa)[2]
    picture = program.picture
    assert picture is not None
    shown = [line for line in lines(isa, "schedule") if line.kind == "plain"]
    assert [line.text for line in shown] == [cell.text for row in picture.rows for cell in row]
    assert [bool(line.label) for line in shown] == [isa in WIDE] * len(shown)
    words = lines(isa, "words")
    assert [line.number for line in words] == [str(n) for n in range(program.stats["instructions"])]
    assert sum(len(line.text.split()) for line in words) == program.stats["words"]
    if isa != "pica200":
        code = b"".join(int(word, 16).to_bytes(4, "little") for line in words for word in line.text.split())
        assert program.code.endswith(code)


@pytest.mark.parametrize("isa", [isa for isa in TARGETS if isa != "agsl"])
def test_what_an_instruction_computes_is_known_for_nearly_all(isa: str) -> None:
    words = lines(isa, "words")
    assert sum(bool(line.keys) for line in words) >= 0.8 * len(words)


def test_the_text_that_agsl_becomes_is_a_stage() -> None:
    program = traced("agsl")[2]
    assert "".join(f"{line.text}\n" for line in lines("agsl", "text")) == program.code.decode()


def test_ir_without_debug_information_is_linked_by_the_names_of_values() -> None:
    source = "define <4 x float> @main(<4 x float> %a) {\n  %sum = fadd <4 x float> %a, %a\n  ret <4 x float> %sum\n}\n"
    told: list[tuple[str, object]] = []
    program = driver.compile(source, "agal", stage="vertex", verify=None, observe=lambda *pair: told.append(pair))
    trace = gather("k", "", told, program, "<ir>", lambda file: source)
    (line,) = [line for line in trace.stages[0].lines if "%sum = " in line.text]
    assert line.keys
    assert all(any(set(one.keys) & set(line.keys) for one in stage.lines) for stage in trace.stages)


def test_a_module_that_is_no_text_is_shown_as_canonical_ir() -> None:
    cell = PictureCell("x", "add", Location("k.c", 3, ir=1))
    program = Program("agal", "vertex", b"", picture=Picture(("x",), ((cell,),), (), "", "", code=("00",)))
    told = [("canonical", "define void @gpucc.shader()\n"), ("optimised", Listing([ListedLine("  ret void")]))]
    trace = gather("k", "", told, program, "k.bc", lambda file: None)
    assert [line.text for line in trace.stages[0].lines] == [
        "k.bc (as canonical LLVM IR)",
        "define void @gpucc.shader()",
    ]
