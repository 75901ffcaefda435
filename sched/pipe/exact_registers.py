"""Registers in the exact model of a section: each value and copy has a component of a vec4 register for as long as it
is used.

A vector operand comes from one register, a vector op writes to one; a product goes to the adder beside without a
register if nothing else reads it. Signs apply to all lanes. The literals of an instruction are two vectors; those of an
operand are in one of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from gpucc.isa.model import LANES
from gpucc.records import dataclass
from gpucc.sched.core.exact import Unmodelled
from gpucc.sched.core.work import CONSTANT
from gpucc.sched.pipe.exact_acts import Act, Acts, Version
from gpucc.sched.pipe.exact_model import BYPASS, LITERAL, ActEntry, Key, Option, PipeModel, UseSite
from gpucc.sched.pipe.place import HELD, STEPS
from gpucc.sched.pipe.plan import TESTER
from gpucc.sched.pipe.registers import Spot
from gpucc.sched.pipe.work import ARITHMETIC, FRAME, LOAD, SIGN, UNDEF

# the second of the two vectors of literals; the unit that loads uniforms
SECOND = -5
PIPES = "uniform"


@dataclass(frozen=True, slots=True)
class Places:
    """The given places of a section: those of `variables`, by number. The variables of `begin` are live at its
    beginning, those of `end` at its end. `outputs` has the registers of the outputs."""

    variables: Mapping[int, Spot]
    begin: frozenset[int]
    end: frozenset[int]
    outputs: Mapping[int, int]


class Registered(PipeModel):
    def __init__(self, cp: Any, acts: Acts, length: int, places: Places) -> None:
        self.places = places
        self.count = acts.work.isa.pipeline.registers
        pipeline = acts.work.isa.pipeline
        self.beside = {
            port.unit: unit.name for unit in pipeline.units for form in unit.forms for port in form.ports if port.bypass
        }
        self.register: dict[int, dict[int, Any]] = {}
        self.component: dict[int, list[Any]] = {}
        self.bypassed: dict[int, Any] = {}
        self.last: dict[int, Any] = {}
        self.pools: dict[tuple[int, int], dict[int, Any]] = defaultdict(dict)
        self.stripped: dict[int, Any] = {}
        # the values that must exist at the section's end, and the literals for each version
        self.left: list[tuple[Version, Any]] = []
        super().__init__(cp, acts, length)

    def build(self) -> None:
        super().build()
        self.ends()
        self.lifetimes()
        for held in self.pools.values():
            if len(held) > HELD:
                self.model.Add(sum(held.values()) <= HELD)

    def prepare(self) -> None:
        literals = {value.address for value in self.work.values if value.kind == CONSTANT} | {0}
        self.crowded = len(literals | {bits & ~SIGN for bits in literals}) > HELD
        for version in self.acts.versions:
            self.house(version)

    def house(self, version: Version) -> None:
        """Give a version a register and a component, unless it is a product that only the adder beside reads."""
        number = version.number
        fixed: Spot | None = None
        lane = None
        if version.act < 0:
            address = self.work.values[version.use.value].address
            if address not in self.places.variables or address not in self.places.begin:
                raise Unmodelled("a variable on the stack")
            fixed = self.places.variables[address]
            present = self.true
        else:
            act = self.acts.acts[version.act]
            present = self.present(version.act)
            if act.task.kind == LOAD:
                lane = act.task.lane
            elif act.task.kind == FRAME:
                lane = act.task.results.index(version.use.value)
        kept = self.flag()
        self.bypassed[number] = self.flag()
        self.model.Add(kept + self.bypassed[number] == present)
        self.register[number] = {k: self.flag() for k in (range(self.count) if fixed is None else fixed[:1])}
        self.model.Add(sum(self.register[number].values()) == kept)
        lanes = [lane] if lane is not None else [fixed[1]] if fixed is not None else range(LANES)
        self.component[number] = [self.flag() if one in lanes else self.true.Not() for one in range(LANES)]
        self.model.Add(sum(self.component[number]) == kept)
        if version.act < 0:
            self.model.AddImplication(self.true, kept)
        else:
            self.pass_on(version)

    def pass_on(self, version: Version) -> None:
        for _, entry in self.of_act[version.act]:
            if entry.way.unit not in self.beside:
                self.model.AddImplication(entry.literal, self.bypassed[version.number].Not())

    # locations of operands

    def locate(self, site: UseSite) -> None:
        kind = self.work.values[site.use.value].kind
        for option in site.options:
            if option.version is not None:
                self.locate_version(site, option)
            elif option.sort == LITERAL:
                self.locate_literal(site, option)
            else:
                self.model.AddImplication(option.literal, self.location(site, option.sort))
        if kind in (CONSTANT, UNDEF):
            self.hold(site)

    def location(self, site: UseSite, where: int) -> Any:
        if where not in site.locations:
            site.locations[where] = self.flag()
        return site.locations[where]

    def locate_version(self, site: UseSite, option: Option) -> None:
        version = option.version
        assert version is not None
        for k, literal in self.register[version.number].items():
            self.clause([option.literal, literal], self.location(site, k))
        bypassed = self.bypassed[version.number]
        act = site.act
        if (
            act is None
            or act.task.kind != ARITHMETIC
            or version.act < 0
            or self.work.values[version.use.value].kind in (CONSTANT, UNDEF)
        ):
            self.clause([option.literal, bypassed])
            return
        # the reader is the adder beside, which takes it as its first operand
        first = self.turned(act)
        if site.position == 0:
            self.clause([option.literal, bypassed], *([first.Not()] if first is not None else []))
        else:
            self.clause([option.literal, bypassed], *([first] if first is not None else []))
        for row, entry in self.of_act[version.act]:
            if entry.way.unit in self.beside:
                beside = [
                    one.literal for at,
                    one in self.of_act[act.number] if at == row and one.way.unit == self.beside[entry.way.unit]
                ]  # fmt: skip
                self.clause([option.literal, bypassed, entry.literal], *beside)
        self.clause([option.literal, bypassed], self.location(site, BYPASS))

    def locate_literal(self, site: UseSite, option: Option) -> None:
        first = self.location(site, LITERAL)
        if self.crowded:
            self.clause([option.literal], first, self.location(site, SECOND))
        else:
            self.model.AddImplication(option.literal, first)

    def hold(self, site: UseSite) -> None:
        """Put a literal into the instruction. A negative one may be held as a positive one whose operand is negated."""
        value = self.work.values[site.use.value]
        bits = value.address if value.kind == CONSTANT else 0
        stripped = None
        if bits & SIGN:
            stripped = self.stripped[id(site)] = self.flag()
            for option in site.options:
                if option.sort != LITERAL:
                    self.clause([option.literal, stripped])
        if not self.crowded:
            return
        for which, where in enumerate((LITERAL, SECOND)):
            if where not in site.locations:
                continue
            for moment in site.moments:
                conditions = [moment.literal, site.locations[where]]
                if stripped is None:
                    self.clause(conditions, self.held(moment.row, which, bits))
                else:
                    self.clause([*conditions, stripped.Not()], self.held(moment.row, which, bits))
                    self.clause([*conditions, stripped], self.held(moment.row, which, bits & ~SIGN))

    def held(self, row: int, which: int, bits: int) -> Any:
        if bits not in self.pools[row, which]:
            self.pools[row, which][bits] = self.flag()
        return self.pools[row, which][bits]

    # vectors

    def signs(self, site: UseSite) -> tuple[list[Any], list[Any]]:
        """The conditions under which the operand is negated, and those under which its absolute value is taken."""
        negated, absolute = [], []
        if id(site) in self.stripped:
            negated.append(self.stripped[id(site)])
        for option in site.options:
            signed = option.version is not None and option.version.use == site.use
            if not signed or not (site.use.negate or site.use.absolute):
                negated += [option.literal] if site.use.negate else []
                absolute += [option.literal] if site.use.absolute else []
        return negated, absolute

    def port(self, entries: Sequence[ActEntry], port: int) -> None:
        super().port(entries, port)
        form = entries[0].way.form
        for kind, field in enumerate((form.ports[port].negate, form.ports[port].absolute)):
            flag = self.flag() if field else self.true.Not()
            for entry in entries:
                for site, conditions in self.through(entry, port):
                    if self.work.values[site.use.value].kind != UNDEF:
                        self.agree(flag, self.signs(site)[kind], conditions)

    def agree(self, flag: Any, signs: Sequence[Any], conditions: Sequence[Any]) -> None:
        for sign in signs:
            self.clause([*conditions, sign], flag)
        self.clause([*conditions, flag], *signs)

    def together(self, sites: Sequence[UseSite]) -> None:
        super().together(sites)
        for kind in (0, 1):
            flag = self.flag()
            for site in sites:
                if self.work.values[site.use.value].kind != UNDEF:
                    self.agree(flag, self.signs(site)[kind], [])

    def scalar_port(self, entries: Sequence[ActEntry]) -> None:
        super().scalar_port(entries)
        for kind in (0, 1):
            flag = self.flag() if self.isa.fact("combine-scalar-signs").holds(self.work.level) else self.true.Not()
            for entry in entries:
                for site, conditions in self.through(entry, 0):
                    self.agree(flag, self.signs(site)[kind], conditions)

    def identities(self, site: UseSite) -> dict[Key, list[Any]]:
        found: dict[Key, list[Any]] = {}
        for option in site.options:
            version = -1 if option.version is None else option.version.number
            found[site.use.value, option.sort, version] = [option.literal]
        return found

    def single(self, row: int, entry: ActEntry) -> None:
        """Add the constraints of the scalar port to a product of a scalar and a vector."""
        ports = entry.way.form.ports
        if len(entry.act.task.operands) == 2 and ports[0].scalar and not ports[1].scalar:
            self.scalar_port([entry])
            self.port([entry], 1)

    def results(self, row: int, entries: Sequence[ActEntry]) -> None:
        into: dict[int, Any] = self.bools()
        for entry in entries:
            for version in self.made(entry.act):
                for k, literal in self.register[version.number].items():
                    self.clause([entry.literal, literal], into[k])
                self.clause([entry.literal, self.bypassed[version.number]], into[BYPASS])
        self.model.AddAtMostOne(into.values())

    def made(self, act: Act) -> list[Version]:
        return [version for version in self.acts.versions if version.act == act.number]

    # time

    def ends(self) -> None:
        """Compute the last read of each version, and choose the versions that the section leaves behind."""
        last = self.length * STEPS
        for version in self.acts.versions:
            self.last[version.number] = self.model.NewIntVar(0, last, "")
        for site in self.sites:
            for option in site.options:
                if option.version is None:
                    continue
                # the time of the read: one of the moments, or 0
                end = sum(moment.time * moment.literal for moment in site.moments)
                self.model.Add(self.last[option.version.number] >= end).OnlyEnforceIf(option.literal)
        for register, component, value in self.block.outputs:
            self.leave(value, (self.places.outputs[register], component))
        for variable, value in sorted(self.block.assigned.items()):
            if variable in self.places.end:
                self.leave(value, self.places.variables[variable])
        for act in self.acts.acts:
            if act.task.kind == FRAME:
                self.same_register(self.made(act))

    def same_register(self, versions: Sequence[Version]) -> None:
        for other in versions[1:]:
            for k, literal in self.register[versions[0].number].items():
                self.model.Add(self.register[other.number][k] == literal)

    def leave(self, value: int, spot: Spot) -> None:
        register, component = spot
        ways = []
        for version in self.acts.by_value[value]:
            if version.use.negate or version.use.absolute or register not in self.register[version.number]:
                continue
            way = self.flag()
            ways.append(way)
            self.left.append((version, way))
            self.model.AddImplication(way, self.register[version.number][register])
            self.model.AddImplication(way, self.component[version.number][component])
            self.model.Add(self.last[version.number] == self.length * STEPS).OnlyEnforceIf(way)
        self.model.AddExactlyOne(ways)

    def lifetimes(self) -> None:
        """Let no two values occupy one component at the same time."""
        times, spots = [], []
        for version in self.acts.versions:
            number = version.number
            kept = self.flag()
            self.model.Add(sum(self.register[number].values()) == kept)
            if version.act < 0:
                self.keep(version)
                start: Any = -1
            else:
                start = self.model.NewIntVar(0, self.length * STEPS, "")
                when = sum((row * STEPS + entry.way.step) * entry.literal for row, entry in self.of_act[version.act])
                self.model.Add(start == when)
            size = self.model.NewIntVar(1, self.length * STEPS + 1, "")
            end = self.model.NewIntVar(-1, self.length * STEPS + 1, "")
            self.model.Add(end >= self.last[number])
            times.append(self.model.NewOptionalIntervalVar(start, size, end, kept, ""))
            places = sum(LANES * k * literal for k, literal in self.register[number].items())
            place = self.model.NewIntVar(0, LANES * self.count - 1, "")
            self.model.Add(place == places + sum(c * literal for c, literal in enumerate(self.component[number])))
            spots.append(
                self.model.NewOptionalIntervalVar(place, 1, self.model.NewIntVar(1, LANES * self.count, ""), kept, "")
            )
        self.strangers(times, spots)
        self.model.AddNoOverlap2D(times, spots)
        self.model.AddCumulative(times, [1] * len(times), LANES * self.count)

    def keep(self, version: Version) -> None:
        """Require that a variable which is live and not assigned keeps its place until the end."""
        address = self.work.values[version.use.value].address
        if address in self.places.end and address not in self.block.assigned:
            self.model.Add(self.last[version.number] == self.length * STEPS)

    def strangers(self, times: list[Any], spots: list[Any]) -> None:
        """Reserve the places of variables that are live throughout the section and not used in it."""
        known = {self.work.values[version.use.value].address for version in self.acts.versions if version.act < 0}
        for variable in sorted(self.places.begin | self.places.end):
            if variable in known or variable in self.block.assigned:
                continue
            register, component = self.places.variables[variable]
            times.append(self.model.NewFixedSizeIntervalVar(-1, self.length * STEPS + 1, ""))
            spots.append(self.model.NewFixedSizeIntervalVar(LANES * register + component, 1, ""))

    # size

    def weigh(self) -> None:
        """Minimise the size of the code: the bits of the units at work, literals included."""
        sizes = {unit.name: unit.bits for unit in self.isa.pipeline.units}
        used: dict[tuple[int, str], Any] = self.bools()
        for (row, unit), entries in self.entries.items():
            for entry in entries:
                self.model.AddImplication(entry.literal, used[row, unit])
        for unit, by_row in ((TESTER, self.tests), (PIPES, self.pipes)):
            for row, by_key in by_row.items():
                for literal in by_key.values():
                    self.model.AddImplication(literal, used[row, unit])
        for site in self.sites:
            for where, unit in ((LITERAL, "const0"), (SECOND, "const1")):
                if where in site.locations:
                    for moment in site.moments:
                        self.clause([moment.literal, site.locations[where]], used[moment.row, unit])
        self.model.Minimize(sum(sizes[unit] * literal for (_, unit), literal in used.items()))
