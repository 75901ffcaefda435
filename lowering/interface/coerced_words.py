"""The words of 32 bits that a coerced value has, from its uses and from its origin.

Moves of whole words are followed: bitcasts, shifts and rotations by 32 n, masks of whole words, truncation, extension,
lanes of vectors and their shuffles.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

from gpucc.lowering.llvm import (
    FLOAT,
    I32,
    Aggregate,
    FloatConstant,
    FloatType,
    Global,
    IntConstant,
    IntType,
    LlvmInstruction,
    Local,
    LType,
    Undefined,
    Value,
    VectorType,
    Zero,
    width,
)
from gpucc.lowering.reader.spelling import DefUse

DEPTH = 64

View = tuple[int | None, ...]
Word = TypeVar("Word")
# what negation, the magnitude and copysign do with the bits of floats
SIGN_MASKS = {"xor": (0, 1 << 31), "or": (0, 1 << 31), "and": ((1 << 32) - 1, (1 << 31) - 1, 1 << 31)}
FUNNEL = re.compile(r"llvm\.fsh([lr])\.i\d+")


def words_in(type: LType) -> int:
    """Return the number of 32-bit words in a type that can be coerced; 0 for others."""
    match type:
        case FloatType("double"):
            return 2
        case IntType(bits) if bits % 32 == 0 and bits <= 128:
            return bits // 32
        case VectorType(count, IntType(32)):
            return count
        case VectorType(count, FloatType("float")):
            return count
        case VectorType(count, IntType(64) | FloatType("double")):
            return 2 * count
        case FloatType("float"):
            return 1
    return 0


# words of a coerced value by its uses --------------------------------------------------------------------------------


def letters_by_use(flow: DefUse, name: str, type: LType) -> str | None:
    """Return a letter for each word of the value by its uses: f, i, or `.` for a lane that is not read.

    The result is None if a use splits words.
    """
    count = words_in(type)
    if not count:
        return None
    letters = ["."] * count
    seen: set[tuple[str, View]] = set()
    stack: list[tuple[str, LType, View]] = [(name, type, tuple(range(count)))]
    while stack:
        name, type, view = stack.pop()
        if (name, view) in seen or all(word is None for word in view):
            continue
        seen.add((name, view))
        for user in flow.users(name):
            if _is_float_with_other_signs(flow, user, view):
                _mark(letters, view, "f")
                continue
            verdict = _use(user, name, type, view, letters)
            if verdict is None:
                return None
            stack += verdict
    return "".join(letters)


def _is_float_with_other_signs(flow: DefUse, user: LlvmInstruction, view: View) -> bool:
    """Return whether bits are masked and then read as floats: LLVM loads `fabs` of a float in memory as an integer."""
    return (
        user.op in SIGN_MASKS
        and words_in(user.type) == len(view)
        and _changes_signs(user)
        and any(one.op == "bitcast" and is_words_of_float(one.type) for one in flow.users(user.name or ""))
    )


def _use(
    user: LlvmInstruction, name: str, type: LType, view: View, letters: list[str]
) -> list[tuple[str, LType, View]] | None:
    """Enter the types that the use implies in `letters`; return the values to follow, or None if the use splits
    words.
    """
    result = user.name or ""
    if is_words_of_float(type):
        _mark(letters, view, "f", _lanes_read(user, name, len(view)))
        return []
    if user.op in ("bitcast", "freeze"):
        return [(result, user.type, view)]
    if user.op in ("store", "ret", "insertvalue"):
        # a result of which nothing more is known is an integer if its type is one (`pieces_of_result`)
        _mark(letters, view, "i" if user.op != "store" and holds_integers(type) else "?")
        return []
    if user.op == "call" and (by := _funnelled(user)) is not None:
        own = [
            view if isinstance(one, Local) and one.name == name else (None,) * len(view) for one in user.operands[:2]
        ]
        return [(result, user.type, _moved_together(own[0], own[1], by))]
    if user.op in ("phi", "select", "insertelement") and words_in(user.type):
        return _use_merge(user, name, view)
    if type == I32:
        _mark(letters, view, "i")
        return []
    return _use_packed(user, name, type, view, letters)


def _funnelled(made: LlvmInstruction) -> int | None:
    """Return by how many words llvm.fshl or llvm.fshr of one wide integer moves two operands up; None for others."""
    found = FUNNEL.fullmatch(made.callee.name) if isinstance(made.callee, Global) else None
    if found is None or not words_in(made.type) or not isinstance(made.operands[2], IntConstant):
        return None
    bits = 32 * words_in(made.type)
    by = made.operands[2].value % bits
    if by % 32:
        return None
    return (by if found[1] == "l" else (bits - by) % bits if by else bits) // 32


def _moved_together(high: Sequence[Word], low: Sequence[Word], by: int) -> tuple[Word, ...]:
    """Return the upper half of two values side by side, moved up by a number of words."""
    both, count = (*low, *high), len(high)
    return both[count - by : 2 * count - by]


def is_words_of_float(type: LType) -> bool:
    return type == FLOAT or (isinstance(type, VectorType) and type.element == FLOAT)


def _use_merge(user: LlvmInstruction, name: str, view: View) -> list[tuple[str, LType, View]]:
    if user.op != "insertelement":
        return [(user.name or "", user.type, view)]
    whole: list[int | None] = [None] * words_in(user.type)
    lane = user.operands[2]
    if isinstance(user.operands[1], Local) and user.operands[1].name == name and isinstance(lane, IntConstant):
        start = lane.value * len(view)
        whole[start : start + len(view)] = view
    elif isinstance(user.operands[0], Local) and user.operands[0].name == name and isinstance(lane, IntConstant):
        step = words_in(user.operands[1].type)
        whole = list(view)
        whole[lane.value * step : (lane.value + 1) * step] = [None] * step
    return [(user.name or "", user.type, tuple(whole))]


def _use_packed(
    user: LlvmInstruction, name: str, type: LType, view: View, letters: list[str]
) -> list[tuple[str, LType, View]] | None:
    """Handle shifts, masks and truncation of wide integers, and lanes of integer vectors."""
    result = user.name or ""
    match user.op:
        case "trunc" if words_in(user.type):
            lanes = _by_lanes(type, view)
            kept = words_in(user.type) // len(lanes)
            return [(result, user.type, tuple(word for lane in lanes for word in lane[:kept]))]
        case "lshr" | "shl" | "and" | "or" if words_in(type) > width(type):
            moved = [_moved(user.op, user.operands, lane) for lane in _by_lanes(type, view)]
            if None in moved:
                return None
            return [(result, user.type, tuple(word for lane in moved for word in lane or ()))]
        case "extractelement" if isinstance(user.operands[1], IntConstant):
            step = words_in(user.type)
            at = user.operands[1].value * step
            return [(result, user.type, view[at : at + step])]
        case "shufflevector":
            return [(result, user.type, _shuffled(user, name, view))]
    if isinstance(type, VectorType) and type.element == I32:
        _mark(letters, view, "i")
        return []
    return None


def _by_lanes(type: LType, view: View) -> list[View]:
    step = len(view) // width(type)
    return [view[at : at + step] for at in range(0, len(view), step)]


def _constant_amount(value: Value) -> int | None:
    """Return the number of a constant, or the one that all elements of a vector are."""
    if isinstance(value, Aggregate) and len(set(value.elements)) == 1:
        value = value.elements[0]
    return value.value if isinstance(value, IntConstant) else None


def _moved(op: str, operands: tuple[Value, ...], view: View) -> View | None:
    """Return a view of one lane after a shift by whole words or a mask of whole words."""
    if op == "or":
        return view
    amount = _constant_amount(operands[1])
    if amount is None:
        return None
    count = len(view)
    if op == "and":
        masks = [amount >> (32 * k) & 0xFFFFFFFF for k in range(count)]
        return (
            tuple(word if mask else None for word, mask in zip(view, masks, strict=True))
            if set(masks) <= {0, 0xFFFFFFFF}
            else None
        )
    if amount % 32:
        return None
    k = amount // 32
    return (*view[k:], *(None,) * k) if op == "lshr" else ((None,) * k + view)[:count]


def _shuffled(user: LlvmInstruction, name: str, view: View) -> View:
    """Return the view of a shuffle's result; a word that comes from the other vector is None."""
    first = isinstance(user.operands[0], Local) and user.operands[0].name == name
    source = user.operands[0].type
    lanes = width(source)
    step = len(view) // lanes
    words: list[int | None] = []
    for lane in user.mask:
        own = 0 <= lane < lanes if first else lane >= lanes
        at = (lane % lanes) * step
        words += view[at : at + step] if own else (None,) * step
    return tuple(words)


