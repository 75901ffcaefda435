"""Expands float functions that a target lacks, and bounds the errors of the expansions."""

from __future__ import annotations

import math

from gpucc.isa.model import Bound, Format
from gpucc.isa.neutral import RECIPROCAL, RECIPROCAL_ROOT
from gpucc.lowering.graph import AFN, ARCP, NINF, NNAN, REASSOC, Node
from gpucc.lowering.legalise.functions_curves import CURVES, LOG2_E
from gpucc.lowering.legalise.functions_signs import grown, odd_result, sign_bit, sign_factor
from gpucc.lowering.maker import Expansion, Maker, is_const, value_of
from gpucc.lowering.simplify.facts import never_negative
from gpucc.rules.rewrite import Rewrite

# times this factor, no float32 is above its square root
TINY = 2.0**-64
# The distance of an expansion from the correctly rounded value if its operations are correctly rounded themselves.
# Measured by tests/lowering/test_functions.py.
FUNCTION_BOUNDS: dict[str, Bound] = {
    "exp": Bound(relative=2.0**-17, absolute=2.0**-148),
    "log": Bound(relative=2.0**-22, absolute=2.0**-148),
    "log10": Bound(relative=2.0**-22, absolute=2.0**-148),
    "pow": Bound(relative=2.0**-16, absolute=2.0**-148),
    "sin": Bound(absolute=2.0**-20),
    "cos": Bound(absolute=2.0**-20),
    "tan": Bound(relative=2.0**-22, absolute=2.0**-148),
    "asin": Bound(relative=2.0**-21, absolute=2.0**-64),
    "acos": Bound(relative=2.0**-21, absolute=2.0**-64),
    "atan": Bound(relative=2.0**-21, absolute=2.0**-125),
    "atan2": Bound(relative=2.0**-21, absolute=2.0**-125),
    "sinh": Bound(relative=2.0**-16, absolute=2.0**-125),
    "cosh": Bound(relative=2.0**-16),
    "tanh": Bound(relative=2.0**-21, absolute=2.0**-125),
    "frem": Bound(relative=2.0**-22, absolute=2.0**-148),
}

# the domain of a bound, or of exactness: the largest size of the argument (for frem: of the quotient)
FUNCTION_DOMAINS: dict[str, float] = {"sin": 2.0**13, "cos": 2.0**13, "frem": 2.0**22, "pow": math.inf}

# a quotient of 2 is too small by at most 2 to this power units of the last place of 1
QUOTIENT_BITS = 3

LN_2 = 0.6931471805599453
LOG10_2 = 0.30102999566398120

# |x| rounded down, and |x| + 1/2 rounded down without an intermediate rounding: |x| - floor|x| is exact, and inf - inf
# = NaN compares false, so infinities stay
WHOLE = "floor(fabs(x))"
ROUNDED = f"fadd({WHOLE}, btof(fole(0.5, fsub(fabs(x), {WHOLE}))))"
APPROXIMATE = "FUNCTION_BOUNDS says how far it is off"


def _odd(op: str, size: str, z: str) -> tuple[Rewrite, Rewrite]:
    """Return the rules for an odd function in the two forms of `odd_result`."""
    return (
        Rewrite(f"{op} by copysign", f"{op}(x)", f"copysign({size}, {z})", "has_copysign()"),
        Rewrite(op, f"{op}(x)", f"fmax(fneg({size}), fmin({size}, {z}))"),
    )


FUNCTIONS = (
    Rewrite("floor by ceil", "floor(x)", "fneg(ceil(fneg(x)))", "has_ceil()"),
    # minus one where rounding to nearest went up; the sum is exact, and rint(x) keeps the sign of a zero
    Rewrite("floor by rint", "floor(x)", "fsub(rint(x), btof(folt(x, rint(x))))"),
    Rewrite("ceil", "ceil(x)", "fneg(floor(fneg(x)))"),
    *_odd("trunc", WHOLE, "x"),
    # halves away from zero
    *_odd("round", ROUNDED, "fadd(x, x)"),
    Rewrite("fneg", "fneg(x)", "fmul(x, -1.0)"),
    Rewrite("fabs", "fabs(x)", "fmax(x, fneg(x))"),
    Rewrite("fmin", "fmin(a, b)", "fneg(fmax(fneg(a), fneg(b)))"),
    Rewrite("fmax", "fmax(a, b)", "fneg(fmin(fneg(a), fneg(b)))"),
    Rewrite("fsub", "fsub(a, b)", "fadd(a, fneg(b))"),
    Rewrite("exp", "exp(x)", f"exp2(fmul(x, {LOG2_E}))", licence=APPROXIMATE),
    Rewrite("log", "log(x)", f"fmul(log2(x), {LN_2})", licence=APPROXIMATE),
    Rewrite("log10", "log10(x)", f"fmul(log2(x), {LOG10_2})", licence=APPROXIMATE),
)


