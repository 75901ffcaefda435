"""Reads constant memory: uniform registers and constant tables."""

from __future__ import annotations

import re
import struct
from functools import lru_cache
from math import gcd

from gpucc.errors import Unsupported
from gpucc.lowering.arrays.tables import LARGEST_TABLE, MOST_ELEMENTS, column_of
from gpucc.lowering.build.indices import index_sum
from gpucc.lowering.build.operands import operand
from gpucc.lowering.build.state import NO_ADDRESS, BuildState, BuildUniforms, ConstantTable, Image, Leaf, Pointer, node
from gpucc.lowering.build.values import column_element, pick, truncate
from gpucc.lowering.build.wide import recast, retype
from gpucc.lowering.fold import PATTERNS, unsigned
from gpucc.lowering.graph import BOOL, F32, I32, Node, Type, integer
from gpucc.lowering.layout import POINTER
from gpucc.lowering.llvm import LType, Value

REGISTER, WORD = 16, 4
_NARROW = re.compile(r"= load (?:volatile )?(?:<\d+ x )?i(?:8|16)\b")

# uniforms -------------------------------------------------------------------------------------------------------------


def load_uniform(state: BuildState, root: BuildUniforms, at: Pointer, type: Type) -> Node:
    """Return a value in uniform memory. Each 32-bit word is one component: a float, or an integer or boolean as
    float.
    """
    if type == POINTER:
        raise Unsupported("uniform memory cannot hold pointers", notes=("pass each array as a parameter of its own",))
    inner = at.offset % WORD
    if (
        type.kind == "i"
        and 8 <= type.bits <= 8 * (WORD - inner)
        and type.bits < 32
        and not any(by % WORD for _, by in at.terms)
        and not _reads_narrow(state.shader.text)
    ):
        # LLVM reads less of a word than the source does: the word holds the whole number
        word = retype(state, _word(state, root, at.plus(-inner), I32), I32)
        if inner:
            word = state.make("lshr", I32, (word, state.constant(I32, 8 * inner)))
        return node(truncate(state, "trunc", word, type))
    if inner or any(by % WORD for _, by in at.terms):
        raise Unsupported(
            f"a value of {type} at byte {at.offset} of '{root.name}' is no whole component: a component of a uniform"
            f" has {WORD} bytes",
            notes=("use float and int members, arrays of vectors, and no smaller types packed together",),
        )
    if type.bits > 32:
        words = [_word(state, root, at.plus(k * WORD), None) for k in range(type.bits // 32)]
        return recast(state, words, [type])[0]
    return _word(state, root, at, type)


@lru_cache(64)
def _reads_narrow(text: str) -> bool:
    """Return whether a source reads integers of 8 or 16 bits from memory: then uniforms may be such numbers."""
    return _NARROW.search(text) is not None


def _word(state: BuildState, root: BuildUniforms, at: Pointer, wanted: Type | None) -> Node:
    if not at.terms:
        place = (root.register + at.offset // REGISTER, at.offset % REGISTER // WORD)
        if at.offset < 0 or place[0] not in state.slots:
            # no register: the end that an iterator is left at, on a path that does not read it
            return state.undef(wanted or F32)
        type = _held(_letter(state, *place), wanted)
        return _as_wanted(state, state.leaf("uniform", type, place), wanted or type)
    step = gcd(*(by for _, by in at.terms))
    type = _held(_letter_of_all(state, root, at.offset, step), wanted)
    found = _row(state, root, at, type) if step % REGISTER == 0 else _single(state, root, at, type, gcd(step, REGISTER))
    return _as_wanted(state, found, wanted or type)


def _row(state: BuildState, root: BuildUniforms, at: Pointer, type: Type) -> Node:
    """Return a component of a register whose number is computed."""
    index = index_sum(state, at.terms, REGISTER)
    return _indexed(state, root, index, at.offset // REGISTER, at.offset % REGISTER // WORD, type)


def _indexed(state: BuildState, root: BuildUniforms, index: Node, offset: int, component: int, type: Type) -> Node:
    slot = state.slots.get(root.register)
    count = slot.registers if slot else 1
    if not 0 <= offset < count:
        index = state.make("iadd", I32, (index, state.constant(I32, offset)))
        offset = 0
    return state.make("uniform_at", type, (index,), (root.register + offset, component, count))


def _single(state: BuildState, root: BuildUniforms, at: Pointer, type: Type, unit: int) -> Node:
    """Return a scalar or part of a pair in C layout: the index selects the register and the component."""
    start, rest = divmod(at.offset, unit)
    index = index_sum(state, at.terms, unit, start)
    count = REGISTER // unit
    register = state.make("ashr", I32, (index, state.constant(I32, count.bit_length() - 1)))
    lane = state.make("iand", I32, (index, state.constant(I32, count - 1)))
    candidates: list[Leaf] = [_indexed(state, root, register, 0, (rest + k * unit) // WORD, type) for k in range(count)]
    return node(pick(state, lane, candidates))


def _letter(state: BuildState, register: int, component: int) -> str:
    """Return the kind of number in a component, as the interface declares it, or `.`."""
    slot = state.slots.get(register)
    return "." if slot is None else slot.letter(register, component)


def _letter_of_all(state: BuildState, root: BuildUniforms, offset: int, step: int) -> str:
    """Return the kind of number at this offset in the elements of an array: it is the same in all of them."""
    slot = state.slots.get(root.register)
    if slot is None:
        return "."
    first = (root.register - slot.register) * 4 + offset % step // WORD
    return next((letter for letter in slot.words[first :: step // WORD] if letter != "."), ".")


def _held(letter: str, wanted: Type | None) -> Type:
    """Return the type of the number in a component."""
    if letter == "b":
        return BOOL
    if letter in "iu":
        return wanted if wanted is not None and wanted.kind == "i" and wanted.bits <= 32 else I32
    if letter == "f":
        return wanted if wanted is not None and wanted.kind == "f" else F32
    return wanted or F32


def _as_wanted(state: BuildState, value: Node, wanted: Type) -> Node:
    """Convert the number in a component to the type that the program reads."""
    if value.type == wanted:
        return value
    if value.type == BOOL:
        value = state.make("btoi", integer(max(8, wanted.bits)), (value,))
    if wanted == BOOL:
        return state.make("ine", BOOL, (value, state.constant(value.type, 0)))
    if value.type.bits > wanted.bits:
        value = truncate(state, "trunc", retype(state, value, integer(value.type.bits)), integer(wanted.bits))
    return retype(state, value, wanted)


# tables ---------------------------------------------------------------------------------------------------------------


def image_of(state: BuildState, key: str, type: LType, value: Value) -> Image:
    """Return the bytes of a constant."""
    found = state.images.get(key)
    if found is None:
        data = bytearray(state.layout.size(type))
        places = {}
        parts = state.layout.parts(type)
        for part, leaf in zip(parts, operand(state, value), strict=True):
            places[part.offset] = leaf
            if isinstance(leaf, Node) and leaf.op == "const":
                word = _bytes(leaf)
                data[part.offset : part.offset + len(word)] = word
        found = state.images[key] = Image(places, bytes(data))
    return found


def _bytes(constant: Node) -> bytes:
    type, value = constant.type, constant.attr
    if isinstance(value, float):
        return struct.pack(PATTERNS[type.bits][0], value)
    assert isinstance(value, int)
    size = -(-type.bits // 8)
    return unsigned(value, 8 * size).to_bytes(size, "little")


def read_image(state: BuildState, image: Image, offset: int, type: Type) -> Leaf:
    """Return a scalar from a constant; outside of it the value is undefined, as in LLVM."""
    leaf = image.leaves.get(offset)
    if type == POINTER:
        return leaf if isinstance(leaf, Pointer) else NO_ADDRESS
    if isinstance(leaf, Node) and leaf.type == type:
        return leaf
    size = -(-type.bits // 8)
    if offset < 0 or offset + size > len(image.data):
        return state.undef(type)
    pattern = state.constant(integer(8 * size), int.from_bytes(image.data[offset : offset + size], "little"))
    if type.kind == "f":
        return retype(state, pattern, type)
    return truncate(state, "trunc", pattern, type) if type.bits != 8 * size else pattern


def load_table(state: BuildState, root: ConstantTable, at: Pointer, type: Type) -> Leaf:
    found = state.module.globals[root.name]
    assert found.initializer is not None
    image = image_of(state, root.name, found.type, found.initializer)
    if not at.terms:
        return read_image(state, image, at.offset, type)
    step = gcd(*(by for _, by in at.terms))
    start, rest = divmod(at.offset, step)
    size = -(-type.bits // 8)
    count = (len(image.data) - rest - size) // step + 1
    if count < 1:
        return NO_ADDRESS if type == POINTER else state.undef(type)
    elements = [read_image(state, image, rest + k * step, type) for k in range(min(count, MOST_ELEMENTS + 1))]
    table = f"@{root.name} by {step}"
    column = None if type == POINTER else column_of(table, rest, [node(one) for one in elements], type, state.format)
    index = index_sum(state, at.terms, step, start)
    entry = None if column is None else column_element(state, column, index)
    if entry is not None:
        return entry
    if count > LARGEST_TABLE:
        raise _too_many(state, root.name, count, table)
    return pick(state, index, elements)


def _too_many(state: BuildState, name: str, count: int, table: str) -> Unsupported:
    why = "this target cannot index registers"
    if table in state.wishes.refused:
        why = "the target's registers have no room for it"
    elif state.wishes.least:
        why = f"its elements are not numbers that the target holds (integers up to {state.format.exact_integers})"
    return Unsupported(
        f"the constant array @{name} has {count} elements: {why}, and at most {LARGEST_TABLE} can be selects",
        notes=("read it from a texture, or compute its elements",),
    )
