"""A program that the simulator stops is a mistake of the compiler, unless its source has no meaning or goes on as
long."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from planting import built, judged

from gpucc import driver
from gpucc.errors import LimitExceeded, Miscompiled
from gpucc.interp.data import Outcome
from gpucc.interp.machine import Fault
from gpucc.interp.verify import verify_program
from gpucc.reading import Reading
from gpucc.sched.core.allowance import Allowance
from gpucc.targets import registry

ROUNDS = "attribute vec4 p; uniform int n; void main() { float s = p.x;"
ROUNDS += " for (int i = 0; i < 40; i++) { if (i >= n) break; s = s * 0.75 + p.y; } gl_Position = vec4(s, p.yzw); }"
BONES = "attribute vec4 p; attribute vec4 b; uniform vec4 bones[8];"
BONES += " void main() { gl_Position = p + bones[int(clamp(b.x, 0.0, 7.0))]; }"


def stopped(source: driver.Built, ends: bool) -> None:
    """Compare a program that is stopped, and that ends soon if it is asked to, or not."""

    def simulate(*arguments: Any, **options: Any) -> Outcome:
        if ends and options.pop("step_limit", None):
            return source.goal.simulate(*arguments, **options)
        raise LimitExceeded("stopped after so many steps")

    verify_program(source.shader, source.program, source.goal.isa, simulate, optimised_text=source.optimised)


def test_a_program_that_never_ends_differs() -> None:
    with pytest.raises(Miscompiled, match="does not end"):
        stopped(built(ROUNDS, "lima-vp"), ends=False)


def test_a_program_that_ends_after_many_rounds_meets_a_limit() -> None:
    with pytest.raises(LimitExceeded, match="so many steps"):
        stopped(built(ROUNDS, "lima-vp"), ends=True)


def test_a_program_that_relies_on_undefined_behaviour_differs() -> None:
    """An index that is rounded only if the host is wrong about it."""
    source, goal = built(BONES, "agal", version="3"), registry.find("agal")
    other = driver._build(
        BONES, goal, None, "vertex", 2, None, {"version": "3"}, "k.vert", driver.silent,
        Reading(assume=("b.x=integer",)), allowance=Allowance(0),
    )  # fmt: skip
    assert other.program.code != source.program.code
    wrong = replace(other.program, assumed=())
    with pytest.raises(Miscompiled, match="leaves undefined") as found:
        judged(source, wrong, lanes=64)
    assert isinstance(found.value.__cause__, Fault)
