"""Limits on the instructions of lima-vp programs: never more than Mesa's, and over all recorded programs at most 0.85
of them.

The same compiled words are also executed on the recorded inputs and must give the recorded results, so that the judge
is neither the JIT nor an expected value of our own.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest
from lima_vp_kernels import deviations, given, index, records, source

from gpucc import driver
from gpucc.emit.lima_vp import decode
from gpucc.frontend.compile import compile_source
from gpucc.isa.lima_vp import VIEWPORT_TRANSFORM
from gpucc.program import Program

LEVELS = ("proven", "agreed", "documented")
VIEWPORT = {VIEWPORT_TRANSFORM: ("viewport_scale", "viewport_offset")}
NAMES = tuple(records())
# sin and cos are more accurate than Mesa's parabolas and cost more; Mesa's count is meaningless if its code is wrong
COUNTED = tuple(name for name in NAMES if name != "sin_cos" and "mesa_wrong" not in records()[name])
# in percent: the limits hold after less than the usual search
EFFORT = 20
LOOPS = ("loop_long", "loop_uniform", "loop_break", "while_nested")


def compiled(name: str, level: str = "agreed", variant: str = "", viewport: str = "1e10") -> Program:
    return _compiled(name, level, variant, viewport)


@cache
def _compiled(name: str, level: str, variant: str, viewport: str) -> Program:
    """The compiled program, by default verified against LLVM's JIT; other settings only need to agree with the recorded
    results."""
    lanes = 64 if level == "agreed" and not variant else None
    return driver.compile(
        source(name, variant),
        "lima-vp",
        target={"facts": level, "viewport": viewport},
        verify=lanes,
        effort=1 if variant else EFFORT,
    )


def length(name: str, level: str = "agreed") -> int:
    return int(compiled(name, level).stats["instructions"])


def branches(program: Program) -> int:
    return sum(bundle.branch is not None for bundle in decode(program.code))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", NAMES)
def test_recorded_results(name: str, level: str) -> None:
    program = compiled(name, level)
    assert (
        deviations(records()[name], program.run(given(records()[name], program.interface, VIEWPORT)), clip=False) == []
    )


@pytest.mark.parametrize("name", NAMES[::6])
def test_recorded_results_of_what_c_says_and_with_mesas_bounds(name: str) -> None:
    program = compiled(name, "agreed", "strict", "32768")
    assert (
        deviations(records()[name], program.run(given(records()[name], program.interface, VIEWPORT)), clip=False) == []
    )


@cache
def from_glsl(name: str) -> Program:
    """The recorded source itself, compiled by our front end and verified."""
    text = compile_source(records()[name]["glsl"], f"{name}.vert", "glsl", "vertex")
    return driver.compile(text, "lima-vp", stage="vertex", verify=64, effort=EFFORT)


@pytest.mark.parametrize("name", NAMES)
def test_recorded_results_of_the_recorded_source(name: str) -> None:
    program = from_glsl(name)
    assert (
        deviations(records()[name], program.run(given(records()[name], program.interface, VIEWPORT)), clip=False) == []
    )


def test_c_and_glsl_cost_the_same() -> None:
    """The C programs must not be easier than the GLSL sources on which they are modelled."""
    c, glsl = (sum(map(count, COUNTED)) for count in (length, lambda name: int(from_glsl(name).stats["instructions"])))
    assert abs(c - glsl) <= 0.01 * c


@pytest.mark.parametrize("name", COUNTED)
def test_no_more_instructions_than_mesa(name: str) -> None:
    assert length(name) <= records()[name]["instructions"]
    assert from_glsl(name).stats["instructions"] <= records()[name]["instructions"]


def test_less_than_mesa_over_all() -> None:
    counts = (
        length,
        lambda name: int(from_glsl(name).stats["instructions"]),
        lambda name: records()[name]["instructions"],
    )
    c, glsl, mesas = (sum(map(count, COUNTED)) for count in counts)
    assert c <= 0.85 * mesas
    assert glsl <= 0.85 * mesas


@pytest.mark.parametrize(("name", "level"), [(name, level) for name, most in index()["most"].items() for level in most])
def test_what_a_person_would_write_by_hand(name: str, level: str) -> None:
    assert length(name, level) <= index()["most"][name][level]


@pytest.mark.parametrize(("less", "more"), list(pairwise(LEVELS)))
def test_more_facts_do_not_cost_instructions(less: str, more: str) -> None:
    """Schedules are found by a heuristic, so one more instruction is tolerated in a single kernel."""
    differences = {name: length(name, more) - length(name, less) for name in NAMES}
    assert sum(differences.values()) < 0
    assert max(differences.values()) <= 1


@pytest.mark.parametrize("name", [*COUNTED, *index()["own"]])
def test_lower_bounds_are_lower(name: str) -> None:
    stats = compiled(name).stats
    assert 0 < stats["lower_bound"] <= stats["instructions"]
    assert stats["meets_bound"] == (stats["lower_bound"] == stats["instructions"])


@pytest.mark.parametrize("name", [*LOOPS, "escape", "triangle"])
def test_loops_stay_loops(name: str) -> None:
    assert branches(compiled(name)) >= (2 if name in ("while_nested", "triangle") else 1)


@pytest.mark.parametrize("name", ["select", "if_else", "loop_const", "clamp_step"])
def test_little_needs_no_branches(name: str) -> None:
    assert branches(compiled(name)) == 0
