"""Rules for float arithmetic. Without flags a rule is exact to the bit, signed zeros included, with NaNs as one class."""

from __future__ import annotations

import math

from gpucc.isa.model import FP16, FP32
from gpucc.lowering.graph import AFN, ARCP, NINF, NNAN, NSZ, REASSOC, Node
from gpucc.lowering.simplify.facts import is_whole, is_zero, never_infinite, never_nan, never_negative, never_negative_zero, number
from gpucc.lowering.simplify.rules import Rules, Simplifier

MOST_FACTORS = 8
LEAST = {16: FP16.least, 32: FP32.least, 64: 2.0**-1022}


def _either_way(node: Node) -> tuple[tuple[Node, Node], ...]:
    a, b = node.args
    return (a, b), (b, a)


def _pulled_sign(s: Simplifier, node: Node) -> Node | None:
    """x * y for a node that is (-x) * y, or x / y for one that is (-x) / y: sign and rounding are independent."""
    if node.op not in ("fmul", "fdiv"):
        return None
    a, b = node.args
    if a.op == "fneg" and b.op != "fneg":
        return s.op(node, node.op, a.args[0], b)
    if b.op == "fneg" and a.op != "fneg":
        return s.op(node, node.op, a, b.args[0])
    return None


# fadd, fsub -----------------------------------------------------------------------------------------------------------


def add_zero(s: Simplifier, node: Node) -> Node | None:
    """x + -0 = x; x + 0 = x but for x = -0."""
    x, zero = node.args
    if is_zero(zero, -1.0) or (is_zero(zero) and (node.flags & NSZ or never_negative_zero(x))):
        return x
    return None


def add_negated(s: Simplifier, node: Node) -> Node | None:
    """x + (-y) = x - y, also where y is a product or quotient"""
    for x, y in _either_way(node):
        if y.op == "fneg":
            return s.op(node, "fsub", x, y.args[0])
        if (positive := _pulled_sign(s, y)) is not None:
            return s.op(node, "fsub", x, positive)
    return None


def add_constants(s: Simplifier, node: Node) -> Node | None:
    """reassoc: (x + c) + d = x + (c + d)"""
    inner, d = node.args
    if inner.op == "fadd" and node.flags & inner.flags & REASSOC and number(d) is not None and number(inner.args[1]) is not None:
        return s.op(node, "fadd", inner.args[0], s.op(node, "fadd", inner.args[1], d), flags=node.flags & inner.flags)
    return None


def add_back(s: Simplifier, node: Node) -> Node | None:
    """reassoc nsz: x + (y - x) = y, as near to y as the sum of x and the difference is;
    x + (c ? y - x : 0) = c ? y : x; nnan: x + c * (y - x) = c ? y : x for truths c"""
    if not (node.flags & REASSOC and node.flags & NSZ):
        return None
    for x, term in _either_way(node):
        if (y := _above(term, x)) is not None:
            return y
        if term.op == "select":
            for k, other in ((1, 2), (2, 1)):
                if is_zero(term.args[other]) and (y := _above(term.args[k], x)) is not None:
                    return s.op(node, "select", term.args[0], *((y, x) if k == 1 else (x, y)))
        for truth, difference in _either_way(term) if term.op == "fmul" and node.flags & term.flags & NNAN else ():
            if truth.op == "btof" and term.flags & REASSOC and (y := _above(difference, x)) is not None:
                return s.op(node, "select", truth.args[0], y, x)
    return None


def _above(difference: Node, x: Node) -> Node | None:
    """y of y - x"""
    if difference.op == "fsub" and difference.args[1] is x:
        return difference.args[0]
    if difference.op == "fadd" and (c := number(x)) is not None and number(difference.args[1]) == -c:
        return difference.args[0]
    return None


def subtract_zero(s: Simplifier, node: Node) -> Node | None:
    """x - 0 = x; x - -0 = x but for x = -0"""
    x, zero = node.args
    if is_zero(zero, 1.0) or (is_zero(zero) and (node.flags & NSZ or never_negative_zero(x))):
        return x
    return None


