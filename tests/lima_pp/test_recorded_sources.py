"""Every recorded GLSL source compiles for lima-pp, agrees with LLVM's JIT, and computes the recorded results."""

from __future__ import annotations

import pytest
from lima_pp_outside import fragments
from lima_pp_sources import compiled, deviations, programs, record, run

from gpucc.interp.lima_pp_check import check, facts_used

NAMES = tuple(programs())


@pytest.mark.parametrize("name", NAMES)
def test_the_source_computes_what_was_recorded(name: str) -> None:
    program = compiled(name)
    assert program.verified
    assert deviations(name, program) == []


# facts without an alternative, and a fact that integral indices do not depend on
INEVITABLE = {"derivative-signs", "offset-truncation"}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "facts"), [(name, facts) for i, facts in enumerate(("proven", "documented")) for name in NAMES[i::2]]
)
def test_so_it_does_with_other_facts(name: str, facts: str) -> None:
    program = compiled(name, facts, 1)
    assert check(program.code, "documented") == []
    assert {fact.name for fact in facts_used(program.code) if not fact.holds(facts)} <= INEVITABLE
    assert deviations(name, program) == []


@pytest.mark.parametrize("name", NAMES[::7])
@pytest.mark.parametrize("opt", [0, 3])
def test_so_it_does_at_other_levels(name: str, opt: int) -> None:
    assert deviations(name, compiled(name, opt=opt)) == []


@pytest.mark.parametrize("name", NAMES)
def test_in_float32(name: str) -> None:
    assert deviations(name, compiled(name), "f32") == []


def test_the_judge_can_fail() -> None:
    assert deviations("sub_neg", compiled("add")) != []
    assert deviations("add", compiled("sub_neg")) != []


def test_discards_are_among_them() -> None:
    names = [name for name in NAMES if any(lane["expect"] == "discard" for _, lane in fragments(record(name)))]
    assert len(names) >= 4
    for name in names:
        assert run(name, compiled(name)).discarded.any()


def test_textures_and_quads_are_among_them() -> None:
    assert sum(bool(record(name)["layout"]["samplers"]) for name in NAMES) >= 12
    assert sum("quad" in vector for name in NAMES for vector in record(name)["vectors"]) >= 8
