"""Parts of the source whose results were never compared: those that many ordinary lanes reach, and those that no
compared lane reached. A mistake there would show nowhere, however many other lanes agree.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpucc.interp.compare import Bools
from gpucc.interp.data import Batch
from gpucc.interp.inputs import ORDINARY
from gpucc.interp.judgement import JudgeOptions
from gpucc.interp.reference.jit import Reference
from gpucc.interp.reference.marks import Tracer
from gpucc.interp.reference.sides import Sides
from gpucc.interp.report import Unseen
from gpucc.isa.model import FP32
from gpucc.program import Shader

# a part counts if at least one ordinary lane in so many reaches it
UNSEEN = 8
# more lanes are sought for a part if fewer ordinary lanes than this were compared that reach it
ENOUGH_LANES = 4
# the number of quads that are chosen for each such part, and for all of them together
FEW_QUADS, MOST_QUADS = 8, 64
# what divides a program into parts
_CHOICE = re.compile(r"\b(br i1|switch i\d+|select i1)\b|@gpucc\.discard\(i1 %")


class Gaps(NamedTuple):
    """The parts that were not compared: those that ordinary lanes reach, and the places of those that no compared lane
    reached."""

    unseen: tuple[Unseen, ...] = ()
    unreached: tuple[str, ...] = ()


class _Examined(NamedTuple):
    batch: Batch
    ordinary: Bools
    seen: Bools
    sought: bool


class SeenLanes:
    """The lanes that were examined: which are ordinary, and which were compared in some run. Lanes that were sought
    because they reach a part are not counted when the question is how many ordinary lanes reach it."""

    def __init__(self, shader: Shader, options: JudgeOptions) -> None:
        self.shader, self.options = shader, options
        self.batches: list[_Examined] = []
        # the parts that the lanes of each batch reach, and those of its lanes in which the source has a meaning
        self._taken: list[Bools] = []
        self._meaning: list[Bools] = []
        self._sides: Reference | None = None
        self._traced: Reference | None = None

    def add(self, batch: Batch, classes: NDArray[np.int8], seen: Bools, sought: bool) -> None:
        self.batches.append(_Examined(batch, np.asarray(classes == ORDINARY, np.bool_), seen, sought))

    def gaps(self) -> Gaps:
        """The parts that were not compared. Nothing runs if the program has one part only."""
        if not _CHOICE.search(self.shader.text):
            return Gaps()
        parts = self._parts
        unseen = tuple(Unseen(parts.place(bit), lanes) for bit, lanes in self._unseen().items())
        return Gaps(unseen, tuple(dict.fromkeys(parts.place(bit) for bit in self._unreached())))

    def complete(self) -> bool:
        """Return whether several lanes of each part were compared."""
        return not _CHOICE.search(self.shader.text) or not self._wanting()

    def quads_beyond(self, batch: Batch) -> NDArray[np.int64]:
        """The quads of a batch that reach parts of which hardly a lane was compared: a few for each of these parts."""
        chosen: dict[int, None] = {}
        reached = self._reached(batch)
        for bit in self._wanting():
            quads = np.asarray(reached[:, bit].reshape(-1, 4).any(axis=1), np.bool_)
            chosen |= dict.fromkeys(np.flatnonzero(quads)[:FEW_QUADS].tolist())
        return np.array(sorted(list(chosen)[:MOST_QUADS]), np.int64)

    def _reference(self, tracer: type[Sides] | type[Tracer]) -> Reference:
        return Reference(self.shader, FP32, bounds=self.options.bounds, steps=self.options.steps, tracer=tracer)

    @property
    def _parts(self) -> Sides:
        if self._sides is None:
            self._sides = self._reference(Sides)
        assert isinstance(self._sides.tracer, Sides)
        return self._sides.tracer

    def _reached(self, batch: Batch) -> Bools:
        """For each lane and part, whether the lane reaches it."""
        bits = np.arange(self._parts.bits)
        assert self._sides is not None
        return (_notes(self._sides, batch)[:, None] >> bits & 1).astype(np.bool_)

    def _ran(self) -> list[Bools]:
        self._taken += [self._reached(one.batch) for one in self.batches[len(self._taken) :]]
        return self._taken

    def _compared(self) -> NDArray[np.int64]:
        """The number of compared ordinary lanes that reach each part. Other lanes do not count, because an infinity
        among their inputs decides many branches."""
        found = np.zeros(self._parts.bits, np.int64)
        for parts, one in zip(self._ran(), self.batches, strict=True):
            found += parts[one.seen & one.ordinary].sum(axis=0)
        return found

    def _unreached(self) -> list[int]:
        """The parts that no compared lane reached."""
        compared = self._compared()
        return [bit for bit in sorted(self._parts.told) if not compared[bit]]

    def _wanting(self) -> list[int]:
        """The parts for which more lanes are sought."""
        compared = self._compared()
        return sorted({bit for bit in self._parts.told if compared[bit] < ENOUGH_LANES} | self._unseen().keys())

    def _unseen(self) -> dict[int, int]:
        """The parts that many ordinary lanes reach, none of which was compared, and the number of these lanes. A part
        in which the source itself has no meaning cannot be compared."""
        if not self._missed([np.ones(one.batch.lanes, np.bool_) for one in self.batches]):
            return {}
        if self._traced is None:
            self._traced = self._reference(Tracer)
        assert isinstance(self._traced.tracer, Tracer)
        for one in self.batches[len(self._meaning) :]:
            self._meaning.append(~self._traced.tracer.meaningless(_notes(self._traced, one.batch)))
        return self._missed(self._meaning)

    def _missed(self, counted: list[Bools]) -> dict[int, int]:
        count = self._parts.bits
        reached, compared, lanes = np.zeros(count, np.int64), self._compared(), 0
        for parts, one, counts in zip(self._ran(), self.batches, counted, strict=True):
            if not one.sought:
                reached += parts[one.ordinary & counts].sum(axis=0)
                lanes += int(one.ordinary.sum())
        found = np.flatnonzero((UNSEEN * reached >= lanes) & (compared == 0))
        return {int(bit): int(reached[bit]) for bit in found}


def _notes(reference: Reference, batch: Batch) -> NDArray[np.int64]:
    notes = reference.run(batch).firsts
    assert notes is not None
    return notes
