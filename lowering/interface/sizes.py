"""Refuses huge structs, values and globals before LLVM's passes and ours take forever on them.

The reader refuses vectors and integers of such sizes itself, wherever they occur (`reader.types`).
"""

from __future__ import annotations

from gpucc.errors import Location, Unsupported
from gpucc.lowering.llvm import ArrayType, Global, Local, LType, Module, StructType, VectorType, Zero

# the limit for a struct and all structs within it; an array counts as one element
MOST_MEMBERS = 1 << 16
# the limit for the scalars of a value; later steps refuse arrays of more than so many bytes
MOST_NUMBERS = 1 << 16


def check_structs(module: Module, file: str) -> None:
    """Refuse nested structs with more members than there is memory, for which a few lines of text suffice."""
    counts: dict[int, int] = {}
    for name, type in module.types.items():
        members = _members(type, counts)
        if members > MOST_MEMBERS:
            notes = (f"gpucc takes structs of up to {MOST_MEMBERS} members",)
            raise Unsupported(
                f"the struct {name} has {members} members, with those of the structs in it", Location(file), notes
            )


def _members(type: LType, counts: dict[int, int]) -> int:
    """Return the number of members. A type that occurs in several places is one object, and is counted once."""
    found = counts.get(id(type))
    if found is None:
        match type:
            case StructType(elements):
                found = sum(_members(element, counts) for element in elements)
            case ArrayType(_, element) | VectorType(_, element):
                found = _members(element, counts)
            case _:
                found = 1
        counts[id(type)] = found
    return found


def check_values(module: Module, file: str) -> None:
    """Refuse values and mutable globals of more numbers than a shader has room for: LLVM's passes and its code
    generator take each element of a value for itself."""
    globals = {
        one.name: one.type for one in module.globals.values() if not one.constant and one.initializer is not None
    }
    for function in module.functions.values():
        for instruction in (one for block in function.blocks for one in block.instructions):
            place = instruction.location or Location(file)
            _limit("a value", instruction.type, place)
            for operand in instruction.operands:
                if isinstance(operand, Global) and operand.name in globals:
                    _limit(f"the global @{operand.name}", globals[operand.name], place)
                elif isinstance(operand, Local | Zero):
                    _limit("a value", operand.type, place)


def _limit(what: str, type: LType, place: Location) -> None:
    if isinstance(type, ArrayType | StructType) and (count := _numbers(type)) > MOST_NUMBERS:
        notes = (f"gpucc takes up to {MOST_NUMBERS}",)
        raise Unsupported(f"{what} of {count} numbers is too large for a shader", place, notes)


def _numbers(type: LType) -> int:
    match type:
        case StructType(elements):
            return sum(map(_numbers, elements))
        case ArrayType(count, element) | VectorType(count, element):
            return count * _numbers(element)
    return 1
