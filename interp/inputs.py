"""Inputs that find faults: ordinary data, data of every magnitude, and the corner cases of the number format.

Lanes come in quads of one class. The same seed gives the same batch.
"""

from __future__ import annotations

import zlib

import numpy as np
from numpy.typing import NDArray

from gpucc.interp.data import Batch, F32Array, Texture
from gpucc.program import DERIVED, Interface, Slot, Stage, file_size

ORDINARY, WIDE, CORNER = 0, 1, 2
CLASS_NAMES = ("ordinary", "wide", "corner")

TINY, HUGE = float(np.finfo(np.float32).tiny), float(np.finfo(np.float32).max)
_AROUND_ONE = (
    1.0,
    1.0 + 2.0**-23,
    1.0 - 2.0**-24,
    2.0,
    2.0 - 2.0**-23,
    0.5,
    0.5 - 2.0**-25,
    1.5,
    2.5,
    3.5,
    3.0,
    1 / 3,
    10.0,
    255.0,
)
_POWERS = tuple(2.0**k for k in (-126, -64, -31, -24, -23, -10, 10, 22, 23, 24, 31, 63, 64, 126))
_WHOLE = (
    2.0**23 + 1,
    2.0**24 - 1,
    2.0**24 + 2,
    2.0**31,
    2.0**32,
    65504.0,
    65536.0,
    1e10,
    1e-10,
    3.1415927,
    1.5707964,
    6.2831855,
)
_EXTREME = (TINY, TINY / 2, 2.0**-149, 1e-40, HUGE, HUGE / 2)
_SIGNED = np.array((0.0, *_AROUND_ONE, *_POWERS, *_WHOLE, *_EXTREME, float("inf")), np.float32)
CORNERS: F32Array = np.concatenate([_SIGNED, -_SIGNED, np.array([np.nan], np.float32)])
# the values that each component takes in a few corner lanes
KEY_CORNERS = np.array(
    (0.0, -0.0, np.nan, np.inf, -np.inf, 1.0, -1.0, 0.5, -2.5, TINY / 2, HUGE, -0.0, np.nan, 2.0**24 - 1), np.float32
)
INTEGER_CORNERS = np.array(
    (0, 1, -1, 2, 3, 7, 8, 255, 256, -128, 127, 1000, 32767, -32768, 65535, 2**20, 2**23, 2**24 - 1, -(2**24) + 1)
)
UNSIGNED_CORNERS = INTEGER_CORNERS[INTEGER_CORNERS >= 0]
SIZES = ((8, 8), (4, 2), (2, 8), (16, 4))
# the largest size of a texture that a host may tell is this power of two
LARGEST_SIZE = 13
# a picture's largest side is less than this power of two: the product of two coordinates is a number of every format
LARGEST_SIDE = 7.6
# where no size is told, a coordinate is a pixel of a screen; below this power of two, halves hold the middle of a pixel
LARGEST_SCREEN = 10


