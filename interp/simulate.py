"""Runs a compiled program's bytes over numpy lanes, whatever its target."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np

from gpucc.errors import InputError
from gpucc.interp import agal, lima_vp, numerics
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.machine import Fault
from gpucc.isa.model import FP32, Isa
from gpucc.program import Program

__all__ = ["Fault", "simulate"]

ENGINES: dict[str, Callable[..., Outcome]] = {"agal": agal.run, "lima-vp": lima_vp.run}


def simulate(
    program: Program,
    isa: Isa,
    batch: Batch,
    *,
    precision: Literal["native", "f32"] = "native",
    perturb: np.random.Generator | None = None,
    step_limit: int = 1 << 20,
    zero_wins: bool = False,
) -> Outcome:
    """The outputs of every lane. `perturb` moves each approximate result within its bound.

    `zero_wins` asks what would come out if zero times an infinity or NaN were zero: on targets that have no select and
    blend with products instead, that is what the program would give if it had one.
    """
    if isa.name not in ENGINES:
        raise InputError(f"there is no simulator for {isa.name}", notes=(f"there are {', '.join(ENGINES)}",))
    numerics.check_format(isa.format if precision == "native" else FP32)
    more = {"zero_wins": True} if zero_wins else {}
    return ENGINES[isa.name](program, isa, batch, perturb=perturb, step_limit=step_limit, **more)
