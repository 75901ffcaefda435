"""The inputs and outputs of a run of a shader: numpy arrays over lanes."""

from __future__ import annotations

from dataclasses import field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpucc.records import dataclass

F32Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Texture:
    """Mip levels, largest first: each (height, width, 4), or (6, height, width, 4) for a cube (+x -x +y -y +z -z).

    The arrays must not be changed: `flat` keeps what `texture.sample` makes of them when it first reads the texture.
    """

    levels: tuple[F32Array, ...]
    flat: list[Any] = field(default_factory=list, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Batch:
    """The inputs of a run, in quads of lanes for derivatives: lanes 4k..4k+3 are (0,0) (1,0) (0,1) (1,1) of a 2x2 quad,
    y downwards.

    inputs (lanes, registers, 4); uniforms (lanes or 1, registers, 4), without the compiler's own constants.
    """

    inputs: F32Array
    uniforms: F32Array
    textures: dict[int, Texture] = field(default_factory=dict)

    @property
    def lanes(self) -> int:
        """The number of lanes."""
        return int(self.inputs.shape[0])


@dataclass(frozen=True, slots=True)
class Outcome:
    """The results of a run: outputs (lanes, registers, 4), and the classes of lanes.

    `discarded` lanes are fragments that were discarded. A lane is `unsure` if the IR itself gives no defined answer
    there: an integer left the exact range, a division by zero, an index out of bounds. It is `doubtful` if a target
    without a select may spoil it, by a blend with an infinity or NaN: its result is right if it agrees; if not, it is
    wrong only if a compiler could have prevented that (`interp.blends`). `reordered` are those unsure lanes in which
    only another order of operations might overflow, `signed` those doubtful ones in which a blend chooses a -0,
    which may become +0: what depends on its sign may be any number.

    `rounds` is the number of loop repetitions in the reference, lane by lane; `firsts` are the first marks of a traced
    one (`interp.reference.marks`). `executed` is the number of instructions
    that a simulator ran in each lane, up to its end or its discard, and `fetches` the number of textures that it read
    there; `visits` is the number of lanes that ran each instruction, counted again in each round of a loop.
    """

    outputs: F32Array
    discarded: NDArray[np.bool_]
    unsure: NDArray[np.bool_]
    doubtful: NDArray[np.bool_] | bool = False
    reordered: NDArray[np.bool_] | bool = False
    signed: NDArray[np.bool_] | bool = False
    rounds: NDArray[np.int64] | None = None
    firsts: NDArray[np.int64] | None = None
    executed: NDArray[np.int64] | None = None
    fetches: NDArray[np.int64] | None = None
    visits: NDArray[np.int64] | None = None

    @property
    def steps(self) -> int:
        """The number of instructions in the lane that ran the most."""
        return 0 if self.executed is None else int(self.executed.max(initial=0))
