"""Form vector instructions: scalars of one op in one home merge if their operands come from equal registers.

Instructions are taken in the order that `lanes.forming` needs, a branch as a whole after all that it reads. The writer
of a variable that lives in several sections must not run before the readers of its old value; it may run in one
instruction with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from gpucc.isel.machine import Inst, Result, ScalarSource
from gpucc.records import dataclass
from gpucc.sched.lanes.forming import LaneReach
from gpucc.sched.vectors.homes import VectorHomes
from gpucc.sched.vectors.records import (
    VARIABLE,
    CodeRegion,
    Vector,
    VectorFork,
    VectorSection,
    VectorWork,
    is_join,
    results_of,
)

Unit = Inst | VectorFork


@dataclass(slots=True)
class Formed:
    """The vectors so far. `test` is the branch instruction of a fork, `inside` are the vectors of a fork and its arms,
    `standing` those that are directly in a region."""

    vectors: list[Vector] = field(default_factory=list)
    owner: dict[Inst, Vector] = field(default_factory=dict)
    standing: dict[CodeRegion, list[Vector]] = field(default_factory=dict)
    fork_of: dict[Inst, VectorFork] = field(default_factory=dict)
    test: dict[VectorFork, Vector] = field(default_factory=dict)
    inside: dict[VectorFork, list[Vector]] = field(default_factory=dict)
    reach: LaneReach = field(default_factory=LaneReach)

    def add(self, vector: Vector) -> None:
        self.vectors.append(vector)
        self.reach.add()

    def needs(self, sources: Iterable[ScalarSource]) -> int:
        """A bit set of all vectors that must run before these sources can be read."""
        found = 0
        for source in sources:
            for result in results_of(source):
                for vector in self.needed_by(result):
                    found |= self.reach.above[vector.serial]
        return found

    def needed_by(self, result: Result) -> list[Vector]:
        """The vectors that must run before a scalar can be read."""
        if result.inst.op is VARIABLE:
            return []
        fork = self.fork_of.get(result.inst)
        if fork is None:
            return [self.owner[result.inst]]
        return [*self.inside[fork], *(self.owner[inst] for inst in fork.early)]


def form_vectors(homes: VectorHomes) -> Formed:
    work = homes.work
    formed = Formed(fork_of={join: fork for fork in work.forks for join in fork.joins})
    units: dict[CodeRegion, list[Unit]] = {}
    for section in work.sections:
        _add_units(work, section, units, formed)
        _form_region(homes, section.region, units, formed)
    return formed


def _add_units(work: VectorWork, section: VectorSection, units: dict[CodeRegion, list[Unit]], formed: Formed) -> None:
    """Collect the instructions and forks of each region of a section, operands first."""
    found: dict[CodeRegion, list[Unit]] = {}
    for inst in section.insts:
        if not is_join(inst):
            found.setdefault(work.region[inst], []).append(inst)
    forks = list(dict.fromkeys(formed.fork_of[inst] for inst in section.insts if inst in formed.fork_of))
    for fork in forks:
        assert fork.region is not None
        found.setdefault(fork.region, []).append(fork)
    if forks or work.before:
        found = {region: _sorted(work, section, region, members, formed) for region, members in found.items()}
    units |= found


def _sorted(
    work: VectorWork, section: VectorSection, region: CodeRegion, members: list[Unit], formed: Formed
) -> list[Unit]:
    """The region's units in dependence order; a fork needs all that is read anywhere inside it."""
    unit_of: dict[Inst, Unit] = {}
    for inst in section.insts:
        fork = formed.fork_of.get(inst)
        home = fork.region if fork else work.region[inst]
        unit: Unit = fork or inst
        while home is not None and home is not region:
            fork = home.fork
            home, unit = (fork.region, fork) if fork else (None, unit)
        if home is region:
            unit_of[inst] = unit
    below: dict[Unit, dict[Unit, None]] = {member: {} for member in members}
    for inst, unit in unit_of.items():
        for needed in work.behind(inst):
            other = unit_of.get(needed)
            if other is not None and other is not unit:
                below[unit][other] = None
    for member in members:
        if isinstance(member, VectorFork):
            below[member].update(dict.fromkeys(unit_of[inst] for inst in member.early if inst in unit_of))
    order: dict[Unit, None] = {}
    for member in members:
        stack = [(member, iter(below[member]))] if member not in order else []
        while stack:
            current, children = stack[-1]
            child = next((c for c in children if c not in order), None)
            if child is None:
                order[current] = None
                stack.pop()
            else:
                stack.append((child, iter(below[child])))
    return list(order)


