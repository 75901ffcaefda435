"""Constant folding of single instructions of LLVM IR: the result of an instruction with known operands.

A known value is an int (as an unsigned pattern of its width), a float (of type float, rounded), or an `Address`; None
is unknown. Where LLVM's result is poison, it counts as unknown.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable

from gpucc.lowering.layout import Layout
from gpucc.lowering.llvm import (
    FloatConstant,
    FloatType,
    Global,
    IntConstant,
    IntType,
    LlvmInstruction,
    StructType,
    Value,
    Zero,
)
from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class Address:
    """`offset` bytes from an object whose address never changes."""

    base: str
    offset: int = 0


Known = int | float | Address | None
Lookup = Callable[[Value], Known]
FLOAT = FloatType("float")


def known_constant(value: Value) -> Known:
    """Return the value of a constant operand; the caller knows the values of locals."""
    match value:
        case IntConstant(IntType(bits), number):
            return number & ((1 << bits) - 1)
        case FloatConstant(type, number) if type == FLOAT:
            return number
        case Zero(IntType()):
            return 0
        case Zero(FloatType("float")):
            return 0.0
        case Global(name):
            return Address(f"@{name}")
    return None


def signed(value: int, bits: int) -> int:
    return value - (1 << bits) if value >> (bits - 1) else value


def fold(one: LlvmInstruction, look: Lookup, layout: Layout) -> Known:
    """Return the value of a pure instruction, if it is known."""
    match one.op:
        case "select":
            return _fold_select(one, look)
        case "getelementptr":
            return _fold_address(one, look, layout)
        case "icmp":
            return _fold_icmp(one, look)
        case "fcmp":
            return _fold_fcmp(one, look)
        case "freeze" | "bitcast" if one.operands[0].type == one.type:
            return look(one.operands[0])
        case "call":
            return _fold_call(one, look)
        case op if op in INTEGER and isinstance(one.type, IntType):
            return _fold_integer(op, one.type.bits, look(one.operands[0]), look(one.operands[1]))
        case op if op in CASTS:
            return _fold_cast(one, look(one.operands[0]))
        case op if op in FLOATS and one.type == FLOAT:
            return _fold_float(op, [look(operand) for operand in one.operands])
    return None


INTEGER = ("add", "sub", "mul", "shl", "lshr", "ashr", "and", "or", "xor", "udiv", "sdiv", "urem", "srem")
CASTS = ("trunc", "zext", "sext", "sitofp", "uitofp", "fptosi", "fptoui")
FLOATS = ("fadd", "fsub", "fmul", "fdiv", "fneg")


def _fold_integer(op: str, bits: int, a: Known, b: Known) -> Known:
    mask = (1 << bits) - 1
    if (op == "and" and 0 in (a, b)) or (op == "mul" and 0 in (a, b)):
        return 0
    if op == "or" and mask in (a, b):
        return mask
    if not isinstance(a, int) or not isinstance(b, int):
        return None
    match op:
        case "add":
            return (a + b) & mask
        case "sub":
            return (a - b) & mask
        case "mul":
            return (a * b) & mask
        case "and":
            return a & b
        case "or":
            return a | b
        case "xor":
            return a ^ b
        case "shl" | "lshr" | "ashr":
            return _fold_shift(op, bits, a, b)
    return _fold_division(op, bits, a, b)


def _fold_shift(op: str, bits: int, a: int, b: int) -> Known:
    if b >= bits:
        return None
    if op == "shl":
        return (a << b) & ((1 << bits) - 1)
    return a >> b if op == "lshr" else (signed(a, bits) >> b) & ((1 << bits) - 1)


def _fold_division(op: str, bits: int, a: int, b: int) -> Known:
    if not b:
        return None
    if op in ("udiv", "urem"):
        return a // b if op == "udiv" else a % b
    x, y = signed(a, bits), signed(b, bits)
    quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
    return (quotient if op == "sdiv" else x - quotient * y) & ((1 << bits) - 1)


def _fold_select(one: LlvmInstruction, look: Lookup) -> Known:
    condition, a, b = (look(operand) for operand in one.operands)
    if isinstance(condition, int):
        return a if condition else b
    return a if isinstance(a, int | Address) and a == b and type(a) is type(b) else None


def _fold_address(one: LlvmInstruction, look: Lookup, layout: Layout) -> Known:
    base = look(one.operands[0])
    if not isinstance(base, Address) or one.element is None:
        return None
    at, type = base.offset, one.element
    for number, operand in enumerate(one.operands[1:]):
        index = look(operand)
        if not isinstance(index, int) or not isinstance(operand.type, IntType):
            return None
        if number and isinstance(type, StructType):
            at += layout.offsets(type)[index]
            type = type.elements[index]
            continue
        if number:
            type = getattr(type, "element", type)
        at += signed(index, operand.type.bits) * layout.size(type)
    return Address(base.base, at)


def _fold_icmp(one: LlvmInstruction, look: Lookup) -> Known:
    a, b = (look(operand) for operand in one.operands)
    type = one.operands[0].type
    if isinstance(a, Address) and isinstance(b, Address) and a.base == b.base:
        return _compare(one.predicate or "", a.offset, b.offset)
    if not isinstance(a, int) or not isinstance(b, int) or not isinstance(type, IntType):
        return None
    predicate = one.predicate or ""
    if predicate.startswith("s"):
        a, b = signed(a, type.bits), signed(b, type.bits)
    return _compare(predicate, a, b)


def _compare(predicate: str, a: float, b: float) -> int:
    match predicate[-2:]:
        case "eq":
            return int(a == b)
        case "ne":
            return int(a != b)
        case "lt":
            return int(a < b)
        case "le":
            return int(a <= b)
        case "gt":
            return int(a > b)
    return int(a >= b)


def _fold_fcmp(one: LlvmInstruction, look: Lookup) -> Known:
    a, b = (look(operand) for operand in one.operands)
    predicate = one.predicate or ""
    if predicate in ("true", "false"):
        return int(predicate == "true")
    if not isinstance(a, float) or not isinstance(b, float):
        return None
    unordered = math.isnan(a) or math.isnan(b)
    if predicate in ("ord", "uno"):
        return int(unordered == (predicate == "uno"))
    return int(predicate[0] == "u") if unordered else _compare(predicate, a, b)


def _fold_cast(one: LlvmInstruction, a: Known) -> Known:
    source = one.operands[0].type
    if isinstance(a, float) and isinstance(one.type, IntType):
        low, high = (
            (0, 1 << one.type.bits) if one.op == "fptoui" else (-(1 << (one.type.bits - 1)), 1 << (one.type.bits - 1))
        )
        return int(a) & ((1 << one.type.bits) - 1) if math.isfinite(a) and low <= int(a) < high else None
    if not isinstance(a, int) or not isinstance(source, IntType):
        return None
    if one.op in ("sitofp", "uitofp"):
        return (
            _rounded(float(signed(a, source.bits) if one.op == "sitofp" else a))
            if one.type == FLOAT and source.bits <= 53
            else None
        )
    if not isinstance(one.type, IntType):
        return None
    wide = signed(a, source.bits) if one.op == "sext" else a
    return wide & ((1 << one.type.bits) - 1)


def _fold_float(op: str, operands: list[Known]) -> Known:
    """Compute in double and round once, which is exact for these operations."""
    if not all(isinstance(operand, float) and math.isfinite(operand) for operand in operands):
        return None
    a = float(operands[0])  # type: ignore[arg-type]
    if op == "fneg":
        return -a
    b = float(operands[1])  # type: ignore[arg-type]
    if op == "fdiv":
        return _rounded(a / b) if b else None
    return _rounded(a + b if op == "fadd" else a - b if op == "fsub" else a * b)


def _rounded(value: float) -> Known:
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return None


def _fold_call(one: LlvmInstruction, look: Lookup) -> Known:
    name = one.callee.name if isinstance(one.callee, Global) else ""
    if not isinstance(one.type, IntType) or not name.startswith(
        ("llvm.smax.", "llvm.smin.", "llvm.umax.", "llvm.umin.", "llvm.abs.")
    ):
        return None
    bits = one.type.bits
    values = [look(operand) for operand in one.operands]
    if not all(isinstance(value, int) for value in values):
        return None
    a, b = (int(value) for value in values)  # type: ignore[arg-type]
    if name.startswith("llvm.abs."):
        return abs(signed(a, bits)) & ((1 << bits) - 1)
    ordered = sorted((a, b), key=lambda value: signed(value, bits) if name[5] == "s" else value)
    return ordered[-1] if "max" in name else ordered[0]


def is_foldable(one: LlvmInstruction) -> bool:
    """Return whether an instruction whose value is known can be left out."""
    return one.op in (
        *INTEGER,
        *CASTS,
        *FLOATS,
        "select",
        "getelementptr",
        "icmp",
        "fcmp",
        "freeze",
        "bitcast",
        "call",
        "load",
    )
