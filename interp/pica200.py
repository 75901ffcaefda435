"""The simulator of PICA200's vertex and geometry shaders: decoded words over numpy lanes, with the hardware's stacks
for control flow.

After each word the stacks are checked (docs/sources/pica200.md, Control flow): calls first, of which any number may end
at once, then ifs, then loops, one each; a later one overrides. Diverged lanes run in groups, the deeper ones first, and
are merged where their control state agrees. Behaviour that the facts leave undefined stops the run with a `PicaTrap`
that names the word; if it concerns only some lanes, these are marked unsure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gpucc.emit import shbin
from gpucc.emit.pica200 import PicaCoder, coder, decode
from gpucc.errors import InternalError, LimitExceeded
from gpucc.interp import numerics
from gpucc.interp.chance import Chance
from gpucc.interp.data import Batch, F32Array, Outcome
from gpucc.interp.machine import Fault, Mask, words_by_register
from gpucc.interp.pica200_emitted import Bank, Emitted, Ints
from gpucc.interp.pica200_state import Control, PicaLanes, PicaState, PicaTrap, merge, start
from gpucc.isa.model import LETTERS, Dest, Format, Index, Instruction, Isa, Op, Operand, Source
from gpucc.isa.pica200 import PicaIsa
from gpucc.program import EMITTED, Program, file_size

MISSING = {"input": "which the caller did not give", "uniform": "which holds neither a uniform nor a constant"}
WIDE_ADDRESS = np.float32(1 << 24)


def run(
    program: Program,
    isa: Isa,
    batch: Batch,
    *,
    format: Format | None = None,
    perturb: Chance | None,
    step_limit: int,
    zero_wins: bool = False,
) -> Outcome:
    """Run the file's first shader of the program's stage until every lane has reached `end`. `zero_wins`: see
    `interp.simulate`. The outputs of a geometry shader are the list of its vertices, as `program.listed` has it."""
    if not isinstance(isa, PicaIsa):
        raise InternalError(f"{isa.name} has no PICA200 words")
    binary = shbin.read(program.code)
    executable = binary.first(program.stage)
    instructions = decode(binary.words, binary.descriptors, isa).whole()
    form = format or native(program, isa)
    state = start(isa, batch, executable.constants, form)
    if program.geometry is not None:
        state.emitted = Emitted.empty(executable.outputs, program.geometry.most, batch.lanes)
    machine = PicaMachine(coder(isa), instructions, state, form, perturb, zero_wins)
    with np.errstate(all="ignore"):
        machine.run(executable.main, step_limit)
    return machine.outcome(program, executable)


def native(program: Program, isa: Isa) -> Format:
    """The target's format with the rounding that the program was compiled for."""
    rounding = dict(program.options).get("round", "even")
    return replace(isa.format, rounding="trunc" if rounding == "trunc" else "even")


