"""Comparisons of bit logic with a constant, as comparisons of its operands: LLVM makes (a | b) == 0 of a == 0 && b == 0.

Floats carry integers, so bit logic is dear, or not to be had; all of these hold for any two numbers.
"""

from __future__ import annotations

from gpucc.lowering.graph import Node
from gpucc.lowering.simplify.rules import Simplifier, procedures
from gpucc.rules.rewrite import Procedure, Rewrite

# comparison, bit logic, constant -> how the comparisons of the two operands with it are combined
EQUAL = {("ior", 0): "band", ("iand", -1): "band"}
OPPOSITE = {"band": "bor", "bor": "band"}


def _constant(node: Node) -> int | None:
    return node.attr if node.op == "const" and isinstance(node.attr, int) else None


def _is_bit(node: Node) -> bool:
    return node.op == "btoi" or (node.op == "iand" and _constant(node.args[1]) == 1)


def equal_to_constant(s: Simplifier, node: Node) -> Node | None:
    """(a | b) == 0, (a & b) == -1; (a ^ b) == 0 is a == b; of an unsigned minimum or maximum whether it is zero"""
    x, c = node.args[0], _constant(node.args[1])
    if c is None:
        return None
    if x.op == "ixor" and c == 0:
        return s.test(node, node.op, *x.args, flags=0)
    combined = EQUAL.get((x.op, c)) or (_extreme(x) if c == 0 else None)
    operands = x.args[1:] if x.op == "select" else x.args
    if combined is None or all(map(_is_bit, operands)):
        return None
    return _both(s, node, combined if node.op == "ieq" else OPPOSITE[combined], operands, node.args[1])


def _extreme(node: Node) -> str | None:
    """How zeros of the operands make one of an unsigned minimum (either) or maximum (both)."""
    if node.op != "select" or node.args[0].op not in ("iult", "iule"):
        return None
    (a, b), arms = node.args[0].args, node.args[1:]
    return "bor" if arms == (a, b) else "band" if arms == (b, a) else None


def _both(s: Simplifier, node: Node, combined: str, operands: tuple[Node, ...], other: Node) -> Node:
    return s.test(node, combined, *(s.test(node, node.op, operand, other, flags=0) for operand in operands), flags=0)


# the sign of bit logic is the logic of the signs
SIGNS = (
    Rewrite("a negative among two", "islt(ior(x, y), 0)", "bor~0(islt~0(x, 0), islt~0(y, 0))"),
    Rewrite("two negatives", "islt(iand(x, y), 0)", "band~0(islt~0(x, 0), islt~0(y, 0))"),
    Rewrite("one negative of two", "islt(ixor(x, y), 0)", "bxor~0(islt~0(x, 0), islt~0(y, 0))"),
    Rewrite("no negative among two", "islt(-1, ior(x, y))", "band~0(islt~0(-1, x), islt~0(-1, y))"),
    Rewrite("not two negatives", "islt(-1, iand(x, y))", "bor~0(islt~0(-1, x), islt~0(-1, y))"),
)
POWER = "band(islt(0, K), ieq(iand(K, isub(K, 1)), 0))"
BIT_RULES: tuple[Rewrite | Procedure, ...] = (
    *procedures({"ieq": (equal_to_constant,), "ine": (equal_to_constant,)}),
    *SIGNS,
    Rewrite("two below a power", "iult(ior(x, y), K)", "band~0(iult~0(x, K), iult~0(y, K))", POWER),
)
