"""MBS files read by limare, the first free driver for Mali-400: `python -P benchmarks/limare.py READER [--write]`.

READER is a program of the caller's: it gives limare's functions that attach a shader the chunks SUNI, SATT, SVAR and
DBIN of the two files that it is called with, in place of what ARM's compiler would return, prints limare's symbols as
limare does, and then "link: N" with what limare's linker returns. limare takes each
varying for one vec4, so pairs with arrays or matrices among their varyings are left out. `--write` writes
docs/tables/limare.md.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))

from glmark2_shaders import shaders  # noqa: E402
from mesa import pairs  # noqa: E402

from gpucc import driver  # noqa: E402
from gpucc.emit import lima_pp_mbs, lima_vp, mbs  # noqa: E402
from gpucc.errors import GpuccError  # noqa: E402

TABLE = ROOT / "docs" / "tables" / "limare.md"
SYMBOL = re.compile(r"^Symbol (\S+) \((\w+)\) = \{\n(.*?)^\};", re.MULTILINE | re.DOTALL)
FIELD = re.compile(r"\.(\w+) = (-?\d+),")
PAIRS = 10
Found = set[tuple[str, str, int, int, int, int]]


def read(text: str) -> tuple[Found, Found]:
    """The symbols of either program as limare prints them: name, kind, size, components, entries, offset."""
    parts = text.partition("Fragment symbols:")
    found: list[Found] = []
    for part in (parts[0], parts[2]):
        symbols = [(name, kind, dict(FIELD.findall(body))) for name, kind, body in SYMBOL.findall(part)]
        names = ("component_size", "component_count", "entry_count", "offset")
        found.append({(name, kind, *(int(fields[one]) for one in names)) for name, kind, fields in symbols})  # type: ignore[misc]
    return found[0], found[1]


def written(binary: mbs.MbsBinary) -> Found:
    """The same of a file. Varyings that lie nowhere are none for limare, and a matrix has all its components."""
    tables = (("uniform", binary.uniforms), ("attribute", binary.attributes), ("varying", binary.varyings))
    return {
        (
            one.name,
            kind,
            one.size,
            one.components ** (1 + (one.type == mbs.TYPES["matrix"])),
            max(one.entries, 1),
            one.offset,
        )
        for kind, table in tables
        for one in table
        if one.offset != mbs.NOWHERE
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reader", type=Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    texts = shaders()
    lines, right = [], 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for vertex, fragment in pairs(texts):
            paths = folder / "a.vert", folder / "b.frag"
            for path, name in zip(paths, (vertex, fragment), strict=True):
                path.write_text(texts[name])
            try:
                first, second = driver.paired(*paths)
                data = (
                    lima_vp.to_mbs(driver.compile(first, "lima-vp", name="a.ll", stage="vertex", verify=64)),
                    lima_pp_mbs.to_mbs(driver.compile(second, "lima-pp", name="b.ll", stage="fragment", verify=64)),
                )
            except GpuccError as error:
                print(f"{vertex}, {fragment}: {error.message}")
                continue
            binaries = [mbs.read(one) for one in data]
            varyings = [one for binary in binaries for one in binary.varyings]
            if any(one.entries or one.type == mbs.TYPES["matrix"] for one in varyings):
                continue
            files = folder / "a.mbs", folder / "b.mbs"
            for path, one in zip(files, data, strict=True):
                path.write_bytes(one)
            told = subprocess.run([options.reader, *files], capture_output=True, text=True)
            same = told.returncode == 0 and read(told.stdout) == tuple(map(written, binaries))
            linked = "link: 0" in told.stdout
            right += same and linked
            count = sum(len(written(binary)) for binary in binaries)
            said = "every one" if same else "NOT ALL"
            lines.append(f"| {vertex} | {fragment} | {count} | {said} | {'yes' if linked else 'NO'} |")
            print(lines[-1], flush=True)
            if len(lines) == PAIRS:
                break
    summary = f"{right} of {len(lines)} pairs ({2 * len(lines)} files): limare reads every symbol, and links the pair."
    print(summary)
    if options.write:
        head = "| vertex | fragment | symbols | read at their places | linked |\n| --- | --- | --- | --- | --- |\n"
        TABLE.write_text(
            "# MBS files read by limare\n\n`python -P benchmarks/limare.py READER --write`; READER is a program around"
            " limare's `program.c`, at its commit d3a1d16\nof 2012, which the caller builds. The compiler that limare"
            f" calls is replaced by the files. {summary}\n\n{head}" + "\n".join(lines) + "\n"
        )


if __name__ == "__main__":
    main()
