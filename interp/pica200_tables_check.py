"""Check the tables of a PICA200 file, which its code does not read, against the interface that the program publishes.

The comparison with the reference runs the code, and takes inputs, uniforms and outputs by their numbers. Whoever loads
the file takes names from it, and the rasteriser gets of an output what the file maps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gpucc.emit import shbin
from gpucc.isa.pica200 import BOOLEAN_BASE, INTEGER_BASE, SEMANTIC_ALIASES, SEMANTICS
from gpucc.program import Program, Slot

POSITION = "gl_Position"


def disagreements(program: Program) -> Iterator[str]:
    """Yield what the file says of the program that its interface does not, as text."""
    binary = shbin.read(program.code)
    executable = binary.first(program.stage)
    symbols = {(one.name, one.place(), 1 + one.last - one.first) for one in executable.uniforms}
    for slot in (*program.interface.inputs, *program.interface.uniforms):
        name = slot.name.encode("utf-8", "backslashreplace").decode()
        if (name, _place(slot), slot.registers) not in symbols:
            yield f"the file has no {name} of {slot.registers} registers from register {slot.register} on"
    if not executable.main < executable.end <= len(binary.words):
        yield f"the file says that the program ends at {executable.end} of {len(binary.words)} words"
    if any(
        (executable.merge, executable.mode, executable.fixed_start, executable.variable_count, executable.fixed_count)
    ):
        yield "the file asks for outputs that are merged, or for a mode of geometry shaders other than point"
    for slot in program.interface.inputs:
        if not executable.input_mask >> slot.register & 1:
            yield f"the input {slot.name} is not among the inputs of the file"
    yield from _outputs(program, executable)


def _place(slot: Slot) -> tuple[str, int]:
    """The bank of a register, and its number there."""
    if slot.kind == "input":
        return "input", slot.register
    banks = (("boolean", BOOLEAN_BASE), ("integer", INTEGER_BASE), ("uniform", 0))
    return next((bank, slot.register - first) for bank, first in banks if slot.register >= first)


def _outputs(program: Program, executable: shbin.Executable) -> Iterator[str]:
    mapped = {output.register: output for output in executable.outputs}
    written = {slot.register + row for slot in program.interface.outputs for row in range(slot.registers)}
    for register in range(executable.output_mask.bit_length()):
        # the rasteriser counts the registers of the mask, so one more moves the meanings of all behind it
        if executable.output_mask >> register & 1 and register not in written & mapped.keys():
            yield f"o{register} is among the outputs of the file, and is no output of the program"
    meanings = _meanings(program.interface.outputs)
    for slot, meaning in zip(program.interface.outputs, meanings, strict=True):
        for row in range(slot.registers):
            output = mapped.get(slot.register + row)
            if output is None or not executable.output_mask >> output.register & 1:
                yield f"the output {slot.name} is not among the outputs of the file"
                continue
            width = shbin.WIDTHS.get(output.semantic, 4)
            used = {lane for lane, word in enumerate(slot.words[4 * row : 4 * row + 4]) if word != "." and lane < width}
            if not used <= set(output.read()):
                yield f"of the output {slot.name}, the file maps the components {output.read()} only"
        if meaning is not None and meanings.count(meaning) == 1 and mapped[slot.register].semantic != meaning:
            yield f"the output {slot.name} means {meaning}, and {mapped[slot.register].semantic} in the file"


def _meanings(slots: Sequence[Slot]) -> list[int | None]:
    """The numbers of the meanings that outputs have by their roles, or else by their names, as far as these tell."""
    roles = [_named(slot.builtin or "") for slot in slots]
    free = SEMANTICS["position"] not in roles
    found: list[int | None] = []
    for slot, role in zip(slots, roles, strict=True):
        # where no output is said to be the position, the first one is
        first = SEMANTICS["position"] if free and slot.register == 0 else None
        found.append(next((one for one in (role, first, _named(slot.name)) if one is not None), None))
    return found


def _named(name: str) -> int | None:
    """The number of the meaning with this name, if there is one."""
    return SEMANTICS.get("position" if name == POSITION else SEMANTIC_ALIASES.get(name, name))
