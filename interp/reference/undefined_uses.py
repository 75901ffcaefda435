"""Find out from a shader's text whether undefined values can have an effect.

LLVM builds a vector from poison, element by element, and leaves elements undefined that nothing reads. Only where an
undefined element may reach anything else, runs with other values in its place can show something.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from gpucc.interp.reference.irtext import (
    LOCAL,
    TextFunction,
    TextLine,
    members,
    parse_call,
    split,
    typed_value,
    vector_parts,
)
from gpucc.interp.reference.names import BINARY, EXACT, UNARY, function_name
from gpucc.interp.reference.shadows import CASTS, UNDEFINED, Typed, operands_of, result_type

# the undefined elements of a value; a scalar is a vector of one
Elements = frozenset[int]
NONE: Elements = frozenset()
# operations on each element alone, whose results are undefined where an operand is and that have no other effect
ELEMENTWISE = frozenset(
    "fadd fsub fmul fdiv frem fneg add sub mul and or xor shl lshr ashr icmp fcmp select freeze".split()
)


class _Reaches(Exception):
    """An undefined value may have an effect."""


def undefined_reaches(function: TextFunction) -> bool:
    """Return whether an undefined value may have an effect; if it is not certain, True."""
    lines = [line for block in function.blocks for line in block.lines]
    if any(line.op == "alloca" for line in lines):
        return True
    if not any(UNDEFINED.search(line.rest) for line in lines):
        return False
    lost: dict[str, Elements] = {}
    while True:
        before = dict(lost)
        for line in lines:
            try:
                found = _lost(line, lost)
            except _Reaches:
                return True
            if found and line.result:
                lost[line.result] = found
        # blocks may stand before those that define what they use
        if lost == before:
            return False


def _lost(line: TextLine, lost: Mapping[str, Elements]) -> Elements:
    """The undefined elements of an instruction's result. Raises `_Reaches` if it has other uses of undefined ones."""
    if not UNDEFINED.search(line.rest) and not any(name in lost for name in LOCAL.findall(line.rest)):
        return NONE
    match line.op:
        case "insertelement" | "insertvalue":
            return _inserted(line, lost)
        case "extractelement":
            vector, place = (typed_value(part) for part in split(line.rest))
            found = _of(vector, lost)
            return (frozenset({0}) if int(place[1]) in found else NONE) if place[1].isdigit() else _none(found)
        case "shufflevector":
            return _shuffled(line, lost)
        case "call":
            call = parse_call(line)
            if call is None or not call.callee.startswith("@llvm."):
                raise _Reaches
            if function_name(call.callee[1:], call.result) not in EXACT.keys() | EXACT.values() | UNARY | BINARY:
                raise _Reaches
            return _mixed(call.result, call.arguments, lost)
        case op if op in ELEMENTWISE or CASTS.fullmatch(op):
            parts = [typed_value(part) for part in split(line.rest)] if op == "select" else operands_of(line)
            return _mixed(result_type(line) or "", parts, lost)
    raise _Reaches


def _none(found: Elements) -> Elements:
    if found:
        raise _Reaches
    return NONE


def _of(operand: Typed, lost: Mapping[str, Elements]) -> Elements:
    kind, value = operand
    if value in lost:
        return lost[value]
    if value in ("undef", "poison"):
        return frozenset(range(_count(kind)))
    if not UNDEFINED.search(value):
        return NONE
    if not value.startswith(("<", "{")) or value.startswith("<{"):
        raise _Reaches
    return frozenset(i for i, part in enumerate(split(value[1:-1])) if UNDEFINED.search(part))


def _count(kind: str) -> int:
    """The number of elements of a vector or of members of a struct; one of anything else."""
    return len(members(kind)) if kind.startswith("{") else max(vector_parts(kind)[0], 1)


def _inserted(line: TextLine, lost: Mapping[str, Elements]) -> Elements:
    parts = split(line.rest)
    whole, part = _of(typed_value(parts[0]), lost), _of(typed_value(parts[1]), lost)
    place = parts[2].split()[-1]
    if len(parts) > 3 or not place.isdigit():
        # a part of a member, or an element that only a run knows: nothing becomes defined
        _none(part)
        return whole
    return whole | {int(place)} if part else whole - {int(place)}


def _shuffled(line: TextLine, lost: Mapping[str, Elements]) -> Elements:
    first, second, mask = (typed_value(part) for part in split(line.rest))
    width = vector_parts(first[0])[0]
    found = _of(first, lost) | {width + i for i in _of(second, lost)}
    indices = _mask(mask)
    return frozenset(i for i, index in enumerate(indices) if index is None or index in found)


def _mask(mask: Typed) -> list[int | None]:
    """The element that each element of a shuffle is taken from; None is undefined."""
    kind, value = mask
    count = vector_parts(kind)[0]
    if value in ("undef", "poison"):
        return [None] * count
    if value == "zeroinitializer":
        return [0] * count
    found = re.fullmatch(r"splat \(i32 (\d+)\)", value)
    if found:
        return [int(found.group(1))] * count
    words = [part.split()[-1] for part in split(value[1:-1])]
    return [int(word) if word.isdigit() else None for word in words]


def _mixed(result: str, operands: list[Typed] | tuple[Typed, ...], lost: Mapping[str, Elements]) -> Elements:
    """The union of what is undefined in the operands, if they have as many elements as the result."""
    found = NONE
    for operand in operands:
        elements = _of(operand, lost)
        if elements and vector_parts(operand[0])[0] != vector_parts(result)[0]:
            raise _Reaches
        found |= elements
    return found
