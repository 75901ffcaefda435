"""Allocate registers for a schedule with fixed times, and the loads of ports, as a model for CP-SAT."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from gpucc.records import dataclass
from gpucc.sched.core.exact import configure, solve
from gpucc.sched.wide.chip import Chip


@dataclass(slots=True)
class Demand:
    """The demand for registers. By instance, when it is stored (`born`) and when it is read.

    `known` are registers that are read in any case, by instruction; `busy` the instructions in which the shared port is
    taken; `halves` the destinations of other stores, by (instruction, half), as a register or -1 for another file;
    `components` those that other stores take, by instruction; `barred` places are not free.
    """

    born: dict[int, int] = field(default_factory=dict)
    reads: dict[int, set[int]] = field(default_factory=dict)
    known: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    busy: set[int] = field(default_factory=set)
    halves: dict[tuple[int, int], int] = field(default_factory=dict)
    components: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    barred: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Allocation:
    places: dict[int, int]
    plain: dict[int, int]
    shared: dict[int, int]


def allocate(cp: Any, chip: Chip, demand: Demand, limit: float) -> Allocation | None:
    return _Allocator(cp, chip, demand).run(limit) if demand.reads or demand.known else Allocation({}, {}, {})


class _Allocator:
    def __init__(self, cp: Any, chip: Chip, demand: Demand) -> None:
        self.cp, self.chip, self.demand = cp, chip, demand
        self.model = cp.CpModel()
        self.plain: dict[int, dict[int, Any]] = defaultdict(dict)
        self.shared: dict[int, dict[int, Any]] = defaultdict(dict)
        lanes = len(chip.half)
        free = [place for place in range(lanes * chip.registers) if place not in demand.barred]
        self.places = {i: {p: self.model.NewBoolVar("") for p in self.fitting(i, free)} for i in sorted(demand.reads)}

    def fitting(self, i: int, free: Sequence[int]) -> list[int]:
        """The places that an instance can be stored to in addition to the other stores of its instruction."""
        born, demand, lanes = self.demand.born[i], self.demand, len(self.chip.half)
        found = []
        for place in free:
            held = demand.halves.get((born, self.chip.half[place % lanes]), place // lanes)
            if held == place // lanes and place % lanes not in demand.components.get(born, ()):
                found.append(place)
        return found

    def run(self, limit: float) -> Allocation | None:
        if not all(self.places.values()):
            return None
        for choice in self.places.values():
            self.model.AddExactlyOne(choice.values())
        self.apart()
        self.stores()
        self.ports()
        solver = self.cp.CpSolver()
        configure(solver, limit)
        if solve(solver, self.model) not in (self.cp.OPTIMAL, self.cp.FEASIBLE):
            return None
        chosen = {
            i: next(p for p, literal in choice.items() if solver.BooleanValue(literal))
            for i, choice in self.places.items()
        }
        return Allocation(chosen, _loaded(solver, self.plain), _loaded(solver, self.shared))

    def apart(self) -> None:
        """Require that a component keeps a value from the instruction after the store to the last read."""
        alive: dict[tuple[int, int], list[Any]] = defaultdict(list)
        for i, choice in self.places.items():
            for t in range(self.demand.born[i] + 1, max(self.demand.reads[i]) + 1):
                for place, literal in choice.items():
                    alive[t, place].append(literal)
        for literals in alive.values():
            if len(literals) > 1:
                self.model.AddAtMostOne(literals)

    def stores(self) -> None:
        lanes = len(self.chip.half)
        together: dict[tuple[int, int], list[int]] = defaultdict(list)
        for i in self.places:
            for half in range(len(self.chip.stores)):
                together[self.demand.born[i], half].append(i)
        for (_, half), instances in together.items():
            if len(instances) < 2:
                continue
            registers = {p // lanes: self.model.NewBoolVar("") for i in instances for p in self.places[i]}
            self.model.AddAtMostOne(registers.values())
            for i in instances:
                for place, literal in self.places[i].items():
                    if self.chip.half[place % lanes] == half:
                        self.model.AddImplication(literal, registers[place // lanes])

    def ports(self) -> None:
        lanes, demand = len(self.chip.half), self.demand
        for t, registers in sorted(demand.known.items()):
            for register in sorted(registers):
                self.model.AddBoolOr(self.loading(register, t, t))
        for i, choice in self.places.items():
            for t in sorted(demand.reads[i]):
                for register in sorted({place // lanes for place in choice}):
                    ways = self.loading(register, t, demand.born[i] + self.chip.wait)
                    for place, literal in choice.items():
                        if place // lanes == register:
                            self.model.AddBoolOr([literal.Not(), *ways])
        for loads in (*self.plain.values(), *self.shared.values()):
            self.model.AddAtMostOne(loads.values())

    def loading(self, register: int, t: int, ready: int) -> list[Any]:
        ways = [self.load(self.plain, register, t)]
        if t not in self.demand.busy:
            ways.append(self.load(self.shared, register, t))
        if self.chip.shared_next and t - 1 >= ready and t - 1 not in self.demand.busy:
            ways.append(self.load(self.shared, register, t - 1))
        return ways

    def load(self, port: dict[int, dict[int, Any]], register: int, t: int) -> Any:
        if register not in port[t]:
            port[t][register] = self.model.NewBoolVar("")
        return port[t][register]


def _loaded(solver: Any, port: Mapping[int, Mapping[int, Any]]) -> dict[int, int]:
    found = {}
    for t, loads in port.items():
        for register, literal in loads.items():
            if solver.BooleanValue(literal):
                found[t] = register
    return found
