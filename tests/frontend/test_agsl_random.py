"""Random AGSL programs: our verdict is Skia's, and what both take paints the same bits. `benchmarks/fuzz_agsl.py` runs more."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gpucc.errors import GpuccError
from gpucc.frontend import compile_source

from .agsl_grammar import Grammar
from .skia_judge import paint, refusal, run, same_bits


@st.composite
def sources(draw: st.DrawFn) -> str:
    def choose(options: Sequence[str]) -> str:
        return draw(st.sampled_from(list(options)))

    return Grammar(choose).program()


def verdict(source: str) -> str | None:
    try:
        compile_source(source, "random.agsl", "agsl")
    except GpuccError as error:
        return error.message
    return None


@settings(max_examples=120, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(sources())
def test_skia_agrees_with_us(source: str) -> None:
    ours, theirs = verdict(source), refusal(source)
    assert (ours is None) == (theirs is None), (ours, theirs)
    if ours is None:
        wanted, painted = paint(source), run(source)
        # a negated diagonal matrix has no minus zeros in Skia's constants
        same = same_bits(wanted, painted.colors) | ((wanted == 0) & (painted.colors == 0))
        assert np.all(same[~painted.unsure])
