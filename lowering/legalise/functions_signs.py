"""Reads and sets the sign of a float, including -0, without a select, because blends lose the sign of zeros."""

from __future__ import annotations

from gpucc.lowering.graph import Node
from gpucc.lowering.logic import truth
from gpucc.lowering.maker import Maker


def odd_result(m: Maker, v: Node, z: Node) -> Node:
    """Return v = |f(x)|, for an odd function f, with the sign of x.

    For any z that has the sign of x (also that of a zero) and is at least v in size, this is max(-v, min(v, z)), since
    the targets' min and max order -0 below +0. If v may be NaN although x is not, z must be NaN as well: see `grown`.
    """
    if "copysign" in m.available:
        return m.op("copysign", v, z)
    return m.op("fmax", m.neg(v), m.op("fmin", v, z))


def grown(m: Maker, x: Node, v: Node) -> Node:
    """Return x + x v for v >= 0: it has the sign of x, is NaN where v is, and is at least v in size where v <= |x| or
    |x| >= 1.
    """
    return m.add(x, m.mul(x, v))


def sign_bit(m: Maker, x: Node) -> Node:
    """Return whether x has a minus sign. x + 1/x is below zero for negative numbers, -inf for -0; NaN has no sign
    here.
    """
    if x.op == "fabs":
        return truth(m.block, False)
    zero = m.const(0.0)
    if not m.zero_sign_matters:
        return m.less(x, zero)
    return m.less(m.add(x, m.op("fdiv", m.const(1.0), x)), zero)


def sign_factor(m: Maker, x: Node) -> Node:
    """Return -1.0 where x has a minus sign, otherwise 1.0."""
    return m.shift(m.scale(m.number(sign_bit(m, x)), -2.0), 1.0)


def nan_unless(m: Maker, condition: Node, y: Node) -> Node:
    """Return y where the condition holds, otherwise NaN.

    It is y - 0/c, with 0/c as 1/c times 0, so that nothing depends on the precision of the target's division.
    """
    quotient = m.op("fdiv", m.const(1.0), m.number(condition))
    # where inf * 0 is 0, inf - inf is still NaN
    nothing = m.sub(quotient, quotient) if m.format.zero_times_inf_is_zero else m.mul(quotient, m.const(0.0))
    return m.sub(y, nothing)
