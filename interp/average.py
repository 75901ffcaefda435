"""The average cost of a program: executed instructions, with textures at their price, on a few lanes of ordinary
numbers."""

from __future__ import annotations

from collections.abc import Callable

from gpucc.errors import GpuccError
from gpucc.interp.assumed import with_assumed
from gpucc.interp.data import Outcome
from gpucc.interp.inputs import make_batch
from gpucc.isa.model import Isa
from gpucc.program import Program

# the number of lanes, and the steps after which a run is abandoned
LANES, STEPS = 32, 1 << 14


def average_cost(program: Program, isa: Isa, simulate: Callable[..., Outcome]) -> float | None:
    """The cost for one lane, for inputs from a fixed seed; None if lanes do not end or rely on undefined behaviour of
    their target."""
    batch, _ = make_batch(program.interface, LANES, 0, stage=program.stage, wide=False)
    batch = with_assumed(batch, program.interface, program.assumed)
    try:
        found = simulate(program, isa, batch, step_limit=STEPS)
    except GpuccError:
        return None
    if found.executed is None:
        return None
    fetches = 0.0 if found.fetches is None else float(found.fetches.mean())
    return float(found.executed.mean()) + (isa.fetch_price - 1) * fetches
