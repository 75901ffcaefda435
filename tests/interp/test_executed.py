"""Counts of executed instructions per lane: checked by hand in small programs of every target, and reported for
compiled ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpucc import driver
from gpucc.interp.data import Batch, Texture
from gpucc.interp.report import Executed, executed_in, executed_together
from gpucc.program import Program
from gpucc.targets import registry

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


def counts(isa: str, text: str, firsts: list[float], **more: Any) -> list[int]:
    """The counts of lanes whose inputs begin with these numbers."""
    program = driver.assemble(text, isa, **more)
    return executed(program, firsts)


def executed(program: Program, firsts: list[float], component: int = 0) -> list[int]:
    goal = registry.find(program.isa)
    inputs = np.zeros((len(firsts), 2, 4), np.float32)
    inputs[:, 0, component] = firsts
    uniforms = np.ones((1, 16, 4), np.float32)
    found = goal.simulate(program, goal.isa, Batch(inputs, uniforms)).executed
    return [int(count) for count in found]


def test_agal_lanes_run_what_they_come_by_and_end_where_they_are_discarded() -> None:
    text = "ifg v0.x, fc0.x\nmov ft0, v0\nadd ft0, ft0, v0\nels\nmov ft0, v0\neif\nkil ft0.x\nmov oc, ft0"
    # if, two, els; if, one, eif: then kil, and mov if the lane is still alive
    assert counts("agal", text, [2, 0.5, -1], target={"version": "2"}, stage="fragment") == [6, 5, 4]


def test_lima_vp_lanes_leave_a_loop_one_by_one() -> None:
    text = """
    acc0 = a0.x; acc1 = u1.z - u1.z; r0.xy = acc0, acc1
    nop
    nop
loop:
    acc0 = r0.x < u1.x
    pass = acc0@1; branch done
    acc0 = r0.x - u1.x; acc1 = r0.y + u1.w; r0.xy = acc0, acc1
    pass = u0.x; branch loop
done:
    acc0 = r0.x; acc1 = r0.y; v0.xy = acc0, acc1
"""
    assert counts("lima-vp", text, [0, 1, 3]) == [3 + 2 + 1, 3 + 4 + 2 + 1, 3 + 3 * 4 + 2 + 1]


def test_lima_pp_lanes_count_rounds_and_end_where_they_are_discarded() -> None:
    text = """
    load.v $0 0, mov.v1 $1 ^const0.x, branch_lt $0.x ^const0.x out, const0 0 1
again:
    add.s1 $1.x $1.x ^const0.x, branch_lt $1.x $0.x again, const0 1
    nop
    stop
out:
    discard
    stop
"""
    assert counts("lima-pp", text, [1, 5, -1]) == [1 + 1 + 2, 1 + 5 + 2, 2]


def test_pica200_lanes_count_rounds_until_they_break() -> None:
    text = """
.in p v0
.out - position o0
.setf c20(0.0, 1.0, 0.0, 0.0)
.seti i0(9, 0, 1, 0)
.proc main
    mov r0, c20.x
    for i0
        cmp r0.xxxx, ge, ge, v0.xxxx
        breakc cmp.x
        add r0, c20.y, r0
    .end
    mov o0, r0
    end
.end
"""
    # mov, for; iterations of three; cmp and breakc; mov, end. Ten iterations without a break
    assert counts("pica200", text, [0, 3, 99]) == [2 + 2 + 2, 2 + 3 * 3 + 2 + 2, 2 + 10 * 3 + 2]


@pytest.mark.parametrize("isa", ["agal", "lima-vp", "lima-pp", "pica200"])
def test_straight_code_runs_its_instructions_once(isa: str) -> None:
    stage = "fragment" if isa == "lima-pp" else "vertex"
    program = driver.compile(STRAIGHT, isa, stage=stage)
    count, told = program.stats["instructions"], program.stats["executed"]
    assert (told["minimum"], told["mean"], told["maximum"]) == (count, count, count)
    assert told["lanes"] == program.verified["compared"] + program.verified["float32_only"]
    assert "executed" not in driver.compile(STRAIGHT, isa, stage=stage, verify=None).stats


@pytest.mark.parametrize("isa", ["lima-vp", "pica200"])
def test_every_round_of_a_compiled_loop_adds_as_much(isa: str) -> None:
    program = driver.compile(LOOP, isa, stage="vertex", allow_unverified=True, prefer="size")
    found = executed(program, [0, 1, 2, 3, 50], component=3)
    body = found[2] - found[1]
    assert body > 1
    assert found[1:] == [found[1] + rounds * body for rounds in (0, 1, 2, 49)]
    told = program.stats["executed"]
    assert told["minimum"] == found[0]
    assert told["maximum"] > told["mean"] > told["minimum"]


def test_textures_are_counted_where_they_are_read() -> None:
    text = """precision mediump float; varying vec2 uv; uniform sampler2D s;
    void main() {
      vec4 c = vec4(1.0);
      if (uv.x > 0.0) discard;
      for (int i = 0; i < 40; i++) c += texture2D(s, uv * c.xy);
      gl_FragColor = c;
    }
    """
    program = driver.compile(text, "lima-pp", stage="fragment", verify=None)
    goal = registry.find("lima-pp")
    inputs = np.zeros((8, 1, 4), np.float32)
    inputs[:4, 0, 0] = 1
    texture = Texture((np.zeros((4, 4, 4), np.float32),))
    found = goal.simulate(program, goal.isa, Batch(inputs, np.zeros((1, 1, 4), np.float32), {0: texture}))
    assert found.discarded.tolist() == [True] * 4 + [False] * 4
    assert found.fetches.tolist() == [0] * 4 + [40] * 4
    assert found.executed[0] < 40 < found.executed[4]


def test_counts_of_several_batches_are_one() -> None:
    counted = np.array([5, 7, 100, 6])
    first = executed_in(counted, np.array([True, True, False, False]))
    assert first == Executed(2, 5, 12, 7)
    assert executed_in(counted, np.zeros(4, np.bool_)) is None
    assert executed_in(None, np.ones(4, np.bool_)) is None
    both = executed_together([first, None, executed_in(counted, np.array([False, False, True, True]))])
    assert both == Executed(4, 5, 118, 100)
    assert both.summary() == {"minimum": 5, "mean": 29.5, "maximum": 100, "lanes": 4}
