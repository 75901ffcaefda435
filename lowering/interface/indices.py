"""Facts about an index without running the program: its distance from the global id, a divisor, a bound."""

from __future__ import annotations

import math

from gpucc.lowering.interface.calls import is_global_id
from gpucc.lowering.llvm import (
    Aggregate,
    Global,
    IntConstant,
    IntType,
    LlvmInstruction,
    Local,
    LType,
    Undefined,
    Value,
    Zero,
    scalar_of,
)
from gpucc.lowering.reader.spelling import DefUse

DEPTH = 24
CASTS = ("sext", "zext", "trunc", "freeze")
LINEAR = (*CASTS, "add", "sub", "mul", "shl", "or", "ashr", "lshr", "and")


def linear(flow: DefUse, value: Value, depth: int = DEPTH) -> tuple[int, int] | None:
    """Return (a, b) if the value is a * global id + b."""
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
    """Combine two linear values. `ashr` and `lshr` undo a preceding `shl`, as in sign extending the id from 32 to 64
    bits.
    """
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


def divisor(flow: DefUse, value: Value) -> int:
    """Return a number of which the value is always a multiple; 0 if it is always 0.

    Every value involved is first assumed to be 0, a multiple of every number, and then recomputed from its operands
    until nothing changes: a fact that holds at the start of a loop and that a round preserves always holds.
    """
    found = dict.fromkeys(_made_of(flow, value), 0)

    def of(operand: Value) -> int:
        if isinstance(operand, Zero):
            return 0
        if isinstance(operand, IntConstant):
            return abs(operand.value)
        return found.get(operand.name, 1) if isinstance(operand, Local) else 1

    changed = True
    while changed:
        changed = False
        for name in found:
            made = flow.definition(Local(name, value.type))
            assert made is not None
            known = math.gcd(found[name], _multiple(made, [of(operand) for operand in made.operands]))
            changed |= known != found[name]
            found[name] = known
    return of(value)


MOST = 512


def _made_of(flow: DefUse, value: Value) -> list[str]:
    """Return the names of the values from which it is computed by operations that keep divisors.

    Operands come first except in loops.
    """
    names: dict[str, None] = {}
    waiting = [value]
    while waiting and len(names) < MOST:
        made = flow.definition(waiting.pop())
        if made is not None and made.name is not None and made.name not in names and made.op in _DIVISIBLE:
            names[made.name] = None
            waiting += made.operands
    return list(reversed(names))


def _multiple(made: LlvmInstruction, parts: list[int]) -> int:
    match made.op:
        case "zext" | "sext" | "trunc" | "freeze":
            return parts[0] if made.op == "freeze" else _even(parts[0])
        case "select":
            return math.gcd(parts[1], parts[2])
        case "phi":
            return math.gcd(*parts)
        case "and":
            return max(_even(parts[0]), _even(parts[1]))
        case "mul":
            product = parts[0] * parts[1]
        case "shl":
            amount = made.operands[1]
            product = (
                parts[0] << amount.value if isinstance(amount, IntConstant) and 0 <= amount.value < 64 else parts[0]
            )
        case "ashr" | "lshr":
            # LLVM writes 4 * sext(x) as (x << 32) >> 30
            amount = made.operands[1]
            if not parts[0] or not isinstance(amount, IntConstant) or not 0 <= amount.value < 64:
                return min(parts[0], 1)
            return max(_even(parts[0]) >> amount.value, 1)
        case _:
            product = math.gcd(parts[0], parts[1])
    return product if made.flags & {"nuw", "nsw"} else _even(product)


_DIVISIBLE = (
    "zext", "sext", "trunc", "freeze", "select", "phi", "and", "mul", "shl", "ashr", "lshr", "add", "sub", "or",
)  # fmt: skip


def _even(number: int) -> int:
    """Return the power of two in a divisor, which remains a divisor after wrapping around."""
    return number & -number


def largest(flow: DefUse, value: Value) -> int | None:
    """Return an upper bound of a non-negative index."""
    return _Bounds(flow).of(value, True, DEPTH)


