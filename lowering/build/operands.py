"""Operands: names, constants and globals as leaves."""

from __future__ import annotations

from gpucc.errors import Unsupported
from gpucc.lowering.build.state import (
    NO_ADDRESS,
    NULL,
    BuildMemory,
    BuildState,
    BuildUniforms,
    ConstantTable,
    Leaves,
    Nowhere,
    Pointer,
    SamplerPointer,
    defined,
)
from gpucc.lowering.layout import POINTER, scalar
from gpucc.lowering.llvm import (
    Aggregate,
    Expression,
    FloatConstant,
    Global,
    GlobalVariable,
    IntConstant,
    LlvmInstruction,
    Local,
    Opaque,
    Undefined,
    Value,
    Zero,
)

SPACES = {1: "input", 2: "uniform", 3: "output", 4: "sampler"}


def operand(state: BuildState, value: Value) -> Leaves:
    """Return the scalars of an operand."""
    match value:
        case Local(name):
            found = state.values.get(name)
            return found if isinstance(found, tuple) else defined(found, name)
        case IntConstant(type, number) | FloatConstant(type, number):
            return (state.constant(scalar(type), number),)
        case Zero(type):
            return tuple(
                NULL if part.type == POINTER else state.constant(part.type, 0) for part in state.layout.parts(type)
            )
        case Undefined(type):
            return tuple(
                NO_ADDRESS if part.type == POINTER else state.undef(part.type) for part in state.layout.parts(type)
            )
        case Aggregate(_, elements):
            return tuple(leaf for element in elements for leaf in operand(state, element))
        case Global(name):
            return (global_pointer(state, name),)
        case Expression(op, type, operands, source):
            return state.lower(state, LlvmInstruction(op, type, None, operands, element=source, text=op))
        case Opaque(text):
            raise Unsupported(f"the operand '{text}' has no meaning in a shader")


def global_pointer(state: BuildState, name: str) -> Pointer:
    """Return a pointer for the address of a global."""
    if name in state.shader.uniform_globals:
        return Pointer(BuildUniforms(state.shader.uniform_globals[name], name))
    if name in state.shader.sampler_globals:
        return Pointer(SamplerPointer(state.shader.sampler_globals[name]))
    found = state.module.globals.get(name)
    if found is None:
        return Pointer(Nowhere(f"the function @{name}"))
    if found.kind == "alias" and found.initializer is not None:
        leaf = operand(state, found.initializer)[0]
        return leaf if isinstance(leaf, Pointer) else Pointer(Nowhere(f"@{name}"))
    if found.initializer is None:
        return Pointer(Nowhere(_unbound(found)))
    if found.constant:
        return Pointer(ConstantTable(name))
    return _variable(state, found, found.initializer)


def _unbound(found: GlobalVariable) -> str:
    role = SPACES.get(found.space)
    if role:
        return f"@{found.name}, a global of the {role} address space that is not part of the interface,"
    return f"@{found.name}, which is defined elsewhere,"


def _variable(state: BuildState, found: GlobalVariable, initializer: Value) -> Pointer:
    """Return a written global as memory: every invocation has its own copy, which starts from the initializer."""
    key = f"@{found.name}"
    if key not in state.memory:
        state.memory[key] = found.type
        state.initial[key] = initializer
    return Pointer(BuildMemory(key))
