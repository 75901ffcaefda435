"""Parts of the source that many ordinary lanes reach, but none that was compared: a mistake there would show nowhere,
however many other lanes agree.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from gpucc.interp.compare import Bools
from gpucc.interp.data import Batch
from gpucc.interp.inputs import ORDINARY
from gpucc.interp.judgement import Options
from gpucc.interp.reference.jit import Reference
from gpucc.interp.reference.marks import Tracer
from gpucc.interp.reference.sides import Sides
from gpucc.interp.report import Unseen
from gpucc.isa.model import FP32
from gpucc.program import Shader

# a part counts if at least one ordinary lane in so many reaches it
UNSEEN = 8


class SeenLanes:
    """The lanes that were examined: which are ordinary, and which were compared in some run."""

    def __init__(self, shader: Shader, options: Options) -> None:
        self.shader, self.options = shader, options
        self.batches: list[tuple[Batch, Bools, Bools]] = []

    def add(self, batch: Batch, classes: NDArray[np.int8], seen: Bools) -> None:
        self.batches.append((batch, np.asarray(classes == ORDINARY, np.bool_), seen))

    def unseen(self) -> tuple[Unseen, ...]:
        """The parts that were missed. Nothing runs if every ordinary lane was compared."""
        if all((~ordinary | seen).all() for _, ordinary, seen in self.batches):
            return ()
        reference = partial(Reference, self.shader, FP32, bounds=self.options.bounds, steps=self.options.steps)
        sides = reference(tracer=Sides)
        parts_of = sides.tracer
        assert isinstance(parts_of, Sides)
        bits = np.arange(parts_of.bits)
        taken = [(_notes(sides, batch)[:, None] >> bits & 1).astype(np.bool_) for batch, _, _ in self.batches]

        def missed(counted: list[Bools]) -> tuple[Unseen, ...]:
            reached, compared, lanes = np.zeros(len(bits), np.int64), np.zeros(len(bits), np.int64), 0
            for parts, (_, ordinary, seen), counts in zip(taken, self.batches, counted, strict=True):
                reached += parts[ordinary & counts].sum(axis=0)
                compared += parts[ordinary & seen].sum(axis=0)
                lanes += int(ordinary.sum())
            found = np.flatnonzero((UNSEEN * reached >= lanes) & (compared == 0))
            return tuple(Unseen(parts_of.place(int(bit)), int(reached[bit])) for bit in found)

        every = [np.ones(batch.lanes, np.bool_) for batch, _, _ in self.batches]
        if not missed(every):
            return ()
        # a part in which the source itself has no meaning cannot be compared
        traced = reference(tracer=Tracer)
        assert isinstance(traced.tracer, Tracer)
        return missed([~traced.tracer.meaningless(_notes(traced, batch)) for batch, _, _ in self.batches])


def _notes(reference: Reference, batch: Batch) -> NDArray[np.int64]:
    notes = reference.run(batch).firsts
    assert notes is not None
    return notes
