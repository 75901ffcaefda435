"""Leaves the uniforms that a program does not read out of its uniform file, as Mesa's linker does.

A linked vertex shader may still have uniforms that only a dropped varying wanted. Mesa forgets them and numbers the
others anew, so the loads of a program for Mesa do as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from gpucc.emit import lima_pp, lima_vp
from gpucc.errors import Unsupported
from gpucc.isa.lima_vp import VIEWPORT_TRANSFORM
from gpucc.isa.pipeline import Packet, UnitPart
from gpucc.isa.wide import Bundle, Load
from gpucc.program import Program, Slot

LOADER = "load"  # the vertex processor's unit that loads uniforms


def packed(program: Program) -> Program:
    """The program without the uniforms that it does not read. One that indexes its uniforms stays whole, or is
    Unsupported where that would leave a gap."""
    places, indexed = _vertex_reads(program) if program.stage == "vertex" else _fragment_reads(program)
    slots = program.interface.uniforms
    kept = [slot for slot in slots if slot.name == VIEWPORT_TRANSFORM or places & {*_registers(slot)}]
    if len(kept) == len(slots):
        return program
    if indexed:
        missing = ", ".join(slot.name for slot in slots if slot not in kept)
        raise Unsupported(
            f"the program indexes its uniforms and does not read {missing}, which Mesa would leave out of the file"
        )
    moved: dict[int, int] = {}
    uniforms, end = [], 0
    for slot in kept:
        moved |= {register: end + i for i, register in enumerate(_registers(slot))}
        uniforms.append(replace(slot, register=end))
        end += slot.registers
    for register in sorted({constant.register for constant in program.constants}):
        moved[register] = end
        end += 1
    return replace(
        program,
        code=_vertex_code(program, moved) if program.stage == "vertex" else _fragment_code(program, moved),
        interface=replace(program.interface, uniforms=tuple(uniforms)),
        constants=tuple(replace(one, register=moved[one.register]) for one in program.constants),
    )


def _registers(slot: Slot) -> Iterable[int]:
    return range(slot.register, slot.register + slot.registers)


def _loaded(bundle: Bundle) -> Load | None:
    """What the loader loads for this instruction. The decoder leaves out a load of vec4 0."""
    found = next((load for load in bundle.loads if load.unit == LOADER), None)
    reads = any(read.unit == LOADER for issue in bundle.issues for read in issue.reads)
    return found or (Load(LOADER, "uniform") if reads or any(one.op == "clamp" for one in bundle.issues) else None)


def _vertex_reads(program: Program) -> tuple[set[int], bool]:
    loads = [load for bundle in lima_vp.decode(program.code) if (load := _loaded(bundle)) is not None]
    return {load.address for load in loads}, any(load.index for load in loads)


def _vertex_code(program: Program, moved: dict[int, int]) -> bytes:
    def placed(bundle: Bundle) -> Bundle:
        load = _loaded(bundle)
        if load is None:
            return bundle
        others = tuple(one for one in bundle.loads if one.unit != LOADER)
        return replace(bundle, loads=(*others, replace(load, address=moved[load.address])))

    return lima_vp.encode([placed(bundle) for bundle in lima_vp.decode(program.code)])


def _width(part: UnitPart) -> int:
    """How many components one step of a load's index is."""
    return part.setting("align", 4)


def _fragment_reads(program: Program) -> tuple[set[int], bool]:
    parts = [part for packet in lima_pp.decode(program.code) for part in packet.parts if part.op == "uniform"]
    places = {part.setting("index") * _width(part) // 4 for part in parts}
    return places, any(source is not None for part in parts for source in part.sources)


def _fragment_code(program: Program, moved: dict[int, int]) -> bytes:
    def placed(part: UnitPart) -> UnitPart:
        if part.op != "uniform":
            return part
        register, rest = divmod(part.setting("index") * _width(part), 4)
        settings = dict(part.settings) | {"index": (4 * moved[register] + rest) // _width(part)}
        return replace(part, settings=tuple(settings.items()))

    packets: list[Packet] = [
        replace(packet, parts=tuple(map(placed, packet.parts))) for packet in lima_pp.decode(program.code)
    ]
    return lima_pp.encode(packets)
