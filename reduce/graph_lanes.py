"""The neutral operations over numpy lanes: a definition separate from the compiler's and the judge's.

Integers are int64 lanes reduced to two's complement of their type; functions are computed in float64 and rounded once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gpucc.errors import Unsupported
from gpucc.lowering.graph import BOOL, Type

Array = Any
FLOATS: dict[int, Any] = {16: np.float16, 32: np.float32, 64: np.float64}


def dtype_of(type: Type) -> Any:
    return np.bool_ if type == BOOL else FLOATS[type.bits] if type.kind == "f" else np.int64


def wrap(values: Array, bits: int) -> Array:
    if bits >= 64:
        return values
    half = np.int64(1) << np.int64(bits - 1)
    return ((values + half) & ((half << 1) - 1)) - half


def unsigned(values: Array, bits: int) -> Array:
    return values.astype(np.uint64) & np.uint64((1 << bits) - 1)


COMPARES = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal}
FUNCTIONS = {
    "exp2": np.exp2, "exp": np.exp, "log2": np.log2, "log": np.log, "log10": np.log10, "sin": np.sin, "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh,
    "pow": np.power,
    "atan2": np.arctan2, "frem": np.fmod,
}  # fmt: skip
FLOAT = {
    "fadd": np.add, "fsub": np.subtract, "fmul": np.multiply, "fdiv": np.divide, "fneg": np.negative, "fabs": np.abs,
    "floor": np.floor,
    "ceil": np.ceil, "trunc": np.trunc, "rint": np.rint, "sqrt": np.sqrt, "copysign": np.copysign,
}  # fmt: skip
BOOLEAN = {"band": np.logical_and, "bor": np.logical_or, "bxor": np.logical_xor, "bnot": np.logical_not}


def operate(op: str, type: Type, of: Type, args: list[Array]) -> Array:
    """Apply an op; `type` is the result's, `of` the first operand's."""
    if op in FLOAT:
        return FLOAT[op](*args)
    if op in FUNCTIONS:
        return FUNCTIONS[op](*[a.astype(np.float64) for a in args]).astype(FLOATS[type.bits])
    if op in BOOLEAN:
        return BOOLEAN[op](*args)
    if op == "select":
        return np.where(args[0], args[1], args[2])
    if op == "fmin":
        return _least(*args)
    if op == "fmax":
        return -_least(-args[0], -args[1])
    if op == "fma":
        return (args[0].astype(np.float64) * args[1] + args[2]).astype(np.float32)
    if op == "round":
        whole = np.trunc(args[0])
        return np.copysign(
            whole + np.where(np.abs(args[0] - whole) >= 0.5, np.copysign(1, args[0]), 0), args[0]
        ).astype(args[0].dtype)
    if op[:3] in ("foe", "fon", "fol", "fue", "fun", "ful", "for"):
        return _compare_floats(op, *args)
    if op in ("ieq", "ine", "islt", "isle"):
        return COMPARES[op[-2:]](*args)
    if op in ("iult", "iule"):
        return COMPARES[op[-2:]](unsigned(args[0], of.bits), unsigned(args[1], of.bits))
    return _convert(op, type, of, args[0]) if len(args) == 1 else wrap(_integer(op, of.bits, *args), type.bits)


def _least(a: Array, b: Array) -> Array:
    """A number is preferred to NaN of either kind, and -0 to +0; numpy's fmin prefers a signalling NaN."""
    least = np.where(a == b, np.where(np.signbit(a), a, b), np.where(a < b, a, b))
    return np.where(np.isnan(a), b, np.where(np.isnan(b), a, least))


def _compare_floats(op: str, a: Array, b: Array) -> Array:
    unordered = np.isnan(a) | np.isnan(b)
    if op in ("ford", "funo"):
        return unordered if op == "funo" else ~unordered
    ordered = COMPARES[op[2:]](a, b) & ~unordered
    return ordered | unordered if op[1] == "u" else ordered


def _integer(op: str, bits: int, a: Array, b: Array) -> Array:
    ua, ub = unsigned(a, bits), unsigned(b, bits)
    match op:
        case "iadd":
            return a + b
        case "isub":
            return a - b
        case "imul":
            return a * b
        case "iand":
            return a & b
        case "ior":
            return a | b
        case "ixor":
            return a ^ b
        case "sdiv" | "srem":
            safe = np.where(b == 0, 1, b)
            quotient = np.sign(a) * np.sign(safe) * (np.abs(a) // np.abs(safe))
            return quotient if op == "sdiv" else a - quotient * safe
        case "udiv" | "urem":
            safe = np.where(ub == 0, np.uint64(1), ub)
            return (ua // safe if op == "udiv" else ua % safe).astype(np.int64)
        case "shl":
            return a << np.minimum(b, 63)
        case "ashr":
            return a >> np.clip(b, 0, 63)
        case "lshr":
            return (ua >> np.clip(b, 0, 63).astype(np.uint64)).astype(np.int64)
    raise Unsupported(f"no lanes of {op}")


def _count(op: str, a: Array, bits: int) -> Array:
    ones = np.stack([a >> np.uint64(k) & np.uint64(1) for k in range(bits)]).astype(np.int64)
    if op == "ctpop":
        return ones.sum(axis=0)
    ordered = ones if op == "cttz" else ones[::-1]
    return np.where(ones.any(axis=0), ordered.argmax(axis=0), bits)


def _convert(op: str, type: Type, of: Type, a: Array) -> Array:
    match op:
        case "sext":
            return wrap(a.astype(np.int64) * (-1 if of == BOOL else 1), type.bits)
        case "zext":
            return wrap(unsigned(a, of.bits).astype(np.int64), type.bits)
        case "itrunc":
            return (a & 1) != 0 if type == BOOL else wrap(a, type.bits)
        case "fptosi" | "fptoui":
            return wrap(
                np.nan_to_num(np.clip(np.trunc(a.astype(np.float64)), -(2.0**62), 2.0**62)).astype(np.int64), type.bits
            )
        case "sitofp":
            return a.astype(dtype_of(type))
        case "uitofp":
            return unsigned(a, of.bits).astype(dtype_of(type))
        case "fpconvert" | "btof":
            return a.astype(dtype_of(type))
        case "btoi":
            return a.astype(np.int64)
        case "ctlz" | "cttz" | "ctpop":
            return _count(op, unsigned(a, of.bits), of.bits)
        case "bits":
            pattern = {16: (np.float16, np.int16), 32: (np.float32, np.int32), 64: (np.float64, np.int64)}[type.bits]
            if of.kind == "f":
                return np.ascontiguousarray(a, pattern[0]).view(pattern[1]).astype(np.int64)
            return a.astype(pattern[1]).view(pattern[0])
    raise Unsupported(f"no lanes of {op}")
