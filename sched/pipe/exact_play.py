"""Convert a solution of the exact model into a placed section with registers, in the form of the list scheduler's
results."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gpucc.sched.core.exact import Misfit
from gpucc.sched.core.work import RESULT, Use, add_value
from gpucc.sched.pipe.attempt import PipeSection
from gpucc.sched.pipe.exact_acts import Act, Version, is_cloned
from gpucc.sched.pipe.exact_model import PIPE, Key, UseSite, clone_key
from gpucc.sched.pipe.exact_registers import Registered
from gpucc.sched.pipe.groups import PipeGroup
from gpucc.sched.pipe.place import PipeOrder, PipeRow, PlacedSection, pack, test_wants, wants
from gpucc.sched.pipe.plan import TESTER, PipePlan, Test
from gpucc.sched.pipe.registers import Registers
from gpucc.sched.pipe.spill import Spilled
from gpucc.sched.pipe.work import TEXTURE, PipeTask, TaskWay, pipe_key


class PipePlayer:
    def __init__(self, model: Registered, solver: Any, plan: PipePlan, block: int) -> None:
        self.model, self.holds, self.block = model, solver.BooleanValue, block
        self.plan = replace(plan, values=list(plan.values), tasks=list(plan.tasks))
        self.acts = model.acts
        self.registers = Registers()
        self.values: dict[int, int] = {}
        # what is kept: acts, tests and loads of uniforms by instruction
        self.kept: set[int] = set()
        self.tests: dict[tuple[int, Key], None] = {}
        self.pipes: dict[tuple[int, Key], None] = {}
        self.groups: list[PipeGroup] = []
        self.rows = [PipeRow(number) for number in range(model.length)]
        self.at: dict[PipeGroup, tuple[PipeRow, TaskWay]] = {}

    def play(self) -> PipeSection:
        for version in self.acts.versions:
            self.name(version)
        self.keep()
        for (row, unit), entries in self.model.entries.items():
            chosen = [
                entry
                for entry in entries
                if entry.way.unit == unit and self.holds(entry.literal) and entry.act.number in self.kept
            ]
            if chosen:
                self.group(self.row(row), chosen[0].way, [entry.act for entry in chosen])
        for row, key in self.tests:
            self.test(row, key)
        for row, key in self.pipes:
            self.load(row, key)
        for found in self.rows:
            if pack(found.constants) is None:
                raise Misfit
        placed = PlacedSection(self.plan, self.block, self.groups, self.rows, self.at)
        return PipeSection(placed, self.registers, Spilled(), {}, PipeOrder())

    def keep(self) -> None:
        """Keep the acts whose results are read, and leave out the others."""
        stack = [act.number for act in self.acts.acts if not act.optional]
        stack += [version.act for version, way in self.model.left if self.holds(way)]
        while stack:
            number = stack.pop()
            if number < 0 or number in self.kept:
                continue
            self.kept.add(number)
            act = self.acts.acts[number]
            sites = [site for i in range(len(act.task.operands)) for site in self.model.at[number, i]]
            row = next(row for row, entry in self.model.of_act[number] if self.holds(entry.literal))
            if act.task.condition is not None:
                key = next(key for key, literal in self.model.tests[row].items() if self.holds(literal))
                self.tests[row, key] = None
                sites += self.model.test_sites[row, key]
            for site in sites:
                stack += self.makers(site, row)

    def makers(self, site: UseSite, row: int) -> list[int]:
        option = next(one for one in site.options if self.holds(one.literal))
        if option.sort == PIPE:
            key = pipe_key(self.plan.work.values, site.use)
            assert key is not None
            self.pipes[row, key] = None
            return self.makers(self.model.indexed[row, key], row) if (row, key) in self.model.indexed else []
        return [] if option.version is None else [option.version.act]

    def row(self, number: int) -> PipeRow:
        """The row of an instruction; rows count from the section's end."""
        return self.rows[self.model.length - 1 - number]

    def name(self, version: Version) -> None:
        """Choose the number and the place of a version's value."""
        model = self.model
        copied = version.act >= 0 and self.acts.acts[version.act].copied is not None
        value = add_value(self.plan.values, RESULT) if copied else version.use.value
        self.values[version.number] = value
        register = next((k for k, literal in model.register[version.number].items() if self.holds(literal)), None)
        if register is not None:
            component = next(c for c, literal in enumerate(model.component[version.number]) if self.holds(literal))
            self.registers.spots[value] = (register, component)

    # operations

    def group(self, row: PipeRow, way: TaskWay, acts: list[Act]) -> None:
        tasks = [self.task(act) for act in acts]
        results = [value for task in tasks for value in task.results]
        operands = [[use for task in tasks for use in task.operands[i]] for i in range(len(tasks[0].operands))]
        group = PipeGroup(len(self.groups), tasks[0].kind, tasks, operands, results, ways=(way,), literal=True)
        self.groups.append(group)
        self.at[group] = (row, way)
        row.units[way.unit] = (group, way)
        if group.kind == TEXTURE:
            row.units["varying"] = (group, None)
        made = [version for act in acts for version in self.model.made(act)]
        if any(self.holds(self.model.bypassed[version.number]) for version in made):
            self.registers.bypassed.add(group)
        row.constants += wants(self.plan, group, way)

    def task(self, act: Act) -> PipeTask:
        """The task with the operands of the solution, in the order of the ports of a vector unit."""
        model = self.model
        operands = [tuple(self.use(site) for site in model.at[act.number, i]) for i in range(len(act.task.operands))]
        if act.number in model.flips and self.holds(model.flips[act.number]):
            operands.reverse()
        results = act.task.results
        if act.copied is not None:
            (version,) = model.made(act)
            results = (self.values[version.number],)
        return replace(act.task, operands=tuple(operands), results=results)

    def use(self, site: UseSite) -> Use:
        option = next((one for one in site.options if self.holds(one.literal)), None)
        if option is None or option.version is None:
            return site.use
        value = self.values[option.version.number]
        signed = option.version.use == site.use
        return Use(value) if signed else site.use._replace(value=value)

    # tests and loads within instructions

    def test(self, row: int, key: Key) -> None:
        found = self.row(row)
        test = self.tested(key, tuple(self.use(site) for site in self.model.test_sites[row, key]))
        found.units[TESTER] = (test, None)
        found.constants += test_wants(self.plan, test)
        for group in self.groups:
            if self.at[group][0] is found and group.task.condition is not None:
                group.test = test

    def tested(self, key: Key, uses: tuple[Use, ...]) -> Test:
        for act in self.acts.by_task.values():
            if is_cloned(act.task) and clone_key(act.task) == key:
                way = next(way for way in act.task.ways if way.unit == TESTER)
                return Test(way.op, uses, act.task.modifier, act.task.inst, act.task.swaps)
        return Test(next(way.op for way in self.plan.ways.copies if way.unit == TESTER), uses)

    def load(self, row: int, key: Key) -> None:
        found = self.row(row)
        found.pipe, found.units["uniform"] = key, (None, None)
        if (row, key) in self.model.indexed:
            found.index = self.use(self.model.indexed[row, key]).value
