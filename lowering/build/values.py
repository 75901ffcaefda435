"""Instructions that compute (arithmetic, comparisons, casts, selects), and those that rearrange vectors and structs."""

from __future__ import annotations

from math import gcd

from gpucc.errors import Unsupported
from gpucc.lowering.arrays.columns import TableColumn
from gpucc.lowering.arrays.tables import column_of, is_worth, line_through, read_column
from gpucc.lowering.build.double import double_compare, double_op, double_select, narrow, widen
from gpucc.lowering.build.operands import operand
from gpucc.lowering.build.pointers import choose_pointer, compare_pointers
from gpucc.lowering.build.state import NO_ADDRESS, BuildState, Leaf, Leaves, Pointer, node, nodes
from gpucc.lowering.build.wide import WORD_BITS, combine, has_words, join, low_word, pieces, recast
from gpucc.lowering.fold import unsigned
from gpucc.lowering.graph import BOOL, F32, I32, NUW, REASSOC, Node, Type
from gpucc.lowering.layout import F64, POINTER, scalar
from gpucc.lowering.llvm import ArrayType, LlvmInstruction, LType, StructType, VectorType, scalar_of
from gpucc.lowering.opcodes import COMPARE_OPS, FLOAT_OPS, INTEGER_OPS

# operations on one bit; the others return the first operand, since divisors of 0 and shifts by 1 are undefined
BOOLEAN = {"iadd": "bxor", "isub": "bxor", "ixor": "bxor", "imul": "band", "iand": "band", "ior": "bor"}
MASKED = frozenset(("iand", "ior", "ixor"))


# arithmetic -----------------------------------------------------------------------------------------------------------


def float_op(state: BuildState, op: str, args: tuple[Node, ...], flags: int = 0) -> Node:
    """Return an operation that computes a float of its operands' type."""
    type = args[0].type
    return double_op(state, op, args, flags) if type == F64 else state.make(op, type, args, flags=flags)


def integer_op(state: BuildState, op: str, a: Node, b: Node, flags: int = 0) -> Node:
    if a.type == BOOL:
        return state.make(BOOLEAN[op], BOOL, (a, b)) if op in BOOLEAN else a
    if (
        op == "iand"
        and b.op == "const"
        and b.attr == 1
        and a.op == "lshr"
        and (bit := _packed_entry(state, a, BOOL)) is not None
    ):
        return state.make("btoi", a.type, (bit,))
    result = state.make(op, a.type, (a, b), flags=flags)
    if op in MASKED and (a in state.masks or b in state.masks):
        bits = zip(pieces(state, a, 1), pieces(state, b, 1), strict=True)
        state.masks[result] = tuple(combine(state, op, p, q) for p, q in bits)
    return result


def lower_binary(state: BuildState, i: LlvmInstruction) -> Leaves:
    a, b = (nodes(operand(state, value)) for value in i.operands)
    flags = state.flags(i.flags)
    op = FLOAT_OPS.get(i.op)
    if op is not None:
        return tuple([float_op(state, op, pair, flags) for pair in zip(a, b, strict=True)])
    op = INTEGER_OPS[i.op]
    return tuple([integer_op(state, op, p, q, flags) for p, q in zip(a, b, strict=True)])


def lower_negation(state: BuildState, i: LlvmInstruction) -> Leaves:
    flags = state.flags(i.flags)
    return tuple(float_op(state, "fneg", (value,), flags) for value in nodes(operand(state, i.operands[0])))


def lower_freeze(state: BuildState, i: LlvmInstruction) -> Leaves:
    return operand(state, i.operands[0])


# comparisons and selects ----------------------------------------------------------------------------------------------


def lower_float_compare(state: BuildState, i: LlvmInstruction) -> Leaves:
    a, b = (nodes(operand(state, value)) for value in i.operands)
    if i.predicate in ("true", "false"):
        return (state.constant(BOOL, i.predicate == "true"),) * len(a)
    op, swap = COMPARE_OPS[f"fcmp {i.predicate}"]
    flags = state.flags(i.flags)
    pairs = zip(b, a, strict=True) if swap else zip(a, b, strict=True)
    return tuple([float_compare(state, op, p, q, flags) for p, q in pairs])


def float_compare(state: BuildState, op: str, a: Node, b: Node, flags: int = 0) -> Node:
    return double_compare(state, op, a, b, flags) if a.type == F64 else state.make(op, BOOL, (a, b), flags=flags)


def lower_integer_compare(state: BuildState, i: LlvmInstruction) -> Leaves:
    a, b = (operand(state, value) for value in i.operands)
    op, swap = COMPARE_OPS[f"icmp {i.predicate}"]
    return tuple(
        integer_compare(state, op, q, p) if swap else integer_compare(state, op, p, q)
        for p, q in zip(a, b, strict=True)
    )


