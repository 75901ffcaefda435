"""A lower bound of the number of instructions of a section, with any number of registers.

- Path: a task comes after the results that it reads, and the readers of its own result come later by its latency, or
  that of the fastest bypass between slots that can do them.
- Slots: tasks that only certain slots can do are unit jobs on as many machines, with release times and tails.
- Ports: each register of a file with ports is read at least once, at the earliest when its first reader can run.
"""

from __future__ import annotations

from itertools import combinations

from gpucc.sched.core.bounds import Job, makespan
from gpucc.sched.slots.work import SlotWork

# the most sets of slots (each the slots of some op) that are united for a bound
KINDS = 4


def jobs_of(work: SlotWork) -> list[Job]:
    """For each task, its earliest instruction and the least number after it. The program ends when all results are
    available."""
    first = [0] * len(work.tasks)
    behind = [task.op.latency - 1 for task in work.tasks]
    for task in work.tasks:
        first[task.number] = max(
            (first[other.number] + work.soonest(other, task) for other in work.sources(task)), default=0
        )
    for task in reversed(work.tasks):
        for other in work.sources(task):
            behind[other.number] = max(behind[other.number], behind[task.number] + work.soonest(other, task))
    return list(zip(first, behind, strict=True))


def lower_bound(work: SlotWork, jobs: list[Job]) -> int:
    kinds = list(dict.fromkeys(frozenset(task.op.slots) for task in work.tasks))
    best = max((first + 1 + tail for first, tail in jobs), default=1)
    for size in range(1, min(len(kinds), KINDS) + 1):
        for chosen in combinations(kinds, size):
            slots = frozenset[str]().union(*chosen)
            best = max(
                best,
                makespan([jobs[task.number] for task in work.tasks if slots.issuperset(task.op.slots)], len(slots)),
            )
    for file in work.isa.files:
        if file.ports and file.role != "temporary" and work.stage in file.prefix:
            tails: dict[int, int] = {}
            for task in work.tasks:
                for name, register in work.loaded(task):
                    if name == file.name:
                        tails[register] = max(tails.get(register, 0), jobs[task.number][1])
            best = max(best, makespan(((0, tail) for tail in tails.values()), file.ports))
    return best
