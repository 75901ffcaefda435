"""Witnesses: lanes on which a rare result shows, and what they say about a program.

Where a decision hangs on an approximate function, as in `step(0.99, hash)`, most lanes give the common result whatever
the hash is, and the few that do not are unstable: a wrong constant in the hash changes none of the lanes that count.
With the target's own values of its functions (`interp.models`) the reference says exactly which lanes have the rare
result. A lane is a witness if its result with these values is one that most disturbed runs do not give. If the target
has it, too, it computes what the source says, which nothing but the right program does but by chance. A lane that
differs from the reference with the target's values, though nothing else is left open there and hardly a disturbed run
has its result, speaks against the program.
Right programs have few such lanes, for a target may compute a function otherwise beside others; one whose constants are
wrong has many, and hardly a witness.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from gpucc.interp.compare import Comparison
from gpucc.interp.data import Outcome
from gpucc.interp.decisions import JUMP, far
from gpucc.interp.report import Evidence
from gpucc.isa.model import Format

# ordinary lanes that are looked at, one batch after the other until enough of them say something
POOLS = (64, 192, 256, 512)
# a result that more than one disturbed run in so many has is no surprise
SELDOM = 8


def weigh(found: Comparison, plain: Outcome, samples: Sequence[Outcome], format: Format) -> Evidence:
    """The evidence of a comparison with the target's own functions, beside the reference with exact functions and its
    disturbed runs.

    A target that has what exact functions give is right as well: it may compute a function more exactly beside others
    than alone.
    """
    gone = found.discarded ^ found.discards
    expected = plain.outputs[:, : found.expected.shape[1]]
    near = replace(found, expected=expected, discarded=plain.discarded, discards=plain.discarded != gone).meets(format)
    used = np.broadcast_to(found.used, found.expected.shape)
    others = np.zeros(len(gone), np.int64)
    for sample in samples:
        outputs = sample.outputs[None, :, : expected.shape[1]]
        away = far(outputs, found.found, JUMP * found.tolerance, used)[0]
        others += (sample.discarded != gone) | (away & ~gone)
    rare = 2 * others >= max(1, len(samples))
    right = (found.compared & ~found.wrong) | (near & ~found.unsure)
    # where the source has no answer, as where a reciprocal that is licensed overflows, or where disturbed runs land
    # where the target does, as at the edge of a floor, nothing speaks against a program
    unheard = SELDOM * (len(samples) - others) <= len(samples)
    return Evidence(int((rare & right).sum()), int((found.wrong & ~near & ~plain.unsure & unheard).sum()))
