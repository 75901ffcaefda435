"""Texture sampling over lanes, in float32: the one definition that simulators and the JIT reference share.

Every step below is one float32 operation (numpy rounds each), so the answer is reproducible bit for bit. The rules are
those of OpenGL ES 2.0, made definite where it leaves a choice:

* level of detail: rho = max(length(dx), length(dy)), gradients in texels of the base level, taken within the 2x2 quad
  (dx: right minus left in the lane's own row; dy: lower minus upper row in its own column); lambda = log2(rho),
  computed in float64 and rounded once, plus the sampler's bias plus the instruction's bias; an explicit `lod` replaces
  all of it. lambda is clamped to 0 .. levels-1; NaN counts as 0. Minification and magnification filter alike.
* mip `mipnearest` reads level ceil(lambda + 0.5) - 1; `miplinear` blends floor(lambda) and the next level.
* linear filtering blends along x first, then y, then between levels, each as a*(1-t) + b*t.
* a cube's face is that of the largest component (x before y before z when equal); its edges are not blended with
  neighbouring faces; gradients project the neighbours' directions on the lane's own face.
* anisotropic filters sample as linear ones.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpucc.interp.data import F32Array, Texture
from gpucc.isa.model import SamplerState

IntArray = NDArray[np.int64]
Texel = tuple[F32Array, F32Array, F32Array, F32Array]

ONE = np.float32(1.0)
HALF = np.float32(0.5)
TWO = np.float32(2.0)

# lanes 4k..4k+3 are (0,0) (1,0) (0,1) (1,1): position in the quad of the left, right, upper and lower neighbour
LEFT, RIGHT = (0, 0, 2, 2), (1, 1, 3, 3)
UPPER, LOWER = (0, 1, 0, 1), (2, 3, 2, 3)

# per face +x -x +y -y +z -z (OpenGL ES 2.0, table 3.10): axes of s, t and of the major component; signs of s and t
FACE_AXES = np.array(((2, 1, 0), (2, 1, 0), (0, 2, 1), (0, 2, 1), (0, 1, 2), (0, 1, 2)))
FACE_SIGNS = np.array(((-1, -1), (1, -1), (1, 1), (1, -1), (1, -1), (-1, -1)), np.float32)


class Atlas(NamedTuple):
    """All levels of a texture in one array of texels."""

    texels: F32Array
    offsets: IntArray
    widths: IntArray
    heights: IntArray


def sample(
    texture: Texture,
    state: SamplerState,
    u: F32Array,
    v: F32Array,
    w: F32Array | None = None,
    *,
    bias: F32Array | float = 0.0,
    lod: F32Array | float | None = None,
    implicit: bool = True,
) -> Texel:
    """The four components read at (u, v) of a 2D texture or in direction (u, v, w) of a cube, one value a lane.

    `implicit` False means there are no quads (vertex programs): the gradients count as zero.
    """
    with np.errstate(all="ignore"):
        coords = [np.asarray(c, np.float32) for c in (u, v, w) if c is not None]
        atlas = _atlas(texture)
        face = _faces(coords) if state.dimension == "cube" else np.zeros(coords[0].shape, np.int64)
        s, t = _project(coords, face) if state.dimension == "cube" else (coords[0], coords[1])
        levels = len(texture.levels)
        if state.mip == "nomip" or levels == 1:
            return _read(atlas, state, face, s, t, np.zeros(s.shape, np.int64))
        if lod is None:
            base = _gradient_lod(atlas, state, coords, face) if implicit else np.zeros(s.shape, np.float32)
            detail = (base + np.float32(state.bias)) + np.asarray(bias, np.float32)
        else:
            detail = np.broadcast_to(np.asarray(lod, np.float32), s.shape)
        detail = np.where(np.isnan(detail), np.float32(0.0), np.clip(detail, np.float32(0.0), np.float32(levels - 1)))
        return _mipmapped(atlas, state, face, s, t, detail.astype(np.float32))


def difference_x(values: F32Array) -> F32Array:
    """dFdx over quads: right minus left neighbour in the lane's own row."""
    return _quad(values, RIGHT) - _quad(values, LEFT)


def difference_y(values: F32Array) -> F32Array:
    """dFdy over quads: lower minus upper neighbour in the lane's own column."""
    return _quad(values, LOWER) - _quad(values, UPPER)


def _quad(values: F32Array, pick: tuple[int, int, int, int]) -> F32Array:
    """For each lane, the value of the quad's lane `pick[position in the quad]`; an incomplete last quad repeats its
    last lane."""
    index = np.arange(values.shape[0])
    neighbour = (index & ~3) + np.asarray(pick)[index & 3]
    found: F32Array = values[np.minimum(neighbour, values.shape[0] - 1)]
    return found


def _atlas(texture: Texture) -> Atlas:
    """The texture's levels in one array, made once for each texture."""
    if not texture.flat:
        texture.flat.append(_flattened(texture))
    atlas: Atlas = texture.flat[0]
    return atlas


def _flattened(texture: Texture) -> Atlas:
    flat = [np.ascontiguousarray(level, np.float32).reshape(-1, 4) for level in texture.levels]
    offsets = np.cumsum([0] + [part.shape[0] for part in flat[:-1]], dtype=np.int64)
    widths = np.array([level.shape[-2] for level in texture.levels], np.int64)
    heights = np.array([level.shape[-3] for level in texture.levels], np.int64)
    return Atlas(np.concatenate(flat), offsets, widths, heights)


