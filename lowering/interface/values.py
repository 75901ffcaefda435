"""Splits parameters by value and results into pieces of slots, by the rules of lowering.interface.coercions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gpucc.errors import InputError, Location, Unsupported
from gpucc.lowering.interface.coerced_words import (
    holds_integers,
    letters_by_origin,
    letters_by_use,
    settled,
    words_in,
)
from gpucc.lowering.interface.coercions import DOUBLE, SignaturePiece, advise, group_leaves, plain_pieces, word_pieces
from gpucc.lowering.interface.memory import looks_boolean, looks_unsigned
from gpucc.lowering.llvm import (
    BOOL,
    FLOAT,
    I32,
    Aggregate,
    FloatConstant,
    FloatType,
    IntConstant,
    IntType,
    LlvmInstruction,
    LType,
    PointerType,
    StructType,
    Undefined,
    Value,
    VectorType,
    Zero,
    scalar_of,
    width,
)
from gpucc.lowering.reader.spelling import DefUse, spell

FLOAT2 = VectorType(2, FLOAT)
EIGHTBYTES = (DOUBLE, FLOAT2)
Group = list[tuple[tuple[int, ...], LType]]


def groups_of(type: LType, x86: bool) -> list[Group]:
    """Return the leaves of a parameter or result, grouped by slot."""
    if x86 and is_pair_of_eightbytes(type):
        assert isinstance(type, StructType)
        return [[((k,), member) for k, member in enumerate(type.elements)]]
    return group_leaves(type)


def is_pair_of_eightbytes(type: LType) -> bool:
    """Return whether x86-64 passes and returns a struct of three or four floats as this type."""
    if not isinstance(type, StructType) or len(type.elements) != 2:
        return False
    return type.elements[0] in EIGHTBYTES and type.elements[1] in (*EIGHTBYTES, FLOAT)


def pieces_of_parameter(
    flow: DefUse, leaf: str, type: LType, what: str, place: Location | None, unsigned: bool
) -> list[SignaturePiece]:
    """Return the pieces of one leaf; the caller fills in slot and path."""
    if isinstance(type, PointerType):
        raise AssertionError("pointers are no values")
    if _is_wide(type) and type != DOUBLE and not flow.users(leaf):
        return []
    letters = letters_by_use(flow, leaf, type) if is_packed(type) else None
    if letters is not None:
        return _coerced(type, letters, flow, leaf, unsigned)
    if is_long(type):
        return [_marked(SignaturePiece(0, 0, 0, I32, "i", (), type), flow, leaf, unsigned)]
    if _is_wide(type):
        user = flow.users(leaf)[0]
        raise Unsupported(f"{what} is of type {spell(type)}", user.location or place, (advise(type),), user.text)
    return [_marked(piece, flow, leaf, unsigned) for piece in _plain(type, what, place)]


def _plain(type: LType, what: str, place: Location | None) -> list[SignaturePiece]:
    try:
        return plain_pieces(0, (), type)
    except Unsupported as error:
        raise Unsupported(f"{what} is of type {spell(type)}", place, error.notes) from None


def is_packed(type: LType) -> bool:
    """Return whether a C ABI could have packed other values into a value of this type."""
    return bool(words_in(type)) and not (type == FLOAT or (isinstance(type, VectorType) and type.element == FLOAT))


def _is_wide(type: LType) -> bool:
    element = scalar_of(type)
    return (isinstance(element, IntType) and element.bits > 32) or (
        isinstance(element, FloatType) and element.name not in ("half", "float")
    )


def is_long(type: LType) -> bool:
    """Return whether the type is an integer of more than 32 bits that is one number: it is passed as an int."""
    return isinstance(type, IntType) and 32 < type.bits <= 64


def _coerced(type: LType, letters: str, flow: DefUse, leaf: str, unsigned: bool) -> list[SignaturePiece]:
    if holds_integers(type):
        if "f" not in letters:
            return [_marked(piece, flow, leaf, unsigned) for piece in plain_pieces(0, (), type)]
        letters = letters.rstrip(".")
    return word_pieces(type, settled(type, letters))


def _marked(piece: SignaturePiece, flow: DefUse, leaf: str, unsigned: bool) -> SignaturePiece:
    if piece.letter == "i" and piece.leaf == IntType(8) and looks_boolean(flow, leaf):
        return replace(piece, type=BOOL, letter="b")
    if piece.letter == "i" and (unsigned or looks_unsigned(flow, leaf)):
        return replace(piece, letter="u")
    return piece


def place_group(pieces: list[tuple[tuple[int, ...], list[SignaturePiece]]], slot: int) -> list[SignaturePiece]:
    """Return the pieces of the leaves of one slot, one leaf after the other."""
    done: list[SignaturePiece] = []
    component = 0
    for path, own in pieces:
        done += [replace(piece, slot=slot, path=path, component=component + piece.component) for piece in own]
        component += max((piece.component + width(piece.type) for piece in own), default=0)
    return done


def words_of(parts: Sequence[tuple[int, LType, str]]) -> str:
    """Return a slot's letters, from the first component, the type and the letter of each part; halves are shown as
    floats."""
    words = ["."] * max((at + width(type) for at, type, _ in parts), default=0)
    for at, type, letter in parts:
        words[at : at + width(type)] = ["f" if letter == "h" else letter] * width(type)
    return "".join(words)


def words_of_pieces(pieces: list[SignaturePiece]) -> str:
    return words_of([(piece.register * 4 + piece.component, piece.type, piece.letter) for piece in pieces])


# results -------------------------------------------------------------------------------------------------------------


def pieces_of_result(
    flow: DefUse, returns: list[LlvmInstruction], path: tuple[int, ...], type: LType, place: Location | None
) -> list[SignaturePiece]:
    """Return the pieces of one leaf of the entry's result; none if it is never set."""
    values = [member(flow, one.operands[0], path) for one in returns]
    if all(isinstance(value, Undefined) for value in values):
        return []
    if isinstance(type, PointerType):
        if all(isinstance(value, Undefined | Zero) for value in values):
            return []
        raise InputError("the entry returns an address", returns[0].location or place, (advise(type),), returns[0].text)
    if not is_packed(type):
        return _plain(type, "the result", place)
    letters = _joined_letters(flow, values)
    if holds_integers(type) and "f" not in (letters or ""):
        return plain_pieces(0, (), type)
    unknown = all(isinstance(value, IntConstant | FloatConstant | Zero | Undefined) for value in values)
    if is_long(type) and (letters is None or "0" in letters or all(_is_small(value) for value in values)):
        return [SignaturePiece(0, 0, 0, I32, "i", (), type)]
    if letters is None or "0" in letters or unknown or set(letters) == {"i"}:
        raise Unsupported(
            f"the entry returns a value of type {spell(type)}",
            returns[0].location or place,
            (_why_unread(type, letters, unknown),),
            returns[0].text,
        )
    return word_pieces(type, letters.replace("?", "f"))


