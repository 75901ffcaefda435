"""The JSON that glsl2agal writes, Adobe's converter: what engines that took its output can load without a change.

`varnames` maps names of the source to registers; `types` and `storage` (in, out, uniform) and `consts` (four numbers)
are by register. `agalasm` is text for AGALMiniAssembler. Adobe's README names `agalbin`, the code, and does not say
how it is encoded: it is base64 here.
"""

from __future__ import annotations

import base64
import json
import math

from gpucc.emit.agal_text import disassemble, register
from gpucc.errors import LimitExceeded
from gpucc.isa.agal import AGAL
from gpucc.program import Program, Slot


def write(program: Program) -> str:
    """Return the text of the file; equal programs have equal text."""
    if program.derived is not None and program.derived.values:
        raise LimitExceeded(
            "glsl2agal's JSON has no place for derived constants, which the host computes",
            notes=("compile without --derive, or write a manifest (.json) or a header (.h)",),
        )
    stage = program.stage
    names: dict[str, str] = {}
    types: dict[str, str] = {}
    storage: dict[str, str] = {}

    def note(slot: Slot, place: str, kept: str) -> None:
        names[slot.name] = place
        types[place] = slot.spelled
        storage[place] = kept

    interface = program.interface
    for slot in interface.inputs:
        note(slot, register("input", slot.register, stage), "in")
    for slot in interface.outputs:
        role, number = AGAL.output_place(stage, slot.register)
        note(slot, register(role, number, stage), "out")
    for slot in interface.uniforms:
        note(slot, register("uniform", slot.register, stage), "uniform")
    for slot in interface.samplers:
        note(slot, register("sampler", slot.register, stage), "uniform")
    record = {
        "info": "",
        "varnames": names,
        "consts": constants(program),
        "types": types,
        "storage": storage,
        "agalasm": disassemble(program.code),
        "agalbin": base64.b64encode(program.code).decode(),
    }
    return json.dumps(record, indent=2, allow_nan=False) + "\n"


def constants(program: Program) -> dict[str, list[float]]:
    """The four numbers of each register with constants; 0 where no constant is."""
    found: dict[str, list[float]] = {}
    for constant in program.constants:
        if not math.isfinite(constant.value):
            raise LimitExceeded(
                f"JSON of glsl2agal holds finite numbers only, and a constant of this program is {constant.value}",
                notes=("write a manifest (.json) or a header (.h), which can hold it",),
            )
        place = register("uniform", constant.register, program.stage)
        found.setdefault(place, [0.0] * 4)[constant.component] = float(constant.value)
    return found
