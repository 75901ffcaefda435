"""The pictures of docs/pictures, three example shaders on lima-pp by `gpucc render`: `python -P benchmarks/pictures.py
[FOLDER]`.

Next to each picture is its difference from the result of LLVM's JIT in the same number format, times 64.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from gpucc import cli

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
SIZE = "192x192"
# in this order, because the ball's texture is the picture of the waves
PICTURES: dict[str, tuple[str, ...]] = {
    "waves": ("--uniform", "time=1", "--uniform", "count=8"),
    "rings": ("--uniform", "palette=0.9,0.3,0.2,1,0.95,0.75,0.3,1,0.3,0.65,0.5,1,0.2,0.4,0.7,1"),
    "ball": ("--uniform", "lamp=-1,1,1.5", "--texture", "stone={folder}/waves.png"),
}


def words(name: str, folder: Path, size: str = SIZE) -> list[str]:
    """The command line of a picture, without its output."""
    wishes = [word.format(folder=folder) for word in PICTURES[name]]
    return ["render", str(ROOT / "examples" / f"{name}.frag"), "--isa", "lima-pp", "--size", size, *wishes]


def draw(name: str, folder: Path) -> None:
    for ending, more in ((".png", ()), ("-diff.png", ("--diff",))):
        _run([*words(name, folder), "-o", str(folder / f"{name}{ending}"), *more])


def _run(command: Sequence[str]) -> None:
    code = cli.main(command)
    if code:
        sys.exit(code)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    wishes = parser.parse_args()
    wishes.folder.mkdir(parents=True, exist_ok=True)
    for name in PICTURES:
        draw(name, wishes.folder)


if __name__ == "__main__":
    main()
