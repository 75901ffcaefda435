"""`gpucc cost`: the cost of a shader by source line, on every target that accepts it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from gpucc import driver
from gpucc.errors import Location
from gpucc.fuzz import rooms
from gpucc.program import Picture, PictureCell, Program
from gpucc.terminal.cost import ELSEWHERE, cost_lines, executed_shares, shares

Run = Callable[..., Any]

VERTEX = """attribute vec4 position;
uniform mat4 transform;
uniform vec4 light;
varying float shade;
void main() {
    gl_Position = transform * position;
    float d = dot(position, light);
    shade = sqrt(max(d, 0.0)) * light.w;
}
"""
FRAGMENT = """precision mediump float;
varying vec2 uv;
void main() {
    vec2 a = uv * uv;
    gl_FragColor = vec4(a, sin(uv));
}
"""


def columns(text: str) -> list[list[str]]:
    """The rows of the table of lines: place and numbers."""
    rows = [line.split() for line in text.split("\n\n")[1].splitlines()]
    return [row for row in rows if row[0] != "line"]


def test_lines_add_up_to_the_program_on_every_target(gpucc: Run) -> None:
    end = gpucc("cost k.vert", {"k.vert": VERTEX})
    assert end.code == 0, end.err
    head = [line.split() for line in end.text.split("\n\n")[0].splitlines()]
    takers = [name for name in driver.isas() if any(row[0] == name for row in head)]
    assert {"agal", "lima-vp"} <= set(takers)
    rows = columns(end.text.replace(ELSEWHERE, "elsewhere"))
    for k, name in enumerate(takers):
        total = next(row for row in head if row[0] == name)
        if total[1] == "-":
            continue
        assert sum(float(row[1 + 2 * k]) for row in rows) == pytest.approx(float(total[1]), abs=0.4)
        if total[2] != "-":
            assert sum(float(row[2 + 2 * k]) for row in rows) == pytest.approx(float(total[2]), abs=0.4)


def test_the_line_of_the_source_stands_beside_its_cost(gpucc: Run) -> None:
    end = gpucc("cost k.vert --isa lima-vp", {"k.vert": VERTEX})
    line = next(row for row in end.text.splitlines() if row.startswith("k.vert:6"))
    assert line.endswith("gl_Position = transform * position;")
    piped = gpucc(["cost", "-", "--isa", "lima-vp"], stdin=VERTEX.encode())
    assert any(row.startswith("<stdin>:6") and row.endswith("position;") for row in piped.text.splitlines())


def test_a_target_that_cannot_take_it_says_why_in_one_line(gpucc: Run) -> None:
    end = gpucc("cost k.frag", {"k.frag": FRAGMENT})
    assert end.code == 0
    refused = [name for name in driver.isas() if not any(line.startswith(name + " ") for line in end.text.splitlines())]
    assert "lima-vp" in refused
    told = end.err.splitlines()
    assert len(told) == len(refused)
    assert all(line.startswith(name) for name, line in zip(refused, told, strict=True))
    assert "lima-vp runs vertex shaders only, and this is a fragment shader" in told


def test_what_no_target_takes_is_an_error(refused: Run) -> None:
    refused(1, r"k\.frag:3:5: error: `x` is not declared", "cost k.frag", {"k.frag": "void main() {\n\n    x;\n}"})


def test_a_stage_that_a_target_has_not_is_told_before_anything_else(refused: Run) -> None:
    constant = "precision mediump float; void main() { gl_FragColor = vec4(1.0); }"
    refused(1, "lima-vp runs vertex shaders only", "k.frag --isa lima-vp", {"k.frag": constant})


def test_instructions_of_different_sizes_are_shared_among_their_lines() -> None:
    one, other = Location("a.c", 3, 1), Location("a.c", 7, 1)
    rows = (
        (PictureCell("x", "", one), PictureCell("y", "", other)),
        (PictureCell("x", "", one), PictureCell("y", "", other, copy=True)),
        (PictureCell("x", "", None),),
        (PictureCell("x", "", other, copy=True),),
    )
    picture = Picture(("x", "y"), rows, (), "", "", words=(5, 3, 2, 4))
    program = Program("any", "vertex", b"", stats={"instructions": 4, "words": 14}, picture=picture)
    assert shares(program) == {"a.c:3": (1.5, 5.5), "a.c:7": (1.5, 6.5), ELSEWHERE: (1.0, 2.0)}
    table = cost_lines([program])
    assert [row[0] for row in table] == ["line", "a.c:3", "a.c:7", ELSEWHERE]
    assert table[1][1:3] == [1.5, 5.5]


def test_a_program_that_knows_no_lines_has_only_totals() -> None:
    program = Program("any", "vertex", b"", stats={"instructions": 4, "words": 8})
    assert len(cost_lines([program])) == 1


STRAIGHT = """define <4 x float> @main(<4 x float> %a, <4 x float> %b) {
  %m = fmul <4 x float> %a, %b
  ret <4 x float> %m
}
"""
LOOP = """attribute vec4 p;
uniform vec4 u[3];
void main() {
  vec4 s = p;
  for (int i = 0; i < 100; i++) { if (float(i) >= p.w) break; s.xyz = s.xyz * u[0].xyz + u[1].xyz; }
  gl_Position = s;
}
"""


def test_executed_instructions_stand_beside_the_static_ones(gpucc: Run) -> None:
    end = gpucc("k.vert --isa pica200 --stats", {"k.vert": LOOP})
    assert re.search(r", executed in a lane: \d+ to \d+, [\d.]+ on average, ", end.err)
    assert "minimum=" in end.err
    straight = gpucc("k.ll --isa pica200 --stage vertex", {"k.ll": STRAIGHT})
    assert "executed" not in straight.err
    table = gpucc("cost k.ll --stage fragment", {"k.ll": STRAIGHT}).text
    assert table.splitlines()[0].endswith("executed")
    rows = {line.split()[0]: line for line in table.splitlines()[1:] if line}
    assert rows["agsl"].endswith("none, for the device itself compiles the text")
    assert rows["lima-pp"].split()[1] == rows["lima-pp"].split()[-1]
    assert "not known without verification" in gpucc("cost k.ll --stage fragment --no-verify", {"k.ll": STRAIGHT}).text


ROUNDS = """attribute vec4 p;
varying vec4 made;
void main() {
    vec4 sum = vec4(0.0);
    for (int i = 0; i < 40; i++) {
        if (sum.x > 0.5) { sum -= p.yzwx * 0.25; } else { sum += p.wzyx * 0.5; }
    }
    made = sum;
    gl_Position = vec4(1.0);
}
"""


@pytest.mark.parametrize(
    ("isa", "stage"), [("agal", "vertex"), ("lima-vp", "vertex"), ("pica200", "vertex"), ("lima-pp", "fragment")]
)
def test_executed_instructions_are_divided_among_the_lines(isa: str, stage: Any) -> None:
    told: dict[str, Any] = {}
    text = (
        ROUNDS
        if stage == "vertex"
        else "precision mediump float; "
        + ROUNDS.replace("attribute", "varying")
        .replace("varying vec4 made;\n", "")
        .replace("    gl_Position = vec4(1.0);\n", "")
        .replace("made", "gl_FragColor")
    )
    program = driver.compile(
        text,
        isa,
        stage=stage,
        verify=64,
        target=rooms.roomiest(isa),
        observe=lambda stage, value: told.update({stage: value}),
        allow_unverified=True,
    )
    visits = told[driver.VISITED]
    executed = program.stats["executed"]
    assert executed["minimum"] <= sum(visits) <= executed["maximum"]
    assert sum(executed_shares(program, visits).values()) == pytest.approx(sum(visits))
    assert isa == "agal" or max(visits) > 10
