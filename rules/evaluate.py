"""Evaluation of neutral expressions over constants at selection time, in float32 with every step rounded.

Sums, products, quotients and square roots of float32 values are computed in double and rounded once more. The result is
correctly rounded because a double has more than twice the bits plus two.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from ctypes import c_float

from gpucc.errors import UsageError
from gpucc.rules.semantics import Call, Expr, Number, Var


def float32(value: float) -> float:
    return c_float(value).value


def _divide(a: float, b: float) -> float:
    if b != 0.0:
        return a / b
    if a == 0.0 or math.isnan(a):
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def _minimum(a: float, b: float) -> float:
    if math.isnan(a) or math.isnan(b):
        return b if math.isnan(a) else a
    if a == b:
        return a if math.copysign(1.0, a) < 0 else b
    return min(a, b)


def _floor(a: float) -> float:
    return math.copysign(float(math.floor(a)), a) if math.isfinite(a) else a


_OPS: dict[str, Callable[..., float]] = {
    "fadd": lambda a, b: a + b,
    "fsub": lambda a, b: a - b,
    "fmul": lambda a, b: a * b,
    "fdiv": _divide,
    "fmin": _minimum,
    "fmax": lambda a, b: -_minimum(-a, -b),
    "fneg": lambda a: -a,
    "fabs": abs,
    "copysign": math.copysign,
    "floor": _floor,
    "sqrt": lambda a: math.sqrt(a) if a >= 0.0 else math.nan,
    "foeq": lambda a, b: a == b,
    "fone": lambda a, b: a < b or b < a,
    "folt": lambda a, b: a < b,
    "fole": lambda a, b: a <= b,
    "fueq": lambda a, b: not (a < b or b < a),
    "fune": lambda a, b: a != b,
    "fult": lambda a, b: not b <= a,
    "fule": lambda a, b: not b < a,
    "ford": lambda a, b: a == a and b == b,
    "funo": lambda a, b: a != a or b != b,
    "band": lambda a, b: a and b,
    "bor": lambda a, b: a or b,
    "bxor": lambda a, b: bool(a) != bool(b),
    "bnot": lambda a: not a,
    "btof": float,
    "select": lambda c, a, b: a if c else b,
}


def evaluate(expr: Expr, values: Mapping[str, float]) -> float:
    match expr:
        case Number(value):
            return float32(value)
        case Var(name) if name in values:
            return float32(values[name])
        case Call(op, args) if op in _OPS:
            return float32(_OPS[op](*(evaluate(arg, values) for arg in args)))
    raise UsageError(f"cannot compute {expr} at selection time")
