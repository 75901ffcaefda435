"""The PNG codec reads files of its own and of other encoders, and refuses everything else."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from gpucc.emit import png
from gpucc.errors import GpuccError, InputError, Unsupported

RANDOM = np.random.default_rng(1)


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def build(
    width: int, height: int, colour: int, rows: bytes, extra: bytes = b"", depth: int = 8, interlace: int = 0
) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace)
    return png.SIGNATURE + chunk(b"IHDR", header) + extra + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


@given(arrays(np.uint8, array_shapes(min_dims=2, max_dims=2, max_side=9).map(lambda shape: (*shape, 4))))
def test_pictures_come_back(image: np.ndarray) -> None:
    assert np.array_equal(png.read(png.write(image)), image)


def filtered(image: np.ndarray, kind: int) -> bytes:
    """The rows of a picture under one filter, by the definitions of the PNG specification."""
    height, width, step = image.shape
    flat = image.reshape(height, -1).astype(int)
    out = bytearray()
    for y in range(height):
        out.append(kind)
        for i in range(width * step):
            a = flat[y, i - step] if i >= step else 0
            b = flat[y - 1, i] if y else 0
            c = flat[y - 1, i - step] if y and i >= step else 0
            p = a + b - c
            paeth = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            out.append((flat[y, i] - (0, a, b, (a + b) // 2, paeth)[kind]) % 256)
    return bytes(out)


@pytest.mark.parametrize("kind", range(5))
@pytest.mark.parametrize(("colour", "channels"), [(0, 1), (2, 3), (4, 2), (6, 4)])
def test_every_filter_and_colour_type(kind: int, colour: int, channels: int) -> None:
    image = RANDOM.integers(0, 256, (5, 7, channels), np.uint8)
    read = png.read(build(7, 5, colour, filtered(image, kind)))
    assert np.array_equal(read[..., 3], image[..., -1] if colour in (4, 6) else np.full((5, 7), 255))
    assert np.array_equal(read[..., :3], image[..., :3] if channels >= 3 else np.repeat(image[..., :1], 3, axis=2))


def test_a_palette_with_transparency() -> None:
    extra = chunk(b"PLTE", bytes([10, 20, 30, 40, 50, 60])) + chunk(b"tRNS", bytes([128]))
    read = png.read(build(2, 1, 3, bytes([0, 0, 1]), extra))
    assert read.tolist() == [[[10, 20, 30, 128], [40, 50, 60, 255]]]


def rows_of(samples: np.ndarray, depth: int) -> bytes:
    """Rows of samples as in a file, unfiltered, packed bit by bit."""
    rows = b""
    for row in samples.reshape(len(samples), -1):
        bits = "".join(f"{int(value):0{depth}b}" for value in row)
        bits += "0" * (-len(bits) % 8)
        rows += bytes([0, *(int(bits[i : i + 8], 2) for i in range(0, len(bits), 8))])
    return rows


FORMS = [(0, 1, (1, 2, 4, 8, 16)), (2, 3, (8, 16)), (3, 1, (1, 2, 4, 8)), (4, 2, (8, 16)), (6, 4, (8, 16))]


@pytest.mark.parametrize(("colour", "channels", "depth"), [(c, n, depth) for c, n, depths in FORMS for depth in depths])
@pytest.mark.parametrize(("width", "height"), [(1, 1), (3, 2), (7, 11), (17, 9)])
@pytest.mark.parametrize("interlace", [0, 1])
def test_every_form(colour: int, channels: int, depth: int, width: int, height: int, interlace: int) -> None:
    samples = RANDOM.integers(0, 1 << depth, (height, width, channels))
    palette = RANDOM.integers(0, 256, (1 << min(depth, 8), 3), np.uint8)
    extra = chunk(b"PLTE", palette.tobytes()) if colour == 3 else b""
    starts = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
    passes = [samples[y::down, x::right] for x, y, right, down in starts] if interlace else [samples]
    body = b"".join(rows_of(part, depth) for part in passes if part.size)
    image = png.read(build(width, height, colour, body, extra, depth, interlace))
    if colour == 3:
        assert np.array_equal(image[..., :3], palette[samples[..., 0]])
        assert (image[..., 3] == 255).all()
        return
    levels = np.floor(samples * 255 / ((1 << depth) - 1) + 0.5)
    assert np.array_equal(image[..., :3], levels[..., :3] if channels >= 3 else np.repeat(levels[..., :1], 3, axis=2))
    assert np.array_equal(image[..., 3], levels[..., -1] if colour in (4, 6) else np.full((height, width), 255))


@pytest.mark.parametrize(("colour", "channels", "depth"), [(0, 1, 2), (0, 1, 16), (2, 3, 8), (2, 3, 16)])
def test_one_colour_can_be_transparent(colour: int, channels: int, depth: int) -> None:
    samples = RANDOM.integers(0, 1 << depth, (2, 3, channels))
    samples[1, 2] = samples[0, 1]
    key = b"".join(int(value).to_bytes(2, "big") for value in samples[0, 1])
    image = png.read(build(3, 2, colour, rows_of(samples, depth), chunk(b"tRNS", key), depth))
    assert np.array_equal(image[..., 3] == 0, (samples == samples[0, 1]).all(axis=2))


def test_another_decoder_agrees() -> None:
    skia = pytest.importorskip("skia")
    for colour, channels, depths in FORMS:
        for depth, interlace in [(depth, interlace) for depth in depths for interlace in (0, 1)]:
            samples = RANDOM.integers(0, 1 << depth, (8, 8, channels))
            if colour in (4, 6):
                samples[..., -1] = (1 << depth) - 1  # skia stores premultiplied
            extra = (
                chunk(b"PLTE", RANDOM.integers(0, 256, (1 << min(depth, 8), 3), np.uint8).tobytes())
                if colour == 3
                else b""
            )
            parts = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
            body = b"".join(
                rows_of(samples[y::down, x::right], depth)
                for x, y, right, down in (parts if interlace else [(0, 0, 1, 1)])
            )
            data = build(8, 8, colour, body, extra, depth, interlace)
            theirs = skia.Image.MakeFromEncoded(skia.Data(data))
            assert theirs is not None
            pixels = theirs.toarray(colorType=skia.ColorType.kRGBA_8888_ColorType).astype(int)
            assert np.abs(pixels - png.read(data)).max() <= (1 if depth == 16 else 0)


GOOD = png.write(RANDOM.integers(0, 256, (3, 3, 4), np.uint8))


@pytest.mark.parametrize("length", range(len(GOOD)))
def test_every_truncation_is_refused(length: int) -> None:
    with pytest.raises(InputError):
        png.read(GOOD[:length])


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"GIF89a", InputError),
        (png.SIGNATURE + chunk(b"IEND", b""), InputError),
        (build(1, 1, 6, bytes(5), depth=16), InputError),
        (build(1, 1, 6, bytes(5), depth=4), InputError),
        (build(1, 1, 3, bytes(5), depth=16), InputError),
        (build(1, 1, 5, bytes(5)), InputError),
        (build(1, 1, 6, bytes(5), interlace=2), InputError),
        (build(1, 1, 2, bytes(4), chunk(b"tRNS", bytes(5))), InputError),
        (build(1 << 14, 1 << 14, 6, b""), Unsupported),
        (build(0, 1, 6, b""), Unsupported),
        (build(1 << 20, 1 << 20, 6, b""), Unsupported),
        (build(1, 1, 6, bytes([9, 0, 0, 0, 0])), InputError),
        (build(4, 4, 6, bytes(5)), InputError),
        (build(1, 1, 3, bytes([0, 3]), chunk(b"PLTE", bytes(3))), InputError),
        (build(1, 1, 3, bytes(2)), InputError),
    ],
)
def test_what_is_no_picture_for_us(data: bytes, kind: type[GpuccError]) -> None:
    with pytest.raises(kind):
        png.read(data, "a.png")


@given(st.binary(max_size=200))
def test_garbage_after_the_signature(data: bytes) -> None:
    with pytest.raises(GpuccError):
        png.read(png.SIGNATURE + data)


def test_a_bomb_is_not_unpacked() -> None:
    with pytest.raises(InputError):
        png.read(build(2, 2, 6, bytes([7]) * 10_000_000))
