"""Decide whether a compiler could have kept a blend clean; only if not, a target without a select is excused.

A blend computes c*a + (1-c)*b, and zero times infinity is NaN. On the side that is not taken, the compiler must guard
divisions by zero, logarithms and roots outside their domain, and exponents that are too large. No guard helps if an
input is not finite or huge, if a sum or a product overflows, or if the selected zero has a sign.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpucc.interp.compare import Bools, Comparison
from gpucc.interp.data import Batch, F32Array
from gpucc.interp.decisions import taken
from gpucc.interp.inputs import ORDINARY
from gpucc.interp.reference.jit import Reference
from gpucc.isa.model import Format
from gpucc.records import dataclass

# hazards are replaced by NaNs, ones, or the results of guarded operands (see `reference.hazards`)
FILLS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Excuses:
    """A reference that tells in which doubtful lanes no guard of a compiler could have helped. With `whole`, it runs
    both sides of every branch."""

    reference: Reference
    whole: bool

    def lanes(self, batch: Batch, classes: NDArray[np.int8], asked: Bools) -> Bools:
        """The lanes in which no guard keeps the blends clean. Only lanes in `asked` are examined; the others count as
        such.

        If sides that are not taken cannot be run (in programs with loops), only ordinary lanes are examined: nothing
        should overflow in these.
        """
        if not self.whole:
            asked = asked & (classes == ORDINARY)
        found = ~numbers(batch, self.reference.format)
        lanes = (4 * np.unique(np.flatnonzero(asked) // 4)[:, None] + np.arange(4)).reshape(-1)
        lanes = lanes[lanes < batch.lanes]
        if not len(lanes):
            return np.ones(batch.lanes, np.bool_)
        part = taken(batch, lanes)
        outcome = self.reference.run(part)
        found[lanes] |= outcome.unsure | outcome.doubtful
        for fill in FILLS:
            other = self.reference.run(part, perturb=0, strength=fill)
            found[lanes] |= (
                other.unsure
                | other.doubtful
                | (outcome.discarded != other.discarded)
                | _differ(outcome.outputs, other.outputs)
            )
        if self.reference.sites:
            # lanes of a quad depend on each other
            found = np.repeat(np.logical_or.reduceat(found, np.arange(0, batch.lanes, 4)), 4)[: batch.lanes]
        return np.asarray(found | ~asked, np.bool_)


def spoilt(run: Comparison, classes: NDArray[np.int8]) -> tuple[int, int]:
    """The number of ordinary lanes in which the source has a number and the target has none, although that counts
    against no compiler, and in how many of them a blend is the cause."""
    lanes = run.overflows & run.doubted & ~run.compared & (classes == ORDINARY)
    blended = lanes if run.blended is None else lanes & run.blended
    return int(np.count_nonzero(lanes)), int(np.count_nonzero(blended))


def _differ(a: F32Array, b: F32Array) -> Bools:
    return np.asarray(
        ~((a.view(np.int32) == b.view(np.int32)) | (np.isnan(a) & np.isnan(b))).all(axis=(1, 2)), np.bool_
    )


def numbers(batch: Batch, format: Format) -> Bools:
    """Lanes whose inputs are so small that any product of two is in the format. With larger ones, a guarded result may
    overflow."""
    limit = np.sqrt(format.greatest)
    inputs, uniforms = ((np.abs(file) <= limit).all(axis=(1, 2)) for file in (batch.inputs, batch.uniforms))
    return np.asarray(inputs & uniforms, np.bool_)
