"""PICA200 programs: the interface that an SHBIN file describes, and assembly as a program.

`Program.code` is the whole file, since code is meaningless without descriptors, constants and outputs. Uniforms are
numbered as in libctru: c0 to c95 are 0 to 95, i0 to i3 start at 96, b0 to b15 at 104.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gpucc.emit import fp24, shbin
from gpucc.emit.pica200 import decode
from gpucc.emit.pica200_assembler import assemble
from gpucc.isa.model import Instruction
from gpucc.isa.pica200 import BOOLEAN_BASE, INTEGER_BASE, SEMANTIC_NAMES
from gpucc.program import Constant, GeometryShape, Interface, Program, Slot, Stage

LETTERS = {"uniform": "ffff", "integer": "uuuu", "boolean": "b"}
TYPES = {"uniform": "vec4", "integer": "uvec4", "boolean": "bool"}
BASES = {"uniform": 0, "integer": INTEGER_BASE, "boolean": BOOLEAN_BASE}
PREFIXES = {"uniform": "c", "integer": "i", "boolean": "b"}
# a file does not say how many vertices its geometry shader emits: as many are kept as GLSL allows at most
MOST = 256


def from_shbin(data: bytes, name: str = "<shbin>") -> Program:
    """Return the file as a program, with the interface of its first vertex shader, or else of its geometry shader."""
    binary = shbin.read(data, name)
    stage: Stage = "vertex" if any(one.kind == "vertex" for one in binary.executables) else "geometry"
    executable = binary.first(stage)
    constants = tuple(
        Constant(constant.register, component, fp24.from_bits(word))
        for constant in executable.constants
        if constant.bank == "uniform"
        for component, word in enumerate(constant.words)
    )
    stats = {"instructions": len(binary.words), "words": len(binary.words), "descriptors": len(binary.descriptors)}
    shape = GeometryShape(most=MOST) if stage == "geometry" else None
    return Program("pica200", stage, bytes(data), interface(binary, executable), constants, stats=stats, geometry=shape)


def assemble_program(text: str, name: str = "<text>", options: tuple[tuple[str, str], ...] = ()) -> Program:
    binary = assemble(text, name)
    program = from_shbin(shbin.write(binary), name)
    return replace(program, options=options)


def interface(binary: shbin.ShbinBinary, executable: shbin.Executable) -> Interface:
    """Return the slots under the file's names; registers without a name that the code reads by number are named as in
    assembly.
    """
    inputs: list[Slot] = []
    uniforms: list[Slot] = []
    taken: set[tuple[str, int]] = {(constant.bank, constant.register) for constant in executable.constants}
    for symbol in executable.uniforms:
        place = symbol.place()
        if place is None:
            continue
        bank, first = place
        count = symbol.last - symbol.first + 1
        taken |= {(bank, first + i) for i in range(count)}
        if bank == "input":
            inputs.append(Slot(symbol.name, "input", first, "ffff" * count))
        else:
            uniforms.append(_uniform(symbol.name, bank, first, count))
    for bank, number in sorted(set(_read(binary, executable)) - taken):
        if bank == "input":
            inputs.append(Slot(f"v{number}", "input", number, "ffff"))
        else:
            uniforms.append(_uniform(f"{PREFIXES[bank]}{number}", bank, number, 1))
    return Interface(
        tuple(sorted(inputs, key=lambda slot: slot.register)),
        _outputs(executable, binary.rasterised(executable)),
        tuple(sorted(uniforms, key=lambda slot: slot.register)),
    )


def _uniform(name: str, bank: str, first: int, count: int) -> Slot:
    """The n-th boolean uniform occupies boolean register n, as one component."""
    words = "b...".join([""] * count) + "b" if bank == "boolean" else LETTERS[bank] * count
    return Slot(name, "uniform", BASES[bank] + first, words, TYPES[bank] if count == 1 else f"{TYPES[bank]}[{count}]")


def _outputs(executable: shbin.Executable, rasterised: bool) -> tuple[Slot, ...]:
    slots = []
    for output in executable.outputs:
        name = SEMANTIC_NAMES.get(output.semantic, f"semantic_{output.semantic}")
        read = output.read(rasterised)
        words = "".join("f" if i in read else "." for i in range(4))
        slots.append(Slot(name, "output", output.register, words, builtin=name))
    return tuple(slots)


def _read(binary: shbin.ShbinBinary, executable: shbin.Executable) -> Iterator[tuple[str, int]]:
    """Yield the registers that the code of a program reads by number: inputs, constants that are not indexed, integers
    and booleans. A file may hold several programs, and procedures that they share.
    """
    instructions = decode(binary.words, binary.descriptors).instructions
    open_, own = [(executable.main, executable.end)], set[int]()
    while open_:
        start, end = open_.pop()
        for at in range(max(start, 0), min(end, len(instructions))):
            instruction = instructions[at]
            if at in own or not isinstance(instruction, Instruction):
                continue
            own.add(at)
            values = dict(instruction.immediates)
            if "target" in values:
                open_.append((values["target"], values["target"] + max(values.get("count", 0), 1)))
    for at in sorted(own):
        instruction = instructions[at]
        assert isinstance(instruction, Instruction)
        for source in instruction.sources:
            if source.file == "input" or (source.file == "uniform" and source.index is None):
                yield source.file, source.number
        for bank in ("integer", "boolean"):
            if any(name == bank for name, _ in instruction.immediates):
                yield bank, instruction.immediate(bank)


__all__ = ["assemble_program", "from_shbin", "interface"]