def _why_unread(type: LType, letters: str | None, unknown: bool) -> str:
    """The advice for a result of the entry whose words are no numbers of a shader."""
    if not is_long(type):
        return advise(type)
    if unknown:
        return (
            "this constant is larger than 2^24, the largest integer that registers hold; if its halves are two floats,"
            " return <2 x float>"
        )
    if letters is not None and set(letters) == {"i"}:
        return "it is built from two integers: return <2 x i32>"
    return advise(type)


def _is_small(value: Value | None) -> bool:
    return isinstance(value, Zero | Undefined) or (
        isinstance(value, IntConstant) and -(1 << 24) <= value.value <= 1 << 24
    )


def _joined_letters(flow: DefUse, values: list[Value | None]) -> str | None:
    answers = [letters_by_origin(flow, value) if value is not None else None for value in values]
    if not answers or None in answers:
        return None
    return "".join(max(column, key="?0if".index) for column in zip(*(answer or "" for answer in answers), strict=True))


def member(flow: DefUse, value: Value, path: tuple[int, ...]) -> Value | None:
    """Return the value at `path` of an aggregate, or None if it is unknown."""
    while path:
        match value:
            case Undefined(_, poison):
                return Undefined(value.type, poison)
            case Zero():
                return Zero(value.type)
            case Aggregate(_, elements):
                value, path = elements[path[0]], path[1:]
                continue
        made = flow.definition(value)
        if made is None or made.op != "insertvalue":
            return None
        if path[: len(made.indices)] == made.indices:
            value, path = made.operands[1], path[len(made.indices) :]
        else:
            value = made.operands[0]
    return value
