"""The machine that all register-file targets share: registers and instructions over numpy lanes.

Registers are held component by component; a component is one array over lanes, or of one element if all lanes agree,
and arrays never change, so a move costs nothing. Undefined behaviour of a target is never guessed: reading a register
that was never written stops the run with a `Fault`; if only some lanes read an undefined value, these are marked
unsure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from gpucc.errors import InputError, LimitExceeded
from gpucc.interp import numerics, texture
from gpucc.interp.chance import Chance
from gpucc.interp.data import Batch, F32Array, Outcome
from gpucc.isa.model import LETTERS, Dest, Index, Instruction, Isa, Op, Source
from gpucc.program import Constant, Program

Mask = NDArray[np.bool_]
Place = tuple[str, int, int]  # role, register, component
MISSING = {
    "uniform": "which holds neither a uniform nor a constant",
    "input": "which the caller did not give",
    "instance": "which a batch cannot give",
}


class Fault(InputError):
    """The program relied on undefined behaviour of its target; `token` counts from 1, 0 is the end of the program."""

    def __init__(self, token: int, message: str) -> None:
        super().__init__(f"token {token}: {message}" if token else message)
        self.token = token


class LimaTrap(Fault):
    """A program for lima relied on behaviour that the facts leave undefined. Instructions count from 0, as branch
    targets do."""

    def __init__(self, instruction: int, unit: str, message: str) -> None:
        InputError.__init__(self, f"instruction {instruction}, {unit}: {message}")
        self.token = instruction
        self.unit = unit


class UniformFile:
    """The uniform file: the caller's values, overlaid with the compiler's constants."""

    def __init__(self, batch: Batch, constants: Sequence[Constant]) -> None:
        if batch.uniforms.ndim != 3 or batch.uniforms.shape[0] not in (1, batch.lanes):
            raise InputError(
                f"uniforms of shape {batch.uniforms.shape} do not fit {batch.lanes} lanes: give (1 or lanes,"
                " registers, 4)"
            )
        uploaded = batch.uniforms.shape[1]
        registers = max([uploaded, *(constant.register + 1 for constant in constants)])
        self.table = np.zeros((registers, 4, batch.uniforms.shape[0]), np.float32)
        self.table[:uploaded] = batch.uniforms.transpose(1, 2, 0)
        self.known = np.zeros((registers, 4), np.bool_)
        self.known[:uploaded] = True
        for constant in constants:
            self.table[constant.register, constant.component] = constant.value
            self.known[constant.register, constant.component] = True

    def read(self, register: int, component: int) -> F32Array | None:
        """Return the values of a component, or None if neither the caller nor the compiler gave it a value."""
        if register >= len(self.table) or not self.known[register, component]:
            return None
        values: F32Array = self.table[register, component]
        return values

    def gather(self, registers: NDArray[np.int64], component: int) -> tuple[F32Array, Mask]:
        """The component of each lane's own register, and the lanes in which there is none."""
        inside = (registers >= 0) & (registers < len(self.table))
        safe = np.where(inside, registers, 0)
        lanes = np.arange(len(registers)) if self.table.shape[2] > 1 else 0
        if not len(self.table):
            return np.zeros(len(registers), np.float32), np.ones(len(registers), np.bool_)
        values: F32Array = self.table[safe, component, lanes]
        return values, ~(inside & self.known[safe, component])


