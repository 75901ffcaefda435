"""Write a placed section with registers as packets: operands as registers, pipes and literals; settings; origins of all
parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gpucc.errors import InternalError
from gpucc.isa.model import LANES, LETTERS, Dest, Source
from gpucc.isa.pipeline import Form, Packet, PipePort, UnitPart
from gpucc.isel.machine import Inst, LocalArray
from gpucc.records import dataclass
from gpucc.sched.core.schedule import Origin
from gpucc.sched.core.work import CONSTANT, MEMORY, Rows, Stack, Use
from gpucc.sched.pipe.groups import PipeGroup, scaled, shares
from gpucc.sched.pipe.place import PlacedSection, TexelCopy, magnitudes, pack
from gpucc.sched.pipe.plan import Test
from gpucc.sched.pipe.registers import Registers, bypass_position
from gpucc.sched.pipe.work import (
    BRANCH,
    DISCARD,
    LOAD,
    ONE,
    SPILL,
    STORE,
    TEXEL,
    TEXTURE,
    UNDEF,
    UNIFORM,
    Sample,
    TaskWay,
)


@dataclass(frozen=True, slots=True)
class PipeMemory:
    """The layout of the stack: the first scalar of each local array, and the number of rows before those of spilled
    homes.

    `source` maps a reloaded value to the spilled one; `lanes` has the component of values that are stored alone.
    """

    arrays: Mapping[LocalArray | Stack | Rows, int]
    rows: int
    source: Mapping[int, int]
    lanes: Mapping[int, int]


class Emitter:
    """Writes one section. `jump` and `gone` are the numbers of the instructions to which its branch and its discards
    go."""

    def __init__(
        self, placed: PlacedSection, registers: Registers, memory: PipeMemory, jump: int | None, gone: int | None
    ) -> None:
        self.placed, self.registers, self.memory = placed, registers, memory
        self.plan = placed.plan
        self.isa = self.plan.work.isa
        self.jump, self.gone = jump, gone
        self.owner = {value: group for group in placed.groups for value in group.results}
        self.order = {unit.name: i for i, unit in enumerate(self.isa.pipeline.units)}
        self.row = placed.rows[0]
        self.held: tuple[list[int], list[int]] = ([], [])

    def packets(self, first: int) -> tuple[list[Packet], list[tuple[Origin, ...]]]:
        """The packets with their origins; `first` is the number of the section's first instruction."""
        found, origins = [], []
        for at, row in enumerate(reversed(self.placed.rows)):
            self.row = row
            packed = pack(row.constants)
            assert packed is not None
            self.held = packed
            parts: list[tuple[UnitPart, Inst | None, bool]] = []
            for unit, (held, way) in row.units.items():
                parts += self.parts(unit, held, way)
            for name, values in zip(("const0", "const1"), self.held, strict=True):
                if values:
                    settings = tuple((LETTERS[i], bits) for i, bits in enumerate(values))
                    parts.append((UnitPart(name, name, settings=settings), None, False))
            parts.sort(key=lambda found: self.order[found[0].unit])
            ops = [self.isa.op(part.op).effect for part, _, _ in parts]
            stop = (row.number == 0 and self.placed.plan.work.blocks[self.placed.block].ends) or "discard" in ops
            sync = any(effect in ("texture", "derivative_x", "derivative_y") for effect in ops)
            found.append(Packet(tuple(part for part, _, _ in parts), stop, sync))
            origins.append(tuple(self.origin(part, inst, copy, first + at) for part, inst, copy in parts))
        return found, origins

    def origin(self, part: UnitPart, inst: Inst | None, copy: bool, at: int) -> Origin:
        reads = [source.file for source in part.sources if source is not None and source.file in self.order]
        reads += [operand.place for operand in self.isa.op(part.op).operands if operand.place]
        return Origin(part.unit, inst, copy, producers=tuple((at, name) for name in dict.fromkeys(reads)))

    def parts(self, unit: str, held: object, way: TaskWay | None) -> list[tuple[UnitPart, Inst | None, bool]]:
        match held:
            case Test():
                form = next(
                    form for form in self.isa.pipeline.unit(unit).forms if form.name in self.isa.op(held.op).slots
                )
                sources = tuple(self.scalar(use, port) for use, port in zip(held.operands, form.ports, strict=False))
                return [(UnitPart(unit, held.op, None, sources, held.modifier), held.inst, held.inst is None)]
            case TexelCopy():
                assert way is not None
                return [(self.copy(held, way), None, True)]
            case PipeGroup() if unit == "varying" and held.kind == TEXTURE:
                return [(self.coordinates(held), held.task.inst, False)]
            case PipeGroup():
                assert way is not None
                return [(self.group(held, way), held.task.inst, held.task.inst is None)]
        return [(self.fetch(), None, False)]

    # operands

    def where(self, use: Use) -> tuple[str, int, int]:
        """The file, number and component of a value that is not a literal."""
        value = self.plan.values[use.value]
        match value.kind:
            case k if k == UNIFORM:
                return ("uniform", 0, value.component)
            case k if k == MEMORY:
                source = self.memory.source.get(use.value)
                if source is None:
                    return ("uniform", 0, value.component)
                return ("uniform", 0, self.memory.lanes.get(source, self.registers.spots[source][1]))
            case k if k == TEXEL and self.sampled_here(use.value):
                return ("sampler", 0, value.component)
        group = self.owner.get(use.value)
        if group is not None and group in self.registers.bypassed:
            return (self.placed.at[group][1].unit, 0, group.results.index(use.value))
        register, component = self.registers.spots[use.value]
        return ("register", register, component)

    def sampled_here(self, texel: int) -> bool:
        held = self.row.units.get("sampler", (None, None))[0]
        return isinstance(held, PipeGroup) and texel in held.results

    def literal(self, bits: Sequence[int], port: PipePort) -> tuple[str, list[int], bool]:
        wanted, negate = magnitudes(bits, bool(port.negate))
        which = 0 if wanted <= set(self.held[0]) else 1
        sought = [one & 0x7FFF if negate else one for one in bits]
        return (f"const{which}", [self.held[which].index(one) for one in sought], negate)

    def operand(self, uses: Sequence[Use], lanes: Sequence[int], port: PipePort) -> Source:
        """The operand of a unit whose lane `lanes[i]` reads `uses[i]`."""
        kinds = [self.plan.values[use.value].kind for use in uses]
        if kinds[0] in (CONSTANT, UNDEF):
            bits = [
                self.plan.values[use.value].address if kind == CONSTANT else 0
                for use, kind in zip(uses, kinds, strict=True)
            ]
            file, components, negate = self.literal(bits, port)
            number, absolute = 0, False
        else:
            places = [self.where(use) for use in uses]
            file, number = places[0][:2]
            components, negate, absolute = [place[2] for place in places], uses[0].negate, uses[0].absolute
        swizzle = [components[0]] * LANES
        for lane, component in zip(lanes, components, strict=True):
            swizzle[lane] = component
        return Source(file, number, (swizzle[0], swizzle[1], swizzle[2], swizzle[3]), negate, absolute)

    def scalar(self, use: Use, port: PipePort) -> Source:
        return self.operand([use], [0], port)

    # units

    def fetch(self) -> UnitPart:
        pipe, index = self.row.pipe, self.row.index
        assert pipe is not None
        offset: tuple[Source, ...] = () if index is None else (self.scalar(Use(index), PipePort("offset", "")),)
        if pipe[0] == UNIFORM:
            assert isinstance(pipe[1], int)
            return UnitPart("uniform", "uniform", None, offset, "", (("align", 4), ("index", pipe[1])))
        array, address = pipe[1], pipe[2]
        assert isinstance(address, int)
        if array is None:
            return UnitPart(
                "uniform", "temporary", None, (), "", (("align", 4), ("index", -self.memory.rows - address))
            )
        assert isinstance(array, LocalArray | Stack | Rows)
        if isinstance(array, Stack):
            row = (self.memory.arrays[array] + address) // LANES
            return UnitPart("uniform", "temporary", None, (), "", (("align", 4), ("index", row)))
        if isinstance(array, Rows):
            row = self.memory.arrays[array] // LANES + address
            return UnitPart("uniform", "temporary", None, offset, "", (("align", 4), ("index", row)))
        return UnitPart(
            "uniform", "temporary", None, offset, "", (("align", 1), ("index", self.memory.arrays[array] + address))
        )

    def copy(self, copy: TexelCopy, way: TaskWay) -> UnitPart:
        spots = [self.registers.spots[value] for value in copy.values]
        lanes = [lane for _, lane in spots]
        texels, ports = [Use(value) for value in copy.values], way.form.ports
        sources: tuple[Source, ...]
        if way in self.plan.ways.scalings:
            file, components, _ = self.literal([ONE], ports[0])
            one = Source(file, 0, (components[0], components[0], components[0], components[0]))
            sources = (one, self.operand(texels, lanes, ports[1]))
        else:
            sources = (self.operand(texels, lanes, ports[0]),)
        return UnitPart(way.unit, way.op, Dest("register", spots[0][0], sum(1 << lane for lane in lanes)), sources)

    def coordinates(self, group: PipeGroup) -> UnitPart:
        sample = group.task.attr
        assert isinstance(sample, Sample)
        cube = any(operand == "texld_cube" for operand in (group.task.name,))
        direct = sample.direct
        if direct is not None:
            count = direct.perspective + 1 if direct.perspective else 3 if cube else 2
            perspective = (("perspective", direct.perspective),) if direct.perspective else ()
            settings: tuple[tuple[str, int], ...] = (("align", direct.align), ("index", direct.index), *perspective)
            return UnitPart(
                "varying", "cube" if cube else "varying", Dest("discard", 0, (1 << count) - 1), (), "", settings
            )
        uses = group.operands[0]
        op = "cube_register" if cube else "varying_register"
        port = next(form for form in self.isa.pipeline.unit("varying").forms if form.name == op).ports[0]
        source = self.operand(uses, range(len(uses)), port)
        settings = (("perspective", 2),) if sample.texture.projected else ()
        return UnitPart("varying", op, Dest("discard", 0, (1 << len(uses)) - 1), (source,), "", settings)

    def group(self, group: PipeGroup, way: TaskWay) -> UnitPart:
        match group.kind:
            case k if k == TEXTURE:
                return self.sampler(group)
            case k if k == LOAD:
                return self.load(group, way)
            case k if k == STORE:
                return self.store(group)
            case k if k == SPILL:
                return self.spill(group)
            case k if k in (BRANCH, DISCARD):
                to = self.jump if group.kind == BRANCH else self.gone
                settings = () if way.op == "discard" else (("to", to or 0),)
                form = way.form
                sources = tuple(
                    self.scalar(lanes[0], port) for lanes, port in zip(group.operands, form.ports, strict=False)
                )
                return UnitPart(way.unit, way.op, None, sources, "", settings)
        return self.arithmetic(group, way, way.form)

    def sampler(self, group: PipeGroup) -> UnitPart:
        sample = group.task.attr
        assert isinstance(sample, Sample)
        texture = sample.texture
        level = tuple(self.scalar(lanes[0], PipePort("lod", "")) for lanes in group.operands[1:])
        return UnitPart(
            "sampler",
            group.task.name,
            None,
            level,
            "",
            (("index", texture.sampler), ("explicit", int(texture.explicit))),
        )

    def load(self, group: PipeGroup, way: TaskWay) -> UnitPart:
        spots = [self.registers.spots[value] for value in group.results]
        dest = Dest("register", spots[0][0], sum(1 << lane for _, lane in spots))
        settings: tuple[tuple[str, int], ...] = ()
        if way.op == "varying":
            assert isinstance(group.task.attr, int)
            settings = (("align", 4), ("index", group.task.attr))
        return UnitPart("varying", way.op, dest, (), "", settings)

    def store(self, group: PipeGroup) -> UnitPart:
        found = group.task.attr
        assert isinstance(found, tuple)
        array, address = found
        offset = [self.scalar(lanes[0], PipePort("offset", "")) for lanes in group.operands[1:]]
        if group.own:
            spots = [self.registers.spots[use.value] for use in group.operands[0]]
            register, _ = spots[0]
            if spots != [(register, lane) for lane in range(len(spots))]:
                raise InternalError(f"a row of the stack is stored from {spots}, which is no register from x on")
            row = (self.memory.arrays[array] + address) // LANES
            whole = Source("register", register, (0, 0, 0, 0))
            return UnitPart("store", "store", None, (whole, *offset), "", (("align", 4), ("index", row)))
        sources = [self.scalar(group.operands[0][0], PipePort("a", "")), *offset]
        return UnitPart(
            "store", "store", None, tuple(sources), "", (("align", 1), ("index", self.memory.arrays[array] + address))
        )

    def spill(self, group: PipeGroup) -> UnitPart:
        register, component = self.registers.spots[group.saved[0]]
        row = -self.memory.rows - group.row
        if group.lane is None:
            return UnitPart(
                "store",
                "store",
                None,
                (Source("register", register, (0, 0, 0, 0)),),
                "",
                (("align", 4), ("index", row)),
            )
        one = Source("register", register, (component, component, component, component))
        return UnitPart("store", "store", None, (one,), "", (("align", 1), ("index", LANES * row + group.lane)))

    def arithmetic(self, group: PipeGroup, way: TaskWay, form: Form) -> UnitPart:
        target = form.target
        assert target is not None
        dest, lanes = None, list(range(len(group.results)))
        if group not in self.registers.bypassed:
            spots = [self.registers.spots[value] for value in group.results]
            lanes = [lane for _, lane in spots]
            dest = Dest("register", spots[0][0], target.whole or sum(1 << lane for lane in lanes))
        operands = list(group.operands)
        ports = list(form.ports)
        if shares(group, way):
            pair = scaled(self.plan, group)
            assert pair is not None
            operands = [operands[pair[0]][:1], operands[pair[1]]]
        elif self.turned(group):
            operands.reverse()
        sources = []
        for uses, port in zip(operands, ports, strict=False):
            if group.own:
                sources.append(self.operand(uses, range(len(uses)), port))
            elif port.scalar or target.scalar:
                sources.append(self.scalar(uses[0], port))
            else:
                sources.append(self.operand(uses, lanes, port))
        return UnitPart(way.unit, way.op, dest, tuple(sources), group.task.modifier)

    def turned(self, group: PipeGroup) -> bool:
        """Return whether the operands must change places, because the product of the unit beside must be the first."""
        return any(made in self.registers.bypassed and bypass_position(made, group) == 1 for made in group.below)
