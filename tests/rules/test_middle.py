"""The middle's rules are proved for every kind and width of value that they fit, or listed by name as unproved; broken
ones are refuted."""

from __future__ import annotations

import numpy as np
import pytest

from gpucc.isa.neutral import NNAN, NSZ, REASSOC
from gpucc.lowering.legalise.expansions import RULES as EXPANSIONS
from gpucc.lowering.simplify.facts import PREDICATES
from gpucc.lowering.simplify.idioms import ROOTS, SIMPLE, SUMS
from gpucc.lowering.simplify.simplify import RULES
from gpucc.rules.engine import Book
from gpucc.rules.rewrite import Rewrite
from gpucc.testing.proofs.rewrites import RewriteProver

BOOKS = (RULES, EXPANSIONS, SIMPLE, SUMS, ROOTS)
RECORDS = [(book, rule) for book in BOOKS for rule in book.rules if isinstance(rule, Rewrite)]
GROUPS = 4
LICENSED = {
    "divide by a power", "power of 2", "power of 1", "to the power 0", "to the power 1", "to the power 2",
    "to the power -1",
    "to the power 0.5", "even power of a negation",
    "cosine of a negation", "cosine of a magnitude", "fuse with 1", "fuse 1 with", "fuse with -0",
    "fuse with 0, nsz", "mod by a power of two", "choose, else undefined", "choose undefined, or else",
    "narrow what is undefined",
    "reinterpret what is undefined", "exp", "log", "log10",
}  # fmt: skip
# rules over values of several widths, which tests/lowering/test_rule_records.py tests
SEVERAL_WIDTHS = {
    *(
        name.format(op=op)
        for op in ("sext", "zext")
        for name in (
            "narrow again what {op} made", "narrow more than {op} made", "narrow less than {op} made",
            "{op} of what zext made",
            "{op} of a truth", "equal to what {op} made", "unequal to what {op} made", "equal to what {op} never makes",
            "unequal to what {op} never makes",
        )
    ),
    "narrow twice", "narrow a truth", "shift up what zext made",
    "sext twice", "below what sext made", "at most what sext made",
    "sitofp of what sext made",
    "sitofp of what zext made", "uitofp of what zext made", "convert back", "reinterpret back", "reinterpret twice",
    "reinterpret a choice", "reinterpret another",
}  # fmt: skip


# rules that are functions, which no pattern can express; tests/lowering tests them
PROCEDURES = {
    "compare choice", "compare a root", "add integers", "subtract constant", "dot", "shift back", "compare fields",
    # tests/lowering/test_functions.py measures the accuracy of legalisation
    "rint", "copysign", "pow", "fma", "fdiv", "sqrt", "frem", "atan", "atan2", "asin", "acos", "sinh", "cosh", "tanh",
    "sin", "cos", "tan",
    "bxor", "select",
}  # fmt: skip


@pytest.mark.parametrize("group", range(GROUPS))
def test_all_rules_are_proved(group: int) -> None:
    proofs = [RewriteProver(book).prove_rewrite(rule) for book, rule in RECORDS[group::GROUPS] if not rule.licence]
    assert [p for p in proofs if p.verdict != "proved"] == []
    assert proofs


def test_licensed_rules_are_these() -> None:
    assert {rule.name for _, rule in RECORDS if rule.licence} == LICENSED | SEVERAL_WIDTHS


def test_rules_that_are_functions_are_these() -> None:
    assert {rule.name for book in BOOKS for rule in book.rules if not isinstance(rule, Rewrite)} == PROCEDURES


def test_a_quotient_by_a_power_of_two_is_a_product() -> None:
    """For every divisor that the rule accepts, and dividends around all boundaries of rounding."""
    exponents = np.arange(-126, 127)
    divisors = np.ldexp(np.float32(1.0), exponents).astype(np.float32)
    mantissas = np.array([0, 1, 2, 3, 0x2AAAAA, 0x400000, 0x400001, 0x555555, 0x7FFFFE, 0x7FFFFF], np.uint32)
    bits = (np.arange(256, dtype=np.uint32)[:, None] << 23 | mantissas).ravel()
    x = np.concatenate([bits, bits | np.uint32(1 << 31)]).view(np.float32)
    with np.errstate(all="ignore"):
        for divisor in (*divisors, *-divisors):
            quotient, product = x / divisor, x * (np.float32(1.0) / divisor)
            assert (np.isnan(quotient) == np.isnan(product)).all()
            assert (quotient.view(np.uint32) == product.view(np.uint32))[~np.isnan(quotient)].all()


