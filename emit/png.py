"""PNG pictures of eight bits a channel over zlib: enough to write what a shader draws and to read its textures."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

from gpucc.errors import InputError, Location, Unsupported

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by colour type: grey, RGB, palette, grey + alpha, RGBA
LARGEST = 1 << 14
Image = NDArray[np.uint8]


def write(image: Image) -> bytes:
    """The file of a (height, width, 4) picture; the first row is the top one."""
    height, width, _ = image.shape
    rows = np.zeros((height, 1 + width * 4), np.uint8)
    rows[:, 1:] = image.reshape(height, width * 4)
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    body = zlib.compress(rows.tobytes(), 9)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def read(data: bytes, name: str = "<png>") -> Image:
    """A (height, width, 4) picture; grey, RGB and palette pictures become RGBA."""
    where = Location(name)
    chunks = _chunks(data, where)
    if not chunks or chunks[0][0] != b"IHDR" or len(chunks[0][1]) != 13:
        raise InputError("not a PNG picture: it does not begin with a header", where)
    width, height, depth, colour, method, filtering, interlace = struct.unpack(">IIBBBBB", chunks[0][1])
    if not (0 < width <= LARGEST and 0 < height <= LARGEST):
        raise Unsupported(f"a picture of {width} x {height} pixels: gpucc reads 1 to {LARGEST} a side", where)
    if depth != 8 or colour not in CHANNELS or interlace or method or filtering:
        notes = ("convert it to an 8-bit PNG that is not interlaced",)
        raise Unsupported(f"a PNG of {depth} bits, colour type {colour}, interlace {interlace}", where, notes)
    stride = width * CHANNELS[colour]
    packed = b"".join(body for kind, body in chunks if kind == b"IDAT")
    rows = _unfilter(_inflate(packed, height * (stride + 1), where), height, stride, CHANNELS[colour], where)
    return _expand(rows.reshape(height, width, CHANNELS[colour]), colour, dict(chunks), where)


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
    """At most `size` bytes are unpacked, whatever the stream claims to hold."""
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
    """Filters 3 (average) and 4 (Paeth), where a byte depends on the one before it."""
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


def _expand(pixels: Image, colour: int, chunks: dict[bytes, bytes], where: Location) -> Image:
    height, width, _ = pixels.shape
    image = np.full((height, width, 4), 255, np.uint8)
    match colour:
        case 0 | 4:
            image[..., :3] = pixels[..., :1]
        case 2 | 6:
            image[..., :3] = pixels[..., :3]
        case _:
            image[...] = _palette(chunks, int(pixels.max()), where)[pixels[..., 0]]
    if colour in (4, 6):
        image[..., 3] = pixels[..., -1]
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
