"""Finds reads of an output that only write components back to their own place.

LLVM IR writes a part of a vector like this: load it all, replace some elements, store it all. Such a read does not make
the output an input; the components that it keeps are the initial ones of the output.
"""

from __future__ import annotations

from collections.abc import Iterable

from gpucc.lowering.interface.pointers import Access
from gpucc.lowering.llvm import IntConstant, LlvmInstruction, Local, Value, VectorType, width
from gpucc.lowering.reader.spelling import DefUse

# for each element, the element of the loaded vector that it is, or None
Origins = tuple[int | None, ...]


def only_kept(read: Access, accesses: Iterable[Access], flow: DefUse) -> bool:
    """Return whether every element that is read is only stored to its own place."""
    name, type = read.instruction.name, read.instruction.type
    if name is None or not isinstance(type, VectorType) or read.place.strides:
        return False
    back = {
        id(access.instruction)
        for access in accesses
        if access.write and not access.place.strides and access.place.offset == read.place.offset
    }
    known: dict[str, Origins] = {name: tuple(range(type.count))}
    waiting = list(flow.users(name))
    while waiting:
        user = waiting.pop()
        if user.op == "store":
            if id(user) not in back or any(
                origin not in (None, i) for i, origin in enumerate(_origins(user.operands[0], known))
            ):
                return False
            continue
        origins = _carried(user, known)
        if origins is None or user.name is None:
            return False
        if known.get(user.name) != origins:
            known[user.name] = origins
            waiting.extend(flow.users(user.name))
    return True


def _carried(one: LlvmInstruction, known: dict[str, Origins]) -> Origins | None:
    """Return the origins of the elements of an instruction that only moves elements."""
    if one.op == "shufflevector":
        both = _origins(one.operands[0], known) + _origins(one.operands[1], known)
        return tuple(both[i] if i >= 0 else None for i in one.mask)
    if one.op == "insertelement" and isinstance(one.operands[2], IntConstant) and not _is_known(one.operands[1], known):
        origins = list(_origins(one.operands[0], known))
        if 0 <= one.operands[2].value < len(origins):
            origins[one.operands[2].value] = None
            return tuple(origins)
    return None


def _is_known(value: Value, known: dict[str, Origins]) -> bool:
    return isinstance(value, Local) and value.name in known


def _origins(value: Value, known: dict[str, Origins]) -> Origins:
    if isinstance(value, Local) and value.name in known:
        return known[value.name]
    return (None,) * width(value.type)
