"""The instructions of one section as a model for CP-SAT: units, their times, and the sources of operands.

This part has the constraints of every schedule, whatever the registers: units work in their order and on one op at a
time, lanes of an operand come from registers or from one pipe, an instruction loads one row of uniforms, a texel that
is read later is copied. Here all registers are one, which holds any number of values. `exact_registers` adds the actual
registers.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import Any

from gpucc.isa.model import LANES
from gpucc.records import dataclass
from gpucc.sched.core.work import CONSTANT, MEMORY, Use
from gpucc.sched.pipe.exact_acts import MOV, Act, Acts, Version, is_cloned, read_step, rows_of
from gpucc.sched.pipe.place import FETCH, STEPS, TESTING
from gpucc.sched.pipe.plan import TESTER
from gpucc.sched.pipe.work import ARITHMETIC, LOAD, STORE, TEXEL, TEXTURE, UNDEF, UNIFORM, PipeTask, TaskWay, pipe_key

# sources of operands other than registers
PIPE, TEXELS, LITERAL, BYPASS = -1, -2, -3, -4
Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A time at which an operand is read, if `literal` holds."""

    literal: Any
    time: int

    @property
    def row(self) -> int:
        return self.time // STEPS


@dataclass(frozen=True, slots=True)
class Option:
    """A source of an operand: `sort` is a pipe or a literal, or 0 for the register of a version."""

    literal: Any
    sort: int
    version: Version | None = None


