"""Engines of plain targets: they decode the bytes of a program and run them, by the semantics of the ISA's ops.

A target with loops, addresses of its own or another number format needs more, as in `interp.lima_vp`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpucc.emit.codec import MachineCode
from gpucc.interp.chance import Chance
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.machine import VectorMachine, words_by_register
from gpucc.interp.slots import SlotEngine
from gpucc.isa.model import Instruction, Isa, SlotIssue
from gpucc.program import Program, file_size


def vector_engine(decode: Callable[[bytes], MachineCode[Instruction]]) -> Callable[..., Outcome]:
    """The engine of a target with vec4 registers whose instructions run one after the other."""

    def run(
        program: Program, isa: Isa, batch: Batch, *, perturb: Chance | None, step_limit: int, zero_wins: bool = False
    ) -> Outcome:
        code = decode(program.code)
        machine = VectorMachine(isa, batch, code.constants or program.constants, perturb, zero_wins)
        machine.run(code.rows, step_limit)
        return _outcome(machine, program, code)

    return run


def slot_engine(decode: Callable[[bytes], MachineCode[tuple[SlotIssue, ...]]]) -> Callable[..., Outcome]:
    """The engine of a machine of slots without branches."""

    def run(
        program: Program, isa: Isa, batch: Batch, *, perturb: Chance | None, step_limit: int, zero_wins: bool = False
    ) -> Outcome:
        code = decode(program.code)
        machine = SlotEngine(isa, batch, code.constants or program.constants, perturb, zero_wins)
        machine.play(code.rows, step_limit)
        return _outcome(machine, program, code)

    return run


def _outcome(machine: VectorMachine, program: Program, code: MachineCode[Any]) -> Outcome:
    """The outputs that the interface names; without one, all that were written."""
    isa, stage = machine.isa, code.stage
    written = {place[:2] for place in machine.registers}
    most = max((file.size(stage) for file in isa.files), default=0)
    found = [number for number in range(most) if isa.output_place(stage, number) in written]
    count = file_size(program.interface.outputs) or max(found, default=-1) + 1
    places = {number: isa.output_place(stage, number) for number in range(count)}
    return machine.outcome(places, words_by_register(program))
