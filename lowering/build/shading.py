"""gpucc's own functions: textures, discard, derivatives."""

from __future__ import annotations

from collections.abc import Callable

from gpucc.errors import InputError, Unsupported
from gpucc.lowering.build.operands import operand
from gpucc.lowering.build.state import BuildState, Leaf, Leaves, Pointer, SamplerPointer, node, nodes
from gpucc.lowering.build.wide import recast
from gpucc.lowering.graph import BOOL, F16, F32, VEC4, VOID, Node, VertexEmission
from gpucc.lowering.layout import F64
from gpucc.lowering.llvm import LlvmInstruction, LType, Value

MODES = ("proj", "bias", "lod")
COORDINATES = {"2d": 2, "cube": 3}


def lower_texture(state: BuildState, i: LlvmInstruction) -> Leaves:
    name = str(getattr(i.callee, "name", ""))
    words = name.split(".")[2:]
    dimension = words[0]
    mode = next((word for word in words[1:] if word in MODES), "none")
    if not i.operands:
        raise InputError(f"@{name} needs a sampler and coordinates")
    sampler = _sampler(operand(state, i.operands[0])[0])
    args = _coordinates(state, name, i.operands[1:], COORDINATES[dimension], mode)
    texel = state.make("texture", VEC4, args, (sampler, dimension, mode))
    parts = tuple(state.make("part", F32, (texel,), k) for k in range(4))
    return _returned(state, parts, i.type)


def _sampler(leaf: Leaf) -> int:
    if isinstance(leaf, Pointer) and isinstance(leaf.root, SamplerPointer):
        return leaf.root.number
    if isinstance(leaf, Node) and leaf.op == "const" and isinstance(leaf.attr, int):
        return leaf.attr
    raise Unsupported(
        "the sampler of a texture access is not known when compiling",
        notes=(
            (
                "pass a constant number or a global of address space 4; choose between two samples, not between two"
                " samplers"
            ),
        ),
    )


def _coordinates(state: BuildState, name: str, values: tuple[Value, ...], count: int, mode: str) -> tuple[Node, ...]:
    """Return u, v[, w] and the operand of the mode: the divisor, the bias or the level."""
    found = floats(state, values)
    wanted = count + (mode != "none")
    if mode == "proj" and len(found) == 4:
        found = (*found[:count], found[3])
    if len(found) != wanted:
        raise InputError(
            f"@{name} takes {wanted} floats after the sampler, not {len(found)}",
            notes=("2d has two coordinates and cube three; proj adds the divisor, bias and lod a number",),
        )
    return found


def floats(state: BuildState, values: tuple[Value, ...]) -> tuple[Node, ...]:
    """Return all scalars of the operands as floats; a double that carries two floats is split."""
    result: list[Node] = []
    for value in values:
        for leaf in nodes(operand(state, value)):
            near = state.exact.get(leaf) if leaf.type == F64 else None
            if leaf.type.bits % F32.bits and leaf.type != F16:
                raise InputError(f"a float is needed, not {leaf.type}")
            if leaf.type == F16:
                result.append(state.make("fpconvert", F32, (leaf,)))
            elif near is not None:
                result.append(near)
            else:
                result.extend(recast(state, (leaf,), [F32] * (leaf.type.bits // 32)))
    return tuple(result)


def _returned(state: BuildState, parts: tuple[Node, ...], type: LType) -> Leaves:
    """Return floats in the form of the declared result."""
    types = [part.type for part in state.layout.parts(type)]
    if all(t == F16 for t in types):
        return tuple(state.make("fpconvert", F16, (part,)) for part in parts[: len(types)])
    count = sum(t.bits for t in types) // 32
    if count > len(parts):
        raise InputError(f"a result of {count} floats is declared, but there are {len(parts)}")
    return recast(state, parts[:count], types)


def lower_discard(state: BuildState, i: LlvmInstruction) -> Leaves:
    condition = node(operand(state, i.operands[0])[0]) if i.operands else state.constant(BOOL, True)
    if condition.type != BOOL:
        condition = state.make("ine", BOOL, (condition, state.constant(condition.type, 0)))
    state.effect("discard", VOID, (condition,))
    return ()


def lower_emission(state: BuildState, i: LlvmInstruction) -> Leaves:
    """An emitted vertex: the name of the function has the fields of setemit, and its operands are the outputs."""
    vertex, primitive, winding = (int(word) for word in str(getattr(i.callee, "name", "")).split(".")[2:])
    values = tuple(leaf for value in i.operands for leaf in nodes(operand(state, value)))
    places = tuple((leaf.register, leaf.component + k) for leaf in state.shader.outputs for k in range(leaf.count))
    state.effect("emit", VOID, values, VertexEmission((vertex, primitive, winding), places))
    return ()


def _derivative(op: str) -> Callable[[BuildState, LlvmInstruction], Leaves]:
    def lowering(state: BuildState, i: LlvmInstruction) -> Leaves:
        values = floats(state, i.operands)
        return _returned(state, tuple(state.make(op, F32, (value,)) for value in values), i.type)

    return lowering


SHADING: dict[str, Callable[[BuildState, LlvmInstruction], Leaves]] = {
    "gpucc.texture.2d": lower_texture,
    "gpucc.texture.cube": lower_texture,
    "gpucc.discard": lower_discard,
    "gpucc.emit": lower_emission,
    "gpucc.dfdx": _derivative("dfdx"),
    "gpucc.dfdy": _derivative("dfdy"),
}
