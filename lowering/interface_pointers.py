"""What a function does with memory: every access, traced to the parameter or global behind the address."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from gpucc.errors import Unsupported
from gpucc.lowering.interface_calls import is_global_id
from gpucc.lowering.layout import Layout
from gpucc.lowering.llvm import (
    BasicBlock,
    Expression,
    Function,
    Global,
    Instruction,
    IntConstant,
    IntType,
    Local,
    LType,
    PointerType,
    StructType,
    Value,
    VectorType,
    Zero,
)
from gpucc.lowering.spelling import Flow

# a pointer that moves on in a loop has settled after STEADY visits and some; VISITS end what does not settle
STEADY = 2
VISITS = 8
MOST_PLACES = 16
COPIES = ("llvm.memcpy.", "llvm.memmove.")
HINTS = ("llvm.lifetime.", "llvm.assume", "llvm.invariant.", "llvm.prefetch", "llvm.dbg.", "llvm.experimental.noalias.scope.decl")
SEEN_THROUGH = ("llvm.launder.invariant.group", "llvm.strip.invariant.group", "llvm.ptr.annotation", "llvm.threadlocal.address")
ACCESS_HELP = "shaders read and write floats and integers behind pointers; gpucc follows getelementptr, select, phi and casts"
DEPTH = 24
CASTS = ("sext", "zext", "trunc", "freeze")
LINEAR = (*CASTS, "add", "sub", "mul", "shl", "or", "ashr", "lshr", "and")


class Stride(NamedTuple):
    """An index known at run time only, in bytes a step; `most` is the largest index where that is known."""

    bytes: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Place:
    """An address: bytes from `base` (`%name` or `@name`), `gid` bytes more for every step of the global id."""

    base: str
    offset: int = 0
    gid: int = 0
    strides: tuple[Stride, ...] = ()


@dataclass(frozen=True, slots=True)
class Access:
    """A load or store of `size` bytes. `type` is None for a copy, whose bytes have no type."""

    place: Place
    size: int
    write: bool
    instruction: Instruction
    block: str
    index: int
    type: LType | None = None
    value: Value | None = None

    def offsets(self) -> Iterator[int] | None:
        """Every byte offset at which it may lie; None if that is unbounded."""
        if any(stride.most is None for stride in self.place.strides):
            return None
        return _spread(self.place.offset, self.place.strides)


def _spread(offset: int, strides: tuple[Stride, ...]) -> Iterator[int]:
    if not strides:
        yield offset
        return
    for step in range((strides[0].most or 0) + 1):
        yield from _spread(offset + step * strides[0].bytes, strides[1:])


@dataclass(slots=True)
class Memory:
    """The accesses of a function, by base."""

    accesses: dict[str, list[Access]] = field(default_factory=dict)

    def of(self, base: str) -> list[Access]:
        return self.accesses.get(base, [])


def trace_memory(function: Function, flow: Flow, layout: Layout) -> Memory:
    return _Tracer(function, flow, layout).trace()


class _Tracer:
    def __init__(self, function: Function, flow: Flow, layout: Layout) -> None:
        self.function = function
        self.flow = flow
        self.layout = layout
        self.places: dict[str, tuple[Place, ...]] = {
            parameter.name: (Place(f"%{parameter.name}"),) for parameter in function.parameters if isinstance(parameter.type, PointerType)
        }
        self.memory = Memory()

    def trace(self) -> Memory:
        self.settle()
        for block in self.function.blocks:
            for index, instruction in enumerate(block.instructions):
                self.visit(instruction, block, index)
        return self.memory

    def settle(self) -> None:
        """Finds the places of all pointers; loops and blocks out of order take more than one round."""
        moving = [
            one
            for block in self.function.blocks
            for one in block.instructions
            if isinstance(one.type, PointerType) and one.name is not None
        ]
        for visit in range(VISITS):
            changed = False
            for one in moving:
                name = one.name or ""
                before = self.places.get(name, ())
                after = _join([*before, *self.result(one)], visit)
                if after != before:
                    self.places[name] = after
                    changed = True
            if not changed:
                return

    def result(self, one: Instruction) -> Iterable[Place]:
        match one.op:
            case "getelementptr":
                return self.address(one.element, one.operands)
            case "bitcast" | "addrspacecast" | "freeze":
                return self.find(one.operands[0])
            case "phi":
                return [place for value in one.operands for place in self.find(value)]
            case "select":
                return [place for value in one.operands[1:] for place in self.find(value)]
            case "alloca":
                return (Place(f"%{one.name}"),)
            case "call" if isinstance(one.callee, Global) and one.callee.name.startswith(SEEN_THROUGH):
                return self.find(one.operands[0])
        return ()

    def find(self, value: Value) -> tuple[Place, ...]:
        match value:
            case Local(name):
                return self.places.get(name, ())
            case Global(name):
                return (Place(f"@{name}"),)
            case Expression("getelementptr", _, operands, source):
                return tuple(self.address(source, operands))
            case Expression("bitcast" | "addrspacecast", _, (inner,)):
                return self.find(inner)
        return ()

    def address(self, element: LType | None, operands: tuple[Value, ...]) -> list[Place]:
        assert element is not None
        found = []
        for place in self.find(operands[0]):
            type: LType = element
            for number, index in enumerate(operands[1:]):
                if number:
                    if isinstance(type, StructType):
                        member = index.value if isinstance(index, IntConstant) else 0
                        place = replace(place, offset=place.offset + self.layout.offsets(type)[member])
                        type = type.elements[member]
                        continue
                    type = type.element if not isinstance(type, IntType | PointerType) and hasattr(type, "element") else type
                place = self.step(place, index, self.layout.size(type))
            found.append(place)
        return found

    def step(self, place: Place, index: Value, size: int) -> Place:
        if isinstance(index, Zero):
            return place
        if isinstance(index, IntConstant):
            return replace(place, offset=place.offset + index.value * size)
        line = linear(self.flow, index)
        if line is not None and line[0]:
            return replace(place, gid=place.gid + line[0] * size, offset=place.offset + line[1] * size)
        factor = divisor(self.flow, index)
        most = largest(self.flow, index)
        stride = Stride(size * factor, None if most is None else most // max(1, factor))
        return place if not stride.bytes else replace(place, strides=tuple(sorted((*place.strides, stride), key=repr)))

    def visit(self, one: Instruction, block: BasicBlock, index: int) -> None:
        match one.op:
            case "load":
                self.enter(one, one.operands[0], block, index, False, one.type)
            case "store":
                self.refuse_escape(one, one.operands[0])
                self.enter(one, one.operands[1], block, index, True, one.operands[0].type, one.operands[0])
            case "call" | "invoke":
                self.visit_call(one, block, index)
            case "atomicrmw" | "cmpxchg":
                raise Unsupported("atomic operations cannot be compiled", one.location, ("a shader shares no memory",), one.text)
            case "ret" | "insertvalue" | "insertelement":
                for value in one.operands[-1:] if one.op == "ret" else one.operands[1:2]:
                    self.refuse_escape(one, value)

    def enter(
        self, one: Instruction, pointer: Value, block: BasicBlock, index: int, write: bool, type: LType | None, value: Value | None = None
    ) -> None:
        size = self.layout.stored(type) if type is not None and not isinstance(type, PointerType) else self.layout.pointer
        if isinstance(pointer.type, VectorType):
            raise Unsupported("gathering from several addresses at once cannot be compiled", one.location, (), one.text)
        for place in self.find(pointer):
            self.memory.accesses.setdefault(place.base, []).append(Access(place, size, write, one, block.name, index, type, value))

    def visit_call(self, one: Instruction, block: BasicBlock, index: int) -> None:
        name = one.callee.name if isinstance(one.callee, Global) else ""
        if name.startswith(COPIES) or name.startswith("llvm.memset."):
            length = one.operands[2]
            if not isinstance(length, IntConstant):
                notes = ("copy a constant number of bytes, or element by element",)
                raise Unsupported("the length of this copy is known only at run time", one.location, notes, one.text)
            pointers = [(one.operands[0], True)] + ([] if "memset" in name else [(one.operands[1], False)])
            for pointer, write in pointers if length.value else []:
                for place in self.find(pointer):
                    access = Access(place, length.value, write, one, block.name, index)
                    self.memory.accesses.setdefault(place.base, []).append(access)
        elif not name.startswith((*HINTS, *SEEN_THROUGH, "gpucc.")):
            for value in one.operands:
                self.refuse_escape(one, value)

    def refuse_escape(self, one: Instruction, value: Value) -> None:
        """An address that is stored, returned or passed on could be used where nobody sees it."""
        if isinstance(value.type, PointerType) and any(self.matters(place) for place in self.find(value)):
            what = {"store": "stored in memory", "ret": "returned"}.get(one.op, "passed on")
            raise Unsupported(
                f"an address is {what} here, so what is read and written is not known", one.location, (ACCESS_HELP,), one.text
            )

    def matters(self, place: Place) -> bool:
        return place.base.startswith("@") or any(place.base == f"%{parameter.name}" for parameter in self.function.parameters)


def _join(places: Iterable[Place], visit: int) -> tuple[Place, ...]:
    """All places; from the second visit on one for each base, where different offsets are a step of unknown count."""
    distinct = tuple(dict.fromkeys(places))
    if visit < STEADY and len(distinct) <= MOST_PLACES:
        return distinct
    by_base: dict[str, Place] = {}
    for place in distinct:
        known = by_base.get(place.base)
        by_base[place.base] = place if known is None or known == place else _merge(known, place, visit == VISITS - 1)
    return tuple(by_base.values())


def _merge(a: Place, b: Place, settle: bool) -> Place:
    strides = dict.fromkeys((*a.strides, *b.strides))
    low = min(a.offset, b.offset)
    apart = abs(a.offset - b.offset)
    if apart and not any(stride.most is None and apart % stride.bytes == 0 for stride in strides):
        strides[Stride(apart, None)] = None
    if a.gid != b.gid:
        strides[Stride(max(abs(a.gid), abs(b.gid)), None)] = None
    if settle:
        low, strides = 0, {Stride(4, None): None}
    return Place(a.base, low, a.gid if a.gid == b.gid else 0, tuple(sorted(strides, key=repr)))


def check_global_id(function: Function, flow: Flow) -> None:
    """The global id may only select the invocation's own element: there is no register that holds it."""
    waiting = [one for block in function.blocks for one in block.instructions if is_global_id(one)]
    seen: set[str] = set()
    while waiting:
        one = waiting.pop()
        if one.name is None or one.name in seen:
            continue
        seen.add(one.name)
        for user in flow.users(one.name):
            if user.op == "getelementptr":
                continue
            if user.op not in LINEAR:
                notes = ("use it only as the index of buffers; pass a number that differs between invocations as an input",)
                raise Unsupported("the global id is used as a value here", user.location, notes, user.text)
            waiting.append(user)


