"""The invocation's own memory: local arrays and structs, and global variables that are written.

Memory whose accesses all have constant places becomes values: each word is a variable, and where paths meet it gets a
phi (Braun et al., Simple and Efficient Construction of SSA Form, 2013; here all phis are completed at the end). Memory
that is indexed at run time stays in arrays, with loads and stores as effects. Which memory is indexed, the size of the
pieces accessed and the types of arrays are known only at the end of a build, and are recorded for the next one.
"""

from __future__ import annotations

from math import gcd

from gpucc.errors import Unsupported
from gpucc.isa.model import LANES
from gpucc.lowering.build.indices import index_sum
from gpucc.lowering.build.operands import global_pointer, operand
from gpucc.lowering.build.pointers import join_pointer
from gpucc.lowering.build.state import (
    NO_ADDRESS,
    ArrayPlan,
    BuildMemory,
    BuildState,
    Incoming,
    Leaf,
    Leaves,
    Pointer,
    node,
    pointer,
)
from gpucc.lowering.build.uniforms import image_of, read_image
from gpucc.lowering.build.values import truncate
from gpucc.lowering.build.wide import recast, retype
from gpucc.lowering.graph import BOOL, F32, VOID, LocalArray, Node, Type, integer
from gpucc.lowering.layout import F64, LARGEST, POINTER
from gpucc.lowering.llvm import ArrayType, LlvmInstruction

WORD = 4
Element = tuple[LocalArray, Node]


def lower_alloca(state: BuildState, i: LlvmInstruction) -> Leaves:
    count = node(operand(state, i.operands[0])[0]) if i.operands else None
    if count is not None and count.op != "const":
        raise Unsupported("an array of variable length", notes=("give the array a constant size",))
    assert i.element is not None
    assert i.name is not None
    type = ArrayType(int(str(count.attr)), i.element) if count is not None else i.element
    if state.layout.size(type) > LARGEST:
        raise Unsupported(
            f"a local array of {state.layout.size(type)} bytes; the largest that gpucc takes has {LARGEST}"
        )
    state.memory[i.name] = type
    return (Pointer(BuildMemory(i.name)),)


