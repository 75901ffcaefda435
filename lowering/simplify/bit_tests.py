"""Rules that turn comparisons of bit logic with a constant into comparisons of its operands.

LLVM turns a == 0 && b == 0 into (a | b) == 0. Floats carry integers here, so bit logic is expensive, or impossible. All
of these rules hold for any two numbers.
"""

from __future__ import annotations

from gpucc.lowering.graph import Node
from gpucc.lowering.simplify.rules import Simplifier
from gpucc.rules.engine import LiteralTest
from gpucc.rules.rewrite import Rewrite


def _is_bit(node: Node) -> bool:
    return node.op == "btoi" or (node.op == "iand" and node.args[1].op == "const" and node.args[1].attr == 1)


def _wide(_: Simplifier, *nodes: Node) -> bool:
    """Return whether some value is neither 0 nor 1. Logic of such values is cheap."""
    return not all(map(_is_bit, nodes))


BIT_TESTS = {"wide": LiteralTest("wide", _wide)}
EQUALS = tuple(
    rule
    for op, both, one in (("ieq", "band", "bor"), ("ine", "bor", "band"))
    for rule in (
        Rewrite(f"{op} of a difference of bits and 0", f"{op}(ixor(x, y), 0)", f"{op}~0(x, y)"),
        Rewrite(
            f"{op} of all bits and 0", f"{op}(ior(x, y), 0)", f"{both}~0({op}~0(x, 0), {op}~0(y, 0))", "wide(x, y)"
        ),
        Rewrite(
            f"{op} of common bits and -1",
            f"{op}(iand(x, y), -1)",
            f"{both}~0({op}~0(x, -1), {op}~0(y, -1))",
            "wide(x, y)",
        ),
        *(
            Rewrite(
                f"{op} of a {kind} by {less} and 0",
                f"{op}(select({less}(x, y), {a}, {b}), 0)",
                f"{logic}~0({op}~0({a}, 0), {op}~0({b}, 0))",
                "wide(x, y)",
            )
            for less in ("iult", "iule")
            for kind, logic, a, b in (("minimum", one, "x", "y"), ("maximum", both, "y", "x"))
        ),
    )
)
# the sign of bit logic is the logic of the signs
SIGNS = (
    Rewrite("a negative among two", "islt(ior(x, y), 0)", "bor~0(islt~0(x, 0), islt~0(y, 0))"),
    Rewrite("two negatives", "islt(iand(x, y), 0)", "band~0(islt~0(x, 0), islt~0(y, 0))"),
    Rewrite("one negative of two", "islt(ixor(x, y), 0)", "bxor~0(islt~0(x, 0), islt~0(y, 0))"),
    Rewrite("no negative among two", "islt(-1, ior(x, y))", "band~0(islt~0(-1, x), islt~0(-1, y))"),
    Rewrite("not two negatives", "islt(-1, iand(x, y))", "bor~0(islt~0(-1, x), islt~0(-1, y))"),
)
POWER = "band(islt(0, K), ieq(iand(K, isub(K, 1)), 0))"
BIT_RULES = (
    *EQUALS,
    *SIGNS,
    Rewrite("two below a power", "iult(ior(x, y), K)", "band~0(iult~0(x, K), iult~0(y, K))", POWER),
)
