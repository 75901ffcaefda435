"""Draw more lanes if too few of the ordinary ones could be compared; they are added to the hard ones and never replace
them.

Each draw is a pool of gentle lanes: narrow ranges, whole numbers that may be indices, numbers near those that the
program compares with, sizes of textures, and mixtures of lanes that could be compared. The reference alone decides
which of them are promising.
"""

from __future__ import annotations

import re
import zlib

import numpy as np
from numpy.typing import NDArray

from gpucc.interp.data import Batch, F32Array
from gpucc.interp.inputs import normalise, tell_sizes
from gpucc.interp.rounding import literal_value
from gpucc.program import DERIVED, Interface, Slot, Stage, file_size
from gpucc.records import dataclass

POOL = 256
_COMPARES = re.compile(r"^.*(?: fcmp | icmp |@llvm\.(?:min|max)|@llvm\.[su](?:min|max)).*$|^ +i\d+ -?\d+, label ", re.M)
_NUMBER = re.compile(r"(?<![\w.%@$-])(?:0x[0-9A-F]{16}|-?\d+\.\d+e[+-]\d+|-?\d+(?=[,)\s]|$))")
_SIZES = (4.0, 8.0, 16.0, 64.0, 128.0, 224.0, 240.0, 256.0, 320.0, 480.0, 512.0, 640.0, 1024.0)
_KINDS = 8


@dataclass(frozen=True, slots=True)
class Learnt:
    """The ranges of values in the program: numbers that it compares with, and the sizes of its textures."""

    numbers: tuple[float, ...]
    sizes: tuple[float, ...]


def learn(text: str, batch: Batch) -> Learnt:
    shapes = {float(side) for texture in batch.textures.values() for side in texture.levels[0].shape[-3:-1]}
    return Learnt(compared_numbers(text), (*sorted(shapes), *_SIZES))


def compared_numbers(text: str) -> tuple[float, ...]:
    """The numbers that a program compares with."""
    numbers = {literal_value(found) for line in _COMPARES.findall(text) for found in _NUMBER.findall(line)}
    return tuple(sorted(value for value in numbers if 0 < abs(value) < 1e6))


def redraw(
    interface: Interface, stage: Stage, like: Batch, learnt: Learnt, parents: NDArray[np.int64], seed: int, attempt: int
) -> Batch:
    """A pool of POOL lanes; `parents` are ordinary lanes of the batch `like` that could be compared, the first of each
    quad."""
    random = np.random.default_rng((zlib.crc32(b"gpucc redraw"), seed, attempt))
    with np.errstate(all="ignore"):
        inputs = _file(interface.inputs, like.inputs, parents, learnt, random, interface)
        uniforms = _file(interface.uniforms, like.uniforms, parents, learnt, random, interface)
        if stage == "fragment":
            first = np.arange(POOL) & ~3
            uniforms = uniforms[first]
            _slope(inputs, interface.inputs, random)
        tell_sizes(uniforms, interface, like.textures, random)
    return Batch(inputs, uniforms, like.textures)


def _file(
    slots: tuple[Slot, ...],
    like: F32Array,
    parents: NDArray[np.int64],
    learnt: Learnt,
    random: np.random.Generator,
    interface: Interface,
) -> F32Array:
    file = np.zeros((POOL, file_size(slots), 4), np.float32)
    largest = max(4, max((slot.registers for slot in interface.uniforms), default=0))
    for slot in slots:
        if slot.builtin == DERIVED:
            continue
        kinds = np.repeat(random.integers(0, _KINDS, POOL // 4), 4)
        direction = slot.words.startswith("fff") and slot.registers == 1
        for i, letter in enumerate(slot.words):
            if letter != ".":
                values = _component(letter, kinds, learnt, random, largest)
                file[:, slot.register + i // 4, i % 4] = (
                    values if slot.most is None else np.abs(values) % (slot.most + 1)
                )
        if direction:
            # a quarter of the quads
            chosen = np.repeat(random.random(POOL // 4) < 0.25, 4)
            normalise(file[:, slot.register, : slot.components], chosen)
        if len(parents):
            _inherit(file, slot, like, parents, random)
    return file


def _component(
    letter: str, kinds: NDArray[np.int64], learnt: Learnt, random: np.random.Generator, largest: int
) -> F32Array:
    if letter == "b":
        return np.asarray(random.integers(0, 2, POOL), np.float32)
    if letter in "iu":
        small = random.integers(0, np.where(kinds < _KINDS // 2, largest, 2))
        near = random.choice(np.array([int(number) for number in learnt.numbers] or (1,)), POOL)
        near = np.clip(near + random.integers(-1, 2, POOL), 0 if letter == "u" else None, None)
        return np.asarray(np.where(kinds % 2, small, near), np.float32)
    numbers = np.array(learnt.numbers or (1.0,))
    near = random.choice(numbers, POOL) * random.normal(1.0, 0.2, POOL) + random.uniform(
        -0.25, 0.25, POOL
    ) * random.integers(0, 2, POOL)
    values = (
        random.uniform(0, 1, POOL),
        random.uniform(-1, 1, POOL),
        random.integers(0, 17, POOL) / 16,
        np.asarray(random.integers(0, largest, POOL), np.float64),
        near,
        random.choice(np.array(learnt.sizes), POOL),
        random.uniform(0, 20, POOL),
        np.asarray(random.integers(0, 2, POOL), np.float64),
    )
    return np.asarray(np.choose(kinds, values), np.float32)


def _inherit(
    file: F32Array, slot: Slot, like: F32Array, parents: NDArray[np.int64], random: np.random.Generator
) -> None:
    """Let most quads take over a slot's values from a lane that could be compared; half of the numbers are changed a
    little."""
    rows = slice(slot.register, slot.register + slot.registers)
    parent = np.repeat(random.choice(parents, POOL // 4), 4) if like.shape[0] > 1 else np.zeros(POOL, np.int64)
    taken = np.repeat(random.random(POOL // 4) < 0.75, 4)
    given = like[parent, rows]
    whole = np.array([letter != "f" for letter in slot.words.ljust(4 * slot.registers, ".")]).reshape(slot.registers, 4)
    off = 1.0 + np.where(random.random((POOL, 1, 1)) < 0.5, random.normal(0, 0.05, given.shape), 0.0)
    file[taken, rows] = np.where(whole, given, np.asarray(given * off, np.float32))[taken]


def _slope(inputs: F32Array, slots: tuple[Slot, ...], random: np.random.Generator) -> None:
    """Let inputs vary linearly over a quad of fragments."""
    lanes = np.arange(POOL)
    first = lanes & ~3
    x, y = np.asarray(lanes & 1, np.float32), np.asarray(lanes >> 1 & 1, np.float32)
    scale = np.asarray(np.exp2(random.uniform(-10, -4, POOL))[first], np.float32)
    for slot in slots:
        for i, letter in enumerate(slot.words):
            place = (slice(None), slot.register + i // 4, i % 4)
            base = inputs[place][first]
            slope = random.uniform(-1, 1, (2, POOL)).astype(np.float32)[:, first]
            inputs[place] = (
                base + scale * (slope[0] * x + slope[1] * y) * np.maximum(np.abs(base), 0.25) if letter == "f" else base
            )
