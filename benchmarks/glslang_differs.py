"""Shaders of a public collection that glslang takes and the front end refuses: `python -P benchmarks/glslang_differs.py
--from DIR [DIR ...]`.

Files whose ending tells a stage are compiled to LLVM IR. What is refused goes to `glslangValidator`; where that takes
it, the first message is counted, with a file for each. Sources without `#version` are given to glslang as GLSL ES 1.00
if they name a precision, else as GLSL 1.20.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

from es3_mutants import glslang_takes  # noqa: E402

from gpucc.errors import GpuccError  # noqa: E402
from gpucc.frontend.compile import compile_source  # noqa: E402
from gpucc.program import Stage  # noqa: E402

ENDINGS: dict[str, Stage] = {
    ".frag": "fragment", ".fs": "fragment", ".fsh": "fragment", ".vert": "vertex", ".vs": "vertex", ".vsh": "vertex",
}  # fmt: skip
VERSION = re.compile(r"^\s*#\s*version", re.MULTILINE)
QUOTED = re.compile(r"`[^`]*`")


def stage_of(path: Path) -> Stage | None:
    stem = path.with_suffix("") if path.suffix == ".glsl" else path
    return ENDINGS.get(stem.suffix.lower())


def as_glslang_wants(source: str) -> str:
    if VERSION.search(source):
        return source
    return f"#version {100 if 'precision' in source else 120}\n{source}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="folders", type=Path, nargs="+", required=True)
    given = parser.parse_args()
    print("| collection | files | taken | refused by both | refused here only |\n| --- | --- | --- | --- | --- |")
    why: Counter[str] = Counter()
    first: dict[str, str] = {}
    for folder in given.folders:
        counts: Counter[str] = Counter()
        for path in sorted(folder.rglob("*")):
            stage = stage_of(path)
            if stage is None or not path.is_file():
                continue
            source = path.read_bytes().decode("utf-8", "replace")
            if not re.search(r"\bmain\b", source):
                continue
            try:
                compile_source(source, str(path), "glsl", stage)
                counts["taken"] += 1
            except GpuccError as error:
                both = not glslang_takes(stage, as_glslang_wants(source))
                counts["both" if both else "here"] += 1
                if not both:
                    reason = QUOTED.sub("..", error.message)
                    why[reason] += 1
                    first.setdefault(reason, str(error.location))
        print(
            f"| {folder.name} | {counts.total()} | {counts['taken']} | {counts['both']} | {counts['here']} |",
            flush=True,
        )
    print("\n| refused here only | files | for example |\n| --- | --- | --- |")
    for reason, count in why.most_common():
        print(f"| {reason} | {count} | {first[reason]} |")


if __name__ == "__main__":
    main()
