"""Lanes in which numbers are often equal: what a program makes of x < y where both are the same shows in hardly a lane
of random numbers.

Inputs, uniforms and texels are multiples of a quarter, whose sums and products are exact in every format, or numbers
that the program compares with. Nothing else changes: indices, truth values, built-in inputs and sizes of textures stay
those of another batch.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from gpucc.interp.data import Batch, F32Array, Texture
from gpucc.program import Interface, Slot, Stage

FEW = np.arange(-4, 9) / 4.0
# the steps between neighbours in a quad
STEPS = (0.0, 0.0, 0.125, -0.125)
# the part of the numbers that the program compares with, and of the texels that change
COMPARED, TEXELS = 0.25, 0.5


def tied(interface: Interface, stage: Stage, like: Batch, numbers: tuple[float, ...], seed: int) -> Batch:
    """Return the batch with such numbers in place of its floats; `numbers` are those that the program compares with."""
    random = np.random.default_rng((zlib.crc32(b"gpucc ties"), seed))
    inputs, uniforms = like.inputs.copy(), like.uniforms.copy()
    sizes = {f"{sampler.name}.size" for sampler in interface.samplers}
    for slots, file, varying in ((interface.inputs, inputs, True), (interface.uniforms, uniforms, False)):
        for register, component in _floats(slot for slot in slots if slot.name not in sizes):
            values = _drawn(len(file), stage == "fragment", numbers, random)
            if varying and stage == "fragment":
                values = values + _slope(len(file), random)
            file[:, register, component] = values
    textures = {number: _tied_texture(texture, random) for number, texture in like.textures.items()}
    return Batch(inputs, uniforms, textures)


def _floats(slots: Iterable[Slot]) -> list[tuple[int, int]]:
    """Return the register and the component of each float that the program's author declared."""
    return [
        (slot.register + i // 4, i % 4)
        for slot in slots
        for i, letter in enumerate(slot.words)
        if slot.builtin is None and letter == "f"
    ]


def _drawn(lanes: int, by_quads: bool, numbers: tuple[float, ...], random: np.random.Generator) -> NDArray[np.float32]:
    count = -(-lanes // 4) if by_quads else lanes
    values = random.choice(FEW, count)
    if numbers:
        values = np.where(random.random(count) < COMPARED, random.choice(np.array(numbers), count), values)
    return np.asarray(np.repeat(values, 4)[:lanes] if by_quads else values, np.float32)


def _slope(lanes: int, random: np.random.Generator) -> F32Array:
    """Return a linear function over each quad."""
    across, down = (np.repeat(random.choice(STEPS, -(-lanes // 4)), 4)[:lanes] for _ in range(2))
    place = np.arange(lanes)
    return np.asarray(across * (place & 1) + down * (place >> 1 & 1), np.float32)


def _tied_texture(texture: Texture, random: np.random.Generator) -> Texture:
    def changed(level: F32Array) -> F32Array:
        few = random.choice(np.array((0.0, 0.5, 1.0), np.float32), level.shape)
        return np.where(random.random(level.shape) < TEXELS, few, level)

    return Texture(tuple(map(changed, texture.levels)))
