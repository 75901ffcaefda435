"""Programs in MBS files, and back."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from gpucc.emit import mbs_symbols
from gpucc.emit.mbs import CORES, NOWHERE, TYPES, Fragment, MbsBinary, MbsSymbol
from gpucc.errors import InputError
from gpucc.program import Constant, Interface, Program, Slot, file_size

# the colour has no symbol: it is $0
COLOUR = Slot("gl_FragColor", "output", 0, "ffff", builtin="gl_FragColor")


def from_program(
    program: Program,
    *,
    core: str = "mali-400",
    prefetch: int = 0,
    instructions: int = 0,
    fragment: Fragment = Fragment(),  # noqa: B008
    fetched: Collection[int] = (),
    made: Collection[str] = (),
) -> MbsBinary:
    """Return a program with its interface as symbols. Constants become uniforms with values, one vec4 each. `fetched`
    are the varyings whose values go straight to a sampler, `made` the inputs that the chip makes and no varying holds.
    """
    vertex = program.stage == "vertex"
    if core not in CORES[program.stage]:
        raise InputError(f"there is no core {core!r}", notes=(f"there are {', '.join(CORES[program.stage])}",))
    registers: dict[int, list[float]] = {}
    for constant in program.constants:
        registers.setdefault(constant.register, [0.0] * 4)[constant.component] = constant.value
    literals = [
        MbsSymbol(f"?constant_{register}", 4 * register, values=tuple(values))
        for register, values in sorted(registers.items())
    ]
    interface = program.interface
    last = max([file_size(interface.uniforms), *(register + 1 for register in registers)])
    inputs = mbs_symbols.variables((slot for slot in interface.inputs if slot.builtin not in made), fetched)
    inputs += tuple(
        replace(mbs_symbols.symbol_of(slot), offset=NOWHERE) for slot in interface.inputs if slot.builtin in made
    )
    return MbsBinary(
        program.stage,
        CORES[program.stage][core],
        program.code,
        (*mbs_symbols.uniforms(interface.uniforms), *map(mbs_symbols.symbol_of, interface.samplers), *literals),
        inputs if vertex else (),
        mbs_symbols.variables(interface.outputs) if vertex else inputs,
        4 * last,
        instructions,
        prefetch,
        fragment,
    )


def to_program(binary: MbsBinary, isa: str, made: Collection[str] = ()) -> Program:
    """Return the program of a file. Uniforms with values are constants; entry and options, which symbols do not record,
    get their defaults. `made` are the inputs of a fragment program that no varying holds.
    """
    constants: list[Constant] = []
    uniforms: list[Slot] = []
    samplers: list[Slot] = []
    for symbol in binary.uniforms:
        if symbol.values:
            constants += [
                Constant((symbol.offset + i) // 4, (symbol.offset + i) % 4, value)
                for i, value in enumerate(symbol.values)
            ]
        elif symbol.type in mbs_symbols.SAMPLERS:
            samplers.append(mbs_symbols.sampler_of(symbol))
        elif symbol.type != TYPES["struct"]:
            uniforms.append(mbs_symbols.slot_of(symbol, "uniform", mbs_symbols.path_of(symbol, binary.uniforms)))
    varyings = [symbol for symbol in binary.varyings if mbs_symbols.is_placed(symbol)]
    if binary.stage == "vertex":
        inputs = tuple(mbs_symbols.slot_of(symbol, "input") for symbol in binary.attributes)
        outputs = tuple(mbs_symbols.slot_of(symbol, "output") for symbol in varyings)
    else:
        inputs, outputs = tuple(mbs_symbols.slot_of(symbol, "input") for symbol in varyings), (COLOUR,)
        for symbol in binary.varyings:
            if symbol.name in made and not mbs_symbols.is_placed(symbol):
                slot = mbs_symbols.slot_of(replace(symbol, offset=4 * file_size(inputs)), "input")
                inputs = (*inputs, replace(slot, builtin=symbol.name))
    return Program(
        isa, binary.stage, binary.code, Interface(inputs, outputs, tuple(uniforms), tuple(samplers)), tuple(constants)
    )