def make_batch(
    interface: Interface,
    lanes: int,
    seed: int,
    *,
    stage: Stage,
    wide: bool = True,
    piece: int = 0,
    screen: bool = False,
) -> tuple[Batch, NDArray[np.int8]]:
    """The batch (inputs, uniforms for each lane, textures) and the class of each lane. Half of the quads are ordinary.

    In ordinary quads of fragment programs, inputs vary linearly over the quad and uniforms not at all, so that
    derivatives have sensible values. If `wide` is False, all lanes are ordinary. `piece` numbers the batches of one
    verification. With `screen`, inputs and uniforms of half of the quads are places on a screen and its size.
    """
    random = np.random.default_rng((zlib.crc32(b"gpucc inputs"), seed, *((piece,) if piece else ())))
    quads = np.array((ORDINARY, CORNER, ORDINARY, WIDE), np.int8)[np.arange(-(-lanes // 4)) % 4]
    classes = np.repeat(quads if wide else np.zeros_like(quads), 4)[:lanes]
    inputs = _file(interface.inputs, classes, random, interface)
    uniforms = _file(interface.uniforms, classes, random, interface)
    _expect(uniforms, interface.uniforms, classes, np.random.default_rng((zlib.crc32(b"gpucc defaults"), seed, piece)))
    if stage == "fragment":
        _smooth(inputs, interface.inputs, classes, random)
        _share(uniforms, classes)
        _place(inputs, uniforms, interface, classes, np.random.default_rng((zlib.crc32(b"gpucc places"), seed, piece)))
        if screen:
            _spread(inputs, uniforms, interface, classes, random)
    textures = {slot.register: _texture(slot, random) for slot in interface.samplers}
    tell_sizes(uniforms, interface, textures, random)
    return Batch(inputs, uniforms, textures), classes


def _file(
    slots: tuple[Slot, ...], classes: NDArray[np.int8], random: np.random.Generator, interface: Interface
) -> F32Array:
    lanes = classes.shape[0]
    file = np.zeros((lanes, file_size(slots), 4), np.float32)
    largest = max(4, max((slot.registers for slot in interface.uniforms), default=0))
    slots = tuple(slot for slot in slots if slot.builtin != DERIVED)
    for slot in slots:
        for i, letter in enumerate(slot.words):
            if letter != ".":
                values = _component(letter, classes, random, largest)
                file[:, slot.register + i // 4, i % 4] = (
                    values if slot.most is None else np.abs(values) % (slot.most + 1)
                )
        if slot.words.startswith("fff") and slot.registers == 1:
            # a quarter of the ordinary lanes
            chosen = (classes == ORDINARY) & (random.random(classes.shape[0]) < 0.25)
            normalise(file[:, slot.register, : slot.components], chosen)
    _repeat_values(file, slots, random)
    return file


def _component(letter: str, classes: NDArray[np.int8], random: np.random.Generator, largest: int) -> F32Array:
    lanes = classes.shape[0]
    if letter == "b":
        return np.asarray(random.integers(0, 2, lanes), np.float32)
    if letter in "iu":
        return _integers(letter == "i", classes, random, largest)
    ranges = [random.uniform(low, high, lanes) for low, high in ((-2, 2), (0, 1), (-20, 20))]
    halves, eighths = random.integers(-10, 11, lanes) / 2, random.integers(-32, 33, lanes) / 8
    ordinary = np.choose(random.integers(0, 6, lanes), (*ranges, random.normal(size=lanes), halves, eighths))
    exponent = np.where(random.random(lanes) < 0.7, random.uniform(-30, 30, lanes), random.uniform(-126, 127, lanes))
    vast = np.exp2(exponent) * random.choice((-1.0, 1.0), lanes)
    corner = np.where(random.random(lanes) < 0.25, random.choice(CORNERS, lanes), ordinary)
    places = random.permutation(np.flatnonzero(classes == CORNER))
    places = places[: len(places) // 2]
    corner[places] = np.resize(KEY_CORNERS, len(places))
    return np.asarray(np.choose(classes, (ordinary, vast, corner)), np.float32)


def ordinary(letter: str, lanes: int, random: np.random.Generator) -> F32Array:
    """Ordinary values of a component."""
    return _component(letter, np.zeros(lanes, np.int8), random, 4)


def _integers(signed: bool, classes: NDArray[np.int8], random: np.random.Generator, largest: int) -> F32Array:
    lanes = classes.shape[0]
    small = random.integers(0, largest, lanes)
    medium = random.integers(-20 if signed else 0, 100, lanes)
    ordinary = np.where(random.random(lanes) < 0.6, small, medium)
    size = np.exp2(random.uniform(0, 20, lanes)).astype(np.int64)
    vast = size * (random.choice((-1, 1), lanes) if signed else 1)
    corner = random.choice(INTEGER_CORNERS if signed else UNSIGNED_CORNERS, lanes)
    return np.asarray(np.choose(classes, (ordinary, vast, corner)), np.float32)


def normalise(vectors: F32Array, chosen: NDArray[np.bool_]) -> None:
    """Normalise the vectors of these lanes: xyz as a direction, w unchanged."""
    part = vectors[chosen, :3]
    length = np.sqrt((part * part).sum(axis=1, keepdims=True))
    vectors[chosen, :3] = part / np.where(length > 0, length, 1)


def _repeat_values(file: F32Array, slots: tuple[Slot, ...], random: np.random.Generator) -> None:
    """Repeat a value in two components of some lanes, so that comparisons for equality are sometimes true."""
    places = [
        (slot.register + i // 4, i % 4, letter)
        for slot in slots
        for i, letter in enumerate(slot.words)
        if letter != "."
    ]
    for (register, component, letter), (r0, c0, l0) in zip(places[1:], places, strict=False):
        if letter == l0:
            same = random.random(file.shape[0]) < 0.08
            file[same, register, component] = file[same, r0, c0]


def tell_sizes(
    uniforms: F32Array, interface: Interface, textures: dict[int, Texture], random: np.random.Generator
) -> None:
    """Set the uniforms that hold sizes of textures, `NAME.size`: to the texture's own in half of the quads, otherwise
    to another one. The host tells whole numbers of texels, so not even corner lanes have others."""
    quads = -(-len(uniforms) // 4)
    for sampler in interface.samplers:
        slot = next((slot for slot in interface.uniforms if slot.name == f"{sampler.name}.size"), None)
        if slot is None:
            continue
        height, width = textures[sampler.register].levels[0].shape[-3:-1]
        own = random.random(quads) < 0.5
        for lane, side in enumerate((width, height)):
            other = np.floor(np.exp2(random.uniform(0, LARGEST_SIZE, quads)))
            uniforms[:, slot.register, lane] = np.repeat(np.where(own, side, other), 4)[: len(uniforms)]


def _smooth(inputs: F32Array, slots: tuple[Slot, ...], classes: NDArray[np.int8], random: np.random.Generator) -> None:
    lanes = classes.shape[0]
    first = np.arange(lanes) & ~3
    x, y = np.asarray(np.arange(lanes) & 1, np.float32), np.asarray(np.arange(lanes) >> 1 & 1, np.float32)
    scale = np.asarray(np.exp2(random.uniform(-8, 0, lanes))[first], np.float32)
    for slot in slots:
        for i, letter in enumerate(slot.words):
            place = (slice(None), slot.register + i // 4, i % 4)
            base = inputs[place][first]
            slope = random.uniform(-1, 1, (2, lanes)).astype(np.float32)[:, first]
            moved = base + scale * (slope[0] * x + slope[1] * y) if letter == "f" else base
            inputs[place] = np.where(classes == ORDINARY, moved, inputs[place])


def _expect(
    uniforms: F32Array, slots: tuple[Slot, ...], classes: NDArray[np.int8], random: np.random.Generator
) -> None:
    """Set the uniforms that have a default to it, or to as much as a half more or less, in half of the ordinary quads:
    what the source gives is what it is made for, and a program with many parameters may have a meaning only there."""
    lanes = classes.shape[0]
    first = np.arange(lanes) & ~3
    chosen = (random.random((1, lanes))[0, first] < 0.5) & (classes == ORDINARY)
    exact = random.random((1, lanes))[0, first] < 0.5
    for slot in slots:
        used = [i for i, letter in enumerate(slot.words) if letter != "."]
        if len(slot.default) != len(used):
            continue
        for i, value in zip(used, slot.default, strict=True):
            near = np.where(exact, 1.0, random.uniform(0.5, 1.5, (1, lanes))[0, first])
            parts, those = (near, chosen) if slot.words[i] == "f" else (1.0, chosen & exact)
            uniforms[those, slot.register + i // 4, i % 4] = np.broadcast_to(value * parts, lanes)[those]


def _share(uniforms: F32Array, classes: NDArray[np.int8]) -> None:
    first = np.arange(classes.shape[0]) & ~3
    ordinary = classes == ORDINARY
    uniforms[ordinary] = uniforms[first][ordinary]


def _place(
    inputs: F32Array, uniforms: F32Array, interface: Interface, classes: NDArray[np.int8], random: np.random.Generator
) -> None:
    """Make the coordinate a pixel of a picture whose size is a uniform of two floats, in half of the ordinary quads; or
    of a screen if there is none, unless it is a parameter of LLVM IR, which may as well be between 0 and 1.

    Shaders divide the one by the other, and the quotient of two random numbers is hardly ever between 0 and 1.
    """
    sizes = [size.register for size in interface.uniforms if size.builtin is None and _holds_two(size)]
    # only parameters of LLVM IR have an alias, such as arg0
    coordinates = [at.register for at in interface.inputs if _is_coordinate(at) and (sizes or not at.aliases)]
    pairs = [(at, size) for at in coordinates for size in sizes or (None,)]
    if not pairs:
        return
    lanes = classes.shape[0]
    first = np.arange(lanes) & ~3
    chosen = (random.integers(0, 2, (1, lanes))[0, first] == 0) & (classes == ORDINARY)
    which = random.integers(0, len(pairs), (1, lanes))[0, first]
    sides, pixels = _pixels(lanes, LARGEST_SIDE if sizes else LARGEST_SCREEN, random)
    for number, (at, size) in enumerate(pairs):
        found = np.flatnonzero(chosen & (which == number))
        inputs[found, at, :2] = pixels[found]
        if size is not None:
            uniforms[found, size, :2] = sides[found]


def _spread(
    inputs: F32Array, uniforms: F32Array, interface: Interface, classes: NDArray[np.int8], random: np.random.Generator
) -> None:
    """Make all inputs and uniforms places on a screen and its size, in half of the ordinary quads: coordinates are
    pixels, other inputs of two floats are between 0 and 1, and so `uv * resolution` is a pixel, too."""
    lanes = classes.shape[0]
    found = np.flatnonzero((np.repeat(random.integers(0, 2, -(-lanes // 4)), 4)[:lanes] == 0) & (classes == ORDINARY))
    sides, pixels = _pixels(lanes, LARGEST_SCREEN, random)
    for at in interface.inputs:
        if at.builtin is None and _holds_two(at):
            inputs[found, at.register, :2] = (pixels if _is_coordinate(at) else pixels / sides)[found]
    for size in interface.uniforms:
        if size.builtin is None and size.registers == 1 and size.words.startswith("ff"):
            uniforms[found, size.register, :2] = sides[found]


def _pixels(lanes: int, largest: float, random: np.random.Generator) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For each lane, the sides of a picture and a pixel in it. A quad begins at even coordinates."""
    first, lane = np.arange(lanes) & ~3, np.arange(lanes)
    sides = np.floor(np.exp2(random.uniform(3, largest, (2, lanes))))[:, first]
    sides[1] = np.where(random.integers(0, 2, (1, lanes))[0, first] == 0, sides[0], sides[1])
    corner = np.floor(random.random((2, lanes))[:, first] * sides / 2) * 2
    return sides.T, (corner + (lane & 1, lane >> 1 & 1) + 0.5).T


def _is_coordinate(slot: Slot) -> bool:
    """Return whether an input is a place in pixels: what the rasteriser gives, AGSL's coordinate, two floats of IR."""
    return slot.builtin == "gl_FragCoord" or (slot.builtin is None and slot.declared is None and _holds_two(slot))


def _holds_two(slot: Slot) -> bool:
    return slot.registers == 1 and slot.words.rstrip(".") == "ff"


def _texture(slot: Slot, random: np.random.Generator) -> Texture:
    """A texture. Each mip level is random on its own, so that reading the wrong one is noticed."""
    cube = slot.sampler is not None and slot.sampler.dimension == "cube"
    width, height = (4, 4) if cube else SIZES[int(random.integers(len(SIZES)))]
    levels = []
    while True:
        shape = (6, height, width, 4) if cube else (height, width, 4)
        levels.append(random.random(shape, dtype=np.float32))
        if width == height == 1:
            return Texture(tuple(levels))
        width, height = max(1, width // 2), max(1, height // 2)