def subtract_from_zero(s: Simplifier, node: Node) -> Node | None:
    """-0 - x = -x; nsz: 0 - x = -x"""
    zero, x = node.args
    return s.op(node, "fneg", x) if is_zero(zero, -1.0) or (is_zero(zero) and node.flags & NSZ) else None


def subtract_negated(s: Simplifier, node: Node) -> Node | None:
    """x - (-y) = x + y, also where y is a product or quotient"""
    x, y = node.args
    if y.op == "fneg":
        return s.op(node, "fadd", x, y.args[0])
    positive = _pulled_sign(s, y)
    return s.op(node, "fadd", x, positive) if positive is not None else None


def subtract_itself(s: Simplifier, node: Node) -> Node | None:
    """x - x = 0 unless x is NaN or infinite"""
    a, b = node.args
    if a is b and (node.flags & NNAN or (never_nan(a) and never_infinite(a))):
        return s.constant(node.type, 0.0)
    return None


def keep_fraction(s: Simplifier, node: Node) -> Node | None:
    """reassoc: x - (floor(x) + y) = (x - floor(x)) - y, as many targets have an instruction for the former difference"""
    x, total = node.args
    if total.op != "fadd" or not node.flags & total.flags & REASSOC:
        return None
    for whole, y in _either_way(total):
        if whole.op == "floor" and whole.args[0] is x:
            flags = node.flags & total.flags
            return s.op(node, "fsub", s.op(node, "fsub", x, whole, flags=flags), y, flags=flags)
    return None


# fmul, fdiv -----------------------------------------------------------------------------------------------------------


def multiply_by_one(s: Simplifier, node: Node) -> Node | None:
    """x * 1 = x, x * -1 = -x"""
    x, c = node.args[0], number(node.args[1])
    if c == 1:
        return x
    return s.op(node, "fneg", x) if c == -1 else None


def multiply_by_zero(s: Simplifier, node: Node) -> Node | None:
    """nnan nsz: x * 0 = 0"""
    return node.args[1] if is_zero(node.args[1]) and node.flags & NNAN and node.flags & NSZ else None


def multiply_negated(s: Simplifier, node: Node) -> Node | None:
    """(-x) * (-y) = x * y, (-x) * c = x * (-c), ((-x) * y) * c = (x * y) * (-c)"""
    a, b = node.args
    if a.op == "fneg" and b.op == "fneg":
        return s.op(node, "fmul", a.args[0], b.args[0])
    if b.op != "const":
        return None
    positive = a.args[0] if a.op == "fneg" else _pulled_sign(s, a)
    return s.op(node, "fmul", positive, s.negated(b)) if positive is not None else None


def multiply_magnitudes(s: Simplifier, node: Node) -> Node | None:
    """|x| * |x| = x * x, and for -x"""
    a, b = node.args
    return s.op(node, "fmul", a.args[0], a.args[0]) if a is b and a.op in ("fabs", "fneg") else None


def multiply_constants(s: Simplifier, node: Node) -> Node | None:
    """reassoc: (x * c) * d = x * (c * d), (x * c) * (y * d) = (x * y) * (c * d), unless the target cannot have c * d but can c and d"""
    a, b = node.args
    if a.op != "fmul" or not node.flags & a.flags & REASSOC or (c := number(a.args[1])) is None:
        return None
    flags = node.flags & a.flags
    if (d := number(b)) is not None:
        product = s.op(node, "fmul", a.args[1], b)
        return s.op(node, "fmul", a.args[0], product, flags=flags) if _joins(s, c, d) else None
    if b.op != "fmul" or not flags & b.flags & REASSOC or (d := number(b.args[1])) is None or not _joins(s, c, d):
        return None
    flags &= b.flags
    rest = s.op(node, "fmul", a.args[0], b.args[0], flags=flags)
    return s.op(node, "fmul", rest, s.op(node, "fmul", a.args[1], b.args[1]), flags=flags)


def _joins(s: Simplifier, c: float, d: float) -> bool:
    return s.holds(c * d) or not (s.holds(c) and s.holds(d))


