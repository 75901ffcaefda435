"""The tables about a finished program: assembly linked to the source, costs, compared lanes, and registers."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from gpucc import driver
from gpucc.page.trace import Trace, TraceStage
from gpucc.program import Program
from gpucc.terminal.explain import trace_of
from gpucc.terminal.wishes import GivenSource

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
# lima-pp continues lines after a comma, lima-vp indents them; the fragment shader has a loop
SHADERS = {
    "agal": "lit.vert",
    "lima-vp": "lit.vert",
    "pica200": "lit.vert",
    "lima-pp": "waves.frag",
    "agsl": "waves.frag",
}


@cache
def shown(isa: str) -> tuple[Trace, Program]:
    told: list[tuple[str, object]] = []
    name = SHADERS[isa]
    data = (EXAMPLES / name).read_bytes()
    program = driver.compile(data, isa, name=name, verify=64, observe=lambda stage, value: told.append((stage, value)))
    return trace_of(program, GivenSource(data, name), told), program


def stage(isa: str, role: str) -> TraceStage:
    (found,) = [stage for stage in shown(isa)[0].stages if stage.role == role]
    return found


@pytest.mark.parametrize("isa", [isa for isa in SHADERS if isa != "agsl"])
def test_every_instruction_of_the_assembly_is_linked(isa: str) -> None:
    lines = stage(isa, "assembly").lines
    assert [line.number for line in lines if line.number] == [
        str(n) for n in range(shown(isa)[1].stats["instructions"])
    ]
    words = {line.number: line.keys for line in stage(isa, "words").lines}
    for line in lines:
        if line.number:
            assert line.keys == words[line.number]


def test_a_program_that_is_text_has_no_second_pane_of_it() -> None:
    assert [one.role for one in shown("agsl")[0].stages][-3:] == ["cost", "lanes", "registers"]


@pytest.mark.parametrize("isa", SHADERS)
def test_the_costs_of_all_lines_are_that_of_the_program(isa: str) -> None:
    costs = [line.label.split() for line in stage(isa, "cost").lines if line.label.strip() not in ("", "·")]
    count = shown(isa)[1].stats["instructions"]
    assert sum(float(cost[0]) for cost in costs) == pytest.approx(count, abs=0.05 * len(costs))


@pytest.mark.parametrize("isa", SHADERS)
def test_compared_lanes_have_inputs_and_the_results_of_both(isa: str) -> None:
    lines = stage(isa, "lanes").lines
    heads = [line.text for line in lines if line.kind == "heading"]
    assert [head.split(":")[0] for head in heads] == [f"lane {n}" for n in range(16)]
    assert any("agrees (ordinary" in head for head in heads)
    labels = {line.label for line in lines}
    program = shown(isa)[1]
    assert {slot.name for slot in program.interface.slots() if slot.kind != "sampler"} <= labels
    assert {line.note for line in lines if line.note} <= {"both", "the target", "LLVM's JIT"}
    assert "both" in {line.note for line in lines}


def test_registers_are_those_of_the_interface_and_the_constants() -> None:
    lines = [(line.label, line.text) for line in stage("lima-vp", "registers").lines]
    assert ("0..3", "transform: vec4[4]") in lines
    # the scheduler chooses the places of constants
    (constants,) = (text.split(", ") for label, text in lines if label == "8")
    assert {*constants} - {"_"} == {"0", "1e+10", "-1e+10"}
