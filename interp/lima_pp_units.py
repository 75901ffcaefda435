"""The functions of single units of the lima fragment processor beyond arithmetic: derivatives, textures, the two parts
of atan."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gpucc.interp import texture
from gpucc.interp.data import F32Array
from gpucc.interp.lima_pp_state import Ints, LimaPpCell, LimaPpState, fit
from gpucc.interp.machine import Mask
from gpucc.interp.numerics import Values
from gpucc.isa.model import Format, SamplerState
from gpucc.program import Program

# the perspective setting -> the component that divides those before it
PROJECTED = {2: 2, 3: 3}


def neighbours(state: LimaPpState, a: LimaPpCell, b: LimaPpCell, across: bool) -> tuple[LimaPpCell, LimaPpCell]:
    """a of the right (lower) fragment and b of the left (upper) one. Lanes in whose quad these are not running become
    unsure."""
    lanes, running = state.lanes, state.running()
    pairs = ((a, texture.RIGHT if across else texture.LOWER), (b, texture.LEFT if across else texture.UPPER))
    found = []
    for cell, pick in pairs:
        index = np.arange(lanes)
        place = np.minimum((index & ~3) + np.asarray(pick)[index & 3], lanes - 1)
        known = running if cell.known is None else running & cell.known
        there = known[place]
        state.doubt(there)
        found.append(LimaPpCell(np.broadcast_to(cell.values, lanes)[place]))
    return found[0], found[1]


def normalized(vector: Sequence[F32Array]) -> list[F32Array]:
    x, y, z = (values.astype(np.float64) for values in vector)
    length = np.sqrt(x * x + y * y + z * z)
    return [np.asarray(values / length, np.float32) for values in (x, y, z)]


def sampled(
    state: LimaPpState,
    program: Program,
    number: int | Ints,
    cube: bool,
    coordinates: Sequence[LimaPpCell],
    level: LimaPpCell | None,
    explicit: bool,
) -> list[F32Array]:
    """The texel of each lane; lanes whose quad is not together are unsure of its level. A missing texture is a
    LookupError."""
    numbers = [number] if isinstance(number, int) else [int(found) for found in np.unique(number[state.running()])]
    lanes = state.lanes
    texels = [np.zeros(lanes, np.float32) for _ in range(4)]
    for one in numbers:
        here = np.ones(lanes, np.bool_) if isinstance(number, int) else number == one
        image = state.batch.textures.get(one)
        if image is None:
            raise LookupError(f"there is no texture for sampler {one}")
        slot = next((slot for slot in program.interface.samplers if slot.register == one), None)
        given = slot.sampler if slot is not None and slot.sampler is not None else None
        sampler = given or SamplerState("cube" if cube else "2d")
        if (sampler.dimension == "cube") != cube or (image.levels[0].ndim == 4) != cube:
            raise LookupError(f"sampler {one} is {'no' if cube else 'a'} cube")
        where = [np.broadcast_to(cell.values, lanes) for cell in coordinates]
        amount = np.zeros(lanes, np.float32) if level is None else np.broadcast_to(level.values, lanes)
        u, v, w = where[0], where[1], where[2] if cube else None
        found = texture.sample(
            image, sampler, u, v, w, bias=0.0 if explicit else amount, lod=amount if explicit else None
        )
        texels = [np.where(here, new, old) for new, old in zip(found, texels, strict=True)]
        if not explicit and sampler.mip != "nomip" and len(image.levels) > 1:
            state.doubt(quads(state.running(), coordinates))
    return texels


def quads(running: Mask, coordinates: Sequence[LimaPpCell]) -> Mask:
    """Lanes whose quad is complete and knows its coordinates."""
    here = running
    for cell in coordinates:
        here = here if cell.known is None else here & cell.known
    index = np.arange(len(here)) & ~3
    found = np.ones(len(here), np.bool_)
    for i in range(4):
        found &= here[np.minimum(index + i, len(here) - 1)]
    return found


# atan -----------------------------------------------------------------------------------------------------------------
#
# The three numbers that the first part passes to the second are not documented. These are a model: half a ratio of at
# most 1, the 2 that a program must multiply it by if there were two arguments, and a number for the octant.

_SWAPPED, _LEFT, _NEGATIVE = 1, 2, 4


def atan_start(arguments: Sequence[F32Array], format: Format) -> list[F32Array]:
    """The first part, from a, or from y and x."""
    y = arguments[0].astype(np.float64)
    x = arguments[1].astype(np.float64) if len(arguments) > 1 else np.ones(1)
    angle = np.arctan2(y, x)
    size = np.abs(angle)
    left = size > np.pi / 2
    acute = np.where(left, np.pi - size, size)
    swapped = acute > np.pi / 4
    ratio = np.tan(np.where(swapped, np.pi / 2 - acute, acute))
    octant = swapped * _SWAPPED + left * _LEFT + np.signbit(angle) * _NEGATIVE
    first = ratio if len(arguments) == 1 else ratio / 2
    second = np.where(np.isnan(angle), np.nan, np.float64(1 if len(arguments) == 1 else 2))
    return [
        fit(format, np.asarray(values, np.float32))
        for values in (first, second, octant.astype(np.float64), np.zeros(1))
    ]


def atan_finish(parts: Sequence[F32Array]) -> Values:
    """The angle, in float64, so that a perturbation rounds only once."""
    ratio, _, code = (values.astype(np.float64) for values in parts)
    octant = np.where(np.isnan(code), 0, code).astype(np.int64)
    angle = np.arctan(ratio)
    angle = np.where(octant & _SWAPPED, np.pi / 2 - angle, angle)
    angle = np.where(octant & _LEFT, np.pi - angle, angle)
    return np.asarray(np.where(octant & _NEGATIVE, -angle, angle))