class VectorMachine:
    """Registers, divergence, and execution of instructions by the semantics of their ops."""

    def __init__(
        self, isa: Isa, batch: Batch, constants: Sequence[Constant], perturb: Chance | None, zero_wins: bool = False
    ) -> None:
        if batch.inputs.ndim != 3 or batch.inputs.shape[2] != 4:
            raise InputError(f"inputs of shape {batch.inputs.shape} are not (lanes, registers, 4)")
        self.isa = isa
        self.ops: Mapping[str, Op] = {op.name: op for op in isa.ops}
        self.readable = {file.role for file in isa.files if file.readable}
        self.writable = {file.role for file in isa.files if file.writable}
        self.batch = batch
        self.lanes = batch.lanes
        self.perturb = perturb
        self.zero_wins = zero_wins
        self.uniforms = UniformFile(batch, constants)
        self.registers: dict[Place, F32Array] = {}
        self.partial: dict[Place, Mask] = {}
        self.active: Mask | None = None  # None means all lanes
        self.blocks: list[tuple[Mask | None, Mask]] = []
        self.discarded = np.zeros(self.lanes, np.bool_)
        self.unsure = np.zeros(self.lanes, np.bool_)
        self.token = 0
        self.executed = np.zeros(self.lanes, np.int64)
        self.visits = np.zeros(0, np.int64)
        inputs = np.ascontiguousarray(batch.inputs.transpose(1, 2, 0), np.float32)
        for register in range(inputs.shape[0]):
            for component in range(4):
                self.registers["input", register, component] = inputs[register, component]

    # registers

    def read(self, role: str, register: int, component: int) -> F32Array:
        """Return the values of a component. Reading what nothing has written is a fault."""
        place = (role, register, component)
        values = self.uniforms.read(register, component) if role == "uniform" else self.registers.get(place)
        if values is None:
            raise Fault(
                self.token,
                f"reads {role} register {register}.{LETTERS[component]},"
                f" {MISSING.get(role, 'which nothing has written')}",
            )
        if place in self.partial:
            self.doubt(~self.partial[place])
        return values

    def write(self, role: str, register: int, component: int, values: F32Array) -> None:
        """Store values to a component, in the active lanes."""
        place = (role, register, component)
        if self.active is None:
            self.registers[place] = values
            self.partial.pop(place, None)
            return
        old = self.registers.get(place)
        defined = np.zeros(self.lanes, np.bool_) if old is None else self.partial.get(place)
        if defined is not None:
            self.partial[place] = defined | self.active
            if self.partial[place].all():
                del self.partial[place]
        self.registers[place] = np.where(self.active, values, values if old is None else old)

    def doubt(self, lanes: Mask) -> None:
        """Mark active lanes whose result is no longer defined."""
        self.unsure |= lanes if self.active is None else lanes & self.active

    def fetch(self, source: Source, component: int, row: int = 0) -> F32Array:
        """A component of a source, indexed and modified as encoded."""
        if source.file not in self.readable:
            raise Fault(self.token, f"reads a register of type {source.file}, which cannot be read")
        if source.index is None:
            values = self.read(source.file, source.number + row, component)
        else:
            values = self.indexed(source, source.index, component, row)
        if source.absolute:
            values = np.abs(values)
        return np.negative(values) if source.negate else values

    def indexed(self, source: Source, index: Index, component: int, row: int) -> F32Array:
        """Return a component of the uniform register that each lane's index selects."""
        if source.file != "uniform":
            raise Fault(self.token, f"indexes {source.file} registers; only uniforms can be")
        wanted = self.read(index.file, index.number, index.component)
        valid = np.abs(wanted) <= np.float32(1 << 16)
        register = np.where(valid, wanted, np.float32(0))
        uneven = (register != np.trunc(register)) & self.running()
        if uneven.any():
            lane = int(np.argmax(np.broadcast_to(uneven, self.lanes)))
            value = float(np.broadcast_to(wanted, self.lanes)[lane])
            raise Fault(
                self.token, f"the index is {value:g} in lane {lane}, not a whole number: consumers round it differently"
            )
        first = source.number + index.offset + row
        numbers = np.broadcast_to(register.astype(np.int64) + first, self.lanes)
        values, missing = self.uniforms.gather(numbers, component)
        self.doubt(missing | ~valid)
        return values

    def running(self) -> Mask:
        """Return the active lanes as a mask, of length 1 if all are active."""
        return np.ones(1, np.bool_) if self.active is None else self.active

    # instructions

    def run(self, instructions: Sequence[Instruction], step_limit: int) -> None:
        """Run the instructions one after the other."""
        self.visits = np.zeros(len(instructions), np.int64)
        with np.errstate(all="ignore"):
            for self.token, instruction in enumerate(instructions, 1):
                if self.token > step_limit:
                    raise LimitExceeded(f"stopped after {step_limit} steps")
                self.count()
                self.execute(instruction)
        if self.blocks:
            raise Fault(0, f"{len(self.blocks)} conditionals are open at the end of the program")
        self.token = 0

    def count(self) -> None:
        """Count an instruction for each lane that reaches it, including the `if` whose arm it skips and the `else`
        after an arm it took."""
        there = ~self.discarded if self.active is None else self.active & ~self.discarded
        self.executed += there
        self.visits[self.token - 1] += np.count_nonzero(there)

    def execute(self, instruction: Instruction) -> None:
        """Run one instruction, by the effect and the semantics of its op."""
        op = self.ops[instruction.op]
        match op.effect:
            case "if" | "else" | "endif":
                self.branch(op.effect, instruction, op)
            case "discard":
                condition = self.condition(op, instruction.sources)
                self.discarded |= condition if self.active is None else condition & self.active
            case _:
                if instruction.dest is None:
                    raise Fault(self.token, f"the simulator has no rule for {op.name}")
                self.assign(op, instruction, instruction.dest)

    def condition(self, op: Op, sources: tuple[Source, ...]) -> Mask:
        """Return the lanes in which the condition of an op holds."""
        (found,) = self.results(op, sources, (0,))
        return cast(Mask, found)

    def branch(self, effect: str, instruction: Instruction, op: Op) -> None:
        """Begin, turn around or end a conditional, which changes the active lanes."""
        if effect == "if":
            taken = np.array(np.broadcast_to(self.condition(op, instruction.sources), self.lanes))
            self.blocks.append((self.active, ~taken))
            self.active = taken if self.active is None else taken & self.active
            return
        if not self.blocks:
            raise Fault(self.token, f"{op.name} stands outside a conditional")
        outer, other = self.blocks.pop()
        if effect == "endif":
            self.active = outer
            return
        self.blocks.append((outer, np.zeros(self.lanes, np.bool_)))
        self.active = other if outer is None else other & outer

    def assign(self, op: Op, instruction: Instruction, dest: Dest) -> None:
        """Compute the result of an op, and write it to the components of its destination."""
        if dest.file not in self.writable:
            raise Fault(self.token, f"writes a register of type {dest.file}, which cannot be written")
        lanes = [lane for lane in range(4) if dest.mask >> lane & 1]
        if instruction.sampler is not None:
            values: Sequence[F32Array] = self.sampled(instruction, lanes)
        elif op.result == "fixed":
            if lanes[-1] >= len(op.semantics):
                raise Fault(self.token, f"{op.name} has no component {LETTERS[lanes[-1]]}")
            values = self.results(op, instruction.sources, tuple(lanes))
        elif op.result == "broadcast":
            values = self.results(op, instruction.sources, (0,)) * len(lanes)
        else:
            values = self.lanewise(op, instruction.sources, lanes)
        for lane, value in zip(lanes, values, strict=True):
            self.write(dest.file, dest.number, lane, value)

    def lanewise(self, op: Op, sources: tuple[Source, ...], lanes: list[int]) -> list[F32Array]:
        """Apply the op once for each lane; lanes that read the same components share the result."""
        known: dict[tuple[int, ...], F32Array] = {}
        values = []
        for lane in lanes:
            key = tuple(source.swizzle[lane] for source in sources)
            if key not in known:
                (known[key],) = self.results(op, sources, (0,), lane)
            values.append(known[key])
        return values

    def results(
        self, op: Op, sources: tuple[Source, ...], wanted: tuple[int, ...], own: int = 0
    ) -> list[numerics.Values]:
        """Return the lanes `wanted` of the op's result. An operand that does not have lanes of its own gives lane
        `own`."""
        kernel = numerics.kernel(op, wanted, self.zero_wins)
        operands: list[numerics.Values] = []
        for operand, row, lane in kernel.inputs:
            source = sources[operand]
            operands.append(self.fetch(source, source.swizzle[own if lane is None else lane], row))
        if numerics.rounds_late(op):
            operands = [operand.astype(np.float64) for operand in operands]
        return [
            value if value.dtype == np.bool_ else numerics.settle(value, op.bound, self.perturb)
            for value in kernel.run(operands)
        ]

    def sampled(self, instruction: Instruction, lanes: list[int]) -> list[F32Array]:
        """Read the texture of an instruction, and return these lanes of the answer."""
        state = instruction.sampler
        assert state is not None
        found = self.batch.textures.get(instruction.sampler_number)
        if found is None:
            raise Fault(self.token, f"there is no texture for sampler {instruction.sampler_number}")
        (source,) = instruction.sources
        count = 3 if state.dimension == "cube" else 2
        coordinates = [np.broadcast_to(self.fetch(source, source.swizzle[i]), self.lanes) for i in range(count)]
        texel = texture.sample(found, state, *coordinates)
        return [np.ascontiguousarray(texel[lane]) for lane in lanes]

    # results

    def outcome(self, places: Mapping[int, tuple[str, int]], words: Mapping[int, str]) -> Outcome:
        """Collect logical outputs from their registers. Components in `words` (by register) must be written; others
        that are not become NaN."""
        outputs = np.full((self.lanes, max(places, default=-1) + 1, 4), np.nan, np.float32)
        for register, (role, number) in places.items():
            for component in range(4):
                place = (role, number, component)
                if place in self.registers:
                    outputs[:, register, component] = self.read(*place)
                elif words.get(register, "")[component : component + 1] not in ("", "."):
                    raise Fault(0, f"the program ends without writing {role} register {number}.{LETTERS[component]}")
        return Outcome(outputs, self.discarded, self.unsure, executed=self.executed, visits=self.visits)


def words_by_register(program: Program) -> dict[int, str]:
    """For each logical output register, the components that the interface uses, as in `Slot.words`."""
    found: dict[int, str] = {}
    for slot in program.interface.outputs:
        for i in range(slot.registers):
            old = found.get(slot.register + i, "....")
            new = slot.words[4 * i : 4 * i + 4].ljust(4, ".")
            found[slot.register + i] = "".join(b if a == "." else a for a, b in zip(old, new, strict=True))
    return found
