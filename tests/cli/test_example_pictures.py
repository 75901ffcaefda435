"""The examples in the manner of Shadertoy and RetroArch: all are valid, and some are drawn again."""

from __future__ import annotations

from pathlib import Path

import example_pictures as pictures
import numpy as np

from gpucc.emit import png
from gpucc.frontend.compile import compile_pair, compile_source

TEN = 10
MOST_BYTES = 400_000


def test_every_example_is_valid_and_has_a_picture() -> None:
    names = [path.stem for path in pictures.sources()]
    assert len(names) == len(set(names)) == 2 * TEN
    assert {path.stem for path in pictures.FOLDER.glob("*.png")} == set(names)
    assert sum(path.stat().st_size for path in pictures.FOLDER.iterdir()) < MOST_BYTES
    for path in pictures.sources():
        told: list[str] = []
        if path.suffix == ".glsl":
            compile_pair((path.name, path.read_text()), (path.name, path.read_text()), warn=told.append)
        else:
            compile_source(path.read_text(), path.name, "glsl", warn=told.append)
        assert told == [], path.name


def test_pictures_are_drawn_again(tmp_path: Path) -> None:
    picture = pictures.small_picture(tmp_path)
    for name in ("shadertoy/mosaic.frag", "retroarch/lcd.glsl"):
        drawn_again(pictures.ROOT / "examples" / name, picture, tmp_path)


def drawn_again(path: Path, picture: Path, tmp_path: Path) -> None:
    row = [pictures.drawn(path, isa, picture, tmp_path) for isa in pictures.TARGETS]
    kept = pictures.FOLDER / f"{path.stem}.png"
    assert np.array_equal(np.concatenate(row, axis=1), png.read(kept.read_bytes(), str(kept)))
