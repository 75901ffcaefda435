"""Rules for integers and conversions; all hold modulo the width of the type."""

from __future__ import annotations

from gpucc.lowering.graph import NSW, NUW, Node
from gpucc.lowering.simplify.rules import Simplifier
from gpucc.rules.engine import LiteralTest
from gpucc.rules.rewrite import Procedure, Rewrite


def _known(node: Node) -> int | None:
    return node.attr if node.op == "const" and isinstance(node.attr, int) else None


def add_integers(s: Simplifier, node: Node) -> Node | None:
    """(x + c) + d = x + (c + d)."""
    inner, d = node.args
    if inner.op == "iadd" and _known(d) is not None and _known(inner.args[1]) is not None:
        return s.op(
            node, "iadd", inner.args[0], s.op(node, "iadd", inner.args[1], d, flags=0), flags=_still_holds(node, inner)
        )
    return None


def _still_holds(node: Node, inner: Node) -> int:
    """Return the flags of both sums that also hold for the single sum; nsw requires constants of the same sign."""
    c, d = _known(inner.args[1]) or 0, _known(node.args[1]) or 0
    return node.flags & inner.flags & (NUW | (NSW if (c < 0) == (d < 0) else 0))


def subtract_constant(s: Simplifier, node: Node) -> Node | None:
    """x - c = x + (-c)."""
    c = _known(node.args[1])
    return (
        s.op(node, "iadd", node.args[0], s.constant(node.type, -c), flags=node.flags & NSW)
        if c and abs(c) < 1 << (node.type.bits - 1)
        else None
    )


# arithmetic -----------------------------------------------------------------------------------------------------------
NEUTRAL = {
    **dict.fromkeys(("iadd", "isub", "shl", "lshr", "ashr", "ior", "ixor"), "0"),
    **dict.fromkeys(("imul", "sdiv", "udiv"), "1"),
    "iand": "-1",
}
RULING = {"imul": ("0", "0"), "iand": ("0", "0"), "ior": ("-1", "-1"), "srem": ("1", "0"), "urem": ("1", "0")}
ARITHMETIC = (
    *(Rewrite(f"{op} with {neutral}", f"{op}(x, {neutral})", "x") for op, neutral in NEUTRAL.items()),
    *(Rewrite(f"{op} with {ruling}", f"{op}(x, {ruling})", result) for op, (ruling, result) in RULING.items()),
    *(Rewrite(f"{op} with itself", f"{op}(x, x)", "0") for op in ("isub", "ixor")),
    *(Rewrite(f"{op} with itself", f"{op}(x, x)", "x") for op in ("iand", "ior")),
    *(
        Rewrite(f"{op} of literals", f"{op}({op}(x, K), L)", f"{op}~0(x, {{{op}(K, L)}})")
        for op in ("imul", "iand", "ior", "ixor")
    ),
)


# conversions ----------------------------------------------------------------------------------------------------------
def narrower(_: Simplifier, a: Node, b: Node) -> bool:
    return a.type.bits < b.type.bits


def signed_fit(_: Simplifier, x: Node, k: Node) -> bool:
    """Return whether x could be this literal before it was widened by its sign."""
    half = 1 << (x.type.bits - 1)
    return isinstance(k.attr, int) and -half <= k.attr < half


def unsigned_fit(_: Simplifier, x: Node, k: Node) -> bool:
    return isinstance(k.attr, int) and 0 <= k.attr < 1 << x.type.bits


def lost(_: Simplifier, r: Node, x: Node, k: Node) -> bool:
    """Return whether a shift up by this literal leaves nothing of the bits by which x was widened."""
    return isinstance(k.attr, int) and r.type.bits - x.type.bits <= k.attr < r.type.bits