def integer_compare(state: BuildState, op: str, a: Leaf, b: Leaf) -> Node:
    if isinstance(a, Pointer) or isinstance(b, Pointer):
        return compare_pointers(state, op, a, b)
    if a.type == BOOL:
        return _compare_truths(state, op, a, b)
    if op in ("ieq", "ine") and (a in state.masks or b in state.masks):
        return _compare_masks(state, op, a, b)
    if op in ("ieq", "ine") and b.op == "const" and b.type.bits == 2 * WORD_BITS and has_words(a):
        return _compare_words(state, op, a, b)
    if op in ("iult", "iule") and ((b.op == "const" and has_words(a)) or (a.op == "const" and has_words(b))):
        return _compare_high(state, op, a, b)
    return state.make(op, BOOL, (a, b))


def _compare_words(state: BuildState, op: str, a: Node, b: Node) -> Node:
    """Compare what an ABI passes as one integer, word by word: one of them may be the bits of a float."""
    pairs = zip(pieces(state, a, WORD_BITS), pieces(state, b, WORD_BITS), strict=True)
    differ = [state.make("ine", BOOL, pair) for pair in pairs if pair[0].op != "const" or pair[0].attr != pair[1].attr]
    some = state.constant(BOOL, False)
    for word in differ:
        some = combine(state, "ior", some, word)
    return some if op == "ine" else state.make("bnot", BOOL, (some,))