def stored_type(type: Type) -> Type:
    """Return the type of a scalar in memory: odd integers and booleans fill their bytes."""
    return type if type.bits % 8 == 0 else integer(-(-type.bits // 8) * 8)


def load_memory(state: BuildState, root: BuildMemory, at: Pointer, type: Type) -> Leaf:
    whole = stored_type(type)
    if at.terms or root.name in state.plan.arrays:
        return _narrowed(state, _load_elements(state, root, at, whole), type)
    places = cells(state, root.name, at.offset, whole.bits // 8)
    if places is None:
        return state.undef(type)
    if type == POINTER:
        return read_variable(state, (root.name, at.offset), POINTER)
    if len(places) == 1:
        return _narrowed(state, retype(state, node(read_variable(state, (root.name, at.offset), whole)), whole), type)
    hints = [F32 if whole == F64 and size == WORD else integer(8 * size) for _, size in places]
    words = [
        node(read_variable(state, (root.name, place), hint)) for (place, _), hint in zip(places, hints, strict=True)
    ]
    return _narrowed(state, recast(state, words, [whole])[0], type)


def _narrowed(state: BuildState, value: Node, type: Type) -> Node:
    return value if value.type == type else truncate(state, "trunc", value, type)


def store_memory(state: BuildState, root: BuildMemory, at: Pointer, leaf: Leaf) -> None:
    if isinstance(leaf, Pointer):
        _store_pointer(state, root, at, leaf)
        return
    whole = stored_type(leaf.type)
    if leaf.type != whole:
        leaf = state.make("btoi" if leaf.type == BOOL else "zext", whole, (leaf,))
    if at.terms or root.name in state.plan.arrays:
        _store_elements(state, root, at, leaf)
        return
    places = cells(state, root.name, at.offset, whole.bits // 8)
    if places is None:
        return
    parts = (leaf,) if len(places) == 1 else recast(state, [leaf], [integer(8 * size) for _, size in places])
    for (place, _), part in zip(places, parts, strict=True):
        write_variable(state, (root.name, place), part)


def _store_pointer(state: BuildState, root: BuildMemory, at: Pointer, leaf: Pointer) -> None:
    if at.terms or root.name in state.plan.arrays:
        raise Unsupported(
            "pointers in an array that is indexed at run time",
            notes=("keep indices instead of pointers, or choose between the arrays with if",),
        )
    places = cells(state, root.name, at.offset, state.layout.pointer)
    if places is not None:
        write_variable(state, (root.name, at.offset), leaf)


# variables ------------------------------------------------------------------------------------------------------------


def cells(state: BuildState, name: str, offset: int, size: int) -> list[tuple[int, int]] | None:
    """Return the variables (offset, size) that make up some bytes, or None if an access needs another division into
    variables, which is recorded.
    """
    if offset < 0 or offset + size > state.layout.size(state.memory[name]):
        return None
    result: list[tuple[int, int]] | None = []
    end = offset + size
    while offset < end:
        word = offset // WORD
        grain = state.plan.grains.get((name, word), WORD)
        if offset % grain or end - offset < grain:
            finer = gcd(offset, end - offset, WORD)
            state.found.grains[name, word] = min(finer, state.found.grains.get((name, word), WORD))
            result = None
            grain = min(WORD - offset % WORD, end - offset)
        if result is not None:
            result.append((offset, grain))
        offset += grain
    return result


def write_variable(state: BuildState, variable: tuple[str, int], leaf: Leaf) -> None:
    state.variables.setdefault(variable, {})[state.block.name] = leaf


def read_variable(state: BuildState, variable: tuple[str, int], wanted: Type) -> Leaf:
    """Return the variable's value here, in any type of its size: the last store above, or a phi where paths meet."""
    values = state.variables.setdefault(variable, {})
    above: list[str] = []
    block = state.block.name
    while (leaf := values.get(block)) is None:
        above.append(block)
        preds = state.predecessors[block]
        if not preds:
            leaf = _initial(state, variable, wanted)
        elif len(preds) > 1:
            leaf = _joined(state, block, variable, wanted)
        else:
            block = preds[0]
            continue
        break
    for name in above:
        values[name] = leaf
    return pointer(leaf) if wanted == POINTER else leaf


def _joined(state: BuildState, block: str, variable: tuple[str, int], wanted: Type) -> Leaf:
    incoming = Incoming(block, variable, instruction=state.instruction)
    if wanted == POINTER:
        return join_pointer(state, block, ("memory", block, *variable), incoming)
    return state.phi(block, wanted, incoming)


def _initial(state: BuildState, variable: tuple[str, int], wanted: Type) -> Leaf:
    name, offset = variable
    if name not in state.initial:
        return NO_ADDRESS if wanted == POINTER else state.undef(wanted)
    return read_image(state, image_of(state, name, state.memory[name], state.initial[name]), offset, wanted)


# arrays ---------------------------------------------------------------------------------------------------------------


def _note_array(state: BuildState, name: str, at: Pointer, type: Type, constant: bool) -> None:
    """Record how this access divides the memory. A constant has bits, but says nothing about the type."""
    size = 4 if type == F64 else type.bits // 8
    strides = [by for _, by in at.terms]
    old = state.found.arrays.get(name)
    step = gcd(*strides, old.step if old else 0)
    grain = gcd(step, at.offset, size, old.grain if old else 8)
    kind = old.type if old is not None else None
    if not constant:
        mine = F32 if type == F64 else type
        kind = mine if kind in (None, mine) and mine.bits == 8 * grain else integer(8 * grain)
    if kind is not None and kind.bits != 8 * grain:
        kind = integer(8 * grain)
    state.found.arrays[name] = ArrayPlan(step, grain, kind)


def _elements(state: BuildState, root: BuildMemory, at: Pointer, type: Type, constant: bool = False) -> list[Element]:
    """Return the array elements that hold a scalar; none until the arrays are settled.

    If the step is several elements, the memory is that many arrays side by side, so that the index counts steps.
    """
    _note_array(state, root.name, at, type, constant)
    plan = state.plan.arrays.get(root.name)
    if plan is None or state.found.arrays[root.name] != plan:
        return []
    lanes = plan.step // plan.grain
    total = state.layout.size(state.memory[root.name]) // plan.grain
    result = []
    for k in range(type.bits // 8 // plan.grain):
        start, lane = divmod(at.offset // plan.grain + k, lanes)
        index = index_sum(state, at.terms, plan.step, start)
        result.append((_array(root.name, plan, lane, total), index))
    return result


def _array(name: str, plan: ArrayPlan, lane: int, total: int) -> LocalArray:
    lanes = plan.step // plan.grain
    type = plan.type or integer(8 * plan.grain)
    if lanes == 1:
        return LocalArray(name, total, type)
    return LocalArray(f"{name}.{lane}", -(-(total - lane) // lanes), type, (f"{name}.{lane // LANES}", lane % LANES))


def _load_elements(state: BuildState, root: BuildMemory, at: Pointer, type: Type) -> Node:
    if type == POINTER:
        raise Unsupported(
            "pointers in an array that is indexed at run time", notes=("keep indices instead of pointers",)
        )
    elements = _elements(state, root, at, type)
    if not elements:
        return state.undef(type)
    words = [state.effect("local_load", array.type, (index,), array) for array, index in elements]
    return recast(state, words, [type])[0]


def _store_elements(state: BuildState, root: BuildMemory, at: Pointer, value: Node) -> None:
    elements = _elements(state, root, at, value.type, value.op == "const")
    if elements:
        parts = recast(state, [value], [array.type for array, _ in elements])
        for (array, index), part in zip(elements, parts, strict=True):
            state.effect("local_store", VOID, (index, part), array)


def initialise_arrays(state: BuildState) -> None:
    """Store the initializers of global arrays."""
    for name, plan in state.plan.arrays.items():
        if not name.startswith("@"):
            continue
        global_pointer(state, name[1:])
        image = image_of(state, name, state.memory[name], state.initial[name])
        type = plan.type or integer(8 * plan.grain)
        for offset in range(0, len(image.data), plan.grain):
            store_memory(
                state,
                BuildMemory(name),
                Pointer(BuildMemory(name), offset),
                node(read_image(state, image, offset, type)),
            )
