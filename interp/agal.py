"""The AGAL part of the simulator: the registers of the interface, and the meaning of a token."""

from __future__ import annotations

from gpucc.emit.agal import decode
from gpucc.interp.chance import Chance
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.machine import VectorMachine, words_by_register
from gpucc.isa.model import Isa
from gpucc.program import Program, file_size


def run(
    program: Program, isa: Isa, batch: Batch, *, perturb: Chance | None, step_limit: int, zero_wins: bool = False
) -> Outcome:
    """Decode the bytes and run every token once: AGAL has no jumps, and conditionals only mask lanes."""
    decoded = decode(program.code)
    machine = VectorMachine(isa, batch, program.constants, perturb, zero_wins)
    machine.run(decoded.instructions, step_limit)
    written = [output for output in range(17) if _is_written(machine, isa.output_place(decoded.stage, output))]
    count = file_size(program.interface.outputs) or max(written, default=-1) + 1
    places = {register: isa.output_place(decoded.stage, register) for register in range(count)}
    return machine.outcome(places, words_by_register(program))


def _is_written(machine: VectorMachine, place: tuple[str, int]) -> bool:
    return any((*place, component) in machine.registers for component in range(4))
