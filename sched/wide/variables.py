"""Places for the variables of a program with branches (register components, or temporaries when those run out), and for
local arrays.

Variables that are live at the same section boundary have different places. A variable that dies in a section may share
its component with one that is set there, whose value is then stored after the last reader; so a copy from one variable
to another is often free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace

from gpucc.isel.machine import LocalArray, Section
from gpucc.records import dataclass
from gpucc.sched.core.sections import before_block, drop_dead, drop_jumps, liveness
from gpucc.sched.core.work import VARIABLE
from gpucc.sched.wide.chip import Chip
from gpucc.sched.wide.work import WideWork

# the share of register components that variables may take; the others are for values within a section
SHARE = (3, 4)


@dataclass(slots=True)
class WideLayout:
    """The places of variables. `places` are register components, `rows` temporaries (row and component as one number).
    By section: the variables live at its beginning and end, and its successors, each with whether a jump leads
    there.
    """

    places: dict[int, int] = field(default_factory=dict)
    rows: dict[int, int] = field(default_factory=dict)
    begin: list[frozenset[int]] = field(default_factory=list)
    end: list[frozenset[int]] = field(default_factory=list)
    edges: list[list[tuple[int, bool]]] = field(default_factory=list)


def place_arrays(sections: Sequence[Section], chip: Chip) -> tuple[dict[LocalArray, tuple[int, int]], int]:
    """First row and component of each local array, from the top of the file downwards; and the lowest row used.

    Arrays of similar length share rows, a component each.
    """
    found = dict.fromkeys(
        inst.attr for section in sections for inst in section.selected.insts if isinstance(inst.attr, LocalArray)
    )
    arrays = sorted(found, key=lambda array: -array.length)
    lanes = len(chip.half)
    top = chip.top
    rows: dict[LocalArray, tuple[int, int]] = {}
    for i in range(0, len(arrays), lanes):
        top -= max(1, arrays[i].length)
        rows |= {array: (top, component) for component, array in enumerate(arrays[i : i + lanes])}
    return rows, top


def ready(sections: Sequence[Section]) -> list[Section]:
    """Return copies of the sections without assignments that are dead and jumps that are needless."""
    found = [replace(section) for section in sections]
    drop_dead(found)
    drop_jumps(found)
    drop_dead(found)
    return found


def lay_out(works: Sequence[WideWork], chip: Chip, top: int) -> WideLayout:
    """The layout for works of sections that are `ready`."""
    layout = WideLayout()
    layout.edges = [
        [*([(i + 1, False)] if work.falls else []), *([(work.target, True)] if work.target is not None else [])]
        for i, work in enumerate(works)
    ]
    reads = [frozenset(value.address for value in work.values if value.kind == VARIABLE) for work in works]
    writes = [{goal.address for goal in work.goals if goal.file == VARIABLE} for work in works]
    ways = [[target for target, _ in edges] for edges in layout.edges]
    layout.begin, layout.end = liveness(ways, before_block(reads, writes))
    _colour(works, layout, chip, top)
    return layout


def _colour(works: Sequence[WideWork], layout: WideLayout, chip: Chip, top: int) -> None:
    """Assign registers to the most used variables; each takes the place of one that it is copied from or to, if
    possible."""
    against: dict[int, set[int]] = {}
    for alive in (*layout.begin, *layout.end):
        for variable in alive:
            against.setdefault(variable, set()).update(alive)
    copies: dict[int, list[int]] = {}
    for work in works:
        for goal in work.goals:
            source = work.values[goal.value]
            if goal.file == VARIABLE and source.kind == VARIABLE:
                copies.setdefault(goal.address, []).append(source.address)
                copies.setdefault(source.address, []).append(goal.address)
    weights = _weights(works, layout)
    room = chip.registers * len(chip.half) * SHARE[0] // SHARE[1]
    for variable in sorted(against, key=lambda variable: (-weights.get(variable, 0), variable)):
        taken = {layout.places[other] for other in against[variable] if other in layout.places}
        wished = [layout.places[other] for other in copies.get(variable, ()) if other in layout.places]
        place = next((place for place in (*wished, *range(room)) if place not in taken), None)
        if place is not None:
            layout.places[variable] = place
            continue
        taken = {layout.rows[other] for other in against[variable] if other in layout.rows}
        lanes = len(chip.half)
        layout.rows[variable] = next(row for row in range(top * lanes - 1, -1, -1) if row not in taken)


def _weights(works: Sequence[WideWork], layout: WideLayout) -> dict[int, int]:
    """The number of reads and writes of each variable, weighted by the depth of loops."""
    depth = [0] * len(works)
    for i, edges in enumerate(layout.edges):
        for target, _ in edges:
            if target <= i:
                for inside in range(target, i + 1):
                    depth[inside] += 1
    weights: dict[int, int] = {}
    for i, work in enumerate(works):
        named = [value.address for value in work.values if value.kind == VARIABLE]
        named += [goal.address for goal in work.goals if goal.file == VARIABLE]
        for variable in named:
            weights[variable] = weights.get(variable, 0) + 8 ** min(depth[i], 6)
    return weights
