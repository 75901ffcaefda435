"""Find the shortest schedule of a section and prove it with CP-SAT (optional extra `exact`).

The model of a given length assigns an instruction and a slot to each task. It has a solution if and only if there is a
schedule: values in registers are intervals, and intervals of which at most N overlap can share N registers. The proof:
no schedule that computes each task once and keeps all values in registers is shorter.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from gpucc.sched.core.bounds import Job
from gpucc.sched.core.exact import BUDGET, ExactAnswer, Questions, climb
from gpucc.sched.slots.place import SlotMachine, SlotPlaced
from gpucc.sched.slots.work import SlotTask

# the seconds of a question that go to the first of two strategies
FIRST = 4.0


def schedule_exact(
    machine: SlotMachine, jobs: list[Job], least: int, upper: int, budget: float = BUDGET
) -> ExactAnswer[SlotPlaced]:
    """A schedule of fewer than `upper` instructions or the proof that there is none, as far as the budget allows."""
    questions = Questions(budget, FIRST)

    def at(length: int) -> tuple[SlotPlaced | None, bool]:
        model = _Model(questions.cp, machine, jobs, length)
        solver, status = questions.ask(model.model)
        if questions.solved(status):
            return model.placed(solver), False
        return None, bool(status == questions.cp.INFEASIBLE)

    bound, found = climb(least, upper, at)
    return ExactAnswer(bound, bound, found, questions.spent)


class _Model:
    def __init__(self, cp: Any, machine: SlotMachine, jobs: list[Job], length: int) -> None:
        self.machine, self.work, self.jobs, self.length = machine, machine.work, jobs, length
        self.model = cp.CpModel()
        self.seats: dict[tuple[int, int, str], Any] = {}
        self.starts: list[Any] = []
        for task in self.work.tasks:
            self.place(task)
        for task in self.work.tasks:
            for other in self.work.sources(task):
                delay = other.op.latency - self.saved(other, task)
                self.model.Add(self.starts[task.number] >= self.starts[other.number] + delay)
        taken = defaultdict(list)
        for (_, t, slot), literal in self.seats.items():
            taken[t, slot].append(literal)
        for literals in taken.values():
            self.model.AddAtMostOne(literals)
        self.registers()
        self.ports()

    def place(self, task: SlotTask) -> None:
        first, tail = self.jobs[task.number]
        chosen = {
            (task.number, t, slot): self.model.NewBoolVar("")
            for t in range(first, self.length - tail)
            for slot in task.op.slots
        }
        self.model.AddExactlyOne(chosen.values())
        self.seats |= chosen
        self.starts.append(sum(t * literal for (_, t, _), literal in chosen.items()))

    def saved(self, other: SlotTask, task: SlotTask) -> Any:
        """The instructions that a bypass saves between two tasks, in the slots that they have."""
        saved: Any = 0
        for slot in other.op.slots:
            for own in task.op.slots:
                gain = other.op.latency - self.work.isa.delay(other.op, slot, own)
                if gain:
                    used = self.model.NewBoolVar("")
                    self.model.Add(used <= self.held(other, slot))
                    self.model.Add(used <= self.held(task, own))
                    saved += gain * used
        return saved

    def held(self, task: SlotTask, slot: str) -> Any:
        """Whether a task has this slot."""
        return sum(literal for (number, _, own), literal in self.seats.items() if (number, own) == (task.number, slot))

    def registers(self) -> None:
        """Give each value a register from the time any slot can read it to its last reader, and until it is written."""
        alive = []
        for task in self.work.tasks:
            if task.value is not None:
                begin, end, size = (self.model.NewIntVar(0, self.length, "") for _ in range(3))
                self.model.Add(begin == self.starts[task.number] + self.work.seen_after(task))
                self.model.Add(end >= self.starts[task.number] + task.op.latency + 1)
                for reader in self.work.readers[task.value]:
                    self.model.Add(end >= self.starts[reader] + 1)
                alive.append(self.model.NewIntervalVar(begin, size, end, ""))
        self.model.AddCumulative(alive, [1] * len(alive), self.machine.registers)

    def ports(self) -> None:
        read: dict[tuple[int, str], dict[object, Any]] = defaultdict(
            lambda: defaultdict(lambda: self.model.NewBoolVar(""))
        )
        for (number, t, _), literal in self.seats.items():
            task = self.work.tasks[number]
            for file, register in self.work.loaded(task):
                if file in self.machine.ports:
                    self.model.AddImplication(literal, read[t, file][register])
            for value in self.work.results(task):
                self.model.AddImplication(literal, read[t, ""][value])
        for (_, file), by_register in read.items():
            self.model.Add(sum(by_register.values()) <= (self.machine.ports[file] if file else self.machine.read))

    def placed(self, solver: Any) -> SlotPlaced:
        found = SlotPlaced([-1] * len(self.work.tasks), [{} for _ in range(self.length)], self.length)
        for (number, t, slot), literal in self.seats.items():
            if solver.BooleanValue(literal):
                found.starts[number], found.seats[t][slot] = t, number
        return found