INTEGER_TESTS = {
    test.name: test
    for test in (
        LiteralTest("alike", lambda _, a, b: a.type == b.type),
        LiteralTest("narrower", narrower),
        LiteralTest("signed_fit", signed_fit),
        LiteralTest("unsigned_fit", unsigned_fit),
        LiteralTest("lost", lost),
    )
}
# licences of rules with values of several widths: a proof covers one width at a time
WIDTHS = "tests/lowering tries every value of narrow types"
UNDEFINED = "what is undefined may be anything"
BITS = "the same bits"
WIDER = "a wider format has every number of a half"
WIDENED = tuple(
    rule
    for op, fits in (("sext", "signed_fit"), ("zext", "unsigned_fit"))
    for rule in (
        Rewrite(f"narrow again what {op} made", f"r=itrunc({op}(x))", "x", "alike(r, x)", licence=WIDTHS),
        Rewrite(f"narrow more than {op} made", f"r=itrunc({op}(x))", "itrunc~0(x)", "narrower(r, x)", licence=WIDTHS),
        Rewrite(f"narrow less than {op} made", f"r=itrunc({op}(x))", f"{op}~0(x)", "narrower(x, r)", licence=WIDTHS),
        Rewrite(f"{op} of what zext made", f"{op}(zext(x))", "zext~0(x)", licence=WIDTHS),
        Rewrite(f"{op} of a truth", f"{op}(btoi(c))", "btoi~0(c)", licence=WIDTHS),
        Rewrite(f"equal to what {op} made", f"ieq({op}(x), K)", "ieq(x, {itrunc(K)})", f"{fits}(x, K)", licence=WIDTHS),
        Rewrite(
            f"unequal to what {op} made", f"ine({op}(x), K)", "ine(x, {itrunc(K)})", f"{fits}(x, K)", licence=WIDTHS
        ),
        Rewrite(f"equal to what {op} never makes", f"ieq({op}(x), K)", "false", f"bnot({fits}(x, K))", licence=WIDTHS),
        Rewrite(f"unequal to what {op} never makes", f"ine({op}(x), K)", "true", f"bnot({fits}(x, K))", licence=WIDTHS),
    )
)
CONVERSIONS = (
    # a boolean is 1.0 or 0.0
    Rewrite("sitofp of a truth", "sitofp(btoi(c))", "btof~0(c)"),
    Rewrite("uitofp of a truth", "uitofp(btoi(c))", "btof~0(c)"),
    # converting to an integer truncates a float in any case
    Rewrite("fptosi of what is truncated", "fptosi(trunc(x))", "fptosi(x)"),
    Rewrite("fptoui of what is truncated", "fptoui(trunc(x))", "fptoui(x)"),
    Rewrite("narrow twice", "itrunc(itrunc(x))", "itrunc~0(x)", licence=WIDTHS),
    Rewrite("narrow a truth", "itrunc(btoi(c))", "btoi~0(c)", licence=WIDTHS),
    Rewrite("narrow what is undefined", "itrunc(undef())", "undef~0()", licence=UNDEFINED),
    # of two halves of a word, the upper one is then a number with a sign, and so is the word
    Rewrite("shift up what zext made", "r=shl(zext(x), K)", "shl(sext~0(x), K)", "lost(r, x, K)", licence=WIDTHS),
    Rewrite("sext twice", "sext(sext(x))", "sext~0(x)", licence=WIDTHS),
    *WIDENED,
    Rewrite("below what sext made", "islt(sext(x), K)", "islt(x, {itrunc(K)})", "signed_fit(x, K)", licence=WIDTHS),
    Rewrite("at most what sext made", "isle(sext(x), K)", "isle(x, {itrunc(K)})", "signed_fit(x, K)", licence=WIDTHS),
    Rewrite("sitofp of what sext made", "sitofp(sext(x))", "sitofp~0(x)", licence=WIDTHS),
    Rewrite("sitofp of what zext made", "sitofp(zext(x))", "uitofp~0(x)", licence=WIDTHS),
    Rewrite("uitofp of what zext made", "uitofp(zext(x))", "uitofp~0(x)", licence=WIDTHS),
    # a half converted to float and back to half
    Rewrite("convert back", "r=fpconvert(m=fpconvert(x))", "x", "band(alike(r, x), narrower(x, m))", licence=WIDER),
    Rewrite("reinterpret back", "r=bits(bits(x))", "x", "alike(r, x)", licence=BITS),
    Rewrite("reinterpret twice", "bits(bits(x))", "bits(x)", licence=BITS),
    Rewrite(
        "reinterpret a choice",
        "bits(select(c, m=bits(x), y@reinterpreted))",
        "select(c, bits(m), bits(y))",
        licence=BITS,
    ),
    Rewrite(
        "reinterpret another",
        "bits(select(c, x@reinterpreted, m=bits(y)))",
        "select(c, bits(x), bits(m))",
        licence=BITS,
    ),
    Rewrite("reinterpret what is undefined", "bits(undef())", "undef~0()", licence=UNDEFINED),
)
# rules with flags of integers, which records cannot express
FLAGGED = (
    Procedure("add integers", ("iadd",), add_integers),
    Procedure("subtract constant", ("isub",), subtract_constant),
)
INTEGER_RULES: tuple[Rewrite | Procedure, ...] = (*ARITHMETIC, *CONVERSIONS, *FLAGGED)
