"""Lowers loads, stores and copies, depending on the memory that the address points to."""

from __future__ import annotations

from collections.abc import Iterator

from gpucc.errors import InputError, Unsupported
from gpucc.lowering.build.memory import cells, load_memory, lower_alloca, read_variable, store_memory, write_variable
from gpucc.lowering.build.operands import operand
from gpucc.lowering.build.pointers import is_candidate, lower_address, moved, select_of
from gpucc.lowering.build.state import (
    NO_ADDRESS,
    BuildMemory,
    BuildState,
    BuildUniforms,
    ConstantTable,
    Leaf,
    Leaves,
    Nowhere,
    PlaceChoice,
    Pointer,
    SamplerPointer,
    node,
    pointer,
)
from gpucc.lowering.build.uniforms import load_table, load_uniform
from gpucc.lowering.build.values import choose
from gpucc.lowering.build.wide import pieces, recast
from gpucc.lowering.graph import F32, I32, Node, Type, integer
from gpucc.lowering.layout import LARGEST, POINTER
from gpucc.lowering.llvm import LlvmInstruction, LType, VectorType

WORD = 4


def load(state: BuildState, at: Pointer, type: Type) -> Leaf:
    """Load a scalar from memory."""
    match at.root:
        case BuildUniforms() as root:
            return load_uniform(state, root, at, type)
        case ConstantTable() as root:
            return load_table(state, root, at, type)
        case BuildMemory() as root:
            return load_memory(state, root, at, type)
        case PlaceChoice(which, candidates):
            outer, state.choosing = state.choosing, True
            values = [load(state, moved(candidate, at), type) for candidate in candidates]
            state.choosing = outer
            return _chosen(state, which, values)
        case SamplerPointer():
            raise InputError("a sampler cannot be loaded: it is only an operand of the texture functions")
        case Nowhere(what) if what.startswith(("@", "the")):
            raise Unsupported(
                f"loading from {what} is not possible", notes=("bind it as a uniform, or define it as a constant",)
            )
    return NO_ADDRESS if type == POINTER else state.undef(type)


def _chosen(state: BuildState, which: Node, values: list[Leaf]) -> Leaf:
    if all(isinstance(value, Node) for value in values):
        return select_of(state, which, [node(value) for value in values])
    result = values[-1]
    for k in range(len(values) - 2, -1, -1):
        result = choose(state, is_candidate(state, which, k), values[k], result)
    return result


def store(state: BuildState, at: Pointer, leaf: Leaf) -> None:
    match at.root:
        case BuildMemory() as root:
            store_memory(state, root, at, leaf)
        case PlaceChoice(which, candidates):
            for k, candidate in enumerate(candidates):
                place = moved(candidate, at)
                old = load(state, place, POINTER if isinstance(leaf, Pointer) else leaf.type)
                store(state, place, choose(state, is_candidate(state, which, k), leaf, old))
        case BuildUniforms(_, name):
            raise InputError(
                f"'{name}' is read-only here: the shader stores to uniform memory",
                notes=("a pointer that is written must be an output: bind it with --bind NAME=output:N",),
            )
        case ConstantTable(name):
            raise InputError(f"@{name} is constant, but the shader stores to it")
        case Nowhere(what) if what.startswith(("@", "the")):
            raise Unsupported(
                f"storing to {what} is not possible", notes=("return the value, or bind the global as an output",)
            )


def lower_load(state: BuildState, i: LlvmInstruction) -> Leaves:
    at = pointer(operand(state, i.operands[0])[0])
    if (packed := _packed(state, i.type)) is not None:
        whole = node(load(state, at, packed))
        return tuple(pieces(state, whole, 1))[: len(state.layout.parts(i.type))]
    return tuple([load(state, at.plus(part.offset), part.type) for part in state.layout.parts(i.type)])


