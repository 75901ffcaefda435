"""Comparisons of a square root with a literal: the operand of the root is compared with another literal instead.

A rounded root never falls where its operand grows. So `length(p) < 0.5` holds for all operands below the least one
whose root is at least 0.5, and for no others. The root of a negative number is NaN, and NaN answers as its operand.

A root that may be approximate leaves open which side its neighbours are on: there the literal is the plain square.
"""

from __future__ import annotations

import math
import struct

from gpucc.lowering.fold import round_to
from gpucc.lowering.graph import AFN, F32, Node
from gpucc.lowering.simplify.facts import never_negative, number
from gpucc.lowering.simplify.rules import Simplifier
from gpucc.rules.rewrite import Procedure

LESS = ("folt", "fole", "fult", "fule")
# those that hold for two equal numbers
OR_EQUAL = ("fole", "fule")


def compare_root(s: Simplifier, node: Node) -> Node | None:
    """Compare x instead of sqrt(x)."""
    for k, root in enumerate(node.args):
        limit = number(node.args[1 - k])
        if root.op != "sqrt" or root.type != F32 or limit is None or not 0 < limit < math.inf:
            continue
        if not never_negative(root.args[0]):
            continue
        # sqrt(x) < L and L <= sqrt(x) part the operands below the least one whose root is at least L from the others
        if root.flags & AFN:
            fits = round_to(limit * limit, F32)
        else:
            fits = least_of(limit) if (node.op in OR_EQUAL) == (k == 1) else greatest_of(limit)
        if fits == 0 or not s.holds(fits):
            continue
        pair = [root.args[0], s.constant(F32, fits)]
        return s.test(node, node.op, *(pair if k == 0 else pair[::-1]))
    return None


def least_of(limit: float) -> float:
    """Return the least number whose rounded root is at least a positive one."""
    found = round_to(limit * limit, F32)
    while _root(found) >= limit:
        found = _beside(found, -1)
    while _root(found) < limit:
        found = _beside(found, 1)
    return found


def greatest_of(limit: float) -> float:
    """Return the greatest number whose rounded root is at most a positive one."""
    found = round_to(limit * limit, F32)
    while _root(found) <= limit:
        found = _beside(found, 1)
    while _root(found) > limit:
        found = _beside(found, -1)
    return found


def _root(value: float) -> float:
    return round_to(math.sqrt(value), F32)


def _beside(value: float, direction: int) -> float:
    """Return the next number of 32 bits above or below one that is not negative."""
    (bits,) = struct.unpack("<I", struct.pack("<f", value))
    return float(struct.unpack("<f", struct.pack("<I", bits + direction))[0])


ROOT_RULES = (Procedure("compare a root", LESS, compare_root, makes=frozenset(LESS)),)
