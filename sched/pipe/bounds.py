"""A lower bound of the instructions of a program from its scalar tasks alone, for any groups, registers and copies.

- Path: a task comes after the tasks that it reads, and leaves enough time for its readers.
- Loads: a texture takes the varying loader and the sampler, a varying the loader, a row of uniforms its unit, the
  condition of a select the scalar multiplier, a store and a branch their units, each for one instruction. They are jobs
  of one machine, with an earliest instruction and a tail of instructions that must follow; running the longest tail
  first gives the shortest schedule of such jobs, so no schedule of the section is shorter.
- Units: let S be the tasks that only certain units can do, that come no earlier than instruction a and have tails of at
  least q. In one instruction, a vector unit does one op on at most four lanes, a scalar unit one op on one lane. If S
  fills n instructions of these units, the section has at least a + n + q.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import combinations

from gpucc.isa.model import LANES
from gpucc.records import dataclass
from gpucc.sched.core.bounds import Job, makespan
from gpucc.sched.core.work import MEMORY, RESULT
from gpucc.sched.pipe.place import STEPS
from gpucc.sched.pipe.plan import TESTER
from gpucc.sched.pipe.times import earliest_times, makers_of, tails, uses_of
from gpucc.sched.pipe.work import (
    ARITHMETIC,
    BRANCH,
    DISCARD,
    FRAME,
    LOAD,
    STORE,
    TEXTURE,
    UNIFORM,
    PipeBlock,
    PipeTask,
    PipeWork,
)

# the most earliest instructions and tails that are combined; the most sets of units that are united
BEGINNINGS, KINDS = 6, 4


def program_bound(work: PipeWork, sections: Sequence[int]) -> int:
    """The bound of the program from those of its sections. Conditional discards need one more instruction, branches to
    the end of the program another one."""
    tasks = [work.tasks[number] for block in work.blocks for number in block.tasks]
    always = any(task.kind == DISCARD and not task.operands for task in tasks)
    gone = any(_asks(task) for task in tasks) and not always
    landing = any(
        block.target is not None and block.target >= len(work.blocks) and not block.ends for block in work.blocks
    )
    return max(1, sum(sections) + gone + landing)


def _asks(task: PipeTask) -> bool:
    return task.kind == DISCARD and bool(task.operands)


def section_bound(work: PipeWork, block: PipeBlock) -> int:
    needed = _needed(work, block)
    if not needed and not block.ends:
        return 0
    tasks = [work.tasks[task] for task in block.tasks if task in needed]
    done, behind = earliest_times(work, tasks), tails(work, block, tasks)
    jobs = {task.number: (done[task.number] // STEPS, behind[task.number]) for task in tasks}
    path = max((first + 1 + tail for first, tail in jobs.values()), default=1)
    return max(1, path, *_loads(work, tasks, jobs), _units(work, tasks, jobs))


def _needed(work: PipeWork, block: PipeBlock) -> set[int]:
    """The tasks that must be done. Comparisons that only selects use are left out, because a select may make its
    own."""
    wanted = [value for _, _, value in block.outputs] + list(block.assigned.values())
    stack = [number for number in block.tasks if work.tasks[number].kind in (BRANCH, DISCARD, STORE)]
    stack += [number for value in wanted for number in makers_of(work, value)]
    needed: set[int] = set()
    while stack:
        number = stack.pop()
        if number not in needed:
            needed.add(number)
            stack += [maker for use in uses_of(work.tasks[number]) for maker in makers_of(work, use.value)]
    return needed


# loads ----------------------------------------------------------------------------------------------------------------


def _loads(work: PipeWork, tasks: Sequence[PipeTask], jobs: Mapping[int, Job]) -> list[int]:
    """Return bounds that follow from units which do one thing an instruction."""
    loaded: dict[Hashable, list[Job]] = defaultdict(list)
    uniforms: dict[Hashable, list[Job]] = defaultdict(list)
    stores: dict[Hashable, list[Job]] = defaultdict(list)
    branches: dict[Hashable, list[Job]] = defaultdict(list)
    for task in tasks:
        first, tail = jobs[task.number]
        if task.kind in (STORE, FRAME):
            stores[task.number].append((first, tail))
        elif task.kind in (BRANCH, DISCARD):
            branches[task.number].append((first, tail))
        elif task.kind == LOAD:
            loaded[task.name, task.attr].append((0, tail))
        elif task.kind == TEXTURE:
            loaded[task.number].append((first, tail))
        for use in uses_of(task):
            value = work.values[use.value]
            if value.kind in (UNIFORM, MEMORY):
                # it may be copied before
                uniforms[value.array, value.address, value.index].append((0, tail))
    units = (loaded, uniforms, stores, branches, _conditions(work, tasks, jobs))
    return [makespan([_first_need(found) for found in each.values()]) for each in units]


def _conditions(work: PipeWork, tasks: Sequence[PipeTask], jobs: Mapping[int, Job]) -> dict[Hashable, list[Job]]:
    """The jobs of conditions of selects: one in an instruction, beside the select. Equal comparisons make one
    condition."""
    found: dict[Hashable, list[Job]] = defaultdict(list)
    for task in tasks:
        if task.condition is not None:
            found[_made(work, task.condition.value)].append(jobs[task.number])
    return found


def _first_need(jobs: Iterable[Job]) -> Job:
    """Return the job of a value that several tasks need: it must be there before the first of them."""
    jobs = list(jobs)
    return min(first for first, _ in jobs), max(tail for _, tail in jobs)


def _made(work: PipeWork, number: int) -> tuple[object, ...]:
    value = work.values[number]
    if value.kind != RESULT:
        return (number,)
    task = work.tasks[value.task]
    return (task.name, task.operands, task.modifier) if task.kind == ARITHMETIC else (number,)


# units ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Share:
    """The part of a task that certain units must do. Shares with equal keys can be lanes of one op; a share without a
    key takes a unit for itself."""

    units: frozenset[str]
    key: Hashable | None
    job: Job


def _units(work: PipeWork, tasks: Sequence[PipeTask], jobs: Mapping[int, Job]) -> int:
    """The best bound over sets of units, from the tasks that only units of the set can do."""
    shares = [_share(task, jobs[task.number]) for task in tasks if task.kind == ARITHMETIC]
    shares += [
        Share(frozenset({TESTER}), None, _first_need(found)) for found in _conditions(work, tasks, jobs).values()
    ]
    vectors = {way.unit for task in tasks if task.kind == ARITHMETIC for way in task.ways if way.vector}
    kinds = list(dict.fromkeys(share.units for share in shares))
    best = 0
    for units in _unions(kinds):
        chosen = [share for share in shares if share.units <= units]
        room = len(units & vectors), len(units - vectors)
        for first in _spread({share.job[0] for share in chosen}):
            late = [share for share in chosen if share.job[0] >= first]
            for tail in _spread({share.job[1] for share in late}):
                best = max(best, first + _needed_rows([share for share in late if share.job[1] >= tail], *room) + tail)
    return best


def _share(task: PipeTask, job: Job) -> Share:
    ways = [way for way in task.ways if not task.modifier or way.form.modifier]
    units = frozenset(way.unit for way in ways)
    if not any(way.vector for way in ways):
        return Share(units, None, job)
    # the same sum for several components is one operation
    return Share(units, (task.name, task.modifier, task.operands if task.own else None), job)


def _unions(kinds: Sequence[frozenset[str]]) -> list[frozenset[str]]:
    found: dict[frozenset[str], None] = {}
    for size in range(1, min(len(kinds), KINDS) + 1):
        for chosen in combinations(kinds, size):
            found[frozenset[str]().union(*chosen)] = None
    return list(found)


def _spread(numbers: set[int]) -> list[int]:
    """Return a sample of the numbers, with the first and the last among them."""
    ordered = sorted(numbers)
    if len(ordered) <= BEGINNINGS:
        return ordered
    return [ordered[i * (len(ordered) - 1) // (BEGINNINGS - 1)] for i in range(BEGINNINGS)]


def _needed_rows(shares: Sequence[Share], vectors: int, scalars: int) -> int:
    """The number of instructions that the tasks fill, with so many vector and scalar units in each."""
    alone = sum(share.key is None for share in shares)
    lanes = Counter(share.key for share in shares if share.key is not None)
    # the cost of replacing a vector by scalars is its number of lanes; the last vector of each op has the fewest
    costs = sorted(
        cost for count in lanes.values() for cost in ((count - 1) % LANES + 1, *[LANES] * ((count - 1) // LANES))
    )
    rows = -(-(alone + sum(lanes.values())) // (LANES * vectors + scalars))
    while not _fit(costs, alone, rows * vectors, rows * scalars):
        rows += 1
    return rows


def _fit(costs: Sequence[int], alone: int, vectors: int, scalars: int) -> bool:
    """Return whether the vector and scalar units of an instruction suffice for so many ops of each kind, besides
    `alone` ops that either kind can do."""
    spared = max(0, len(costs) - vectors)
    moved = sum(costs[:spared])
    return moved <= scalars and len(costs) - spared + moved + alone <= vectors + scalars
