"""Decisions that may go either way: lanes that differ are run many more times, with larger errors.

A tolerance of four spreads permits errors in the target's intermediate results four times as large as the samples show.
Where such an error changes a comparison, the direction of a rounding or the texel that is read, the result jumps, and a
few samples need not have met that. So the reference runs a lane that differs many more times, with errors up to four
times as large. The lane is unstable if one of these runs jumps (farther than twice the tolerance, which errors of that
size do not cause without a decision) and lands within the tolerance of the target. If jumps land in many different
places, as after a hash, one more place is as good, so such a lane is unstable, too; if errors of twice the size often
jump, further runs count the places, since a march may end in one place for all larger errors. So is one whose result
occurs only without any error, while all runs with errors agree on another one. A lane that differs for another reason
stays wrong, however near a decision may be: no jump explains the target's result.

Errors are drawn away from zero, so that few runs show much; but a singular point (`sin(x) / x` at 0, behind a `fract`)
may be met only if nearly all results are exact. So a lane that is still wrong runs again with few errors, and is
unstable if one of these runs jumps to the target's result; that they land in many places says nothing. A march of rays
ends on a surface only if its last steps are nearly exact: errors of the full size throw every ray off again. So there
are also runs whose errors are all a small part of what is permitted. They move a result by little of the tolerance but
for a decision. So a lane is unstable if one of them ends near the target's result. It is also unstable if errors of a
256th scatter its results about as far as whole errors do: then no error is so small that it keeps them together.

Where errors grow from step to step, as in a march of rays, they do not move a result in proportion: a few samples show
little of the spread, and errors that are drawn for each operation cancel where those of the target add up, because one
inexact constant makes all of them. So there are also runs in which operations of a kind have one error. A lane is
unstable if these do not move its result in proportion to the size of their errors, and its result lies, in each
component, between those of all runs.

If the number of loop repetitions differs between these runs, or from the undisturbed one, a decision has changed, and
its effect in later repetitions need not be a jump: such a lane is unstable, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpucc.interp.compare import Bools, Comparison, most_rounds
from gpucc.interp.data import Batch, F32Array, Outcome
from gpucc.interp.reference.jit import Reference
from gpucc.interp.reference.perturbation import FEW, FINE, SAME

# the runs of each strength, and the quads that are examined together
TRIES = 24
STRENGTHS = (1, 2, 4)
QUADS = 16
JUMP = 2.0
# the distance from all runs with errors that counts as far, relative to the lane's size
SINGULAR = 2.0**-8
# the number of different places among all runs of a lane that counts as scattered
SCATTERED = len(STRENGTHS) * TRIES // 8
# how often the runs of one strength are repeated for lanes that jump often at that strength, and their seeds
MORE, OFTEN, MORE_SEEDS = 4, 2, 16
# the seeds of runs with few errors, repeated MORE times for each of these strengths
SPARSE_SEEDS, SPARSE = 32, (1, 2)
# the seeds of runs with small errors, and their strengths: a 16th, a 64th and a 256th of the bounds. Near the target's
# result is a NEAR-th of the tolerance, which is four times what errors of full size do
SMALL_SEEDS, NEAR = 64, 4
SMALL = 2 * tuple(FINE + parts + few for parts in (16, 4, 1) for few in (0, FEW))
# the smallest errors, a 256th of the whole ones. Results that scatter are in PLACES of 16 equal parts of their spread,
# and spread by a GATHERED-th of what whole errors do, and by a VISIBLE-th of the tolerance, at least
LEAST, PLACES, GATHERED, VISIBLE = FINE + 1, 6, 16, 64
# the seeds and strengths of runs in which operations of a kind have one error
ALIKE_SEEDS, ALIKE = 48, 4 * STRENGTHS
# A result bends if it moves by BEND times less, or more, than in proportion to the errors. Components that move by less
# than the tolerance divided by PART do not count
BEND, PART = 2.0, 16


def undecided(reference: Reference, found: Comparison, batch: Batch, seed: int) -> Bools:
    """Return the wrong lanes in which a decision that may go either way explains the difference."""
    explained = np.zeros_like(found.wrong)
    quads = np.unique(np.flatnonzero(found.wrong) // 4)
    for first in range(0, len(quads), QUADS):
        lanes = (4 * quads[first : first + QUADS, None] + np.arange(4)).reshape(-1)
        lanes = lanes[lanes < len(explained)]
        explained[lanes] = _explained(reference, found, batch, lanes, seed)
        if (found.wrong & ~explained)[lanes].any():
            break
    return explained & found.wrong


def _explained(reference: Reference, found: Comparison, batch: Batch, lanes: NDArray[np.int64], seed: int) -> Bools:
    search = _Search(reference, found, batch, lanes)
    for strength in STRENGTHS:
        search.add((seed << 8) + strength, strength)
    # where errors of twice the size often make a jump, more runs tell whether there is one other result or are many
    if (search.often() & ~search.explained() & found.wrong[lanes]).any():
        for number in range(MORE):
            search.add((seed << 8) + MORE_SEEDS + number, OFTEN)
    for number, strength in enumerate(ALIKE):
        if not (found.wrong[lanes] & ~search.explained()).any():
            break
        search.widen((seed << 8) + ALIKE_SEEDS + number // len(STRENGTHS), strength)
    for number, strength in enumerate(MORE * SPARSE):
        if not (found.wrong[lanes] & ~search.explained()).any():
            break
        search.run((seed << 8) + SPARSE_SEEDS + number, strength + FEW)
    for number, strength in enumerate(SMALL):
        if not (found.wrong[lanes] & ~search.explained()).any():
            break
        search.approach((seed << 8) + SMALL_SEEDS + number, strength)
    return search.explained()


class _Search:
    """The runs of some lanes, and what they show: `seen` are explained lanes, `places` where jumps of each land, and
    `jumped` the jumps of each for each strength."""

    def __init__(self, reference: Reference, found: Comparison, batch: Batch, lanes: NDArray[np.int64]) -> None:
        self.reference, self.repeated = reference, taken(batch, np.tile(lanes, TRIES))
        self.expected, self.target, self.tolerance = found.expected[lanes], found.found[lanes], found.tolerance[lanes]
        self.used = np.broadcast_to(found.used, found.expected.shape)[lanes]
        self.gone = found.discarded[lanes]
        self.target_gone = self.gone ^ found.discards[lanes]
        self.still = reference.run(taken(batch, lanes))
        most = most_rounds(self.still, reference.shader.stage == "fragment")
        self.limits = None if most is None else np.tile(most, TRIES)
        self.seen = np.zeros(len(lanes), np.bool_)
        self.places: list[set[bytes]] = [set() for _ in lanes]
        self.jumped = {strength: np.zeros(len(lanes), np.int64) for strength in STRENGTHS}
        # the least and the greatest result of each lane, and the largest distance from the expected one in runs where
        # operations of a kind have one error
        self.least, self.most = self.expected, self.expected
        self.off = {strength: np.zeros(self.expected.shape) for strength in STRENGTHS}
        # how far whole errors spread the results
        self.spread = np.zeros(self.expected.shape)

    def add(self, seed: int, strength: int) -> None:
        """Run each lane TRIES times."""
        expected, gone, still, used = self.expected, self.gone, self.still, self.used
        outcome, outputs, discarded, jumps = self.run(seed, strength)
        if still.rounds is not None and outcome.rounds is not None:
            self.seen |= (outcome.rounds.reshape(TRIES, len(gone)) != still.rounds).any(axis=0) & ~still.unsure
        self.jumped[strength] += np.count_nonzero(jumps, axis=0)
        self.meet(outputs, discarded)
        if strength == 1:
            self.seen |= _alone(outputs, expected, used)
            with np.errstate(all="ignore"):
                self.spread = outputs.max(axis=0).astype(np.float64) - outputs.min(axis=0)
        # places are counted in units of twice the tolerance
        with np.errstate(all="ignore"):
            cells = np.where(used, np.rint(outputs / (JUMP * np.maximum(self.tolerance, 1e-30))), 0.0)
        for i, k in np.argwhere(jumps):
            self.places[k].add(b"" if discarded[i, k] else cells[i, k].tobytes())

    def widen(self, seed: int, strength: int) -> None:
        """Run each lane TRIES times for the least and greatest results alone."""
        _, outputs, discarded, _ = self.run(seed, strength + SAME)
        self.meet(outputs, discarded)
        with np.errstate(all="ignore"):
            off = np.abs(outputs.astype(np.float64) - self.expected).max(axis=0)
        self.off[strength] = np.fmax(self.off[strength], off)

    def meet(self, outputs: F32Array, discarded: Bools) -> None:
        """Note the least and the greatest results; a run that discards a lane has none."""
        given = np.where(discarded[..., None, None], np.float32(np.nan), outputs)
        self.least = np.fmin(self.least, np.fmin.reduce(given, axis=0))
        self.most = np.fmax(self.most, np.fmax.reduce(given, axis=0))

    def bends(self) -> Bools:
        """The lanes whose results do not move in proportion to the errors: with errors of four times the size, most
        components move by far less or far more than four times as much."""
        small, large = (self.off[strength] for strength in (STRENGTHS[0], STRENGTHS[-1]))
        moves = self.used & (small > self.tolerance / PART) & np.isfinite(large)
        with np.errstate(all="ignore"):
            ratio = np.where(moves, large / small, np.nan) * STRENGTHS[0] / STRENGTHS[-1]
        bent = moves & ((ratio < 1 / BEND) | (ratio > BEND))
        return np.asarray(2 * bent.sum(axis=(1, 2)) > moves.sum(axis=(1, 2)), np.bool_)

    def run(self, seed: int, strength: int) -> tuple[Outcome, F32Array, Bools, Bools]:
        """Run each lane TRIES times, and see which runs jump to the target's result; return the outcome, and TRIES rows
        of its outputs, its discards and its jumps."""
        expected, gone, used = self.expected, self.gone, self.used
        outcome = self.reference.run(self.repeated, perturb=seed, strength=strength, limits=self.limits)
        outputs = outcome.outputs[:, : expected.shape[1]].reshape(TRIES, *expected.shape)
        discarded = outcome.discarded.reshape(TRIES, len(gone))
        jumps = (discarded != gone) | far(outputs, expected, JUMP * self.tolerance, used)
        lands = (discarded == self.target_gone) & (self.target_gone | ~far(outputs, self.target, self.tolerance, used))
        self.seen |= (jumps & lands).any(axis=0)
        return outcome, outputs, discarded, jumps

    def approach(self, seed: int, strength: int) -> None:
        """Run each lane TRIES times with small errors, and see which runs end near the target's result, and which lanes
        scatter."""
        _, outputs, discarded, _ = self.run(seed, strength)
        self.meet(outputs, discarded)
        with np.errstate(all="ignore"):
            off = ~(np.abs(self.target.astype(np.float64) - self.expected) <= self.tolerance)
        near = ~far(outputs, self.target, np.where(off, self.tolerance / NEAR, self.tolerance), self.used)
        self.seen |= ((discarded == self.target_gone) & (self.target_gone | near)).any(axis=0)
        if strength == LEAST:
            self.seen |= self.scatters(outputs) & ~discarded.any(axis=0) & ~self.gone & ~self.target_gone

    def scatters(self, outputs: F32Array) -> Bools:
        """The lanes that scatter in a component, in runs with the smallest errors."""
        low = outputs.min(axis=0).astype(np.float64)
        with np.errstate(all="ignore"):
            spread = outputs.max(axis=0) - low
            wide = self.used & (spread > self.tolerance / VISIBLE) & (spread > self.spread / GATHERED)
            parts = np.where(wide, np.floor((outputs - low) / spread * 15.9), 0.0)
        many = (np.diff(np.sort(parts, axis=0), axis=0) != 0).sum(axis=0) + 1 >= PLACES
        return np.asarray((wide & many).any(axis=(1, 2)), np.bool_)

    def often(self) -> Bools:
        """The lanes of which a quarter of the runs with errors of strength OFTEN jump."""
        return np.asarray(4 * self.jumped[OFTEN] >= TRIES, np.bool_)

    def between(self) -> Bools:
        """The lanes whose results do not move in proportion to the errors, and lie between the least and the greatest
        result of all runs."""
        if not self.off[STRENGTHS[-1]].any():
            return np.zeros(len(self.gone), np.bool_)
        inside = ((self.least <= self.target) & (self.target <= self.most)) | ~self.used
        return np.asarray(inside.all(axis=(1, 2)) & self.bends() & ~self.target_gone & ~self.gone, np.bool_)

    def explained(self) -> Bools:
        return self.seen | self.between() | np.array([len(found) >= SCATTERED for found in self.places], np.bool_)


def _alone(samples: NDArray[Any], expected: F32Array, used: Bools) -> Bools:
    """Return the lanes whose undisturbed result is far from all samples, although the samples are close together."""
    with np.errstate(all="ignore"):
        near = np.abs(samples.astype(np.float64) - expected).min(axis=0)
        width = samples.max(axis=0).astype(np.float64) - samples.min(axis=0)
        scale = np.maximum(
            np.abs(expected), np.minimum(np.where(used, np.abs(expected), 0.0).max(axis=(1, 2), keepdims=True), 1.0)
        )
        return np.asarray((used & (near > width) & (near > SINGULAR * scale)).any(axis=(1, 2)), np.bool_)


def far(samples: NDArray[Any], one: F32Array, allowed: NDArray[np.float64], used: Bools) -> Bools:
    """Samples that are farther from a result than allowed, or of another kind."""
    with np.errstate(all="ignore"):
        near = np.abs(samples.astype(np.float64) - one.astype(np.float64)) <= allowed
        same = near | (samples == one) | (np.isnan(samples) & np.isnan(one))
    return np.asarray((~same & used).any(axis=(-2, -1)), np.bool_)


def between(samples: Sequence[Outcome], found: Comparison) -> Bools:
    """Return the lanes whose result lies, in each component, between the least and the greatest of the reference's."""
    runs = [found.expected, *(sample.outputs[:, : found.expected.shape[1]] for sample in samples)]
    with np.errstate(all="ignore"):
        inside = (np.minimum.reduce(runs) <= found.found) & (found.found <= np.maximum.reduce(runs))
    return np.asarray(~found.discards & (found.discarded | (inside | ~found.used).all(axis=(1, 2))), np.bool_)


