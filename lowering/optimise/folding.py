"""Constant folding of single instructions of LLVM IR: the result of an instruction with known operands.

A known value is an int (as an unsigned pattern of its width), a float (of type float, rounded), or an `Address`; None
is unknown. Where LLVM's result is poison, it counts as unknown.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from gpucc.lowering import fold as constants
from gpucc.lowering.graph import F32, integer
from gpucc.lowering.layout import Layout
from gpucc.lowering.llvm import (
    FLOAT,
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
from gpucc.lowering.opcodes import COMPARE_OPS, INTEGER_OPS
from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class Address:
    """`offset` bytes from an object whose address never changes."""

    base: str
    offset: int = 0


Known = int | float | Address | None
Lookup = Callable[[Value], Known]


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
    given = [look(operand) for operand in one.operands]
    match one.op:
        case "select":
            return _fold_select(*given)
        case "getelementptr":
            return _fold_address(one, look, layout)
        case "icmp" | "fcmp":
            return _fold_comparison(one, *given)
        case "freeze" | "bitcast" if one.operands[0].type == one.type:
            return given[0]
        case "call":
            return _fold_call(one, given)
        case op if op in INTEGER_OPS and isinstance(one.type, IntType):
            return _fold_integer(op, one.type.bits, *given)
        case op if op in CASTS:
            return _fold_cast(one, given[0])
        case op if op in FLOATS and one.type == FLOAT:
            return _fold_float(op, given)
    return None


CASTS = {"trunc": "itrunc", **{op: op for op in ("zext", "sext", "sitofp", "uitofp", "fptosi", "fptoui")}}
FLOATS = ("fadd", "fsub", "fmul", "fdiv", "fneg")


def _fold_integer(op: str, bits: int, a: Known, b: Known) -> Known:
    mask = (1 << bits) - 1
    if (op == "and" and 0 in (a, b)) or (op == "mul" and 0 in (a, b)):
        return 0
    if op == "or" and mask in (a, b):
        return mask
    if not isinstance(a, int) or not isinstance(b, int):
        return None
    result = constants.INTEGER[INTEGER_OPS[op]](signed(a, bits), signed(b, bits), bits)
    return None if result is None else result & mask


def _fold_select(condition: Known, a: Known, b: Known) -> Known:
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


def _fold_comparison(one: LlvmInstruction, a: Known, b: Known) -> Known:
    predicate, type = one.predicate or "", one.operands[0].type
    if predicate in ("true", "false"):
        return int(predicate == "true")
    match a, b, type:
        case Address(), Address(), _ if a.base == b.base:
            # an object does not cross the end of the address space
            predicate, a, b = predicate.replace("u", "s"), a.offset, b.offset
        case int(), int(), IntType(bits):
            a, b = signed(a, bits), signed(b, bits)
        case float(), float(), _:
            pass
        case _:
            return None
    op, swapped = COMPARE_OPS[f"{one.op} {predicate}"]
    return int(constants.COMPARES[op](b, a) if swapped else constants.COMPARES[op](a, b))


def _fold_cast(one: LlvmInstruction, a: Known) -> Known:
    source, to_float = one.operands[0].type, one.type == FLOAT
    if isinstance(a, float) and isinstance(one.type, IntType):
        result = constants.CASTS[one.op](a, F32, integer(one.type.bits))
    elif isinstance(a, int) and isinstance(source, IntType) and (to_float or isinstance(one.type, IntType)):
        type = integer(one.type.bits) if isinstance(one.type, IntType) else F32
        result = constants.CASTS[CASTS[one.op]](signed(a, source.bits), integer(source.bits), type)
    else:
        return None
    return result if result is None or not isinstance(one.type, IntType) else int(result) & ((1 << one.type.bits) - 1)


def _fold_float(op: str, operands: list[Known]) -> Known:
    if not all(isinstance(operand, float) and math.isfinite(operand) for operand in operands):
        return None
    result = constants.round_to(constants.FLOAT[op](*operands), F32)
    return result if math.isfinite(result) else None


def _fold_call(one: LlvmInstruction, values: list[Known]) -> Known:
    name = one.callee.name if isinstance(one.callee, Global) else ""
    if not isinstance(one.type, IntType) or not name.startswith(
        ("llvm.smax.", "llvm.smin.", "llvm.umax.", "llvm.umin.", "llvm.abs.")
    ):
        return None
    bits = one.type.bits
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
        *INTEGER_OPS,
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
