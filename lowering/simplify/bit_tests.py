"""Comparisons of bit logic with a constant, as comparisons of its operands: LLVM makes (a | b) == 0 of a == 0 && b == 0.

Floats carry integers, so bit logic is dear, or not to be had; all of these hold for any two numbers.
"""

from __future__ import annotations

from gpucc.lowering.graph import Node
from gpucc.lowering.simplify.rules import Rules, Simplifier

# comparison, bit logic, constant -> how the comparisons of the two operands with it are combined
EQUAL = {("ior", 0): "band", ("iand", -1): "band"}
# x < 0 and -1 < x ask for the sign
BELOW = {"ior": "bor", "iand": "band", "ixor": "bxor"}
NOT_BELOW = {"ior": "band", "iand": "bor"}
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


def sign_of_logic(s: Simplifier, node: Node) -> Node | None:
    """(a | b) < 0, (a & b) < 0, (a ^ b) < 0; -1 < (a | b), -1 < (a & b)"""
    a, b = node.args
    if _constant(b) == 0 and a.op in BELOW:
        return _both(s, node, BELOW[a.op], a.args, b)
    if _constant(a) == -1 and b.op in NOT_BELOW:
        combined = NOT_BELOW[b.op]
        return s.test(node, combined, *(s.test(node, "islt", a, operand, flags=0) for operand in b.args), flags=0)
    return None


def below_power(s: Simplifier, node: Node) -> Node | None:
    """(a | b) < 2^k, unsigned: both are"""
    x, c = node.args[0], _constant(node.args[1])
    if c is None or c <= 0 or c & (c - 1) or x.op != "ior":
        return None
    return _both(s, node, "band", x.args, node.args[1])


def _both(s: Simplifier, node: Node, combined: str, operands: tuple[Node, ...], other: Node) -> Node:
    return s.test(node, combined, *(s.test(node, node.op, operand, other, flags=0) for operand in operands), flags=0)


BIT_RULES: Rules = {
    "ieq": (equal_to_constant,),
    "ine": (equal_to_constant,),
    "islt": (sign_of_logic,),
    "iult": (below_power,),
}