# rounding -------------------------------------------------------------------------------------------------------------


def _rint(m: Maker, x: Node) -> Node:
    """Round to nearest, halves to even.

    For 0 <= a < M = 2^mantissa the sum a + M lies in [M, 2M], where floats are the integers: rounding the sum is the
    required rounding, and the subtraction is exact. A larger a is an integer: M is 0 there, as it is for NaN. Programs
    for formats other than float32 must also be right in float32, in which they are verified too; another M would be
    needed there.
    """
    size = m.abs(x)
    limit = 2.0**m.format.mantissa
    if m.format.rounding == "even" and m.format.mantissa == 23:
        magic = m.scale(m.number(m.less(size, m.const(limit))), limit)
        return odd_result(m, m.sub(m.add(size, magic), magic), m.add(x, x))
    whole = m.floor(size)
    part = m.sub(size, whole)
    half = m.scale(whole, 0.5)
    odd = m.op("fune", half, m.floor(half))
    up = m.either(m.less(m.const(0.5), part), m.both(m.equal(part, m.const(0.5)), odd))
    return odd_result(m, m.add(whole, m.number(up)), m.add(x, x))


# signs ----------------------------------------------------------------------------------------------------------------


def _copysign(m: Maker, x: Node, sign: Node) -> Node:
    if is_const(sign):
        return m.neg(m.abs(x)) if math.copysign(1.0, value_of(sign)) < 0 else m.abs(x)
    return m.mul(m.abs(x), sign_factor(m, sign))


# powers and logarithms ------------------------------------------------------------------------------------------------


def _pow(m: Maker, x: Node, y: Node) -> Node:
    """2^(y log2|x|), then C's special cases: x^0 = 1^y = 1, the sign of negative bases, NaN for their roots.

    With afn, cases that GLSL leaves open stay open: negative bases except for integer literal exponents, 0^0,
    infinities.
    """
    if not m.lacks(AFN) and not (is_const(y) and value_of(y).is_integer()):
        return m.op("exp2", m.mul(y, m.op("log2", x)))
    size, one = m.abs(x), m.const(1.0)
    power = m.op("exp2", m.mul(y, m.op("log2", size)))
    half = m.scale(y, 0.5)
    whole = m.equal(y, m.floor(y))
    odd = m.both(whole, m.op("fune", half, m.floor(half)))
    if m.nan_matters:
        infinite = () if not m.lacks(NINF) else (m.equal(size, m.const(math.inf)), m.equal(m.abs(y), m.const(math.inf)))
        fine = m.either(whole, m.at_most(m.const(0.0), x))
        for case in infinite:
            fine = m.either(fine, case)
        power = m.pick(m.either(fine, m.op("fune", x, x)), power, m.const(math.nan))
    power = m.pick(m.both(sign_bit(m, x), odd), m.neg(power), power)
    unit = m.either(m.equal(y, m.const(0.0)), m.equal(x, one))
    if m.lacks(NINF):
        unit = m.either(unit, m.both(m.equal(size, one), m.equal(m.abs(y), m.const(math.inf))))
    return m.pick(unit, one, power)


def _fma(m: Maker, a: Node, b: Node, c: Node) -> Node:
    where = f"{m.location}: " if m.location else ""
    if m.lacks(AFN):
        m.warnings.append(f"{where}the target has no fused multiply-add: llvm.fma rounds its product here")
    return m.add(m.mul(a, b), c)


# quotients ------------------------------------------------------------------------------------------------------------


def _fdiv(m: Maker, a: Node, b: Node) -> Node:
    """The product with the reciprocal, for targets that only select 1/x, and 1/sqrt(x) as one operation."""
    if RECIPROCAL not in m.available:
        m.refuse("fdiv")
    one = m.const(1.0)
    if is_const(b) and value_of(b) != 0.0 and math.isfinite(1.0 / value_of(b)):
        return m.op("fmul", a, m.const(1.0 / value_of(b)), flags=m.flags)
    reciprocal = _reciprocal_root(b) or _scaled_root(m, b)
    if reciprocal is None:
        reciprocal = m.block.make("fdiv", b.type, (one, b), None, m.flags, m.location)
    return reciprocal if is_const(a) and value_of(a) == 1.0 else m.op("fmul", a, reciprocal, flags=m.flags)


