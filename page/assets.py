"""Style sheets and scripts of pages: files beside this module, and a class for each colour of source lines."""

from __future__ import annotations

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "static"
# used for source lines in turn; each colour is visible on both backgrounds
HUES = (211, 28, 140, 330, 265, 55, 180, 0)


@cache
def asset(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")


def colours() -> str:
    """The style of each colour: the bar at the left of a line, and its key."""
    found = (f"hsl({hue} 75% var(--bar))" for hue in HUES)
    return "".join(f".c{n}{{border-left-color:{one}}}.c{n}.key{{background:{one}}}\n" for n, one in enumerate(found))


def panes_style() -> str:
    """The style of lines and panes, which all pages share."""
    return asset("panes.css") + colours()
