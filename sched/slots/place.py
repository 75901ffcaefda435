"""List scheduling: fill instructions from first to last with the most urgent ready tasks, as far as slots, ports and
registers allow. Perturbed orders are tried within a budget."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field

from gpucc.errors import LimitExceeded
from gpucc.records import dataclass
from gpucc.sched.core.bounds import Job
from gpucc.sched.slots.work import SlotTask, SlotWork

# the total number of tasks that may be placed, by level of optimisation
BUDGET = (0, 1000, 6000, 30000)
# the amplitudes of the noise on priorities, in instructions
NOISE = (1.0, 2.0, 4.0)


@dataclass(slots=True)
class SlotPlaced:
    """A placement: `starts` has the instruction of each task, `seats` the task of each slot, by instruction."""

    starts: list[int]
    seats: list[dict[str, int]] = field(default_factory=list)
    length: int = 0


class SlotMachine:
    """The capacity of an instruction: slots and ports."""

    def __init__(self, work: SlotWork) -> None:
        self.work = work
        files = [file for file in work.isa.files if work.stage in file.prefix]
        temporary = work.isa.file("temporary", work.stage)
        self.registers = temporary.size(work.stage) * work.isa.lanes
        self.read = temporary.ports or len(work.values)
        self.ports = {file.name: file.ports for file in files if file.ports and file is not temporary}

    def seat(
        self, number: int, seats: dict[str, int], free: Mapping[int, Sequence[str]], seen: set[str] | None = None
    ) -> bool:
        """Give a task one of its `free` slots by an augmenting path: other tasks may move to other slots. Return
        whether there is one."""
        seen = set() if seen is None else seen
        for slot in free[number]:
            if slot not in seen:
                seen.add(slot)
                if slot not in seats or self.seat(seats[slot], seats, free, seen):
                    seats[slot] = number
                    return True
        return False

    def free(self, task: SlotTask, placed: SlotPlaced, slots: Mapping[int, str]) -> Sequence[str]:
        """The slots in which the task can read all its operands in the next instruction; `slots` are those of tasks
        placed before."""
        t, isa = len(placed.seats), self.work.isa
        found: Sequence[str] = task.op.slots
        for other in self.work.sources(task):
            start = placed.starts[other.number]
            if start < 0:
                return ()
            if t - start < other.op.latency:
                found = [s for s in found if start + isa.delay(other.op, slots[other.number], s) <= t]
        return found

    def reads(self, tasks: Sequence[SlotTask]) -> bool:
        """Return whether the ports suffice for all that these tasks read together."""
        loaded = {found for task in tasks for found in self.work.loaded(task)}
        if any(sum(file == name for file, _ in loaded) > ports for name, ports in self.ports.items()):
            return False
        return len({value for task in tasks for value in self.work.results(task)}) <= self.read


def place(machine: SlotMachine, urgency: Sequence[float], limit: int) -> SlotPlaced | None:
    """A schedule of fewer than `limit` instructions, or None if this order gives none."""
    work = machine.work
    placed = SlotPlaced([-1] * len(work.tasks))
    left = [len(readers) for readers in work.readers]
    alive = 0
    waiting = sorted(work.tasks, key=lambda task: (urgency[task.number], task.number))
    slots: dict[int, str] = {}
    # by instruction, how many results are written then that bypasses have led to all readers before
    late: Counter[int] = Counter()
    while waiting:
        t = len(placed.seats)
        if t + 1 >= limit or (t and not any(placed.seats[-_longest(work) :])):
            return None
        seats: dict[str, int] = {}
        chosen: list[SlotTask] = []
        free: dict[int, Sequence[str]] = {}
        alive -= late[t]
        for task in waiting:
            ends = {value: _written(work, value, placed) for value in work.results(task) if left[value] == 1}
            freed = sum(end <= t for end in ends.values())
            more = (task.value is not None) - freed
            free[task.number] = machine.free(task, placed, slots)
            if not free[task.number] or (more > 0 and alive + more > machine.registers):
                continue
            if machine.reads([*chosen, task]) and machine.seat(task.number, seats, free):
                chosen.append(task)
                alive += more
                late.update(end for end in ends.values() if end > t)
                for value in work.results(task):
                    left[value] -= 1
        for task in chosen:
            placed.starts[task.number] = t
        slots.update((number, slot) for slot, number in seats.items())
        waiting = [task for task in waiting if placed.starts[task.number] < 0]
        placed.seats.append(seats)
    placed.length = max((placed.starts[task.number] + task.op.latency for task in work.tasks), default=1)
    placed.seats += [{} for _ in range(placed.length - len(placed.seats))]
    return placed if placed.length < limit else None


def _longest(work: SlotWork) -> int:
    """The longest latency: after as many empty instructions, no task will ever become ready."""
    return max(task.op.latency for task in work.tasks)


def _written(work: SlotWork, value: int, placed: SlotPlaced) -> int:
    """The instruction before which a value is in its register."""
    task = work.tasks[work.values[value].task]
    return placed.starts[task.number] + task.op.latency if placed.starts[task.number] >= 0 else 0


def search(machine: SlotMachine, jobs: Sequence[Job], bound: int, opt: int) -> SlotPlaced:
    work = machine.work
    urgency = [-float(tail) for _, tail in jobs]
    unlimited = sum(task.op.latency for task in work.tasks) + 2
    # depth first and the order of selection keep few values alive
    found = [place(machine, order, unlimited) for order in (urgency, _deep(work), [float(i) for i in range(len(jobs))])]
    best = min((one for one in found if one is not None), key=lambda one: one.length, default=None)
    noise = random.Random(0)
    left = BUDGET[min(opt, len(BUDGET) - 1)]
    tries = 0
    while left > 0 and work.tasks and (best is None or best.length > bound):
        amount = NOISE[tries % len(NOISE)]
        other = place(
            machine,
            [one + amount * (noise.random() - 0.5) for one in urgency],
            unlimited if best is None else best.length,
        )
        best = other or best
        tries, left = tries + 1, left - len(work.tasks)
    if best is None:
        raise LimitExceeded(
            f"{work.isa.name} has registers for {machine.registers} values, and this program needs more at once",
            notes=("split the shader, or compute fewer intermediate values before they are used",),
        )
    return best


def _deep(work: SlotWork) -> list[float]:
    """Return the tasks in depth-first order: everything that one operand needs comes before the next operand."""
    order: dict[int, None] = {}
    for root in work.tasks:
        stack = [root.number] if root.value is None else []
        while stack:
            missing = [other.number for other in work.sources(work.tasks[stack[-1]]) if other.number not in order]
            if missing:
                stack.append(missing[0])
            else:
                order[stack.pop()] = None
    ranks = {number: float(rank) for rank, number in enumerate(order)}
    return [ranks[number] for number in range(len(work.tasks))]
