"""Removes outputs that a target has no hardware for, and everything that only they need, with a warning; refuses such
inputs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gpucc.errors import InternalError, Unsupported
from gpucc.lowering.interface.around import around, call, header
from gpucc.lowering.interface.wrapper import SHADER
from gpucc.lowering.llvm import StructType
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import spell
from gpucc.program import Shader


def leave_out(shader: Shader, absent: Mapping[str, str], name: str) -> Shader:
    """Return the shader without the built-in outputs that are `absent` (name: reason); inputs that are absent are
    refused. `name` is the target's."""
    for slot in shader.interface.inputs:
        if slot.builtin in absent:
            notes = ("draw to a texture and read that", "lima-pp reads the frame buffer")
            raise Unsupported(f"{name} {absent[str(slot.builtin)]}, but the shader reads {slot.builtin}", notes=notes)
    gone = {slot.register: str(slot.builtin) for slot in shader.interface.outputs if slot.builtin in absent}
    if not gone:
        return shader
    warnings = tuple(
        f"{name} {absent[builtin]}, so what the shader writes to {builtin} is dropped" for builtin in gone.values()
    )
    if len(gone) == len(shader.interface.outputs):
        raise Unsupported(
            f"{name} {absent[next(iter(gone.values()))]}, but the shader writes only {' and '.join(gone.values())}"
        )
    inner = read(shader.text).functions[SHADER]
    if not isinstance(inner.result, StructType):
        raise InternalError("the canonical shader returns no struct")
    kept = [(i, leaf) for i, leaf in enumerate(shader.outputs) if leaf.register not in gone]
    types = [spell(inner.result.elements[i]) for i, _ in kept]
    old, new = spell(inner.result), f"{{ {', '.join(types)} }}"
    lines = [header(new, inner, len(shader.pointers)), f"  %whole = {call(inner)}"]
    made = "poison"
    for place, ((i, _), kind) in enumerate(zip(kept, types, strict=True)):
        lines.append(f"  %from{place} = extractvalue {old} %whole, {i}")
        lines.append(f"  %to{place} = insertvalue {new} {made}, {kind} %from{place}, {place}")
        made = f"%to{place}"
    lines += [f"  ret {new} {made}", "}"]
    outputs = tuple(slot for slot in shader.interface.outputs if slot.register not in gone)
    return replace(
        shader,
        text=around(shader.text, inner, lines, "<outputs>"),
        interface=replace(shader.interface, outputs=outputs),
        outputs=tuple(leaf for _, leaf in kept),
        warnings=(*shader.warnings, *warnings),
    )
