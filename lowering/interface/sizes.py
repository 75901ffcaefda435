"""Refuses huge structs before LLVM's passes and ours take forever on them.

The reader refuses vectors and integers of such sizes itself, wherever they occur (`reader.types`).
"""

from __future__ import annotations

from gpucc.errors import Location, Unsupported
from gpucc.lowering.llvm import ArrayType, LType, Module, StructType, VectorType

# the limit for a struct and all structs within it; an array counts as one element
MOST_MEMBERS = 1 << 16


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
