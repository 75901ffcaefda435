"""The list of vertices that a PICA200 geometry shader emits.

The output registers have two banks, and each emit changes to the other one: a component that is not written again has
the value of the vertex before the last one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gpucc.emit.shbin import Output
from gpucc.interp.data import F32Array
from gpucc.program import EMITTED
from gpucc.records import dataclass

Ints = NDArray[np.int64]


@dataclass(slots=True)
class Bank:
    """Registers of four components with a value for each lane, and the components that each lane has written."""

    values: F32Array
    written: NDArray[np.bool_]

    @staticmethod
    def empty(count: int, lanes: int) -> Bank:
        return Bank(np.zeros((count, 4, lanes), np.float32), np.zeros((count, 4, lanes), np.bool_))


@dataclass(slots=True)
class Emitted:
    """`values` has a row of four for the number of vertices, then for each vertex one for `EMITTED` and one for each
    output register, lane by lane; `count` the vertices, more than `most` included. `asked` is what setemit said last,
    `mapped` the output components with a meaning, `other` the bank of outputs that is not in use."""

    values: F32Array
    count: Ints
    asked: Ints
    mapped: tuple[tuple[int, int], ...]
    most: int
    other: Bank

    @staticmethod
    def empty(outputs: Sequence[Output], most: int, lanes: int) -> Emitted:
        size = 1 + max((output.register for output in outputs), default=-1)
        mapped = tuple((o.register, i) for o in outputs for i in o.read())
        values = np.zeros((1 + most * (1 + size), 4, lanes), np.float32)
        asked = np.full((len(EMITTED), lanes), -1, np.int64)
        return Emitted(values, np.zeros(lanes, np.int64), asked, mapped, most, Bank.empty(16, lanes))

    def append(self, lanes: Ints, bank: Bank) -> tuple[int, int] | None:
        """Append the vertex in `bank`, and change banks; return the first component that a lane has not written."""
        missing = next(((r, c) for r, c in self.mapped if not bank.written[r, c, lanes].all()), None)
        if missing:
            return missing
        inside = lanes[self.count[lanes] < self.most]
        size = (len(self.values) - 1) // self.most
        first = 1 + self.count[inside] * size
        for row in range(len(EMITTED)):
            self.values[first, row, inside] = self.asked[row, inside]
        # not only what is mapped: the interface compares components too that the rasteriser does not read
        for register in range(size - 1):
            self.values[first + 1 + register, :, inside] = bank.values[register][:, inside].T
        self.count[lanes] += 1
        for mine, theirs in ((bank.values, self.other.values), (bank.written, self.other.written)):
            kept = mine[:, :, lanes].copy()
            mine[:, :, lanes] = theirs[:, :, lanes]
            theirs[:, :, lanes] = kept
        return None

    def outputs(self) -> F32Array:
        """The list, lanes first."""
        self.values[0, 0] = self.count
        return np.ascontiguousarray(self.values.transpose(2, 0, 1))
