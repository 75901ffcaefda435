"""Folds operations on constants. Every result is the one that IEEE 754 or LLVM prescribes for the operation's type.

Floats are computed in double and rounded once more. For one +, -, *, / or sqrt of float32 or float16 that is exact: a
double has more than twice their precision plus two bits. Functions are folded only where the double's own error cannot
change the rounded result.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from typing import cast

from gpucc.lowering.graph import Node, Type

Number = int | float | bool
PATTERNS = {16: ("<e", "<H"), 32: ("<f", "<I"), 64: ("<d", "<Q")}
NAN, INF = math.nan, math.inf


def fold(op: str, type: Type, args: tuple[Node, ...]) -> Number | None:
    """Return the constant result of `op`, or None if an operand is not constant or the result is not certain."""
    for arg in args:
        if arg.op != "const":
            return None
    values = [cast(Number, arg.attr) for arg in args]
    if op == "copysign" and values[1] != values[1]:
        return None
    if (float_op := FLOAT.get(op)) is not None:
        return round_to(float_op(*values), type)
    if (function := FUNCTIONS.get(op)) is not None:
        return _fold_function(function, type, values)
    if (compare := COMPARES.get(op)) is not None:
        return compare(values[0], values[1])
    if (integer_op := INTEGER.get(op)) is not None:
        result = integer_op(int(values[0]), int(values[1]), args[0].type.bits)
        return None if result is None else wrap(result, type)
    if (cast_op := CASTS.get(op)) is not None:
        return cast_op(values[0], args[0].type, type)
    return None


def wrap(value: int, type: Type) -> int | bool:
    """Return an integer wrapped to its type, as signed; a boolean for one bit."""
    if type.kind == "b":
        return bool(value & 1)
    half = 1 << (type.bits - 1)
    return (value + half) % (half << 1) - half


def unsigned(value: int, bits: int) -> int:
    return value & ((1 << bits) - 1)


def round_to(value: float, type: Type) -> float:
    if type.bits == 64:
        return float(value)
    pattern = PATTERNS[type.bits][0]
    try:
        return float(struct.unpack(pattern, struct.pack(pattern, value))[0])
    except OverflowError:
        return math.copysign(INF, value)


def fits(value: float, type: Type) -> bool:
    """Return whether the type holds the value exactly; all NaNs count as one value."""
    return value != value or round_to(value, type) == value


# floats ---------------------------------------------------------------------------------------------------------------


def _divide(a: float, b: float) -> float:
    if b:
        return a / b
    return NAN if a == 0 or a != a or b != b else math.copysign(INF, a) * math.copysign(1.0, b)


def _remainder(a: float, b: float) -> float:
    return NAN if math.isinf(a) or b == 0 else math.fmod(a, b)


def _minimum(a: float, b: float) -> float:
    if a != a or b != b:
        return b if a != a else a
    return (a if math.copysign(1.0, a) < 0 else b) if a == b else min(a, b)


def _maximum(a: float, b: float) -> float:
    return -_minimum(-a, -b)


def _whole(rounding: Callable[[float], float]) -> Callable[[float], float]:
    """Return a rounding to integers that keeps the sign of zero, infinities and NaN."""
    return lambda x: math.copysign(float(rounding(x)), x) if math.isfinite(x) else x


def _root(x: float) -> float:
    return NAN if x < 0 else math.sqrt(x)


FLOAT: dict[str, Callable[..., float]] = {
    "fadd": lambda a, b: a + b,
    "fsub": lambda a, b: a - b,
    "fmul": lambda a, b: a * b,
    "fdiv": _divide,
    "frem": _remainder,
    "fmin": _minimum,
    "fmax": _maximum,
    "copysign": math.copysign,
    "fneg": lambda x: -x,
    "fabs": abs,
    "floor": _whole(math.floor),
    "ceil": _whole(math.ceil),
    "trunc": _whole(math.trunc),
    "rint": _whole(round),
    "round": _whole(lambda x: math.copysign(math.floor(abs(x) + 0.5), x)),
    "sqrt": _root,
    "btof": float,
}

FUNCTIONS: dict[str, Callable[..., float]] = {
    "exp2": lambda x: math.pow(2.0, x),
    **{
        name: getattr(math, name)
        for name in "exp log2 log log10 sin cos tan asin acos atan sinh cosh tanh pow atan2".split()
    },
}  # fmt: skip


def _fold_function(function: Callable[..., float], type: Type, values: list[Number]) -> float | None:
    if type.bits == 64 or not all(math.isfinite(value) for value in values):
        return None
    try:
        value = function(*values)
    except (ValueError, OverflowError):
        return None
    low, high = value, value
    for _ in range(4):
        low, high = math.nextafter(low, -INF), math.nextafter(high, INF)
    if value and round_to(low, type) != round_to(high, type):
        return None
    return round_to(value, type)


def _ordered(compare: Callable[[float, float], bool]) -> Callable[[Number, Number], bool]:
    return lambda a, b: a == a and b == b and compare(a, b)


def _unordered(compare: Callable[[float, float], bool]) -> Callable[[Number, Number], bool]:
    return lambda a, b: a != a or b != b or compare(a, b)


COMPARES: dict[str, Callable[[Number, Number], bool]] = {
    "foeq": _ordered(lambda a, b: a == b),
    "fone": _ordered(lambda a, b: a != b),
    "folt": _ordered(lambda a, b: a < b),
    "fole": _ordered(lambda a, b: a <= b),
    "ford": _ordered(lambda a, b: True),
    "fueq": _unordered(lambda a, b: a == b),
    "fune": _unordered(lambda a, b: a != b),
    "fult": _unordered(lambda a, b: a < b),
    "fule": _unordered(lambda a, b: a <= b),
    "funo": _unordered(lambda a, b: False),
    "ieq": lambda a, b: a == b,
    "ine": lambda a, b: a != b,
    "islt": lambda a, b: a < b,
    "isle": lambda a, b: a <= b,
    # constants are kept signed: with the sign bit flipped, signed order is unsigned order
    "iult": lambda a, b: (a < 0, a) < (b < 0, b),
    "iule": lambda a, b: (a < 0, a) <= (b < 0, b),
    "band": lambda a, b: bool(a and b),
    "bor": lambda a, b: bool(a or b),
    "bxor": lambda a, b: a != b,
}


# integers -------------------------------------------------------------------------------------------------------------


def _quotient(a: int, b: int) -> int | None:
    return None if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _signed_remainder(a: int, b: int) -> int | None:
    return None if b == 0 else abs(a) % abs(b) * (-1 if a < 0 else 1)


INTEGER: dict[str, Callable[[int, int, int], int | None]] = {
    "iadd": lambda a, b, n: a + b,
    "isub": lambda a, b, n: a - b,
    "imul": lambda a, b, n: a * b,
    "iand": lambda a, b, n: a & b,
    "ior": lambda a, b, n: a | b,
    "ixor": lambda a, b, n: a ^ b,
    "shl": lambda a, b, n: a << b if 0 <= b < n else None,
    "ashr": lambda a, b, n: a >> b if 0 <= b < n else None,
    "lshr": lambda a, b, n: unsigned(a, n) >> b if 0 <= b < n else None,
    "sdiv": lambda a, b, n: _quotient(a, b),
    "srem": lambda a, b, n: _signed_remainder(a, b),
    "udiv": lambda a, b, n: unsigned(a, n) // unsigned(b, n) if b else None,
    "urem": lambda a, b, n: unsigned(a, n) % unsigned(b, n) if b else None,
}


def _to_integer(value: Number, low: int, high: int) -> int | None:
    if not math.isfinite(value):
        return None
    whole = math.trunc(value)
    return whole if low <= whole < high else None


def _to_float(value: int, type: Type) -> float | None:
    return round_to(float(value), type) if abs(value) <= 1 << 53 else None


def _trailing_zeros(value: int, bits: int) -> int:
    return (value & -value).bit_length() - 1 if value else bits


def _reinterpret(value: Number, source: Type, type: Type) -> Number | None:
    if (
        source.bits != type.bits
        or source.bits not in PATTERNS
        or (source.kind, type.kind) not in (("f", "i"), ("i", "f"))
    ):
        return None
    as_float, as_integer = PATTERNS[source.bits]
    if type.kind == "f":
        return float(struct.unpack(as_float, struct.pack(as_integer, unsigned(int(value), source.bits)))[0])
    return wrap(struct.unpack(as_integer, struct.pack(as_float, value))[0], type)


CASTS: dict[str, Callable[[Number, Type, Type], Number | None]] = {
    "sext": lambda x, source, type: int(x),
    "zext": lambda x, source, type: wrap(unsigned(int(x), source.bits), type),
    "itrunc": lambda x, source, type: wrap(int(x), type),
    "btoi": lambda x, source, type: wrap(int(x), type),
    "ctlz": lambda x, source, type: wrap(source.bits - unsigned(int(x), source.bits).bit_length(), type),
    "cttz": lambda x, source, type: wrap(_trailing_zeros(unsigned(int(x), source.bits), source.bits), type),
    "ctpop": lambda x, source, type: wrap(unsigned(int(x), source.bits).bit_count(), type),
    "bnot": lambda x, source, type: not x,
    "fptosi": lambda x, source, type: _to_integer(x, -(1 << (type.bits - 1)), 1 << (type.bits - 1)),
    "fptoui": lambda x, source, type: None if (n := _to_integer(x, 0, 1 << type.bits)) is None else wrap(n, type),
    "sitofp": lambda x, source, type: _to_float(int(x), type),
    "uitofp": lambda x, source, type: _to_float(unsigned(int(x), source.bits), type),
    "fpconvert": lambda x, source, type: round_to(float(x), type),
    "bits": _reinterpret,
}
