"""Neutral ops as z3 terms: IEEE floats, real numbers, truth values, and integers of any width."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import z3

Term = Any
RNE = z3.RNE()
ROUNDINGS = {"floor": z3.RTN(), "ceil": z3.RTP(), "trunc": z3.RTZ(), "round": z3.RNA(), "rint": z3.RNE()}


def _minimum(a: Term, b: Term) -> Term:
    zeros = z3.And(z3.fpIsZero(a), z3.fpIsZero(b))
    ordered = z3.If(zeros, z3.If(z3.fpIsNegative(a), a, b), z3.If(z3.fpLT(a, b), a, b))
    return z3.If(z3.fpIsNaN(a), b, z3.If(z3.fpIsNaN(b), a, ordered))


def _maximum(a: Term, b: Term) -> Term:
    return z3.fpNeg(_minimum(z3.fpNeg(a), z3.fpNeg(b)))


def _unordered(a: Term, b: Term) -> Term:
    return z3.Or(z3.fpIsNaN(a), z3.fpIsNaN(b))


def one_is_nan(a: Term, b: Term) -> Term:
    return z3.Xor(z3.fpIsNaN(a), z3.fpIsNaN(b))


def _copysign(a: Term, b: Term) -> Term:
    return z3.If(z3.fpIsNegative(b), z3.fpNeg(z3.fpAbs(a)), z3.fpAbs(a))


EXACT: dict[str, Callable[..., Term]] = {
    "fadd": lambda a, b: z3.fpAdd(RNE, a, b),
    "fsub": lambda a, b: z3.fpSub(RNE, a, b),
    "fmul": lambda a, b: z3.fpMul(RNE, a, b),
    "fneg": z3.fpNeg,
    "fabs": z3.fpAbs,
    "fmin": _minimum,
    "fmax": _maximum,
    "copysign": _copysign,
}
# ops whose results may be subnormal
ROUNDED = frozenset({"fadd", "fsub", "fmul"})
REAL: dict[str, Callable[..., Term]] = {
    "fadd": lambda a, b: a + b,
    "fsub": lambda a, b: a - b,
    "fmul": lambda a, b: a * b,
    "fneg": lambda a: -a,
    "select": z3.If,
}
# comparisons of real numbers, none of which is NaN
ORDERED: dict[str, Callable[..., Term]] = {
    **dict.fromkeys(("foeq", "fueq"), lambda a, b: a == b),
    **dict.fromkeys(("fone", "fune"), lambda a, b: a != b),
    **dict.fromkeys(("folt", "fult"), lambda a, b: a < b),
    **dict.fromkeys(("fole", "fule"), lambda a, b: a <= b),
}
COMPARES: dict[str, Callable[..., Term]] = {
    "foeq": z3.fpEQ,
    "fone": lambda a, b: z3.Or(z3.fpLT(a, b), z3.fpLT(b, a)),
    "folt": z3.fpLT,
    "fole": z3.fpLEQ,
    "fueq": lambda a, b: z3.Not(z3.Or(z3.fpLT(a, b), z3.fpLT(b, a))),
    "fune": lambda a, b: z3.Not(z3.fpEQ(a, b)),
    "fult": lambda a, b: z3.Not(z3.fpLEQ(b, a)),
    "fule": lambda a, b: z3.Not(z3.fpLT(b, a)),
    "ford": lambda a, b: z3.Not(_unordered(a, b)),
    "funo": _unordered,
}
INTEGER: dict[str, Callable[..., Term]] = {
    "iadd": lambda a, b: a + b,
    "isub": lambda a, b: a - b,
    "imul": lambda a, b: a * b,
    "iand": lambda a, b: a & b,
    "ior": lambda a, b: a | b,
    "ixor": lambda a, b: a ^ b,
    "shl": lambda a, b: a << b,
    "lshr": z3.LShR,
    "ashr": lambda a, b: a >> b,
    "sdiv": lambda a, b: a / b,
    "srem": z3.SRem,
    "udiv": z3.UDiv,
    "urem": z3.URem,
    "ieq": lambda a, b: a == b,
    "ine": lambda a, b: a != b,
    "islt": lambda a, b: a < b,
    "isle": lambda a, b: a <= b,
    "iult": z3.ULT,
    "iule": z3.ULE,
}


TO_FLOAT: dict[str, Callable[..., Term]] = {"sitofp": z3.fpSignedToFP, "uitofp": z3.fpUnsignedToFP}
# conversions round towards zero
TO_INTEGER: dict[str, Callable[..., Term]] = {"fptosi": z3.fpToSBV, "fptoui": z3.fpToUBV}


def _by_zero(a: Term, b: Term) -> Term:
    return b == 0


def _overflowing(a: Term, b: Term) -> Term:
    return z3.And(a == 1 << (a.size() - 1), b == -1)


def _too_far(a: Term, b: Term) -> Term:
    return z3.UGE(b, a.size())


# operands for which integer ops are undefined (so are conversions of numbers out of range): like LLVM, rules may assume
# that these do not occur on the left, and must not introduce them
UNDEFINED: dict[str, tuple[Callable[[Term, Term], Term], ...]] = {
    **dict.fromkeys(("udiv", "urem"), (_by_zero,)),
    **dict.fromkeys(("sdiv", "srem"), (_by_zero, _overflowing)),
    **dict.fromkeys(("shl", "lshr", "ashr"), (_too_far,)),
}


def may_be_undefined(op: str) -> bool:
    return op in UNDEFINED or op in TO_INTEGER


def is_undefined(op: str, args: Sequence[Term], width: int) -> Term:
    if op not in TO_INTEGER:
        return z3.Or(*(wrong(*args) for wrong in UNDEFINED.get(op, ())))
    whole = z3.fpRoundToIntegral(z3.RTZ(), args[0])
    least, beyond = (-(2.0 ** (width - 1)), 2.0 ** (width - 1)) if op == "fptosi" else (0.0, 2.0**width)
    return z3.Not(
        z3.And(z3.fpGEQ(whole, z3.FPVal(least, whole.sort())), z3.fpLT(whole, z3.FPVal(beyond, whole.sort())))
    )


LOGIC: dict[str, Callable[..., Term]] = {
    "band": z3.And,
    "bor": z3.Or,
    "bxor": z3.Xor,
    "bnot": z3.Not,
    "discard": lambda c: c,
}


def operand_kinds(op: str, kind: str, count: int) -> Sequence[str]:
    """The kinds of the operands of an op with a result of this kind: floats, integers or truth values."""
    if op == "select":
        return ("b", kind, kind)
    if op in LOGIC or op in ("btof", "btoi"):
        return "b" * count
    return ("i" if op in INTEGER or op in ("sitofp", "uitofp", "sext", "zext", "itrunc") else "f") * count