class _Bounds:
    """Upper bounds of integers. Some hold for the bits as an unsigned number; a signed one is enough where a negative
    number cannot become an index that is not: `smin(n, 0)` has the signed bound 0, but its last two bits are anything.
    """

    def __init__(self, flow: DefUse) -> None:
        self.flow = flow
        self.known: dict[tuple[str, bool], int | None] = {}

    def of(self, value: Value, signed: bool, depth: int) -> int | None:
        if isinstance(value, IntConstant):
            return value.value if value.value >= 0 else None
        if isinstance(value, Zero):
            return 0
        if isinstance(value, Aggregate):
            lanes = [
                self.of(one, signed, depth) for one in value.elements if not (isinstance(one, Undefined) and one.poison)
            ]
            return None if None in lanes else max((lane for lane in lanes if lane is not None), default=None)
        made = self.flow.definition(value)
        if made is None or made.name is None or not depth:
            return _by_width(value.type)
        key = made.name, signed
        if key not in self.known:
            narrow = _by_width(made.type)
            self.known[key] = narrow  # for the value itself, if a loop leads back here
            found = self._made(made, signed, depth - 1) if made.op in _BOUNDED else None
            self.known[key] = found if narrow is None or (found is not None and found < narrow) else narrow
        return self.known[key]

    def _made(self, made: LlvmInstruction, signed: bool, depth: int) -> int | None:
        if made.op == "call":
            return self._extreme(made, signed, depth)
        if made.op in _LANES:
            # a vector has one bound for all of its lanes
            parts = [one for one in made.operands[: _LANES[made.op]] if not (isinstance(one, Undefined) and one.poison)]
            told = [self.of(one, signed, depth) for one in parts]
            return None if None in told else max((bound for bound in told if bound is not None), default=None)
        inner = signed and (made.op in _SIGNED or ("nsw" in made.flags and made.op in ("add", "shl")))
        inner = inner or (made.op == "zext" and "nneg" in made.flags)
        bounds = [self.of(operand, inner, depth) for operand in made.operands]
        if made.op == "sext" and not signed and bounds[0] is not None:
            type = scalar_of(made.operands[0].type)
            if not isinstance(type, IntType) or bounds[0] >> (type.bits - 1):
                return None  # it may be negative
        return _bound(made, bounds)

    def _extreme(self, made: LlvmInstruction, signed: bool, depth: int) -> int | None:
        name = made.callee.name if isinstance(made.callee, Global) else ""
        if not name.startswith(("llvm.umin.", "llvm.umax.", "llvm.smin.", "llvm.smax.")):
            return None
        plain = [self.of(operand, False, depth) for operand in made.operands[:2]]
        known = [bound for bound in plain if bound is not None]
        if name[5] == "u":
            return min(known, default=None) if name[6:8] == "mi" else max(known) if len(known) == 2 else None
        bounds = [self.of(operand, True, depth) for operand in made.operands[:2]]
        told = [bound for bound in bounds if bound is not None]
        if name[6:8] == "ma":
            return max(told) if len(told) == 2 and (signed or known) else None
        never_negative = all(
            bound is not None or _is_natural(self.flow, operand)
            for bound, operand in zip(plain, made.operands, strict=False)
        )
        return min(told, default=None) if signed or never_negative else None


def _is_natural(flow: DefUse, value: Value) -> bool:
    """Return whether the value is a maximum with a number that is not negative."""
    made = flow.definition(value)
    return (
        made is not None
        and made.op == "call"
        and isinstance(made.callee, Global)
        and made.callee.name.startswith("llvm.smax.")
        and any(isinstance(one, Zero) or (isinstance(one, IntConstant) and one.value >= 0) for one in made.operands)
    )


_SIGNED = ("phi", "sext", "freeze", "select", "or")
# how many of the operands give lanes
_LANES = {"extractelement": 1, "insertelement": 2, "shufflevector": 2}
_BOUNDED = (*_SIGNED, "and", "zext", "trunc", "urem", "add", "mul", "shl", "lshr", "call", *_LANES)


def _by_width(type: LType) -> int | None:
    type = scalar_of(type)
    return (1 << type.bits) - 1 if isinstance(type, IntType) and type.bits <= 8 else None


def _bound(made: LlvmInstruction, bounds: list[int | None]) -> int | None:
    match made.op, bounds:
        case "and", [a, b]:
            return min((bound for bound in (a, b) if bound is not None), default=None)
        case (("zext" | "sext" | "trunc" | "freeze"), [a]):
            return a
        case "urem", [_, int(b)]:
            return b - 1 if b > 0 else None
        case "select", [_, int(a), int(b)]:
            return max(a, b)
        case "phi", _:
            return None if None in bounds else max((bound for bound in bounds if bound is not None), default=None)
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
    return None
