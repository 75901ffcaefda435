"""Join the sections of a program into one work of the vector scheduler. A program without branches has one section.

A variable is a scalar that lives in one component from section to section. All variables that a section sets change at
its end, as if simultaneously. An instruction may write a variable earlier, in place of its own result, once all readers
of the old value have run: `VectorWork.before` has the instructions that each one must not overtake. Where that closes a
cycle (a reader of the old value needs the new one), the value is kept apart and copied at the end; where such copies
form a cycle (two variables swap), one of them is read beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gpucc.isa.model import Op, Operand
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource, Section, Stretch
from gpucc.sched.vectors.complete import complete_outputs
from gpucc.sched.vectors.hoisting import hoist_copies
from gpucc.sched.vectors.index_copies import IndexCopies
from gpucc.sched.vectors.machine import Vec4Machine
from gpucc.sched.vectors.one_input import separate_inputs
from gpucc.sched.vectors.outputs import Forked, define_undefined, keep_leaves, plan_outputs
from gpucc.sched.vectors.passing import pass_components
from gpucc.sched.vectors.records import VARIABLE, CodeRegion, VectorSection, VectorWork, results_of
from gpucc.sched.vectors.rematerialise import rematerialise

# reads the values that a section assigns to variables, to keep them alive while outputs are planned
KEEP = Op("keep", -3, (), "none", effect="keep")


def plan_sections(
    stretches: Sequence[Stretch],
    forks: Sequence[Forked],
    machine: Vec4Machine,
    again: int,
    whole: frozenset[int],
    keep: bool = False,
    complete: int = 0,
    passing: int = 0,
    hoist: bool = False,
) -> VectorWork:
    """Join sections; `forks` are in the last one.

    Values of up to `again` instructions are recomputed for each reader, to keep fewer of them alive; the outputs in
    `whole` are written by one instruction each; with `keep`, leaves that several of them take beside computed values
    are copied to these first; with `complete`, components that an output takes as they are pass through the
    operation of its others, if it is 2 also at the price of a copy; with `hoist`, leaves that loops copy are copied
    before them.
    """
    planner = _Planner(machine, len(stretches), keep, complete, passing)
    for number, stretch in enumerate(stretches):
        planner.add(number, stretch, forks if number + 1 == len(stretches) else (), again, whole)
    return planner.finish(hoist)


class _Planner:
    """Builds the work. `given` has the values that each section assigns to variables."""

    def __init__(self, machine: Vec4Machine, count: int, keep: bool, complete: int, passing: int) -> None:
        self.machine, self.count, self.keep, self.complete, self.passing = machine, count, keep, complete, passing
        self.work = VectorWork([], {})
        self.variables: dict[int, Result] = {}
        self.given: list[dict[Result, ScalarSource]] = []

    def variable(self, number: int) -> Result:
        if number not in self.variables:
            inst = self.work.add(Inst(VARIABLE, ()), CodeRegion())
            self.variables[number] = Result(inst)
            self.work.writers[inst] = []
        return self.variables[number]

    def add(self, number: int, stretch: Stretch, forks: Sequence[Forked], again: int, whole: frozenset[int]) -> None:
        work, source, move = self.work, stretch.section, self.machine.move
        assigned = sorted(source.assigned.items())
        planned = self.planned(source, assigned, forks, again, whole)
        (section,) = planned.sections
        kept = next(inst for inst in planned.insts if inst.op.effect == "keep")
        copies = IndexCopies(work, section.region, move)
        work.region |= planned.region
        for inst in planned.insts:
            work.operands[inst] = [[copies.direct(self.source(s)) for s in lanes] for lanes in planned.operands[inst]]
        for fork in planned.forks:
            fork.operands = [[copies.direct(self.source(s)) for s in lanes] for lanes in fork.operands]
        values = [lanes[0] for lanes in work.operands.pop(kept)]
        section.insts = [*copies.made(), *(inst for inst in planned.insts if inst is not kept)]
        if self.machine.input_ports == 1:
            section.insts = separate_inputs(work, section.insts, section.region, move)
        work.forks += planned.forks
        work.alias |= planned.alias
        section.branch, section.target, section.emits = stretch.branch, source.target, source.emits
        section.after = (
            [number + 1] if (source.target is None or stretch.branch is not None) and number + 1 < self.count else []
        )
        if source.target is not None and source.target < self.count:
            section.after.append(source.target)
        work.sections.append(section)
        given = {self.variable(n): value for (n, _), value in zip(assigned, values, strict=True)}
        self.given.append({variable: value for variable, value in given.items() if value != ScalarSource(variable)})

    def planned(
        self,
        section: Section,
        assigned: Sequence[tuple[int, ScalarSource]],
        forks: Sequence[Forked],
        again: int,
        whole: frozenset[int],
    ) -> VectorWork:
        keep = Inst(
            replace(KEEP, operands=(Operand("value"),) * len(assigned)), tuple((source,) for _, source in assigned), 0
        )
        selected = replace(section.selected, insts=[*section.selected.insts, keep])
        if again:
            selected, forks = rematerialise(selected, forks, again)
        selected = define_undefined(selected)
        if self.complete:
            selected = complete_outputs(selected, self.machine.move, self.complete > 1)
        if self.passing and not forks:
            selected = pass_components(selected, self.machine, self.passing)
        return plan_outputs(keep_leaves(selected, self.machine) if self.keep else selected, self.machine, forks, whole)

    def source(self, source: ScalarSource) -> ScalarSource:
        value = source.value
        if not isinstance(value, Leaf):
            return source
        if value.kind == "variable":
            return ScalarSource(self.variable(value.register), source.negate, source.absolute)
        if value.index is not None:
            index = self.source(value.index if isinstance(value.index, ScalarSource) else ScalarSource(value.index))
            return ScalarSource(
                Leaf(value.kind, value.register, value.component, value.value, index), source.negate, source.absolute
            )
        return source

    def fresh(self) -> Result:
        return self.variable(1 + max(self.variables, default=-1))

    def finish(self, hoist: bool) -> VectorWork:
        if hoist:
            hoist_copies(self.work, self.given, self.machine.move, self.fresh)
        if self.variables:
            self.forget_unwanted()
        for section, given in zip(self.work.sections, self.given, strict=True):
            _Setting(self, section, given).run()
        self.work.insts = [
            *(variable.inst for variable in self.variables.values()),
            *(inst for section in self.work.sections for inst in section.insts),
        ]
        return self.work

    def forget_unwanted(self) -> None:
        """Drop assignments to variables that are dead afterwards, and the instructions that only these needed."""
        sections = self.work.sections
        while True:
            for section, given in zip(sections, self.given, strict=True):
                section.reads = self.read_by([*self.sources(section.insts), *given.values()])
            _find_live(sections, [set(given) for given in self.given])
            spare = [
                [v for v in given if v not in section.needed]
                for section, given in zip(sections, self.given, strict=True)
            ]
            if not any(spare):
                return
            for section, given, names in zip(sections, self.given, spare, strict=True):
                for variable in names:
                    del given[variable]
                self.keep_used(section, given)

    def sources(self, insts: Iterable[Inst]) -> list[ScalarSource]:
        return [s for inst in insts for lanes in self.work.operands[inst] for s in lanes]

    def read_by(self, sources: Iterable[ScalarSource]) -> set[Result]:
        return {r for source in sources for r in results_of(source) if r.inst.op is VARIABLE}

    def keep_used(self, section: VectorSection, given: dict[Result, ScalarSource]) -> None:
        used = {r.inst for source in given.values() for r in results_of(source)} | {
            r.inst for r in section.stores.values()
        }
        kept = []
        for inst in reversed(section.insts):
            if inst in used or inst.op.effect == "compare":
                kept.append(inst)
                used.update(r.inst for s in self.sources([inst]) for r in results_of(s))
        section.insts = kept[::-1]


def _find_live(sections: Sequence[VectorSection], sets: Sequence[set[Result]]) -> None:
    """Compute `live` and `needed` of each section."""
    changed = True
    for section in sections:
        section.live = set()
    while changed:
        changed = False
        for section, own in zip(reversed(sections), reversed(sets), strict=True):
            section.needed = set[Result]().union(*(sections[number].live for number in section.after))
            live = section.reads | (section.needed - own)
            if live != section.live:
                section.live, changed = live, True


class _Setting:
    """Assigns the variables of one section: by the instructions that compute the values, or by copies."""

    def __init__(self, planner: _Planner, section: VectorSection, given: dict[Result, ScalarSource]) -> None:
        self.planner, self.section, self.given = planner, section, given
        self.work, self.before = planner.work, planner.work.before
        self.readers: dict[Result, list[Inst]] = {}
        self.stored = {result.inst for result in section.stores.values()}

    def run(self) -> None:
        self.flags()
        if not self.given:
            return
        for inst in self.section.insts:
            for source in self.planner.sources([inst]):
                self.note(inst, source)
        direct = {variable: source for variable, source in self.given.items() if self.may_write(source)}
        copies = [
            (variable, self.copy(source, "variable"))
            for variable, source in self.given.items()
            if variable not in direct
        ]
        for variable, inst in copies:
            self.set_by_copy(variable, inst)
        for variable, source in direct.items():
            self.set_directly(variable, source)

    def flags(self) -> None:
        """Move the comparison behind all other instructions that set the flags."""
        compare = next((inst for inst in self.section.insts if inst.op.effect == "compare"), None)
        if compare is not None:
            self.before.setdefault(compare, []).extend(inst for inst in self.section.insts if inst.op.effect == "light")

    def note(self, inst: Inst, source: ScalarSource) -> None:
        for result in results_of(source):
            if result.inst.op is VARIABLE:
                self.readers.setdefault(result, []).append(inst)

    def copy(self, source: ScalarSource, rule: str) -> Inst:
        location = source.value.inst.location if isinstance(source.value, Result) else None
        inst = self.work.add(
            Inst(self.planner.machine.move, ((source,),), location=location, rule=rule), self.section.region
        )
        self.section.insts.append(inst)
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
            self.section.insts.remove(early)
            self.section.insts.insert(self.section.insts.index(inst), early)
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
        """Let an instruction write the variable, after all readers of its old value."""
        self.before.setdefault(inst, []).extend(
            reader for reader in self.readers.get(variable, ()) if reader is not inst
        )
        self.work.alias[Result(inst)] = variable
        self.work.writers[variable.inst].append(inst)
        self.section.sets[variable] = inst

    def depends(self, inst: Inst, other: Inst) -> bool:
        """Return whether an instruction can run only after the other."""
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