def lower_store(state: BuildState, i: LlvmInstruction) -> Leaves:
    value, (where,) = operand(state, i.operands[0]), operand(state, i.operands[1])
    at, type = pointer(where), i.operands[0].type
    if (packed := _packed(state, type)) is not None:
        bits = [node(leaf) for leaf in value] + [state.constant(node(value[0]).type, 0)] * (packed.bits - len(value))
        value = recast(state, bits, [packed])
        store(state, at, value[0])
        return ()
    for leaf, part in zip(value, state.layout.parts(type), strict=True):
        store(state, at.plus(part.offset), leaf)
    return ()


def _packed(state: BuildState, type: LType) -> Type | None:
    """Return the integer type that holds a vector of booleans in memory, one bit each."""
    if isinstance(type, VectorType) and state.layout.bits(type.element) == 1:
        return integer(-(-type.count // 8) * 8)
    return None


# copies ---------------------------------------------------------------------------------------------------------------


def lower_copy(state: BuildState, i: LlvmInstruction) -> Leaves:
    """Lower memcpy and memmove: everything is read before anything is written."""
    to, source = (pointer(operand(state, value)[0]) for value in i.operands[:2])
    types = _declared(state, source) | _declared(state, to)
    default = F32 if isinstance(source.root, BuildUniforms) else I32
    read: list[tuple[Pointer, Leaf, bool]] = []
    for offset, type in _chunks(state, types, default, _constant_size(state, i)):
        at, target = source.plus(offset), to.plus(offset)
        whole = type.bits == 8 * WORD and _is_variable(state, at) and _is_variable(state, target)
        read.append((target, _copied(state, at, type) if whole else load(state, at, type), whole))
    for target, leaf, whole in read:
        if whole and isinstance(target.root, BuildMemory):
            write_variable(state, (target.root.name, target.offset), leaf)
        else:
            store(state, target, leaf)
    return ()


def _copied(state: BuildState, at: Pointer, type: Type) -> Leaf:
    """Return a whole variable, of any type."""
    assert isinstance(at.root, BuildMemory)
    return read_variable(state, (at.root.name, at.offset), type)


def _constant_size(state: BuildState, i: LlvmInstruction) -> int:
    count = node(operand(state, i.operands[2])[0])
    if count.op != "const" or not isinstance(count.attr, int) or not 0 <= count.attr <= LARGEST:
        raise Unsupported(
            "a copy or fill whose size is not constant", notes=("copy the elements one by one in a loop",)
        )
    return count.attr


def _declared(state: BuildState, at: Pointer) -> dict[int, Type]:
    """Return the types of words and pointers with which memory was declared, by their distance from `at`."""
    match at.root:
        case BuildMemory(name):
            type = state.memory[name]
        case ConstantTable(name):
            type = state.module.globals[name].type
        case _:
            return {}
    parts = state.layout.parts(type)
    return {part.offset - at.offset: part.type for part in parts if part.type == POINTER or part.type.bits == 8 * WORD}


def _chunks(state: BuildState, types: dict[int, Type], default: Type, size: int) -> Iterator[tuple[int, Type]]:
    """Yield the units to copy: pointers where there are any, words, and single bytes at the end."""
    offset = 0
    while offset < size:
        left = size - offset
        type = types.get(offset, default)
        if type == POINTER and left >= state.layout.pointer:
            yield offset, POINTER
            offset += state.layout.pointer
        else:
            width = WORD if left >= WORD else 1
            yield offset, (default if type == POINTER else type) if width == WORD else integer(8)
            offset += width


def _is_variable(state: BuildState, at: Pointer) -> bool:
    if not isinstance(at.root, BuildMemory) or at.terms or at.root.name in state.plan.arrays or at.offset % WORD:
        return False
    return cells(state, at.root.name, at.offset, WORD) == [(at.offset, WORD)]


def lower_fill(state: BuildState, i: LlvmInstruction) -> Leaves:
    """Lower memset."""
    at = pointer(operand(state, i.operands[0])[0])
    byte = node(operand(state, i.operands[1])[0])
    word = recast(state, [byte] * WORD, [I32])[0]
    for offset, type in _chunks(state, {}, I32, _constant_size(state, i)):
        store(state, at.plus(offset), word if type == I32 else byte)
    return ()


ACCESSES = {"load": lower_load, "store": lower_store, "alloca": lower_alloca, "getelementptr": lower_address}