# what is known of an index -----------------------------------------------------------------------------------------------


def linear(flow: Flow, value: Value, depth: int = DEPTH) -> tuple[int, int] | None:
    """(a, b) where the value is a * global id + b."""
    if isinstance(value, IntConstant):
        return 0, value.value
    made = flow.definition(value)
    if made is None or not depth:
        return None
    if is_global_id(made):
        return 1, 0
    if made.op in CASTS:
        return linear(flow, made.operands[0], depth - 1)
    if made.op not in LINEAR:
        return None
    if made.op == "or" and "disjoint" not in made.flags:
        return None
    a, b = (linear(flow, operand, depth - 1) for operand in made.operands)
    return None if a is None or b is None else _combine(made.op, a, b)


def _combine(op: str, a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int] | None:
    """`ashr` and `lshr` undo the `shl` before them, as in the sign extension of the id from 32 to 64 bits."""
    match op:
        case "add" | "or":
            return a[0] + b[0], a[1] + b[1]
        case "sub":
            return a[0] - b[0], a[1] - b[1]
        case "mul" if not b[0]:
            return a[0] * b[1], a[1] * b[1]
        case "mul" if not a[0]:
            return a[1] * b[0], a[1] * b[1]
        case "shl" if not b[0] and 0 <= b[1] < 64:
            return a[0] << b[1], a[1] << b[1]
        case "ashr" | "lshr" if not b[0] and 0 <= b[1] < 64 and not (a[0] % (1 << b[1]) or a[1] % (1 << b[1])):
            return a[0] >> b[1], a[1] >> b[1]
        case "and" if not b[0] and b[1] in (0xFFFFFFFF, -1):
            return a
    return None


