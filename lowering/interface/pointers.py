"""Finds a function's memory accesses and traces each to the parameter or global behind the address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from typing import NamedTuple

from gpucc.errors import Unsupported
from gpucc.lowering.interface.calls import is_global_id
from gpucc.lowering.interface.indices import LINEAR, divisor, largest, linear
from gpucc.lowering.layout import Layout
from gpucc.lowering.llvm import (
    BasicBlock,
    Expression,
    Function,
    Global,
    IntConstant,
    IntType,
    LlvmInstruction,
    Local,
    LType,
    PointerType,
    StructType,
    Value,
    VectorType,
    Zero,
)
from gpucc.lowering.reader.spelling import DefUse
from gpucc.records import dataclass

# a pointer that advances in a loop settles shortly after STEADY visits; VISITS ends the analysis of one that does not
STEADY = 2
VISITS = 8
MOST_PLACES = 16
# the most bytes behind one pointer: 4096 registers
LARGEST = 65536
COPIES = ("llvm.memcpy.", "llvm.memmove.")
HINTS = (
    "llvm.lifetime.",
    "llvm.assume",
    "llvm.invariant.",
    "llvm.prefetch",
    "llvm.dbg.",
    "llvm.experimental.noalias.scope.decl",
)
SEEN_THROUGH = (
    "llvm.launder.invariant.group",
    "llvm.strip.invariant.group",
    "llvm.ptr.annotation",
    "llvm.threadlocal.address",
)
ACCESS_HELP = (
    "shaders read and write floats and integers behind pointers; gpucc follows getelementptr, select, phi and casts"
)


class Stride(NamedTuple):
    """A part of an address that is known only at run time: an index, and the number of bytes that one step of it moves;
    `most` is the largest index, if it is known."""

    bytes: int
    most: int | None


@dataclass(frozen=True, slots=True)
class AddressPlace:
    """An address: bytes from `base` (`%name` or `@name`), plus `gid` bytes for every step of the global id."""

    base: str
    offset: int = 0
    gid: int = 0
    strides: tuple[Stride, ...] = ()


@dataclass(frozen=True, slots=True)
class Access:
    """A load or store of `size` bytes. `type` is None for a copy, whose bytes have no type."""

    place: AddressPlace
    size: int
    write: bool
    instruction: LlvmInstruction
    block: str
    index: int
    type: LType | None = None
    value: Value | None = None

    def offsets(self) -> Iterator[int] | None:
        """Yield every possible byte offset; return None if there is no bound. A bound beyond the largest memory, such
        as that of `n & ~1`, counts as none."""
        if any(stride.most is None or stride.most * stride.bytes > LARGEST for stride in self.place.strides):
            return None
        return _spread(self.place.offset, self.place.strides)


def _spread(offset: int, strides: tuple[Stride, ...]) -> Iterator[int]:
    if not strides:
        yield offset
        return
    for step in range((strides[0].most or 0) + 1):
        yield from _spread(offset + step * strides[0].bytes, strides[1:])


@dataclass(slots=True)
class TracedMemory:
    """The accesses of a function, by base."""

    accesses: dict[str, list[Access]] = field(default_factory=dict)

    def of(self, base: str) -> list[Access]:
        return self.accesses.get(base, [])


def trace_memory(function: Function, flow: DefUse, layout: Layout) -> TracedMemory:
    return _Tracer(function, flow, layout).trace()


class _Tracer:
    def __init__(self, function: Function, flow: DefUse, layout: Layout) -> None:
        self.function = function
        self.flow = flow
        self.layout = layout
        self.places: dict[str, tuple[AddressPlace, ...]] = {
            parameter.name: (AddressPlace(f"%{parameter.name}"),)
            for parameter in function.parameters
            if isinstance(parameter.type, PointerType)
        }
        self.memory = TracedMemory()

    def trace(self) -> TracedMemory:
        self.settle()
        for block in self.function.blocks:
            for index, instruction in enumerate(block.instructions):
                self.visit(instruction, block, index)
        return self.memory

    def settle(self) -> None:
        """Find the objects and offsets that all pointers can have. Loops, and blocks that are out of order, take more
        than one round."""
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
                if visit > STEADY:
                    after = _widened(before, after)
                if after != before:
                    self.places[name] = after
                    changed = True
            if not changed:
                return

    def result(self, one: LlvmInstruction) -> Iterable[AddressPlace]:
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
                return (AddressPlace(f"%{one.name}"),)
            case "call" if isinstance(one.callee, Global) and one.callee.name.startswith(SEEN_THROUGH):
                return self.find(one.operands[0])
        return ()

    def find(self, value: Value) -> tuple[AddressPlace, ...]:
        match value:
            case Local(name):
                return self.places.get(name, ())
            case Global(name):
                return (AddressPlace(f"@{name}"),)
            case Expression("getelementptr", _, operands, source):
                return tuple(self.address(source, operands))
            case Expression("bitcast" | "addrspacecast", _, (inner,)):
                return self.find(inner)
        return ()

    def address(self, element: LType | None, operands: tuple[Value, ...]) -> list[AddressPlace]:
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
                    type = (
                        type.element
                        if not isinstance(type, IntType | PointerType) and hasattr(type, "element")
                        else type
                    )
                place = self.step(place, index, self.layout.size(type))
            found.append(place)
        return found

    def step(self, place: AddressPlace, index: Value, size: int) -> AddressPlace:
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

    def visit(self, one: LlvmInstruction, block: BasicBlock, index: int) -> None:
        match one.op:
            case "load":
                self.enter(one, one.operands[0], block, index, False, one.type)
            case "store":
                self.refuse_escape(one, one.operands[0])
                self.enter(one, one.operands[1], block, index, True, one.operands[0].type, one.operands[0])
            case "call" | "invoke":
                self.visit_call(one, block, index)
            case "atomicrmw" | "cmpxchg":
                raise Unsupported(
                    "atomic operations cannot be compiled", one.location, ("a shader shares no memory",), one.text
                )
            case "ret" | "insertvalue" | "insertelement":
                for value in one.operands[-1:] if one.op == "ret" else one.operands[1:2]:
                    self.refuse_escape(one, value)

    def enter(
        self,
        one: LlvmInstruction,
        pointer: Value,
        block: BasicBlock,
        index: int,
        write: bool,
        type: LType | None,
        value: Value | None = None,
    ) -> None:
        size = (
            self.layout.stored(type) if type is not None and not isinstance(type, PointerType) else self.layout.pointer
        )
        if isinstance(pointer.type, VectorType):
            raise Unsupported("gathering from several addresses at once cannot be compiled", one.location, (), one.text)
        for place in self.find(pointer):
            self.memory.accesses.setdefault(place.base, []).append(
                Access(place, size, write, one, block.name, index, type, value)
            )

    def visit_call(self, one: LlvmInstruction, block: BasicBlock, index: int) -> None:
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

    def refuse_escape(self, one: LlvmInstruction, value: Value) -> None:
        """Refuse an address that is stored, returned or passed on, since its uses are then unknown."""
        if isinstance(value.type, PointerType) and any(self.matters(place) for place in self.find(value)):
            what = {"store": "stored in memory", "ret": "returned"}.get(one.op, "passed on")
            raise Unsupported(
                f"an address is {what} here, so what is read and written is not known",
                one.location,
                (ACCESS_HELP,),
                one.text,
            )

    def matters(self, place: AddressPlace) -> bool:
        return place.base.startswith("@") or any(
            place.base == f"%{parameter.name}" for parameter in self.function.parameters
        )


def _join(places: Iterable[AddressPlace], visit: int) -> tuple[AddressPlace, ...]:
    """Return all places.

    From the second visit on there is one for each base, and different offsets count as a step taken an unknown number
    of times.
    """
    distinct = tuple(dict.fromkeys(places))
    if visit < STEADY and len(distinct) <= MOST_PLACES:
        return distinct
    by_base: dict[str, AddressPlace] = {}
    for place in distinct:
        known = by_base.get(place.base)
        by_base[place.base] = place if known is None or known == place else _merge(known, place, visit == VISITS - 1)
    return tuple(by_base.values())


def _merge(a: AddressPlace, b: AddressPlace, settle: bool) -> AddressPlace:
    # as often as either takes it
    strides = Counter(a.strides) | Counter(b.strides)
    low = min(a.offset, b.offset)
    apart = abs(a.offset - b.offset)
    if apart and not any(stride.most is None and apart % stride.bytes == 0 for stride in strides):
        strides[Stride(apart, None)] = 1
    if a.gid != b.gid:
        strides[Stride(max(abs(a.gid), abs(b.gid)), None)] = 1
    if settle:
        low, strides = 0, Counter([Stride(4, None)])
    return AddressPlace(a.base, low, a.gid if a.gid == b.gid else 0, tuple(sorted(strides.elements(), key=repr)))


def _widened(before: tuple[AddressPlace, ...], after: tuple[AddressPlace, ...]) -> tuple[AddressPlace, ...]:
    """The places, where steps that a loop takes again in every round are taken an unknown number of times."""
    known = {place.base: Counter(place.strides) for place in before}
    found = []
    for place in after:
        again = Counter(place.strides) - known.get(place.base, Counter(place.strides))
        if again:
            kept = (Counter(place.strides) - again).elements()
            open_ones = {Stride(stride.bytes, None) for stride in again}
            place = replace(place, strides=tuple(sorted({*kept, *open_ones}, key=repr)))
        found.append(place)
    return tuple(found)


def check_global_id(function: Function, flow: DefUse) -> None:
    """Check that the global id only selects the invocation's own element, since no register holds it."""
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
                notes = (
                    "use it only as the index of buffers; pass a number that differs between invocations as an input",
                )
                raise Unsupported("the global id is used as a value here", user.location, notes, user.text)
            waiting.append(user)