def _sqrt(m: Maker, x: Node) -> Node:
    """1/(1/sqrt(x)), exact for zeros and infinities, and NaN where the root is.

    If x is not negative, x * (1/sqrt(x)) is shorter. It is NaN for zeros and infinities; the maximum with x/2^64, which
    is never above the root, is the right number there.
    """
    if RECIPROCAL_ROOT not in m.available:
        m.refuse("sqrt")
    one = m.const(1.0)
    root = m.block.make("sqrt", x.type, (x,), None, m.flags, m.location)
    inner = m.block.make("fdiv", x.type, (one, root), None, m.flags, m.location)
    if m.format.exponent == 8 and (m.flags & NNAN or never_negative(x)):
        return m.op("fmax", m.mul(x, inner), m.scale(x, TINY), flags=m.flags & NNAN)
    return m.block.make("fdiv", x.type, (one, inner), None, m.flags, m.location)


def _reciprocal_root(node: Node) -> Node | None:
    """Return 1/sqrt(x), if the node is what `_sqrt` makes of the root of x. A source may have other
    maxima of a number and a product with 1/sqrt(x), so the operands count, too."""
    if node.op == "fdiv" and _is_one(node.args[0]):
        return node.args[1] if _radicand(node.args[1]) is not None else None
    if node.op != "fmax" or node.args[0].op != "fmul":
        return None
    (factor, inner), small = node.args[0].args, node.args[1]
    x = _radicand(inner)
    positive = x is not None and (node.flags & NNAN or never_negative(x))
    return inner if x is not None and positive and factor is x and _is_tiny_part(small, x) else None


def _scaled_root(m: Maker, node: Node) -> Node | None:
    """Return 1/sqrt(x) times 1/k for a divisor sqrt(x) k, as the m of a sphere map is, if that may be regrouped."""
    free = ARCP | REASSOC
    if node.op != "fmul" or not is_const(node.args[1]) or m.flags & free != free or not node.flags & REASSOC:
        return None
    root, factor = node.args[0], value_of(node.args[1])
    inner = _reciprocal_root(root)
    if inner is None and root.op == "sqrt" and RECIPROCAL_ROOT in m.available:
        inner = m.block.make("fdiv", root.type, (m.const(1.0), root), None, m.flags, m.location)
    least = m.format.least
    if inner is None or not (abs(factor) >= least and math.isfinite(factor) and abs(1.0 / factor) >= least):
        return None
    return m.op("fmul", inner, m.const(1.0 / factor), flags=m.flags & node.flags)


def _radicand(node: Node) -> Node | None:
    """x, if the node is 1/sqrt(x)."""
    found = node.op == "fdiv" and _is_one(node.args[0]) and node.args[1].op == "sqrt"
    return node.args[1].args[0] if found else None


def _is_tiny_part(node: Node, x: Node) -> bool:
    """Return whether the node is x/2^64; a constant factor of x is a part of that of the node."""
    if node.op != "fmul" or not is_const(node.args[1]):
        return False
    if node.args[0] is x:
        return value_of(node.args[1]) == TINY
    return (
        x.op == "fmul"
        and is_const(x.args[1])
        and node.args[0] is x.args[0]
        and value_of(node.args[1]) == value_of(x.args[1]) * TINY
    )


def _is_one(node: Node) -> bool:
    return is_const(node) and value_of(node) == 1.0


# remainder ------------------------------------------------------------------------------------------------------------