def _form_region(homes: VectorHomes, region: CodeRegion, units: dict[CodeRegion, list[Unit]], formed: Formed) -> None:
    by_key: dict[tuple[object, ...], list[Vector]] = {}
    for unit in units.get(region, ()):
        if isinstance(unit, Inst):
            _form(homes, unit, by_key, formed)
        else:
            first = len(formed.vectors)
            assert unit.test is not None
            test = Vector(first, unit.test, [], [], [list(lanes) for lanes in unit.operands], None, region)
            formed.add(test)
            needed = formed.needs(test.sources())
            for vector in _run_before(homes.work, formed, region, unit.early):
                needed |= formed.reach.above[vector.serial]
            formed.reach.depend(test.serial, needed)
            formed.test[unit] = test
            _form_region(homes, unit.then, units, formed)
            _form_region(homes, unit.otherwise, units, formed)
            formed.inside[unit] = formed.vectors[first:]


def _form(homes: VectorHomes, inst: Inst, by_key: dict[tuple[object, ...], list[Vector]], formed: Formed) -> None:
    work, key = homes.work, vector_key(homes, inst)
    needed = formed.needs(source for lanes in work.operands[inst] for source in lanes)
    behind = _run_before(work, formed, work.region[inst], work.before.get(inst, ()))

    def fits(vector: Vector) -> bool:
        strict = needed
        for other in behind:
            strict |= 0 if other is vector else formed.reach.above[other.serial]
        return not strict >> vector.serial & 1 and not _same_component(work, vector, inst)

    target = next((vector for vector in by_key.get(key, ()) if fits(vector)), None)
    if target is None:
        home = homes.home.get(Result(inst))
        operands = [list(lanes) for lanes in work.operands[inst]]
        if inst.op.result == "each":
            operands = [[] for _ in operands]
        target = Vector(len(formed.vectors), inst.op, [], [], operands, home, work.region[inst])
        formed.add(target)
        formed.standing.setdefault(target.region, []).append(target)
        by_key.setdefault(key, []).append(target)
    target.insts.append(inst)
    target.results.extend(Result(inst, lane) for lane in range(inst.results if inst.op.result != "none" else 0))
    if inst.op.result == "each":
        for position, lanes in enumerate(work.operands[inst]):
            target.operands[position].append(lanes[0])
    formed.owner[inst] = target
    for other in behind:
        needed |= formed.reach.above[other.serial]
    formed.reach.depend(target.serial, needed)


def _run_before(work: VectorWork, formed: Formed, region: CodeRegion, insts: Iterable[Inst]) -> list[Vector]:
    """The vectors that run before something in a region does if these instructions must. A branch beside it runs as a
    whole, so all that it contains counts."""
    found: list[Vector] = []
    around = set(_up(region))
    for inst in insts:
        beside = None
        for home in _up(work.region[inst]):
            if home in around:
                break
            beside = home.fork
        found += [formed.owner[inst]] if beside is None else formed.inside[beside]
    return found


def _up(region: CodeRegion | None) -> Iterator[CodeRegion]:
    """The region and those around it, outwards."""
    while region is not None:
        yield region
        region = region.parent


def vector_key(homes: VectorHomes, inst: Inst) -> tuple[object, ...]:
    home, operands = homes.home.get(Result(inst)), homes.work.operands[inst]
    base = (inst.op.name, inst.attr, inst.modifiers, home.serial if home else None)
    if inst.op.result == "each":
        return (*base, tuple(homes.place(lanes[0]) for lanes in operands))
    if inst.op.result == "broadcast":
        return (*base, tuple(tuple(lanes) for lanes in operands))
    return (*base, inst)


def _same_component(work: VectorWork, vector: Vector, inst: Inst) -> bool:
    """Return whether the instruction and one of the vector write the same variable, so that they cannot merge."""
    return bool(work.alias) and any(
        work.alias.get(r, r) == work.alias.get(Result(inst), Result(inst)) for r in vector.results
    )
