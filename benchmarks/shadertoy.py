"""Shaders of Shadertoy through the front end: `python -P benchmarks/shadertoy.py --from DIR`.

DIR is a checkout of wurishi/shadertoy, whose files in TypeScript hold the shaders as template strings. The shaders are
those of docs/tables/shadertoy.txt, a sample of 200 (`--draw` writes it, with the seed 1). With `--mesa`, Mesa judges
each of them, too, with the site's declarations around it.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

from es3_mesa import Mesa  # noqa: E402

from gpucc.errors import GpuccError  # noqa: E402
from gpucc.frontend.compile import compile_source  # noqa: E402
from gpucc.frontend.shadertoy import AFTER, before  # noqa: E402

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


def complete(body: str) -> str:
    """The source with the site's declarations and a main, as other compilers read it."""
    return f"#version 300 es\n{before(body)}#line 1\n{body}\n{AFTER}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="folder", type=Path, required=True)
    parser.add_argument("--draw", action="store_true")
    parser.add_argument("--mesa", action="store_true")
    given = parser.parse_args()
    known = bodies(given.folder)
    if given.draw:
        LIST.write_text("".join(f"{name}\n" for name in sorted(random.Random(1).sample(sorted(known), COUNT))))
    chosen = LIST.read_text().split()
    why: Counter[str] = Counter()
    first: dict[str, str] = {}
    refused = set()
    for name in chosen:
        try:
            compile_source(known[name], f"{name}.frag", "glsl")
        except GpuccError as error:
            reason = QUOTED.sub("..", error.message)
            why[reason] += 1
            first.setdefault(reason, f"{name} {error.location}")
            refused.add(name)
    print(f"{len(chosen)} shaders of {len(known)}: the front end takes {len(chosen) - len(refused)}")
    for reason, count in why.most_common():
        print(f"| {reason} | {count} | {first[reason]} |")
    if given.mesa:
        mesa = Mesa()
        taken = {name for name in chosen if mesa.takes("fragment", complete(known[name]))}
        print(f"{mesa.version} takes {len(taken)}, of which the front end takes {len(taken - refused)}")
        for name in sorted(taken & refused):
            print(f"- {name}: Mesa takes it, gpucc does not")
        for name in sorted(set(chosen) - taken - refused):
            print(f"- {name}: gpucc takes it, Mesa does not")


if __name__ == "__main__":
    main()
