"""Schedule the sections of a program in order, with the latencies that cross their boundaries.

A section knows what its predecessors in the layout stored last, and waits for it. A section that jumps back must itself
have stored early enough for the first reads of its target. A taken branch makes registers visible at once, if the facts
allow it, but never temporaries.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from gpucc.isel.machine import LocalArray
from gpucc.sched.core.allowance import Allowance
from gpucc.sched.core.exact import BUDGET
from gpucc.sched.wide.chip import FREE, Chip
from gpucc.sched.wide.exact import purse
from gpucc.sched.wide.frame import WideFrame
from gpucc.sched.wide.search import search
from gpucc.sched.wide.table import Table
from gpucc.sched.wide.variables import WideLayout
from gpucc.sched.wide.work import WideWork


def schedule_sections(
    works: Sequence[WideWork],
    chip: Chip,
    layout: WideLayout,
    arrays: dict[LocalArray, tuple[int, int]],
    top: int,
    opt: int,
    allowance: Allowance | None = None,
) -> tuple[list[Table], str]:
    """A schedule of each section, and the reason if the search for the shortest was requested but not done."""
    floor = min([top, *(row // len(chip.half) for row in layout.rows.values())])
    placed: list[Table] = []
    shared = purse(works, (allowance or Allowance()).part(BUDGET))
    for i, work in enumerate(works):
        waits, temporary_wait = _waits(i, placed, chip, layout)
        frame = WideFrame(
            layout.places, layout.rows, waits, layout.begin[i], layout.end[i], arrays, floor, temporary_wait
        )
        before = sum(found.length for found in placed)
        placed.append(
            search(work, chip, frame, partial(_least, i, placed, chip, layout), opt, shared, before, allowance)
        )
    return placed, shared.note


def _after(section: Table, chip: Chip, place: int) -> int:
    """The number of instructions after a section in which a variable's register cannot be read yet."""
    stored = section.stored_at(place)
    since = stored + chip.wait if stored != FREE else section.frame.waits.get(place, 0)
    return since - section.length


def _waits(i: int, placed: Sequence[Table], chip: Chip, layout: WideLayout) -> tuple[dict[int, int], int]:
    waits: dict[int, int] = {}
    temporary = 0
    for j, before in enumerate(placed):
        for target, jump in layout.edges[j]:
            if target != i:
                continue
            temporary = max(temporary, _temporary_after(before, chip))
            if jump and chip.jump_shows:
                continue
            for variable in layout.begin[i]:
                if variable in layout.places:
                    place = layout.places[variable]
                    waits[place] = max(waits.get(place, 0), _after(before, chip, place))
    return waits, temporary


def _temporary_after(section: Table, chip: Chip) -> int:
    stored = section.last_temporary[0]
    since = stored + chip.temporary_wait if stored != FREE else section.temporary_wait
    return since - section.length


def _least(i: int, placed: Sequence[Table], chip: Chip, layout: WideLayout, section: Table) -> int:
    """The least length of a section that jumps back, such that its target reads nothing too early."""
    least = 0
    for target, jump in layout.edges[i]:
        if target > i:
            continue
        found = section if target == i else placed[target]
        length = found.length
        first = min(found.first_temporary[0], length)
        least = max(least, section.length + _temporary_after(section, chip) - first)
        if jump and chip.jump_shows:
            continue
        for variable in layout.begin[target]:
            if variable in layout.places:
                place = layout.places[variable]
                least = max(least, section.length + _after(section, chip, place) - min(found.first_read(place), length))
    return least
