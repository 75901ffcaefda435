"""The backward slice of operations that amplify or jump: values whose last bit must not change.

floor, a comparison or a texture read turns a difference in the last place into another picture, so their operands, and
everything that these are computed from, keep the order of the source. The slice goes back through phis and selects,
component by component through vectors, and through memory: a read that matters makes every write to that memory matter.
Functions must be inlined already.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gpucc.lowering.licence.ranges import LicenceRanges, intrinsic
from gpucc.lowering.llvm import (
    Expression,
    FloatType,
    Function,
    Global,
    IntConstant,
    LlvmInstruction,
    Local,
    LType,
    PointerType,
    Value,
    VectorType,
    scalar_of,
    width,
)
from gpucc.lowering.reader.spelling import trace_flow

ALL = -1
# the largest argument of a sine that is taken as an angle, more than a turn; hashes use much larger ones
SMALL = 8.0
WAVES = frozenset({"sin", "cos", "tan", "sincos"})
# continuous functions that are no steeper than operands computed with rounding justify anyway: a change in the last
# place stays about one. Nothing is known about a function that is not listed, so its operands are part of the slice.
CONTINUOUS = frozenset(
    "sqrt exp exp2 exp10 log log2 log10 pow powi fabs fma fmuladd minnum maxnum minimum maximum minimumnum maximumnum"
    " asin acos atan sinh cosh tanh ldexp canonicalize arithmetic ssa vector".split()
)
JUMPS = frozenset({"fcmp", "frem", "fptosi", "fptoui"})
TEXTURES = ("gpucc.texture.2d", "gpucc.texture.cube")
COPIES = frozenset({"memcpy", "memmove"})
BOOKKEEPING = frozenset({"lifetime", "dbg", "assume", "invariant", "experimental", "prefetch", "memset"})
UNKNOWN = "*"


class Slice:
    """The slice. `lanes` gives the components of each value in the slice; `read` gives the memory that the slice reads,
    and its components.
    """

    def __init__(self, function: Function, amplified: Mapping[str, int]) -> None:
        self.flow = trace_flow(function)
        self.ranges = LicenceRanges(self.flow.definitions)
        self.lanes: dict[str, int] = {}
        self.read: dict[str, int] = {}
        self.writes: dict[str, list[tuple[Value, int]]] = {}
        self.copies: list[tuple[frozenset[str], frozenset[str]]] = []
        self.waiting: list[tuple[LlvmInstruction, int]] = []
        instructions = [one for block in function.blocks for one in block.instructions]
        for one in instructions:
            self._write(one)
        for one in instructions:
            self._start(one)
        for name, lanes in amplified.items():
            self._remember(f"@{name}", lanes)
        while self.waiting:
            one, lanes = self.waiting.pop()
            self._follow(one, lanes)

    # starting points --------------------------------------------------------------------------------------------------

    def _start(self, one: LlvmInstruction) -> None:
        if one.op in JUMPS or (one.op == "bitcast" and not _is_float(one.type)):
            self._all(one.operands)
        elif one.op in ("call", "invoke"):
            self._call(one)

    def _call(self, one: LlvmInstruction) -> None:
        name = intrinsic(one)
        if name.startswith(TEXTURES):
            self._all(value for value in one.operands if isinstance(value.type, VectorType))
        elif name in WAVES:
            self._all(value for value in one.operands if not self.ranges.magnitude(value) <= SMALL)
        elif name == "copysign":
            self._all(one.operands[1:])
        elif name not in CONTINUOUS and name not in BOOKKEEPING and name not in COPIES:
            self._all(one.operands)
            for value in one.operands:
                if isinstance(value.type, PointerType):
                    self._remember_all(self._bases(value), ALL)

    def _all(self, values: Iterable[Value]) -> None:
        for value in values:
            self._mark(value, ALL)

    def _mark(self, value: Value, lanes: int) -> None:
        if not isinstance(value, Local) or isinstance(value.type, PointerType):
            return
        if not isinstance(value.type, VectorType):
            lanes = lanes and ALL
        known = self.lanes.get(value.name, 0)
        if lanes | known != known:
            self.lanes[value.name] = lanes | known
            made = self.flow.definitions.get(value.name)
            if made is not None:
                self.waiting.append((made, lanes | known))

    # going back ------------------------------------------------------------------------------------------------------

    def _follow(self, one: LlvmInstruction, lanes: int) -> None:
        match one.op:
            case "load":
                direct = isinstance(one.operands[0], Global) and isinstance(one.type, VectorType)
                self._remember_all(self._bases(one.operands[0]), lanes if direct else ALL)
            case "extractelement":
                vector, index = one.operands
                self._mark(vector, 1 << index.value if isinstance(index, IntConstant) else ALL)
            case "insertelement":
                vector, element, index = one.operands
                known = 1 << index.value if isinstance(index, IntConstant) else 0
                self._mark(vector, lanes & ~known)
                self._mark(element, lanes & (known or ALL))
            case "shufflevector":
                self._shuffled(one, lanes)
            case (
                "select" | "phi" | "fneg" | "fadd" | "fsub" | "fmul" | "fdiv" | "freeze" | "fpext" | "fptrunc" | "call"
            ):
                for value in one.operands:
                    self._mark(value, lanes if _alike(value.type, one.type) else ALL)
            case _:
                self._all(one.operands)

    def _shuffled(self, one: LlvmInstruction, lanes: int) -> None:
        first, second = one.operands
        count = width(first.type)
        wanted = [source for place, source in enumerate(one.mask) if source >= 0 and lanes >> place & 1]
        self._mark(first, sum(1 << source for source in {*wanted} if source < count))
        self._mark(second, sum(1 << source - count for source in {*wanted} if source >= count))

    # memory -----------------------------------------------------------------------------------------------------------

    def _write(self, one: LlvmInstruction) -> None:
        if one.op == "store":
            value, pointer = one.operands[0], one.operands[1]
            for base in self._bases(pointer):
                self.writes.setdefault(base, []).append((value, isinstance(pointer, Global)))
        elif intrinsic(one) in COPIES:
            self.copies.append((self._bases(one.operands[0]), self._bases(one.operands[1])))

    def _remember_all(self, bases: frozenset[str], lanes: int) -> None:
        for base in bases:
            self._remember(base, lanes)

    def _remember(self, base: str, lanes: int) -> None:
        """Record that memory is read for the slice: everything written to it, or to an unknown place, is then part of
        it.
        """
        known = self.read.get(base, 0)
        if lanes | known == known:
            return
        self.read[base] = lanes | known
        for target, written in self.writes.items():
            if target == base or UNKNOWN in (target, base):
                for value, whole in written:
                    self._mark(value, lanes if whole and target == base else ALL)
        for targets, sources in self.copies:
            if base in targets or UNKNOWN in targets or base == UNKNOWN:
                self._remember_all(sources, ALL)

    def _bases(self, pointer: Value) -> frozenset[str]:
        """Return the variables that an address may belong to."""
        found: set[str] = set()
        seen: set[str] = set()
        waiting = [pointer]
        while waiting:
            match waiting.pop():
                case Global(name):
                    found.add(f"@{name}")
                case Expression(_, _, operands):
                    waiting += [value for value in operands if isinstance(value.type, PointerType)]
                case Local(name):
                    if name in seen:
                        continue
                    seen.add(name)
                    made = self.flow.definitions.get(name)
                    if made is None or made.op == "alloca":
                        found.add(f"%{name}")
                    elif made.op in ("getelementptr", "select", "phi", "addrspacecast", "bitcast", "freeze"):
                        waiting += [value for value in made.operands if isinstance(value.type, PointerType)]
                    else:
                        found.add(UNKNOWN)
                case _:
                    found.add(UNKNOWN)
        return frozenset(found)


def _is_float(type: LType) -> bool:
    return isinstance(scalar_of(type), FloatType)


def _alike(a: LType, b: LType) -> bool:
    """Return whether component k of one comes from component k of the other."""
    return isinstance(a, VectorType) and isinstance(b, VectorType) and a.count == b.count