class PicaMachine:
    def __init__(
        self,
        found: PicaCoder,
        instructions: Sequence[Instruction],
        state: PicaState,
        format: Format,
        perturb: Chance | None,
        zero_wins: bool = False,
    ) -> None:
        self.coder = found
        self.zero_wins = zero_wins
        self.isa = found.isa
        self.instructions = instructions
        self.state = state
        self.format = format
        self.perturb = perturb
        self.compares = {
            c.code: Op(c.name, c.code, (Operand("a"), Operand("b")), semantics=(c.semantics,))
            for c in self.isa.compares
        }
        self.pc = 0
        self.visits = np.zeros(len(instructions), np.int64)
        self.control = Control(0)
        self.lanes: Ints = np.arange(state.lanes)
        # while a temporary is computed: its components that depend on unwritten registers, by lane
        self.blank: Mask | None = None

    def trap(self, message: str) -> PicaTrap:
        return PicaTrap(self.pc, message)

    def run(self, entry: int, step_limit: int) -> None:
        groups = [PicaLanes(Control(entry), self.lanes)] if self.state.lanes else []
        steps = 0
        while groups:
            group = max(groups, key=lambda group: (group.control.depth, -group.control.pc))
            others = [other for other in groups if other is not group]
            while True:
                steps += 1
                if steps > step_limit:
                    raise LimitExceeded(f"stopped after {step_limit} steps, at word {group.control.pc}")
                parts = self.step(group)
                if len(parts) != 1 or others:
                    break
                group = parts[0]
            groups = merge([*others, *parts])

    # one word

    def step(self, group: PicaLanes) -> list[PicaLanes]:
        """Run one word of a group; return the remaining groups."""
        self.control, self.lanes, self.pc = group.control, group.lanes, group.control.pc
        if not 0 <= self.pc < len(self.instructions):
            raise self.trap("the program runs out of its code: there is no end")
        instruction = self.instructions[self.pc]
        op = self.coder.ops[instruction.op]
        self.state.steps[self.lanes] += 1
        self.visits[self.pc] += len(self.lanes)
        match op.effect:
            case "end":
                return []
            case "if" | "call" | "jump" | "break":
                return self.branch(instruction, op)
            case "loop":
                return self.after(self.lanes, self.enter_loop(instruction), self.pc + 1)
            case "compare":
                self.compare(instruction, op)
            case "emit":
                self.emit(instruction, op)
            case "nop":
                pass
            case _:
                self.assign(instruction, op)
        return self.after(self.lanes, self.control, self.pc + 1)

    def branch(self, instruction: Instruction, op: Op) -> list[PicaLanes]:
        taken = self.condition(instruction)
        groups = []
        for chosen, does in ((taken, True), (~taken, False)):
            if chosen.any():
                control, following = self.went(instruction, op, does)
                groups += self.after(self.lanes[chosen], control, following, breaks=op.effect == "break" and does)
        return groups

    def went(self, instruction: Instruction, op: Op, does: bool) -> tuple[Control, int]:
        """The stacks and the next word after a word of flow whose condition holds, or does not."""
        control, following = self.control, self.pc + 1
        target, count = instruction.immediate("target"), instruction.immediate("count")
        match op.effect, does:
            case "if", True:
                control = replace(control, ifs=self.push(control.ifs, (target, target + count), "ifs"))
            case "if", False:
                following = target
            case "call", True:
                control = replace(control, calls=self.push(control.calls, (target + count, following), "calls"))
                following = target
            case "jump", True:
                following = target
        return control, following

    def push(
        self, stack: tuple[tuple[int, int], ...], entry: tuple[int, int], limit: str
    ) -> tuple[tuple[int, int], ...]:
        return (*stack, entry)[-self.isa.limit(limit) :]

    def condition(self, instruction: Instruction) -> Mask:
        fields = dict(instruction.immediates)
        size = len(self.lanes)
        if "boolean" in fields:
            uniforms = self.state.uniforms
            if not uniforms.booleans_known[fields["boolean"]]:
                raise self.trap(f"reads b{fields['boolean']}, which nobody has set")
            value: Mask = uniforms.booleans[fields["boolean"]][uniforms.column(self.lanes)] ^ bool(
                fields.get("invert", 0)
            )
            return np.array(np.broadcast_to(value, size))
        if "test" not in fields:
            return np.ones(size, np.bool_)
        test = self.isa.tests[fields["test"]]
        x, y = (
            self.flag(i, fields[f"ref{LETTERS[i]}"]) if test not in "xy" or test == LETTERS[i] else None
            for i in range(2)
        )
        if x is None or y is None:
            chosen = y if x is None else x
            assert chosen is not None
            return chosen
        return x | y if test == "or" else x & y

    def flag(self, which: int, reference: int) -> Mask:
        known = self.state.flagged[which, self.lanes]
        if not known.any():
            raise self.trap(f"asks for cmp.{LETTERS[which]}, which nothing has set")
        self.state.doubt(self.lanes, ~known)
        value: Mask = self.state.flags[which, self.lanes] == bool(reference)
        return value

    def enter_loop(self, instruction: Instruction) -> Control:
        """Each lane has its own counter, aL and step; the counter is one that no open loop uses."""
        register, state = instruction.immediate("integer"), self.state
        if not state.uniforms.integers_known[register]:
            raise self.trap(f"reads i{register}, which nobody has set")
        kept = self.control.loops[-self.isa.limit("loops") + 1 :] if self.isa.limit("loops") > 1 else ()
        counter = next(i for i in range(len(state.left)) if i not in {loop[2] for loop in kept})
        values = state.uniforms.integers[register][:, state.uniforms.column(self.lanes)]
        state.left[counter, self.lanes] = values[0]
        state.index[self.lanes] = values[1]
        state.stride[counter, self.lanes] = values[2]
        entry = (self.pc + 1, instruction.immediate("target") + 1, counter)
        return replace(self.control, loops=(*kept, entry), loop="")

    # the checks after every word

    def after(self, lanes: Ints, control: Control, following: int, breaks: bool = False) -> list[PicaLanes]:
        """Compare the ends of blocks with the word after this one, wherever control was to go; loops divide their
        lanes."""
        behind = at = self.pc + 1
        calls, ifs, loops = control.calls, control.ifs, control.loops
        for popped in range(self.isa.limit("calls")):
            if not calls or calls[-1][0] != at:
                break
            # in hardware, a fourth simultaneous return does not move the program counter
            if popped < self.isa.limit("returns"):
                following = at = calls[-1][1]
            calls = calls[:-1]
        if ifs and ifs[-1][0] == behind:
            following = ifs[-1][1]
            ifs = ifs[:-1]
        if breaks and not loops:
            raise self.trap("breaks outside any loop, which hangs")
        if not loops or not (breaks or loops[-1][1] == behind):
            return [PicaLanes(Control(following, calls, ifs, loops, control.loop), lanes)]
        return self.next_pass(lanes, Control(following, calls, ifs, loops, control.loop), breaks)

    def next_pass(self, lanes: Ints, control: Control, breaks: bool) -> list[PicaLanes]:
        """Start another pass of the innermost loop in lanes that have passes left, and end it in the others."""
        first, end, counter = control.loops[-1]
        state = self.state
        state.index[lanes] += state.stride[counter, lanes]
        again = np.zeros(len(lanes), np.bool_) if breaks else state.left[counter, lanes] > 0
        state.left[counter, lanes[again]] -= 1
        outer = control.loops[:-1]
        unknown = (
            "which is unknown after an inner loop"
            if outer
            else "which is unknown after break"
            if breaks
            else control.loop
        )
        groups = [PicaLanes(replace(control, pc=first), lanes[again])] if again.any() else []
        if not again.all():
            groups.append(PicaLanes(replace(control, pc=end, loops=outer, loop=unknown), lanes[~again]))
        return groups

    # operands

    def fetch(self, source: Source, lanes: Sequence[int]) -> F32Array:
        """Components of a source: a row for each of `lanes`, a column for each lane of the group or a single one."""
        components = [source.swizzle[lane] for lane in lanes]
        match source.file:
            case "uniform":
                values = self.uniform(source.number, source.index, components)
            case "input":
                if source.number >= len(self.state.inputs):
                    raise self.trap(f"reads v{source.number}, {MISSING['input']}")
                values = self.state.inputs[source.number][_places(components, self.lanes)]
            case "temporary":
                values = self.kept(self.state.temporaries, "r", source.number, components)
            case _:
                raise self.trap(f"reads a {source.file} register")
        if not source.negate:
            return values
        negated: F32Array = np.negative(values)
        return negated if self.format.negative_zero else negated + np.float32(0.0)

    def kept(self, bank: Bank, name: str, number: int, components: Sequence[int]) -> F32Array:
        places = _places(components, self.lanes)
        written = bank.written[number][places]
        if not written.all() and self.blank is not None and bank is self.state.temporaries:
            # a component-wise result depends on its own component, a sum of products on all of them
            self.blank |= ~written if len(written) == len(self.blank) else ~written.all(axis=0)
        elif not written.all():
            for component, row in zip(components, written, strict=True):
                if not row.any():
                    raise self.trap(f"reads {name}{number}.{LETTERS[component]}, which nothing has written")
            self.state.doubt(self.lanes, ~written.all(axis=0))
        values: F32Array = bank.values[number][places]
        return values

    def uniform(self, number: int, index: Index | None, components: Sequence[int]) -> F32Array:
        uniforms = self.state.uniforms
        if index is None:
            if not uniforms.known[number, list(components)].all():
                raise self.trap(f"reads c{number}, {MISSING['uniform']}")
            values: F32Array = uniforms.floats[number][_places(components, uniforms.column(self.lanes))]
            return values
        offsets = self.offsets(index)
        low, high = self.isa.index_range
        offsets = np.where((offsets < low) | (offsets > high), 0, offsets)
        registers = (number + offsets) % self.isa.index_modulus
        beyond = registers >= len(uniforms.known)
        safe = np.where(beyond, 0, registers)
        known = uniforms.known[safe[None, :], np.array(components)[:, None]].all(axis=0) | beyond
        if not known.any() and len(self.lanes) == self.state.lanes:
            raise self.trap(f"reads c{int(registers[0])}, {MISSING['uniform']}")
        self.state.doubt(self.lanes, ~known)
        # unknown registers are marked as doubtful, so their content does not matter
        safe = np.where(safe < len(uniforms.floats), safe, 0)
        found = uniforms.floats[safe[None, :], np.array(components)[:, None], uniforms.column(self.lanes)[None, :]]
        return np.where(beyond, np.float32(self.isa.beyond), found)

    def offsets(self, index: Index) -> Ints:
        if index.file == "loop":
            if self.control.loop:
                raise self.trap(f"uses aL, {self.control.loop}")
            return self.state.index[self.lanes]
        values = self.kept(self.state.address, "a", 0, [index.component])[0]
        strange = ~(np.abs(values) < WIDE_ADDRESS)
        self.state.doubt(self.lanes, np.isnan(values))
        return np.where(strange, 1 << 24, np.where(strange, 0, values)).astype(np.int64)

    # arithmetic

    def assign(self, instruction: Instruction, op: Op) -> None:
        dest = instruction.dest
        if dest is None:
            raise self.trap(f"the simulator has no rule for {op.name}")
        mask = dest.mask & (op.mask if op.mask is not None else 15)
        lanes = [lane for lane in range(4) if mask >> lane & 1]
        if not lanes:
            return
        if dest.file == "temporary" and op.effect != "light":
            self.blank = np.zeros((len(lanes) if op.result == "each" else 1, len(self.lanes)), np.bool_)
        if op.result == "each":
            (values,) = self.results(op, instruction.sources, (0,), lanes)
            rows = [values] * len(lanes) if values.ndim < 2 else list(values) * (len(lanes) // values.shape[0])
        elif op.result == "broadcast":
            (value,) = self.results(op, instruction.sources, (0,), lanes)
            rows = [value] * len(lanes)
        else:
            rows = self.results(op, instruction.sources, tuple(lanes), lanes)
        if op.effect == "light":
            self.light(instruction.sources[0])
        blank, self.blank = self.blank, None
        self.store(dest, lanes, rows, blank)

    def results(
        self, op: Op, sources: tuple[Source, ...], wanted: tuple[int, ...], lanes: Sequence[int]
    ) -> list[numerics.Values]:
        kernel = numerics.kernel(op, wanted, self.zero_wins, self.format)
        operands: list[numerics.Values] = []
        for operand, _, lane in kernel.inputs:
            values = self.fetch(sources[operand], lanes if lane is None else [lane])
            operands.append(values if lane is None else values[0])
        if numerics.rounds_late(op):
            operands = [operand.astype(np.float64) for operand in operands]
        return [numerics.settle(value, op.bound, self.perturb, self.format) for value in kernel.run(operands)]

    def store(self, dest: Dest, lanes: Sequence[int], rows: Sequence[NDArray[np.float32]], blank: Mask | None) -> None:
        """Store results. Results computed from unwritten registers count as unwritten; only a use in an output, a flag
        or an address is reported."""
        banks = {"temporary": self.state.temporaries, "output": self.state.outputs, "address": self.state.address}
        bank = banks.get(dest.file)
        if bank is None:
            raise self.trap(f"writes a {dest.file} register")
        if bank is self.state.outputs and self.state.emitted is None:
            for lane in lanes:
                if bank.written[dest.number, lane, self.lanes].any():
                    raise self.trap(f"writes o{dest.number}.{LETTERS[lane]} a second time, which hangs")
        places = _places(lanes, self.lanes)
        bank.values[dest.number][places] = rows if len({len(row) for row in rows}) == 1 else np.broadcast_arrays(*rows)
        bank.written[dest.number][places] = True if blank is None else ~blank

    def light(self, source: Source) -> None:
        """litp sets the flags: whether x and w are not negative."""
        values = self.fetch(source, (0, 3))
        self.set_flags((values[0] >= 0, values[1] >= 0))

    def compare(self, instruction: Instruction, op: Op) -> None:
        a, b = (self.fetch(source, (0, 1)) for source in instruction.sources)
        found = []
        for i, name in enumerate(("compare_x", "compare_y")):
            compare = self.compares.get(instruction.immediate(name))
            # according to the facts, comparisons 6 and 7 are always true
            found.append(np.ones(1, np.bool_) if compare is None else _compared(compare, (a[i], b[i])))
        self.set_flags(found)

    def set_flags(self, values: Sequence[Mask]) -> None:
        for i, value in enumerate(values):
            self.state.flags[i, self.lanes] = value
            self.state.flagged[i, self.lanes] = True

    def emit(self, instruction: Instruction, op: Op) -> None:
        """Note what the next vertex is, or append it to the list."""
        emitted = self.state.emitted
        if emitted is None:
            raise self.trap(f"{op.name} works in geometry shaders only")
        if "vertex" in dict(instruction.immediates):
            for row, name in enumerate(EMITTED):
                emitted.asked[row, self.lanes] = instruction.immediate(name)
            if instruction.immediate("vertex") >= self.isa.limit("triangle"):
                raise self.trap("sets a fourth vertex of a triangle")
            return
        if (emitted.asked[0, self.lanes] < 0).any():
            raise self.trap("emits a vertex before setemit says which one it is")
        missing = emitted.append(self.lanes, self.state.outputs)
        if missing:
            register, component = missing
            raise self.trap(f"emits a vertex without o{register}.{LETTERS[component]}, which nothing has written")

    # results

    def outcome(self, program: Program, executable: shbin.Executable) -> Outcome:
        """The results. Logical output k is register o<k>. A lane is unsure unless it has written all components that
        the interface uses."""
        state = self.state
        if state.emitted is not None:
            outputs = state.emitted.outputs()
            return Outcome(
                outputs, np.zeros(state.lanes, np.bool_), state.unsure, executed=state.steps, visits=self.visits
            )
        wanted = words_by_register(program)
        for output in executable.outputs:
            if output.register < len(state.outputs.values) and not program.interface.outputs:
                letters = "".join("f" if i in output.read() else "." for i in range(4))
                old = wanted.get(output.register, "....")
                wanted[output.register] = "".join(b if a == "." else a for a, b in zip(old, letters, strict=True))
        used = np.flatnonzero(state.outputs.written.any(axis=(1, 2)))
        count = file_size(program.interface.outputs) or max(
            [*(int(i) + 1 for i in used), *(i + 1 for i in wanted)], default=0
        )
        outputs = np.full((state.lanes, count, 4), np.nan, np.float32)
        for register in range(min(count, len(state.outputs.values))):
            for component in range(4):
                written = state.outputs.written[register, component]
                outputs[written, register, component] = state.outputs.values[register, component][written]
                if wanted.get(register, "")[component : component + 1] in ("", "."):
                    continue
                if state.lanes and not written.any():
                    raise Fault(0, f"the program ends without writing o{register}.{LETTERS[component]}")
                state.unsure |= ~written
        return Outcome(outputs, np.zeros(state.lanes, np.bool_), state.unsure, executed=state.steps, visits=self.visits)


def _places(components: Sequence[int], lanes: Ints) -> tuple[Ints, Ints]:
    """The index of a block: some components, each in some lanes."""
    return _column(tuple(components)), lanes[None, :]


@lru_cache(maxsize=512)
def _column(components: tuple[int, ...]) -> Ints:
    return np.array(components, np.int64)[:, None]


def _compared(compare: Op, operands: tuple[F32Array, F32Array]) -> Mask:
    kernel = numerics.kernel(compare, (0,))
    value: Mask = kernel.run([operands[operand] for operand, _, _ in kernel.inputs])[0]
    return value
