"""Selects on a target that blends, where an arm is an infinity or NaN.

c*a + (1-c)*b is the chosen arm only if the other is finite, because 0 * inf is NaN. A literal infinity or NaN needs no
product: NaN comes from 0/0, an infinity from a sum that overflows, and both are added to the other arm. Where
the literal is taken and the other arm may be something else than a number, too, a select sets that arm to zero.
"""

from __future__ import annotations

import math

from gpucc.lowering.graph import NSZ, Node
from gpucc.lowering.guards.guard import spoilt_where
from gpucc.lowering.guards.kinds import overflowing_half
from gpucc.lowering.legalise.functions_signs import nan_unless
from gpucc.lowering.maker import Maker, is_const, value_of

SPREADING = frozenset("fadd fsub fmul fdiv frem fneg fabs sqrt floor ceil trunc rint round fpconvert".split())


def choose_beyond_numbers(m: Maker, node: Node, new: dict[Node, Node]) -> Node | None:
    """Return a select of floats without a blend if a blend would be wrong; `new` has the legal forms of its
    operands.
    """
    if (kept := _all_but_nan(node)) is not None:
        return nan_unless(m, m.op("ford", *(new[x] for x in kept[1])), new[kept[0]])
    if m.format.zero_times_inf_is_zero:
        return None
    condition, a, b = (new[arg] for arg in node.args)
    sides = ((condition, a, b), (m.invert(condition), b, a))
    for there, arm, other in sides:
        if _is_nan(arm) and _is_infinite(other):
            other = _infinite_where(m, m.invert(there), value_of(other), m.const(0.0))
        if _is_nan(arm):
            return nan_unless(m, m.invert(there), other)
    for there, arm, other in sides:
        if _is_infinite(arm):
            return _infinite_where(m, there, value_of(arm), other)
    return None


def _infinite_where(m: Maker, condition: Node, infinity: float, other: Node) -> Node:
    """Return `other`, but the infinity where the condition holds: half of a number that overflows, added twice."""
    half = math.copysign(overflowing_half(m.format), infinity)
    if _is_infinite(other) and value_of(other) != infinity:
        unit = m.shift(m.scale(m.number(condition), 2.0), -1.0)
        both = m.mul(unit, m.const(half))
        return m.add(both, both)
    if spoilt_where(m.format, condition, other):
        # a guard makes a select safe, but not a sum
        other = m.op("select", condition, m.const(0.0), other, flags=NSZ)
    part = m.mul(m.number(condition), m.const(half))
    return m.add(other, m.add(part, part))


def _is_nan(node: Node) -> bool:
    return is_const(node) and math.isnan(value_of(node))


def _is_infinite(node: Node) -> bool:
    return is_const(node) and math.isinf(value_of(node))


def _all_but_nan(node: Node) -> tuple[Node, tuple[Node, Node]] | None:
    """Match a select that only propagates the NaN of an operand; return the other arm and the operands.

    llvm.minimum and llvm.maximum have this form, with the sum of their operands as the NaN; where that arm is not taken
    it may be infinite.
    """
    condition, a, b = node.args
    if condition.op not in ("funo", "ford"):
        return None
    unordered, other = (a, b) if condition.op == "funo" else (b, a)
    operands = [x for x in condition.args if not (is_const(x) and value_of(x) == value_of(x))]
    if not _is_nan(unordered) and not all(_spreads(unordered, x) for x in operands):
        return None
    return other, (condition.args[0], condition.args[1])


def _spreads(node: Node, x: Node, depth: int = 4) -> bool:
    """Return whether `node` is NaN in every lane in which x is."""
    return node is x or (depth > 0 and node.op in SPREADING and any(_spreads(arg, x, depth - 1) for arg in node.args))