def divide_by_constant(s: Simplifier, node: Node) -> Node | None:
    """x / 1 = x; x / c = x * (1/c) if c is a power of two, or with arcp"""
    x, c = node.args[0], number(node.args[1])
    if c is None or c == 0 or not math.isfinite(c):
        return None
    if c == 1:
        return x
    least = LEAST[node.type.bits]
    exact = abs(math.frexp(c)[0]) == 0.5
    if (exact or node.flags & ARCP) and least <= abs(c) and least <= abs(1 / c):
        return s.op(node, "fmul", x, s.constant(node.type, 1 / c))
    return None


def divide_negated(s: Simplifier, node: Node) -> Node | None:
    """(-x) / (-y) = x / y, (-x) / c = x / (-c), c / (-x) = (-c) / x"""
    a, b = node.args
    if a.op == "fneg" and b.op == "fneg":
        return s.op(node, "fdiv", a.args[0], b.args[0])
    if a.op == "fneg" and b.op == "const":
        return s.op(node, "fdiv", a.args[0], s.negated(b))
    if a.op == "const" and b.op == "fneg":
        return s.op(node, "fdiv", s.negated(a), b.args[0])
    return None


def divide_itself(s: Simplifier, node: Node) -> Node | None:
    """nnan: x / x = 1; nnan nsz: 0 / x = 0"""
    a, b = node.args
    if not node.flags & NNAN:
        return None
    if a is b:
        return s.constant(node.type, 1.0)
    return a if is_zero(a) and node.flags & NSZ else None


# signs and roundings --------------------------------------------------------------------------------------------------


def negate_negated(s: Simplifier, node: Node) -> Node | None:
    """-(-x) = x"""
    return node.args[0].args[0] if node.args[0].op == "fneg" else None


def negate_difference(s: Simplifier, node: Node) -> Node | None:
    """nsz: -(x - y) = y - x"""
    x = node.args[0]
    return s.op(x, "fsub", x.args[1], x.args[0]) if x.op == "fsub" and node.flags & NSZ else None


def negate_scaled(s: Simplifier, node: Node) -> Node | None:
    """-(x * c) = x * (-c), -(c / x) = (-c) / x, -(x / c) = x / (-c)"""
    x = node.args[0]
    if x.op not in ("fmul", "fdiv"):
        return None
    a, b = x.args
    if b.op == "const":
        return s.op(x, x.op, a, s.negated(b))
    return s.op(x, x.op, s.negated(a), b) if a.op == "const" else None


def magnitude_of_signed(s: Simplifier, node: Node) -> Node | None:
    """|-x| = |x|, ||x|| = |x|, |copysign(x, y)| = |x|; |x| = x where x is never negative"""
    x = node.args[0]
    if x.op in ("fneg", "fabs", "copysign"):
        return s.op(node, "fabs", x.args[0])
    return x if never_negative(x) else None


def copy_known_sign(s: Simplifier, node: Node) -> Node | None:
    """The sign of a constant, of a value that has none, of the value itself; NaNs have signs that nobody knows."""
    x, sign = node.args
    value = number(sign)
    if x is sign:
        return x
    if (value is not None and value < 0) or is_zero(sign, -1.0):
        return s.op(node, "fneg", s.op(node, "fabs", x))
    if never_negative(sign) and (sign.op == "fabs" or never_nan(sign)):
        return s.op(node, "fabs", x)
    return s.op(node, "copysign", x.args[0], sign) if x.op in ("fneg", "fabs", "copysign") else None


def round_whole(s: Simplifier, node: Node) -> Node | None:
    """floor(x) = x for whole x, and so for every rounding"""
    return node.args[0] if is_whole(node.args[0]) else None


def truncate_positive(s: Simplifier, node: Node) -> Node | None:
    """trunc(x) = floor(x) where x is never negative"""
    return s.op(node, "floor", node.args[0]) if never_negative(node.args[0]) else None


# minimum, maximum -----------------------------------------------------------------------------------------------------


def extreme_of_same(s: Simplifier, node: Node) -> Node | None:
    """min(x, x) = x, min(min(x, y), y) = min(x, y)"""
    for x, y in _either_way(node):
        if x is y or (x.op == node.op and y in x.args):
            return x
    return None