@dataclass(slots=True)
class UseSite:
    """A use and its possible times, one of which is chosen. `locations` are its possible places at that time; `act` is
    the act that reads it, if any."""

    use: Use
    moments: list[Moment]
    act: Act | None = None
    position: int = 0
    options: list[Option] = field(default_factory=list)
    locations: dict[int, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ActEntry:
    """An act in a unit of an instruction, chosen if `literal` holds."""

    act: Act
    way: TaskWay
    literal: Any


def clone_key(task: PipeTask) -> Key:
    """A key that is equal for comparisons which one test can serve."""
    return ("clone", task.name, task.operands, task.modifier)


class PipeModel:
    def __init__(self, cp: Any, acts: Acts, length: int) -> None:
        self.cp, self.acts, self.length = cp, acts, length
        self.work, self.block, self.isa = acts.work, acts.block, acts.work.isa
        self.model = cp.CpModel()
        self.flags: list[Any] = []
        self.true = self.flag()
        self.model.AddBoolOr([self.true])
        self.entries: dict[tuple[int, str], list[ActEntry]] = defaultdict(list)
        self.of_act: dict[int, list[tuple[int, ActEntry]]] = defaultdict(list)
        self.order: dict[int, tuple[list[int], list[Any]]] = {}
        self.sites: list[UseSite] = []
        self.at: dict[tuple[int, int], list[UseSite]] = defaultdict(list)
        self.pipes: dict[int, dict[Key, Any]] = defaultdict(dict)
        self.indexed: dict[tuple[int, Key], UseSite] = {}
        self.tests: dict[int, dict[Key, Any]] = defaultdict(dict)
        self.test_sites: dict[tuple[int, Key], list[UseSite]] = {}
        self.flips: dict[int, Any] = {}
        self.build()

    def build(self) -> None:
        for act in self.acts.acts:
            self.place(act)
        self.prepare()
        for act in self.acts.acts:
            self.read(act)
        self.orders()
        for (row, unit), entries in self.entries.items():
            self.unit(row, unit, entries)
        for by_key in self.pipes.values():
            self.model.AddAtMostOne(by_key.values())
        for row in range(self.length):
            if (row, TESTER) not in self.entries and self.tests[row]:
                self.model.AddAtMostOne(self.tests[row].values())

    def prepare(self) -> None:
        """Prepare what a stricter model needs before operands are read."""

    def flag(self) -> Any:
        self.flags.append(self.model.NewBoolVar(""))
        return self.flags[-1]

    def bools(self) -> dict[Any, Any]:
        return defaultdict(self.flag)

    def clause(self, conditions: Iterable[Any], *ways: Any) -> None:
        self.model.AddBoolOr([*(one.Not() for one in conditions), *ways])

    # places of acts

    def place(self, act: Act) -> None:
        by_time: dict[int, list[Any]] = defaultdict(list)
        for row in rows_of(self.acts, act.task, self.length):
            for way in act.ways:
                time = row * STEPS + way.step
                if time >= self.acts.earliest.get(act.task.number, 0):
                    entry = ActEntry(act, way, self.flag())
                    self.entries[row, way.unit].append(entry)
                    if act.task.kind == TEXTURE:
                        self.entries[row, "varying"].append(entry)
                    self.of_act[act.number].append((row, entry))
                    by_time[time].append(entry.literal)
        times = sorted(by_time)
        done: list[Any] = []
        for time in times:
            done.append(self.flag())
            before = done[-2] if len(done) > 1 else 0
            self.model.Add(sum(by_time[time]) == done[-1] - before)
        if not act.optional:
            self.model.AddBoolOr(done[-1:])
        self.order[act.number] = (times, done)

    def before(self, act: int, time: int) -> Any | None:
        """Return the literal that an act works before a time; None if it cannot."""
        times, done = self.order[act]
        found = bisect_left(times, time)
        return done[found - 1] if found else None

    def present(self, act: int) -> Any:
        done = self.order[act][1]
        return done[-1] if done else self.true.Not()

    # operands of acts

    def read(self, act: Act) -> None:
        task = act.task
        for position, lanes in enumerate(task.operands):
            moments = [
                Moment(entry.literal, row * STEPS + read_step(task, position, entry.way)) for row,
                entry in self.of_act[act.number]
            ]  # fmt: skip
            held = task.kind != ARITHMETIC
            sites = [self.site(UseSite(use, moments, act, position), held, act.copied is not None) for use in lanes]
            self.at[act.number, position] = sites
            if len(sites) > 1:
                self.together(sites)
        if task.condition is not None:
            for row, entry in self.of_act[act.number]:
                self.clause([entry.literal], *self.asked(row, task.condition))

    def together(self, sites: Sequence[UseSite]) -> None:
        """Let the lanes of an operand with lanes of its own come from one place."""
        found: dict[int, Any] = self.bools()
        for site in sites:
            for where, literal in site.locations.items():
                self.clause([literal], found[where])
        self.model.AddAtMostOne(found.values())

    def site(self, site: UseSite, held: bool, copying: bool = False) -> UseSite:
        """Add a place that reads a value, with its options. With `held`, only registers and literals are options;
        copies do not read other copies."""
        self.sites.append(site)
        kind = self.work.values[site.use.value].kind
        for version in self.acts.by_value.get(site.use.value, ()):
            of = None if version.act < 0 else self.acts.acts[version.act].copied
            if (copying and of is not None) or (of is not None and of not in (site.use, Use(site.use.value))):
                continue
            self.from_register(site, version)
        if kind in (CONSTANT, UNDEF) and not (held and self.coordinates(site)):
            site.options.append(Option(self.flag(), LITERAL))
        if kind in (UNIFORM, MEMORY) and not held:
            self.from_memory(site)
        if kind == TEXEL and not held:
            self.from_texture(site)
        literals = [option.literal for option in site.options]
        for moment in site.moments:
            self.clause([moment.literal], *literals)
        if len(literals) > 1:
            self.model.AddAtMostOne(literals)
        self.locate(site)
        return site

    def coordinates(self, site: UseSite) -> bool:
        return site.act is not None and site.act.task.kind == TEXTURE and site.position == 0

    def from_register(self, site: UseSite, version: Version) -> None:
        literal = self.flag()
        site.options.append(Option(literal, 0, version))
        if version.act < 0:
            return
        for moment in site.moments:
            ready = self.before(version.act, moment.time)
            self.clause([moment.literal, literal], *([] if ready is None else [ready]))

    def from_memory(self, site: UseSite) -> None:
        literal = self.flag()
        site.options.append(Option(literal, PIPE))
        key = pipe_key(self.work.values, site.use)
        assert key is not None
        for moment in site.moments:
            self.clause([moment.literal, literal], self.pipe(moment.row, key, site.use))

    def pipe(self, row: int, key: Key, use: Use) -> Any:
        if key not in self.pipes[row]:
            literal = self.pipes[row][key] = self.flag()
            index = self.work.values[use.value].index
            if index is not None:
                self.indexed[row, key] = self.site(UseSite(Use(index), [Moment(literal, row * STEPS + FETCH)]), True)
        return self.pipes[row][key]

    def from_texture(self, site: UseSite) -> None:
        """Let the site read a texel directly: the texture is sampled in the same instruction, before the reader's
        step."""
        literal = self.flag()
        site.options.append(Option(literal, TEXELS))
        task = self.work.values[site.use.value].task
        sampled = dict(self.of_act[self.acts.by_task[task].number])
        for moment in site.moments:
            entry = sampled.get(moment.row)
            late = entry is not None and moment.time > moment.row * STEPS + entry.way.step
            self.clause([moment.literal, literal], *([entry.literal] if entry is not None and late else []))

    def locate(self, site: UseSite) -> None:
        """Link options to locations. An undefined value can be anywhere."""
        if self.work.values[site.use.value].kind == UNDEF:
            return
        for option in site.options:
            if option.sort not in site.locations:
                site.locations[option.sort] = self.flag()
            self.clause([option.literal], site.locations[option.sort])

    # tests of selects

    def asked(self, row: int, condition: Use) -> list[Any]:
        """Return literals for the ways in which the scalar multiplier can compute the condition of a select."""
        found = [self.test(row, (MOV, condition), (condition,))]
        value = self.work.values[condition.value]
        act = self.acts.by_task.get(value.task)
        if act is not None and is_cloned(act.task) and not (condition.negate or condition.absolute):
            found.append(self.test(row, clone_key(act.task), [lanes[0] for lanes in act.task.operands]))
        return found

    def test(self, row: int, key: Key, uses: Sequence[Use]) -> Any:
        if key not in self.tests[row]:
            literal = self.tests[row][key] = self.flag()
            moment = Moment(literal, row * STEPS + TESTING)
            self.test_sites[row, key] = [self.site(UseSite(use, [moment]), False) for use in uses]
        return self.tests[row][key]

    # orders of tasks

    def orders(self) -> None:
        """Apply the block's orders. A load from the stack comes at least one instruction after the store."""
        for first, then in self.block.orders:
            one, other = self.acts.by_task[first], self.acts.by_task[then]
            apart = one.task.kind == STORE and other.task.kind != STORE
            for row, entry in self.of_act[other.number]:
                ready = self.before(one.number, row * STEPS if apart else (row + 1) * STEPS)
                self.clause([entry.literal], *([] if ready is None else [ready]))

    # units

    def unit(self, row: int, unit: str, entries: list[ActEntry]) -> None:
        """Let a unit do one op at a time on at most four lanes; tasks that cannot share the unit are alone."""
        alone: list[Any] = list(self.tests[row].values()) if unit == TESTER else []
        shared: dict[Key, list[ActEntry]] = defaultdict(list)
        for entry in entries:
            task = entry.act.task
            lanes = task.kind in (ARITHMETIC, LOAD) and entry.way.vector and not task.own
            if lanes and entry.way.unit == unit:
                shared[entry.way.op, task.modifier, task.attr].append(entry)
            else:
                alone.append(entry.literal)
        for found in shared.values():
            if len(found) == 1:
                alone.append(found[0].literal)
                self.single(row, found[0])
                continue
            chosen = self.flag()
            alone.append(chosen)
            for entry in found:
                self.clause([entry.literal], chosen)
            if len(found) > LANES:
                self.model.Add(sum(entry.literal for entry in found) <= LANES)
            self.operands(row, found)
            self.results(row, found)
        self.model.AddAtMostOne(alone)

    def operands(self, row: int, entries: Sequence[ActEntry]) -> None:
        ports = entries[0].way.form.ports
        count = max(len(entry.act.task.operands) for entry in entries)
        scaling = count == 2 and ports[0].scalar and not ports[1].scalar
        for port in range(count):
            if scaling and port == 0:
                self.scalar_port(entries)
            else:
                self.port(entries, port)

    def turned(self, act: Act) -> Any | None:
        """The literal for swapped operands; None if they cannot be swapped."""
        if not act.task.swaps or len(act.task.operands) != 2:
            return None
        if act.number not in self.flips:
            self.flips[act.number] = self.flag()
        return self.flips[act.number]

    def through(self, entry: ActEntry, port: int) -> list[tuple[UseSite, list[Any]]]:
        """The sites that may be read through a port of a vector unit, with the conditions for each."""
        sites = [self.at[entry.act.number, position] for position in range(len(entry.act.task.operands))]
        flip = self.turned(entry.act)
        if flip is None:
            return [(sites[port][0], [entry.literal])]
        return [(sites[port][0], [entry.literal, flip.Not()]), (sites[1 - port][0], [entry.literal, flip])]

    def port(self, entries: Sequence[ActEntry], port: int) -> None:
        """Let all lanes of a port come from one place."""
        places: dict[int, Any] = self.bools()
        for entry in entries:
            for site, conditions in self.through(entry, port):
                for where, literal in site.locations.items():
                    self.clause([*conditions, literal], places[where])
        self.model.AddAtMostOne(places.values())

    def scalar_port(self, entries: Sequence[ActEntry]) -> None:
        """Let all lanes of a scalar port read the same value."""
        values: dict[Key, Any] = self.bools()
        for entry in entries:
            for site, conditions in self.through(entry, 0):
                for key, literals in self.identities(site).items():
                    self.clause([*conditions, *literals], values[key])
        self.model.AddAtMostOne(values.values())

    def identities(self, site: UseSite) -> dict[Key, list[Any]]:
        """Return what the operand may be, with the conditions for each; a value and its copies count as the same."""
        return {} if self.work.values[site.use.value].kind == UNDEF else {(site.use.value,): []}

    def single(self, row: int, entry: ActEntry) -> None:
        """Add constraints for the only act that a vector unit can do with an op."""

    def results(self, row: int, entries: Sequence[ActEntry]) -> None:
        """Add constraints for the destination of the lanes of one op."""
