"""Random AGSL programs: our verdict is Skia's, and accepted programs paint the same bits. `benchmarks/fuzz_agsl.py`
runs more."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from agsl_functions import mutate, set_apart
from agsl_grammar import Grammar
from agsl_wide import PIXEL, Wide, data
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from lane_values import same_floats
from skia_judge import one_pixel, paint, refusal, run

from gpucc.errors import GpuccError
from gpucc.frontend.compile import compile_source

# failures are not shrunk, which would take minutes of Skia's time
PHASES = (Phase.explicit, Phase.generate)


@st.composite
def sources(draw: st.DrawFn, mutants: bool = False) -> str:
    def choose(options: Sequence[str]) -> str:
        return draw(st.sampled_from(list(options)))

    text = Grammar(choose).program()
    return mutate(text, choose) if mutants else text


@st.composite
def wide(draw: st.DrawFn) -> tuple[str, Wide]:
    def choose(options: Sequence[str]) -> str:
        return draw(st.sampled_from(list(options)))

    made = Wide(choose)
    return made.program(), made


def verdict(source: str) -> str | None:
    try:
        compile_source(source, "random.agsl", "agsl")
    except GpuccError as error:
        return str(error)
    return None


@settings(max_examples=27, derandomize=True, deadline=None, phases=PHASES, suppress_health_check=list(HealthCheck))
@given(sources())
def test_skia_agrees_with_us(source: str) -> None:
    ours, theirs = verdict(source), refusal(source)
    assert (ours is None) == (theirs is None), (ours, theirs)
    if ours is None and not set_apart(source):
        wanted, painted = paint(source), run(source)
        # the sign of a zero computed from constants alone may differ
        same = same_floats(wanted, painted.colors) | ((wanted == 0) & (painted.colors == 0))
        assert np.all(same[~painted.unsure])


@settings(max_examples=27, derandomize=True, deadline=None, phases=PHASES, suppress_health_check=list(HealthCheck))
@given(sources(mutants=True))
def test_skia_agrees_about_programs_with_a_token_gone_wrong(source: str) -> None:
    ours, theirs = verdict(source), refusal(source)
    assert (ours is None) == (theirs is None), (ours, theirs)


@settings(max_examples=34, derandomize=True, deadline=None, phases=PHASES, suppress_health_check=list(HealthCheck))
@given(wide())
def test_skia_agrees_about_uniforms_children_and_effects(made: tuple[str, Wide]) -> None:
    source, grammar = made
    ours, theirs = verdict(source), refusal(source)
    assert (ours is None) == (theirs is None), (ours, theirs)
    if ours is None and not set_apart(source):
        packed, arrays = data(grammar)
        children = [one_pixel(PIXEL)] if grammar.child else []
        wanted, painted = paint(source, packed, *children), run(source, **arrays)
        same = same_floats(wanted, painted.colors) | ((wanted == 0) & (painted.colors == 0))
        assert np.all(same[~painted.unsure])
