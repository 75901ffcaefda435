"""Variables of a program with branches: their live ranges, and the component of a register that each occupies
throughout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import field

from gpucc.isa.model import LANES
from gpucc.records import dataclass
from gpucc.sched.core.sections import before_block, liveness
from gpucc.sched.pipe.homes import Homes, PipeHome
from gpucc.sched.pipe.plan import PipePlan
from gpucc.sched.pipe.registers import Spot
from gpucc.sched.pipe.work import followers

# how many rows are put on the stack at once: more than one for so many that lack a register, and for so many that wait
# there already
LACKING, WAITING = 4, 8


class Crowded(Exception):
    """More variables than registers; `rows` are some that can wait on the stack, by homes."""

    def __init__(self, rows: list[list[int]]) -> None:
        super().__init__(rows)
        self.rows = rows


@dataclass(slots=True)
class PipeLayout:
    """`begin` and `end` are the variables live at each section's beginning and end; `spots` are their places."""

    begin: list[frozenset[int]] = field(default_factory=list)
    end: list[frozenset[int]] = field(default_factory=list)
    spots: dict[int, Spot] = field(default_factory=dict)


def lay_out(plan: PipePlan, homes: Homes) -> PipeLayout:
    layout = PipeLayout()
    count = len(plan.work.blocks)
    reads = [
        frozenset(place for task in plan.members[i] for place in plan.touched(plan.tasks[task])) for i in range(count)
    ]
    ways = [followers(plan.work.blocks, plan.tasks, i) for i in range(count)]
    layout.begin, layout.end = liveness(ways, before_block(reads, [assigned.keys() for assigned in plan.assigned]))
    _colour(plan, homes, layout)
    return layout


def _colour(plan: PipePlan, homes: Homes, layout: PipeLayout) -> None:
    """Assign registers to homes of variables, large ones first; variables that are never live in the same section may
    share a component.

    One register is left for values within sections.
    """
    alive: dict[int, set[int]] = {}
    for i, (begin, end) in enumerate(zip(layout.begin, layout.end, strict=True)):
        for place in begin | end:
            alive.setdefault(place, set()).add(i)
    groups: dict[PipeHome, list[int]] = {}
    for place in sorted(alive):
        groups.setdefault(homes.of(place), []).append(place)
    busy: list[list[set[int]]] = [[set() for _ in range(LANES)] for _ in range(plan.work.isa.pipeline.registers - 1)]
    lost: list[list[int]] = []
    for places in sorted(groups.values(), key=lambda places: (-len(places), places)):
        for register, lanes in enumerate(busy):
            chosen = _fit(places, lanes, alive)
            if chosen is not None:
                for place, lane in chosen.items():
                    layout.spots[place] = (register, lane)
                    lanes[lane] |= alive[place]
                break
        else:
            lost.append(places)
    if lost:
        lacking = {i for place in lost[0] for i in alive[place]}
        near = [place for place in alive if alive[place] & lacking]
        count = 1 + len(lost) // LACKING + len(plan.genes.stored) // WAITING
        raise Crowded(waiting_rows(plan, homes, near)[:count])


def waiting_rows(plan: PipePlan, homes: Homes, alive: Collection[int]) -> list[list[int]]:
    """Variables by homes, those first that cost least on the stack, for each component of a register that they free:
    sections that read them load, those that change them store."""
    rows: dict[PipeHome, list[int]] = {}
    home_of = {place: homes.of(place) for place in sorted(alive)}
    for place, home in home_of.items():
        rows.setdefault(home, []).append(place)
    costs = _costs(plan, home_of, rows)
    return [row for home, row in sorted(rows.items(), key=lambda found: (costs[found[0]] / len(found[1]), found[1]))]


def _costs(plan: PipePlan, home_of: Mapping[int, PipeHome], rows: Mapping[PipeHome, list[int]]) -> Counter[PipeHome]:
    """How many accesses all sections make to the variables of each home, which are stored together."""
    costs: Counter[PipeHome] = Counter()
    for members, assigned in zip(plan.members, plan.assigned, strict=True):
        for number in members:
            costs.update({home_of[place] for place in plan.touched(plan.tasks[number]) if place in home_of})
        given = Counter(home_of[place] for place in assigned if place in home_of)
        costs.update({home: 1 if count == len(rows[home]) else count for home, count in given.items()})
    return costs


def _fit(places: list[int], lanes: list[set[int]], alive: Mapping[int, set[int]]) -> dict[int, int] | None:
    chosen: dict[int, int] = {}
    for place in places:
        lane = next((i for i in range(LANES) if i not in chosen.values() and not lanes[i] & alive[place]), None)
        if lane is None:
            return None
        chosen[place] = lane
    return chosen
