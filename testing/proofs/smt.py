"""Rules as formulas: patterns, templates and op semantics over z3's float32, or over the reals.

Truth values are z3 booleans on the pattern's side and 0.0 or 1.0 on the machine's side. Functions that are approximate
on every machine (exp2, sin, pow, derivatives) are uninterpreted: both sides must apply them to equal values. z3 has one
NaN, so NaNs are one class in comparisons, and all else is compared bit by bit.

The number format determines zeros, subnormal numbers and products with infinities. Its precision does not matter: all
formats here round to nearest, so float32 stands for the narrower ones too. A format without -0 is float32 in which both
zeros are equal: only ops that read a sign can distinguish them, and these see 0 for both. If minimum and maximum return
their second operand when one is NaN, they may return either here, because the order of operands is decided after
selection.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import z3

from gpucc.errors import UsageError
from gpucc.isa.model import FP32, Format
from gpucc.isa.neutral import COMPOUNDS, OPERANDS, OPS, spelled_out
from gpucc.rules.semantics import Call, Computed, Expr, Number, Var, parse
from gpucc.testing.proofs.smt_ops import (
    COMPARES,
    EXACT,
    INTEGER,
    LOGIC,
    ORDERED,
    REAL,
    RNE,
    ROUNDED,
    ROUNDINGS,
    TO_FLOAT,
    TO_INTEGER,
    Term,
    one_is_nan,
    operand_kinds,
)

FLOAT = z3.Float32()


class Unprovable(Exception):
    """The rule contains something that has no formula."""


class Algebra:
    """Translates neutral ops into terms: exact ops as in the format, approximate ones uninterpreted. `facts` collects
    the assumptions of the terms."""

    def __init__(self, format: Format = FP32, width: int = 32) -> None:
        self.format = format
        # the width of integers
        self.width = width
        self.facts: list[Term] = []
        self.functions: dict[str, Any] = {}
        self.fractions: dict[int, Term] = {}
        self.choices = 0
        self.alive: list[Term] = []

    def number(self, value: float) -> Term:
        if math.isnan(value):
            return z3.fpNaN(FLOAT)
        return z3.FPVal(value, FLOAT)

    def literal(self, value: float, kind: str) -> Term:
        match kind:
            case "b":
                return z3.BoolVal(value != 0)
            case "i":
                return z3.BitVecVal(int(value), self.width)
        return self.number(value)

    def variable(self, name: str, kind: str = "f") -> Term:
        if kind == "i":
            return z3.BitVec(name, self.width)
        variable = z3.FP(name, FLOAT)
        if not self.format.subnormals:
            self.facts.append(z3.Not(z3.fpIsSubnormal(variable)))
        return variable

    def same(self, a: Term, b: Term) -> Term:
        if self.format.negative_zero or not z3.is_fp(a):
            return a == b
        return z3.Or(a == b, z3.And(z3.fpIsZero(a), z3.fpIsZero(b)))

    def minus_zero(self, a: Term) -> Term:
        """The condition that it is -0, as a number of the format."""
        if not (self.format.negative_zero and z3.is_fp(a)):
            return z3.BoolVal(False)
        return z3.And(z3.fpIsZero(a), z3.fpIsNegative(a))

    def blends(self, a: Term) -> Term:
        """The condition that its product with zero is zero."""
        if not z3.is_fp(a):
            return z3.BoolVal(True)
        return z3.Not(z3.fpIsNaN(a) if self.format.zero_times_inf_is_zero else z3.Or(z3.fpIsNaN(a), z3.fpIsInf(a)))

    def is_zero(self, a: Term) -> Term:
        return z3.fpIsZero(a)

    def negated(self, a: Term) -> Term:
        return z3.fpNeg(a)

    def apply(self, op: str, args: Sequence[Term]) -> Term:
        if op in COMPOUNDS:
            return translate(parse(spelled_out(op, len(args))), dict(zip(OPERANDS, args, strict=False)), self)
        if op in LOGIC:
            return z3.simplify(LOGIC[op](*args))
        if op == "btof":
            return z3.simplify(z3.If(args[0], self.number(1.0), self.number(0.0)))
        if op in COMPARES:
            return z3.simplify(COMPARES[op](*args))
        if op == "same":
            return args[0] == args[1]
        if op in INTEGER:
            return INTEGER[op](*args)
        if op in TO_FLOAT and isinstance(args[0], z3.BitVecRef):
            return TO_FLOAT[op](RNE, args[0], FLOAT)
        if op in TO_INTEGER:
            return TO_INTEGER[op](z3.RTZ(), args[0], z3.BitVecSort(self.width))
        if op == "btoi":
            return z3.If(args[0], self.literal(1, "i"), self.literal(0, "i"))
        if op == "fdiv" and not all(z3.is_fp_value(arg) for arg in args):
            return self._quotient(*args)
        if op == "select":
            return z3.If(*args)
        if all(z3.is_fp_value(arg) for arg in args) and op in EXACT:
            return z3.simplify(self._exact(op, args))
        if op == "fmul" and any(z3.is_fp_value(arg) for arg in args):
            return self._scaled(*sorted(args, key=lambda t: not z3.is_fp_value(t)))
        if op == "fsub":
            return self._difference(*args)
        if op in ROUNDINGS:
            return z3.fpRoundToIntegral(ROUNDINGS[op], args[0])
        if op in EXACT:
            return self._exact(op, args)
        return self.uninterpreted(op, args)

    def _exact(self, op: str, args: Sequence[Term]) -> Term:
        if op == "copysign":
            return EXACT[op](args[0], self._with_sign(args[1]))
        result = EXACT[op](*args)
        if op in ("fmin", "fmax") and self.format.minmax == "second":
            self.choices += 1
            result = z3.If(one_is_nan(*args), z3.If(z3.Bool(f"first of {self.choices}"), *args), result)
        if op == "fmul" and self.format.zero_times_inf_is_zero:
            invalid = z3.And(z3.fpIsNaN(result), z3.Not(z3.Or(*map(z3.fpIsNaN, args))))
            result = z3.If(invalid, z3.FPVal(0.0, FLOAT), result)
        return self._flushed(result) if op in ROUNDED else result

    def _flushed(self, result: Term) -> Term:
        return result if self.format.subnormals else z3.If(z3.fpIsSubnormal(result), z3.FPVal(0.0, FLOAT), result)

    def _with_sign(self, a: Term) -> Term:
        """The operand of an op that reads its sign."""
        return a if self.format.negative_zero else z3.If(z3.fpIsZero(a), z3.FPVal(0.0, FLOAT), a)

    def _quotient(self, a: Term, b: Term) -> Term:
        """Uninterpreted, except for signs, divisors of 1, equal operands, and a dividend of zero."""
        one, sign = z3.FPVal(1.0, FLOAT), _is_minus(a) != _is_minus(b)
        a, b = _plain(a), _plain(b)
        if z3.is_fp_value(b) and z3.is_true(z3.simplify(z3.fpAbs(b) == one)):
            result = a if z3.is_true(z3.simplify(b == one)) else _minus(a)
        elif a.eq(b):
            result = z3.If(z3.Or(z3.fpIsNaN(a), z3.fpIsInf(a), z3.fpIsZero(a)), z3.fpNaN(FLOAT), one)
        else:
            if _is_negative_number(a) or _is_negative_number(b):
                sign ^= _is_negative_number(a) != _is_negative_number(b)
                a, b = (z3.simplify(z3.fpNeg(t)) if _is_negative_number(t) else t for t in (a, b))
            result = self.uninterpreted("fdiv", [a, b])
            self.facts.append(z3.Implies(z3.fpIsZero(a), z3.Or(z3.fpIsZero(result), z3.fpIsNaN(result))))
        return _minus(result) if sign else result

    def _difference(self, a: Term, b: Term) -> Term:
        """By a lemma of `lemmas`, a - (a - floor(a)) is floor(a), or NaN if a is not finite."""
        floor = z3.fpRoundToIntegral(ROUNDINGS["floor"], a)
        if self.fractions.get(b.get_id()) is not None and self.fractions[b.get_id()].eq(a):
            return z3.If(z3.Or(z3.fpIsNaN(a), z3.fpIsInf(a)), z3.fpNaN(FLOAT), floor)
        result = self._exact("fsub", (a, b))
        if b.eq(floor):
            self.alive.append(result)
            self.fractions[result.get_id()] = a
        return result

    def _scaled(self, k: Term, a: Term) -> Term:
        """Products with 1, -1 and zeros, which need no multiplier."""
        one, zero = z3.FPVal(1.0, FLOAT), z3.FPVal(0.0, FLOAT)
        if k.eq(one):
            return a
        if k.eq(z3.simplify(z3.fpNeg(one))):
            return z3.fpNeg(a)
        if k.eq(zero):
            return z3.If(self.blends(a), z3.If(z3.fpIsNegative(a), z3.fpNeg(zero), zero), z3.fpNaN(FLOAT))
        return self._exact("fmul", (k, a))

    def uninterpreted(self, op: str, args: Sequence[Term]) -> Term:
        if op not in OPS or OPS[op].result != "f" or not all(map(z3.is_fp, args)):
            raise Unprovable(f"{op} has no formula")
        if OPS[op].commutative:
            args = sorted(args, key=lambda t: t.sexpr())
        args = [self._with_sign(arg) for arg in args]
        if op not in self.functions:
            self.functions[op] = z3.Function(op, *([FLOAT] * len(args)), FLOAT)
        return self.functions[op](*args)


class Symbols(Algebra):
    """An algebra with uninterpreted sums and products that only model signs and zeros. That is fast, and sufficient if
    both sides do the same arithmetic.

    Case by case it is decided which operands of sums are zero: a run takes one path through the cases, and `path` has
    its decisions, first the given ones, then all no. The caller runs again for each decision that could differ.
    """

    def __init__(self, format: Format = FP32, width: int = 32, given: Sequence[bool] = ()) -> None:
        super().__init__(format, width)
        self.given = given
        self.path: list[tuple[Term, bool]] = []
        self.decided: dict[str, bool] = {}

    def apply(self, op: str, args: Sequence[Term]) -> Term:
        numbers = [z3.is_fp_value(arg) for arg in args]
        match op:
            case "fsub" if not all(numbers):
                return self.apply("fadd", [args[0], _minus(args[1])])
            case "fadd" if not all(numbers):
                return self._sum(*args)
            case "fmul" if not any(numbers):
                return self._product(*args)
            case "fmul" if self.format.subnormals and not all(numbers) and any(map(_is_negative_number, args)):
                return _minus(
                    self.apply(
                        "fmul", [z3.simplify(z3.fpNeg(arg)) if _is_negative_number(arg) else arg for arg in args]
                    )
                )
        return super().apply(op, args)

    def _holds(self, condition: Term) -> bool:
        known = z3.simplify(condition)
        if z3.is_true(known) or z3.is_false(known):
            return bool(z3.is_true(known))
        key = known.sexpr()
        if key not in self.decided:
            number = len(self.path)
            self.decided[key] = number < len(self.given) and self.given[number]
            self.path.append((known, self.decided[key]))
        return self.decided[key]

    def _sum(self, a: Term, b: Term) -> Term:
        """A sum with a zero is the other operand, except -0 + 0; other sums are never -0; and -a - b is -(a + b) unless
        zero."""
        a, b = sorted((a, b), key=lambda t: _plain(t).sexpr())
        zeros = [self._holds(z3.fpIsZero(t)) for t in (a, b)]
        zero = z3.FPVal(0.0, FLOAT)
        if all(zeros):
            return z3.fpNeg(zero) if all(self._holds(z3.fpIsNegative(t)) for t in (a, b)) else zero
        if any(zeros):
            return b if zeros[0] else a
        turned = _is_minus(a)
        total = self.uninterpreted("fadd", [_minus(a), _minus(b)] if turned else [a, b])
        self.facts.append(z3.Not(z3.And(z3.fpIsZero(total), z3.fpIsNegative(total))))
        if not turned:
            return total
        return zero if self._holds(z3.fpIsZero(total)) else z3.fpNeg(total)

    def _product(self, a: Term, b: Term) -> Term:
        product = self.uninterpreted("fmul", [_plain(a), _plain(b)])
        return z3.fpNeg(product) if _is_minus(a) != _is_minus(b) else product


def _is_negative_number(a: Term) -> bool:
    return bool(z3.is_fp_value(a) and z3.is_true(z3.simplify(z3.fpIsNegative(a))))


def _is_minus(a: Term) -> bool:
    return bool(z3.is_app_of(a, z3.Z3_OP_FPA_NEG))


def _plain(a: Term) -> Term:
    return a.arg(0) if _is_minus(a) else a


def _minus(a: Term) -> Term:
    return a.arg(0) if _is_minus(a) else z3.fpNeg(a)


def lemmas() -> dict[str, Term]:
    """The lemmas that the shortcuts above rely on, without rewriting; the tests prove each."""
    x, y = z3.FPs("x y", FLOAT)
    floor, total = z3.fpRoundToIntegral(ROUNDINGS["floor"], x), z3.fpAdd(RNE, x, y)
    zero = z3.FPVal(0.0, FLOAT)
    finite = z3.Not(z3.Or(z3.fpIsNaN(x), z3.fpIsInf(x)))
    some = z3.Not(z3.Or(z3.fpIsZero(x), z3.fpIsZero(y)))
    turned = z3.fpAdd(RNE, z3.fpNeg(x), z3.fpNeg(y))
    return {
        "x - (x - floor(x))": z3.fpSub(RNE, x, z3.fpSub(RNE, x, floor)) == z3.If(finite, floor, z3.fpNaN(FLOAT)),
        "x - y": z3.fpSub(RNE, x, y) == z3.fpAdd(RNE, x, z3.fpNeg(y)),
        "zero + y": z3.Implies(z3.And(z3.fpIsZero(x), z3.Not(z3.fpIsZero(y))), total == y),
        "sum of zeros": z3.Implies(
            z3.And(z3.fpIsZero(x), z3.fpIsZero(y)),
            total == z3.If(z3.And(z3.fpIsNegative(x), z3.fpIsNegative(y)), z3.fpNeg(zero), zero),
        ),
        "never -0": z3.Implies(some, z3.Not(z3.And(z3.fpIsZero(total), z3.fpIsNegative(total)))),
        "-x - y": z3.Implies(some, total == z3.If(z3.fpIsZero(turned), zero, z3.fpNeg(turned))),
        "-x * y": z3.fpMul(RNE, z3.fpNeg(x), y) == z3.fpNeg(z3.fpMul(RNE, x, y)),
    }


class Reals(Algebra):
    """An algebra without rounding, for rules that fast-math flags license."""

    def __init__(self, format: Format = FP32, width: int = 32) -> None:
        super().__init__(format, width)
        self.roots: dict[str, Term] = {}

    def number(self, value: float) -> Term:
        if not math.isfinite(value):
            raise Unprovable("an infinity is no real number")
        return z3.RealVal(value)

    def variable(self, name: str, kind: str = "f") -> Term:
        return z3.Real(name) if kind == "f" else super().variable(name, kind)

    def apply(self, op: str, args: Sequence[Term]) -> Term:
        match op:
            case "fdiv":
                self.facts.append(args[1] != 0)
                return args[0] / args[1]
            case "sqrt":
                return self._root(args[0])
            case "fadd" | "fsub" | "fmul" | "fneg" | "select":
                return REAL[op](*args)
            case "floor":
                return z3.ToReal(z3.ToInt(args[0]))
            case "pow" if (
                z3.is_rational_value(args[1]) and args[1].denominator_as_long() == 1 and args[1].numerator_as_long() > 0
            ):
                return z3.simplify(
                    args[0] ** 1 if (n := args[1].numerator_as_long()) == 1 else math.prod([args[0]] * n)
                )
            case "btof":
                return z3.If(args[0], self.number(1.0), self.number(0.0))
        if op in COMPOUNDS:
            return super().apply(op, args)
        if op in LOGIC:
            return LOGIC[op](*args)
        if op in ORDERED:
            return ORDERED[op](*args)
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


def with_literals(op: str, args: Sequence[Expr], terms: Sequence[Term | None], algebra: Algebra) -> list[Term]:
    """The operands of an op; literals, which have no terms yet, get the kind of the others."""
    known = [_kind(term) for term in terms[op == "select" :] if term is not None]
    operands = zip(args, terms, operand_kinds(op, known[0] if known else "f", len(args)), strict=True)
    return [algebra.literal(arg.value, kind) if isinstance(arg, Number) else term for arg, term, kind in operands]


def _kind(term: Term) -> str:
    return "b" if z3.is_bool(term) else "i" if z3.is_bv(term) else "f"


def translate(expr: Expr, values: Mapping[str, Term], algebra: Algebra) -> Term:
    """The term of a neutral expression over terms."""
    match expr:
        case Number(value):
            return algebra.number(value)
        case Var(name) if name in values:
            return values[name]
        case Call(op, args):
            terms = [None if isinstance(arg, Number) else translate(arg, values, algebra) for arg in args]
            return algebra.apply(op, with_literals(op, args, terms, algebra))
        case Computed(inner):
            return translate(inner, values, algebra)
    raise UsageError(f"{expr} is not a neutral expression over {', '.join(values)}")
