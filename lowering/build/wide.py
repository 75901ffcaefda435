"""Reinterprets bits as other types: bitcasts of vectors, C's coerced arguments, doubles and integers that carry floats.

An ABI passes two floats as one double or i64. Such a value is a node that joins the two; splitting it finds the pieces
by looking through the join, so no target ever sees the wide value.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from gpucc.lowering.build.double import refuse
from gpucc.lowering.build.state import BuildState
from gpucc.lowering.graph import BOOL, DISJOINT, Node, Type, integer
from gpucc.lowering.layout import F64

DEPTH = 48
WORD_BITS = 32


def retype(state: BuildState, node: Node, type: Type) -> Node:
    """Return the same bits as another type of the same size."""
    if node.type == type:
        return node
    if node.op == "bits":
        return retype(state, node.args[0], type)
    if node.op == "undef":
        return state.undef(type)
    return state.make("bits", type, (node,))


def recast(state: BuildState, values: Sequence[Node], types: Sequence[Type]) -> tuple[Node, ...]:
    """Return the bits of `values`, lowest first, as scalars of other types."""
    if [value.type.bits for value in values] == [type.bits for type in types]:
        return tuple(retype(state, value, type) for value, type in zip(values, types, strict=True))
    unit = gcd(*(value.type.bits for value in values), *(type.bits for type in types))
    cut = [piece for value in values for piece in pieces(state, value, unit)]
    result = []
    at = 0
    for type in types:
        count = type.bits // unit
        result.append(retype(state, join(state, cut[at : at + count]), type))
        at += count
    return tuple(result)


def join(state: BuildState, parts: Sequence[Node]) -> Node:
    """Return one integer of all the pieces, the lowest first."""
    if len(parts) == 1:
        return parts[0]
    width = parts[0].type.bits
    type = integer(width * len(parts))
    if (whole := _whole(parts, type)) is not None:
        return whole
    if width in (8, 16) and type.bits > WORD_BITS and type.bits % WORD_BITS == 0:
        # words first: whoever wants one of them finds it
        count = WORD_BITS // width
        parts = [join(state, parts[at : at + count]) for at in range(0, len(parts), count)]
        width = WORD_BITS
    if width in (8, 16) and type.bits == WORD_BITS:
        # from the top piece, which has the sign: no step is larger than the result, so no bit of it is lost in a float
        top = _as_integer(state, parts[-1])
        result = state.make("sext", type, (top,))
        for part in reversed(parts[:-1]):
            high = state.make("shl", type, (result, state.constant(type, width)))
            result = state.make("ior", type, (high, _widened(state, part, type)), flags=DISJOINT)
        return result
    result = _widened(state, parts[0], type)
    for i, part in enumerate(parts[1:], 1):
        high = state.make("shl", type, (_widened(state, part, type), state.constant(type, i * width)))
        result = state.make("ior", type, (result, high), flags=DISJOINT)
    if width == 1:
        state.masks[result] = tuple(parts)
    return result


def has_words(node: Node, depth: int = DEPTH) -> bool:
    """Return whether an integer of more than a word has a word in it and something above, as an ABI passes several
    values as one; so has a choice of such integers, or a part of one."""
    if not WORD_BITS < node.type.bits <= 2 * WORD_BITS or not depth:
        return False
    match node.op:
        case "ior":
            return node.flags & DISJOINT != 0 and any(_is_high(arg) for arg in node.args)
        case "select":
            return any(has_words(arg, depth - 1) for arg in node.args[1:])
        case "iand":
            return node.args[1].op == "const" and has_words(node.args[0], depth - 1)
        case "itrunc":
            return has_words(node.args[0], depth - 1)
    return False


def low_word(state: BuildState, node: Node) -> Node | None:
    """The low word of an integer that need not have a whole number of words; None if it is not known as such."""
    if node.type.bits % WORD_BITS == 0:
        return pieces(state, node, WORD_BITS)[0]
    type = integer(WORD_BITS)
    match node.op:
        case "const" if isinstance(node.attr, int):
            return state.constant(type, node.attr)
        case "undef":
            return state.undef(type)
        case "itrunc":
            return low_word(state, node.args[0])
        case "select":
            condition, *arms = node.args
            a, b = (low_word(state, arm) for arm in arms)
            return None if a is None or b is None else state.make("select", type, (condition, a, b))
    return None


def _is_high(node: Node) -> bool:
    if node.op == "const":
        return isinstance(node.attr, int) and node.attr != 0 and node.attr % (1 << WORD_BITS) == 0
    return node.op == "shl" and node.args[0].op == "zext" and node.args[1].attr == WORD_BITS


def _whole(parts: Sequence[Node], type: Type) -> Node | None:
    """Return the existing value that has exactly these pieces in this order, if there is one."""
    for i, part in enumerate(parts):
        if part.op != "itrunc":
            return None
        inner = part.args[0]
        if i:
            if inner.op != "lshr" or inner.args[1].attr != i * part.type.bits:
                return None
            inner = inner.args[0]
        if inner.type != type or inner is not parts[0].args[0]:
            return None
    return parts[0].args[0]


def _widened(state: BuildState, part: Node, type: Type) -> Node:
    part = _as_integer(state, part)
    return state.make("btoi" if part.type == BOOL else "zext", type, (part,))


def _as_integer(state: BuildState, node: Node) -> Node:
    return node if node.type.kind in "ib" else retype(state, node, integer(node.type.bits))


def pieces(state: BuildState, node: Node, unit: int, depth: int = DEPTH) -> list[Node]:
    """Return `node` split into pieces of `unit` bits, the lowest first; pieces of one bit are booleans. The list is
    shared: do not change it.
    """
    bits = node.type.bits
    if bits == unit:
        return [_as_integer(state, node)]
    count = bits // unit
    type = BOOL if unit == 1 else integer(unit)
    if node.op == "undef":
        return [state.undef(type)] * count
    if node.op == "const":
        node = _as_integer(state, node)
        assert isinstance(node.attr, int)
        return [state.constant(type, node.attr >> i * unit) for i in range(count)]
    if unit == 1 and node in state.masks:
        return list(state.masks[node])
    found = state.cuts.get((state.block, node, unit))
    if found is None:
        look = LOOKS.get(node.op) if depth else None
        found = look(state, node, unit, depth - 1) if look else None
        if found is None:
            found = [_extracted(state, node, i * unit, type) for i in range(count)]
        state.cuts[state.block, node, unit] = found
    return found


def _extracted(state: BuildState, node: Node, low: int, type: Type) -> Node:
    if node.type == F64:
        raise refuse(state, node)
    node = _as_integer(state, node)
    if type == BOOL:
        mask = state.make("iand", node.type, (node, state.constant(node.type, 1 << low)))
        return state.make("ine", BOOL, (mask, state.constant(node.type, 0)))
    if low:
        node = state.make("lshr", node.type, (node, state.constant(node.type, low)))
    return state.make("itrunc", type, (node,))


# how to split a node through its operation ---------------------------------------------------------------------------


def _look_bits(state: BuildState, node: Node, unit: int, depth: int) -> list[Node] | None:
    return pieces(state, node.args[0], unit, depth)


def _look_zext(state: BuildState, node: Node, unit: int, depth: int) -> list[Node] | None:
    inner, count = node.args[0], node.type.bits // unit
    type = BOOL if unit == 1 else integer(unit)
    zeros = [state.constant(type, 0)]
    if inner.type.bits % unit == 0:
        return pieces(state, inner, unit, depth) + zeros * (count - inner.type.bits // unit)
    if inner.type.bits < unit:
        return [state.make("zext", type, (inner,)), *zeros * (count - 1)]
    return None


def _look_btoi(state: BuildState, node: Node, unit: int, depth: int) -> list[Node] | None:
    type = BOOL if unit == 1 else integer(unit)
    low = node.args[0] if unit == 1 else state.make("btoi", type, node.args)
    return [low] + [state.constant(type, 0)] * (node.type.bits // unit - 1)


def _look_sext(state: BuildState, node: Node, unit: int, depth: int) -> list[Node] | None:
    inner = node.args[0]
    if inner.type.bits != unit or unit == 1:
        return None
    sign = state.make("ashr", inner.type, (inner, state.constant(inner.type, unit - 1)))
    return [inner] + [sign] * (node.type.bits // unit - 1)


def _look_shift(state: BuildState, node: Node, unit: int, depth: int) -> list[Node] | None:
    value, amount = node.args
    if (
        amount.op != "const"
        or not isinstance(amount.attr, int)
        or amount.attr % unit
        or not 0 <= amount.attr < node.type.bits
    ):
        return None
    cut = pieces(state, value, unit, depth)
    by = amount.attr // unit
    zeros = [state.constant(cut[0].type, 0)] * by
    return zeros + cut[: len(cut) - by] if node.op == "shl" else cut[by:] + zeros


def _look_logic(state: BuildState, node: Node, unit: int, depth: int) -> list[Node] | None:
    a, b = (pieces(state, arg, unit, depth) for arg in node.args)
    return [combine(state, node.op, p, q) for p, q in zip(a, b, strict=True)]


def combine(state: BuildState, op: str, a: Node, b: Node) -> Node:
    """Combine two pieces by iand, ior or ixor; one of them often is zero."""
    for p, q in ((a, b), (b, a)):
        ones = _all_or_none(q)
        if ones is not None and (op != "ixor" or not ones):
            return p if ones == (op == "iand") else q
    if a.type == BOOL:
        return state.make({"iand": "band", "ior": "bor", "ixor": "bxor"}[op], BOOL, (a, b))
    return state.make(op, a.type, (a, b))


def _all_or_none(node: Node) -> bool | None:
    """Return True for a constant of ones only, False for zero, otherwise None."""
    if node.op != "const" or not (node.attr == 0 or node.attr == -1 or node.attr is True):
        return None
    return bool(node.attr)


def _look_add(state: BuildState, node: Node, unit: int, depth: int) -> list[Node] | None:
    """Split a sum whose operands share no non-zero piece: it is their union."""
    a, b = (pieces(state, arg, unit, depth) for arg in node.args)
    if all((p.op == "const" and not p.attr) or (q.op == "const" and not q.attr) for p, q in zip(a, b, strict=True)):
        return [combine(state, "ior", p, q) for p, q in zip(a, b, strict=True)]
    return None


def _look_select(state: BuildState, node: Node, unit: int, depth: int) -> list[Node] | None:
    condition, a, b = node.args
    cut = zip(pieces(state, a, unit, depth), pieces(state, b, unit, depth), strict=True)
    return [p if p is q else state.make("select", p.type, (condition, p, q)) for p, q in cut]


def _look_trunc(state: BuildState, node: Node, unit: int, depth: int) -> list[Node] | None:
    inner = node.args[0]
    if inner.type.bits % unit:
        return None
    return pieces(state, inner, unit, depth)[: node.type.bits // unit]


LOOKS = {
    "bits": _look_bits,
    "zext": _look_zext,
    "btoi": _look_btoi,
    "sext": _look_sext,
    "shl": _look_shift,
    "lshr": _look_shift,
    "iand": _look_logic,
    "ior": _look_logic,
    "ixor": _look_logic,
    "iadd": _look_add,
    "select": _look_select,
    "itrunc": _look_trunc,
}
