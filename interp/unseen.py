"""Parts of the source whose results were never compared: those that many ordinary lanes reach, and those that no
compared lane reached. A mistake there would show nowhere, however many other lanes agree.
"""

from __future__ import annotations

import re
from functools import partial
from typing import NamedTuple

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
# what divides a program into parts
_CHOICE = re.compile(r"\b(br i1|switch i\d+|select i1)\b|@gpucc\.discard\(i1 %")


class Gaps(NamedTuple):
    """What was not compared: parts that ordinary lanes reach, and the places of those that no compared lane
    reached."""

    unseen: tuple[Unseen, ...] = ()
    unreached: tuple[str, ...] = ()


class SeenLanes:
    """The lanes that were examined: which are ordinary, and which were compared in some run."""

    def __init__(self, shader: Shader, options: Options) -> None:
        self.shader, self.options = shader, options
        self.batches: list[tuple[Batch, Bools, Bools]] = []

    def add(self, batch: Batch, classes: NDArray[np.int8], seen: Bools) -> None:
        self.batches.append((batch, np.asarray(classes == ORDINARY, np.bool_), seen))

    def gaps(self) -> Gaps:
        """What was missed. Nothing runs if the program has one part only."""
        if not _CHOICE.search(self.shader.text):
            return Gaps()
        reference = partial(Reference, self.shader, FP32, bounds=self.options.bounds, steps=self.options.steps)
        sides = reference(tracer=Sides)
        parts_of = sides.tracer
        assert isinstance(parts_of, Sides)
        bits = np.arange(parts_of.bits)
        taken = [(_notes(sides, batch)[:, None] >> bits & 1).astype(np.bool_) for batch, _, _ in self.batches]
        ran = np.zeros(len(bits), np.bool_)
        for parts, (_, _, seen) in zip(taken, self.batches, strict=True):
            ran |= parts[seen].any(axis=0)
        unreached = tuple(dict.fromkeys(parts_of.place(bit) for bit in sorted(parts_of.told) if not ran[bit]))

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
            return Gaps((), unreached)
        # a part in which the source itself has no meaning cannot be compared
        traced = reference(tracer=Tracer)
        assert isinstance(traced.tracer, Tracer)
        meaning = [~traced.tracer.meaningless(_notes(traced, batch)) for batch, _, _ in self.batches]
        return Gaps(missed(meaning), unreached)


def _notes(reference: Reference, batch: Batch) -> NDArray[np.int64]:
    notes = reference.run(batch).firsts
    assert notes is not None
    return notes
