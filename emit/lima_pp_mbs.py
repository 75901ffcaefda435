"""Lima fragment programs in MBS1, the container of ARM's compiler, and back."""

from __future__ import annotations

from collections.abc import Iterable

from gpucc.emit import mbs, mbs_program
from gpucc.emit.lima_pp import decode
from gpucc.errors import InputError, Unsupported
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.lima_pp_program import BUILTIN_INPUTS
from gpucc.isa.pipeline import Packet
from gpucc.program import Program

MADE = frozenset(BUILTIN_INPUTS.values())


def facts_of(code: bytes) -> mbs.Fragment:
    """The facts that a driver needs about a program besides its code and symbols."""
    parts = [part for packet in decode(code) for part in packet.parts]
    ops = {part.op for part in parts}
    slots = [part.setting("index") * part.setting("align", 4) for part in parts if part.op in ("store", "temporary")]
    stack = max([0, *(-(index // 4) for index in slots)])
    buffers = ("read_color" in ops, True, "read_depth" in ops, False, False, False, False, False)
    return mbs.Fragment(stack, stack, "discard" in ops, tuple(map(int, buffers)))


def to_mbs(program: Program) -> bytes:
    """Return the container. MBS does not record the output register: loaders of such files assume $0."""
    outputs = dict(program.options).get("outputs", "0")
    if outputs != "0":
        raise Unsupported(f"the outputs are in ${outputs.replace(',', ', $')}, but MBS supports only one output, in $0")
    fetched = _fetched(decode(program.code))
    return mbs.write(mbs_program.from_program(program, fragment=facts_of(program.code), fetched=fetched, made=MADE))


def _fetched(packets: Iterable[Packet]) -> frozenset[int]:
    """The varyings that only samplers read, straight from the varying unit."""
    loads = [
        (part.setting("index") * part.setting("align", 4) // 4, any(other.unit == "sampler" for other in packet.parts))
        for packet in packets
        for part in packet.parts
        if part.op in ("varying", "cube")
    ]
    return frozenset(register for register, _ in loads) - {register for register, direct in loads if not direct}


def from_mbs(data: bytes, name: str = "<mbs>") -> Program:
    binary = mbs.read(data, name)
    if binary.stage not in LIMA_PP.stages:
        raise InputError(f"{name} holds a {binary.stage} program, not one for the fragment processor")
    return mbs_program.to_program(binary, LIMA_PP.name, MADE)
