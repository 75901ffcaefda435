"""Shapes of integer nodes that are lowered as a whole."""

from __future__ import annotations

from gpucc.lowering.graph import Node
from gpucc.lowering.maker import is_const, value_of

FAR_OUT = 2.0**31 - 2.0**8


def wrapped_remainder(node: Node) -> Node | None:
    """Match the srem in select(r < 0, r + n, r): a remainder by a positive constant that is never negative."""
    condition, lifted, remainder = node.args
    if condition.op != "islt" or remainder.op != "srem" or lifted.op != "iadd":
        return None
    by = remainder.args[1]
    fits = condition.args[0] is remainder and lifted.args[0] is remainder and lifted.args[1] is by and by.op == "const"
    positive = fits and isinstance(by.attr, int) and by.attr > 0
    return remainder if positive and condition.args[1].op == "const" and condition.args[1].attr == 0 else None


def saturated(node: Node) -> Node | None:
    """Match the x of select(ord x, fptosi(min(max(x, low), high)), 0), with limits outside of any float's exact
    range.
    """
    condition, whole, zero = node.args
    if condition.op != "ford" or whole.op != "fptosi" or zero.op != "const" or zero.attr or whole.type.bits < 32:
        return None
    x = whole.args[0]
    for _ in range(2):
        if x.op in ("fmin", "fmax") and any(is_const(arg) and abs(value_of(arg)) >= FAR_OUT for arg in x.args):
            x = x.args[0] if is_const(x.args[1]) else x.args[1]
    base = x
    while base.op in ("fabs", "fneg"):
        base = base.args[0]
    return x if set(condition.args) in ({x}, {base}) else None
