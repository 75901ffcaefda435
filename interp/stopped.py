"""Programs that the simulator stops, although their source has a meaning: the compiler's mistake, and neither a limit
of the target nor wrong input.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpucc.errors import GpuccError, LimitExceeded, Miscompiled
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.decisions import taken
from gpucc.interp.machine import Fault
from gpucc.interp.reference.jit import Reference
from gpucc.interp.simulate import STEP_LIMIT
from gpucc.isa.model import Isa
from gpucc.program import Program

# loops of the program that the source does not have, such as those that copy an array, repeat no more often in a lane
OWN_ROUNDS = 64
# the quads that run again if a program is stopped, one after the other
QUADS = 16


def insisting(simulate: Callable[..., Outcome], reference: Callable[[], Reference]) -> Callable[..., Outcome]:
    """A simulator that raises Miscompiled if a program relies on undefined behaviour of its target in lanes in which
    the source has a meaning, or goes on there longer than the source's loops do."""

    def run(program: Program, isa: Isa, batch: Batch, **options: Any) -> Outcome:
        try:
            return simulate(program, isa, batch, **options)
        except (Fault, LimitExceeded) as error:
            source = reference().run(batch)
            lanes = _meaningful(program, source.unsure)
            if not len(lanes):
                raise
            if isinstance(error, LimitExceeded):
                _insist_on_an_end(simulate, program, isa, batch, options, source, lanes)
                raise
            try:
                return simulate(program, isa, taken(batch, lanes), **options)
            except Fault as again:
                what = "the compiled program relies on what its target leaves undefined, and the source is defined"
                raise _mistake(what, again) from error

    return run


def _insist_on_an_end(
    simulate: Callable[..., Outcome],
    program: Program,
    isa: Isa,
    batch: Batch,
    options: Mapping[str, Any],
    source: Outcome,
    lanes: NDArray[np.int64],
) -> None:
    """Run a few quads with as many steps as all repetitions of the source's loops can take, even if each lane goes its
    own way."""
    rounds = np.zeros(len(lanes)) if source.rounds is None else source.rounds[lanes]
    length = int(program.stats.get("instructions", len(program.code)))
    for first in range(0, min(len(lanes), 4 * QUADS), 4):
        quad = lanes[first : first + 4]
        most = length * int((rounds[first : first + 4] + 1 + OWN_ROUNDS).sum())
        if most >= STEP_LIMIT:
            continue
        try:
            simulate(program, isa, taken(batch, quad), **options, step_limit=most)
        except LimitExceeded as error:
            raise _mistake("the compiled program does not end, and the source does", error) from error


def _mistake(what: str, error: GpuccError) -> Miscompiled:
    return Miscompiled(what, notes=(f"the simulator says: {error.message}", "this is a bug of gpucc, please report it"))


def _meaningful(program: Program, unsure: NDArray[np.bool_]) -> NDArray[np.int64]:
    """For each lane, the number of a lane in which the source is defined: the lane's own number where the source is
    defined there, else the number of another lane. The lanes of a fragment's quad stay together. The array is empty if
    the source is defined in no lane."""
    lanes = np.arange(len(unsure))
    if program.stage == "fragment":
        unsure = np.repeat(np.logical_or.reduceat(unsure, lanes[::4]), 4)[: len(unsure)]
    sure = np.flatnonzero(~unsure)
    if not len(sure):
        return sure
    return np.where(unsure, sure[0] + lanes % 4 if program.stage == "fragment" else sure[0], lanes)