def divisor(flow: Flow, value: Value, depth: int = DEPTH) -> int:
    """A number that the value is always a multiple of; 0 if it is always 0."""
    if isinstance(value, IntConstant | Zero):
        return abs(value.value) if isinstance(value, IntConstant) else 0
    made = flow.definition(value)
    if made is None or not depth or made.op not in _DIVISIBLE:
        return 1
    parts = [divisor(flow, operand, depth - 1) for operand in made.operands]
    match made.op:
        case "zext" | "sext" | "trunc" | "freeze":
            return parts[0] if made.op == "freeze" else _even(parts[0])
        case "select":
            return math.gcd(parts[1], parts[2])
        case "and":
            return max(_even(parts[0]), _even(parts[1]))
        case "mul":
            product = parts[0] * parts[1]
        case "shl":
            amount = made.operands[1]
            product = parts[0] << amount.value if isinstance(amount, IntConstant) and 0 <= amount.value < 32 else parts[0]
        case _:
            product = math.gcd(parts[0], parts[1])
    return product if made.flags & {"nuw", "nsw"} else _even(product)


_DIVISIBLE = ("zext", "sext", "trunc", "freeze", "select", "and", "mul", "shl", "add", "sub", "or")


def _even(number: int) -> int:
    """The power of two in a divisor, which also holds after wrapping around."""
    return number & -number