def _compare_high(state: BuildState, op: str, a: Node, b: Node) -> Node:
    """Compare with a multiple of 2^32 what an ABI passes as one integer: only what is above the lower word counts."""
    value, limit = (a, b) if b.op == "const" else (b, a)
    assert isinstance(limit.attr, int)
    # value < least, or its opposite
    least = limit.attr % (1 << limit.type.bits) + ((op == "iule") == (value is a))
    if least >> value.type.bits:
        return state.constant(BOOL, value is a)
    if least % (1 << WORD_BITS):
        return state.make(op, BOOL, (a, b))
    unit = gcd(WORD_BITS, value.type.bits)
    high = join(state, pieces(state, value, unit)[WORD_BITS // unit :])
    below = state.make("iult", BOOL, (high, state.constant(high.type, least >> WORD_BITS)))
    return below if value is a else state.make("bnot", BOOL, (below,))


def _compare_truths(state: BuildState, op: str, a: Node, b: Node) -> Node:
    """Compare booleans as integers: true is 1 as unsigned and -1 as signed."""
    if op in ("ieq", "ine"):
        differ = state.make("bxor", BOOL, (a, b))
        return differ if op == "ine" else state.make("bnot", BOOL, (differ,))
    low, high = (a, b) if op in ("iult", "iule") else (b, a)
    return state.make("band" if op.endswith("lt") else "bor", BOOL, (state.make("bnot", BOOL, (low,)), high))


def _compare_masks(state: BuildState, op: str, a: Node, b: Node) -> Node:
    """Compare vectors of booleans that were cast to integers: any, all, none and the like."""
    bits = zip(pieces(state, a, 1), pieces(state, b, 1), strict=True)
    differ = [combine(state, "ixor", p, q) for p, q in bits]
    some = differ[0]
    for bit in differ[1:]:
        some = combine(state, "ior", some, bit)
    return some if op == "ine" else state.make("bnot", BOOL, (some,))


def choose(state: BuildState, condition: Node, a: Leaf, b: Leaf, flags: int = 0) -> Leaf:
    if condition.op == "const":
        return a if condition.attr else b
    if a is b:
        return a
    if isinstance(a, Pointer) or isinstance(b, Pointer):
        return choose_pointer(state, condition, a, b)
    if a.type == F64:
        return double_select(state, condition, a, b, flags)
    # the flag says of a choice that it was a mixture in the source, which LLVM's choices are not
    return state.make("select", a.type, (condition, a, b), flags=flags & ~REASSOC)


def lower_select(state: BuildState, i: LlvmInstruction) -> Leaves:
    conditions, a, b = (operand(state, value) for value in i.operands)
    if len(conditions) != len(a):
        conditions = conditions * len(a)
    flags = state.flags(i.flags)
    return tuple([choose(state, node(c), p, q, flags) for c, p, q in zip(conditions, a, b, strict=True)])


def pick(state: BuildState, index: Node, candidates: list[Leaf]) -> Leaf:
    """Return the candidate with the number `index`, by a balanced tree of comparisons; runs of the same one need
    none.
    """
    if index.op == "const":
        at = int(index.attr) if isinstance(index.attr, int) else 0
        return candidates[at] if 0 <= at < len(candidates) else candidates[0]
    if index.type.bits < I32.bits:
        index = state.make("btoi" if index.type == BOOL else "zext", I32, (index,))
    starts = [k for k, leaf in enumerate(candidates) if k == 0 or leaf is not candidates[k - 1]]

    def tree(low: int, high: int) -> Leaf:
        if high - low == 1:
            return candidates[starts[low]]
        middle = (low + high) // 2
        below = state.make("islt", BOOL, (index, state.constant(index.type, starts[middle])))
        return choose(state, below, tree(low, middle), tree(middle, high))

    return tree(0, len(starts))


# casts ----------------------------------------------------------------------------------------------------------------


def lower_cast(state: BuildState, i: LlvmInstruction) -> Leaves:
    cast = CASTS[i.op]
    type = scalar(scalar_of(i.type))
    flags = state.flags(i.flags)
    return tuple([cast(state, i.op, value, type, flags) for value in nodes(operand(state, i.operands[0]))])


def truncate(state: BuildState, op: str, value: Node, type: Type, flags: int = 0) -> Node:
    if (entry := _packed_entry(state, value, type)) is not None:
        return entry
    if value.op != "const" and value.type.bits % type.bits == 0 and (type == BOOL or value.type.bits > I32.bits):
        return pieces(state, value, type.bits)[0]
    if type.bits == WORD_BITS and has_words(value) and (word := low_word(state, value)) is not None:
        return word
    return state.make("itrunc", type, (value,), flags=flags)


def _packed_entry(state: BuildState, value: Node, type: Type) -> Node | None:
    """Match an entry of a small table that LLVM packed into one integer: the low bits of (constant >> n), or >> (n <<
    k).
    """
    if value.op != "lshr" or value.args[0].op != "const" or value.args[1].op == "const":
        return None
    table, index = value.args
    scale = 0
    shift = index.args[1].attr if index.op == "shl" else None
    if isinstance(shift, int):
        index, scale = index.args[0], shift
    while index.op in ("zext", "sext") or (index.op == "itrunc" and index.flags & NUW):
        index = index.args[0]
    assert isinstance(table.attr, int)
    bits = unsigned(table.attr, value.type.bits)
    return node(pick(state, index, [state.constant(type, bits >> at) for at in range(0, value.type.bits, 1 << scale)]))


def extend(state: BuildState, op: str, value: Node, type: Type, flags: int = 0) -> Node:
    if value.type != BOOL:
        result = state.make(op, type, (value,), flags=flags)
        if op == "zext" and value in state.masks:
            state.masks[result] = state.masks[value] + (state.constant(BOOL, 0),) * (type.bits - value.type.bits)
        return result
    if op == "zext":
        return state.make("btoi", type, (value,))
    return state.make("select", type, (value, state.constant(type, -1), state.constant(type, 0)))


def _float_width(state: BuildState, op: str, value: Node, type: Type, flags: int) -> Node:
    if type == F64:
        return widen(state, value if value.type == F32 else state.make("fpconvert", F32, (value,)))
    if value.type == F64:
        value = narrow(state, value, once=type == F32)
    return value if value.type == type else state.make("fpconvert", type, (value,), flags=flags)


def to_integer(state: BuildState, op: str, value: Node, type: Type, flags: int = 0) -> Node:
    if value.type == F64:
        value = narrow(state, value)
    if type == BOOL:
        one = state.constant(value.type, 1.0 if op == "fptoui" else -1.0)
        return state.make("fole", BOOL, (one, value) if op == "fptoui" else (value, one))
    return state.make(op, type, (value,), flags=flags)


def to_float(state: BuildState, op: str, value: Node, type: Type, flags: int = 0) -> Node:
    """Convert an integer to float. Integers that targets support are exact in float, so a double equals that float."""
    if type == F64:
        return widen(state, to_float(state, op, value, F32, flags))
    if value.type != BOOL:
        return state.make(op, type, (value,), flags=flags)
    if op == "uitofp":
        return state.make("btof", type, (value,))
    return state.make("select", type, (value, state.constant(type, -1.0), state.constant(type, 0.0)))


CASTS = {
    "trunc": truncate,
    **dict.fromkeys(("zext", "sext"), extend),
    **dict.fromkeys(("fptrunc", "fpext"), _float_width),
    **dict.fromkeys(("fptosi", "fptoui"), to_integer),
    **dict.fromkeys(("sitofp", "uitofp"), to_float),
}


def lower_bitcast(state: BuildState, i: LlvmInstruction) -> Leaves:
    leaves = operand(state, i.operands[0])
    types = [part.type for part in state.layout.parts(i.type)]
    if POINTER in types or any(isinstance(leaf, Pointer) for leaf in leaves):
        return leaves
    return recast(state, nodes(leaves), types)


def lower_address_number(state: BuildState, i: LlvmInstruction) -> Leaves:
    raise Unsupported(
        f"'{i.op}': addresses are no numbers on these targets",
        notes=("index arrays with integers instead of computing with addresses",),
    )


# vectors and structs --------------------------------------------------------------------------------------------------


def lower_extract_element(state: BuildState, i: LlvmInstruction) -> Leaves:
    vector, index = operand(state, i.operands[0]), node(operand(state, i.operands[1])[0])
    found = None if index.op == "const" else _constant_element(state, vector, index)
    return (pick(state, index, list(vector)) if found is None else found,)


def _constant_element(state: BuildState, vector: Leaves, index: Node) -> Node | None:
    """Read a component of a vector of constants as an element of a table, if that is better than selects."""
    elements = [leaf for leaf in vector if isinstance(leaf, Node)]
    if len(elements) < len(vector) or not all(leaf.op in ("const", "undef") for leaf in elements):
        return None
    name = f"<{', '.join(str(leaf.attr) for leaf in elements)}>"
    column = column_of(name, 0, elements, elements[0].type, state.format)
    if index.type.bits < I32.bits:
        index = state.make("btoi" if index.type == BOOL else "zext", I32, (index,))
    elif index.type.bits > I32.bits:
        index = truncate(state, "trunc", index, I32)
    return None if column is None else column_element(state, column, index)


def column_element(state: BuildState, column: TableColumn, index: Node) -> Node | None:
    """Read an element of a column of constants from registers or compute it, if one of these is better than selects."""
    if is_worth(column, (index,), state.wishes) or line_through(column, state.format) is not None:
        return read_column(state.block, column, index, state.format, state.wishes, state.choosing)
    return None


def lower_insert_element(state: BuildState, i: LlvmInstruction) -> Leaves:
    vector, (value,) = operand(state, i.operands[0]), operand(state, i.operands[1])
    index = node(operand(state, i.operands[2])[0])
    if index.op == "const":
        at = index.attr
        return tuple(value if k == at else leaf for k, leaf in enumerate(vector))
    hits = [integer_compare(state, "ieq", index, state.constant(index.type, k)) for k in range(len(vector))]
    return tuple(choose(state, hit, value, leaf) for hit, leaf in zip(hits, vector, strict=True))


def lower_shuffle(state: BuildState, i: LlvmInstruction) -> Leaves:
    a, b = (operand(state, value) for value in i.operands)
    both = a + b
    lacking: Leaf = NO_ADDRESS if isinstance(both[0], Pointer) else state.undef(both[0].type)
    return tuple([both[lane] if lane >= 0 else lacking for lane in i.mask])


def _span(state: BuildState, type: LType, indices: tuple[int, ...]) -> tuple[int, int]:
    """Return the first scalar of an aggregate's member, and the one after its last."""
    start = 0
    for index in indices:
        if isinstance(type, StructType):
            start += sum(len(state.layout.parts(element)) for element in type.elements[:index])
            type = type.elements[index]
        elif isinstance(type, ArrayType | VectorType):
            start += index * len(state.layout.parts(type.element))
            type = type.element
    return start, start + len(state.layout.parts(type))


def lower_extract_value(state: BuildState, i: LlvmInstruction) -> Leaves:
    start, end = _span(state, i.operands[0].type, i.indices)
    return operand(state, i.operands[0])[start:end]


def lower_insert_value(state: BuildState, i: LlvmInstruction) -> Leaves:
    start, end = _span(state, i.type, i.indices)
    whole = operand(state, i.operands[0])
    return whole[:start] + operand(state, i.operands[1]) + whole[end:]


VALUES = {
    **dict.fromkeys((*FLOAT_OPS, *INTEGER_OPS), lower_binary),
    **dict.fromkeys(CASTS, lower_cast),
    **dict.fromkeys(("ptrtoint", "ptrtoaddr", "inttoptr"), lower_address_number),
    **dict.fromkeys(("bitcast", "addrspacecast"), lower_bitcast),
    "fneg": lower_negation,
    "freeze": lower_freeze,
    "fcmp": lower_float_compare,
    "icmp": lower_integer_compare,
    "select": lower_select,
    "extractelement": lower_extract_element,
    "insertelement": lower_insert_element,
    "shufflevector": lower_shuffle,
    "extractvalue": lower_extract_value,
    "insertvalue": lower_insert_value,
}
