"""Types that no shader can want, refused before LLVM's passes and ours take forever on them."""

from __future__ import annotations

import re

from gpucc.errors import Location, Unsupported
from gpucc.lowering.llvm import ArrayType, LType, StructType, VectorType
from gpucc.lowering.reader.read import read

WIDEST_VECTOR = 1024
WIDEST_INTEGER = 1 << 14
# of a struct and all structs within it; an array counts as one element
MOST_MEMBERS = 1 << 16
VECTOR = re.compile(r"<(\d+) x ")
INTEGER = re.compile(r'(?<![%@$!#."\w\\-])i(\d{5,})\b')
STRING = re.compile(r'"[^"]*"')


def check_sizes(lines: list[str], file: str) -> None:
    """Vectors, integers and structs beyond what gpucc takes, wherever they stand."""
    for line in lines:
        if line[:1] == "!":
            continue
        wide = next((count for count in VECTOR.findall(line) if int(count) > WIDEST_VECTOR), None)
        if wide is not None:
            notes = (f"gpucc takes vectors of up to {WIDEST_VECTOR} elements; use an array and a loop",)
            raise Unsupported(f"a vector of {wide} elements is more than any shader can hold", Location(file), notes, line.strip())
        if INTEGER.search(line):
            wide = next((count for count in INTEGER.findall(STRING.sub("", line)) if int(count) > WIDEST_INTEGER), None)
            if wide is not None:
                notes = (f"gpucc takes integers of up to {WIDEST_INTEGER} bits on their way; registers hold 24 of them: use int",)
                raise Unsupported(f"an integer of {wide} bits is more than any shader can hold", Location(file), notes, line.strip()[:200])
    _check_structs([line for line in lines if line[:1] == "%"], file)


def _check_structs(named: list[str], file: str) -> None:
    """Structs of structs of structs: a few lines of text may stand for more members than there is memory."""
    counts: dict[int, int] = {}
    for name, type in read("\n".join(named), file).types.items():
        members = _members(type, counts)
        if members > MOST_MEMBERS:
            notes = (f"gpucc takes structs of up to {MOST_MEMBERS} members",)
            raise Unsupported(f"the struct {name} has {members} members, with those of the structs in it", Location(file), notes)


def _members(type: LType, counts: dict[int, int]) -> int:
    """A type that stands in several places is one object, and is counted once."""
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
