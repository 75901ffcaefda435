"""The folders of gpucc and their imports as a picture: `python -P benchmarks/architecture.py [--write]`.

The picture is made of the import statements alone, so it cannot disagree with the code. What functions import late is
left out, and so are imports that others imply: if a imports b, and b imports c, there is no arrow from a to c.
`--write` writes docs/pictures/architecture.svg; without it the arrows are printed.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "pictures" / "architecture.svg"
# modules of the root that every folder may import; they are one box without arrows
COMMON = ("errors", "program", "records", "late", "collector", "listing", "endings", "debuginfo")
# boxes of several modules of the root, or of a folder and modules
TOGETHER = {
    "terminal": ("cli", "__main__", "terminal"),
    "driver": ("driver", "backend", "linking", "steps", "families", "from_python", "compiled", "verdict"),
    "reading": ("reading", "hints"),
}
TITLES = {
    "terminal": "the command line", "driver": "the pipeline", "reading": "any source to LLVM IR",
    "frontend": "GLSL, AGSL to LLVM IR", "lowering": "LLVM IR to a graph", "rules": "the language of rules",
    "isel": "rules of the targets", "source": "graph to source text", "sched": "order, registers",
    "emit": "bits, text, files", "interp": "the judge", "isa": "facts about machines", "targets": "targets as a whole",
    "reduce": "smaller failures", "campaign": "many tasks", "fuzz": "random programs",
    "page": "panes of lines", "serve": "gpucc serve", "selftest": "facts on a chip",
    "testing": "kit for targets",
    "notebook": "programs in notebooks",
}  # fmt: skip
# what a module imports when it is imported itself
IMPORT = re.compile(r"^from (gpucc[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
WIDE, HIGH, GAP, ROW = 152, 42, 24, 92
Arrows = dict[str, set[str]]


def box_of(module: str) -> str:
    return next((box for box, parts in TOGETHER.items() if module in parts), module)


def imports() -> Arrows:
    """For each box, the boxes that its modules import."""
    folders = sorted(path.parent for path in ROOT.glob("*/__init__.py"))
    files = [*ROOT.glob("*.py"), *(path for folder in folders for path in folder.rglob("*.py"))]
    found: Arrows = {}
    for path in files:
        box = box_of(path.relative_to(ROOT).parts[0].removesuffix(".py"))
        if box == "__init__" or box in COMMON:
            continue
        found.setdefault(box, set())
        found[box] |= {box_of(name) for name in _imported(path.read_text())} - {box, *COMMON}
    return {box: targets & set(found) for box, targets in sorted(found.items())}


def _imported(text: str) -> Iterator[str]:
    for module, names in IMPORT.findall(text):
        yield from re.findall(r"\w+", names) if module == "gpucc" else [module.split(".")[1]]


def reduced(arrows: Arrows) -> Arrows:
    """The arrows that no others imply."""
    return {
        box: {target for target in targets if not any(target in _below(arrows, other) for other in targets - {target})}
        for box, targets in arrows.items()
    }


def _below(arrows: Arrows, box: str) -> set[str]:
    found: set[str] = set()
    waiting = [box]
    while waiting:
        for target in arrows[waiting.pop()] - found:
            found.add(target)
            waiting.append(target)
    return found


def rows(arrows: Arrows) -> tuple[list[list[str]], list[list[str]]]:
    """Boxes and bends from top to bottom, each above all that it imports, and each arrow as its way through them."""
    depth: dict[str, int] = {}

    def place(box: str) -> int:
        if box not in depth:
            depth[box] = max((1 + place(other) for other in arrows if box in arrows[other]), default=0)
        return depth[box]

    for box in arrows:
        place(box)
    table: list[list[str]] = [[] for _ in range(max(depth.values()) + 1)]
    for box in arrows:
        table[depth[box]].append(box)
    ways = []
    for box, targets in arrows.items():
        for target in sorted(targets):
            bends = [f"{box}>{target}:{level}" for level in range(depth[box] + 1, depth[target])]
            for bend in bends:
                table[int(bend.rpartition(":")[2])].append(bend)
            ways.append([box, *bends, target])
    return table, ways


def ordered(table: list[list[str]], ways: list[list[str]]) -> list[list[str]]:
    """The rows with neighbours of arrows near each other: a few sweeps to the mean place of the neighbours."""
    near: dict[str, list[str]] = {}
    for way in ways:
        for upper, lower in pairwise(way):
            near.setdefault(upper, []).append(lower)
            near.setdefault(lower, []).append(upper)
    for _ in range(12):
        place = {item: (at + 0.5) / len(row) for row in table for at, item in enumerate(row)}
        mean = {
            item: sum(place[other] for other in near.get(item, [item])) / len(near.get(item, [1])) for item in place
        }
        table = [sorted(row, key=lambda item: (round(mean[item], 6), item)) for row in table]
    return table


def draw() -> str:
    arrows = reduced(imports())
    table, ways = rows(arrows)
    table = ordered(table, ways)
    width = max(sum(_room(item) for item in row) for row in table) + GAP
    at: dict[str, tuple[float, float]] = {}
    for level, row in enumerate(table):
        x = (width - sum(_room(item) for item in row)) / 2
        for item in row:
            at[item] = (x + _room(item) / 2, 70 + level * ROW)
            x += _room(item)
    height = 70 + len(table) * ROW
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" font-family="sans-serif">',
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>',
        '<marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<path d="M0 0 8 4 0 8z" fill="#567"/></marker>',
        f'<text x="{width / 2:g}" y="28" font-size="13" text-anchor="middle" fill="#567">'
        f"every box may also import {', '.join(COMMON[:-1])} and {COMMON[-1]}</text>",
    ]
    lines += [_curve([at[item] for item in way]) for way in ways]
    lines += [_box(box, *at[box]) for box in arrows]
    return "\n".join([*lines, "</svg>", ""])


def _room(item: str) -> int:
    return GAP if ":" in item else WIDE + GAP


def _curve(points: list[tuple[float, float]]) -> str:
    """A way from the lower edge of a box to the upper edge of another, vertical at each bend."""
    (x, y), *middle, (end, bottom) = points
    stops = [(x, y + HIGH), *((a, b + HIGH / 2) for a, b in middle), (end, bottom)]
    path = f"M{stops[0][0]:g} {stops[0][1]:g}"
    for (a, b), (c, d) in pairwise(stops):
        half = (b + d) / 2
        path += f" C{a:g} {half:g} {c:g} {half:g} {c:g} {d:g}"
    return f'<path d="{path}" fill="none" stroke="#567" marker-end="url(#tip)"/>'


def _box(box: str, x: float, y: float) -> str:
    fill = {"interp": "#fde8d0", "isa": "#dcefd8"}.get(box, "#e4ecf7")
    return (
        f'<rect x="{x - WIDE / 2:g}" y="{y:g}" width="{WIDE}" height="{HIGH}" rx="5" fill="{fill}" stroke="#567"/>'
        f'<text x="{x:g}" y="{y + 17:g}" font-size="14" font-weight="bold" text-anchor="middle">{box}</text>'
        f'<text x="{x:g}" y="{y + 33:g}" font-size="11" text-anchor="middle">{TITLES[box]}</text>'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the picture")
    if parser.parse_args().write:
        PICTURE.write_text(draw())
        return
    for box, targets in reduced(imports()).items():
        print(f"{box}: {', '.join(sorted(targets)) or 'nothing'}")


if __name__ == "__main__":
    main()
