"""A comparison of many lanes tells how far it is, and can be ended after a piece."""

from __future__ import annotations

import gpucc
from gpucc import driver

IR = "define <4 x float> @k(<4 x float> %p) {\n  %s = fadd <4 x float> %p, %p\n  ret <4 x float> %s\n}\n"


def test_the_time_limit_ends_a_long_comparison_after_a_piece() -> None:
    told: list[tuple[str, object]] = []
    program = gpucc.compile(
        IR,
        isa="agal",
        stage="vertex",
        verify=100_000,
        time_limit=0,
        observe=lambda name, value: told.append((name, value)),
    )
    assert program.verified is not None
    assert (program.verified["verdict"], program.verified["lanes"]) == ("verified", 4096)
    assert ("warning", "the time limit ended the comparison after 4,096 of 100,000 lanes") in told
    assert [value for name, value in told if name == driver.PROGRESS] == ["comparing: 4,096 of 100,000 lanes"]


def test_without_a_limit_all_lanes_are_compared() -> None:
    told: list[object] = []
    (result,) = driver.verify(IR, "agal", stage="vertex", lanes=9000, observe=lambda _, value: told.append(value))
    assert getattr(result[1], "lanes", None) == 9000
    assert told == ["comparing: 4,096 of 9,000 lanes", "comparing: 8,192 of 9,000 lanes"]
    program = gpucc.compile(IR, isa="agal", stage="vertex", verify=300, time_limit=0)
    assert program.verified is not None
    assert program.verified["lanes"] == 300