def _lanes_read(user: LlvmInstruction, name: str, count: int) -> set[int]:
    if user.op == "shufflevector":
        first = isinstance(user.operands[0], Local) and user.operands[0].name == name
        second = isinstance(user.operands[1], Local) and user.operands[1].name == name
        return {lane % count for lane in user.mask if lane >= 0 and (first if lane < count else second)}
    if user.op == "extractelement" and isinstance(user.operands[1], IntConstant):
        return {user.operands[1].value}
    return set(range(count))


def _mark(letters: list[str], view: View, letter: str, lanes: set[int] | None = None) -> None:
    for lane, word in enumerate(view):
        if word is not None and (lanes is None or lane in lanes):
            strength = ".?if"
            letters[word] = max(letters[word], letter, key=strength.index)


# words of a coerced value by its origin ------------------------------------------------------------------------------


def letters_by_origin(flow: DefUse, value: Value, depth: int = DEPTH, phis: frozenset[str] = frozenset()) -> str | None:
    """Return a letter for each word of the value by its origin: f, i, `?` if unknown, `0` for an empty word.

    None if the words are not built whole. `phis` are those that the search has come from: in a loop a value may be
    chosen from itself, which tells nothing.
    """
    count = words_in(value.type)
    if not count or not depth:
        return None
    if isinstance(value, Local) and value.name in phis:
        return "?" * count
    if is_words_of_float(value.type):
        return "f" * count
    match value:
        case IntConstant(_, number) if _is_plain_number(number):
            return "i" if count == 1 else None
        case IntConstant() | FloatConstant() | Zero() | Undefined():
            return "?" * count
        case Aggregate(_, elements):
            parts = [letters_by_origin(flow, element, depth - 1, phis) for element in elements]
            return None if None in parts else "".join(part or "" for part in parts)
    made = flow.definition(value)
    if made is None:
        letters = letters_by_use(flow, value.name, value.type) if isinstance(value, Local) else None
        return None if letters is None else settled(value.type, letters)
    return _origin(flow, made, count, depth - 1, phis)


