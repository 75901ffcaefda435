"""The optimised text beside the source, both in float32 and in LLVM's JIT.

Runs in the target's own format, and runs with the target's own functions, are compared with the text that the program
was compiled from, since LLVM folds constants and cancels operations. In a format smaller than float32, nothing else
would show that this text computes something else than the source.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gpucc.interp.compare import Bools, Comparison, compare
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.judgement import Judgement, Judges, judge
from gpucc.interp.reference.jit import Reference
from gpucc.isa.model import FP32, Bound

if TYPE_CHECKING:
    from gpucc.interp.bench import Bench

# the largest error of a function here: that of a good library, not that of the target
EXACTLY = 2.0**-20


class Texts:
    """`bench` has the shader, its optimised text, and what is known of undefined values and open decisions."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        bounds = {
            op: Bound(min(bound.relative, EXACTLY), min(bound.absolute, EXACTLY))
            for op, bound in bench.options.bounds.items()
        }
        self.options = replace(bench.options, bounds=bounds)

    @cached_property
    def source(self) -> Judges:
        return Judges(self.bench.float32(None, self.options), False)

    @cached_property
    def optimised(self) -> Reference:
        return self.bench.float32(self.bench.optimised_text, self.options)

    def convicted(
        self, run: Comparison, lanes: Bools, batch: Batch, classes: NDArray[np.int8], open: Bools | None
    ) -> Comparison:
        """The comparison, in which those of the lanes are wrong in which the texts differ, whatever the optimised text
        says of them."""
        if self.bench.optimised_text is None or not lanes.any():
            return run
        found = self.differing(batch, classes, open)
        return run if found is None else run.convict(lanes & found.wrong, found)

    def differing(self, batch: Batch, classes: NDArray[np.int8], open: Bools | None) -> Comparison | None:
        """Compare the texts within what the source's flags permit; None if no lane has a meaning."""
        judgement = replace(judge(self.source, self.options, batch, self.bench.seed), open=open)
        if judgement.outcome.unsure.all():
            return None
        outcome = self.optimised.run(batch)
        found = self._compared(classes, judgement, outcome)
        if found.wrong.any() and self.source.reference.undefined:
            judgement = self.bench.undefined(judgement, batch, FP32, None)
            found = self._compared(classes, judgement, outcome)
        return self.bench.weighed(self.source.reference, found, batch, judgement.freedom)

    def _compared(self, classes: NDArray[np.int8], judgement: Judgement, outcome: Outcome) -> Comparison:
        return compare(
            judgement.outcome,
            outcome,
            interface=self.bench.program.interface,
            classes=classes,
            format=FP32,
            samples=judgement.samples,
            freedom=judgement.freedom,
            open=judgement.open,
            run="f32",
        )