def largest(flow: Flow, value: Value, depth: int = DEPTH) -> int | None:
    """An upper bound of an index that is not negative."""
    if isinstance(value, IntConstant):
        return value.value if value.value >= 0 else None
    made = flow.definition(value)
    if made is None or not depth:
        return _by_width(value.type)
    bounds = [largest(flow, operand, depth - 1) for operand in made.operands] if made.op in _BOUNDED else []
    found = _bound(made, bounds)
    narrow = _by_width(made.type)
    return found if narrow is None or (found is not None and found < narrow) else narrow


_BOUNDED = ("and", "zext", "sext", "trunc", "freeze", "urem", "select", "add", "mul", "shl", "lshr", "or", "call")


def _by_width(type: LType) -> int | None:
    return (1 << type.bits) - 1 if isinstance(type, IntType) and type.bits <= 8 else None


def _bound(made: Instruction, bounds: list[int | None]) -> int | None:
    match made.op, bounds:
        case "and", [a, b]:
            return min((bound for bound in (a, b) if bound is not None), default=None)
        case (("zext" | "sext" | "trunc" | "freeze"), [a]):
            return a
        case "urem", [_, int(b)]:
            return b - 1 if b > 0 else None
        case "select", [_, int(a), int(b)]:
            return max(a, b)
        case "add", [int(a), int(b)]:
            return a + b
        case "or", [int(a), int(b)]:
            return (1 << max(a, b).bit_length()) - 1
        case "mul", [int(a), int(b)]:
            return a * b
        case "shl", [int(a), int(b)] if b < 32:
            return a << b
        case "lshr", [int(a), int(b)] if isinstance(made.operands[1], IntConstant):
            return a >> b
        case "lshr", [None, int(b)] if isinstance(made.type, IntType) and isinstance(made.operands[1], IntConstant):
            rest = made.type.bits - b
            return (1 << rest) - 1 if 0 < rest <= 16 else None
        case "call", [a, b, *_] if isinstance(made.callee, Global):
            known = [bound for bound in (a, b) if bound is not None]
            if made.callee.name.startswith("llvm.umin.") and known:
                return min(known)
            if made.callee.name.startswith(("llvm.umax.", "llvm.smax.")) and len(known) == 2:
                return max(known)
            # clamp(i, 0, n): smin of something that is not negative
            if made.callee.name.startswith("llvm.smin.") and known:
                return min(known)
    return None