def test_two_are_below_a_power_of_two_if_their_bits_are() -> None:
    x, y = np.meshgrid(np.arange(256), np.arange(256))
    for power in 1 << np.arange(8):
        assert (((x | y) < power) == ((x < power) & (y < power))).all()


FREE = REASSOC | NSZ
BROKEN = (
    # zeros and their signs
    Rewrite("add 0", "fadd(x, 0.0)", "x"),
    Rewrite("subtract -0", "fsub(x, -0.0)", "x"),
    Rewrite("subtract from 0", "fsub(0.0, x)", "fneg(x)"),
    Rewrite("negate a difference", "fneg(fsub(x, y))", "fsub(y, x)"),
    Rewrite("multiply by 0, nnan", "fmul(x, 0.0)", "0.0", flags=NNAN),
    # NaN and infinities
    Rewrite("subtract itself", "fsub(x, x)", "0.0"),
    Rewrite("subtract a number from itself", "fsub(x@number, x)", "0.0"),
    Rewrite("multiply by 0, nsz", "fmul(x, 0.0)", "0.0", flags=NSZ),
    Rewrite("divide by itself", "fdiv(x, x)", "1.0"),
    Rewrite("fmin with infinity", "fmin(x, inf)", "x"),
    Rewrite("fmin with the other infinity", "fmin(x, -inf)", "x"),
    Rewrite("fmin with NaN", "fmin(x, K@nan)", "K"),
    Rewrite("fmin out of reach of NaN", "fmin(fmax(x, K), L)", "L", "same(fmin(K, L), L)"),
    # signs and order
    Rewrite("add a negation", "fadd(x, fneg(y))", "fsub(y, x)"),
    Rewrite("multiply a negation", "fmul(fneg(x), y)", "fmul(x, y)"),
    Rewrite("divide negations", "fdiv(fneg(x), y)", "fdiv(x, fneg(fneg(y)))"),
    Rewrite("divide the other way", "fdiv(x, y)", "fdiv(y, x)"),
    Rewrite("fmax of negations", "fmax(fneg(x), fneg(y))", "fneg(fmax(x, y))"),
    Rewrite("copy any sign", "copysign(x, K)", "fabs(x)"),
    # rounding
    Rewrite("add literals", "fadd(fadd(x, K), L)", "fadd(x, {fadd(K, L)})"),
    Rewrite("add back", "fadd(x, fsub(y, x))", "y", flags=NSZ | NNAN),
    Rewrite("add back the wrong one", "fadd(x, fsub(y, x))", "x", flags=FREE),
    Rewrite("floor of a floor's neighbour", "floor(x@whole)", "fadd(x, 1.0)"),
    Rewrite("truncate anything", "trunc(x)", "floor(x)"),
    Rewrite("keep a fraction", "fsub(x, fadd(floor(x), y))", "fadd(fsub(x, floor(x)), y)", flags=REASSOC),
    # truth values and choices
    Rewrite("choose inverted", "select(bnot(c), x, y)", "select(c, x, y)"),
    Rewrite("choose truths", "select(c, true, d)", "band(c, d)"),
    Rewrite("absorb", "band(c, bor(d, c))", "d"),
    Rewrite("not of less", "bnot(folt(x, y))", "fole(y, x)"),
    Rewrite("same is equal", "foeq(x, x)", "true"),
    Rewrite("choose a minimum", "select(folt(x, y), x, y)", "fmin(x, y)"),
    # integers
    Rewrite("halves", "sdiv(x, 2)", "ashr(x, 1)"),
    Rewrite("less by a difference", "islt(x, y)", "islt(isub(x, y), 0)"),
    Rewrite("unsigned as signed", "iult(x, y)", "islt(x, y)"),
    Rewrite("complement", "ixor(x, 255)", "isub(-1, x)"),
    Rewrite("shift past the width", "iand(x, 0)", "lshr(lshr(x, 8), 24)"),
    Rewrite("two below any number", "iult(ior(x, y), K)", "band(iult(x, K), iult(y, K))"),
    Rewrite("truth as minus one", "sitofp(btoi(c))", "fneg(btof(c))"),
    Rewrite("rounding down before an integer", "fptosi(floor(x))", "fptosi(x)"),
    Rewrite("equal bits", "ieq(iand(x, y), 0)", "band(ieq(x, 0), ieq(y, 0))"),
    Rewrite("zero of a minimum as of a maximum", "ieq(select(iult(x, y), x, y), 0)", "band(ieq(x, 0), ieq(y, 0))"),
    Rewrite("truth as another integer", "select(c, 0, 1)", "btoi(c)"),
    Rewrite("minimum of zeros", "select(folt(x, y@number), x, y)", "fmin(x, y)"),
    Rewrite("minimum of unordered", "select(folt(x, y), x, y)", "fmin(x, y)", flags=NSZ),
    # operations that a target lacks
    Rewrite("unordered without NaN", "fult(a, b)", "folt(a, b)"),
    Rewrite("one number of two", "ford(a, b@number)", "foeq(b, b)"),
    Rewrite("different by unequal", "fone(a, b)", "fune(a, b)"),
    Rewrite("floor by truncation", "floor(x)", "fneg(ceil(x))"),
    Rewrite("truncation without a sign", "trunc(x)", "floor(fabs(x))"),
    Rewrite("minimum by one negation", "fmin(a, b)", "fneg(fmax(a, b))"),
    Rewrite("halves to even", "round(x)", "rint(x)"),
    # several ops as one
    Rewrite("fraction the wrong way", "fsub(floor(x), x)", "fract(x)"),
    Rewrite("clamp, the limits exchanged", "fmin(fmax(x, l), h)", "clamp(x, h, l)"),
    Rewrite("clamp, maximum last", "fmax(fmin(x, h), l)", "clamp(x, l, h)"),
    Rewrite("step without the edge", "btof(folt(e, x))", "step(e, x)"),
    Rewrite("sign with -0", "select(folt(0.0, x), 1.0, select(folt(x, 0.0), -1.0, -0.0))", "sign(x)"),
    Rewrite("quotient out of nothing", "imul(x, 0)", "isub(udiv(x, x), 1)"),
)


