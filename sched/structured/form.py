"""Vector instructions of a program of several sections, their order within each section, and lifetimes over all of them.

Forming works as in `grouping`, section by section, with one more kind of dependence: who writes a variable must not run before
those that read its old value; in one instruction with them it may.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gpucc.isel.machine import Inst, Result
from gpucc.sched.structured.work import SectionPart, StructuredPlan
from gpucc.sched.vectors.grouping import vector_key
from gpucc.sched.vectors.order import Item, Order
from gpucc.sched.vectors.records import VARIABLE, Vector


class Forming:
    """`above` has a bit set over serials for each vector: itself and all that must run before it or with it."""

    def __init__(self, plan: StructuredPlan) -> None:
        self.plan = plan
        self.work = plan.work
        self.vectors: list[Vector] = []
        self.owner: dict[Inst, Vector] = {}
        self.above: list[int] = []
        self.sections = [self.form(part) for part in plan.parts]

    def form(self, part: SectionPart) -> list[Vector]:
        first = len(self.vectors)
        by_key: dict[tuple[object, ...], list[Vector]] = {}
        for inst in sorted_insts(self.plan, part):
            self.add(inst, by_key)
        return self.vectors[first:]

    def add(self, inst: Inst, by_key: dict[tuple[object, ...], list[Vector]]) -> None:
        key = vector_key(self.work, inst)
        needed = [self.owner[other] for other in self.work.needs(inst) if other.op is not VARIABLE]
        behind = [self.owner[other] for other in self.plan.before.get(inst, ())]

        def fits(vector: Vector) -> bool:
            bit = 1 << vector.serial
            strict = [*needed, *(other for other in behind if other is not vector)]
            return not any(self.above[other.serial] & bit for other in strict)

        target = next((vector for vector in by_key.get(key, ()) if fits(vector)), None)
        if target is None:
            target = self.fresh(inst)
            by_key.setdefault(key, []).append(target)
        target.insts.append(inst)
        target.results.extend(Result(inst, lane) for lane in range(inst.results if inst.op.result != "none" else 0))
        if inst.op.result == "each":
            for position, lanes in enumerate(self.work.operands[inst]):
                target.operands[position].append(lanes[0])
        self.owner[inst] = target
        self.depend(target, [*needed, *behind])

    def fresh(self, inst: Inst) -> Vector:
        operands = [list(lanes) for lanes in self.work.operands[inst]]
        if inst.op.result == "each":
            operands = [[] for _ in operands]
        vector = Vector(len(self.vectors), inst.op, [], [], operands, self.work.home.get(Result(inst)), self.work.region[inst])
        self.vectors.append(vector)
        self.above.append(1 << vector.serial)
        return vector

    def depend(self, vector: Vector, others: Iterable[Vector]) -> None:
        found = 0
        for other in others:
            found |= self.above[other.serial]
        if found & ~self.above[vector.serial]:
            bit = 1 << vector.serial
            self.above = [own | found if own & bit else own for own in self.above]

    def below(self, vectors: Sequence[Vector]) -> dict[Item, list[Item]]:
        """What each vector of a section must come after."""
        found: dict[Item, list[Item]] = {}
        for vector in vectors:
            needed: dict[Vector, None] = {}
            for inst in vector.insts:
                for other in (*self.work.needs(inst), *self.plan.before.get(inst, ())):
                    if other.op is not VARIABLE and self.owner[other] is not vector:
                        needed[self.owner[other]] = None
            found[vector] = list(needed)
        return found

    def arrange(self, order: Order) -> list[list[Vector]]:
        return [[item for item in order(vectors, self.below(vectors)) if isinstance(item, Vector)] for vectors in self.sections]


def sorted_insts(plan: StructuredPlan, part: SectionPart) -> list[Inst]:
    """A section's instructions, each behind all that it must not overtake; else in the order in which they stand."""
    order: dict[Inst, None] = {}
    for start in part.insts:
        stack = [(start, iter(_before(plan, start)))] if start not in order else []
        while stack:
            inst, children = stack[-1]
            child = next((c for c in children if c not in order), None)
            if child is None:
                order[inst] = None
                stack.pop()
            else:
                stack.append((child, iter(_before(plan, child))))
    return list(order)


def _before(plan: StructuredPlan, inst: Inst) -> list[Inst]:
    return [other for other in (*plan.work.needs(inst), *plan.before.get(inst, ())) if other.op is not VARIABLE]


def lifetimes(parts: Sequence[SectionPart], order: Sequence[Sequence[Vector]], alias: Mapping[Result, Result]) -> dict[Result, int]:
    """For every scalar a bit set over positions: where its component is taken."""
    busy: dict[Result, int] = {}
    start = 0
    for part, vectors in zip(parts, order, strict=True):
        end = start + len(vectors)
        last: dict[Result, int] = {}
        first: dict[Result, int] = {}
        for position, vector in enumerate(vectors, start):
            late = position + 1 if vector.op.result == "fixed" else position
            for result in vector.reads():
                last[result] = max(last.get(result, 0), late)
            if vector.home is not None and vector.home.output is None:
                for result in vector.results:
                    first[result] = position
        for variable in part.live:
            until = end if variable in part.needed and variable not in part.sets else last.get(variable, start)
            _take(busy, variable, start, until)
        for result, position in first.items():
            whole = alias.get(result, result)
            kept = whole is not result and whole in part.needed
            _take(busy, whole, position, end if kept else max(last.get(result, 0), position + 1))
        start = end
    return busy


def _take(busy: dict[Result, int], result: Result, start: int, end: int) -> None:
    busy[result] = busy.get(result, 0) | (1 << max(end, start)) - (1 << start)
