"""The comparison in float32, on a target where zero times infinity is zero.

A program may rely on that: a blend c*a + (1-c)*b multiplies an infinity by zero on the side that is not taken. In
float32 with IEEE rules such a product is NaN, and a minimum or a comparison behind it may hide the NaN. Components that
differ for that reason are taken from a second run, in which zero wins.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gpucc.interp.compare import Comparison
from gpucc.interp.data import Batch, Outcome

if TYPE_CHECKING:
    from gpucc.interp.bench import Bench
    from gpucc.interp.judgement import Judgement


def with_zero_winning(
    bench: Bench, batch: Batch, classes: NDArray[np.int8], judgement: Judgement, plain: Outcome
) -> tuple[Outcome, Comparison]:
    """Compare the run `plain` with the reference; return what was compared in the end, and the comparison."""
    first = bench.compared(classes, judgement, plain, "f32")
    if not (first.wrong.any() and bench.isa.format.zero_times_inf_is_zero):
        return plain, first
    repaired = bench.simulate(bench.program, bench.isa, batch, precision="ieee", zero_wins=True)
    right = bench.compared(classes, judgement, repaired, "f32")
    mended = np.isnan(plain.outputs) & ~np.isnan(judgement.outcome.outputs[:, : plain.outputs.shape[1]])
    # a NaN may have decided a comparison, and nothing of it is left in the result
    mended |= first.wrong[:, None, None] & ~first.alike & right.alike & right.compared[:, None, None]
    found = replace(plain, outputs=np.where(mended, repaired.outputs, plain.outputs))
    return found, bench.compared(classes, judgement, found, "f32")
