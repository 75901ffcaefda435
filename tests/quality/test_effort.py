"""`--effort` and `--time-limit`: how much is searched, and what comes of a search that ends early."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gpucc import driver
from gpucc.compiled import CompiledProgram
from gpucc.errors import UsageError
from gpucc.sched.core.allowance import Allowance, allow
from gpucc.sched.pipe import search as pipe_search

KERNELS = Path(__file__).resolve().parents[1] / "kernels"
# a search finds shorter programs of these than the first
SOURCES = {"lima-vp": ("metadata_interface.ll", "vertex"), "lima-pp": ("sepia.ll", "fragment")}
# selects of one condition, which can be branches
FORMS = """attribute vec4 a; attribute vec4 b; uniform vec4 u;
void main() {
  gl_Position = a.x > b.x ? sin(a * u) + b : cos(b * u) * a;
}
"""
LOOP = """precision mediump float;
varying vec2 v; uniform float u;
void main() {
  float s = 0.0;
  for (int i = 0; i < 9; i++) s += fract(s * v.x + u) * v.y;
  gl_FragColor = vec4(s);
}
"""


class Countdown:
    """A time limit without a clock: over when it has been asked so many times."""

    def __init__(self, count: int) -> None:
        self.left = count

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


def compiled(isa: str, **wishes: Any) -> CompiledProgram:
    name, stage = SOURCES[isa]
    return driver.compile(KERNELS / name, isa, stage=stage, **{"verify": None, **wishes})


def looped(**wishes: Any) -> CompiledProgram:
    return driver.compile(LOOP, "lima-pp", name="effort.frag", verify=None, **wishes)


def cost(program: CompiledProgram) -> tuple[int, int]:
    return program.stats["instructions"], program.stats["words"]


@pytest.mark.parametrize("isa", SOURCES)
def test_more_effort_finds_shorter_programs(isa: str) -> None:
    costs = [cost(compiled(isa, effort=effort)) for effort in (0, 30, 100)]
    assert costs == sorted(costs, reverse=True)
    assert costs[0] > costs[-1]
    assert compiled(isa).code == compiled(isa, effort=100).code


@pytest.mark.parametrize("isa", SOURCES)
def test_a_limit_that_is_over_at_once_gives_the_first_program_verified(isa: str) -> None:
    told: list[tuple[str, object]] = []
    found = compiled(isa, time_limit=0, verify=32, observe=lambda *one: told.append(one))
    assert found.code == compiled(isa, effort=0).code
    assert found.verified is not None
    assert found.verified["verdict"] == "verified"
    gap = found.stats["instructions"] - found.stats["lower_bound"]
    assert gap > 0
    (warning,) = [value for stage, value in told if stage == "warning"]
    assert f"at most {gap} of its {found.stats['instructions']} instructions are too many" in str(warning)


@pytest.mark.parametrize("isa", SOURCES)
def test_the_longer_the_limit_the_better_the_program(isa: str) -> None:
    costs = [cost(compiled(isa, time_limit=Countdown(count))) for count in (0, 3, 30, 10**9)]
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] == cost(compiled(isa))


def test_without_a_stop_there_is_no_warning() -> None:
    told: list[str] = []
    compiled("lima-vp", time_limit=Countdown(10**9), observe=lambda stage, value: told.append(stage))
    assert "warning" not in told


def test_loops_stay_without_effort_and_when_the_time_is_over() -> None:
    """Otherwise other ways to unroll them are tried, and here one with fewer instructions is found."""
    first, usual = looped(effort=0), looped()
    assert first.code == looped(time_limit=lambda: True).code
    assert usual.stats["words"] < first.stats["words"]


@pytest.mark.parametrize("isa", ["agal", "pica200"])
def test_targets_without_a_search_take_the_first_form(isa: str) -> None:
    switches = {"version": "2"} if isa == "agal" else {}
    programs = [
        driver.compile(FORMS, isa, stage="vertex", target=switches, name="effort.vert", verify=None, **wishes)  # type: ignore[arg-type]
        for wishes in ({}, {"effort": 0}, {"time_limit": 0})
    ]
    assert programs[1].code == programs[2].code
    assert programs[0].stats["instructions"] <= programs[1].stats["instructions"]


def test_a_first_program_that_is_not_found_is_made_of_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """A count says when, and more effort makes it larger."""
    usual = compiled("lima-pp", effort=200)
    monkeypatch.setattr(pipe_search, "FIRST", 20)
    assert cost(compiled("lima-pp")) > cost(usual)
    assert compiled("lima-pp", effort=200).code == usual.code


def test_verify_takes_them_too() -> None:
    ((isa, report),) = driver.verify(FORMS, "lima-vp", lanes=16, effort=0, time_limit=0, name="effort.vert")
    assert isa == "lima-vp"
    assert not isinstance(report, Exception)


@pytest.mark.parametrize(
    ("wishes", "message"),
    [({"effort": -1}, "effort is a whole number from 0"), ({"effort": 10_001}, "not 10001"),
     ({"effort": 0.5}, "not 0.5"), ({"time_limit": -1.0}, "a time limit is a number of seconds")],
)  # fmt: skip
def test_wishes_that_make_no_sense(wishes: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        compiled("lima-vp", **wishes)


def test_what_was_stopped_stays_stopped() -> None:
    asked: list[Callable[[], bool]] = []
    allowance = Allowance(50, lambda: asked.append(lambda: True) or len(asked) == 2)  # type: ignore[func-returns-value]
    assert [allowance.ended() for _ in range(3)] == [False, True, True]
    assert allowance.share(30) == 15
    assert not allow(100, None).ended()
