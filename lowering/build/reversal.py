"""Reversed bits and bytes.

Short numbers are put together bit by bit, where the target's floats hold them. The reversal of a longer one has no
place in a float, but sequences of sample points (van der Corput, Hammersley) need it as a fraction only, and others its
upper bits: `uitofp(reversal)`, also times a number, and `reversal >> constant` are computed without it.
"""

from __future__ import annotations

import math
import re

from gpucc.errors import Unsupported
from gpucc.lowering.build.operands import operand
from gpucc.lowering.build.state import BuildState, Leaves, nodes
from gpucc.lowering.graph import BOOL, F32, Node, Type
from gpucc.lowering.layout import scalar
from gpucc.lowering.llvm import (
    Global,
    IntConstant,
    LlvmInstruction,
    Value,
    definition_of,
    scalar_of,
)
from gpucc.records import dataclass

OF_REVERSALS = ("fmul", "uitofp", "lshr")
REVERSAL = re.compile(r"llvm\.bitreverse\.(?:v\d+)?i\d+")


def reversed_number(state: BuildState, x: Node, unit: int) -> Node:
    """Reverse the order of pieces of `unit` bits: 1 for bits, 8 for bytes."""
    bits, most = x.type.bits, state.format.exact_integers
    if 1 << bits > most and not (x.op == "const" and isinstance(x.attr, int)):
        what = "bits" if unit == 1 else "bytes"
        raise Unsupported(
            f"reversing the {what} of a number takes {bits} bits: floats carry integers here, exact up to {most}",
            notes=("a reversal can be used as a fraction, float(reversed) / 4294967296.0, and shifted right by 32 - n",)
            if unit == 1
            else (),
        )
    count = bits // unit
    total = state.constant(x.type, 0)
    for at in range(count):
        total = state.make("iadd", x.type, (total, _moved(state, x, at, unit, (count - 1 - at) * unit)))
    return total


def _moved(state: BuildState, x: Node, at: int, unit: int, up: int) -> Node:
    """Piece number `at` of x, shifted up."""
    down = state.make("lshr", x.type, (x, state.constant(x.type, at * unit))) if at else x
    piece = state.make("iand", x.type, (down, state.constant(x.type, (1 << unit) - 1)))
    return state.make("imul", x.type, (piece, state.constant(x.type, 1 << up))) if up else piece


def of_reversal(state: BuildState, i: LlvmInstruction) -> Leaves | None:
    """The value of an instruction that uses the reversal of a long number as a fraction, or shifted; None for all
    others."""
    flags = state.flags(i.flags)
    if i.op == "fmul":
        for value, factor in (i.operands, i.operands[::-1]):
            inner = definition_of(value, state.definitions)
            found = _reversed(state, inner.operands[0]) if inner is not None and inner.op == "uitofp" else None
            if found is not None:
                scales = nodes(operand(state, factor))
                pairs = zip(found.numbers, scales, strict=True)
                return tuple([_scaled(state, x, found.bits, scale, flags) for x, scale in pairs])
        return None
    found = _reversed(state, i.operands[0])
    if found is None:
        return None
    if i.op == "uitofp":
        one = state.constant(F32, 1.0)
        return tuple([_scaled(state, x, found.bits, one, flags) for x in found.numbers])
    by = i.operands[1]
    count = found.bits - by.value if isinstance(by, IntConstant) else 0
    if not 0 < count <= found.numbers[0].type.bits:
        return None
    return tuple([_upper(state, x, count, scalar(scalar_of(i.type))) for x in found.numbers])


@dataclass(frozen=True, slots=True)
class Reversal:
    """What is reversed, and how many bits the result has: those of the number, and zeros below."""

    numbers: tuple[Node, ...]
    bits: int


def _reversed(state: BuildState, value: Value) -> Reversal | None:
    """The reversal that the value is, if it is one that is too long for the target's floats."""
    made, zeros = definition_of(value, state.definitions), 0
    while made is not None and made.op in ("zext", "shl"):
        if made.op == "shl":
            by = made.operands[1]
            if "nuw" not in made.flags or not isinstance(by, IntConstant):
                return None
            zeros += by.value
        made = definition_of(made.operands[0], state.definitions)
    if made is None or made.op != "call" or not isinstance(made.callee, Global):
        return None
    if not REVERSAL.fullmatch(made.callee.name):
        return None
    numbers = nodes(operand(state, made.operands[0]))
    bits = numbers[0].type.bits + zeros
    return Reversal(numbers, bits) if 1 << bits > state.format.exact_integers else None


def _bits(state: BuildState, x: Node, count: int) -> list[Node]:
    """The lowest bits of x as floats, the lowest first."""
    half, two = state.constant(F32, 0.5), state.constant(F32, -2.0)
    above = state.make("sitofp", F32, (x,))
    found = []
    for _ in range(count):
        here, above = above, state.make("floor", F32, (state.make("fmul", F32, (above, half)),))
        found.append(state.make("fadd", F32, (here, state.make("fmul", F32, (above, two)))))
    return found


def _scaled(state: BuildState, x: Node, bits: int, factor: Node, flags: int) -> Node:
    """A reversal of so many bits as a float, times a factor: the digits of x behind the point, times 2^bits and the
    factor."""
    half = state.constant(F32, 0.5)
    most = _most(state, x)
    fraction = state.constant(F32, 0.0)
    for bit in reversed(_bits(state, x, most)):
        fraction = state.make("fmul", F32, (state.make("fadd", F32, (fraction, bit)), half))
    if most < x.type.bits:
        ones = _if_negative(state, x, 2.0**-most - 2.0**-x.type.bits)
        fraction = state.make("fadd", F32, (fraction, ones))
    power, steps = 2.0**bits, []
    if factor.op == "const" and isinstance(factor.attr, float):
        power *= factor.attr
    # a number beyond the format would be an infinity there, and make NaN of zero
    while math.isfinite(power) and abs(power) > state.format.greatest:
        steps.append(2.0 ** (1 - state.format.least_exponent))
        power /= steps[-1]
    if factor.op == "const" and isinstance(factor.attr, float):
        factor = state.constant(F32, power)
    else:
        factor = state.make("fmul", F32, (factor, state.constant(F32, power)))
    scaled = state.make("fmul", F32, (fraction, factor), flags=flags)
    for step in steps:
        scaled = state.make("fmul", F32, (scaled, state.constant(F32, step)))
    return scaled


def _if_negative(state: BuildState, x: Node, value: float) -> Node:
    """What the bits above the exact range are worth, which are those of the sign."""
    negative = state.make("islt", BOOL, (x, state.constant(x.type, 0)))
    return state.make("select", F32, (negative, state.constant(F32, value), state.constant(F32, 0.0)))


def _upper(state: BuildState, x: Node, count: int, type: Type) -> Node:
    """The upper bits of the reversal as an integer: the lowest bits of x in reversed order."""
    known = min(count, _most(state, x))
    total = state.constant(F32, 0.0)
    for bit in _bits(state, x, known):
        total = state.make("fadd", F32, (state.make("fmul", F32, (total, state.constant(F32, 2.0))), bit))
    if count > known:
        ones = 2.0 ** (count - known)
        total = state.make("fmul", F32, (total, state.constant(F32, ones)))
        total = state.make("fadd", F32, (total, _if_negative(state, x, ones - 1)))
    return state.make("fptoui", type, (total,))


def _most(state: BuildState, x: Node) -> int:
    """How many bits of a number its float holds."""
    return min(x.type.bits, state.format.exact_integers.bit_length() - 1)
