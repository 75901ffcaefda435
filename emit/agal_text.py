"""AGAL assembly in the syntax of AGALMiniAssembler: instructions to text, in the shortest form that assembles to the
same bytes.

Two directives of our own make listings of broken programs complete: `.token` with the 24 bytes of a token that is not
an instruction, and `.tail` with the bytes after the last whole token. The first line is a comment from which our
assembler takes stage and version; callers of other assemblers must supply them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gpucc.emit.agal import BY_NAME, AgalListing, RawToken, decode_listing
from gpucc.emit.digits import rows_of
from gpucc.emit.names import interface_comments, registers_of
from gpucc.isa import agal
from gpucc.isa.agal import AGAL
from gpucc.isa.model import LETTERS, Dest, Index, Instruction, SamplerState, Source
from gpucc.program import Constant, Interface, Program, Slot, Stage


def print_program(program: Program) -> str:
    """Return the assembly of a compiled program, with its interface and constants as comments."""
    listing = decode_listing(program.code)
    lines = [
        _title(listing),
        *_interface(program.interface, listing.stage),
        *_constants(program.constants, listing.stage),
    ]
    return "\n".join(lines + _body(listing)) + "\n"


def print_listing(listing: AgalListing) -> str:
    return "\n".join([_title(listing), *_body(listing)]) + "\n"


def disassemble(code: bytes) -> str:
    return print_listing(decode_listing(code))


# Comments -----------------------------------------------------------------------------------------------------------


def _title(listing: AgalListing) -> str:
    count = len(listing.tokens)
    return f"// AGAL version {listing.version}, {listing.stage} program, {count} token{'s' * (count != 1)}"


def _interface(interface: Interface, stage: Stage) -> list[str]:
    def listed(role: str, slots: Iterable[Slot]) -> list[tuple[str, Slot]]:
        return [(registers_of(slot, lambda number: register(role, number, stage)), slot) for slot in slots]

    rows = listed("input", interface.inputs)
    for slot in interface.outputs:
        places = [AGAL.output_place(stage, slot.register + i) for i in range(slot.registers)]
        rows.append((", ".join(register(role, number, stage) for role, number in places), slot))
    rows += listed("uniform", interface.uniforms)
    rows += [(register("sampler", slot.register, stage), slot) for slot in interface.samplers]
    return interface_comments("//", rows)


def _constants(constants: Sequence[Constant], stage: Stage) -> list[str]:
    return [f"// {register('uniform', number, stage)} = {row}" for number, row in rows_of(constants)]


# Instructions -------------------------------------------------------------------------------------------------------


def _body(listing: AgalListing) -> list[str]:
    lines = []
    for number, token in enumerate(listing.tokens, 1):
        if isinstance(token, RawToken):
            lines.append(f".token {token.data.hex()}  // token {number}: {token.reason}")
        else:
            lines.append(print_instruction(token, listing.stage))
    if listing.tail:
        lines.append(f".tail {listing.tail.hex()}  // {len(listing.tail)} bytes of {agal.TOKEN_BYTES}: a cut token")
    return lines


def print_instruction(instruction: Instruction, stage: Stage) -> str:
    op = BY_NAME[instruction.op]
    operands = [_dest(instruction.dest, stage)] if instruction.dest else []
    operands += [_source(source, stage) for source in instruction.sources]
    text = f"{op.name} {', '.join(operands)}" if operands else op.name
    if instruction.sampler is not None:
        text += f", {register('sampler', instruction.sampler_number, stage)} <{','.join(_flags(instruction.sampler))}>"
    return text


def register(role: str, number: int, stage: Stage) -> str:
    prefix = AGAL.file(role, stage).prefix[stage]
    return prefix if number == 0 and role in agal.SCALAR_FILES else f"{prefix}{number}"


def _dest(dest: Dest, stage: Stage) -> str:
    name = register(dest.file, dest.number, stage)
    lanes = "".join(lane for i, lane in enumerate(LETTERS) if dest.mask >> i & 1)
    return name if dest.mask == 15 else f"{name}.{lanes}"


def _source(source: Source, stage: Stage) -> str:
    if source.index is None:
        name = register(source.file, source.number, stage)
    else:
        name = f"{AGAL.file(source.file, stage).prefix[stage]}[{_index(source.index, stage)}]"
    if source.swizzle == (0, 1, 2, 3):
        return name
    letters = "".join(LETTERS[component] for component in source.swizzle)
    return f"{name}.{letters.rstrip(letters[-1])}{letters[-1]}"


def _index(index: Index, stage: Stage) -> str:
    # an index register always has its number: otherwise AGALMiniAssembler reads the offset's digits as the number
    name = f"{AGAL.file(index.file, stage).prefix[stage]}{index.number}.{LETTERS[index.component]}"
    return f"{name}+{index.offset}" if index.offset else name


def _flags(state: SamplerState) -> list[str]:
    """Return the flags of a sampler. Dimension and filter are always written, because the default filter of assemblers
    differs; the others only if they are not the default.
    """
    default = SamplerState()
    flags: list[str] = [state.dimension, state.filter]
    for value, usual in ((state.mip, default.mip), (state.wrap, default.wrap), (state.format, default.format)):
        if value != usual:
            flags.append(value)
    flags += state.special
    if state.bias:
        flags.append(f"{state.bias:g}")
    return flags
