"""Rules for float arithmetic. Without flags a rule is exact to the bit, including signed zeros; all NaNs count as
one.
"""

from __future__ import annotations

import math

from gpucc.isa.model import FP16, FP32
from gpucc.lowering.graph import AFN, ARCP, NINF, NNAN, NSZ, REASSOC, Node
from gpucc.lowering.simplify.facts import number
from gpucc.lowering.simplify.rules import Simplifier
from gpucc.rules.engine import LiteralTest
from gpucc.rules.rewrite import Rewrite

MOST_FACTORS = 8
LEAST = {16: FP16.least, 32: FP32.least, 64: 2.0**-1022}
NO_NAN = NNAN | NSZ
FREE = REASSOC | NSZ


# of literals ----------------------------------------------------------------------------------------------------------


def _value(node: Node) -> float:
    value = number(node)
    return math.nan if value is None else value


def joins(s: Simplifier, k: Node, m: Node) -> bool:
    """Return whether the target can represent the product of two literals, or cannot represent one of the literals
    anyway."""
    c, d = _value(k), _value(m)
    return s.holds(c * d) or not (s.holds(c) and s.holds(d))


def is_invertible(s: Simplifier, k: Node) -> bool:
    """Return whether neither a literal nor its reciprocal is zero, subnormal, infinite or NaN."""
    c, least = _value(k), LEAST[k.type.bits]
    return math.isfinite(c) and abs(c) >= least and abs(1 / c) >= least


def is_power(s: Simplifier, k: Node) -> bool:
    return abs(math.frexp(_value(k))[0]) == 0.5


def turns_greater(s: Simplifier, k: Node) -> bool:
    """Return whether the greater of a value and a literal costs what the lesser costs: some targets have max(x, 0) for
    nothing."""
    return not (s.kit.limits and _value(k) == 0)


FLOAT_TESTS = {
    test.name: test
    for test in (
        LiteralTest("turns_fmin", lambda _, __: True),
        LiteralTest("turns_fmax", turns_greater),
        LiteralTest("alone", lambda s, node: s.uses[node] == 1),
        LiteralTest("joins", joins),
        LiteralTest("invertible", is_invertible),
        LiteralTest("power_of_two", is_power),
    )
}


# licences of rules without a proof
EXACT = "1 / K is exact, so quotient and product are one number, rounded once"
POWER = "what C says of powers with these literals"
EVEN = "cosine is even"
FUSED = "the product or the sum in it is exact, so one rounding is left"