def _is_plain_number(number: int) -> bool:
    """Return whether a constant can only be one integer: its lowest word holds all of it, and is a subnormal float, or
    a NaN that no arithmetic returns."""
    exponent, fraction = number >> 23 & 0xFF, number & 0x7FFFFF
    no_float = fraction != 0 and (exponent == 0 or (exponent == 0xFF and fraction != 1 << 22))
    return no_float and -(1 << 31) <= number < 1 << 31


def _origin(flow: DefUse, made: LlvmInstruction, count: int, depth: int, phis: frozenset[str]) -> str | None:
    match made.op:
        case "load":
            return "?" * count
        case "bitcast" | "freeze":
            return letters_by_origin(flow, made.operands[0], depth, phis)
        case "phi":
            phis |= {made.name or ""}
            others = [value for value in made.operands if not (isinstance(value, Local) and value.name == made.name)]
            return _joined([letters_by_origin(flow, value, min(depth, 8), phis) for value in others])
        case "select":
            return _joined([letters_by_origin(flow, value, depth, phis) for value in made.operands[1:]])
        case "zext" | "shl" | "lshr" | "and" | "or" if count > width(made.type):
            return _origin_packed(flow, made, count, depth, phis)
        case "trunc":
            wide = letters_by_origin(flow, made.operands[0], depth, phis)
            if wide is not None:
                step, kept = len(wide) // width(made.type), count // width(made.type)
                return "".join(wide[at : at + kept] for at in range(0, len(wide), step))
            if not isinstance(made.type, VectorType):
                return "i" if count == 1 else None
        case "insertelement" | "extractelement" | "shufflevector":
            return _origin_lanes(flow, made, count, depth, phis)
    if made.op == "call" and (by := _funnelled(made)) is not None:
        parts = [letters_by_origin(flow, value, depth, phis) for value in made.operands[:2]]
        return None if parts[0] is None or parts[1] is None else "".join(_moved_together(parts[0], parts[1], by))
    if made.op in SIGN_MASKS and _changes_signs(made):
        return letters_by_origin(flow, made.operands[0], depth, phis)
    narrow = made.type == I32 or (isinstance(made.type, VectorType) and made.type.element == I32)
    return "i" * count if narrow else None


