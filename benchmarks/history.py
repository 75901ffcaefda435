"""The history of the tables in docs/: `python -P benchmarks/history.py` brings docs/history.csv up to HEAD.

The file is made from git alone. It has a line for each cell of a table that is a number and whose number a commit has
changed: the commit, its date, the document, the heading above the table, the first cell of the row, the heading of the
column, and the number; an empty number says that the row is gone. Two rows of a table with the same first cell are told
apart by their further cells that are not numbers. docs/pictures/history.svg is drawn from the file. `--check` writes
nothing, and ends with 1 if the file is not the one that git gives at the last commit that the file names.
"""

from __future__ import annotations

import argparse
import csv
import io
import math
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HISTORY = ROOT / "docs" / "history.csv"
PICTURE = ROOT / "docs" / "pictures" / "history.svg"
# what the picture follows: a document, a column, and the colour of its line
SERIES = (
    ("docs/lima-vp-counts.md", "agreed", "#0072b2"),
    ("docs/lima-pp-counts.md", "agreed", "#d55e00"),
    ("docs/glmark2.md", "lima-vp", "#009e73"),
    ("docs/glmark2.md", "lima-pp", "#a04a80"),
)
FIELDS = ("commit", "date", "document", "section", "row", "column", "value")
NUMBER = re.compile(r"[+-]?\d+(,\d{3})*(\.\d+)?")
RULE = re.compile(r"\|?(\s*:?-+:?\s*\|)+(\s*:?-+:?\s*)?")

Place = tuple[str, str, str]  # section, row, column


def cells(line: str) -> list[str]:
    """The cells of a line of a table, without emphasis; a `|` after a backslash is part of its cell."""
    parts = re.split(r"(?<!\\)\|", line.strip().removeprefix("|").removesuffix("|"))
    return [part.strip().strip("*`").replace("\\|", "|") for part in parts]


def number(cell: str) -> str | None:
    """The cell as a plain number, with its unit of per cent if it has one."""
    bare = cell.removesuffix("%").strip()
    if NUMBER.fullmatch(bare) is None:
        return None
    return bare.replace(",", "").removeprefix("+") + "%" * cell.endswith("%")


def numbers(text: str) -> dict[Place, str]:
    """The numbers in the tables of a document, by section, row and column."""
    found: dict[Place, str] = {}
    section, columns, fenced = "", list[str](), False
    lines = text.splitlines()
    for index, line in enumerate(lines):
        if line.startswith("```"):
            fenced = not fenced
        if fenced or not line.startswith("|"):
            columns = []
            if line.startswith("#") and not fenced:
                section = line.lstrip("#").strip()
        elif not columns:
            if index + 1 < len(lines) and RULE.fullmatch(lines[index + 1].strip()):
                columns = cells(line)
        elif not RULE.fullmatch(line.strip()):
            first, *rest = cells(line)
            row = " / ".join([first, *(cell for cell in rest if number(cell) is None)]).strip()
            for column, cell in zip(columns[1:], rest, strict=False):
                value = number(cell)
                if value is not None:
                    found[_free(found, (section, row, column))] = value
    return found


def _free(found: dict[Place, str], place: Place) -> Place:
    section, row, column = place
    count = 1
    while place in found:
        count += 1
        place = (section, f"{row} ({count})", column)
    return place


def changes(old: dict[Place, str], new: dict[Place, str]) -> Iterator[tuple[Place, str]]:
    """What the new version of a document says otherwise, in the order of the documents; an empty value: a lost row."""
    for place, value in new.items():
        if old.get(place) != value:
            yield place, value
    for place in old:
        if place not in new:
            yield place, ""


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def history(until: str) -> str:
    """The whole file, as the commits up to this one give it."""
    known: dict[str, dict[Place, str]] = {}
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(FIELDS)
    for entry in git(
        "log",
        "--reverse",
        "--topo-order",
        "--no-renames",
        "--first-parent",
        "-m",
        "--name-status",
        "--format=%x00%H %cs",
        until,
        "--",
        "docs",
        "README.md",
    ).split("\0")[1:]:
        head, *files = filter(None, entry.splitlines())
        commit, date = head.split()
        for status, document in sorted((line.split("\t") for line in files), key=lambda pair: pair[1]):
            if not document.endswith(".md"):
                continue
            new = {} if status == "D" else numbers(git("show", f"{commit}:{document}"))
            for place, value in changes(known.get(document, {}), new):
                table.writerow((commit[:9], date, document, *place, value))
            known[document] = new
    return written.getvalue()


