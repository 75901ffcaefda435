"""The simulator of the lima vertex processor: decoded words, instruction by instruction, over numpy lanes.

Each read is checked against the time of its value: results of units against their windows, registers, temporaries and
address registers against their latencies. Behaviour that the facts leave undefined stops the run with a `LimaTrap` that
names instruction and unit. Lanes are marked unsure instead if only some have an index out of range or a value that was
never stored, and if they read a temporary that was never stored.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gpucc.emit.lima_vp import LimaVpCoder, coder, decode
from gpucc.errors import InternalError, LimitExceeded
from gpucc.interp import numerics
from gpucc.interp.chance import Chance
from gpucc.interp.data import Batch, F32Array, Outcome
from gpucc.interp.lima_vp_state import LaneGroup, LimaVpResult, LimaVpState, Temporaries, condition, merge
from gpucc.interp.lima_vp_tokens import Malformed, OpaqueToken, Value, combine
from gpucc.interp.machine import Fault, LimaTrap, Mask, words_by_register
from gpucc.isa.model import LETTERS, Isa, Op, Window
from gpucc.isa.wide import Bundle, Issue, Load, WideIsa, WideRead, WideStore
from gpucc.program import Program, file_size

FARTHEST = 1 << 20  # indices beyond this are not addresses on any machine


def run(program: Program, isa: Isa, batch: Batch, *, perturb: Chance | None, step_limit: int) -> Outcome:
    """Decode the bytes and run them until every lane has left the program at its end."""
    if not isinstance(isa, WideIsa):
        raise InternalError(f"{isa.name} has no wide instructions")
    bundles = decode(program.code, isa)
    machine = LimaVpMachine(coder(isa), bundles, LimaVpState(isa, batch, program.constants), perturb)
    with np.errstate(all="ignore"):
        machine.run(step_limit)
    return machine.outcome(program)


class LimaVpMachine:
    def __init__(
        self, found: LimaVpCoder, bundles: tuple[Bundle, ...], state: LimaVpState, perturb: Chance | None
    ) -> None:
        self.coder = found
        self.wide = found.wide
        self.bundles = bundles
        self.state = state
        self.perturb = perturb
        self.depth = max(route.distance for route in self.wide.routes)
        self.branch_op = condition(self.wide.branch)
        self.later = [_loads_read_later(found, bundles[pc + 1 : pc + 1 + self.depth]) for pc in range(len(bundles))]
        self.group = LaneGroup(None)
        self.bundle = Bundle()
        self.fetched: dict[tuple[str, int], F32Array] = {}
        self.visits = np.zeros(len(bundles), np.int64)
        if any(store.file == "temporary" for bundle in bundles for store in bundle.stores):
            # an array of the program may be read before anything was stored to it
            state.temporaries = Temporaries(state.isa.file("temporary", "vertex").size("vertex"), state.lanes)

    def run(self, step_limit: int) -> None:
        groups = [self.group]
        steps = 0
        while groups:
            behind = min(group.pc for group in groups)
            self.group = merge([group for group in groups if group.pc == behind], self.state.lanes)
            others = [group for group in groups if group.pc != behind]
            nearest = min((group.pc for group in others), default=len(self.bundles))
            fresh: list[LaneGroup] = []
            while not fresh and self.group.pc < nearest:
                steps += 1
                if steps > step_limit:
                    raise LimitExceeded(f"stopped after {step_limit} steps, at instruction {self.group.pc}")
                fresh = self.step()
            groups = [group for group in [*others, *(fresh or [self.group])] if group.pc < len(self.bundles)]

    def trap(self, unit: str, message: str) -> LimaTrap:
        return LimaTrap(self.group.pc, unit, message)

    # one instruction

    def step(self) -> list[LaneGroup]:
        """Run one instruction of the group; return the remaining groups if it jumped."""
        group, bundle = self.group, self.bundles[self.group.pc]
        self.visits[group.pc] += self.state.size(group)
        self.bundle = bundle
        self.fetched = {}
        frame: dict[str, LimaVpResult] = {}
        for issue in bundle.issues:
            op = self.coder.ops[issue.op]
            value = self.issue(issue, op)
            if op.result != "none":
                frame[issue.unit] = LimaVpResult(op, value)
            elif value is not None:
                self.set_address(issue, op, value)
        for unit, component in self.later[group.pc]:
            frame[f"{unit}.{LETTERS[component]}"] = self.kept(unit, component)
        for store in bundle.stores:
            self.store(store, frame)
        taken = self.taken(frame)
        group.frames = [frame, *group.frames[: self.depth - 1]]
        if taken is not None and taken.any():
            return self.jump(taken)
        self.state.tick(group)
        group.pc += 1
        group.clock += 1
        return []

    def jump(self, taken: Mask) -> list[LaneGroup]:
        target = self.bundle.branch
        assert target is not None
        if target >= len(self.bundles):
            raise self.trap("branch", f"jumps to instruction {target}, but the last one is {len(self.bundles) - 1}")
        group, state = self.group, self.state
        parts = (
            [group]
            if taken.all()
            else [group.part(np.broadcast_to(chosen, state.size(group)), state.lanes) for chosen in (taken, ~taken)]
        )
        state.jump(parts[0])
        state.tick(group)
        group.clock += 1
        for part in parts:
            part.clock = group.clock
            part.pc = group.pc + 1
        parts[0].pc, parts[0].frames, parts[0].jumped = target, [], True
        return parts

    def taken(self, frame: dict[str, LimaVpResult]) -> Mask | None:
        if self.bundle.branch is None:
            return None
        unit = self.wide.branch.unit
        result = frame.get(unit)
        if result is None:
            raise self.trap("branch", f"the condition is the result of {unit}, which does nothing in this instruction")
        if result.value is None or isinstance(result.value, OpaqueToken):
            raise self.trap("branch", f"the condition is the result of {unit}, which is no number")
        (found,) = numerics.kernel(self.branch_op, (0,)).run([result.value])
        mask: Mask = found
        return mask

    # units

    def issue(self, issue: Issue, op: Op) -> Value | None:
        if issue.negate and "neg" not in op.modifiers:
            raise self.trap(issue.unit, f"what negating the result of {op.name} does is not known")
        if op.opaque:
            reads = [self.read(issue, read) for read in issue.reads[: len(op.operands)]]
            try:
                combined = combine(self.wide.sequences, op.name, reads, self.group.clock)
            except Malformed as error:
                raise self.trap(issue.unit, f"{op.name} of no documented sequence: {error}") from error
            return (
                combined
                if isinstance(combined, OpaqueToken)
                else self.apply(combined[0], [combined[1][o.name] for o in combined[0].operands])
            )
        if not op.semantics:
            raise self.trap(issue.unit, f"what {op.name} does is not known well enough to run it")
        operands = []
        for i, operand in enumerate(op.operands):
            if operand.place:
                unit, lane = operand.place.split(".")
                operands.append(self.fetch(issue.unit, unit, LETTERS.index(lane)))
            else:
                operands.append(self.number(issue, op, issue.reads[i]))
        value = self.apply(op, operands)
        return np.negative(value) if issue.negate else value

    def apply(self, op: Op, operands: list[F32Array]) -> F32Array:
        kernel = numerics.kernel(op, (0,))
        inputs = [operands[i] for i, _, _ in kernel.inputs]
        if numerics.rounds_late(op):
            inputs = [value.astype(np.float64) for value in inputs]
        (value,) = kernel.run(inputs)
        return numerics.settle(value, op.bound, self.perturb)

    def number(self, issue: Issue, op: Op, read: WideRead) -> F32Array:
        value = self.read(issue, read)
        if isinstance(value, OpaqueToken):
            raise self.trap(
                issue.unit, f"{op.name} reads the raw result of {value.op}, which only its sequence can use"
            )
        return value

    def read(self, issue: Issue, read: WideRead) -> Value:
        if read.unit == "unused":
            raise self.trap(issue.unit, f"{issue.op} reads an operand that is marked unused")
        if read.unit == "identity":
            values = {port.identity for port in self.coder.units[issue.unit].ports if port.identity is not None}
            value: Value = np.array([values.pop()], np.float32)
        elif read.unit in self.coder.loads and not read.distance:
            value = self.fetch(issue.unit, read.unit, read.component)
        else:
            value = self.bypassed(issue, read)
        if not read.negate:
            return value
        if isinstance(value, OpaqueToken):
            raise self.trap(issue.unit, f"{issue.op} negates the raw result of {value.op}")
        return np.negative(value)

    def bypassed(self, issue: Issue, read: WideRead) -> Value:
        """A result of an earlier instruction, if it is in its window."""
        load = read.unit in self.coder.loads
        name = f"{read.unit}.{LETTERS[read.component]}" if load else read.unit
        shown = f"{issue.op} reads {name} of {read.distance} instruction{'s' * (read.distance != 1)} before"
        if read.distance > len(self.group.frames):
            why = "a jump lies between" if self.group.jumped else "the program begins after it"
            raise self.trap(issue.unit, f"{shown}, but {why}")
        result = self.group.frames[read.distance - 1].get(name)
        if result is None:
            raise self.trap(issue.unit, f"{shown}, which computed nothing there")
        window = self.window(read.unit, result.op)
        if not window.first <= read.distance <= window.last:
            only = f"exactly {window.first}" if window.first == window.last else f"{window.first} to {window.last}"
            raise self.trap(
                issue.unit,
                f"{shown}, but {result.op.name if result.op else name} can be read {only} instructions later",
            )
        if result.value is None:
            raise self.trap(issue.unit, f"{shown}, {result.why or 'which differs in kind between lanes'}")
        return result.value

    def window(self, unit: str, op: Op | None) -> Window:
        if op is not None and op.window is not None:
            return op.window
        return self.coder.loads[unit].window if unit in self.coder.loads else self.coder.units[unit].window

    # loads

    def kept(self, unit: str, component: int) -> LimaVpResult:
        try:
            return LimaVpResult(None, self.fetch(unit, unit, component))
        except LimaTrap as trap:
            return LimaVpResult(None, None, f"but there it {trap.message.split(': ', 1)[1]}")

    def fetch(self, reader: str, unit: str, component: int) -> F32Array:
        window = self.coder.loads[unit].window
        if not window.first <= 0 <= window.last:
            raise self.trap(reader, f"reads {unit} in the same instruction, which is outside its window")
        if (unit, component) not in self.fetched:
            load = self.coder.load(self.bundle, unit)
            found = self.uniform(reader, load, component) if load.file == "uniform" else self.stored(load, component)
            if isinstance(found, str):
                raise self.trap(reader, f"reads {load.file} {load.address}.{LETTERS[component]}, {found}")
            self.fetched[unit, component] = found
        return self.fetched[unit, component]

    def stored(self, load: Load, component: int) -> F32Array | str:
        state = self.state
        if load.file != "attribute":
            return state.get(self.group, state.cells.get((load.file, load.address, component)), load.file)
        if load.address >= len(state.inputs):
            return "which the caller did not give"
        return state.take(state.inputs[load.address, component], self.group)

    def uniform(self, reader: str, load: Load, component: int) -> F32Array | str:
        state = self.state
        if not load.index and state.temporaries is None:
            found = state.uniforms.read(load.address, component)
            return "which holds neither a uniform nor a constant" if found is None else state.take(found, self.group)
        addresses, valid = self.addresses(reader, load.index, load.address)
        return self.gather(addresses, component, valid)

    def addresses(self, reader: str, index: str, offset: int) -> tuple[NDArray[np.int64], Mask]:
        """A vec4 number for each lane of the group, and the lanes in which it is a valid one."""
        size = self.state.size(self.group)
        if not index:
            return np.full(size, offset, np.int64), np.ones(size, np.bool_)
        found = self.state.get(self.group, self.state.cells.get((index, 0, 0)), index)
        if isinstance(found, str):
            raise self.trap(reader, f"uses {index}, {found}")
        wanted = np.broadcast_to(found, size)
        valid: Mask = np.asarray(np.abs(wanted) < FARTHEST)
        return np.trunc(np.where(valid, wanted, 0)).astype(np.int64) + offset, valid

    def gather(self, addresses: NDArray[np.int64], component: int, valid: Mask) -> F32Array | str:
        """The component at each lane's own address: a temporary if one was stored there, else a uniform."""
        state, lanes = self.state, self.lanes()
        everywhere = np.full(state.lanes, -1, np.int64)
        everywhere[lanes] = np.where(valid, addresses, -1)
        values, missing = state.uniforms.gather(everywhere, component)
        values, missing = np.broadcast_to(values, state.lanes)[lanes], missing[lanes]
        if state.temporaries is not None:
            inside = valid & (addresses >= 0) & (addresses < len(state.temporaries))
            places = np.where(inside, addresses, 0), component, lanes
            known = inside & state.temporaries.known[places]
            age = np.broadcast_to(state.clock, state.lanes)[lanes] - state.temporaries.stamp[places]
            early = known & (age < state.latency["temporary"])
            if early.any():
                return (
                    f"stored {int(age[early].min())} instructions before, though it can be read from"
                    f" {state.latency['temporary']} on"
                )
            values, missing = np.where(known, state.temporaries.values[places], values), missing & ~known
        if missing.all() and state.temporaries is None:
            return "which holds neither a uniform nor a constant"
        # a value that was never stored is any number; a source may read one from its own array
        state.doubt(self.group, missing)
        return values

    def lanes(self) -> NDArray[np.int64]:
        return np.arange(self.state.lanes) if self.group.lanes is None else self.group.lanes

    # effects

    def set_address(self, issue: Issue, op: Op, value: Value) -> None:
        if isinstance(value, OpaqueToken):
            raise self.trap(issue.unit, f"{op.name} reads the raw result of {value.op}")
        place = (op.effect or "", 0, 0)
        self.state.cells[place] = self.state.put(self.group, self.state.cells.get(place), value)

    def store(self, store: WideStore, frame: dict[str, LimaVpResult]) -> None:
        for (component, _), source in zip(self.coder.stores[store.unit].sources, store.sources, strict=True):
            if not source:
                continue
            result = frame.get(source)
            if result is None or result.value is None:
                raise self.trap(
                    store.unit, f"stores the result of {source}, which computes nothing in this instruction"
                )
            if isinstance(result.value, OpaqueToken) or not self.window(source, result.op).stored:
                raise self.trap(store.unit, f"the result of {result.op.name if result.op else source} cannot be stored")
            if store.file == "temporary":
                self.store_temporary(store, component, result.value)
                continue
            cells = self.state.outputs if store.file == "varying" else self.state.cells
            place = (store.file, store.address, component)
            cells[place] = self.state.put(self.group, cells.get(place), result.value)

    def store_temporary(self, store: WideStore, component: int, value: F32Array) -> None:
        state = self.state
        assert state.temporaries is not None
        index = dict(self.coder.stores[store.unit].indirect)[store.file]
        addresses, valid = self.addresses(store.unit, index, 0)
        taken = np.zeros(len(state.temporaries), np.bool_)
        taken[: len(state.uniforms.known)] = np.asarray(state.uniforms.known.any(axis=1))[: len(taken)]
        inside = valid & (addresses >= 0) & (addresses < len(taken))
        inside &= ~taken[np.where(inside, addresses, 0)]
        if not inside.any():
            raise self.trap(
                store.unit,
                f"stores temporary {int(addresses[0])}, which is a uniform or lies beyond the {len(taken)} vec4",
            )
        state.doubt(self.group, ~inside)
        lanes = self.lanes()
        places = addresses[inside], component, lanes[inside]
        state.temporaries.values[places] = np.broadcast_to(value, len(lanes))[inside]
        state.temporaries.known[places] = True
        state.temporaries.stamp[places] = np.broadcast_to(state.clock, state.lanes)[lanes][inside]

    # results

    def outcome(self, program: Program) -> Outcome:
        """The results. Logical output k is varying k. A lane is unsure unless it has stored all components that the
        interface uses."""
        state = self.state
        wanted = words_by_register(program)
        count = file_size(program.interface.outputs) or max((place[1] + 1 for place in state.outputs), default=0)
        outputs = np.full((state.lanes, count, 4), np.nan, np.float32)
        for register in range(count):
            for component in range(4):
                cell = state.outputs.get(("varying", register, component))
                used = wanted.get(register, "")[component : component + 1] not in ("", ".")
                if cell is not None:
                    outputs[:, register, component] = cell.values
                    if used and cell.defined is not None:
                        state.unsure |= ~cell.defined
                elif used:
                    raise Fault(0, f"the program ends without storing varying {register}.{LETTERS[component]}")
        executed = np.array(np.broadcast_to(state.clock, state.lanes))
        return Outcome(outputs, np.zeros(state.lanes, np.bool_), state.unsure, executed=executed, visits=self.visits)


def _loads_read_later(found: LimaVpCoder, bundles: Sequence[Bundle]) -> list[tuple[str, int]]:
    """The components of an instruction's loads that later bundles read."""
    reads = [
        (distance, read)
        for distance, bundle in enumerate(bundles, 1)
        for issue in bundle.issues
        for read in issue.reads
    ]
    return list(
        dict.fromkeys(
            (r.unit, r.component) for distance, r in reads if r.distance == distance and r.unit in found.loads
        )
    )


__all__ = ["LimaTrap", "LimaVpMachine", "run"]
