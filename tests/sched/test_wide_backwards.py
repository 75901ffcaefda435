"""Schedules made from the end, and the programs that they shorten."""

from __future__ import annotations

import wide_cases as cases

from gpucc import driver
from gpucc.isa.lima_vp import LIMA_VP
from gpucc.sched.wide.backwards import Backwards
from gpucc.sched.wide.chip import Chip
from gpucc.sched.wide.frame import WideFrame
from gpucc.sched.wide.plan import WidePlan
from gpucc.sched.wide.work import build_work

a, u = cases.a, cases.u
CHIP = Chip(LIMA_VP, "agreed")
# eleven outputs of two components: there is one store for the first half of an output in each instruction
NEIGHBOURS = """
attribute vec4 place;
attribute vec2 at;
uniform mat4 camera;
uniform vec2 size;
varying vec2 a, b, c, d, e, f, g, h, i, j, k;
void main() {
    vec2 texel = at * size + 0.25;
    a = (texel + vec2(-1.0, -1.0)) / size;
    b = (texel + vec2(0.0, -1.0)) / size;
    c = (texel + vec2(1.0, -1.0)) / size;
    d = (texel + vec2(-1.0, 0.0)) / size;
    e = texel / size;
    f = (texel + vec2(1.0, 0.0)) / size;
    g = (texel + vec2(-1.0, 1.0)) / size;
    h = (texel + vec2(0.0, 1.0)) / size;
    i = (texel + vec2(1.0, 1.0)) / size;
    j = (texel + vec2(2.0, 1.0)) / size;
    k = (texel + vec2(1.0, 2.0)) / size;
    gl_Position = camera * place;
}
"""


def backwards(code: cases.Code) -> Backwards:  # type: ignore[name-defined]
    (section,) = code.sections()
    return Backwards(WidePlan(build_work(section, LIMA_VP, "agreed"), CHIP, WideFrame()))


def test_results_that_follow_nothing_are_spread_over_the_stores() -> None:
    """Five sums for the first halves of five outputs: one store an instruction, though two are added at once."""
    code = cases.Code()
    for register in range(5):
        code.out(register + 1, code.add(a(0, register % 4), a(1, register // 4)))
    assert sorted(backwards(code).heights([0.0] * 5)) == [1, 2, 3, 4, 5]


def test_results_of_one_half_are_stored_together() -> None:
    code = cases.Code()
    code.out(1, code.add(a(0, 0), a(1, 0)), code.add(a(0, 1), a(1, 1)))
    made = backwards(code)
    assert made.heights([0.0, 0.0]) == [1, 1]
    assert {number: task.number for number, task in made.pairs.items()} == {0: 1, 1: 0}


def test_one_vec4_of_uniforms_is_loaded_in_an_instruction() -> None:
    code = cases.Code()
    code.out(1, code.add(a(0, 0), u(0, 0)), code.add(a(0, 1), u(1, 0)))
    assert sorted(backwards(code).heights([0.0, 0.0])) == [1, 2]


def test_what_is_needed_comes_before() -> None:
    code = cases.Code()
    code.out(1, code.add(code.add(code.add(a(0, 0), a(0, 1)), a(0, 2)), a(0, 3)))
    made = backwards(code)
    assert made.heights([0.0] * 3) == [float(made.plan.spans.height[number]) for number in range(3)]


def test_outputs_are_stored_while_others_are_computed() -> None:
    """31 instructions when all orders began with the longest path, which is that of the position."""
    program = driver.compile(NEIGHBOURS, "lima-vp", stage="vertex", verify=64)
    assert int(program.stats["instructions"]) <= 28
