"""The invocation's own memory: local arrays and structs, and global variables that are written.

Memory whose accesses all have constant places becomes values: each word is a variable, and where paths meet it gets a
phi (Braun et al., Simple and Efficient Construction of SSA Form, 2013; here all phis are completed at the end). Memory
that is indexed at run time stays in arrays, with loads and stores as effects. Which memory is indexed, the size of the
pieces accessed and the types of arrays are known only at the end of a build, and are recorded for the next one.
"""

from __future__ import annotations

from itertools import pairwise
from math import gcd

from gpucc.errors import Unsupported
from gpucc.isa.model import LANES
from gpucc.lowering.build.indices import index_sum
from gpucc.lowering.build.operands import global_pointer, operand
from gpucc.lowering.build.pointers import join_pointer
from gpucc.lowering.build.state import (
    NO_ADDRESS,
    ArrayPiece,
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
# the bytes of the longest scalar that is kept whole
LONGEST = 8
Element = tuple[LocalArray, Node]


def lower_alloca(state: BuildState, i: LlvmInstruction) -> Leaves:
    assert i.element is not None
    assert i.name is not None
    type = i.element
    if i.operands:
        count = node(operand(state, i.operands[0])[0])
        if count.op != "const" or not isinstance(count.attr, int):
            raise Unsupported("an array of variable length", notes=("give the array a constant size",))
        type = ArrayType(count.attr, type)
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
    size = type.bits // 8
    old = state.found.arrays.get(name)
    step = gcd(*(by for _, by in at.terms), old.step if old else 0)
    pieces: list[ArrayPiece] = []
    for piece in old.pieces if old else ():
        _add_piece(pieces, step, piece.offset, piece.size, piece.type)
    kind = None if constant else F32 if type == F64 else type
    for by in range(0, size, WORD if type == F64 else size):
        _add_piece(pieces, step, at.offset + by, WORD if type == F64 else size, kind)
    state.found.arrays[name] = ArrayPlan(step, tuple(pieces))


def _add_piece(pieces: list[ArrayPiece], step: int, offset: int, size: int, type: Type | None) -> None:
    """Add bytes that are accessed as one scalar. Those that overlap become smaller pieces: integers, except where one
    of them is a scalar that another access has whole."""
    if step:
        offset %= step
        if offset + size > step:
            for by in range(0, size, unit := gcd(step, offset, size)):
                _add_piece(pieces, step, offset + by, unit, None)
            return
    mine = [piece for piece in pieces if piece.offset < offset + size and offset < piece.offset + piece.size]
    if len(mine) == 1 and (mine[0].offset, mine[0].size) == (offset, size) and size <= LONGEST:
        other = mine[0].type
        kind = type if other is None else other if type in (None, other) else integer(8 * size)
        pieces[pieces.index(mine[0])] = ArrayPiece(offset, size, kind)
        return
    start, end = (
        min([offset, *(one.offset for one in mine)]),
        max([offset + size, *(one.offset + one.size for one in mine)]),
    )
    if not mine and size <= LONGEST:
        pieces.append(ArrayPiece(offset, size, type))
    elif any(one.offset < offset or one.offset + one.size > offset + size for one in mine) or (
        size > LONGEST and not mine
    ):
        unit = gcd(start, offset, size, LONGEST, *(edge for one in mine for edge in (one.offset, one.size)))
        pieces[:] = [piece for piece in pieces if piece not in mine]
        pieces += [ArrayPiece(place, unit, None) for place in range(start, end, unit)]
    else:
        # what lies between the pieces of these bytes is a piece, too
        edges = sorted({offset, offset + size, *(edge for one in mine for edge in (one.offset, one.offset + one.size))})
        taken = {one.offset for one in mine}
        for low, high in pairwise(edges):
            if low not in taken:
                unit = gcd(low, high, LONGEST)
                pieces += [ArrayPiece(place, unit, None) for place in range(low, high, unit)]
    pieces.sort(key=lambda one: one.offset)


def _elements(state: BuildState, root: BuildMemory, at: Pointer, type: Type, constant: bool = False) -> list[Element]:
    """Return the array elements that hold a scalar; none until the arrays are settled.

    If the step is several elements, the memory is that many arrays side by side, so that the index counts steps.
    """
    _note_array(state, root.name, at, type, constant)
    plan = state.plan.arrays.get(root.name)
    if plan is None or state.found.arrays[root.name] != plan or not plan.step:
        return []
    total = state.layout.size(state.memory[root.name])
    result = []
    lanes = {piece.offset: lane for lane, piece in enumerate(plan.pieces)}
    place, end = at.offset, at.offset + type.bits // 8
    while place < end:
        start, within = divmod(place, plan.step)
        lane = lanes[within]
        index = index_sum(state, at.terms, plan.step, start)
        result.append((_array(root.name, plan, lane, total), index))
        place += plan.pieces[lane].size
    return result


def _array(name: str, plan: ArrayPlan, lane: int, total: int) -> LocalArray:
    piece = plan.pieces[lane]
    length = -(-(total - piece.offset) // plan.step)
    if piece.size == plan.step:
        return LocalArray(name, length, piece.kind)
    return LocalArray(f"{name}.{lane}", length, piece.kind, (f"{name}.{lane // LANES}", lane % LANES))


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
        for start in range(0, len(image.data), plan.step or LARGEST):
            for piece in plan.pieces:
                offset = start + piece.offset
                if offset + piece.size <= len(image.data):
                    value = node(read_image(state, image, offset, piece.kind))
                    store_memory(state, BuildMemory(name), Pointer(BuildMemory(name), offset), value)
