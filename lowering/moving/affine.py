"""Finds values of a fragment shader that are affine in its varyings, with coefficients of uniforms and constants.

The rasteriser interpolates varyings with weights whose sum is one. So the interpolated value of an affine function is
the function of interpolated values, in real arithmetic, and a vertex shader may compute it. A value moves where a
statement that is not affine reads it, and only if rounding it in another way changes no decision: comparisons, whole
numbers, derivatives and the like keep their operands, unless the arithmetic is `fast`. Built-in inputs such as
gl_FragCoord are no varyings.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from gpucc.lowering.llvm import (
    FLOAT,
    Aggregate,
    Expression,
    FloatConstant,
    Function,
    Global,
    IntConstant,
    LlvmInstruction,
    Local,
    LType,
    Undefined,
    Value,
    Zero,
    scalar_of,
    width,
)
from gpucc.records import dataclass

VARYINGS, UNIFORMS, OUTPUTS = 1, 2, 3
ARITHMETIC = frozenset("fadd fsub fmul fdiv fneg".split())
MOVES = frozenset("extractelement insertelement shufflevector".split())
# what uniforms alone may go through as well; all of it is pure
PURE = ARITHMETIC | MOVES | frozenset("fcmp icmp select sitofp uitofp add sub mul and or xor zext sext".split())
# what turns a small difference into a large one
STEEP = frozenset("fcmp frem fptosi fptoui bitcast fptrunc".split())
STEEP_CALLS = (
    "floor ceil trunc round rint nearbyint fract mod atan2 dfdx dfdy fwidth discard fptosi fptoui copysign".split()
)
TEXTURE = "gpucc.texture"


@dataclass(frozen=True, slots=True)
class AffineUse:
    """A statement that reads `value`, which is lanes `lanes` of the value that moves."""

    statement: LlvmInstruction
    value: Local
    lanes: tuple[int | None, ...]


@dataclass(slots=True)
class MovableValue:
    """An affine value, and the statements that read it without being affine themselves. `weight` is the number of
    operations on scalars that compute it."""

    name: str
    type: LType
    uses: list[AffineUse] = field(default_factory=list)
    weight: int = 0

    @property
    def lanes(self) -> tuple[int, ...]:
        return tuple(sorted({lane for use in self.uses for lane in use.lanes if lane is not None}))


def is_float(type: LType) -> bool:
    return scalar_of(type) == FLOAT


class AffineValues:
    """The values of a function, by name: `degree` is 0 if uniforms decide a value, 1 if it is affine in varyings;
    `computed` are affine values that take arithmetic."""

    def __init__(self, function: Function, spaces: dict[str, int]) -> None:
        self.spaces = spaces
        self.statements = {
            one.name: one for block in function.blocks for one in block.instructions if one.name is not None
        }
        self.everything = [one for block in function.blocks for one in block.instructions]
        self.places: dict[str, str] = {}
        # the first of all values that are computed in the same way, by name, and how each of those is computed
        self.first: dict[str, str] = {}
        self.known: dict[tuple[object, ...], str] = {}
        self.degree: dict[str, int] = {}
        self.computed: set[str] = set()
        for one in self.everything:
            if one.name is not None:
                self._follow(one.name, one)

    def place(self, value: Value) -> str | None:
        """Return the global at a constant place of which a pointer points."""
        match value:
            case Global(name):
                return name
            case Local(name):
                return self.places.get(name)
            case Expression("getelementptr", _, operands):
                return self.place(operands[0]) if _are_constant(operands[1:]) else None
        return None

    def _follow(self, name: str, one: LlvmInstruction) -> None:
        if one.op == "getelementptr":
            base = self.place(one.operands[0])
            if base is not None and _are_constant(one.operands[1:]):
                self.places[name] = base
                self._number(name, one)
            return
        found = self._loaded(one) if one.op == "load" else self._made(one)
        if found is None:
            return
        self.degree[name] = found
        self._number(name, one)
        below = any(isinstance(operand, Local) and operand.name in self.computed for operand in one.operands)
        if found and (one.op in ARITHMETIC or below):
            self.computed.add(name)

    def _number(self, name: str, one: LlvmInstruction) -> None:
        operands = tuple(
            self.first.get(operand.name, operand.name) if isinstance(operand, Local) else operand
            for operand in (*one.operands, *((one.callee,) if one.callee else ()))
        )
        key = (one.op, one.type, one.flags, one.predicate, one.element, one.mask, operands)
        self.first[name] = self.known.setdefault(key, name)

    def _loaded(self, one: LlvmInstruction) -> int | None:
        base = self.place(one.operands[0])
        space = self.spaces.get(base or "")
        if base is None or "volatile" in one.flags or space not in (VARYINGS, UNIFORMS):
            return None
        if space == UNIFORMS:
            return 0
        return 1 if is_float(one.type) and not base.startswith("gl_") else None

    def _of(self, value: Value) -> int | None:
        if isinstance(value, Local):
            return self.degree.get(value.name)
        return 0 if isinstance(value, FloatConstant | IntConstant | Zero | Undefined | Aggregate) else None

    def _made(self, one: LlvmInstruction) -> int | None:
        degrees = [self._of(operand) for operand in one.operands]
        known = [degree for degree in degrees if degree is not None]
        if not known or len(known) < len(degrees):
            return None
        if not any(known):
            return 0 if one.op in PURE or _is_pure_call(one) else None
        if not is_float(one.type):
            return None
        match one.op:
            case "fadd" | "fsub" | "fneg" | "shufflevector" | "insertelement" | "extractelement":
                return None if one.op.endswith("element") and known[-1] else max(known)
            case "fmul":
                return 1 if sum(known) == 1 else None
            case "fdiv":
                return 1 if known == [1, 0] else None
        return None

    # candidates -------------------------------------------------------------------------------------------------------

    def candidates(self, steep_too: bool) -> list[MovableValue]:
        """Return the values that may move, in the order of the text; `steep_too`: also where decisions read them."""
        users: dict[str, list[LlvmInstruction]] = {}
        for one in self.everything:
            for operand in one.operands:
                if isinstance(operand, Local):
                    users.setdefault(operand.name, []).append(one)
        steep = set() if steep_too else self._steep(users)
        found: dict[str, MovableValue] = {}
        for one in self.everything:
            if one.name in self.degree:
                continue
            for number, operand in enumerate(one.operands):
                if isinstance(operand, Local) and operand.name in self.computed:
                    root, lanes = self._stripped(operand)
                    read = _read_lanes(one, number, len(lanes))
                    taken = tuple(lane if at in read else None for at, lane in enumerate(lanes))
                    name = self.first[root.name]
                    candidate = found.setdefault(name, MovableValue(name, root.type))
                    candidate.uses.append(AffineUse(one, operand, taken))
        kept = [one for one in found.values() if not any(id(use.statement) in steep for use in one.uses)]
        for candidate in kept:
            candidate.weight = sum(
                width(self.statements[name].type)
                for name in self.slice(candidate.name)
                if self.degree.get(name) and self.statements[name].op in ARITHMETIC
            )
        return kept

    def _stripped(self, value: Local) -> tuple[Local, tuple[int, ...]]:
        """Return the value of which another takes some lanes, and these lanes."""
        lanes = tuple(range(width(value.type)))
        while True:
            one = self.statements[value.name]
            source = one.operands[0]
            if not isinstance(source, Local) or source.name not in self.computed:
                return value, lanes
            if one.op == "extractelement" and isinstance(one.operands[1], IntConstant):
                lanes = (one.operands[1].value,)
            elif one.op == "shufflevector" and all(0 <= lane < width(source.type) for lane in one.mask):
                lanes = tuple(one.mask[lane] for lane in lanes)
            else:
                return value, lanes
            value = source

    def slice(self, name: str) -> list[str]:
        """Return the names of all statements that a value is computed by, in the order of the text."""
        wanted: set[str] = set()
        waiting = [name]
        while waiting:
            one = waiting.pop()
            if one not in wanted:
                wanted.add(one)
                waiting += [operand.name for operand in self.statements[one].operands if isinstance(operand, Local)]
        return [found for found in self.statements if found in wanted]

    def _steep(self, users: dict[str, list[LlvmInstruction]]) -> set[int]:
        """Return the statements whose operands lead to a decision, other than through a texture."""
        before: dict[int, list[LlvmInstruction]] = {}
        waiting: list[LlvmInstruction] = []
        for one in self.everything:
            for user in users.get(one.name or "", ()):
                before.setdefault(id(user), []).append(one)
            if self._is_steep(one):
                waiting.append(one)
        found: set[int] = set()
        while waiting:
            one = waiting.pop()
            if id(one) in found:
                continue
            found.add(id(one))
            waiting += [above for above in before.get(id(one), ()) if not _is_texture(above)]
        return found

    def _is_steep(self, one: LlvmInstruction) -> bool:
        """Return whether a statement may turn a rounding error into another result. Memory may lead anywhere."""
        if one.op == "store":
            return self.spaces.get(self.place(one.operands[1]) or "") != OUTPUTS
        return one.op in STEEP or any(word in _callee(one) for word in STEEP_CALLS)


def _read_lanes(one: LlvmInstruction, number: int, lanes: int) -> set[int]:
    """Return the lanes of an operand that a statement reads."""
    if one.op == "extractelement" and number == 0 and isinstance(one.operands[1], IntConstant):
        return {one.operands[1].value}
    if one.op == "shufflevector":
        return {lane - number * lanes for lane in one.mask if number * lanes <= lane < (number + 1) * lanes}
    return set(range(lanes))


def _are_constant(indices: Iterable[Value]) -> bool:
    return all(isinstance(index, IntConstant | Zero) for index in indices)


def _callee(one: LlvmInstruction) -> str:
    return one.callee.name if one.op == "call" and isinstance(one.callee, Global) else ""


def _is_pure_call(one: LlvmInstruction) -> bool:
    name = _callee(one)
    return name.startswith("llvm.") and is_float(one.type) and not name.startswith(("llvm.dbg", "llvm.experimental"))


def _is_texture(one: LlvmInstruction) -> bool:
    return _callee(one).startswith(TEXTURE)
