"""Lima fragment programs in MBS1, the container of ARM's compiler, and back."""

from __future__ import annotations

from gpucc.emit import mbs
from gpucc.emit.lima_pp import decode
from gpucc.errors import InputError, Unsupported
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.program import Program


def to_mbs(program: Program) -> bytes:
    """Return the container. MBS does not record the output register: loaders of such files assume $0."""
    outputs = dict(program.options).get("outputs", "0")
    if outputs != "0":
        raise Unsupported(f"the outputs are in ${outputs.replace(',', ', $')}, but MBS supports only one output, in $0")
    parts = [part for packet in decode(program.code) for part in packet.parts]
    ops = {part.op for part in parts}
    slots = [part.setting("index") * part.setting("align", 4) for part in parts if part.op in ("store", "temporary")]
    stack = max([0, *(-(index // 4) for index in slots)])
    buffers = ("read_color" in ops, True, "read_depth" in ops, False, False, False, False, False)
    fragment = mbs.Fragment(stack, stack, "discard" in ops, tuple(map(int, buffers)))
    return mbs.write(mbs.from_program(program, fragment=fragment))


def from_mbs(data: bytes, name: str = "<mbs>") -> Program:
    binary = mbs.read(data, name)
    if binary.stage not in LIMA_PP.stages:
        raise InputError(f"{name} holds a {binary.stage} program, not one for the fragment processor")
    return mbs.to_program(binary, LIMA_PP.name)