def extreme_of_constant(s: Simplifier, node: Node) -> Node | None:
    """min(x, NaN) = x; min(x, -inf) = -inf; min(x, inf) = x unless x is NaN"""
    x, c = node.args[0], number(node.args[1])
    if c is None:
        return None
    if c != c:
        return x
    if not math.isinf(c):
        return None
    if (c < 0) == (node.op == "fmin"):
        return node.args[1]
    return x if node.flags & NNAN or never_nan(x) else None


def extreme_of_extreme(s: Simplifier, node: Node) -> Node | None:
    """min(min(x, c), d) = min(x, min(c, d)); min(max(x, c), d) = d if d <= c, whatever x is"""
    inner, d = node.args
    if d.op != "const" or inner.op not in ("fmin", "fmax") or inner.args[1].op != "const":
        return None
    c = inner.args[1]
    combined = s.op(node, node.op, c, d)
    if inner.op == node.op:
        return s.op(node, node.op, inner.args[0], combined)
    return d if combined is d else None


def extreme_of_negated(s: Simplifier, node: Node) -> Node | None:
    """min(-x, -y) = -max(x, y)"""
    a, b = node.args
    if a.op != "fneg" or b.op not in ("fneg", "const"):
        return None
    other = "fmax" if node.op == "fmin" else "fmin"
    positive = s.negated(b) if b.op == "const" else b.args[0]
    return s.op(node, "fneg", s.op(node, other, a.args[0], positive))


# functions ------------------------------------------------------------------------------------------------------------


def power_of_constant(s: Simplifier, node: Node) -> Node | None:
    """x^0 = 1, x^1 = x, x^2 = x x, x^-1 = 1/x, 2^x = exp2(x); with flags square roots and short products"""
    x, y = node.args
    if number(x) == 2:
        return s.op(node, "exp2", y)
    n = number(y)
    if n is None:
        return s.constant(node.type, 1.0) if number(x) == 1 else None
    one = s.constant(node.type, 1.0)
    if n == 0:
        return one
    if n in (1, 2):
        return x if n == 1 else s.op(node, "fmul", x, x)
    if n == -1:
        return s.op(node, "fdiv", one, x)
    if n == 0.5 and node.flags & NSZ and node.flags & NINF:
        return s.op(node, "sqrt", x)
    if node.flags & AFN and n == math.trunc(n) and 2 < n <= MOST_FACTORS:
        half = s.op(node, "pow", x, s.constant(node.type, n // 2))
        square = s.op(node, "fmul", half, half)
        return s.op(node, "fmul", square, x) if n % 2 else square
    return None


def even_function(s: Simplifier, node: Node) -> Node | None:
    """cos(-x) = cos(|x|) = cos(x)"""
    x = node.args[0]
    return s.op(node, node.op, x.args[0]) if x.op in ("fneg", "fabs") else None


def fuse_trivially(s: Simplifier, node: Node) -> Node | None:
    """fma(x, 1, z) = x + z, fma(x, y, -0) = x * y"""
    x, y, z = node.args
    for p, q in ((x, y), (y, x)):
        if number(q) == 1:
            return s.op(node, "fadd", p, z)
    return s.op(node, "fmul", x, y) if is_zero(z, -1.0) or (is_zero(z) and node.flags & NSZ) else None


EXTREMES = (extreme_of_same, extreme_of_constant, extreme_of_extreme, extreme_of_negated)
FLOAT_RULES: Rules = {
    "fadd": (add_zero, add_negated, add_constants, add_back),
    "fsub": (subtract_zero, subtract_from_zero, subtract_negated, subtract_itself, keep_fraction),
    "fmul": (multiply_by_one, multiply_by_zero, multiply_negated, multiply_magnitudes, multiply_constants),
    "fdiv": (divide_itself, divide_by_constant, divide_negated),
    "fneg": (negate_negated, negate_difference, negate_scaled),
    "fabs": (magnitude_of_signed,),
    "copysign": (copy_known_sign,),
    **dict.fromkeys(("floor", "ceil", "rint", "round"), (round_whole,)),
    "trunc": (round_whole, truncate_positive),
    **dict.fromkeys(("fmin", "fmax"), EXTREMES),
    "pow": (power_of_constant,),
    "cos": (even_function,),
    "fma": (fuse_trivially,),
}
