"""A glance at many ordinary lanes: which of them are worth comparing, because the target's plain result is far from the
source's.

A wrong limit of a discard, or a wrong element of a table, shows in one ordinary lane of a hundred, and among those that
are compared first there may be none. One run of the target and one of the reference find such lanes; whether what they
show is a mistake is decided as for all others.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpucc.interp.bench import Bench
from gpucc.interp.compare import Bools, declared
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.decisions import taken
from gpucc.isa.model import Format

# the most quads that are compared after a glance
MOST_QUADS = 8


def far(bench: Bench, batch: Batch) -> NDArray[np.int64]:
    """The lanes of the quads in which the target is farthest from the source, if it is far from it in any: in float32,
    where a target of fewer bits decides little by its rounding."""
    judges, precision = (bench.judges, "native") if bench.single is None else (bench.single, "ieee")
    expected = judges.run(batch)
    unsure = np.asarray(expected.unsure | expected.doubtful, np.bool_)
    sure = np.repeat(~np.logical_or.reduceat(unsure, np.arange(0, batch.lanes, 4)), 4)[: batch.lanes]
    # a program with loops may not end where the source has no meaning
    lanes = np.flatnonzero(sure)
    if not len(lanes):
        return lanes
    target = bench.simulate(bench.program, bench.isa, taken(batch, lanes), precision=precision)
    distances = _distances(expected, target, lanes, declared(bench.program.interface), bench.isa.format)
    quads = np.unique(lanes // 4)
    worst = np.maximum.reduceat(distances, np.searchsorted(lanes // 4, quads))
    order = np.argsort(-worst, kind="stable")[:MOST_QUADS]
    return np.asarray((4 * np.sort(quads[order[worst[order] > 1.0]])[:, None] + np.arange(4)).reshape(-1), np.int64)


def _distances(
    expected: Outcome, target: Outcome, lanes: NDArray[np.int64], used: Bools, format: Format
) -> NDArray[np.float64]:
    """For each lane the largest distance of a component, beside what half of the format's bits tell apart."""
    registers = used.shape[1]
    ours, theirs = expected.outputs[lanes, :registers].astype(np.float64), target.outputs[:, :registers]
    with np.errstate(all="ignore"):
        size = np.abs(np.where(np.isfinite(ours), ours, 0.0))
        told = (size + np.minimum(size.mean(axis=0), 1.0)) * 2.0 ** (-0.5 * format.mantissa)
        found = np.abs(theirs - ours) / np.maximum(told, np.finfo(np.float32).tiny)
    # infinities and NaNs are decided elsewhere
    found = np.where(np.isfinite(found) & used, found, 0.0).max(axis=(1, 2), initial=0.0)
    discards = expected.discarded[lanes] != target.discarded
    both = expected.discarded[lanes] & target.discarded
    return np.asarray(np.where(discards, np.inf, np.where(both, 0.0, found)), np.float64)
