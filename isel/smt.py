"""Rules as formulas: patterns, templates and op semantics over z3's float32, or over the reals.

Truth values are z3 booleans on the pattern's side and 0.0 or 1.0 on the machine's side. Functions that are approximate
on every machine (exp2, sin, pow, derivatives) are uninterpreted: both sides must apply them to equal values. z3 has
one NaN, so equality is NaN as a class and everything else bit by bit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import z3

from gpucc.errors import UsageError
from gpucc.isa.neutral import OPS
from gpucc.isel.semantics import Call, Computed, Expr, Number, Var

Term = Any
RNE = z3.RNE()
FLOAT = z3.Float32()
ROUNDINGS = {"floor": z3.RTN(), "ceil": z3.RTP(), "trunc": z3.RTZ(), "round": z3.RNA(), "rint": z3.RNE()}


class Unprovable(Exception):
    """The rule holds something that has no formula."""


class Algebra:
    """How neutral ops become terms. `abstract` leaves sums, products, quotients and roots uninterpreted, which is enough
    where both sides do the same arithmetic, and quick."""

    def __init__(self, abstract: bool) -> None:
        self.abstract = abstract
        self.functions: dict[str, Any] = {}
        self.fractions: dict[int, Term] = {}
        self.alive: list[Term] = []

    def number(self, value: float) -> Term:
        if math.isnan(value):
            return z3.fpNaN(FLOAT)
        return z3.FPVal(value, FLOAT)

    def variable(self, name: str) -> Term:
        return z3.FP(name, FLOAT)

    def same(self, a: Term, b: Term) -> Term:
        return a == b

    def is_zero(self, a: Term) -> Term:
        return z3.fpIsZero(a)

    def negated(self, a: Term) -> Term:
        return z3.fpNeg(a)

    def apply(self, op: str, args: Sequence[Term]) -> Term:
        if op in LOGIC:
            return z3.simplify(LOGIC[op](*args))
        if op == "btof":
            return z3.simplify(z3.If(args[0], self.number(1.0), self.number(0.0)))
        if op in COMPARES:
            return z3.simplify(COMPARES[op](*args))
        if all(z3.is_fp_value(arg) for arg in args) and op in EXACT:
            return z3.simplify(EXACT[op](*args))
        if op == "fmul" and any(z3.is_fp_value(arg) for arg in args):
            return _scaled(*sorted(args, key=lambda t: not z3.is_fp_value(t)))
        if op == "fsub" and not self.abstract:
            return self._difference(*args)
        if op in ROUNDINGS:
            return z3.fpRoundToIntegral(ROUNDINGS[op], args[0])
        if op in EXACT and not (self.abstract and op in ARITHMETIC):
            return EXACT[op](*args)
        return self._uninterpreted(op, args)

    def _difference(self, a: Term, b: Term) -> Term:
        """By the lemma of `floor_lemma`, a - (a - floor(a)) is floor(a), or NaN for an a that is not finite."""
        floor = z3.fpRoundToIntegral(ROUNDINGS["floor"], a)
        if self.fractions.get(b.get_id()) is not None and self.fractions[b.get_id()].eq(a):
            return z3.If(z3.Or(z3.fpIsNaN(a), z3.fpIsInf(a)), z3.fpNaN(FLOAT), floor)
        result = z3.fpSub(RNE, a, b)
        if b.eq(floor):
            self.alive.append(result)
            self.fractions[result.get_id()] = a
        return result

    def _uninterpreted(self, op: str, args: Sequence[Term]) -> Term:
        if op not in OPS or OPS[op].result not in ("f", "same"):
            raise Unprovable(f"{op} has no formula")
        if OPS[op].commutative:
            args = sorted(args, key=lambda t: t.sexpr())
        if op not in self.functions:
            self.functions[op] = z3.Function(op, *([FLOAT] * len(args)), FLOAT)
        return self.functions[op](*args)


def floor_lemma() -> tuple[Term, Term]:
    """Both sides of what `_difference` relies on; the tests prove it once, with nothing rewritten."""
    x = z3.FP("x", FLOAT)
    floor = z3.fpRoundToIntegral(ROUNDINGS["floor"], x)
    return z3.fpSub(RNE, x, z3.fpSub(RNE, x, floor)), z3.If(z3.Or(z3.fpIsNaN(x), z3.fpIsInf(x)), z3.fpNaN(FLOAT), floor)


def _scaled(k: Term, a: Term) -> Term:
    """Products with 1, -1 and zeros need no multiplier."""
    one, zero = z3.FPVal(1.0, FLOAT), z3.FPVal(0.0, FLOAT)
    if k.eq(one):
        return a
    if k.eq(z3.simplify(z3.fpNeg(one))):
        return z3.fpNeg(a)
    if k.eq(zero):
        return z3.If(z3.Or(z3.fpIsNaN(a), z3.fpIsInf(a)), z3.fpNaN(FLOAT), z3.If(z3.fpIsNegative(a), z3.fpNeg(zero), zero))
    return z3.fpMul(RNE, k, a)


class Reals(Algebra):
    """Algebra without rounding, for rules that fast-math flags license. `facts` collects what the terms rely on."""

    def __init__(self) -> None:
        super().__init__(False)
        self.facts: list[Term] = []
        self.roots: dict[str, Term] = {}

    def number(self, value: float) -> Term:
        if not math.isfinite(value):
            raise Unprovable("an infinity is no real number")
        return z3.RealVal(value)

    def variable(self, name: str) -> Term:
        return z3.Real(name)

    def apply(self, op: str, args: Sequence[Term]) -> Term:
        match op:
            case "fdiv":
                self.facts.append(args[1] != 0)
                return args[0] / args[1]
            case "sqrt":
                return self._root(args[0])
            case "fadd" | "fsub" | "fmul" | "fneg":
                return REAL[op](*args)
        raise Unprovable(f"{op} is not proved over the reals")

    def _root(self, square: Term) -> Term:
        key = z3.simplify(square, som=True).sexpr()
        if key not in self.roots:
            root = self.roots[key] = z3.Real(f"root{len(self.roots)}")
            self.facts += [root >= 0, root * root == square]
        return self.roots[key]

    def is_zero(self, a: Term) -> Term:
        return a == 0

    def negated(self, a: Term) -> Term:
        return a


def _minimum(a: Term, b: Term) -> Term:
    zeros = z3.And(z3.fpIsZero(a), z3.fpIsZero(b))
    ordered = z3.If(zeros, z3.If(z3.fpIsNegative(a), a, b), z3.If(z3.fpLT(a, b), a, b))
    return z3.If(z3.fpIsNaN(a), b, z3.If(z3.fpIsNaN(b), a, ordered))


def _maximum(a: Term, b: Term) -> Term:
    return z3.fpNeg(_minimum(z3.fpNeg(a), z3.fpNeg(b)))


def _unordered(a: Term, b: Term) -> Term:
    return z3.Or(z3.fpIsNaN(a), z3.fpIsNaN(b))


def _copysign(a: Term, b: Term) -> Term:
    return z3.If(z3.fpIsNegative(b), z3.fpNeg(z3.fpAbs(a)), z3.fpAbs(a))


ARITHMETIC = frozenset({"fadd", "fsub", "fmul"})
EXACT: dict[str, Callable[..., Term]] = {
    "fadd": lambda a, b: z3.fpAdd(RNE, a, b),
    "fsub": lambda a, b: z3.fpSub(RNE, a, b),
    "fmul": lambda a, b: z3.fpMul(RNE, a, b),
    "fneg": z3.fpNeg,
    "fabs": z3.fpAbs,
    "fmin": _minimum,
    "fmax": _maximum,
    "copysign": _copysign,
    "select": z3.If,
}
REAL: dict[str, Callable[..., Term]] = {
    "fadd": lambda a, b: a + b,
    "fsub": lambda a, b: a - b,
    "fmul": lambda a, b: a * b,
    "fneg": lambda a: -a,
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
LOGIC: dict[str, Callable[..., Term]] = {
    "band": z3.And,
    "bor": z3.Or,
    "bxor": z3.Xor,
    "bnot": z3.Not,
    "discard": lambda c: c,
}


def translate(expr: Expr, values: Mapping[str, Term], algebra: Algebra) -> Term:
    """A neutral expression over terms."""
    match expr:
        case Number(value):
            return algebra.number(value)
        case Var(name) if name in values:
            return values[name]
        case Call(op, args):
            return algebra.apply(op, [translate(arg, values, algebra) for arg in args])
        case Computed(inner):
            return translate(inner, values, algebra)
    raise UsageError(f"{expr} is not a neutral expression over {', '.join(values)}")