def index(rows: list[dict[str, str]], document: str, column: str) -> list[tuple[str, float]]:
    """After each commit that changed the column: the geometric mean of its numbers, the first commit's being 100.

    A commit counts by the rows that stand there before and after it, so shaders that come and go do not move the mean.
    """
    last: dict[tuple[str, str], float] = {}
    found: list[tuple[str, float]] = []
    mean, moved, standing, commit = 100.0, 0.0, 0, ""
    chosen = [row for row in rows if row["document"] == document and row["column"] == column]
    for place, row in enumerate(chosen):
        if row["commit"] != commit:
            commit, standing, moved = row["commit"], len(last), 0.0
        key = (row["section"], row["row"])
        old = last.pop(key, 0.0)
        new = float(row["value"].rstrip("%") or 0)
        if new > 0:
            last[key] = new
            moved += math.log(new / old) if old > 0 else 0.0
        elif old > 0:
            standing -= 1
        if place + 1 == len(chosen) or chosen[place + 1]["commit"] != commit:
            mean *= math.exp(moved / standing) if standing > 0 else 1.0
            found.append((commit, mean))
    return found


def picture(rows: list[dict[str, str]]) -> str:
    """The series as steps over the commits that changed a table, in SVG."""
    order = {commit: at for at, commit in enumerate(dict.fromkeys(row["commit"] for row in rows))}
    series = [(document, column, colour, index(rows, document, column)) for document, column, colour in SERIES]
    values = [mean for *_, points in series for _, mean in points] or [100.0]
    low, high = 10 * math.floor(min(values) / 10), 10 * math.ceil(max(values) / 10 + 0.1)
    width, height, left, top, bottom = 720, 360, 48, 32, 320

    def across(at: float) -> float:
        return left + (width - left - 12) * at / max(len(order) - 1, 1)

    def down(mean: float) -> float:
        return bottom - (bottom - top) * (mean - low) / (high - low)

    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{left}" y="18">Instructions in the tables of docs/, first table = 100 (less is better)</text>',
        f'<text x="{left}" y="{height - 8}">commits that changed a table, oldest first</text>',
    ]
    for mark in range(low, high + 1, 10 if high - low <= 80 else 20):
        drawn.append(f'<path d="M{left} {down(mark):.1f}H{width - 12}" stroke="#ddd"/>')
        drawn.append(f'<text x="{left - 6}" y="{down(mark) + 4:.1f}" text-anchor="end">{mark}</text>')
    for line, (document, column, colour, points) in enumerate(series):
        if not points:
            continue
        path = f"M{across(order[points[0][0]]):.1f} {down(points[0][1]):.1f}"
        path += "".join(f"H{across(order[commit]):.1f}V{down(mean):.1f}" for commit, mean in points[1:])
        drawn.append(f'<path d="{path}H{width - 12}" fill="none" stroke="{colour}" stroke-width="2"/>')
        name = f"{document.removeprefix('docs/')}, column {column}: {points[-1][1]:.1f}"
        drawn.append(f'<text x="{width - 300}" y="{top + 16 + 16 * line}" fill="{colour}">{name}</text>')
    return "\n".join([*drawn, "</svg>", ""])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare the file with git, and write nothing")
    wishes = parser.parse_args()
    if not wishes.check:
        text = history("HEAD")
        HISTORY.write_text(text)
        PICTURE.write_text(picture(list(csv.DictReader(io.StringIO(text)))))
        return 0
    kept = HISTORY.read_text()
    last = kept.rstrip().rsplit("\n", 1)[-1].split(",")[0]
    if history(last) == kept:
        return 0
    print(
        f"{HISTORY.relative_to(ROOT)} is not what git gives up to {last}: run python -P benchmarks/history.py",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
