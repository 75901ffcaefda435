"""docs/how-it-compares.md: each figure of its tables stands on the page that its row names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = DOCS / "how-it-compares.md"
NUMBER = re.compile(r"(?<![\w.^-])\d[\d,]*(?:\.\d+)?(?![\w.]*\d)")
ROWS = [
    (cells, re.findall(r"\]\(([-\w]+\.md)\)", cells[-1])[0])
    for line in PAGE.read_text().splitlines()
    if line.startswith("| ") and re.search(r"\]\([-\w]+\.md\) \|$", line)
    for cells in [[cell.strip() for cell in line.strip("|").split("|")]]
    if not cells[1].startswith("yes")
]


@pytest.mark.parametrize(("cells", "source"), ROWS, ids=lambda part: part[0][:40] if isinstance(part, list) else part)
def test_every_figure_stands_on_its_page(cells: list[str], source: str) -> None:
    text = (DOCS / source).read_text().replace(",", "")
    figures = [number.replace(",", "") for cell in cells[1:-1] for number in NUMBER.findall(cell.split(", Mesa")[0])]
    assert figures
    for figure in figures:
        assert re.search(rf"(?<![\d.]){re.escape(figure)}(?![\d.]*\d)", text), f"{figure} is not in {source}"


def test_there_are_rows() -> None:
    assert len(ROWS) >= 9