def taken(batch: Batch, lanes: NDArray[np.int64]) -> Batch:
    uniforms = batch.uniforms[lanes] if batch.uniforms.shape[0] > 1 else batch.uniforms
    return Batch(batch.inputs[lanes], uniforms, batch.textures)


def hangs_on_what_is_no_number(reference: Reference, found: Comparison, batch: Batch) -> Bools:
    """Return the wrong lanes whose source result depends on an infinity or NaN in the inputs: a component that differs
    changes when numbers take their place."""
    strange = ~(np.isfinite(batch.inputs).all(axis=(1, 2)) & np.isfinite(batch.uniforms).all(axis=(1, 2)))
    lanes = np.flatnonzero(found.wrong & strange)
    hangs = np.zeros_like(found.wrong)
    if not len(lanes):
        return hangs
    quads = (4 * np.unique(lanes // 4)[:, None] + np.arange(4)).reshape(-1)
    quads = quads[quads < len(hangs)]
    expected, differing = found.expected[quads], ~found.alike[quads]
    for number in (1.0, -0.375):
        given = taken(batch, quads)
        inputs, uniforms = (
            np.where(np.isfinite(file), file, np.float32(number)) for file in (given.inputs, given.uniforms)
        )
        outcome = reference.run(Batch(inputs, uniforms, batch.textures))
        changed = outcome.outputs[:, : expected.shape[1]].view(np.int32) != expected.view(np.int32)
        hangs[quads] |= (changed & differing).any(axis=(1, 2)) | (outcome.discarded != found.discarded[quads])
    return hangs & found.wrong & strange


def without_rare_overflows(found: list[Comparison], single: Comparison) -> list[Comparison]:
    """Comparisons in the target's own format, without lanes whose infinities and NaNs depend on a single rounding.

    The reciprocal of the difference of two sums is a number or an infinity, depending on the last bits of the sums,
    though a mean weighted by it hardly changes. In such a lane the program itself gives the right result when its
    functions are moved within their bounds, and in float32.
    """
    fine = [run.compared & ~run.wrong for run in (*found, single)]
    right = [np.logical_and.reduce([*fine[:i], *fine[i + 1 :]]) for i in range(len(found))]
    return [run.suspend(run.wrong & run.overflows & others) for run, others in zip(found, right, strict=True)]
