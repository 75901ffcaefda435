"""Sections of a program with branches as one work of the vector scheduler.

A variable is a scalar that lives in one component from section to section. All variables that a section sets change at its end, as
if at once. An instruction may write a variable earlier, in place of its own result, once all that read the old value have run:
`before` says for each instruction which others it must not overtake. Where that closes a circle (a reader of the old value
needs the new one), the value is kept apart and copied; where copies chase each other (two variables change places), one of
them is read beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from gpucc.isa.model import Isa, Op, Operand
from gpucc.isel.machine import Again, Boolean, Flags, Inst, Leaf, Result, ScalarSource, Stretch
from gpucc.sched.vectors.index_copies import IndexCopies
from gpucc.sched.vectors.one_input import separate_inputs
from gpucc.sched.vectors.outputs import move_op, plan_outputs
from gpucc.sched.vectors.records import VARIABLE, CodeRegion, VectorWork, results_of
from gpucc.sched.vectors.rematerialise import rematerialise
from gpucc.sched.vectors.schedule import define_undefined

# reads what a section gives to variables, so that nothing forgets it while outputs are planned
KEEP = Op("keep", -3, (), "none", effect="keep")


@dataclass(slots=True, eq=False)
class SectionPart:
    """A section in the making. `live` are the variables wanted when it begins, `needed` when it ends."""

    region: CodeRegion
    insts: list[Inst]
    branch: Flags | Boolean | Again | None
    after: list[int]
    target: int | None
    reads: set[Result] = field(default_factory=set)
    sets: dict[Result, Inst] = field(default_factory=dict)
    live: set[Result] = field(default_factory=set)
    needed: set[Result] = field(default_factory=set)


@dataclass(slots=True, eq=False)
class StructuredPlan:
    work: VectorWork
    parts: list[SectionPart]
    before: dict[Inst, list[Inst]]


def plan_sections(stretches: Sequence[Stretch], isa: Isa, again: int) -> StructuredPlan:
    """`again`: up to how many instructions are run once more for each reader, to keep fewer values."""
    planner = _Planner(isa, len(stretches))
    for number, stretch in enumerate(stretches):
        planner.add(number, stretch, again)
    return planner.finish()


class _Planner:
    def __init__(self, isa: Isa, count: int) -> None:
        self.isa = isa
        self.move = move_op(isa)
        self.count = count
        self.work = VectorWork([], {}, {})
        self.plan = StructuredPlan(self.work, [], {})
        self.variables: dict[int, Result] = {}
        self.given: list[dict[Result, ScalarSource]] = []

    def variable(self, number: int) -> Result:
        if number not in self.variables:
            inst = Inst(VARIABLE, ())
            self.variables[number] = Result(inst)
            self.work.operands[inst] = []
            self.work.region[inst] = self.work.root
            self.work.writers[inst] = []
        return self.variables[number]

    def add(self, number: int, stretch: Stretch, again: int) -> None:
        section = stretch.section
        assigned = sorted(section.assigned.items())
        keep = Inst(replace(KEEP, operands=(Operand("value"),) * len(assigned)), tuple((source,) for _, source in assigned), 0)
        selected = replace(section.selected, insts=[*section.selected.insts, keep])
        if again:
            selected, _ = rematerialise(selected, (), again)
        planned = plan_outputs(define_undefined(selected), self.isa)
        kept = next(inst for inst in planned.insts if inst.op.effect == "keep")
        region = CodeRegion()
        insts = [inst for inst in planned.insts if inst is not kept]
        copies = IndexCopies(self.work, region, self.move)
        for inst in insts:
            self.work.operands[inst] = [[copies.direct(self.source(s)) for s in lanes] for lanes in planned.operands[inst]]
            self.work.region[inst] = region
        values = [copies.direct(self.source(lanes[0])) for lanes in planned.operands[kept]]
        insts = [*copies.made(), *insts]
        insts = separate_inputs(self.work, insts, region, self.move)
        self.work.exits.append(planned.stores)
        following = [number + 1] if (section.target is None or stretch.branch is not None) and number + 1 < self.count else []
        if section.target is not None and section.target < self.count:
            following.append(section.target)
        self.plan.parts.append(SectionPart(region, insts, stretch.branch, following, section.target))
        given = {self.variable(n): value for (n, _), value in zip(assigned, values, strict=True)}
        self.given.append({variable: value for variable, value in given.items() if value != ScalarSource(variable)})

    def source(self, source: ScalarSource) -> ScalarSource:
        value = source.value
        if not isinstance(value, Leaf):
            return source
        if value.kind == "variable":
            return ScalarSource(self.variable(value.register), source.negate, source.absolute)
        if value.index is not None:
            index = self.source(value.index if isinstance(value.index, ScalarSource) else ScalarSource(value.index))
            return ScalarSource(Leaf(value.kind, value.register, value.component, value.value, index), source.negate, source.absolute)
        return source

    def finish(self) -> StructuredPlan:
        self.forget_unwanted()
        for part, given in zip(self.plan.parts, self.given, strict=True):
            _Setting(self, part, given).run()
        self.work.insts = [
            *(variable.inst for variable in self.variables.values()),
            *(inst for part in self.plan.parts for inst in part.insts),
        ]
        return self.plan

    def forget_unwanted(self) -> None:
        """What is given to variables that nobody reads later goes, with what only served that."""
        parts = self.plan.parts
        while True:
            for part, given in zip(parts, self.given, strict=True):
                part.reads = self.read_by([*self.sources(part.insts), *given.values()])
            find_live(parts, [set(given) for given in self.given])
            spare = [[v for v in given if v not in part.needed] for part, given in zip(parts, self.given, strict=True)]
            if not any(spare):
                return
            for part, given, names in zip(parts, self.given, spare, strict=True):
                for variable in names:
                    del given[variable]
                self.keep_used(part, given)

    def sources(self, insts: Iterable[Inst]) -> list[ScalarSource]:
        return [s for inst in insts for lanes in self.work.operands[inst] for s in lanes]

    def read_by(self, sources: Iterable[ScalarSource]) -> set[Result]:
        return {r for source in sources for r in results_of(source) if r.inst.op is VARIABLE}

    def keep_used(self, part: SectionPart, given: dict[Result, ScalarSource]) -> None:
        stores = self.work.exits[self.plan.parts.index(part)]
        used = {r.inst for source in given.values() for r in results_of(source)} | {r.inst for r in stores.values()}
        kept = []
        for inst in reversed(part.insts):
            if inst in used or inst.op.effect == "compare":
                kept.append(inst)
                used.update(r.inst for s in self.sources([inst]) for r in results_of(s))
        part.insts = kept[::-1]


def find_live(parts: Sequence[SectionPart], sets: Sequence[set[Result]]) -> None:
    """`live` and `needed` of each part."""
    changed = True
    for part in parts:
        part.live = set()
    while changed:
        changed = False
        for part, own in zip(reversed(parts), reversed(sets), strict=True):
            part.needed = set[Result]().union(*(parts[number].live for number in part.after))
            live = part.reads | (part.needed - own)
            if live != part.live:
                part.live, changed = live, True


class _Setting:
    """How one section sets its variables: by the instructions that compute the values, or by copies."""

    def __init__(self, planner: _Planner, part: SectionPart, given: dict[Result, ScalarSource]) -> None:
        self.planner, self.part, self.given = planner, part, given
        self.work, self.before = planner.work, planner.plan.before
        self.readers: dict[Result, list[Inst]] = {}
        stores = planner.work.exits[planner.plan.parts.index(part)]
        self.stored = {result.inst for result in stores.values()}

    def run(self) -> None:
        for inst in self.part.insts:
            for source in self.planner.sources([inst]):
                self.note(inst, source)
        self.flags()
        direct = {variable: source for variable, source in self.given.items() if self.may_write(source)}
        copies = [(variable, self.copy(source, "variable")) for variable, source in self.given.items() if variable not in direct]
        for variable, inst in copies:
            self.set_by_copy(variable, inst)
        for variable, source in direct.items():
            self.set_directly(variable, source)

    def flags(self) -> None:
        """The comparison stands behind whatever else sets the flags."""
        compare = next((inst for inst in self.part.insts if inst.op.effect == "compare"), None)
        if compare is not None:
            self.before.setdefault(compare, []).extend(inst for inst in self.part.insts if inst.op.effect == "light")

    def note(self, inst: Inst, source: ScalarSource) -> None:
        for result in results_of(source):
            if result.inst.op is VARIABLE:
                self.readers.setdefault(result, []).append(inst)

    def copy(self, source: ScalarSource, rule: str) -> Inst:
        location = source.value.inst.location if isinstance(source.value, Result) else None
        inst = Inst(self.planner.move, ((source,),), location=location, rule=rule)
        self.work.operands[inst] = [[source]]
        self.work.region[inst] = self.part.region
        self.part.insts.append(inst)
        self.note(inst, source)
        return inst

    def may_write(self, source: ScalarSource) -> bool:
        value = source.value
        if not isinstance(value, Result) or value.inst.op is VARIABLE or source.negate or source.absolute:
            return False
        plain = value.inst.results == 1 and value.inst.op.result in ("each", "broadcast") and not value.inst.op.effect
        return plain and value.inst not in self.stored

    def set_by_copy(self, variable: Result, inst: Inst) -> None:
        (source,) = self.work.operands[inst][0]
        if any(reader is not inst and self.depends(reader, inst) for reader in self.readers.get(variable, ())):
            early = self.copy(source, "read before")
            self.part.insts.remove(early)
            self.part.insts.insert(self.part.insts.index(inst), early)
            self.work.operands[inst] = [[ScalarSource(Result(early))]]
            (read,) = results_of(source)
            self.readers[read].remove(inst)
            for others in self.before.values():
                others[:] = [early if other is inst else other for other in others]
        self.follow(variable, inst)

    def set_directly(self, variable: Result, source: ScalarSource) -> None:
        value = source.value
        assert isinstance(value, Result)
        inst = value.inst
        taken = value in self.work.alias
        if taken or any(reader is not inst and self.depends(reader, inst) for reader in self.readers.get(variable, ())):
            inst = self.copy(source, "variable")
        self.follow(variable, inst)

    def follow(self, variable: Result, inst: Inst) -> None:
        """Let an instruction write the variable, behind all that read its old value."""
        self.before.setdefault(inst, []).extend(reader for reader in self.readers.get(variable, ()) if reader is not inst)
        self.work.alias[Result(inst)] = variable
        self.work.writers[variable.inst].append(inst)
        self.part.sets[variable] = inst

    def depends(self, inst: Inst, other: Inst) -> bool:
        """Whether an instruction can only run after the other."""
        seen = {inst}
        stack = [inst]
        while stack:
            current = stack.pop()
            if current is other:
                return True
            for needed in (*self.work.needs(current), *self.before.get(current, ())):
                if needed not in seen:
                    seen.add(needed)
                    stack.append(needed)
        return False