# fadd -----------------------------------------------------------------------------------------------------------------
FADD = (
    Rewrite("add -0", "fadd(x, -0.0)", "x"),
    Rewrite("add 0, nsz", "fadd(x, 0.0)", "x", flags=NSZ),
    Rewrite("add 0 to no -0", "fadd(x@plus, 0.0)", "x"),
    Rewrite("add a negation", "fadd(x, fneg(y))", "fsub(x, y)"),
    Rewrite("add a negated product", "fadd(x, m=fmul(fneg(a), b))", "fsub(x, fmul~m(a, b))"),
    Rewrite("add a negated dividend", "fadd(x, m=fdiv(fneg(a), b))", "fsub(x, fdiv~m(a, b))"),
    Rewrite("add a negated divisor", "fadd(x, m=fdiv(a, fneg(b)))", "fsub(x, fdiv~m(a, b))"),
    Rewrite("add literals", "fadd(m=fadd(x, K){reassoc}, L)", "fadd~&m(x, {fadd(K, L)})", flags=REASSOC),
    # y is as exact as the sum of x and the rounded difference
    Rewrite(
        "keep a fraction that was subtracted",
        "fadd(m=fsub(y, x){reassoc}, w=floor(x))",
        "fsub~&m(y, fsub~&m(x, w))",
        flags=FREE,
    ),
    Rewrite("add back", "fadd(x, fsub(y, x))", "y", flags=FREE),
    Rewrite("add back a literal", "fadd(fadd(y, K), L)", "y", "foeq(K, fneg(L))", flags=FREE),
    Rewrite("add back where", "fadd(x, select(c, fsub(y, x), Z@zero))", "select(c, y, x)", flags=FREE),
    Rewrite(
        "add back a literal where",
        "fadd(select(c, fadd(y, K), Z@zero), L)",
        "select(c, y, L)",
        "foeq(K, fneg(L))",
        flags=FREE,
    ),
    Rewrite("add back elsewhere", "fadd(x, select(c, Z@zero, fsub(y, x)))", "select(c, x, y)", flags=FREE),
    Rewrite(
        "add back a literal elsewhere",
        "fadd(select(c, Z@zero, fadd(y, K)), L)",
        "select(c, L, y)",
        "foeq(K, fneg(L))",
        flags=FREE,
    ),
    Rewrite(
        "add back a share", "fadd(x, fmul(btof(c), fsub(y, x)){nnan reassoc})", "select(c, y, x)", flags=FREE | NNAN
    ),
    Rewrite(
        "add back a share of a literal",
        "fadd(fmul(btof(c), fadd(y, K)){nnan reassoc}, L)",
        "select(c, y, L)",
        "foeq(K, fneg(L))",
        flags=FREE | NNAN,
    ),
)
# fsub -----------------------------------------------------------------------------------------------------------------
FSUB = (
    Rewrite("subtract 0", "fsub(x, 0.0)", "x"),
    Rewrite("subtract -0, nsz", "fsub(x, -0.0)", "x", flags=NSZ),
    Rewrite("subtract -0 from no -0", "fsub(x@plus, -0.0)", "x"),
    Rewrite("subtract from -0", "fsub(-0.0, x)", "fneg(x)"),
    Rewrite("subtract from 0, nsz", "fsub(0.0, x)", "fneg(x)", flags=NSZ),
    Rewrite("subtract a negation", "fsub(x, fneg(y))", "fadd(x, y)"),
    Rewrite("subtract a negated product", "fsub(x, m=fmul(fneg(a), b))", "fadd(x, fmul~m(a, b))"),
    Rewrite("subtract a negated dividend", "fsub(x, m=fdiv(fneg(a), b))", "fadd(x, fdiv~m(a, b))"),
    Rewrite("subtract a negated divisor", "fsub(x, m=fdiv(a, fneg(b)))", "fadd(x, fdiv~m(a, b))"),
    # a dot product of a negation is the negation of a dot product
    Rewrite("subtract from a negation", "fsub(fneg(x), y)", "fneg(fadd(x, y))", flags=NSZ),
    Rewrite(
        "subtract from a negated product",
        "fsub(m=fmul(fneg(a), b), y)",
        "fneg(fadd(fmul~m(a, b), y))",
        "alone(m)",
        flags=NSZ,
    ),
    Rewrite("subtract itself, nnan", "fsub(x, x)", "0.0", flags=NNAN),
    Rewrite("subtract itself", "fsub(x@number@bounded, x)", "0.0"),
    # two layers, of which each covers a share of what the other leaves
    Rewrite(
        "share of either",
        "fsub(1.0, m=fmul(p=fsub(1.0, a@share), fsub(1.0, b)){reassoc})",
        "fadd~&m(a, fmul~m(p, b))",
        "alone(m)",
        flags=FREE,
    ),
    # many targets have an instruction for x - floor(x)
    Rewrite("keep a fraction", "fsub(x, m=fadd(w=floor(x), y){reassoc})", "fsub~&m(fsub~&m(x, w), y)", flags=REASSOC),
    Rewrite(
        "keep a fraction that is subtracted",
        "fsub(m=fadd(w=floor(x), y){reassoc}, x)",
        "fsub~&m(y, fsub~&m(x, w))",
        flags=REASSOC,
    ),
)
# fmul -----------------------------------------------------------------------------------------------------------------
FMUL = (
    Rewrite("multiply by 1", "fmul(x, 1.0)", "x"),
    Rewrite("multiply by -1", "fmul(x, -1.0)", "fneg(x)"),
    Rewrite("multiply by 0", "fmul(x, Z@zero)", "Z", flags=NO_NAN),
    Rewrite("multiply negations", "fmul(fneg(x), fneg(y))", "fmul(x, y)"),
    Rewrite("multiply a negation by a literal", "fmul(fneg(x), K)", "fmul(x, {fneg(K)})"),
    Rewrite("multiply a negated product by a literal", "fmul(m=fmul(fneg(a), b), K)", "fmul(fmul~m(a, b), {fneg(K)})"),
    Rewrite("multiply a negated dividend by a literal", "fmul(m=fdiv(fneg(a), b), K)", "fmul(fdiv~m(a, b), {fneg(K)})"),
    Rewrite(
        "multiply by a negated divisor by a literal", "fmul(m=fdiv(a, fneg(b)), K)", "fmul(fdiv~m(a, b), {fneg(K)})"
    ),
    # a b is nearer to 1 than its square, so it neither overflows nor vanishes where the square does not
    Rewrite(
        "square a product",
        "fmul(m=fmul(n=fmul(a, a){reassoc}, b){reassoc}, b)",
        "fmul~&m&n(fmul~&m&n(a, b), fmul~&m&n(a, b))",
        "alone(m)",
        flags=REASSOC,
    ),
    Rewrite(
        "square a negated product",
        "fmul(m=fmul(n=fmul(fneg(a), a){reassoc}, b){reassoc}, b)",
        "fneg(fmul~&m&n(fmul~&m&n(a, b), fmul~&m&n(a, b)))",
        "alone(m)",
        flags=REASSOC,
    ),
    Rewrite("square a magnitude", "fmul(m=fabs(x), m)", "fmul(x, x)"),
    Rewrite(
        "multiply literals", "fmul(m=fmul(x, K){reassoc}, L)", "fmul~&m(x, {fmul(K, L)})", "joins(K, L)", flags=REASSOC
    ),
    Rewrite(
        "multiply scaled values",
        "fmul(m=fmul(x, K){reassoc}, n=fmul(y, L){reassoc})",
        "fmul~&m&n(fmul~&m&n(x, y), {fmul(K, L)})",
        "joins(K, L)",
        flags=REASSOC,
    ),
)
# fdiv -----------------------------------------------------------------------------------------------------------------
FDIV = (
    Rewrite("divide by itself", "fdiv(x, x)", "1.0", flags=NNAN),
    Rewrite("divide 0", "fdiv(Z@zero, x)", "Z", flags=NO_NAN),
    Rewrite("divide by 1", "fdiv(x, 1.0)", "x"),
    Rewrite(
        "divide by a power",
        "fdiv(x, K)",
        "fmul(x, {fdiv(1.0, K)})",
        "band(power_of_two(K), invertible(K))",
        licence=EXACT,
    ),
    Rewrite("divide by a literal", "fdiv(x, K)", "fmul(x, {fdiv(1.0, K)})", "invertible(K)", flags=ARCP),
    Rewrite("divide negations", "fdiv(fneg(x), fneg(y))", "fdiv(x, y)"),
    Rewrite("divide a negation by a literal", "fdiv(fneg(x), K)", "fdiv(x, {fneg(K)})"),
    Rewrite("divide a literal by a negation", "fdiv(K, fneg(x))", "fdiv({fneg(K)}, x)"),
)
# fneg -----------------------------------------------------------------------------------------------------------------
FNEG = (
    Rewrite("negate a negation", "fneg(fneg(x))", "x"),
    Rewrite("negate a difference", "fneg(m=fsub(x, y))", "fsub~m(y, x)", flags=NSZ),
    Rewrite("negate a scaled value", "fneg(m=fmul(x, K))", "fmul~m(x, {fneg(K)})"),
    Rewrite("negate a divided value", "fneg(m=fdiv(x, K))", "fdiv~m(x, {fneg(K)})"),
    Rewrite("negate a divided literal", "fneg(m=fdiv(K, x))", "fdiv~m({fneg(K)}, x)"),
)
# fabs, copysign -------------------------------------------------------------------------------------------------------
SIGNS = (
    Rewrite("magnitude of a negation", "fabs(fneg(x))", "fabs(x)"),
    Rewrite("magnitude of a magnitude", "fabs(fabs(x))", "fabs(x)"),
    Rewrite("magnitude of a copied sign", "fabs(copysign(x, y))", "fabs(x)"),
    Rewrite("magnitude of what is positive", "fabs(x@positive)", "x"),
    Rewrite("copy its own sign", "copysign(x, x)", "x"),
    Rewrite("copy a minus", "copysign(x, K)", "fneg(fabs(x))", "band(ford(K, K), foeq(copysign(1.0, K), -1.0))"),
    Rewrite("copy a magnitude's sign", "copysign(x, fabs(y))", "fabs(x)"),
    Rewrite("copy a plus", "copysign(x, y@positive@number)", "fabs(x)"),
    Rewrite("copy a sign to a negation", "copysign(fneg(x), y)", "copysign(x, y)"),
    Rewrite("copy a sign to a magnitude", "copysign(fabs(x), y)", "copysign(x, y)"),
    Rewrite("copy a sign over another", "copysign(copysign(x, z), y)", "copysign(x, y)"),
)
# floor, ceil, rint, round, trunc --------------------------------------------------------------------------------------
ROUNDINGS = (
    *(Rewrite(f"{op} of what is whole", f"{op}(x@whole)", "x") for op in ("floor", "ceil", "rint", "round", "trunc")),
    Rewrite("truncate what is positive", "trunc(x@positive)", "floor(x)"),
)
# fmin, fmax -----------------------------------------------------------------------------------------------------------
EXTREMES = tuple(
    rule
    for op, other, least, most in (("fmin", "fmax", "-inf", "inf"), ("fmax", "fmin", "inf", "-inf"))
    for rule in (
        Rewrite(f"{op} of one", f"{op}(x, x)", "x"),
        Rewrite(f"{op} again", f"{op}(m={op}(x, y), y)", "m"),
        Rewrite(f"{op} with NaN", f"{op}(x, K@nan)", "x"),
        Rewrite(f"{op} with {least}", f"{op}(x, {least})", least),
        Rewrite(f"{op} with {most}, nnan", f"{op}(x, {most})", "x", flags=NNAN),
        Rewrite(f"{op} of a number with {most}", f"{op}(x@number, {most})", "x"),
        Rewrite(f"{op} of literals", f"{op}({op}(x, K), L)", f"{op}(x, {{{op}(K, L)}})"),
        Rewrite(f"{op} out of reach", f"{op}({other}(x, K), L)", "L", f"band(ford(K, K), same({op}(K, L), L))"),
        Rewrite(f"{op} of negations", f"{op}(fneg(x), fneg(y))", f"fneg({other}(x, y))"),
        Rewrite(
            f"{op} of a negation and a literal", f"{op}(fneg(x), K)", f"fneg({other}(x, {{fneg(K)}}))", f"turns_{op}(K)"
        ),
    )
)
# functions ------------------------------------------------------------------------------------------------------------
FUNCTIONS = (
    Rewrite("power of 2", "pow(2.0, y)", "exp2(y)", licence=POWER),
    Rewrite("power of 1", "pow(1.0, y)", "1.0", licence=POWER),
    Rewrite("to the power 0", "pow(x, Z@zero)", "1.0", licence=POWER),
    Rewrite("to the power 1", "pow(x, 1.0)", "x", licence=POWER),
    Rewrite("to the power 2", "pow(x, 2.0)", "fmul(x, x)", licence=POWER),
    Rewrite("to the power -1", "pow(x, -1.0)", "fdiv(1.0, x)", licence=POWER),
    Rewrite("to the power 0.5", "pow(x, 0.5)", "sqrt(x)", flags=NSZ | NINF, licence=POWER),
    *(
        Rewrite(
            f"to the power {n}",
            f"pow(x, {n}.0)",
            f"fmul(fmul({half}, {half}), x)" if n % 2 else f"fmul({half}, {half})",
            flags=AFN,
        )
        for n in range(3, MOST_FACTORS + 1)
        for half in (f"pow(x, {n // 2}.0)",)
    ),
    # the sign of the base does not matter for an even exponent, and whether there is one is known of a magnitude
    Rewrite(
        "even power of a negation",
        "pow(fneg(x), K)",
        "pow(fabs(x), K)",
        "foeq(floor(fmul(K, 0.5)), fmul(K, 0.5))",
        licence=POWER,
    ),
    Rewrite("cosine of a negation", "cos(fneg(x))", "cos(x)", licence=EVEN),
    Rewrite("cosine of a magnitude", "cos(fabs(x))", "cos(x)", licence=EVEN),
    Rewrite("fuse with 1", "fma(x, 1.0, z)", "fadd(x, z)", licence=FUSED),
    Rewrite("fuse 1 with", "fma(1.0, x, z)", "fadd(x, z)", licence=FUSED),
    Rewrite("fuse with -0", "fma(x, y, -0.0)", "fmul(x, y)", licence=FUSED),
    Rewrite("fuse with 0, nsz", "fma(x, y, 0.0)", "fmul(x, y)", flags=NSZ, licence=FUSED),
)
FLOAT_RULES = (*FADD, *FSUB, *FMUL, *FDIV, *FNEG, *SIGNS, *ROUNDINGS, *EXTREMES, *FUNCTIONS)
