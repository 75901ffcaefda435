"""The pictures of examples/shadertoy and examples/retroarch: `python -P benchmarks/example_pictures.py [NAME..]`.

Each is drawn by `gpucc render` on every fragment target; the pictures of agal, lima-pp and agsl stand side by side in
docs/pictures/examples. The shaders that read a picture get that of another example.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
import tempfile
from pathlib import Path

import numpy as np

from gpucc import cli
from gpucc.emit import png

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures" / "examples"
SIDE, SMALL = 64, 24
TARGETS = ("agal", "lima-pp", "agsl")
VERSIONS = ("1", "2", "3")
# the shader whose picture the others read
SOURCE = "shadertoy/drops.frag"
READS = {"mosaic": "iChannel0"}
MORE = {"sharp": ("--sampler", "Texture=linear"), "blur": ("--sampler", "Texture=linear")}


def sources() -> list[Path]:
    found = [*(ROOT / "examples" / "shadertoy").glob("*.frag"), *(ROOT / "examples" / "retroarch").glob("*.glsl")]
    return sorted(found)


def words(path: Path, picture: Path) -> list[str]:
    """What `gpucc render` needs besides the target, the size and the output."""
    texture = "Texture" if path.suffix == ".glsl" else READS.get(path.stem)
    given = ["--texture", f"{texture}={picture}"] if texture else []
    return [*given, *MORE.get(path.stem, ())]


def drawn(path: Path, isa: str, picture: Path, folder: Path, side: int = SIDE) -> np.ndarray:
    """The picture on a target; on agal in the first version that has room for the shader."""
    output = folder / f"{path.stem}.{isa}.png"
    for version in VERSIONS if isa == "agal" else ("",):
        switch = ["--target", f"version={version}"] if version else []
        command = ["render", str(path), "--isa", isa, "--size", f"{side}x{side}", "-o", str(output), *switch]
        told = io.StringIO()
        with contextlib.redirect_stderr(told):
            code = cli.main([*command, *words(path, picture)])
        if not code:
            return png.read(output.read_bytes(), str(output))
    sys.exit(f"{path.name} on {isa}: {told.getvalue()}")


def small_picture(folder: Path) -> Path:
    """The picture that others read, with few texels."""
    found = drawn(ROOT / "examples" / SOURCE, "lima-pp", Path(), folder, SMALL)
    path = folder / "source.png"
    path.write_bytes(png.write(found))
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    wishes = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        picture = small_picture(Path(temporary))
        for path in sources():
            if wishes.names and path.stem not in wishes.names:
                continue
            row = [drawn(path, isa, picture, Path(temporary)) for isa in TARGETS]
            (FOLDER / f"{path.stem}.png").write_bytes(png.write(np.concatenate(row, axis=1)))
            print(path.stem, flush=True)


if __name__ == "__main__":
    main()
