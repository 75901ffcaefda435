"""Memory layout of LLVM types: sizes, alignments, and the scalars that a type consists of."""

from __future__ import annotations

from typing import NamedTuple

from gpucc.errors import Unsupported
from gpucc.lowering.graph import BOOL, F16, F32, Type, integer
from gpucc.lowering.llvm import ArrayType, FloatType, IntType, LType, PointerType, StructType, VectorType
from gpucc.lowering.reader.spelling import spell

# a double holds two coerced floats or a widened float; a pointer never becomes a node
F64 = Type("f", 64)
POINTER = Type("p", 64)

FLOAT_BITS = {"half": 16, "bfloat": 16, "float": 32, "double": 64, "fp128": 128, "x86_fp80": 80, "ppc_fp128": 128}
FLOATS = {"half": F16, "float": F32, "double": F64}
LARGEST = 1 << 16


class TypePart(NamedTuple):
    """A scalar of a type and the byte where it starts."""

    type: Type
    offset: int


class Layout:
    """Computes sizes and offsets for one module's data layout; each type is computed once."""

    def __init__(self, datalayout: str) -> None:
        self.integers = {1: 1, 8: 1, 16: 2, 32: 4, 64: 4}
        self.vectors = {64: 8, 128: 16}
        self.floats = {16: 2, 32: 4, 64: 8, 128: 16}
        self.pointer = 8
        self.parts_of: dict[LType, tuple[TypePart, ...]] = {}
        self.size_of: dict[LType, int] = {}
        tables = {"i": self.integers, "f": self.floats, "v": self.vectors}
        for word in datalayout.split("-"):
            head, *numbers = word.split(":")
            if head[:1] in tables and head[1:].isdigit() and numbers:
                tables[head[0]][int(head[1:])] = max(1, int(numbers[0]) // 8)
            elif head in ("p", "p0") and numbers:
                self.pointer = int(numbers[0]) // 8

    def bits(self, type: LType) -> int:
        """Return the size of a scalar or a vector in bits."""
        match type:
            case IntType(bits):
                return bits
            case FloatType(name):
                return FLOAT_BITS[name]
            case PointerType():
                return self.pointer * 8
            case VectorType(count, element):
                return count * self.bits(element)
        return self.size(type) * 8

    def stored(self, type: LType) -> int:
        """Return the number of bytes that a store of the type writes."""
        return -(-self.bits(type) // 8)

    def size(self, type: LType) -> int:
        """Return the distance in bytes between array elements of the type."""
        found = self.size_of.get(type)
        if found is None:
            found = self.size_of[type] = self._size(type)
        return found

    def _size(self, type: LType) -> int:
        match type:
            case ArrayType(count, element):
                return count * self.size(element)
            case StructType(elements, packed):
                end = self.offsets(type)[-1] + self.size(elements[-1]) if elements else 0
                return end if packed else _align(end, self.alignment(type))
            case IntType() | FloatType() | PointerType() | VectorType():
                return _align(self.stored(type), self.alignment(type))
        raise Unsupported(
            f"a value of type '{spell(type)}' has no size",
            notes=("shaders use integers, floats, vectors, arrays and structs",),
        )

    def alignment(self, type: LType) -> int:
        match type:
            case IntType(bits):
                fitting = [known for known in self.integers if known >= bits]
                return self.integers[min(fitting) if fitting else max(self.integers)]
            case FloatType(name):
                return self.floats.get(FLOAT_BITS[name], 16)
            case VectorType():
                bits = self.bits(type)
                return self.vectors.get(bits) or _power_of_two(-(-bits // 8))
            case ArrayType(_, element):
                return self.alignment(element)
            case StructType(elements, packed):
                return 1 if packed else max((self.alignment(element) for element in elements), default=1)
        return self.pointer

    def offsets(self, type: StructType) -> list[int]:
        """Return the offset of each member."""
        at = 0
        offsets = []
        for element in type.elements:
            if not type.packed:
                at = _align(at, self.alignment(element))
            offsets.append(at)
            at += self.size(element)
        return offsets

    def parts(self, type: LType) -> tuple[TypePart, ...]:
        """Return the scalars of a type in order."""
        found = self.parts_of.get(type)
        if found is None:
            found = self.parts_of[type] = tuple(self._parts(type))
        return found

    def _parts(self, type: LType) -> list[TypePart]:
        match type:
            case VectorType(count, element):
                step = self.bits(element) // 8
                return [TypePart(part.type, i * step) for i in range(_limited(count)) for part in self.parts(element)]
            case ArrayType(count, element):
                inner, step = self.parts(element), self.size(element)
                _limited(count * len(inner))
                return [TypePart(part.type, i * step + part.offset) for i in range(count) for part in inner]
            case StructType(elements):
                places = zip(elements, self.offsets(type), strict=True)
                return [TypePart(part.type, at + part.offset) for element, at in places for part in self.parts(element)]
        return [TypePart(scalar(type), 0)]


def scalar(type: LType) -> Type:
    """Return the graph's type for an LLVM scalar type."""
    match type:
        case IntType(bits):
            return BOOL if bits == 1 else integer(bits)
        case FloatType(name) if name in FLOATS:
            return FLOATS[name]
        case PointerType():
            return POINTER
        case FloatType(name):
            instead = "use float or half" + ("" if name == "bfloat" else ", or --demote-doubles")
            raise Unsupported(f"numbers of type {name} are not supported", notes=(instead,))
    raise Unsupported(
        f"values of type '{spell(type)}' are not supported here",
        notes=("shaders use integers, floats, vectors, arrays and structs",),
    )


def _limited(count: int) -> int:
    if count > LARGEST:
        raise Unsupported(
            f"a value of {count} scalars is too large for a shader",
            notes=(f"the largest that gpucc takes has {LARGEST}",),
        )
    return count


def _align(at: int, alignment: int) -> int:
    return -(-at // alignment) * alignment


def _power_of_two(n: int) -> int:
    return 1 << max(0, n - 1).bit_length()