def _changes_signs(made: LlvmInstruction) -> bool:
    """Return whether bit logic with a constant changes only the signs of floats."""
    mask = made.operands[1]
    masks = mask.elements if isinstance(mask, Aggregate) else (mask,)
    return all(isinstance(one, Zero | Undefined) or _number(one) in SIGN_MASKS[made.op] for one in masks)


def _number(value: Value) -> int | None:
    return value.value % (1 << 32) if isinstance(value, IntConstant) else None


def holds_integers(type: LType) -> bool:
    """Return whether the words could be plain integers as they are."""
    return type == I32 or (isinstance(type, VectorType) and type.element == I32)


def settled(type: LType, letters: str) -> str:
    """Return a parameter's letters with unknown words filled in: integers stay integers unless a word is a float."""
    return (
        "i" * len(letters)
        if holds_integers(type) and "f" not in letters
        else letters.replace("?", "f").replace(".", "f")
    )


def _joined(answers: list[str | None]) -> str | None:
    if not answers or None in answers:
        return None
    columns = zip(*(answer or "" for answer in answers), strict=True)
    return "".join(max(column, key="?0if".index) for column in columns)


def _origin_packed(flow: DefUse, made: LlvmInstruction, count: int, depth: int, phis: frozenset[str]) -> str | None:
    first = letters_by_origin(flow, made.operands[0], depth, phis)
    if first is None:
        return None
    lanes = width(made.type)
    if made.op == "zext":
        step = len(first) // lanes
        return "".join(first[at : at + step].ljust(count // lanes, "0") for at in range(0, len(first), step))
    if made.op == "or":
        second = letters_by_origin(flow, made.operands[1], depth, phis)
        if second is None or any("0" not in pair and pair != ("?", "?") for pair in zip(first, second, strict=True)):
            return None
        return "".join(b if a == "0" else a for a, b in zip(first, second, strict=True))
    moved = [_moved(made.op, made.operands, lane) for lane in _by_lanes(made.type, tuple(range(count)))]
    if None in moved:
        return None
    return "".join("0" if word is None else first[word] for lane in moved for word in lane or ())


def _origin_lanes(flow: DefUse, made: LlvmInstruction, count: int, depth: int, phis: frozenset[str]) -> str | None:
    # the second operand of extractelement is the lane, whatever width LLVM gives it
    vectors = made.operands[:1] if made.op == "extractelement" else made.operands[:2]
    parts = [letters_by_origin(flow, value, depth, phis) for value in vectors if words_in(value.type)]
    if None in parts:
        return None
    lane = made.operands[-1]
    whole = parts[0] or ""
    if made.op == "shufflevector":
        lanes = len(whole) // (count // len(made.mask))
        step = len(whole) // max(1, lanes)
        both = whole + (parts[1] if len(parts) > 1 and parts[1] is not None else "?" * len(whole))
        return "".join(both[k * step : (k + 1) * step] if k >= 0 else "?" * step for k in made.mask)
    if not isinstance(lane, IntConstant):
        return None
    if made.op == "extractelement":
        return whole[lane.value * count : (lane.value + 1) * count]
    element = parts[1] or ""
    at = lane.value * len(element)
    return whole[:at] + element + whole[at + len(element) :]