@pytest.mark.parametrize("rule", BROKEN, ids=lambda rule: rule.name)
def test_broken_rules_are_refuted(rule: Rewrite) -> None:
    proof = RewriteProver(Book("broken", (rule,), PREDICATES)).prove_rewrite(rule)
    assert proof.verdict == "refuted"
    assert proof.counterexample


SOUND = (
    Rewrite("choose the same", "select(c, x, x)", "x"),
    Rewrite("choose again", "select(c, select(c, x, y), z)", "select(c, x, z)"),
    Rewrite("not both", "bnot(band(c, bnot(d)))", "bor(bnot(c), d)"),
    Rewrite("not of less", "bnot(folt(x, y))", "fule(y, x)"),
    Rewrite("subtract literals", "isub(x, K)", "iadd(x, {isub(0, K)})"),
    Rewrite("complement", "ixor(x, -1)", "isub(-1, x)"),
    Rewrite("add within a shift", "shl(iadd(x, x), 1)", "shl(x, 2)"),
    Rewrite("signs of a logic", "islt(ior(x, y), 0)", "bor(islt(x, 0), islt(y, 0))"),
)


@pytest.mark.parametrize("rule", SOUND, ids=lambda rule: rule.name)
def test_other_kinds_are_proved(rule: Rewrite) -> None:
    assert RewriteProver(Book("sound", (rule,), PREDICATES)).prove_rewrite(rule).verdict == "proved"
