"""PNG pictures over zlib: written with eight bits a channel, read in every form of the specification.

A picture that is read always has eight bits of red, green, blue and alpha: 16 bits are rounded, fewer are stretched.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gpucc.errors import InputError, Location, Unsupported

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by colour type: grey, RGB, palette, grey + alpha, RGBA
DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
LARGEST = 1 << 14
MOST_PIXELS = 1 << 26
# first column and row, and steps, of the seven passes of Adam7
PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
WHOLE = ((0, 0, 1, 1),)
# of an animation
FRAMES_A_SECOND = 60
Image = NDArray[np.uint8]
Samples = NDArray[np.uint16]


def write(image: Image) -> bytes:
    """Return the file of a (height, width, 4) picture; the first row is the top one."""
    height, width, _ = image.shape
    rows = np.zeros((height, 1 + width * 4), np.uint8)
    rows[:, 1:] = image.reshape(height, width * 4)
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    body = zlib.compress(rows.tobytes(), 9)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def write_all(images: Sequence[Image]) -> bytes:
    """Return a file of one picture, or of several as an animation (APNG) that programs without animations show as the
    first one."""
    if len(images) == 1:
        return write(images[0])
    height, width, _ = images[0].shape
    parts = [SIGNATURE, _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))]
    parts.append(_chunk(b"acTL", struct.pack(">II", len(images), 0)))
    number = 0
    for image in images:
        frame = struct.pack(">IIIIIHHBB", number, width, height, 0, 0, 1, FRAMES_A_SECOND, 0, 0)
        parts.append(_chunk(b"fcTL", frame))
        rows = np.zeros((height, 1 + width * 4), np.uint8)
        rows[:, 1:] = image.reshape(height, width * 4)
        body = zlib.compress(rows.tobytes(), 9)
        number += 1
        if len(parts) == 4:
            parts.append(_chunk(b"IDAT", body))
        else:
            parts.append(_chunk(b"fdAT", struct.pack(">I", number) + body))
            number += 1
    return b"".join([*parts, _chunk(b"IEND", b"")])


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def read(data: bytes, name: str = "<png>") -> Image:
    """Return a (height, width, 4) picture; grey, RGB and palette pictures become RGBA."""
    where = Location(name)
    chunks = _chunks(data, where)
    if not chunks or chunks[0][0] != b"IHDR" or len(chunks[0][1]) != 13:
        raise InputError("not a PNG picture: it does not begin with a header", where)
    width, height, depth, colour, method, filtering, interlace = struct.unpack(">IIBBBBB", chunks[0][1])
    if not (0 < width <= LARGEST and 0 < height <= LARGEST and width * height <= MOST_PIXELS):
        limits = f"1 to {LARGEST} a side and {MOST_PIXELS} in all"
        raise Unsupported(f"a picture of {width} x {height} pixels: gpucc reads {limits}", where)
    if depth not in DEPTHS.get(colour, ()) or method or filtering or interlace > 1:
        raise InputError(
            f"not a PNG picture: {depth} bits, colour type {colour}, interlace {interlace} does not exist", where
        )
    packed = b"".join(body for kind, body in chunks if kind == b"IDAT")
    samples = _unpack(packed, (width, height, depth, CHANNELS[colour]), PASSES if interlace else WHOLE, where)
    return _expand(samples, colour, depth, dict(chunks), where)


def _unpack(
    packed: bytes, shape: tuple[int, int, int, int], passes: tuple[tuple[int, int, int, int], ...], where: Location
) -> Samples:
    """Return the numbers of all pixels as stored in the file; each pass is a smaller picture with its own filters."""
    width, height, depth, channels = shape
    parts = [(*p, -(-(width - p[0]) // p[2]), -(-(height - p[1]) // p[3])) for p in passes]
    parts = [part for part in parts if part[4] > 0 and part[5] > 0]
    strides = [-(-columns * depth * channels // 8) for *_, columns, _ in parts]
    data = _inflate(packed, sum(part[5] * (stride + 1) for part, stride in zip(parts, strides, strict=True)), where)
    samples = np.zeros((height, width, channels), np.uint16)
    for (x, y, right, down, columns, rows), stride in zip(parts, strides, strict=True):
        lines = _unfilter(data[: rows * (stride + 1)], rows, stride, max(1, depth * channels // 8), where)
        samples[y::down, x::right] = _samples(lines, columns * channels, depth).reshape(rows, columns, channels)
        data = data[rows * (stride + 1) :]
    return samples


def _samples(lines: Image, count: int, depth: int) -> Samples:
    """Return the first `count` numbers of each row."""
    if depth == 16:
        return lines.view(">u2").astype(np.uint16)
    if depth == 8:
        return lines.astype(np.uint16)
    parts = lines[:, :, None] >> np.arange(8 - depth, -1, -depth, dtype=np.uint8) & np.uint8((1 << depth) - 1)
    return parts.reshape(len(lines), -1)[:, :count].astype(np.uint16)


def _chunks(data: bytes, where: Location) -> list[tuple[bytes, bytes]]:
    if not data.startswith(SIGNATURE):
        raise InputError("not a PNG picture", where)
    found: list[tuple[bytes, bytes]] = []
    at = len(SIGNATURE)
    while at + 12 <= len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        kind, body, sum_ = data[at + 4 : at + 8], data[at + 8 : at + 8 + size], data[at + 8 + size : at + 12 + size]
        if len(sum_) < 4 or zlib.crc32(kind + body) != int.from_bytes(sum_, "big"):
            raise InputError(f"a damaged PNG picture: the chunk at byte {at} is cut off or its sum is wrong", where)
        found.append((kind, body))
        if kind == b"IEND":
            return found
        at += 12 + size
    raise InputError("a damaged PNG picture: it ends too early", where)


def _inflate(packed: bytes, size: int, where: Location) -> bytes:
    """Unpack at most `size` bytes, even if the stream claims to hold more."""
    try:
        data = zlib.decompressobj().decompress(packed, size)
    except zlib.error as error:
        raise InputError(f"a damaged PNG picture: {error}", where) from error
    if len(data) < size:
        raise InputError(f"a damaged PNG picture: {len(data)} bytes of pixels instead of {size}", where)
    return data


def _unfilter(data: bytes, height: int, stride: int, step: int, where: Location) -> Image:
    """Undo the filter of each row; all sums are modulo 256."""
    lines = np.frombuffer(data, np.uint8).reshape(height, stride + 1)
    rows = np.zeros((height, stride), np.uint8)
    above = np.zeros(stride, np.uint8)
    for y in range(height):
        line = lines[y, 1:]
        match int(lines[y, 0]):
            case 0:
                rows[y] = line
            case 1:
                rows[y] = np.cumsum(line.reshape(-1, step), axis=0, dtype=np.uint8).reshape(-1)
            case 2:
                rows[y] = line + above
            case 3 | 4 as kind:
                rows[y] = _predict(line.tobytes(), above.tobytes(), step, kind == 4)
            case other:
                raise InputError(f"a damaged PNG picture: row {y} has filter {other}", where)
        above = rows[y]
    return rows


def _predict(line: bytes, above: bytes, step: int, paeth: bool) -> Image:
    """Undo filter 3 (average) or 4 (Paeth), in which a byte depends on the one before it."""
    row = bytearray(line)
    for i, raw in enumerate(line):
        left, corner = (row[i - step], above[i - step]) if i >= step else (0, 0)
        up = above[i]
        if paeth:
            from_left, from_up, from_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
            nearest_up = up if from_up <= from_corner else corner
            guess = left if from_left <= from_up and from_left <= from_corner else nearest_up
        else:
            guess = (left + up) // 2
        row[i] = (raw + guess) & 255
    return np.frombuffer(bytes(row), np.uint8)


def _expand(samples: Samples, colour: int, depth: int, chunks: dict[bytes, bytes], where: Location) -> Image:
    if colour == 3:
        return _palette(chunks, int(samples.max()), where)[samples[..., 0]]
    most = (1 << depth) - 1
    levels = ((samples.astype(np.uint32) * 255 + most // 2) // most).astype(np.uint8)
    height, width, _ = samples.shape
    image = np.full((height, width, 4), 255, np.uint8)
    image[..., :3] = levels[..., :3] if colour in (2, 6) else levels[..., :1]
    if colour in (4, 6):
        image[..., 3] = levels[..., -1]
    elif b"tRNS" in chunks:
        key = chunks[b"tRNS"]
        if len(key) != 2 * samples.shape[2]:
            raise InputError(f"a damaged PNG picture: a transparent colour of {len(key)} bytes", where)
        image[..., 3][(samples == np.frombuffer(key, ">u2")).all(axis=2)] = 0
    return image


def _palette(chunks: dict[bytes, bytes], highest: int, where: Location) -> Image:
    colours = chunks.get(b"PLTE", b"")
    if len(colours) % 3 or len(colours) // 3 <= highest:
        raise InputError(f"a damaged PNG picture: it uses colour {highest} of a palette of {len(colours) // 3}", where)
    palette = np.full((len(colours) // 3, 4), 255, np.uint8)
    palette[:, :3] = np.frombuffer(colours, np.uint8).reshape(-1, 3)
    alpha = np.frombuffer(chunks.get(b"tRNS", b""), np.uint8)[: len(palette)]
    palette[: len(alpha), 3] = alpha
    return palette
