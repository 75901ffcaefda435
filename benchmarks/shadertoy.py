"""Shaders of Shadertoy through the front end: `python -P benchmarks/shadertoy.py --from DIR`.

DIR is a checkout of wurishi/shadertoy, whose files in TypeScript hold the shaders as template strings. The shaders are
those of docs/tables/shadertoy.txt, a sample of 200 (`--draw` writes it, with the seed 1). With `--judge`, the sources
that are refused are written to a folder, with the site's declarations, for another compiler to judge.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from pathlib import Path

from gpucc.errors import GpuccError
from gpucc.frontend.compile import compile_source
from gpucc.frontend.shadertoy import AFTER, BEFORE

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "docs" / "tables" / "shadertoy.txt"
STRING = re.compile(r"`((?:[^`\\]|\\.)*)`", re.DOTALL)
QUOTED = re.compile(r"`[^`]*`")
COUNT = 200


def bodies(folder: Path) -> dict[str, str]:
    """The shaders of the collection by the names of their files and their numbers there."""
    found = {}
    for path in sorted(folder.rglob("*.ts")):
        texts = [text for text in STRING.findall(path.read_text("utf-8", "replace")) if "mainImage" in text]
        found |= {
            f"{path.relative_to(folder).with_suffix('')}:{number}": text
            for number, text in enumerate(texts)
            if "${" not in text
        }
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="folder", type=Path, required=True)
    parser.add_argument("--draw", action="store_true")
    parser.add_argument("--judge", type=Path)
    given = parser.parse_args()
    known = bodies(given.folder)
    if given.draw:
        LIST.write_text("".join(f"{name}\n" for name in sorted(random.Random(1).sample(sorted(known), COUNT))))
    chosen = LIST.read_text().split()
    why: Counter[str] = Counter()
    first: dict[str, str] = {}
    for name in chosen:
        try:
            compile_source(known[name], f"{name}.frag", "glsl")
        except GpuccError as error:
            reason = QUOTED.sub("..", error.message)
            why[reason] += 1
            first.setdefault(reason, f"{name} {error.location}")
            if given.judge is not None:
                text = f"#version 300 es\n{BEFORE}#line 1\n{known[name]}\n{AFTER}\n"
                (given.judge / f"{name.replace(':', '_').replace('/', '_')}.frag").write_text(text)
    print(f"{len(chosen)} shaders of {len(known)}: the front end takes {len(chosen) - sum(why.values())}")
    for reason, count in why.most_common():
        print(f"| {reason} | {count} | {first[reason]} |")


if __name__ == "__main__":
    main()