def _frem(m: Maker, x: Node, y: Node) -> Node:
    """C's fmod, exact while |x/y| < 2^22.

    q = floor(|x|/|y|) is the quotient or differs by one, since |x|/|y| was rounded. q|y| is computed exactly as high +
    low (Dekker's product of Veltkamp's halves). rest = |x| - high is exact by Sterbenz' lemma for q > 1; for q < 2 high
    is 0 or |y|, and a small amount is added to the quotient, so that q is never 1 where |x| >= 2|y|. So r = rest - low
    is the true remainder, or that minus |y|, which a comparison corrects, or that plus |y|. Such a sum may be rounded,
    but is not below |y|, and then (rest - |y|) - low is exact.
    With afn and reassoc (of `fast`) the product is simply rounded; afn alone concerns functions. A format with few
    exponents would overflow when splitting into halves, so large numbers are scaled down by a power of two. A number
    smaller than the divisor, even an infinite one, is its own remainder.
    """
    if is_const(y):
        # what is folded of it is folded of the number that the program has
        y = m.const(m.format.rounded(value_of(y)))
    size, by = m.abs(x), m.const(abs(value_of(y))) if is_const(y) else m.abs(y)
    exact_scale = is_const(y) and value_of(y) != 0 and math.frexp(abs(value_of(y)))[0] == 0.5
    if exact_scale:
        whole = m.floor(m.scale(size, 1.0 / abs(value_of(y))))
        return _remainder(m, x, m.sub(size, m.scale(whole, abs(value_of(y)))))
    scales = _scales(m, by)
    part, unit = size, by
    if scales is not None:
        part, unit = m.mul(size, scales[0]), _scaled(m, by, scales[0])
    quotient, exact = m.op("fdiv", part, unit), m.lacks(AFN) or m.lacks(REASSOC)
    if exact:
        quotient = m.add(quotient, m.const(2.0 ** (QUOTIENT_BITS - m.format.mantissa)))
    q = m.floor(quotient)
    high = m.mul(q, unit)
    r = rest = m.sub(part, high)
    low = _product_error(m, q, unit, high) if exact else None
    if low is not None:
        r = m.sub(rest, low)
    r = m.sub(rest, m.mul(unit, m.number(m.at_most(unit, r))))
    if low is not None:
        r = m.sub(r, low)
    r = m.add(r, m.mul(unit, m.number(m.less(r, m.const(0.0)))))
    result = _remainder(m, x, r if scales is None else m.mul(r, scales[1]))
    chooses = "select" in m.available and not m.format.blend_select
    return m.pick(m.less(size, by), x, result) if chooses and (scales is not None or m.lacks(NINF)) else result


def _remainder(m: Maker, x: Node, r: Node) -> Node:
    """Return the size of a remainder with the sign of x."""
    return odd_result(m, r, grown(m, x, r) if m.nan_matters else x)


def _scales(m: Maker, by: Node) -> tuple[Node, Node] | None:
    """Return factors that scale a remainder's operands, so that the halves of a large divisor do not overflow, and
    scale the remainder back.
    """
    if m.format.exponent > 5:
        return None
    room = m.format.mantissa // 2 + 2
    limit = 2.0 ** (2 ** (m.format.exponent - 1) - room)
    if is_const(by):
        return (m.const(2.0**-room), m.const(2.0**room)) if value_of(by) > limit else None
    large = m.less(m.const(limit), by)
    return m.pick(large, m.const(2.0**-room), m.const(1.0)), m.pick(large, m.const(2.0**room), m.const(1.0))


def _scaled(m: Maker, x: Node, factor: Node) -> Node:
    return m.const(value_of(x) * value_of(factor)) if is_const(x) and is_const(factor) else m.mul(x, factor)


def _product_error(m: Maker, a: Node, b: Node, product: Node) -> Node:
    """Return a b - product, where product is a b rounded."""
    (a1, a2), (b1, b2) = _halves(m, a), _halves(m, b, large=m.format.exponent > 5)
    error = m.sub(m.mul(a1, b1), product)
    for p, q in ((a1, b2), (a2, b1), (a2, b2)):
        error = m.add(error, m.mul(p, q))
    return error


def _halves(m: Maker, x: Node, large: bool = False) -> tuple[Node, Node]:
    """Split x into a sum of two numbers with half the bits each (Veltkamp). If x may be so `large` that its multiple
    overflows, the multiple stops at the greatest number: the upper part then has more bits, but a number by which such
    an x can be multiplied has as many fewer."""
    upper = (m.format.mantissa + 2) // 2
    if is_const(x):
        # constants are folded in more bits than the format's
        c = value_of(x)
        if not math.isfinite(c):
            return x, m.const(0.0)
        cut = Format("upper", 8, m.format.mantissa - upper).rounded(c)
        return m.const(cut), m.const(c - cut)
    factor = 2.0**upper + 1
    split = m.scale(x, factor)
    if large:
        split = m.op("fmin", split, m.const(m.format.greatest))
    high = m.sub(split, m.sub(split, x))
    return high, m.sub(x, high)


# expansions that records cannot express: choices by format and by flags, warnings, and the curves
EXPANSIONS: dict[str, Expansion] = {
    "rint": _rint,
    "copysign": _copysign,
    "pow": _pow,
    "fma": _fma,
    "fdiv": _fdiv,
    "sqrt": _sqrt,
    "frem": _frem,
    **CURVES,
    "bxor": Maker.differ,
    "select": Maker.pick,
}
