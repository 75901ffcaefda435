"""Ranges of floats as far as the code itself determines them, to tell the sine of an angle from one used as a hash."""

from __future__ import annotations

import math
from collections.abc import Mapping

from gpucc.lowering.llvm import (
    Aggregate,
    FloatConstant,
    Global,
    IntConstant,
    IntType,
    LlvmInstruction,
    Local,
    LType,
    Value,
    Zero,
    definition_of,
    scalar_of,
)

Range = tuple[float, float]
ANY: Range = (-math.inf, math.inf)
UNIT: Range = (0.0, 1.0)
# deeper expressions are not followed
DEEPEST = 40
MOVES = frozenset({"freeze", "extractelement", "shufflevector", "phi", "fpext", "fptrunc"})
WAVES = frozenset({"sin", "cos", "tanh"})


def intrinsic(instruction: LlvmInstruction) -> str:
    """Return the name of a called function: floor for llvm.floor.v2f32."""
    callee = instruction.callee
    if instruction.op != "call" or not isinstance(callee, Global):
        return ""
    name = callee.name
    return name.split(".")[1] if name.startswith("llvm.") else name


class LicenceRanges:
    def __init__(self, definitions: Mapping[str, LlvmInstruction]) -> None:
        self.definitions = definitions
        self.known: dict[str, Range] = {}

    def magnitude(self, value: Value) -> float:
        low, high = self.of(value)
        return max(-low, high)

    def of(self, value: Value, depth: int = 0) -> Range:
        match value:
            case FloatConstant(_, number):
                return (number, number) if math.isfinite(number) else ANY
            case Zero():
                return (0.0, 0.0)
            case Aggregate(_, elements):
                return _hull([self.of(one, depth) for one in elements])
            case Local(name):
                if name not in self.known:
                    if depth > DEEPEST or name not in self.definitions:
                        return ANY
                    # a loop comes back here: nothing is known about the values of later rounds
                    self.known[name] = ANY
                    self.known[name] = self._computed(self.definitions[name], depth + 1)
                return self.known[name]
        return ANY

    def _computed(self, one: LlvmInstruction, depth: int) -> Range:
        def given(k: int) -> Range:
            return self.of(one.operands[k], depth)

        match one.op:
            case "fneg":
                low, high = given(0)
                return -high, -low
            case "fadd":
                return _sum(given(0), given(1))
            case "fsub":
                if (bound := self._fraction(one, depth)) is not None:
                    return bound
                low, high = given(1)
                return _sum(given(0), (-high, -low))
            case "fmul":
                return _product(given(0), given(1))
            case "fdiv":
                low, high = given(1)
                return _product(given(0), _hull([(1 / low, 1 / low), (1 / high, 1 / high)])) if low * high > 0 else ANY
            case "select":
                return _hull([given(1), given(2)])
            case "insertelement":
                return (
                    _hull([given(0), given(1)]) if isinstance(one.operands[0], Local | Aggregate | Zero) else given(1)
                )
            case "uitofp" | "sitofp":
                return _whole(one.operands[0].type, one.op == "sitofp")
            case "call":
                return self._called(one, depth)
        if one.op in MOVES:
            return _hull([self.of(operand, depth) for operand in one.operands if not isinstance(operand, IntConstant)])
        return ANY

    def _called(self, one: LlvmInstruction, depth: int) -> Range:
        name = intrinsic(one)
        if name.startswith("gpucc.texture."):
            return UNIT
        given = [self.of(operand, depth) for operand in one.operands]
        match name:
            case "minnum" | "minimum" | "minimumnum":
                return min(given[0][0], given[1][0]), min(given[0][1], given[1][1])
            case "maxnum" | "maximum" | "maximumnum":
                return max(given[0][0], given[1][0]), max(given[0][1], given[1][1])
            case "fabs":
                low, high = given[0]
                return (0.0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))
            case "sqrt":
                return math.sqrt(max(0.0, given[0][0])), math.sqrt(max(0.0, given[0][1]))
            case "atan" | "atan2" | "asin" | "acos":
                return -math.pi, math.pi
        return (-1.0, 1.0) if name in WAVES else ANY

    def _fraction(self, one: LlvmInstruction, depth: int) -> Range | None:
        """Return the range of x - floor(x), which is 0 to 1, or of x - y * floor(..), which is 0 to y."""
        taken = self._defined(one.operands[1])
        if taken is not None and intrinsic(taken) == "floor" and taken.operands[0] == one.operands[0]:
            return UNIT
        if taken is None or taken.op != "fmul":
            return None
        for whole, step in (taken.operands, taken.operands[::-1]):
            floor = self._defined(whole)
            quotient = self._defined(floor.operands[0]) if floor is not None and intrinsic(floor) == "floor" else None
            if quotient is not None and quotient.op == "fdiv" and quotient.operands == (one.operands[0], step):
                low, high = self.of(step, depth)
                return min(low, 0.0), max(high, 0.0)
        return None

    def _defined(self, value: Value) -> LlvmInstruction | None:
        return definition_of(value, self.definitions)


def _hull(given: list[Range]) -> Range:
    return (min(low for low, _ in given), max(high for _, high in given)) if given else ANY


def _sum(a: Range, b: Range) -> Range:
    return a[0] + b[0], a[1] + b[1]


def _product(a: Range, b: Range) -> Range:
    # zero times an unknown value is zero times some number
    ends = [0.0 if 0.0 in (x, y) else x * y for x in a for y in b]
    return min(ends), max(ends)


def _whole(type: LType, signed: bool) -> Range:
    element = scalar_of(type)
    bits = element.bits if isinstance(element, IntType) else 64
    return (-(2.0 ** (bits - 1)), 2.0 ** (bits - 1) - 1) if signed else (0.0, 2.0**bits - 1)
