"""Find the pass over the graph that changed the results: the graphs before and after each pass run on the same
lanes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gpucc.errors import GpuccError
from gpucc.lowering.graph import Graph
from gpucc.records import dataclass
from gpucc.reduce.graph_lanes import Array
from gpucc.reduce.graph_runs import GraphRunner

LANES = 512
REGISTERS = 512
# the error allowed for expanded functions and rounded constants, and the number of lanes that must differ
RELATIVE, ABSOLUTE = 1 / 64, 1 / 256
FEWEST = LANES // 64
SPECIAL = (0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -2.0, 0.25)
UNABLE = (GpuccError, LookupError, ArithmeticError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class WrongPass:
    """A pass after which the results differ on some of the lanes."""

    name: str
    differing: int
    lanes: int


def wrong_pass(steps: Sequence[tuple[str, Graph]]) -> WrongPass | None:
    """The first pass that changes the results of the graph before it. A graph that cannot be run is skipped."""
    inputs, uniforms = _values(1), _values(2)
    before: dict[tuple[int, int], Array] | None = None
    for name, graph in steps:
        runner = GraphRunner(graph, inputs, uniforms[0])
        try:
            after = runner.run()
        except UNABLE:
            continue
        after[-1, 0] = runner.discarded
        if before is not None and (count := int(_differ(before, after).sum())) > FEWEST:
            return WrongPass(name, count, LANES)
        before = after
    return None


def _values(seed: int) -> Array:
    """An array (lanes, registers, 4) of numbers of the usual size in shaders, and some that rules treat specially."""
    draw = np.random.default_rng(seed)
    shape = (LANES, 64, 4) if seed == 1 else (1, REGISTERS, 4)
    plain = draw.uniform(-2.0, 2.0, shape)
    return np.where(draw.random(shape) < 0.125, draw.choice(SPECIAL, shape), plain).astype(np.float32)


def _differ(before: dict[tuple[int, int], Array], after: dict[tuple[int, int], Array]) -> Array:
    found = np.zeros(LANES, bool)
    gone = np.asarray(before[-1, 0] & after[-1, 0]) if (-1, 0) in before else np.zeros(LANES, bool)
    with np.errstate(all="ignore"):
        for place in before.keys() & after.keys():
            one, other = before[place].astype(np.float64), after[place].astype(np.float64)
            near = np.abs(one - other) <= ABSOLUTE + RELATIVE * np.abs(one)
            found |= ~(near | (one == other) | ~np.isfinite(one) | ~np.isfinite(other)) & ~gone
    return found