def _faces(coords: list[F32Array]) -> IntArray:
    x, y, z = (np.abs(c) for c in coords)
    axis = np.where((x >= y) & (x >= z), 0, np.where(y >= z, 1, 2))
    major = np.choose(axis, coords)
    return np.asarray(2 * axis + (major < 0), np.int64)


def _project(coords: list[F32Array], face: IntArray) -> tuple[F32Array, F32Array]:
    """Face coordinates in 0..1: (s / |major| + 1) * 0.5."""
    axes, signs = FACE_AXES[face], FACE_SIGNS[face]
    major = np.abs(np.choose(axes[:, 2], coords))
    s = np.choose(axes[:, 0], coords) * signs[:, 0]
    t = np.choose(axes[:, 1], coords) * signs[:, 1]
    return np.asarray((s / major + ONE) * HALF, np.float32), np.asarray((t / major + ONE) * HALF, np.float32)


def _gradient_lod(atlas: Atlas, state: SamplerState, coords: list[F32Array], face: IntArray) -> F32Array:
    lengths: list[F32Array] = []
    for ahead, behind in ((RIGHT, LEFT), (LOWER, UPPER)):
        near = [_quad(c, behind) for c in coords]
        far = [_quad(c, ahead) for c in coords]
        (s0, t0), (s1, t1) = ((near[0], near[1]), (far[0], far[1]))
        if state.dimension == "cube":
            (s0, t0), (s1, t1) = _project(near, face), _project(far, face)
        ds = (s1 - s0) * np.float32(atlas.widths[0])
        dt = (t1 - t0) * np.float32(atlas.heights[0])
        lengths.append(np.sqrt(ds * ds + dt * dt))
    rho = np.maximum(lengths[0], lengths[1])
    return np.asarray(np.log2(rho.astype(np.float64)), np.float32)


def _mipmapped(atlas: Atlas, state: SamplerState, face: IntArray, s: F32Array, t: F32Array, detail: F32Array) -> Texel:
    last = len(atlas.widths) - 1
    if state.mip == "mipnearest":
        level = np.clip(np.ceil(detail + HALF) - ONE, 0, last).astype(np.int64)
        return _read(atlas, state, face, s, t, level)
    lower = np.floor(detail)
    part = detail - lower
    level = lower.astype(np.int64)
    first = _read(atlas, state, face, s, t, level)
    second = _read(atlas, state, face, s, t, np.minimum(level + 1, last))
    a, b, c, d = (_blend(p, q, part) for p, q in zip(first, second, strict=True))
    return a, b, c, d


def _blend(a: F32Array, b: F32Array, part: F32Array) -> F32Array:
    return np.asarray(a * (ONE - part) + b * part, np.float32)


def _read(atlas: Atlas, state: SamplerState, face: IntArray, s: F32Array, t: F32Array, level: IntArray) -> Texel:
    width, height = atlas.widths[level], atlas.heights[level]
    wraps = wraps_of(state.wrap)
    x, y = _scaled(s, width, wraps[0]), _scaled(t, height, wraps[1])
    base = atlas.offsets[level] + face * (width * height)

    def fetch(column: F32Array, row: F32Array) -> F32Array:
        place: IntArray = base + _texel(row, height, wraps[1]) * width + _texel(column, width, wraps[0])
        return atlas.texels[place]

    if state.filter == "nearest":
        found = fetch(np.floor(x), np.floor(y))
        return found[:, 0], found[:, 1], found[:, 2], found[:, 3]
    x, y = x - HALF, y - HALF
    left, top = np.floor(x), np.floor(y)
    part_x, part_y = (x - left)[:, None], (y - top)[:, None]
    upper = _blend(fetch(left, top), fetch(left + ONE, top), part_x)
    lower = _blend(fetch(left, top + ONE), fetch(left + ONE, top + ONE), part_x)
    mixed = _blend(upper, lower, part_y)
    return mixed[:, 0], mixed[:, 1], mixed[:, 2], mixed[:, 3]


def wraps_of(wrap: str) -> tuple[str, str]:
    """Return how u and v are treated outside of 0 to 1: clamp, repeat or mirror."""
    match wrap:
        case "clamp" | "mirror":
            return wrap, wrap
        case "clamp_u_repeat_v":
            return "clamp", "repeat"
        case "repeat_u_clamp_v":
            return "repeat", "clamp"
        case _:
            return "repeat", "repeat"


def _scaled(coordinate: F32Array, size: IntArray, wrap: str) -> F32Array:
    """The coordinate in texels, limited to the range in which a float is exact; NaN and infinity read the first texel
    or the edge. Mirrored, it lies in the texture and its mirror image beside it."""
    extent = size.astype(np.float32)
    most = extent + ONE
    if wrap == "repeat":
        coordinate = coordinate - np.floor(coordinate)
    elif wrap == "mirror":
        coordinate = coordinate - TWO * np.floor(coordinate * HALF)
        most = TWO * extent + ONE
    scaled = np.clip(coordinate * extent, np.float32(-1.0), most)
    return np.asarray(np.where(np.isnan(scaled), np.float32(0.0), scaled), np.float32)


def _texel(position: F32Array, size: IntArray, wrap: str) -> IntArray:
    index = position.astype(np.int64)
    if wrap == "mirror":
        index = index % (2 * size)
        return np.asarray(np.minimum(index, 2 * size - 1 - index), np.int64)
    return index % size if wrap == "repeat" else np.clip(index, 0, size - 1)
