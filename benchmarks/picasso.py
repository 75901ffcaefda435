"""Sources for picasso, by picasso and by `gpucc picasso`: `python -P benchmarks/picasso.py DIR.. --picasso EXE`.

DIR are checkouts of projects for the 3DS, EXE is devkitPro's assembler, which the caller builds. Every different source
that holds a procedure is assembled alone, and every pair of a vertex and a geometry shader of one folder in both
orders. For each that picasso takes, three things are compared: the file that `gpucc picasso --picasso-constants`
writes, the macros of the header, and the file that picasso makes of gpucc's disassembly.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from gpucc.emit import shbin
from gpucc.emit.pica200_assembler import assemble_all
from gpucc.emit.pica200_macros import macros
from gpucc.emit.pica200_manner import PicassoManner
from gpucc.emit.pica200_text import print_sources
from gpucc.errors import GpuccError

ENDINGS = (".pica", ".vsh", ".gsh", ".asm", ".s")
SECONDS = 20


def sources(folders: Sequence[Path]) -> Iterator[Path]:
    """Yield the sources with different contents."""
    seen: set[str] = set()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in ENDINGS and path.is_file() and b".proc" in (data := path.read_bytes()):
                digest = hashlib.sha256(data).hexdigest()
                if digest not in seen:
                    seen.add(digest)
                    yield path


def jobs(paths: Sequence[Path]) -> Iterator[tuple[str, tuple[Path, ...]]]:
    for path in paths:
        yield "alone", (path,)
    for geometry in paths:
        if geometry.name.endswith(".g.pica"):
            for vertex in sorted(geometry.parent.glob("*.v.pica")):
                yield "pair", (vertex, geometry)
                yield "pair", (geometry, vertex)


def built(picasso: Path, inputs: Sequence[Path], folder: Path) -> tuple[bytes, list[str]] | None:
    """Return picasso's file and the lines of its header, None where it refuses."""
    file, header = folder / "picasso.shbin", folder / "picasso.h"
    words = [str(picasso), "-o", str(file), "-h", str(header), *map(str, inputs)]
    if subprocess.run(words, capture_output=True, timeout=SECONDS).returncode:
        return None
    return file.read_bytes(), header.read_text().splitlines()[1:]


def judged(picasso: Path, inputs: Sequence[Path], folder: Path) -> Iterator[str]:
    theirs = built(picasso, inputs, folder)
    if theirs is None:
        yield "refused by picasso"
        return
    texts = [(path.name, path.read_text(errors="replace")) for path in inputs]
    try:
        made = assemble_all(texts, PicassoManner(cut=True, lenient=True))
    except GpuccError as error:
        yield f"refused by gpucc: {error.location}: {error.message}"
        return
    yield "same file" if shbin.write(made.binary) == theirs[0] else "DIFFERENT FILE"
    lines = macros(made).splitlines()[1:]
    yield (
        "same header" if lines == theirs[1] else "header with more" if {*theirs[1]} <= {*lines} else "DIFFERENT HEADER"
    )
    printed = []
    for i, text in enumerate(print_sources(shbin.read(theirs[0]))):
        printed.append(folder / f"{i}.pica")
        printed[-1].write_text(text)
    again = built(picasso, printed, folder)
    yield "disassembly: " + (
        "refused by picasso" if again is None else "same file" if again[0] == theirs[0] else "DIFFERENT"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR")
    parser.add_argument("--picasso", required=True, type=Path, metavar="EXE")
    wanted = parser.parse_args()
    paths = list(sources(wanted.folders))
    counts: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as name:
        for kind, inputs in jobs(paths):
            for verdict in judged(wanted.picasso, inputs, Path(name)):
                counts[kind, verdict] += 1
                if not verdict.endswith(("same file", "same header", "header with more")):
                    print(" ".join(map(str, inputs)), verdict)
    print(f"{len(paths)} sources")
    for (kind, verdict), count in sorted(counts.items()):
        print(f"{count:5} {kind}: {verdict}")


if __name__ == "__main__":
    main()
