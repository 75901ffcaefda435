"""Witnesses: lanes with a rare result, as evidence about a program.

If a decision depends on an approximate function, as in `step(0.99, hash)`, most lanes give the common result whatever
the hash is, and the few others are unstable: a wrong constant in the hash changes none of the lanes that count. With
the target's own values of its functions (`interp.models`) the reference determines exactly which lanes have the rare
result. A lane is a witness if most disturbed runs do not give its result with these values. If the target has that
result too, it computes what the source specifies; another program would do so only by chance. A lane speaks against the
program if it differs from the reference with the target's values, although nothing else is open there and hardly any
disturbed run has its result, nor is it nearly the reference's: another order of operations moves a result a little
where functions move it far.

Right programs have few such lanes, because a target may compute a function differently next to others; a program with
wrong constants has many of them, and hardly any witness.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gpucc.interp.compare import Comparison
from gpucc.interp.data import F32Array, Outcome
from gpucc.interp.decisions import JUMP, far
from gpucc.interp.report import Evidence
from gpucc.isa.model import Format

# the sizes of batches of ordinary lanes, examined one after the other until there is enough evidence
POOLS = (64, 192, 256, 512)
# a result is rare if at most one disturbed run in so many has it
SELDOM = 8
# a result is nearly that of the reference if half of the disturbed runs are so many times as far from it
NEARER = 8
# the most units of the target's format by which folded constants may move a result
FOLDED = 4


def weigh(found: Comparison, plain: Outcome, samples: Sequence[Outcome], format: Format) -> Evidence:
    """Return the evidence of a comparison in which the reference uses the target's own functions. The reference with
    exact functions and its disturbed runs are given as well.

    A target whose result is that of exact functions is right, too: it may compute a function more exactly next to
    others than alone.
    """
    gone = found.discarded ^ found.discards
    expected = plain.outputs[:, : found.expected.shape[1]]
    near = replace(found, expected=expected, discarded=plain.discarded, discards=plain.discarded != gone).meets(format)
    used = np.broadcast_to(found.used, found.expected.shape)
    others = np.zeros(len(gone), np.int64)
    moved = np.zeros(len(gone), np.int64)
    off = _off(found.found, found.expected)
    for sample in samples:
        outputs = sample.outputs[None, :, : expected.shape[1]]
        away = far(outputs, found.found, JUMP * found.tolerance, used)[0]
        others += (sample.discarded != gone) | (away & ~gone)
        with np.errstate(all="ignore"):
            # a disturbed run without a number is as far as can be
            apart = np.nan_to_num(_off(outputs, found.expected), nan=np.inf)
            small = (off <= found.tolerance) | (np.isfinite(off) & (NEARER * off <= apart)) | ~used
        moved += small[0].all(axis=(1, 2)) & ~gone & ~found.discards
    rare = 2 * others >= max(1, len(samples))
    right = (found.compared & ~found.wrong) | (near & ~found.unsure)
    # a lane is no evidence against a program if the source has no answer there (a licensed reciprocal overflows), or if
    # disturbed runs have the target's result (at the edge of a floor)
    unheard = SELDOM * (len(samples) - others) <= len(samples)
    against = found.wrong & ~near & ~plain.unsure & unheard
    nearly = 2 * moved >= max(1, len(samples))
    return Evidence(
        int((rare & right).sum()), int((against & ~nearly).sum()), nearly=int((against & nearly & rare).sum())
    )


def telling(found: Comparison, format: Format) -> Evidence:
    """Return the evidence of a comparison in float32 that leaves results no more freedom than float32 has.

    What the target's format leaves open, as in a march of rays, is settled there: a right program agrees on nearly all
    lanes. Constants that were folded before they were rounded may move results by a few of the format's units, but not
    far. The most common result proves nothing.
    """
    expected = np.where(found.discards[:, None, None] | ~found.used, np.float32(0), found.expected)
    with np.errstate(all="ignore"):
        unit = (
            FOLDED * 2.0**-format.mantissa * np.maximum(np.abs(expected), np.abs(expected).max(axis=2, keepdims=True))
        )
        moved = (_off(found.found, found.expected) > unit) & found.used
    keys = [row.tobytes() if not gone else b"" for row, gone in zip(expected, found.discards, strict=True)]
    ((common, count),) = Counter(keys).most_common(1)
    rare = np.array([count == 1 or key != common for key in keys])
    against = found.wrong & (moved.any(axis=(1, 2)) | (found.discards != found.discarded))
    return Evidence(int((rare & found.compared & ~found.wrong).sum()), int(against.sum()))


def _off(one: F32Array, other: F32Array) -> NDArray[np.float64]:
    with np.errstate(all="ignore"):
        return np.abs(one.astype(np.float64) - other.astype(np.float64))
