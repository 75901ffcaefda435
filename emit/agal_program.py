"""An AGAL file as a program without a manifest: its interface is what its code reads and writes.

Names are those of the registers. A program that indexes uniforms reads them as one array, `vc` or `fc`, of all
registers that the stage has; otherwise each register that is read is a uniform of its own, and so is each matrix of
several.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from gpucc.emit.agal import BY_NAME, decode
from gpucc.errors import GpuccError, Location
from gpucc.isa.agal import AGAL
from gpucc.isa.model import Index, Instruction, SamplerState, Source
from gpucc.program import Interface, Program, Slot, Stage

SAMPLERS = {"2d": "sampler2D", "cube": "samplerCube"}


def from_agal(data: bytes, name: str = "<agal>") -> Program:
    """Return the program of a file."""
    try:
        decoded = decode(data)
    except GpuccError as error:
        error.location = error.location or Location(name)
        raise
    code = decoded.instructions
    temporaries = {one.dest.number for one in code if one.dest is not None and one.dest.file == "temporary"}
    stats = {
        "instructions": len(code),
        "registers": len(temporaries),
        "words": 6 * len(code),
        "slots": dict(sorted(Counter(one.op for one in code).items())),
    }
    interface = interface_of(code, decoded.stage, decoded.version)
    return Program(
        AGAL.name, decoded.stage, bytes(data), interface, options=(("version", str(decoded.version)),), stats=stats
    )


def interface_of(code: Iterable[Instruction], stage: Stage, version: int) -> Interface:
    """Return the slots that the instructions use."""
    inputs: set[int] = set()
    rows: dict[int, int] = {}
    outputs: dict[int, int] = {}
    samplers: dict[int, Slot] = {}
    indexed = False
    for instruction in code:
        if instruction.sampler is not None:
            number = instruction.sampler_number
            samplers.setdefault(number, _sampler(number, instruction.sampler, stage))
        if instruction.dest is not None and instruction.dest.file in ("output", "varying"):
            register = instruction.dest.number + (instruction.dest.file == "varying")
            outputs[register] = outputs.get(register, 0) | instruction.dest.mask
        for source, operand in zip(instruction.sources, BY_NAME[instruction.op].operands, strict=True):
            indexed |= source.index is not None
            _read(source, inputs, rows, operand.rows)
            if source.index is not None:
                _read(source.index, inputs, rows, 1)
    return Interface(
        tuple(Slot(f"{_prefix('input', stage)}{one}", "input", one, "ffff") for one in sorted(inputs)),
        tuple(_output(register, mask, stage) for register, mask in sorted(outputs.items())),
        _uniforms(rows, stage, AGAL.file("uniform", stage).size(stage, version) if indexed else 0),
        tuple(slot for _, slot in sorted(samplers.items())),
    )


def _read(place: Source | Index, inputs: set[int], rows: dict[int, int], count: int) -> None:
    if place.file == "input":
        inputs |= {place.number + i for i in range(count)}
    elif place.file == "uniform":
        rows[place.number] = max(rows.get(place.number, 1), count)


def _uniforms(rows: dict[int, int], stage: Stage, whole: int) -> tuple[Slot, ...]:
    """Return a slot for each run of registers that is read together."""
    prefix = _prefix("uniform", stage)
    if whole:
        return (Slot(prefix, "uniform", 0, "ffff" * whole, f"vec4[{whole}]"),)
    slots: list[Slot] = []
    for first, count in sorted(rows.items()):
        last = slots[-1] if slots else None
        if last is not None and first < last.register + last.registers:
            first, count = last.register, max(first + count, last.register + last.registers) - last.register
            slots.pop()
        kind = f"vec4[{count}]" if count > 1 else "vec4"
        slots.append(Slot(f"{prefix}{first}", "uniform", first, "ffff" * count, kind))
    return tuple(slots)


def _output(register: int, mask: int, stage: Stage) -> Slot:
    role, number = AGAL.output_place(stage, register)
    size = AGAL.file(role, stage).size(stage, 3)
    name = _prefix(role, stage) + (str(number) if size > 1 and (role == "varying" or number) else "")
    return Slot(name, "output", register, "".join("f" if mask >> i & 1 else "." for i in range(4)))


def _sampler(number: int, state: SamplerState, stage: Stage) -> Slot:
    return Slot(f"{_prefix('sampler', stage)}{number}", "sampler", number, "", SAMPLERS[state.dimension], sampler=state)


def _prefix(role: str, stage: Stage) -> str:
    return AGAL.file(role, stage).prefix[stage]
