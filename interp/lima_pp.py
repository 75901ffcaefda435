"""The simulator of the lima fragment processor: decoded words, unit by unit, over numpy lanes.

Each unit's result is rounded to the format. Diverged lanes run separately, those furthest behind first; derivatives and
texture levels need all four lanes of a quad together. Behaviour that the facts leave undefined stops the run with a
`LimaTrap` that names instruction and unit; if it concerns only some lanes, these are marked unsure.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

import numpy as np

from gpucc.emit.lima_pp import LimaPpCoder, coder, decode, starts
from gpucc.errors import InternalError, LimitExceeded
from gpucc.interp import numerics
from gpucc.interp.chance import Chance
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.lima_pp_packets import UNREAD, WantedPart, prepared
from gpucc.interp.lima_pp_state import (
    FARTHEST,
    Content,
    Ints,
    LimaPpCell,
    LimaPpState,
    Unknown,
    chosen_known,
    computed,
    fit,
)
from gpucc.interp.lima_pp_units import PROJECTED, atan_finish, atan_start, neighbours, normalized, sampled
from gpucc.interp.machine import Fault, LimaTrap, Mask, words_by_register
from gpucc.isa.lima_pp_program import BUILTIN_INPUTS, OUTPUTS_OPTION
from gpucc.isa.model import LETTERS, Format, Isa, Op, Operand, Source
from gpucc.isa.pipeline import Form, Packet, PipeIsa, PipePort, UnitPart
from gpucc.program import Program, Slot, file_size

SUM = Op("sum", 0, (Operand("a"), Operand("b")), semantics=("fadd(a, b)",))
QUOTIENT = Op("quotient", 0, (Operand("a"), Operand("b")), semantics=("fdiv(a, b)",))


def run(
    program: Program, isa: Isa, batch: Batch, *, perturb: Chance | None, step_limit: int, format: Format | None = None
) -> Outcome:
    """Decode the bytes and run them until every lane has stopped. `format` replaces the number format of the ISA."""
    if not isinstance(isa, PipeIsa):
        raise InternalError(f"{isa.name} has no pipeline of units")
    machine = LimaPpMachine(coder(isa), program, LimaPpState(format or isa.format, batch, program.constants), perturb)
    with np.errstate(all="ignore"):
        machine.run(step_limit)
    return machine.outcome()


@lru_cache(64)
def _decoded(code: bytes, found: LimaPpCoder) -> tuple[Packet, ...]:
    """The instructions of a program; the judge runs the same ones many times, on a few lanes each."""
    return decode(code, found.isa)


class UnknownOperand(Exception):
    """An operand that has no known value in any running lane."""


class LimaPpMachine:
    def __init__(self, found: LimaPpCoder, program: Program, state: LimaPpState, perturb: Chance | None) -> None:
        self.coder = found
        self.program = program
        self.packets = _decoded(program.code, found)
        self.visits = np.zeros(len(self.packets), np.int64)
        self.places = starts(found, self.packets)
        self.index = {place: i for i, place in enumerate(self.places[:-1])}
        self.state = state
        self.format = state.format
        self.perturb = perturb
        self.builtins = {slot.builtin or slot.name: slot for slot in program.interface.inputs}
        modifiers = [modifier for modifier in found.pipeline.modifiers if modifier.name]
        self.modifiers = {one.name: Op(one.name, 0, (Operand("a"),), semantics=(one.semantics,)) for one in modifiers}
        self.pc = 0
        self.packet = Packet()
        self.made: dict[str, list[Content]] = {}
        # by instruction that has run before: its constants, its other parts with what they want, and the kernels by op
        self.known: dict[int, tuple[dict[str, list[Content]], list[WantedPart]]] = {}
        self.kernels: dict[int, tuple[Op, numerics.Kernel, bool]] = {}

    def run(self, step_limit: int) -> None:
        groups: dict[int, Mask | None] = {0: None}
        steps = 0
        while groups:
            self.pc = min(groups)
            self.state.active = groups.pop(self.pc)
            if self.pc >= len(self.packets):
                raise LimaTrap(self.pc - 1, "control", "the program runs on behind its last instruction")
            steps += 1
            if steps > step_limit:
                raise LimitExceeded(f"stopped after {step_limit} steps, at instruction {self.pc}")
            for pc, lanes in self.step().items():
                met = groups.get(pc, lanes)
                joined = None if lanes is None or met is None else lanes | met
                groups[pc] = None if joined is not None and joined.all() else joined

    def trap(self, unit: str, message: str) -> LimaTrap:
        return LimaTrap(self.pc, unit, message)

    # one instruction

    def step(self) -> dict[int, Mask | None]:
        """Run an instruction; return the next instructions, with the lanes that go there."""
        state = self.state
        self.packet = self.packets[self.pc]
        if first := self.pc not in self.known:
            self.known[self.pc] = prepared(self.packet, self.coder)
        constants, work = self.known[self.pc]
        self.made = dict(constants)
        there = state.running() & ~state.discarded
        state.clock += there
        self.visits[self.pc] += np.count_nonzero(there)
        taken: Mask | None = None
        pending: list[tuple[UnitPart, list[Content]]] = []
        rank = -1
        for wanted in work:
            part, op = wanted.part, wanted.op
            if wanted.step != rank:
                self.commit(pending)
                pending, rank = [], wanted.step
            if first:
                self.demand_units(part, op)
            match op.effect:
                case "branch":
                    self.commit(pending)
                    pending = []
                    taken = self.branch(part, op)
                case "discard":
                    state.discarded |= state.running()
                case "store":
                    self.store(part)
                case _:
                    results = self.results(part, op, wanted.lanes)
                    self.made[part.unit] = results
                    pending.append((part, results))
        self.commit(pending)
        return self.successors(taken)

    def commit(self, pending: list[tuple[UnitPart, list[Content]]]) -> None:
        """Write the results of units that worked in parallel."""
        places: set[tuple[int, int]] = set()
        for part, results in pending:
            if part.dest is None or part.dest.file != "register":
                continue
            for component in range(4):
                if not part.dest.mask >> component & 1:
                    continue
                place = (part.dest.number, component)
                if place in places:
                    raise self.trap(part.unit, f"writes ${place[0]}.{LETTERS[component]}, as the unit beside it does")
                places.add(place)
                result = results[component if len(results) > 1 else 0]
                if isinstance(result, Unknown):
                    if self.copies(part):
                        self.state.forget(*place)
                        continue
                    raise self.trap(part.unit, f"writes ${place[0]}.{LETTERS[component]} from {result.reason}")
                self.state.write(*place, result)

    def copies(self, part: UnitPart) -> bool:
        """Return whether the part only moves values. Moving an unknown value does no harm before it is used, and Mesa's
        spilling does that."""
        op = self.coder.ops[part.op]
        return op.effect in ("load", "fetch") or (op.semantics == ("a",) and not part.modifier)

    def successors(self, taken: Mask | None) -> dict[int, Mask | None]:
        running = self.state.active
        if taken is None or not (taken if running is None else taken & running).any():
            return {} if self.packet.stop else {self.pc + 1: running}
        if self.packet.stop:
            raise self.trap("branch", "jumps in an instruction that stops")
        lanes = self.state.running()
        target = self.target()
        rest = lanes & ~taken
        if not rest.any():
            return {target: running}
        return {target: lanes & taken, self.pc + 1: rest} if target != self.pc + 1 else {target: running}

    def target(self) -> int:
        part = self.packet.part("branch")
        assert part is not None
        word = self.places[self.pc] + part.setting("target")
        target = self.index.get(word)
        if target is None:
            raise self.trap("branch", f"jumps to word {word}, where no instruction begins")
        if part.setting("target_length") < self.places[target + 1] - word:
            length = part.setting("target_length")
            raise self.trap(
                "branch", f"tells {length} words for its target, which has {self.places[target + 1] - word}"
            )
        return target

    # operands

    def fetch(self, part: UnitPart, port: PipePort, source: Source | None, lane: int) -> LimaPpCell:
        """A lane of an operand, with its signs. Raises UnknownOperand if no running lane knows it."""
        if source is None:
            raise self.trap(part.unit, f"{part.op} lacks its operand {port.name}")
        component = source.swizzle[lane]
        content = (
            self.state.read(source.number, component)
            if source.file == "register"
            else self.piped(part, source.file, component)
        )
        if isinstance(content, Unknown):
            raise UnknownOperand(content.reason)
        if not (source.absolute or source.negate):
            return content
        values = np.abs(content.values) if source.absolute else content.values
        return LimaPpCell(np.negative(values) if source.negate else values, content.known, content.loose)

    def demand_units(self, part: UnitPart, op: Op) -> None:
        """Trap if the part reads the result of a unit that does not work before it, even if the value is not needed."""
        read = [operand.place for operand in op.operands if operand.place]
        for unit in [*read, *(source.file for source in part.sources if source is not None)]:
            if unit in self.coder.units and unit not in self.made:
                late = self.packet.part(unit) is not None
                what = "works later" if late else "does nothing in this instruction"
                raise self.trap(part.unit, f"reads the result of {unit}, which {what}")

    def piped(self, part: UnitPart, unit: str, component: int) -> Content:
        made = self.made[unit]
        if isinstance(content := made[component if len(made) > 1 else 0], LimaPpCell) and not content.usable(
            self.state.running()
        ):
            return Unknown(f"what {unit} makes, which these lanes do not know")
        return content

    def apply(self, op: Op, operands: list[LimaPpCell]) -> LimaPpCell:
        """Apply an op with one result per lane to operands in their order."""
        return self.compute(op, [operands[i] for i, _, _ in self.kernel(op)[0].inputs])

    def kernel(self, op: Op) -> tuple[numerics.Kernel, bool]:
        """The op's kernel, and whether it computes in float64."""
        if (found := self.kernels.get(id(op))) is None:
            found = self.kernels[id(op)] = op, numerics.kernel(op, (0,), format=self.format), numerics.rounds_late(op)
        return found[1:]

    def compute(self, op: Op, cells: list[LimaPpCell]) -> LimaPpCell:
        inputs = [cell.values for cell in cells]
        kernel, late = self.kernel(op)
        if late:
            inputs = [values.astype(np.float64) for values in inputs]
        (value,) = kernel.run(inputs)
        return computed(
            value if value.dtype == np.bool_ else numerics.settle(value, op.bound, self.perturb, self.format), cells
        )

    # units

    def results(self, part: UnitPart, op: Op, wanted: Collection[int]) -> list[Content]:
        """The result of a unit, one for each lane; lanes of vectors that nothing reads may be left out."""
        form = self.coder.form(part)
        match op.effect:
            case "load":
                return self.loaded(part, op, form)
            case "texture":
                self.state.fetches += self.state.running() & ~self.state.discarded
                return self.texture(part, op)
            case "fetch":
                align = part.setting("align", 4)
                addresses, valid = self.addresses(part, form, align)
                reach = self.state.uniform if op.name == "uniform" else self.state.temporary
                narrow = Unknown(f"a component that a load of {align} leaves")
                return [reach(addresses + i, valid) if i < align else narrow for i in range(4)]
            case "frame":
                return [self.builtin(part, BUILTIN_INPUTS[op.name], i) for i in range(4)]
            case "atan" | "atan2":
                operands = [
                    self.demand(part, port, 0, source) for port, source in zip(form.ports, part.sources, strict=False)
                ]
                return [
                    computed(values, operands) for values in atan_start([cell.values for cell in operands], self.format)
                ]
            case "atan_end":
                operands = [self.demand(part, form.ports[0], lane, part.sources[0]) for lane in range(3)]
                angle = atan_finish([cell.values for cell in operands])
                return [computed(numerics.settle(angle, op.bound, self.perturb, self.format), operands)]
        if form.target is None or not (op.semantics or op.effect):
            raise self.trap(part.unit, f"what {op.name} does is not known well enough to run it")
        width = 1 if form.target.scalar else 4
        if op.result == "broadcast":
            return [self.attempt(part, op, form, 0)] * width
        known: dict[tuple[int, ...], Content] = {}
        results: list[Content] = [UNREAD] * width
        for lane in wanted if width > 1 else (0,):
            key = tuple(source.swizzle[lane] for source in part.sources if source is not None)
            if key not in known:
                known[key] = self.attempt(part, op, form, lane)
            results[lane] = known[key]
        return results

    def demand(self, part: UnitPart, port: PipePort, lane: int, source: Source | None) -> LimaPpCell:
        try:
            return self.fetch(part, port, source, lane)
        except UnknownOperand as error:
            raise self.trap(part.unit, f"{part.op} reads {error}") from error

    def attempt(self, part: UnitPart, op: Op, form: Form, lane: int) -> Content:
        """Return a lane of the result. It is unknown if an operand is, since nothing may use that lane."""
        try:
            result = self.lane(part, op, form, lane)
        except UnknownOperand as error:
            return Unknown(str(error))
        return self.apply(self.modifiers[part.modifier], [result]) if part.modifier else result

    def lane(self, part: UnitPart, op: Op, form: Form, lane: int) -> LimaPpCell:
        if op.effect in ("derivative_x", "derivative_y"):
            a, b = (self.fetch(part, form.ports[i], part.sources[i], lane) for i in range(2))
            return self.apply(SUM, list(neighbours(self.state, a, b, op.effect == "derivative_x")))
        kernel, _ = self.kernel(op)
        cells: list[LimaPpCell] = []
        for number, _, fixed in kernel.inputs:
            operand = op.operands[number]
            if operand.place:
                content = self.piped(part, operand.place, 0)
                if isinstance(content, Unknown):
                    raise UnknownOperand(content.reason)
                cells.append(content)
                continue
            chosen = lane if fixed is None and operand.lanes == 0 else fixed or 0
            cells.append(self.fetch(part, form.ports[number], part.sources[number], chosen))
        result = self.compute(op, cells)
        if op.semantics[0].startswith("select("):
            named = {op.operands[number].name: cell for (number, _, _), cell in zip(kernel.inputs, cells, strict=True)}
            return chosen_known(result, **named)
        return result

    # memory

    def addresses(self, part: UnitPart, form: Form, align: int) -> tuple[int | Ints, Mask | None]:
        """The first scalar of a load or store; with an offset register one for each lane, and the lanes in which it is
        an address."""
        first = part.setting("index") * align
        source, port = next(
            ((source, port) for source, port in zip(part.sources, form.ports, strict=False) if port.name == "offset"),
            (None, None),
        )
        if source is None or port is None or source.file == "none":
            return first, None
        offset = self.demand(part, port, 0, source)
        values = np.broadcast_to(offset.values, self.state.lanes)
        valid = np.asarray(np.abs(values) < FARTHEST)
        if offset.loose:
            self.state.doubt(offset.known)
        elif offset.known is not None:
            valid = valid & offset.known
        return np.trunc(np.where(valid, values, 0)).astype(np.int64) * align + first, None if valid.all() else valid

    def loaded(self, part: UnitPart, op: Op, form: Form) -> list[Content]:
        """The result of the varying unit. Components beyond those that it loads, and the divisor, are unknown."""
        contents: list[Content]
        if op.name in BUILTIN_INPUTS:
            contents = [self.builtin(part, BUILTIN_INPUTS[op.name], i) for i in range(4)]
        elif op.operands:
            contents = [self.tried(part, form.ports[0], part.sources[0], lane) for lane in range(4)]
        else:
            align = part.setting("align", 4)
            addresses, valid = self.addresses(part, form, align)
            narrow = Unknown(f"a component that a load of {align} leaves")
            contents = [self.state.varying(addresses + i, valid) if i < align else narrow for i in range(4)]
        if op.name in ("cube", "cube_register") and part.dest is not None and part.dest.file == "register":
            return [Unknown("what a cube's coordinates are outside of the sampler")] * 4
        if op.name == "normalize":
            cells = [content for content in contents[:3] if isinstance(content, LimaPpCell)]
            if len(cells) < 3:
                raise self.trap(part.unit, "normalizes a vector that has less than three known components")
            values = normalized([cell.values for cell in cells])
            return [
                *(computed(fit(self.format, found), cells) for found in values),
                Unknown("what normalize leaves in w"),
            ]
        divisor = PROJECTED.get(part.setting("perspective"))
        return contents if divisor is None else self.projected(part, contents, divisor)

    def tried(self, part: UnitPart, port: PipePort, source: Source | None, lane: int) -> Content:
        try:
            return self.fetch(part, port, source, lane)
        except UnknownOperand as error:
            return Unknown(str(error))

    def projected(self, part: UnitPart, contents: list[Content], divisor: int) -> list[Content]:
        by = contents[divisor]
        if isinstance(by, Unknown):
            raise self.trap(part.unit, f"divides by {by.reason}")
        left: list[Content] = [
            self.apply(QUOTIENT, [one, by]) if isinstance(one, LimaPpCell) else one for one in contents[:divisor]
        ]
        return left + [Unknown("what a division leaves of its divisor")] * (4 - divisor)

    def builtin(self, part: UnitPart, name: str, component: int) -> Content:
        slot: Slot | None = self.builtins.get(name)
        if slot is None:
            raise self.trap(part.unit, f"reads {name}, which the program's interface does not have")
        return self.state.varying(4 * slot.register + component, None)

    def texture(self, part: UnitPart, op: Op) -> list[Content]:
        coordinates = self.made.get("varying")
        if coordinates is None:
            raise self.trap(
                part.unit, "takes its coordinates from the varying unit, which does nothing in this instruction"
            )
        count = 3 if op.name == "texld_cube" else 2
        cells = []
        for component, content in enumerate(coordinates[:count]):
            if isinstance(content, Unknown):
                raise self.trap(part.unit, f"the coordinate {LETTERS[component]} is {content.reason}")
            cells.append(content)
        form = self.coder.form(part)
        addresses, valid = self.addresses(part, form, 1)
        lod = part.sources[0] if part.sources else None
        level = self.demand(part, form.ports[0], 0, lod) if lod is not None and lod.file != "none" else None
        if part.setting("explicit") and level is None:
            raise self.trap(part.unit, "takes a level from no register")
        try:
            texels = sampled(
                self.state, self.program, addresses, count == 3, cells, level, bool(part.setting("explicit"))
            )
        except LookupError as error:
            raise self.trap(part.unit, str(error.args[0])) from error
        sources = [*cells, *([level] if level else []), LimaPpCell(texels[0], valid)]
        return [computed(fit(self.format, texel), sources) for texel in texels]

    def store(self, part: UnitPart) -> None:
        form = self.coder.form(part)
        align = part.setting("align", 4)
        addresses, valid = self.addresses(part, form, align)
        source = part.sources[0]
        assert source is not None
        for i in range(align):
            content = self.state.read(source.number, source.swizzle[0] + i)
            if isinstance(content, LimaPpCell):
                self.state.store(addresses + i, valid, content)
            elif align < 4:
                raise self.trap(part.unit, f"stores {content.reason}")

    def branch(self, part: UnitPart, op: Op) -> Mask | None:
        if not op.semantics:
            return np.ones(self.state.lanes, np.bool_)
        form = self.coder.form(part)
        a, b = (self.demand(part, port, 0, source) for port, source in zip(form.ports, part.sources, strict=True))
        found = self.apply(op, [a, b])
        self.state.doubt(found.known)
        return np.asarray(np.broadcast_to(found.values, self.state.lanes), np.bool_)

    # results

    def outcome(self) -> Outcome:
        """The results. Logical output k is in the register given by the program's options. Live lanes must have written
        all components that the interface uses."""
        state = self.state
        wanted = words_by_register(self.program)
        registers = [int(number) for number in dict(self.program.options).get(OUTPUTS_OPTION, "0").split(",")]
        count = max(file_size(self.program.interface.outputs), len(registers))
        outputs = np.full((state.lanes, count, 4), np.nan, np.float32)
        alive = ~state.discarded
        for register, number in enumerate(registers[:count]):
            for component in range(4):
                cell = state.registers.get((number, component))
                used = wanted.get(register, "")[component : component + 1] not in ("", ".")
                if cell is not None:
                    outputs[:, register, component] = cell.values
                known = np.zeros(state.lanes, np.bool_) if cell is None else cell.known
                if used and known is not None:
                    if alive.any() and (cell is None or not cell.usable(alive)):
                        raise Fault(0, f"the program ends without writing ${number}.{LETTERS[component]}")
                    state.unsure |= ~known & alive
        return Outcome(
            outputs, state.discarded, state.unsure, executed=state.clock, fetches=state.fetches, visits=self.visits
        )


__all__ = ["LimaPpMachine", "LimaTrap", "run"]
